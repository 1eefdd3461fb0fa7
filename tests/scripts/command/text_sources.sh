#!/bin/sh
# Every kind of data has a text as its source; what is packed out of texts is what is packed out of other programs' files; and
# version control holds texts alone.
name=text_sources
. tests/cli.sh

# Those of some files that hold zero bytes or what is no UTF-8.
no_texts() { LC_ALL=C.UTF-8 grep -LI '' "$@"; }

# ---- a cart of every kind; two of its files are of other programs: a sound and a song ----

mkdir cart
cp "$root/rom/carts/showcase/crate.obj" "$root/rom/carts/showcase/crate.xpm" "$root/tests/fuzz/seeds/bar.dae" "$root/rom/carts/effects/fire.particles" cart/
printf '{"cues": [{"name": "ring", "volume": 0.5, "sources": [{"sound": "beep", "weight": 2}]}]}\n' >cart/cues.json
"$OXCART" convert cart/bar.dae -o cart/bar.oxs --quiet 2>err && rm cart/bar.dae
{ # a tenth of a second, 8 bits
    printf 'RIFF\104\003\000\000WAVEfmt \020\000\000\000\001\000\001\000\100\037\000\000\100\037\000\000\001\000\010\000data\040\003\000\000'
    awk 'BEGIN { for (i = 0; i < 800; i++) printf "%s", i % 20 < 10 ? " " : "p" }'
} >cart/beep.wav
{ # four channels, one pattern, a sample of 32 bytes
    printf 'a song' && head -c 14 /dev/zero
    printf 'saw' && head -c 19 /dev/zero && printf '\000\020\000\100\000\000\000\001'
    head -c 900 /dev/zero && printf '\001\177' && head -c 128 /dev/zero && printf 'M.K.'
    printf '\001\254\020\000' && head -c 1020 /dev/zero && head -c 32 cart/crate.xpm
} >cart/song.mod
printf 'beep beep\n' >cart/bank.txt
printf 'hello = Hello there\nbye = Bye {name}\n' >cart/en.txt
printf '0\n0.5\n1\n0.5\n0\n' >cart/wave.csv
printf 'key,health:i32,title:text\norc,5,Orc\n' >cart/units.csv
printf '0.4,0.7,0.2,0\n0.3,0.6,0.2,0\n0.2,0.5,0.1,0\n' >cart/sepia.csv
printf '1,2,3,4\n5,6,7,8\n9,10,11,12\n13,14,15,16\n' >cart/map.csv
printf 'field cost 0..15\ntile 7 cost=3\n' >cart/attributes.txt
printf 'form graph\nlevel hall\nlevel yard\nlink hall yard door\n' >cart/topology.txt
printf 'crate.xpm\ncrate.xpm\n' >cart/movie.txt
printf 'rest move core\n' >cart/bundle.txt
printf 'style plain text=#FFFFFF\nscreen stays\ncolumn at=centre gap=2\n  label @hello style=plain\n  button go text="go on" close first\nend\n' >cart/ask.screen
printf 'main en.txt\n' >cart/sections.txt
printf 'behaviour Box {\n    var steps = 0\n    on tick { steps += 1\n        self.angle = 1deg }\n}\n' >cart/game.goad
printf 'level 1\nbounds -9,-1,-9 9,3,9\ninstance crate at=0,0,0\nspawn orc at=1,0,0\n' >cart/hall.level
{
    printf 'STARTFONT 2.1\nFONT t\nSIZE 8 75 75\nFONTBOUNDINGBOX 4 5 0 0\nCHARS 2\n'
    for c in 65 66; do printf 'STARTCHAR c\nENCODING %d\nSWIDTH 500 0\nDWIDTH 6 0\nBBX 4 2 0 0\nBITMAP\nF0\n90\nENDCHAR\n' $c; done
    printf 'ENDFONT\n'
} >cart/small.bdf
printf 'skeleton bar\nstate stands move once\nmark move 0.5 Bent\n' >cart/bends.motion
mkdir inner # a cart of a list
printf 'title "Inner"\nsize 64x48\nbudget 64K\nscene main\n  camera at=0,1,3 target=0,0,0\nend\n' >inner/cart.txt
printf 'stroke line\n 10,10@0 40,11@2 80,11@4 110,10@6\n 10,20@0 40,22@2 80,22@4 110,20@6\nstroke post\n 20,10@0 21,40@2 21,80@4 20,110@6\n 40,10@0 42,40@2 42,80@4 40,110@6\n' >cart/spells.strokes
printf 'A = Fire | onrelease Rest\nkey SPACE = Fire\n' >cart/keys.ini
printf 'on Fire\nboth 1 0.1\nrest 0.1\nlight 0.5 0.2\n' >cart/blow.rumble
cat >cart/cart.txt <<'CART'
title All
budget 440K
start main
palette crate.xpm
texture wood crate.xpm
material wood texture=wood shading=phong
mesh crate crate.obj material=wood
table wave wave.csv
grade sepia sepia.csv
data units units.csv
text en en.txt
font small small.bdf
regions land map.csv width=2 height=2 tile=128x128
level hall hall.level
attributes walls attributes.txt
topology ways topology.txt
block-texture crate crate.xpm
haar crate crate.xpm
skeleton bar bar.oxs
clip move bar.oxs skeleton=bar
bundle bar bundle.txt skeleton=bar
motion bends bends.motion
strokes spells spells.strokes
bindings all keys.ini
rumble blow blow.rumble
pixels crate crate.xpm format=index4 levels=on
sheet crates crate.xpm grid=16x16
tilemap map crate.xpm cut=8x8
tileset tiles crate.xpm tile=8x8
sound beep beep.wav
screen ask ask.screen
bank all bank.txt
cues all cues.json
movie show movie.txt
song tune song.mod
script game game.goad
particles fire fire.particles
sectioned parts sections.txt
raw notes en.txt
cart inner ../inner/cart.txt
audio rate=8000 channels=1
scene main
  background #203040
  camera at=0,1,3 target=0,0,0
  object crate behaviour=Box
  sound beep on=a
end
CART

reason=
good pack cart -o files.rom --no-cache
cp -r cart texts
good dump files.rom --chunk sound/beep -o texts/beep.dump
good dump files.rom --chunk song/tune -o texts/tune.dump
good dump files.rom --chunk sound/tune.01 -o texts/saw.dump
rm -f texts/beep.wav texts/song.mod
sed -i 's/beep\.wav/beep.dump/; s/song\.mod/tune.dump/; s/^song.*/&\nsound tune.01 saw.dump/' texts/cart.txt
for kind in $(sed -n 's/^    {"\([a-z-]*\)", ROM_TAG_.*/\1/p' "$root/tools/convert/pack_kinds.c"); do
    grep -q "^$kind " texts/cart.txt || reason="$kind is not in the cart"
    kinds=$((${kinds:-0} + 1))
done
[ "${kinds:-0}" -ge 26 ] || reason="${kinds:-0} kinds"
[ "$(no_texts cart/*)" = 'cart/beep.wav
cart/song.mod' ] || reason="no texts are: $(no_texts cart/* | tr '\n' ' ')"
no_texts texts/* >out
[ -s out ] && reason="$(head -n 1 out) is no text"
good pack texts -o texts.rom --no-cache
"$OXCART" diff files.rom texts.rom >out
grep -v '^DBUG ' out >differs && reason="$(head -n 1 differs)"
good check texts --equiv texts.rom --frames 600
grep -q ': 0 chunks differ; 600 frames are equal' out || reason="equiv: $(head -n 1 out)"
judge text_sources_there_is_one_for_every_kind "$reason"

# ---- every chunk as it is: what is dumped and packed again is the same ----

reason=
cp -r texts dumps
assets=$(sed -n 's/^    {"\([a-z-]*\)", ROM_TAG_.*/\1/p' "$root/tools/convert/pack_kinds.c" | grep -v -e '^raw$' -e '^sectioned$')
for kind in $assets; do
    asset=$(sed -n "s/^$kind \([a-z]*\) .*/\1/p" texts/cart.txt)
    good dump files.rom --chunk "$kind/$asset" -o "dumps/$kind.$asset.dump"
    sed -i "s/^$kind $asset .*/$kind $asset $kind.$asset.dump/" dumps/cart.txt
done
good pack dumps -o dumps.rom --no-cache
for kind in $assets; do
    asset=$(sed -n "s/^$kind \([a-z]*\) .*/\1/p" texts/cart.txt)
    good dump dumps.rom --chunk "$kind/$asset"
    sed '1s/ place=[0-9]*//' out | cmp -s - "dumps/$kind.$asset.dump" || reason="$kind/$asset is another one"
done
judge text_sources_chunks_come_back_from_their_dumps "$reason"

# refuse PATTERN SED: the dump of the table, changed so, is refused with its line.
refuse() {
    sed "$2" dumps/table.wave.dump >one/wave.dump
    bad 1 "$1" pack one -o one.rom --no-cache --quiet
    [ -e one.rom ] && reason="$2: an image was written"
    rm -f one.rom
}
reason=
mkdir one
printf 'title One\ntable wave wave.dump\nscene main\n camera at=0,1,3 target=0,0,0\nend\n' >one/cart.txt
cp dumps/table.wave.dump one/wave.dump
good pack one -o one.rom --no-cache
rm one.rom
refuse 'wave.dump:1: error: this is the dump of a chunk of another type' '1s/TABL/TEXT/; 2,$d'
refuse 'wave.dump:1: error: `chunk ID' '1s/chunk/lump/'
refuse 'wave.dump:1: error: the file is empty' 'd'
refuse 'wave.dump:[0-9]*: error: the field `width` is wanted' 's/width/wide/'
refuse 'wave.dump:[0-9]*: error: .width.* cannot be read' 's/width: .*/width: much/'
refuse 'wave.dump:[0-9]*: error: no sound chunk: at byte [0-9]* of it: ' 's/width: .*/width: 60000/'
refuse 'wave.dump:[0-9]*: error: the text ends inside' '5,$d'
refuse 'wave.dump:[0-9]*: error: one chunk is wanted' '$s/$/\nchunk 00000001 RAW_ bytes=12 codec=0 name=raw\/x/'
sed -i 's/wave.dump/wave.dump low=2/' one/cart.txt
refuse 'cart.txt:2: error: .wave.dump. is a chunk as it is, which takes no options; take .low=. out' ''
judge text_sources_faults_have_their_line "$reason"

# ---- version control ----

# No image and nothing else that was made: of all files but the picture in the README every one is a text.
cd "$root" || exit 1
if git rev-parse --git-dir >/dev/null 2>&1; then
    reason=
    git ls-files >"$work/tracked"
    [ "$(grep -c . "$work/tracked")" -gt 500 ] || reason="only $(grep -c . "$work/tracked") files are tracked"
    grep -q -E '\.(rom|o|a|elf|gba|bin|state)$' "$work/tracked" && reason="$(grep -m 1 -E '\.(rom|o|a|elf|gba|bin|state)$' "$work/tracked") is made, not written"
    no_texts "$work/files.rom" rom/carts/showcase/crate.xpm >"$work/out"
    [ "$(cat "$work/out")" = "$work/files.rom" ] || reason="images pass for texts"
    git ls-files -z | LC_ALL=C.UTF-8 xargs -0 grep -LI '' >"$work/out" 2>"$work/err" # err: what is deleted and not yet committed
    grep -v '^tools/assets/showcase\.gif$' "$work/out" >"$work/binary" && reason="$(head -n 1 "$work/binary") is no text"
    judge text_sources_version_control_holds_texts "$reason"
else
    echo "skip text_sources_version_control_holds_texts no git repository here"
fi
exit $failed
