#!/bin/sh
# Saved games on the ports: the Game Boy Advance's battery-backed memory, over a restart, in the emulator. And a game in Goad that was saved on
# the desktop goes on elsewhere, picture by picture; what is saved there has the same bytes, and comes back.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}

gba_saves() {
    if ! command -v arm-none-eabi-gcc >/dev/null; then
        echo "skip gba_save no arm-none-eabi-gcc here"
        return
    fi
    mkdir -p "$B"
    if ! "$MAKE" -s B="$B" "$B/gba/save_test.gba" >"$B/save_ports.log" 2>&1; then
        echo "FAIL gba_save the cartridge does not build: $(grep -m 1 -iE 'error|assert|undefined' "$B/save_ports.log")"
        return
    fi
    # Cartridges and emulators find this text at a multiple of 4.
    place=$(grep -abo SRAM_V "$B/gba/save_test.gba" | head -n 1 | cut -d: -f1)
    if [ -n "$place" ] && [ $((place % 4)) -eq 0 ]; then
        echo "ok gba_save_battery_text"
    else
        echo "FAIL gba_save_battery_text it lies at ${place:-no place}"
    fi
    if ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
        echo "skip gba_save no libmgba here"
        return
    fi
    if ! "$MAKE" -s B="$B" "$B/gba_runner" >"$B/gba_runner.log" 2>&1; then
        echo "FAIL gba_save the runner does not build: $(grep -m 1 -i error "$B/gba_runner.log")"
        return
    fi
    rm -f "$B/gba/save_test.sav"
    for run in first second; do
        if ! "$B/gba_runner" "$B/gba/save_test.gba" --frames 3000 --until quit --save "$B/gba/save_test.sav" >"$B/save_ports.$run" 2>"$B/save_ports.log"; then
            echo "FAIL gba_save_$run the run ended badly: $(tail -n 1 "$B/save_ports.log")"
        fi
        grep -E '^(ok|FAIL|#) ' "$B/save_ports.$run" | sed "/^ok/s/\$/_in_the_${run}_run/"
    done
    if grep -q '^ok gba_save_survives' "$B/save_ports.second"; then
        echo "ok gba_save_survives_a_restart"
    else
        echo "FAIL gba_save_survives_a_restart the second run found nothing"
    fi
}
gba_saves

# ---- a game in Goad goes from machine to machine ----

work=$B/save_ports_game
oxcart=$B/oxcart view=64x48
. tests/ports/lamps.sh
. tests/ports/everywhere.sh
rm -rf "$work"
mkdir -p "$work"

"$MAKE" -s B="$B" "$oxcart" >"$work/build" 2>&1 || { echo "FAIL save_ports_game oxcart does not build"; exit 1; }
make_lamps "$work/lamps" >"$work/out" 2>&1
cat >>"$work/lamps/game.goad" <<'END'
behaviour Keeper {
    on start { if saved(1) { load(1) } }
    on tick { if now() == 60 or now() == 120 { save(1) } }
}
END
sed -i 's/^budget 160K/budget 216K\ncapacity saves 1\ncapacity save-blocks 16/; s/^  behaviour Rules/&\n  behaviour Keeper/' "$work/lamps/cart.txt"
"$oxcart" pack "$work/lamps" -o "$work/game.rom" --strict --quiet >>"$work/out" 2>&1
judge save_game_packs $? "$(tail -n 1 "$work/out")"
printf '3 hold A 2\n10 press UP\n25 press RIGHT\n40 release UP\n55 release RIGHT\n' >"$work/input"

whole=200 rest=141 # a step before the game is loaded, and those from 61 on
pictures() { grep '^frame=' "$1" | cut -d= -f3; }
# The copies that a slot has lie as far from one another as there is memory: 16 KB in the 64 of desktops and browsers, 8 in the 32 of boards.
copy_of() { dd if="$1" bs="$2" skip="$3" count=1 2>/dev/null | head -c 8192; }
carry() { # file, bytes of a copy there, file, bytes of a copy here
    : >"$3"
    for copy in 0 1 2 3; do
        copy_of "$1" "$2" $copy >>"$3"
        [ "$4" -eq 8192 ] || head -c $(($4 - 8192)) /dev/zero | tr '\0' '\377' >>"$3"
    done
}

# shellcheck disable=SC2086
"$oxcart" run "$work/game.rom" --headless $size --hash --frames $whole --input "$work/input" --saves "$work/desktop.saves" >"$work/whole" 2>&1
pictures "$work/whole" >"$work/pictures"
tail -n +61 "$work/pictures" >"$work/rest"
copy_of "$work/desktop.saves" 16384 1 >"$work/later"
# The game as it was saved at step 60: the copy of step 120 is taken away.
{ dd if="$work/desktop.saves" bs=16384 count=1 && head -c 16384 /dev/zero | tr '\0' '\377' && dd if="$work/desktop.saves" bs=16384 skip=2; } >"$work/first" 2>/dev/null
[ "$(wc -l <"$work/rest")" -eq $((rest - 1)) ] && [ "$(sort -u <"$work/rest" | wc -l)" -gt $((rest / 2)) ] && [ "$(tr -d '\377' <"$work/later" | wc -c)" -gt 500 ] &&
    ! grep -qi 'error' "$work/whole"
judge save_game_is_saved $? "$(grep -v '^frame=' "$work/whole" | tail -n 1)"

went_on() { # name, output, saved games there, bytes of a copy there
    pictures "$2" | tail -n +2 | cmp -s - "$work/rest" # what begins is the title, for one step
    judge "save_game_goes_on_$1" $? "$(grep -v '^frame=' "$2" | tail -n 1)"
    copy_of "$3" "$4" 1 | cmp -s - "$work/later"
    judge "save_game_has_the_same_bytes_$1" $? "what was saved at step 120 is another game"
    carry "$3" "$4" "$work/back.saves" 16384
    # shellcheck disable=SC2086
    "$oxcart" run "$work/game.rom" --headless $size --hash --frames 81 --saves "$work/back.saves" >"$work/back" 2>&1
    tail -n +121 "$work/pictures" >"$work/last"
    pictures "$work/back" | tail -n +2 | cmp -s - "$work/last"
    judge "save_game_comes_back_$1" $? "$(grep -v '^frame=' "$work/back" | tail -n 1)"
}

cp "$work/first" "$work/again.saves"
# shellcheck disable=SC2086
"$oxcart" run "$work/game.rom" --headless $size --hash --frames $rest --saves "$work/again.saves" >"$work/again" 2>&1
went_on desktop "$work/again" "$work/again.saves" 16384

if port_is_ready save_game_goes_on_gba gba; then
    export_gba "$work/game.rom" $rest "$work/game.gba" ''
    carry "$work/first" 16384 "$work/game.sav" 8192
    "$B/gba_runner" "$work/game.gba" --frames 60000 --save "$work/game.sav" >"$work/gba" 2>&1
    went_on gba "$work/gba" "$work/game.sav" 8192
fi
if port_is_ready save_game_goes_on_mps2 mps2; then
    carry "$work/first" 16384 "$work/mps2.saves" 8192
    run_mps2 "$work/game.rom" $rest --saves "$work/mps2.saves"
    went_on mps2 "$work/mps2" "$work/mps2.saves" 8192
fi
if port_is_ready save_game_goes_on_web web; then
    export_web "$work/game.rom" $rest "$work/game.html"
    cp "$work/first" "$work/web.saves"
    node tests/web/page.js "$work/game.html" --saves "$work/web.saves" >"$work/web" 2>&1
    went_on web "$work/web" "$work/web.saves" 16384
fi
if port_is_ready save_game_goes_on_bigendian bigendian; then
    cp "$work/first" "$work/bigendian.saves"
    run_bigendian "$work/game.rom" --frames $rest --saves "$work/bigendian.saves"
    went_on bigendian "$work/bigendian" "$work/bigendian.saves" 16384
fi
