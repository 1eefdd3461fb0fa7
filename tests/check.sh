#!/bin/sh
# An answer within a minute after a change: the unit tests in two shares, and the scripts that read sources alone. `make check` builds
# what they need first. The last line is `N passed, N failed, N skipped`.
B=${B:-build}
log=$B/check.log
"$B/unit_tests" 1/2 >"$B/check_1.out" 2>&1 &
{
    for name in layers records format assertion; do B="$B" MAKE="${MAKE:-make}" sh "tests/scripts/$name.sh"; done
    "$B/unit_tests" 2/2
} >"$B/check_2.out" 2>&1
wait
cat "$B/check_1.out" "$B/check_2.out" >"$log"
# Each share ends with a line of its own; one that is missing is a crash.
ended=$(grep -cE '^# [0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$log")
[ "$ended" -eq 2 ] || echo "FAIL check the unit tests did not end: $(tail -n 1 "$B/check_1.out") / $(tail -n 1 "$B/check_2.out")" >>"$log"
grep '^FAIL ' "$log"
echo "$(grep -c '^ok ' "$log") passed, $(grep -c '^FAIL ' "$log") failed, $(grep -c '^skip ' "$log") skipped; all of them in $log"
! grep -q '^FAIL ' "$log"
