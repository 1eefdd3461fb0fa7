#!/bin/sh
# The rules of the sample games, step by step: behind the script of a game stands its folder tests/rules, whose behaviours derive from those of the game,
# count what may not happen, and stand in the scenes in their place; the playthroughs of that folder say what has to come out.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/cart_rules
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart

"$MAKE" -s B="$B" "$oxcart" >"$work/build" 2>&1 || { echo "FAIL cart_rules oxcart does not build"; exit 1; }

for rules in rom/carts/*/tests/rules; do
    game=${rules#rom/carts/} game=${game%%/*}
    for play in "$rules"/*.play; do
        name=$(basename "$play" .play) cart=$work/$game.$(basename "$play" .play)
        cp -r "rom/carts/$game" "$cart"
        cat "$rules/rules.goad" >>"$cart/game.goad"
        sed -nE 's/^behaviour (Judge[A-Za-z]*) : ([A-Za-z]+) .*/\1 \2/p' "$rules/rules.goad" | while read -r judge base; do
            sed -i -E "s/behaviour([ =])$base( |\$)/behaviour\1$judge\2/" "$cart/cart.txt"
        done
        sed -i -e '/^scripts /d; /^capacity script-stack /d' -e 's/^script game.*/&\ncapacity script-stack 256\nscripts tick=20000 activation=400000 draw=40000/' "$cart/cart.txt" # who counts needs more than the game
        # Lines `# with TEXT => TEXT` change the game's script: numbers that it has otherwise.
        sed -n 's/^# with \(.*\) => \(.*\)$/s|\1|\2|/p' "$play" >"$cart/changes.sed"
        sed -i -f "$cart/changes.sed" "$cart/game.goad"
        # Lines `# cart TEXT => TEXT` change its cart.txt in the same way.
        sed -n 's/^# cart \(.*\) => \(.*\)$/s|\1|\2|/p' "$play" >"$cart/changes.sed"
        sed -i -f "$cart/changes.sed" "$cart/cart.txt"
        "$oxcart" test "$cart" "$play" >"$work/out" 2>&1
        judge "cart_rules_of_${game}_$name" $? "$(head -n 1 "$work/out")"
    done
done

# A level of one's own in Bricks is there after the machine was off: one run lays bricks, another plays them.
cart=$work/bricks.pure
keys() { # buttons, one after the other, ten frames each
    at=10
    for key in $1; do
        printf '%d press %s\n%d release %s\n' $at "$key" $((at + 4)) "$key"
        at=$((at + 10))
    done
}
keys 'DOWN DOWN RIGHT DOWN A A RIGHT A A RIGHT A A A LEFT LEFT LEFT UP A START' >"$work/lay"
keys 'DOWN DOWN RIGHT UP UP A' >"$work/play"
"$oxcart" run "$cart" --headless --frames 240 --input "$work/lay" --saves "$work/saves" >"$work/out" 2>&1
"$oxcart" run "$cart" --headless --frames 120 --input "$work/play" --saves "$work/saves" >"$work/out" 2>&1
grep -q 'wall 1: 3 bricks, 0 6 8 5$' "$work/out" && "$oxcart" run "$cart" --headless --frames 120 --input "$work/play" >"$work/without" 2>&1 && grep -q 'wall 1: 0 bricks' "$work/without"
judge cart_rules_of_bricks_own_levels $? "$(tail -n 1 "$work/out")"
