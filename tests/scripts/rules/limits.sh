#!/bin/sh
# Every firm limit has a name and an assertion at compile time that ties it to what relies on it: lists them by module, and
# shows that a limit that outgrows its storage stops the build. The console is opaque. Nothing runs before main.
B=${B:-build}
MAKE=${MAKE:-make}
mkdir -p "$B"
list=$B/limits.txt

# MODULE FILE:LINE ASSERTION, assertions that go on over several lines joined.
for file in $(find fixedmath raster rom kernel platform/platform.h -name '*.[ch]' | sort); do
    awk -v file="$file" '
        /^\/\* ---- [a-z\/]* ---- \*\/$/ && file ~ /limits\.c$/ { heading = $3 }
        /^#/ { next }
        /^[ \t]*(_Static_assert|FX_STATIC_ASSERT|OX_LIMIT)\(/ { text = ""; line = FNR; open = 1 }
        open { sub(/^[ \t]+/, ""); text = text (text == "" ? "" : " ") $0 }
        open && /;[ \t]*$/ {
            open = 0
            split(file, part, "/")
            module = heading != "" ? heading : part[1] == "kernel" ? part[1] "/" part[2] : part[1]
            print module, file ":" line, text
        }' "$file"
done >"$list"
missing=
# kernel/preset is nothing but lists of modules, kernel/oxcart a map of headers.
for module in fixedmath raster rom $(ls -d kernel/*/ | sed 's,/$,,' | grep -vE '^kernel/(preset|oxcart)$'); do
    grep -q "^$module " "$list" || missing="$missing $module"
done
total=$(wc -l <"$list")
if [ -z "$missing" ] && [ "$total" -gt 20 ]; then
    echo "ok limits_every_module_asserts_its_limits"
else
    echo "FAIL limits_every_module_asserts_its_limits $total assertions, none in:$missing"
fi
cut -d' ' -f1 "$list" | sort | uniq -c | awk '{ printf "# %s: %d\n", $2, $1 }'

cat >"$B/limit.c" <<'END'
#include <stdint.h>
#include "kernel/engine/limit.h"
typedef struct { uint8_t enemy; } shot;
OX_LIMIT(ENEMIES_MAX - 1, shot, enemy, "ids of enemies");
END
compiles() { ${CC:-cc} -std=c11 -I. -DENEMIES_MAX="$1" -c "$B/limit.c" -o "$B/limit.o" >"$B/limit.log" 2>&1; }
if compiles 256 && ! compiles 257 && grep -q 'ids of enemies' "$B/limit.log"; then
    echo "ok limits_257_enemies_do_not_fit_8_bits"
else
    echo "FAIL limits_257_enemies_do_not_fit_8_bits $(head -n 1 "$B/limit.log")"
fi

# Public headers hide what is inside: the console is known by name only.
cat >"$B/opaque.c" <<'END'
#include "kernel/console/console.h"
int look(const ox_console *console);
int look(const ox_console *console) { return LOOK; }
END
sees() { ${CC:-cc} -std=c11 -I. -I"$B/gen" "-DLOOK=$1" -c "$B/opaque.c" -o "$B/opaque.o" >"$B/opaque.log" 2>&1; }
if sees 'ox_console_band_lines(console)' && ! sees '(int)sizeof *console' && ! sees '(int)console->number'; then
    echo "ok engine_facade_console_is_opaque"
else
    echo "FAIL engine_facade_console_is_opaque its structure can be seen through the public header"
fi

if ! "$MAKE" -s B="$B" core-host >"$B/limits.log" 2>&1; then
    echo "FAIL limits_nothing_runs_before_main the library does not build"
    exit 1
fi
early=
for object in $(cat "$B/core_host.list"); do
    if readelf -S -W "$object" 2>/dev/null | grep -qE '\.(init_array|ctors|preinit_array)'; then early="$early ${object##*/obj/}"; fi
done
if [ -z "$early" ]; then
    echo "ok limits_nothing_runs_before_main"
else
    echo "FAIL limits_nothing_runs_before_main constructors in$early"
fi
if [ -f "$B/gba/base.elf" ] && command -v arm-none-eabi-readelf >/dev/null 2>&1; then
    if arm-none-eabi-readelf -S -W "$B/gba/base.elf" | grep -qE '\.(init_array|ctors|preinit_array)'; then
        echo "FAIL limits_nothing_runs_before_main_gba the cartridge has constructors"
    else
        echo "ok limits_nothing_runs_before_main_gba"
    fi
fi
