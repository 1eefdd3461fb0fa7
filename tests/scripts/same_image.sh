#!/bin/sh
# One cart gives one image: packed in other places, under other locales and time zones, by builds of other compilers;
# and the image plays like its folder, with its names or without.
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/same_image
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart

judge() { # NAME REASON: an empty reason is a pass
    if [ -z "$2" ]; then echo "ok $1"; else echo "FAIL $1 $2"; fi
}

[ -x "$oxcart" ] || { echo "FAIL same_image $oxcart is not built"; exit 1; }

cp -r rom/carts/showcase "$work/showcase"
"$oxcart" new "$work/new" >"$work/out" 2>&1
for cart in showcase new; do
    "$oxcart" pack "$work/$cart" -o "$work/$cart.rom" --quiet 2>"$work/err" || echo "FAIL same_image_packs $(head -n 1 "$work/err")"
    "$oxcart" pack "$work/$cart" -o "$work/$cart.release.rom" --quiet --release 2>"$work/err"
done

# ---- the same bytes ----

# alike PACKER FOLDER WHERE: packs every cart below the folder; sets reason when an image differs.
alike() {
    for cart in showcase new; do
        rm -f "$work/again.rom"
        "$1" pack "$2/$cart" -o "$work/again.rom" --quiet >"$work/out" 2>&1
        cmp -s "$work/$cart.rom" "$work/again.rom" || reason="$cart: other bytes $3: $(head -n 1 "$work/out")"
    done
}

reason=
for locale in C C.UTF-8 tr_TR.UTF-8 de_DE.UTF-8; do
    LC_ALL=$locale
    export LC_ALL
    alike "$oxcart" "$work" "under $locale"
done
unset LC_ALL
for zone in UTC Asia/Kolkata America/St_Johns; do
    TZ=$zone
    export TZ
    alike "$oxcart" "$work" "in $zone"
done
unset TZ
judge same_image_under_locales_and_time_zones "$reason"

# Elsewhere: a longer path, the files made in another order, another current folder, other times.
reason=
mkdir -p "$work/a far/longer place" "$work/elsewhere"
for cart in showcase new; do
    mkdir "$work/a far/longer place/$cart"
    for file in $(cd "$work/$cart" && find . -type f | sort -r); do
        mkdir -p "$work/a far/longer place/$cart/$(dirname "$file")"
        cp "$work/$cart/$file" "$work/a far/longer place/$cart/$file"
        touch -t 200001020304 "$work/a far/longer place/$cart/$file"
    done
done
alike "$oxcart" "$work/a far/longer place" "in another folder"
case $oxcart in
/*) here=$oxcart ;;
*) here=$PWD/$oxcart ;;
esac
for cart in showcase new; do
    (cd "$work/a far/longer place/$cart" && "$here" pack . -o again.rom --quiet) >"$work/out" 2>&1
    cmp -s "$work/$cart.rom" "$work/a far/longer place/$cart/again.rom" ||
        reason="$cart: other bytes from inside of its folder: $(head -n 1 "$work/out")"
done
judge same_image_in_other_folders "$reason"

# Other compilers and optimisation levels.
other=clang
"${CC:-cc}" --version 2>/dev/null | grep -qi clang && other=gcc
if ! command -v "$other" >/dev/null 2>&1; then
    echo "skip same_image_by_$other no $other on this machine"
elif "$MAKE" -s -j2 B="$B/$other" CC="$other" "$B/$other/oxcart" >"$work/log" 2>&1; then
    reason=
    alike "$B/$other/oxcart" "$work" "by $other"
    judge same_image_by_two_compilers "$reason"
else
    echo "FAIL same_image_by_two_compilers $other: $(grep -m 1 -iE 'error' "$work/log")"
fi

# ---- the same play ----

frames=40
plays() { # IMAGE-OR-FOLDER OUTPUT
    "$oxcart" run "$1" --headless --size 96x64 --frames "$frames" --hash >"$2" 2>&1
}
reason=
for cart in showcase new; do
    plays "$work/$cart.rom" "$work/$cart.hashes"
    [ "$(grep -c '^frame=[0-9]* hash=' "$work/$cart.hashes")" -eq "$frames" ] ||
        reason="$cart: $(tail -n 1 "$work/$cart.hashes")"
    plays "$work/$cart" "$work/$cart.folder"
    cmp -s "$work/$cart.hashes" "$work/$cart.folder" || reason="$cart: the folder plays otherwise"
done
judge same_image_plays_like_its_folder "$reason"

reason=
for cart in showcase new; do
    plays "$work/$cart.release.rom" "$work/$cart.stripped"
    cmp -s "$work/$cart.hashes" "$work/$cart.stripped" || reason="$cart: without its names it plays otherwise"
    "$oxcart" ids "$work/$cart.rom" --list "$work/$cart.names" >"$work/out" 2>&1 || reason="$cart: $(head -n 1 "$work/out")"
    count=0
    while read -r _ name; do
        count=$((count + 1))
        case $name in */*) ;; *) continue ;; esac # words such as palette may stand in a title
        grep -qiF -- "$name" "$work/$cart.release.rom" && reason="$cart: $name stands in the release image"
        grep -qiF -- "$name" "$work/$cart.rom" || reason="$cart: $name does not stand in the image with names"
    done <"$work/$cart.names"
    [ "$count" -ge 6 ] || reason="$cart: $count names"
done
judge same_image_plays_without_its_names "$reason"
