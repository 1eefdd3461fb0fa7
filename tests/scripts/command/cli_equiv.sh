#!/bin/sh
# Text in development, an image in release: the same tables, the same play; the image is smaller and loads faster.
. tests/judge.sh
B=${B:-build}
OXCART=${OXCART:-$B/oxcart}
work=$B/cli_equiv
[ -x "$OXCART" ] || { echo "FAIL cli_equiv $OXCART is not built"; exit 1; }
rm -rf "$work"
mkdir -p "$work"

# equal NAME FOLDER IMAGE [OPTIONS]: they are one game; the line about sizes and times is told, and stays in $work/NAME.out.
equal() {
    name=$1 folder=$2 image=$3
    shift 3
    "$OXCART" check "$folder" --equiv "$image" "$@" >"$work/$name.out" 2>"$work/err" || reason="$name: $(head -n 1 "$work/err")"
    grep -q ': 0 chunks differ; 600 frames are equal, picture [0-9a-f]\{8\}, sound [0-9a-f]\{8\}, state [0-9a-f]\{8\}, scripts [0-9a-f]\{8\}$' "$work/$name.out" ||
        reason="$name: $(head -n 1 "$work/$name.out")"
    sed "s/^text: /# $name: text /p; d" "$work/$name.out"
}

# other NAME FOLDER IMAGE CHUNKS PATTERN: so many chunks differ, which is told, and exit code 1.
other() {
    "$OXCART" check "$2" --equiv "$3" --frames 60 >"$work/out" 2>"$work/err"
    code=$?
    [ $code -eq 1 ] || reason="$1: exit code $code"
    grep -q -- "$5" "$work/out" || reason="$1: not told: $(head -n 1 "$work/out")"
    grep -q "error: $4 chunks are not those of the text" "$work/err" || reason="$1: $(head -n 1 "$work/err")"
}

# The hash NAME of what equal told.
hash_of() { sed -n "s/.* $2 \([0-9a-f]\{8\}\).*/\1/p" "$work/$1.out"; }

# A cart of every kind that is written as text.
"$OXCART" new "$work/cart" >/dev/null || { echo "FAIL cli_equiv_new a cart cannot be made"; exit 1; }
cat >>"$work/cart/cart.txt" <<'END'
table wave wave.csv kind=i16
table curve curve.txt
data units units.csv extensible=on
text menu menu.txt
level town town.txt
compress on
END
awk 'BEGIN { for (i = 0; i < 400; i++) printf "%d,%d,%d,%d\n", i * 7919 % 30011, -i, i * i % 997, 12 }' >"$work/cart/wave.csv"
printf 'expression sin(x * x) / 2\ndomain 0 3\ncount 200\nformat fx\n' >"$work/cart/curve.txt"
awk 'BEGIN { print "key,health:i32,speed:fx,title:text"; for (i = 0; i < 300; i++) printf "unit%d,%d,%.3f,Unit number %d\n", i, i * 31 % 97, i / 7, i }' >"$work/cart/units.csv"
awk 'BEGIN { for (i = 0; i < 100; i++) printf "line%d = This is the text of line %d\n", i, i }' >"$work/cart/menu.txt"
awk 'BEGIN { print "level 1\nbounds -99,-9,-99 99,9,99"; for (i = 0; i < 200; i++) printf "spawn orc name=orc%d at=%.2f,0,%.2f yaw=%d\n  set health %d\n", i, i * 7 % 90 + i / 100, i * 13 % 90, i, i % 50 }' >"$work/cart/town.txt"

# Tables and play; what is packed is smaller than its text, and is there at least five times as soon (46 times, where this was written).
reason=
"$OXCART" pack "$work/cart" -o "$work/cart.rom" --quiet --no-cache 2>"$work/err" || reason="does not pack: $(head -n 1 "$work/err")"
"$OXCART" pack "$work/cart" -o "$work/release.rom" --quiet --no-cache --release 2>"$work/err" || reason="no release: $(head -n 1 "$work/err")"
"$OXCART" pack rom/carts/showcase -o "$work/showcase.rom" --quiet --no-cache 2>"$work/err" || reason="the showcase does not pack"
equal cart "$work/cart" "$work/cart.rom"
equal release "$work/cart" "$work/release.rom"
equal showcase rom/carts/showcase "$work/showcase.rom"
"$OXCART" pack rom/carts/effects -o "$work/effects.rom" --quiet --no-cache --release 2>"$work/err" || reason="the particles do not pack"
equal effects rom/carts/effects "$work/effects.rom"
judge_reason equiv_text_and_image_are_one_game "$reason"

reason=
for image in cart release showcase; do
    text=$(sed -n 's/^text: \([0-9]*\) bytes.*/\1/p' "$work/$image.out") bytes=$(wc -c <"$work/$image.rom")
    times=$(sed -n 's/.* loads \([0-9]*\)\.[0-9] times as fast$/\1/p' "$work/$image.out")
    [ "$bytes" -lt "${text:-0}" ] || reason="$image has $bytes bytes, its text $text"
    [ "${times:-0}" -ge 5 ] || reason="$image loads ${times:-0} times as fast as its text"
done
judge_reason equiv_images_are_smaller_and_faster "$reason"

# A game that scripts lead, with sound. The image's form, machine and folder do not matter.
reason=
"$OXCART" new "$work/game" --template script >/dev/null || reason="no game"
printf 'audio rate=8000 channels=1\nsound beep beep.wav\n' >>"$work/game/cart.txt"
sed -i 's/^ *behaviour Rules/&\n    sound beep on=a/' "$work/game/cart.txt"
{ # a second of a square wave: 8000 frames of a byte each
    printf 'RIFF\144\037\000\000WAVEfmt \020\000\000\000\001\000\001\000\100\037\000\000\100\037\000\000\001\000\010\000data\100\037\000\000'
    awk 'BEGIN { for (i = 0; i < 8000; i++) printf "%s", i % 20 < 10 ? " " : "p" }'
} >"$work/game/beep.wav"
mkdir -p "$work/moved"
cp -r "$work/game" "$work/moved/elsewhere"
for variant in development release debug; do
    "$OXCART" pack "$work/game" -o "$work/game_$variant.rom" --quiet --no-cache --variant $variant 2>"$work/err" || reason="$variant: $(head -n 1 "$work/err")"
    equal game_$variant "$work/game" "$work/game_$variant.rom"
    for hash in picture sound state scripts; do
        [ "$(hash_of game_$variant $hash)" = "$(hash_of game_development $hash)" ] || reason="$variant has another $hash"
        [ "$(hash_of game_$variant $hash)" != 00000000 ] || reason="$variant has no $hash"
    done
done
equal elsewhere "$work/moved/elsewhere" "$work/game_development.rom"
"$OXCART" pack "$work/game" -o "$work/game_gba.rom" --quiet --no-cache --target gba 2>"$work/err" || reason="gba: $(head -n 1 "$work/err")"
equal game_gba "$work/game" "$work/game_gba.rom" --target gba
printf '2 press RIGHT\n' >"$work/keys"
equal keys "$work/game" "$work/game_development.rom" --input "$work/keys"
[ "$(hash_of keys state)" != "$(hash_of game_development state)" ] || reason="buttons do not matter"
for what in "$work/game" "$work/game_release.rom"; do # what is compared is what run plays
    "$OXCART" run "$what" --headless --frames 600 --input "$work/keys" --hash 2>"$work/err" | tail -n 1 >"$work/last"
    [ "$(sed -n 's/^frame=599 hash=//p' "$work/last")" = "$(hash_of keys picture)" ] || reason="run $what shows another picture"
done
judge_reason equiv_games_with_scripts_and_sound "$reason"

# What follows without codecs, whose search would be most of the work.
sed -i '/^compress on/d' "$work/cart/cart.txt"
"$OXCART" pack "$work/cart" -o "$work/cart.rom" --quiet 2>"$work/err"

# Instructions, as they do not depend on the machine's mood: from text, and from the image; each less those of a run that does nothing.
if command -v valgrind >/dev/null 2>&1; then
    reason=
    count() { valgrind --tool=callgrind --callgrind-out-file=/dev/null "$OXCART" "$@" 2>&1 >"$work/out" | sed -n 's/.*Collected : //p'; }
    nothing=$(count version)
    for cart in cart showcase; do
        folder=$work/cart
        [ $cart = showcase ] && folder=rom/carts/showcase
        text=$(($(count check "$folder") - nothing)) image=$(($(count check "$work/$cart.rom") - nothing))
        echo "# $cart: $text instructions from text, $image from the image"
        [ "$image" -gt 0 ] && [ "$text" -ge $((image * 5)) ] || reason="$cart: $text instructions from text, $image from the image"
    done
    judge_reason equiv_images_load_five_times_as_fast "$reason"
else
    echo "skip equiv_images_load_five_times_as_fast no valgrind"
fi

# One changed text: its chunk is told, packing makes that one anew and nothing else, and then both are one game again.
reason=
sed -i 's/^unit7,[0-9]*/unit7,999/' "$work/cart/units.csv"
other units "$work/cart" "$work/cart.rom" 1 '^DATA data/units.*: '
"$OXCART" pack "$work/cart" -o "$work/cart.rom" --stats --why all >"$work/out" 2>"$work/err"
grep -q ' ran=1 ' "$work/out" && grep -q 'why: data/units: units.csv changed' "$work/out" || reason="one changed text rebuilds other than one output: $(tail -n 1 "$work/out")"
equal again "$work/cart" "$work/cart.rom"
judge_reason equiv_one_text_one_output "$reason"

# What there may be to find: another table, another script, something added, taken away or put into other memory, another head.
reason=
sed '5s/,12$/,13/' "$work/cart/wave.csv" >"$work/wave" && mv "$work/wave" "$work/cart/wave.csv"
other table "$work/cart" "$work/cart.rom" 1 '^TABL table/wave.values'
other release_table "$work/cart" "$work/release.rom" 2 '^TABL table/wave'
sed -i 's/^table curve.*/& memory=main/; s/^text menu menu.txt/text notes menu.txt/; s/^version .*//' "$work/cart/cart.txt"
printf 'version 7.5\n' >>"$work/cart/cart.txt"
other memory "$work/cart" "$work/cart.rom" '[0-9]*' '^TABL table/curve: memory: 0 -> [1-9]'
for line in '^TEXT text/menu: removed$' '^TEXT text/notes: added, [0-9]* bytes$' '^head: version: 0.* -> 00070005$'; do
    grep -q -- "$line" "$work/out" || reason="not told: $line"
done
sed 's/speed: fx = 0.07/speed: fx = 0.08/' "$work/game/game.goad" >"$work/moved/elsewhere/game.goad"
for variant in development release gba; do
    other "$variant script" "$work/moved/elsewhere" "$work/game_$variant.rom" 1 '^CODE script/game'
    grep -q 'plays otherwise than the text from frame [0-9]* on: the state of scripts differs' "$work/err" || reason="$variant: another script plays alike"
done
"$OXCART" check "$work/moved/elsewhere" --equiv "$work/game_release.rom" --frames 60 --json >"$work/out" 2>"$work/err" && reason="no exit code with --json"
grep -q '"parted": "the state of scripts"' "$work/out" && grep -q '"CODE script/game' "$work/out" || reason="--json does not tell: $(head -n 1 "$work/out")"
{ echo '// One line more.'; cat "$work/game/game.goad"; } >"$work/moved/elsewhere/game.goad"
equal comment "$work/moved/elsewhere" "$work/game_release.rom"
other lines "$work/moved/elsewhere" "$work/game_development.rom" 1 '^CODE script/game.map'
grep -q plays "$work/err" && reason="a comment changes the play"
judge_reason equiv_changes_are_noticed "$reason"

# A cart that the machine refuses: what differs is told all the same.
reason=
sed 's/^budget .*/budget 24K/' "$work/game/cart.txt" >"$work/moved/elsewhere/cart.txt"
"$OXCART" check "$work/moved/elsewhere" --equiv "$work/game_release.rom" >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && grep -q '^BUDG budget.memory: 131072 -> 24576$' "$work/out" && grep -q 'elsewhere: error: ' "$work/err" || reason="a refused text: $(head -n 1 "$work/err")"
judge_reason equiv_refusals_are_told "$reason"

# Damage, and use that makes no sense.
reason=
head -c 5000 "$work/cart.rom" >"$work/cut.rom"
"$OXCART" check "$work/cart" --equiv "$work/cut.rom" >"$work/out" 2>"$work/err" && reason="a cut image is good"
[ "$(wc -l <"$work/err")" -eq 1 ] && grep -q 'cut.rom@[0-9]*: error: ' "$work/err" || reason="a cut image: $(head -n 1 "$work/err")"
sed -i 's/^  camera at=/  camera at=1,1,/' "$work/cart/cart.txt"
"$OXCART" check "$work/cart" --equiv "$work/cart.rom" >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && grep -q 'cart.txt:[0-9]*:[0-9]*: error: ' "$work/err" || reason="a cart that does not pack: $(head -n 1 "$work/err")"
for words in "$work/cart.rom --equiv $work/cart.rom" "$work/game --frames 5" "$work/game --equiv $work/game_gba.rom --target nowhere"; do
    # shellcheck disable=SC2086
    "$OXCART" check $words >"$work/out" 2>"$work/err"
    [ $? -eq 2 ] || reason="check $words is taken"
done
judge_reason equiv_faults_are_told "$reason"
