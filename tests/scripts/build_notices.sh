#!/bin/sh
# The build notices that SDL2 was installed or removed, and looks for it after `make deps` in the same call.
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/build_notices
judge() { if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAIL $1 $3"; fi; }
rm -rf "$work"
mkdir -p "$work"
object=$work/obj/platform/host/host_sdl.o
"$MAKE" -s B="$work" HOST_DEFINES= SDL_CFLAGS= SDL_LIBS= "$object" >"$work/log" 2>&1 &&
    "$MAKE" -s B="$work" HOST_DEFINES= SDL_CFLAGS= SDL_LIBS= "$object" >"$work/again" 2>&1
made=$("$MAKE" B="$work" HOST_DEFINES= SDL_CFLAGS=-DSOMETHING SDL_LIBS=-lSDL2 "$object" 2>&1 | grep -c 'host_sdl.c')
[ "$made" -eq 1 ] && [ ! -s "$work/again" ]
judge build_notices_sdl $? "compiled $made times; $(head -n 1 "$work/log" "$work/again" | tr '\n' ' ')"

env -u MAKELEVEL -u MAKEFLAGS "$MAKE" -n B="$work" deps help >"$work/said" 2>&1
first=$(grep -m 1 -n 'deps\.sh' "$work/said" | cut -d: -f1) second=$(grep -m 1 -n 'make .*help' "$work/said" | cut -d: -f1)
[ "${first:-9}" -lt "${second:-0}" ] && ! grep -q 'warning' "$work/said"
judge build_looks_after_deps $? "$(head -n 3 "$work/said" | tr '\n' ' ')"
rm -rf "$work"
