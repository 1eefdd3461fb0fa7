#!/bin/sh
# Songs on every machine: the jukebox of rom/carts/jukebox goes from one song to the other and comes to the same rows in the same steps, with and
# without a speaker, and sounds the same where there is one; a saved game goes on where its song was; a song that changes while it plays goes on.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
TICKS=${TICKS:-150}
view=72x48
. tests/ports/everywhere.sh
begin_cart songs rom/carts/jukebox

# The other song, held for a while, faster.
printf '40 press A\n42 release A\n90 press B\n92 release B\n110 press B\n112 release B\n115 press UP\n117 release UP\n' >"$work/input"
play_cart songs_play "$TICKS" 1 --wav "$work/heard.wav"

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

play_everywhere songs_same_state "$rom" "$work/game" "$TICKS"
if [ -x "$B/bigendian/oxcart" ]; then
    run_bigendian "$rom" --replay "$work/game.session" --wav "$work/be.wav"
    cmp -s "$work/be.wav" "$work/heard.wav"
    judge songs_same_sound_bigendian $? "$(tail -n 1 "$work/bigendian")"
fi
