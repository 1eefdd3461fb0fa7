#!/bin/sh
# Live reload: a cart that plays in a terminal follows its files; a mistake in them leaves the old game on.
. tests/judge.sh
B=${B:-build}
OXCART=${OXCART:-$B/oxcart}
work=$B/cli_reload
socket=oxcart-reload-$$
failed=0

[ -x "$OXCART" ] || { echo "FAIL cli_reload $OXCART is not built"; exit 1; }
rm -rf "$work"
mkdir -p "$work/store"
TMPDIR=$(cd "$work/store" && pwd)
export TMPDIR
"$OXCART" new "$work/game" >/dev/null || exit 1
sed -i 's/^format pal8/format xrgb8888/; s/#88B8E0/#0000FF/; s/^budget 192K/budget 1M/' "$work/game/cart.txt"

# Nothing is left of the store of a run, however it ends: waits for that, at most 5 s.
is_empty() {
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        [ -z "$(ls "$TMPDIR")" ] && return 0
        sleep 0.5
    done
    return 1
}

reason=
for signal in TERM HUP KILL; do
    "$OXCART" run "$work/game" --headless --live --frames 1000000 --quiet >"$work/out" 2>&1 &
    player=$!
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        [ -n "$(ls "$TMPDIR")" ] && break
        sleep 0.1
    done
    [ -n "$(ls "$TMPDIR")" ] || reason="$signal: there is no store"
    kill -$signal "$player" # INT is ignored in the background; below, a terminal's end is one
    wait "$player" 2>/dev/null
    is_empty || reason="$signal leaves $(ls "$TMPDIR")"
done
"$OXCART" run "$work/game" --headless --live --frames 5 --quiet >"$work/out" 2>&1 || reason="$(head -n 1 "$work/out")"
[ -z "$(ls "$TMPDIR")" ] || reason="an end in peace leaves $(ls "$TMPDIR")"
judge_reason cli_reload_leaves_no_store "$reason"

# ---- what was told before is not told again; what is new is ----

"$OXCART" new "$work/noted" --template script >/dev/null || exit 1
script=$(ls "$work"/noted/*.goad | head -n 1)
printf 'behaviour Told { on tick { let unused = 1 } }\n' >>"$script"
"$OXCART" run "$work/noted" --headless --live --frames 1000000 >"$work/out" 2>&1 &
player=$!
wait_line() { for _ in $(seq 100); do grep -q "$1" "$work/out" && return 0; sleep 0.1; done; return 1; }
reason=
wait_line "'unused' is not used" || reason="the first build tells nothing: $(head -n 3 "$work/out")"
printf 'behaviour Other { on tick { let further = 1 } }\n' >>"$script"
wait_line "'further' is not used" || reason="$reason a change is not told"
kill -TERM "$player"
wait "$player" 2>/dev/null
[ "$(grep -c "'unused' is not used" "$work/out")" -eq 1 ] || reason="$reason told again: $(grep -c "'unused' is not used" "$work/out") times"
judge_reason cli_reload_tells_notes_once "$reason"

# ---- a voice changes while it plays; a mistake in it leaves the old one ----

mkdir "$work/voice"
printf 'wave pulse 25\npitch 0 800\nlevel 0 1\nlevel 0.1 0\n' >"$work/voice/it.voice"
printf 'title "V"\nformat xrgb8888\nsound it it.voice\nscene main\n  camera at=0,1,4 target=0,0,0\n  sound it on=start\nend\n' >"$work/voice/cart.txt"
"$OXCART" run "$work/voice" --headless --live --frames 1000000 >"$work/out" 2>&1 &
player=$!
reason=
wait_line 'a voice of 1601 frames' || reason="the first build tells nothing: $(head -n 3 "$work/out")"
printf 'wave pulse 25\npitch 0 0\nlevel 0 1\nlevel 0.1 0\n' >"$work/voice/it.voice"
wait_line 'it.voice:2:9: error: `0` is beyond 1 to 20000' || reason="$reason a mistake is not told: $(tail -n 1 "$work/out")"
printf 'wave noise\npitch 0 8000\nlevel 0 1\nlevel 0.2 0\n' >"$work/voice/it.voice"
wait_line 'a voice of 3201 frames' || reason="$reason a change is not told: $(tail -n 1 "$work/out")"
kill -TERM "$player"
wait "$player" 2>/dev/null
judge_reason cli_reload_follows_a_voice "$reason"

command -v tmux >/dev/null || { echo "skip cli_reload no tmux"; exit $failed; }
screen() { tmux -L "$socket" capture-pane -e -p 2>/dev/null; }

# Waits until the colour R;G;B is on the screen, at most 10 s.
wait_for() {
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        screen | grep -q "[34]8;2;$1" && return 0
        sleep 0.5
    done
    return 1
}

play="COLORTERM=truecolor '$OXCART' run '$work/game' --terminal 2>'$work/err'; sleep 5"
tmux -L "$socket" -f /dev/null new-session -d -x 100 -y 40 "$play"
reason=
wait_for '0;0;255' || reason="the game does not show: $(screen | head -n 1)$(head -n 1 "$work/err")"
sed -i 's/#0000FF/#FF00AA/' "$work/game/cart.txt"
[ -n "$reason" ] || wait_for '255;0;170' || reason="the new background does not show"
judge_reason cli_reload_follows_a_change "$reason"

reason=
echo 'nonsense' >>"$work/game/cart.txt"
sleep 1.5
sed -i 's/#FF00AA/#00FF55/' "$work/game/cart.txt"
sleep 1.5
screen | grep -q '[34]8;2;255;0;170' || reason="the old game is gone"
sed -i '/nonsense/d' "$work/game/cart.txt"
[ -n "$reason" ] || wait_for '0;255;85' || reason="the mended cart does not show"
grep -q 'cart.txt:[0-9:]* error: `nonsense` is unknown' "$work/err" ||
    reason="the mistake was not told: $(head -n 1 "$work/err")"
judge_reason cli_reload_survives_a_mistake "$reason"
tmux -L "$socket" send-keys C-c
is_empty || tmux -L "$socket" kill-server 2>/dev/null
is_empty
judge_reason cli_reload_an_interrupt_leaves_no_store "$([ -z "$(ls "$TMPDIR")" ] || ls "$TMPDIR")"
tmux -L "$socket" kill-server 2>/dev/null
exit $failed
