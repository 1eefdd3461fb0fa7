#!/bin/sh
# A cart with linear light looks on the Game Boy Advance's screen as on the desktop's, to the bit, and frames have the hashes of the
# pixels in front of the ramp: sh tests/scripts/ports/light_ports.sh
B=${B:-build}
MAKE=${MAKE:-make}
oxcart=$B/oxcart
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
skip_all() {
    for name in light_ports_show_the_same_picture light_ports_draw_the_same_pixels; do echo "skip $name $1"; done
    exit 0
}
command -v arm-none-eabi-gcc >/dev/null || skip_all "no arm-none-eabi-gcc here"
echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1 || skip_all "no libmgba here"
if ! "$MAKE" -s B="$B" "$oxcart" "$B/gba_runner" players >"$work/log" 2>&1; then
    echo "FAIL light_ports_show_the_same_picture it does not build: $(grep -m 1 -i error "$work/log")"
    exit 0
fi
printf 'v 1 0 0\nv -1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nf 1 3 5\nf 3 2 5\nf 2 4 5\nf 4 1 5\n' >"$work/ball.obj"
cat >"$work/cart.txt" <<'E2'
title Light
version 1.0
size 240x160
format bgr555
budget 200K
linear-light on
material ball colour=#C08040
mesh ball ball.obj material=ball
scene main
  background #204080
  ambient 0.2
  camera at=0,0,4 target=0,0,0
  light sun direction=-1,-2,-2
  object ball
end
E2
if ! { "$oxcart" pack "$work" -o "$work/on.rom" --quiet &&
    "$oxcart" run "$work/on.rom" --headless --frames 3 --gamma 1.0 --hash --shot "$work/host.png" --quiet >"$work/host.log" &&
    "$oxcart" run "$work" --set linear-light=off --headless --frames 3 --shot "$work/off.png" --quiet &&
    "$oxcart" export "$work/on.rom" --gba "$work/on.gba" --deterministic --log-hashes --frames 3 &&
    "$B/gba_runner" "$work/on.gba" --frames 120 --shot "last:$work/gba.png" >"$work/gba.log"; } >"$work/log" 2>&1; then
    echo "FAIL light_ports_show_the_same_picture $(tail -n 1 "$work/log")"
    exit 0
fi
if "$oxcart" diff "$work/host.png" "$work/gba.png" >"$work/log" 2>&1 && ! "$oxcart" diff "$work/host.png" "$work/off.png" >/dev/null 2>&1; then
    echo "ok light_ports_show_the_same_picture"
else
    echo "FAIL light_ports_show_the_same_picture $(head -n 1 "$work/log")"
fi
hash=$(grep -o 'frame=2 hash=[0-9a-f]*' "$work/host.log")
if [ -n "$hash" ] && grep -q "$hash" "$work/gba.log"; then
    echo "ok light_ports_draw_the_same_pixels"
else
    echo "FAIL light_ports_draw_the_same_pixels not $hash: $(grep -m 1 hash "$work/gba.log")"
fi
