#!/bin/sh
# The terminal driver inside tmux: it draws half blocks in colour, follows keys and resizing, suspends and resumes, and
# gives the terminal back on every way out.
# Use: B=build sh tests/scripts/ports/terminal.sh   (OXCART and ROM name another program or image)
B=$(cd "${B:-build}" 2>/dev/null && pwd)
OXCART=${OXCART:-$B/oxcart}
ROM=${ROM:-$B/showcase.rom}

command -v tmux >/dev/null 2>&1 || { echo "skip terminal tmux is not installed"; exit 0; }
[ -x "$OXCART" ] || { echo "FAIL terminal $OXCART is not there: build it first"; exit 1; }

work=$(mktemp -d) || exit 1
failures=0
mux() { tmux -S "$work/socket" -f /dev/null "$@"; }
finish() {
    mux kill-server 2>/dev/null
    [ -s "$work/pid" ] && kill -9 "$(cat "$work/pid")" 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' HUP INT PIPE TERM
cd "$work" || exit 1

ok() { echo "ok terminal_$1"; }
fail() { echo "FAIL terminal_$1 $2"; failures=$((failures + 1)); }

# within SECONDS COMMAND...: tries it until it succeeds or the time is over
within() {
    tries=$(($1 * 10)); shift
    while ! "$@" >/dev/null 2>&1; do
        tries=$((tries - 1)); [ "$tries" -gt 0 ] || return 1
        sleep 0.1
    done
}
type_line() { mux send-keys -l "$1"; mux send-keys Enter; }
capture() { mux capture-pane -e -p -t main >"$1"; }
alternate() { [ "$(mux display-message -p -t main '#{alternate_on}')" = "$1" ]; }
half_blocks() { mux capture-pane -e -p -t main | grep -q '▀'; }
true_colours() { mux capture-pane -e -p -t main | grep -o '[34]8;2;[0-9;]*' | sort -u | wc -l; }
palette_colours() { mux capture-pane -e -p -t main | grep -o '[34]8;5;[0-9]*' | sort -u | wc -l; }
drawn() { alternate 1 && half_blocks; }
changed_from() { capture now; drawn && ! cmp -s "$1" now; }

LC_ALL=C.UTF-8; export LC_ALL
mux -u new-session -d -s main -x 120 -y 40 'exec sh -i' || { echo "skip terminal tmux does not start here"; exit 0; }
type_line "cd '$work'; PS1='ready> '; stty -a >before; touch started"
within 10 test -e started || { echo "skip terminal no shell in tmux"; exit 0; }

# Keeps the exit code of what ran before it on the shell's line in end.code, and the modes in `after`.
keep='echo $? >end.new; stty -a >after; mv end.new end.code'
# begin COLORTERM: starts the console
begin() {
    rm -f after end.code pid
    type_line "COLORTERM=$1 sh -c 'echo \$\$ >pid; exec \"$OXCART\" run \"$ROM\" --terminal'; $keep"
    within 15 drawn
}
# The same under a shell that handles SIGINT: others give up their line when its program died of that signal.
begin_handled() {
    rm -f after end.code pid
    cat >play.sh <<END
trap : INT
COLORTERM=truecolor sh -c 'echo \$\$ >pid; exec "$OXCART" run "$ROM" --terminal'
$keep
END
    type_line "sh play.sh"
    within 15 drawn
}
# restored NAME CODE: the console is over, the screen, cursor, mouse and modes are as before, the exit code is CODE
restored() {
    if ! within 8 test -s end.code; then
        fail "$1" 'still running'
        kill -9 "$(cat pid)" 2>/dev/null; sleep 0.5
        return
    fi
    state=$(mux display-message -p -t main '#{alternate_on}#{cursor_flag}#{mouse_any_flag}')
    if ! cmp -s before after; then fail "$1" "stty differs: $(diff before after | tail -n 1)"
    elif [ "$state" != 010 ]; then fail "$1" "alternate screen, cursor, mouse are $state, not 010"
    elif [ "$2" != any ] && [ "$(cat end.code)" != "$2" ]; then fail "$1" "exit code $(cat end.code), not $2"
    else ok "$1"; fi
}

if begin truecolor; then ok draws_half_blocks
else
    fail draws_half_blocks "$(mux capture-pane -p -t main | grep . | tail -n 3 | tr '\n' ' ')"
    exit 1
fi
if [ "$(true_colours)" -gt 8 ]; then ok true_colours; else fail true_colours "only $(true_colours) colours"; fi
capture first
mux send-keys Right; mux send-keys z
if within 5 changed_from first; then ok picture_changes; else fail picture_changes 'the screen stays the same'; fi
# The showcase moves by itself, so a standing picture proves the keys: Enter pauses.
mux send-keys Enter; sleep 1
capture paused; sleep 1
if changed_from paused; then fail keys_reach_the_game 'the picture moves although it was paused'; else ok keys_reach_the_game; fi
mux send-keys Enter; sleep 0.5

mux resize-window -t main -x 60 -y 20; sleep 0.5
mux resize-window -t main -x 120 -y 40; sleep 0.5
if within 5 half_blocks; then ok resize; else fail resize 'no half blocks after a new size'; fi

mux send-keys p
if within 5 sh -c 'ls *.png'; then ok screenshot; else fail screenshot 'P wrote no picture'; fi

mux send-keys C-z
if within 5 alternate 0; then ok suspend_leaves_the_screen; else fail suspend_leaves_the_screen 'alternate screen stays on'; fi
within 5 test -e end.code; rm -f end.code after # the shell went on with its line
type_line "stty -a >suspended; fg >/dev/null; $keep"
if within 5 drawn; then ok resume_draws_again; else fail resume_draws_again 'nothing is drawn after fg'; fi
if [ -s suspended ] && cmp -s before suspended; then ok suspend_restores_modes; else fail suspend_restores_modes 'stty differs'; fi
mux send-keys q
restored restored_after_q 0

begin truecolor && mux send-keys Escape
restored restored_after_escape 0
begin_handled && mux send-keys C-c
restored restored_after_ctrl_c any
for signal in INT TERM HUP SEGV ABRT; do
    begin_handled && kill -s "$signal" "$(cat pid)"
    restored "restored_after_sig$(echo $signal | tr 'A-Z' 'a-z')" any
done

begin none
if [ "$(palette_colours)" -gt 4 ] && [ "$(true_colours)" -eq 0 ]; then ok palette_of_256
else fail palette_of_256 "$(palette_colours) palette colours, $(true_colours) true colours"; fi
mux send-keys q
restored restored_after_256_colours 0

if "$OXCART" run "$ROM" --terminal </dev/null 2>message | cat >output; then :; fi
if grep -q 'standard output is not a terminal' message && [ ! -s output ]; then ok refuses_a_pipe
else fail refuses_a_pipe "$(head -n 1 message)"; fi
[ "$failures" -eq 0 ]
