#!/bin/sh
# Every verb of the command run from a shell: well, with bad data (exit code 1) and wrongly (2); what reports prints JSON too;
# what `new` makes plays.
. tests/judge.sh
B=${B:-build}
work=$B/cli_verbs
rm -rf "$work"
mkdir -p "$work"
oxcart=$(cd "$B" && pwd)/oxcart
verbs=$PWD/tools/command/verbs.inc
motion=$PWD/rom/carts/examples/motion
strokes=$PWD/rom/carts/spells/spells.strokes
cd "$work" || exit 1

reason=
"$oxcart" new none --template 4d >out 2>err
[ $? -eq 2 ] && grep -q '3d, script, 2d' err || reason="an unknown template: $(cat err)"
for template in $(sed -n 's/.*one of \(.*\) is wanted.*/\1/p' err | tr -d ,); do # every one there is
    "$oxcart" new game$template --template $template >out 2>err || reason="new $template: $(cat err)"
    "$oxcart" pack game$template -o game$template.rom --strict >out 2>err || reason="pack $template: $(head -n 1 err)"
    for what in game$template game$template.rom; do
        [ $what = gamec.rom ] && continue # its C is in the folder and in the players that export links
        "$oxcart" run $what --headless --frames 60 >out 2>err || reason="run $what: $(head -n 1 err)"
    done
done
[ -e game2d.rom ] || reason="$reason not every template was tried"
judge_reason verbs_templates_pack_and_play "$reason"

cp -r game3d other
cp -r "$motion" walker
sed -i 's/budget 192K/budget 180K/; s/object lamp at/object lamp name=lamp at/' other/cart.txt
"$oxcart" pack other -o other.rom --quiet >out 2>err
echo 'not an image' >bad.rom
echo nonsense >bad.txt
echo list >good.edit
cp "$strokes" good.strokes
cp -r game3d broken
echo nonsense >>broken/cart.txt
printf 'SID("gate")\n' >names.c
printf '#include "kernel/export/export.h"\nOX_EXPORT int32_t made(int32_t a);\n' >made.h
printf 'OX_EXPORT struct box wrong(int32_t a);\n' >wrong.h
printf 'func f() -> int { return 6 }\n' >door.goad
printf 'func f() -> int { return 1.5 }\n' >bad.goad
printf 'expression x * x\ndomain 0 1\ncount 8\nformat fx\n' >table.txt
"$oxcart" dump game3d.rom >game.txt 2>err

printf '2 expect scene == main\n' >good.play
# A line for each verb: what succeeds | what finds bad data (-: nothing can be).
cat >lines <<'LINES'
help pack | help nothing
version | -
new made | new game3d
pack game3d -o out.rom | pack broken -o none.rom
watch game3d -o out.rom --builds 1 | watch broken -o none.rom --builds 1
convert game3d/crate.png -o crate.png | convert bad.rom -o none.png
import game3d/crate.obj game3d/crate.png | import bad.txt
bench game3d.rom --frames 2 | bench bad.rom
measure --only partitions --csv times.csv | measure --only partitions --against names.c
profile game3d.rom --frames 4 --folded before.txt --csv each.csv | profile game3d.rom --frames 4 --against names.c
smooth walker --of robot --steps 9 --csv smooth.csv | smooth other --of lamp
bake other --of lamp --steps 9 -o lamp.clip | bake other --of nobody -o none.clip
table table.txt | table bad.txt
clean out.rom | clean names.c
cache verify | cache get bad.txt -o none
run game3d --headless --frames 2 --set size=120x80 | run bad.rom --headless --frames 2
test game3d good.play | test game3d bad.txt
strokes good.strokes | strokes bad.txt
pads --virtual | pads bad.rom --virtual
debug game3d --headless --frames 2 --coverage ran.txt | debug bad.rom --headless --frames 2 --coverage none.txt
view game3d/lamp.obj --headless --frames 2 | view bad.rom --headless
stage all game3d -o staged | stage compile broken -o none
tune game3d camera | tune game3d nothing
edit game3d --commands good.edit | edit game3d --commands bad.txt
gen make rock -o rock.obj | gen make brick -o none.png rows=5
texts game3d | texts broken
ls game3d.rom | ls bad.rom
check game3d.rom | check bad.rom
export game3d.rom --gba out.gba | export bad.rom --gba none.gba
size game3d.rom | size bad.rom
db game3d list | db game3d show nothing
inspect game3d.rom | inspect bad.rom
dump game3d.rom | dump bad.rom
assemble game.txt -o again.rom | assemble bad.txt -o none.rom
extract game3d.rom -o chunks | extract bad.rom -o none
diff game3d.rom game3d.rom | diff game3d.rom other.rom
merge game3d/cart.txt game3d/cart.txt other/cart.txt | merge game3d/none.txt game3d/cart.txt other/cart.txt
ids names.c | ids game3d.none
registry made.h | registry wrong.h
script door.goad -o door.module | script bad.goad -o none.module
completion bash | -
LINES
"$oxcart" run game3d.rom --frames 1 --headless >out 2>err
good= bad= usage= missing=
while IFS='|' read -r well wrong; do
    verb=${well%% *}
    "$oxcart" $well >out 2>err
    code=$?
    if [ $code -eq 1 ] && [ "$verb" = export ] && grep -q 'the player for .* is not there' err; then code=0; fi
    [ $code -eq 0 ] || good="$good; $verb: exit code $code, $(head -n 1 err)"
    case $wrong in
    *-) ;;
    " help "*) "$oxcart" $wrong >out 2>err; [ $? -eq 2 ] || bad="$bad; $wrong" ;;
    *)
        "$oxcart" $wrong >out 2>err
        code=$?
        [ $code -eq 1 ] || bad="$bad; $wrong: exit code $code"
        [ "$verb" = diff ] || grep -q ': error: ' err || bad="$bad; $wrong: said $(head -n 1 err)"
        ls none* >out 2>/dev/null && [ "$verb" != run ] && bad="$bad; $wrong left something"
        ;;
    esac
    case $verb in help | version | completion) continue ;; esac
    "$oxcart" $verb --no-such-option >out 2>err
    [ $? -eq 2 ] && [ ! -s out ] || usage="$usage; $verb"
done <lines
judge_reason verbs_do_their_work "$good"
judge_reason verbs_exit_with_1_after_bad_data "$bad"
judge_reason verbs_exit_with_2_after_wrong_use "$usage"
for verb in $(sed -n 's/^VERB(\(.*\))/\1/p' "$verbs"); do grep -q "^$verb" lines || missing="$missing $verb"; done
[ "$(wc -l <lines)" -ge 25 ] || missing="$missing and more"
judge_reason verbs_are_all_run "${missing:+not run:$missing}"

reason=
"$oxcart" nothing >out 2>err
[ $? -eq 2 ] || reason="exit code"
"$oxcart" run game3d --hsah >out 2>err
[ $? -eq 2 ] && grep -q 'unknown option --hsah, did you mean --hash? Possible are --driver, .*--set' err || reason="said: $(cat err)"
"$oxcart" run game3d --set buget=1 --headless >out 2>err
[ $? -eq 1 ] && grep -q '^--set: error: .buget. cannot be set, did you mean budget; possible are title, ' err || reason="--set: $(cat err)"
"$oxcart" run game3d.rom --set budget=100K --headless >out 2>err
[ $? -eq 2 ] || reason="--set on an image"
"$oxcart" run game3d --headless --frames 1 --shot small.png --set size=64x48 --set format=xrgb8888 >out 2>err || reason="run --set: $(cat err)"
[ "$(od -An -tu1 -j16 -N8 small.png | tr -d '\n' | awk '{ print $4, $8 }')" = '64 48' ] || reason="--set size was not heard"
"$oxcart" run game3d --headless --frames 1 --level nowhere >out 2>err
[ $? -eq 1 ] || reason="--level nowhere plays"
judge_reason verbs_name_what_is_possible "$reason"

# An archive of a cart and of an image, and trees out of them.
reason=
good() { "$oxcart" "$@" >out 2>err || reason="oxcart $*: $(head -n 1 err)"; }
rm -rf archives && mkdir archives
good export game3d --archive archives/cart.zip
good export game3d --archive archives/again.zip
cmp -s archives/cart.zip archives/again.zip || reason="the archive is another each time"
good export archives/cart.zip --tree archives/cart
diff -r game3d archives/cart >difference || reason="the tree differs: $(head -n 1 difference)"
good pack archives/cart -o archives/cart.rom
good pack game3d -o archives/own.rom
cmp -s archives/cart.rom archives/own.rom || reason="the tree packs to another image"
good export game3d.rom --archive archives/image.zip
good export archives/image.zip --tree archives/image
good assemble archives/image/image.txt -o archives/image.rom
cmp -s archives/image.rom game3d.rom || reason="the image is another"
good extract game3d.rom -o archives/chunks
diff -r archives/chunks archives/image/chunks >difference || reason="the chunks differ: $(head -n 1 difference)"
"$oxcart" export archives/cart.zip --tree archives/image >out 2>err
[ $? -eq 1 ] && grep -q 'archives/image: error: there are files in it already' err || reason="a full folder: $(cat err)"
head -c 2000 archives/cart.zip >archives/cut.zip
"$oxcart" export archives/cut.zip --tree archives/cut >out 2>err
[ $? -eq 1 ] && grep -q 'cut.zip@[0-9]*: error: ' err && [ ! -e archives/cut ] || reason="a cut archive: $(cat err)"
size=$(wc -c <archives/cart.zip)
{ head -c 1000 archives/cart.zip; printf 'spoilt'; tail -c "$((size - 1006))" archives/cart.zip; } >archives/bad.zip
"$oxcart" export archives/bad.zip --tree archives/bad >out 2>err
[ $? -eq 1 ] && [ ! -e archives/bad ] || reason="a damaged archive: $(cat err)"
"$oxcart" export bad.rom --archive archives/none.zip >out 2>err
[ $? -eq 1 ] && [ ! -e archives/none.zip ] || reason="a bad image: $(cat err)"
"$oxcart" export game3d.rom --archive a.zip --gba a.gba >out 2>err
[ $? -eq 2 ] || reason="two ways at once"
"$oxcart" export game3d --gba a.gba >out 2>err # a folder is packed on the way; the player may not be built here
case $? in
0) [ -s a.gba ] || reason="a cart for a machine: no file" ;;
*) grep -q 'make players' err && [ ! -e a.gba ] || reason="a cart for a machine: $(cat err)" ;;
esac
judge_reason verbs_archives_are_trees_again "$reason"

if ! command -v python3 >/dev/null; then
    echo "skip verbs_report_as_json no python3"
    exit
fi
cat >judge.py <<'PYTHON'
import json, sys
report = json.load(open(sys.argv[1]))
if report["exit"] != int(sys.argv[2]) or report["verb"] != sys.argv[3] or report["errors"] != sum(m["severity"] == "error" for m in report["messages"]):
    sys.exit("exit %s, verb %s, %s errors" % (report["exit"], report["verb"], report["errors"]))
if int(sys.argv[2]) != 0 and sys.argv[3] != "diff" and not (report["messages"] and report["messages"][0]["text"]): sys.exit("no message")
for key in sys.argv[4:]:
    if not report[key] and report[key] != 0: sys.exit("nothing in " + key)
PYTHON
reason=
while IFS='|' read -r well keys wrong; do
    verb=${well%% *}
    "$oxcart" $well --json >out 2>err || reason="$well --json: exit code"
    [ -s err ] && reason="$well --json: said $(head -n 1 err)"
    python3 judge.py out 0 $verb $keys >said 2>&1 || reason="$well --json: $(tail -n 1 said)"
    "$oxcart" $wrong --json >out 2>err
    python3 judge.py out 1 $verb >said 2>&1 || reason="$wrong --json: $(tail -n 1 said)"
done <<'LINES'
pack game3d -o out.rom|bytes chunks triangles steps|pack broken -o none.rom
check game3d|chunks bytes|check broken
check game3d.rom|chunks checksum|check bad.rom
ls game3d.rom|budget chunks format|ls bad.rom
size game3d.rom|image rows|size bad.rom
inspect game3d.rom|chunks width|inspect bad.rom
inspect game3d.rom --verify|chunks|inspect bad.rom --verify
diff game3d.rom game3d.rom|different|diff game3d.rom other.rom
db game3d list|assets|db game3d show nothing
db game3d show mesh/crate|name file references|db nothing list
cache verify|objects|cache get bad.txt -o none
ids names.c|names|ids game3d.none
merge game3d/cart.txt game3d/cart.txt other/cart.txt|form conflicts text|merge game3d/none.txt game3d/cart.txt other/cart.txt
watch game3d -o out.rom --builds 1|image builds|watch broken -o none.rom --builds 1
registry made.h|functions headers source|registry wrong.h
script --release door.goad|functions bytes|script bad.goad
table table.txt|width height worst text|table bad.txt
table --domain 1,2,3|bits most|table bad.txt
import game3d/lamp.obj|files|import bad.txt
bench game3d.rom --frames 2|frames desktop_instructions memory|bench bad.rom
profile game3d.rom --frames 4|frames pieces|profile bad.rom
run game3d.rom --headless --frames 2 --stats|frames triangles|run bad.rom --headless
view game3d/lamp.obj --list|vertices bytes|view bad.rom --list
LINES
judge_reason verbs_report_as_json "$reason"
