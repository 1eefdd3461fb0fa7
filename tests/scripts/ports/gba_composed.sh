#!/bin/sh
# Pictures that the Game Boy Advance's display composes of layers and sprites, as libmgba shows them: those that the desktop draws, pixel by pixel, in games
# that lie still, that scroll, and that mix colours; and that the display did compose them.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/gba_composed
oxcart=$B/oxcart
if ! command -v arm-none-eabi-nm >/dev/null || ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip gba_composed no arm-none-eabi-gcc or no libmgba here"
    exit 0
fi
rm -rf "$work"
mkdir -p "$work"
if ! "$MAKE" -s B="$B" "$oxcart" "$B/gba/base.gba" "$B/gba/base.nm" "$B/gba_runner" >"$work/build" 2>&1; then
    echo "FAIL gba_composed the player does not build: $(grep -m 1 -i error "$work/build")"
    exit 1
fi

# A game plays some pictures with buttons held from the beginning; the last one is compared.
compare() { # name, buttons or -, pictures, least of them that the display composes
    name=$1 buttons=$2 pictures=$3 least=$4 keys='' shot=$work/$1.$3
    : >"$work/input"
    if [ "$buttons" != - ]; then
        keys="--keys 1:$buttons"
        echo "$buttons" | tr + '\n' | sed 's/^/0 press /' >"$work/input"
    fi
    # shellcheck disable=SC2086
    "$oxcart" run "$work/$name.rom" --headless --frames "$pictures" --input "$work/input" --shot "$shot.host.png" --quiet >"$work/log" 2>&1 &&
        "$oxcart" export "$work/$name.rom" --gba "$work/$name.gba" --player "$B/gba/base.gba" --deterministic --frames "$pictures" >>"$work/log" 2>&1 &&
        "$B/gba_runner" "$work/$name.gba" --frames 4000 $keys --profile "$B/gba/base.nm" --calls --quiet --shot "last:$shot.gba.png" >"$work/profile" 2>>"$work/log" &&
        "$oxcart" diff "$shot.host.png" "$shot.gba.png" --within 7 >>"$work/log" 2>&1
    judge "gba_composed_${name}_after_${pictures}_pictures" $? "$(tail -n 1 "$work/log")"
    composed=$(sed -n 's/.* in *\([0-9]*\) calls from plat_present to gba_compose_show$/\1/p' "$work/profile")
    [ "${composed:-0}" -ge "$least" ]
    judge "gba_composed_${name}_composes_$least" $? "${composed:-0} pictures"
}

while read -r cart buttons pictures least; do
    name=$(basename "$cart")
    [ -f "$work/$name.rom" ] || "$oxcart" pack "rom/carts/$cart" -o "$work/$name.rom" --quiet >"$work/log" 2>&1
    compare "$name" "$buttons" "$pictures" "$least"
done <<'LIST'
hop - 40 40
hop RIGHT+A 90 80
hop RIGHT+A 181 160
bjorn - 60 0
bjorn RIGHT+A 150 75
bjorn RIGHT+A 290 150
ship RIGHT+A 120 100
ship RIGHT+A 240 200
duel - 50 40
ring - 90 0
ring A 150 60
chase LEFT+A 200 150
blocks LEFT+A 150 100
bricks LEFT+A 160 0
LIST
