#!/bin/sh
# The loop of scripts that the Game Boy Advance has by hand (platform/gba/script.S) does what kernel/script/run.c does: the unit tests of
# scripts pass with it on an ARM9, which runs the code of the ARM7.
B=${B:-build}
MAKE=${MAKE:-make}
for tool in arm-none-eabi-gcc qemu-system-arm; do
    command -v $tool >/dev/null || { echo "skip script_loop_by_hand no $tool here"; exit 0; }
done
if ! "$MAKE" -s B="$B" "$B/arm7/unit.elf" >"$B/arm7_build.log" 2>&1; then
    echo "FAIL script_loop_by_hand does not build: $(grep -m 1 -iE 'error|undefined' "$B/arm7_build.log")"
    exit 1
fi
timeout 120 qemu-system-arm -M integratorcp -cpu arm926 -m 256M -display none -monitor none -serial none \
    -semihosting-config enable=on,target=native -kernel "$B/arm7/unit.elf" >"$B/arm7_unit.log" 2>&1
if grep -q '^# [0-9]* passed, 0 failed' "$B/arm7_unit.log"; then
    echo "ok script_loop_by_hand"
else
    echo "FAIL script_loop_by_hand $(grep -m 1 -B 3 '^FAIL' "$B/arm7_unit.log" | tr '\n' ' ')"
    exit 1
fi
