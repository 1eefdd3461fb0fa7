#!/bin/sh
# Skinned, moved models from their files to the game's picture: glTF, COLLADA and the text format; clips of objects, blended, at rates; the
# viewer's picture of a mesh and a clip is the game's; what is wrong is told.
. tests/judge.sh
B=${B:-build}
work=$B/cli_animation
rm -rf "$work"
mkdir -p "$work/cart" "$work/wrong"
oxcart=$B/oxcart
unset DISPLAY
command -v python3 >/dev/null || { echo "skip cli_animation no python3"; exit 0; }

hash() { "$oxcart" view "$@" --hash 2>"$work/err" | sed -n 's/^frame=[0-9]* hash=//p'; }

# A tail of four joints, bent by two motions, with a ball that hangs on its end without a skin. It was made in centimetres, lying down.
python3 - "$work/cart" <<'PY'
import base64, json, math, struct, sys
joints, rings, sides, length = 4, 13, 8, 300.0
points, normals, numbers, weights, faces = [], [], [], [], []
for i in range(rings):
    z = length * i / (rings - 1)
    at = min(z / length * joints, joints - 1e-6)
    low = max(0, int(at - 0.5)); part = min(1, max(0, at - 0.5 - low)); high = min(joints - 1, low + 1)
    r = 40 * (1 - 0.6 * i / (rings - 1))
    for k in range(sides):
        a = 2 * math.pi * k / sides
        points.append((r * math.cos(a), r * math.sin(a), z)); normals.append((math.cos(a), math.sin(a), 0.0))
        numbers.append((low, high, 0, 0)); weights.append((1 - part, part, 0.0, 0.0))
for i in range(rings - 1):
    for k in range(sides):
        a, b = i * sides + k, i * sides + (k + 1) % sides
        faces += [a, b, b + sides, a, b + sides, a + sides]
step = length / joints
def turn(axis, degrees):
    h = math.radians(degrees) / 2
    return [math.sin(h) * x for x in axis] + [math.cos(h)]
def wave(i, s): return turn((1, 0, 0), 25 * math.sin(2 * math.pi * i / 20 + s))
def curl(i, s): return turn((0.6, 0.8, 0), 60 * (1 - math.cos(2 * math.pi * i / 20)) / 2)
inverse = [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -step * j, 1] for j in range(joints)]  # column by column
blob, views, accessors = b'', [], []
def put(values, kind, component, count, low=None):
    global blob
    blob += b'\0' * (-len(blob) % 4)
    data = struct.pack('<%d%s' % (len(values), 'f' if component == 5126 else 'H'), *values)
    views.append({'buffer': 0, 'byteOffset': len(blob), 'byteLength': len(data)}); blob += data
    accessors.append({'bufferView': len(views) - 1, 'componentType': component, 'count': count, 'type': kind})
    if low: accessors[-1].update({'min': [min(p[k] for p in low) for k in range(3)], 'max': [max(p[k] for p in low) for k in range(3)]})
    return len(accessors) - 1
flat = lambda rows: [x for row in rows for x in row]
attributes = {'POSITION': put(flat(points), 'VEC3', 5126, len(points), points), 'NORMAL': put(flat(normals), 'VEC3', 5126, len(points)),
              'JOINTS_0': put(flat(numbers), 'VEC4', 5123, len(points)), 'WEIGHTS_0': put(flat(weights), 'VEC4', 5126, len(points))}
tail = {'attributes': attributes, 'indices': put(faces, 'SCALAR', 5123, len(faces))}
box = [(x, y, z) for x in (-9, 9) for y in (-9, 9) for z in (-9, 9)]
sides_of = [0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3]
ball = {'attributes': {'POSITION': put(flat(box), 'VEC3', 5126, 8, box)}, 'indices': put(sides_of, 'SCALAR', 5123, 36)}
bind = put(flat(inverse), 'MAT4', 5126, joints)
times = [i / 20 for i in range(21)]
clock = put(times, 'SCALAR', 5126, 21)
accessors[clock].update({'min': [0.0], 'max': [1.0]})
motions = []
for name, motion in (('wave', wave), ('curl', curl)):
    samplers, channels = [], []
    for j in range(joints):
        samplers.append({'input': clock, 'output': put(flat(motion(i, j) for i in range(21)), 'VEC4', 5126, 21)})
        channels.append({'sampler': j, 'target': {'node': 2 + j, 'path': 'rotation'}})
    motions.append({'name': name, 'samplers': samplers, 'channels': channels})
nodes = [{'name': 'Armature', 'children': [1, 2], 'scale': [0.01] * 3, 'rotation': turn((1, 0, 0), -90)}, {'name': 'Tail', 'mesh': 0, 'skin': 0}]
for j in range(joints):
    nodes.append({'name': 'bone%d' % j, 'translation': [0, 0, step if j else 0], 'children': [3 + j]})
nodes.append({'name': 'Ball', 'mesh': 1, 'translation': [0, 0, step + 12]})
json.dump({'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': nodes, 'meshes': [{'name': 'tail', 'primitives': [tail]}, {'name': 'ball', 'primitives': [ball]}],
           'skins': [{'joints': [2 + j for j in range(joints)], 'inverseBindMatrices': bind}], 'animations': motions, 'accessors': accessors, 'bufferViews': views,
           'buffers': [{'byteLength': len(blob), 'uri': 'data:application/octet-stream;base64,' + base64.b64encode(blob).decode()}]}, open(sys.argv[1] + '/tail.gltf', 'w'))

# The same in COLLADA: joints by matrices.
def text(rows): return ' '.join('%.9g' % x for x in rows)
def source(name, rows, stride, params):
    return '<source id="%s"><float_array id="%s-a" count="%d">%s</float_array><technique_common><accessor source="#%s-a" count="%d" stride="%d">%s</accessor></technique_common></source>' % (
        name, name, len(rows), text(rows), name, len(rows) // stride, stride, ''.join('<param name="%s" type="%s"/>' % (p, 'float4x4' if stride == 16 else 'float') for p in params))
def names(name, words, kind, param): return '<source id="%s"><Name_array id="%s-a" count="%d">%s</Name_array><technique_common><accessor source="#%s-a" count="%d" stride="1"><param name="%s" type="%s"/></accessor></technique_common></source>' % (
    name, name, len(words), ' '.join(words), name, len(words), param, kind)
def matrix(q, t):
    x, y, z, w = q
    return [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), t[0], 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), t[1],
            2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), t[2], 0, 0, 0, 1]
def rows(columns): return [columns[4 * c + r] for r in range(4) for c in range(4)]
def geometry(name, points, normals, faces):
    return '<geometry id="%s" name="%s"><mesh>%s%s<vertices id="%s-v"><input semantic="POSITION" source="#%s-p"/>%s</vertices><triangles count="%d"><input semantic="VERTEX" source="#%s-v" offset="0"/><p>%s</p></triangles></mesh></geometry>' % (
        name, name, source(name + '-p', flat(points), 3, 'XYZ'), source(name + '-n', flat(normals), 3, 'XYZ') if normals else '', name, name,
        '<input semantic="NORMAL" source="#%s-n"/>' % name if normals else '', len(faces) // 3, name, ' '.join(map(str, faces)))
flat_weights, pairs = [], []
for n, w in zip(numbers, weights):
    for k in range(2):
        pairs += [n[k], len(flat_weights)]; flat_weights.append(w[k])
skin = '<controller id="skin"><skin source="#tail">' + names('sj', ['b%d' % j for j in range(joints)], 'name', 'JOINT') + source('sb', flat(rows(m) for m in inverse), 16, ['TRANSFORM']) + source('sw', flat_weights, 1, ['WEIGHT']) + \
    '<joints><input semantic="JOINT" source="#sj"/><input semantic="INV_BIND_MATRIX" source="#sb"/></joints><vertex_weights count="%d"><input semantic="JOINT" source="#sj" offset="0"/><input semantic="WEIGHT" source="#sw" offset="1"/><vcount>%s</vcount><v>%s</v></vertex_weights></skin></controller>' % (
        len(points), ' '.join(['2'] * len(points)), ' '.join(map(str, pairs)))
tree = '<node id="Ball" name="Ball"><translate>0 0 %g</translate><instance_geometry url="#ball"/></node>' % (step + 12)
for j in reversed(range(joints)):
    tree = '<node id="bone%d" sid="b%d" name="bone%d" type="JOINT"><matrix sid="m">%s</matrix>%s</node>' % (j, j, j, text(matrix((0, 0, 0, 1), (0, 0, step if j else 0))), tree)
moves = ''
for j in range(joints):
    moves += '<animation>' + source('t%d' % j, times, 1, ['TIME']) + source('o%d' % j, flat(matrix(wave(i, j), (0, 0, step if j else 0)) for i in range(21)), 16, ['TRANSFORM']) + names('i%d' % j, ['LINEAR'] * 21, 'name', 'INTERPOLATION') + \
        '<sampler id="s%d"><input semantic="INPUT" source="#t%d"/><input semantic="OUTPUT" source="#o%d"/><input semantic="INTERPOLATION" source="#i%d"/></sampler><channel source="#s%d" target="bone%d/m"/></animation>' % ((j,) * 6)
open(sys.argv[1] + '/tail.dae', 'w').write('<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit meter="1"/><up_axis>Y_UP</up_axis></asset><library_geometries>' +
    geometry('tail', points, normals, faces) + geometry('ball', box, None, sides_of) + '</library_geometries><library_controllers>' + skin + '</library_controllers><library_animations>' + moves + '</library_animations><library_visual_scenes><visual_scene id="all">' +
    '<node id="Armature" name="Armature"><rotate>1 0 0 -90</rotate><scale>0.01 0.01 0.01</scale><node id="Tail" name="Tail"><instance_controller url="#skin"><skeleton>#bone0</skeleton></instance_controller></node>' + tree + '</node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#all"/></scene></COLLADA>')
PY
"$oxcart" convert "$work/cart/tail.gltf" -o "$work/cart/tail.oxs" >"$work/out" 2>&1
judge animation_converts $? "$(cat "$work/out")"
cart() { # lines of the scene's object
    printf 'title Tails\nstart main\nsize 320x240\nformat xrgb8888\nbudget 2M\nframe %s\n' "${frame:-1M}"
    for kind in gltf oxs dae; do
        printf 'skeleton %s tail.%s\nmesh %s tail.%s skeleton=%s\nclip %s tail.%s skeleton=%s loop=on rate=20\n' $kind $kind $kind $kind $kind $kind $kind $kind
    done
    printf 'clip curl tail.gltf skeleton=gltf animation=curl loop=on rate=20\nmesh still tail.gltf\n'
    printf 'scene main\n  background #203040\n  ambient 0.2\n  camera at=0,0,2.8 target=0,0,0 near=0.5 far=10\n  light sun direction=-1,-1,-1\n  %s\nend\n' "$@"
}
cart "object gltf" >"$work/cart/cart.txt"
"$oxcart" pack "$work/cart" -o "$work/cart.rom" >"$work/out" 2>&1 && "$oxcart" check "$work/cart.rom" >>"$work/out" 2>&1
judge animation_packs $? "$(cat "$work/out")"
grep -q 'skin of mesh `gltf`: 56 vertices with one joint, 72 with two, 0 with more' "$work/out" && [ "$("$oxcart" ls "$work/cart.rom" | grep -c SKIN)" = 3 ]
judge animation_skins_are_told $? "$(cat "$work/out")"

# In the bind pose it is the mesh that it would be without a skeleton.
a=$(hash "$work/cart.rom" mesh/gltf) b=$(hash "$work/cart.rom" mesh/still)
[ -n "$a" ] && [ "$a" = "$b" ]
judge animation_bound_mesh_is_the_mesh $? "$a $b $(cat "$work/err")"

# The scene of the viewer, in a game: the frames of a clip are the game's frames. 20 frames a second of it are a third of the game's steps.
field() { "$oxcart" dump "$work/cart.rom" --chunk mesh/gltf | sed -n "s/^ *$1: *//p" | head -n 1; }
stand=$(python3 -c '
import sys
centre, radius = [float(x) for x in sys.argv[1].split()], float(sys.argv[2])
print("scale=%.9f at=%s" % (1 / radius, ",".join("%.9f" % (-c / radius) for c in centre)))' "$(field centre | tr -d '[],' )" "$(field radius)")
game() { # what the object does, number of the frame
    cart "object gltf $stand $1" >"$work/cart/cart.txt"
    "$oxcart" run "$work/cart" --headless --frames $(($2 + 1)) --hash 2>"$work/err" | sed -n "s/^frame=$2 hash=//p"
}
same() { # name, hash of the viewer, hash of the game
    [ -n "$2" ] && [ "$2" = "$3" ]
    judge "$1" $? "$2 $3 $(cat "$work/err")"
}
ten=$(hash "$work/cart.rom" mesh/gltf clip/gltf --frame 10)
seven=$(hash "$work/cart.rom" mesh/gltf clip/gltf --frame 7)
same animation_frame_is_the_games "$ten" "$(game clip=gltf 30)"
same animation_other_frame_is_the_games "$seven" "$(game clip=gltf 21)"
same animation_at_another_rate_is_the_games "$ten" "$(game 'clip=gltf rate=3' 10)"
same animation_backwards_is_the_games "$seven" "$(game 'clip=gltf rate=-1 start=17' 30)"
same animation_wraps "$seven" "$(game 'clip=gltf start=19' 24)"
mixed=$(hash "$work/cart.rom" mesh/gltf clip/gltf --blend clip/curl --weight 4 --frame 10)
same animation_blend_is_the_games "$mixed" "$(game 'clip=gltf blend=curl weight=0.25' 30)"
[ "$ten" != "$seven" ] && [ "$ten" != "$mixed" ] && [ "$ten" != "$(hash "$work/cart.rom" mesh/gltf)" ]
judge animation_frames_differ $? "$ten $seven $mixed"
for shading in flat phong; do
    game "clip=gltf shading=$shading" 30 >"$work/$shading"
done
[ "$(cat "$work/flat")" != "$(cat "$work/phong")" ] && [ "$(cat "$work/flat")" != "$ten" ]
judge animation_shadings_differ $? "$(cat "$work/flat" "$work/phong")"

# Whatever the file, the picture: to the bit from the text format, nearly from COLLADA, which goes by matrices.
cart "object gltf" >"$work/cart/cart.txt"
same animation_text_format_is_the_same "$ten" "$(hash "$work/cart.rom" mesh/oxs clip/oxs --frame 10)"
"$oxcart" view "$work/cart.rom" mesh/gltf clip/gltf --frame 10 -o "$work/a.png" 2>"$work/err" && "$oxcart" view "$work/cart.rom" mesh/dae clip/dae --frame 10 -o "$work/b.png" 2>>"$work/err"
"$oxcart" diff "$work/a.png" "$work/b.png" >"$work/diff" 2>&1
python3 - "$work/diff" <<'PY'
import re, sys
text = open(sys.argv[1]).read()
found = re.search(r'(\d+) of \d+ pixels|(\d+) pixels', text)
differ = int(next(x for x in found.groups() if x)) if found else 0
sys.exit(differ > 200 or 'error' in text)
PY
judge animation_collada_is_nearly_the_same $? "$(cat "$work/diff" "$work/err")"

# By hand: it plays, pauses, goes on frame by frame; a script presses the keys.
printf '2 press START\n3 release START\n5 press RIGHT\n6 release RIGHT\n8 press RIGHT\n9 release RIGHT\n' >"$work/keys"
by_hand=$("$oxcart" view "$work/cart.rom" mesh/gltf clip/gltf --frame 5 --headless --size 320x240 --input "$work/keys" --frames 12 --hash 2>"$work/err" | sed -n 's/^frame=11 hash=//p')
same animation_is_scrubbed_by_hand "$seven" "$by_hand"

# Too little frame memory: it stands as it was bound, and the log says so once.
frame=1K cart "object gltf $stand clip=gltf" >"$work/cart/cart.txt"
"$oxcart" run "$work/cart" --headless --frames 5 >"$work/short" 2>&1
[ "$(grep -c '1 meshes stand as they were bound' "$work/short")" = 1 ]
judge animation_without_memory_stands $? "$(cat "$work/short")"

# What is wrong is told with its line.
wrong() { # name, line of the mesh, what the object does, words
    printf 'title Wrong\nstart main\nbudget 2M\nframe 1M\nskeleton s tail.gltf\nskeleton o tail.oxs\nclip c tail.gltf skeleton=s\n%s\nscene main\n  camera at=0,0,5 target=0,0,0\n  object m %s\nend\n' "$2" "$3" >"$work/wrong/cart.txt"
    "$oxcart" pack "$work/wrong" -o "$work/wrong.rom" >"$work/out" 2>&1
    [ $? -eq 1 ] && grep -q "$4" "$work/out"
    judge "$1" $? "$(cat "$work/out")"
}
cp "$work/cart/tail.gltf" "$work/cart/tail.oxs" "$work/wrong"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$work/wrong/flat.obj"
wrong animation_unknown_clip_is_told 'mesh m tail.gltf skeleton=s' clip=d 'cart.txt:11.*there is no clip `d`'
wrong animation_mesh_without_skeleton_is_told 'mesh m tail.gltf' clip=c 'cart.txt:11.*its mesh no skeleton'
wrong animation_other_skeleton_is_told 'mesh m tail.oxs skeleton=o' clip=c 'cart.txt:11.*clip `c` moves the skeleton `s`, and the mesh of `m` hangs on `o`'
wrong animation_missing_skeleton_is_told 'mesh m tail.gltf skeleton=x' '' 'cart.txt:8.*the cart has no skeleton `x`'
wrong animation_scaled_mesh_is_told 'mesh m tail.gltf skeleton=s scale=2' '' 'cart.txt:8.*leave axes, unit, scale and normalise out'
wrong animation_blend_alone_is_told 'mesh m tail.gltf skeleton=s' blend=c 'cart.txt:11.*without clip=NAME'
"$oxcart" view "$work/cart.rom" mesh/still clip/gltf --hash >"$work/out" 2>&1
[ $? -eq 1 ] && grep -q 'hangs on no skeleton' "$work/out"
judge animation_viewer_tells_of_no_skeleton $? "$(cat "$work/out")"
