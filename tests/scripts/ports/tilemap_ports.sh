#!/bin/sh
# A game on a map of tiles (rom/carts/hop): a recording of it, through the whole room to the door, gives the same pictures and the same state, step by step,
# on every machine; what was saved and what was gone back to goes on alike; maps with mistakes are told, and played on.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
TICKS=${TICKS:-500}
work=$B/tilemap_ports
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart view=120x80
. tests/ports/everywhere.sh
unset DISPLAY

"$MAKE" -s B="$B" "$oxcart" >"$work/build" 2>&1 || { echo "FAIL tilemap_ports oxcart does not build"; exit 1; }
rom=$work/hop.rom
"$oxcart" pack rom/carts/hop -o "$rom" --strict --quiet >"$work/out" 2>&1 && "$oxcart" check "$rom" --strict >>"$work/out" 2>&1
judge tilemap_cart_packs $? "$(tail -n 1 "$work/out")"

# Jumps through the room: coins on the way, both crates broken, the door reached. `strikes`: B is pressed every seventh frame from 200 on.
{
    printf '%s\n' '5 hold RIGHT 480' '46 press A' '57 release A' '85 press A' '92 release A' '107 press A' '122 release A' '130 press A' \
        '134 release A' '164 press A' '183 release A' '190 press A' '208 release A' '219 press A' '230 release A' '263 press A' \
        '278 release A' '314 press A' '320 release A' '345 press A' '350 release A' '371 press A' '391 release A' '434 press A' \
        '448 release A' '460 press A' '469 release A'
    frame=200
    while [ $frame -lt 480 ]; do
        printf '%s press B\n%s release B\n' $frame $((frame + 2))
        frame=$((frame + 7))
    done
} | sort -s -n -k 1,1 >"$work/input"
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames "$TICKS" --hash --input "$work/input" --record "$work/game.session" --thorough >"$work/game.said" 2>&1
grep '^frame=' "$work/game.said" >"$work/game.pictures"
[ "$(wc -l <"$work/game.pictures")" -eq "$TICKS" ] && ! grep -q 'error\|warning' "$work/game.said"
judge tilemap_cart_plays $? "$(grep -v '^frame=' "$work/game.said" | tail -n 1)"
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames "$TICKS" --input "$work/input" >"$work/told" 2>&1
grep -qx 3036 "$work/told" && grep -qx 3037 "$work/told" && grep -qx 3 "$work/told" && grep -qx 1003 "$work/told"
judge tilemap_cart_coins_crates_and_door $? "$(tail -n 1 "$work/told")"
# The picture of frame 60 in the cart's own size was looked at before it was written down.
printf '10 hold RIGHT 60\n30 press A\n40 release A\n' >"$work/walk"
got=$("$oxcart" run "$rom" --headless --frames 61 --hash --input "$work/walk" 2>&1 | sed -n 's/^frame=60 hash=//p')
[ "$got" = d742caaa ]
judge tilemap_cart_gives_its_picture $? "$got"

for threads in 1 2; do
    # shellcheck disable=SC2086
    "$oxcart" run "$rom" --headless $size --hash --replay "$work/game.session" --threads $threads >"$work/host" 2>&1
    grep '^frame=' "$work/host" | cmp -s - "$work/game.pictures" && grep -q "^replay: $TICKS of $TICKS ticks, $TICKS checks equal" "$work/host"
    judge "tilemap_same_state_threads_$threads" $? "$(tail -n 1 "$work/host")"
done
for lines in 8 24 80; do
    # shellcheck disable=SC2086
    "$oxcart" run "$rom" --headless $size --hash --replay "$work/game.session" --bands $lines >"$work/host" 2>&1
    grep '^frame=' "$work/host" | cmp -s - "$work/game.pictures"
    judge "tilemap_same_pictures_bands_$lines" $? "$(tail -n 1 "$work/host")"
done

# Saved behind the broken crates, loaded later: what follows is what followed the saving.
hash() { sed -n "s/^frame=$1 hash=//p" "$work/saved"; }
{ sed '/^4[2-9]/d' "$work/input"; printf '420 press SELECT\n422 release SELECT\n500 press START\n502 release START\n'; } | grep -v '^5 hold' >"$work/keys"
sed -i '1i 5 hold RIGHT 400' "$work/keys"
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames 560 --hash --input "$work/keys" --saves "$work/saves" >"$work/saved" 2>&1
bad=
for step in 5 9 20 41 55; do
    [ -n "$(hash $((420 + step)))" ] && [ "$(hash $((420 + step)))" = "$(hash $((500 + step)))" ] || bad="$bad $step"
done
[ -z "$bad" ]
judge tilemap_saved_with_changed_cells_goes_on $? "not$bad: $(grep -v '^frame=' "$work/saved" | tail -n 1)"

# ---- mistakes ----

cart=$work/wrong
mkdir -p "$cart"
cp rom/carts/hop/tiles.xpm "$cart"
printf 'A map.\n3,2\n0,1,2\n3,99,-1\n' >"$cart/map.csv"
text() { # lines of the scene, then of the cart
    printf 'size 64x48\nformat pal8\nbudget 96K\ntileset rocks tiles.xpm tile=16x16 solid=0-2\ntilemap room map.csv tiles=rocks\n%s\nscene main\ncamera at=1.5,-1 flat\n%s\nend\n' "$2" "$1" >"$cart/cart.txt"
}
says() { # name, words, lines of the scene, of the cart
    text "$3" "$4"
    "$oxcart" pack "$cart" -o "$work/wrong.rom" >"$work/out" 2>&1
    grep -q "$2" "$work/out"
    judge "$1" $? "$(tail -n 1 "$work/out")"
}
says tilemap_unknown_map_is_told 'cart.txt:9: error: there is no tilemap `cave`' 'map cave' ''
printf '0,1,2\n3,4,5\n' >"$cart/parts.csv"
says tilemap_regions_need_a_set 'cart.txt:9: error: `parts` is regions: say by tiles= with which tileset they are shown' 'map parts' 'regions parts parts.csv width=1 height=1 tile=128x128'
says tilemap_unknown_set_is_told 'there is no tileset `snow`' 'map room tiles=snow' ''
says tilemap_map_twice_is_told 'the map `room` is in this scene already, in line 9' 'map room
map room at=1,1' ''
says tilemap_place_is_told 'cart.txt:9:10: error: `at=left`: write X,Y' 'map room at=left' ''
says tilemap_words_are_told 'solid: write numbers of tiles' 'map room' 'tileset other tiles.xpm tile=16x16 solid=a-b'
says tilemap_tiles_beyond_the_picture_are_told 'the picture holds 16 tiles, and number 40' 'map room' 'tileset other tiles.xpm tile=16x16 solid=40'
text 'map room' ''
"$oxcart" pack "$cart" -o "$work/wrong.rom" >"$work/out" 2>&1 && "$oxcart" run "$work/wrong.rom" --headless --frames 30 --hash >"$work/out" 2>&1
[ "$(grep -c 'has tiles that its set has not got' "$work/out")" -eq 1 ] && grep -q '^frame=29' "$work/out"
judge tilemap_tile_beyond_its_set_is_told_once $? "$(tail -n 1 "$work/out")"

# Cells far below a pixel cost no time: a map without end, seen from so far away that a picture would show millions of them.
text 'map room wrap=both' ''
sed -i 's/ flat$/ flat zoom=0.004/; s/tile=16x16 solid=0-2/tile=2x2/' "$cart/cart.txt"
printf 'A map.\n3,2\n0,1,2\n3,9,-1\n' >"$cart/map.csv"
"$oxcart" pack "$cart" -o "$work/wrong.rom" >"$work/out" 2>&1 && timeout 20 "$oxcart" run "$work/wrong.rom" --headless --frames 30 --hash >"$work/out" 2>&1
[ "$(grep -c 'its cells are too small to be seen' "$work/out")" -eq 1 ] && grep -q '^frame=29' "$work/out"
judge tilemap_cells_below_a_pixel_are_left_out $? "$(tail -n 1 "$work/out")"

# ---- the other machines ----

play_everywhere tilemap_same_state "$rom" "$work/game" "$TICKS"
