#!/bin/sh
# The player for browsers: the program under node gives the pictures, recordings and saved games of this machine; an exported page
# opens from a file in a headless Chromium, plays, obeys keys and fingers, pauses, and tells what is wrong.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
FRAMES=${FRAMES:-20}
work=$B/web_port
rm -rf "$work"
mkdir -p "$work"

hashes() { grep '^frame=[0-9]* hash=' "$1"; }
same() { # name, log there, log here
    hashes "$3" >"$work/expected"
    [ -s "$work/expected" ] && hashes "$2" | cmp -s - "$work/expected"
    judge "$1" $? "$(hashes "$2" | diff - "$work/expected" | grep '^[<>]' | head -n 1) $(tail -n 1 "$2")"
}
oxcart=$B/oxcart
page() { node tests/web/page.js "$@"; }

if ! "$MAKE" -s B="$B" "$oxcart" "$B/showcase.rom" players >"$work/build" 2>&1; then
    echo "FAIL web_port oxcart or the showcase does not build: $(grep -m 1 -iE 'error|undefined' "$work/build")"
    exit 1
fi
rom=$B/showcase.rom
if [ -n "$(missing clang wasm-ld)" ]; then
    "$oxcart" export "$rom" --web "$work/no.html" 2>"$work/out"
    [ $? -eq 1 ] && grep -q 'the player for browsers is not there; .make players., with clang and lld installed, builds it' "$work/out" && [ ! -e "$work/no.html" ]
    judge web_export_says_what_is_missing $? "$(cat "$work/out")"
    echo "skip web_port no $(missing clang wasm-ld) here"
    exit 0
fi

# ---- what is exported ----

"$oxcart" export "$rom" --web "$work/game.html" >"$work/out" 2>&1 && "$oxcart" export "$rom" --web "$work/again.html" >>"$work/out" 2>&1 &&
    cmp -s "$work/game.html" "$work/again.html"
judge web_export_is_the_same_twice $? "$(cat "$work/out")"
grep -q '<title>Showcase</title>' "$work/game.html" && ! grep -qE '@[A-Z]+@|(src|href)="' "$work/game.html"
judge web_export_is_one_file $? "$(grep -m 1 -oE '@[A-Z]+@|(src|href)="[^"]*' "$work/game.html")"
echo "# player.wasm $(wc -c <"$B/web/player.wasm") bytes, page with the showcase of $(wc -c <"$rom") bytes: $(wc -c <"$work/game.html")"

"$oxcart" export "$rom" --web "$work/no.html" --player "$rom" >"$work/out" 2>&1
[ $? -eq 1 ] && grep -q 'this is no player for browsers' "$work/out" && [ ! -e "$work/no.html" ] && [ "$(wc -l <"$work/out")" -eq 1 ] &&
    "$oxcart" export "$rom" --web "$work/own.html" --player "$B/web/player.wasm" >"$work/out" 2>&1 && cmp -s "$work/own.html" "$work/game.html"
judge web_export_takes_another_player $? "$(cat "$work/out")"
"$oxcart" export "$rom" --web "$work/no.html" --gba "$work/no.gba" >"$work/out" 2>&1
[ $? -eq 2 ] && grep -q 'one of --gba OUT.gba, --lm3s6965 OUT.bin, --web OUT.html, --desktop OUT, --archive OUT.zip and --tree FOLDER is wanted' "$work/out"
judge web_export_is_for_one_machine $? "$(cat "$work/out")"

"$oxcart" new "$work/cart" >/dev/null 2>&1
sed -i 's|^title .*|title "</script> \&amp; <b>\x27s"|; s|^author.*||' "$work/cart/cart.txt"
"$oxcart" pack "$work/cart" -o "$work/cart.rom" >"$work/out" 2>&1 &&
    "$oxcart" export "$work/cart.rom" --web "$work/cart.html" --log-hashes --frames "$FRAMES" >>"$work/out" 2>&1
grep -qF "<title>&lt;/script&gt; &amp;amp; &lt;b&gt;'s</title>" "$work/cart.html" && ! grep -q '<b>' "$work/cart.html"
judge web_export_title_is_no_markup $? "$(grep -m 1 '<title>' "$work/cart.html") $(tail -n 1 "$work/out")"

# ---- the program, under node ----

if [ -n "$(missing node)" ]; then
    echo "skip web_port_plays no node here"
    exit 0
fi

# A cart that makes sound: a square wave of 2,000 frames at 8,000 a second.
mkdir "$work/tone"
{
    printf 'RIFF\304\017\000\000WAVEfmt \020\000\000\000\001\000\001\000\100\037\000\000\200\076\000\000\002\000\020\000data\240\017\000\000'
    i=0
    while [ $i -lt 100 ]; do
        printf '\000\040\000\040\000\040\000\040\000\040\000\040\000\040\000\040\000\040\000\040\000\340\000\340\000\340\000\340\000\340\000\340\000\340\000\340\000\340\000\340'
        i=$((i + 1))
    done
} >"$work/tone/low.wav"
cat >"$work/tone/cart.txt" <<'E'
title "Tone"
budget 256K
frame 16K
audio rate=8000 channels=1
sound low low.wav bank=both loop=0,2000
start main
scene main
  camera at=0,0,-3 target=0,0,0
  music low
end
E
"$oxcart" pack "$work/tone" -o "$work/tone.rom" >"$work/out" 2>&1 && "$oxcart" export "$work/tone.rom" --web "$work/tone.html" >>"$work/out" 2>&1

# ---- the page, in a browser: plays beside what follows, and is judged at the end ----

sed 's/\(data-saves="[^"]*">[^<]\{200\}\)..../\1AAAA/' "$work/game.html" >"$work/bad.html"
"$oxcart" export "$rom" --web "$work/browser.html" --log-hashes --frames "$FRAMES" >/dev/null
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
picture='document.getElementById("screen").toDataURL()'
# Whether the picture comes to stand, or to move, within some seconds.
comes() {
    echo "eval:(async () => { for (let i = 0, stands = null; ; i++) { const a = $picture; await new Promise((done) => setTimeout(done, 250));
        stands = a === $picture; if (stands === $1 || i === 20) return \"stands=\" + stands; } })()"
}
keep='const at = memory.buffer.byteLength - 64'
style='(() => { const s = getComputedStyle(document.getElementById("screen")); return "shown=" + [s.width, s.height].map((text) => Math.round(parseFloat(text) * devicePixelRatio)).join("x") + " " + s.imageRendering; })()'
trouble='(async () => { for (let i = 0; i < 100 && (typeof element === "undefined" || element("trouble").hidden); i++)
    await new Promise((done) => setTimeout(done, 100)); return "trouble=" + element("trouble").textContent; })()'
press() { echo "down:$1 wait:0.05 up:$1 wait:0.1"; }
# The showcase begins without figures, which would change while everything else stands.
# shellcheck disable=SC2046
[ -n "$browser" ] && TMPDIR=$(cd "$work" && pwd) timeout 120 node tests/web/browser.js "$browser" "$work/browser.html" log:quit:30 'eval:"over=" + !element("over").hidden' \
    open:"$work/game.html" log:Showcase:20 wait:0.3 "eval:$style" "$(comes false)" \
    $(press Enter) "$(comes true)" $(press Enter) "$(comes false)" \
    'eval:window.dispatchEvent(new Event("blur"))' wait:0.1 "$(comes true)" 'eval:window.dispatchEvent(new Event("focus"))' wait:0.1 "$(comes false)" \
    "eval:{ $keep; bytesAt(at, 3).set([7, 0, 200]); \"saved=\" + save(at, 3) }" \
    open: log:Showcase:20 "eval:{ $keep; \"kept=\" + load(at, 64) + \" \" + bytesAt(at, 3).join() }" \
    run:tests/web/sound.js open:"$work/tone.html" log:Tone:20 run:tests/web/heard.js size:360x740@3 open:"$work/game.html" log:Showcase:20 wait:0.3 "eval:$style" run:tests/web/devices.js touch:203,715 wait:0.1 lift wait:0.1 "$(comes true)" \
    shot:"$work/phone.png" open:"$work/bad.html" "eval:$trouble" >"$work/browser" 2>&1 &

plays() { # name, image, options: the last picture is the same too, as it is shown
    name=$1 image=$2
    shift 2
    "$oxcart" run "$image" --headless --frames "$FRAMES" --hash --shot "$work/host.png" "$@" >"$work/host" 2>&1
    "$oxcart" export "$image" --web "$work/$name.html" --log-hashes --frames "$FRAMES" "$@" >"$work/out" 2>&1
    page "$work/$name.html" --picture "$work/host.png" >"$work/there" 2>&1
    [ $? -eq 0 ] || echo 'frame=0 hash=failed' >>"$work/there"
    same "web_plays_$name" "$work/there" "$work/host"
}
for name in 240x160_pal8 120x80_bgr555 97x64_rgb565 320x200_xrgb8888; do
    plays "$name" "$rom" --size "${name%_*}" --format "${name#*_}"
done
plays in_bands "$rom" --bands 16
plays new_cart "$work/cart.rom"
"$oxcart" new "$work/flat" --template 2d >/dev/null 2>&1 && "$oxcart" pack "$work/flat" -o "$work/flat.rom" >/dev/null 2>&1
plays flat_cart "$work/flat.rom"
"$oxcart" view rom/carts/showcase/ox.obj --shade phong --size 200x150 --format rgb565 --frames 1 --headless -o "$work/view.rom" >/dev/null 2>&1
plays phong "$work/view.rom"

# With keys, and what was recorded here.
cat >"$work/input.txt" <<'E'
3 hold A 2
10 press RIGHT
31 release RIGHT
33 hold B 1
70 hold X+UP 9
90 hold START 1
99 hold START 1
E
"$oxcart" run "$rom" --headless --size 64x48 --frames 120 --hash --input "$work/input.txt" --record "$work/session" --thorough >"$work/host" 2>&1
"$oxcart" export "$rom" --web "$work/session.html" --size 64x48 --frames 120 --log-hashes >/dev/null
page "$work/session.html" --keys 3:A,5:,10:RIGHT,31:,33:B,34:,70:X+UP,79:,90:START,91:,99:START,100: >"$work/there"
same web_plays_with_keys "$work/there" "$work/host"
page "$work/session.html" --replay "$work/session" >"$work/there"
same web_replays "$work/there" "$work/host"
grep -q '^replay=120/120 checks=120 equal' "$work/there"
judge web_replays_with_every_value_equal $? "$(grep -m 1 '^replay' "$work/there")"
stack=$(sed -n 's/^stack=//p' "$work/there")
[ -n "$stack" ] && [ "${stack%/*}" -gt 300 ] && [ "${stack%/*}" -lt $((${stack#*/} / 2)) ]
judge web_stack_has_room $? "${stack:-none told}"
echo "# stack $stack"

memory=$(sed -n 's/^memory=//p' "$work/there")
[ "${memory:-0}" -gt 300000 ] && [ "$memory" -lt 1500000 ]
judge web_takes_the_budget_and_little_more $? "${memory:-none told} bytes"
echo "# memory of the program with everything, budget 196 KB: $memory bytes"

# What the speaker is handed is what this machine keeps as a file.
"$oxcart" run "$work/tone.rom" --headless --frames 60 --wav "$work/tone.wav" --quiet 2>"$work/out"
"$oxcart" export "$work/tone.rom" --web "$work/wave.html" --deterministic --frames 60 >/dev/null
page "$work/wave.html" --sound "$work/there.pcm" >"$work/there"
tail -c +45 "$work/tone.wav" >"$work/here.pcm"
[ "$(wc -c <"$work/here.pcm")" -eq 16000 ] && cmp -s "$work/here.pcm" "$work/there.pcm"
judge web_sounds_alike $? "$(wc -c <"$work/here.pcm") bytes here, $(wc -c <"$work/there.pcm") there; $(tail -n 1 "$work/there")"

# By the clock, two steps go into a picture of a thirtieth of a second.
"$oxcart" export "$rom" --web "$work/clock.html" --size 64x48 --frames 41 >/dev/null
page "$work/clock.html" --clock 30 --replay "$work/session" >"$work/there" 2>&1
grep -qE '^replay=(79|80)/120 checks=(79|80) equal' "$work/there"
judge web_plays_by_the_clock $? "$(tail -n 3 "$work/there" | tr '\n' ' ')"

page "$work/bad.html" >"$work/there" 2>&1
[ $? -eq 1 ]
judge web_damage_is_refused $? "$(tail -n 1 "$work/there")"

# ---- the page, in a browser ----

if [ -z "$browser" ]; then
    echo "skip web_browser no chromium here"
    exit 0
fi
wait $!
status=$?
if [ $status -eq 2 ]; then
    echo "skip web_browser it does not start: $(tail -n 1 "$work/browser")"
    exit 0
fi
judge web_browser_runs $status "$(tail -n 1 "$work/browser")"
"$oxcart" run "$rom" --headless --frames "$FRAMES" --hash >"$work/host" 2>&1
same web_browser_pixels "$work/browser" "$work/host"
expect() { # name, what stands in the answers, which of the lines that begin alike
    got=$(grep "^${2%%=*}=" "$work/browser" | sed -n "$3p")
    [ "$got" = "$2" ]
    judge "web_browser_$1" $? "$got instead of $2"
}
expect tells_the_end over=true 1
expect scales_by_whole_pixels 'shown=720x480 pixelated' 1
expect moves stands=false 1
expect key_pauses stands=true 2
expect key_goes_on stands=false 3
expect focus_lost_pauses stands=true 4
expect focus_gained_goes_on stands=false 5
expect saves saved=1 1
expect plays_sound sound=well 1
expect game_is_heard 'heard=the game at 8000' 1
expect saves_outlive_the_page 'kept=3 7,0,200' 1
expect fills_a_phone 'shown=960x640 pixelated' 2
expect pointer_wheel_and_pads devices=well 1
expect finger_pauses stands=true 6
grep -q '^trouble=The game cannot start: the cartridge in this page is damaged' "$work/browser"
judge web_browser_tells_trouble $? "$(grep -m 1 '^trouble' "$work/browser")"
