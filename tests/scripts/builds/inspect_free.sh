#!/bin/sh
# What is profiled and looked into costs nothing where nobody looks: retail builds, and builds for small machines, have the same bytes as if no profile had ever been written.
#
#     B=build sh tests/scripts/builds/inspect_free.sh
. tests/judge.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compile() { # compiler, flags, source on standard input, object
    $1 -std=c11 -Os -g0 -I. -I"${B:-build}/gen" $2 -x c -c - -o "$3"
}
same() { # name, compiler, flags: each source with and without its places for the profile gives one object
    reason=
    for source in kernel/console/console.c kernel/console/draw.c kernel/console/modules.c; do
        compile "$2" "$3" "$work/with.o" <"$source" || reason="$source does not compile"
        sed -e '/OX_PIECE_/d' -e 's/^    MEASURED(/    FOR_EACH(/' -e '/kernel\/debug\/profile.h/d' "$source" |
            compile "$2" "$3 -Wno-unused" "$work/without.o" || reason="$source does not compile without"
        cmp -s "$work/with.o" "$work/without.o" || reason="$source has other bytes with the profile"
        nm "$work/with.o" | grep -E 'ox_(profile|inspect)' >"$work/names" && reason="$source: $(head -n 1 "$work/names")"
    done
    judge_reason "$1" "$reason"
}
cc=${CC:-cc}
same inspect_free_in_retail_builds "$cc" -DOX_RETAIL
if command -v arm-none-eabi-gcc >/dev/null 2>&1; then
    same inspect_free_on_small_machines arm-none-eabi-gcc "-mcpu=cortex-m3 -mthumb -ffreestanding -isystem platform/gba/libc"
else
    echo "skip inspect_free_on_small_machines no arm-none-eabi-gcc"
fi
reason=
compile "$cc" -DOX_RETAIL "$work/module.o" <kernel/inspect/module.c || reason="the module does not compile"
nm "$work/module.o" | grep -qE ' [tT] (draw_view|end_step|begin_scene)' && reason="the retail module still draws"
judge_reason inspect_free_module_is_empty_in_retail_builds "$reason"
# Where it is built in, a build without a profile given pays one comparison in each place.
reason=
compile "$cc" "-DOX_PROFILED=1" "$work/on.o" <kernel/console/draw.c || reason="draw.c does not compile"
nm "$work/on.o" | grep -q ox_profile_begin || reason="the places for the profile are gone"
judge_reason inspect_places_are_there_when_asked_for "$reason"
# Details and traces are not even words in retail builds; in others they are, to be switched on.
printf '#include "kernel/debug/log.h"\nvoid f(ox_log *log);\nvoid f(ox_log *log) {\n    OX_LOG(log, PLAT_LOG_WARNING, "a warning stays %%d", 1);\n    OX_LOG(log, OX_LOG_DETAIL, "a detail goes %%d", 2);\n}\n' >"$work/words.c"
reason=
compile "$cc" -DOX_RETAIL "$work/words.o" <"$work/words.c" || reason="it does not compile"
grep -q 'a warning stays' "$work/words.o" || reason="the warning is gone"
grep -q 'a detail goes' "$work/words.o" && reason="a detail is in the retail build"
compile "$cc" "" "$work/words.o" <"$work/words.c" || reason="it does not compile"
grep -q 'a detail goes' "$work/words.o" || reason="a detail is in no build"
judge_reason inspect_free_details_are_left_out "$reason"
# Shapes that code asks for are one comparison where somebody may look, and nothing in retail builds.
printf '#include "kernel/inspect/sketch.h"\nvoid f(ox_sketch *s);\nvoid f(ox_sketch *s) {\n    ox_sketch_add(s, &(ox_sketch_shape){.kind = OX_SKETCH_LINE, .rgb = 1});\n    ox_sketch_words(s, &(ox_sketch_shape){.kind = OX_SKETCH_WORDS}, "stays here");\n}\n' >"$work/shapes.c"
reason=
compile "$cc" -DOX_RETAIL "$work/shapes.o" <"$work/shapes.c" || reason="it does not compile"
nm "$work/shapes.o" | grep -q ox_sketch && reason="a shape is asked for in the retail build"
grep -q 'stays here' "$work/shapes.o" && reason="its words are in the retail build"
compile "$cc" "" "$work/shapes.o" <"$work/shapes.c" || reason="it does not compile"
nm "$work/shapes.o" | grep -q ox_sketch_keep || reason="a shape is asked for in no build"
judge_reason inspect_free_shapes_are_nothing_in_retail_builds "$reason"
# What befalls objects is told to nobody in retail builds, and entries of a game go nowhere.
reason=
compile "$cc" -DOX_RETAIL "$work/host.o" <kernel/behaviour/host.c || reason="it does not compile"
nm "$work/host.o" | grep -qE ' [tT] tell_(handled|state)$' && reason="deeds are told in the retail build"
compile "$cc" "" "$work/host.o" <kernel/behaviour/host.c || reason="it does not compile"
nm "$work/host.o" | grep -qE ' [tT] tell_state$' || reason="deeds are told in no build"
judge_reason inspect_free_histories_are_nothing_in_retail_builds "$reason"
printf '#include "kernel/inspect/entry.h"\nvoid f(const struct ox_console *c);\nvoid f(const struct ox_console *c) {\n    static ox_entry e = {.page = "stays", .label = "stays here"};\n    ox_entries_show(c, &e, 1);\n}\n' >"$work/entries.c"
reason=
compile "$cc" -DOX_RETAIL "$work/entries.o" <"$work/entries.c" || reason="it does not compile"
nm "$work/entries.o" | grep -q ox_entries && reason="entries are shown in the retail build"
grep -q 'stays here' "$work/entries.o" && reason="their words are in the retail build"
compile "$cc" "" "$work/entries.o" <"$work/entries.c" || reason="it does not compile"
nm "$work/entries.o" | grep -q ox_entries_show || reason="entries are shown in no build"
judge_reason inspect_free_entries_are_nothing_in_retail_builds "$reason"
# Breaks in C and boxes of text are nothing in retail builds, their conditions not even read.
printf '#include "kernel/debug/break.h"\n#include "kernel/inspect/entry.h"\nvoid f(ox_break_table *b, const struct ox_console *c, ox_shown_box *box, int *x);\nvoid f(ox_break_table *b, const struct ox_console *c, ox_shown_box *box, int *x) {\n    OX_BREAK_IF(b, ++*x == 0);\n    OX_BREAK_ON_HIT(b, 5);\n    ox_box_show(c, box);\n}\n' >"$work/breaks.c"
reason=
compile "$cc" "-DOX_RETAIL -Wno-unused" "$work/breaks.o" <"$work/breaks.c" || reason="it does not compile"
nm "$work/breaks.o" | grep -qE ' U ' && reason="something is called in the retail build: $(nm "$work/breaks.o" | head -n 1)"
compile "$cc" "" "$work/breaks.o" <"$work/breaks.c" || reason="it does not compile"
nm "$work/breaks.o" | grep -q 'U ox_break' && nm "$work/breaks.o" | grep -q 'U ox_box_show' || reason="nothing is called in any build"
judge_reason inspect_free_breaks_and_boxes_are_nothing_in_retail_builds "$reason"
