#!/bin/sh
# oxcart view CART NAME: every kind of asset opens without a display, a scene's frame is the game's, frames differ, and what is wrong is told.
. tests/judge.sh
B=${B:-build}
work=$B/cli_view_asset
rm -rf "$work"
mkdir -p "$work/cart"
oxcart=$B/oxcart
unset DISPLAY

hash() { "$oxcart" view "$@" --hash 2>"$work/err" | sed -n 's/^frame=[0-9]* hash=//p'; }

cp rom/carts/showcase/crate.obj rom/carts/showcase/crate.xpm rom/carts/showcase/wood.xpm "$work/cart"
python3 - "$work/cart" <<'PY'
import math, struct, sys
data = b''.join(struct.pack('<h', int(12000 * math.sin(i * i / 40000) * math.exp(-i / 4000))) for i in range(8000))
open(sys.argv[1] + '/beep.wav', 'wb').write(b'RIFF' + struct.pack('<I', 36 + len(data)) + b'WAVEfmt ' + struct.pack('<IHHIIHH', 16, 1, 1, 8000, 16000, 2, 16) + b'data' + struct.pack('<I', len(data)) + data)
glyphs = ''.join('STARTCHAR c%d\nENCODING %d\nSWIDTH 500 0\nDWIDTH 6 0\nBBX 4 5 0 0\nBITMAP\n%s\nENDCHAR\n' % (c, c, '\n'.join('%02X' % ((c * 37 + r * 91) & 0xF0) for r in range(5))) for c in range(65, 91))
open(sys.argv[1] + '/small.bdf', 'w').write('STARTFONT 2.1\nFONT t\nSIZE 8 75 75\nFONTBOUNDINGBOX 4 5 0 0\nSTARTPROPERTIES 2\nFONT_ASCENT 6\nFONT_DESCENT 2\nENDPROPERTIES\nCHARS 26\n' + glyphs + 'ENDFONT\n')
PY
printf 'beep beep\n' >"$work/cart/all.bank"
printf 'rate 9\n' >"$work/cart/puff.particles"
printf 'hello = Hello there\nbye = Good bye {name}\n' >"$work/cart/en.txt"
printf '0\n0.5\n1\n0.5\n0\n-0.5\n-1\n-0.5\n0\n' >"$work/cart/wave.txt"
printf 'level 1\nbounds -9,-1,-9 9,3,9\ninstance crate at=0,0,0 scale=2\ninstance crate at=4,0,2 yaw=30\nlight sun sun vector=-1,-2,-1 intensity=0.8\nsolid box at=0,0,0 half=1,1,1\nsolid sphere at=4,0,2 radius=1\nspawn orc at=1,0,0\nspawn dot at=-4,0,5\n' >"$work/cart/hall.level"
cat >"$work/cart/cart.txt" <<'CART'
title All
start main
texture wood wood.xpm
material wood texture=wood shading=phong
mesh crate crate.obj material=wood
pixels crate crate.xpm format=index4 levels=on
haar crate crate.xpm
block-texture crate crate.xpm
sheet crates crate.xpm grid=16x16 rate=30
tileset tiles crate.xpm tile=8x8
tilemap map crate.xpm cut=8x8
sound beep beep.wav
bank all all.bank
text en en.txt
font small small.bdf
table wave wave.txt
level hall hall.level
raw notes en.txt
particles puff puff.particles
scene main
  background #203040
  ambient 0.3
  camera at=0,1,3 target=0,0,0
  object crate at=0,0,0 spin=2,0,0
end
CART
"$oxcart" pack "$work/cart" -o "$work/all.rom" --quiet 2>"$work/err"
judge view_asset_cart_packs $? "$(head -n 1 "$work/err")"

bad=
count=0
for name in $("$oxcart" inspect "$work/all.rom" | sed -n 's/^[0-9a-f]\{8\} .* //p' | sort -u); do
    "$oxcart" view "$work/all.rom" "$name" -o "$work/a.png" --hash >"$work/out" 2>"$work/err" && [ -s "$work/a.png" ] && grep -q '^frame=0 hash=[0-9a-f]\{8\}$' "$work/out" || bad="$bad $name"
    count=$((count + 1))
done
[ -z "$bad" ] && [ "$count" -ge 25 ]
judge view_asset_every_kind_opens_without_a_display $? "$count kinds, not$bad: $(head -n 1 "$work/err")"

# The console plays the scene: the frame is the game's.
"$oxcart" run "$work/all.rom" --headless --frames 11 --hash --size 320x240 2>/dev/null | grep '^frame=10 ' >"$work/game"
"$oxcart" view "$work/all.rom" scene/main --frame 10 --hash >"$work/out" 2>"$work/err"
cmp -s "$work/game" "$work/out"
judge view_asset_frame_of_a_scene_is_the_games $? "$(cat "$work/out" "$work/game" | tr '\n' ' ')"

# A flat one with its maps, layers and sprites, too.
cp -r rom/carts/bloom "$work/flat"
sed -i '/^script/d; /^mechanic/d; /^way/d; s/^start .*/start garden/; s/ *behaviour[= ][A-Z][a-z]*//' "$work/flat/cart.txt"
"$oxcart" run "$work/flat" --headless --frames 11 --hash --size 320x240 2>"$work/err" | grep '^frame=10 ' >"$work/game"
"$oxcart" view "$work/flat" scene/garden --frame 10 --hash >"$work/out" 2>>"$work/err"
[ -s "$work/game" ] && cmp -s "$work/game" "$work/out"
judge view_asset_frame_of_a_flat_scene_is_the_games $? "$(cat "$work/out" "$work/game" "$work/err" | tr '\n' ' ')"

[ -n "$(hash "$work/all.rom" mesh/crate)" ] && [ "$(hash "$work/all.rom" mesh/crate)" = "$(hash "$work/cart" mesh/crate)" ] && [ "$(hash "$work/all.rom" mesh/crate)" = "$(hash "$work/all.rom" mesh/crate --frame 120)" ] &&
    [ "$(hash "$work/all.rom" mesh/crate)" != "$(hash "$work/all.rom" mesh/crate --frame 10)" ] && [ "$(hash "$work/all.rom" sheet/crates)" != "$(hash "$work/all.rom" sheet/crates --frame 1)" ] &&
    [ "$(hash "$work/all.rom" sheet/crates --frame 3 --book 1)" != "$(hash "$work/all.rom" sheet/crates --frame 4 --book 1)" ] && [ "$(hash "$work/all.rom" sheet/crates --frame 4 --book 1)" = "$(hash "$work/all.rom" sheet/crates --frame 5 --book 1)" ] &&
    [ "$(hash "$work/all.rom" haar/crate)" != "$(hash "$work/all.rom" haar/crate --frame 2)" ] && [ "$(hash "$work/all.rom" mesh/crate --fields)" != "$(hash "$work/all.rom" mesh/crate)" ]
judge view_asset_frames_turn_and_come_round $? "$(hash "$work/all.rom" mesh/crate) $(cat "$work/err")"

# What is wrong elsewhere in the cart hides nothing; what is wrong itself is told.
cp -r "$work/cart" "$work/wrong"
printf 'script game game.goad\nlevel broken broken.level\nmesh bent bent.obj\ntexture torn torn.png\n' >>"$work/wrong/cart.txt"
printf 'v 0 0 0\n' >"$work/wrong/bent.obj"
printf 'no picture' >"$work/wrong/torn.png"
printf 'func f( {\n' >"$work/wrong/game.goad"
printf 'level 1\ninstance nothing\n' >"$work/wrong/broken.level"
good=0 # the palette is that of fewer pictures
for name in mesh/crate scene/main sheet/crates texture/wood sound/beep; do
    [ -n "$(hash "$work/wrong" $name)" ] && good=$((good + 1))
done
"$oxcart" view "$work/wrong" level/broken -o "$work/b.png" >"$work/out" 2>&1
[ $good -eq 5 ] && grep -q 'broken.level:2' "$work/out"
judge view_asset_shows_what_is_right_beside_mistakes $? "$good of 5: $(head -n 2 "$work/out")"

"$oxcart" db "$work/cart" preview mesh/crate --png "$work/p.png" && "$oxcart" view "$work/all.rom" mesh/crate -o "$work/a.png" && "$oxcart" diff "$work/a.png" "$work/p.png"
judge view_asset_preview_in_the_database_is_the_same $? ''
"$oxcart" db "$work/cart" rename mesh/crate box --redirect --who ada && "$oxcart" db "$work/cart" preview mesh/crate --png "$work/q.png" 2>/dev/null && "$oxcart" diff "$work/a.png" "$work/q.png"
judge view_asset_preview_goes_by_redirects $? ''

good=0
for words in 'nothing -o x.png' 'mesh/crate -o /no/such/folder/x.png'; do
    # shellcheck disable=SC2086
    "$oxcart" view "$work/all.rom" $words >"$work/out" 2>"$work/err"
    [ $? -eq 1 ] && [ "$(wc -l <"$work/err")" -eq 1 ] || { good=1; break; }
done
for words in 'mesh/crate --mode x-ray -o a.png' 'mesh/crate --frame x -o a.png' 'mesh/crate --headless -o a.png' 'mesh/crate --size 8x8 -o a.png' 'mesh/crate clip/one other -o a.png'; do
    # shellcheck disable=SC2086
    "$oxcart" view "$work/all.rom" $words >"$work/out" 2>"$work/err"
    [ $? -eq 2 ] && [ "$(wc -l <"$work/err")" -eq 1 ] || { good=1; break; }
done
[ $good -eq 0 ] && [ ! -e x.png ]
judge view_asset_wrong_words_are_told $? "$words: $(head -n 1 "$work/err")"

# ---- modes, flights, and the viewer played by a script ----

seen=
for mode in shown wire edges normals facing levels density depth triangles; do seen="$seen $(hash "$work/all.rom" mesh/crate --frame 7 --mode $mode)"; done
# shellcheck disable=SC2086
[ "$(printf '%s\n' $seen | sort -u | wc -l)" -eq 9 ] && [ "$(hash "$work/all.rom" mesh/crate --frame 7)" = "$(hash "$work/all.rom" mesh/crate --frame 7 --mode shown)" ]
judge view_asset_modes_show_something_else_each $? "$seen"

fly() { hash "$work/all.rom" level/hall --fly "$@"; }
[ "$(fly)" = "$(fly --frame 900)" ] && [ "$(fly)" != "$(fly --frame 300)" ] && [ "$(fly)" != "$(fly --mode collision)" ] && [ "$(fly)" != "$(hash "$work/all.rom" level/hall)" ]
around=$?
sed -i '$ a path way straight -6,1,6 6,1,6 6,2,-6' "$work/cart/hall.level"
# 24.04 m at 4 m/s: the way is over, and begins again, after 361 frames.
"$oxcart" pack "$work/cart" -o "$work/way.rom" --quiet && way() { hash "$work/way.rom" level/hall --fly --frame "$1"; } && [ "$(way 0)" != "$(fly)" ] && [ "$(way 100)" != "$(way 200)" ] && [ "$(way 365)" != "$(way 355)" ]
[ $? -eq 0 ] && [ $around -eq 0 ]
judge view_asset_levels_are_flown_over $? "$(fly) $(way 0)"

# Played by hand or by a script the pictures are those of single frames.
play() { "$oxcart" view "$work/all.rom" "$@" --headless --hash --size 320x240 2>"$work/err"; }
at() { sed -n "s/^frame=$1 hash=//p" "$work/played"; }
printf '2 press A\n3 release A\n4 press A\n5 release A\n' >"$work/keys"
play mesh/crate --frames 8 --input "$work/keys" >"$work/played"
[ "$(at 1)" = "$(hash "$work/all.rom" mesh/crate --frame 1)" ] && [ "$(at 3)" = "$(hash "$work/all.rom" mesh/crate --frame 3 --mode wire)" ] && [ "$(at 7)" = "$(hash "$work/all.rom" mesh/crate --frame 7 --mode edges)" ]
judge view_played_modes_are_those_of_single_frames $? "$(cat "$work/played" "$work/err")"

printf '2 press B\n3 release B\n6 press DOWN\n7 press B\n8 release B\n9 release DOWN\n12 press RIGHT\n13 release RIGHT\n14 press RIGHT\n15 release RIGHT\n' >"$work/keys"
play sheet/crates --frames 18 --input "$work/keys" >"$work/played"
# The sheet is the last in the directory, the sound the first.
[ "$(at 1)" = "$(hash "$work/all.rom" sheet/crates --book 1 --frame 1)" ] && [ "$(at 4)" = "$(hash "$work/all.rom" sound/beep)" ] && [ "$(at 8)" = "$(hash "$work/all.rom" sheet/crates --book 1)" ] && [ "$(wc -l <"$work/played")" -eq 18 ]
judge view_played_goes_on_and_back $? "$(cat "$work/played" "$work/err")"

# ---- clips: two of them blended, paused, stepped, at another rate ----

mkdir -p "$work/rig"
python3 - "$work/rig/bar.gltf" <<'PY'
import base64,json,struct,sys,math
# A bar of three joints, skinned; two motions.
out=b''; views=[]; accs=[]
def add(data,fmt,typ,n,comp,**k):
    global out
    while len(out)%4: out+=b'\0'
    b=struct.pack('<%d%s'%(len(data),fmt),*data)
    views.append({"buffer":0,"byteOffset":len(out),"byteLength":len(b)}); out+=b
    accs.append(dict({"bufferView":len(views)-1,"componentType":comp,"type":typ,"count":n},**k)); return len(accs)-1
pos=[];idx=[];jo=[];we=[]
for y in range(7):
    for x,z in ((-.2,-.2),(.2,-.2),(.2,.2),(-.2,.2)):
        pos+=[x,y*.5,z]; j=min(y//2,2); jo+=[j,0,0,0]; we+=[1,0,0,0]
for y in range(6):
    for s in range(4):
        a=y*4+s;b=y*4+(s+1)%4;c=a+4;d=b+4
        idx+=[a,c,d,a,d,b]
idx+=[0,1,2,0,2,3,24,26,25,24,27,26]
P=add(pos,'f','VEC3',28,5126,min=[-.2,0,-.2],max=[.2,3,.2]);I=add(idx,'H','SCALAR',len(idx),5123)
J=add(jo,'B','VEC4',28,5121);W=add(we,'f','VEC4',28,5126)
ib=[]
for k in range(3): ib+=[1,0,0,0,0,1,0,0,0,0,1,0,0,-float(k),0,1]
IB=add(ib,'f','MAT4',3,5126)
T=add([0,.5,1],'f','SCALAR',3,5126,min=[0],max=[1])
def rot(deg,axis):
    h=math.radians(deg)/2; v=[0,0,0,math.cos(h)]; v[axis]=math.sin(h); return v
def anim(name,deg,axis):
    R=add(rot(0,axis)+rot(deg,axis)+rot(0,axis),'f','VEC4',3,5126)
    return {"name":name,"samplers":[{"input":T,"output":R}],"channels":[{"sampler":0,"target":{"node":n,"path":"rotation"}} for n in (1,2)]}
g={"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,3]}],
 "nodes":[{"name":"root","children":[1]},{"name":"mid","translation":[0,1,0],"children":[2]},{"name":"tip","translation":[0,1,0]},{"name":"bar","mesh":0,"skin":0}],
 "meshes":[{"primitives":[{"attributes":{"POSITION":P,"JOINTS_0":J,"WEIGHTS_0":W},"indices":I}]}],
 "skins":[{"joints":[0,1,2],"inverseBindMatrices":IB}]}
g["animations"]=[anim("bend",60,2),anim("nod",-50,0)]
g["buffers"]=[{"byteLength":len(out),"uri":"data:;base64,"+base64.b64encode(out).decode()}];g["bufferViews"]=views;g["accessors"]=accs
open(sys.argv[1],'w').write(json.dumps(g))
PY
cat >"$work/rig/cart.txt" <<'CART'
title Bar
start main
mesh bar bar.gltf
skeleton bar bar.gltf
clip bend bar.gltf skeleton=bar animation=bend
clip nod bar.gltf skeleton=bar animation=nod
scene main
  camera at=0,1.5,6 target=0,1.5,0
  object bar
end
CART
"$oxcart" pack "$work/rig" -o "$work/all.rom" --quiet 2>"$work/err"
clip() { hash "$work/all.rom" clip/bend "$@"; }
[ -n "$(clip)" ] && [ "$(clip --frame 10)" != "$(clip --frame 15)" ] && [ "$(clip --frame 15 --blend clip/nod --weight 8)" != "$(clip --frame 15 --blend clip/nod --weight 4)" ] &&
    [ "$(clip --blend clip/nod)" != "$(clip)" ] && "$oxcart" view "$work/all.rom" clip/bend --blend mesh/bar --hash 2>"$work/err"
[ $? -eq 1 ] && grep -q 'is no clip' "$work/err"
judge view_asset_blends_two_clips $? "$(clip) $(cat "$work/err")"
# 30 frames a second: every second step a frame. Pausing holds it, arrows step it, Up doubles the rate.
printf '7 press START\n8 release START\n10 press RIGHT\n11 release RIGHT\n14 press LEFT\n15 release LEFT\n16 press UP\n17 release UP\n18 press START\n19 release START\n' >"$work/keys"
play clip/bend --frames 22 --input "$work/keys" >"$work/played"
[ "$(at 0)" = "$(clip)" ] && [ "$(at 6)" = "$(clip --frame 3)" ] && [ "$(at 9)" = "$(clip --frame 3)" ] && [ "$(at 12)" = "$(clip --frame 4)" ] && [ "$(at 15)" = "$(clip --frame 3)" ] &&
    [ "$(at 18)" = "$(clip --frame 4)" ] && [ "$(at 21)" = "$(clip --frame 7)" ]
judge view_played_clips_pause_step_and_change_their_rate $? "$(cat "$work/played" "$work/err")"
exit 0
