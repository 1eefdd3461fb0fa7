#!/bin/sh
# A game with a script: what oxcart new makes plays, and a recording of it gives the same pictures and the same state, tick by tick, on every
# machine. Players of carts without scripts link nothing of them.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
TICKS=${TICKS:-150}
work=$B/script_ports
. tests/ports/lamps.sh
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart view=64x48
. tests/ports/everywhere.sh

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
record_game "$rom" "$TICKS" "$work/input" "$work/game"
[ "$(wc -l <"$work/game.pictures")" -eq "$TICKS" ] && [ "$(cut -d= -f3 "$work/game.pictures" | sort -u | wc -l)" -gt $((TICKS / 2)) ] && ! grep -q 'error' "$work/game.said"
judge script_game_plays $? "$(grep -v '^frame=' "$work/game.said" | tail -n 1)"
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames "$TICKS" --input "$work/input" >"$work/told" 2>&1
grep -qx 7001 "$work/told" && grep -qxE '800[1-9]' "$work/told" # the hero and what it carries
judge script_levels_play $? "$(tail -n 1 "$work/told")"
grep -qx 9000 "$work/told"
judge script_content_plays $? "$(tail -n 1 "$work/told")"
grep -qE '(Lamp|Torch) needs more than 1000 instructions a step' "$work/game.said"
judge script_game_is_cut_by_its_budget $? "$(grep -v '^frame=' "$work/game.said" | tail -n 1)"
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames "$TICKS" --hash >"$work/idle" 2>&1
grep '^frame=' "$work/idle" | cmp -s - "$work/game.pictures"
[ $? -ne 0 ]
judge script_game_obeys_its_buttons $? 'the pictures are the same without buttons'

play_here script_same_state "$rom" "$work/game" "$TICKS"

# A change of the script while nobody looks is another game, and the recording says so.
cp -r "$work/lamps" "$work/other"
sed -i 's/speed: fx = 0.07 /speed: fx = 0.09 /' "$work/other/game.goad"
"$oxcart" pack "$work/other" -o "$work/other.rom" --quiet >"$work/out" 2>&1
"$oxcart" run "$work/other.rom" --headless --replay "$work/game.session" >"$work/out" 2>&1
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

play_everywhere script_same_state "$rom" "$work/game" "$TICKS"

if [ -x "$B/gba_runner" ] && [ -e "$work/s.gba" ]; then
    # shellcheck disable=SC2086
    "$oxcart" export "$work/kept.rom" --gba "$work/kept.gba" $size >"$work/kept.out" 2>&1
    for game in 1 2; do "$B/gba_runner" "$work/kept.gba" --frames 240 --save "$work/kept.sav" >"$work/kept.$game" 2>&1; done
    grep -q '1000$' "$work/kept.1" && grep -q '1007$' "$work/kept.2"
    judge script_kept_numbers_stay_gba $? "$(tail -n 2 "$work/kept.2" | tr '\n' ' ')"
    grep -q 'plain player' "$work/s.gba.out"
    [ $? -ne 0 ] && [ "$(arm-none-eabi-nm "$B/gba/plain.elf" | grep -c ' ox_script_\| script_run')" -eq 0 ] && [ "$(arm-none-eabi-nm "$B/gba/base.elf" | grep -c ' ox_script_')" -gt 10 ]
    judge script_players_without_link_none_of_it $? "$(arm-none-eabi-nm "$B/gba/plain.elf" | grep -m 1 ' ox_script_')"
    [ "$(arm-none-eabi-nm "$B/gba/base.elf" | grep -c ' script_debug\| ox_script_debug\| script_run_hooked')" -eq 0 ]
    judge script_players_have_no_debugger $? "$(arm-none-eabi-nm "$B/gba/base.elf" | grep -m 1 'script_debug\|script_run_hooked')"
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
record_game "$work/flock.rom" "$FLOCK" "$work/flock.input" "$work/flock"
resting=$(sed -n '65,88p' "$work/flock.pictures" | cut -d= -f3 | sort -u | wc -l)
[ "$(wc -l <"$work/flock.pictures")" -eq "$FLOCK" ] && [ "$resting" -eq 1 ] && ! grep -q 'error' "$work/flock.said"
judge game_cart_rests_in_its_pause $? "$resting pictures: $(grep -v '^frame=' "$work/flock.said" | tail -n 1)"
# shellcheck disable=SC2086
"$oxcart" run "$work/flock.rom" --headless $size --hash --replay "$work/flock.session" >"$work/host" 2>&1
is_equal "$work/host" "$work/flock" "^replay: $FLOCK of $FLOCK ticks, $FLOCK checks equal"
judge game_same_state_again $? "$(tail -n 1 "$work/host")"
play_everywhere game_same_state "$work/flock.rom" "$work/flock" "$FLOCK"

# What a script draws is the same everywhere, and no part of the state: the gauges of rom/carts/gauges.
GAUGES=${GAUGES:-90}
printf '4 hold RIGHT 30\n10 press UP\n12 release UP\n50 hold LEFT 20\n60 hold A 2\n' >"$work/gauges.input"
"$oxcart" pack rom/carts/gauges -o "$work/gauges.rom" --strict --quiet >"$work/out" 2>&1 &&
    "$oxcart" check "$work/gauges.rom" --strict >>"$work/out" 2>&1
judge draw_cart_packs $? "$(tail -n 1 "$work/out")"
record_game "$work/gauges.rom" "$GAUGES" "$work/gauges.input" "$work/gauges"
[ "$(wc -l <"$work/gauges.pictures")" -eq "$GAUGES" ] && [ "$(cut -d= -f3 "$work/gauges.pictures" | sort -u | wc -l)" -gt $((GAUGES / 2)) ] && ! grep -q error "$work/gauges.said"
judge draw_cart_draws $? "$(grep -v '^frame=' "$work/gauges.said" | tail -n 1)"
play_everywhere draw "$work/gauges.rom" "$work/gauges" "$GAUGES"
