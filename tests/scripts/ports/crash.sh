#!/bin/sh
# DBG-011: a fault of the processor on a board leaves a report with what the game was at; a fault within the report costs a section, not the report.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/crash
rm -rf "$work"
mkdir -p "$work"
player=$B/mps2/player.elf
absent=$(missing arm-none-eabi-gcc qemu-system-arm)
if [ -n "$absent" ]; then
    echo "skip crash_of_a_board_leaves_a_report needs $absent"
    echo "skip crash_within_the_report_costs_a_section needs $absent"
    exit 0
fi
"$MAKE" -s B="$B" "$B/oxcart" "$player" >"$work/build" 2>&1 && "$B/oxcart" pack rom/carts/karts -o "$work/karts.rom" --quiet >>"$work/build" 2>&1 || {
    echo "FAIL crash_of_a_board_leaves_a_report $(tail -n 1 "$work/build")"
    exit 1
}

# report OPTION: plays up to a fault; the lines behind the heading of the report.
report() {
    sh platform/mps2/run.sh "$player" "$work/karts.rom" 20 "$1" 10 >"$work/out" 2>&1
    code=$?
    sed '1,/^crash:$/d' "$work/out"
}

reason=
report --crash >"$work/once"
[ "$code" -eq 3 ] || reason="exit code $code"
for words in '^CRASH: the game touches memory that is not there' '^build mps2 [0-9a-f]' '^step 10, scene/race' '^  pc ' 'r12 ' 'bfar  00000000d0000000' '^player @[0-9]*, state' '^memory' '  stack ' '^  objects' '^input' '^log, the newest'; do
    grep -q "$words" "$work/once" || reason="no $words"
done
# The fault and its callers are functions of this program, in their order.
sed -n '/^calls/,/^registers/s/^  0*\([0-9a-f]*\) ?$/0x\1/p' "$work/once" | tr '\n' ' ' >"$work/calls"
# shellcheck disable=SC2046
arm-none-eabi-addr2line -fe "$player" $(cat "$work/calls") | grep -v ':' | tr '\n' ' ' >"$work/names"
case $(cat "$work/names") in
*write_far*call_far*main*) ;;
*) reason="calls of $(cat "$work/names")" ;;
esac
judge_reason crash_of_a_board_leaves_a_report "$reason"

reason=
report --crash-again >"$work/twice"
[ "$code" -eq 3 ] || reason="exit code $code"
[ "$(grep -c 'the rest of this section is damaged' "$work/twice")" -eq 1 ] || reason="no word of the damage"
for words in '^CRASH: ' '^  pc ' '^memory' '^log, the newest'; do
    grep -q "$words" "$work/twice" || reason="no $words behind the damage"
done
judge_reason crash_within_the_report_costs_a_section "$reason"
