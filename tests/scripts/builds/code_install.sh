#!/bin/sh
# Games in C outside of this tree, with what `make install` brings: a new cart plays alike on the desktop, as a program of its own, in browsers, on the Game Boy
# Advance and on the Stellaris board, with the same state behind each step where a player takes a recording; so does the sheepfold in C (without the board), moved out
# of it (its twin in Goad: twins_... of the unit tests; the player inside of the tree: code_costs.sh); programs of their own link with the library.
. tests/judge.sh
. tests/ports/everywhere.sh
B=${B:-build}
MAKE=${MAKE:-make}
here=$(pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
command -v cc >/dev/null || { echo "skip code_install no C compiler cc here"; exit 0; }
"$MAKE" -s B="$B" PREFIX="$work/usr" install >"$work/out" 2>&1
judge code_installs $? "$(tail -n 1 "$work/out")"
PATH=$work/usr/bin:$PATH
runner=$here/$B/gba_runner
"$MAKE" -s B="$B" "$B/gba_runner" >/dev/null 2>&1 || runner=
cd "$work" || exit 1

hashes() { grep -o 'hash=[0-9a-f]*' "$1"; }

# name, cart's folder, frames: the cart on this machine's ports
compare() {
    oxcart run "$2" --headless --frames "$3" --hash >"$1.run" 2>err
    judge "code_install_${1}_plays" $? "$(head -n 1 err)"
    oxcart export "$2" --desktop "$1.bin" --log-hashes --frames "$3" >out 2>&1 && ./"$1.bin" >"$1.own" 2>&1
    hashes "$1.run" >a && hashes "$1.own" >b && [ -s a ] && cmp -s a b
    judge "code_install_${1}_is_the_same_as_a_program" $? "$(head -n 1 out)"
    oxcart run "$2" --headless --frames "$3" --hash --input keys --record session --thorough >"$1.run" 2>err
    hashes "$1.run" >a
    states="replay=$3/$3 checks=$3 equal"
    missing=$(missing arm-none-eabi-gcc)
    [ -n "$missing" ] || [ -n "$runner" ] || missing="runner of cartridges"
    [ -n "$missing" ] || { oxcart export "$2" --gba "$1.gba" --log-hashes --frames "$3" >out 2>&1 && append_session "$1.gba" session && "$runner" "$1.gba" >log 2>&1; }
    same "$1" gba "$missing"
    missing=$(missing clang wasm-ld node)
    [ -n "$missing" ] || { oxcart export "$2" --web "$1.html" --log-hashes --frames "$3" >out 2>&1 && node "$here/tests/web/page.js" "$1.html" --replay session >log 2>&1; }
    same "$1" web "$missing"
}
# What the log of another machine has, against the pictures in `a` and what it says of a recording's states.
same() { # name, machine, what it lacks
    if [ -n "$3" ]; then
        echo "skip code_install_${1}_on_$2 no $3 here"
        return
    fi
    hashes log >b && cmp -s a b && grep -q "$states" log
    judge "code_install_${1}_is_the_same_on_$2" $? "$(head -n 1 out) $(tail -n 1 log)"
    rm -f log # so that no machine is judged by the one before
}
# The Stellaris board has a smaller picture and less memory; the cart's desktop takes them on. Its log ends with `quit`.
board() { # name, cart's folder, frames, size, budget
    missing=$(missing arm-none-eabi-gcc qemu-system-arm)
    if [ -z "$missing" ]; then
        states=
        oxcart run "$2" --headless --frames "$3" --hash --set size="$4" --set budget="$5" >"$1.run" 2>err
        hashes "$1.run" >a
        oxcart export "$2" --lm3s6965 "$1.bin" --log-hashes --frames "$3" >out 2>&1 &&
            {
                for _ in $(seq 200); do
                    grep -q quit log 2>/dev/null && break
                    sleep 0.1
                done
                echo quit
            } | timeout 60 qemu-system-arm -M lm3s6965evb -kernel "$1.bin" -serial file:log -display none -monitor stdio >monitor 2>&1
    fi
    same "$1" lm3s6965 "$missing"
}

printf '2 hold RIGHT 9\n12 hold UP 9\n14 press A\n16 release A\n22 hold LEFT+DOWN 12\n' >keys
oxcart new mygame --template c >out 2>&1
judge code_install_new $? "$(head -n 1 out)"
compare mygame mygame 40
rm -f log
board mygame mygame 20 128x64 44K

# The sheepfold of this tree in C, moved out of it.
mkdir fold && cp -r "$here/rom/carts/examples/sheepfold/." fold
sed -i 's,#include "rom/carts/.*,#include <oxcart.h>,; /kernel\/oxcart/d' fold/in_c/sheepfold.c
sed -i 's/^format pal8/&\ncode sheepfold.c allow=globals/' fold/in_c/cart.txt
compare sheepfold fold/in_c 40
# Parts taken alone, in programs with a main of their own.
if ! command -v pkg-config >/dev/null; then
    echo "skip code_install_parts_alone no pkg-config here"
    exit
fi
flags=$(PKG_CONFIG_PATH=$work/usr/lib/pkgconfig pkg-config --define-variable=prefix="$work/usr" --cflags --libs oxcart)
compiler=cc
alone() { # name, flags of its own; what it says comes in
    cat >want
    # shellcheck disable=SC2086
    $compiler -O1 "$here/rom/carts/examples/alone/$1/$1.c" $2 $flags -o "$1" >out 2>&1 && SDL_VIDEODRIVER=dummy ./"$1" $3 >said 2>&1 && grep -qxFf want said &&
        [ "$(grep -cxFf want said)" -eq "$(wc -l <want)" ]
    judge "code_install_${1}_alone" $? "$(head -n 1 out) $(head -n 1 said)"
}
alone numbers '' '' <<'END'
45 degrees: 25.62 m
farthest at 40 degrees
END
# The same program is one in C++; what it calls is the library's C.
if command -v g++ >/dev/null; then
    compiler='g++ -std=c++17 -x c++'
    flags="-x none $flags"
    alone numbers '' '' <<'END' | sed 's/_alone/_alone_in_cpp/'
45 degrees: 25.62 m
farthest at 40 degrees
END
    flags=${flags#-x none }
    compiler=cc
fi
alone memory '' '' <<'END'
a third shot: no room
the first shot: gone
the second shot: at 2
20 scores, the last is 400
END
oxcart pack mygame -o mygame.rom --quiet >out 2>&1
alone image '' mygame.rom <<END
$(oxcart ls mygame.rom | awk '$2 == "MESH" && $6 == "mesh/basket" { print "MESH", $1, $4, "bytes" }')
END
if pkg-config --exists sdl2; then
    alone spin "$(pkg-config --cflags sdl2)" 10 <<'END'
21264 pixels of the cube
END
else
    echo "skip code_install_spin_alone no SDL2 here"
fi
