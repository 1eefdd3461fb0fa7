#!/bin/sh
# How the cost of a frame grows with triangles and pixels on this machine, by callgrind, and the law fitted to it.
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/bench
mkdir -p "$work"
echo "== Growth of a frame: instructions, XRGB8888, one thread: a sphere of 1k, 10k, 100k triangles, 120x80 to 1024x768 =="
if ! command -v valgrind >/dev/null 2>&1; then
    echo "skipped: needs valgrind"
    exit 0
fi
if [ -z "$GROWTH" ]; then
    "$MAKE" -s B="$B" "$B/raster_growth" || exit 1
fi
tool=${GROWTH:-$B/raster_growth}
for mode in ${MODES:-flat gouraud texture}; do
    : >"$work/growth_$mode.txt"
    for triangles in 1000 10000 100000; do
        for size in "120 80" "240 160" "320 240" "640 480" "1024 768"; do
            # shellcheck disable=SC2086
            counts=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=raster_growth_frame \
                "$tool" draw $triangles $size $mode 2>"$work/growth.log")
            cost=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$work/growth.log")
            echo "$counts $cost" >>"$work/growth_$mode.txt"
            echo "$mode $triangles $size $counts $cost" | awk '{ printf "%-8s %6d triangles %4dx%-4d %10d instructions\n", $1, $2, $3, $4, $11 }'
        done
    done
    printf '%-8s ' "$mode"
    "$tool" fit <"$work/growth_$mode.txt"
done
