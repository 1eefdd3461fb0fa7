#!/bin/sh
# Songs on every machine: the jukebox of rom/carts/jukebox goes from one song to the other and comes to the same rows in the same steps, with and
# without a speaker, and sounds the same where there is one; a saved game goes on where its song was; a song that changes while it plays goes on.
B=${B:-build}
MAKE=${MAKE:-make}
TICKS=${TICKS:-150}
work=$B/songs
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart
unset DISPLAY

judge() { # name, condition's status, what went wrong
    if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAIL $1 $3"; fi
}
missing() { for tool in "$@"; do command -v "$tool" >/dev/null || { echo "$tool"; return; }; done; }

"$MAKE" -s B="$B" "$oxcart" >"$work/build" 2>&1 || { echo "FAIL songs oxcart does not build"; exit 1; }
rom=$work/jukebox.rom
"$oxcart" pack rom/carts/jukebox -o "$rom" --strict --quiet >"$work/out" 2>&1 && "$oxcart" check "$rom" --strict >>"$work/out" 2>&1
judge songs_jukebox_packs $? "$(tail -n 1 "$work/out")"

# The other song, held for a while, faster.
printf '40 press A\n42 release A\n90 press B\n92 release B\n110 press B\n112 release B\n115 press UP\n117 release UP\n' >"$work/input"
size='--size 72x48 --format pal8'
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames "$TICKS" --hash --input "$work/input" --record "$work/session" --thorough --wav "$work/heard.wav" >"$work/recorded" 2>&1
grep '^frame=' "$work/recorded" >"$work/pictures"
[ "$(wc -l <"$work/pictures")" -eq "$TICKS" ] && ! grep -q 'error\|warning' "$work/recorded"
judge songs_play $? "$(grep -v '^frame=' "$work/recorded" | tail -n 1)"

# It is heard: no quarter of a second before the song is held is silent, all but its end is while it is held, and again it sounds.
loudest() { # step, steps: largest sample among theirs
    tail -c +$((45 + $1 * 302 * 2)) "$work/heard.wav" | head -c $(($2 * 302 * 2)) | od -An -v -td2 | awk '{ for (i = 1; i <= NF; i++) { a = $i < 0 ? -$i : $i; if (a > m) m = a } } END { print m + 0 }'
}
[ "$(loudest 5 15)" -gt 1500 ] && [ "$(loudest 45 15)" -gt 1500 ] && [ "$(loudest 75 14)" -gt 1500 ] && [ "$(loudest 95 14)" -eq 0 ] && [ "$(loudest 115 15)" -gt 1500 ]
judge songs_are_heard $? "$(loudest 5 15) $(loudest 45 15) $(loudest 75 14) $(loudest 95 14) $(loudest 115 15)"
"$oxcart" view "$rom" song/engine --wav "$work/engine.wav" >"$work/out" 2>&1 && grep -q ': 1 sounds, .* 0 samples clipped, 0 missing' "$work/out"
judge songs_are_viewed $? "$(cat "$work/out")"

# A cart whose song is mistaken is told where.
mkdir "$work/bad"
cp rom/carts/jukebox/* "$work/bad/"
sed 's/C-6\.4/C-6.9/' rom/carts/jukebox/harbour.song >"$work/bad/harbour.song"
"$oxcart" pack "$work/bad" -o "$work/bad.rom" >"$work/out" 2>&1
[ $? -ne 0 ] && grep -q 'harbour.song:[0-9]*: error: `C-6.9` is no note; write C-4.1:A08' "$work/out" && [ ! -e "$work/bad.rom" ]
judge songs_mistakes_are_told $? "$(tail -n 1 "$work/out")"
: >"$work/bad/harbour.song"
for text in 'song\norder x' 'song\nchannels 40' 'song\nchannels 1\npattern a\npattern a' 'song\nchannels 1\npattern a\norder a' 'song\ninstrument drum' \
    'song\nchannels 1\npattern a\n. .\norder a' 'song\ntempo 9' 'song\nchannels 1\npattern a\n.\norder a\nrestart 3' 'song\nhello' 'song\nchannels 1\npattern a\n:Z\norder a'; do
    printf "$text\n" >"$work/bad/harbour.song"
    "$oxcart" pack "$work/bad" -o "$work/bad.rom" >"$work/out" 2>&1
    [ $? -ne 0 ] && grep -q 'harbour.song:[0-9]*: error: ' "$work/out" || echo "$text: $(tail -n 1 "$work/out")" >>"$work/wrong"
done
[ ! -e "$work/wrong" ]
judge songs_bad_texts_are_refused $? "$(head -n 1 "$work/wrong" 2>/dev/null)"

# ---- the other machines ----

equal="replay=$TICKS/$TICKS checks=$TICKS equal"
word() { # little-endian
    printf "\\$(printf %o $(($1 & 255)))\\$(printf %o $(($1 >> 8 & 255)))\\$(printf %o $(($1 >> 16 & 255)))\\$(printf %o $(($1 >> 24 & 255)))"
}

if [ -n "$(missing arm-none-eabi-gcc)" ] || ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip songs_same_state_gba no arm-none-eabi-gcc or libmgba here"
elif ! "$MAKE" -s B="$B" "$B/gba_runner" players >"$work/build" 2>&1; then
    echo "FAIL songs_same_state_gba $(grep -m 1 -iE 'error|undefined' "$work/build")"
else
    # shellcheck disable=SC2086
    "$oxcart" export "$rom" --gba "$work/t.gba" --log-hashes --deterministic $size --frames "$TICKS" >"$work/out" 2>&1
    at=$((($(wc -c <"$work/t.gba") + 15) / 16 * 16))
    dd if="$work/session" of="$work/t.gba" bs=16 seek=$((at / 16)) conv=notrunc 2>/dev/null
    word $at | dd of="$work/t.gba" bs=1 seek=292 conv=notrunc 2>/dev/null
    word "$(wc -c <"$work/session")" | dd of="$work/t.gba" bs=1 seek=296 conv=notrunc 2>/dev/null
    "$B/gba_runner" "$work/t.gba" --frames 60000 >"$work/gba" 2>&1
    grep '^frame=' "$work/gba" | cmp -s - "$work/pictures" && grep -q "$equal" "$work/gba"
    judge songs_same_state_gba $? "$(grep -v '^frame=' "$work/gba" | tail -n 2 | tr '\n' ' ')"
fi

if [ -n "$(missing arm-none-eabi-gcc qemu-system-arm)" ]; then
    echo "skip songs_same_state_mps2 no $(missing arm-none-eabi-gcc qemu-system-arm) here"
elif ! "$MAKE" -s B="$B" "$B/mps2/player.elf" >"$work/build" 2>&1; then
    echo "FAIL songs_same_state_mps2 $(grep -m 1 -iE 'error|undefined' "$work/build")"
else
    sh platform/mps2/run.sh "$B/mps2/player.elf" "$rom" "$TICKS" --hashes --size 72x48 --format 0 --replay "$work/session" >"$work/mps2" 2>&1
    grep '^frame=' "$work/mps2" | cmp -s - "$work/pictures" && grep -q "$equal" "$work/mps2"
    judge songs_same_state_mps2 $? "$(tail -n 2 "$work/mps2" | tr '\n' ' ')"
fi

if [ -n "$(missing clang wasm-ld node)" ]; then
    echo "skip songs_same_state_web no $(missing clang wasm-ld node) here"
else
    # shellcheck disable=SC2086
    "$oxcart" export "$rom" --web "$work/t.html" --log-hashes --deterministic $size --frames "$TICKS" >"$work/out" 2>&1
    node tests/web/page.js "$work/t.html" --replay "$work/session" >"$work/web" 2>&1
    grep '^frame=' "$work/web" | cmp -s - "$work/pictures" && grep -q "$equal" "$work/web"
    judge songs_same_state_web $? "$(grep -v '^frame=' "$work/web" | tail -n 2 | tr '\n' ' ')"
fi

if [ -n "$(missing powerpc-linux-gnu-gcc qemu-ppc)" ]; then
    echo "skip songs_same_state_bigendian no $(missing powerpc-linux-gnu-gcc qemu-ppc) here"
elif ! "$MAKE" -s B="$B" "$B/bigendian/oxcart" >"$work/build" 2>&1; then
    echo "FAIL songs_same_state_bigendian $(grep -m 1 -iE 'error|undefined' "$work/build")"
else
    # shellcheck disable=SC2086
    timeout 300 qemu-ppc "$B/bigendian/oxcart" run "$rom" --headless $size --hash --threads 1 --replay "$work/session" --wav "$work/be.wav" >"$work/be" 2>&1
    grep '^frame=' "$work/be" | cmp -s - "$work/pictures" && grep -q "^replay: $TICKS of $TICKS ticks, $TICKS checks equal" "$work/be" &&
        cmp -s "$work/be.wav" "$work/heard.wav"
    judge songs_same_state_and_sound_bigendian $? "$(tail -n 1 "$work/be")"
fi
