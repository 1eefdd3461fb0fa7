#!/bin/sh
# The allocators against malloc and free on the same requests, in instructions: a count, not a time, so it is the same on every
# run. Each must need at most a fifth, the cost of following the trace taken off both.
B=${B:-build}
MAKE=${MAKE:-make}

if ! command -v valgrind >/dev/null 2>&1; then
    echo "skip memory_trace_against_malloc needs valgrind"
    exit 0
fi
if ! "$MAKE" -s B="$B" "$B/bench/memory_trace" >"$B/memory_trace.log" 2>&1; then
    echo "FAIL memory_trace_against_malloc $(tail -n 1 "$B/memory_trace.log")"
    exit 0
fi

count() { # allocator, trace
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=count_once "$B/bench/memory_trace" "$1" "$2" 2>&1 |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

# allocator, trace, malloc's way, the empty way
worst=
for line in "pool fixed malloc-lives nothing-lives" "pools fixed malloc nothing" "arena fixed malloc nothing" \
    "arena mixed malloc nothing" "arena level malloc nothing" "ends level malloc nothing" "frame mixed malloc nothing"; do
    # shellcheck disable=SC2086
    set -- $line
    none=$(count "$4" "$2")
    ours=$(($(count "$1" "$2") - none))
    theirs=$(($(count "$3" "$2") - none))
    echo "# $1, $2 sizes: $((ours / 40000)).$((ours / 4000 % 10)) instructions a request, malloc's" \
        "$((theirs / 40000)).$((theirs / 4000 % 10))"
    [ "$theirs" -ge $((ours * 5)) ] && [ "$ours" -gt 0 ] || worst="$worst $1/$2"
done
if [ -z "$worst" ]; then
    echo "ok memory_trace_against_malloc"
else
    echo "FAIL memory_trace_against_malloc less than five times cheaper:$worst"
fi
