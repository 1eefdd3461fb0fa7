#!/bin/sh
# What the containers cost: code by file, and executed instructions of their operations on the Cortex-M3; the ordered map
# against the hash tables, the heap against the linear scan.
B=${B:-build}
MAKE=${MAKE:-make}

echo "== Containers, Cortex-M3: bytes of code by file, all functions =="
if command -v arm-none-eabi-gcc >/dev/null; then
    mkdir -p "$B/bench"
    for file in kernel/containers/*.c; do
        arm-none-eabi-gcc -specs=picolibc.specs -std=c11 -O2 -mcpu=cortex-m3 -mthumb -ffunction-sections -I. -I"$B/gen" -c "$file" \
            -o "$B/bench/container.o" || exit 1
        arm-none-eabi-size "$B/bench/container.o" | tail -n 1 |
            awk -v name="$(basename "$file" .c)" '{ print name, $1 }'
    done | awk '{ printf "  %-58s %6d\n", $1, $2; sum += $2 } END { printf "  %-58s %6d\n", "all", sum }'
else
    echo "skipped: needs arm-none-eabi-gcc"
fi

echo "== Containers, Cortex-M3, QEMU: instructions an operation, typed form and core, mean =="
if command -v arm-none-eabi-gcc >/dev/null && command -v qemu-system-arm >/dev/null &&
    "$MAKE" -s B="$B" "$B/mps2/containers_bench.elf" >"$B/bench/containers.log" 2>&1; then
    OXCART_ICOUNT=1 sh platform/mps2/run.sh "$B/mps2/containers_bench.elf"
else
    echo "skipped: needs arm-none-eabi-gcc and qemu-system-arm"
fi
