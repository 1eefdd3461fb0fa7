#!/bin/sh
# Playthroughs: every cart of rom/carts that has some in its folder tests/ is played by them, and comes out as they say; and a playthrough finds what is
# other: a changed number, a wrong hash, a line that is not reached, a mistake in its text. Each is played four times: in other bands, with states that are
# kept and brought back, and in changing languages; and two games play by themselves for ten minutes.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/playthroughs
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart

"$MAKE" -s B="$B" "$oxcart" >"$work/build" 2>&1 || { echo "FAIL playthroughs oxcart does not build"; exit 1; }
for cart in rom/carts/*/ rom/carts/examples/reel/ rom/carts/examples/signs/ rom/carts/examples/dials/ rom/carts/examples/album/ rom/carts/examples/lens/ rom/carts/examples/stage/ rom/carts/examples/topple/ rom/carts/examples/faces/; do
    [ -d "${cart}tests" ] || continue
    name=$(basename "$cart")
    "$oxcart" test "${cart%/}" --suite >"$work/$name" 2>&1
    judge "playthroughs_of_$name" $? "$(head -n 1 "$work/$name")"
done

# Ten minutes, as long as nobody plays: no part of memory takes more once all was there.
for cart in volley blocks; do
    case $cart in
    volley) grep -E '^[0-9]+ +(press|release)' rom/carts/volley/tests/perfect.play ;;
    blocks) ;; # its demo comes by itself
    esac >"$work/$cart.play"
    printf '3000 steady\n36000 hash\n' >>"$work/$cart.play"
    "$oxcart" test "rom/carts/$cart" "$work/$cart.play" >"$work/out" 2>&1
    judge "playthroughs_of_${cart}_for_ten_minutes" $? "$(head -n 1 "$work/out")"
done

# A game of the script template: the hero goes to the right and takes lamps.
"$oxcart" new "$work/lamps" --template script >"$work/out" 2>&1
mkdir "$work/lamps/tests"
cat >"$work/lamps/tests/walk.play" <<'END'
0   press A          # begins
2   release A
10  hold RIGHT 40
10  expect scene == main
10  label out
60  expect hero.pos.x > 1.0
60  expect hero.speed >= 0.07
60  expect hero.angle == 270
60  expect lamp.count == 3
60  expect score >= 0
60  expect time != 0
60  states
60  steady
90  hash
90  picture
END
"$oxcart" test "$work/lamps" --update >"$work/out" 2>&1 && grep -qE '^90 hash [0-9a-f]{8}$' "$work/lamps/tests/walk.play" && grep -qE '^90 picture [0-9a-f]{8}$' "$work/lamps/tests/walk.play" &&
    grep -q 'label out' "$work/lamps/tests/walk.play" && grep -qE '^60 world hero\.[0-9]+ [0-9a-f]{8}$' "$work/lamps/tests/walk.states" && "$oxcart" test "$work/lamps" --json | grep -q '"good": true'
judge playthroughs_pass_and_fill_in_hashes $? "$(head -n 1 "$work/out")"

reason=
must_fail() { # what has to be said
    "$oxcart" test "$work/lamps" >"$work/out" 2>&1 && reason="nothing failed that should: $1"
    grep -q "$1" "$work/out" || reason="not told: $1, but: $(head -n 1 "$work/out")"
}
cp "$work/lamps/game.goad" "$work/kept"
sed -i 's/prop speed: fx = 0.07 /prop speed: fx = 0.01 /' "$work/lamps/game.goad"
must_fail 'walk.play:6: expected hero.pos.x > 1.0, but it is 0\.[0-9]*, behind out'
must_fail 'walk.play:14: the hash is [0-9a-f]*, not [0-9a-f]*, behind out'
cp "$work/kept" "$work/lamps/game.goad"
sed -i '/prop speed: fx = 0.07 /s/0.07 /0.0701/' "$work/lamps/game.goad"
must_fail 'the hash is'
must_fail 'walk.play:[0-9]*: the state differs at frame 60, first in world: hero'
cp "$work/kept" "$work/lamps/game.goad"
play() { printf '%s\n' "$@" >"$work/lamps/tests/walk.play"; }
play '5 expect heroo.speed > 1'
must_fail 'walk.play:1: there is no object and no behaviour `heroo` with `speed`'
play '5 expect hero.sped > 1'
must_fail '`hero` has no `sped`'
play '5 expect scoore > 1'
must_fail 'there is no variable `scoore`'
play '5 expect score > many'
must_fail '`many` is no value to compare `score` with'
play '5 quit' '9 expect score > 1'
must_fail 'walk.play:2: the game was over before that frame'
play '5 expect score => 1'
must_fail 'walk.play:1.*`=>` should be ==, !=, <, <=, > or >=, with blanks on both sides'
play '5 expect score >'
must_fail 'walk.play:1.*what is expected of `score`'
play '5 hash 12'
must_fail 'walk.play:1.*`12` is no hash of eight digits'
play '60 states' '70 label end' '71 expect time != 0'
rm -f "$work/lamps/tests/walk.states"
must_fail 'walk.play:1: its file NAME.states is missing; write it by `oxcart test --update`'
play '5 pres A'
must_fail 'no such action'
play '# nothing'
must_fail 'nothing in it is played'
rm -r "$work/lamps/tests"
must_fail 'no playthroughs; write one'
judge playthroughs_tell_what_is_other $([ -z "$reason" ]; echo $?) "$reason"
