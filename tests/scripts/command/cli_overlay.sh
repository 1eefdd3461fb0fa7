#!/bin/sh
# oxcart pack for languages and regions, and overlays: what is left out is really absent, what is laid over is told and complete.
. tests/judge.sh
B=${B:-build}
work=$B/cli_overlay
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart

"$oxcart" new "$work/cart" >/dev/null || { echo "FAIL overlay_new a cart cannot be made"; exit 1; }
cat >>"$work/cart/cart.txt" <<'END'
language de "Deutsch"
language en "English"
region jp "Japan"
text menu menu.de.txt language=de
text menu menu.en.txt language=en
text menu menu.txt
raw blood blood.txt
raw blood juice.txt region=jp
table power power.csv kind=u8
END
echo 'start = Anfangen' >"$work/cart/menu.de.txt"
echo 'start = Begin-here' >"$work/cart/menu.en.txt"
echo 'start = Basis' >"$work/cart/menu.txt"
echo 'crimson-original' >"$work/cart/blood.txt"
echo 'orange-override' >"$work/cart/juice.txt"
echo '0,1,4,9,16' >"$work/cart/power.csv"

"$oxcart" pack "$work/cart" -o "$work/all.rom" --quiet >"$work/out" 2>&1 && "$oxcart" check "$work/all.rom" >"$work/out" 2>&1 &&
    grep -q Anfangen "$work/all.rom" && grep -q Begin-here "$work/all.rom" && grep -q crimson-original "$work/all.rom" && grep -q orange-override "$work/all.rom"
judge overlay_an_image_holds_all_variants $? "$(head -n 1 "$work/out")"

"$oxcart" pack "$work/cart" -o "$work/de.rom" --quiet --languages de >"$work/out" 2>&1 && grep -q Anfangen "$work/de.rom" && ! grep -q Begin-here "$work/de.rom" &&
    grep -q Basis "$work/de.rom"
judge overlay_a_language_build_leaves_the_others_out $? "$(head -n 1 "$work/out")"

"$oxcart" pack "$work/cart" -o "$work/jp.rom" --quiet --region jp >"$work/out" 2>&1 && grep -q orange-override "$work/jp.rom" && ! grep -q crimson-original "$work/jp.rom"
judge overlay_a_region_build_leaves_the_original_out $? "$(head -n 1 "$work/out")"

if command -v python3 >/dev/null 2>&1; then
    python3 tests/scripts/command/read_rom.py check "$work/all.rom" >"$work/out" 2>&1 && python3 tests/scripts/command/read_rom.py check "$work/jp.rom" >"$work/out" 2>&1
    judge overlay_independent_reader_agrees $? "$(head -n 1 "$work/out")"
else
    echo "skip overlay_independent_reader_agrees no python3 here"
fi

# What the info chunk says of the cart is shown.
printf 'home "example.org/ox"\nlicence "CC BY 4.0"\n' >>"$work/cart/cart.txt"
"$oxcart" pack "$work/cart" -o "$work/told.rom" --quiet 2>"$work/err" && "$oxcart" ls "$work/told.rom" >"$work/out" &&
    grep -q '^title "' "$work/out" && grep -q '^author "' "$work/out" && grep -q '^version "' "$work/out" &&
    grep -q '^home "example.org/ox"$' "$work/out" && grep -q '^licence "CC BY 4.0"$' "$work/out"
judge overlay_ls_shows_what_the_cart_says_of_itself $? "$(head -n 1 "$work/err")"
sed -i '/^home\|^licence/d' "$work/cart/cart.txt"

# What has a form in one language and none in another is told once, whether there is a base form or not; a build for one
# language lacks none, and --strict makes errors of them.
cp -r "$work/cart" "$work/half"
printf 'raw voice voice.txt language=de\nraw sign sign.txt\nraw sign sign.de.txt language=de\n' >>"$work/half/cart.txt"
echo Stimme >"$work/half/voice.txt"
echo Halt >"$work/half/sign.de.txt"
echo Stop >"$work/half/sign.txt"
"$oxcart" pack "$work/half" -o "$work/half.rom" --quiet 2>"$work/err" && "$oxcart" check "$work/half.rom" >"$work/out" 2>"$work/err" &&
    [ "$(grep -c 'raw/sign has no form in en; the base form is used' "$work/err")" -eq 1 ] &&
    [ "$(grep -c 'raw/voice has no form in en; it has no base form either' "$work/err")" -eq 1 ] && [ "$(wc -l <"$work/err")" -eq 2 ] &&
    "$oxcart" check "$work/half" >"$work/out" 2>"$work/err2" && [ "$(grep -c 'has no form in' "$work/err2")" -eq 2 ] &&
    ! "$oxcart" check "$work/half.rom" --strict >"$work/out" 2>&1 &&
    "$oxcart" check "$work/all.rom" --strict >"$work/out" 2>&1 && "$oxcart" check "$work/de.rom" --strict >"$work/out" 2>&1
judge overlay_missing_forms_are_told_once $? "$(head -n 3 "$work/err" | tr '\n' ' ') $(head -n 1 "$work/out")"

# An overlay between equal builds is empty; one that changes, adds and deletes tells each and holds nothing else.
"$oxcart" pack "$work/cart" -o "$work/none.rom" --base "$work/all.rom" >"$work/out" 2>&1 && grep -q '^0 chunks differ' "$work/out" &&
    "$oxcart" ls "$work/none.rom" >"$work/ls" 2>&1 && grep -q ', 0 chunks' "$work/ls"
judge overlay_of_equal_builds_is_empty $? "$(head -n 1 "$work/out")"

cp -r "$work/cart" "$work/mod"
echo '0,1,4,9,25' >"$work/mod/power.csv"
sed -i '/^raw blood blood.txt/d' "$work/mod/cart.txt"
echo 'raw more juice.txt' >>"$work/mod/cart.txt"
"$oxcart" pack "$work/mod" -o "$work/mod.rom" --base "$work/all.rom" >"$work/out" 2>&1 &&
    grep -q '^replaced TABL table/power$' "$work/out" && grep -q '^added RAW_ raw/more$' "$work/out" && grep -q '^deleted RAW_ raw/blood$' "$work/out" &&
    ! grep -q Anfangen "$work/mod.rom" && "$oxcart" check "$work/mod.rom" >>"$work/out" 2>&1
judge overlay_tells_what_it_replaces_adds_and_deletes $? "$(head -n 3 "$work/out" | tr '\n' ' ')"

"$oxcart" dump "$work/mod.rom" -o "$work/mod.txt" && "$oxcart" assemble "$work/mod.txt" -o "$work/back.rom" && cmp -s "$work/mod.rom" "$work/back.rom"
judge overlay_dump_and_assemble_are_inverse $? "$(cmp "$work/mod.rom" "$work/back.rom" 2>&1)"

sed 's/^title .*/title "Another"/' "$work/cart/cart.txt" >"$work/mod/cart.txt"
"$oxcart" pack "$work/mod" -o "$work/wrong.rom" --base "$work/all.rom" >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && grep -q 'one cart' "$work/err" && [ ! -e "$work/wrong.rom" ]
judge overlay_for_another_base_is_refused $? "$(head -n 1 "$work/err")"

# What is laid over plays like the cart packed anew: the same frames, the same state in every step.
cp -r "$work/cart" "$work/anew"
sed -i 's/^  camera at=[^ ]*/  camera at=1,2,5/' "$work/anew/cart.txt"
picture=$(sed -n 's/^texture [^ ]* \([^ ]*\).*/\1/p' "$work/anew/cart.txt" | head -n 1)
"$oxcart" convert rom/carts/showcase/wood.xpm -o "$work/anew/$picture" --quiet
"$oxcart" pack "$work/anew" -o "$work/anew.rom" --quiet >"$work/out" 2>&1 &&
    "$oxcart" pack "$work/anew" -o "$work/patch.rom" --overlay --base "$work/all.rom" >"$work/out" 2>&1
plays() { "$oxcart" run $1 --headless --frames 60 --hash --record "$work/$2.tape" --thorough >"$work/$2.hashes" 2>"$work/err"; }
plays "$work/anew.rom" anew && plays "$work/all.rom --overlay $work/patch.rom" laid && plays "$work/all.rom" before &&
    cmp -s "$work/anew.hashes" "$work/laid.hashes" && ! cmp -s "$work/before.hashes" "$work/laid.hashes" &&
    [ "$(wc -c <"$work/patch.rom")" -lt "$(wc -c <"$work/anew.rom")" ]
judge overlay_plays_like_the_full_rebuild $? "$(head -n 1 "$work/err")"
[ "$(cmp -l "$work/anew.tape" "$work/laid.tape" 2>/dev/null | awk '$1 > 64' | wc -l)" -eq 0 ] && [ "$(wc -c <"$work/anew.tape")" -gt 300 ]
judge overlay_state_is_that_of_the_full_rebuild $? "$(cmp "$work/anew.tape" "$work/laid.tape" 2>&1)"

sed 's/^title .*/title "Another"/' "$work/cart/cart.txt" >"$work/anew/cart.txt"
"$oxcart" pack "$work/anew" -o "$work/another.rom" --quiet >"$work/out" 2>&1
"$oxcart" run "$work/another.rom" --overlay "$work/patch.rom" --headless --frames 3 --hash >"$work/hashes" 2>"$work/err"
"$oxcart" run "$work/another.rom" --headless --frames 3 --hash >"$work/plain" 2>"$work/out"
grep -q 'belongs to cart #[0-9a-f]*, which is not mounted' "$work/err" && grep '^frame' "$work/hashes" | cmp -s - "$work/plain"
judge overlay_is_refused_by_another_base $? "$(head -n 1 "$work/err")"

# A mod of one texture and one script: both are used, everything else is the base's, whose bytes stay; without it the base plays as before.
"$oxcart" new "$work/lamps" --template script >"$work/out" 2>&1 && sed -i 's/^format pal8/format rgb565/' "$work/lamps/cart.txt" &&
    "$oxcart" pack "$work/lamps" -o "$work/lamps.rom" --quiet >"$work/out" 2>&1 && cp -r "$work/lamps" "$work/lamps_mod" &&
    "$oxcart" convert rom/carts/showcase/wood.xpm -o "$work/lamps_mod/crate.png" --quiet && sed -i 's/vec3(hero.x \* 0.5, 5.0,/vec3(hero.x * 0.5, 4.0,/' "$work/lamps_mod/game.goad" &&
    "$oxcart" pack "$work/lamps_mod" -o "$work/lamps_anew.rom" --quiet >"$work/out" 2>&1 &&
    "$oxcart" pack "$work/lamps_mod" -o "$work/lamps_mod.rom" --base "$work/lamps.rom" >"$work/out" 2>&1 &&
    [ "$(grep -c '^replaced' "$work/out")" -eq 2 ] && grep -q '^replaced CODE script/game$' "$work/out" && grep -q '^replaced IMAG texture/crate$' "$work/out"
reason=$(grep '^replaced\|^added\|error' "$work/out" | tr '\n' ' ')
sum=$(cksum <"$work/lamps.rom")
plays "$work/lamps_anew.rom" lamps_anew && plays "$work/lamps.rom --overlay $work/lamps_mod.rom" lamps_laid && plays "$work/lamps.rom" lamps_base && plays "$work/lamps.rom" lamps_again &&
    cmp -s "$work/lamps_anew.hashes" "$work/lamps_laid.hashes" && ! cmp -s "$work/lamps_base.hashes" "$work/lamps_laid.hashes" &&
    cmp -s "$work/lamps_base.hashes" "$work/lamps_again.hashes" && cmp -s "$work/lamps_base.tape" "$work/lamps_again.tape" && [ "$sum" = "$(cksum <"$work/lamps.rom")" ]
judge overlay_of_one_texture_and_one_script $? "$reason $(head -n 1 "$work/err")"
"$oxcart" run "$work/lamps.rom" --headless --replay "$work/lamps_laid.tape" >"$work/out" 2>&1
[ $? -ne 0 ] && "$oxcart" run "$work/lamps.rom" --overlay "$work/lamps_mod.rom" --headless --replay "$work/lamps_laid.tape" >"$work/out" 2>&1
judge overlay_belongs_to_the_identity_of_recordings $? "$(tail -n 1 "$work/out")"

sed 's/^budget .*/budget 300K/' "$work/cart/cart.txt" >"$work/mod/cart.txt"
"$oxcart" pack "$work/mod" -o "$work/wrong.rom" --base "$work/all.rom" >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && grep -q 'another budget' "$work/err" && [ ! -e "$work/wrong.rom" ]
judge overlay_with_another_budget_is_refused $? "$(head -n 1 "$work/err")"

# Mistakes in the plan and in asset lines name file, line and how to mend them.
for line in 'cache 900M' 'blocks 63,4' 'client nobody 4K' 'client audio 900K' 'pool shot count=0 size=16' 'needs wings' 'memory main 4K' 'text menu menu.txt' \
    'table t power.csv kind=u7' 'raw x blood.txt region=fr' 'regions r power.csv width=4 height=4'; do
    cp "$work/cart/cart.txt" "$work/mod/cart.txt"
    echo "$line" >>"$work/mod/cart.txt"
    "$oxcart" pack "$work/mod" -o "$work/wrong.rom" >"$work/out" 2>"$work/err"
    [ $? -eq 1 ] && grep -q 'cart.txt' "$work/err" && [ "$(wc -l <"$work/err")" -eq 1 ] && [ ! -e "$work/wrong.rom" ] || { judge overlay_mistakes_are_named 1 "$line: $(head -n 1 "$work/err")"; exit; }
done
judge overlay_mistakes_are_named 0 ''

"$oxcart" run "$work/lamps.rom" --overlay "$(printf 'a_rather_long_name_of_an_overlay.rom,%.0s' 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0)" --headless >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && grep -q '^oxcart: error: the names of the overlays are longer' "$work/err" && [ "$(wc -l <"$work/err")" -eq 1 ]
judge overlay_too_many_names_are_told $? "$(head -n 1 "$work/err")"
