#!/bin/sh
# What pictures of two dimensions cost: cycles on the Game Boy Advance, instructions a pixel on this machine.
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/bench
mkdir -p "$work"

echo "== Two dimensions on the Game Boy Advance, libmgba: 240x160 PAL8, recording, clearing, bands and handing over =="
if command -v arm-none-eabi-gcc >/dev/null 2>&1 && "$MAKE" -s B="$B" "$B/gba/flat_bench.gba" "$B/gba_runner" "$B/flat_sheets" >/dev/null 2>&1; then
    echo "tiles8, tiles16: a scrolling screen of them under 64 keyed sprites of 16x16; layers: three and 32 sprites; letters: 200"
    "$B/flat_sheets" "$B/gba/flat_bench.gba" "$work/flat.gba" && "$B/gba_runner" "$work/flat.gba" --frames 600 2>/dev/null |
        awk 'NF == 2 && $2 ~ /^[0-9]+$/ { printf "%-20s %10d cycles\n", $1, $2 }'
else
    echo "skipped: needs arm-none-eabi-gcc and libmgba"
fi

# Instructions of 40 more pictures.
counted() { # what, format, pictures
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$B/flat_bench" "$1" "$2" "$3" 2>&1 | sed -n 's/.*Collected : //p'
}
a_picture() { echo $((($(counted "$1" "$2" 44) - $(counted "$1" "$2" 4)) / 40)); }

echo "== Two dimensions on this machine, callgrind: 320x240 XRGB8888, instructions a pixel drawn =="
if ! command -v valgrind >/dev/null 2>&1 || ! "$MAKE" -s B="$B" "$B/flat_bench" >/dev/null 2>&1; then
    echo "skipped: needs valgrind"
    exit 0
fi
for format in own indexed; do
    nothing=$(a_picture 0 $format)
    for what in "1 tiles 76800" "2 keyed 65536" "3 blended 65536"; do
        # shellcheck disable=SC2086
        set -- $what
        awk -v name="$2 $format" -v sum="$(a_picture "$1" $format)" -v none="$nothing" -v pixels="$3" \
            'BEGIN { if (name ~ /^tiles/) none = 0; printf "%-20s %10.2f\n", name, (sum - none) / pixels }'
    done
done
