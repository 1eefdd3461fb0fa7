#!/bin/sh
# What ways of submission and reflectance functions cost, in instructions counted by callgrind: 300 vertices of 100 small textured
# triangles by immediate mode, interleaved records and separate streams; a vertex by Phong's and Blinn's highlight.
B=${B:-build}
work=$B/submit_costs
CC=${CC:-cc}
command -v valgrind >/dev/null 2>&1 || { echo "skip submit_costs no valgrind here"; exit 0; }
mkdir -p "$work"
tables=$B/gen/fixedmath_tables.c
[ -f "$tables" ] || { echo "skip submit_costs no generated tables in $B"; exit 0; }
# shellcheck disable=SC2086
if ! $CC -std=c11 -O2 -I. -o "$work/run" tests/bench/raster_submit.c tools/measure/submission.c raster/*/*.c fixedmath/*/*.c "$tables" -lm >"$work/log" 2>&1; then
    echo "FAIL submit_costs it does not build: $(grep -m 1 error "$work/log")"
    exit 1
fi
count() { valgrind --tool=callgrind --callgrind-out-file=/dev/null "$work/run" "$1" 2>&1 | sed -n 's/.*Collected : \([0-9]*\).*/\1/p'; }
nothing=$(count n)
immediate=$((($(count i) - nothing) / 20))
records=$((($(count a) - nothing) / 20))
streams=$((($(count s) - nothing) / 20))
echo "# 300 vertices: immediate $immediate, interleaved $records, streams $streams instructions; a vertex $((immediate / 300)), $((records / 300)), $((streams / 300))"
echo "# ratio 1 : 0.$((records * 100 / immediate)) : 0.$((streams * 100 / immediate)); the texts measured 163154, 72821, 51212 cycles, 1 : 0.45 : 0.31"
if [ "$immediate" -gt "$records" ] && [ "$records" -ge "$streams" ]; then
    echo "ok submit_costs_immediate_records_streams"
else
    echo "FAIL submit_costs_immediate_records_streams the order is another"
fi
phong=$(count p)
blinn=$(count b)
echo "# 20,000 vertices: Phong $phong, Blinn with four times the exponent $blinn instructions"
if [ "$blinn" -lt "$phong" ]; then
    echo "ok submit_costs_blinn_below_phong"
else
    echo "FAIL submit_costs_blinn_below_phong $blinn against $phong"
fi
