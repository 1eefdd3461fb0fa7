#!/bin/sh
# A game with a script: what oxcart new makes plays, and a recording of it gives the same pictures and the same state, tick by tick, on every
# machine. Players of carts without scripts link nothing of them.
B=${B:-build}
MAKE=${MAKE:-make}
TICKS=${TICKS:-150}
work=$B/script_ports
. tests/ports/lamps.sh
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart

judge() { # name, condition's status, what went wrong
    if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAIL $1 $3"; fi
}
missing() { for tool in "$@"; do command -v "$tool" >/dev/null || { echo "$tool"; return; }; done; }

"$MAKE" -s B="$B" "$oxcart" >"$work/build" 2>&1 || { echo "FAIL script_ports oxcart does not build"; exit 1; }
make_lamps "$work/lamps" >"$work/out" 2>&1
"$oxcart" pack "$work/lamps" -o "$work/lamps.rom" --strict --quiet >>"$work/out" 2>&1 &&
    "$oxcart" check "$work/lamps.rom" --strict >>"$work/out" 2>&1
judge script_template_packs $? "$(tail -n 1 "$work/out")"
rom=$work/lamps.rom

# It goes on from saved games and goes back in time, as all carts do.
"$MAKE" -s B="$B" "$B/unit_tests" >"$work/build" 2>&1 && OXCART_CARTS=$work/lamps "$B/unit_tests" carts_ >"$work/out" 2>&1
judge script_game_goes_on_and_back $? "$(grep '^#' "$work/out" | head -n 1)"

# Title, a game, the crate goes about and meets lamps or the beetle.
cat >"$work/input" <<'END'
3 hold A 2
10 press UP
40 press RIGHT
60 release UP
90 release RIGHT
92 press DOWN
120 press LEFT
140 release DOWN
END
size='--size 64x48 --format pal8'
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames "$TICKS" --hash --input "$work/input" --record "$work/session" --thorough >"$work/recorded" 2>&1
grep '^frame=' "$work/recorded" >"$work/pictures"
[ "$(wc -l <"$work/pictures")" -eq "$TICKS" ] && [ "$(cut -d= -f3 "$work/pictures" | sort -u | wc -l)" -gt $((TICKS / 2)) ] && ! grep -q 'error' "$work/recorded"
judge script_game_plays $? "$(grep -v '^frame=' "$work/recorded" | tail -n 1)"
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames "$TICKS" --input "$work/input" >"$work/told" 2>&1
grep -qx 7001 "$work/told" && grep -qxE '800[1-9]' "$work/told" # the hero and what it carries
judge script_levels_play $? "$(tail -n 1 "$work/told")"
grep -qx 9000 "$work/told"
judge script_content_plays $? "$(tail -n 1 "$work/told")"
grep -qE '(Lamp|Torch) needs more than 1000 instructions a step' "$work/recorded"
judge script_game_is_cut_by_its_budget $? "$(grep -v '^frame=' "$work/recorded" | tail -n 1)"
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames "$TICKS" --hash >"$work/idle" 2>&1
grep '^frame=' "$work/idle" | cmp -s - "$work/pictures"
[ $? -ne 0 ]
judge script_game_obeys_its_buttons $? 'the pictures are the same without buttons'

for threads in 1 2; do
    # shellcheck disable=SC2086
    "$oxcart" run "$rom" --headless $size --hash --replay "$work/session" --threads $threads >"$work/host" 2>&1
    grep '^frame=' "$work/host" | cmp -s - "$work/pictures" && grep -q "^replay: $TICKS of $TICKS ticks, $TICKS checks equal" "$work/host"
    judge "script_same_state_threads_$threads" $? "$(tail -n 1 "$work/host")"
done

# A change of the script while nobody looks is another game, and the recording says so.
cp -r "$work/lamps" "$work/other"
sed -i 's/speed: fx = 0.07 /speed: fx = 0.09 /' "$work/other/game.goad"
"$oxcart" pack "$work/other" -o "$work/other.rom" --quiet >"$work/out" 2>&1
"$oxcart" run "$work/other.rom" --headless --replay "$work/session" >"$work/out" 2>&1
[ $? -ne 0 ]
judge script_recording_is_of_one_image $? "$(tail -n 1 "$work/out")"

# Numbers that are kept: the second game has what the first one put away, in a run with a file for saved games, and on the Game Boy Advance.
"$oxcart" new "$work/kept" --template script >"$work/out" 2>&1
cat >"$work/kept/game.goad" <<'END'
behaviour Hero { on start { log_number(1000 + kept('n'))
 keep('n', kept('n') + 7) } }
behaviour Lamp { }
behaviour Beetle { }
behaviour Rules { }
END
"$oxcart" pack "$work/kept" -o "$work/kept.rom" --quiet >"$work/out" 2>&1
for game in 1 2; do "$oxcart" run "$work/kept.rom" --headless --frames 2 --saves "$work/kept.saves" >"$work/kept.$game" 2>&1; done
"$oxcart" run "$work/kept.rom" --headless --frames 2 >"$work/kept.3" 2>&1
grep -qx 1000 "$work/kept.1" && grep -qx 1007 "$work/kept.2" && grep -qx 1000 "$work/kept.3"
judge script_kept_numbers_stay $? "$(tail -n 1 "$work/kept.2")"

# ---- the other machines ----

word() { # little-endian
    printf "\\$(printf %o $(($1 & 255)))\\$(printf %o $(($1 >> 8 & 255)))\\$(printf %o $(($1 >> 16 & 255)))\\$(printf %o $(($1 >> 24 & 255)))"
}

# A game on all of them: its name, image, recording and pictures, and how many steps they are.
play_everywhere() {
    equal="replay=$5/$5 checks=$5 equal"
    if [ -n "$(missing arm-none-eabi-gcc)" ] || ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
        echo "skip $1_same_state_gba no arm-none-eabi-gcc or libmgba here"
    elif ! "$MAKE" -s B="$B" "$B/gba_runner" players >"$work/build" 2>&1; then
        echo "FAIL $1_same_state_gba the runner does not build"
    else
        # shellcheck disable=SC2086
        "$oxcart" export "$2" --gba "$work/s.gba" --log-hashes --deterministic $size --frames "$5" >"$work/$1.export" 2>&1
        at=$((($(wc -c <"$work/s.gba") + 15) / 16 * 16))
        dd if="$3" of="$work/s.gba" bs=16 seek=$((at / 16)) conv=notrunc 2>/dev/null
        word $at | dd of="$work/s.gba" bs=1 seek=292 conv=notrunc 2>/dev/null
        word "$(wc -c <"$3")" | dd of="$work/s.gba" bs=1 seek=296 conv=notrunc 2>/dev/null
        "$B/gba_runner" "$work/s.gba" --frames 60000 >"$work/gba" 2>&1
        grep '^frame=' "$work/gba" | cmp -s - "$4" && grep -q "$equal" "$work/gba"
        judge "$1_same_state_gba" $? "$(grep -v '^frame=' "$work/gba" | tail -n 2 | tr '\n' ' ')"
    fi

    if [ -n "$(missing arm-none-eabi-gcc qemu-system-arm)" ]; then
        echo "skip $1_same_state_mps2 no $(missing arm-none-eabi-gcc qemu-system-arm) here"
    elif ! "$MAKE" -s B="$B" "$B/mps2/player.elf" >"$work/build" 2>&1; then
        echo "FAIL $1_same_state_mps2 the player does not build: $(grep -m 1 -iE 'error|undefined' "$work/build")"
    else
        sh platform/mps2/run.sh "$B/mps2/player.elf" "$2" "$5" --hashes --size 64x48 --format 0 --replay "$3" >"$work/mps2" 2>&1
        grep '^frame=' "$work/mps2" | cmp -s - "$4" && grep -q "$equal" "$work/mps2"
        judge "$1_same_state_mps2" $? "$(tail -n 2 "$work/mps2" | tr '\n' ' ')"
    fi

    if [ -n "$(missing clang wasm-ld node)" ]; then
        echo "skip $1_same_state_web no $(missing clang wasm-ld node) here"
    else
        # shellcheck disable=SC2086
        "$oxcart" export "$2" --web "$work/s.html" --log-hashes --deterministic $size --frames "$5" >"$work/out" 2>&1
        node tests/web/page.js "$work/s.html" --replay "$3" >"$work/web" 2>&1
        grep '^frame=' "$work/web" | cmp -s - "$4" && grep -q "$equal" "$work/web"
        judge "$1_same_state_web" $? "$(grep -v '^frame=' "$work/web" | tail -n 2 | tr '\n' ' ')"
    fi

    if [ -n "$(missing powerpc-linux-gnu-gcc qemu-ppc)" ]; then
        echo "skip $1_same_state_bigendian no $(missing powerpc-linux-gnu-gcc qemu-ppc) here"
    elif ! "$MAKE" -s B="$B" "$B/bigendian/oxcart" >"$work/build" 2>&1; then
        echo "FAIL $1_same_state_bigendian oxcart does not build: $(grep -m 1 -iE 'error|undefined' "$work/build")"
    else
        # shellcheck disable=SC2086
        timeout 300 qemu-ppc "$B/bigendian/oxcart" run "$2" --headless $size --hash --threads 1 --replay "$3" >"$work/be" 2>&1
        grep '^frame=' "$work/be" | cmp -s - "$4" && grep -q "^replay: $5 of $5 ticks, $5 checks equal" "$work/be"
        judge "$1_same_state_bigendian" $? "$(tail -n 1 "$work/be")"
    fi
}
play_everywhere script "$rom" "$work/session" "$work/pictures" "$TICKS"

if [ -x "$B/gba_runner" ] && [ -e "$work/s.gba" ]; then
    # shellcheck disable=SC2086
    "$oxcart" export "$work/kept.rom" --gba "$work/kept.gba" $size >"$work/kept.out" 2>&1
    for game in 1 2; do "$B/gba_runner" "$work/kept.gba" --frames 240 --save "$work/kept.sav" >"$work/kept.$game" 2>&1; done
    grep -q '1000$' "$work/kept.1" && grep -q '1007$' "$work/kept.2"
    judge script_kept_numbers_stay_gba $? "$(tail -n 2 "$work/kept.2" | tr '\n' ' ')"
    grep -q 'plain player' "$work/script.export"
    [ $? -ne 0 ] && [ "$(arm-none-eabi-nm "$B/gba/plain.elf" | grep -c ' ox_script_\| script_run')" -eq 0 ] && [ "$(arm-none-eabi-nm "$B/gba/base.elf" | grep -c ' ox_script_')" -gt 10 ]
    judge script_players_without_link_none_of_it $? "$(arm-none-eabi-nm "$B/gba/plain.elf" | grep -m 1 ' ox_script_')"
fi

# Objectives, trophies, counters, modes and a demo as data: the game of rom/carts/flock is played, rests, is left to itself and is won.
FLOCK=${FLOCK:-700}
cat >"$work/flock.input" <<'END'
3 press START
5 release START
6 hold RIGHT 75
60 hold START 2
90 hold START 2
100 hold START 2
104 hold SELECT 2
640 hold A 2
END
"$oxcart" pack rom/carts/flock -o "$work/flock.rom" --strict --quiet >"$work/out" 2>&1 &&
    "$oxcart" check "$work/flock.rom" --strict >>"$work/out" 2>&1
judge game_cart_packs $? "$(tail -n 1 "$work/out")"
# shellcheck disable=SC2086
"$oxcart" run "$work/flock.rom" --headless $size --frames "$FLOCK" --hash --input "$work/flock.input" --record "$work/flock.session" --thorough >"$work/flock.recorded" 2>&1
grep '^frame=' "$work/flock.recorded" >"$work/flock.pictures"
resting=$(sed -n '65,88p' "$work/flock.pictures" | cut -d= -f3 | sort -u | wc -l)
[ "$(wc -l <"$work/flock.pictures")" -eq "$FLOCK" ] && [ "$resting" -eq 1 ] && ! grep -q 'error' "$work/flock.recorded"
judge game_cart_rests_in_its_pause $? "$resting pictures: $(grep -v '^frame=' "$work/flock.recorded" | tail -n 1)"
# shellcheck disable=SC2086
"$oxcart" run "$work/flock.rom" --headless $size --hash --replay "$work/flock.session" >"$work/host" 2>&1
grep '^frame=' "$work/host" | cmp -s - "$work/flock.pictures" && grep -q "^replay: $FLOCK of $FLOCK ticks, $FLOCK checks equal" "$work/host"
judge game_same_state_again $? "$(tail -n 1 "$work/host")"
play_everywhere game "$work/flock.rom" "$work/flock.session" "$work/flock.pictures" "$FLOCK"

# What a script draws is the same everywhere, and no part of the state: the gauges of rom/carts/gauges.
GAUGES=${GAUGES:-90}
printf '4 hold RIGHT 30\n10 press UP\n12 release UP\n50 hold LEFT 20\n60 hold A 2\n' >"$work/gauges.input"
"$oxcart" pack rom/carts/gauges -o "$work/gauges.rom" --strict --quiet >"$work/out" 2>&1 &&
    "$oxcart" check "$work/gauges.rom" --strict >>"$work/out" 2>&1
judge draw_cart_packs $? "$(tail -n 1 "$work/out")"
# shellcheck disable=SC2086
"$oxcart" run "$work/gauges.rom" --headless $size --frames "$GAUGES" --hash --input "$work/gauges.input" --record "$work/gauges.session" --thorough >"$work/gauges.recorded" 2>&1
grep '^frame=' "$work/gauges.recorded" >"$work/gauges.pictures"
[ "$(wc -l <"$work/gauges.pictures")" -eq "$GAUGES" ] && [ "$(cut -d= -f3 "$work/gauges.pictures" | sort -u | wc -l)" -gt $((GAUGES / 2)) ] && ! grep -q 'error' "$work/gauges.recorded"
judge draw_cart_draws $? "$(grep -v '^frame=' "$work/gauges.recorded" | tail -n 1)"
play_everywhere draw "$work/gauges.rom" "$work/gauges.session" "$work/gauges.pictures" "$GAUGES"
