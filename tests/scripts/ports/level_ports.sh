#!/bin/sh
# A game whose world stands in the texts of levels (rom/carts/fold): a recording of it gives the same pictures and the same state, step by step, on
# every machine, and what one machine saves another goes on with.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
TICKS=${TICKS:-400}
work=$B/level_ports
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart view=64x48
. tests/ports/everywhere.sh

"$MAKE" -s B="$B" "$oxcart" >"$work/build" 2>&1 || { echo "FAIL level_ports oxcart does not build"; exit 1; }
rom=$work/fold.rom
"$oxcart" pack rom/carts/fold -o "$rom" --strict --quiet >"$work/out" 2>&1 && "$oxcart" check "$rom" --strict >>"$work/out" 2>&1
judge level_cart_packs $? "$(tail -n 1 "$work/out")"

# Dusk and its waves, a walk through three areas and back, rails that break, the summer meadow and its lamb, home again.
cat >"$work/input" <<'END'
3 hold RIGHT 10
14 hold UP 20
36 hold LEFT 10
50 press R
52 release R
60 press A
62 release A
70 hold RIGHT 150
230 hold LEFT 70
310 press L
312 release L
316 press R
318 release R
330 hold UP 20
360 press L
362 release L
END
record_game "$rom" "$TICKS" "$work/input" "$work/game"
[ "$(wc -l <"$work/game.pictures")" -eq "$TICKS" ] && ! grep -q error "$work/game.said"
judge level_cart_plays $? "$(grep -v '^frame=' "$work/game.said" | tail -n 1)"
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames "$TICKS" --input "$work/input" >"$work/told" 2>&1
grep -qE '^[0-9]*1[0-9]{3}$' "$work/told" && grep -qE '^12[0-9]{3}$|^2[0-9]{3}$' "$work/told" # both versions of the rail
judge level_cart_breaks_its_rail $? "$(tail -n 1 "$work/told")"

play_here level_same_state "$rom" "$work/game" "$TICKS"

# Two seconds back, among the waves and behind the broken rail: the game goes on, and that is no other game than going on without it would be.
cat >"$work/back" <<'END'
50 press R
52 release R
300 press Y
302 release Y
END
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames "$TICKS" --hash --input "$work/back" >"$work/rewound" 2>&1
frames() { sed -n "s/^frame=$2\\([0-9]\\) /\\1 /p" "$1"; } # file, all but the last digit
frames "$work/rewound" 18 | tail -n +2 >"$work/before"
frames "$work/rewound" 30 | tail -n +2 >"$work/after"
[ "$(wc -l <"$work/before")" -eq 9 ] && cmp -s "$work/before" "$work/after"
judge level_rewinds_two_seconds $? 'the pictures behind the way back are not those of before'

# ---- saved here, gone on with there ----

printf '50 press R\n52 release R\n290 press B\n292 release B\n' >"$work/save"
printf '5 press X\n7 release X\n' >"$work/load"
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames 340 --hash --input "$work/save" --saves "$work/saves" >"$work/saving" 2>&1
cp "$work/saves" "$work/saves.other" 2>>"$work/out"
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames 60 --hash --input "$work/load" --saves "$work/saves" >"$work/loaded" 2>&1
hashes() { sed -n 's/^frame=[0-9]* hash=//p' "$1"; }
first=$(hashes "$work/loaded" | sed -n 10p)
hashes "$work/saving" | sed -n "/^$first/,\$p" | head -n 30 >"$work/before"
hashes "$work/loaded" | tail -n +10 | head -n 30 >"$work/after"
[ "$(sort -u "$work/after" | wc -l)" -gt 20 ] && cmp -s "$work/before" "$work/after"
judge level_game_is_saved_and_goes_on $? "$(tail -n 1 "$work/loaded")"

# ---- the other machines ----

play_everywhere level_same_state "$rom" "$work/game" "$TICKS"
if port_is_ready level_saved_here_goes_on_there bigendian; then
    run_bigendian "$rom" --frames 60 --input "$work/load" --saves "$work/saves.other"
    grep '^frame=' "$work/loaded" >"$work/wanted"
    grep '^frame=' "$work/bigendian" | cmp -s - "$work/wanted"
    judge level_saved_here_goes_on_there $? "$(tail -n 1 "$work/bigendian")"
fi
