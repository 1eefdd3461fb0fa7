#!/bin/sh
# The mutants of a small file, whose tests are known: which must be caught by the room's own tests, which by tests of another room alone, which by
# none, and that a mutant that hangs ends. tests/mutate/mutate.py is what runs.
B=${B:-build}
CC=${CC:-cc}
command -v python3 >/dev/null 2>&1 || { echo "skip mutate no python3 on this machine"; exit 0; }
root=$(pwd)
case $B in /*) ;; *) B=$root/$B ;; esac
S=$B/mutate_tiny
rm -rf "$S"
mkdir -p "$S/tiny" "$S/tests/unit/tiny" "$S/tests/unit/far" "$S/build/gen"
ln -s "$root/tests/test_main.c" "$S/tests/test_main.c"

cat >"$S/tiny/tiny.c" <<'END_OF_FILE'
int limit(int x, int most) {
    if (x > most) x = most;
    return x;
}

int sum(int count) {
    int total = 0;
    for (int i = 1; i <= count; i++) {
        total += i + 1;
    }
    return total;
}

int far(int x) { return x < 3; }
int unseen(int x, int y) { return limit(x, y); }
END_OF_FILE
cat >"$S/tests/unit/tiny/tiny_test.c" <<'END_OF_FILE'
#include "tests/test.h"
int limit(int x, int most);
int sum(int count);
TEST(tiny_limit) {
    CHECK_EQ(limit(5, 3), 3);
    CHECK_EQ(limit(2, 3), 2);
}
TEST(tiny_sum) {
    CHECK_EQ(sum(4), 14);
    CHECK_EQ(sum(0), 0);
}
END_OF_FILE
cat >"$S/tests/unit/far/far_test.c" <<'END_OF_FILE'
#include "tests/test.h"
int far(int x);
TEST(far_away) {
    CHECK_EQ(far(2), 1);
    CHECK_EQ(far(3), 0);
}
END_OF_FILE
echo "tiny/tiny.c ~ if (x > most) x = most; ~ (x > most) -> (x >= most) ~ of two equal numbers either is the lesser" >"$S/equivalent.txt"
echo "tiny/tiny.c ~ return x; ~ x -> y ~ no change makes this" >>"$S/equivalent.txt"

cd "$S" || exit 1
sed -n 's/^TEST(\([a-z0-9_]*\)).*/TEST_CASE(\1)/p' tests/unit/*/*_test.c >build/gen/test_list.inc
for source in tiny/tiny.c tests/unit/tiny/tiny_test.c tests/unit/far/far_test.c tests/test_main.c; do
    object=build/obj/${source%.c}.o
    mkdir -p "$(dirname "$object")"
    "$CC" -std=c11 -I"$root" -Ibuild/gen -c "$source" -o "$object" || exit 1
    echo "$object" >>build/objects.txt
done
mutate() { # output, equivalent mutants, further arguments
    file=$1 marks=$2
    shift 2
    python3 -B "$root/tests/mutate/mutate.py" --build build --compiler "$CC" --flags "-std=c11 -I$root -Ibuild/gen" --objects build/objects.txt \
        --list build/gen/test_list.inc --place tiny --count all --equivalent "$marks" "$@" >"$file" 2>&1
}
mutate all.txt /dev/null
mutate marked.txt equivalent.txt --only both

judge() { # name, file, the pattern that it must have, how often
    count=$(grep -cE -- "$3" "$2")
    if [ "$count" -eq "$4" ]; then
        echo "ok $1"
    else
        echo "FAIL $1 $count instead of $4 lines have '$3': $(tail -n 1 "$2")"
    fi
}
judge mutate_lists_what_no_test_notices all.txt '^survived tiny/tiny\.c:2 ~ if \(x > most\) x = most; ~ \(x > most\) -> \(x >= most\) ~ 1 tests$' 1
judge mutate_catches_what_a_test_notices all.txt '^survived tiny/tiny\.c:([3-9]|1[0-4]) ' 0
judge mutate_lists_what_no_test_reaches all.txt '^survived tiny/tiny\.c:15 .* 0 tests$' 3
judge mutate_tells_the_tests_of_the_room_from_others marked.txt '^missed by its room tiny/tiny\.c:14 ' 3
judge mutate_leaves_out_what_is_marked marked.txt '^survived .*:2 ' 0
judge mutate_tells_of_marks_that_fit_nothing marked.txt '^# marked in vain: tiny/tiny\.c ~ return x; ~ x -> y$' 1
judge mutate_counts_by_room all.txt '^tiny +21 +14 +67 % +17 +81 % +4$' 1
