#!/bin/sh
# The speaker of the Game Boy Advance: what a song and a sound of a cart are on the desktop they are in the cartridge, sample by sample; a game that
# plays pictures of several frames has no gaps; and carts without sound keep the memory.
. tests/judge.sh
B=${B:-build} MAKE=${MAKE:-make}
work=$B/gba_sound
for tool in arm-none-eabi-gcc python3; do
    command -v "$tool" >/dev/null 2>&1 || { echo "skip gba_sound $tool is not installed"; exit 0; }
done
"$MAKE" -s B="$B" "$B/gba_runner" players >"$B/gba_sound.log" 2>&1
[ -x "$B/gba_runner" ] || { echo "skip gba_sound libmgba is not installed"; exit 0; }
rm -rf "$work"
mkdir -p "$work/song" "$work/busy"
cp rom/carts/jukebox/harbour.song "$work/song"
cat >"$work/song/cart.txt" <<'CART'
title "Song"
size 240x160
format pal8
budget 128K
audio rate=16384
song harbour harbour.song
scene main
  camera at=0,0,4 target=0,0,0
  music harbour
end
CART

# CART: the desktop's sound and the cartridge's, ten seconds of each
play() {
    "$B/oxcart" pack "$work/$1" -o "$work/$1.rom" >"$work/$1.log" 2>&1 &&
        "$B/oxcart" export "$work/$1.rom" --gba "$work/$1.gba" >"$work/$1.export" 2>&1 &&
        "$B/oxcart" run "$work/$1.rom" --headless --frames 600 --wav "$work/$1_desktop.wav" >>"$work/$1.log" 2>&1 &&
        "$B/gba_runner" "$work/$1.gba" --frames 640 --wav "$work/$1_gba.wav" >"$work/$1.run" 2>&1
}

play song
reason=$([ $? -eq 0 ] || tail -n 1 "$work"/song.run "$work"/song.export)
grep -q 'has no .audio' "$work/song.export" && reason="$reason $(cat "$work/song.export")"
reason="$reason$(python3 tests/scripts/ports/gba_sound.py "$work/song_desktop.wav" "$work/song_gba.wav")"
judge_reason gba_sound_is_that_of_the_desktop "$reason"

# What a song takes of a display blank, and what silence does.
arm-none-eabi-nm -n "$B/gba/base.elf" >"$work/symbols"
mkdir -p "$work/silent"
cp rom/carts/jukebox/harbour.song "$work/silent"
sed '/^  music/d' "$work/song/cart.txt" >"$work/silent/cart.txt"
"$B/oxcart" pack "$work/silent" -o "$work/silent.rom" >"$work/silent.log" 2>&1
cycles() { # cart
    "$B/oxcart" export "$work/$1.rom" --gba "$work/$1_base.gba" --player "$B/gba/base.gba" >"$work/$1_base.export" 2>&1
    "$B/gba_runner" "$work/$1_base.gba" --frames 300 --profile "$work/symbols" --inside ox_audio_service --quiet 2>/dev/null | sed -n 's/^inside.*calls, \([0-9]*\) cycles each.*/\1/p'
}
song=$(cycles song) silent=$(cycles silent)
echo "# a song of four voices takes ${song:-?} cycles of a display blank, silence ${silent:-?}"
judge gba_sound_costs_a_song $([ "${song:-999999}" -le 46500 ] && [ "${song:-0}" -gt 10000 ]; echo $?) "$song"
judge gba_sound_costs_of_silence $([ "${silent:-999999}" -le 5600 ] && [ "${silent:-0}" -gt 1000 ]; echo $?) "$silent"

# A picture of some 500,000 cycles: the song goes on beneath it.
cp rom/carts/jukebox/harbour.song "$work/busy"
cp rom/carts/showcase/ox.obj "$work/busy"
sed -e 's/"Song"/"Busy"/' "$work/song/cart.txt" >"$work/busy/cart.txt"
sed -i "s/^scene main/material clay colour=#c08060 shading=gouraud\nmesh thing ox.obj material=clay\nscene main\n  light sun direction=-1,-2,-1/; s/^  music/  object thing spin=30,40,0\n  object thing at=1,0,0 spin=30,40,0\n  object thing at=-1,0,0 spin=30,40,0\n&/" "$work/busy/cart.txt"
play busy
reason=$([ $? -eq 0 ] || tail -n 1 "$work"/busy.run "$work"/busy.export "$work"/busy.log)
reason="$reason$(python3 tests/scripts/ports/gba_sound.py "$work/busy_desktop.wav" "$work/busy_gba.wav")"
judge_reason gba_sound_goes_on_below_slow_pictures "$reason"

# Sounds of a game, which scripts ask for: the ball of Volley is heard once it is served, and nothing before.
"$B/oxcart" pack rom/carts/volley -o "$work/volley.rom" >"$work/volley.log" 2>&1 && "$B/oxcart" export "$work/volley.rom" --gba "$work/volley.gba" >>"$work/volley.log" 2>&1
"$B/gba_runner" "$work/volley.gba" --frames 60 --wav "$work/still.wav" >"$work/volley.run" 2>&1
"$B/gba_runner" "$work/volley.gba" --frames 500 --keys '60:A,64:,120:DOWN' --wav "$work/played.wav" >>"$work/volley.run" 2>&1
loud() { od -An -v -t d2 -w2 -j 44 "$1" | awk '{ s = $1 < 0 ? -$1 : $1; if (s > most) most = s } END { print most + 0 }'; }
reason=
[ "$(loud "$work/still.wav")" -eq 0 ] || reason="sounds before anything happens"
[ "$(loud "$work/played.wav")" -gt 4000 ] || reason="$reason the game is silent: $(loud "$work/played.wav")"
judge_reason gba_sound_is_asked_for_by_scripts "$reason"
