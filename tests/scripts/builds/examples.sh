#!/bin/sh
# Builds and runs the example programs of rom/carts/examples and compares what they say with the text beside each.
B=${B:-build}
MAKE=${MAKE:-make}
mkdir -p "$B/examples"
for source in rom/carts/examples/*/; do
    name=$(basename "$source")
    [ -f "$source/cart.txt" ] && continue # carts with a twin in C are played by unit tests: twins_...
    if [ ! -f "$source/$name.c" ] || [ ! -f "$source/$name.txt" ]; then
        echo "FAIL example_$name there is no $name.c or no $name.txt"
        continue
    fi
    if ! "$MAKE" -s B="$B" "$B/examples/$name" >"$B/examples/$name.log" 2>&1; then
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
