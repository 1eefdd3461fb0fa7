#!/bin/sh
# A session that was recorded on this machine is played again here with one thread and two, on the Game Boy Advance (emulated), on the
# Cortex-M3 (QEMU) and on a big-endian machine (qemu-user): every check of every step is equal, and so is every picture. A recording
# that is damaged, of another cart, or of a game that goes another way is told.
B=${B:-build}
MAKE=${MAKE:-make}
TICKS=${TICKS:-150}
work=$B/replay
mkdir -p "$work"
rm -f "$work"/*

if ! "$MAKE" -s B="$B" "$B/oxcart" "$B/showcase.rom" >"$work/build" 2>&1; then
    echo "FAIL same_replay oxcart or the showcase does not build: $(grep -m 1 -iE 'error|undefined' "$work/build")"
    exit 1
fi
rom=$B/showcase.rom
size='--size 64x48 --format pal8'

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

judge() { # name, condition's status, what went wrong
    if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAIL $1 $3"; fi
}

# shellcheck disable=SC2086
"$B/oxcart" run "$rom" --headless $size --frames "$TICKS" --hash --input "$work/input.txt" --record "$work/session" --thorough \
    >"$work/recorded" 2>&1
grep '^frame=' "$work/recorded" >"$work/pictures"
judge same_replay_records $? "$(tail -n 1 "$work/recorded")"
echo "# $TICKS ticks with every value: $(wc -c <"$work/session") bytes"

for threads in 1 2; do
    # shellcheck disable=SC2086
    "$B/oxcart" run "$rom" --headless $size --hash --replay "$work/session" --threads $threads >"$work/host_$threads" 2>&1
    grep '^frame=' "$work/host_$threads" | cmp -s - "$work/pictures" && grep -q "^replay: $TICKS of $TICKS ticks, $TICKS checks equal" "$work/host_$threads"
    judge "same_replay_threads_$threads" $? "$(tail -n 1 "$work/host_$threads")"
done

# ---- refusals ----

cp "$work/session" "$work/damaged"
printf '\377' | dd of="$work/damaged" bs=1 seek=900 conv=notrunc 2>/dev/null
"$B/oxcart" run "$rom" --headless --replay "$work/damaged" >"$work/out" 2>&1
[ $? -ne 0 ] && grep -q 'is damaged.*tick [0-9]*, offset [0-9]*' "$work/out"
judge same_replay_damage_is_told $? "$(tail -n 1 "$work/out")"
head -c 3000 "$work/session" >"$work/short"
"$B/oxcart" run "$rom" --headless --replay "$work/short" >"$work/out" 2>&1
judge same_replay_cut_off_plays_to_its_last_check $? "$(tail -n 1 "$work/out")"
"$B/oxcart" run "$rom" --headless --record "$work/x" --replay "$work/session" >"$work/out" 2>&1
[ $? -ne 0 ] && grep -q 'exclude each other' "$work/out"
judge same_replay_record_and_replay_exclude_each_other $? "$(tail -n 1 "$work/out")"

# ---- the other machines ----

missing() { for tool in "$@"; do command -v "$tool" >/dev/null || { echo "$tool"; return; }; done; }
equal="replay=$TICKS/$TICKS checks=$TICKS equal"
word() { # little-endian
    printf "\\$(printf %o $(($1 & 255)))\\$(printf %o $(($1 >> 8 & 255)))\\$(printf %o $(($1 >> 16 & 255)))\\$(printf %o $(($1 >> 24 & 255)))"
}

if [ -n "$(missing arm-none-eabi-gcc)" ] || ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip same_replay_gba no arm-none-eabi-gcc or libmgba here"
elif ! "$MAKE" -s B="$B" "$B/gba_runner" players >"$work/build" 2>&1; then
    echo "FAIL same_replay_gba the runner does not build"
else
    # shellcheck disable=SC2086
    "$B/oxcart" export "$rom" --gba "$work/s.gba" --log-hashes --deterministic $size --frames "$TICKS" >"$work/out" 2>&1 ||
        "$B/oxcart" export "$rom" --gba -o "$work/s.gba" --log-hashes --deterministic $size --frames "$TICKS" >"$work/out" 2>&1
    bytes=$(wc -c <"$work/s.gba")
    at=$(((bytes + 15) / 16 * 16))
    dd if="$work/session" of="$work/s.gba" bs=16 seek=$((at / 16)) conv=notrunc 2>/dev/null
    word $at | dd of="$work/s.gba" bs=1 seek=292 conv=notrunc 2>/dev/null
    word "$(wc -c <"$work/session")" | dd of="$work/s.gba" bs=1 seek=296 conv=notrunc 2>/dev/null
    "$B/gba_runner" "$work/s.gba" --frames 60000 >"$work/gba" 2>&1
    grep '^frame=' "$work/gba" | cmp -s - "$work/pictures" && grep -q "$equal" "$work/gba"
    judge same_replay_gba $? "$(grep -v '^frame=' "$work/gba" | tail -n 2 | tr '\n' ' ')"
fi

if [ -n "$(missing arm-none-eabi-gcc qemu-system-arm)" ]; then
    echo "skip same_replay_mps2 no $(missing arm-none-eabi-gcc qemu-system-arm) here"
elif ! "$MAKE" -s B="$B" "$B/mps2/player.elf" >"$work/build" 2>&1; then
    echo "FAIL same_replay_mps2 the player does not build: $(grep -m 1 -iE 'error|undefined' "$work/build")"
else
    sh platform/mps2/run.sh "$B/mps2/player.elf" "$rom" "$TICKS" --hashes --size 64x48 --format 0 --replay "$work/session" >"$work/mps2" 2>&1
    grep '^frame=' "$work/mps2" | cmp -s - "$work/pictures" && grep -q "$equal" "$work/mps2"
    judge same_replay_mps2 $? "$(tail -n 2 "$work/mps2" | tr '\n' ' ')"
fi

if [ -n "$(missing powerpc-linux-gnu-gcc qemu-ppc)" ]; then
    echo "skip same_replay_bigendian no $(missing powerpc-linux-gnu-gcc qemu-ppc) here"
elif ! "$MAKE" -s B="$B" "$B/bigendian/oxcart" >"$work/build" 2>&1; then
    echo "FAIL same_replay_bigendian oxcart does not build: $(grep -m 1 -iE 'error|undefined' "$work/build")"
else
    # shellcheck disable=SC2086
    timeout 300 qemu-ppc "$B/bigendian/oxcart" run "$rom" --headless $size --hash --threads 1 --replay "$work/session" >"$work/be" 2>&1
    grep '^frame=' "$work/be" | cmp -s - "$work/pictures" && grep -q "^replay: $TICKS of $TICKS ticks, $TICKS checks equal" "$work/be"
    judge same_replay_bigendian $? "$(tail -n 1 "$work/be")"
fi

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
