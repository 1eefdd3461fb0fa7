#!/bin/sh
# The small player for the Game Boy Advance: palette pictures alone, without the fragment pipeline, compiled for size. It plays the
# showcase with the pixels of the other, and its rasterizer has at most 53 KB of code.
B=${B:-build}
MAKE=${MAKE:-make}
oxcart=$B/oxcart
names="gba_small_plays_alike gba_small_code gba_small_refuses_other_players gba_player_follows_the_cart gba_players_play_alike gba_bands_of_carts"
skip_all() {
    for name in $names; do echo "skip $name $1"; done
    exit 0
}
command -v arm-none-eabi-gcc >/dev/null || skip_all "no arm-none-eabi-gcc here"
if ! "$MAKE" -s B="$B" "$B/gba/small.gba" players "$oxcart" "$B/showcase.rom" >"$B/gba_small.log" 2>&1; then
    echo "FAIL gba_small_code it does not build: $(grep -m 1 -iE 'error|assert' "$B/gba_small.log")"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if command -v python3 >/dev/null; then
    code=$(python3 tests/linked.py "$B/gba/small.map" raster)
    echo "# raster in the small player: $code bytes; the player: $(wc -c <"$B/gba/small.gba")"
    if [ "$code" -gt 20000 ] && [ "$code" -le 54272 ]; then
        echo "ok gba_small_code"
    else
        echo "FAIL gba_small_code $code bytes, 54272 are the most"
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

# Which player an image gets: the plain one, unless the picture has 15 bits or a material wants more. --player overrides.
mkdir "$work/cart"
cat >"$work/cart/thing.obj" <<'END'
v -1 -1 0
v 1 -1 0
v 0 1 0
f 1 2 3
END
make_cart() { # file, format, material, size, another light, another line
    cat >"$work/cart/cart.txt" <<END
title "Choice"
size ${4:-120x80}
format $2
budget 128K
${6:-}
material m colour=#C08040 shading=flat $3
mesh thing thing.obj material=m
scene main
  camera at=0,0,4 target=0,0,0
  light sun direction=-1,-2,-3
  ${5:-}
  object thing spin=60,0,0
end
END
    "$oxcart" pack "$work/cart" -o "$work/$1.rom" --quiet
    "$oxcart" export "$work/$1.rom" --gba "$work/$1.gba" --log-hashes --frames 4 >"$work/$1.said"
}
make_cart plain pal8 ""
make_cart glass pal8 "opacity=0.5"
make_cart lit pal8 "emissive=#400000"
make_cart direct bgr555 ""
make_cart sun pal8 "" 240x160
make_cart lamp pal8 "" 240x160 "light point at=1,1,2 range=6"
cp rom/carts/showcase/cobble.xpm "$work/cart/"
make_cart picture pal8 "" 240x160 "" "texture cobble cobble.xpm"
make_cart lit_picture pal8 "" 240x160 "light point at=1,1,2 range=6" "texture cobble cobble.xpm"
make_cart packed pal8 "" 240x160 "" "compress on"
wrong=
grep -q 'with the plain player$' "$work/plain.said" || wrong="$wrong plain"
for name in glass lit direct; do
    grep -q 'for the Game Boy Advance$' "$work/$name.said" || wrong="$wrong $name"
    [ "$(wc -c <"$work/$name.gba")" -gt "$(($(wc -c <"$work/plain.gba") + 65536))" ] || wrong="$wrong $name-size"
done
"$oxcart" export "$work/plain.rom" --gba "$work/over.gba" --player "$B/gba/base.gba" >"$work/over.said"
grep -q 'for the Game Boy Advance$' "$work/over.said" && cmp -s -n 4096 "$B/gba/base.gba" "$work/direct.gba" -i 0x200 || wrong="$wrong override"
if [ -z "$wrong" ]; then echo "ok gba_player_follows_the_cart"; else echo "FAIL gba_player_follows_the_cart$wrong"; fi

if ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip gba_players_play_alike no libmgba here"
    echo "skip gba_bands_of_carts no libmgba here"
    echo "skip gba_small_plays_alike no libmgba here"
    exit 0
fi
"$MAKE" -s B="$B" "$B/gba_runner" >/dev/null 2>&1
wrong=
for name in plain glass lit direct sun lamp picture lit_picture packed; do
    "$B/gba_runner" "$work/$name.gba" 2>/dev/null >"$work/$name.log"
    grep '^frame=.*hash' "$work/$name.log" >"$work/got"
    "$oxcart" run "$work/$name.rom" --headless --frames 4 --hash 2>/dev/null | grep '^frame=.*hash' >"$work/wanted"
    [ -s "$work/got" ] && cmp -s "$work/got" "$work/wanted" || wrong="$wrong $name"
done
"$oxcart" export "$B/showcase.rom" --gba "$work/plain.gba" --log-hashes --frames 6 >"$work/said"
"$B/gba_runner" "$work/plain.gba" 2>/dev/null | grep '^frame=.*hash' >"$work/got"
"$oxcart" run "$B/showcase.rom" --headless --frames 6 --hash 2>/dev/null | grep '^frame=.*hash' >"$work/wanted"
grep -q 'with the plain player$' "$work/said" && [ -s "$work/got" ] && cmp -s "$work/got" "$work/wanted" || wrong="$wrong showcase"
if [ -z "$wrong" ]; then echo "ok gba_players_play_alike"; else echo "FAIL gba_players_play_alike$wrong"; fi
# A cart without pictures, with one light or with nothing packed has the place of what others need; what is packed may be anything.
lines_of() { sed -n 's/.* bands of \([0-9]*\) lines in fast memory.*/\1/p' "$work/$1.log" | tr '\n' ' '; }
if [ "$(lines_of sun)$(lines_of lamp)$(lines_of picture)$(lines_of lit_picture)$(lines_of packed)" = "27 27 20 18 20 " ]; then
    echo "ok gba_bands_of_carts"
else
    echo "FAIL gba_bands_of_carts $(lines_of sun)$(lines_of lamp)$(lines_of picture)$(lines_of lit_picture)$(lines_of packed)"
fi

"$oxcart" export "$B/showcase.rom" --gba "$work/small.gba" --player "$B/gba/small.gba" --log-hashes --frames 6 >/dev/null
"$B/gba_runner" "$work/small.gba" 2>/dev/null | grep '^frame=.*hash' >"$work/got"
"$oxcart" run "$B/showcase.rom" --headless --frames 6 --hash 2>/dev/null | grep '^frame=.*hash' >"$work/wanted"
if [ -s "$work/got" ] && cmp -s "$work/got" "$work/wanted"; then
    echo "ok gba_small_plays_alike"
else
    echo "FAIL gba_small_plays_alike $(diff "$work/wanted" "$work/got" | head -n 3 | tr '\n' ' ')"
fi
