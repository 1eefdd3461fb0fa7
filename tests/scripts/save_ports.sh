#!/bin/sh
# Saved games on the ports: the Game Boy Advance's battery-backed memory, over a restart, in the emulator.
B=${B:-build}
MAKE=${MAKE:-make}
if ! command -v arm-none-eabi-gcc >/dev/null; then
    echo "skip gba_save no arm-none-eabi-gcc here"
    exit 0
fi
mkdir -p "$B"
if ! "$MAKE" -s B="$B" "$B/gba/save_test.gba" >"$B/save_ports.log" 2>&1; then
    echo "FAIL gba_save the cartridge does not build: $(grep -m 1 -iE 'error|assert|undefined' "$B/save_ports.log")"
    exit 1
fi
# Cartridges and emulators find this text at a multiple of 4.
place=$(grep -abo SRAM_V "$B/gba/save_test.gba" | head -n 1 | cut -d: -f1)
if [ -n "$place" ] && [ $((place % 4)) -eq 0 ]; then
    echo "ok gba_save_battery_text"
else
    echo "FAIL gba_save_battery_text it lies at ${place:-no place}"
fi
if ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip gba_save no libmgba here"
    exit 0
fi
if ! "$MAKE" -s B="$B" "$B/gba_runner" >"$B/gba_runner.log" 2>&1; then
    echo "FAIL gba_save the runner does not build: $(grep -m 1 -i error "$B/gba_runner.log")"
    exit 1
fi
rm -f "$B/gba/save_test.sav"
for run in first second; do
    if ! "$B/gba_runner" "$B/gba/save_test.gba" --frames 3000 --until quit --save "$B/gba/save_test.sav" >"$B/save_ports.$run" 2>"$B/save_ports.log"; then
        echo "FAIL gba_save_$run the run ended badly: $(tail -n 1 "$B/save_ports.log")"
    fi
    grep -E '^(ok|FAIL|#) ' "$B/save_ports.$run" | sed "/^ok/s/\$/_in_the_${run}_run/"
done
if grep -q '^ok gba_save_survives' "$B/save_ports.second"; then
    echo "ok gba_save_survives_a_restart"
else
    echo "FAIL gba_save_survives_a_restart the second run found nothing"
fi
