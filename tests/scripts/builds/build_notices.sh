#!/bin/sh
# The build notices that SDL2 was installed or removed, and looks for it after `make deps` in the same call. What a machine without
# SDL2 and its package manager answer is played by programs in a folder of their own.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/build_notices
rm -rf "$work"
mkdir -p "$work/machine"
machine=$(cd "$work/machine" && pwd)
object=$work/obj/platform/host/host_sdl.o

program() { # name; its text is on standard input
    { echo '#!/bin/sh'; cat; } >"$machine/$1"
    chmod +x "$machine/$1"
}
program pkg-config <<END
[ -e "$machine/installed" ] || exit 1
case "\$1" in --cflags) echo -DSOMETHING ;; --libs) echo -lSDL2 ;; esac
END
cp "$machine/pkg-config" "$machine/sdl2-config"
echo 'exit 1' | program dpkg-query
echo 'exec "$@"' | program sudo
echo 'echo 14' | program clang
program apt-get <<END
case " \$* " in *" install "*" libsdl2-dev "*) : >"$machine/installed" ;; esac
END
made() { # targets: how often the window driver was compiled
    env -u MAKELEVEL -u MAKEFLAGS PATH="$machine:$PATH" "$MAKE" B="$work" "$@" >"$work/said" 2>&1
    grep -c '^[^ ].* -c platform/host/host_sdl\.c ' "$work/said"
}

before=$(made "$object") again=$(made "$object")
: >"$machine/installed"
installed=$(made "$object") has=$(grep -c 'DPLAT_HOST_SDL=1 -DSOMETHING.* -c ' "$work/said")
rm "$machine/installed"
removed=$(made "$object") still=$(grep -c 'DPLAT_HOST_SDL' "$work/said")
[ "$before $again $installed $has $removed $still" = "1 0 1 1 1 0" ]
judge build_notices_sdl $? "compiled $before, $again, $installed, $removed times, with the window $has, $still; $(grep -m 1 -i error "$work/said")"

made deps "$object" >"$work/times"
deps=$(grep -m 1 -n 'everything is installed' "$work/said" | cut -d: -f1)
window=$(grep -m 1 -n 'DPLAT_HOST_SDL=1 -DSOMETHING.* -c platform/host/host_sdl' "$work/said" | cut -d: -f1)
[ "${deps:-9999}" -lt "${window:-0}" ] && [ -e "$machine/installed" ] && ! grep -q 'warning' "$work/said"
judge build_looks_after_deps $? "$(head -n 3 "$work/said" | tr '\n' ' ')"
rm -rf "$work"
