#!/bin/sh
# Runs the tests of tests/unit on the Cortex-M3 (QEMU's MPS2 board), on a big-endian Linux (PowerPC under
# qemu-user) and as WebAssembly (under node). Names get the machine in front: ok mps2_NAME, ok bigendian_NAME, ok web_NAME.
B=${B:-build}
MAKE=${MAKE:-make}
mkdir -p "$B"

machine() { # machine, program to build, its compiler, its emulator, command that runs it...
    name=$1 program=$2 compiler=$3 emulator=$4
    shift 4
    for tool in "$compiler" "$emulator"; do
        if ! command -v "$tool" >/dev/null; then
            echo "skip ${name}_unit no $tool here"
            return
        fi
    done
    if ! "$MAKE" -s -j2 B="$B" "$program" >"$B/${name}_build.log" 2>&1; then
        echo "FAIL ${name}_unit does not build: $(grep -m 1 -iE 'error|undefined' "$B/${name}_build.log")"
        return
    fi
    "$@" >"$B/${name}_unit.log" 2>&1
    status=$?
    sed -n "s/^ok /ok ${name}_/p; s/^FAIL /FAIL ${name}_/p; s/^skip /skip ${name}_/p; /^# .*: /p" \
        "$B/${name}_unit.log"
    # The last line counts; a program that stopped half-way has none.
    if ! grep -q '^# [0-9]* passed, [0-9]* failed, [0-9]* skipped$' "$B/${name}_unit.log"; then
        echo "FAIL ${name}_unit stopped before its end, status $status: $(tail -n 1 "$B/${name}_unit.log")"
    elif [ "$status" -ne 0 ] && ! grep -q '^FAIL' "$B/${name}_unit.log"; then
        echo "FAIL ${name}_unit ended with status $status"
    fi
}

OXCART_ICOUNT=1
export OXCART_ICOUNT
machine mps2 "$B/mps2/unit.elf" arm-none-eabi-gcc qemu-system-arm \
    sh platform/mps2/run.sh "$B/mps2/unit.elf" unit
machine bigendian "$B/bigendian/unit" powerpc-linux-gnu-gcc qemu-ppc \
    timeout 300 qemu-ppc "$B/bigendian/unit"
# A program in WebAssembly cannot bring node itself down (status 139); that happened in one run of fifty under load, so such a run
# does not count.
web_unit() {
    timeout 300 node tests/web/unit.js "$B/web/unit.wasm"
    status=$?
    [ $status -eq 139 ] || return $status
    echo "# web: node ended itself by a fault, once more"
    timeout 300 node tests/web/unit.js "$B/web/unit.wasm"
}

if command -v clang >/dev/null && command -v wasm-ld >/dev/null &&
    ! echo 'int main(void) { return 0; }' | clang --target=wasm32-wasi -x c - -o "$B/probe.wasm" 2>/dev/null; then
    echo "skip web_unit no wasi-libc here"
else
    machine web "$B/web/unit.wasm" wasm-ld node web_unit
fi
