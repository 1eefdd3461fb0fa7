#!/bin/sh
# Runs the cartridge that compares the Game Boy Advance's hand-written span functions with the C functions that define them,
# in the emulator.
B=${B:-build}
MAKE=${MAKE:-make}
if ! command -v arm-none-eabi-gcc >/dev/null; then
    echo "skip gba_spans no arm-none-eabi-gcc here"
    exit 0
fi
mkdir -p "$B"
if ! "$MAKE" -s B="$B" "$B/gba/spans_test.gba" >"$B/gba_spans.log" 2>&1; then
    echo "FAIL gba_spans the cartridge does not build: $(grep -m 1 -iE 'error|assert' "$B/gba_spans.log")"
    exit 1
fi
if ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip gba_spans no libmgba here"
    exit 0
fi
if ! "$MAKE" -s B="$B" "$B/gba_runner" >"$B/gba_runner.log" 2>&1; then
    echo "FAIL gba_spans the runner does not build: $(grep -m 1 -i error "$B/gba_runner.log")"
    exit 1
fi
"$B/gba_runner" "$B/gba/spans_test.gba" --frames 40000 >"$B/gba_spans.log" 2>"$B/gba_runner.log"
grep -E '^(ok|FAIL|#) ' "$B/gba_spans.log"
if [ "$(tail -n 1 "$B/gba_spans.log")" = quit ]; then
    echo "ok gba_spans_says_quit"
else
    echo "FAIL gba_spans_says_quit $(tail -n 1 "$B/gba_runner.log")"
fi
