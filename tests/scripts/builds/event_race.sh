#!/bin/sh
# Runs the tests of the inbox, a thread against the main flow, under the race detector of clang.
B=${B:-build}
MAKE=${MAKE:-make}
if ! command -v clang >/dev/null 2>&1; then
    echo "skip event_inbox_race needs clang"
    exit 0
fi
# Only the console and these tests: the detector makes every file slow to compile.
if "$MAKE" -s -j2 B="$B/race" CC=clang OPT=-O1 WARN=-w SANITIZE=-fsanitize=thread UNIT_SRC= \
    HOSTTEST_SRC=tests/host/kernel/event/event_threads_test.c TOOL_OBJ= \
    "$B/race/unit_tests" >"$B/race.log" 2>&1 &&
    TSAN_OPTIONS=halt_on_error=1 "$B/race/unit_tests" event_inbox >>"$B/race.log" 2>&1 &&
    grep -q '^ok event_inbox' "$B/race.log"; then
    echo "ok event_inbox_race"
else
    echo "FAIL event_inbox_race see $B/race.log"
fi
