#!/bin/sh
# A function of seven and more parameters that is called from more than one place takes a record. Those that do not yet stand in
# parameters.txt (FILE FUNCTION), which only shrinks: one that is new fails, and so does one that is gone and still stands there.
. tests/judge.sh
B=${B:-build}
work=$B/parameters
mkdir -p "$work"

count() { LC_ALL=C sort "$1" | xargs python3 tests/scripts/rules/parameters.py; }

find fixedmath raster rom kernel platform tools -name '*.[ch]' -o -name '*.inc' >"$work/files"
count "$work/files" | cut -d' ' -f1,2 | LC_ALL=C sort >"$work/found"
LC_ALL=C sort tests/scripts/rules/parameters.txt >"$work/known"
new=$(LC_ALL=C comm -13 "$work/known" "$work/found" | tr '\n' ';')
judge parameters_long_lists_take_a_record $([ -z "$new" ]; echo $?) "$new seven parameters and more, called from more than one place"
gone=$(LC_ALL=C comm -23 "$work/known" "$work/found" | tr '\n' ';')
judge parameters_list_names_none_that_is_gone $([ -z "$gone" ]; echo $?) "take out of parameters.txt: $gone"

# The counter sees what it is for.
cat >"$work/try.c" <<'END'
static int seven(int a, int b, int c, int d, int e, int f, int (*g)(int, int)) { return a + b + c + d + e + f + g(1, 2); }
static int once(int a, int b, int c, int d, int e, int f, int g) { return a + b + c + d + e + f + g; } /* once(1) once(2) */
int six(int a, int b, int c, int d, int e, int f) { return seven(a, b, c, d, e, f, NULL) + once(1, 2, 3, 4, 5, 6, 7); }
int two(void) { return seven(1, 2, 3, 4, 5, 6, NULL) + six(1, 2, 3, 4, 5, 6) + six(1, 2, 3, 4, 5, 6) + sizeof "once("; }
END
seen=$(echo "$work/try.c" | xargs python3 tests/scripts/rules/parameters.py)
judge parameters_counter_counts $([ "$seen" = "$work/try.c seven 7 2" ]; echo $?) "$seen"
