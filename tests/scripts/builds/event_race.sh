#!/bin/sh
# Runs the tests of the inbox, a thread against the main flow, under the race detector of clang.
B=${B:-build}
MAKE=${MAKE:-make}
if ! command -v clang >/dev/null 2>&1; then
    echo "skip event_inbox_race needs clang"
    exit 0
fi
# Only these tests and what they call: the detector makes every file slow to compile. The linker drops what calls the rest.
core=
for part in fixedmath/numbers/text kernel/containers/heap kernel/containers/intrusive kernel/containers/sort kernel/debug/format kernel/debug/log \
    kernel/debug/stack kernel/event/event kernel/event/events kernel/event/queue kernel/event/subject kernel/memory/arena kernel/memory/fault \
    kernel/memory/pool kernel/text/buffer kernel/text/view; do
    core="$core $part.c"
done
if "$MAKE" -s -j2 B="$B/race" CC=clang OPT='-O1 -ffunction-sections -fdata-sections' LDFLAGS=-Wl,--gc-sections LDFLAGS_CODE= WARN=-w SANITIZE=-fsanitize=thread UNIT_SRC= TWIN_SRC= \
    HOSTTEST_SRC=tests/host/kernel/event/event_threads_test.c TOOL_OBJ= CORE_SRC="${core# }" \
    "$B/race/unit_tests" >"$B/race.log" 2>&1 &&
    TSAN_OPTIONS=halt_on_error=1 "$B/race/unit_tests" event_inbox >>"$B/race.log" 2>&1 &&
    grep -q '^ok event_inbox' "$B/race.log"; then
    echo "ok event_inbox_race"
else
    echo "FAIL event_inbox_race see $B/race.log"
fi
