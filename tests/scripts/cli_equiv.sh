#!/bin/sh
# Text in development, an image in release: the same tables, the same play; the image is smaller and loads faster.
B=${B:-build}
OXCART=${OXCART:-$B/oxcart}
work=$B/cli_equiv
[ -x "$OXCART" ] || { echo "FAIL cli_equiv $OXCART is not built"; exit 1; }
rm -rf "$work"
mkdir -p "$work"

judge() { # NAME REASON: an empty reason is a pass
    if [ -z "$2" ]; then echo "ok $1"; else echo "FAIL $1 $2"; fi
}

# A cart of every kind that is written as text.
"$OXCART" new "$work/cart" >/dev/null || { echo "FAIL cli_equiv_new a cart cannot be made"; exit 1; }
cat >>"$work/cart/cart.txt" <<'END'
table wave wave.csv kind=i16
table curve curve.txt
data units units.csv extensible=on
text menu menu.txt
level town town.txt
compress on
END
awk 'BEGIN { for (i = 0; i < 400; i++) printf "%d,%d,%d,%d\n", i * 7919 % 30011, -i, i * i % 997, 12 }' >"$work/cart/wave.csv"
printf 'expression sin(x * x) / 2\ndomain 0 3\ncount 200\nformat fx\n' >"$work/cart/curve.txt"
awk 'BEGIN { print "key,health:i32,speed:fx,title:text"; for (i = 0; i < 300; i++) printf "unit%d,%d,%.3f,Unit number %d\n", i, i * 31 % 97, i / 7, i }' >"$work/cart/units.csv"
awk 'BEGIN { for (i = 0; i < 100; i++) printf "line%d = This is the text of line %d\n", i, i }' >"$work/cart/menu.txt"
awk 'BEGIN { print "level 1\nbounds -99,-9,-99 99,9,99"; for (i = 0; i < 200; i++) printf "spawn orc name=orc%d at=%.2f,0,%.2f yaw=%d\n  set health %d\n", i, i * 7 % 90 + i / 100, i * 13 % 90, i, i % 50 }' >"$work/cart/town.txt"

reason=
for image in cart cart.release showcase; do
    folder=$work/cart release=
    [ $image = showcase ] && folder=rom/carts/showcase
    [ $image = cart.release ] && release=--release
    "$OXCART" pack "$folder" -o "$work/$image.rom" --quiet $release 2>"$work/err" || reason="does not pack: $(head -n 1 "$work/err")"
    "$OXCART" check "$folder" --equiv "$work/$image.rom" --frames 600 >"$work/out" 2>"$work/err" || reason="$image: $(head -n 1 "$work/err")"
    grep -q ': 0 chunks differ; 600 frames are equal, picture [0-9a-f]*, state [0-9a-f]*$' "$work/out" || reason="$image: $(head -n 1 "$work/out")"
    sed "s/^text: /# $image: text /p; d" "$work/out"
    text=$(sed -n 's/^text: \([0-9]*\) bytes.*/\1/p' "$work/out") bytes=$(wc -c <"$work/$image.rom")
    [ "$bytes" -lt "${text:-0}" ] || reason="$image has $bytes bytes, its text $text"
done
judge equiv_text_and_image_are_one_game "$reason"

# What follows without codecs, whose search would be most of the work.
sed -i '/^compress on/d' "$work/cart/cart.txt"
"$OXCART" pack "$work/cart" -o "$work/cart.rom" --quiet 2>"$work/err"

# Instructions, as they do not depend on the machine's mood: from text, and from the image; each less those of a run that does nothing.
if command -v valgrind >/dev/null 2>&1; then
    reason=
    count() { valgrind --tool=callgrind --callgrind-out-file=/dev/null "$OXCART" "$@" 2>&1 >"$work/out" | sed -n 's/.*Collected : //p'; }
    nothing=$(count version)
    for cart in cart showcase; do
        folder=$work/cart
        [ $cart = showcase ] && folder=rom/carts/showcase
        text=$(($(count check "$folder") - nothing)) image=$(($(count check "$work/$cart.rom") - nothing))
        echo "# $cart: $text instructions from text, $image from the image"
        [ "$image" -gt 0 ] && [ "$text" -ge $((image * 5)) ] || reason="$cart: $text instructions from text, $image from the image"
    done
    judge equiv_images_load_five_times_as_fast "$reason"
else
    echo "skip equiv_images_load_five_times_as_fast no valgrind"
fi

reason=
sed -i 's/^unit7,[0-9]*/unit7,999/' "$work/cart/units.csv"
"$OXCART" check "$work/cart" --equiv "$work/cart.rom" --frames 10 >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && grep -q '^replaced DATA data/units$' "$work/out" && grep -q '1 chunks are not those of the text' "$work/err" ||
    reason="a changed text is not noticed: $(head -n 1 "$work/out") $(head -n 1 "$work/err")"
"$OXCART" pack "$work/cart" -o "$work/cart.rom" --stats --why all >"$work/out" 2>"$work/err"
grep -q ' ran=1 ' "$work/out" && grep -q 'why: data/units: units.csv changed' "$work/out" || reason="one changed text rebuilds other than one output: $(tail -n 1 "$work/out")"
"$OXCART" check "$work/cart" --equiv "$work/cart.rom" --frames 10 >"$work/out" 2>"$work/err" || reason="packed anew it differs: $(head -n 1 "$work/err")"
sed -i 's/^  camera at=/  camera at=1,1,/' "$work/cart/cart.txt"
"$OXCART" check "$work/cart" --equiv "$work/cart.rom" >"$work/out" 2>"$work/err"
[ $? -eq 1 ] || reason="a cart that does not pack is equal"
judge equiv_changes_are_noticed "$reason"
