#!/bin/sh
# What effects of sprites cost, held to limits: the last table of tests/bench/flat.sh.
B=${B:-build}
MAKE=${MAKE:-make}
table=$B/bench/flat_effects.txt
mkdir -p "$B/bench"
rm -f "$table"
if ! B=$B MAKE=$MAKE sh tests/bench/flat.sh >"$B/bench/flat.log" 2>&1; then
    echo "FAIL sprite_effects_cost $(tail -n 1 "$B/bench/flat.log")"
    exit
fi
if [ ! -s "$table" ]; then
    echo "skip sprite_effects_cost no valgrind here"
    exit
fi
sed 's/^/# /' "$table"

. tests/judge.sh
judge_costs "$table" sprite_effects_cost_gba 2 "arm-none-eabi-gcc or libmgba" \
    plain 9.4 half 46 mixed 97 wipe 1090 large 77 small 387 stretched 119 mirror 9.5 turned_z 582 card_y 280 flash 39 remap 45.5
judge_costs "$table" sprite_effects_cost 3 valgrind \
    plain 5 half 9 wipe 260 gradient 215 large 65 small 97 stretched 69 mirror 5 turned_z 81 card_y 86 flash 45 remap 70 smooth 505
