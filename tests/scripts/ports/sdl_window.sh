#!/bin/sh
# The window on a virtual X display: it opens, shows pixels, follows keys, resizing and full screen, takes screenshots.
# Use: B=build sh tests/scripts/ports/sdl_window.sh   (OXCART and ROM name another program or image)
B=$(cd "${B:-build}" 2>/dev/null && pwd)
OXCART=${OXCART:-$B/oxcart}
ROM=${ROM:-$B/showcase.rom}

for tool in Xvfb xdotool; do
    command -v "$tool" >/dev/null 2>&1 || { echo "skip sdl_window $tool is not installed"; exit 0; }
done
[ -x "$OXCART" ] || { echo "FAIL sdl_window $OXCART is not there: build it first"; exit 1; }

work=$(mktemp -d) || exit 1
xvfb= game= failures=0
finish() {
    [ -n "$game" ] && kill "$game" 2>/dev/null
    [ -n "$xvfb" ] && kill "$xvfb" 2>/dev/null
    wait 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' HUP INT PIPE TERM
cd "$work" || exit 1

ok() { echo "ok sdl_window_$1"; }
fail() { echo "FAIL sdl_window_$1 $2"; failures=$((failures + 1)); }

# within SECONDS COMMAND...: tries it until it succeeds or the time is over
within() {
    tries=$(($1 * 10)); shift
    while ! "$@" >/dev/null 2>&1; do
        tries=$((tries - 1)); [ "$tries" -gt 0 ] || return 1
        sleep 0.1
    done
}
ended() { ! kill -0 "$game" 2>/dev/null; }
pictures() { find . -name '*.png' | wc -l; }
more_pictures() { [ "$(pictures)" -gt "$1" ]; }
window_shown() { window=$(xdotool search --onlyvisible --name . 2>/dev/null | head -n 1); [ -n "$window" ]; }
has_size() { [ "$(xdotool getwindowgeometry --shell "$window" 2>/dev/null | grep -E 'WIDTH|HEIGHT' | tr '\n' ' ')" = "WIDTH=$1 HEIGHT=$2 " ]; }
number_at() { od -An -v -tu1 -j "$2" -N 4 "$1" | awk '{ print (($1 * 256 + $2) * 256 + $3) * 256 + $4 }'; }
# Colours on the whole screen, out of the server's own picture file (its head is skipped).
screen_colours() { tail -c +3300 "$work/screen/Xvfb_screen0" | od -An -v -tx4 -w4 | sort -u | wc -l; }
colourful() { [ "$(screen_colours)" -gt 16 ]; }

mkdir screen
# Without -noreset the server starts over when the first game has gone, and may refuse the second.
Xvfb -noreset -displayfd 3 -screen 0 1280x800x24 -fbdir "$work/screen" 3>display >xvfb.log 2>&1 & xvfb=$!
within 10 test -s display || { echo "skip sdl_window Xvfb does not start here"; exit 0; }
DISPLAY=:$(cat display); export DISPLAY
unset WAYLAND_DISPLAY SDL_VIDEODRIVER

start() { "$OXCART" run "$ROM" --driver sdl >log 2>&1 & game=$!; }

start
if ! within 15 window_shown; then
    if grep -qE 'without SDL2|SDL2 was not there' log; then echo "skip sdl_window built without SDL2"; else fail opens "no window: $(head -n 1 log)"; fi
    [ "$failures" -eq 0 ]; exit
fi
ok opens
xdotool windowfocus "$window"
if within 10 colourful; then ok shows_pixels; else fail shows_pixels "only $(screen_colours) colours on the screen"; fi

shot() { # NAME: takes a screenshot and judges it
    before=$(pictures)
    xdotool key F12
    within 5 more_pictures "$before" || { fail "$1" "F12 wrote no picture"; return; }
    newest=$(ls -t ./*.png | head -n 1)
    wide=$(number_at "$newest" 16); high=$(number_at "$newest" 20); bytes=$(wc -c <"$newest")
    # A picture of one colour packs to less than this.
    if [ "$wide" -lt 8 ] || [ "$high" -lt 8 ]; then fail "$1" "picture of $wide x $high"
    elif [ "$bytes" -le $((150 + wide * high * 3 / 400)) ]; then fail "$1" "$bytes bytes: of one colour?"
    else ok "$1"; fi
}
shot screenshot
first=$newest
xdotool keydown Right keydown z; sleep 0.5
shot screenshot_with_keys_held
xdotool keyup Right keyup z
if [ "$first" != "$newest" ] && ! cmp -s "$first" "$newest"; then ok picture_changes
else fail picture_changes "two screenshots are alike"; fi
# The showcase moves by itself, so a standing picture proves the keys: Enter pauses.
xdotool key Return; sleep 0.5
shot screenshot_while_paused
first=$newest; sleep 1.2
shot screenshot_still_paused
if [ "$first" != "$newest" ] && cmp -s "$first" "$newest"; then ok keys_reach_the_game
else fail keys_reach_the_game "the picture moves although it was paused"; fi
xdotool key Return; sleep 0.3

# F1 opens the inside view, whose Start stops the game. The page before the first is the console: letters are for its line, Escape leaves it.
seen() { cksum <"$work/screen/Xvfb_screen0"; }
stands() { before=$(seen); sleep 0.5; [ "$before" = "$(seen)" ]; }
differs() { [ "$1" != "$(seen)" ]; }
equals() { [ "$1" = "$(seen)" ]; }
xdotool key F1; sleep 0.3
xdotool key Return; sleep 0.3
xdotool key q
if within 5 stands; then ok inside_view_stops_the_game; else fail inside_view_stops_the_game "the picture still moves"; fi
empty=$(seen)
xdotool type help
if within 5 differs "$empty"; then ok console_takes_letters; else fail console_takes_letters "no letter is shown"; fi
for letter in h e l p; do xdotool key BackSpace; done
if within 5 equals "$empty"; then ok console_takes_them_back; else fail console_takes_them_back "the line is not empty again"; fi
xdotool key Escape
if within 5 differs "$empty"; then ok console_is_left_by_escape; else fail console_is_left_by_escape "the page is the same"; fi
xdotool key Return; sleep 0.3
xdotool key F1; sleep 0.3

# Another window in front, here the root: the game's time stands still, until its own window has the focus again.
moves() { ! stands; }
xdotool mousemove 0 0
xdotool windowfocus "$(xdotool getmouselocation --shell | sed -n 's/^WINDOW=//p')"
if within 5 stands; then ok focus_lost_pauses; else fail focus_lost_pauses "the picture still moves"; fi
xdotool windowfocus "$window"
if within 5 moves; then ok focus_gained_goes_on; else fail focus_gained_goes_on "the picture stands"; fi

eval "$(xdotool getwindowgeometry --shell "$window")"
old_width=$WIDTH old_height=$HEIGHT
xdotool key F11
if within 5 has_size 1280 800; then ok full_screen; else fail full_screen "window is not 1280x800"; fi
if within 5 colourful; then ok full_screen_pixels; else fail full_screen_pixels "only $(screen_colours) colours"; fi
xdotool key F11
if within 5 has_size "$old_width" "$old_height"; then ok full_screen_back
else fail full_screen_back "window is not $old_width x $old_height again"; fi

for size in '333 500' '90 70' '1270 790'; do
    # shellcheck disable=SC2086
    xdotool windowsize "$window" $size
    within 5 has_size ${size% *} ${size#* }
    sleep 0.3
    if kill -0 "$game" 2>/dev/null && within 5 colourful; then ok "resize_to_${size% *}x${size#* }"
    else fail "resize_to_${size% *}x${size#* }" "gone or without colours"; fi
done

xdotool windowfocus "$window"; sleep 0.2
xdotool key Escape
if within 5 ended; then
    wait "$game"; code=$?
    if [ "$code" -eq 0 ]; then ok escape_quits; else fail escape_quits "exit code $code: $(tail -n 1 log)"; fi
else
    fail escape_quits 'still running'
    kill -9 "$game"
fi

start
if within 60 window_shown; then
    kill -TERM "$game"
    if within 5 ended; then ok terminate_signal_quits; else fail terminate_signal_quits 'still running'; kill -9 "$game"; fi
else
    fail terminate_signal_quits "no window the second time: $(head -n 1 log)"
fi
game=

# A program of its own: the window has the game's title, Esc ends it.
titled() { window=$(xdotool search --onlyvisible --name "$1" 2>/dev/null | head -n 1); [ -n "$window" ]; }
if ! "$OXCART" export "$ROM" --desktop own >log 2>&1; then
    echo "skip sdl_window_program_of_its_own $(head -n 1 log)"
else
    XDG_DATA_HOME=$work/data ./own >log 2>&1 & game=$!
    title=$("$OXCART" ls "$ROM" | sed -n 's/^title "\(.*\)"$/\1/p')
    if within 15 titled "${title:-?}" && within 10 colourful; then
        xdotool windowfocus "$window"; sleep 0.2
        xdotool key Escape
        if within 5 ended; then
            wait "$game"; code=$?
            if [ "$code" -eq 0 ] && [ ! -s log ] && [ ! -e data ]; then ok program_of_its_own
            else fail program_of_its_own "exit code $code: $(head -n 1 log) $(ls data)"; fi
        else fail program_of_its_own 'still running'; kill -9 "$game"; fi
    else fail program_of_its_own "no window: $(head -n 1 log)"; fi
fi
game=
[ "$failures" -eq 0 ]
