#!/bin/sh
# oxcart db: questions over a thousand assets, changes that keep every reference, redirects, history.
. tests/judge.sh
B=${B:-build}
work=$B/cli_db
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart
SOURCE_DATE_EPOCH=1700000000
export SOURCE_DATE_EPOCH

refused() { # name, words that the error must hold, arguments of db...
    name=$1 words=$2
    shift 2
    cp "$cart/cart.txt" "$work/before.txt"
    "$oxcart" db "$@" >"$work/out" 2>"$work/err"
    status=$?
    [ $status -eq 1 ] && [ "$(grep -vc 'warning:' "$work/err")" -eq 1 ] && grep -q "$words" "$work/err" && cmp -s "$cart/cart.txt" "$work/before.txt"
    judge "$name" $? "exit $status: $(head -n 1 "$work/err")"
}

# ---- a thousand assets: materials name textures, raw clips are set in levels ----

cart=$work/big
mkdir -p "$cart"
awk -v folder="$cart" 'BEGIN {
    cart = folder "/cart.txt"
    print "# A cart made to be asked about.\ntitle \"Big\"" >cart
    for (i = 0; i < 300; i++) { print "texture t" i " t" i % 7 ".png" >cart }
    for (i = 0; i < 300; i++) { print "# surface " i "\nmaterial m" i " colour=#808080 texture=t" i * 7 % 250 >cart }
    for (i = 0; i < 350; i++) { print "raw clip" i " clip" i ".bin" >cart; print i >(folder "/clip" i ".bin"); close(folder "/clip" i ".bin") }
    for (i = 0; i < 50; i++) {
        print "level l" i " l" i ".txt" >cart
        text = folder "/l" i ".txt"
        print "level 1\nspawn actor name=a at=0,0,0" >text
        for (k = 0; k < 6; k++) print "    set clip" k " @raw/clip" (i * 6 + k) % 320 " # walks" >text
        close(text)
    }
    print "scene main\nend" >cart
}'
printf 'xx' >"$cart/clip5.bin"
head -c 9000 /dev/zero >"$cart/clip77.bin"
printf 'note = the old walk\ntag = slow\n' >"$cart/clip12.bin.meta"
total=$("$oxcart" db "$cart" 2>/dev/null | wc -l)
[ "$total" -eq 1001 ] && [ "$("$oxcart" db "$cart" list --uses raw/clip7 --kind level | cut -d' ' -f1 | tr '\n' ' ')" = 'level/l1 ' ] &&
    [ "$("$oxcart" db "$cart" --uses texture/t14 --kind material | cut -d' ' -f1 | tr '\n' ' ')" = 'material/m2 material/m252 ' ] &&
    [ "$("$oxcart" db "$cart" --used-by level/l0 | cut -d' ' -f1 | tr '\n' ' ')" = 'raw/clip0 raw/clip1 raw/clip2 raw/clip3 raw/clip4 raw/clip5 ' ]
judge db_questions_over_a_thousand_assets $? "$total assets"
[ "$("$oxcart" db "$cart" --unused --kind raw | wc -l)" -eq 50 ] && [ "$("$oxcart" db "$cart" --largest --kind raw | head -n 1 | cut -d' ' -f1)" = raw/clip77 ] &&
    [ "$("$oxcart" db "$cart" --larger 8K | wc -l)" -eq 1 ] && [ "$("$oxcart" db "$cart" --tag slow | cut -d' ' -f1)" = raw/clip12 ] &&
    [ "$("$oxcart" db "$cart" --text 'old walk' | cut -d' ' -f1)" = raw/clip12 ] && [ "$("$oxcart" db "$cart" --text 'surface 77' | cut -d' ' -f1)" = material/m77 ] &&
    [ "$("$oxcart" db "$cart" --name 'clip1?' | wc -l)" -eq 10 ] && [ "$("$oxcart" db "$cart" --name 'raw/*9' | wc -l)" -eq 35 ]
judge db_finds_by_use_size_tag_text_and_name $? "$("$oxcart" db "$cart" --unused --kind raw | wc -l) unused"

# ---- changes: only the name tokens are other ones ----

cp -r "$cart" "$work/was"
"$oxcart" db "$cart" rename raw/clip7 stroll --who ada --why 'it is no clip any more' && "$oxcart" db "$cart" move raw/clip12 moves/old.bin --who bob &&
    diff -r "$work/was" "$cart" >"$work/diff"
sed -n 's/^[<>] //p' "$work/diff" | sort >"$work/lines"
printf '%s\n' '    set clip1 @raw/clip7 # walks' '    set clip1 @raw/stroll # walks' 'raw clip12 clip12.bin' 'raw clip12 moves/old.bin' 'raw clip7 clip7.bin' 'raw stroll clip7.bin' | sort | cmp -s - "$work/lines" &&
    [ -e "$cart/moves/old.bin" ] && [ -e "$cart/moves/old.bin.meta" ] && [ ! -e "$cart/clip12.bin" ] && [ "$("$oxcart" db "$cart" --tag slow | cut -d' ' -f1)" = raw/clip12 ]
judge db_rename_and_move_rewrite_only_the_tokens $? "$(head -n 2 "$work/lines" | tr '\n' '|')"
"$oxcart" db "$cart" log >"$work/log" && grep -q '^2023-11-14 22:13:20 ada: rename raw/clip7 stroll: it is no clip any more$' "$work/log" &&
    grep -q ' bob: move raw/clip12 moves/old.bin$' "$work/log" && [ "$("$oxcart" db "$cart" log raw/clip12 | wc -l)" -eq 1 ]
judge db_history_tells_who_when_and_why $? "$(head -n 1 "$work/log")"
"$oxcart" db "$cart" >"$work/one" && rm -f "$cart/history.txt" && "$oxcart" db "$cart" >"$work/two" && cmp -s "$work/one" "$work/two"
judge db_the_texts_are_all_it_knows $? ''
refused db_delete_of_what_is_used_lists_who 'texture/t14 is referred to 2 times: material/m2 (texture), material/m252 (texture)' "$cart" delete texture/t14
"$oxcart" db "$cart" delete raw/clip340 --with-file && [ ! -e "$cart/clip340.bin" ] && ! grep -q clip340 "$cart/cart.txt"
judge db_delete_of_what_is_free $? ''

# ---- a cart that plays ----

cart=$work/game
"$oxcart" new "$cart" >/dev/null
mesh=$(sed -n 's/^mesh \([a-z]*\) .*/\1/p' "$cart/cart.txt" | head -n 1)
"$oxcart" pack "$cart" -o "$work/before.rom" --quiet
frames() { "$oxcart" run "$1" --headless --frames 3 --hash 2>/dev/null | grep '^frame='; }
frames "$work/before.rom" >"$work/before.hash"

printf 'v 0 0 0\nv 1 0 0\nf 1 2 9\n' >"$cart/bad.obj"
refused db_import_of_an_invalid_mesh_is_refused 'bad.obj:3: error: ' "$cart" add mesh bad bad.obj
refused db_import_of_nothing_is_refused 'none.obj of none is not there' "$cart" add mesh none none.obj
refused db_a_wrong_option_is_refused 'colour' "$cart" set "material/$(sed -n 's/^material \([a-z]*\) .*/\1/p' "$cart/cart.txt" | head -n 1)" colour=puce
cp "$cart/$(awk -v name="$mesh" '$1 == "mesh" && $2 == name { print $3 }' "$cart/cart.txt")" "$cart/copy.obj"
"$oxcart" db "$cart" add mesh copy copy.obj scale=2 --who ada && grep -q '^mesh copy copy.obj scale=2$' "$cart/cart.txt" && "$oxcart" db "$cart" set mesh/copy scale=3 normalise= 2>/dev/null
[ $? -eq 1 ] && "$oxcart" db "$cart" set mesh/copy scale=3 && grep -q '^mesh copy copy.obj scale=3$' "$cart/cart.txt" && "$oxcart" db "$cart" set mesh/copy scale= && grep -q '^mesh copy copy.obj$' "$cart/cart.txt" &&
    "$oxcart" db "$cart" show mesh/copy | grep -q 'ada: add mesh/copy copy.obj scale=2' && "$oxcart" db "$cart" delete mesh/copy --with-file
judge db_add_set_show_delete $? "$(grep '^mesh copy' "$cart/cart.txt")"

# An old name stays good, on the machine too, until it is mended; what it leads to cannot go before.
"$oxcart" db "$cart" rename "mesh/$mesh" other --redirect && grep -q "^redirect mesh/$mesh mesh/other$" "$cart/cart.txt" && grep -q "object $mesh " "$cart/cart.txt" &&
    "$oxcart" pack "$cart" -o "$work/redirect.rom" --quiet 2>/dev/null && "$oxcart" inspect "$work/redirect.rom" --chunk "mesh/$mesh" | grep -q "MESH .*mesh/$mesh" &&
    "$oxcart" inspect "$work/redirect.rom" --chunk mesh/other | grep -q 'MESH .*mesh/other' && frames "$work/redirect.rom" | cmp -s - "$work/before.hash"
judge db_a_redirected_name_still_loads $? "$(frames "$work/redirect.rom" | head -n 1)"
"$oxcart" db "$cart" >/dev/null 2>"$work/err"
grep -q 'warning: 1 redirect;' "$work/err"
judge db_redirects_are_counted $? "$(head -n 1 "$work/err")"
refused db_the_target_of_a_redirect_stays "mesh/other is referred to 1 times: redirect mesh/$mesh" "$cart" delete mesh/other
"$oxcart" db "$cart" fixup >"$work/out" && ! grep -q redirect "$cart/cart.txt" && grep -q 'object other ' "$cart/cart.txt" && ! grep -q "object $mesh " "$cart/cart.txt" &&
    "$oxcart" pack "$cart" -o "$work/fixed.rom" --quiet && frames "$work/fixed.rom" | cmp -s - "$work/before.hash"
judge db_fixup_takes_redirects_out $? "$(head -n 1 "$work/out")"

good=0
for words in 'rename mesh/none x' 'move material/none x' 'show none' 'set mesh/other scale' 'add mesh other cart.txt'; do
    "$oxcart" db "$cart" $words >"$work/out" 2>"$work/err"
    [ $? -eq 1 ] && [ "$(wc -l <"$work/err")" -eq 1 ] || { good=1; break; }
done
for words in 'lists' 'show' 'rename mesh/other' '--kid mesh'; do
    "$oxcart" db "$cart" $words >"$work/out" 2>"$work/err"
    [ $? -eq 2 ] && [ "$(wc -l <"$work/err")" -le 2 ] || { good=1; break; }
done
judge db_wrong_words_are_told $good "$words: $(head -n 1 "$work/err")"
