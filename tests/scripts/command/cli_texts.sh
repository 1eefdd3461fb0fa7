#!/bin/sh
# oxcart texts: every planted fault of a cart's texts is listed with its place, clean texts give none, and the glyphs are exactly those that are used.
. tests/judge.sh
B=${B:-build}
work=$B/cli_texts
rm -rf "$work"
mkdir -p "$work/cart"
oxcart=$B/oxcart

listed() { # name, sentence
    grep -qF "$2" "$work/err"
    judge "$1" $? "$(grep -c . "$work/err") lines, none has $2"
}

# A font of A to Z, a to z, blank, ?, { and }, 6 pixels each, but W of 10; and a table that is right.
{
    echo 'STARTFONT 2.1
FONT t
SIZE 8 75 75
FONTBOUNDINGBOX 8 8 0 -2
STARTPROPERTIES 2
FONT_ASCENT 6
FONT_DESCENT 2
ENDPROPERTIES
CHARS 57'
    for code in 32 63 123 125 $(seq 65 90) $(seq 97 122) 8364; do
        advance=6
        [ "$code" -eq 87 ] && advance=10
        printf 'STARTCHAR c%d\nENCODING %d\nSWIDTH 500 0\nDWIDTH %d 0\nBBX 1 1 0 0\nBITMAP\n80\nENDCHAR\n' "$code" "$code" $advance
    done
    echo ENDFONT
} >"$work/cart/small.bdf"
printf 'A V -2\n' >"$work/cart/kerning.txt"
cat >"$work/cart/cart.txt" <<'CART'
title Texts
start main
budget 64K
frame 16K
language en English
language de Deutsch
text menu menu.csv language=en
text menu menu.csv language=de
font small small.bdf texts=menu.csv,more.json keep=? kerning=kerning.txt
scene main
  camera at=0,1,5 target=0,0,0
end
CART
printf '{"coins": {"en": "{count} coins", "de": "{count} Taler \\u20ac", "limit": 20}}\n' >"$work/cart/more.json"
printf 'key,limit,width,en,de\nhello,9,60,Hello {x},Moin {x}\nname,,22,WAV,WV\n' >"$work/cart/menu.csv"
printf '/* what the game shows */ show(SID("hello")); show(SID("name")); show(SID("coins"));\n' >"$work/cart/game.c"
"$oxcart" texts "$work/cart" --glyphs >"$work/out" 2>"$work/err" && [ "$(tail -n 1 "$work/out")" = "$work/cart: 0 errors, 0 warnings" ] && [ ! -s "$work/err" ]
judge texts_clean_ones_have_no_fault $? "$(head -n 2 "$work/out" | tr '\n' ' ')$(cat "$work/err")"

# Exactly the code points of the tables, and ? of keep=.
python3 - "$work" >"$work/wanted" <<'PY'
import csv, json, sys
used = set('?')
for row in list(csv.reader(open(sys.argv[1] + '/cart/menu.csv')))[1:]: used |= set(''.join(row[3:]))
for of in json.load(open(sys.argv[1] + '/cart/more.json')).values(): used |= set(of['en'] + of['de'])
for code in sorted(map(ord, used)): print('glyph small U+%04X' % code)
PY
grep '^glyph ' "$work/out" | cmp -s - "$work/wanted"
judge texts_glyphs_are_those_that_are_used $? "$(grep '^glyph ' "$work/out" | diff - "$work/wanted" | head -n 3 | tr '\n' ' ')"
"$oxcart" pack "$work/cart" -o "$work/a.rom" --quiet 2>"$work/err" && [ "$("$oxcart" dump "$work/a.rom" --chunk FONT | grep -c '^  glyphs\[[0-9]*\].code:')" -eq "$(grep -c . "$work/wanted")" ]
judge texts_packed_font_has_these_glyphs $? "$("$oxcart" dump "$work/a.rom" --chunk FONT | grep -m 2 glyph | tr '\n' ' ')$(head -n 1 "$work/err")"

# Every kind of fault.
cat >"$work/cart/cart.txt" <<'CART'
title Texts
start main
budget 64K
frame 16K
language en English
language de Deutsch
language fr French
region jp Japan
text menu menu.csv language=en
text menu menu.csv language=de
text twice twice.txt
text broken broken.txt
sound voice hello.wav language=en
font small small.bdf texts=menu.csv kerning=kerning.txt
scene main
  camera at=0,1,5 target=0,0,0
end
CART
printf 'key,limit,width,en,de\nlack,,,Yes,\nlong,3,,Yes,Jawohl\nholes,,,a {x},b {y}\nglyph,,,AB,A\303\251\nwide,,17,WA,WAV\nkerned,,22,AVVV,AVVV\nspare,,,Used,Nie\n' >"$work/cart/menu.csv"
printf 'a = x\na = y\n' >"$work/cart/twice.txt"
printf 'a = \377\n' >"$work/cart/broken.txt"
printf 'SID("lack") SID("long") SID("holes") SID("glyph") SID("wide") SID("kerned")\n' >"$work/cart/game.c"
"$oxcart" texts "$work/cart" >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && [ "$(grep -c 'error: ' "$work/err")" -eq 10 ] && [ "$(tail -n 1 "$work/out")" = "$work/cart: 10 errors, 1 warnings" ]
judge texts_faults_make_exit_code_1 $? "$(tail -n 1 "$work/out") $(cat "$work/err")"
listed texts_missing_key_is_listed 'menu.csv:2: error: `lack` has no text in de'
listed texts_overlong_is_listed 'menu.csv:3: error: `long` has 6 characters in de, its limit is 3'
listed texts_placeholders_are_compared 'menu.csv:4: error: `holes` has other placeholders than the first language in de'
listed texts_missing_glyph_is_listed 'menu.csv:5: error: `glyph` has a character without a glyph in the font small in de: U+00E9'
listed texts_too_wide_is_listed 'menu.csv:6: error: `wide` is 20 pixels wide in the font small in de, its place has 17'
listed texts_missing_language_is_listed 'error: text `menu` lacks the language fr'
listed texts_missing_variant_is_listed 'error: sound `voice` has no variant for de and none for all'
listed texts_unused_key_is_listed 'menu.csv:8: warning: `spare` is named nowhere in the cart'
listed texts_key_twice_is_listed 'twice.txt:2: error: the key `a` stands there already'
listed texts_broken_utf8_is_listed 'broken.txt:1: error: '

# Words of screens are measured in their places, in each language.
cp -r rom/carts/menus "$work/menus"
"$oxcart" texts "$work/menus" >"$work/out" 2>"$work/err" && [ ! -s "$work/err" ]
judge texts_screens_with_room_have_no_fault $? "$(head -n 1 "$work/err")"
sed -i 's/^key,en,de/key,en,de\nroomy,ROOM,SEHR VIEL PLATZ/' "$work/menus/words.csv"
echo 'label @roomy size=60x10 fit=grow at=bottom-left' >>"$work/menus/title.screen"
"$oxcart" texts "$work/menus" >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && [ "$(grep -c 'error: ' "$work/err")" -eq 1 ]
judge texts_screens_are_told_once $? "$(cat "$work/err")"
listed texts_words_without_room_are_listed 'title.screen: error: element 8 has no room in de: its words take 120x10 pixels, its place has 60x10'
