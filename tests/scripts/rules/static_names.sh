#!/bin/sh
# A static function's name says what it acts on: no name of one word stands in more than three files. Those that still do stand in
# static_names.txt with the number of their files, which only shrinks.
. tests/judge.sh
B=${B:-build}
work=$B/static_names
mkdir -p "$work"

count() { LC_ALL=C sort | xargs python3 tests/scripts/rules/static_names.py 3; }

find fixedmath raster rom kernel platform tools -name '*.[ch]' -o -name '*.inc' | count >"$work/found"
more=$(awk 'NR == FNR { most[$1] = $2; next } !($1 in most) || $2 > most[$1]' tests/scripts/rules/static_names.txt "$work/found")
judge static_names_say_what_they_act_on $([ -z "$more" ]; echo $?) "in more than three files: $(printf '%s' "$more" | head -n 3 | tr '\n' ';')"
fewer=$(awk 'NR == FNR { files[$1] = $2; next } $2 > files[$1] + 0 { print $1, files[$1] + 0 }' "$work/found" tests/scripts/rules/static_names.txt | tr '\n' ';')
judge static_names_list_is_as_short_as_it_can_be $([ -z "$fewer" ]; echo $?) "write the smaller number, none below 4: $fewer"

# The counter sees what it is for.
for file in a b c d; do
    printf 'static int put(int a) { return a; }\nstatic int put_byte(void) { return 0; } /* static int take(int a) { return a; } */\n' >"$work/$file.c"
    printf 'static int look(int a);\nint take(int a) { return look(a); }\n' >>"$work/$file.c"
done
seen=$(echo "$work"/[abcd].c | tr ' ' '\n' | count)
judge static_names_counter_counts $([ "${seen%% "$work"*}" = 'put 4' ]; echo $?) "$seen"
