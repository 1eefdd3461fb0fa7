#!/bin/sh
# Trophies only listen: no object of the console but those of its own room refers to them, so a game without them is the same game.
B=${B:-build}
MAKE=${MAKE:-make}
mkdir -p "$B"
if ! "$MAKE" -s B="$B" core-host >"$B/game_alone.log" 2>&1; then
    echo "FAIL game_trophy_alone the library does not build"
    exit 1
fi
found=$(grep -o '[^ ]*/kernel/game/trophy\.o' "$B/core_host.list")
# shellcheck disable=SC2046
who=$(nm -A -P -u $(cat "$B/core_host.list") 2>/dev/null | sed -n 's/: *ox_trophies_.*//p' | grep -v '/kernel/game/' | sort -u | tr '\n' ' ')
if [ -n "$found" ] && [ -z "$who" ]; then
    echo "ok game_trophy_alone"
else
    echo "FAIL game_trophy_alone it is referred to by:$who"
fi
