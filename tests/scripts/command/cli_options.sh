#!/bin/sh
# Options by the command: texts, the environment and the command line in their order, what is kept in a text, cheats, releases, and the sections of
# such texts that choose modules, folders and the picture.
. tests/judge.sh
B=${B:-build}
work=$B/cli_options
rm -rf "$work"
mkdir -p "$work/assets"
oxcart=$B/oxcart
dials=rom/carts/examples/dials
play() { "$oxcart" run "$@" --headless --mute --quiet; }

# The console tells each value and where it comes from.
told() { # what the console has to say of `get lamp.speed`, then arguments
    wanted=$1
    shift
    play $dials --frames 2 --console "$work/get" "$@" >"$work/out" 2>&1 || reason="$*: $(tail -n 1 "$work/out")"
    grep -qxF "console: lamp.speed = $wanted" "$work/out" || reason="$*: $(tail -n 1 "$work/out")"
}
reason=
echo 'get lamp.speed' >"$work/get"
printf '; of all\n[lamp]\nspeed=2.0\n' >"$work/all.ini"
printf 'lamp.speed = 2.5\n[cart.other.lamp]\nspeed=never\n' >"$work/own.ini"
told 1.5
told '2.0 (1.5; file)' --options "$work/all.ini"
told '2.5 (1.5; user file)' --options "$work/all.ini,$work/own.ini"
OXCART_LAMP_SPEED=3
export OXCART_LAMP_SPEED
told '3.0 (1.5; environment)' --options "$work/all.ini,$work/own.ini"
told '3.5 (1.5; command line)' --options "$work/all.ini,$work/own.ini" --option /Lamp/Speed=3.5
unset OXCART_LAMP_SPEED
printf 'lamp.speed = 2.5\n[cart.other.lamp]\nspeed=never\n' | cmp -s - "$work/own.ini" || reason="the command line changed the text"
judge_reason options_of_later_sources_win "$reason"

reason=
refused() { # status, what is told, arguments
    status=$1 wanted=$2
    shift 2
    play $dials --frames 2 "$@" >"$work/out" 2>&1
    [ $? -eq "$status" ] || reason="$*: another status"
    grep -qF "$wanted" "$work/out" || reason="$*: $(head -n 1 "$work/out")"
}
refused 2 'the game has no option `lamp.sped`, did you mean `lamp.speed`?' --option lamp.sped=2
refused 2 'lamp.speed=9: write a number from 0.5 to 4.0' --option lamp.speed=9 --option lamp.glow=wide
refused 2 'write NAME=VALUE' --option lamp
printf '[lamp]\nspeed=2.0\nglow=bright\nnights=3\n' >"$work/bad.ini"
refused 1 "$work/bad.ini:3: error: lamp.glow=bright: write one of none,small,wide" --options "$work/bad.ini"
grep -qF "$work/bad.ini:4: error: the game has no option" "$work/out" || reason="only the first mistake is told"
refused 1 'cannot open' --options "$work/none.ini"
judge_reason options_that_are_wrong_are_told_by_place "$reason"

# One item is written, and outlives a change of what is usual; the others follow it.
reason=
cp -r $dials "$work/other"
: >"$work/kept.ini"
echo 'set lamp.speed 3.25; set yard.stars 20; keep lamp.speed' >"$work/lines"
play $dials --frames 2 --options "$work/kept.ini" --console "$work/lines" >"$work/out" 2>&1 || reason="$(tail -n 1 "$work/out")"
printf '[lamp]\nspeed=3.25\n' | cmp -s - "$work/kept.ini" || reason="the text has $(tr '\n' ' ' <"$work/kept.ini")"
sed -i 's/^option lamp.speed   usual=1.5/option lamp.speed usual=1.0/; s/^option yard.stars   usual=12/option yard.stars usual=16/' "$work/other/cart.txt"
echo 'get lamp.speed; get yard.stars' >"$work/lines"
play "$work/other" --frames 2 --options "$work/kept.ini" --console "$work/lines" >"$work/out" 2>&1
grep -qxF 'console: lamp.speed = 3.25 (1.0; file)' "$work/out" && grep -qxF 'console: yard.stars = 16' "$work/out" || reason="$(cat "$work/out")"
judge_reason options_are_kept_one_by_one "$reason"

# A cheat lets the lamp through the wall; the replay has it, on a player without the view, too.
reason=
printf '5 hold RIGHT 100\n' >"$work/input"
echo 'wait 3; set cheats yes; set walk-through yes' >"$work/lines"
play $dials --frames 110 --input "$work/input" --record "$work/plain.rec" --shot "$work/plain.png" >/dev/null 2>&1
play $dials --frames 110 --input "$work/input" --record "$work/cheated.rec" --console "$work/lines" --shot "$work/cheated.png" >"$work/out" 2>&1 || reason="it does not play: $(tail -n 1 "$work/out")"
cmp -s "$work/plain.png" "$work/cheated.png" && reason="the wall stands"
play $dials --replay "$work/cheated.rec" --shot "$work/again.png" --at 109 >"$work/out" 2>&1 || reason="the replay differs: $(tail -n 1 "$work/out")"
grep -q '^replay: 110 of 110 ticks' "$work/out" || reason="the replay: $(tail -n 1 "$work/out")"
cmp -s "$work/cheated.png" "$work/again.png" || reason="the replay shows another picture"
play $dials --frames 20 --option walk-through=yes --option cheats=yes --record "$work/start.rec" >/dev/null 2>&1
play $dials --replay "$work/start.rec" >"$work/out" 2>&1 || reason="the replay of what the command line set differs: $(tail -n 1 "$work/out")"
echo 'set walk-through yes' >"$work/lines"
play $dials --frames 2 --console "$work/lines" >/dev/null 2>&1 && reason="a cheat is taken without cheats"
judge_reason options_of_cheats_stand_in_recordings "$reason"

reason=
"$oxcart" pack $dials -o "$work/release.rom" --release --quiet && "$oxcart" pack $dials -o "$work/plain.rom" --quiet
for name in walk-through 'pixels a step' 'walls are air'; do
    grep -qaF "$name" "$work/release.rom" && reason="a release names $name"
    grep -qaF "$name" "$work/plain.rom" || reason="what is no release lacks $name"
done
grep -qaF lamp.glow "$work/release.rom" || reason="a release lacks an option of players"
play "$work/release.rom" --frames 2 --option walk-through=yes >/dev/null 2>&1 && reason="a release takes a cheat"
play "$work/release.rom" --frames 2 --option lamp.glow=wide >"$work/out" 2>&1 || reason="a release refuses an option of players: $(tail -n 1 "$work/out")"
judge_reason options_of_developers_are_not_in_releases "$reason"

# ---- modules, folders, the picture ----

reason=
mkdir "$work/shown"
printf 'title "Shown"\nsize 96x64\nformat pal8\nmesh chip chip.obj\nscene main\n  camera at=0,0,4 target=0,0,0\n  object chip at=0,0,0\nend\n' >"$work/shown/cart.txt"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$work/assets/chip.obj"
printf '[search]\nmine=%s\n' "$PWD/$work/assets" >"$work/search.ini"
case $work in /*) printf '[search]\nmine=%s\n' "$work/assets" >"$work/search.ini" ;; esac
"$oxcart" run "$work/shown" --headless --mute --frames 2 >"$work/out" 2>&1
grep -q 'chip.obj' "$work/out" || reason="the file is found without a folder to search"
"$oxcart" run "$work/shown" --headless --mute --frames 2 --options "$work/search.ini" >"$work/out" 2>&1 || reason="$(tail -n 1 "$work/out")"
grep -q 'chip.obj' "$work/out" && reason="the folder is not searched: $(grep chip.obj "$work/out")"
judge_reason options_add_folders_to_search "$reason"

reason=
printf '[modules]\naudio=off\n' >"$work/silent.ini"
play rom/carts/karts --frames 60 --hash >"$work/heard" 2>&1
play rom/carts/karts --frames 60 --hash --options "$work/silent.ini" >"$work/silent" 2>&1 || reason="without audio: $(tail -n 1 "$work/silent")"
grep '^frame=' "$work/heard" >"$work/a"
grep '^frame=' "$work/silent" >"$work/b"
cmp -s "$work/a" "$work/b" || reason="the game is another one without sound"
play rom/carts/karts --frames 30 --wav "$work/silent.wav" --options "$work/silent.ini" >/dev/null 2>&1
play rom/carts/karts --frames 30 --wav "$work/heard.wav" >/dev/null 2>&1
cmp -s "$work/silent.wav" "$work/heard.wav" && reason="audio plays though it is off"
printf '[modules]\naudio=off\nvehicle=off\n' >"$work/none.ini"
play rom/carts/karts --frames 2 --options "$work/none.ini" >"$work/out" 2>&1 && reason="a game plays without its cars"
grep -q vehicle "$work/out" || reason="the module is not named: $(tail -n 1 "$work/out")"
printf '[modules]\nsond=off\n' >"$work/none.ini"
play rom/carts/karts --frames 2 --options "$work/none.ini" >"$work/out" 2>&1 && reason="a module that nobody has is taken"
grep -q "$work/none.ini:2: error: sond=off" "$work/out" || reason="$(tail -n 1 "$work/out")"
judge_reason options_leave_modules_out "$reason"

reason=
printf '[renderer]\nsize=320x200\nformat=rgb565\nbands=16\n' >"$work/picture.ini"
play $dials --frames 40 --input "$work/input" --record "$work/plain.rec" >/dev/null 2>&1
play $dials --frames 40 --input "$work/input" --record "$work/large.rec" --shot "$work/large.png" --options "$work/picture.ini" >"$work/out" 2>&1 || reason="$(tail -n 1 "$work/out")"
cmp -s "$work/plain.rec" "$work/large.rec" || reason="the game is another one in another picture"
"$oxcart" view "$work/large.png" >/dev/null 2>&1
od -An -tu1 -j16 -N8 "$work/large.png" | tr -s ' ' | grep -q '^ 0 0 1 64 0 0 0 200$' || reason="the picture has another size: $(od -An -tu1 -j16 -N8 "$work/large.png")"
play $dials --frames 2 --size 64x48 --shot "$work/small.png" --options "$work/picture.ini" >/dev/null 2>&1
od -An -tu1 -j16 -N8 "$work/small.png" | tr -s ' ' | grep -q '^ 0 0 0 64 0 0 0 48$' || reason="the command line does not win"
printf '[renderer]\nsize=big\n' >"$work/picture.ini"
refused 1 "$work/picture.ini:2: error: size=big: write WIDTHxHEIGHT" --options "$work/picture.ini"
judge_reason options_choose_the_picture "$reason"

# A program of one game has its options by words and by the environment, too.
if [ ! -x "$B/host/player" ]; then
    echo "skip options_of_exported_programs no desktop player in $B"
else
    reason=
    "$oxcart" pack $dials --release --quiet -o "$work/dials.rom" && "$oxcart" export "$work/dials.rom" --desktop "$work/dials" --log-hashes --frames 60 >"$work/out" 2>&1 || reason="it is not exported: $(tail -n 1 "$work/out")"
    "$work/dials" >"$work/usual" 2>&1 || reason="it does not play"
    "$work/dials" --option lamp.glow=wide >"$work/word" 2>&1 || reason="a word is refused: $(tail -n 1 "$work/word")"
    OXCART_LAMP_GLOW=wide "$work/dials" >"$work/variable" 2>&1 || reason="a variable is refused: $(tail -n 1 "$work/variable")"
    OXCART_LAMP_GLOW=none "$work/dials" --option lamp.glow=wide >"$work/both" 2>&1 || reason="both are refused"
    for each in usual word variable both; do sed -i '/hash=/!d' "$work/$each"; done
    [ "$(grep -c hash= "$work/usual")" -eq 60 ] && ! cmp -s "$work/usual" "$work/word" || reason="an option changes nothing"
    cmp -s "$work/word" "$work/variable" && cmp -s "$work/word" "$work/both" || reason="words and variables differ"
    for bad in lamp.glow=dark lamp.glaw=wide lamp.glow; do
        "$work/dials" --option $bad >"$work/out" 2>&1
        [ $? -eq 2 ] && grep -q 'lamp' "$work/out" || reason="$bad is taken: $(tail -n 1 "$work/out")"
    done
    judge_reason options_of_exported_programs "$reason"
fi
