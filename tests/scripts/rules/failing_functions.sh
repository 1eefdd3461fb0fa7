#!/bin/sh
# Every public function of the kernel's lower parts and of the ROM reader that can fail says so to the compiler, and some
# test makes it fail.
B=${B:-build}
mkdir -p "$B"
if ! command -v python3 >/dev/null 2>&1; then
    echo "skip failing_functions no python3 on this machine"
    exit 0
fi
for what in checked tested; do
    out=$B/failing_$what.txt
    if python3 tests/scripts/rules/failing_functions.py "$what" >"$out" 2>&1; then
        echo "ok failing_functions_are_$what"
    else
        echo "FAIL failing_functions_are_$what $(tail -n 1 "$out")"
    fi
done
echo "# $(cut -d' ' -f1 "$B/failing_tested.txt") functions can fail"

# The rules can be broken: a function that nobody knows is found by both.
mkdir -p "$B/failing/tests"
rm -rf "$B/failing/kernel" "$B/failing/rom"
cp -r kernel rom tests "$B/failing/" 2>/dev/null
echo 'ox_status ox_pool_shrink(ox_pool *pool);' >>"$B/failing/kernel/memory/pool.h"
for what in checked tested; do
    if (cd "$B/failing" && python3 tests/scripts/rules/failing_functions.py "$what") 2>&1 | grep -q '\box_pool_shrink\b'; then
        echo "ok failing_functions_script_finds_one_not_$what"
    else
        echo "FAIL failing_functions_script_finds_one_not_$what"
    fi
done
rm -rf "$B/failing"
