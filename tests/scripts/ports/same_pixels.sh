#!/bin/sh
# The same ROM image gives the same pixels on every port: frame hashes of the showcase on this machine, on the
# Game Boy Advance (emulated), on the Cortex-M3 (QEMU) and on a big-endian machine (qemu-user), in several
# sizes and pixel formats.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
FRAMES=${FRAMES:-6}
mkdir -p "$B/same"
rm -f "$B"/same/*.log

first_error() { grep -m 1 -iE 'error|undefined' "$B/same/build.log"; }

if ! "$MAKE" -s B="$B" "$B/oxcart" "$B/showcase.rom" >"$B/same/build.log" 2>&1; then
    echo "FAIL same_pixels oxcart or the showcase does not build: $(first_error)"
    exit 1
fi
rom=$B/showcase.rom

hashes() { grep '^frame=[0-9]* hash=' "$1" | tr 'A-F' 'a-f'; }

compare() { # name, log file of the other machine, log file of this machine
    if [ "$(hashes "$3" | grep -c .)" -ne "$FRAMES" ]; then
        echo "FAIL $1 this machine gave no $FRAMES hashes: $(tail -n 1 "$3")"
    elif [ "$(hashes "$2")" = "$(hashes "$3")" ]; then
        echo "ok $1"
    elif [ -z "$(hashes "$2")" ]; then
        echo "FAIL $1 no hashes: $(tail -n 1 "$2")"
    else
        hashes "$3" >"$B/same/expected"
        difference=$(hashes "$2" | diff - "$B/same/expected" | grep '^[<>]' | head -n 1)
        echo "FAIL $1 the first difference, < there, > here: $difference"
    fi
}

host() { # name, options...
    name=$1
    shift
    "$B/oxcart" run "$rom" --headless --frames "$FRAMES" --hash "$@" >"$B/same/host_$name.log" 2>&1
}

host 240x160_pal8 --size 240x160 --format pal8
host 120x80_bgr555 --size 120x80 --format bgr555
host 96x64_rgb565 --size 96x64 --format rgb565
host 72x48_xrgb8888 --size 72x48 --format xrgb8888
hosts='240x160_pal8 120x80_bgr555 96x64_rgb565 72x48_xrgb8888'

# Bands and processors: whole frame, bands of many heights, one thread.
for lines in 8 16 23 160; do
    host banded_$lines --size 240x160 --format pal8 --bands $lines --threads 1
    compare same_pixels_in_bands_of_$lines "$B/same/host_banded_$lines.log" "$B/same/host_240x160_pal8.log"
done

# A frame that does not fit its display list loses things, and which ones depends on the number of bands.
full=$(grep -h 'display list' "$B"/same/host_*.log | head -n 1)
if [ -n "$full" ]; then
    echo "FAIL same_pixels_showcase_fits $full"
else
    echo "ok same_pixels_showcase_fits"
fi

# Colours at vertices, which the fragment pipeline draws: plain, smooth and on a texture.
coloured=$B/same/coloured
mkdir -p "$coloured"
cp rom/carts/showcase/wood.xpm "$coloured/"
printf 'v -1 -1 1 1 0 0\nv 1 -1 1 0 1 0\nv 0 1 0 0.2 0.2 1\nv 0 -1 -1 1 1 0\nvt 0 0\nvt 1 0\nvt 0.5 1\nvt 0 1\n' >"$coloured/spike.obj"
printf 'f 1/1 2/2 3/3\nf 2/2 4/4 3/3\nf 4/4 1/1 3/3\nf 1/1 4/4 2/2\n' >>"$coloured/spike.obj"
cat >"$coloured/cart.txt" <<'END'
size 96x64
format pal8
budget 96K
frame 24K
texture wood wood.xpm
material flat colour=#FFFFFF shading=flat
material smooth colour=#FFE0C0 shading=gouraud
material wooden texture=wood shading=gouraud
mesh flat spike.obj material=flat
mesh smooth spike.obj material=smooth
mesh wooden spike.obj material=wooden
scene main
  background #203040
  camera at=0,1,6 target=0,0,0
  light sun direction=-1,-2,-1
  object flat at=-2.2,0,0 spin=0,90,0
  object smooth spin=0,90,0
  object wooden at=2.2,0,0 spin=0,90,0
end
END
"$B/oxcart" pack "$coloured" -o "$coloured.rom" --quiet >"$B/same/pack.log" 2>&1
"$B/oxcart" run "$coloured.rom" --headless --frames "$FRAMES" --hash >"$B/same/host_coloured.log" 2>&1

number_of() { # pixel format as the ports count them
    case $1 in pal8) echo 0 ;; rgb565) echo 1 ;; bgr555) echo 2 ;; *) echo 3 ;; esac
}

if [ -n "$(missing arm-none-eabi-gcc)" ]; then
    echo "skip same_pixels_gba no arm-none-eabi-gcc here"
elif ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip same_pixels_gba no libmgba here"
elif ! "$MAKE" -s B="$B" "$B/gba_runner" players >"$B/same/build.log" 2>&1; then
    echo "FAIL same_pixels_gba the runner does not build: $(first_error)"
else
    for name in 240x160_pal8 120x80_bgr555; do
        "$B/oxcart" export "$rom" --gba "$B/same/$name.gba" --log-hashes --deterministic --frames "$FRAMES" \
            --size "${name%_*}" --format "${name#*_}" >"$B/same/gba_$name.log" 2>&1 &&
            "$B/gba_runner" "$B/same/$name.gba" --frames 6000 >"$B/same/gba_$name.log" 2>&1
        compare "same_pixels_gba_$name" "$B/same/gba_$name.log" "$B/same/host_$name.log"
    done
    "$B/oxcart" export "$coloured.rom" --gba "$B/same/coloured.gba" --log-hashes --deterministic --frames "$FRAMES" \
        >"$B/same/gba_coloured.log" 2>&1 &&
        "$B/gba_runner" "$B/same/coloured.gba" --frames 6000 --shot 60:"$B/same/coloured.ppm" >"$B/same/gba_coloured.log" 2>&1
    compare same_pixels_gba_coloured_vertices "$B/same/gba_coloured.log" "$B/same/host_coloured.log"
fi

if [ -n "$(missing arm-none-eabi-gcc qemu-system-arm)" ]; then
    echo "skip same_pixels_mps2 no $(missing arm-none-eabi-gcc qemu-system-arm) here"
elif ! "$MAKE" -s B="$B" "$B/mps2/player.elf" >"$B/same/build.log" 2>&1; then
    echo "FAIL same_pixels_mps2 the player does not build: $(first_error)"
else
    for name in $hosts; do
        sh platform/mps2/run.sh "$B/mps2/player.elf" "$rom" "$FRAMES" --hashes --size "${name%_*}" \
            --format "$(number_of "${name#*_}")" >"$B/same/mps2_$name.log" 2>&1
        compare "same_pixels_mps2_$name" "$B/same/mps2_$name.log" "$B/same/host_$name.log"
    done
    sh platform/mps2/run.sh "$B/mps2/player.elf" "$coloured.rom" "$FRAMES" --hashes >"$B/same/mps2_coloured.log" 2>&1
    compare same_pixels_mps2_coloured_vertices "$B/same/mps2_coloured.log" "$B/same/host_coloured.log"
fi

if [ -n "$(missing powerpc-linux-gnu-gcc qemu-ppc)" ]; then
    echo "skip same_pixels_bigendian no $(missing powerpc-linux-gnu-gcc qemu-ppc) here"
elif ! "$MAKE" -s B="$B" "$B/bigendian/oxcart" >"$B/same/build.log" 2>&1; then
    echo "FAIL same_pixels_bigendian oxcart does not build: $(first_error)"
else
    for name in $hosts; do
        timeout 300 qemu-ppc "$B/bigendian/oxcart" run "$rom" --headless --frames "$FRAMES" --hash \
            --threads 1 --size "${name%_*}" --format "${name#*_}" >"$B/same/bigendian_$name.log" 2>&1
        compare "same_pixels_bigendian_$name" "$B/same/bigendian_$name.log" "$B/same/host_$name.log"
    done
    timeout 300 qemu-ppc "$B/bigendian/oxcart" run "$coloured.rom" --headless --frames "$FRAMES" --hash --threads 1 \
        >"$B/same/bigendian_coloured.log" 2>&1
    compare same_pixels_bigendian_coloured_vertices "$B/same/bigendian_coloured.log" "$B/same/host_coloured.log"
    # The packer too: the same cart gives the same bytes.
    timeout 300 qemu-ppc "$B/bigendian/oxcart" pack rom/carts/showcase -o "$B/same/bigendian.rom" \
        >"$B/same/pack.log" 2>&1
    if cmp -s "$rom" "$B/same/bigendian.rom"; then
        echo "ok same_bytes_packed_bigendian"
    else
        echo "FAIL same_bytes_packed_bigendian $(cmp "$rom" "$B/same/bigendian.rom" 2>&1 | head -n 1)"
    fi
fi
