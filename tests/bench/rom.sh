#!/bin/sh
# What packed chunks save and what unpacking them costs: sizes against lz4 -9, instructions a byte on the Cortex-M3.
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/bench/rom
mkdir -p "$work"

echo "== Packed chunks: bytes, and Cortex-M3 instructions per byte of output (QEMU) =="
"$MAKE" -s B="$B" "$B/rom_pack" || exit 1
counts=
command -v qemu-system-arm >/dev/null 2>&1 && command -v arm-none-eabi-gcc >/dev/null 2>&1 &&
    "$MAKE" -s B="$B" "$B/mps2/rom_codec.elf" && counts=yes

"$B/oxcart" pack rom/carts/showcase --release -o "$work/showcase" --quiet
head -c 65536 rom/FORMAT.md >"$work/text"
head -c 100000 /dev/zero >"$work/zeros"
od -An -v -tx1 <"$work/showcase" | head -c 60000 >"$work/digits"
printf '%-12s %-10s %8s %8s %8s %8s\n' input codec bytes packed "lz4 -9" "per byte"
for input in showcase text zeros digits; do
    lz4=-
    command -v lz4 >/dev/null 2>&1 && lz4=$(lz4 -9 -c "$work/$input" 2>/dev/null | wc -c)
    for codec in "1 runs" "2 lz" "5 delta-lz"; do
        # shellcheck disable=SC2086
        set -- $codec
        sizes=$("$B/rom_pack" "$1" "$work/$input" "$work/packed") || continue
        cost=-
        [ -n "$counts" ] && cost=$(OXCART_ICOUNT=1 sh platform/mps2/run.sh "$B/mps2/rom_codec.elf" "$1" "$work/packed" "${sizes% *}" 2>&1 | tail -n 1)
        printf '%-12s %-10s %8d %8d %8s %8s\n' "$input" "$2" "${sizes% *}" "${sizes#* }" "$lz4" "$cost"
    done
done
