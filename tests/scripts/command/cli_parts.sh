#!/bin/sh
# Parts of a cart: one actor or level packed alone, and every asset as a target of make.
name=cli_parts
. tests/cli.sh
showcase=$root/rom/carts/showcase

# Two characters whose models bring a texture of their own and share another; a level that shows one; a scene with both.
tree() { # FORMAT
    rm -rf tree
    mkdir -p tree/pirate tree/marine tree/town tree/shared
    for who in pirate marine; do
        sed 's/^mtllib.*//; s/^usemtl.*//' "$showcase/crate.obj" >tree/crate.tmp
        { printf 'mtllib %s.mtl\nusemtl skin\n' $who; cat tree/crate.tmp; } >tree/$who/$who.obj
        printf 'newmtl skin\nmap_Kd ../shared/cloth.png\nnewmtl coat\nmap_Kd %s.png\n' $who >tree/$who/$who.mtl
        awk '/^f / { if (++n == 4) print "usemtl coat" } { print }' tree/$who/$who.obj >tree/obj.tmp && mv tree/obj.tmp tree/$who/$who.obj
        printf 'character=%s\n' $who >tree/$who/$who.obj.meta
    done
    rm tree/crate.tmp
    picture crate tree/pirate/pirate.png
    picture wood tree/marine/marine.png
    picture stone tree/shared/cloth.png
    picture grass tree/town/grass.png
    cp "$showcase/field.obj" tree/town/field.obj
    printf 'level 1\nbounds -9,-9,-9 9,9,9\ninstance field at=0,0,0\ninstance pirate at=1,0,0\nspawn chest at=1,0,0\n' >tree/town/town.level
    cat >tree/cart.txt <<END
title Parts
format $1
budget 600K
size 96x64
search pirate marine town
defaults *.obj kind=mesh
defaults *.level kind=level
material grass colour=#808080 texture=grass
texture grass town/grass.png
mesh field town/field.obj material=grass
scene main
  camera at=0,1,4 target=0,0,0
  light sun direction=-1,-2,-1
  object marine at=-1,0,0
  object pirate at=1,0,0 yaw=30
end
start main
END
}

# The items of a package, as its dump lists them: id and type, without where they lie.
items() { "$OXCART" dump "$1" --chunk "$2" 2>err | grep -E 'items\[[0-9]+\]\.(id|type|class|lifetime|stored|full)|kind|item_count'; }

# equal_package PART PACKAGE: every chunk of the package is to the byte that of the whole image, and the list is the same.
equal_package() {
    items whole.rom "$2" >whole.items
    items "$1" "$2" >part.items
    cmp -s whole.items part.items || reason="$2 lists other items in $1: $(diff whole.items part.items | sed -n 2p)"
    "$OXCART" ls whole.rom | awk 'NR > 3 { print $1, $2, $4, $5 }' >whole.ls
    "$OXCART" ls "$1" | awk 'NR > 3 { print $1, $2, $4, $5 }' >part.ls
    grep -vE ' (INFO|BUDG|DBUG|DEPS|PACK) ' part.ls >part.chunks
    while read -r line; do grep -qxF "$line" whole.ls || reason="$1 has a chunk that the whole image has not so: $line"; done <part.chunks
    count=0
    for id in $(sed -n 's/^.*\]\.id: //p' whole.items); do
        count=$((count + 1))
        grep -q "^$id " part.chunks || reason="$1 has not $id of $2"
    done
    [ "$count" -ge 5 ] || reason="$2 has $count items"
}

for format in rgb565 pal8; do
    reason=
    tree $format
    good pack tree -o whole.rom --no-cache
    good pack tree -o pirate.rom --no-cache --actor pirate
    equal_package pirate.rom package/character/pirate
    good pack tree -o marine.rom --no-cache --actor marine
    equal_package marine.rom package/character/marine
    good pack tree -o town.rom --no-cache --level town
    equal_package town.rom package/level/town
    good check pirate.rom
    good check town.rom
    judge cli_parts_are_those_of_the_whole_$format "$reason"
done

# With colours of its own or a given palette, nobody else's files are touched but for the settings that tell whose they are.
reason=
tree rgb565
good pack tree -o marine.rom --actor marine
grep '^in c ' .oxcart/marine.rom.state | cut -d' ' -f4 | grep -E 'pirate\.|town|grass|field' | grep -v '\.meta$' >others && reason="others' files were read: $(tr '\n' ' ' <others)"
grep -q marine.png .oxcart/marine.rom.state || reason="its own files were not read"
judge cli_parts_touch_no_other_file "$reason"

# A copy of the cart elsewhere, with the same store: the results are the same, and none names the first place.
reason=
good pack tree -o one.rom --cache store
mkdir -p elsewhere
mv tree elsewhere/tree
good pack elsewhere/tree -o two.rom --cache store --stats
grep -q ' ran=0 ' out || reason="the copy does not find the results: $(tail -n 1 out)"
cmp -s one.rom two.rom || reason="the copy gives another image"
grep -q 'elsewhere\|tree/' two.rom && reason="the image tells where it was packed"
judge cli_parts_do_not_depend_on_the_place "$reason"

# A game that plays takes one changed actor in: it goes on as the whole image, packed anew, does.
reason=
tree rgb565
good pack tree -o whole.rom
picture globe tree/pirate/pirate.png
good pack tree -o part.rom --actor pirate --overlay --base whole.rom
grep -q '^replaced IMAG texture/pirate/pirate.png$' out || reason="the texture is not told: $(grep -c . out) lines, $(head -n 1 out)"
[ "$(grep -c '^replaced\|^added\|^deleted' out)" -eq 1 ] || reason="more than the texture: $(tr '\n' ';' <out)"
good pack tree -o after.rom
for play in "after.rom" "whole.rom --overlay part.rom"; do
    "$OXCART" run $play --headless --frames 30 --hash >"hashes.${play%% *}" 2>err || reason="run $play: $(head -n 1 err)"
done
cmp -s hashes.after.rom hashes.whole.rom || reason="the part does not play like the whole"
"$OXCART" run whole.rom --headless --frames 30 --hash >hashes.before 2>err
cmp -s hashes.before hashes.whole.rom && reason="the part changes nothing"
judge cli_parts_play_like_the_whole "$reason"

# The same while it plays: the overlay of the part is rewritten under a running game.
if command -v tmux >/dev/null; then
    reason=
    sed -i 's/^format.*/format xrgb8888/; s/object marine.*/object pirate at=0,0.5,2.5 scale=2 shading=unlit/; /object pirate at=1/d' tree/cart.txt
    picture stone tree/pirate/pirate.png
    good pack tree -o whole.rom
    good pack tree -o part.rom --actor pirate --overlay --base whole.rom
    socket=oxcart-parts-$$
    tmux -L $socket -f /dev/null new-session -d -x 100 -y 40 "COLORTERM=truecolor '$OXCART' run whole.rom --overlay part.rom --live --terminal 2>live.err; sleep 5"
    shows() { # PATTERN: waits until it is on the screen, at most 10 s
        for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
            tmux -L $socket capture-pane -e -p 2>/dev/null | grep -qE "$1" && return 0
            sleep 0.5
        done
        return 1
    }
    shows '[34]8;2;' || reason="the game does not show: $(head -n 1 live.err)"
    sed -i 's/map_Kd .*/Kd 1 0 1/' tree/pirate/pirate.mtl
    good pack tree -o part.rom --actor pirate --overlay --base whole.rom
    shows '[34]8;2;255;0;255' || reason="${reason:-the changed actor does not show: $(head -n 1 live.err)}"
    tmux -L $socket kill-server 2>/dev/null
    judge cli_parts_enter_a_running_game "$reason"
else
    echo "skip cli_parts_enter_a_running_game no tmux"
fi

# ---- assets as targets of make ----

if ! command -v make >/dev/null; then
    echo "skip cli_parts_targets no make"
    exit $failed
fi
reason=
cp -r "$showcase" cart
rm -rf .oxcart
printf 'all: game.rom program\ngame.mk: cart/cart.txt\n\t$(OXCART) pack cart -o game.rom --stats --targets game.mk\ninclude game.mk\nprogram: program.c\n\tcp program.c program\n' >Makefile
echo 'code' >program.c
makes() { make OXCART="$OXCART" >out 2>err || reason="make fails: $(head -n 1 err)"; }
makes
[ -e game.rom ] && [ -e program ] || reason="one command does not make code and image"
[ "$(grep -c '^\.oxcart/game.rom.made/.*:$' game.mk)" -eq 24 ] || reason="other than 24 targets of assets"
grep -q '^  \.oxcart/game.rom.made/texture/crate ' game.mk || reason="the image does not wait for a texture"
makes
make -q OXCART="$OXCART" || reason="make is not content after making"
for content in same other; do
    sleep 1.1
    [ $content = same ] && touch cart/crate.xpm || cp cart/wood.xpm cart/crate.xpm
    makes
    [ "$(grep -c "asset '" out)" -eq 1 ] && grep -q "asset 'texture/crate'" out || reason="$content: other assets are made: $(grep asset out | head -n 2)"
    ran=$(sed -n 's/^.* ran=\([0-9]*\) .*/\1/p' out | tr '\n' ' ')
    [ $content = same ] && expected='0 0 ' || expected='1 0 '
    [ "$ran" = "$expected" ] || reason="$content: steps of asset and image: $ran"
    make -q OXCART="$OXCART" || reason="$content: make is not content then"
done
"$OXCART" pack cart -o clean.rom --no-cache --quiet
cmp -s game.rom clean.rom || reason="the image is not that of a clean build"
judge cli_parts_targets_run_what_changed "$reason"

reason=
cp game.rom before.rom
cp .oxcart/game.rom.made/texture/crate before.made
sleep 1.1
head -c 60 "$showcase/crate.xpm" >cart/crate.xpm
make OXCART="$OXCART" >out 2>err && reason="a broken asset does not fail the build"
grep -q 'cart/crate.xpm:[0-9:]*: error: ' err || reason="the mistake is not told: $(head -n 1 err)"
cmp -s game.rom before.rom && cmp -s .oxcart/game.rom.made/texture/crate before.made || reason="a failed build writes something"
[ -z "$(find . -name '*.part')" ] && [ -z "$(ls .oxcart/tmp)" ] || reason="litter is left"
cp "$showcase/crate.xpm" cart/crate.xpm
makes
make -q OXCART="$OXCART" || reason="make is not content after mending"
"$OXCART" pack cart -o game.rom --asset mesh/nobody >out 2>err
[ $? -eq 1 ] && grep -q 'there is no `mesh/nobody`' err || reason="an asset that is not there: $(head -n 1 err)"
"$OXCART" clean game.rom && [ ! -e .oxcart/game.rom.made ] || reason="clean leaves targets"
judge cli_parts_targets_fail_cleanly "$reason"
exit $failed
