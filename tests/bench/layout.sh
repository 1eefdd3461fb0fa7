#!/bin/sh
# What the layout of data costs: positions of many objects updated as fields, as small and large structures
# and as a list. Times are ratios against the fields of the same run; cache misses are counted by cachegrind
# and depend on no mood.
B=${B:-build}
CC=${CC:-cc}
work=$B/bench/layout
mkdir -p "$work"

echo "== Layout: a pass over the positions of N objects, 24 of whose 96 bytes matter =="
"$CC" -std=c11 -O2 -Wall -Wextra tests/bench/layout_passes.c -o "$work/passes" || exit 1

misses() { # layout, objects, passes: misses of the first-level data cache
    valgrind --tool=cachegrind --cache-sim=yes --cachegrind-out-file=/dev/null \
        "$work/passes" "$1" "$2" "$3" 2>&1 | sed -n 's/^.*D1 *misses: *\([0-9,]*\).*/\1/p' | tr -d ,
}

printf '%-12s %8s %8s %10s %16s\n' layout objects time "bytes a pass" "misses an object"
for objects in 1000 10000 100000; do
    base= state=
    for layout in fields halves structures list; do
        # shellcheck disable=SC2046
        set -- $("$work/passes" $layout $objects 50)
        [ -n "$base" ] || base=$2 state=$1
        [ "$1" = "$state" ] || { echo "the layouts end in different states: $layout"; exit 1; }
        case $layout in fields | halves) bytes=$((objects * 24)) ;; *) bytes=$((objects * 96)) ;; esac
        missed=-
        if command -v valgrind >/dev/null 2>&1 && [ "$objects" -gt 1000 ]; then
            missed=$(echo "$(misses $layout $objects 3) $(misses $layout $objects 1) $objects" |
                awk '{ printf "%.2f", ($1 - $2) / 2 / $3 }')
        fi
        ratio=$(echo "$2 $base" | awk '{ printf "%.2f", $1 / $2 }')
        printf '%-12s %8d %8s %12d %16s\n' $layout $objects "$ratio" "$bytes" "$missed"
    done
done
