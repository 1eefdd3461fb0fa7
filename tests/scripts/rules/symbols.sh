#!/bin/sh
# Holds the freestanding rooms (fixedmath, raster, rom, kernel) to their word by their object files: nothing
# undefined but the four memory functions, the port's plat_ functions and integer helpers of the compiler; no
# variable that can change. And the command to its: no locale.
#
#     B=build sh tests/scripts/rules/symbols.sh        builds the objects first; with NO_BUILD=1 it takes those
#                                              that $B/core_host.list and $B/core_gba.list name
B=${B:-build}
MAKE=${MAKE:-make}

# Undefined names that no object of the set defines and that are not allowed, with the object that asks for
# them.
strangers() { # nm, allowed names as an extended regular expression, objects...
    nm=$1 allowed=$2
    shift 2
    "$nm" -A -P "$@" 2>/dev/null | awk -v allowed="^($allowed)\$" '
        { file = $1; sub(/:$/, "", file); sub(/.*\/obj\//, "", file) }
        $3 == "U" || $3 == "w" { wanted[$2] = wanted[$2] " " file; next }
        $3 ~ /^[A-Z]$/ || $3 == "V" || $3 == "W" { have[$2] = 1 }
        END {
            for (name in wanted) {
                if (!(name in have) && name !~ allowed) print name " in" wanted[name]
            }
        }' | sort
}

# Variables in writable sections; constants that hold addresses lie in .data.rel.ro and are constants all the
# same.
variables() { # nm, objects...
    nm=$1
    shift
    "$nm" -A -f sysv "$@" 2>/dev/null | awk -F'|' '
        { gsub(/ /, "", $3); section = $7; sub(/^[ \t]*/, "", section) }
        ($3 ~ /^[bBdDgGsSC]$/) && section !~ /^\.data\.rel\.ro/ {
            file = $1; sub(/:[^:]*$/, "", file); sub(/.*\/obj\//, "", file)
            name = $1; sub(/.*:/, "", name); gsub(/ /, "", name)
            print name " in " file }'
}

judge() { # name, findings
    if [ -z "$2" ]; then
        echo "ok $1"
    else
        printf '%s\n' "$2" | sed 's/^/# /'
        echo "FAIL $1 $(printf '%s\n' "$2" | grep -c .) found, the first: $(printf '%s\n' "$2" | head -n 1)"
    fi
}

inspect() { # port, nm, allowed
    port=$1 nm=$2 allowed=$3
    objects=$(cat "$B/core_$port.list")
    for room in fixedmath raster rom kernel; do
        if ! printf '%s\n' "$objects" | grep -q "/obj/$room/"; then
            echo "FAIL symbols_${port} has no objects of $room"
            return
        fi
    done
    judge "symbols_${port}_undefined" "$(strangers "$nm" "$allowed" $objects)"
    judge "symbols_${port}_variables" "$(variables "$nm" $objects)"
}

build() { # target, log name
    [ -n "$NO_BUILD" ] && return 0
    mkdir -p "$B" && "$MAKE" -s B="$B" "$1" >"$B/symbols_$2.log" 2>&1
}

# What moves bodies stands on what they meet with, and not the other way round: a game may link the one alone.
part_alone() { # name, nm, room, the room that it does without
    mkdir -p "$B/symbols"
    "$2" -P --defined-only $(grep -o "[^ ]*/obj/$4/[^ ]*" "$B/core_host.list") 2>/dev/null | awk '$2 ~ /^[A-Z]$/ { print $1 }' |
        sort -u >"$B/symbols/$1.have"
    "$2" -P -u $(grep -o "[^ ]*/obj/$3/[^ ]*" "$B/core_host.list") 2>/dev/null | awk '$2 == "U" { print $1 }' | sort -u >"$B/symbols/$1.want"
    if [ ! -s "$B/symbols/$1.have" ] || [ ! -s "$B/symbols/$1.want" ]; then
        echo "FAIL $1 there are no objects of $3 or $4"
        return
    fi
    judge "$1" "$(comm -12 "$B/symbols/$1.want" "$B/symbols/$1.have")"
}

memory='memcpy|memset|memmove|memcmp'
if build core-host host; then
    # A compiler may see strlen in a loop where there is a libc; __cpu_model is its own note of what the processor can do.
    inspect host nm "$memory|strlen|__cpu_model|plat_[a-z_]*|__(asan|ubsan|sanitizer|gcov|llvm)_.*|_GLOBAL_OFFSET_TABLE_"
    part_alone collision_links_without_physics nm kernel/collision kernel/physics
else
    echo "FAIL symbols_host the objects do not build: $(grep -m 1 -i error "$B/symbols_host.log")"
fi

if ! command -v arm-none-eabi-gcc >/dev/null; then
    echo "skip symbols_gba no arm-none-eabi-gcc here"
elif build core-gba gba; then
    whole='__aeabi_(u?idiv|u?idivmod|u?ldivmod|lmul|llsl|llsr|lasr|u?lcmp|mem(cpy|move|set|clr)[48]?)'
    bits='__(clz|ctz|ffs|popcount|bswap|parity)[sd]i2'
    switches='__gnu_thumb1_case_[a-z]*|_call_via_r[0-9]*'
    places='rs_arm_(row|carry|carry_end)|gba_codec_place|gba_script_(place|table)' # spare video memory, where platform/gba/gba.ld says; platform/gba/gba.c
    inspect gba arm-none-eabi-nm "$memory|plat_[a-z_]*|$whole|$bits|$switches|$places"
else
    echo "FAIL symbols_gba the objects do not build: $(grep -m 1 -i error "$B/symbols_gba.log")"
fi

# The command reads and writes numbers alike everywhere: nothing of it asks for a locale, and decimals are read by its own reader.
if [ -x "$B/oxcart" ]; then
    judge symbols_command_has_no_locale "$(nm -u "$B/oxcart" | grep -oE '\b(setlocale|newlocale|uselocale|localeconv|strto(d|f|ld)|ato(f|i|l)|strcoll|mbstowcs)@')"
else
    echo "skip symbols_command_has_no_locale $B/oxcart is not built"
fi
