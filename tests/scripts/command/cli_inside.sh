#!/bin/sh
# The inside view by the command: games are the same with each of its pages open, lines of its console come from files, and profiles are compared.
. tests/judge.sh
B=${B:-build}
work=$B/cli_inside
rm -rf "$work"
mkdir -p "$work"
play() { "$B/oxcart" run "$@" --headless --mute --quiet; }

# Recordings have the hash of the state in them: with a page open each is the same, byte for byte, but for the input that the view keeps, and here there is none.
reason=
for cart in karts tweens meadow bricks fold; do
    play rom/carts/$cart --frames 240 --record "$work/plain" >"$work/out" 2>&1 || reason="$cart does not play: $(tail -n 1 "$work/out")"
    for page in time profile memory objects watches log events places history draw camera game options console; do
        play rom/carts/$cart --frames 240 --record "$work/seen" --inspect $page >"$work/out" 2>&1 || reason="$cart does not play with $page: $(tail -n 1 "$work/out")"
        cmp -s "$work/plain" "$work/seen" || reason="$cart is another game with the page $page"
    done
done
judge_reason inside_games_are_the_same_with_every_page "$reason"

reason=
printf 'speed 0.5\npage watches // a comment\nget player.place.pos.2; watch player.place.pos.1' >"$work/lines"
play rom/carts/karts --frames 20 --console "$work/lines" >"$work/out" 2>&1 || reason="the lines are refused: $(tail -n 1 "$work/out")"
grep -q '^console: speed x0.500$' "$work/out" || reason="speed says nothing"
grep -q '^console: player.place.pos.2 = 0.450$' "$work/out" || reason="no value: $(grep -m 1 place "$work/out")"
printf 'set player.place.pos.1 lots' >"$work/lines"
play rom/carts/karts --frames 20 --console "$work/lines" >"$work/out" 2>&1 && reason="a bad line is taken"
grep -q 'a line of the console was refused' "$work/out" || reason="nothing is said of the bad line"
play rom/carts/karts --frames 20 --console "$work/none" >/dev/null 2>&1 && reason="a file that is not there is taken"
play rom/carts/karts --frames 2 --inspect nothing >/dev/null 2>&1 && reason="a page that is not there is taken"
printf 'exec %s/first; echo last' "$work" >"$work/lines"
printf 'echo one; wait 2\nset player.place.pos.2 3' >"$work/first"
play rom/carts/karts --frames 20 --console "$work/lines" --record "$work/waited" >"$work/out" 2>&1 || reason="exec: $(tail -n 1 "$work/out")"
grep -q '^console: one$' "$work/out" && grep -q "^console: did $work/first$" "$work/out" || reason="exec says: $(cat "$work/out")"
play rom/carts/karts --frames 20 --record "$work/unchanged" >/dev/null 2>&1
cmp -s "$work/waited" "$work/unchanged" && reason="what waits in a file is not done"
printf 'exec %s/lines' "$work" >"$work/lines"
play rom/carts/karts --frames 2 --console "$work/lines" >"$work/out" 2>&1 || reason="a file that does itself: $(tail -n 1 "$work/out")"
grep -q '^console: files within files' "$work/out" || reason="a file that does itself is not told"
judge_reason inside_lines_of_the_console_come_from_files "$reason"

# A value that a line changed stands in the recording, and comes again in its replay.
reason=
printf 'set player.place.pos.2 3' >"$work/lines"
play rom/carts/karts --frames 120 --console "$work/lines" --record "$work/edited" >/dev/null 2>&1 || reason="it does not play"
play rom/carts/karts --replay "$work/edited" >"$work/out" 2>&1 || reason="the replay differs: $(tail -n 1 "$work/out")"
grep -q '^replay: 120 of 120 ticks' "$work/out" || reason="not all steps are replayed: $(tail -n 1 "$work/out")"
judge_reason inside_changes_come_again_in_the_replay "$reason"

# What befell an object comes as a text into the folder of who plays; a camera of one's own gives another picture of the same game.
reason=
case $B in /*) oxcart=$B/oxcart ;; *) oxcart=$PWD/$B/oxcart ;; esac
carts=$PWD/rom/carts
printf 'history player; wait 60; history csv' >"$work/lines"
(cd "$work" && "$oxcart" run "$carts/karts" --headless --mute --quiet --frames 90 --console lines >out 2>&1) || reason="the history is refused: $(tail -n 1 "$work/out")"
head -n 1 "$work"/oxcart-history-*.txt 2>/dev/null | grep -q '^tick,object,kind,from,to$' || reason="no text of the history"
printf 'fly 0 9 0' >"$work/lines"
play rom/carts/karts --frames 30 --hash --record "$work/flown" --console "$work/lines" >"$work/out" 2>&1
play rom/carts/karts --frames 30 --hash --record "$work/unflown" >"$work/plain.out" 2>&1
cmp -s "$work/flown" "$work/unflown" || reason="the game is another one with a camera of one's own"
[ "$(grep '^frame=29 ' "$work/out")" != "$(grep '^frame=29 ' "$work/plain.out")" ] || reason="the camera shows the same picture"
judge_reason inside_histories_and_cameras_leave_the_game_alone "$reason"

reason=
"$B/oxcart" profile rom/carts/karts --frames 60 --folded "$work/before" --csv "$work/csv" >"$work/out" || reason="no profile"
grep -qE '^[0-9]+,frame/draw/rasterize,1,[0-9]+,[0-9]+$' "$work/csv" || reason="no row of the rasterizer in the CSV"
grep -qE '^frame;step;world;physics [0-9]+$' "$work/before" || reason="no stack of the physics"
grep -qE 'goad Racer$' "$work/out" || reason="no instructions of a behaviour"
"$B/oxcart" profile rom/carts/karts --frames 60 --against "$work/before" >"$work/out" || reason="no comparison"
grep -qE ' frame;draw;rasterize$' "$work/out" || reason="the comparison lacks the rasterizer"
"$B/oxcart" profile rom/carts/karts --frames 4 --against "$work/csv" >/dev/null 2>&1 && reason="a CSV is taken for folded stacks"
judge_reason inside_profiles_are_written_and_compared "$reason"

# ---- the log ----

mkdir "$work/talker"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$work/talker/chip.obj"
printf 'title "Talker"\nsize 96x64\nformat pal8\nmesh chip chip.obj\nscript game game.goad\nscene main\n  camera at=0,0,4 target=0,0,0\n  object chip at=0,0,0 name=one behaviour=Talker\nend\n' >"$work/talker/cart.txt"
printf 'behaviour Talker {\n    var n = 0\n    on tick {\n        n += 1\n        log("ai: step {n}")\n        log("detail: of {n}")\n        if n == 3 { log("warning: three") }\n        log("plain {n}")\n    }\n}\n' >"$work/talker/game.goad"
lines() { grep -c "$1" "$work/log"; }
reason=
play "$work/talker" --frames 5 --log-file "$work/log" >"$work/out" 2>&1 || reason="it does not play: $(tail -n 1 "$work/out")"
[ "$(lines ' info ai: ai: step [0-9]$')" -eq 5 ] && [ "$(lines ' info script: plain')" -eq 5 ] && [ "$(lines 'warning script: warning: three')" -eq 1 ] || reason="lines, channels and levels: $(cat "$work/log")"
[ "$(lines detail)" -eq 0 ] || reason="details are there without being asked for"
play "$work/talker" --frames 5 --log warning,ai=off,script=detail --log-file "$work/log" >"$work/out" 2>&1 || reason="words are refused: $(tail -n 1 "$work/out")"
[ "$(lines 'detail script: detail: of')" -eq 5 ] && [ "$(lines ' ai: ')" -eq 0 ] || reason="channels have no levels of their own: $(cat "$work/log")"
printf 'log ai off; wait 2; log ai on' >"$work/lines"
play "$work/talker" --frames 6 --console "$work/lines" --log-file "$work/log" >"$work/out" 2>&1 || reason="the console refuses: $(tail -n 1 "$work/out")"
grep -q ' ai: ai: step 1$' "$work/log" && reason="a channel that the console silenced speaks"
grep -q ' ai: ai: step 4$' "$work/log" || reason="a channel does not speak again"
for bad in loud ai= =detail ai=loud; do
    play "$work/talker" --frames 1 --log $bad >"$work/out" 2>&1
    [ $? -eq 2 ] && grep -q 'error, warning, info, detail or trace' "$work/out" || reason="--log $bad: $(tail -n 1 "$work/out")"
done
judge_reason inside_log_has_levels_channels_and_a_file "$reason"

# A game that is killed has left all its lines.
reason=
play "$work/talker" --frames 1000000 --log-file "$work/log" >/dev/null 2>&1 &
game=$!
tries=0
until grep -q 'plain 100$' "$work/log" || [ $tries -eq 100 ]; do sleep 0.1; tries=$((tries + 1)); done
kill -9 $game
wait $game 2>/dev/null
tail -n 1 "$work/log" | grep -qE '^[0-9]+ info (ai|script): ' || reason="the last line: $(tail -n 1 "$work/log")"
grep -q 'plain 100$' "$work/log" || reason="lines are missing"
judge_reason inside_log_file_outlives_a_crash "$reason"

# Memory at the end of a game is a text, also of one that did not begin.
reason=
play rom/carts/karts --frames 30 --memory-file "$work/memory.csv" >"$work/out" 2>&1 || reason="it does not play: $(tail -n 1 "$work/out")"
head -n 1 "$work/memory.csv" | grep -qx 'name,used,peak,of,refused' && grep -qE '^level,[1-9][0-9]*,[0-9]+,[0-9]+,0$' "$work/memory.csv" || reason="no rows: $(head -n 2 "$work/memory.csv")"
play rom/carts/karts --frames 30 --memory 64K --memory-file "$work/none.csv" >"$work/out" 2>&1 && reason="it plays in too little memory"
grep -q '^# the game did not begin: ..*' "$work/none.csv" || reason="nothing of a game that did not begin"
judge_reason inside_memory_at_the_end_is_a_text "$reason"

# ---- pictures ----

# 30 frames as pictures have the hashes of normal play, and the sound is as long as they are.
reason=
play rom/carts/bjorn --frames 30 --format xrgb8888 --hash --record "$work/tape.plain" >"$work/hashes" 2>/dev/null || reason="it does not play"
"$B/oxcart" run rom/carts/bjorn --headless --quiet --frames 30 --format xrgb8888 --hash --record "$work/tape.film" --pictures "$work/film" --wav "$work/film.wav" >"$work/out" 2>&1 || reason="no film: $(tail -n 1 "$work/out")"
cmp -s "$work/tape.plain" "$work/tape.film" || reason="the game is another one while it is filmed"
if command -v python3 >/dev/null 2>&1; then
    python3 tests/scripts/command/film.py "$work/film" "$work/film.wav" "$work/hashes" 60 >"$work/out" 2>&1 || reason="$(tail -n 1 "$work/out")"
fi
[ "$(ls "$work/film" | wc -l)" -eq 30 ] || reason="not 30 pictures"
play rom/carts/karts --pictures "$work/film" >/dev/null 2>&1 && reason="a film without an end"
judge_reason inside_films_are_the_frames_of_the_game "$reason"
