#!/bin/sh
# The small player for the Game Boy Advance: palette pictures alone, without the general path, compiled for size. It plays the
# showcase with the pixels of the other, and its rasterizer has at most 48 KB of code.
B=${B:-build}
MAKE=${MAKE:-make}
oxcart=$B/oxcart
names="gba_small_plays_alike gba_small_code gba_small_refuses_other_players"
skip_all() {
    for name in $names; do echo "skip $name $1"; done
    exit 0
}
command -v arm-none-eabi-gcc >/dev/null || skip_all "no arm-none-eabi-gcc here"
if ! "$MAKE" -s B="$B" "$B/gba/small.gba" >"$B/gba_small.log" 2>&1; then
    echo "FAIL gba_small_code it does not build: $(grep -m 1 -iE 'error|assert' "$B/gba_small.log")"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if command -v python3 >/dev/null; then
    code=$(python3 tests/linked.py "$B/gba/small.map" raster)
    echo "# raster in the small player: $code bytes; the player: $(wc -c <"$B/gba/small.gba")"
    if [ "$code" -gt 20000 ] && [ "$code" -le 49152 ]; then
        echo "ok gba_small_code"
    else
        echo "FAIL gba_small_code $code bytes, 49152 are the most"
    fi
else
    echo "skip gba_small_code no python3 here"
fi

if "$oxcart" export "$B/showcase.rom" --gba "$work/no.gba" --player "$B/oxcart" 2>"$work/out" ||
    ! grep -q 'this is no player for the Game Boy Advance' "$work/out" || [ -e "$work/no.gba" ]; then
    echo "FAIL gba_small_refuses_other_players $(cat "$work/out")"
else
    echo "ok gba_small_refuses_other_players"
fi

if ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip gba_small_plays_alike no libmgba here"
    exit 0
fi
"$MAKE" -s B="$B" "$B/gba_runner" >/dev/null 2>&1
"$oxcart" export "$B/showcase.rom" --gba "$work/small.gba" --player "$B/gba/small.gba" --log-hashes --frames 6 >/dev/null
"$B/gba_runner" "$work/small.gba" 2>/dev/null | grep '^frame=.*hash' >"$work/got"
"$oxcart" run "$B/showcase.rom" --headless --frames 6 --hash 2>/dev/null | grep '^frame=.*hash' >"$work/wanted"
if [ -s "$work/got" ] && cmp -s "$work/got" "$work/wanted"; then
    echo "ok gba_small_plays_alike"
else
    echo "FAIL gba_small_plays_alike $(diff "$work/wanted" "$work/got" | head -n 3 | tr '\n' ' ')"
fi
