#!/bin/sh
# TLS-065: a cart's sounds from WAV files to what is heard: packed with their report, kept as a file, by a player program, and
# previewed through the mixer.
B=${B:-build}
ox=$PWD/$B/oxcart
case $B in /*) ox=$B/oxcart ;; esac
work=$(mktemp -d "${TMPDIR:-/tmp}/oxcart_sound.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
say() { if [ "$2" = 0 ]; then echo "ok $1"; else echo "FAIL $1 $3"; fi; }

# A square wave of 2,000 frames at 8,000 a second, 16 bits, as a WAV file without any tool.
wave() { # file, half a period in frames
    { printf 'RIFF\304\017\000\000WAVEfmt \020\000\000\000\001\000\001\000\100\037\000\000\200\076\000\000\002\000\020\000data\240\017\000\000'
      i=0; while [ $i -lt 2000 ]; do if [ $((i / $2 % 2)) = 0 ]; then printf '\000\040'; else printf '\000\340'; fi; i=$((i + 1)); done; } >"$1"
}
mkdir "$work/c"
wave "$work/c/low.wav" 40
wave "$work/c/high.wav" 10
cat >"$work/c/cart.txt" <<'X'
title "Sounds"
budget 256K
frame 16K
audio rate=8000 channels=1
sound low low.wav bank=both loop=0,2000
sound high high.wav bank=both format=adpcm
cues all all.json
start main
scene main
  camera at=0,0,-3 target=0,0,0
  music low
  sound blip on=a
end
X
printf '{"cues": [{"name": "blip", "sources": ["high"]}]}' >"$work/c/all.json"

cd "$work" || exit 1
"$ox" pack c -o c.rom >pack.txt 2>&1
grep -q 'sound high: 2000 frames at 8000, adpcm, .* bytes, peak 0.250' pack.txt && grep -q 'bank both: 2 sounds, .* bytes, peak 0.250' pack.txt
say cli_sound_report $? "$(head -3 pack.txt)"

# One second: 8,000 frames behind a head of 44 bytes, sizes in it right, and the same each time.
"$ox" run c.rom --headless --frames 60 --wav a.wav --quiet && "$ox" run c.rom --headless --frames 60 --wav b.wav --quiet
size=$(wc -c <a.wav)
words=$(od -An -tu4 -j40 -N4 a.wav | tr -d ' ')
cmp -s a.wav b.wav && [ "$size" = 16044 ] && [ "$words" = 16000 ] && [ "$(od -An -tu2 -j22 -N2 a.wav | tr -d ' ')" = 1 ]
say cli_sound_wav $? "$size bytes, $words of data"

# The button is heard: what is kept with it differs from what is kept without.
printf '10 press A\n' >press.txt
"$ox" run c.rom --headless --frames 60 --input press.txt --wav pressed.wav --quiet && ! cmp -s a.wav pressed.wav
say cli_sound_button $? "no difference"

# A player program reads the same samples from its standard input; one that is missing or dies changes nothing of the game.
"$ox" run c.rom --headless --frames 4 --audio 'cat >raw.pcm; echo %r %c %b >form.txt' --quiet --hash >with.txt 2>&1
"$ox" run c.rom --headless --frames 4 --wav four.wav --quiet --hash >without.txt
tail -c +45 four.wav >four.pcm
cmp -s raw.pcm four.pcm && [ "$(cat form.txt)" = '8000 1 16' ] && cmp -s with.txt without.txt
say cli_sound_player $? "$(ls -l raw.pcm four.pcm 2>&1 | tr '\n' ' ')"
"$ox" run c.rom --headless --frames 60 --audio 'exit 1' --hash >gone.txt 2>gone.err
"$ox" run c.rom --headless --frames 60 --hash >silent.txt 2>/dev/null
cmp -s gone.txt silent.txt && [ "$(grep -c 'goes on unheard' gone.err)" = 1 ]
say cli_sound_player_gone $? "$(cat gone.err)"

# Without --audio a program of the desktop plays: the best one that is there and does not fail. Here these are stand-ins in front of all others.
mkdir bin
for program in pw-cat paplay play ffplay; do printf '#!/bin/sh\nexit 1\n' >bin/$program; done
printf '#!/bin/sh\ncat >>"%s/heard.pcm"\n' "$work" >bin/aplay
chmod +x bin/*
in_terminal() { PATH="$work/bin:$PATH" script -qec "'$ox' run c.rom --terminal $*" /dev/null </dev/null >played.txt 2>&1; }
in_terminal --frames 90 --input press.txt
# As much sound as the time that has passed, with the waves of the music; how it falls into pieces depends on the clock.
od -An -td2 -v -w2 heard.pcm | sort -n | uniq -c | sort -rn | head -n 2 | awk '{ print $2 }' | sort -n | paste -sd' ' >waves.txt
LC_ALL=C grep -qaF 'the sound is played by aplay' played.txt && [ "$(wc -c <heard.pcm)" -ge 12000 ] && [ "$(cat waves.txt)" = "-8192 8192" ]
say cli_sound_is_heard $? "$(wc -c <heard.pcm) bytes, $(cat waves.txt); $(tail -n 1 played.txt)"
printf '#!/bin/sh\nexit 1\n' >bin/aplay
in_terminal --frames 90 && grep -qa 'goes on unheard: none of pw-cat' played.txt
say cli_sound_without_a_speaker $? "$(tail -n 1 played.txt)"
printf '#!/bin/sh\ntouch "%s/started"\n' "$work" >bin/pw-cat
in_terminal --frames 30 --mute && PATH="$work/bin:$PATH" "$ox" run c.rom --headless --frames 30 >>played.txt 2>&1 &&
    [ ! -e started ] && ! "$ox" run c.rom --headless --mute --audio cat >played.txt 2>&1 && grep -q 'exclude each other' played.txt
say cli_sound_mute $? "$(tail -n 1 played.txt)"

# Each sound is told, by name where the image has a script and so has names; and one bus alone can be kept: here the interface has nothing, and the world the blip.
"$ox" run c.rom --headless --frames 60 --input press.txt --sounds --quiet --wav world.wav --bus world >told.txt
"$ox" run c.rom --headless --frames 60 --input press.txt --quiet --wav music.wav --bus music
"$ox" run c.rom --headless --frames 60 --input press.txt --quiet --wav none.wav --bus interface
[ "$(cut -d' ' -f1,3,4 told.txt | paste -sd' ')" = 'sound played #928878a1 sound played #159c7302 sound ended #159c7302' ] &&
    cmp -s a.wav music.wav && ! cmp -s world.wav music.wav && [ "$(od -An -v -tx1 -j44 none.wav | tr -d ' 0\n' | wc -c)" = 0 ] &&
    ! "$ox" run c.rom --headless --bus attic >bus.txt 2>&1 && grep -q 'world, music, voice' bus.txt
say cli_sound_is_watched $? "$(head -n 3 told.txt | tr '\n' ' ')"

# Previews through the mixer, in the cart's form and as a Game Boy Advance mixes.
"$ox" view c bank/both --wav bank.wav -o bank.png >view.txt && "$ox" view c.rom sound/low --wav low.wav --target gba >>view.txt &&
    "$ox" view c cues/all --wav cues.wav >>view.txt
code=$?
grep -q 'bank.wav: 2 sounds, .* at 8000 a second, 1 channels, peak 0.[23][0-9]*, 0 samples clipped, 0 missing' view.txt &&
    grep -q 'low.wav: 1 sounds, .* at 18157 a second' view.txt && grep -q 'cues.wav: 1 sounds' view.txt && [ -s bank.png ] && [ $code = 0 ]
say cli_sound_preview $? "$(cat view.txt)"
"$ox" view c scene/main --wav no.wav >view.txt 2>&1
[ $? = 1 ] && grep -q 'for sounds, banks, cues and songs' view.txt && [ ! -e no.wav ]
say cli_sound_preview_refusal $? "$(cat view.txt)"
