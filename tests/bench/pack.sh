#!/bin/sh
# Packing a cart of 2,000 files and 200 MB: at first, when nothing changed, when one file did; seconds, memory, what ran.
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/bench/pack
rm -rf "$work"
mkdir -p "$work"

echo "== Packing 2,000 files of 200 MB: seconds on this machine, KB of memory, steps =="
"$MAKE" -s B="$B" "$B/oxcart" "$B/large_cart" || exit 1
"$B/large_cart" "$work/large" || exit 1
timer=
[ -x /usr/bin/time ] && timer="/usr/bin/time -f %M -o $work/memory"

# pack WHAT: one line
pack() {
    : >"$work/memory"
    # shellcheck disable=SC2086
    $timer "$B/oxcart" pack "$work/large" -o "$work/large.rom" --stats >"$work/out" 2>"$work/err" || { head -n 1 "$work/err"; exit 1; }
    printf '%-16s %8s KB  %s\n' "$1" "$(cat "$work/memory")" "$(tail -n 1 "$work/out")"
}

pack "at first"
pack "nothing changed"
find "$work/large" -type f -exec touch {} +
pack "all touched"
echo "more=words" >>"$work/large/text7.txt"
pack "one text"
rm -f "$work/large.rom"
pack "image removed"
cp "$work/large.rom" "$work/kept.rom"
rm -rf "$work/large.rom" "$work/.oxcart"
pack "all again"
cmp "$work/large.rom" "$work/kept.rom" && echo "the same image either way"
rm -rf "$work"
