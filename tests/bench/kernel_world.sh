#!/bin/sh
# What the world costs: code by file, and executed instructions of its operations on the Cortex-M3.
B=${B:-build}
MAKE=${MAKE:-make}

echo "== World, scenes, levels and type descriptors, Cortex-M3: bytes of code by file, all functions =="
if command -v arm-none-eabi-gcc >/dev/null; then
    mkdir -p "$B/bench"
    for file in kernel/type/*.c kernel/world/*.c kernel/scene/*.c kernel/level/*.c; do
        arm-none-eabi-gcc -specs=picolibc.specs -std=c11 -O2 -mcpu=cortex-m3 -mthumb -ffunction-sections -I. -I"$B/gen" \
            -c "$file" -o "$B/bench/world.o" || exit 1
        arm-none-eabi-size "$B/bench/world.o" | tail -n 1 | awk -v name="${file#kernel/}" '{ print name, $1 }'
    done | awk '{ printf "  %-58s %6d\n", $1, $2; sum += $2 } END { printf "  %-58s %6d\n", "all", sum }'
else
    echo "skipped: needs arm-none-eabi-gcc"
fi

echo "== World, Cortex-M3, QEMU: instructions an operation, mean =="
if command -v arm-none-eabi-gcc >/dev/null && command -v qemu-system-arm >/dev/null &&
    "$MAKE" -s B="$B" "$B/mps2/kernel_world_bench.elf" >"$B/bench/kernel_world.log" 2>&1; then
    OXCART_ICOUNT=1 sh platform/mps2/run.sh "$B/mps2/kernel_world_bench.elf"
else
    echo "skipped: needs arm-none-eabi-gcc and qemu-system-arm"
fi
