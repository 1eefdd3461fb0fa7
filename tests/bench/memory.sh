#!/bin/sh
# What the allocators cost: instructions a call on the Cortex-M3 and on this machine, and their time against malloc and free.
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/bench
mkdir -p "$work"

has() { command -v "$1" >/dev/null 2>&1; }

echo "== Memory, Cortex-M3 in QEMU: instructions a call in a loop, the empty loop taken off =="
if has arm-none-eabi-gcc && has qemu-system-arm && "$MAKE" -s B="$B" "$B/mps2/unit.elf" >/dev/null 2>&1; then
    OXCART_ICOUNT=1 sh platform/mps2/run.sh "$B/mps2/unit.elf" unit memory_cost memory_parts_cost handle_cost names_cost text_cost containers_cost 2>&1 |
        sed -n 's/^# \(cost \)\{0,1\}\(.*instructions.*\)/\2/p'
else
    echo "skipped: needs arm-none-eabi-gcc and qemu-system-arm, or the tests do not build"
fi

# The loops of tests/unit/kernel/memory/memory_cost_test.c, 256 rounds each, alone under callgrind.
collected() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect="$1" "$B/unit_tests" memory_cost_is_within 2>&1 |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

echo "== Memory, this machine under callgrind: instructions a call in a loop, the empty loop taken off =="
if has valgrind && "$MAKE" -s B="$B" "$B/unit_tests" >/dev/null 2>&1; then
    empty=$(($(collected cost_empty) / 6)) # the test runs it six times, every other loop once
    object=$(collected cost_empty_object)
    handle=$(collected cost_empty_handle)
    for line in "push_low:$empty:arena push, low end" "push_high:$empty:arena push, high end" "frame_push:$empty:frame push" \
        "frame_begin:$empty:frame begin" "take:$empty:pool take" "take_with_handle:$empty:pool take with handle" \
        "give:$object:pool give" "get:$handle:pool get"; do
        loop=${line%%:*}
        rest=${line#*:}
        printf '%s:%s:%s\n' "$(collected "cost_$loop")" "${rest%%:*}" "${rest#*:}"
    done | awk -F: '{ printf "%-22s %.2f instructions\n", $3, ($1 - $2) / 256 }'
else
    echo "skipped: needs valgrind, or the tests do not build"
fi

echo "== Memory, this machine: time against malloc and free, the same requests in one run =="
if "$MAKE" -s B="$B" "$B/bench/memory_trace" >/dev/null 2>&1; then
    "$B/bench/memory_trace"
else
    echo "skipped: the benchmark does not build"
fi
