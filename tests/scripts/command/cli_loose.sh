#!/bin/sh
# The loose tree: the folder of a cart, arranged as its makers like it, plays like the image packed of it; where a file
# lies does not matter; a running game takes over what is rewritten.
. tests/judge.sh
B=${B:-build}
OXCART=${OXCART:-$B/oxcart}
work=$B/cli_loose
[ -x "$OXCART" ] || { echo "FAIL cli_loose $OXCART is not built"; exit 1; }
rm -rf "$work"
mkdir -p "$work"

tree=$work/game/Resources
for folder in Characters/Pirate Characters/Marine Characters/Player Weapons/Pistol Weapons/Rifle Weapons/BFG Levels/Level1 \
    Levels/Level2 Objects/Crate Objects/Barrel; do
    mkdir -p "$tree/$folder"
done
pyramid() { printf 'v -%s 0 %s\nv %s 0 %s\nv 0 %s 0\nv 0 0 -%s\nf 1 2 3\nf 2 4 3\nf 4 1 3\nf 1 4 2\n' "$1" "$1" "$1" "$1" "$1" "$1"; }
pyramid 1 >"$tree/Characters/Pirate/body.obj"
pyramid 0.8 >"$tree/Characters/Player/body.obj"
pyramid 0.4 >"$tree/Weapons/Rifle/rifle.obj"
pyramid 0.6 >"$tree/Objects/Crate/crate.obj"
printf 'level 1\nbounds 0,0,0 9,9,9\n' >"$tree/Levels/Level1/things.txt"
cat >"$work/game/cart.txt" <<'END'
title "Loose"
size 64x48
format rgb565
budget 128K
frame 24K
start level1
mesh pirate Resources/Characters/Pirate/body.obj
mesh player Resources/Characters/Player/body.obj
mesh rifle Resources/Weapons/Rifle/rifle.obj
mesh crate Resources/Objects/Crate/crate.obj
level one Resources/Levels/Level1/things.txt
scene level1
  camera at=0,1,6 target=0,0,0
  light sun direction=0,-1,-1
  object pirate at=-2,0,0 spin=30,0,0
  object player at=0,0,0
  object rifle at=1,0,1 bob=0.3,1,0
  object crate at=2,0,0
end
END

"$OXCART" pack "$work/game" -o "$work/game.rom" --quiet >"$work/out" 2>&1
"$OXCART" pack "$work/game" -o "$work/before.rom" --quiet --release >>"$work/out" 2>&1 # without the names of files
judge loose_the_tree_packs $? "$(head -n 1 "$work/out")"
play() { "$OXCART" run "$1" --headless --frames 60 --hash --record "$2.record" --thorough $3 >"$2.hash" 2>"$2.err"; }
play "$work/game" "$work/a" && play "$work/game.rom" "$work/b" && grep -q '^frame=59' "$work/a.hash" && cmp -s "$work/a.hash" "$work/b.hash"
judge loose_frames_are_those_of_the_image $? "$(head -n 1 "$work/a.err")"
cmp -s "$work/a.record" "$work/b.record"
judge loose_state_is_that_of_the_image $? "the recordings differ"

# Another place for a file, another line in cart.txt: the same id, the same game.
mkdir -p "$tree/Old"
mv "$tree/Objects/Crate/crate.obj" "$tree/Old/Box.obj"
sed -i 's|Resources/Objects/Crate/crate.obj|Resources/Old/Box.obj|' "$work/game/cart.txt"
play "$work/game" "$work/c" && cmp -s "$work/a.hash" "$work/c.hash" && "$OXCART" pack "$work/game" -o "$work/moved.rom" --quiet --release >"$work/out" 2>&1 &&
    cmp -s "$work/before.rom" "$work/moved.rom"
judge loose_a_file_may_lie_anywhere $? "$(head -n 1 "$work/c.err")"

# The image of another program's making is followed while it plays; a bad one changes nothing.
sed 's/^  camera.*/&\n  background #FF8000/' "$work/game/cart.txt" >"$work/cart.new"
cp "$work/game.rom" "$work/live.rom"
"$OXCART" run "$work/live.rom" --headless --frames 100000 --hash --live >"$work/live.hash" 2>"$work/live.err" &
player=$!
cp "$work/cart.new" "$work/game/cart.txt"
"$OXCART" pack "$work/game" -o "$work/next.rom" --quiet >"$work/out" 2>&1
head -c 300 "$work/next.rom" >"$work/live.rom.tmp" && mv "$work/live.rom.tmp" "$work/live.rom"
sleep 0.6
cp "$work/next.rom" "$work/live.rom.tmp" && mv "$work/live.rom.tmp" "$work/live.rom"
wait "$player"
status=$?
first=$(sed -n '1s/.*hash=//p' "$work/live.hash")
last=$(sed -n '$s/.*hash=//p' "$work/live.hash")
frames=$(grep -c '^frame=' "$work/live.hash")
[ "$status" -eq 0 ] && [ "$frames" -eq 100000 ] && [ -n "$first" ] && [ "$first" != "$last" ] && grep -q 'live.rom' "$work/live.err"
judge loose_an_image_is_followed_while_it_plays $? "status $status, $frames frames: $(head -n 1 "$work/live.err")"

"$OXCART" run "$work/game.rom" --headless --frames 5 --strict >"$work/out" 2>&1
judge loose_strict_plays_what_is_whole $? "$(head -n 1 "$work/out")"
sed 's|Resources/Old/Box.obj|Resources/Old/None.obj|' "$work/cart.new" >"$work/game/cart.txt"
"$OXCART" pack "$work/game" -o "$work/lack.rom" --quiet >"$work/out" 2>&1
"$OXCART" run "$work/lack.rom" --headless --frames 5 >"$work/out" 2>&1 && grep -q 'a box stands in' "$work/out" &&
    ! "$OXCART" run "$work/lack.rom" --headless --frames 5 --strict >"$work/out" 2>&1 && grep -q 'missing or damaged' "$work/out"
judge loose_strict_refuses_what_lacks $? "$(head -n 1 "$work/out")"
"$OXCART" run "$work/game.rom" --headless --level nowhere --frames 5 >"$work/out" 2>&1
[ $? -eq 1 ] && grep -q 'is missing or damaged' "$work/out" && "$OXCART" run "$work/game.rom" --headless --level level1 --frames 5 >"$work/out" 2>&1
judge loose_a_level_by_its_name $? "$(head -n 1 "$work/out")"

# A font whose description and page lie in a folder of their own.
mkdir -p "$work/letters/fonts"
printf 'P2 4 8 255\n0 255 255 0 0 255 255 0 0 255 255 0 0 255 255 0 0 255 255 0 0 255 255 0 0 255 255 0 0 255 255 0\n' >"$work/letters/fonts/a.pgm"
printf 'info face="a" size=8\ncommon lineHeight=10 base=8\npage id=0 file="a.pgm"\nchar id=65 x=0 y=1 width=3 height=4 xoffset=0 yoffset=1 xadvance=4 page=0 chnl=15\n' \
    >"$work/letters/fonts/letter.fnt"
printf 'font letter fonts/letter.fnt\nscene main\n camera at=0,0,1 target=0,0,0\nend\n' >"$work/letters/cart.txt"
"$OXCART" pack "$work/letters" -o "$work/letters.rom" >"$work/letters.log" 2>&1 && "$OXCART" ls "$work/letters.rom" 2>&1 | grep -q 'font/letter'
judge cli_loose_font_with_its_page $? "$(tail -n 1 "$work/letters.log")"
