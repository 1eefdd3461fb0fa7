#!/bin/sh
# Carts whose assets lie about in folders: search, sidecars, defaults, machines, parts; watch, convert, cache, templates.
name=cli_tree
. tests/cli.sh
showcase=$root/rom/carts/showcase

# ---- a tree as its makers like it ----

tree() {
    rm -rf tree
    for i in Characters/Pirate Characters/Marine Characters/Player Weapons/Pistol Weapons/Rifle Weapons/BFG Levels/Level1 \
        Levels/Level2 Objects/Crate Objects/Barrel; do
        mkdir -p "tree/$i"
        base=$(basename "$i" | tr 'A-Z' 'a-z')
        case $i in
        Levels/*) printf 'level 1\nbounds -9,-9,-9 9,9,9\nspawn %s at=1,0,0\n' "$base" >"tree/$i/$base.level" ;;
        *)
            cp "$showcase/crate.obj" "tree/$i/$base.obj"
            picture crate "tree/$i/$base.png"
            ;;
        esac
    done
    printf 'character pirate\nscale 2   # he is tall\nmaterial=plain\nauthor "Ann"\nnote "ask before you change it"\ngba.scale=1\n' >tree/Characters/Pirate/pirate.obj.meta
    printf 'character=pirate\n' >tree/Characters/Pirate/pirate.png.meta
    cat >tree/cart.txt <<EOT
title Tree
id org.example.tree
format rgb565
budget 192K
targets desktop gba
search Characters Weapons Levels Objects
defaults *.obj kind=mesh material=plain
defaults *.png kind=texture
defaults *.level kind=level
defaults b*.png compress=on
material plain colour=#808080
scene main
  camera at=0,1,4 target=0,0,0
  object pirate
end
EOT
}

reason=
tree
good pack tree -o tree.rom
good ls tree.rom
for name in mesh/pirate mesh/bfg mesh/crate texture/marine texture/barrel level/level1 level/level2; do
    grep -q " $name\$\| $name " out || reason="$name is not in the image"
done
[ "$(grep -c '^' out)" -ge 26 ] || reason="too few chunks"
judge cli_tree_of_folders_packs "$reason"

# A file that moves with its sidecar changes nothing in the image.
reason=
good pack tree -o released.rom --no-cache --release
mkdir -p tree/Characters/Sea/Captains
mv tree/Characters/Pirate/* tree/Characters/Sea/Captains/
good pack tree -o moved.rom --no-cache --release
cmp -s released.rom moved.rom || reason="moving a file and its sidecar changed more than its path"
good pack tree -o tree.rom --why all
grep -q 'Sea/Captains/pirate.obj is new to it' out || reason="why does not tell the new place: $(head -n 3 out)"
judge cli_tree_files_move_with_their_sidecars "$reason"

reason=
tree
echo 'scael 2' >>tree/Characters/Pirate/pirate.obj.meta
bad 1 'pirate.obj.meta:7: error: `scael` is unknown here; did you mean `scale`?' pack tree -o none.rom
tree
echo 'charactr pirate' >>tree/Characters/Pirate/pirate.obj.meta
bad 1 'pirate.obj.meta:7: error: .*did you mean `character`?' pack tree -o none.rom
tree
echo 'scale much' >tree/Weapons/BFG/bfg.obj.meta
bad 1 'bfg.obj.meta:1: error: `scale=much` is not a number' pack tree -o none.rom
echo 'kind mseh' >tree/Weapons/BFG/bfg.obj.meta
bad 1 'did you mean `mesh`?' pack tree -o none.rom
echo 'amiga.scale=2' >tree/Weapons/BFG/bfg.obj.meta
bad 1 'bfg.obj.meta:1: error: .*there is no machine `amiga`' pack tree -o none.rom
echo 'search Nowhere' >>tree/cart.txt
rm tree/Weapons/BFG/bfg.obj.meta
bad 1 'Nowhere' pack tree -o none.rom
[ -e none.rom ] && reason="a refused cart leaves an image"
judge cli_tree_misspelt_settings_are_named "$reason"

# A palette of its own: before the cart's format, and for the cart's palette; and which frames are exported.
reason=
tree
colours() { # ROM: the 16-bit colours of the barrel
    rm -rf pixels
    "$OXCART" extract "$1" -o pixels --chunk texture/barrel >out 2>err || reason="extract: $(cat err)"
    tail -c 8192 pixels/texture.barrel.IMAG | od -An -v -tx2 | tr -s ' ' '\n' | sort -u | tr -d '\n'
}
printf 'FF00FF\n000000\nFF0000\n00FF00\n' >tree/Objects/three.txt
printf 'palette Objects/three.txt\n' >tree/Objects/Barrel/barrel.png.meta
good pack tree -o tree.rom
[ "$(wc -c <tree/Objects/Crate/crate.png)" -gt 100 ] || reason="no picture"
case $(colours tree.rom) in
'' | *[!0-9a-f]*) reason="colours: $(colours tree.rom)" ;;
esac
for colour in $(colours tree.rom | sed 's/..../& /g'); do
    case $colour in 0000 | f800 | 07e0) ;; *) reason="$colour is no colour of the palette" ;; esac
done
printf 'FF00FF\n000000\n808080\n' >tree/Objects/three.txt
good pack tree -o tree.rom --why texture/barrel
case $(colours tree.rom) in *8410*) ;; *) reason="another palette changes nothing: $(colours tree.rom)" ;; esac
sed -i 's/^format rgb565/format pal8/' tree/cart.txt
good pack tree -o one.rom
printf 'FF00FF\n000000\n00FFFF\n' >tree/Objects/three.txt
good pack tree -o one.rom
good pack tree -o two.rom --no-cache
cmp -s one.rom two.rom || reason="the cart's palette does not follow that of a texture"
rm tree/Objects/three.txt
bad 1 'three.txt' pack tree -o none.rom
rm tree/Objects/Barrel/barrel.png.meta
printf 'kind sheet\nframes 2,5\ngrid 16x16\n' >tree/Objects/Barrel/barrel.png.meta
good pack tree -o tree.rom
"$OXCART" dump tree.rom --chunk sheet/barrel >out 2>err
grep -q '^ *count: 4$' out || reason="the sheet has other frames: $(grep -m 1 count: out)"
printf 'kind sheet\nframes 2,16\ngrid 16x16\n' >tree/Objects/Barrel/barrel.png.meta
bad 1 'frames: 2 to 16; there are 0 to 15' pack tree -o none.rom
rm tree/Objects/Barrel/barrel.png.meta
echo 'defaults *.nothing scael=2' >>tree/cart.txt
bad 1 'cart.txt:[0-9]*:20: error: `scael` is unknown here; did you mean `scale`?' pack tree -o none.rom
judge cli_tree_palettes_and_frames_of_assets "$reason"

# The most special pattern says what counts, wherever it stands.
reason=
tree
sed -i 's/^defaults \*.obj kind=mesh material=plain/defaults pi*.obj scale=4\n&\ndefaults Characters\/Pirate\/*.obj scale=3\ndefaults p*.obj scale=5/' tree/cart.txt
sed -i '/^scale/d; /^gba.scale/d' tree/Characters/Pirate/pirate.obj.meta
good pack tree -o three.rom
sed -i '/^defaults Characters/d' tree/cart.txt
good pack tree -o four.rom
sed -i '/^defaults pi/d' tree/cart.txt
good pack tree -o five.rom
radii="$(field three.rom mesh/pirate radius | tr -dc 0-9.) $(field four.rom mesh/pirate radius | tr -dc 0-9.) $(field five.rom mesh/pirate radius | tr -dc 0-9.)"
echo "$radii" | awk '{ exit !($1 > 0 && $2 / $1 > 1.33 && $2 / $1 < 1.34 && $3 / $1 > 1.66 && $3 / $1 < 1.67) }' || reason="radii are $radii"
judge cli_tree_defaults_of_the_most_special_pattern "$reason"

# ---- machines ----

reason=
tree
for machine in desktop gba; do good pack tree -o "$machine.rom" --target "$machine"; done
[ "$(field desktop.rom mesh/pirate radius)" = "$(field tree.rom mesh/pirate radius)" ] || reason="the host's pirate is another"
[ "$(field desktop.rom mesh/pirate radius)" = "$(field gba.rom mesh/pirate radius)" ] && reason="gba.scale has no effect"
sed -i 's/^format rgb565/format pal8/; s/^budget 192K/budget 56K/; s/^targets.*/targets desktop gba lm3s6965/' tree/cart.txt
for machine in desktop gba lm3s6965; do good pack tree -o "$machine.rom" --target "$machine"; done
good check lm3s6965.rom
sed -i 's/^budget 56K/budget 65K/' tree/cart.txt
bad 1 "the cart's budget: bytes of main memory is 65536 on lm3s6965, this has 66560" pack tree -o none.rom --target lm3s6965
bad 2 'there is no such machine' pack tree -o none.rom --target amiga
bad 1 'there is no machine `amiga`; possible are desktop' pack "$(sed -i 's/^targets.*/targets amiga/' tree/cart.txt; echo tree)" -o none.rom
judge cli_tree_packs_for_machines "$reason"

# ---- parts: an actor, a level ----

chunk() { "$OXCART" extract "$1" -o "$2" --chunk "$3" >/dev/null 2>err || reason="no $3 in $1: $(head -n 1 err)"; }
reason=
tree
good pack tree -o tree.rom
command -v strace >/dev/null && trace=yes || trace=
if [ -n "$trace" ]; then
    strace -f -o trace -e trace=open,openat "$OXCART" pack tree -o pirate.rom --no-cache --actor pirate >out 2>err || reason="does not pack the pirate: $(head -n 1 err)"
    grep -q 'pirate.png"' trace || reason="the pirate's own file was not read"
    grep -E 'marine.(obj|png)"|rifle.(obj|png)"|level1.level"' trace >others && reason="others' files were read: $(head -n 1 others)"
else
    good pack tree -o pirate.rom --no-cache --only character/pirate
fi
cp pirate.rom alone.rom
rm -rf .oxcart
good pack tree -o pirate.rom --actor pirate
cmp -s pirate.rom alone.rom || reason="with a cache the pirate comes out otherwise"
grep '^in c ' .oxcart/pirate.rom.state | cut -d' ' -f4 | sort >read
printf 'Characters/Pirate/pirate.obj\nCharacters/Pirate/pirate.obj.meta\nCharacters/Pirate/pirate.png\nCharacters/Pirate/pirate.png.meta\ncart.txt\n' >own
cmp -s read own || reason="other files than the pirate's own were read: $(tr '\n' ' ' <read)"
rm -rf whole part
for name in mesh/pirate texture/pirate material/plain; do
    chunk tree.rom whole $name
    chunk pirate.rom part $name
done
diff -r whole part >difference || reason="the pirate alone is another than in the whole: $(head -n 1 difference)"
good ls pirate.rom
grep -q 'marine\|level1' out && reason="others are in the pirate's image"
good pack tree -o town.rom --no-cache --level level1
good ls town.rom
grep -q 'level/level1' out || reason="the level is not in its image"
grep -q 'level/level2\|mesh/' out && reason="others are in the level's image"
bad 1 'there is no `level/town` to pack' pack tree -o none.rom --only level/town
judge cli_tree_packs_one_actor_or_level "$reason"

# ---- watch ----

reason=
tree
rm -rf .oxcart watched.rom
"$OXCART" watch tree -o watched.rom --builds 3 >watch.out 2>watch.err &
watch=$!
waits() { # COUNT: until so many lines are told, at most 10 s
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        [ "$(cat watch.out watch.err 2>/dev/null | wc -l)" -ge "$1" ] && return
        sleep 0.5
    done
    reason="watch does not see change $1: $(cat watch.out watch.err | tail -n 1)"
}
waits_for_rom() { # WATCHED CLEAN: until they are the same, at most 10 s
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        cmp -s "$1" "$2" && return
        sleep 0.5
    done
}
waits 1
cp watched.rom before.rom
sleep 0.1
picture crate whole.png
head -c 60 whole.png >next.png && mv next.png tree/Objects/Crate/crate.png
waits 2
grep -q 'crate.png[:@].* error: ' watch.err || reason="the mistake was not told"
cmp -s watched.rom before.rom || reason="a mistake changed the image"
picture wood next.png && mv next.png tree/Objects/Crate/crate.png
waits 3
grep -q ', 1 of ' watch.out || reason="more than one step ran: $(tail -n 1 watch.out)"
wait $watch
good pack tree -o fresh.rom --no-cache
cmp -s watched.rom fresh.rom || reason="the watched image is not that of a clean build"
judge cli_tree_watch_follows_changes "$reason"

# Files that are written in two steps, 50 ms apart, are built once they are whole; what a watch writes itself is no change, though it is
# searched. Where the machine was too busy for 50 ms, the half may have stood still: then only what comes out in the end is looked at.
reason=
tree
sed -i '1a search .' tree/cart.txt
"$OXCART" watch tree -o tree/watched.rom >watch.out 2>watch.err &
watch=$!
waits 1
round=1
busy=
for name in wood crate wood crate; do
    round=$((round + 1))
    picture $name next.png
    begin=$(date +%s%N)
    head -c 60 next.png >tree/Objects/Crate/crate.png
    sleep 0.05
    tail -c +61 next.png >>tree/Objects/Crate/crate.png
    [ $(($(date +%s%N) - begin)) -lt 80000000 ] || busy=1
    waits $round
done
good pack tree -o fresh.rom --no-cache
if [ -n "$busy" ]; then
    reason=
    waits_for_rom tree/watched.rom fresh.rom
else
    sleep 0.3
    [ "$(wc -l <watch.out)" -eq 5 ] || reason="$(wc -l <watch.out) builds where 5 were to be"
    [ ! -s watch.err ] || reason="an error is told: $(head -n 1 watch.err)"
fi
kill $watch
wait $watch 2>/dev/null
cmp -s tree/watched.rom fresh.rom || reason="the watched image is not that of a clean build"
judge cli_tree_watch_waits_for_the_rest_of_a_file "$reason"

# ---- single files ----

reason=
good convert "$showcase/ox.obj" -o ox.obj
good convert ox.obj -o again.obj
for f in ox again; do sed -n 's/^\(v\|f\|usemtl\) /&/p' $f.obj | grep -v '^vt' >$f.shape; done
cmp -s ox.shape again.shape || reason="a converted model does not convert to the same shape"
[ "$(grep -c '^f ' ox.obj)" -gt 20 ] && grep -q '^usemtl' ox.obj && grep -q '^newmtl' ox.mtl || reason="the model lost something"
good convert "$showcase/crate.xpm" -o crate.png
good convert crate.png -o back.xpm
sed 2d back.xpm >back.rows && sed 2d "$showcase/crate.xpm" | cmp -s - back.rows || reason="the picture is another"
printf '{"b":[1,2],\n"a":"x"}' >t.json
good convert t.json -o u.json
grep -q '"a"' u.json || reason="the JSON lost something"
printf 'remark\n2,1\n5,7\n' >t.csv
good convert t.csv -o t.txt
grep -q '5,7' t.txt || reason="the tiles lost something"
head -c 60 whole.png >half.png
bad 1 'half.png@[0-9]*: error: ' convert half.png -o none.png
bad 1 'ending that is not known' convert half.png -o none.xyz
[ -e none.png ] && reason="a refused picture leaves a file"
bad 2 'is missing' convert half.png
judge cli_tree_converts_single_files "$reason"

# ---- the store ----

reason=
good cache put "$showcase" -o list --cache shared
good cache get list -o second --cache shared
grep -q ', 28 are links, 0 were copied\|, [1-9][0-9]* are links, 0 were copied' out || reason="a second copy is not made of links: $(cat out)"
diff -r "$showcase" second >difference || reason="the second copy differs: $(head -n 1 difference)"
good cache get list -o second --cache shared
grep -q '^[1-9][0-9]* files were there, 0 are links' out || reason="files that are there are made again: $(cat out)"
good cache get list -o third --cache shared --copy
good cache verify --cache shared
good pack second -o one.rom --cache shared
cp .oxcart/one.rom.state one.state
good cache prune --cache shared --keep one.state
good pack third -o one.rom --cache shared --stats
grep -q 'ran=[1-9]' out && reason="prune took out what the cart uses: $(tail -n 1 out)"
object=$(find shared/objects -type f | head -n 1)
chmod 644 "$object"
echo spoilt >"$object"
"$OXCART" cache verify --cache shared >out && reason="a damaged store counts as whole"
grep -q '; 1 damaged, 1 removed' out || reason="damage is not counted: $(cat out)"
good cache verify --cache shared
good pack third -o two.rom --cache shared
cmp -s one.rom two.rom || reason="after damage another image"
bad 1 'is no line of a list' cache get second/cart.txt -o fourth --cache shared
echo "$(head -n 1 list | cut -c 1-64) ../outside" >evil
bad 1 'is no line of a list' cache get evil -o fourth --cache shared
bad 2 'is unknown; possible are verify' cache vrify --cache shared
judge cli_tree_store_of_sources "$reason"

# ---- templates ----

reason=
for template in 3d 2d; do
    rm -rf "new$template"
    good new "new$template" --template $template
    good pack "new$template" -o "new$template.rom" --strict
    good check "new$template.rom"
    good run "new$template.rom" --headless --frames 60 --hash
    [ "$(grep -c '^frame=' out)" -eq 60 ] || reason="$template does not play 60 frames"
    [ "$(grep '^frame=' out | cut -d= -f3 | sort -u | wc -l)" -gt 30 ] || reason="nothing moves in $template"
done
bad 2 'one of 3d, script, 2d' new other --template 4d
judge cli_tree_templates_pack_and_play "$reason"
exit $failed
