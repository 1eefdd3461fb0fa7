#!/bin/sh
# Flat pictures on every machine: the cart of rom/carts/meadow, with its layers, sprites, flip-books and a camera that follows, gives the same
# pictures and the same state, step by step; and a game that is saved in its middle goes on alike.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
TICKS=${TICKS:-150}
view=72x48
. tests/ports/everywhere.sh
begin_cart meadow rom/carts/meadow

# The hero walks, jumps and takes coins, the camera goes near and far.
printf '5 hold RIGHT 60\n40 press A\n42 release A\n80 press B\n82 release B\n90 hold LEFT 25\n110 press B\n112 release B\n118 press A\n120 release A\n' >"$work/input"
play_cart meadow_plays "$TICKS" $((TICKS * 2 / 3))
show_picture meadow_gives_its_picture 105 a36ca0d4
save_and_go_on meadow_saved_in_its_middle_goes_on '5 hold RIGHT 170\n'
play_everywhere meadow_same_state "$rom" "$work/game" "$TICKS"
