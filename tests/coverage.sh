#!/bin/sh
# Line coverage of the unit tests by gcov, a row for each room: lines, how many of them ran, and the share. Arguments are prefixes of
# tests. Headers are counted once, with what is compiled into any file.
B=${B:-build}
S=$B/coverage
mkdir -p "$S"
command -v gcov >/dev/null || { echo "coverage: no gcov here; it comes with gcc"; exit 1; }
"${MAKE:-make}" -s -j2 B="$S" CC=gcc OPT=-O0 WARN=-w SANITIZE=--coverage "$S/unit_tests" >"$S/build.log" 2>&1 || { tail -n 5 "$S/build.log"; exit 1; }
find "$S/obj" -name '*.gcda' -delete
"$S/unit_tests" "$@" >"$S/unit.out" 2>&1
tail -n 1 "$S/unit.out"
# Files that nothing reached have notes (.gcno) and no counts: gcov takes them as never run.
find "$S/obj" -name '*.gcno' | xargs -n50 gcov -n 2>/dev/null | awk '
    /^File / { file = $2; gsub("\047", "", file) }
    /^Lines executed:/ && file ~ /^(fixedmath|raster|rom|kernel|platform|tools)\/.*\.c$/ {
        split($0, part, /[:% ]+/)
        room = file
        sub(/\/[^\/]*$/, "", room)
        lines[room] += $NF
        ran[room] += part[3] * $NF / 100
        file = ""
    }
    END { for (room in lines) printf "%-28s %6d %6d %5.1f %%\n", room, lines[room], ran[room], 100 * ran[room] / lines[room] }' | sort
