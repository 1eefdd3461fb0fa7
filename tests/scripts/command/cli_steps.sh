#!/bin/sh
# Packing again: only what changed runs, whatever is killed, spoilt or removed in between; rules for make.
. tests/judge.sh
B=${B:-build}
OXCART=${OXCART:-$B/oxcart}
work=$B/cli_steps
failed=0
[ -x "$OXCART" ] || { echo "FAIL cli_steps $OXCART is not built"; exit 1; }
case $OXCART in /*) ;; *) OXCART=$PWD/$OXCART ;; esac
rm -rf "$work"
mkdir -p "$work"
cp -r rom/carts/showcase "$work/cart"
cd "$work" || exit 1

# packs WHAT-RAN [OPTIONS]: packs the cart; sets reason when not exactly so many steps ran.
packs() {
    wanted=$1
    shift
    "$OXCART" pack cart -o game.rom --stats "$@" >out 2>err || { reason="does not pack: $(head -n 1 err)"; return; }
    grep -q " ran=$wanted " out || reason="$wanted steps were to run: $(tail -n 1 out)"
}
clean() { # the same cart from nothing
    "$OXCART" pack cart -o clean.rom --no-cache --quiet "$@" || reason="does not pack without a cache"
}
same() { cmp -s game.rom clean.rom || reason="${1:-the image} is not that of a clean build"; }

reason=
packs '[1-9][0-9]*'
clean
same
packs 0
grep -q 'game.rom: nothing changed' out || reason="nothing changed is not said"
touch cart/*
packs 0
grep -q 'nothing changed' out || reason="touched files count as changed"
judge_reason cli_steps_nothing_changed_nothing_runs "$reason"

# One texture of many; the palette is given, so that nothing else hangs on its colours.
reason=
cp cart/wood.xpm crate.new
cp cart/crate.xpm crate.old
packs 0
cp crate.new cart/crate.xpm
packs 1 --why all
grep -q '^why: texture/crate: crate.xpm changed$' out || reason="why says: $(grep why out)"
clean
same
cp crate.old cart/crate.xpm
packs 0
clean
same "after going back the image"
packs 0 --why all
"$OXCART" pack cart -o game.rom --release --why wagon.obj >out
grep -q 'why: wagon.obj is an input of mesh/wagon' out || reason="why FILE says: $(grep why out)"
clean --release
same "without names the image"
judge_reason cli_steps_one_texture_runs_alone "$reason"

reason=
packs 0
for jobs in 1 8; do
    rm -rf .oxcart game.rom
    packs '[1-9][0-9]*' -j $jobs
    clean
    same "with $jobs jobs the image"
done
rm .oxcart/game.rom.state
packs 0
same "without the state the image"
find .oxcart/objects -type f | while read -r f; do chmod 644 "$f"; echo spoilt >"$f"; done
rm game.rom
"$OXCART" pack cart -o game.rom --stats >out 2>err || reason="a spoilt cache makes packing fail"
grep -q ' damaged=[1-9]' out || reason="spoilt results are not noticed: $(tail -n 1 out)"
same "with a spoilt cache the image"
printf spoilt >game.rom
packs 0
same "over a spoilt image the new one"
judge_reason cli_steps_jobs_state_and_cache_do_not_matter "$reason"

# Killed at ten moments: never a half image under the name, never a cache that spoils the next one.
reason=
clean
i=0
while [ $i -lt 10 ]; do
    i=$((i + 1))
    rm -rf .oxcart game.rom
    [ $((i % 2)) -eq 0 ] && cp clean.rom game.rom # or over an old one
    "$OXCART" pack cart -o game.rom --quiet >out 2>err &
    pack=$!
    sleep "0.0$(((i * 7 + $$) % 50 + 10))"
    kill -9 $pack 2>kills
    wait $pack 2>kills
    [ -e game.rom ] && same "after a kill what lies there"
    "$OXCART" pack cart -o game.rom --quiet >out 2>err || reason="does not pack after a kill: $(head -n 1 err)"
    same "after a kill the next image"
    [ -z "$(find . -name '*.part')" ] || reason="litter is left: $(find . -name '*.part')"
    [ -z "$(ls .oxcart/tmp)" ] || reason="litter is left in the cache"
done
judge_reason cli_steps_killed_at_ten_moments "$reason"

# Two at once, with one cache.
reason=
rm -rf .oxcart shared
"$OXCART" pack cart -o one.rom --cache shared --quiet &
"$OXCART" pack cart -o two.rom --cache shared --quiet
wait
cmp -s one.rom two.rom && cmp -s one.rom clean.rom || reason="two at once do not make the same"
cp -r cart elsewhere
"$OXCART" pack elsewhere -o three.rom --cache shared --stats >out
grep -q ' ran=0 ' out || reason="another copy of the cart does not find the results: $(tail -n 1 out)"
cmp -s one.rom three.rom || reason="another copy of the cart gives another image"
judge_reason cli_steps_one_cache_for_several "$reason"

reason=
"$OXCART" pack cart -o one.rom --quiet 2>err || reason="does not pack: $(head -n 1 err)"
"$OXCART" clean one.rom 2>err || reason="clean says: $(head -n 1 err)"
[ -e one.rom ] && reason="the image is still there"
[ -d .oxcart ] || reason="the results of others are gone"
for image in two three; do "$OXCART" clean $image.rom 2>err || reason="clean says: $(head -n 1 err)"; done
[ -e .oxcart ] && reason="results are left: $(ls .oxcart)"
"$OXCART" clean one.rom 2>err && reason="clean removes what is not there"
[ "$(wc -l <err)" -eq 1 ] || reason="other than one line of error"
judge_reason cli_steps_clean_removes_everything "$reason"

# Every mistake of a run is told, one line each, and nothing is written.
reason=
rm -rf bad game.rom
cp -r cart bad
head -c 60 cart/crate.xpm >bad/crate.xpm
head -c 60 cart/wood.xpm >bad/wood.xpm
printf 'v 0 0 0\nf 1 2 3\n' >bad/gem.obj
"$OXCART" pack bad -o game.rom >out 2>err
[ $? -eq 1 ] || reason="a broken cart does not exit with 1"
for what in 'bad/crate.xpm:[0-9:]*: error: ' 'bad/wood.xpm:[0-9:]*: error: ' 'bad/gem.obj:2: error: '; do
    grep -q "$what" err || reason="not told: $what"
done
[ "$(wc -l <err)" -eq 3 ] || reason="other than three lines: $(cat err)"
[ -e game.rom ] && reason="a broken cart leaves an image"
rm cart/crate.xpm
"$OXCART" pack cart -o game.rom --strict >out 2>err
[ $? -eq 1 ] || reason="--strict packs a cart with warnings"
[ -e game.rom ] && reason="--strict leaves an image"
cp crate.old cart/crate.xpm
judge_reason cli_steps_every_mistake_is_told "$reason"

reason=
if command -v make >/dev/null; then
    cat >Makefile <<EOM
game.rom:
	@$OXCART pack cart -o \$@ --depend game.d --stats
-include game.d
EOM
    rm -f game.rom game.d
    make game.rom >out 2>&1 || reason="make fails: $(head -n 1 out)"
    make -q game.rom || reason="make is not content after making"
    sleep 1.1
    cp crate.new cart/crate.xpm
    touch cart/crate.xpm
    make -q game.rom && reason="make does not see a changed texture"
    make game.rom >out 2>&1
    grep -q ' ran=1 ' out || reason="make runs more than the texture: $(tail -n 1 out)"
    rm cart/gem.obj # a file that is gone must not stop make
    sleep 1.1
    touch cart/cart.txt
    make game.rom >out 2>&1 || reason="make stops over a missing file: $(head -n 1 out)"
    grep -q 'gem.obj' game.d && reason="a missing file is waited for"
    make -q game.rom || reason="make is not content with a missing file"
    judge_reason cli_steps_rules_for_make "$reason"
else
    echo "skip cli_steps_rules_for_make no make"
fi
exit $failed
