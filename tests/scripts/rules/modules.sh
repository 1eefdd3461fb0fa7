#!/bin/sh
# The seam between the console and its modules (kernel/module/module.h): the console names none of them, and a module's name is known in few
# files outside of its own folders.
B=${B:-build}
findings=$B/modules.findings
mkdir -p "$B"
: >"$findings"

# A module is a folder of the kernel with a constant of the type ox_module; its name is that of the folder.
modules=$(grep -lE '^const ox_module ox_[a-z]+_module = ' kernel/*/*.c | cut -d/ -f2 | sort -u)
[ "$(echo "$modules" | wc -w)" -ge 5 ] || echo "only these modules were found: $modules" >>"$findings"

judge() {
    if [ -s "$findings" ]; then
        echo "FAIL $1 $(wc -l <"$findings") found, the first: $(head -n 1 "$findings")"
    else
        echo "ok $1"
    fi
    : >"$findings"
}
judge modules_are_found

for module in $modules; do
    grep -nE "\"kernel/($module|preset)/|ox_${module}_module" kernel/console/*.[ch] kernel/module/*.[ch] >>"$findings"
done
judge modules_the_console_names_none

# kernel/oxcart is the map of all headers for games in C. Whoever opens a module's header or names its constant outside of the kernel's own folder of it, its tests, games, and converters and verbs that
# bear its name; tools/debug is the tool of scripts. Lists of modules stand in kernel/preset alone.
for module in $modules; do
    tool='^kernel/oxcart/'
    [ "$module" = behaviour ] && tool='^tools/debug/'
    files=$(grep -rlE "kernel/$module/module\\.h|ox_${module}_(module|capacities|native)" --include='*.[ch]' --include='*.mk' Makefile kernel platform raster rom tools |
        grep -vE "^kernel/$module/|^kernel/oxcart/|^platform/template/|$tool|^tests/|^rom/carts/|/${module}[a-z_]*\\.[ch]$")
    count=$(printf '%s\n' "$files" | grep -c .)
    echo "# $module: $count files outside of its rooms"
    [ "$count" -le 8 ] || echo "$module is known in $count files: $(echo $files)" >>"$findings"
done
judge modules_are_known_in_few_files

for module in $modules; do
    lists=$(grep -rlE "&ox_${module}_module[,}]" --include='*.[ch]' kernel tools platform | grep -vE "^kernel/(preset|$module)/")
    [ -z "$lists" ] || echo "$module stands in a list of $lists" >>"$findings"
done
judge modules_lists_stand_in_one_place
