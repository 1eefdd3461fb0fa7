#!/bin/sh
# A cart with `compress on`: smaller, read alike by the reader written from rom/FORMAT.md alone, and the same pictures.
. tests/judge.sh
B=${B:-build}
work=$B/cli_compress
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart

cp -r rom/carts/showcase "$work/cart"
sed -i 's/^budget .*/budget 320K/' "$work/cart/cart.txt"
"$oxcart" pack "$work/cart" -o "$work/plain.rom" --quiet
echo 'compress on' >>"$work/cart/cart.txt" # at the end: the lines that assets come from stay the same
"$oxcart" pack "$work/cart" -o "$work/packed.rom" --quiet
plain=$(wc -c <"$work/plain.rom") packed=$(wc -c <"$work/packed.rom")
echo "# showcase: $plain bytes, packed $packed"
[ "$packed" -gt 0 ] && [ $((packed * 100)) -lt $((plain * 60)) ]
judge compress_showcase_is_much_smaller $? "$packed of $plain bytes"

"$oxcart" check "$work/packed.rom" >"$work/check.out" 2>&1
judge compress_packed_image_checks $? "$(tail -n 1 "$work/check.out")"

"$oxcart" run "$work/plain.rom" --headless --frames 8 --hash >"$work/plain.hashes" 2>&1
"$oxcart" run "$work/packed.rom" --headless --frames 8 --hash >"$work/packed.hashes" 2>&1
grep -q 'frame=7 hash=' "$work/plain.hashes" && cmp -s "$work/plain.hashes" "$work/packed.hashes"
judge compress_same_pictures $? "$(diff "$work/plain.hashes" "$work/packed.hashes" | head -n 2 | tr '\n' ' ')"

# The same with the form that the system of the Game Boy Advance unpacks, and back from its dump.
sed -i 's/^compress on$/compress bios/' "$work/cart/cart.txt"
"$oxcart" pack "$work/cart" -o "$work/bios.rom" --quiet && "$oxcart" ls "$work/bios.rom" >"$work/bios.ls" &&
    "$oxcart" run "$work/bios.rom" --headless --frames 8 --hash >"$work/bios.hashes" 2>&1
grep -q 'lz-bios' "$work/bios.ls" && ! grep -q '(lz,\|delta-lz' "$work/bios.ls" && cmp -s "$work/plain.hashes" "$work/bios.hashes" &&
    "$oxcart" dump "$work/bios.rom" -o "$work/bios.txt" && "$oxcart" assemble "$work/bios.txt" -o "$work/back.rom" 2>"$work/err" &&
    cmp -s "$work/bios.rom" "$work/back.rom"
judge compress_bios_form_plays_alike $? "$(head -n 1 "$work/err" 2>/dev/null) $(tail -n 1 "$work/bios.hashes")"

if command -v python3 >/dev/null 2>&1; then
    for image in plain packed bios; do
        python3 tests/scripts/command/read_rom.py check "$work/$image.rom" >"$work/$image.out" 2>&1 &&
            python3 tests/scripts/command/read_rom.py extract "$work/$image.rom" "$work/$image" >>"$work/$image.out" 2>&1
    done
    # A package tells where its chunks lie in its own image.
    diff -r -x "*.PACK" "$work/plain" "$work/packed" >"$work/diff.out" 2>&1
    diff -r -x "*.PACK" "$work/plain" "$work/bios" >>"$work/diff.out" 2>&1
    [ -s "$work/plain/f2334940.DBUG" ] && [ ! -s "$work/diff.out" ]
    judge compress_independent_reader_agrees $? "$(head -n 1 "$work/diff.out") $(tail -n 1 "$work/packed.out")"
else
    echo "skip compress_independent_reader_agrees no python3 here"
fi

# Damage in the packed bytes: never a crash, a named fault.
"$oxcart" ls "$work/packed.rom" >"$work/ls.out"
offset=$(awk '$2 == "PALT" { print $3 + 40 }' "$work/ls.out")
cp "$work/packed.rom" "$work/bad.rom"
printf '\377\377\377\377' | dd of="$work/bad.rom" bs=1 seek="$offset" conv=notrunc 2>/dev/null
"$oxcart" check "$work/bad.rom" >"$work/bad.out" 2>&1
[ $? -eq 1 ] && grep -q 'checksum' "$work/bad.out"
judge compress_damage_is_named $? "$(tail -n 1 "$work/bad.out")"
