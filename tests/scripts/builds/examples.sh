#!/bin/sh
# Builds and runs the example programs of rom/carts/examples and compares what they say with the text beside each.
B=${B:-build}
MAKE=${MAKE:-make}
mkdir -p "$B/examples"

# All in one call; where one does not build, each is tried by itself below.
all=$(for source in rom/carts/examples/*/; do
    [ "$source" = rom/carts/examples/alone/ ] && continue # tests/scripts/builds/code_install.sh
    if [ -f "$source/cart.txt" ]; then
        find "$source" -name '*.c' | sed "s,/\{2\,\},/,g; s,^,$B/obj/,; s,\.c\$,.o,"
    else
        echo "$B/examples/$(basename "$source")"
    fi
done)
# shellcheck disable=SC2086
"$MAKE" -s -j2 B="$B" "$B/oxcart" $all >"$B/examples/build.log" 2>&1 && built=yes || built=

play_scenes() { # image, cart.txt
    for scene in $(sed -n 's/^scene //p' "$2"); do
        "$B/oxcart" run "$1.rom" --headless --frames 60 --level "$scene" >"$1.said" 2>&1 && ! grep -q error "$1.said" || return 1
    done
}

# A cart in Goad, and its twin in C where it has one: both are packed, what is written in C builds, and what is written in Goad plays, scene by scene.
try_twin() { # folder, name
    image=$B/examples/$2
    twin=$1
    [ -d "$1in_c" ] && twin=$1in_c
    objects=$(find "$1" -name '*.c' | sort | sed "s,^,$B/obj/,; s,\.c\$,.o,")
    # shellcheck disable=SC2086
    if [ -z "$built" ] && ! "$MAKE" -s B="$B" "$B/oxcart" $objects >"$image.log" 2>&1; then
        echo "FAIL example_$2 does not build: $(grep -m 1 -iE 'error|undefined' "$image.log")"
    elif ! "$B/oxcart" pack "$1" -o "$image.rom" --strict --quiet >"$image.log" 2>&1 ||
        ! "$B/oxcart" pack "$twin" -o "$image.in_c.rom" --strict --quiet >"$image.log" 2>&1; then
        echo "FAIL example_$2 is not packed: $(tail -n 1 "$image.log")"
    elif ! play_scenes "$image" "$1cart.txt"; then
        echo "FAIL example_$2 does not play: $(grep -v '^frame=' "$image.said" | tail -n 1)"
    else
        echo "ok example_$2"
    fi
}
for source in rom/carts/examples/*/; do
    name=$(basename "$source")
    [ "$name" = alone ] && continue
    if [ -f "$source/cart.txt" ]; then
        try_twin "$source" "$name" # what comes about in both is compared by unit tests: twins_...
        continue
    fi
    if [ ! -f "$source/$name.c" ] || [ ! -f "$source/$name.txt" ]; then
        echo "FAIL example_$name there is no $name.c or no $name.txt"
        continue
    fi
    if [ -z "$built" ] && ! "$MAKE" -s B="$B" "$B/examples/$name" >"$B/examples/$name.log" 2>&1; then
        echo "FAIL example_$name does not build: $(grep -m 1 -iE 'error|undefined' "$B/examples/$name.log")"
        continue
    fi
    rm -f "$B/examples/$name.save"
    if ! timeout 60 "$B/examples/$name" "$B/examples/$name.save" >"$B/examples/$name.said" 2>&1; then
        echo "FAIL example_$name ended badly: $(tail -n 1 "$B/examples/$name.said")"
        continue
    fi
    # How much memory a console leaves free is no part of what an example says.
    grep -v ' bytes free, ' "$B/examples/$name.said" >"$B/examples/$name.out"
    if ! cmp -s "$B/examples/$name.out" "$source/$name.txt"; then
        echo "FAIL example_$name says something else: $(diff "$B/examples/$name.out" "$source/$name.txt" | sed -n 2p)"
    else
        echo "ok example_$name"
    fi
done
