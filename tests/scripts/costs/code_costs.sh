#!/bin/sh
# What a game in C costs outside of this tree: sheepfold, moved out and exported from its folder, against a player that is linked with it inside. On the Game Boy
# Advance (libmgba) both make the same pictures, with the same state behind each step of a recording, and the cycles of a picture and the pictures of 400 blanks are equal
# within a hundredth. It plays on a Cortex-M3, too.
. tests/judge.sh
. tests/ports/everywhere.sh
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/code_costs
if ! command -v arm-none-eabi-gcc >/dev/null || ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip code_costs no arm-none-eabi-gcc or no libmgba here"
    exit 0
fi
rm -rf "$work"
mkdir -p "$work"
if ! "$MAKE" -s B="$B" "$B/oxcart" "$B/gba/code_twin.gba" "$B/gba_runner" "$B/gba/liboxcart.a" "$B/gba/libplayer.a" "$B/gba/port.txt" "$B/gba/gba.ld" "$B/gba/libc/string.h" >"$work/build" 2>&1; then
    echo "FAIL code_costs the players do not build: $(grep -m 1 -i error "$work/build")"
    exit 1
fi
cp -r rom/carts/examples/sheepfold "$work/fold"
sed -i 's,#include "rom/carts/.*,#include <oxcart.h>,; /kernel\/oxcart/d' "$work/fold/in_c/sheepfold.c"
sed -i 's/^format pal8/&\ncode sheepfold.c allow=globals/' "$work/fold/in_c/cart.txt"
wishes='--log-cycles --log-hashes --deterministic'
printf '2 hold RIGHT 5\n8 hold UP 6\n12 hold LEFT+A 7\n' >"$work/keys"
# shellcheck disable=SC2086 # words
"$B/oxcart" export "$work/fold/in_c" --gba "$work/outside.gba" $wishes >"$work/log" 2>&1 &&
    "$B/oxcart" pack "$work/fold/in_c" --target gba -o "$work/inside.rom" --quiet >>"$work/log" 2>&1 &&
    "$B/oxcart" export "$work/inside.rom" --gba "$work/inside.gba" --player "$B/gba/code_twin.gba" $wishes >>"$work/log" 2>&1
judge code_costs_exports $? "$(tail -n 1 "$work/log")"
row() { # pictures, cycles of a picture
    "$B/gba_runner" "$work/$1.gba" --frames 400 >"$work/$1.log" 2>&1
    awk -v keep="$work/$1.hashes" -F'[= ]' '/ hash=/ { print $2, $4 >keep } / cycles=/ { n++; sum += $4 } END { print n, n ? int(sum / n) : 0 }' "$work/$1.log"
}
inside=$(row inside)
outside=$(row outside)
echo "# pictures, cycles of a picture: inside $inside, outside $outside"
head -n 20 "$work/inside.hashes" >"$work/a" && head -n 20 "$work/outside.hashes" >"$work/b" && [ "$(wc -l <"$work/a")" -eq 20 ] && cmp -s "$work/a" "$work/b"
judge code_costs_same_pictures $? "$(cmp "$work/a" "$work/b" 2>&1)"
reason=$(echo "$inside $outside" | awk '
    function apart(a, b) { return a > b * 1.01 || b > a * 1.01 }
    $1 < 20 { print "too few pictures"; exit }
    apart($1, $3) || apart($2, $4) { print "inside " $1 " pictures of " $2 " cycles, outside " $3 " of " $4 }')
judge_reason code_costs_nothing_outside "$reason"

# The states of a recording, which is played by the game outside and by the one inside: both are the desktop's.
steps=20
"$B/oxcart" run "$work/fold/in_c" --headless --frames $steps --input "$work/keys" --record "$work/session" --thorough >"$work/log" 2>&1
for place in inside outside; do
    cp "$work/$place.gba" "$work/$place.replay.gba"
    append_session "$work/$place.replay.gba" "$work/session"
    "$B/gba_runner" "$work/$place.replay.gba" --frames 60000 >"$work/log" 2>&1
    grep -q "replay=$steps/$steps checks=$steps equal" "$work/log"
    judge "code_costs_same_states_$place" $? "$(tail -n 1 "$work/log")"
done

# ---- a Cortex-M3 ----

# The game outside of the tree, compiled with the installed headers alone, in a player of the MPS2 board: the pictures are those of the desktop.
if ! command -v qemu-system-arm >/dev/null || ! echo '#include <stdio.h>' | arm-none-eabi-gcc -specs=picolibc.specs -E - >/dev/null 2>&1; then
    echo "skip code_costs_same_pictures_on_cortex_m3 no qemu-system-arm or no picolibc here"
    exit
fi
mkdir -p "$B/mps2"
arm-none-eabi-gcc -specs=picolibc.specs -std=c11 -O2 -mcpu=cortex-m3 -mthumb -I"$B/include/oxcart" -c "$work/fold/in_c/sheepfold.c" -o "$B/mps2/outside.o" 2>"$work/log" &&
    "$MAKE" -s B="$B" "$B/mps2/code_twin.elf" >>"$work/log" 2>&1 && "$B/oxcart" pack "$work/fold/in_c" -o "$work/mps2.rom" --quiet >>"$work/log" 2>&1
sh platform/mps2/run.sh "$B/mps2/code_twin.elf" "$work/mps2.rom" 20 --hashes 2>&1 | grep -o 'hash=[0-9a-f]*' >"$work/a"
"$B/oxcart" run "$work/fold/in_c" --headless --frames 20 --hash 2>>"$work/log" | grep -o 'hash=[0-9a-f]*' >"$work/b"
[ "$(wc -l <"$work/a")" -eq 20 ] && cmp -s "$work/a" "$work/b"
judge code_costs_same_pictures_on_cortex_m3 $? "$(tail -n 1 "$work/log")"
sh platform/mps2/run.sh "$B/mps2/code_twin.elf" "$work/mps2.rom" $steps --replay "$work/session" >"$work/log" 2>&1
grep -q "replay=$steps/$steps checks=$steps equal" "$work/log"
judge code_costs_same_states_on_cortex_m3 $? "$(tail -n 1 "$work/log")"
