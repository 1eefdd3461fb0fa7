#!/bin/sh
# The platform's contract on the desktop: the one program of the unit tests passes behind SDL windows (on a virtual display; all but tests
# of rooms that open no port, and long ones of rooms whose games are shown as all others are), a second one links and plays without SDL and
# without a display, and the core knows neither.
# Use: B=build sh tests/scripts/ports/sdl_suite.sh   (NO_BUILD=1 takes $B/unit_tests and $B/plain/unit_tests as they are)
MAKE=${MAKE:-make}
mkdir -p "${B:-build}"
B=$(cd "${B:-build}" && pwd)

failures=0
ok() { echo "ok $1"; }
fail() { echo "FAIL $1 $2"; failures=$((failures + 1)); }
work=$(mktemp -d) || exit 1
xvfb=
finish() {
    [ -n "$xvfb" ] && kill "$xvfb" 2>/dev/null
    wait 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' HUP INT PIPE TERM

if [ -z "$NO_BUILD" ] && ! "$MAKE" -s -j2 B="$B" "$B/unit_tests" "$B/plain/unit_tests" core-host >"$work/log" 2>&1; then
    fail sdl_suite "the unit tests do not build: $(grep -m 1 -i error "$work/log")"
    exit 1
fi

# judge NAME LOG: the suite ended, nothing failed, and something was run
judge() {
    failed=$(sed -n 's/^FAIL //p' "$2" | tr '\n' ' ')
    if [ -n "$failed" ]; then fail "$1" "$failed"
    elif ! grep -qE '^# [1-9][0-9]* passed, 0 failed, [0-9]+ skipped$' "$2"; then fail "$1" "broke off: $(tail -n 1 "$2")"
    else echo "# $1: $(tail -n 1 "$2" | sed 's/^# //')"; ok "$1"; fi
}

# ---- what the core knows ----

strange=$(grep -rnE '^[ \t]*#[ \t]*include[ \t]*[<"][^>"]*(SDL|windows\.h|unistd|pthread|signal\.h|time\.h>|dlfcn|threads\.h|stdio\.h|sys/|X11|termios)' \
    --include='*.[ch]' --include='*.inc' fixedmath raster rom kernel | grep -v '"kernel/' | grep -v '^rom/carts/examples/alone/')
if [ -z "$strange" ]; then ok sdl_no_system_include_in_the_core
else fail sdl_no_system_include_in_the_core "$(printf '%s\n' "$strange" | head -n 1)"; fi
strange=$(grep -rlE '#[ \t]*include[ \t]*[<"][^>"]*SDL[^>"]*[>"]' --include='*.[ch]' . | grep -v '^\./platform/' | grep -v '^\./rom/carts/examples/alone/' | grep -v '^\./build')
if [ -z "$strange" ]; then ok sdl_include_is_in_the_platform_alone
else fail sdl_include_is_in_the_platform_alone "$(printf '%s\n' "$strange" | head -n 1)"; fi

# shellcheck disable=SC2046
strange=$(nm -A $(cat "$B/core_host.list") 2>/dev/null | grep -E ' (SDL_|X[A-Z][a-z]+)' | head -n 1)
if [ ! -s "$B/core_host.list" ]; then fail sdl_core_objects_name_nothing_of_it "no list of the core's objects"
elif [ -z "$strange" ]; then ok sdl_core_objects_name_nothing_of_it
else fail sdl_core_objects_name_nothing_of_it "$strange"; fi

# ---- without SDL and without a display ----

plain=$B/plain/unit_tests
if nm "$plain" | grep -qE ' SDL_' || ldd "$plain" | grep -qiE 'SDL|libX11|wayland'; then
    fail sdl_plain_runner_has_no_symbol_of_it "$(nm "$plain" | grep -m 1 -E ' SDL_') $(ldd "$plain" | grep -m 1 -iE 'SDL|libX11')"
elif [ "$(nm "$plain" | grep -cE ' T (ox|rs|rom|fx)_')" -lt 1000 ]; then
    fail sdl_plain_runner_has_no_symbol_of_it "it does not hold the core either"
else ok sdl_plain_runner_has_no_symbol_of_it; fi
env -u DISPLAY -u WAYLAND_DISPLAY -u OXCART_TEST_DRIVER \
    "$plain" host_ console_ engine_ runtime_ replay_ display_ loop_ save_ resource_ time_ task_ >"$work/plain" 2>&1 </dev/null
judge sdl_plain_runner_plays "$work/plain"

# ---- behind windows ----

if ! nm "$B/unit_tests" | grep -qE ' SDL_CreateWindow'; then echo "skip sdl_whole_suite built without SDL2"; exit; fi
for tool in Xvfb xdotool; do
    command -v "$tool" >/dev/null 2>&1 || { echo "skip sdl_whole_suite $tool is not installed"; exit; }
done
# Without -noreset the server starts over when the first window has gone.
Xvfb -noreset -displayfd 3 -screen 0 1280x800x24 3>"$work/display" >"$work/xvfb.log" 2>&1 & xvfb=$!
tries=100
while [ ! -s "$work/display" ] && [ "$tries" -gt 0 ]; do tries=$((tries - 1)); sleep 0.1; done
[ -s "$work/display" ] || { echo "skip sdl_whole_suite Xvfb does not start here"; exit; }
DISPLAY=:$(cat "$work/display"); export DISPLAY
unset WAYLAND_DISPLAY SDL_VIDEODRIVER
xdotool mousemove 0 0 # out of the windows, which open in the middle: no pointer in tests that have a script of their own

before=$(cksum <"$B/unit_tests")
# Left out are tests of rooms that open no port, and the long ones of rooms whose games are shown as all others are: half of the time.
OXCART_TEST_DRIVER=sdl "$B/unit_tests" -fx_ -collision_ -network_soak -containers_ -compress_ -obj_ -jpeg_ -png_ -sheet_ -palette_ -import_ \
    -raster_ -rom_ -script_ -movie_sound -motion_ -physics_ -cloth_ -debug_each -carts_go_on -twins_ -runtime_soak >"$work/sdl" 2>&1 </dev/null
judge sdl_whole_suite "$work/sdl"
# It was really behind windows, and is the program whose whole suite runs headless as the unit tests of `make test`.
if OXCART_TEST_DRIVER=sdl DISPLAY=:0.nowhere "$B/unit_tests" time_machine_clock >"$work/none" 2>&1 </dev/null; then
    fail sdl_suite_needs_the_display "a port was opened on a display that is not there"
elif ! grep -q 'no display' "$work/none"; then fail sdl_suite_needs_the_display "$(head -n 1 "$work/none")"
else ok sdl_suite_needs_the_display; fi
# Of the core both programs hold the same object files: none was made anew behind either of them.
different=0 objects=0
for object in $(cat "$B/core_host.list"); do
    objects=$((objects + 1))
    [ "$object" -nt "$plain" ] && different=$((different + 1))
    [ "$object" -nt "$B/unit_tests" ] && different=$((different + 1))
done
if [ "$before" = "$(cksum <"$B/unit_tests")" ] && [ "$objects" -gt 100 ] && [ "$different" -eq 0 ]; then ok sdl_same_objects
else fail sdl_same_objects "$different of $objects objects were made after the programs"; fi
[ "$failures" -eq 0 ]
