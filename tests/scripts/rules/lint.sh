#!/bin/sh
# clang-tidy finds nothing (.clang-tidy says what it looks for, and what not). Here it looks at rooms that read what others wrote, where a
# mistake costs most; `make lint` looks at every source of the console and the command.
B=${B:-build}
export B
if ! command -v clang-tidy >/dev/null 2>&1; then
    echo "skip lint_finds_nothing no clang-tidy on this machine"
    exit 0
fi
"${MAKE:-make}" -s B="$B" "$B/gen/rom/records.h" >/dev/null 2>&1
if [ "${1:-}" = all ]; then
    ls fixedmath/*/*.c raster/*/*.c rom/*/*.c kernel/*/*.c platform/host/*.c tools/*.c tools/*/*.c tools/import/*/*.c
else
    ls rom/*/*.c kernel/module/*.c kernel/save/*.c tools/cart/*.c tools/import/base/*.c tools/report/*.c
fi | grep -v '^tools/assets/' | xargs -P"$(nproc 2>/dev/null || echo 2)" -n8 sh -c '
    clang-tidy --quiet "$@" -- -std=c11 -I. -I"$B/gen" 2>/dev/null' sh >"$B/lint.log"
found=$(grep -E '(warning|error):' "$B/lint.log" | sort -u | sed "s,$PWD/,,")
if [ -z "$found" ]; then
    echo "ok lint_finds_nothing"
else
    echo "$found" | sed 's/^/# /'
    echo "FAIL lint_finds_nothing $(echo "$found" | wc -l) found, the first: $(echo "$found" | head -n 1)"
fi
