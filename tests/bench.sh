#!/bin/sh
# Counts that do not depend on the machine's load: GBA cycles a frame, instructions a frame and a call, bytes. Each part of the
# project has a script of its own in tests/bench/; an argument names one script: sh tests/bench.sh fixedmath
B=${B:-build}
MAKE=${MAKE:-make}
export B MAKE
mkdir -p "$B/bench"
"$MAKE" -s B="$B" "$B/oxcart" "$B/showcase.rom" players || exit 1
for script in tests/bench/*.sh; do
    name=$(basename "$script" .sh)
    [ -n "$1" ] && [ "$1" != "$name" ] && continue
    sh "$script"
done
