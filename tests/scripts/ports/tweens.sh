#!/bin/sh
# Tweens on every machine: the cart of rom/carts/tweens, whose blocks move by cart.txt alone and whose ball moves by its script, gives the same
# pictures and the same state, step by step; and a game that is saved in the middle of its tweens goes on alike.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
TICKS=${TICKS:-150}
work=$B/tweens
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart view=72x48
. tests/ports/everywhere.sh
unset DISPLAY

"$MAKE" -s B="$B" "$oxcart" >"$work/build" 2>&1 || { echo "FAIL tweens oxcart does not build"; exit 1; }
rom=$work/tweens.rom
"$oxcart" pack rom/carts/tweens -o "$rom" --strict --quiet >"$work/out" 2>&1 && "$oxcart" check "$rom" --strict >>"$work/out" 2>&1
judge tweens_example_packs $? "$(tail -n 1 "$work/out")"

# The ball is sent back in the middle of a hop, stops and rolls, and goes on.
printf '50 press A\n52 release A\n90 press B\n92 release B\n125 press X\n127 release X\n' >"$work/input"
record_game "$rom" "$TICKS" "$work/input" "$work/game"
[ "$(wc -l <"$work/game.pictures")" -eq "$TICKS" ] && [ "$(cut -d= -f3 "$work/game.pictures" | sort -u | wc -l)" -gt $((TICKS - 10)) ] && ! grep -q 'error\|warning' "$work/game.said"
judge tweens_play $? "$(grep -v '^frame=' "$work/game.said" | tail -n 1)"
# The picture of frame 105 in the cart's own size was looked at before it was written down.
got=$("$oxcart" run "$rom" --headless --frames 106 --hash 2>&1 | sed -n 's/^frame=105 hash=//p')
[ "$got" = 053fe5c7 ]
judge tweens_give_their_picture $? "$got"

# Saved at step 40 and loaded at step 100: what follows is what followed step 40.
printf '40 press SELECT\n42 release SELECT\n100 press START\n102 release START\n' >"$work/keys"
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames 180 --hash --input "$work/keys" --saves "$work/saves" >"$work/saved" 2>&1
hash() { sed -n "s/^frame=$1 hash=//p" "$work/saved"; }
bad=
for step in 5 9 20 41 55; do
    [ -n "$(hash $((40 + step)))" ] && [ "$(hash $((40 + step)))" = "$(hash $((100 + step)))" ] || bad="$bad $step"
done
[ -z "$bad" ] && [ "$(hash 98)" != "$(hash 38)" ]
judge tweens_saved_in_their_middle_go_on $? "not$bad: $(grep -v '^frame=' "$work/saved" | tail -n 1)"

# ---- the other machines ----

play_everywhere tweens_same_state "$rom" "$work/game" "$TICKS"
