#!/bin/sh
# Coverage of the unit tests by gcov, a row for each folder: lines, how many of them ran, and the share; branches, how many of them were
# taken, and the share. Arguments are prefixes of tests' names. Code of headers is left out.
B=${B:-build}
S=$B/coverage
mkdir -p "$S"
command -v gcov >/dev/null || { echo "coverage: no gcov here; it comes with gcc"; exit 1; }
"${MAKE:-make}" -s -j2 B="$S" CC=gcc OPT=-O0 WARN=-w SANITIZE=--coverage "$S/unit_tests" >"$S/build.log" 2>&1 || { tail -n 5 "$S/build.log"; exit 1; }
find "$S/obj" -name '*.gcda' -delete
"$S/unit_tests" "$@" >"$S/unit.out" 2>&1
tail -n 1 "$S/unit.out"
# Sources that no test reached have notes (.gcno) and no counts: gcov takes them as never run.
find "$S/obj" -name '*.gcno' | xargs -n50 gcov -n -b 2>/dev/null | awk '
    /^(Calls executed|No calls)/ { file = "" } # the last line of a file; a sum stands behind all files
    /^File / { file = $2; gsub("\047", "", file) }
    /^Lines executed:/ && file ~ /^(fixedmath|raster|rom|kernel|platform|tools)\/.*\.c$/ {
        split($0, part, /[:% ]+/)
        room = file
        sub(/\/[^\/]*$/, "", room)
        lines[room] += $NF
        ran[room] += part[3] * $NF / 100
    }
    /^Taken at least once:/ && file ~ /^(fixedmath|raster|rom|kernel|platform|tools)\/.*\.c$/ {
        split($0, part, /[:% ]+/)
        branches[room] += $NF
        taken[room] += part[5] * $NF / 100
    }
    END {
        for (room in lines)
            printf "%-28s lines %6d %6d %5.1f %%  branches %6d %6d %5.1f %%\n", room, lines[room], ran[room], 100 * ran[room] / lines[room],
                branches[room], taken[room], (branches[room] > 0 ? 100 * taken[room] / branches[room] : 100)
    }' | sort
