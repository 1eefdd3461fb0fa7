#!/bin/sh
# A cart may name the memory that a texture or mesh is to lie in: the image says so, nothing else changes, debug chunks are
# absent from release images, and the way to text and back keeps it.
. tests/judge.sh
B=${B:-build}
work=$B/memory_classes
oxcart=$B/oxcart
rm -rf "$work"
mkdir -p "$work"

[ -x "$oxcart" ] || { echo "FAIL memory_classes $oxcart is not built"; exit 1; }
"$oxcart" new "$work/plain" >/dev/null 2>&1
cp -r "$work/plain" "$work/classes"
sed -i -e 's/^\(texture .*\)$/\1 memory=video/' -e 's/^\(mesh .*\)$/\1 memory=fast/' "$work/classes/cart.txt"
for cart in plain classes; do "$oxcart" pack "$work/$cart" -o "$work/$cart.rom" --quiet || exit 1; done
"$oxcart" pack "$work/classes" -o "$work/release.rom" --quiet --release

"$oxcart" run "$work/plain.rom" --headless --frames 20 --hash >"$work/plain.out" 2>/dev/null
"$oxcart" run "$work/classes.rom" --headless --frames 20 --hash >"$work/classes.out" 2>/dev/null
[ "$(grep -c '^frame=' "$work/plain.out")" -eq 20 ] && cmp -s "$work/plain.out" "$work/classes.out"
judge memory_classes_change_no_pixel $? "the pictures differ"

"$oxcart" dump "$work/classes.rom" -o "$work/classes.txt" && "$oxcart" assemble "$work/classes.txt" -o "$work/back.rom" &&
    cmp -s "$work/classes.rom" "$work/back.rom" && grep -q '^chunk .* memory=3 .*name=mesh/' "$work/classes.txt"
judge memory_classes_survive_as_text $? "the dump loses them"

sed 's/memory=fast/memory=quick/' "$work/classes/cart.txt" >"$work/plain/cart.txt"
"$oxcart" pack "$work/plain" -o "$work/none.rom" --quiet 2>"$work/err"
[ $? -eq 1 ] && grep -q 'cart.txt:[0-9:]* error: .*memory' "$work/err" && [ ! -e "$work/none.rom" ]
judge memory_classes_unknown_is_refused $? "$(head -n 1 "$work/err")"

if ! command -v python3 >/dev/null 2>&1; then
    echo "skip memory_classes_stand_in_the_directory no python3 on this machine"
    exit 0
fi
cat >"$work/look.py" <<'END'
import sys
sys.path.insert(0, "tests/scripts/command")
from read_rom import Image
image, released = (Image(open(path, "rb").read()) for path in sys.argv[1:])
kinds = {b"MESH": 3, b"IMAG": 2}
assert {c.type for c in image.chunks} >= {b"MESH", b"IMAG", b"DBUG"}
for chunk in image.chunks:
    assert chunk.memory == kinds.get(chunk.type, 0), chunk.type
    assert chunk.in_place == (chunk.memory == 0), chunk.type
assert not [c for c in released.chunks if c.type == b"DBUG" or c.memory == 4]
assert len(released.chunks) == len(image.chunks) - 1
END
python3 -B "$work/look.py" "$work/classes.rom" "$work/release.rom" 2>"$work/err"
judge memory_classes_stand_in_the_directory $? "$(tail -n 1 "$work/err")"
