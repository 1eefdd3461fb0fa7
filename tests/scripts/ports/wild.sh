#!/bin/sh
# A cart that never comes back, and one that overflows its queue without end, are stopped with a screen that says so: on the Game Boy
# Advance (emulated) and the Cortex-M3 (QEMU). On this machine the unit tests console_stops_... do the same.
B=${B:-build}
MAKE=${MAKE:-make}
mkdir -p "$B"

says() { # name, log, words...
    name=$1 log=$2
    shift 2
    for words in "$@"; do
        if ! tr '\n' ' ' <"$log" | grep -q "$words"; then
            echo "FAIL $name does not say '$words': $(tail -n 2 "$log" | tr '\n' ' ')"
            return
        fi
    done
    echo "ok $name"
}
loops='has not come back for 0.3 seconds'
full='was full in 60 steps on end: 420 requests'

if ! command -v arm-none-eabi-gcc >/dev/null || ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip wild_gba no arm-none-eabi-gcc or libmgba here"
elif ! "$MAKE" -s B="$B" "$B/gba/wild_loops.gba" "$B/gba/wild_overflows.gba" "$B/gba_runner" >"$B/wild.log" 2>&1; then
    echo "FAIL wild_gba does not build: $(grep -m 1 -iE 'error|undefined' "$B/wild.log")"
else
    for way in loops overflows; do
        "$B/gba_runner" "$B/gba/wild_$way.gba" --frames 1500 --shot 400:"$B/wild_$way.ppm" --keys '600:A,610:' >"$B/wild_$way.log" 2>&1
        if [ "$way" = loops ]; then says wild_gba_loops "$B/wild_$way.log" "$loops" 'Step 5, wild' 'quit aborted'; fi
        if [ "$way" = overflows ]; then says wild_gba_overflows "$B/wild_$way.log" "$full" 'Step 64, wild' 'quit aborted'; fi
    done
fi

if ! command -v arm-none-eabi-gcc >/dev/null || ! command -v qemu-system-arm >/dev/null; then
    echo "skip wild_mps2 no arm-none-eabi-gcc or qemu-system-arm here"
elif ! "$MAKE" -s B="$B" "$B/mps2/wild.elf" >"$B/wild.log" 2>&1; then
    echo "FAIL wild_mps2 does not build: $(grep -m 1 -iE 'error|undefined' "$B/wild.log")"
else
    sh platform/mps2/run.sh "$B/mps2/wild.elf" 0 >"$B/wild_tame.log" 2>&1
    says wild_mps2_tame_plays_on "$B/wild_tame.log" 'it played to its end'
    sh platform/mps2/run.sh "$B/mps2/wild.elf" 1 >"$B/wild_mps2_loops.log" 2>&1
    says wild_mps2_loops "$B/wild_mps2_loops.log" "$loops" 'Step 5, wild'
    sh platform/mps2/run.sh "$B/mps2/wild.elf" 2 >"$B/wild_mps2_full.log" 2>&1
    says wild_mps2_overflows "$B/wild_mps2_full.log" "$full" 'Step 64, wild'
fi
