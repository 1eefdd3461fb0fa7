#!/bin/sh
# fixedmath gives the same bits everywhere: checksums over the results of every family of functions, under gcc and clang
# at -O0, -O2 and -O3, on the Cortex-M3 and on the big-endian machine, and under the undefined-behaviour sanitizer, which
# must stay silent.
#
#     FULL=1 sh tests/scripts/builds/fx_same_bits.sh        ten million words of results per function instead of BITS_WORDS
B=${B:-build}
MAKE=${MAKE:-make}
words=${BITS_WORDS:-20000}
[ -n "$FULL" ] && words=10000000
work=$B/fx_bits
mkdir -p "$work"

has() { command -v "$1" >/dev/null 2>&1; }

if ! "$MAKE" -s B="$B" "$B/gen/fixedmath_tables.c" "$B/fixedmath_bench" >"$work/build.log" 2>&1; then
    echo "FAIL fx_same_bits does not build: $(grep -m 1 -iE 'error' "$work/build.log")"
    exit
fi
"$B/fixedmath_bench" bits "$words" >"$work/default.txt"
functions=$(grep -c . "$work/default.txt")
echo "# $functions calls, $words words of results each"

# Judges one machine's list against that of the default build.
compare() { # name, list
    if cmp -s "$work/default.txt" "$2"; then
        echo "ok fx_same_bits_$1"
    else
        other=$(diff "$work/default.txt" "$2" | sed -n 's/^> \([a-z]\)/\1/p' | head -n 3 | tr '\n' ' ')
        echo "FAIL fx_same_bits_$1 other results, the first: ${other:-none at all, $(tail -n 1 "$2")}"
    fi
}

sources="$B/gen/fixedmath_tables.c $(echo fixedmath/*/*.c) tests/bench/fixedmath_calls.c tests/bench/fixedmath_main.c"

variant() { # name, compiler and flags...
    name=$1
    shift
    mkdir -p "$work/$name"
    # shellcheck disable=SC2086
    if printf '%s\n' $sources | xargs -P 2 -n 8 sh -c '
            folder=$0
            command=$1
            shift
            for file; do
                object=$folder/$(basename "$file" .c).o
                [ "$object" -nt "$file" ] && [ -z "$(find fixedmath tests/bench -name "*.h" -newer "$object")" ] && continue
                $command -std=c11 -w -I. -c "$file" -o "$object" || exit 1
            done' "$work/$name" "$*" 2>"$work/$name.log" &&
        $* "$work/$name"/*.o -o "$work/$name/bits" 2>>"$work/$name.log"; then
        "$work/$name/bits" bits "$words" >"$work/$name.txt" 2>"$work/$name.err"
        compare "$name" "$work/$name.txt"
    else
        echo "FAIL fx_same_bits_$name does not build: $(grep -m 1 error "$work/$name.log")"
    fi
}

for compiler in gcc clang; do
    for level in 0 2 3; do
        # The objects at -O2 are those of the unit tests, of $B and $B/clang or $B/gcc.
        if [ "$level" = 2 ]; then
            if "${CC:-cc}" --version 2>/dev/null | grep -qi clang; then default=clang; else default=gcc; fi
            folder=$B/$compiler
            [ "$compiler" = "$default" ] && folder=$B
        fi
        if ! has "$compiler"; then
            echo "skip fx_same_bits_${compiler}_O$level no $compiler here"
        elif [ "$level" != 2 ]; then
            variant "${compiler}_O$level" "$compiler" "-O$level"
        elif "$MAKE" -s -j2 B="$folder" CC="$compiler" "$folder/fixedmath_bench" >"$work/$compiler.log" 2>&1; then
            "$folder/fixedmath_bench" bits "$words" >"$work/${compiler}_O2.txt"
            compare "${compiler}_O2" "$work/${compiler}_O2.txt"
        else
            echo "FAIL fx_same_bits_${compiler}_O2 does not build: $(grep -m 1 -iE 'error' "$work/$compiler.log")"
        fi
    done
done

if ! has clang; then
    echo "skip fx_same_bits_sanitized no clang here"
else
    sanitizers=undefined,implicit-conversion,local-bounds
    variant sanitized clang -O1 "-fsanitize=$sanitizers" -fsanitize-recover=all
    reports=$(grep -c 'runtime error' "$work/sanitized.err")
    if [ "$reports" -eq 0 ]; then
        echo "ok fx_same_bits_sanitizer_is_silent"
    else
        echo "FAIL fx_same_bits_sanitizer_is_silent $(grep -m 1 'runtime error' "$work/sanitized.err")"
    fi
fi

machine() { # name, program, compiler, emulator, command...
    name=$1 program=$2 compiler=$3 emulator=$4
    shift 4
    if ! has "$compiler" || ! has "$emulator"; then
        echo "skip fx_same_bits_$name no $compiler or no $emulator here"
    elif ! "$MAKE" -s B="$B" "$program" >"$work/$name.log" 2>&1; then
        echo "FAIL fx_same_bits_$name does not build: $(grep -m 1 -iE 'error|undefined' "$work/$name.log")"
    else
        "$@" bits "$words" >"$work/$name.txt" 2>&1
        compare "$name" "$work/$name.txt"
    fi
}

OXCART_SECONDS=${OXCART_SECONDS:-7200}
export OXCART_SECONDS
machine cortex_m3 "$B/mps2/fixedmath_bench.elf" arm-none-eabi-gcc qemu-system-arm \
    sh platform/mps2/run.sh "$B/mps2/fixedmath_bench.elf"
machine bigendian "$B/bigendian/fixedmath_bench" powerpc-linux-gnu-gcc qemu-ppc qemu-ppc "$B/bigendian/fixedmath_bench"
