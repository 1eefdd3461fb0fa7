#!/bin/sh
# oxcart dump, assemble, diff, extract and size on the showcase: the way to text and back, one change seen as one, sums that
# add up, and bad input refused with nothing left behind.
B=${B:-build}
work=$B/cli_inspect
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart

judge() { # name, status, what went wrong
    if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAIL $1 $3"; fi
}

refused() { # name, words that the error must hold, command...
    name=$1 words=$2
    shift 2
    "$@" >"$work/refused.out" 2>"$work/refused.err"
    status=$?
    [ $status -eq 1 ] && [ "$(wc -l <"$work/refused.err")" -eq 1 ] && grep -q "$words" "$work/refused.err" && [ ! -e "$work/none.rom" ]
    judge "$name" $? "exit $status: $(head -n 1 "$work/refused.err")"
}

cp -r rom/carts/showcase "$work/cart"
"$oxcart" pack "$work/cart" -o "$work/a.rom" --quiet
sed -i '1s/.*/compress on/' "$work/cart/cart.txt"
"$oxcart" pack "$work/cart" -o "$work/packed.rom" --quiet
"$oxcart" pack "$work/cart" -o "$work/release.rom" --quiet --release

good=0
for image in a packed release; do
    "$oxcart" dump "$work/$image.rom" -o "$work/$image.txt" &&
        "$oxcart" assemble "$work/$image.txt" -o "$work/back.rom" && cmp -s "$work/$image.rom" "$work/back.rom" || good=1
done
judge inspect_dump_and_assemble_are_inverse $good "$image.rom is not what its dump gives"

"$oxcart" diff "$work/a.rom" "$work/packed.rom" >"$work/diff.out"
judge inspect_diff_sees_through_packing $? "$(head -n 1 "$work/diff.out")"

sed 's/^  rate: 60$/  rate: 50/' "$work/a.txt" >"$work/changed.txt"
"$oxcart" assemble "$work/changed.txt" -o "$work/changed.rom"
"$oxcart" diff "$work/a.rom" "$work/changed.rom" >"$work/diff.out"
[ $? -eq 1 ] && [ "$(cat "$work/diff.out")" = "BUDG budget.rate: 60 -> 50" ]
judge inspect_diff_names_the_one_field $? "$(head -n 1 "$work/diff.out")"

# One pixel of one picture, and a chunk that is gone.
awk '/^chunk .* IMAG .*texture\/wood/ { wood = 1 } wood && /row\[0\]/ { sub(/: ../, ": 00"); wood = 0 } { print }' \
    "$work/a.txt" | awk '/^chunk/ { skip = /material\/ruby/ } !skip { print }' >"$work/changed.txt"
"$oxcart" assemble "$work/changed.txt" -o "$work/changed.rom"
"$oxcart" diff "$work/a.rom" "$work/changed.rom" >"$work/diff.out"
grep -q '^IMAG texture/wood: 1 of 4096 pixels differ, PSNR ' "$work/diff.out" &&
    grep -q '^MATL material/ruby: removed$' "$work/diff.out" && [ "$(wc -l <"$work/diff.out")" -eq 2 ]
judge inspect_diff_of_pictures_and_chunks $? "$(cat "$work/diff.out" | tr '\n' ' ')"

"$oxcart" size "$work/a.rom" --csv >"$work/size.csv"
sum=$(awk -F, '$1 == "chunk" || $1 == "image" { s += $5 } END { print s }' "$work/size.csv")
[ "$sum" -eq "$(wc -c <"$work/a.rom")" ]
judge inspect_size_adds_up $? "$sum of $(wc -c <"$work/a.rom") bytes"
"$oxcart" size "$work/a.rom" --png "$work/size.png" --limit 200K >"$work/size.out" && [ "$(head -c 4 "$work/size.png" | tail -c 3)" = PNG ]
judge inspect_size_draws $? "$(tail -n 1 "$work/size.out")"
refused inspect_size_limit_fails 'the limit is 65536' "$oxcart" size "$work/a.rom" --limit 64K

"$oxcart" extract "$work/a.rom" -o "$work/chunks" --chunk IMAG >"$work/extract.out"
[ "$(ls "$work/chunks" | wc -l)" -eq 6 ] && [ "$(wc -c <"$work/chunks/texture.globe.IMAG")" -eq 8208 ]
judge inspect_extract_by_type $? "$(ls "$work/chunks" | tr '\n' ' ')"

refused inspect_unknown_chunk_is_refused 'no chunk `nothing`' "$oxcart" dump "$work/a.rom" --chunk nothing
refused inspect_cut_text_is_refused 'changed.txt:[0-9:]* error: ' sh -c "head -n 700 '$work/a.txt' >'$work/changed.txt'; '$oxcart' assemble '$work/changed.txt' -o '$work/none.rom'"
refused inspect_bad_number_is_refused 'changed.txt:[0-9:]* error: `rate` cannot be read' sh -c "sed 's/^  rate: 60/  rate: 70000/' '$work/a.txt' >'$work/changed.txt'; '$oxcart' assemble '$work/changed.txt' -o '$work/none.rom'"
refused inspect_faulty_chunk_is_refused 'none.rom\|faulty\|shading' sh -c "sed 's/^  shading: 3/  shading: 9/' '$work/a.txt' >'$work/changed.txt'; '$oxcart' assemble '$work/changed.txt' -o '$work/none.rom'"
refused inspect_damaged_image_is_refused 'cut.rom' sh -c "head -c 5000 '$work/a.rom' >'$work/cut.rom'; '$oxcart' dump '$work/cut.rom'"
