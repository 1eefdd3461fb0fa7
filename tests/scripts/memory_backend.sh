#!/bin/sh
# The C library's heap behind an arena: its tests run in a debug build of their own, and no release build links to it.
B=${B:-build}
CC=${CC:-cc}
work=$B/memory_backend
mkdir -p "$work"
flags="-std=c11 -O1 -g -w -I. -I$work -DOX_HEAP_BACKEND=1"
memory="kernel/memory/arena.c kernel/memory/frame.c kernel/memory/pool.c kernel/memory/tag.c kernel/memory/fault.c kernel/memory/status.c"
test=tests/scripts/memory_backend_test.c
sed -n 's/^TEST(\([a-z0-9_]*\)).*/TEST_CASE(\1)/p' "$test" >"$work/test_list.inc"

# shellcheck disable=SC2086
if ! $CC $flags -DOX_DEBUG=1 $memory fixedmath/assert.c tools/heap_backend.c "$test" tests/test_main.c -o "$work/tests" \
    >"$work/log" 2>&1; then
    echo "FAIL memory_backend_runs $(tail -n 1 "$work/log")"
else
    "$work/tests" 2>&1 | sed -n 's/^\(ok\|FAIL\|skip\) memory_backend_/\1 memory_backend_debug_/p; /^#/p'
fi

echo 'int main(void) { return 0; }' >"$work/main.c"
# shellcheck disable=SC2086
if $CC $flags $memory tools/heap_backend.c "$work/main.c" -o "$work/release" >"$work/log" 2>&1; then
    echo "FAIL memory_backend_release_refuses_to_link a release build linked"
elif grep -q 'undefined.*ox_arena_back' "$work/log"; then
    echo "ok memory_backend_release_refuses_to_link"
else
    echo "FAIL memory_backend_release_refuses_to_link $(tail -n 1 "$work/log")"
fi
