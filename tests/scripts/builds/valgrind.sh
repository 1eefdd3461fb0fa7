#!/bin/sh
# The command plays under valgrind, which knows where the stack is: nothing is written outside of it. The frame of main moves with the
# environment, so several sizes of it are tried.
B=${B:-build}
if ! command -v valgrind >/dev/null; then
    echo "skip valgrind_plays no valgrind here"
    exit 0
fi
"${MAKE:-make}" -s B="$B" "$B/oxcart" "$B/showcase.rom" >"$B/valgrind.log" 2>&1 || { echo "FAIL valgrind_plays oxcart does not build"; exit 0; }
for room in "" "$(printf '%0900d' 0)" "$(printf '%02300d' 0)"; do
    if ! ROOM=$room valgrind -q --error-exitcode=9 "$B/oxcart" run "$B/showcase.rom" --headless --frames 1 --size 64x48 >"$B/valgrind.log" 2>&1; then
        echo "FAIL valgrind_plays $(grep -m 1 -E 'Invalid|Process terminating|uninitialised' "$B/valgrind.log")"
        exit 0
    fi
done
echo "ok valgrind_plays"
