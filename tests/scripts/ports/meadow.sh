#!/bin/sh
# Flat pictures on every machine: the cart of rom/carts/meadow, with its layers, sprites, flip-books and a camera that follows, gives the same
# pictures and the same state, step by step; and a game that is saved in its middle goes on alike.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
TICKS=${TICKS:-150}
work=$B/meadow
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart view=72x48
. tests/ports/everywhere.sh
unset DISPLAY

"$MAKE" -s B="$B" "$oxcart" >"$work/build" 2>&1 || { echo "FAIL meadow oxcart does not build"; exit 1; }
rom=$work/meadow.rom
"$oxcart" pack rom/carts/meadow -o "$rom" --strict --quiet >"$work/out" 2>&1 && "$oxcart" check "$rom" --strict >>"$work/out" 2>&1
judge meadow_packs $? "$(tail -n 1 "$work/out")"

# The hero walks, jumps and takes coins, the camera goes near and far.
printf '5 hold RIGHT 60\n40 press A\n42 release A\n80 press B\n82 release B\n90 hold LEFT 25\n110 press B\n112 release B\n118 press A\n120 release A\n' >"$work/input"
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames "$TICKS" --hash --input "$work/input" --record "$work/game.session" --thorough >"$work/game.said" 2>&1
grep '^frame=' "$work/game.said" >"$work/game.pictures"
[ "$(wc -l <"$work/game.pictures")" -eq "$TICKS" ] && [ "$(cut -d= -f3 "$work/game.pictures" | sort -u | wc -l)" -gt $((TICKS * 2 / 3)) ] && ! grep -q 'error\|warning' "$work/game.said"
judge meadow_plays $? "$(grep -v '^frame=' "$work/game.said" | tail -n 1)"
# The picture of frame 105 in the cart's own size was looked at before it was written down.
got=$("$oxcart" run "$rom" --headless --frames 106 --hash 2>&1 | sed -n 's/^frame=105 hash=//p')
[ "$got" = a36ca0d4 ]
judge meadow_gives_its_picture $? "$got"

# Saved at step 40 and loaded at step 100: what follows is what followed step 40.
printf '5 hold RIGHT 170\n40 press SELECT\n42 release SELECT\n100 press START\n102 release START\n' >"$work/keys"
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames 180 --hash --input "$work/keys" --saves "$work/saves" >"$work/saved" 2>&1
hash() { sed -n "s/^frame=$1 hash=//p" "$work/saved"; }
bad=
for step in 5 9 20 41 55; do
    [ -n "$(hash $((40 + step)))" ] && [ "$(hash $((40 + step)))" = "$(hash $((100 + step)))" ] || bad="$bad $step"
done
[ -z "$bad" ] && [ "$(hash 98)" != "$(hash 38)" ]
judge meadow_saved_in_its_middle_goes_on $? "not$bad: $(grep -v '^frame=' "$work/saved" | tail -n 1)"

# ---- the other machines ----

play_everywhere meadow_same_state "$rom" "$work/game" "$TICKS"
