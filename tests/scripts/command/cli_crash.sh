#!/bin/sh
# A game that crashes leaves a report with its calls by name and line; recordings that are left, hurried through and begun anew by the command; lines of
# values and of Goad in the console.
. tests/judge.sh
B=${B:-build}
work=$PWD/$B/cli_crash
rm -rf "$work"
mkdir -p "$work"
OXCART=$(cd "$B" && pwd)/oxcart
karts=$PWD/rom/carts/karts
cd "$work" || exit 1
play() { "$OXCART" run "$karts" --headless --mute --quiet "$@"; }

# DBG-011, DBG-012: three functions of C deep.
if ! command -v "${CC:-cc}" >/dev/null 2>&1 || ! command -v addr2line >/dev/null 2>&1; then
    echo "skip crash_report_names_nested_calls no C compiler, or no addr2line"
else
    reason=
    "$OXCART" new deep --template c >out 2>&1
    {
        printf 'int deepest(volatile int *at);\nint deeper(volatile int *at);\nint deep(volatile int *at);\n'
        printf '__attribute__((noinline)) int deepest(volatile int *at) {\n    return *at + 1;\n}\n'
        printf '__attribute__((noinline)) int deeper(volatile int *at) {\n    return deepest(at) + 1;\n}\n'
        printf '__attribute__((noinline)) int deep(volatile int *at) {\n    return deeper(at) + 1;\n}\n'
    } >crash.inc
    awk '/^static void move_basket/ { while ((getline line <"crash.inc") > 0) print line } { print } /^static void move_basket/ { print "    if (host->world->tick == 30) (void)deep((volatile int *)(uintptr_t)(host->world->tick - 30));" }' deep/game.c >new.c && mv new.c deep/game.c
    "$OXCART" run deep --headless --mute --quiet --frames 90 >out 2>err
    report=$(ls oxcart-crash-*.txt 2>/dev/null)
    if [ -z "$report" ]; then
        reason="no report: $(tail -n 2 err)"
    else
        for words in 'CRASH: the game touches memory' 'build oxcart [0-9a-f]' 'step 30' 'in `deepest`' 'in `deeper`' 'in `deep`' 'in `move_basket`' ' rip ' '^memory' '  objects' '^input' '^log, the newest'; do
            grep -q "$words" "$report" || reason="$reason no $words"
        done
        [ "$(sed -n '/in `deepest`/=' "$report")" -lt "$(sed -n '/in `move_basket`/=' "$report")" ] || reason="the calls are not in their order"
        grep -q 'game.c:[0-9]* in `deeper`' "$report" || reason="no lines: $(grep deeper "$report")"
    fi
    judge_reason crash_report_names_nested_calls "$reason"
fi

# A signal from without is a fault, too: the report is there, and the process ends by it.
reason=
rm -f oxcart-crash-*
"$OXCART" run "$karts" --headless --mute --quiet --frames 1000000 --log-file lines >out 2>err &
game=$!
tries=0
until [ -s lines ] || [ $tries -eq 200 ]; do sleep 0.05; tries=$((tries + 1)); done
sleep 0.5
kill -SEGV $game
wait $game 2>/dev/null
[ $? -eq 139 ] || reason="it does not end by the signal"
grep -q '^player @' oxcart-crash-*.txt 2>/dev/null || reason="no report with the player: $(ls)"
grep -q '^CRASH: ' err || reason="nothing on stderr"
judge_reason crash_by_a_signal_ends_with_a_report "$reason"

# DBG-052
reason=
play --frames 180 --hash --record tape >whole 2>err || reason="it is not recorded: $(tail -n 1 err)"
play --replay tape --forward 150 --hash >hurried 2>err || reason="forward: $(tail -n 1 err)"
[ "$(grep -c '^frame=' hurried)" -lt 40 ] || reason="pictures are made of steps that are hurried through"
[ "$(grep '^frame=' hurried | tail -n 1 | sed 's/.*hash/hash/')" = "$(tail -n 1 whole | sed 's/.*hash/hash/')" ] || reason="another picture at the end"
grep -q '^replay: 180 of 180 ticks, 3 checks equal$' hurried || reason="not all is compared: $(tail -n 1 hurried)"
play --replay tape --loop --frames 500 --hash >again 2>err || reason="loop: $(tail -n 1 err)"
[ "$(grep -c '^frame=' again)" -eq 500 ] || reason="the replay does not begin anew"
play --replay tape --take-over 60 --frames 180 --hash >taken 2>err || reason="take over: $(tail -n 1 err)"
sed '$d' taken | cmp -s - whole || reason="the game goes on in another way behind the replay"
play --replay tape --loop >out 2>&1
[ $? -eq 2 ] || reason="a loop without an end is taken"
play --take-over 5 >out 2>&1
[ $? -eq 2 ] || reason="taking over from nothing is taken"
judge_reason replays_are_left_hurried_through_and_begun_anew "$reason"

# A recording of another image is refused, unless that is asked for.
reason=
cp -r "$karts" other
sed -i 's/^version .*/version 1.1/' other/cart.txt
"$OXCART" run other --headless --mute --quiet --replay tape >out 2>&1 && reason="another image's recording is played"
grep -q 'of another image' out || reason="$(tail -n 1 out)"
"$OXCART" run other --headless --mute --quiet --replay tape --force >out 2>&1 || reason="forced: $(tail -n 1 out)"
grep -q '^replay: 180 of 180' out || reason="forced: $(tail -n 1 out)"
judge_reason replays_of_other_images_are_refused_unless_forced "$reason"

# SCR-053, DBG-031
reason=
mkdir -p look
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >look/chip.obj
printf 'title "Looked"\nsize 96x64\nformat pal8\nmesh chip chip.obj\nscript game game.goad\nscene main\n  camera at=0,0,4 target=0,0,0\n  object chip at=0,0,0 name=one behaviour=Looker\nend\n' >look/cart.txt
printf 'var total = 4\nbehaviour Looker {\n    var n = 7\n    on tick { n += 0 }\n}\n' >look/game.goad
printf 'total * 3\ntotal > 3\n' >expressions
printf '= total + 1\nscript expressions\n= total = 9\n= nothing\ndump kept one.place\n' >lines
"$OXCART" run look --headless --quiet --frames 2 --console lines >out 2>&1
grep -q '^console: 5$' out && grep -q '^console: 12$' out && grep -q '^console: true$' out || reason="values: $(cat out)"
[ "$(grep -c '^console: 9$' out)" -eq 0 ] || reason="an expression changes the game"
grep -q '^put one.place.pos.1 [0-9a-f]* 0.00000$' kept || reason="values are not kept: $(head -n 1 kept)"
sed 's/pos.1 \([0-9a-f]*\) .*/pos.1 \1 2.5/' kept >again
printf 'exec again; get one.place.pos.1' >lines
"$OXCART" run look --headless --quiet --frames 2 --console lines >out 2>&1
grep -q '^console: one.place.pos.1 = 2.500$' out || reason="values do not come back: $(tail -n 1 out)"
judge_reason console_looks_at_goad_and_keeps_values "$reason"
