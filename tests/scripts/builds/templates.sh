#!/bin/sh
# The templates of `oxcart new` are games: each is played by the pad, 2d to its flag, and the texts of menus find room when they are longer.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/templates
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart

"$MAKE" -s B="$B" "$oxcart" >"$work/build" 2>&1 || { echo "FAIL templates oxcart does not build"; exit 1; }
play() { # template; the playthrough comes in
    "$oxcart" new "$work/$1" --template "$1" >"$work/out" 2>&1 && mkdir "$work/$1/tests" && cat >"$work/$1/tests/all.play" &&
        "$oxcart" test "$work/$1" >"$work/out" 2>&1
    judge "template_${1}_plays" $? "$(head -n 1 "$work/out")"
}

# Over pits, planks and spikes to the flag.
play 2d <<'END'
40 hold A 3
60 press RIGHT
121 hold A 16
181 hold A 16
361 hold A 16
401 hold A 16
501 hold A 16
661 hold A 16
741 hold A 6
781 hold A 16
821 hold A 16
920 expect scene == end
920 expect coins == 12
920 expect lives == 1
920 expect won == 1
END

# To the gardener, who asks for something; a mushroom is picked.
play topdown <<'END'
40 hold A 2
60 hold UP 30
100 hold A 2
140 hold A 2
160 hold A 2
200 hold A 2
230 hold A 2
240 expect asked == 1
240 expect found == 0
250 hold DOWN 44
320 hold LEFT 80
450 hold A 2
460 expect found == 1
480 hold START 2
490 hold DOWN 2
500 hold A 2
520 expect scene == title
END

# UI-023: every screen is reached by the pad alone, and back leads to who called.
play menu <<'END'
10   expect scene == begin
12   hold START 2
20   expect scene == menu
30   hold UP 2
34   hold A 2
45   hold B 2
50   hold UP 2
54   hold A 2
65   hold A 2
70   hold UP 2
74   hold A 2
80   hold DOWN 2
84   hold DOWN 2
88   hold RIGHT 2
91   expect skill == hard
92   hold UP 2
96   hold UP 2
100  hold RIGHT 2
104  hold A 2
112  expect tab == 2
114  hold DOWN 2
118  hold RIGHT 2
124  expect gamma == 1.25
126  hold R+LEFT 2
134  expect gamma < 1.25
136  hold DOWN 2
140  hold DOWN 2
144  hold A 2
150  expect gamma == 1.0
152  expect skill == normal
154  hold B 2
160  hold UP 2
164  hold UP 2
168  hold A 2
180  expect scene == game
184  hold A 2
190  expect points == 2
192  hold START 2
200  hold DOWN 2
204  hold A 2
210  hold B 2
216  hold DOWN 2
220  hold A 2
226  hold RIGHT 2
230  hold A 2
245  expect scene == menu
END

# UI-011: no words without room when all are longer, in every screen that the playthroughs come by.
reason=
for cart in "$work/menu" rom/carts/menus; do
    rm -rf "$work/longer"
    cp -r "$cart" "$work/longer"
    sed -i 's/column=en$/column=en pseudo=on/' "$work/longer/cart.txt"
    for play in "$work/longer/tests/"*.play; do
        grep -vE '^[0-9]+ *(expect|label|picture|hash|states|steady)' "$play" >"$work/keys"
        "$oxcart" run "$work/longer" --headless --frames 500 --input "$work/keys" >"$work/out" 2>&1 || reason="$play: $(head -n 1 "$work/out")"
        grep -q 'no room for' "$work/out" && reason="$cart: $(grep 'no room for' "$work/out" | head -n 1)"
    done
done
echo 'label text="these words are far too many" size=60x10 fit=grow' >>"$work/longer/title.screen"
"$oxcart" run "$work/longer" --headless --frames 10 2>&1 | grep -q 'no room for' || reason="words without room are not told"
judge templates_longer_words_have_room "$([ -z "$reason" ]; echo $?)" "$reason"

# A game in C: a gem that nobody catches costs a life, and the basket moves.
if command -v cc >/dev/null; then
    play c <<'END'
10 hold RIGHT 30
200 expect scene == main
END
else
    echo "skip template_c_plays no C compiler cc here"
fi
