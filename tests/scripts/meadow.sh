#!/bin/sh
# Flat pictures on every machine: the cart of rom/carts/meadow, with its layers, sprites, flip-books and a camera that follows, gives the same
# pictures and the same state, step by step; and a game that is saved in its middle goes on alike.
B=${B:-build}
MAKE=${MAKE:-make}
TICKS=${TICKS:-150}
work=$B/meadow
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart
unset DISPLAY

judge() { # name, condition's status, what went wrong
    if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAIL $1 $3"; fi
}
missing() { for tool in "$@"; do command -v "$tool" >/dev/null || { echo "$tool"; return; }; done; }

"$MAKE" -s B="$B" "$oxcart" >"$work/build" 2>&1 || { echo "FAIL meadow oxcart does not build"; exit 1; }
rom=$work/meadow.rom
"$oxcart" pack rom/carts/meadow -o "$rom" --strict --quiet >"$work/out" 2>&1 && "$oxcart" check "$rom" --strict >>"$work/out" 2>&1
judge meadow_packs $? "$(tail -n 1 "$work/out")"

# The hero walks, jumps and takes coins, the camera goes near and far.
printf '5 hold RIGHT 60\n40 press A\n42 release A\n80 press B\n82 release B\n90 hold LEFT 25\n110 press B\n112 release B\n118 press A\n120 release A\n' >"$work/input"
size='--size 72x48 --format pal8'
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames "$TICKS" --hash --input "$work/input" --record "$work/session" --thorough >"$work/recorded" 2>&1
grep '^frame=' "$work/recorded" >"$work/pictures"
[ "$(wc -l <"$work/pictures")" -eq "$TICKS" ] && [ "$(cut -d= -f3 "$work/pictures" | sort -u | wc -l)" -gt $((TICKS * 2 / 3)) ] && ! grep -q 'error\|warning' "$work/recorded"
judge meadow_plays $? "$(grep -v '^frame=' "$work/recorded" | tail -n 1)"
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

equal="replay=$TICKS/$TICKS checks=$TICKS equal"
word() { # little-endian
    printf "\\$(printf %o $(($1 & 255)))\\$(printf %o $(($1 >> 8 & 255)))\\$(printf %o $(($1 >> 16 & 255)))\\$(printf %o $(($1 >> 24 & 255)))"
}

if [ -n "$(missing arm-none-eabi-gcc)" ] || ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip meadow_same_state_gba no arm-none-eabi-gcc or libmgba here"
elif ! "$MAKE" -s B="$B" "$B/gba_runner" players >"$work/build" 2>&1; then
    echo "FAIL meadow_same_state_gba $(grep -m 1 -iE 'error|undefined' "$work/build")"
else
    # shellcheck disable=SC2086
    "$oxcart" export "$rom" --gba "$work/t.gba" --log-hashes --deterministic $size --frames "$TICKS" >"$work/out" 2>&1
    at=$((($(wc -c <"$work/t.gba") + 15) / 16 * 16))
    dd if="$work/session" of="$work/t.gba" bs=16 seek=$((at / 16)) conv=notrunc 2>/dev/null
    word $at | dd of="$work/t.gba" bs=1 seek=292 conv=notrunc 2>/dev/null
    word "$(wc -c <"$work/session")" | dd of="$work/t.gba" bs=1 seek=296 conv=notrunc 2>/dev/null
    "$B/gba_runner" "$work/t.gba" --frames 60000 >"$work/gba" 2>&1
    grep '^frame=' "$work/gba" | cmp -s - "$work/pictures" && grep -q "$equal" "$work/gba"
    judge meadow_same_state_gba $? "$(grep -v '^frame=' "$work/gba" | tail -n 2 | tr '\n' ' ')"
fi

if [ -n "$(missing arm-none-eabi-gcc qemu-system-arm)" ]; then
    echo "skip meadow_same_state_mps2 no $(missing arm-none-eabi-gcc qemu-system-arm) here"
elif ! "$MAKE" -s B="$B" "$B/mps2/player.elf" >"$work/build" 2>&1; then
    echo "FAIL meadow_same_state_mps2 $(grep -m 1 -iE 'error|undefined' "$work/build")"
else
    sh platform/mps2/run.sh "$B/mps2/player.elf" "$rom" "$TICKS" --hashes --size 72x48 --format 0 --replay "$work/session" >"$work/mps2" 2>&1
    grep '^frame=' "$work/mps2" | cmp -s - "$work/pictures" && grep -q "$equal" "$work/mps2"
    judge meadow_same_state_mps2 $? "$(tail -n 2 "$work/mps2" | tr '\n' ' ')"
fi

if [ -n "$(missing clang wasm-ld node)" ]; then
    echo "skip meadow_same_state_web no $(missing clang wasm-ld node) here"
else
    # shellcheck disable=SC2086
    "$oxcart" export "$rom" --web "$work/t.html" --log-hashes --deterministic $size --frames "$TICKS" >"$work/out" 2>&1
    node tests/web/page.js "$work/t.html" --replay "$work/session" >"$work/web" 2>&1
    grep '^frame=' "$work/web" | cmp -s - "$work/pictures" && grep -q "$equal" "$work/web"
    judge meadow_same_state_web $? "$(grep -v '^frame=' "$work/web" | tail -n 2 | tr '\n' ' ')"
fi

if [ -n "$(missing powerpc-linux-gnu-gcc qemu-ppc)" ]; then
    echo "skip meadow_same_state_bigendian no $(missing powerpc-linux-gnu-gcc qemu-ppc) here"
elif ! "$MAKE" -s B="$B" "$B/bigendian/oxcart" >"$work/build" 2>&1; then
    echo "FAIL meadow_same_state_bigendian $(grep -m 1 -iE 'error|undefined' "$work/build")"
else
    # shellcheck disable=SC2086
    timeout 300 qemu-ppc "$B/bigendian/oxcart" run "$rom" --headless $size --hash --threads 1 --replay "$work/session" >"$work/be" 2>&1
    grep '^frame=' "$work/be" | cmp -s - "$work/pictures" && grep -q "^replay: $TICKS of $TICKS ticks, $TICKS checks equal" "$work/be"
    judge meadow_same_state_bigendian $? "$(tail -n 1 "$work/be")"
fi
