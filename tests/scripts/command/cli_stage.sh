#!/bin/sh
# Packing in stages: each alone, its output kept and the same when it is made again; from an OBJ with a TGA to a frame; units that open
# by themselves; a cube written by hand.
. tests/judge.sh
B=${B:-build}
work=$B/cli_stage
rm -rf "$work"
mkdir -p "$work/cart/models"
oxcart=$B/oxcart

# A cart: a textured box out of an OBJ with a TGA, a second object with a name of its own, a cube by hand.
cat >"$work/cart/models/box.mtl" <<'END'
newmtl side
Kd 0.9 0.9 0.9
map_Kd side.tga
newmtl lid
Kd 0.2 0.5 0.9
END
cat >"$work/cart/models/box.obj" <<'END'
mtllib box.mtl
v -1 -1 -1
v 1 -1 -1
v 1 1 -1
v -1 1 -1
v -1 -1 1
v 1 -1 1
v 1 1 1
v -1 1 1
vt 0 0
vt 1 0
vt 1 1
vt 0 1
o walls
usemtl side
f 1/1 4/2 3/3 2/4
f 5/1 6/2 7/3 8/4
f 1/1 5/2 8/3 4/4
o lid
usemtl lid
f 4/1 8/2 7/3 3/4
o walls
usemtl side
f 2/1 3/2 7/3 6/4
usemtl lid
f 1/1 2/2 6/3 5/4
END
{ # 2 x 2 pixels, 24 bits, the top row first
    printf '\0\0\2\0\0\0\0\0\0\0\0\0\2\0\2\0\30\40'
    printf '\0\0\377\0\377\0\377\0\0\377\377\377'
} >"$work/cart/models/side.tga"
cat >"$work/cart/models/cube.oxs" <<'END'
{"oxcart_scene": 1, "nodes": [{"name": "cube", "mesh": 0, "degrees": [0, 30, 0]}],
 "meshes": [{"parts": [{"positions": [-1,-1,-1, 1,-1,-1, 1,1,-1, -1,1,-1, -1,-1,1, 1,-1,1, 1,1,1, -1,1,1],
   "triangles": [0,2,1, 0,3,2, 4,5,6, 4,6,7, 0,1,5, 0,5,4, 3,7,6, 3,6,2, 0,4,7, 0,7,3, 1,2,6, 1,6,5]}]}]}
END
cat >"$work/cart/cart.txt" <<'END'
title "Stages"   # kept
size 160x120
format xrgb8888
budget 256K
frame 32K
start main
mesh box models/box.obj scale=0.5
mesh cube "models/cube.oxs" scale=0.3
scene main
  background #203040
  camera at=0,1,4 target=0,0,0 near=0.5 far=20
  light sun direction=-1,-1,-1
  object box at=-1,0,0 yaw=30 pitch=20
  object cube at=1,0,0
end
END

shot() { # image
    "$oxcart" run "$1" --headless --frames 2 --hash 2>/dev/null | grep '^frame=' | tail -n 1
}

"$oxcart" pack "$work/cart" -o "$work/packed.rom" --no-cache --quiet >"$work/log" 2>&1 && expected=$(shot "$work/packed.rom") &&
    [ -n "$expected" ] && "$oxcart" run "$work/packed.rom" --headless --frames 2 --shot "$work/packed.png" --at 1 --quiet >/dev/null 2>&1
judge stage_a_cube_written_by_hand_packs $? "$(head -n 1 "$work/log")"

"$oxcart" stage export "$work/cart" -o "$work/1" >"$work/log" 2>&1 && "$oxcart" stage compile "$work/1" -o "$work/2" >>"$work/log" 2>&1 &&
    "$oxcart" stage link "$work/2" -o "$work/3" >>"$work/log" 2>&1 && "$oxcart" stage pack "$work/3" -o "$work/4.rom" >>"$work/log" 2>&1 &&
    [ "$(shot "$work/4.rom")" = "$expected" ]
judge stage_from_obj_and_tga_to_the_packed_frame $? "$(tail -n 1 "$work/log") $expected"

mkdir "$work/before" && cp -r "$work/1" "$work/2" "$work/3" "$work/4.rom" "$work/before/" && "$oxcart" stage export "$work/cart" -o "$work/1" --quiet >"$work/log" 2>&1 &&
    "$oxcart" stage compile "$work/1" -o "$work/2" --quiet >>"$work/log" 2>&1 && "$oxcart" stage link "$work/2" -o "$work/3" --quiet >>"$work/log" 2>&1 &&
    "$oxcart" stage pack "$work/3" -o "$work/4.rom" --quiet >>"$work/log" 2>&1 && diff -r "$work/1" "$work/before/1" >>"$work/log" &&
    diff -r "$work/2" "$work/before/2" >>"$work/log" && diff -r "$work/3" "$work/before/3" >>"$work/log" && cmp "$work/4.rom" "$work/before/4.rom" >>"$work/log"
judge stage_again_gives_the_same_bytes $? "$(head -n 1 "$work/log")"

# Without names of files in debug strings, the image is that of oxcart pack; and so is a pack of what was exported.
"$oxcart" pack "$work/cart" -o "$work/release.rom" --no-cache --release --quiet >"$work/log" 2>&1 &&
    "$oxcart" stage all "$work/cart" -o "$work/all" --release --quiet >>"$work/log" 2>&1 && cmp "$work/release.rom" "$work/all/game.rom" >>"$work/log" 2>&1 &&
    "$oxcart" pack "$work/1" -o "$work/exported.rom" --no-cache --quiet >>"$work/log" 2>&1 && cmp "$work/exported.rom" "$work/4.rom" >>"$work/log" 2>&1
judge stage_image_is_that_of_pack $? "$(head -n 1 "$work/log")"

[ -f "$work/3/model.box.rom" ] && [ -f "$work/3/model.cube.rom" ] && "$oxcart" check "$work/3/model.box.rom" >"$work/log" 2>&1 &&
    "$oxcart" ls "$work/3/model.box.rom" >>"$work/log" 2>&1 && grep -q 'material/box.side' "$work/log" && grep -q 'texture/.*side.tga' "$work/log" &&
    ! grep -q 'mesh/cube' "$work/log" && [ "$(shot "$work/3/scene.main.rom")" = "$expected" ]
judge stage_units_open_alone_with_all_they_refer_to $? "$(head -n 1 "$work/log")"

# Two names that become one file's.
cp -r "$work/cart" "$work/alike" && sed 's|^mesh box |mesh a/b |; s|^mesh cube |mesh a.b |; s|object box|object a/b|; s|object cube|object a.b|' "$work/cart/cart.txt" >"$work/alike/cart.txt" &&
    "$oxcart" stage all "$work/alike" -o "$work/alike_all" --quiet >"$work/log" 2>&1 && [ "$(shot "$work/alike_all/game.rom")" = "$expected" ] && units=$(dirname "$(find "$work/alike_all" -name "model.a.b.rom")") &&
    "$oxcart" ls "$units/model.a.b.rom" >"$work/a" && "$oxcart" ls "$units/model.a.b.2.rom" >"$work/b" && grep -q "mesh/a" "$work/a" && grep -q "mesh/a" "$work/b" && ! cmp -s "$work/a" "$work/b"
judge stage_units_of_names_alike_are_apart $? "$(head -n 1 "$work/log")"

# What is wrong is told by the stage that meets it, and nothing is left.
sed 's/"type": [0-9]*/"type": -1/' "$work/2/chunks.json" >"$work/chunks.json" && mkdir "$work/bad" && cp "$work/chunks.json" "$work/bad/" &&
    ! "$oxcart" stage link "$work/bad" -o "$work/bad3" >"$work/log" 2>&1 && grep -q 'chunks.json:[0-9]*:[0-9]*: error: `type` is -1' "$work/log" && [ ! -e "$work/bad3" ] &&
    rm -f "$work"/2/material.* && ! "$oxcart" stage link "$work/2" -o "$work/bad3" >"$work/log" 2>&1 && grep -q 'material.*cannot open' "$work/log" && [ ! -e "$work/bad3" ] &&
    printf '{"oxcart_scene": 1, "nodes": [{"mesh": 3}]}' >"$work/cart/models/cube.oxs" && ! "$oxcart" stage compile "$work/cart" -o "$work/bad2" >"$work/log" 2>&1 &&
    grep -q 'cube.oxs:1:40: error: `mesh` is 3, but there are 0 meshes' "$work/log" && [ ! -e "$work/bad2/chunks.json" ]
judge stage_faults_have_their_place $? "$(head -n 1 "$work/log")"

"$oxcart" stage compile "$work/1" -o "$work/gba" --target gba --quiet >"$work/log" 2>&1 && [ -f "$work/gba/chunks.json" ] &&
    sed 's/budget 256K/budget 900K/' "$work/1/cart.txt" >"$work/large.txt" && cp -r "$work/1" "$work/large" && cp "$work/large.txt" "$work/large/cart.txt" &&
    ! "$oxcart" stage compile "$work/large" -o "$work/gba2" --target gba --quiet >"$work/log" 2>&1 && grep -q 'budget' "$work/log" && [ ! -e "$work/gba2" ]
judge stage_compiles_for_a_machine $? "$(head -n 1 "$work/log")"

"$oxcart" stage polish "$work/cart" -o "$work/x" >"$work/log" 2>&1
[ $? -eq 2 ] && grep -q 'export, compile, link, pack or all' "$work/log"
judge stage_names_its_stages $? "$(head -n 1 "$work/log")"

# One model between forms: the faces stay.
"$oxcart" convert "$work/cart/models/box.obj" -o "$work/box.oxs" --quiet >"$work/log" 2>&1 && "$oxcart" view "$work/cart/models/box.obj" --list 2>/dev/null | grep -o 'vertices=[0-9]* triangles=[0-9]*' >"$work/a" &&
    "$oxcart" view "$work/box.oxs" --list 2>/dev/null | grep -o 'vertices=[0-9]* triangles=[0-9]*' >"$work/b" && [ -s "$work/a" ] && cmp "$work/a" "$work/b" >>"$work/log" &&
    cp "$work/box.oxs" "$work/first.oxs" && "$oxcart" convert "$work/box.oxs" -o "$work/second.oxs" --quiet >>"$work/log" 2>&1 && cmp "$work/first.oxs" "$work/second.oxs" >>"$work/log"
judge stage_convert_keeps_counts_and_bytes $? "$(head -n 1 "$work/log")"
