#!/bin/sh
# oxcart dump, assemble, diff, extract and size on the showcase: the way to text and back, one change seen as one, sums that
# add up, and bad input refused with nothing left behind.
. tests/judge.sh
B=${B:-build}
work=$B/cli_inspect
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart

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
"$oxcart" diff "$work/a.rom" "$work/changed.rom" -o "$work/shown" >"$work/diff.out"
grep -q '^IMAG texture/wood: 1 of 4096 pixels differ by up to [0-9]*, PSNR ' "$work/diff.out" && [ -s "$work/shown/texture.wood.IMAG.png" ] &&
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

# Saved games and recordings there and back; pictures and sounds as files.
"$oxcart" run "$work/a.rom" --headless --frames 130 --record "$work/a.rec" --quiet >/dev/null && "$oxcart" dump "$work/a.rec" -o "$work/rec.txt" &&
    "$oxcart" assemble "$work/rec.txt" -o "$work/back.rec" && cmp -s "$work/a.rec" "$work/back.rec" &&
    sed 's/head.seed: 0/head.seed: 7/' "$work/rec.txt" >"$work/rec2.txt" && "$oxcart" assemble "$work/rec2.txt" -o "$work/b.rec" &&
    "$oxcart" diff "$work/a.rec" "$work/a.rec" >"$work/same.out" && [ ! -s "$work/same.out" ]
judge inspect_recordings_come_back $? "$(head -n 3 "$work/rec.txt" | tr '\n' ' ')"
"$oxcart" diff "$work/a.rec" "$work/b.rec" >"$work/diff.out"
[ $? -eq 1 ] && [ "$(cat "$work/diff.out")" = "head.seed: 0 -> 7" ]
judge inspect_diff_of_recordings_names_the_one_field $? "$(head -n 1 "$work/diff.out")"
printf 'save bytes=256\n  save.fill: 255\n  copy@0.cart: 0000ca47\n  copy@0.packed: 0\n  copy@0/62b38f09.version: 256\n  copy@0/62b38f09.fields: 1\n  copy@0/62b38f09.5e6f7a8b: i16 90 # hero.x\n' >"$work/save.txt"
sed 's/i16 90/i16 91/' "$work/save.txt" >"$work/save2.txt"
"$oxcart" assemble "$work/save.txt" -o "$work/a.sav" && "$oxcart" assemble "$work/save2.txt" -o "$work/b.sav" && "$oxcart" dump "$work/a.sav" >"$work/save3.txt" &&
    "$oxcart" assemble "$work/save3.txt" -o "$work/c.sav" && cmp -s "$work/a.sav" "$work/c.sav"
judge inspect_saved_games_come_back $? "$(tail -n 1 "$work/save3.txt")"
"$oxcart" diff "$work/a.sav" "$work/b.sav" >"$work/diff.out"
[ $? -eq 1 ] && [ "$(cat "$work/diff.out")" = "copy@0/62b38f09.5e6f7a8b: i16 90 -> i16 91" ]
judge inspect_diff_of_saved_games_names_the_one_field $? "$(head -n 1 "$work/diff.out")"
"$oxcart" run "$work/a.rom" --headless --frames 2 --shot "$work/a.png" --quiet && "$oxcart" run "$work/a.rom" --headless --frames 40 --shot "$work/b.png" --quiet
"$oxcart" diff "$work/a.png" "$work/b.png" -o "$work/d.png" >"$work/diff.out"
[ $? -eq 1 ] && grep -q '^[0-9]* of 38400 pixels differ by up to [0-9]*, PSNR [0-9.]* dB$' "$work/diff.out" && [ -s "$work/d.png" ] && "$oxcart" diff "$work/a.png" "$work/a.png"
judge inspect_diff_of_picture_files $? "$(head -n 1 "$work/diff.out")"
refused inspect_diff_wants_one_kind 'of another kind' "$oxcart" diff "$work/a.png" "$work/a.rec"
