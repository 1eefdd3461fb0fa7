#!/bin/sh
# Every C source and header is as clang-format leaves it (.clang-format); `make format` brings them there.
if ! command -v clang-format >/dev/null 2>&1; then
    echo "skip format_holds_for_every_file no clang-format on this machine"
    exit 0
fi
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files -co --exclude-standard '*.c' '*.h'
else
    find . -name '*.[ch]' ! -path './build/*'
fi | while read -r file; do [ -f "$file" ] && printf '%s\n' "$file"; done >"${B:-build}/format.files"
out=$(xargs -P2 -n40 clang-format --dry-run --Werror -ferror-limit=1 <"${B:-build}/format.files" 2>&1 | grep -m 1 'error:')
if [ -s "${B:-build}/format.files" ] && [ -z "$out" ]; then
    echo "ok format_holds_for_every_file"
else
    echo "FAIL format_holds_for_every_file ${out:-no file was found}"
fi
