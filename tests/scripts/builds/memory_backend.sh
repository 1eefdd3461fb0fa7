#!/bin/sh
# The C library's heap behind arenas: its own tests run in a debug build, the engine's tests run with it behind every arena
# they set up, and no release build links to it.
B=${B:-build}
CC=${CC:-cc}
MAKE=${MAKE:-make}
work=$B/memory_backend
mkdir -p "$work"
flags="-std=c11 -O1 -g1 -w -I. -I$work -DOX_HEAP_BACKEND=1"
memory="kernel/memory/arena.c kernel/memory/frame.c kernel/memory/pool.c kernel/memory/tag.c kernel/memory/fault.c kernel/memory/status.c"
test=tests/scripts/builds/memory_backend_test.c
sed -n 's/^TEST(\([a-z0-9_]*\)).*/TEST_CASE(\1)/p' "$test" >"$work/test_list.inc"

# shellcheck disable=SC2086
if ! $CC $flags -DOX_DEBUG=1 $memory fixedmath/numbers/assert.c tools/base/heap_backend.c "$test" tests/test_main.c -o "$work/tests" \
    >"$work/log" 2>&1; then
    echo "FAIL memory_backend_runs $(tail -n 1 "$work/log")"
else
    "$work/tests" 2>&1 | sed -n 's/^\(ok\|FAIL\|skip\) memory_backend_/\1 memory_backend_debug_/p; /^#/p'
fi

echo 'int main(void) { return 0; }' >"$work/main.c"
# shellcheck disable=SC2086
if $CC $flags $memory tools/base/heap_backend.c "$work/main.c" -o "$work/release" >"$work/log" 2>&1; then
    echo "FAIL memory_backend_release_refuses_to_link a release build linked"
elif grep -q 'undefined.*ox_arena_back' "$work/log"; then
    echo "ok memory_backend_release_refuses_to_link"
else
    echo "FAIL memory_backend_release_refuses_to_link $(tail -n 1 "$work/log")"
fi

# ---- the engine's tests ----

# Left out are tests that hold an arena to what this back end does not do: to hand out neighbouring addresses within one
# block (arena, frame, budget, class, split, level, master, submit, stage, parts), to pools without guards between their
# objects, to a given number of bytes lost to alignment, and those that track or damage arenas themselves; also the resource
# manager's, which slides what lies in its own arena, and the console's, whose plan is carved by address.
left_out="resource_every_address_lies_in_its_class resource_without_its_class_stays_in_place
    resource_translated_pictures_are_copied_once containers_array_grows_in_arena memory_arena_fills_to_the_last_byte memory_arena_aligns_at_both_ends
memory_arena_fails_the_chosen_push memory_frame_single_starts_over_every_frame
memory_frame_open_and_commit_write_without_copy memory_budget_carves_regions_that_add_up memory_arena_worked_examples
memory_arena_opens_once memory_arena_sequences_match_their_offsets memory_class_carves_what_is_declared
memory_class_pools_have_their_count memory_class_counts_by_tag_and_class memory_level_ping_pong_a_hundred_times
memory_master_gives_all_back_at_once memory_split_leaves_no_hole memory_pool_gives_what_it_has_and_no_more
memory_pool_tells_its_mistakes memory_pool_takes_any_bits_for_a_handle memory_pool_is_whole_after_any_order
memory_stage_equals_the_direct_path memory_submit_copies_nothing memory_track_write_after_free_is_told
memory_track_runs_out_of_records engine_console_parts_stay_inside_their_own_memory"
suite=$work/suite
unit=$(find tests/unit -name "*_test.c" | LC_ALL=C sort | grep -E '/(memory|containers|handle|bits|names|text|resource_load|console|engine|player|debug|input|life)_' |
    grep -vE '/console_(make|runtime)_') # these boot consoles
host=tests/host/kernel/memory/memory_soak_test.c
mkdir -p "$suite"
# shellcheck disable=SC2086,SC2116
if ! $CC -std=c11 -O1 -g1 -w -I. -DOX_DEBUG=1 -DOX_HEAP_BACKEND=1 -c tests/scripts/builds/memory_backend_suite.c \
    -o "$work/suite.o" >"$work/log" 2>&1 ||
    ! "$MAKE" -s -j2 B="$suite" CC="$CC" WARN=-w LDFLAGS="$work/suite.o" UNIT_SRC="$(echo $unit)" HOSTTEST_SRC="$host" \
        TWIN_SRC= TOOL_OBJ="$suite/obj/tools/base/heap_backend.o" \
        OPT='-O0 -DOX_DEBUG=1 -DOX_HEAP_BACKEND=1 -D_GNU_SOURCE -include tests/scripts/builds/memory_backend_suite.h' \
        "$suite/unit_tests" >"$work/log" 2>&1; then
    echo "FAIL memory_backend_engine_suite $(grep -m 1 -E 'rror' "$work/log")"
    exit 1
fi
"$suite/unit_tests" >"$work/suite.out" 2>&1
status=$?
grep '^ok ' "$work/suite.out" | cut -d' ' -f2 >"$work/passed"
failed=$(sed -n 's/^FAIL \([a-z0-9_]*\).*/\1/p' "$work/suite.out" | while read -r name; do
    case " $(echo $left_out) " in *" $name "*) ;; *) echo "$name" ;; esac
done)
passed=$(wc -l <"$work/passed")
blocks=$(sed -n 's/.* arenas, \([0-9]*\) blocks .*/\1/p' "$work/suite.out")
if [ "$status" -le 1 ] && [ -z "$failed" ] && [ "$passed" -gt 250 ] && [ "${blocks:-0}" -gt 100000 ]; then
    echo "ok memory_backend_engine_suite"
    echo "# $passed tests with malloc behind every arena, $(echo $left_out | wc -w) about addresses left out"
else
    echo "FAIL memory_backend_engine_suite status $status, $passed passed, failed: $(echo $failed)"
fi
grep '^# .* arenas, ' "$work/suite.out"
