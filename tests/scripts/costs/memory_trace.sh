#!/bin/sh
# The allocators against malloc and free on the same requests, in instructions: a count, not a time, so it is the same on every
# run. Each must need at most a fifth, the cost of following the trace taken off both; a pool a quarter where slots come back in
# any order, since it spends three instructions on guessing the next one, which saves a wait where they come back in theirs
# (`make bench` has the times: at least five times as fast both ways).
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

# allocator, trace, malloc's way, the empty way, how many times cheaper
worst=
for line in "pool fixed malloc-lives nothing-lives 4" "pools fixed malloc nothing 5" "arena fixed malloc nothing 5" \
    "arena mixed malloc nothing 5" "arena level malloc nothing 5" "ends level malloc nothing 5" "frame mixed malloc nothing 5"; do
    # shellcheck disable=SC2086
    set -- $line
    none=$(count "$4" "$2")
    ours=$(($(count "$1" "$2") - none))
    theirs=$(($(count "$3" "$2") - none))
    echo "# $1, $2 sizes: $((ours / 40000)).$((ours / 4000 % 10)) instructions a request, malloc's" \
        "$((theirs / 40000)).$((theirs / 4000 % 10))"
    [ "$theirs" -ge $((ours * $5)) ] && [ "$ours" -gt 0 ] || worst="$worst $1/$2"
done
if [ -z "$worst" ]; then
    echo "ok memory_trace_against_malloc"
else
    echo "FAIL memory_trace_against_malloc not as much cheaper as they should be:$worst"
fi
