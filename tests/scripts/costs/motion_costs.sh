#!/bin/sh
# What a motion blur costs, in instructions counted by callgrind: nothing to speak of for a still picture, and for one that moves as much as it has cells that do.
B=${B:-build}
work=$B/motion_costs
CC=${CC:-cc}
command -v valgrind >/dev/null 2>&1 || { echo "skip motion_costs no valgrind here"; exit 0; }
mkdir -p "$work"
tables=$B/gen/fixedmath_tables.c
[ -f "$tables" ] || { echo "skip motion_costs no generated tables in $B"; exit 0; }
# shellcheck disable=SC2086
if ! $CC -std=c11 -O2 -I. -o "$work/run" tests/bench/raster_motion.c raster/*/*.c fixedmath/*/*.c "$tables" -lm >"$work/log" 2>&1; then
    echo "FAIL motion_costs it does not build: $(grep -m 1 -E 'error|undefined' "$work/log")"
    exit 1
fi
count() { valgrind --tool=callgrind --callgrind-out-file=/dev/null "$work/run" "$1" 2>&1 | sed -n 's/.*Collected : \([0-9]*\).*/\1/p'; }
none=$(count 0)
few=$((($(count 60) - none) / 20))
many=$((($(count 600) - none) / 20))
echo "# a picture of 600 cells: 60 that move $few, 600 $many instructions; a pixel of them $((many / 38400))"
if [ "$many" -gt $((few * 9)) ] && [ "$many" -lt $((few * 11)) ]; then
    echo "ok motion_costs_what_moves"
else
    echo "FAIL motion_costs_what_moves $many against $few for a tenth"
fi
