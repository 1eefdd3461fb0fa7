#!/bin/sh
# What a run says: every mistake of it with file, line and column or offset, in one order, as lines or as JSON.
. tests/judge.sh
B=${B:-build}
work=$B/cli_report
rm -rf "$work"
mkdir -p "$work"
oxcart=$(cd "$B" && pwd)/oxcart
cd "$work" || exit 1

"$oxcart" new game >out 2>err || { judge_reason report_begins "$(cat err)"; exit 1; }
cp -r game bad
(
    cd bad || exit
    sed -i 's/^format pal8 /fromat pal8 /; s/shading=flat/  shading=flet/' cart.txt
    echo garbage >crate.png
    echo 'f 1 2 99' >>lamp.obj
    printf 'level 1\nbound 1\nspawn orc at=1,2,3\nspawn dot at=1\n' >hall.level
    printf '{"wind": [1, 2,\n "x": 3}' >texts.json
    printf 'level hall hall.level\ntext words texts.json\n' >>cart.txt
)
format=$(grep -n '^fromat' bad/cart.txt | cut -d: -f1)
grass=$(grep -n 'flet' bad/cart.txt | cut -d: -f1)
column=$(sed -n "${grass}p" bad/cart.txt | awk '{ print index($0, "shading=flet") }')
last=$(wc -l <bad/lamp.obj)
"$oxcart" pack bad -o bad.rom -j 1 >out 2>one
code=$?
reason=
[ $code -eq 1 ] || reason="exit code $code"
[ -e bad.rom ] && reason="an image was left"
for line in "^bad/cart.txt:$format:1: error: .fromat. is unknown; did you mean .format." "^bad/cart.txt:$grass:$column: error: .shading=flet. is unknown" \
    "^bad/lamp.obj:$last: error: " '^bad/crate.png@0: error: ' '^bad/hall.level:2:1: error: .bound. is unknown' '^bad/hall.level:4:[0-9]*: error: ' \
    '^bad/texts.json:2:[0-9]*: error: '; do
    grep -q "$line" one || reason="not told: $line"
done
[ "$(grep -c ': error: ' one)" -eq 7 ] && [ "$(wc -l <one)" -eq 7 ] || reason="$(wc -l <one) lines"
judge_reason report_tells_every_mistake_of_a_run "$reason"

reason=
for jobs in 2 8 8 8; do
    "$oxcart" pack bad -o bad.rom -j $jobs >out 2>several
    cmp -s one several || reason="with -j $jobs another order: $(head -n 1 several)"
done
judge_reason report_has_one_order_with_any_number_of_jobs "$reason"

cp -r game wrong
sed -i 's/object lamp/object lmap/; s/texture=crate/texture=crtae/; s/material=grass/material=gras/' wrong/cart.txt
"$oxcart" check wrong >out 2>err
code=$? reason=
[ $code -eq 1 ] || reason="exit code"
for word in lmap crtae gras; do grep -q "^wrong/cart.txt:[0-9]*: error: there is no [a-z]* .$word.; did you mean" err || reason="$word is not told: $(cat err)"; done
[ "$(wc -l <err)" -eq 3 ] || reason="$(wc -l <err) lines"
judge_reason report_tells_every_unknown_name "$reason"

cp -r game many
i=0
while [ $i -lt 250 ]; do echo "nonsense$i"; i=$((i + 1)); done >>many/cart.txt
"$oxcart" pack many -o many.rom >out 2>err
code=$? reason=
[ $code -eq 1 ] || reason="exit code"
[ "$(grep -c ': error: ' err)" -eq 100 ] || reason="$(grep -c ': error: ' err) errors are told"
[ "$(tail -n 1 err)" = 'oxcart: 250 errors, of which the first 100 are told' ] || reason="the end: $(tail -n 1 err)"
judge_reason report_ends_after_a_hundred "$reason"

cp -r game faint
rm faint/crate.png
reason=
"$oxcart" check faint >out 2>err || reason="a missing file is an error: $(cat err)"
grep -q '^faint/cart.txt:[0-9]*: warning: texture .crate.: .*is missing' err || reason="said: $(cat err)"
for verb in "pack faint -o faint.rom" "check faint"; do
    "$oxcart" $verb --strict >out 2>err
    [ $? -eq 1 ] || reason="$verb --strict takes a warning"
    grep -q '^faint/cart.txt:[0-9]*: error: texture .crate.: .*is missing' err || reason="$verb --strict said: $(cat err)"
    [ -e faint.rom ] && reason="--strict left an image"
done
judge_reason report_makes_warnings_errors "$reason"
