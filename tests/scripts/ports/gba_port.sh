#!/bin/sh
# Runs the cartridge that tests the Game Boy Advance port, in the emulator: its own verdicts, the keys, a long
# log line, and the screen in every video mode against recorded pictures.
B=${B:-build}
MAKE=${MAKE:-make}
if ! command -v arm-none-eabi-gcc >/dev/null; then
    echo "skip gba_port no arm-none-eabi-gcc here"
    exit 0
fi
mkdir -p "$B"
if ! "$MAKE" -s B="$B" "$B/gba/port_test.gba" >"$B/gba_port.log" 2>&1; then
    echo "FAIL gba_port the cartridge does not build: $(grep -m 1 -iE 'error|assert' "$B/gba_port.log")"
    exit 1
fi
if ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip gba_port no libmgba here"
    exit 0
fi
if ! "$MAKE" -s B="$B" "$B/gba_runner" >"$B/gba_runner.log" 2>&1; then
    echo "FAIL gba_port the runner does not build: $(grep -m 1 -i error "$B/gba_runner.log")"
    exit 1
fi

# Picture i is on the screen in frames 200 + 120 i to 319 + 120 i.
shots=
frame=310
for name in pal8_240x160 pal8_120x80 pal8_80x52 pal8_128x64 bgr555_240x160 bgr555_120x80 bgr555_46x30; do
    shots="$shots --shot $frame:$B/gba/$name.ppm"
    frame=$((frame + 120))
done
# shellcheck disable=SC2086
if ! "$B/gba_runner" "$B/gba/port_test.gba" --frames 1200 $shots --keys \
    '600:A,604:SELECT+A,608:SELECT+B,610:SELECT,612:L+R,616:,620:UP+LEFT+START,630:' \
    >"$B/gba_port.log" 2>"$B/gba_runner.log"; then
    echo "FAIL gba_port_run $(tail -n 1 "$B/gba_runner.log")"
fi
grep -E '^(ok|FAIL|#) ' "$B/gba_port.log"

expect() { # name, actual, expected
    if [ "$2" = "$3" ]; then echo "ok $1"; else echo "FAIL $1 got $2, expected $3"; fi
}
# The hardware adds bytes 0xA0 to 0xBD and 0x19, and wants 0; the fixed bitmap has the CRC-16 CF56.
header=$(od -An -v -tu1 -N 192 "$B/gba/port_test.gba" | tr -s ' \n' ' ')
sum=$(echo "$header" | awk '{ s = 25; for (i = 161; i <= 190; i++) s += $i; print s % 256 }')
expect gba_port_header_complement "$sum" 0
crc=$(echo "$header" | awk '
    function xor(a, b,   result, place) {
        result = 0
        for (place = 1; a + b > 0; place *= 2) {
            if (a % 2 != b % 2) result += place
            a = int(a / 2)
            b = int(b / 2)
        }
        return result
    }
    {
        crc = 65535
        for (i = 5; i <= 160; i++) {
            crc = xor(crc, $i)
            for (bit = 0; bit < 8; bit++) crc = crc % 2 ? xor(int(crc / 2), 40961) : crc / 2
        }
        printf "%X", crc
    }')
expect gba_port_header_bitmap "$crc" CF56
expect gba_port_says_quit "$(tail -n 1 "$B/gba_port.log")" quit
buttons=$(sed -n 's/^buttons=//p' "$B/gba_port.log" | tr '\n' ' ')
expect gba_port_keys "$buttons" '16 64 128 2048 768 0 1029 0 '
expect gba_port_log_joins_pieces "$(awk '/^abc/ { print length($0) }' "$B/gba_port.log")" 700

# Recorded after a person looked at them: a white frame around each picture, a thin cross, black outside.
for pair in pal8_240x160:2489569365 pal8_120x80:2803302725 pal8_80x52:711044433 pal8_128x64:1265421579 \
    bgr555_240x160:1895829916 bgr555_120x80:3576580105 bgr555_46x30:4063563810; do
    name=${pair%:*}
    expect "gba_port_screen_$name" "$(cksum <"$B/gba/$name.ppm" | cut -d' ' -f1)" "${pair#*:}"
done
