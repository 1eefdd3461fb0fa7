#!/bin/sh
# An answer within a minute after a change: the unit tests in shares, and the scripts that read sources alone, side by side. `make check`
# builds first what the tests need. The last line is `N passed, N failed, N skipped`.
B=${B:-build}
export B
export MAKE="${MAKE:-make}"
log=$B/check.log
rm -f "$B"/check_*.out
{
    printf '"$B/unit_tests" %s/6 >"$B/check_unit_%s.out" 2>&1\n' 1 1 2 2 3 3 4 4 5 5 6 6
    printf 'sh tests/scripts/rules/%s.sh >"$B/check_%s.out" 2>&1\n' layers layers records records format format assertion assertion
} | xargs -P"$(nproc 2>/dev/null || echo 2)" -I{} sh -c '{} || :'
cat "$B"/check_*.out >"$log"
# Each share of the unit tests ends with a line of its own; a missing line tells of a crash.
for share in "$B"/check_unit_*.out; do
    grep -qE '^# [0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$share" ||
        echo "FAIL check a share of the unit tests did not end: $(tail -n 1 "$share")" >>"$log"
done
grep '^FAIL ' "$log"
echo "$(grep -c '^ok ' "$log") passed, $(grep -c '^FAIL ' "$log") failed, $(grep -c '^skip ' "$log") skipped; all of them in $log"
! grep -q '^FAIL ' "$log"
