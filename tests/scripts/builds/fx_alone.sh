#!/bin/sh
# fixedmath stands alone: a porter takes the folder and the generated tables, and nothing else. Compiled by themselves,
# freestanding, for every kind of machine there is a compiler for here; and a program holds only what it uses.
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/fx_alone
rm -rf "$work"
mkdir -p "$work/copy"

has() { command -v "$1" >/dev/null 2>&1; }

if ! "$MAKE" -s B="$B" "$B/gen/fixedmath_tables.c" >"$work/build.log" 2>&1; then
    echo "FAIL fx_alone no tables: $(tail -n 1 "$work/build.log")"
    exit
fi
cp -r fixedmath "$B/gen/fixedmath_tables.c" "$work/copy"

# A libc's headers are not wanted; the one of memcpy and its kin is all that fixedmath takes from outside the compiler.
mkdir -p "$work/headers"
cat >"$work/headers/string.h" <<'HEADER'
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
HEADER
echo '/* what a libc adds to the limits of the compiler */' >"$work/headers/limits.h"

alone() { # name, optimisation, compiler and flags...
    name=$1 level=$2
    shift 2
    if ! has "$1"; then
        echo "skip fx_alone_$name no $1 here"
        return
    fi
    mkdir -p "$work/$name"
    own=$("$1" -print-file-name=include) fixed=$("$1" -print-file-name=include-fixed)
    if (cd "$work/copy" && for file in fixedmath/*/*.c fixedmath_tables.c; do
        "$@" -std=c11 $level -ffreestanding -nostdinc -isystem "$own" -isystem "$fixed" -isystem ../headers \
            -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -ffunction-sections -fdata-sections -I. \
            -c "$file" -o "../$name/$(basename "$file" .c).o" || exit 1
    done) 2>"$work/$name.log"; then
        echo "ok fx_alone_$name"
    else
        echo "FAIL fx_alone_$name $(grep -m 1 error "$work/$name.log")"
    fi
}

alone x86_64 -O0 gcc
alone clang -O0 clang
alone i386 -O0 gcc -m32
alone cortex_m3 -O2 arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb
alone arm7tdmi -O0 arm-none-eabi-gcc -mcpu=arm7tdmi -marm
alone bigendian -O0 powerpc-linux-gnu-gcc

# Bytes of code and constants that a program of one call takes in, on the Cortex-M3, and the most it may.
holds_only() { # name, limit, expression
    name=$1 limit=$2 expression=$3
    printf '#include "fixedmath/fixedmath.h"\nvolatile int32_t a, b;\nvoid start(void) { a = %s; }\n' "$expression" \
        >"$work/copy/$name.c"
    if ! (cd "$work/copy" && arm-none-eabi-gcc -std=c11 -O2 -mcpu=cortex-m3 -mthumb -ffreestanding -nostdinc \
        -isystem "$(arm-none-eabi-gcc -print-file-name=include)" \
        -isystem "$(arm-none-eabi-gcc -print-file-name=include-fixed)" -isystem ../headers -I. -c "$name.c" -o "../$name.o" &&
        arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb -nostdlib -Wl,--gc-sections -Wl,-estart -Wl,-Ttext=0 "../$name.o" \
            ../cortex_m3/*.o -lgcc -o "../$name.elf") 2>"$work/$name.log"; then
        echo "FAIL fx_alone_size_$name $(grep -m 1 -iE 'error|undefined' "$work/$name.log")"
        return
    fi
    bytes=$(arm-none-eabi-size -A "$work/$name.elf" | awk '$1 ~ /^\.(text|rodata|data)/ { sum += $2 } END { print sum }')
    variable=$(arm-none-eabi-size -A "$work/$name.elf" | awk '$1 == ".data" { sum += $2 } END { print sum + 0 }')
    echo "# a program of $name holds $bytes bytes"
    if [ "$bytes" -le "$limit" ] && [ "$variable" -eq 0 ]; then
        echo "ok fx_alone_size_$name"
    else
        echo "FAIL fx_alone_size_$name $bytes bytes, limit $limit; $variable of them variables"
    fi
}

if ! has arm-none-eabi-gcc; then
    echo "skip fx_alone_size no arm-none-eabi-gcc here"
else
    holds_only fx_mul 64 'fx_mul(a, b)'
    holds_only fx_sqrt 1100 'fx_sqrt(a)'
    holds_only fx_sin 1200 'fx_sin((ang16)a)'
    holds_only fx_div 1100 'fx_div(a, b)'
    holds_only atan2_16 3200 'atan2_16(a, b)'
    holds_only fx_exp 1400 'fx_exp(a)'
    holds_only q4_slerp 8000 'q4_slerp((quat){a, 0, 0, b}, (quat){b, 0, 0, a}, 9).x'
fi

# The tables of all functions together, as the generator's static assertion has them too.
tables=$(has arm-none-eabi-size && [ -f "$work/cortex_m3/fixedmath_tables.o" ] &&
    arm-none-eabi-size "$work/cortex_m3/fixedmath_tables.o" | awk 'NR == 2 { print $1 + $2 + $3 }')
if [ -z "$tables" ]; then
    echo "skip fx_alone_tables no arm-none-eabi-size here"
elif [ "$tables" -le 10240 ]; then
    echo "# the tables hold $tables bytes"
    echo "ok fx_alone_tables"
else
    echo "FAIL fx_alone_tables $tables bytes, limit 10240"
fi
