#!/bin/sh
# A town of diamonds on every machine: the cart of rom/carts/lamplighter, whose walls, houses and trees stand among the sprites, gives the same pictures and the
# same state, step by step; its hero lights a lamp, and goes round a house behind which nothing of him is seen.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
TICKS=${TICKS:-350}
view=120x80
. tests/ports/everywhere.sh
begin_cart lamplighter rom/carts/lamplighter

printf '%s\n' '5 hold LEFT 40' '50 press A' '52 release A' '60 hold UP 120' '185 hold LEFT 30' '215 hold UP 60' '280 hold RIGHT 110' >"$work/input"
play_cart lamplighter_plays "$TICKS" 1
# The pictures of frames 310, where the house hides the hero, and 340, where his hat is seen over the roof, were looked at before they were written down.
"$oxcart" run "$rom" --headless --frames 341 --hash --input "$work/input" >"$work/whole" 2>&1
got="$(sed -n 's/^frame=310 hash=//p' "$work/whole") $(sed -n 's/^frame=340 hash=//p' "$work/whole")"
[ "$got" = "d4b127c8 d136199e" ]
judge lamplighter_hides_who_stands_behind $? "$got"

# A cart whose tiles stand in a layer that sorts nothing is told so.
cp -r rom/carts/lamplighter "$work/flat"
sed -i 's/layer main sort=y/layer main/' "$work/flat/cart.txt"
"$oxcart" pack "$work/flat" -o "$work/flat.rom" >"$work/out" 2>&1 && grep -q 'cart.txt:[0-9]*: warning: no layer of the scene `main` sorts what stands in it' "$work/out"
judge lamplighter_without_sorting_is_warned_of $? "$(tail -n 1 "$work/out")"

# ---- the other machines ----

play_everywhere lamplighter_same_state "$rom" "$work/game" "$TICKS"
