#!/bin/sh
# Tweens on every machine: the cart of rom/carts/tweens, whose blocks move by cart.txt alone and whose ball moves by its script, gives the same
# pictures and the same state, step by step; and a game that is saved in the middle of its tweens goes on alike.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
TICKS=${TICKS:-150}
view=72x48
. tests/ports/everywhere.sh
begin_cart tweens rom/carts/tweens

# The ball is sent back in the middle of a hop, stops and rolls, and goes on.
printf '50 press A\n52 release A\n90 press B\n92 release B\n125 press X\n127 release X\n' >"$work/input"
play_cart tweens_play "$TICKS" $((TICKS - 10))
show_picture tweens_give_their_picture 105 053fe5c7
save_and_go_on tweens_saved_in_their_middle_go_on ''
play_everywhere tweens_same_state "$rom" "$work/game" "$TICKS"
