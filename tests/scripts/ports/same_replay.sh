#!/bin/sh
# A session that was recorded on this machine is played again here with one thread and two, on the Game Boy Advance (emulated), on the
# Cortex-M3 (QEMU) and on a big-endian machine (qemu-user): every check of every step is equal, and so is every picture. A recording
# that is damaged, of another cart, or of a game that goes another way is told.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
TICKS=${TICKS:-150}
work=$B/replay
oxcart=$B/oxcart view=64x48
. tests/ports/everywhere.sh
mkdir -p "$work"
rm -f "$work"/*

if ! "$MAKE" -s B="$B" "$B/oxcart" "$B/showcase.rom" >"$work/build" 2>&1; then
    echo "FAIL same_replay oxcart or the showcase does not build: $(grep -m 1 -iE 'error|undefined' "$work/build")"
    exit 1
fi
rom=$B/showcase.rom

cat >"$work/input.txt" <<'END'
3 hold A 2
10 press RIGHT
31 release RIGHT
33 hold B 1
40 pointer 20 20
41 press POINTER
43 pointer 31 12
47 release POINTER
60 wheel -2
70 hold X+UP 9
90 hold START 1
99 hold START 1
120 hold LEFT+DOWN 20
END

record_game "$rom" "$TICKS" "$work/input.txt" "$work/game"
judge same_replay_records $? "$(tail -n 1 "$work/game.said")"
echo "# $TICKS ticks with every value: $(wc -c <"$work/game.session") bytes"

play_here same_replay "$rom" "$work/game" "$TICKS"

# ---- refusals ----

cp "$work/game.session" "$work/damaged"
printf '\377' | dd of="$work/damaged" bs=1 seek=900 conv=notrunc 2>/dev/null
"$oxcart" run "$rom" --headless --replay "$work/damaged" >"$work/out" 2>&1
[ $? -ne 0 ] && grep -q 'is damaged.*tick [0-9]*, offset [0-9]*' "$work/out"
judge same_replay_damage_is_told $? "$(tail -n 1 "$work/out")"
head -c 3000 "$work/game.session" >"$work/short"
"$oxcart" run "$rom" --headless --replay "$work/short" >"$work/out" 2>&1
judge same_replay_cut_off_plays_to_its_last_check $? "$(tail -n 1 "$work/out")"
"$oxcart" run "$rom" --headless --record "$work/x" --replay "$work/game.session" >"$work/out" 2>&1
[ $? -ne 0 ] && grep -q 'exclude each other' "$work/out"
judge same_replay_record_and_replay_exclude_each_other $? "$(tail -n 1 "$work/out")"

# ---- the other machines ----

play_everywhere same_replay "$rom" "$work/game" "$TICKS"

# ---- a game in C with everything the console keeps ready for one (the other machines play it as a unit test) ----

if [ -n "$(missing arm-none-eabi-gcc)" ] || ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip gba_runtime no arm-none-eabi-gcc or libmgba here"
elif ! "$MAKE" -s B="$B" "$B/gba_runner" "$B/gba/runtime_test.gba" >"$work/build" 2>&1; then
    echo "FAIL gba_runtime the cartridge does not build: $(grep -m 1 -iE 'error|undefined' "$work/build")"
else
    "$B/gba_runner" "$B/gba/runtime_test.gba" --frames 3000 --until quit >"$work/runtime" 2>&1 ||
        echo "FAIL gba_runtime the run ended badly: $(tail -n 1 "$work/runtime")"
    grep -E '^(ok|FAIL) ' "$work/runtime"
fi
