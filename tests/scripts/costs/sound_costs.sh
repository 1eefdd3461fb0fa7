#!/bin/sh
# What sound costs, in instructions counted by callgrind: a voice and sample, a voice behind a wall, what is off, and a request while none and while 31 wait.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
CC=${CC:-cc}
work=$B/sound_costs
command -v valgrind >/dev/null 2>&1 || { echo "skip sound_costs no valgrind here"; exit 0; }
rm -rf "$work"
mkdir -p "$work"
"$MAKE" -s B="$B" core-host >"$work/build" 2>&1 || { echo "FAIL sound_costs the objects do not build"; exit 1; }
xargs ar rcsT "$work/all.a" <"$B/core_host.list"
# shellcheck disable=SC2086
if ! $CC -std=c11 -O2 -I. -I"$B/gen" tests/bench/sound_host.c "$work/all.a" -static -Wl,--unresolved-symbols=ignore-all -o "$work/run" >"$work/log" 2>&1; then
    echo "FAIL sound_costs it does not build: $(grep -m 1 error "$work/log")"
    exit 1
fi
count() { valgrind --tool=callgrind --callgrind-out-file=/dev/null "$work/run" "$1" "$2" 2>&1 | sed -n 's/.*Collected : \([0-9]*\).*/\1/p'; }
each() { echo $((($(count "$1" 110) - $(count "$1" 10)) / 100)); }

silent=$(each s) voices=$(each v) effects=$(each e) walls=$(each w) behind=$(each W) none=$(($(each o) - $(each n))) full=$(($(each F) - $(each f)))
samples=$((16 * 303))
echo "# a tick of silence $silent instructions; of 16 voices in stereo $voices, which is $(((voices - silent) * 10 / samples)) tenths a voice and sample"
echo "# with effects that rest $effects, and walls that nothing stands behind $walls; behind them $(((behind - silent) * 10 / samples)) tenths a voice and sample"
slot() { echo $((($(each "$1") - effects) * 10 / (2 * 303))); }
low=$(slot l) echo_slot=$(slot y) reverb=$(slot r) compressor=$(slot c)
echo "# a sample in the low-pass $low tenths of an instruction, in the echo $echo_slot, in the reverb $reverb, in a compressor $compressor"
echo "# a request while none waits $none, while 31 wait $full"
judge sound_costs_a_voice_and_sample $([ $(((voices - silent) * 10 / samples)) -le 60 ]; echo $?) "$(((voices - silent) * 10 / samples)) tenths"
judge sound_costs_nothing_when_off $([ $((walls - voices)) -le 400 ]; echo $?) "$voices without, $walls with"
judge sound_costs_of_silence $([ "$silent" -le 600 ] && [ "$silent" -gt 50 ]; echo $?) "$silent"
judge sound_costs_behind_walls $([ $(((behind - silent) * 10 / samples)) -le 1100 ]; echo $?) "$behind"
judge sound_costs_of_each_slot $([ "$low" -le 470 ] && [ "$echo_slot" -le 670 ] && [ "$reverb" -le 1350 ] && [ "$compressor" -le 500 ] && [ "$low" -gt 50 ]; echo $?) "$low, $echo_slot, $reverb, $compressor"
judge sound_costs_a_request_is_constant $([ "$full" -le $((none + 8)) ] && [ "$none" -le $((full + 8)) ] && [ "$none" -gt 10 ] && [ "$none" -lt 200 ]; echo $?) "$none and $full"
