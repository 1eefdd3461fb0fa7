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
    within script_costs_gba "$work/gba" 64 41 109 251 109 520 1686
else
    echo "skip script_costs_gba no libmgba here"
fi
if command -v qemu-system-arm >/dev/null; then
    "$MAKE" -s B="$B" "$B/mps2/scripts_bench.elf" >"$work/build" 2>&1 &&
        OXCART_ICOUNT=1 sh platform/mps2/run.sh "$B/mps2/scripts_bench.elf" >"$work/mps2" 2>&1
    within script_costs_cortex_m3 "$work/mps2" 30 16 59 145 57 286 410
    # A step of 256 objects with place, model and a behaviour that hears events and does nothing: one row, the mean of five steps.
    mkdir -p "$work/idle"
    printf 'event Poke(n: int)\nbehaviour Idle { var n = 0\n on Poke(k) { n += k } }\n' >"$work/idle/game.goad"
    awk 'BEGIN {
        print "title \"Idle\"\nbudget 512K\nmesh crate crate.obj\nscript game game.goad"
        print "capacity script-instances 300\ncapacity script-cells 300\nscene main\n  camera at=0,5,6 target=0,0,0"
        for (i = 0; i < 256; i++) printf "  object crate at=%d,0,%d scale=0.2 behaviour=Idle\n", i % 16 - 8, -int(i / 16)
        print "end" }' >"$work/idle/cart.txt"
    "$MAKE" -s B="$B" "$B/oxcart" "$B/mps2/player.elf" >"$work/build" 2>&1 &&
        "$B/oxcart" gen make box -o "$work/idle/crate.obj" >"$work/out" 2>&1 &&
        "$B/oxcart" pack "$work/idle" -o "$work/idle.rom" --strict --quiet >>"$work/out" 2>&1
    OXCART_ICOUNT=1 sh platform/mps2/run.sh "$B/mps2/player.elf" "$work/idle.rom" 6 --steps --size 64x48 --format 0 >"$work/steps" 2>&1
    awk -F= '/^step=[1-5]/ { sum += $3; count++ } END { if (count == 5) printf "  256 idle objects %d\n", sum / 5 }' \
        "$work/steps" >"$work/idle.row"
    within step_of_idle_objects_cortex_m3 "$work/idle.row" 5312
else
    echo "skip script_costs_cortex_m3 no qemu-system-arm here"
fi

# The six programs beside Lua, in instructions of this machine by the round.
if command -v valgrind >/dev/null && echo 'int main(void) { return 0; }' | ${CC:-cc} -x c - -dM -E 2>/dev/null | grep -q __x86_64__; then
    "$MAKE" -s B="$B" "$B/scripts_bench" >"$work/build" 2>&1
    count() { valgrind --tool=callgrind --callgrind-out-file=/dev/null "$B/scripts_bench" "$@" 2>&1 | sed -n 's/.*Collected : \([0-9]*\).*/\1/p'; }
    while read -r name number few many rounds; do
        echo "  $name $((($(count "$number" "$many") - $(count "$number" "$few")) / rounds))"
    done >"$work/host" <<'LIST'
loop 6 1000 3000 2000
fib 7 3 15 1
sieve 8 2 999 1
vectors 9 1000 3000 2000
matching 10 10 30 20
chain 14 1000 3000 2000
LIST
    within script_costs_host "$work/host" 123 346388 422509 351 10081 534
else
    echo "skip script_costs_host no valgrind on an x86-64 here"
fi
