#!/bin/sh
# Holds the source to the house's plan: which folders there are, and that includes point downward only.
#
#     sh tests/scripts/rules/layers.sh [ROOT]        ROOT is the source tree, by default the current folder
cd "${1:-.}" || exit 1
findings=$(mktemp)
trap 'rm -f "$findings" "$findings.files" "$findings.edges" "$findings.includes"' EXIT

judge() { # name; the findings are lines of "$findings"
    if [ -s "$findings" ]; then
        sed 's/^/# /' "$findings"
        echo "FAIL $1 $(grep -c . "$findings") found, the first: $(head -n 1 "$findings")"
    else
        echo "ok $1"
    fi
    : >"$findings"
}

if git rev-parse --is-inside-work-tree >/dev/null 2>&1 && [ -e .git ]; then
    git ls-files -co --exclude-standard
else
    find . -type f ! -path './build/*' ! -path './.git/*' | sed 's,^\./,,'
fi | while read -r file; do [ -f "$file" ] && printf '%s\n' "$file"; done | sort >"$findings.files"

# ---- the top level ----

rooms='fixedmath raster rom kernel platform tools tests'
for room in $rooms; do
    grep -q "^$room/" "$findings.files" || echo "folder $room is missing" >>"$findings"
done
sed -n 's,/.*,,p' "$findings.files" | sort -u | while read -r folder; do
    case " $rooms .ci " in
    *" $folder "*) ;;
    *) echo "folder $folder does not belong at the top level" >>"$findings" ;;
    esac
done
grep -v / "$findings.files" | while read -r file; do
    case $file in
    Makefile | README.md | LICENSE | DESIGN.md | FEATURES.md | CHANGELOG.md | CONTRIBUTING.md) ;;
    .clang-format | .clang-tidy | .editorconfig | .gitignore | .gitattributes) ;;
    *) echo "file $file does not belong at the top level" >>"$findings" ;;
    esac
done
judge layers_top_level

# ---- includes: "FILE LINE INCLUDED" for quotes, "FILE LINE <INCLUDED>" for angles ----

grep -E '\.(c|h|inc|S)$' "$findings.files" | while read -r file; do
    awk -v file="$file" '
        /^[ \t]*#[ \t]*include[ \t]*"/ { split($0, part, "\""); print file, FNR, part[2] }
        /^[ \t]*#[ \t]*include[ \t]*</ { split($0, part, /[<>]/); print file, FNR, "<" part[2] ">" }' "$file"
done >"$findings.includes"

# Each room with what it may include, as a regular expression on the path from the root.
awk '
    function room(path) {
        if (path ~ /^rom\/carts\/examples\/alone\//) return "alone" # programs of their own
        if (path ~ /^rom\/carts\//) return "carts"
        if (path !~ /\//) return "generated"
        sub(/\/.*/, "", path)
        return path
    }
    function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
    BEGIN {
        may["fixedmath"] = "^(fixedmath)/"
        may["raster"] = "^(raster|fixedmath)/"
        may["rom"] = "^(rom|fixedmath)/"
        may["kernel"] = "^((kernel|raster|rom|fixedmath)/|platform/platform\\.h$)"
        may["alone"] = "^(kernel|raster|rom|fixedmath)/"
        may["carts"] = "^(kernel|raster|rom|fixedmath)/"
        may["platform"] = "^(platform|kernel|raster|rom|fixedmath)/"
        may["tools"] = "^(tools|platform|kernel|raster|rom|fixedmath)/"
        may["tests"] = "."
        free = "^<(stdint|stdbool|stddef|stdarg|limits|string)\\.h>$"
    }
    {
        from = room($1)
        place = $1 ":" $2 " includes " $3
        if ($3 ~ /^</) {
            if (from ~ /^(fixedmath|raster|rom|kernel|carts)$/ && $3 !~ free) {
                print place ", which is not freestanding"
            }
            if ($3 ~ /SDL/ && $1 !~ /^platform\/host\/|^rom\/carts\/examples\/alone\//) print place ", but SDL is for platform/host alone"
            next
        }
        if ($3 !~ /\//) {
            if (from != "tests" || $3 !~ /\.inc$/) print place ", which is not a path from the root"
            next
        }
        if ($3 ~ /(^|\/)\.\.?\//) print place ", which is not a path from the root"
        if ($3 ~ may[from] && !($3 ~ /^rom\/carts\// && from != "carts" && from != "tests")) {
            if (from == "tests" || folder($1) == folder($3)) next
            if ($3 ~ /(internal\.h|\.inc)$/) print place ", which is private"
            if ($3 ~ /\.c$/) print place ", which is no header"
            if (from != "raster" && $3 ~ /^raster\/[^\/]*\//) print place ", which is of a room of raster alone"
            if (from != "rom" && $3 ~ /^rom\/(check|codec|read)\//) print place ", which is of a room of rom alone"
            # The template is what ports begin with, and may stay what they are made of.
            if (from == "platform" && $3 ~ /^platform\/.*\// && $3 !~ /^platform\/template\//) print place ", which belongs to another port"
        } else {
            print place ", which is not below " from
        }
    }' "$findings.includes" >"$findings"
judge layers_includes_point_downward

awk '$3 ~ /\// { print $1, $2, $3 }' "$findings.includes" | while read -r file line included; do
    case $included in \<* | bench/*) continue ;; esac # the bench makes its own
    [ -f "$included" ] || [ -f "$B/gen/$included" ] || echo "$file:$line includes $included, which is not there" >>"$findings"
done
judge layers_includes_exist

# ---- parts of the kernel, and rooms of tools: no two include each other, not even by way of a third ----

find_circles() { # what they are; "$findings.edges" has `FROM TO` of includes
    awk -v what="$1" '
        { edge[$1 " " $2] = 1 }
        END {
            for (pair in edge) {
                split(pair, part, " ")
                if (part[1] < part[2] && ((part[2] " " part[1]) in edge)) {
                    print what " " part[1] " and " part[2] " include each other"
                }
            }
        }' "$findings.edges" | sort >"$findings"
    if [ ! -s "$findings" ] && ! loop=$(tsort "$findings.edges" 2>&1 >/dev/null); then
        echo "a circle of $1: $(printf '%s' "$loop" | sed 's/^tsort: //' | tail -n +2 | tr '\n' ' ')" >>"$findings"
    fi
}

awk '
    function part(path) { split(path, piece, "/"); return piece[2] }
    $1 ~ /^kernel\/[^\/]*\// && $3 ~ /^kernel\/[^\/]*\// && part($1) != part($3) {
        print part($1), part($3)
    }' "$findings.includes" | sort -u >"$findings.edges"
find_circles 'kernel parts'
judge layers_kernel_parts_form_no_circle

# tools/main.c is the program, which nobody includes; tools/record_writer.h is generated, and includes tools/base alone.
awk '
    function room(path) { sub(/\/[^\/]*$/, "", path); return path }
    $1 ~ /^tools\// && $3 ~ /^tools\// && $1 != "tools/main.c" && room($3) != "tools" && room($1) != room($3) {
        print room($1), room($3)
    }' "$findings.includes" | sort -u >"$findings.edges"
find_circles 'rooms of tools'
judge layers_rooms_of_tools_form_no_circle
