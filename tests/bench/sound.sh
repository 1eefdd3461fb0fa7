#!/bin/sh
# What sound takes on the Game Boy Advance, by libmgba: cycles of its service a display blank, with the pieces for the speaker that come meanwhile,
# mean and most of 400 blanks (a blank is 280,896 cycles); and those of the speaker's interrupts. OXCART names another oxcart, PLAYER another player.
B=${B:-build}
MAKE=${MAKE:-make}
player=${PLAYER:-$B/gba/base.elf}
oxcart=${OXCART:-$B/oxcart}
work=$B/bench/sound

if ! command -v arm-none-eabi-nm >/dev/null || ! "$MAKE" -s B="$B" "$B/gba_runner" >/dev/null 2>&1; then
    echo "skipped: needs arm-none-eabi-gcc and libmgba"
    exit 0
fi
mkdir -p "$work/cart"
arm-none-eabi-nm -n "$player" >"$work/symbols"

# A note on every channel each fourth row, of each instrument in turn.
song() { # channels
    awk -v n="$1" 'BEGIN {
        print "song Bench\ntempo 125\nspeed 6\nchannels " n "\n"
        print "instrument triangle volume=40 decay=60 hold=16 vibrato=4 pan=60\ninstrument square volume=36 decay=40 pan=200"
        print "instrument pulse volume=30 decay=60 hold=14\ninstrument saw volume=28 decay=50 hold=20 pan=90\n\npattern a"
        split("A-4 C-5 E-5 G-3 C-4 D-5", notes, " ")
        for (row = 0; row < 32; row++) {
            line = ""
            for (c = 0; c < n; c++) {
                cell = (row + c) % 4 == 0 ? notes[(row * 7 + c * 5) % 6 + 1] "." c % 4 + 1 : ""
                cell = cell (c == 2 ? ":037" : c == 5 ? ":A01" : "")
                line = line (c ? " " : "") (cell == "" ? "." : cell)
            }
            print line
        }
        print "\norder a\nrestart 0" }'
}

measure() { # name, rate, channels, rest of the cart, lines of the scene
    printf 'title "Bench"\nsize 240x160\nformat pal8\nbudget 128K\naudio rate=%s channels=%s\n%b\nscene main\n  camera at=0,0,4 target=0,0,0\n%bend\n' \
        "$2" "$3" "$4" "$5" >"$work/cart/cart.txt"
    play "$1, $2 Hz, $3 channels" "$work/cart"
}

play() { # name, cart
    "$oxcart" pack "$2" -o "$work/bench.rom" --quiet >"$work/log" 2>&1 &&
        "$oxcart" export "$work/bench.rom" --gba "$work/bench.gba" --player "${player%.elf}.gba" >>"$work/log" 2>&1 || { echo "$1: $(tail -n 1 "$work/log")"; return; }
    "$B/gba_runner" "$work/bench.gba" --frames 400 --profile "$work/symbols" --inside ox_audio_service 2>/dev/null |
        awk -v name="$1" '$5 ~ /^[0-9a-f]+$/ && $6 ~ /^gba_(sound_)?(interrupt|piece|went)$/ { pieces += $2 }
            /^inside/ { printf "%-46s %7d cycles a blank, at most %7d; pieces %5d\n", name, $5, $10, pieces / 400 }'
}

echo "== Sound on the Game Boy Advance, libmgba =="
cp rom/carts/volley/paddle.gen "$work/cart/tone.gen"
song 4 >"$work/cart/four.song"
song 8 >"$work/cart/eight.song"
for form in "16384 2" "18157 1"; do
    # shellcheck disable=SC2086
    set -- $form
    measure "silence" "$1" "$2" "song four four.song" ""
    measure "one voice" "$1" "$2" "sound tone tone.gen loop=0,400" "  sound tone loop\n"
    measure "a song of four voices" "$1" "$2" "song four four.song" "  music four\n"
    measure "a song of eight voices" "$1" "$2" "song eight eight.song" "  music eight\n"
done
play "rom/carts/jukebox" rom/carts/jukebox
