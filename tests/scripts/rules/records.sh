#!/bin/sh
# The layouts of rom/records.txt: what is generated from them is what stands in the tree, a change without generating is noticed,
# and no layout that images were packed with changes under the same version.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/records
rm -rf "$work"
mkdir -p "$work/rom"

"$MAKE" -s B="$B" "$B/recordgen" || { echo "FAIL records_are_generated recordgen does not build"; exit 1; }
"$B/recordgen" --check >"$work/out" 2>&1
judge records_are_generated $? "$(head -n 1 "$work/out")"

fresh() { # a copy of what the generator reads, and an empty folder for what it makes
    cp rom/records.txt rom/records.lock rom/FORMAT.md "$work/rom/"
    rm -rf "$work/gen"
    mkdir -p "$work/gen/rom/check" "$work/gen/tools/inspect" "$work/gen/tests"
}

fresh
sed -i 's/^    u8      ambient   /    u8      ambience  /' "$work/rom/records.txt"
"$B/recordgen" --check --unlock "$work" >"$work/out" 2>&1
[ $? -eq 1 ] && grep -q 'rom/FORMAT.md does not fit rom/records.txt' "$work/out"
judge records_change_without_generating_fails $? "$(head -n 1 "$work/out")"

fresh
sed -i 's/^    u16     rate 1..240 /    i16     rate 1..240 /' "$work/rom/records.txt"
"$B/recordgen" "$work" >"$work/out" 2>&1
[ $? -eq 1 ] && grep -q 'budget' "$work/out"
judge records_changed_layout_is_refused $? "$(head -n 1 "$work/out")"

# A field more at the end: refused under the same version, taken under a higher one.
fresh
awk '/^chunk scripts SCRP/ { inside = 1 } inside && /u32     draw/ { print; print "    u32     more since=2.2 | something new"; inside = 0; next } { print }' \
    rom/records.txt >"$work/rom/records.txt"
"$B/recordgen" "$work" >"$work/out" 2>&1
[ $? -eq 1 ] && grep -q 'layout of `scripts` differs' "$work/out"
judge records_new_field_wants_a_version $? "$(head -n 1 "$work/out")"
sed -i 's/^chunk scripts SCRP 2.1/chunk scripts SCRP 2.2/' "$work/rom/records.txt"
"$B/recordgen" --into "$work/gen" "$work" >"$work/out" 2>&1 && grep -q 'ROM_SCRIPTS_MORE = 56, ' "$work/gen/rom/chunks.h" &&
    grep -q 'ROM_SCRIPTS_BASE = 52, ' "$work/gen/rom/chunks.h"
judge records_new_field_with_a_version $? "$(head -n 1 "$work/out")"

# A pointer of the machine that packs has no place in an image, nor has a hole or a size that nobody checked.
reason=
for fault in 's/^    u32     frame    /    pointer frame    /' 's/^    u32     frame    /    u8*     frame    /' 's/^    u32     frame    /    void*   frame    /' \
    's/^    u16     width 8/    u8 one\n    u16     width 8/' 's/^    u32     frame    /    u32*0   frame    /' 's/^    u32     frame    /    u32*-1  frame    /'; do
    fresh
    sed -i "$fault" "$work/rom/records.txt"
    cmp -s rom/records.txt "$work/rom/records.txt" && reason="$fault changes nothing"
    "$B/recordgen" "$work" >"$work/out" 2>&1
    [ $? -eq 1 ] && grep -qE 'records.txt:[0-9]+: .*(pointer|add a pad|times)' "$work/out" || reason="$fault: $(head -n 1 "$work/out")"
done
[ -z "$reason" ]
judge records_pointers_and_holes_are_refused $? "$reason"

# Words that make no layout.
for fault in 's/^    u16     width 8..1024 /    u16     width 8..1024 wide /' 's/^    colour  colour  /    color   colour  /' \
    's/^    u8      format 0..3               | pixel/    u32     format 0..3               | pixel/'; do
    fresh
    sed -i "$fault" "$work/rom/records.txt"
    "$B/recordgen" "$work" >"$work/out" 2>&1
    [ $? -eq 1 ] && grep -q 'records.txt:[0-9]*: ' "$work/out" || { judge records_faults_are_named 1 "$(head -n 1 "$work/out")"; exit; }
done
judge records_faults_are_named 0 ''
