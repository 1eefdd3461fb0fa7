#!/bin/sh
# One suite for any port: it plays carts on it and compares every picture, and every step of a recording, with the desktop without a display. The report has
# a row for each feature, then `N features are the same, N differ, N the port does not have`.
#
#     make conformance PORT=template         or mps2, riscv, gba, web; another port: PLAY='command' in place of PORT
#
# A port is played by a command: COMMAND IMAGE FRAMES [--replay FILE], which prints `frame=N hash=H` for each picture and `replay=TICKS/END checks=N equal`
# behind a recording: on standard output, whatever way it comes there (a file, a serial line, semihosting). It may say `sound=CRC samples=N`, the CRC-32 of all
# samples as little-endian 16 bits, and `time=MICROSECONDS` of the run by its clock; a port that does not is told as one that has neither.
. tests/judge.sh
. tests/ports/everywhere.sh
B=${B:-build}
MAKE=${MAKE:-make}
PORT=${PORT:-template}
work=$B/conformance
rm -rf "$work"
mkdir -p "$work"
same=0 differ=0 absent=0

# Builds what a port's player needs, and names the command that plays.
case ${PLAY:+own}$PORT in
own*) ;;
template) targets=$B/template/player PLAY=$B/template/player ;;
mps2) targets=$B/mps2/player.elf PLAY=play_mps2 ;;
riscv) targets=$B/riscv/player.elf PLAY=play_riscv ;;
gba) targets="$B/gba/base.gba $B/gba/plain.gba $B/gba_runner" PLAY=play_gba ;;
web) targets=$B/oxcart PLAY=play_web ;;
*) echo "FAIL conformance PORT=$PORT: template, mps2, riscv, gba or web; another one by PLAY='command'" && exit 1 ;;
esac
# shellcheck disable=SC2086
if ! "$MAKE" -s B="$B" "$B/oxcart" $targets >"$work/log" 2>&1; then
    echo "FAIL conformance_$PORT the player does not build: $(grep -m 1 -iE 'error|No rule' "$work/log")"
    exit 1
fi
play_mps2() { # image, frames
    image=$1 frames=$2
    shift 2
    sh platform/mps2/run.sh "$B/mps2/player.elf" "$image" "$frames" --hashes "$@"
}
play_riscv() { OXCART_BOARD='qemu-system-riscv32 -M virt -bios none' sh platform/mps2/run.sh "$B/riscv/player.elf" "$@"; }
play_gba() { # the cartridge ends behind its last picture
    "$B/oxcart" export "$1" --gba "$work/one.gba" --log-hashes --deterministic --frames "$2" >/dev/null || return
    [ $# -eq 2 ] || append_session "$work/one.gba" "$4"
    "$B/gba_runner" "$work/one.gba" --frames 60000
}
play_web() {
    "$B/oxcart" export "$1" --web "$work/one.html" --log-hashes --deterministic --frames "$2" >/dev/null || return
    node tests/web/page.js "$work/one.html" ${4:+--replay "$4"}
}

row() { # feature, state, words
    printf '%-34s %s\n' "$1" "$2${3:+: $3}"
    case $2 in same) same=$((same + 1)) ;; differs) differ=$((differ + 1)) ;; *) absent=$((absent + 1)) ;; esac
}
hashes() { grep -o 'frame=[0-9]* hash=[0-9a-f]*' "$1" >"$1.hashes"; }

# feature, cart, frames, options of packing
pictures() {
    feature=$1 cart=$2 frames=$3
    shift 3
    "$B/oxcart" pack "rom/carts/$cart" -o "$work/one.rom" --quiet "$@" >"$work/log" 2>&1 || { row "$feature" differs "does not pack"; return; }
    "$B/oxcart" run "$work/one.rom" --headless --frames "$frames" --hash >"$work/want" 2>/dev/null
    $PLAY "$work/one.rom" "$frames" >"$work/got" 2>&1
    hashes "$work/want" && hashes "$work/got"
    if grep -q 'needs the module' "$work/got"; then
        row "$feature" absent "$(grep -m 1 'needs the module' "$work/got")"
    elif [ -s "$work/want.hashes" ] && cmp -s "$work/want.hashes" "$work/got.hashes"; then
        row "$feature" same
    else
        row "$feature" differs "$(diff "$work/want.hashes" "$work/got.hashes" | sed -n 2p) $(tail -n 1 "$work/got")"
    fi
}

# feature, cart, frames, input: every step of a recording is checked on the port
steps() {
    "$B/oxcart" pack "rom/carts/$2" -o "$work/one.rom" --quiet >"$work/log" 2>&1
    printf '%s\n' "$4" >"$work/keys"
    "$B/oxcart" run "$work/one.rom" --headless --frames "$3" --input "$work/keys" --record "$work/tape" >"$work/log" 2>&1
    $PLAY "$work/one.rom" "$3" --replay "$work/tape" >"$work/got" 2>&1
    told=$(grep -m 1 '^replay=' "$work/got")
    case $told in
    *" checks=0 "* | "") row "$1" absent "$(tail -n 1 "$work/got")" ;;
    *equal) row "$1" same ;;
    *) row "$1" differs "$told" ;;
    esac
}

# feature, cart, frames: samples of the whole run
sounds() {
    "$B/oxcart" pack "rom/carts/$2" -o "$work/one.rom" --quiet >"$work/log" 2>&1
    "$B/oxcart" run "$work/one.rom" --headless --frames "$3" --wav "$work/want.wav" >"$work/log" 2>&1
    tail -c +45 "$work/want.wav" >"$work/want"
    want="sound=$(gzip -c "$work/want" | tail -c 8 | od -An -v -tx1 -N4 | awk '{ print $4 $3 $2 $1 }') samples=$(($(wc -c <"$work/want") / 2))"
    $PLAY "$work/one.rom" "$3" >"$work/got" 2>&1
    told=$(grep -m 1 -o '^sound=[0-9a-f]* samples=[0-9]*' "$work/got")
    case $told in
    *" samples=0" | "") row "$1" absent "no samples by this way" ;;
    "$want") row "$1" same ;;
    *) row "$1" differs "$told, not $want" ;;
    esac
}

# feature: a game saves itself after 20 steps and is loaded after 60, so that its pictures come once more
storage() {
    mkdir -p "$work/keeps"
    cat >"$work/keeps/cart.txt" <<'END'
title "Keeps"
size 64x48
format pal8
budget 96K
capacity saves 1
script game game.goad
scene main
  camera flat at=0,0 pixels=1
  behaviour Steps
end
END
    cat >"$work/keeps/game.goad" <<'END'
behaviour Steps {
    var steps = 0
    on tick {
        steps += 1
        if steps == 20 { save(1) }
        if steps == 60 { load(1) }
    }
    on draw { rectangle(steps % 60, 20, 4, 4, #ffffff) }
}
END
    "$B/oxcart" pack "$work/keeps" -o "$work/one.rom" --quiet >"$work/log" 2>&1 || { row "$1" differs "$(head -n 1 "$work/log")"; return; }
    rm -f "$work/kept"
    "$B/oxcart" run "$work/one.rom" --headless --frames 120 --hash --saves "$work/kept" >"$work/want" 2>/dev/null
    "$B/oxcart" run "$work/one.rom" --headless --frames 120 --hash >"$work/empty" 2>/dev/null
    $PLAY "$work/one.rom" 120 >"$work/got" 2>&1
    hashes "$work/want" && hashes "$work/empty" && hashes "$work/got"
    if cmp -s "$work/want.hashes" "$work/empty.hashes"; then
        row "$1" differs "the desktop keeps nothing"
    elif cmp -s "$work/want.hashes" "$work/got.hashes"; then
        row "$1" same
    elif cmp -s "$work/empty.hashes" "$work/got.hashes"; then
        row "$1" absent "nothing is kept"
    else
        row "$1" differs "$(diff "$work/want.hashes" "$work/got.hashes" | sed -n 2p) $(tail -n 1 "$work/got")"
    fi
}

# feature, cart, frames: the port's clock says no more than what passed here, never goes back, and moves
clock() {
    "$B/oxcart" pack "rom/carts/$2" -o "$work/one.rom" --quiet >"$work/log" 2>&1
    begun=$(date +%s%N)
    $PLAY "$work/one.rom" "$3" >"$work/got" 2>&1
    passed=$((($(date +%s%N) - begun) / 1000))
    told=$(sed -n 's/^time=//p' "$work/got")
    case $told in
    0 | "") row "$1" absent "no clock by this way" ;;
    *[!0-9]*) row "$1" differs "$told" ;;
    *) if [ "$told" -le "$passed" ]; then row "$1" same; else row "$1" differs "$told of $passed microseconds"; fi ;;
    esac
}

pictures 'pixels: sprites, tiles, letters' hop 30
pictures 'pixels: shapes' volley 30
pictures 'pixels: models, Gouraud, textures' showcase 4
pictures 'pixels: effects of the picture' darkroom 4
pictures 'steps: scripts and sounds of a game' chase 30
steps 'input: a recording by its steps' bricks 120 '10 hold A 5
30 hold LEFT 20
60 hold RIGHT 20'
steps 'state: saved numbers, scenes' volley 120 '20 press A
60 hold UP 20'
sounds 'sound: samples of a song' jukebox 60
storage 'storage: a game that is saved'
clock 'time: a clock that goes on' hop 30
echo "$same features are the same, $differ differ, $absent the port does not have"
[ "$differ" -eq 0 ] && [ "$same" -gt 0 ]
