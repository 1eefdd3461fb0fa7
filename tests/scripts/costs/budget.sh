#!/bin/sh
# The static budget of the Game Boy Advance: code and data in fast memory, the stack and the least room for bands must fit
# 32,512 bytes, or the cartridge does not link; the console's block is all of external memory. One byte more is too much.
# And hot code: every marked function lies inside fast memory, in one range.
B=${B:-build}
MAKE=${MAKE:-make}
if ! command -v arm-none-eabi-gcc >/dev/null 2>&1; then
    echo "skip budget_gba no arm-none-eabi-gcc here"
    exit 0
fi
mkdir -p "$B"
if ! "$MAKE" -s B="$B" "$B/gba/base.elf" core-gba >"$B/budget.log" 2>&1; then
    echo "FAIL budget_gba the player does not build: $(grep -m 1 -iE 'error|assert' "$B/budget.log")"
    exit 1
fi
elf=$B/gba/base.elf
symbol() { printf '%d' "0x$(arm-none-eabi-nm "$elf" | awk -v name="$1" '$3 == name { print $1 }')"; }

# The linker script's own condition, so that the two cannot drift apart.
bands=$(sed -n 's/.*ASSERT(__fast_start + \([0-9]*\) <= __lights_start.*/\1/p' platform/gba/gba.ld)
[ -n "$bands" ] || { echo "FAIL budget_gba platform/gba/gba.ld does not say how much the bands need"; exit 1; }
fast=$((0x7F00))
start=$(symbol __hot_start) used=$(($(symbol __fast_start) - $(symbol __hot_start) + $(symbol __stack_bottom) - $(symbol __lights_start))) stack=$(symbol __stack_size)
# What is left for the stack when bands get the least they need.
most=$((fast - used - bands))
echo "# fast memory: $fast bytes; marked code and data $used, stack $stack, bands $((fast - used - stack)), at least $bands"

link() { # stack size
    # shellcheck disable=SC2046
    arm-none-eabi-gcc -mcpu=arm7tdmi -marm -nostdlib -T platform/gba/gba.ld -Wl,--defsym,__stack_wanted="$1" -Wl,--gc-sections -Wl,--no-warn-rwx-segments \
        $(for name in gba/crt0 gba/memory gba/cells gba/composer gba/gba gba/audio gba/ramp gba/machine gba/storage gba/main cartridge; do echo "$B/gba/obj/platform/$name.o"; done) $(cat "$B/core_gba.list") \
        -lgcc -o "$B/budget.elf" >"$B/budget.log" 2>&1
}
if [ $((used + stack + bands)) -gt $fast ]; then
    echo "FAIL budget_gba_fits $used + $stack + $bands bytes are more than $fast"
elif ! link "$most"; then
    echo "FAIL budget_gba_fits a stack of $most bytes should fit: $(head -n 1 "$B/budget.log")"
elif link $((most + 1)); then
    echo "FAIL budget_gba_one_byte_more_does_not_link a stack of $((most + 1)) bytes was taken"
elif ! grep -q 'marked code leaves less than' "$B/budget.log"; then
    echo "FAIL budget_gba_one_byte_more_does_not_link for another reason: $(head -n 1 "$B/budget.log")"
else
    echo "ok budget_gba_fits"
    echo "ok budget_gba_one_byte_more_does_not_link"
fi

arenas=$(($(symbol __external_end) - $(symbol __external_start)))
outside=$(arm-none-eabi-nm -n "$elf" | awk '$2 ~ /[bBdD]/ && $1 >= "02000000" && $1 < "03000000" { print $3 }')
if [ "$arenas" -le 262144 ] && [ -z "$outside" ]; then
    echo "ok budget_gba_external_memory_is_the_consoles"
else
    echo "FAIL budget_gba_external_memory_is_the_consoles $arenas bytes; variables there: $outside"
fi

# ---- hot code ----

limit=$((fast - bands - stack))
end=$((start + used))
# Functions of marked sections by object; the copies of span functions share one place.
for object in $(cat "$B/core_gba.list"); do
    arm-none-eabi-objdump -t "$object" 2>/dev/null | awk 'NF > 3 && $(NF - 2) ~ /^\.hot/ && / F / { print $NF }'
done | sort -u >"$B/hot.wanted"
arm-none-eabi-nm "$elf" | awk '$2 ~ /[tT]/ { print $3, $1 }' | sort >"$B/hot.placed"
# Of textured spans a second copy lies in the cartridge, for carts without textures: one copy in fast memory is enough.
while read -r name; do
    inside=0
    for address in $(awk -v name="$name" '$1 == name { print $2 }' "$B/hot.placed"); do
        at=$((0x$address))
        [ "$at" -ge "$start" ] && [ "$at" -lt "$end" ] && inside=1
    done
    [ "$inside" = 1 ] || { grep -q "^$name " "$B/hot.placed" && echo "$name"; }
done <"$B/hot.wanted" >"$B/hot.strays"
strays=$(tr '\n' ' ' <"$B/hot.strays")
count=$(wc -l <"$B/hot.wanted")
if [ "$count" -gt 8 ] && [ -z "$strays" ] && [ "$used" -le "$limit" ]; then
    echo "ok budget_gba_hot_code_is_in_one_range_of_fast_memory"
    echo "# $count marked functions in $used of at most $limit bytes"
else
    echo "FAIL budget_gba_hot_code_is_in_one_range_of_fast_memory $count functions, $used of $limit bytes, outside: $strays"
fi
# Callees lie beside their callers: the loops call nothing in slow memory but what is marked as rare.
arm-none-eabi-size -A "$elf" | awk '$1 ~ /^\.(hot|textured|spans)/ { printf "# %s %d bytes at %08x\n", $1, $2, $3 }'
