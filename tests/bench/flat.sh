#!/bin/sh
# What pictures of two dimensions cost: cycles on the Game Boy Advance, instructions a pixel on this machine.
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/bench
effects=$work/flat_effects.txt
mkdir -p "$work"
rm -f "$effects" "$work/flat_gba.txt"

echo "== Two dimensions on the Game Boy Advance, libmgba: 240x160 PAL8, recording, clearing, bands and handing over =="
if command -v arm-none-eabi-gcc >/dev/null 2>&1 && "$MAKE" -s B="$B" "$B/gba/flat_bench.gba" "$B/gba_runner" "$B/flat_sheets" >/dev/null 2>&1; then
    echo "tiles8, tiles16: a scrolling screen of them under 64 keyed sprites of 16x16; layers: three and 32 sprites; letters: 200"
    "$B/flat_sheets" "$B/gba/flat_bench.gba" "$work/flat.gba" && "$B/gba_runner" "$work/flat.gba" --frames 1200 2>/dev/null >"$work/flat_gba.txt"
    awk '$1 == "effects" { exit } NF == 2 && $2 ~ /^[0-9]+$/ { printf "%-20s %10d cycles\n", $1, $2 }' "$work/flat_gba.txt"
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

# NAME, cycles a pixel on the Game Boy Advance or -, instructions a pixel here; tests/scripts/costs/sprite_effects.sh holds them to limits.
nothing=$(a_picture 0 own)
"$B/flat_bench" effects | while read -r kind name pixels; do
    cycles=$(awk -v name="$name" '$1 == "effects" { on = 1 } on && $1 == name { printf "%.2f", $2 / 100 }' "$work/flat_gba.txt" 2>/dev/null)
    format=own
    [ "$name" = remap ] && format=indexed
    awk -v name="$name" -v cycles="${cycles:--}" -v sum="$(a_picture "$kind" $format)" -v none="$nothing" -v pixels="$pixels" \
        'BEGIN { printf "%-12s %10s %14.2f\n", name, cycles, (sum - none) / pixels }'
done >"$effects"
echo "== Effects of 32 keyed sprites, each pixel of their boxes as they are seen: cycles on the Game Boy Advance (PAL8), instructions on this machine (XRGB8888) =="
cat "$effects"
