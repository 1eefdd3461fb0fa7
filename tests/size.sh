#!/bin/sh
# Bytes of code, constants, initialised and zeroed data, and the worst call stack, by module: for this machine, the GBA
# and the Cortex-M3, as far as their compilers are here; then players and hot sections of the GBA, and the player for browsers.
#
# The stack is the deepest chain of direct calls, from the compiler's figures (tests/stack_depth.py). `*` marks chains
# that also call through a pointer (span functions, comparators, the parts of the console), which the figures leave out.
B=${B:-build}
MAKE=${MAKE:-make}
S=$B/size
modules="fixedmath raster rom $(ls -d kernel/*/ | sed 's,/$,,')"

# Builds the library's objects for a port, with call graphs beside them.
build() { # port, make variables and targets...
    port=$1
    shift
    "$MAKE" -s -k B="$S" "$@" >"$S/$port.log" 2>&1 || echo "# not everything builds for $port: see $S/$port.log"
}

table() { # size command, object folder, title
    python3 tests/stack_depth.py "$2" >"$S/stacks" 2>/dev/null
    printf '%-18s %8s %9s %8s %8s %8s  %s\n' "$3" code constants data zeroed stack "deepest in"
    for module in $modules; do
        objects=$(find "$2/$module" -name '*.o' 2>/dev/null)
        [ -n "$objects" ] || continue
        # shellcheck disable=SC2086
        "$1" -A $objects 2>/dev/null | awk -v name="$module" -v stacks="$S/stacks" '
            $1 ~ /^\.(text|hot|rare|textured)/ { code += $2 }
            $1 ~ /^\.(rodata|data\.rel\.ro)/ { constants += $2; next }
            $1 ~ /^\.data/ { data += $2 }
            $1 ~ /^\.bss/ { zeroed += $2 }
            END {
                while ((getline line < stacks) > 0) {
                    split(line, part, " ")
                    if (part[1] == name) { stack = part[2] (part[4] != "" ? "*" : ""); deepest = part[3] }
                }
                printf "%-18s %8d %9d %8d %8d %8s  %s\n", name, code, constants, data, zeroed, stack, deepest
            }'
    done | tee "$S/table"
    awk '{ for (i = 2; i <= 5; i++) sum[i] += $i }
        END { printf "%-18s %8d %9d %8d %8d\n", "together", sum[2], sum[3], sum[4], sum[5] }' "$S/table"
}

mkdir -p "$S"
gcc=gcc
command -v gcc >/dev/null 2>&1 || gcc=${CC:-cc}
build host CC="$gcc" OPT='-O2 -fcallgraph-info=su' core-host
table size "$S/obj" "this machine"
if command -v arm-none-eabi-gcc >/dev/null 2>&1; then
    build gba GBA_CPU='-mcpu=arm7tdmi -mthumb -mthumb-interwork -fcallgraph-info=su' core-gba
    echo
    table arm-none-eabi-size "$S/gba/obj" "GBA (Thumb, ARM)"
    "$MAKE" -s B="$B" "$B/gba/base.gba" >/dev/null 2>&1 && {
        "$MAKE" -s B="$B" "$B/gba/small.gba" >/dev/null 2>&1 &&
            printf '\nsmall player (PAL8 alone, no fragment pipeline, for size) %d bytes, of that raster %d\n' \
                "$(wc -c <"$B/gba/small.gba")" "$(python3 tests/linked.py "$B/gba/small.map" raster)"
        printf '\nplayer program %d bytes; hot sections:\n' "$(wc -c <"$B/gba/base.gba")"
        arm-none-eabi-size -A "$B/gba/base.elf" | awk '$1 ~ /^\.(hot|textured|spans|tables|data|bss|fast_block)/ {
            printf "%-18s %8d bytes at %08x\n", $1, $2, $3 }'
    }
    # shellcheck disable=SC2046
    build mps2 MPS2_LIBC='-specs=picolibc.specs -fcallgraph-info=su' $(sed "s,^$S/obj/,$S/mps2/obj/," "$S/core_host.list")
    echo
    table arm-none-eabi-size "$S/mps2/obj" "Cortex-M3 (Thumb-2)"
    awk '$1 ~ /^kernel\/(memory|containers|names|text)$/ { sum += $2 + $3 }
        END { printf "memory, containers, ids and text: %d bytes of code and constants if all of it is linked\n", sum }' \
        "$S/table"
fi
if command -v clang >/dev/null 2>&1 && command -v wasm-ld >/dev/null 2>&1 && "$MAKE" -s B="$B" "$B/web/player.wasm" "$B/web/page.html" >/dev/null 2>&1; then
    printf '\nplayer for browsers %d bytes, the page around it %d\n' "$(wc -c <"$B/web/player.wasm")" "$(wc -c <"$B/web/page.html")"
fi
