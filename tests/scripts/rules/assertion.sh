#!/bin/sh
# Assertions cost nothing in a release build: not a byte of code, data or text, on any machine here. And every one of the kernel
# and the ROM reader has a sentence.
B=${B:-build}
MAKE=${MAKE:-make}
mkdir -p "$B/assertion"
S=$B/assertion

cat >"$S/with.c" <<'END'
#include "fixedmath/assert.h"
int taken(const int *list, int count, int index);
int taken(const int *list, int count, int index) {
    FX_ASSERT(list != NULL);
    FX_ASSERT_MSG(index >= 0 && index < count, "index %d of %d", index, count);
    FX_ASSERT_MSG(list[index] != 12345, "the number of the beast");
    return list[index] + count;
}
END
sed '/FX_ASSERT/d' "$S/with.c" >"$S/without.c"
for tool in gcc clang arm-none-eabi-gcc powerpc-linux-gnu-gcc; do
    command -v $tool >/dev/null 2>&1 || continue
    for level in -O0 -O2; do
        for file in with without; do
            $tool -std=c11 $level -I. -c "$S/$file.c" -o "$S/$file.o" || echo "FAIL assertion_builds_$tool"
            objdump=${tool%gcc}objdump
            command -v "$objdump" >/dev/null 2>&1 || objdump=objdump
            "$objdump" -s -j .text -j .data -j .rodata -j .bss "$S/$file.o" 2>/dev/null | sed 1,3d >"$S/$file.dump"
        done
        if [ -s "$S/with.dump" ] && cmp -s "$S/with.dump" "$S/without.dump"; then
            echo "ok assertion_costs_nothing_in_release_${tool}_${level#-}"
        else
            echo "FAIL assertion_costs_nothing_in_release_${tool}_${level#-} the objects differ"
        fi
    done
done

# Plain ones are for what only the part itself can break.
plain=$(grep -rlE '\bFX_ASSERT\(' kernel rom --include='*.[ch]' | tr '\n' ' ')
told=$(grep -rhoE '\bFX_ASSERT_MSG\(' kernel --include='*.[ch]' | wc -l)
if [ -z "$plain" ] && [ "$told" -gt 10 ]; then
    echo "ok assertion_has_a_sentence_at_every_border"
    echo "# $told assertions of the kernel have one"
else
    echo "FAIL assertion_has_a_sentence_at_every_border without one: $plain"
fi
