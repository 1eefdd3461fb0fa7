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
    for page in time profile memory objects watches log places console; do
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
judge_reason inside_lines_of_the_console_come_from_files "$reason"

# A value that a line changed stands in the recording, and comes again in its replay.
reason=
printf 'set player.place.pos.2 3' >"$work/lines"
play rom/carts/karts --frames 120 --console "$work/lines" --record "$work/edited" >/dev/null 2>&1 || reason="it does not play"
play rom/carts/karts --replay "$work/edited" >"$work/out" 2>&1 || reason="the replay differs: $(tail -n 1 "$work/out")"
grep -q '^replay: 120 of 120 ticks' "$work/out" || reason="not all steps are replayed: $(tail -n 1 "$work/out")"
judge_reason inside_changes_come_again_in_the_replay "$reason"

reason=
"$B/oxcart" profile rom/carts/karts --frames 60 --folded "$work/before" --csv "$work/csv" >"$work/out" || reason="no profile"
grep -qE '^[0-9]+,frame/draw/rasterize,1,[0-9]+,[0-9]+$' "$work/csv" || reason="no row of the rasterizer in the CSV"
grep -qE '^frame;step;world;physics [0-9]+$' "$work/before" || reason="no stack of the physics"
grep -qE 'goad Racer$' "$work/out" || reason="no instructions of a behaviour"
"$B/oxcart" profile rom/carts/karts --frames 60 --against "$work/before" >"$work/out" || reason="no comparison"
grep -qE ' frame;draw;rasterize$' "$work/out" || reason="the comparison lacks the rasterizer"
"$B/oxcart" profile rom/carts/karts --frames 4 --against "$work/csv" >/dev/null 2>&1 && reason="a CSV is taken for folded stacks"
judge_reason inside_profiles_are_written_and_compared "$reason"
