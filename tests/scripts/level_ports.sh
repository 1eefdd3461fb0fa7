#!/bin/sh
# A game whose world stands in the texts of levels (rom/carts/fold): a recording of it gives the same pictures and the same state, step by step, on
# every machine, and what one machine saves another goes on with.
B=${B:-build}
MAKE=${MAKE:-make}
TICKS=${TICKS:-400}
work=$B/level_ports
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart

judge() { # name, condition's status, what went wrong
    if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAIL $1 $3"; fi
}
missing() { for tool in "$@"; do command -v "$tool" >/dev/null || { echo "$tool"; return; }; done; }

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
size='--size 64x48 --format pal8'
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames "$TICKS" --hash --input "$work/input" --record "$work/session" --thorough >"$work/recorded" 2>&1
grep '^frame=' "$work/recorded" >"$work/pictures"
[ "$(wc -l <"$work/pictures")" -eq "$TICKS" ] && ! grep -q error "$work/recorded"
judge level_cart_plays $? "$(grep -v '^frame=' "$work/recorded" | tail -n 1)"
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames "$TICKS" --input "$work/input" >"$work/told" 2>&1
grep -qE '^[0-9]*1[0-9]{3}$' "$work/told" && grep -qE '^12[0-9]{3}$|^2[0-9]{3}$' "$work/told" # both versions of the rail
judge level_cart_breaks_its_rail $? "$(tail -n 1 "$work/told")"

for threads in 1 2; do
    # shellcheck disable=SC2086
    "$oxcart" run "$rom" --headless $size --hash --replay "$work/session" --threads $threads >"$work/host" 2>&1
    grep '^frame=' "$work/host" | cmp -s - "$work/pictures" && grep -q "^replay: $TICKS of $TICKS ticks, $TICKS checks equal" "$work/host"
    judge "level_same_state_threads_$threads" $? "$(tail -n 1 "$work/host")"
done

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

equal="replay=$TICKS/$TICKS checks=$TICKS equal"
word() { # little-endian
    printf "\\$(printf %o $(($1 & 255)))\\$(printf %o $(($1 >> 8 & 255)))\\$(printf %o $(($1 >> 16 & 255)))\\$(printf %o $(($1 >> 24 & 255)))"
}

if [ -n "$(missing arm-none-eabi-gcc)" ] || ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip level_same_state_gba no arm-none-eabi-gcc or libmgba here"
elif ! "$MAKE" -s B="$B" "$B/gba_runner" players >"$work/build" 2>&1; then
    echo "FAIL level_same_state_gba the runner does not build"
else
    # shellcheck disable=SC2086
    "$oxcart" export "$rom" --gba "$work/s.gba" --log-hashes --deterministic $size --frames "$TICKS" >"$work/out" 2>&1
    at=$((($(wc -c <"$work/s.gba") + 15) / 16 * 16))
    dd if="$work/session" of="$work/s.gba" bs=16 seek=$((at / 16)) conv=notrunc 2>/dev/null
    word $at | dd of="$work/s.gba" bs=1 seek=292 conv=notrunc 2>/dev/null
    word "$(wc -c <"$work/session")" | dd of="$work/s.gba" bs=1 seek=296 conv=notrunc 2>/dev/null
    "$B/gba_runner" "$work/s.gba" --frames 60000 >"$work/gba" 2>&1
    grep '^frame=' "$work/gba" | cmp -s - "$work/pictures" && grep -q "$equal" "$work/gba"
    judge level_same_state_gba $? "$(grep -v '^frame=' "$work/gba" | tail -n 2 | tr '\n' ' ')"
fi

if [ -n "$(missing arm-none-eabi-gcc qemu-system-arm)" ]; then
    echo "skip level_same_state_mps2 no $(missing arm-none-eabi-gcc qemu-system-arm) here"
elif ! "$MAKE" -s B="$B" "$B/mps2/player.elf" >"$work/build" 2>&1; then
    echo "FAIL level_same_state_mps2 the player does not build: $(grep -m 1 -iE 'error|undefined' "$work/build")"
else
    sh platform/mps2/run.sh "$B/mps2/player.elf" "$rom" "$TICKS" --hashes --size 64x48 --format 0 --replay "$work/session" >"$work/mps2" 2>&1
    grep '^frame=' "$work/mps2" | cmp -s - "$work/pictures" && grep -q "$equal" "$work/mps2"
    judge level_same_state_mps2 $? "$(tail -n 2 "$work/mps2" | tr '\n' ' ')"
fi

if [ -n "$(missing clang wasm-ld node)" ]; then
    echo "skip level_same_state_web no $(missing clang wasm-ld node) here"
else
    # shellcheck disable=SC2086
    "$oxcart" export "$rom" --web "$work/s.html" --log-hashes --deterministic $size --frames "$TICKS" >"$work/out" 2>&1
    node tests/web/page.js "$work/s.html" --replay "$work/session" >"$work/web" 2>&1
    grep '^frame=' "$work/web" | cmp -s - "$work/pictures" && grep -q "$equal" "$work/web"
    judge level_same_state_web $? "$(grep -v '^frame=' "$work/web" | tail -n 2 | tr '\n' ' ')"
fi

if [ -n "$(missing powerpc-linux-gnu-gcc qemu-ppc)" ]; then
    echo "skip level_same_state_bigendian no $(missing powerpc-linux-gnu-gcc qemu-ppc) here"
elif ! "$MAKE" -s B="$B" "$B/bigendian/oxcart" >"$work/build" 2>&1; then
    echo "FAIL level_same_state_bigendian oxcart does not build: $(grep -m 1 -iE 'error|undefined' "$work/build")"
else
    # shellcheck disable=SC2086
    timeout 300 qemu-ppc "$B/bigendian/oxcart" run "$rom" --headless $size --hash --threads 1 --replay "$work/session" >"$work/be" 2>&1
    grep '^frame=' "$work/be" | cmp -s - "$work/pictures" && grep -q "^replay: $TICKS of $TICKS ticks, $TICKS checks equal" "$work/be"
    judge level_same_state_bigendian $? "$(tail -n 1 "$work/be")"
    # shellcheck disable=SC2086
    timeout 300 qemu-ppc "$B/bigendian/oxcart" run "$rom" --headless $size --frames 60 --hash --threads 1 --input "$work/load" --saves "$work/saves.other" >"$work/be" 2>&1
    grep '^frame=' "$work/loaded" >"$work/wanted"
    grep '^frame=' "$work/be" | cmp -s - "$work/wanted"
    judge level_saved_here_goes_on_there $? "$(tail -n 1 "$work/be")"
fi
