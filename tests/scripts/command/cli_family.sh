#!/bin/sh
# What nodes' names set apart: simpler forms for afar, collision, occluders; the console chooses between forms as they are seen.
. tests/judge.sh
B=${B:-build}
work=$B/cli_family
rm -rf "$work"
mkdir -p "$work/cart" "$work/plain"
oxcart=$B/oxcart
command -v python3 >/dev/null || { echo "skip cli_family no python3"; exit 0; }

python3 - "$work" <<'PY'
import math, sys
def ball(name, rings, sides, r, first):
    text = 'o %s\n' % name
    for i in range(rings + 1):
        for j in range(sides):
            a, b = math.pi * i / rings, 2 * math.pi * j / sides
            text += 'v %.5f %.5f %.5f\n' % (r * math.sin(a) * math.sin(b), r * math.cos(a), r * math.sin(a) * math.cos(b))
    for i in range(rings):
        for j in range(sides):
            a, b = first + i * sides + j, first + i * sides + (j + 1) % sides
            if i < rings - 1: text += 'f %d %d %d\n' % (a, a + sides, b + sides)
            if i > 0: text += 'f %d %d %d\n' % (a, b + sides, b)
    return text, first + (rings + 1) * sides
whole, at = '', 1
shapes = [('ball', 16, 24, 1), ('LOD1_ball', 8, 12, 1), ('lod3_ball', 4, 6, 1), ('col_ball', 3, 5, 1.1), ('occ_ball', 3, 4, .7), ('occ_other', 2, 3, .3)]
for s in shapes:
    text, at = ball(*s, at)
    whole += text
open(sys.argv[1] + '/cart/ball.obj', 'w').write(whole)
for i, name in enumerate(('near', 'middle', 'far')):
    open(sys.argv[1] + '/plain/%s.obj' % name, 'w').write(ball('ball', *shapes[i][1:], 1)[0])
PY
scene() { printf 'scene %s\n  background #203040\n  camera at=0,0,%s target=0,0,0 far=200\n  light sun direction=-1,-1,-1\n  object %s\nend\n' "$1" "$2" "$3"; }
# Seen from d away, a radius of 1 is cot(22.5 degrees) / d halves of the picture's height: 0.2 at 12.07, 0.05 at 48.3.
{ printf 'title Family\nstart main\nformat xrgb8888\nbudget 1M\nframe 400K\nmesh ball ball.obj details=0.2\n'; scene main 12 ball; scene middle 12.2 ball; scene between 48 ball; scene far 48.5 ball; } >"$work/cart/cart.txt"
{ printf 'title Family\nstart main\nformat xrgb8888\nbudget 1M\nframe 400K\n'; for m in near middle far; do printf 'mesh %s %s.obj\n' $m $m; done; scene main 12 near; scene middle 12.2 middle; scene between 48 middle; scene far 48.5 far; scene one 12 middle; scene two 12 far; } >"$work/plain/cart.txt"
"$oxcart" pack "$work/cart" -o "$work/cart.rom" --quiet 2>"$work/err" && "$oxcart" pack "$work/plain" -o "$work/plain.rom" --quiet 2>"$work/err" && "$oxcart" check "$work/cart.rom" >"$work/out" 2>&1
judge family_packs $? "$(cat "$work/err" "$work/out")"

field() { "$oxcart" dump "$work/cart.rom" --chunk "$1" | sed -n "s/^ *$2: *//p"; }
"$oxcart" ls "$work/cart.rom" >"$work/ls"
grep -q 'MESH .* mesh/ball  720 triangles' "$work/ls" && grep -q 'mesh/ball.lod1  168 triangles' "$work/ls" && grep -q 'mesh/ball.lod3  36 triangles' "$work/ls" && ! grep -q 'lod2' "$work/ls"
judge family_forms_are_meshes $? "$(cat "$work/ls")"
[ "$(field collision/ball vertex_count)" = 12 ] && [ "$(field collision/ball triangle_count)" = 20 ] && [ "$(field collision/ball material_count)" = 1 ]
judge family_collision_is_a_mesh $? "$(field collision/ball vertex_count) $(field collision/ball triangle_count)"
[ "$(field occluder/ball triangle_count)" = 22 ] && "$oxcart" dump "$work/cart.rom" --chunk occluder/ball | sed -n 's/.*shape: *//p' | sort | uniq -c | tr -s ' \n' ' ' | grep -q '^ 16 0 6 1 $'
judge family_occluders_are_shapes $? "$(field occluder/ball triangle_count)"
"$oxcart" dump "$work/cart.rom" --chunk MODL | grep -c 'below: 0.19999\|below: 0.05000' | grep -q 2
judge family_model_names_them $? "$("$oxcart" dump "$work/cart.rom" --chunk MODL)"

# All of it goes along with a part of the cart, and is told as needed by the scene.
"$oxcart" pack "$work/cart" -o "$work/part.rom" --only mesh/ball --quiet 2>"$work/err" && "$oxcart" ls "$work/part.rom" >"$work/ls" && grep -q 'mesh/ball.lod3' "$work/ls" && grep -q 'collision/ball' "$work/ls" &&
    "$oxcart" inspect "$work/cart.rom" | grep -q -- '-> MESH mesh/ball.lod1 (details\[0\].mesh)' && "$oxcart" inspect "$work/cart.rom" | grep -A9 'package/scene/main' | grep -q 'mesh/ball.lod1\|MODL'
judge family_goes_along $? "$(cat "$work/err" "$work/ls")"

# The console takes the form that fits, and its pictures are those of carts that have that form alone.
frame() { "$oxcart" run "$1" --headless --frames 1 --hash --level "$2" 2>"$work/err" | sed -n 's/^frame=0 //p'; }
bad=
for s in main middle between far; do
    [ -n "$(frame "$work/cart.rom" $s)" ] && [ "$(frame "$work/cart.rom" $s)" = "$(frame "$work/plain.rom" $s)" ] || bad="$bad $s"
done
[ -z "$bad" ]
judge family_forms_are_chosen_by_size $? "other pictures:$bad $(cat "$work/err")"

hash() { "$oxcart" view "$work/$1.rom" "$2" --hash --frame 7 --mode edges ${3:+--detail "$3"} 2>"$work/err"; }
[ "$(hash cart scene/main 0)" = "$(hash plain scene/main)" ] && [ "$(hash cart scene/main 1)" = "$(hash plain scene/one)" ] && [ "$(hash cart scene/main 2)" = "$(hash plain scene/two)" ] &&
    [ "$(hash cart mesh/ball 9)" = "$(hash cart mesh/ball 2)" ] && [ "$(hash cart mesh/ball)" = "$(hash cart mesh/ball 0)" ] && [ "$(hash cart mesh/ball 1)" != "$(hash cart mesh/ball 2)" ]
judge family_viewer_shows_each_form $? "$(hash cart scene/main 1) $(hash plain scene/one)"
printf '1 press SELECT\n2 release SELECT\n3 press SELECT\n4 release SELECT\n' >"$work/keys"
"$oxcart" view "$work/cart.rom" mesh/ball --headless --frames 5 --input "$work/keys" --hash --size 320x240 2>"$work/err" | sed -n 's/^frame=4 //p' >"$work/a"
"$oxcart" view "$work/cart.rom" mesh/ball --frame 4 --detail 1 --hash | sed 's/^frame=4 //' | cmp -s - "$work/a"
judge family_viewer_goes_through_forms $? "$(cat "$work/a" "$work/err")"
solid() { "$oxcart" view "$work/$1.rom" "$2" --hash --mode "$3"; }
[ "$(solid cart mesh/ball collision)" != "$(solid cart mesh/ball shown)" ] && [ "$(solid plain mesh/near collision)" = "$(solid plain mesh/near shown)" ]
judge family_viewer_shows_collision $? "$(solid cart mesh/ball collision)"

# The intermediate text keeps the names, so it packs to the same; a collision too large is refused with its name.
"$oxcart" stage export "$work/cart" -o "$work/exported" --quiet 2>"$work/err" && "$oxcart" pack "$work/exported" -o "$work/again.rom" --quiet 2>"$work/err" && "$oxcart" diff "$work/cart.rom" "$work/again.rom" >"$work/out"
grep -v 'file\|sources\|names' "$work/out" >"$work/differs"
[ ! -s "$work/differs" ]
judge family_survives_the_intermediate_form $? "$(head -n 3 "$work/differs" "$work/err")"
printf 'o col_far\nv 99999 0 0\nv 99999 1 0\nv 0 0 1\nf -1 -2 -3\n' >>"$work/cart/ball.obj"
"$oxcart" pack "$work/cart" -o "$work/none.rom" --quiet 2>"$work/err"
[ $? -eq 1 ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -q 'collision reaches beyond 16384 m' "$work/err" && [ ! -e "$work/none.rom" ]
judge family_too_large_is_refused $? "$(cat "$work/err")"
exit 0
