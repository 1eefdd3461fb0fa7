#!/bin/sh
# oxcart inspect: an image told whole, its bytes named, one byte and one chunk changed, and images that are refused explained.
. tests/judge.sh
B=${B:-build}
work=$B/cli_image
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart

cp -r rom/carts/showcase "$work/cart"
"$oxcart" pack "$work/cart" -o "$work/a.rom" --quiet
sed -i 's/^start main/start main\ncompress on/' "$work/cart/cart.txt"
"$oxcart" pack "$work/cart" -o "$work/packed.rom" --quiet

"$oxcart" inspect "$work/a.rom" >"$work/all.txt" 2>"$work/err" && grep -q '^budget  200704 bytes' "$work/all.txt" &&
    grep -q '^package package/scene/main: ' "$work/all.txt" && [ "$(grep -c '^[0-9a-f]\{8\} ' "$work/all.txt")" -eq "$("$oxcart" ls "$work/a.rom" | grep -c '^[0-9a-f]\{8\} ')" ]
judge inspect_tells_all_of_an_image $? "$(head -n 1 "$work/err")"
"$oxcart" inspect "$work/a.rom" --chunk material/stone >"$work/stone.txt" && grep -q -- '-> IMAG texture/stone (texture)' "$work/stone.txt" &&
    grep -q '<- MESH mesh/plaza (part\[0\].material)' "$work/stone.txt" && grep -q '<- PACK package/scene/main' "$work/stone.txt"
judge inspect_tells_references_both_ways $? "$(sed -n 2p "$work/stone.txt")"

# Every byte stands in the hexadecimal view once, in order; fields have their names.
for image in a packed; do
    "$oxcart" inspect "$work/$image.rom" --hex >"$work/hex.txt"
    cut -c11-57 "$work/hex.txt" | tr -d ' \n' >"$work/hex.flat"
    od -An -v -tx1 "$work/$image.rom" | tr -d ' \n' | cmp -s - "$work/hex.flat" || break
    image=
done
[ -z "$image" ] && "$oxcart" inspect "$work/a.rom" --hex --chunk budget --at 16 --bytes 8 >"$work/hex.txt" && grep -q 'budget rate = 60$' "$work/hex.txt" &&
    "$oxcart" inspect "$work/a.rom" --hex --bytes 64 | grep -q '^00000000  4f 58 43 54 .*header magic'
judge inspect_hex_names_every_byte $? "$image $(head -n 1 "$work/hex.txt")"

# One byte: the rate of the budget, whose place the view tells.
at=$((0x$(grep 'budget rate = 60$' "$work/hex.txt" | cut -c1-8)))
"$oxcart" inspect "$work/a.rom" --patch $at=32 -o "$work/fifty.rom" && "$oxcart" inspect "$work/fifty.rom" --verify >/dev/null &&
    "$oxcart" dump "$work/a.rom" >"$work/a.txt" && "$oxcart" dump "$work/fifty.rom" >"$work/fifty.txt" &&
    "$oxcart" diff "$work/a.txt" "$work/fifty.txt" --context 0 >"$work/diff.txt"
[ "$(sed -n '3,$p' "$work/diff.txt" | grep -v '^@@' | tr '\n' '|')" = '-  rate: 60|+  rate: 50|' ]
judge inspect_patch_changes_one_byte $? "$(tr '\n' '|' <"$work/diff.txt")"
at=$(($(awk '$2 == "IMAG" && $NF == "texture/stone" { print $3 }' "$work/all.txt") + 100))
"$oxcart" inspect "$work/a.rom" --patch $at=ee --keep-checksums -o "$work/broken.rom" && [ "$(cmp -l "$work/a.rom" "$work/broken.rom" | wc -l)" -eq 1 ] &&
    ! "$oxcart" inspect "$work/broken.rom" --verify >"$work/out" 2>"$work/err" && grep -q 'broken.rom@[0-9]*: error: .*checksum' "$work/err" && grep -q 'chunk texture/stone' "$work/err"
judge inspect_the_checks_find_a_patched_byte $? "$(head -n 1 "$work/err")"

# Out and in again is the same image; another one's bytes are that chunk and nothing else.
good=0
for image in a packed; do
    for chunk in mesh/ox texture/stone scene/main; do
        rm -rf "$work/chunks"
        "$oxcart" extract "$work/$image.rom" -o "$work/chunks" --chunk $chunk >/dev/null &&
            "$oxcart" inspect "$work/$image.rom" --replace "$chunk=$(ls "$work"/chunks/*)" -o "$work/same.rom" && cmp -s "$work/$image.rom" "$work/same.rom" || good=1
    done
done
judge inspect_extract_and_replace_give_the_image_back $good "$image $chunk"
rm -rf "$work/chunks"
"$oxcart" extract "$work/a.rom" -o "$work/chunks" --chunk texture/wood >/dev/null && "$oxcart" inspect "$work/a.rom" --replace "texture/stone=$(ls "$work"/chunks/*)" -o "$work/other.rom" &&
    "$oxcart" check "$work/other.rom" >/dev/null
"$oxcart" diff "$work/a.rom" "$work/other.rom" >"$work/diff.txt"
[ "$(grep -vc '^PACK' "$work/diff.txt")" -eq 1 ] && grep -q '^IMAG texture/stone: ' "$work/diff.txt"
judge inspect_replace_changes_one_chunk $? "$(head -n 2 "$work/diff.txt" | tr '\n' ' ')"

# Whatever the reader refuses is explained in one line, and the header is shown.
good=0
for damage in 0=00 4=09 8=ffffff00 24=ffffffff 28=ffff0000 52=03000000 60=00000000; do
    "$oxcart" inspect "$work/a.rom" --patch $damage -o "$work/bad.rom" --keep-checksums || good=1
    "$oxcart" inspect "$work/bad.rom" >"$work/out" 2>"$work/err"
    [ $? -eq 1 ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -q 'bad.rom@[0-9]*: error: ' "$work/err" && grep -q 'header magic' "$work/out" || { good=1; break; }
done
for size in 0 1 63 64 100 5000; do
    head -c $size "$work/a.rom" >"$work/bad.rom"
    "$oxcart" inspect "$work/bad.rom" >"$work/out" 2>"$work/err"
    [ $? -eq 1 ] && [ "$(wc -l <"$work/err")" -eq 1 ] || { good=1; break; }
done
judge inspect_explains_what_is_refused $good "$damage $size $(head -n 1 "$work/err")"

good=0
for words in '--patch 5 -o x.rom' '--patch 5=0 -o x.rom' '--patch 5=zz -o x.rom' '--patch 99999999=00 -o x.rom' '--replace mesh/ox -o x.rom' '--replace MESH=x -o x.rom' '--chunk nothing' '--hex --chunk MESH'; do
    "$oxcart" inspect "$work/a.rom" $words >"$work/out" 2>"$work/err"
    [ $? -eq 1 ] && [ "$(wc -l <"$work/err")" -eq 1 ] && [ ! -e x.rom ] || { good=1; break; }
done
judge inspect_refuses_wrong_wishes $good "$words: $(head -n 1 "$work/err")"

# The texts of `info` are read before anything is loaded: an image whose sums are right and whose title lies elsewhere is refused by whoever
# opens it, before a byte of it is shown.
info=$(od -An -tu4 -j40 -N4 "$work/a.rom" | tr -d ' ')
good=0
for patch in $((info + 4))=FFFFFF7F $((info + 4))=00400000 $((info + 12))=FFFFFF7F10000000; do
    "$oxcart" inspect "$work/a.rom" --patch $patch -o "$work/astray.rom" >/dev/null 2>&1
    for verb in 'run --headless --frames 2 --quiet' 'check' 'dump' 'inspect'; do
        "$oxcart" ${verb%% *} "$work/astray.rom" $(echo "$verb" | cut -s -d' ' -f2-) >"$work/out" 2>"$work/err"
        [ $? -eq 1 ] && grep -qE "(offset |@)${patch%%=*}: .*text at" "$work/err" "$work/out" || { good=1; break 2; }
    done
done
judge inspect_texts_astray_are_refused_by_all $good "$verb $patch: $(head -n 1 "$work/err")"
