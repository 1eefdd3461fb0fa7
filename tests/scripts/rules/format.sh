#!/bin/sh
# Every C source and header is as clang-format leaves it (.clang-format); `make format` brings them there. What did not change since all
# of them were so last, by the time of the file's inode, is so still and is not looked at again.
B=${B:-build}
if ! command -v clang-format >/dev/null 2>&1; then
    echo "skip format_holds_for_every_file no clang-format on this machine"
    exit 0
fi
done=$B/format.done
: >"$done.new"
changed=$done
for style in .clang-format "$(command -v clang-format)"; do
    [ -z "$(find -L "$style" -cnewer "$done" 2>&1)" ] || changed=
done
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files -co --exclude-standard '*.c' '*.h'
else
    find . -name '*.[ch]' ! -path './build/*'
fi | while read -r file; do [ -f "$file" ] && printf '%s\n' "$file"; done >"$B/format.files"
xargs -n200 sh -c 'newer=$1 && shift && find "$@" ${newer:+-cnewer "$newer"}' sh "$changed" <"$B/format.files" >"$B/format.changed"
out=$(xargs -r -P2 -n40 clang-format --dry-run --Werror -ferror-limit=1 <"$B/format.changed" 2>&1 | grep -m 1 'error:')
if [ -s "$B/format.files" ] && [ -z "$out" ]; then
    mv "$done.new" "$done"
    echo "ok format_holds_for_every_file"
else
    rm "$done.new"
    echo "FAIL format_holds_for_every_file ${out:-no file was found}"
fi
