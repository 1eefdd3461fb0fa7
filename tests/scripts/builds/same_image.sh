#!/bin/sh
# One cart gives one image: packed in other places, under other locales and time zones, by builds of other compilers, and the
# one that was recorded;
# and the image plays like its folder, with its names or without.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/same_image
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart

[ -x "$oxcart" ] || { echo "FAIL same_image $oxcart is not built"; exit 1; }

# The sample carts: the showcase, all templates, and one whose numbers are all computed on the way in.
cp -r rom/carts/showcase "$work/showcase"
"$oxcart" new "$work/new" >"$work/out" 2>&1
"$oxcart" new "$work/side" --template 2d >"$work/out" 2>&1
"$oxcart" new "$work/lamps" --template script >"$work/out" 2>&1
"$oxcart" new "$work/numbers" >"$work/out" 2>&1
cat >>"$work/numbers/cart.txt" <<'END'
table wave wave.txt kind=fx
level town town.txt
mesh odd odd.obj normalise scale=0.3
compress on
END
i=0
while [ $i -lt 64 ]; do
    echo "0.$((i * 7919 % 10007)),-$i.$((i * 104729 % 99991)),1.5e-$((i % 5))"
    i=$((i + 1))
done >"$work/numbers/wave.txt"
printf 'level 1\nbounds -9,-1,-9 9,5,9\ninstance odd at=0.1,0.2,0.3 yaw=33.3 scale=0.7\npath way cardinal 0,0,0 1.1,0.3,2.7 3.3,0.7,1.9 4.1,0,0.3\n' >"$work/numbers/town.txt"
printf 'newmtl odd\nKd 0.3 0.7 0.1\nmap_Kd odd.png\n' >"$work/numbers/odd.mtl"
"$oxcart" convert rom/carts/showcase/crate.xpm -o "$work/numbers/odd.png" --quiet
awk 'BEGIN { print "mtllib odd.mtl"; print "usemtl odd"; for (i = 0; i < 40; i++) { print "v", i * 0.37 % 1.3, i * i * 0.113 % 1.7, i * 0.77 % 0.9; print "vt", i * 0.31 % 1, i * 0.17 % 1 }
    for (i = 1; i < 38; i++) print "f", i "/" i, i + 1 "/" i + 1, i + 2 "/" i + 2 }' >"$work/numbers/odd.obj"
carts='showcase new side lamps numbers'
for cart in $carts; do
    "$oxcart" pack "$work/$cart" -o "$work/$cart.rom" --quiet 2>"$work/err" || echo "FAIL same_image_packs $(head -n 1 "$work/err")"
    "$oxcart" pack "$work/$cart" -o "$work/$cart.release.rom" --quiet --release 2>"$work/err"
done

# ---- the same bytes ----

# alike PACKER FOLDER WHERE [OPTIONS]: packs every cart below the folder from nothing; sets reason when an image differs.
alike() {
    packer=$1 folder=$2 where=$3
    shift 3
    for cart in $carts; do
        rm -f "$work/again.rom"
        "$packer" pack "$folder/$cart" -o "$work/again.rom" --quiet --no-cache "$@" >"$work/out" 2>&1
        cmp -s "$work/$cart.rom" "$work/again.rom" || reason="$cart: other bytes $where: $(head -n 1 "$work/out")"
    done
}

# What was packed when these were recorded. After a change that is meant: sh tests/scripts/builds/same_image.sh record
sums=tests/scripts/builds/same_image.sums
for cart in $carts; do echo "$cart $(cksum <"$work/$cart.rom")"; done >"$work/sums"
if [ "$1" = record ]; then
    cp "$work/sums" "$sums"
    exit
fi
reason=
cmp -s "$work/sums" "$sums" || reason="other images than recorded in $sums: $(diff "$sums" "$work/sums" | grep '^>' | tr '\n' ' ')"
judge_reason same_image_as_recorded "$reason"

reason=
for place in C/UTC C.UTF-8/Asia/Kolkata tr_TR.UTF-8/America/St_Johns de_DE.UTF-8/UTC; do
    LC_ALL=${place%%/*} TZ=${place#*/}
    export LC_ALL TZ
    alike "$oxcart" "$work" "under $place"
done
unset LC_ALL TZ
judge_reason same_image_under_locales_and_time_zones "$reason"

reason=
for jobs in 1 8; do alike "$oxcart" "$work" "with $jobs jobs" -j $jobs; done
judge_reason same_image_with_any_number_of_jobs "$reason"

# Elsewhere: a longer path, the files made in another order, another current folder, other times.
reason=
mkdir -p "$work/a far/longer place" "$work/elsewhere"
for cart in $carts; do
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
for cart in $carts; do
    (cd "$work/a far/longer place/$cart" && "$here" pack . -o again.rom --quiet --no-cache) >"$work/out" 2>&1
    cmp -s "$work/$cart.rom" "$work/a far/longer place/$cart/again.rom" ||
        reason="$cart: other bytes from inside of its folder: $(head -n 1 "$work/out")"
done
judge_reason same_image_in_other_folders "$reason"

# Another compiler: the sanitized command where that is its compiler and the suite has built it, else one of its own.
other=clang
"${CC:-cc}" --version 2>/dev/null | grep -qi clang && other=gcc
. tests/sanitized.sh
choose_sanitizer
packer=$B/$other/oxcart
[ "$sanitizer" = "$other" ] && [ -x "$B/sanitized/oxcart" ] && packer=$B/sanitized/oxcart
if ! command -v "$other" >/dev/null 2>&1; then
    echo "skip same_image_by_two_compilers no $other on this machine"
elif [ "$packer" = "$B/sanitized/oxcart" ] || "$MAKE" -s -j2 B="$B/$other" CC="$other" "$packer" >"$work/log" 2>&1; then
    reason=
    alike "$packer" "$work" "by $other"
    judge_reason same_image_by_two_compilers "$reason"
else
    echo "FAIL same_image_by_two_compilers $other: $(grep -m 1 -iE 'error' "$work/log")"
fi

# Another optimisation level, for a processor that multiplies and adds in one step: what computes these carts' numbers is
# compiled anew, the rest is taken over.
fused=
grep -q ' fma ' /proc/cpuinfo 2>/dev/null && fused=-mfma
mkdir -p "$work/fused"
cp -rp "$B/obj" "$B/gen" "$B/tablegen" "$work/fused/"
for file in tools/encode/mesh tools/base/writer tools/encode/palette tools/encode/texture tools/encode/shade tools/cart/cart tools/cart/cart_scene tools/pack/pack_chunks tools/convert/pack_kinds \
    tools/pack/pack_steps tools/pack/pack_mesh tools/pack/pack_item tools/pack/pack_codecs tools/convert/level tools/convert/level_statements tools/import/model/model tools/import/model/model_order tools/import/model/obj \
    tools/import/model/obj_build tools/import/model/obj_normals tools/import/model/mtl tools/import/image/quantize tools/import/base/angle tools/import/model/triangulate; do
    rm -f "$work/fused/obj/$file.o" "$work/fused/obj/$file.d"
done
if "$MAKE" -s -j2 B="$work/fused" OPT="-O3 $fused" WARN=-w "$work/fused/oxcart" >"$work/log" 2>&1; then
    reason=
    alike "$work/fused/oxcart" "$work" "at -O3 $fused"
    judge_reason same_image_at_other_optimisation "$reason"
else
    echo "FAIL same_image_at_other_optimisation $(grep -m 1 -iE 'error' "$work/log")"
fi
rm -rf "$work/fused"

# ---- the same play ----

frames=20
plays() { # IMAGE-OR-FOLDER OUTPUT
    "$oxcart" run "$1" --headless --size 96x64 --frames "$frames" --hash --quiet >"$2" 2>&1
}
reason=
for cart in $carts; do
    plays "$work/$cart.rom" "$work/$cart.hashes"
    [ "$(grep -c '^frame=[0-9]* hash=' "$work/$cart.hashes")" -eq "$frames" ] ||
        reason="$cart: $(tail -n 1 "$work/$cart.hashes")"
    plays "$work/$cart" "$work/$cart.folder"
    cmp -s "$work/$cart.hashes" "$work/$cart.folder" || reason="$cart: the folder plays otherwise"
done
judge_reason same_image_plays_like_its_folder "$reason"

reason=
for cart in $carts; do
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
judge_reason same_image_plays_without_its_names "$reason"
