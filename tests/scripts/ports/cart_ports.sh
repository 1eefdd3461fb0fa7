#!/bin/sh
# The small games of rom/carts, and some scenes of the examples in Goad that C has, too: a recording of each gives the same pictures and the same
# state, step by step, on every machine: games, whose input goes so far, for 180 steps (Volley for 600), scenes of the examples for 60.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
games=${TICKS:-180} scenes=${TICKS:-60} longest=${TICKS:-600}
work=$B/cart_ports
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart view=64x48
. tests/ports/everywhere.sh

"$MAKE" -s B="$B" "$oxcart" >"$work/build" 2>&1 || { echo "FAIL cart_ports oxcart does not build"; exit 1; }
for game in volley bricks spells blocks chase wellhouse ship rockfield delta bjorn spin duel ring menus darkroom bloom glare karts arcade \
    examples/hands examples/heath examples/crates examples/echoes examples/reel examples/stage examples/topple examples/album examples/lens examples/signs examples/dials \
    examples/physics:cannon examples/physics:heap examples/physics:flat examples/physics:joints examples/physics:wheels \
    examples/physics:hand examples/physics:blast examples/physics:lob examples/physics:tiles examples/physics:walk \
    examples/cameras:chase examples/cameras:eyes examples/cameras:fixed examples/cameras:rail examples/cameras:drive examples/cameras:split \
    examples/cameras:shots \
    examples/motion:gaits examples/motion:roots examples/motion:layers examples/motion:reach examples/motion:sets examples/motion:flip examples/motion:ground examples/motion:moves examples/motion:meet examples/motion:arms examples/motion:pick examples/motion:names examples/stage:film \
    examples/faces:face examples/faces:talk examples/faces:shoal examples/faces:head \
    examples/water:pond examples/water:pool examples/cloth:flag examples/cloth:ropes \
    examples/pairs:areas examples/pairs:tasks examples/pairs:flow examples/pairs:actions examples/pairs:controls \
    examples/pairs:sounds; do
    cart=$(basename "$game" | tr : _)
    rom=$work/$cart.rom
    folder=$work/$cart.folder scene=${game#*:}
    case $game in arcade) folder=rom/carts/arcade more=4 ;; *) more=0 && cp -r "rom/carts/${game%:*}" "$folder" ;; esac # a list names its carts beside it; its recording has a step more for each change
    case $game in examples/lens) use_format bgr555 2 ;; *) use_format pal8 0 ;; esac # effects that want colours
    case $game in volley) TICKS=$longest ;; *:*) TICKS=$scenes ;; *) TICKS=$games ;; esac
    [ "$scene" = "$game" ] || sed -i "s/^start .*/start $scene/" "$folder/cart.txt"
    "$oxcart" pack "$folder" -o "$rom" --strict --quiet >"$work/out" 2>&1 && "$oxcart" check "$rom" --strict >>"$work/out" 2>&1
    judge "${cart}_packs" $? "$(tail -n 1 "$work/out")"
    # From the title into the game, and about in it.
    printf '3 press A\n5 release A\n10 hold LEFT 25\n24 press A\n26 release A\n30 press UP\n32 release UP\n60 hold RIGHT 40\n90 press UP\n92 release UP\n110 hold DOWN 30\n140 hold LEFT 40\n' >"$work/input"
    [ ! -f "$folder/tests/ports.input" ] || cp "$folder/tests/ports.input" "$work/input" # a game of its own, as one that is drawn
    record_game "$rom" "$TICKS" "$work/input" "$work/$cart"
    [ "$(wc -l <"$work/$cart.pictures")" -eq "$TICKS" ] && ! grep -q error "$work/$cart.said"
    judge "${cart}_plays" $? "$(grep -v '^frame=' "$work/$cart.said" | tail -n 1)"
    play_everywhere "${cart}_same_state" "$rom" "$work/$cart" "$TICKS" $((TICKS + more))
done
