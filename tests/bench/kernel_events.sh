#!/bin/sh
# What events, listeners, state machines, commands and undo cost: executed instructions an operation on the Cortex-M3,
# and bytes of code by file.
B=${B:-build}
MAKE=${MAKE:-make}

echo "== Events, machines, commands, Cortex-M3: bytes of code by file =="
if command -v arm-none-eabi-gcc >/dev/null; then
    mkdir -p "$B/bench"
    for file in kernel/event/*.c kernel/state/*.c kernel/command/*.c kernel/game/*.c kernel/save/*.c; do
        arm-none-eabi-gcc -specs=picolibc.specs -std=c11 -O2 -mcpu=cortex-m3 -mthumb -ffunction-sections -I. -I"$B/gen" -c "$file" \
            -o "$B/bench/kernel_events.o" || exit 1
        arm-none-eabi-size "$B/bench/kernel_events.o" | tail -n 1 | awk -v name="$file" '{ print name, $1 }'
    done | awk '{ printf "  %-58s %6d\n", $1, $2; sum += $2 } END { printf "  %-58s %6d\n", "all", sum }'
else
    echo "skipped: needs arm-none-eabi-gcc"
fi

echo "== Events, machines, commands, Cortex-M3, QEMU: instructions an operation =="
if command -v arm-none-eabi-gcc >/dev/null && command -v qemu-system-arm >/dev/null &&
    "$MAKE" -s B="$B" "$B/mps2/kernel_events_bench.elf" >"$B/bench/kernel_events.log" 2>&1; then
    OXCART_ICOUNT=1 sh platform/mps2/run.sh "$B/mps2/kernel_events_bench.elf"
else
    echo "skipped: needs arm-none-eabi-gcc and qemu-system-arm"
fi
