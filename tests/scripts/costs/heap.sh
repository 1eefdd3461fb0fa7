#!/bin/sh
# Nothing calls the heap while a game runs: a run of 1,000 frames makes exactly as many heap calls as a run of one frame.
B=${B:-build}
MAKE=${MAKE:-make}
"$MAKE" -s B="$B" "$B/oxcart" "$B/showcase.rom" >"$B/heap.log" 2>&1 || { echo "FAIL heap_no_calls_while_playing oxcart does not build"; exit 1; }
if ! ${CC:-cc} -std=c11 -O1 -shared -fPIC tests/ports/heap_counter.c -o "$B/heap_counter.so" -ldl >"$B/heap.log" 2>&1; then
    echo "skip heap_no_calls_while_playing the counting library does not build here"
    exit 0
fi

calls() { # frames, options...
    frames=$1
    shift
    LD_PRELOAD="$B/heap_counter.so" "$B/oxcart" run "$B/showcase.rom" --headless --frames "$frames" "$@" 2>&1 >/dev/null |
        sed -n 's/^heap calls: //p'
}

case $B in /*) ;; *) B=./$B ;; esac
for options in "" "--threads 2 --size 320x240" "--bands 8"; do
    name=heap_no_calls_while_playing$(printf '%s' "$options" | tr -c 'a-z0-9' '_' | sed 's/__*/_/g; s/_$//')
    # shellcheck disable=SC2086
    one=$(calls 1 $options)
    # shellcheck disable=SC2086
    many=$(calls 1000 $options)
    if [ -z "$one" ]; then
        echo "skip $name nothing can be preloaded here"
    elif [ "$one" -gt 0 ] && [ "$one" = "$many" ]; then
        echo "ok $name"
        echo "# $one heap calls, all before the first frame and after the last"
    else
        echo "FAIL $name $one heap calls with one frame, $many with a thousand"
    fi
done

# And a machine without an operating system has none: no symbol of the family in the production image.
if ! command -v arm-none-eabi-nm >/dev/null 2>&1; then
    echo "skip heap_not_in_the_cartridge no arm-none-eabi-nm here"
elif ! "$MAKE" -s B="$B" "$B/gba/base.elf" >"$B/heap.log" 2>&1; then
    echo "FAIL heap_not_in_the_cartridge the player does not build"
else
    found=$(arm-none-eabi-nm "$B/gba/base.elf" | awk '$NF ~ /^_*(malloc|calloc|realloc|free|strdup|sbrk|memalign)(_r)?$/ { print $NF }')
    total=$(arm-none-eabi-nm "$B/gba/base.elf" | grep -c ox_console_boot)
    if [ -z "$found" ] && [ "$total" -eq 1 ]; then
        echo "ok heap_not_in_the_cartridge"
    else
        echo "FAIL heap_not_in_the_cartridge found: $found"
    fi
fi
