#!/bin/sh
# What scripts cost: constructs in cycles of the Game Boy Advance and in instructions of the Cortex-M3, and six small programs in
# instructions of this machine, by the round, beside the same in Lua 5.4.
B=${B:-build}
MAKE=${MAKE:-make}
mkdir -p "$B/bench"

echo "== Scripts, Game Boy Advance, libmgba: cycles =="
if command -v arm-none-eabi-gcc >/dev/null &&
    "$MAKE" -s B="$B" "$B/gba/scripts_bench.gba" "$B/gba_runner" >"$B/bench/scripts.log" 2>&1; then
    "$B/gba_runner" "$B/gba/scripts_bench.gba" --frames 6000 2>/dev/null | grep '^  '
else
    echo "skipped: needs arm-none-eabi-gcc and libmgba"
fi

echo "== Scripts, Cortex-M3, QEMU: instructions =="
if command -v arm-none-eabi-gcc >/dev/null && command -v qemu-system-arm >/dev/null &&
    "$MAKE" -s B="$B" "$B/mps2/scripts_bench.elf" >"$B/bench/scripts.log" 2>&1; then
    OXCART_ICOUNT=1 sh platform/mps2/run.sh "$B/mps2/scripts_bench.elf"
else
    echo "skipped: needs arm-none-eabi-gcc and qemu-system-arm"
fi

echo "== Scripts, this machine, callgrind: instructions by the round, Lua 5.4 beside =="
if ! command -v valgrind >/dev/null || ! "$MAKE" -s B="$B" "$B/scripts_bench" >"$B/bench/scripts.log" 2>&1; then
    echo "skipped: needs valgrind"
    exit 0
fi
count() { valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 | sed -n 's/.*Collected : \([0-9]*\).*/\1/p'; }
"$B/scripts_bench" 7 15 || echo "FAIL scripts_bench a program traps"
# name, number in scripts_machine.h, two sizes, rounds between them
while read -r name number few many rounds; do
    ours=$((($(count "$B/scripts_bench" "$number" "$many") - $(count "$B/scripts_bench" "$number" "$few")) / rounds))
    theirs=-
    command -v lua5.4 >/dev/null &&
        theirs=$((($(count lua5.4 tests/bench/scripts.lua "$name" "$many") - $(count lua5.4 tests/bench/scripts.lua "$name" "$few")) / rounds))
    printf '  %-44s %12s   Lua %12s\n' "$name" "$ours" "$theirs"
done <<'LIST'
loop 6 1000 3000 2000
fib 7 3 15 1
sieve 8 2 999 1
vectors 9 1000 3000 2000
matching 10 10 30 20
chain 14 1000 3000 2000
LIST
