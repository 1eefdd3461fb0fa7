#!/bin/sh
# oxcart debug: a session through a pipe gives the answers that are told; conditions, watches, coverage; editors; bad input.
. tests/judge.sh
B=${B:-build}
case $B in /*) oxcart=$B/oxcart ;; *) oxcart=$PWD/$B/oxcart ;; esac
work=$B/cli_debug
rm -rf "$work"
mkdir -p "$work/game"
cd "$work" || exit 1

cat >game/cart.txt <<'END'
title "Stops"
size 64x48
format rgb565
budget 192K
script game game.goad
scene one
  camera at=0,0,6 target=0,0,0
  behaviour Rules
end
END
cat >game/game.goad <<'END'
var total = 0
func half(n: int) -> int {
    return n / 2
}
behaviour Rules {
    var steps = 0
    on tick {
        steps += 1
        let h = half(steps)
        if h > 1000 {
            total = 0
        }
        total += h
        if steps == 9 { total = total / (total - total) }
    }
}
END

"$oxcart" debug game --headless --frames 6 --quiet >out 2>err <<'END'
break game.goad:13 if steps == 4
break half hit 2
continue
stack
vars
out
continue
eval half(steps) * 10 + total
set total = 100
watch total
next
eval steps = 5
frame 7
delete 1
delete 2
continue
quit
END
cat >expected <<'END'
= 1
= 2
* breakpoint 2 at game.goad:3 half
>0 game.goad:3 half
 1 game.goad:9 Rules on tick
= object 00000000, task 00000000
n: int = 2
steps: int = 2
=
* step at game.goad:10 Rules on tick
* breakpoint 2 at game.goad:3 half
= 11
= 100
= 1
* step at game.goad:10 Rules on tick
END
head -n 15 out >got
cmp -s got expected
judge debug_a_session_gives_these_answers $? "$(diff got expected | head -n 4 | tr '\n' ' ')"

# A watched variable, a refused expression, and the end of the commands.
grep -q "^! .*expected" out && grep -q '^! there is no such frame' out && grep -qE '^\* total: 100 became 10[12] by game.goad:13 Rules on tick' out
judge debug_watches_and_refusals_are_lines $? "$(tail -n 4 out | tr '\n' ' ')"

# A fault, where it happens, with the variables there.
printf 'faults on\ncontinue\nvars\n' | "$oxcart" debug game --headless --frames 20 --quiet >out 2>err
grep -q '^\* fault div.*game.goad:14 Rules on tick' out && grep -q '^steps: int = 9$' out
judge debug_stops_at_a_fault $? "$(head -n 3 out | tr '\n' ' ')"

# Half of the branches of a test that takes one of two.
cat >two.goad <<'END'
var a = 0
behaviour Rules { on tick {
 if a == 0 {
  a += 0
 } else {
  a += 1
 } } }
END
cp -r game branches
cp two.goad branches/game.goad
"$oxcart" debug branches --headless --frames 10 --quiet --coverage lines >out 2>err
grep -qE '^game.goad:4: 10 [1-9]' lines && grep -qE '^game.goad:6: 0 ' lines && grep -qE '^covered [0-9]+ of [0-9]+ lines' lines
judge debug_coverage_of_two_branches $? "$(tr '\n' ' ' <lines)"

# A hot loop tops the list of instructions.
cat >branches/game.goad <<'END'
behaviour Rules {
    var sum = 0
    on tick {
        sum = 0
        for i in 1..100 {
            sum += i * i
        }
    }
}
END
"$oxcart" debug branches --headless --frames 10 --quiet --coverage lines >out 2>err
top=$(grep '^game' lines | sort -k3 -n -r | head -n 1)
case $top in game.goad:[56]:*) code=0 ;; *) code=1 ;; esac
judge debug_a_hot_loop_tops_the_list $code "$top"

# With stops or without, the pictures are the same.
"$oxcart" run game --headless --frames 8 --hash >plain 2>err
printf 'break game.goad:8\ncontinue\nstep\nnext\nout\nstep\nstep\ncontinue\ncontinue\n' >commands
"$oxcart" debug game --headless --frames 8 --hash --commands commands >looked 2>err
grep '^frame=' plain >a
grep '^frame=' looked >b
cmp -s a b && [ "$(grep -c '^\*' looked)" -ge 5 ]
judge debug_a_game_with_stops_is_the_same $? "$(grep -c '^\*' looked) stops"

# A trace has each instruction and change of a state; two runs of one game are alike, and a change is found where it works first.
cp -r game traced
cat >>traced/game.goad <<'END'
behaviour Guard {
    auto state Idle { on tick { if total > 4 { goto Alert } } }
    state Alert { on enter { } }
}
END
sed -i 's/^  behaviour Rules/&\n  behaviour Guard/' traced/cart.txt
"$oxcart" debug traced --headless --frames 8 --quiet --trace one >out 2>err && "$oxcart" debug traced --headless --frames 8 --quiet --like one --trace two >>out 2>>err &&
    cmp -s one two && grep -qE '^1 game.goad:8 Rules on tick byte [0-9]+ depth 0 top 0 object' one && [ "$(grep -cE 'state (none became Idle|Idle became Alert), instance' one)" -eq 2 ]
judge debug_a_trace_is_the_same_each_time $? "$(head -n 3 err | tr '\n' ' ') $(wc -l <one) lines"
sed -i 's,return n / 2,return n / 3,' traced/game.goad
"$oxcart" debug traced --headless --frames 8 --quiet --like one >out 2>err
[ $? -eq 1 ] && grep -qE '^one:[0-9]+: error: the runs part here' err && grep -qE '^  then: 2 game.goad:3 half byte [0-9]+ depth 1 top 1 ' err && grep -qE '^   now: 2 game.goad:3 half byte [0-9]+ depth 1 top 0 ' err
judge debug_two_traces_part_at_the_statement_that_changed $? "$(tail -n 3 err | tr '\n' ' ')"
sed -i 's,return n / 3,return n / 2,' traced/game.goad
"$oxcart" debug traced --headless --frames 7 --quiet --like one >out 2>err
[ $? -eq 1 ] && grep -q '^   now: (the end)' err
judge debug_a_trace_that_ends_early_is_told $? "$(tail -n 3 err | tr '\n' ' ')"

# Editors: a handshake over a pipe. The game plays on when the editor goes.
say() { printf 'Content-Length: %d\r\n\r\n%s' "${#1}" "$1"; }
{
    say '{"seq":1,"type":"request","command":"initialize","arguments":{"adapterID":"x"}}'
    say '{"seq":2,"type":"request","command":"launch","arguments":{}}'
    say '{"seq":3,"type":"request","command":"setBreakpoints","arguments":{"source":{"path":"game.goad"},"breakpoints":[{"line":13}]}}'
    say '{"seq":4,"type":"request","command":"configurationDone"}'
    sleep 1
    say '{"seq":5,"type":"request","command":"stackTrace","arguments":{"threadId":1}}'
    say '{"seq":6,"type":"request","command":"evaluate","arguments":{"frameId":1,"expression":"steps + 41"}}'
    say '{"seq":7,"type":"request","command":"disconnect"}'
    sleep 1
} | "$oxcart" debug game --dap --headless --frames 100000 >out 2>err
code=$?
[ $code -eq 0 ] && grep -q '"reason": "breakpoint"' out && grep -q '"result": "42"' out && grep -q '"event": "terminated"' out && ! grep -q '^frame=' out
judge debug_speaks_with_editors $? "$code $(tail -n 1 err)"

# Bad input: a line of any length and any bytes is answered; a release has no lines.
{ head -c 3000 /dev/urandom | tr -d '\n'; printf '\nbreak\nbreak x:0\nbreak game.goad:9999999\nframe -1\nset\nquit\n'; } | "$oxcart" debug game --headless --frames 3 --quiet >out 2>err
[ $? -eq 0 ] && [ "$(grep -c '^!' out)" -ge 5 ]
judge debug_bad_lines_are_refused $? "$(head -n 2 err)"
"$oxcart" pack game -o game.rom --release --quiet 2>err
printf 'break game.goad:13\ncontinue\nquit\n' | "$oxcart" debug game.rom --headless --frames 3 --quiet >out 2>err
grep -q '^! no script has code there' out
judge debug_a_release_has_no_lines $? "$(head -n 1 out)"

# A fault of a release is told by hashes; what was kept beside the image turns that into the place that the text has. Code of another text is left alone.
"$oxcart" pack game -o game.rom --release --map game.map --quiet 2>err &&
    "$oxcart" run game.rom --headless --frames 20 --quiet 2>release.log >/dev/null
"$oxcart" run game --headless --frames 20 --quiet 2>plain.log >/dev/null
"$oxcart" script --map game.map <release.log >shown.log 2>>err
fault=$(grep -m 1 'division by zero' plain.log | sed 's/.*\(game.goad:[0-9]*: [A-Za-z ]*: division by zero\).*/\1/')
! grep -q 'game.goad' release.log && [ "$fault" = 'game.goad:14: Rules on tick: division by zero' ] && grep -qF "$fault" shown.log
judge debug_faults_of_a_release_are_placed $? "$(head -n 1 err) $(grep -m 1 division shown.log)"
mkdir -p other && cp game/cart.txt other/ && sed 's/steps == 9/steps == 8/' game/game.goad >other/game.goad
"$oxcart" pack other -o other.rom --release --map other.map --quiet 2>err && "$oxcart" script --map other.map <release.log >shown.log && cmp -s release.log shown.log
judge debug_maps_of_another_script_place_nothing $? "$(head -n 1 err)"
head -c 40 game.map >cut.map
"$oxcart" script --map cut.map <release.log >out 2>err
[ $? -eq 1 ] && grep -q 'cut.map.*the file ends within a script' err && [ ! -s out ]
judge debug_damaged_places_are_refused $? "$(head -n 1 err)"
"$oxcart" pack game -o game.rom --map game.map --quiet 2>err
[ $? -eq 2 ] && grep -q 'map without --release' err
judge debug_maps_are_kept_of_releases $? "$(head -n 1 err)"
