#!/bin/sh
# One cart for several machines: what cart.txt says for one of them alone, what is turned into what a machine has, what is refused, one
# image for those that agree; and the images of three machines play.
MAKE=${MAKE:-make}
name=cli_target
. tests/cli.sh
showcase=$root/rom/carts/showcase

tree() {
    rm -rf game
    mkdir game
    cp "$showcase/crate.obj" game/
    for name in "$showcase"/*.xpm; do picture "$(basename "$name" .xpm)" "game/$(basename "$name" .xpm).png"; done
    python3 - <<'P' 2>/dev/null || reason="no python3"
import math, struct
n = 3000 # player and image share the flash of a board
data = b''.join(struct.pack('<h', int(9000 * math.sin(i * 0.06))) for i in range(n))
open('game/hum.wav', 'wb').write(b'RIFF' + struct.pack('<I', 36 + len(data)) + b'WAVEfmt ' +
    struct.pack('<IHHIIHH', 16, 1, 1, 44100, 88200, 2, 16) + b'data' + struct.pack('<I', len(data)) + data)
P
    cat >game/cart.txt <<'EOT'
title Machines
size 240x160
format rgb565
budget 160K
targets desktop gba lm3s6965
desktop.format xrgb8888
gba.format pal8
lm3s6965.budget 48K
lm3s6965.frame 12K
lm3s6965.texture wood crate.png
texture crate crate.png
texture wood wood.png
material crate colour=#C0A080 texture=crate gba.shading=flat
mesh crate crate.obj material=crate gba.scale=0.5
pixels far wood.png format=rgb565 levels=on
sound hum hum.wav
scene main
  background #203040
  gba.background #402030
  camera at=0,1,5 target=0,0,0
  light sun direction=-1,-2,-1
  object crate spin=60,0,0
  lm3s6965.object crate at=1.5,0,0 scale=0.5
end
EOT
}

if ! command -v python3 >/dev/null; then
    for i in statements conversions one_image_for_several sheet_too_wide level_a_byte_over far_coordinates folders_are_exported three_images_play; do
        echo "skip target_$i needs python3"
    done
    exit 0
fi

# ---- what is said for one machine ----

reason=
tree
for machine in desktop gba lm3s6965; do good pack game -o $machine.rom --target $machine; done
grep -q 'size 240x160 becomes 128x64, the display of lm3s6965' err || reason="nothing is said about the display: $(cat err)"
good pack game -o plain.rom
of() { "$OXCART" dump "$1.rom" --chunk "$2" | sed -n "s/^ *$3: *//p" | head -n 1; }
same() { [ "$1" = "$2" ] || reason="$3: $1 instead of $2"; }
formats=$(for i in plain desktop gba lm3s6965; do of $i budget format; done | tr '\n' ' ')
same "$formats" "1 3 0 0 " "formats"
same "$(of lm3s6965 budget memory)" 49152 "budget"
"$OXCART" dump gba.rom --chunk scene/main >gba.scene
"$OXCART" dump plain.rom --chunk scene/main >plain.scene
grep -q 402030 gba.scene && ! grep -q 203040 gba.scene || reason="gba.background does not count"
grep -q 203040 plain.scene && ! grep -q 402030 plain.scene || reason="gba.background counts for all"
[ "$("$OXCART" dump lm3s6965.rom --chunk scene/main | grep -c 'mesh: ')" -eq "$(($(grep -c 'mesh: ' plain.scene) + 1))" ] || reason="no further object"
radius() { of "$1" mesh/crate radius | tr -dc '0-9.'; }
echo "$(radius plain) $(radius gba)" | awk '{ exit !($1 / $2 > 1.99 && $1 / $2 < 2.01) }' || reason="gba.scale: $(radius gba)"
chunk() { rm -rf pixels; "$OXCART" extract "$1.rom" -o pixels --chunk "$2" >/dev/null 2>&1; cat pixels/* | cksum; }
same "$(chunk lm3s6965 texture/wood)" "$(chunk lm3s6965 texture/crate)" "lm3s6965.texture"
[ "$(chunk plain texture/wood)" != "$(chunk plain texture/crate)" ] || reason="lm3s6965.texture counts for all"
sed -i 's/^gba.format/amiga.format/' game/cart.txt
bad 1 'cart.txt:7:1: error: `amiga.format`: there is no machine `amiga`; possible are desktop' pack game -o none.rom
sed -i 's/^amiga.format/gba.fromat/' game/cart.txt
bad 1 'cart.txt:7:1: error: `fromat` is unknown; did you mean `format`?' pack game -o none.rom
sed -i 's/^gba.fromat pal8/gba.format pal8\ngba.format rgb565/' game/cart.txt
bad 1 'cart.txt:8.*`format` is given twice' pack game -o none.rom --target gba
good pack game -o plain.rom
judge target_statements "$reason"

# ---- what is turned into what the machine has ----

reason=
tree
sed -i '/^gba.format/d; /^desktop.format/d' game/cart.txt
good pack game -o desktop.rom --target desktop
good pack game -o gba.rom --target gba
grep -q 'format rgb565 becomes bgr555' err || reason="nothing is said about the format: $(cat err)"
same "$(of gba budget format)" 2 "pixel format"
same "$(of desktop sound/hum rate) $(of gba sound/hum rate)" "44100 32768" "rates of sounds"
good pack game -o lm3s6965.rom --target lm3s6965
same "$(of lm3s6965 sound/hum rate)" 8000 "rate of the sound"
[ "$(of desktop pixels/far level_count)" -gt 4 ] || reason="no smaller sizes on the desktop"
same "$(of lm3s6965 pixels/far level_count)" 1 "sizes of pictures"
same "$(of lm3s6965 budget width) $(of lm3s6965 budget height)" "128 64" "size"
judge target_conversions "$reason"

# ---- one image for those that agree ----

reason=
printf 'newmtl m\nKd 1 0 0\n' >game/thing.mtl
sed -i '/^sound/d; /^pixels/d; /^gba/d; /^lm3s6965/d; /^ *gba\./d; /^ *lm3s6965\./d; s/ gba\.[a-z]*=[^ ]*//g; s/^format.*/format pal8/' game/cart.txt
good pack game -o one.rom --target gba,desktop,mps2
grep -q '^one.rom: for gba desktop mps2$' out || reason="not one image: $(tail -n 1 out)"
[ -e one.gba.rom ] && reason="more than one image"
good pack game -o alone.rom --target gba
cmp -s one.rom alone.rom || reason="the image for all is not that of one"
sed -i 's/^format pal8/format pal8\ndesktop.format xrgb8888\ngba.budget 128K/' game/cart.txt
sed -i 's/^targets.*/targets desktop gba mps2/' game/cart.txt
good pack game -o several.rom --target all
sed -n 's/^\(several[^ ]*\) *for/\1/p; ' out >list
printf 'several.desktop.rom: desktop\nseveral.gba.rom: gba\nseveral.mps2.rom: mps2\n' >wanted
cmp -s list wanted || reason="images: $(tr '\n' ' ' <list)"
for machine in desktop gba mps2; do
    good pack game -o alone.rom --target $machine
    cmp -s several.$machine.rom alone.rom || reason="$machine is another alone"
done
good pack game -o several.rom --target all --json
python3 -c "import json; d = json.load(open('out')); print([i['machine'] for i in d['images']])" >list
grep -q "\['desktop', 'gba', 'mps2'\]" list || reason="--json: $(cat list)"
sed -i '/^targets/d' game/cart.txt
bad 1 'names no machines' pack game -o none.rom --target all
bad 1 'there is no machine `amiga`' pack game -o none.rom --target gba,amiga
bad 2 'depend is for one machine' pack game -o none.rom --target gba,desktop --depend x.d
bad 2 'map is for one machine' pack game -o none.rom --target gba,desktop --release --map x.map
judge target_one_image_for_several "$reason"

# ---- what is refused ----

reason=
tree
python3 -c "
import struct, zlib
def part(kind, body): return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
for side in 2048, 4096:
    rows = b''.join(b'\0' + bytes([y * 9] * side) for y in range(16))
    open('game/sheet%d.png' % side, 'wb').write(b'\x89PNG\r\n\x1a\n' + part(b'IHDR', struct.pack('>IIBBBBB', side, 16, 8, 0, 0, 0, 0)) +
        part(b'IDAT', zlib.compress(rows)) + part(b'IEND', b''))
"
sed -i 's/^sound.*/pixels sheet sheet2048.png/' game/cart.txt
good pack game -o wide.rom --target desktop
sed -i 's/sheet2048/sheet4096/' game/cart.txt
bad 1 'cart.txt:16: error: pixels/sheet: side of the largest texture is 2048 on desktop, this has 4096' pack game -o none.rom --target desktop
sed -i 's/^pixels sheet/texture sheet/' game/cart.txt
[ -e none.rom ] && reason="a refused cart leaves an image"
good pack game -o wide.rom --target desktop # textures are scaled down, and that is said
judge target_sheet_too_wide "$reason"

reason=
tree
printf 'level 1\nbounds -9,-9,-9 9,9,9\ninstance crate at=1,0,0\ninstance crate at=2,0,0\ninstance crate at=3,0,0\n' >game/town.level
sed -i 's/^sound.*/level town town.level/; s/^budget.*/budget 160K\nframe 16K\ncompress on/' game/cart.txt
good pack game -o town.rom --target gba
good size town.rom --csv
peak=$(sed -n "s,^memory\,peak package/level/town\,*\([0-9]*\).*,\1,p" out)
[ "${peak:-0}" -gt 1000 ] || reason="no peak: $(grep -m 1 peak out)"
sed -i "s/^budget .*/budget $peak/" game/cart.txt
good pack game -o town.rom --target gba
sed -i "s/^budget .*/budget $((peak - 1))/" game/cart.txt
bad 1 "cart.txt: error: .*level/town needs $peak bytes at its peak.*the budget has $((peak - 1))" pack game -o none.rom --target gba
judge target_level_a_byte_over "$reason"

reason=
tree
sed -i 's/^  object crate spin.*/  object crate at=0,0,-16384/' game/cart.txt
good pack game -o far.rom
sed -i 's/at=0,0,-16384/at=0,0,-16384.01/' game/cart.txt
bad 1 'cart.txt:22:16: error: `at=0,0,-16384.01` is out of range; -16384 to 16384 are possible' pack game -o none.rom
tree
printf 'level 1\nbounds -9,-9,-9 9,9,9\ninstance crate at=16385,0,0\n' >game/town.level
sed -i 's/^sound.*/level town town.level/' game/cart.txt
bad 1 'town.level:3:16: error: .16385,0,0. is out of range; -16384 to 16384' pack game -o none.rom
printf 'level 1\nbounds -9,-9,-9 16385,9,9\n' >game/town.level
bad 1 'town.level:2:17: error: .*out of range; -16384 to 16384' pack game -o none.rom
sed -i '/^level town/d; s/gba.scale=0.5/scale=40000/' game/cart.txt
bad 1 'crate.obj@0: error: reaches from .*, the world from -16384 to 16384; scale it down' pack game -o none.rom
judge target_far_coordinates "$reason"

# ---- a folder is exported as it is packed for that machine ----

reason= exported=0
tree
sed -i 's/^targets.*/targets desktop gba web/; s/^desktop.format.*/&\nweb.format bgr555/; s/^  gba.background.*/&\n  web.background #104030/' game/cart.txt
for machine in desktop gba web; do
    good pack game -o f.rom --target $machine
    "$OXCART" export f.rom --$machine f.$machine >out 2>err || continue # its compiler is not here
    good export game --$machine folder.$machine
    cmp -s f.$machine folder.$machine || reason="--$machine does not take what is said for $machine alone"
    exported=$((exported + 1))
done
if [ -z "$reason" ] && [ $exported -eq 0 ]; then echo "skip target_folders_are_exported no player is built here"; else judge target_folders_are_exported "$reason"; fi

# ---- they play ----

reason=
tree
good pack game -o m.rom --target all
hashes() { tr -d '\r' <"$1" | grep '^frame=[0-9]* hash=' | tr 'A-F' 'a-f' | head -n 6; }
for machine in desktop gba lm3s6965; do
    good run m.$machine.rom --headless --frames 6 --hash --shot $machine.png
    hashes out >$machine.here
    [ "$(grep -c . $machine.here)" -eq 6 ] || reason="$machine does not play: $(head -n 1 err)"
done
cmp -s gba.here lm3s6965.here && reason="the images are the same picture"
judge target_three_images_play "$reason"
if ! command -v arm-none-eabi-gcc >/dev/null; then
    echo "skip target_plays_on_gba no arm-none-eabi-gcc here"
    echo "skip target_plays_on_lm3s6965 no arm-none-eabi-gcc here"
    exit $failed
fi
reason=
if ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip target_plays_on_gba no libmgba here"
elif ! "$MAKE" -s -C "$root" B="$B" "$B/gba_runner" players >build.log 2>&1; then
    echo "FAIL target_plays_on_gba the runner does not build: $(grep -m 1 -i error build.log)"
else
    good export m.gba.rom --gba game.gba --log-hashes --deterministic --frames 6
    "$build/gba_runner" game.gba --frames 3000 >gba.log 2>&1
    hashes gba.log >gba.there
    cmp -s gba.here gba.there || reason="other frames there: $(diff gba.here gba.there | head -n 3 | tr '\n' ' ')"
    judge target_plays_on_gba "$reason"
fi
reason=
if ! command -v qemu-system-arm >/dev/null; then
    echo "skip target_plays_on_lm3s6965 no qemu-system-arm here"
else
    good export m.lm3s6965.rom --lm3s6965 game.bin --log-hashes --frames 6
    mkfifo monitor
    timeout 60 qemu-system-arm -M lm3s6965evb -kernel game.bin -serial file:board.log -display none -monitor stdio <monitor >qemu.log 2>&1 &
    {
        trap '' PIPE # a machine that ended early is judged by its log
        for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
            grep -q quit board.log 2>/dev/null && break
            sleep 0.25
        done
        echo "screendump board.ppm"
        sleep 0.3
        echo quit
    } >monitor
    wait $!
    hashes board.log >lm3s6965.there
    cmp -s lm3s6965.here lm3s6965.there || reason="other frames there: $(diff lm3s6965.here lm3s6965.there | head -n 3 | tr '\n' ' ')"
    judge target_plays_on_lm3s6965 "$reason"
fi
exit $failed
