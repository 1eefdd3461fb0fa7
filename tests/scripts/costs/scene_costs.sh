#!/bin/sh
# What three scenes of two dimensions take on the Game Boy Advance, by libmgba, with everything: a step with its scripts, recording, drawing and presentation. A screen of tiles
# of 8x8 that scrolls by parts of a tile, under 64 keyed sprites; three layers that scroll apart, and 32 sprites; 200 letters. The figures are those of README.md.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/scene_costs
if ! command -v arm-none-eabi-nm >/dev/null || ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip scene_costs no arm-none-eabi-gcc or no libmgba here"
    exit 0
fi
rm -rf "$work"
mkdir -p "$work/tiles" "$work/layers" "$work/letters"
if ! "$MAKE" -s B="$B" "$B/oxcart" "$B/gba/base.gba" "$B/gba/base.nm" "$B/gba_runner" >"$work/build" 2>&1; then
    echo "FAIL scene_costs the player does not build: $(grep -m 1 -i error "$work/build")"
    exit 1
fi

# A picture of squares whose colours and holes differ; a map of numbers.
sheet() { # file, side of a square, squares across, holes: one pixel of so many
    awk -v side="$2" -v across="$3" -v hole="$4" 'BEGIN {
        size = side * across
        print "/* XPM */\nstatic char *sheet[] = {\n\"" size " " size " 5 1\",\n\"  c None\",\n\"a c #C04030\",\n\"b c #30A050\",\n\"c c #4060C0\",\n\"d c #E0D080\","
        for (y = 0; y < size; y++) {
            line = ""
            for (x = 0; x < size; x++) line = line ((x * 7 + y * 3) % hole == 0 ? " " : substr("abcd", 1 + (int(x / side) + int(y / side) * 3 + (x % side < y % side)) % 4, 1))
            print "\"" line "\"" (y < size - 1 ? "," : "")
        }
        print "};"
    }' >"$1"
}
numbers() { # file, columns, rows, most
    awk -v columns="$2" -v rows="$3" -v most="$4" 'BEGIN {
        print "Numbers that differ from their neighbours\n" columns "," rows
        for (y = 0; y < rows; y++) { line = ""; for (x = 0; x < columns; x++) line = line (x ? "," : "") (x * 5 + y * 11 + x * y) % most; print line }
    }' >"$1"
}
crowd() { # how many objects
    awk -v count="$1" 'BEGIN { for (i = 0; i < count; i++) printf "  object dot at=%g,%g,0\n", i % 11 * 1.25 + 1, -(int(i / 11) * 1.4 + 1) }'
}
head='size 240x160
format pal8
budget 160K
frame 24K
script game game.goad'
cat >"$work/game.goad" <<'GOAD'
behaviour Eye {
    var way: fx = 0.03
    on tick {
        self.pos.x += way
        if self.pos.x > 18.0 { way = -0.03 }
        if self.pos.x < 9.0 { way = 0.03 }
    }
}
GOAD
for cart in tiles layers; do
    cp "$work/game.goad" "$work/$cart/game.goad"
    sheet "$work/$cart/dots.xpm" 16 4 3
done
sheet "$work/tiles/ground.xpm" 8 8 1000
numbers "$work/tiles/ground.csv" 64 32 64
{
    echo "title \"Tiles\"
$head
sheet dots dots.xpm grid=16x16
tileset ground ground.xpm tile=8x8
tilemap ground ground.csv tiles=ground
type dot sprite=dots/1 layer=front
type eye behaviour=Eye
scene main
  background #102030
  camera flat at=9,-5 follow=eye
  layer back
  layer front scroll=0
  map ground at=0,0 layer=back ground=none
  object eye at=9,-5,0 name=eye"
    crowd 64
    echo end
} >"$work/tiles/cart.txt"
sheet "$work/layers/ground.xpm" 16 4 5
numbers "$work/layers/near.csv" 40 20 16
numbers "$work/layers/middle.csv" 40 20 13
numbers "$work/layers/far.csv" 40 20 11
{
    echo "title \"Layers\"
$head
sheet dots dots.xpm grid=16x16
tileset ground ground.xpm tile=16x16
tilemap near near.csv tiles=ground
tilemap middle middle.csv tiles=ground
tilemap far far.csv tiles=ground
type dot sprite=dots/1 layer=front
type eye behaviour=Eye
scene main
  background #102030
  camera flat at=9,-5 follow=eye
  layer back scroll=1/4
  layer half scroll=1/2
  layer main
  layer front scroll=0
  map far at=0,0 layer=back ground=none
  map middle at=0,0 layer=half ground=none
  map near at=0,0 layer=main ground=none
  object eye at=9,-5,0 name=eye"
    crowd 32
    echo end
} >"$work/layers/cart.txt"
cat >"$work/letters/game.goad" <<'GOAD'
behaviour Page {
    on draw {
        for i in 0..7 { text("ABCDEFGHIJKLMNOPQRSTUVWXY", 20, 10 + i * 12, colour: 0xFFFFFF) }
    }
}
GOAD
cat >"$work/letters/cart.txt" <<END
title "Letters"
$head
scene main
  background #102030
  camera flat at=0,0
  behaviour Page
end
END

# scene, most cycles of a step and a picture
while read -r name most; do
    "$B/oxcart" pack "$work/$name" -o "$work/$name.rom" --quiet >"$work/log" 2>&1 &&
        "$B/oxcart" export "$work/$name.rom" --gba "$work/$name.gba" --player "$B/gba/base.gba" >>"$work/log" 2>&1 &&
        "$B/gba_runner" "$work/$name.gba" --frames 600 --after "bands of" --profile "$B/gba/base.nm" --calls --quiet --shot "last:$work/$name.png" 2>>"$work/log" |
        awk -v name="$name" '
            $3 == "cycles" && $NF == "ox_console_update" { updates += $2 }
            $3 == "cycles" && $NF == "ox_console_simulate" { steps += $5 }
            $3 == "cycles" && $NF == "ox_console_draw" { drawing += $2; pictures += $5 }
            $3 == "cycles" && $NF == "plat_present" && $(NF - 2) == "ox_console_draw" { waiting += $2 }
            $3 == "cycles" && $NF == "gba_compose_show" { waiting -= $2 }
            END { if (steps > 0 && pictures > 0) print name, pictures, int(updates / steps), int((drawing - waiting) / pictures) }' >"$work/row"
    sed 's/^/# pictures, step, picture: /' "$work/row"
    awk -v most="$most" '{ seen = 1; if ($3 + $4 > most) bad = 1 } END { exit !seen || bad }' "$work/row"
    judge "scene_costs_of_$name" $? "more than $most: $(cat "$work/row") $(tail -n 1 "$work/log")"
done <<'LIST'
tiles 275000
layers 200000
letters 140000
LIST
