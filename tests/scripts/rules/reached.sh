#!/bin/sh
# Holds the kernel to what somebody plays: at most so many of a hundred of its lines may be in none of the command, the desktop player
# (whose lists of modules the players of other machines share) and the examples. What nobody reaches is a library that nobody has tried.
# The table of files, worst first, is $B/reached/table.
B=${B:-build}
MAKE=${MAKE:-make}
R=$B/reached
LIMIT=5
mkdir -p "$R"
if ! objdump --version >/dev/null 2>&1 || ! ld --version 2>/dev/null | grep -q GNU; then
    echo "skip reached no GNU binutils here"
    exit
fi
objects() { sed "s,^,$1/obj/,; s,\.c\$,.o,"; }
ls kernel/*/*.c | objects "$R" >"$R/kernel.list"
{
    ls fixedmath/*/*.c raster/*/*.c rom/*/*.c platform/host/*.c | grep -v '^platform/host/player\.c$'
    echo gen/fixedmath_tables.c
} | objects "$B" >"$R/below.list"
{
    ls tools/main.c tools/*/*.c tools/import/*/*.c | grep -vE '^tools/(assets|records|tablegen)/'
    echo gen/known_words_list.c
} | objects "$B" >"$R/oxcart.list"
printf '%s\n' platform/host/player.c platform/cartridge.c | objects "$B" >"$R/player.list"
programs='oxcart player'
for example in rom/carts/examples/*/*.c; do
    name=$(basename "$example" .c)
    programs="$programs $name"
    printf '%s\n' "$example" tests/examples/main.c | objects "$B" >"$R/$name.list"
done
# shellcheck disable=SC2046
if ! "$MAKE" -s -j2 B="$R" CC=gcc OPT='-O0 -ffunction-sections -fdata-sections' $(cat "$R/kernel.list") >"$R/build.log" 2>&1 ||
    ! "$MAKE" -s -j2 B="$B" "$B/oxcart" "$B/host/player" $(cat "$R"/*.list | grep /examples/ | sort -u) >>"$R/build.log" 2>&1; then
    echo "FAIL reached does not build: $(grep -m 1 -iE 'error' "$R/build.log")"
    exit
fi
libraries="$(pkg-config --libs sdl2 2>/dev/null || sdl2-config --libs 2>/dev/null) -lm -lpthread"
maps=
for program in $programs; do
    # shellcheck disable=SC2046,SC2086
    if ! gcc -Wl,--gc-sections -Wl,-Map="$R/$program.map" -o "$R/$program" $(cat "$R/$program.list" "$R/below.list" "$R/kernel.list") \
        $libraries >"$R/link.log" 2>&1; then
        echo "FAIL reached $program does not link: $(head -n 1 "$R/link.log")"
        exit
    fi
    maps="$maps $R/$program.map"
done
# shellcheck disable=SC2086
python3 tests/reached.py "$R/obj" $maps >"$R/table" || exit 1
awk -v limit="$LIMIT" '/^together/ {
    print "# lines of the kernel in no program: " $3 " of " $2
    print(($3 * 100 > $2 * limit) ? "FAIL reached " $4 " % of the kernel are in no program, " limit " % may be" : "ok reached")
}' "$R/table"

# The last column of FEATURES.md says where makers of games reach each feature.
python3 tests/reach.py "$R" >"$R/reach" 2>&1
if [ -s "$R/reach" ]; then
    echo "FAIL features_reach_is_what_is_linked $(head -n 3 "$R/reach" | tr '\n' ' ')"
else
    echo "ok features_reach_is_what_is_linked"
fi
