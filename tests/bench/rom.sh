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
awk 'BEGIN { for (y = 0; y < 128; y++) for (x = 0; x < 128; x++) { edge = x % 16 == 0 || y % 12 == 0
    room = (int(x / 16) + int(y / 12) * 3) % 5; printf "%c%c", edge ? 65 + room : 97 + room * 4 + (x + y) % 2 + (x * 7 + y * 13) % 31 % 2, 32 } }' >"$work/tiles"
# A Game Boy Advance: tenths of a cycle per byte, for an output in external memory and one in fast memory.
gba=
"$MAKE" -s B="$B" "$B/gba/codec_bench.gba" "$B/gba_runner" >/dev/null 2>&1 && gba=$B/gba/codec_bench.gba
tenths() { awk -v word="$1" '$1 == word { printf "%.1f", $2 / 10 }'; }
echo "The last two columns are Game Boy Advance cycles per byte (libmgba), into external and into fast memory."
printf '%-12s %-10s %8s %8s %8s %8s %8s %8s\n' input codec bytes packed "lz4 -9" "per byte" external fast
for input in showcase text tiles zeros digits; do
    lz4=-
    command -v lz4 >/dev/null 2>&1 && lz4=$(lz4 -9 -c "$work/$input" 2>/dev/null | wc -c)
    for codec in "1 runs" "6 runs-16" "2 lz" "5 delta-lz" "7 lz-bios"; do
        # shellcheck disable=SC2086
        set -- $codec
        # shellcheck disable=SC2086
        sizes=$("$B/rom_pack" "$1" "$work/$input" "$work/packed" $gba) || continue
        cost=-
        [ -n "$counts" ] && cost=$(OXCART_ICOUNT=1 sh platform/mps2/run.sh "$B/mps2/rom_codec.elf" "$1" "$work/packed" "${sizes% *}" 2>&1 | tail -n 1)
        external=- fast=-
        if [ -n "$gba" ]; then
            "$B/gba_runner" "$work/packed.gba" --frames 4000 >"$work/gba.log" 2>/dev/null
            external=$(tenths cycles <"$work/gba.log") fast=$(tenths fast <"$work/gba.log")
        fi
        printf '%-12s %-10s %8d %8d %8s %8s %8s %8s\n' "$input" "$2" "${sizes% *}" "${sizes#* }" "$lz4" "$cost" "$external" "$fast"
    done
done
