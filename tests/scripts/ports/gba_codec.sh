#!/bin/sh
# Unpacks on a Game Boy Advance, in the emulator: every codec gives the right bytes, and the loop of LZ that is written by hand does
# what its definition in C does.
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/gba_codec
if ! command -v arm-none-eabi-gcc >/dev/null; then
    echo "skip gba_codec no arm-none-eabi-gcc here"
    exit 0
fi
if ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip gba_codec no libmgba here"
    exit 0
fi
mkdir -p "$work"
if ! "$MAKE" -s B="$B" "$B/gba/codec_bench.gba" "$B/gba_runner" "$B/rom_pack" "$B/showcase.rom" >"$work/make.log" 2>&1; then
    echo "FAIL gba_codec it does not build: $(grep -m 1 -iE 'error|assert' "$work/make.log")"
    exit 1
fi
head -c 60000 rom/FORMAT.md >"$work/text"
head -c 60000 "$B/showcase.rom" >"$work/image"
head -c 20000 /dev/zero >"$work/zeros"
failed=0
for codec in 0 1 2 5 6 7; do
    reason=
    for input in text image zeros; do
        "$B/rom_pack" $codec "$work/$input" "$work/packed" "$B/gba/codec_bench.gba" >/dev/null || reason="$input is not packed"
        "$B/gba_runner" "$work/packed.gba" --frames 2000 >"$work/log" 2>/dev/null
        grep -q '^bytes right$' "$work/log" && grep -q '^twins agree$' "$work/log" || reason="$input: $(tr '\n' ' ' <"$work/log")"
        [ $codec$input != 2text ] || grep -q '^looped [1-9]....' "$work/log" || reason="$input: the loop by hand has not run"
        [ $codec$input != 2text ] || grep -q '^refused [1-9]' "$work/log" || reason="$input: the loop by hand has met no damage"
        if [ $codec$input = 2image ] && [ "$(awk '$1 == "cycles" { print $2 }' "$work/log")" -gt 120 ]; then
            reason="$(awk '$1 == "cycles" { printf "%.1f", $2 / 10 }' "$work/log") cycles a byte, 12 wanted"
        fi
        if [ $input = zeros ] && [ $codec = 1 ] && [ "$(awk '$1 == "cycles" { print $2 }' "$work/log")" -gt 50 ]; then
            reason="runs take $(awk '$1 == "cycles" { printf "%.1f", $2 / 10 }' "$work/log") cycles a byte, 5 wanted"
        fi
    done
    if [ -z "$reason" ]; then echo "ok gba_codec_$codec"; else echo "FAIL gba_codec_$codec $reason"; failed=1; fi
done
exit $failed
