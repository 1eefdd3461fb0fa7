#!/bin/sh
# oxcart view CART NAME: every kind of asset opens without a display, a scene's frame is the game's, frames differ, and what is wrong is told.
B=${B:-build}
work=$B/cli_view_asset
rm -rf "$work"
mkdir -p "$work/cart"
oxcart=$B/oxcart
unset DISPLAY

judge() { # name, status, what went wrong
    if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAIL $1 $3"; fi
}
hash() { "$oxcart" view "$@" --hash 2>"$work/err" | sed -n 's/^frame=[0-9]* hash=//p'; }

cp rom/carts/showcase/crate.obj rom/carts/showcase/crate.png rom/carts/showcase/wood.png "$work/cart"
python3 - "$work/cart" <<'PY'
import math, struct, sys
data = b''.join(struct.pack('<h', int(12000 * math.sin(i * i / 40000) * math.exp(-i / 4000))) for i in range(8000))
open(sys.argv[1] + '/beep.wav', 'wb').write(b'RIFF' + struct.pack('<I', 36 + len(data)) + b'WAVEfmt ' + struct.pack('<IHHIIHH', 16, 1, 1, 8000, 16000, 2, 16) + b'data' + struct.pack('<I', len(data)) + data)
glyphs = ''.join('STARTCHAR c%d\nENCODING %d\nSWIDTH 500 0\nDWIDTH 6 0\nBBX 4 5 0 0\nBITMAP\n%s\nENDCHAR\n' % (c, c, '\n'.join('%02X' % ((c * 37 + r * 91) & 0xF0) for r in range(5))) for c in range(65, 91))
open(sys.argv[1] + '/small.bdf', 'w').write('STARTFONT 2.1\nFONT t\nSIZE 8 75 75\nFONTBOUNDINGBOX 4 5 0 0\nSTARTPROPERTIES 2\nFONT_ASCENT 6\nFONT_DESCENT 2\nENDPROPERTIES\nCHARS 26\n' + glyphs + 'ENDFONT\n')
PY
printf 'beep beep\n' >"$work/cart/all.bank"
printf 'hello = Hello there\nbye = Good bye {name}\n' >"$work/cart/en.txt"
printf '0\n0.5\n1\n0.5\n0\n-0.5\n-1\n-0.5\n0\n' >"$work/cart/wave.txt"
printf 'level 1\nbounds -9,-1,-9 9,3,9\nspawn orc at=1,0,0\nspawn dot at=-4,0,5\n' >"$work/cart/hall.level"
cat >"$work/cart/cart.txt" <<'CART'
title All
start main
texture wood wood.png
material wood texture=wood shading=phong
mesh crate crate.obj material=wood
pixels crate crate.png format=index4 levels=on
haar crate crate.png
block-texture crate crate.png
sheet crates crate.png grid=16x16 rate=30
tileset tiles crate.png tile=8x8
tilemap map crate.png cut=8x8
sound beep beep.wav
bank all all.bank
text en en.txt
font small small.bdf
table wave wave.txt
level hall hall.level
raw notes en.txt
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
[ -z "$bad" ] && [ "$count" -ge 24 ]
judge view_asset_every_kind_opens_without_a_display $? "$count kinds, not$bad: $(head -n 1 "$work/err")"

# The console plays the scene: the frame is the game's.
"$oxcart" run "$work/all.rom" --headless --frames 11 --hash --size 320x240 2>/dev/null | grep '^frame=10 ' >"$work/game"
"$oxcart" view "$work/all.rom" scene/main --frame 10 --hash >"$work/out" 2>"$work/err"
cmp -s "$work/game" "$work/out"
judge view_asset_frame_of_a_scene_is_the_games $? "$(cat "$work/out" "$work/game" | tr '\n' ' ')"

[ -n "$(hash "$work/all.rom" mesh/crate)" ] && [ "$(hash "$work/all.rom" mesh/crate)" = "$(hash "$work/cart" mesh/crate)" ] && [ "$(hash "$work/all.rom" mesh/crate)" = "$(hash "$work/all.rom" mesh/crate --frame 120)" ] &&
    [ "$(hash "$work/all.rom" mesh/crate)" != "$(hash "$work/all.rom" mesh/crate --frame 10)" ] && [ "$(hash "$work/all.rom" sheet/crates)" != "$(hash "$work/all.rom" sheet/crates --frame 1)" ] &&
    [ "$(hash "$work/all.rom" sheet/crates --frame 3 --book 1)" != "$(hash "$work/all.rom" sheet/crates --frame 4 --book 1)" ] && [ "$(hash "$work/all.rom" sheet/crates --frame 4 --book 1)" = "$(hash "$work/all.rom" sheet/crates --frame 5 --book 1)" ] &&
    [ "$(hash "$work/all.rom" haar/crate)" != "$(hash "$work/all.rom" haar/crate --frame 2)" ] && [ "$(hash "$work/all.rom" mesh/crate --fields)" != "$(hash "$work/all.rom" mesh/crate)" ]
judge view_asset_frames_turn_and_come_round $? "$(hash "$work/all.rom" mesh/crate) $(cat "$work/err")"

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
for words in 'mesh/crate' 'mesh/crate --frame x -o a.png' 'mesh/crate --size 8x8 -o a.png' 'mesh/crate other -o a.png'; do
    # shellcheck disable=SC2086
    "$oxcart" view "$work/all.rom" $words >"$work/out" 2>"$work/err"
    [ $? -eq 2 ] && [ "$(wc -l <"$work/err")" -eq 1 ] || { good=1; break; }
done
[ $good -eq 0 ] && [ ! -e x.png ]
judge view_asset_wrong_words_are_told $? "$words: $(head -n 1 "$work/err")"
