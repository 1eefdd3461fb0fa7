#!/bin/sh
# Every record that something creates has a row in the tests of lives (tests/unit/kernel/memory/life.h).
#
# A Create is a function NAME_init, _open, _create, _start or _begin of a public header of kernel, raster or rom whose
# first argument is the NAME it makes. The headers within the rooms of the rasterizer are not public.
B=${B:-build}
mkdir -p "$B"

headers() { find "$@" -name '*.h' ! -name '*internal*' ! -name '*_work.h' ! -path 'raster/*/*' | sort; }

creates() {
    # shellcheck disable=SC2046
    sed 's/ox_counter_init(ox_time_counter/ox_time_counter_init(ox_time_counter/
         s/ox_level_open(ox_level_memory/ox_level_memory_open(ox_level_memory/
         s/ox_reserve_init(ox_reserve_account/ox_reserve_account_init(ox_reserve_account/
         s/ox_submit_init(ox_submit_queue/ox_submit_queue_init(ox_submit_queue/' $(headers "$@") |
        grep -E '^[A-Za-z]' | grep -oE '[a-z0-9_]+_(init|open|create|start|begin)\)?\((struct )?[a-z0-9_]+ \*' |
        sed -E 's/^(.*)_(init|open|create|start|begin)\)?\((struct )?([a-z0-9_]+) \*$/\1 \4/' |
        awk '$1 == $2 { print $1 }' | grep -vx ox_array | sort -u # ox_array_open opens a gap
}

rows() {
    grep -hoE '(LIFE|PLAIN)(_ROW)?\([a-z0-9_]+, (init|open|create|start|begin),' $(find tests/unit tests/host -name "*.inc" -o -name "*_test.c") |
        sed -E 's/.*\(([a-z0-9_]+),.*/\1/' | sort -u
}

rows >"$B/life.rows"
missing=$(creates kernel raster rom | grep -vxF -f "$B/life.rows" | tr '\n' ' ')
count=$(creates kernel raster rom | wc -l)
if [ -z "$missing" ] && [ "$count" -gt 90 ]; then
    echo "ok life_every_record_has_a_row"
else
    echo "FAIL life_every_record_has_a_row $count records; without a row: $missing"
fi

# The rule sees a record that is new.
mkdir -p "$B/life"
printf 'typedef struct ox_stranger {\n    int a;\n} ox_stranger;\nvoid ox_stranger_init(ox_stranger *stranger);\n' >"$B/life/stranger.h"
if [ "$(creates "$B/life" | grep -vxF -f "$B/life.rows")" = ox_stranger ]; then
    echo "ok life_a_new_record_is_missed"
else
    echo "FAIL life_a_new_record_is_missed it is not"
fi
