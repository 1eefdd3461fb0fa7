#!/bin/sh
# Trophies only listen: no object of the console but those of its own room refers to them, so a game without them is the same game.
B=${B:-build}
MAKE=${MAKE:-make}
mkdir -p "$B"
if ! "$MAKE" -s B="$B" core-host >"$B/game_alone.log" 2>&1; then
    echo "FAIL game_trophy_alone the library does not build"
    exit 1
fi
who=
found=
for object in $(cat "$B/core_host.list"); do
    case $object in
    */kernel/game/trophy.o) found=yes ;;
    */kernel/game/*) ;;
    *) if nm -u "$object" 2>/dev/null | grep -q ox_trophies_; then who="$who $object"; fi ;;
    esac
done
if [ -n "$found" ] && [ -z "$who" ]; then
    echo "ok game_trophy_alone"
else
    echo "FAIL game_trophy_alone it is referred to by:$who"
fi
