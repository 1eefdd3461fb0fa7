#!/bin/sh
# Generated files of the tree are what their generators make: the font and the showcase's models and textures.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
mkdir -p "$B"
again=$B/assets-again
names="assets_font_is_its_sheet assets_showcase_is_generated assets_showcase_has_no_strays assets_robot_is_generated assets_faces_are_generated"
names="$names assets_font_sheet_errors_name_the_line"

if ! $MAKE -s B="$B" "$B/fontgen" "$B/assetgen" >/dev/null 2>"$B/assets.err"; then
    for name in $names; do echo "FAIL $name the generators do not build: $(head -n 1 "$B/assets.err")"; done
    exit 1
fi
rm -rf "$again"
mkdir -p "$again"
failed=0

"$B/fontgen" tools/assets/font8x8.txt "$again/font8x8.c" 2>&1
reason=
cmp -s "$again/font8x8.c" raster/surfaces/font8x8.c || reason="font8x8.c differs from its sheet; run make assets"
judge_reason assets_font_is_its_sheet "$reason"
rm -f "$again/font8x8.c"

"$B/assetgen" "$again" "$B" "$B" >/dev/null
reason=
for file in "$again"/*; do
    cmp -s "$file" "rom/carts/showcase/${file##*/}" || reason="${file##*/} differs; run make assets"
done
judge_reason assets_showcase_is_generated "$reason"

reason=
for name in robot.oxs arm.oxs arm.obj arm.mtl; do
    cmp -s "$B/$name" "rom/carts/examples/motion/$name" || reason="$name differs; run make assets"
done
judge_reason assets_robot_is_generated "$reason"

reason=
for name in face fish; do
    cmp -s "$B/$name.oxs" "rom/carts/examples/faces/$name.oxs" || reason="$name.oxs differs; run make assets"
done
judge_reason assets_faces_are_generated "$reason"

reason=
for file in rom/carts/showcase/*; do
    name=${file##*/}
    [ "$name" = cart.txt ] || [ -f "$again/$name" ] || reason="$name has no generator"
done
judge_reason assets_showcase_has_no_strays "$reason"

sed '7s/\./x/' tools/assets/font8x8.txt >"$again/bad.txt"
reason=
if message=$("$B/fontgen" "$again/bad.txt" "$again/bad.c" 2>&1); then
    reason="a wrong cell was taken"
elif [ -f "$again/bad.c" ]; then reason="something was written"
else case $message in *bad.txt:7:*) ;; *) reason="said: $message" ;; esac
fi
judge_reason assets_font_sheet_errors_name_the_line "$reason"
exit $failed
