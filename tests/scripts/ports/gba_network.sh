#!/bin/sh
# What it costs a Game Boy Advance to protect packets, counted in the emulator; and that they come back as they were.
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/gba_network
if ! command -v arm-none-eabi-gcc >/dev/null; then
    echo "skip gba_network_cost_of_packets no arm-none-eabi-gcc here"
    exit 0
fi
if ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip gba_network_cost_of_packets no libmgba here"
    exit 0
fi
mkdir -p "$work"
if ! "$MAKE" -s B="$B" "$B/gba/network_bench.gba" "$B/gba_runner" >"$work/make.log" 2>&1; then
    echo "FAIL gba_network_cost_of_packets it does not build: $(grep -m 1 -iE 'error|assert' "$work/make.log")"
    exit 1
fi
"$B/gba_runner" "$B/gba/network_bench.gba" --frames 600 >"$work/log" 2>/dev/null
value() { awk -v name="$1" '$1 == name { print $2 }' "$work/log"; }
echo "# ARM7, packets of 64 bytes: $(value seal) cycles to seal, $(value unseal) to unseal; agreeing on keys $(value agree) for both sides"
if [ "$(value right)" != 16 ]; then
    echo "FAIL gba_network_cost_of_packets $(value right) of 16 packets came right: $(tr '\n' ' ' <"$work/log")"
elif [ "$(value seal)" -gt 150000 ] || [ "$(value unseal)" -gt 150000 ]; then # half a frame
    echo "FAIL gba_network_cost_of_packets seal $(value seal), unseal $(value unseal) cycles: half a frame is 140,000"
else
    echo "ok gba_network_cost_of_packets"
fi
