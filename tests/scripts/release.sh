#!/bin/sh
# A release image: plays like the development image, and holds no name of an id, no path, no debug section.
B=${B:-build}
OXCART=${OXCART:-$B/oxcart}
work=$B/release
failed=0
rm -rf "$work"
mkdir -p "$work"

judge() { # NAME REASON: an empty reason is a pass
    if [ -z "$2" ]; then echo "ok $1"; return; fi
    echo "FAIL $1 $2"
    failed=1
}

[ -x "$OXCART" ] || { echo "FAIL release $OXCART is not built"; exit 1; }
"$OXCART" new "$work/game" >"$work/out" 2>&1

for cart in rom/carts/showcase "$work/game"; do
    name=$(basename "$cart")
    "$OXCART" pack "$cart" --quiet -o "$work/$name.rom" 2>"$work/err" &&
        "$OXCART" pack "$cart" --quiet --release -o "$work/$name.release" 2>"$work/err" || { judge "release_$name" "$(head -n 1 "$work/err")"; exit 1; }
    frames=600
    [ "$name" = showcase ] && frames=60
    reason=
    for image in rom release; do
        "$OXCART" run "$work/$name.$image" --headless --frames $frames --hash 2>/dev/null | grep '^frame=' >"$work/$name.$image.hashes"
    done
    [ "$(wc -l <"$work/$name.rom.hashes")" -eq $frames ] || reason="not $frames frames"
    cmp -s "$work/$name.rom.hashes" "$work/$name.release.hashes" || reason="frames differ"
    judge "release_plays_like_development_$name" "$reason"
done

if ! command -v python3 >/dev/null; then
    echo "skip release_holds_no_names no python3"
    exit $failed
fi
for name in showcase game; do
    python3 tests/scripts/read_rom.py list "$work/$name.rom" | awk '{ print $6 }' >"$work/$name.names"
    "$OXCART" dump "$work/$name.rom" --chunk names | sed -n 's/.*sources\[.*file: .*"\(.*\)"$/\1/p' | sort -u >"$work/$name.files"
    reason=
    [ "$(wc -l <"$work/$name.names")" -gt 5 ] || reason="the development image names nothing"
    grep -q '\.obj$' "$work/$name.files" || reason="the development image does not tell where meshes came from"
    while read -r word; do
        grep -qF -- "$word" "$work/$name.release" && reason="$word is in the release image"
    done <"$work/$name.names"
    while read -r word; do
        grep -qF -- "$word" "$work/$name.release" && reason="the path $word is in the release image"
    done <"$work/$name.files"
    judge "release_holds_no_names_of_$name" "$reason"
done
exit $failed
