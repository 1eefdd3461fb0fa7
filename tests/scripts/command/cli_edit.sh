#!/bin/sh
# oxcart edit: a level made by a script of commands is packed, loaded and played with the objects that were placed; comments and spelling
# stay; undo gives the bytes back; what is wrong is told with its place and changes nothing.
. tests/judge.sh
B=${B:-build}
work=$B/cli_edit
rm -rf "$work"
mkdir -p "$work"
oxcart=$(cd "$B" && pwd)/oxcart
carts=$PWD/rom/carts
cd "$work" || exit 1

edit() { "$oxcart" edit game --commands "$@" >out 2>err; } # SCRIPT [OPTIONS]

"$oxcart" new game --template 3d >out 2>err || { echo "FAIL edit_cart $(cat err)"; exit 1; }
cat >game/game.goad <<'GOAD'
behaviour Guard {
    prop health: int = 1
    prop speed: fx = 1.0
    prop armed: bool = false
    prop friend: name = ''
    var steps: int = 0
    on tick { steps += 1 }
}
behaviour Sleep { on tick { } }
GOAD
echo 'script game game.goad' >>game/cart.txt

# ---- the session: create, place twenty, move, delete, save, pack, load, play ----

{
    echo 'create level town'
    echo 'bounds -20,-1,-20 20,8,20'
    echo 'type guard mesh=crate behaviour=Guard health=10 speed=1.5 armed=true'
    for i in 1 2 3 4 5 6 7 8 9 10; do echo "place guard at=$i,0,-$i name=guard_$i"; done
    for i in 1 2 3 4 5 6 7 8; do echo "place crate at=-$i,0.5,2 yaw=$((i * 10))"; done
    echo 'place sun
place point at=0,4,0 name=lantern
set guard_1 friend @guard_2
set guard_2 armed false
set guard_3 health 55
move guard_4 4.25,0,4
move guard_5 by 0,1,0.5
turn guard_6 90
scale 12 1.5
delete guard_10 18
list
save'
} >session
edit session
code=$?
cp out listed
reason=
[ $code -eq 0 ] || reason="exit $code: $(head -n 1 err)"
[ "$(grep -c . listed)" -eq 19 ] || reason="$reason not 18 objects: $(grep -c . listed)"
grep -q '^4 spawn guard name=guard_4 at=4.25,0,4$' listed && grep -q '^5 spawn guard name=guard_5 at=5,1,-4.5$' listed || reason="$reason moved: $(cat listed)"
[ "$(grep -c '^  set ' game/town.level)" -eq 3 ] && grep -q '^type guard mesh=crate behaviour=Guard health=10 speed=1.5 armed=true$' game/cart.txt && grep -q '^level town town.level$' game/cart.txt || reason="$reason texts"
judge_reason edit_session_makes_a_level "$reason"

echo list >list
edit list --level town
sed '$d' listed >wanted
cmp -s wanted out
judge_reason edit_saved_level_has_the_same_objects "$([ $? -eq 0 ] || diff wanted out | head -n 3 | tr '\n' ' ')"

"$oxcart" pack game -o game.rom --strict >out 2>err
reason=$([ $? -eq 0 ] || head -n 1 err)
"$oxcart" ls game.rom >out 2>err
grep -q 'level/town' out || reason="$reason not in the image: $(cat out)"
"$oxcart" run game.rom --headless --frames 5 >out 2>err || reason="$reason run: $(head -n 1 err)"
"$oxcart" view game.rom level/town --hash >out 2>err || reason="$reason view: $(head -n 1 err)"
judge_reason edit_saved_cart_packs_and_plays "$reason"

# Objects of types that cart.txt has: shown as their type says, placed by its name.
"$oxcart" new typed --template script >/dev/null 2>&1
printf 'open scene main\nlist\nplace lamp at=1,0.5,1 name=extra\nset extra yaw 20\nsave\nplay frames=2\n' >typed_commands
"$oxcart" edit typed --commands typed_commands >out 2>err
reason=$([ $? -eq 0 ] || head -n 1 err)
grep -q '^  object lamp at=1,0.5,1 name=extra yaw=20$' typed/cart.txt || reason="$reason $(grep -n 'object' typed/cart.txt | tail -n 1)"
grep -q '^4 object hero at=0,0.35,0' out || reason="$reason list: $(sed -n 4p out)"
grep -q '^played main: 2 frames, 7 objects' out || reason="$reason $(grep played out)"
judge_reason edit_places_objects_of_types "$reason"

printf 'camera at=0,6,14 target=0,0,0\nplay frames=30 list\nplay frames=30\n' >play
edit play --level town
reason=$([ $? -eq 0 ] || head -n 1 err)
grep -q '^played town: 30 frames, 9 objects, ' out || reason="$reason $(head -n 1 out)"
# The objects of the running world are those of the list, with their places.
sed -n 's/^  //p' out | sort >there
sed -n 's/^[0-9]* spawn \(guard name=[a-z_0-9]* at=[-0-9.,]*\).*/\1/p' wanted | sort >asked
cmp -s there asked || reason="$reason objects: $(diff asked there | head -n 2 | tr '\n' ' ')"
[ "$(grep '^played' out | sort -u | wc -l)" -eq 1 ] || reason="$reason two runs differ"
printf 'camera at=6,3,-14 target=0,0,0\nplay frames=30\n' >elsewhere
cp out before
edit elsewhere --level town
[ "$(sed -n 's/.* frame=\([0-9a-f]*\).*/\1/p' out)" != "$(sed -n '1s/.* frame=\([0-9a-f]*\).*/\1/p' before)" ] && [ "$(sed -n 's/.* world=//p' out)" = "$(sed -n '1s/.* world=//p' before)" ] || reason="$reason the camera does not count, or the world hangs on it"
judge_reason edit_level_plays_with_these_objects "$reason"

# ---- a type that the cart's text brings ----

cp game/cart.txt cart_before
sed -i 's/^type guard/type wolf mesh=lamp scale=0.5 behaviour=Guard\n&/' game/cart.txt
printf 'types wolf\nplace wolf at=0,0,6 name=grey\nset grey health 7\nplay frames=2 list\n' >wolf
edit wolf --level town
reason=$([ $? -eq 0 ] || head -n 1 err)
grep -q '^wolf (spawn, looks like lamp)$' out && grep -q '^  wolf name=grey at=0,0,6$' out || reason="$reason $(cat out)"
grep -q grey game/town.level && reason="$reason saved without save"
judge_reason edit_type_of_the_cart_is_listed_and_spawns "$reason"

# ---- a level is played by the scene that has it, with its scripts, scenery and rules, whatever it says of near and later ----

cp -r "$carts/fold" fold
printf 'play frames=40\nplay frames=40\nplace sheep at=1,0,1 name=new\nplay frames=40 list\n' >fold_play
"$oxcart" edit fold --commands fold_play --level home >out 2>err
reason=$([ $? -eq 0 ] || head -n 1 err)
[ "$(grep '^played home' out | head -n 2 | sort -u | wc -l)" -eq 1 ] && [ "$(grep '^played home' out | sort -u | wc -l)" -eq 2 ] || reason="$reason $(cat out)"
grep -q '^  sheep name=new at=' out && grep -q '^  dog name=dog at=0,0,2$' out || reason="$reason $(cat out)"
! grep -q '^  sheep name=new at=1,0,1$' out || reason="$reason the new sheep stands still: its behaviour does not run"
judge_reason edit_level_is_played_by_its_scene "$reason"

# ---- behaviours of scripts ----

cp -r game scripted
printf 'open level town\ntype robot mesh=lamp behaviour=Sleep\nplace robot at=0,0,0 name=r2\nattach r2 Guard\nset r2 health 5\n' >attach
"$oxcart" edit scripted --commands attach >out 2>err
reason=$([ $? -eq 0 ] || head -n 1 err)
printf 'save\n' >>attach
"$oxcart" edit scripted --commands attach >out 2>err
grep -q '^  set behaviour @Guard$' scripted/town.level && grep -q '^  set health 5$' scripted/town.level || reason="$reason $(tail -n 3 scripted/town.level)"
"$oxcart" check scripted >out 2>&1 || reason="$reason $(head -n 1 out)"
judge_reason edit_attaches_behaviours "$reason"

# ---- texts: comments stay, undo gives the bytes back ----

cp -r game noted
sed -i 's/^spawn guard at=3.*/# the third\r\n&   # at the gate/; s/^light sun/\t&/' noted/town.level
cp noted/town.level before
printf 'set guard_3 health 9\nmove guard_3 0,0,1\ncopy guard_3 by=1,0,0 name=twin\nunset guard_3 health\nset 12 tint #80FF80\nset 12 no-shadow on\nset 12 no-shadow off\nrename guard_3 chief\nsave\n' >note
"$oxcart" edit noted --commands note --level town >out 2>err
reason=$([ $? -eq 0 ] || head -n 1 err)
grep -q '^# the third' noted/town.level && grep -q '^spawn guard at=0,0,1 name=chief *# at the gate' noted/town.level && grep -q '^	light sun' noted/town.level || reason="$reason $(grep -n 'gate' noted/town.level)"
diff before noted/town.level | grep -c '^<' >lost
[ "$(cat lost)" -eq 3 ] || reason="$reason $(cat lost) lines touched"
judge_reason edit_keeps_comments_and_lines "$reason"

cp -r noted back
{
    sed '/^save$/d' note | sed 's/guard_3/chief/g; s/rename chief chief/rename chief boss/; s/name=twin/name=third/'
    printf 'create level other\nplace crate at=0,0,0\ntype bat mesh=lamp scale=2\nopen scene main\nplace crate at=1,1,1\ndelete 2\nundo all\nredo all\nundo all\nsave\n'
} >there_and_back
"$oxcart" edit back --commands there_and_back --level town >out 2>err
reason=$([ $? -eq 0 ] || head -n 1 err)
diff -r -x .oxcart noted back >differs 2>&1 || reason="$reason $(head -n 2 differs | tr '\n' ' ')"
grep -q '^0 files written' out || reason="$reason $(tail -n 1 out)"
judge_reason edit_undo_of_everything_restores_the_bytes "$reason"

printf 'create level other\nplace crate at=0,0,0\nsave\nundo all\nsave\nredo all\nsave\n' >made
cp -r noted again
"$oxcart" edit again --commands made >out 2>err
reason=$([ $? -eq 0 ] || head -n 1 err)
[ "$(cat again/other.level)" = "level 1
instance crate at=0,0,0" ] || reason="$reason other.level: $(cat again/other.level 2>&1)"
judge_reason edit_files_come_and_go_with_undo "$reason"

# ---- mistakes ----

cp -r noted fault
reason=
while IFS='|' read -r command place sentence; do
    printf 'list\n%s\nsave\n' "$command" >wrong
    "$oxcart" edit fault --commands wrong --level town >out 2>err
    [ $? -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q "^wrong:2:$place: error: .*$sentence" err || reason="$reason [$command: $(cat err)]"
    diff -r -x .oxcart noted fault >differs || reason="$reason [$command wrote]"
done <<'LINES'
plaec crate at=0,0,0|1|did you mean place
place crat at=0,0,0|7|there is no `crat`
place crate|1|without at=X,Y,Z
place crate at=1,2|13|not three numbers
place crate at=99999,0,0|7|out of range
place crate at=0,0,0 yaw=north|7|no number of degrees
place guard at=0,0,0 name=guard_1|22|`guard_1` is there already
place crate at=0,0,0 name=box|7|name
add spawn dragon at=0,0,0|5|no type `dragon`
add material x|5|no thing that can be added
move nobody 0,0,0|6|no object `nobody`
move 99 0,0,0|6|no object `99`
move guard_1 here|14|not three numbers
set guard_1 healht 4|13|no `healht`.*no prop of the behaviour `Guard`
set guard_1 health much|20|is a whole number
set 12 power 4|8|instance has no `power`
attach guard_1 brain|16|has a behaviour `brain`
create level town|14|is there already
type guard|6|is there already
type owl behaviour=Brain|10|no script of the cart has a behaviour `Brain`
type owl nothing|6|no type `nothing`
type owl mesh=owl|10|there is no mesh
scale guard_1 0|15|scale is above 0
snap 0|6|no side of a grid
select all none|12|no object `none`
camera at=1,1,1 target=1,1,1|8|stands where it looks
redo|1|nothing more to redo
play frames=0|6|no number of frames
open level nowhere|12|no level `nowhere`
"set|1|quotation mark
LINES
judge_reason edit_mistakes_have_their_place "$reason"

printf 'place crate at=7,0,7\nsave\nplace crate at=8,0,8\nplace nothing\nsave\n' >late
"$oxcart" edit fault --commands late --level town >out 2>err
[ $? -eq 1 ] && grep -q '^late:4:' err && grep -q 'at=7,0,7' fault/town.level && ! grep -q 'at=8,0,8' fault/town.level
judge_reason edit_after_a_mistake_only_what_was_saved_stays "$([ $? -eq 0 ] || cat err)"

cp -r noted broken
sed -i '3a spawn guard at=nowhere\ninstance ghost at=0,0,0\nvolumen x' broken/town.level
"$oxcart" edit broken --commands list --level town >out 2>err
[ $? -eq 1 ] && [ "$(wc -l <err)" -eq 2 ] && grep -q '^broken/town.level:4:[0-9]*: error: ' err && grep -q '^broken/town.level:6:1: error: ' err
judge_reason edit_broken_level_is_told_with_its_lines "$([ $? -eq 0 ] || cat err)"

reason=
"$oxcart" edit nowhere --commands list >out 2>err
[ $? -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] || reason="no folder: $(cat err)"
"$oxcart" edit noted --commands nowhere.txt >out 2>err
[ $? -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] || reason="$reason no script: $(cat err)"
"$oxcart" edit noted --level town --scene main --commands list >out 2>err
[ $? -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] || reason="$reason both: $(cat err)"
judge_reason edit_wrong_use_is_told "$reason"

printf 'list\nplace nothing\n' >wrong
"$oxcart" edit noted --level town --commands list --json >out 2>err && grep -q '"answers"' out && grep -q '"1 spawn guard name=guard_1 at=1,0,-1"' out
reason=$([ $? -eq 0 ] || head -n 3 out)
"$oxcart" edit noted --level town --commands wrong --json >out 2>err
[ $? -eq 1 ] && grep -q '"line": *2' out && grep -q '"column": *7' out || reason="$reason $(cat out)"
judge_reason edit_answers_as_json "$reason"

# ---- files that others look after too ----

cp -r noted shared
reason=
printf 'place crate at=3,0,3\nsave\n' >three
chmod 444 shared/town.level
"$oxcart" edit shared --level town --commands three >out 2>err
[ $? -eq 1 ] && grep -q '^three:2:1: error: .*read-only' err && cmp -s shared/town.level noted/town.level || reason="a read-only file was written: $(cat err)"
chmod 640 shared/town.level
mv shared/town.level elsewhere.level
ln -s ../elsewhere.level shared/town.level
"$oxcart" edit shared --level town --commands three >out 2>err || reason="$reason $(cat err)"
[ -h shared/town.level ] && grep -q 'at=3,0,3' elsewhere.level || reason="$reason a link is none any more"
[ "$(ls -l elsewhere.level | cut -c 1-10)" = -rw-r----- ] || reason="$reason other rights: $(ls -l elsewhere.level)"
judge_reason edit_keeps_links_and_rights "$reason"

# Somebody else writes between reading and saving: the pipe is opened when the texts have been read.
mkfifo pipe
meanwhile() { # COMMANDS
    "$oxcart" edit shared --level town --commands pipe >out 2>err & editor=$!
    exec 4>pipe
    echo '# of somebody else' >>shared/town.level
    printf '%s\n' "$@" >&4
    exec 4>&-
    wait $editor
}
reason=
meanwhile 'place crate at=5,0,5' save && reason="it saved"
grep -q '^pipe:2:1: error: .*by somebody else.*(shared/town.level)' err && grep -q 'somebody else' shared/town.level && ! grep -q 'at=5,0,5' shared/town.level || reason="$reason lost: $(cat err)"
meanwhile 'place crate at=5,0,5' 'save anyway' || reason="$reason $(cat err)"
grep -q 'at=5,0,5' shared/town.level && [ "$(grep -c 'somebody else' shared/town.level)" -eq 1 ] || reason="$reason not written anyway: $(tail -n 2 shared/town.level)"
meanwhile list save || reason="$reason $(cat err)" # nothing to write, so nothing is in the way
judge_reason edit_does_not_write_over_others "$reason"

# ---- scenes, and a picture ----

printf 'open scene main\nplace lamp at=2,1,0 scale=0.5 spin=30,0,0 name=far\ncopy 4 by=1,0,0\nset 4 shading flat\nsave\nplay frames=3\nlook 4\nshot town.png size=160x120\n' | "$oxcart" edit noted --commands - >out 2>err
reason=$([ $? -eq 0 ] || head -n 1 err)
grep -q '^  object crate at=1,0.5,0 yaw=20$' noted/cart.txt && grep -q '^  object lamp at=2,1,0 scale=0.5 spin=30,0,0 name=far$' noted/cart.txt || reason="$reason $(sed -n '/^scene/,/^end/p' noted/cart.txt)"
"$oxcart" check noted >check 2>&1 || reason="$reason $(head -n 1 check)"
for command in 'place lamp at=0,1,0 name=far' 'copy far name=far' 'rename 4 far'; do
    printf 'open scene main\n%s\n' "$command" | "$oxcart" edit noted --commands - >out 2>err
    grep -q 'object `far` is there already' err || reason="$reason [$command: $(cat err)]"
done
[ "$(od -An -tx1 -N 4 town.png | tr -d ' \n')" = 89504e47 ] || reason="$reason no picture"
judge_reason edit_scenes_are_edited_too "$reason"

# ---- every cart that comes along can be edited, whatever its scenes name ----

reason=
for cart in "$carts"/*/cart.txt; do
    name=$(basename "$(dirname "$cart")")
    cp -r "$(dirname "$cart")" "kept_$name"
    printf 'list\nshot %s.png\n' "$name" | "$oxcart" edit "kept_$name" --commands - >out 2>err || reason="$reason $name: $(cat err)"
    [ -s "$name.png" ] && [ -s out ] || reason="$reason $name has no picture or list"
done
[ -s effects.png ] || reason="$reason no cart has particles"
judge_reason edit_every_cart_that_comes_along "$reason"

# ---- by hand: an input script, then a window ----

"$oxcart" new hand --template 3d >out 2>err
printf 'behaviour Imp {\n    prop health: int = 1\n    on tick { }\n}\n' >hand/game.goad
echo 'script game game.goad' >>hand/cart.txt
printf 'create level yard\ntype imp mesh=lamp behaviour=Imp health=3\nplace crate at=0,0,0\nsave\n' >begin
"$oxcart" edit hand --commands begin >out 2>err
cp -r hand hand_before
# The pointer takes the crate to the right and it is put back; Place puts the second type, an imp; Set counts its health up; save.
cat >hands <<'KEYS'
2 pointer 184 120
3 press POINTER
6 pointer 220 120
8 pointer 240 120
10 release POINTER
14 hold SELECT 2
20 hold SELECT 2
26 hold A 2
32 hold SELECT 2
40 hold DOWN 2
46 hold DOWN 2
52 hold DOWN 2
58 hold RIGHT 2
64 hold SELECT 8
66 hold A 2
KEYS
"$oxcart" edit hand --headless --level yard --frames 80 --input hands --shot hand.png >out 2>err
reason=$([ $? -eq 0 ] && [ ! -s err ] || grep -vE '^(My|start|stop) ' err | head -n 1)
grep -q '^instance crate at=[1-9][.0-9]*,0,-*0*[.0-9]*$' hand/yard.level || reason="$reason dragged: $(grep crate hand/yard.level)"
grep -q '^spawn imp at=' hand/yard.level && grep -q '^  set health 4$' hand/yard.level || reason="$reason placed: $(cat hand/yard.level)"
judge_reason edit_by_pointer_and_buttons "$reason"
# What was done is taken back by B, four times, and saved: the text is as it was. Then it plays, and Start comes back to the editor.
{ sed '/^6[46] /d' hands; printf '64 hold B 2\n68 hold B 2\n72 hold B 2\n78 hold SELECT 8\n80 hold A 2\n90 hold START 2\n'; } >back_hands
rm -rf hand && cp -r hand_before hand
"$oxcart" edit hand --headless --level yard --frames 140 --input back_hands --hash >out 2>err
reason=$([ $? -eq 0 ] || head -n 1 err)
cmp -s hand/yard.level hand_before/yard.level || reason="$reason $(cat hand/yard.level)"
edited=$(sed -n 's/^frame=90 //p' out) played=$(sed -n 's/^frame=100 //p' out)
[ -n "$played" ] && [ "$edited" != "$played" ] || reason="$reason it did not play"
printf '110 hold START 2\n' >>back_hands
"$oxcart" edit hand --headless --level yard --frames 140 --input back_hands --hash >out 2>err || reason="$reason $(head -n 1 err)"
[ "$(sed -n 's/^frame=130 //p' out)" = "$edited" ] || reason="$reason it did not come back"
judge_reason edit_by_hand_undoes_plays_and_comes_back "$reason"

# A floor is not dragged along with the view: the pointer leads the camera, until the floor is selected. The list of Place covers no more than
# it has to: beside it, the ground can be clicked.
rm -rf hand && cp -r hand_before hand
printf 'delete all\nplace ground at=0,0,0 scale=0.5\nsave\n' >floor
"$oxcart" edit hand --level yard --commands floor >out 2>err
cp hand/yard.level floor.level
cat >floor_hands <<'KEYS'
2 pointer 184 124
3 press POINTER
6 pointer 224 134
10 release POINTER
20 hold SELECT 8
22 hold A 2
KEYS
"$oxcart" edit hand --headless --level yard --frames 40 --input floor_hands >out 2>err
reason=$([ $? -eq 0 ] || head -n 1 err)
cmp -s hand/yard.level floor.level || reason="$reason moved: $(grep ground hand/yard.level)"
{ printf '1 hold X 1\n'; cat floor_hands; } >both
"$oxcart" edit hand --headless --level yard --frames 40 --input both >out 2>err
grep -q '^instance ground at=[1-9.]' hand/yard.level || reason="$reason not moved though selected: $(grep ground hand/yard.level)"
cp floor.level hand/yard.level
printf '2 pointer 100 150\n4 hold SELECT 1\n8 hold SELECT 1\n12 press POINTER\n16 release POINTER\n20 hold SELECT 8\n22 hold A 2\n' >beside
"$oxcart" edit hand --headless --level yard --frames 40 --input beside >out 2>err
[ "$(grep -c '^\(spawn\|instance\) ' hand/yard.level)" -eq 2 ] || reason="$reason nothing was placed below the list: $(cat hand/yard.level)"
judge_reason edit_floors_and_lists_leave_the_view_free "$reason"

# What is not saved lies beside the text, and is there the next time by hand: to be saved, or to be taken back.
rm -rf hand && cp -r hand_before hand
sed '/^6[46] /d' hands >unsaved
"$oxcart" edit hand --headless --level yard --frames 80 --input unsaved >out 2>err
reason=
grep -q 'not saved' err && cmp -s hand/yard.level hand_before/yard.level && grep -q '^  set health 4$' hand/yard.level.unsaved || reason="not kept: $(cat err)"
cp hand/yard.level.unsaved kept
printf '2 hold SELECT 8\n4 hold A 2\n' >saves
printf '2 hold B 2\n6 hold SELECT 8\n8 hold A 2\n' >takes_back
cp -rp hand hand_kept
"$oxcart" edit hand --headless --level yard --frames 20 --input saves >out 2>err
cmp -s hand/yard.level kept && [ ! -e hand/yard.level.unsaved ] || reason="$reason not there again: $(diff kept hand/yard.level | head -n 2 | tr '\n' ' ')"
rm -rf hand && cp -rp hand_kept hand
"$oxcart" edit hand --headless --level yard --frames 20 --input takes_back >out 2>err
cmp -s hand/yard.level hand_before/yard.level && [ ! -e hand/yard.level.unsaved ] || reason="$reason not taken back"
rm -rf hand && cp -rp hand_kept hand
touch -d '+2 seconds' hand/yard.level
"$oxcart" edit hand --headless --level yard --frames 20 --input saves >out 2>err
[ $? -eq 1 ] && grep -q '^hand/yard.level.unsaved: error: ' err && cmp -s hand/yard.level hand_before/yard.level && cmp -s hand/yard.level.unsaved kept || reason="$reason older ones: $(cat err)"
judge_reason edit_by_hand_keeps_what_is_not_saved "$reason"

for tool in Xvfb xdotool; do
    command -v "$tool" >/dev/null 2>&1 || { echo "skip edit_window $tool is not installed"; exit 0; }
done
xvfb= game=
finish() {
    [ -n "$game" ] && kill "$game" 2>/dev/null
    [ -n "$xvfb" ] && kill "$xvfb" 2>/dev/null
    wait 2>/dev/null
}
trap finish EXIT
within() { # SECONDS COMMAND...
    tries=$(($1 * 10)); shift
    while ! "$@" >/dev/null 2>&1; do
        tries=$((tries - 1)); [ "$tries" -gt 0 ] || return 1
        sleep 0.1
    done
}
Xvfb -noreset -displayfd 3 -screen 0 800x600x24 3>display >xvfb.log 2>&1 & xvfb=$!
within 10 test -s display || { echo "skip edit_window Xvfb does not start here"; exit 0; }
DISPLAY=:$(cat display); export DISPLAY
unset WAYLAND_DISPLAY SDL_VIDEODRIVER
rm -rf hand && cp -r hand_before hand
"$oxcart" edit hand --level yard --driver sdl --scale 1 >log 2>&1 & game=$!
window_shown() { window=$(xdotool search --onlyvisible --name . 2>/dev/null | head -n 1); [ -n "$window" ]; }
if ! within 15 window_shown; then
    if grep -qE 'without SDL2|SDL2 was not there' log; then echo "skip edit_window built without SDL2"; else echo "FAIL edit_window no window: $(head -n 1 log)"; fi
    exit 0
fi
xdotool windowfocus "$window"
sleep 0.5
pointer() { xdotool mousemove --window "$window" "$1" "$2"; sleep 0.2; }
pointer 184 120; xdotool mousedown 1; sleep 0.2; pointer 210 120; pointer 240 130; xdotool mouseup 1; sleep 0.3
pointer 300 5; xdotool mousedown 1; sleep 0.3; xdotool mouseup 1 # Save, in the bar
saved() { grep -q '^instance crate at=[1-9][.0-9]*,0,[0-9]' hand/yard.level; }
within 5 saved
reason=$([ $? -eq 0 ] || grep crate hand/yard.level)
xdotool key F12
pictures() { ls oxcart-*.png; }
within 5 pictures || reason="$reason no screenshot"
xdotool key Escape
ended() { ! kill -0 "$game" 2>/dev/null; }
within 5 ended || reason="$reason Esc does not end it"
judge_reason edit_window_drags_and_saves "$reason"
exit 0
