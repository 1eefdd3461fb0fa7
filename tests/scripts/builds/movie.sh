#!/bin/sh
# A movie of a minute and its sound: behind 59 seconds they are less than a frame apart, with and without a pause, as the log of sounds tells.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/movie
rm -rf "$work"
mkdir -p "$work/cart"
oxcart=$B/oxcart

"$MAKE" -s B="$B" "$oxcart" >"$work/build" 2>&1 || { echo "FAIL movie oxcart does not build"; exit 1; }
cp rom/carts/examples/reel/dawn*.xpm "$work/cart"
ls rom/carts/examples/reel | grep 'dawn..\.xpm' | awk '{ name[NR] = $0 } END { for (i = 0; i < 900; i++) print name[i % NR + 1] }' >"$work/cart/minute.txt"
# 59 seconds of 4,000 samples, of 8 bits: it is over before the pictures are, which end it otherwise.
{
    printf 'RIFF\004\232\003\0WAVEfmt \020\0\0\0\001\0\001\0\240\017\0\0\240\017\0\0\001\0\010\0data\340\231\003\0'
    yes 'up and down' | head -c 236000
} >"$work/cart/minute.wav"
cat >"$work/cart/game.goad" <<'END'
behaviour Cinema {
    on tick {
        if now() == 10 { log("begun {movie_play('minute', sound: 'minute')}") }
    }
    on Press(button) { movie_pause(button == Button.A) }
    on MovieEnded(which) { log("pictures over at {now()}") }
}
END
cat >"$work/cart/cart.txt" <<'END'
title "Minute"
size 120x80
format rgb565
budget 256K
start cinema
movie minute minute.txt rate=15
sound minute minute.wav
script game game.goad
scene cinema
  background #101038
  camera flat at=0,0 pixels=1
  behaviour Cinema
end
END
"$oxcart" pack "$work/cart" --quiet -o "$work/minute.rom" >"$work/out" 2>&1
play() { # name, script of input
    "$oxcart" run "$work/minute.rom" --headless --frames 4000 --input "$2" --sounds --wav "$work/$1.wav" >"$work/$1" 2>&1
}
printf '1 press B\n2 release B\n' >"$work/straight.keys"
printf '600 press A\n601 release A\n700 press B\n701 release B\n' >"$work/held.keys"
# The sound is over within a frame, four steps, of a second before the pictures: what the log says of both, in steps.
judge_end() { # name
    pictures=$(sed -n 's/.*pictures over at //p' "$work/$1")
    sound=$(sed -n 's/^sound \([0-9]*\) ended .*/\1/p' "$work/$1" | tail -n 1)
    apart=$((${sound:-0} + 60 - ${pictures:-9999}))
    [ -n "$pictures" ] && [ "${apart#-}" -le 4 ]
    judge "movie_sound_and_pictures_keep_together_$1" $? "pictures at ${pictures:-none}, sound at ${sound:-none}: $(grep -m 1 error "$work/$1")"
}
for way in straight held; do
    play $way "$work/$way.keys"
    judge_end $way
done
# A pause of a hundred steps is one of the sound, too.
[ "$(sed -n 's/.*pictures over at //p' "$work/held")" = $(($(sed -n 's/.*pictures over at //p' "$work/straight") + 100)) ]
judge movie_is_held_for_as_long_as_it_is_told $? "$(grep over "$work/held")"
