#!/bin/sh
# What time costs: code by file of the loop, of time and of tasks, and executed instructions of their operations on the
# Cortex-M3.
B=${B:-build}
MAKE=${MAKE:-make}

echo "== Loop, time, tasks, Cortex-M3: bytes of code by file, all functions =="
if command -v arm-none-eabi-gcc >/dev/null; then
    mkdir -p "$B/bench"
    for file in kernel/loop/*.c kernel/time/*.c kernel/task/*.c kernel/bytes/stream.c; do
        arm-none-eabi-gcc -specs=picolibc.specs -std=c11 -O2 -mcpu=cortex-m3 -mthumb -ffunction-sections -I. -I"$B/gen" -c "$file" \
            -o "$B/bench/times.o" || exit 1
        arm-none-eabi-size "$B/bench/times.o" | tail -n 1 |
            awk -v name="${file#kernel/}" '{ print name, $1 }'
    done | awk '{ printf "  %-58s %6d\n", $1, $2; sum += $2 } END { printf "  %-58s %6d\n", "all", sum }'
else
    echo "skipped: needs arm-none-eabi-gcc"
fi

echo "== Loop, time, tasks, Cortex-M3, QEMU: instructions an operation, mean =="
if command -v arm-none-eabi-gcc >/dev/null && command -v qemu-system-arm >/dev/null &&
    "$MAKE" -s B="$B" "$B/mps2/kernel_times_bench.elf" >"$B/bench/kernel_times.log" 2>&1; then
    OXCART_ICOUNT=1 sh platform/mps2/run.sh "$B/mps2/kernel_times_bench.elf"
else
    echo "skipped: needs arm-none-eabi-gcc and qemu-system-arm"
fi
