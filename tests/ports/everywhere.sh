# A game on every machine, for scripts that play it there: behind tests/judge.sh, with $B, $MAKE, $oxcart and $work; $view is its size, 64x48.
# Recordings are named by a stem: STEM.session, STEM.pictures (a line of each step) and STEM.said.
# use_format FORMAT NUMBER: what a pixel is from now on, pal8 at first; the number is as boards count formats.
use_format() { size="--size $view --format $1" number=$2; }
use_format pal8 0

# A sentence for whoever cannot play, and nonzero: `port_is_ready TEST PORT && ...`.
port_is_ready() {
    case $2 in
    gba) needs=arm-none-eabi-gcc targets="$B/gba_runner players" ;;
    mps2) needs='arm-none-eabi-gcc qemu-system-arm' targets=$B/mps2/player.elf ;;
    web) needs='clang wasm-ld node' targets=$B/oxcart ;;
    bigendian) needs='powerpc-linux-gnu-gcc qemu-ppc' targets=$B/bigendian/oxcart ;;
    esac
    # shellcheck disable=SC2086
    lacks=$(missing $needs)
    if [ "$2" = gba ] && [ -z "$lacks" ]; then
        echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1 || lacks=libmgba
    fi
    if [ -n "$lacks" ]; then
        echo "skip $1 no $lacks here"
        return 1
    fi
    # shellcheck disable=SC2086
    if ! "$MAKE" -s B="$B" $targets >"$work/build" 2>&1; then
        echo "FAIL $1 it does not build: $(grep -m 1 -iE 'error|undefined' "$work/build")"
        return 1
    fi
}

# Runs a command; its output and behind that its messages go to a file: a message in the middle of a line of a picture would make that another one.
say_into() { # file, command...
    said=$1
    shift
    "$@" >"$said" 2>"$said.told"
    said_status=$?
    cat "$said.told" >>"$said"
    return $said_status
}

record_game() { # image, steps, input, stem, more
    image=$1 steps=$2 input=$3 stem=$4
    shift 4
    # shellcheck disable=SC2086
    say_into "$stem.said" "$oxcart" run "$image" --headless $size --frames "$steps" --hash --input "$input" --record "$stem.session" --thorough "$@"
    grep '^frame=' "$stem.said" >"$stem.pictures"
}

# A script about one cart begins: a folder $work, and the cart packed as $rom. Test, cart.
begin_cart() {
    work=$B/$1 oxcart=$B/oxcart rom=$B/$1/game.rom
    rm -rf "$work"
    mkdir -p "$work"
    unset DISPLAY
    "$MAKE" -s B="$B" "$oxcart" >"$work/build" 2>&1 || { echo "FAIL $1 oxcart does not build"; exit 1; }
    "$oxcart" pack "$2" -o "$rom" --strict --quiet >"$work/out" 2>&1 && "$oxcart" check "$rom" --strict >>"$work/out" 2>&1
    judge "$1_packs" $? "$(tail -n 1 "$work/out")"
}

# Records $work/game out of $work/input: a picture for each step, no error or warning, and more pictures than so many that differ. Test, steps, pictures, more.
play_cart() {
    name=$1 wanted=$2 least=$3
    shift 3
    record_game "$rom" "$wanted" "$work/input" "$work/game" "$@"
    [ "$(wc -l <"$work/game.pictures")" -eq "$wanted" ] && [ "$(cut -d= -f3 "$work/game.pictures" | sort -u | wc -l)" -gt "$least" ] &&
        ! grep -q 'error\|warning' "$work/game.said"
    judge "$name" $? "$(grep -v '^frame=' "$work/game.said" | tail -n 1)"
}

# A picture in the cart's own size, which was looked at before its hash was written down: test, frame, hash.
show_picture() {
    got=$("$oxcart" run "$rom" --headless --frames $(($2 + 1)) --hash 2>&1 | sed -n "s/^frame=$2 hash=//p")
    [ "$got" = "$3" ]
    judge "$1" $? "$got"
}

# Saved at step 40 by SELECT and loaded at step 100 by START: what follows is what followed step 40. Test, other input.
save_and_go_on() {
    printf "$2"'40 press SELECT\n42 release SELECT\n100 press START\n102 release START\n' >"$work/keys"
    # shellcheck disable=SC2086
    say_into "$work/saved" "$oxcart" run "$rom" --headless $size --frames 180 --hash --input "$work/keys" --saves "$work/saves"
    hash() { sed -n "s/^frame=$1 hash=//p" "$work/saved"; }
    bad=
    for step in 5 9 20 41 55; do
        [ -n "$(hash $((40 + step)))" ] && [ "$(hash $((40 + step)))" = "$(hash $((100 + step)))" ] || bad="$bad $step"
    done
    [ -z "$bad" ] && [ "$(hash 98)" != "$(hash 38)" ]
    judge "$1" $? "not$bad: $(grep -v '^frame=' "$work/saved" | tail -n 1)"
}

# Whether an output has the pictures of a recording and says that every check was equal: the output, stem, what it says.
is_equal() { grep '^frame=' "$1" | cmp -s - "$2.pictures" && grep -q "$3" "$1"; }

play_here() { # name, image, stem, steps
    for threads in 1 2; do
        # shellcheck disable=SC2086
        say_into "$work/host" "$oxcart" run "$2" --headless $size --hash --replay "$3.session" --threads $threads
        is_equal "$work/host" "$3" "^replay: $4 of $4 ticks, $4 checks equal"
        judge "$1_threads_$threads" $? "$(tail -n 1 "$work/host")"
    done
}

little_endian() {
    printf "\\$(printf %o $(($1 & 255)))\\$(printf %o $(($1 >> 8 & 255)))\\$(printf %o $(($1 >> 16 & 255)))\\$(printf %o $(($1 >> 24 & 255)))"
}
append_session() { # cartridge of the Game Boy Advance, a recording that it plays
    at=$((($(wc -c <"$1") + 15) / 16 * 16))
    dd if="$2" of="$1" bs=16 seek=$((at / 16)) conv=notrunc 2>/dev/null
    little_endian $at | dd of="$1" bs=1 seek=292 conv=notrunc 2>/dev/null
    little_endian "$(wc -c <"$2")" | dd of="$1" bs=1 seek=296 conv=notrunc 2>/dev/null
}
export_gba() { # image, steps, the cartridge, a recording that it plays or nothing
    # shellcheck disable=SC2086
    "$oxcart" export "$1" --gba "$3" --log-hashes --deterministic $size --frames "$2" >"$3.out" 2>&1
    [ -z "$4" ] || append_session "$3" "$4"
}
export_web() { # image, steps, the page
    # shellcheck disable=SC2086
    "$oxcart" export "$1" --web "$3" --log-hashes --deterministic $size --frames "$2" >"$3.out" 2>&1
}
run_mps2() { # image, steps, more
    image=$1 steps=$2
    shift 2
    sh platform/mps2/run.sh "$B/mps2/player.elf" "$image" "$steps" --hashes --size "$view" --format "$number" "$@" >"$work/mps2" 2>&1
}
run_bigendian() { # image, more
    image=$1
    shift
    # shellcheck disable=SC2086
    say_into "$work/bigendian" timeout 300 qemu-ppc "$B/bigendian/oxcart" run "$image" --headless $size --hash --threads 1 "$@"
}

play_everywhere() { # name, image, stem, pictures, steps where these are more
    equal="replay=${5:-$4}/${5:-$4} checks=${5:-$4} equal"
    if port_is_ready "$1_gba" gba; then
        export_gba "$2" "$4" "$work/s.gba" "$3.session"
        "$B/gba_runner" "$work/s.gba" --frames 60000 >"$work/gba" 2>&1
        is_equal "$work/gba" "$3" "$equal"
        judge "$1_gba" $? "$(grep -v '^frame=' "$work/gba" | tail -n 2 | tr '\n' ' ')"
    fi
    if port_is_ready "$1_mps2" mps2; then
        run_mps2 "$2" "$4" --replay "$3.session"
        is_equal "$work/mps2" "$3" "$equal"
        judge "$1_mps2" $? "$(tail -n 2 "$work/mps2" | tr '\n' ' ')"
    fi
    if port_is_ready "$1_web" web; then
        export_web "$2" "$4" "$work/s.html"
        node tests/web/page.js "$work/s.html" --replay "$3.session" >"$work/web" 2>&1
        is_equal "$work/web" "$3" "$equal"
        judge "$1_web" $? "$(grep -v '^frame=' "$work/web" | tail -n 2 | tr '\n' ' ')"
    fi
    if port_is_ready "$1_bigendian" bigendian; then
        run_bigendian "$2" --replay "$3.session"
        is_equal "$work/bigendian" "$3" "^replay: ${5:-$4} of ${5:-$4} ticks, ${5:-$4} checks equal"
        judge "$1_bigendian" $? "$(tail -n 1 "$work/bigendian")"
    fi
}
