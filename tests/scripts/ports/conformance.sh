#!/bin/sh
# The port that new ones begin with: it is what the desktop is, by the suite that any port passes through, and it compiles for every machine there is a compiler for.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
B=$B MAKE=$MAKE PORT=template sh tests/conformance.sh >"$B/conformance.report" 2>&1
judge conformance_template $? "$(grep -m 1 -E 'differs|FAIL' "$B/conformance.report")"
grep -q '^10 features are the same' "$B/conformance.report"
judge conformance_template_has_every_feature $? "$(tail -n 1 "$B/conformance.report")"

# The port to RISC-V: the same, where its player was built (`make build/riscv/player.elf` compiles the whole console once more).
if [ -f "$B/riscv/player.elf" ] && [ -z "$(missing qemu-system-riscv32)" ]; then
    B=$B MAKE=$MAKE PORT=riscv sh tests/conformance.sh >"$B/conformance.report" 2>&1 && grep -q '^10 features are the same' "$B/conformance.report"
    judge conformance_riscv $? "$(grep -m 1 -E 'differs|FAIL' "$B/conformance.report")"
else
    echo "skip conformance_riscv no $B/riscv/player.elf or no qemu-system-riscv32 here"
fi

# The other machines: what each has is the same, and it has what it had.
port() { # name, features, what it needs
    name=$1 features=$2
    shift 2
    lacks=$(missing "$@")
    if [ -n "$lacks" ]; then
        echo "skip conformance_$name no $lacks here"
        return
    fi
    B=$B MAKE=$MAKE PORT=$name sh tests/conformance.sh >"$B/conformance.report" 2>&1 && grep -q "^$features features are the same" "$B/conformance.report"
    judge "conformance_$name" $? "$(grep -m 1 -E 'differs|FAIL' "$B/conformance.report") $(tail -n 1 "$B/conformance.report")"
}
port mps2 8 arm-none-eabi-gcc qemu-system-arm
port web 7 clang wasm-ld node
if echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    port gba 8 arm-none-eabi-gcc
else
    echo "skip conformance_gba no libmgba here"
fi

# A port with another picture is noticed.
printf '#!/bin/sh\n%s/template/player "$@" | sed "s/^frame=3 hash=./frame=3 hash=x/"\n' "$B" >"$B/other_port.sh"
! B=$B MAKE=$MAKE PLAY="sh $B/other_port.sh" sh tests/conformance.sh >"$B/conformance.other" 2>&1 && grep -q differs "$B/conformance.other"
judge conformance_notices_another_picture $? "$(tail -n 1 "$B/conformance.other")"

compile() { # name, compiler and flags
    name=$1
    shift
    if ! command -v "$1" >/dev/null; then
        echo "skip conformance_template_compiles_for_$name no $1 here"
        return
    fi
    "$@" -std=c11 -ffreestanding -Wall -Wextra -Wpedantic -Werror -I. -c platform/template/port.c -o "$B/template_$name.o" >"$B/template_$name.log" 2>&1
    judge "conformance_template_compiles_for_$name" $? "$(grep -m 1 error "$B/template_$name.log")"
}
compile cortex_m0 arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb -isystem platform/gba/libc
compile wasm clang --target=wasm32 -isystem platform/gba/libc
compile riscv clang --target=riscv32 -isystem platform/gba/libc
compile riscv_by_gcc riscv64-unknown-elf-gcc -specs=picolibc.specs -march=rv32imac -mabi=ilp32
compile powerpc powerpc-linux-gnu-gcc
