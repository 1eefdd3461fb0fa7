#!/bin/sh
# What constructs of scripts cost on the Game Boy Advance and on the Cortex-M3 stays within a twentieth of what it was; the figures
# are those of `sh tests/bench.sh scripts`.
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/script_costs
mkdir -p "$work"

# Rows of two spaces, a name and a number against limits in their order.
within() { # name, file, limits
    name=$1 file=$2
    shift 2
    [ "$(grep -c '^  ' "$file")" -eq $# ] || { echo "FAIL $name $(tail -n 1 "$file")"; return; }
    reason=$(grep '^  ' "$file" | awk -v limits="$*" 'BEGIN { split(limits, most, " ") }
        $NF == 0 || $NF > most[NR] * 1.05 { printf "%s, at most %s; ", $0, most[NR] }')
    if [ -z "$reason" ]; then echo "ok $name"; else echo "FAIL $name $reason"; fi
}

if ! command -v arm-none-eabi-gcc >/dev/null; then
    echo "skip script_costs no arm-none-eabi-gcc here"
    exit 0
fi
if echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    "$MAKE" -s B="$B" "$B/gba/scripts_bench.gba" "$B/gba_runner" >"$work/build" 2>&1 &&
        "$B/gba_runner" "$B/gba/scripts_bench.gba" --frames 6000 >"$work/gba" 2>/dev/null
    within script_costs_gba "$work/gba" 112 70 215 523 192 855 1706
else
    echo "skip script_costs_gba no libmgba here"
fi
if command -v qemu-system-arm >/dev/null; then
    "$MAKE" -s B="$B" "$B/mps2/scripts_bench.elf" >"$work/build" 2>&1 &&
        OXCART_ICOUNT=1 sh platform/mps2/run.sh "$B/mps2/scripts_bench.elf" >"$work/mps2" 2>&1
    within script_costs_cortex_m3 "$work/mps2" 30 16 59 146 57 285 420
else
    echo "skip script_costs_cortex_m3 no qemu-system-arm here"
fi
