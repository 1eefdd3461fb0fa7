#!/bin/sh
# oxcart view: figures, hashes and pictures of a model on the turntable, as a ROM image and as a cartridge.
. tests/judge.sh
B=${B:-build}
OXCART=${OXCART:-$B/oxcart}
work=$B/cli_view
failed=0
rm -rf "$work"
mkdir -p "$work"

view() { # ARGUMENTS...: quiet, headless; output in $work/out
    "$OXCART" view "$work/game/lamp.obj" --headless "$@" >"$work/out" 2>"$work/err" ||
        reason="view $*: $(head -n 1 "$work/err")"
}

[ -x "$OXCART" ] || { echo "FAIL cli_view $OXCART is not built"; exit 1; }
"$OXCART" new "$work/game" >/dev/null || exit 1

reason=
view --stats --frames 8
grep -Eq '^tris=8 drawn=[0-9]+ pixels=[0-9]+ frames=8 median_ms=[0-9.]+ min_ms=[0-9.]+$' "$work/out" ||
    reason="stats: $(cat "$work/out")"
view --stats --hash --frames 4
[ "$(grep -c '^frame=[0-3] hash=[0-9a-f]\{8\}$' "$work/out")" -eq 4 ] || reason="hashes: $(cat "$work/out")"
grep -Eq '^tris=8 .* hash=[0-9a-f]{8}$' "$work/out" || reason="stats with hash: $(tail -n 1 "$work/out")"
view --stats
grep -q ' frames=60 ' "$work/out" || reason="60 frames are the default: $(cat "$work/out")"
judge_reason cli_view_prints_figures "$reason"

reason=
view --hash --frames 4 && cp "$work/out" "$work/one"
for options in '--bands 8' '--bands 50 --threads 3' '--threads 1'; do
    # shellcheck disable=SC2086
    view --hash --frames 4 $options
    cmp -s "$work/out" "$work/one" || reason="$options changes the pixels"
done
# A turn begins alike, however many frames it has.
view --hash --frames 1
[ "$(sed -n 1p "$work/out")" = "$(sed -n 1p "$work/one")" ] || reason="frame 0 of 1 is not frame 0 of 4"
judge_reason cli_view_pixels_do_not_depend_on_bands "$reason"

reason=
for shade in flat gouraud phong unlit; do
    for format in pal8 rgb565 bgr555 xrgb8888; do
        view --hash --frames 2 --shade $shade --format $format --size 64x48 --texture checker
        cp "$work/out" "$work/$shade.$format"
    done
done
looks=$(cat "$work"/*.pal8 "$work"/*.rgb565 "$work"/*.bgr555 "$work"/*.xrgb8888 |
    grep 'frame=0' | sort -u | wc -l)
[ "$looks" -eq 16 ] ||
    reason="shadings or formats look alike"
view --texture "$work/game/crate.png" --frames 1 --shot "$work/shot.png" --at 0
head -c 8 "$work/shot.png" 2>/dev/null | od -An -c | grep -q 'P   N   G' || reason="no picture"
view --texture checker --frames 1 --shot "$work/checker.png"
cmp -s "$work/shot.png" "$work/checker.png" && reason="the texture makes no difference"
judge_reason cli_view_shades_formats_and_textures "$reason"

reason=
view --list
grep -q '^vertices=6 triangles=8 ' "$work/out" || reason="list: $(cat "$work/out")"
grep -q '^bytes list=384 indexed-list=120 strip=304 fan=196 indexed-strip=112\*$' "$work/out" ||
    reason="sizes: $(cat "$work/out")"
judge_reason cli_view_lists_bytes_in_five_encodings "$reason"

reason=
as_gba='--size 240x160 --format pal8 --frames 4'
# shellcheck disable=SC2086
"$OXCART" view "$work/game/lamp.obj" $as_gba -o "$work/lamp.rom" >"$work/out" 2>&1 ||
    reason="$(head -n 1 "$work/out")"
"$OXCART" check "$work/lamp.rom" >"$work/out" 2>&1 || reason="$(head -n 1 "$work/out")"
"$OXCART" run "$work/lamp.rom" --headless --frames 4 --hash >"$work/a" 2>&1 || reason="$(head -n 1 "$work/a")"
view --size 240x160 --format pal8 --frames 4 --hash
grep frame= "$work/out" | cmp -s - "$work/a" || reason="the ROM image shows something else"
judge_reason cli_view_keeps_a_rom_image "$reason"

reason=
quad='"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}]'
bytes='data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAIA/AACAPwAAgD8AAABAAAAAQAAAAEA='
cat >"$work/move.gltf" <<END
{"asset":{"version":"2.0"},"buffers":[{"byteLength":68,"uri":"$bytes"}],
 "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":8},
  {"buffer":0,"byteOffset":44,"byteLength":24}],
 "accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":3},
  {"bufferView":1,"componentType":5126,"type":"SCALAR","count":2},
  {"bufferView":2,"componentType":5126,"type":"VEC3","count":2}],
 $quad,"animations":[{"name":"grow","samplers":[{"input":1,"output":2}],
  "channels":[{"sampler":0,"target":{"node":0,"path":"scale"}}]}]}
END
turn() { "$OXCART" view "$work/move.gltf" "$@" >"$work/out" 2>"$work/err"; }
turn --list || reason="list: $(head -n 1 "$work/err")"
grep -q '^animation=0 name=grow seconds=1.000 channels=1$' "$work/out" || reason="list: $(cat "$work/out")"
turn --headless --frames 1 --hash --animation grow --time 1 || reason="pose: $(head -n 1 "$work/err")"
turn --contact "$work/sheet.png" --columns 4 || reason="sheet: $(head -n 1 "$work/err")"
head -c 8 "$work/sheet.png" 2>/dev/null | od -An -c | grep -q 'P   N   G' || reason="no sheet"
turn --animation shrink --list && reason="an unknown animation was taken"
grep -q 'has no animation `shrink`; write 0 to 0 or a name' "$work/err" || reason="said: $(cat "$work/err")"
turn --time x --list && reason="a time of x was taken"
sed 's/"count":3/"count":4/' "$work/move.gltf" >"$work/bad.gltf"
"$OXCART" view "$work/bad.gltf" --headless --frames 1 >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && grep -q 'bad.gltf:4:[0-9]*: error: 4 elements of 12 bytes' "$work/err" || reason="said: $(cat "$work/err")"
judge_reason cli_view_poses_animations_and_makes_sheets "$reason"

reason=
"$OXCART" export "$work/lamp.rom" --gba "$work/lamp.gba" --frames 4 --log-hashes >"$work/out" 2>"$work/err"
code=$?
if [ $code -eq 1 ] && grep -q 'without the Game Boy Advance player' "$work/err"; then
    echo "skip cli_export_makes_a_cartridge built without the Game Boy Advance player"
else
    [ $code -eq 0 ] || reason="$(head -n 1 "$work/err")"
    [ "$(tail -c +257 "$work/lamp.gba" | head -c 8)" = OXGBAIMG ] || reason="no locator"
    at=$(od -An -tu4 -j 268 -N 4 "$work/lamp.gba" | tr -d ' ')
    tail -c +$((at + 1)) "$work/lamp.gba" | cmp -s - "$work/lamp.rom" ||
        reason="the image is not where the locator says"
    [ $((at % 16)) -eq 0 ] || reason="the image is not aligned"
    judge_reason cli_export_makes_a_cartridge "$reason"
    reason=
    "$OXCART" view "$work/game/lamp.obj" --size 320x240 -o "$work/wide.rom" >/dev/null 2>&1
    attempt() { "$OXCART" export "$work/wide.rom" --gba "$work/wide.gba" "$@" >"$work/out" 2>"$work/err"; }
    attempt && reason="320x240 was taken"
    grep -q 'wide.rom: error: the picture is 320x240' "$work/err" || reason="said: $(head -n 1 "$work/err")"
    attempt --size 240x160 && reason="xrgb8888 was taken"
    grep -q 'the format is xrgb8888' "$work/err" || reason="said: $(head -n 1 "$work/err")"
    [ -e "$work/wide.gba" ] && reason="a refused export left a file"
    judge_reason cli_export_names_what_does_not_fit "$reason"
fi
# A glTF file of one triangle and two lights: a sun from above, which the turn of its node makes, and a lamp.
cat >"$work/lit.gltf" <<'END'
{"asset": {"version": "2.0"}, "extensionsRequired": ["KHR_lights_punctual"],
"extensions": {"KHR_lights_punctual": {"lights": [{"type": "directional", "intensity": 683}, {"type": "point", "range": 6}]}},
"buffers": [{"byteLength": 36, "uri": "data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}],
"bufferViews": [{"buffer": 0, "byteLength": 36}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
"nodes": [{"mesh": 0}, {"rotation": [-0.70710678, 0, 0, 0.70710678], "extensions": {"KHR_lights_punctual": {"light": 0}}},
{"translation": [1, 2, 3], "extensions": {"KHR_lights_punctual": {"light": 1}}}]}
END
sed 's/"extensions": {"KHR_lights_punctual": {"light": [01]}}/"mesh": 0, "scale": [0, 0, 0]/' "$work/lit.gltf" >"$work/dark.gltf"
reason=
"$OXCART" import "$work/lit.gltf" >"$work/out" 2>&1
for line in 'model vertices=3 triangles=1 materials=1 lights=2$' '^  light sun direction=-\{0,1\}0.0000,-1.0000,-\{0,1\}0.0000 intensity=1.000$' \
    '^  light point at=-1.0000,2.0000,-3.0000 range=6.0000 intensity=1.000$'; do
    grep -q "$line" "$work/out" || reason="$line is not told: $(cat "$work/out")"
done
for name in lit dark; do
    "$OXCART" view "$work/$name.gltf" --headless --frames 1 --hash --quiet >"$work/$name" 2>&1 || reason="$name: $(cat "$work/$name")"
done
cmp -s "$work/lit" "$work/dark" && reason='the lights of the file change nothing'
"$OXCART" view "$work/lit.gltf" -o "$work/lit.rom" --quiet && "$OXCART" ls "$work/lit.rom" | grep -q '1 cameras, 2 lights' || reason='a scene without the lights'
judge_reason cli_view_lights_of_the_file_shine "$reason"

exit $failed
