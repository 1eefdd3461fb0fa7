#!/bin/sh
# Particles from text to picture: presets play 600 frames in a pool of 256, the same pixels on every machine and in all bands, the viewer's
# frames, pauses and steps, mistakes in texts, live changes.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
FRAMES=${FRAMES:-30}
work=$B/particles
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart view=72x48
. tests/ports/everywhere.sh
unset DISPLAY

hashes() { grep '^frame=[0-9]* hash=' "$1" | tr 'A-F' 'a-f'; }

"$oxcart" pack rom/carts/effects -o "$work/effects.rom" --quiet 2>"$work/err"
judge particles_example_packs $? "$(head -n 1 "$work/err")"

# FX-123: the presets, each alone in a pool of 256. Looked at before the sums were written down.
mkdir "$work/one"
cp rom/carts/effects/*.particles rom/carts/effects/star.xpm "$work/one"
preset() { # name: the hash of frame 570 of 600
    {
        printf 'title one\nformat pal8\nbudget 256K\nframe 64K\nsize 120x80\nstart main\ncapacity particles 256\n'
        printf 'texture star star.xpm keyed\nparticles %s %s.particles\n' "$1" "$1"
        printf 'scene main\n  background #202838\n  camera at=0,1,6 target=0,0.5,0\n  emitter %s\nend\n' "$1"
    } >"$work/one/cart.txt"
    "$oxcart" pack "$work/one" -o "$work/one.rom" --quiet 2>"$work/err" && "$oxcart" run "$work/one.rom" --headless --frames 600 --hash 2>"$work/err" | sed -n 's/^frame=570 hash=//p'
}
bad=
while read -r name wanted; do
    got=$(preset "$name")
    [ "$got" = "$wanted" ] && ! grep -q warning "$work/err" || bad="$bad $name=$got"
done <tests/scripts/ports/particles.sums
[ -z "$bad" ]
judge particles_presets_give_their_frames $? "$bad $(head -n 1 "$work/err")"

play() { "$oxcart" run "$work/effects.rom" --headless --frames "$FRAMES" --hash "$@" 2>&1; }
play >"$work/host"
bad=
for lines in 8 16 23; do
    play --bands $lines --threads 1 >"$work/bands" 2>&1
    [ "$(hashes "$work/bands")" = "$(hashes "$work/host")" ] || bad="$bad $lines"
done
[ -z "$bad" ] && [ "$(hashes "$work/host" | sort -u -k 2 | grep -c .)" -ge $((FRAMES - 2)) ]
judge particles_same_in_all_bands $? "$bad $(tail -n 1 "$work/host")"
for format in rgb565 bgr555 xrgb8888; do play --size 72x48 --format $format >"$work/host_$format"; done

if port_is_ready particles_same_on_gba gba; then
    "$oxcart" export "$work/effects.rom" --gba "$work/effects.gba" --log-hashes --deterministic --frames "$FRAMES" >"$work/export" 2>&1 &&
        "$B/gba_runner" "$work/effects.gba" --frames 6000 >"$work/gba" 2>&1
    [ -n "$(hashes "$work/gba")" ] && [ "$(hashes "$work/gba")" = "$(hashes "$work/host")" ] && ! grep -q 'plain player' "$work/export"
    judge particles_same_on_gba $? "$(head -n 1 "$work/gba") $(head -n 1 "$work/export")"
fi
if port_is_ready particles_same_on_mps2 mps2; then
    bad=
    for format in 1:rgb565 2:bgr555 3:xrgb8888; do
        sh platform/mps2/run.sh "$B/mps2/player.elf" "$work/effects.rom" "$FRAMES" --hashes --size 72x48 --format "${format%:*}" >"$work/mps2" 2>&1
        [ -n "$(hashes "$work/mps2")" ] && [ "$(hashes "$work/mps2")" = "$(hashes "$work/host_${format#*:}")" ] || bad="$bad ${format#*:}"
    done
    [ -z "$bad" ]
    judge particles_same_on_mps2 $? "$bad $(tail -n 1 "$work/mps2")"
fi
if port_is_ready particles_same_in_a_browser web; then
    "$oxcart" export "$work/effects.rom" --web "$work/effects.html" --log-hashes --deterministic --frames "$FRAMES" >"$work/export" 2>&1 && node tests/web/page.js "$work/effects.html" >"$work/web" 2>&1
    grep -o 'frame=[0-9]* hash=[0-9a-f]*' "$work/web" >"$work/web_hashes"
    [ -s "$work/web_hashes" ] && hashes "$work/host" | cmp -s - "$work/web_hashes"
    judge particles_same_in_a_browser $? "$(head -n 2 "$work/web" | tr '\n' ' ') $(head -n 1 "$work/export")"
fi

# The viewer: frame n, the same played, held and gone back to by hand; another camera by hand.
hash() { "$oxcart" view "$work/effects.rom" "$@" --hash 2>"$work/err" | sed -n 's/^frame=[0-9]* hash=//p'; }
at() { sed -n "s/^frame=$1 hash=//p" "$work/played"; }
[ -n "$(hash particles/fire)" ] && [ "$(hash particles/fire --frame 20)" != "$(hash particles/fire --frame 21)" ] && [ "$(hash particles/fire --frame 20)" = "$(hash particles/fire --frame 20)" ] &&
    [ "$(hash particles/fire --frame 20 --fields)" != "$(hash particles/fire --frame 20)" ]
judge particles_are_viewed_frame_by_frame $? "$(hash particles/fire) $(cat "$work/err")"
"$oxcart" view "$work/effects.rom" particles/fire -o "$work/fire.png" --frame 40 && [ -s "$work/fire.png" ]
judge particles_are_viewed_as_png $? ''
printf '10 press START\n11 release START\n14 press RIGHT\n15 release RIGHT\n18 press LEFT\n19 release LEFT\n22 press UP\n23 release UP\n26 press START\n27 release START\n34 press SELECT\n35 release SELECT\n' >"$work/keys"
"$oxcart" view "$work/effects.rom" particles/fire --headless --quiet --hash --frames 40 --input "$work/keys" >"$work/played" 2>"$work/err"
[ "$(at 0)" = "$(hash particles/fire)" ] && [ "$(at 8)" = "$(hash particles/fire --frame 8)" ] && [ "$(at 13)" = "$(hash particles/fire --frame 9)" ] && [ "$(at 16)" = "$(hash particles/fire --frame 10)" ] &&
    [ "$(at 20)" = "$(hash particles/fire --frame 9)" ] && [ "$(at 30)" = "$(hash particles/fire --frame 19)" ] && [ "$(at 36)" = "$(hash particles/fire --frame 6)" ]
judge particles_viewed_pause_step_change_their_rate_and_restart $? "$(cat "$work/played" "$work/err" | tr '\n' ' ')"
printf '5 press RIGHT\n' >"$work/keys"
"$oxcart" view "$work/effects.rom" particles/magic --headless --quiet --hash --frames 30 --input "$work/keys" >"$work/played" 2>"$work/err"
[ -n "$(at 29)" ] && [ "$(at 29)" != "$(hash particles/magic --frame 29)" ]
judge particles_viewed_are_turned $? "$(cat "$work/err")"

# TLS-027: every kind of asset of the sample carts opens, without a display.
"$oxcart" new "$work/first" >"$work/out" 2>&1 && "$oxcart" pack "$work/first" -o "$work/first.rom" --quiet 2>"$work/err"
"$oxcart" new "$work/side" --template 2d >"$work/out" 2>&1 && "$oxcart" pack "$work/side" -o "$work/side.rom" --quiet 2>"$work/err"
"$oxcart" pack rom/carts/showcase -o "$work/showcase.rom" --quiet 2>"$work/err"
bad=
count=0
for rom in showcase first side effects; do
    for type in $("$oxcart" ls "$work/$rom.rom" | sed -n 's/^[0-9a-f]\{8\} \([A-Z_0-9]\{4\}\) .*/\1/p' | sort -u); do
        "$oxcart" view "$work/$rom.rom" "$type" --size 96x64 --hash -o "$work/type.png" >"$work/out" 2>"$work/err" && [ -s "$work/type.png" ] && grep -q '^frame=0 hash=' "$work/out" || bad="$bad $rom:$type"
        count=$((count + 1))
    done
done
[ -z "$bad" ] && [ "$count" -ge 24 ]
judge view_every_kind_of_the_sample_carts_opens $? "$count kinds, not$bad: $(head -n 1 "$work/err")"

# A game's own frames, from where the viewer's camera stands: 2.2 times the radius of what the particles reach, here that of a cube of a metre.
printf 'rate 7\nlife 1 3\nspin -0.5 0.5\nsize 1\ncolour #FFFFFF #FF4020 #2040FF\nalpha 0.2 0.6 0.1\nbillboard square\nblend add\n' >"$work/one/still.particles"
printf 'title one\nformat pal8\nbudget 256K\nframe 64K\nstart main\nparticles still still.particles\nscene main\n  background #203040\n  camera at=0,0,1.905255888 target=0,0,0 near=0.0433012702 far=10.3923048454\n  emitter still seed=1\nend\n' >"$work/one/cart.txt"
"$oxcart" pack "$work/one" -o "$work/still.rom" --quiet 2>"$work/err"
bad=
for frame in 0 10 60; do
    "$oxcart" run "$work/still.rom" --headless --frames $((frame + 1)) --size 320x240 --hash 2>/dev/null | grep "^frame=$frame " >"$work/game"
    "$oxcart" view "$work/still.rom" particles/still --frame $frame --hash 2>"$work/err" | sed "s/^frame=[0-9]*/frame=$frame/" >"$work/seen"
    cmp -s "$work/game" "$work/seen" || bad="$bad $(cat "$work/game" "$work/seen" | tr '\n' ' ')"
done
[ -z "$bad" ] && [ -s "$work/game" ]
judge particles_viewed_are_the_games $? "$bad $(head -n 1 "$work/err")"

# Mistakes: one line each, with file, line and column.
preset fire >"$work/out"
bad=
while IFS='|' read -r text wanted; do
    printf 'rate 5\n%s\n' "$text" >"$work/one/fire.particles"
    "$oxcart" pack "$work/one" -o "$work/bad.rom" --quiet >"$work/out" 2>&1
    [ $? -eq 1 ] && grep -q "fire.particles:2:.*$wanted" "$work/out" && [ ! -e "$work/bad.rom" ] || bad="$bad [$text: $(head -n 1 "$work/out")]"
done <<'TEXTS'
raet 5|is unknown
rate 7|given twice
life 0|out of range
life 3 2|above the most
speed|wants one number
shape cube 2|possible are point, box
shape ball|a radius
direction 0,0,0|leads nowhere
spread 181|out of range
colour 12345|no colour
alpha 2|out of range
size 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17|1 to 16 numbers
picture moon|no texture of the cart
picture star 3x1|1, 2, 4, 8 or 16
picture star 2|no pair
burst 5 each 2|every SECONDS
blend mix|possible are solid
frame 0.5|no whole number
along 3|nothing behind
floor high|not a number
TEXTS
[ -z "$bad" ]
judge particles_mistakes_are_told_with_their_place $? "$bad"
# The column is that of the word.
printf 'rate 5\nburst 5 each 2\n' >"$work/one/fire.particles"
"$oxcart" pack "$work/one" -o "$work/bad.rom" --quiet >"$work/out" 2>&1
[ $? -eq 1 ] && grep -q 'fire.particles:2:9: ' "$work/out"
judge particles_mistakes_have_their_column $? "$(cat "$work/out")"

# A picture that cannot be cut into its frames.
bad=
for what in 'star 16x16|' 'tiny 16x1|16x1 frames are more than the pixels of their picture .tiny., 8x8' 'odd|.odd. is 24x8, and sides must be powers of two'; do
    printf 'rate 5\npicture %s\n' "${what%|*}" >"$work/one/fire.particles"
    {
        printf 'title one\nformat pal8\nbudget 256K\nframe 64K\nstart main\ntexture star star.png keyed\ntexture tiny tiny.png\ntexture odd odd.png\nparticles fire fire.particles\n'
        printf 'scene main\n  camera at=0,1,6 target=0,0,0\n  emitter fire\nend\n'
    } >"$work/one/cart.txt"
    python3 - "$work/one" <<'PY'
import sys, zlib, struct
for name, width in (('tiny', 8), ('odd', 24)):
    def part(tag, data): return struct.pack('>I', len(data)) + tag + data + struct.pack('>I', zlib.crc32(tag + data))
    rows = b''.join(b'\0' + bytes(range(3 * width)) for y in range(8))
    open('%s/%s.png' % (sys.argv[1], name), 'wb').write(b'\x89PNG\r\n\x1a\n' + part(b'IHDR', struct.pack('>IIBBBBB', width, 8, 8, 2, 0, 0, 0)) + part(b'IDAT', zlib.compress(rows)) + part(b'IEND', b''))
PY
    "$oxcart" pack "$work/one" -o "$work/bad.rom" --quiet >"$work/out" 2>&1
    status=$?
    if [ -z "${what#*|}" ]; then [ $status -eq 0 ]; else [ $status -eq 1 ] && grep -q "cart.txt:9:.*particles .fire.: .*${what#*|}" "$work/out"; fi || bad="$bad [$what: $(head -n 1 "$work/out")]"
    rm -f "$work/bad.rom"
done
[ -z "$bad" ]
judge particles_pictures_are_powers_of_two_and_hold_their_frames $? "$bad"
preset fire >"$work/out"
printf 'colour #FFFFFF\n' >"$work/one/fire.particles"
"$oxcart" pack "$work/one" -o "$work/bad.rom" --quiet >"$work/out" 2>&1
[ $? -eq 1 ] && grep -q 'sends nothing' "$work/out"
judge particles_that_send_nothing_are_refused $? "$(cat "$work/out")"
printf 'scene main\n  camera at=0,1,6 target=0,0,0\n  emitter nothing\nend\n' >"$work/one/cart.txt"
"$oxcart" pack "$work/one" -o "$work/bad.rom" --quiet >"$work/out" 2>&1
[ $? -eq 1 ] && grep -q 'cart.txt:3:.*nothing' "$work/out"
judge particles_unknown_names_are_told $? "$(cat "$work/out")"
exit 0
