#!/bin/sh
# Bytes of code and constants (text), initialised and zeroed data by folder: this machine's build, and the GBA's when its
# compiler is here.
B=${B:-build}
MAKE=${MAKE:-make}

table() { # size command, object folder
    for folder in fixedmath raster rom kernel/memory kernel/loop kernel/input kernel/debug kernel/resource kernel/player \
        kernel/console platform tools; do
        [ -d "$2/$folder" ] || continue
        # shellcheck disable=SC2046
        "$1" $(find "$2/$folder" -name '*.o') 2>/dev/null |
            awk -v name="$folder" 'NR > 1 { t += $1; d += $2; b += $3 } END { printf "%-18s %8d %8d %8d\n", name, t, d, b }'
    done
}

"$MAKE" -s B="$B" "$B/oxcart" || exit 1
printf '%-18s %8s %8s %8s\n' "this machine" text data zeroed
table size "$B/obj"
if command -v arm-none-eabi-size >/dev/null 2>&1 && [ -d "$B/gba/obj" ]; then
    printf '\n%-18s %8s %8s %8s\n' "GBA (Thumb, ARM)" text data zeroed
    table arm-none-eabi-size "$B/gba/obj"
    printf '\nplayer program %d bytes\n' "$(wc -c <"$B/gba/base.gba")"
    sed -n 's/^\(\.hot\|\.spans_pal8\|\.fast_block\) *0x0*\([0-9a-f]*\) *0x\([0-9a-f]*\).*/\1 at 0x\2, 0x\3 bytes/p' \
        "$B/gba/base.map"
fi
