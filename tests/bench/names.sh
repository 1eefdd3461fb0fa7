#!/bin/sh
# What names, handles, bit arrays and formatting cost: instructions an operation on the Cortex-M3 and on this machine,
# and bytes of Thumb-2 code.
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/bench/names
mkdir -p "$work"

has() { command -v "$1" >/dev/null 2>&1; }

echo "== Names, handles, bits, formatting: instructions an operation, Cortex-M3 (QEMU) and this machine (callgrind) =="
: >"$work/m3"
: >"$work/host"
if has arm-none-eabi-gcc && has qemu-system-arm && "$MAKE" -s B="$B" "$B/mps2/names.elf"; then
    OXCART_ICOUNT=1 sh platform/mps2/run.sh "$B/mps2/names.elf" >"$work/m3" 2>&1
else
    echo "Cortex-M3 skipped: needs arm-none-eabi-gcc and qemu-system-arm"
fi
if has valgrind && "$MAKE" -s B="$B" "$B/names_bench"; then
    "$B/names_bench" list >"$work/titles"
    case=0
    while read -r title; do
        valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect="case_*" "$B/names_bench" $case \
            >"$work/log" 2>&1 </dev/null
        echo "$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$work/log") $title"
        case=$((case + 1))
    done <"$work/titles" | awk '{ n = $1; $1 = ""; if (NR == 1) alone = n; else n -= alone; printf "%d%s\n", (n + 500) / 1000, $0 }' \
        >"$work/host"
else
    echo "this machine skipped: needs valgrind"
fi
awk '
    { n = $1; $1 = ""; sub(/^ /, "") }
    FILENAME ~ /m3$/ { m3[$0] = n; if (!($0 in seen)) order[++count] = $0; seen[$0] = 1; next }
    { host[$0] = n; if (!($0 in seen)) order[++count] = $0; seen[$0] = 1 }
    END {
        for (i = 1; i <= count; i++) {
            t = order[i]
            printf "%-38s %8s %8s\n", t, (t in m3) ? m3[t] : "-", (t in host) ? host[t] : "-"
        }
    }' "$work/m3" "$work/host"

if has arm-none-eabi-size && [ -s "$work/m3" ]; then
    echo "== The same parts: bytes of Thumb-2 code and constants, -O2 =="
    for part in handle/handle handle/handle_save bytes/bits bytes/packed names/intern names/hash names/md5 text/view \
        text/buffer debug/format; do
        "$MAKE" -s B="$B" "$B/mps2/obj/kernel/$part.o" &&
            arm-none-eabi-size "$B/mps2/obj/kernel/$part.o" | awk -v p="kernel/$part.c" 'NR == 2 { printf "%-38s %8d\n", p, $1 }'
    done
fi
