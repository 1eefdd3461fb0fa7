#!/bin/sh
# oxcart script: checks and compiles Goad; carts with scripts pack and equal their sources.
. tests/judge.sh
B=${B:-build}
case $B in /*) oxcart=$B/oxcart ;; *) oxcart=$PWD/$B/oxcart ;; esac
top=$PWD
work=$B/cli_script
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

printf 'func f() -> int { return answer() }\n' >a.goad
printf 'func answer() -> int { return 42 }\nfunc main() { f() }\n' >b.goad
printf 'func f() { y = 3 }\nfunc g() -> int { return 1.5 }\n' >bad.goad

"$oxcart" script a.goad b.goad -o one.module >out 2>err && "$oxcart" script a.goad b.goad -o two.module >>out 2>>err && cmp -s one.module two.module &&
    grep -q '^one.module: 3 functions, 0 behaviours' out && [ "$(head -c 4 one.module)" = GOAD ]
judge script_files_share_their_names $? "$(head -n 1 err) $(head -n 1 out)"

"$oxcart" script bad.goad -o none.module >out 2>err
[ $? -eq 1 ] && [ "$(sed -n 1p err)" = "bad.goad:1:12: error: 'y' is not known" ] && [ "$(sed -n 2p err)" = 'bad.goad:2:26: error: int expected, fx found' ] && [ ! -e none.module ]
judge script_mistakes_are_lines_and_nothing_is_written $? "$(head -n 1 err)"

"$oxcart" script >out 2>err
[ $? -eq 2 ] && [ "$(wc -l <err)" -eq 1 ]
judge script_without_files_is_wrong_usage $? "$(head -n 1 err)"

printf 'func f(n: int) -> int {\n    return n / 2\n}\n' >half.goad
"$oxcart" script half.goad --list >out 2>err && grep -q '^function 0 ; f: ' out && grep -q '^0000  .*; line 2$' out && grep -q 'at most [0-9]* instructions' out
judge script_list_shows_code_and_lines $? "$(head -n 3 out | tr '\n' ' ')"

"$oxcart" new game >/dev/null 2>&1
cp a.goad b.goad game/
echo 'script play a.goad with=b.goad' >>game/cart.txt
reason=
"$oxcart" pack game -o game.rom >out 2>err || reason="pack: $(head -n 1 err)"
"$oxcart" ls game.rom >out 2>err && grep -q 'script/play' out || reason="ls: $(head -n 1 err)"
"$oxcart" check game --equiv game.rom --frames 5 >out 2>err || reason="equiv: $(head -n 1 err)"
sed -i 's/42/43/' game/b.goad
"$oxcart" check game --equiv game.rom --frames 5 >out 2>err && reason='a changed script is equal to the old one'
judge script_cart_packs_and_equals_its_source $([ -z "$reason" ]; echo $?) "$reason"

reason=
"$oxcart" pack game -o again.rom --quiet >out 2>err || reason="pack: $(head -n 1 err)"
cmp -s game.rom again.rom && reason='the image is that of the old script'
printf 'func f() { y = 3 }\n' >>game/a.goad
"$oxcart" pack game -o again.rom >out 2>err && reason='a script with a mistake packs'
grep -q "a.goad:2:12: error: 'y' is not known" err || reason="said $(head -n 1 err)"
judge script_cart_is_packed_anew_when_a_script_changes $([ -z "$reason" ]; echo $?) "$reason"

# ---- a game maker's way: sounds by their names, what is left out, the first script of a game that runs ----

wave() { # a square wave of 2,000 frames at 8,000 a second
    { printf 'RIFF\304\017\000\000WAVEfmt \020\000\000\000\001\000\001\000\100\037\000\000\200\076\000\000\002\000\020\000data\240\017\000\000'
      i=0; while [ $i -lt 2000 ]; do if [ $((i / 20 % 2)) = 0 ]; then printf '\000\040'; else printf '\000\340'; fi; i=$((i + 1)); done; } >"$1"
}
heard() { # file: something but silence
    [ -s "$1" ] && [ "$(tail -c +45 "$1" | tr -d '\000' | wc -c)" -gt 1000 ]
}
"$oxcart" new lamps --template script >/dev/null 2>&1
wave lamps/hit.wav
sed -i 's/^script game/sound hit hit.wav\nscript game/' lamps/cart.txt
sed -i "s/^        let s = stick()/        if now() == 5 { sound('hit', 1.0) }\n&/" lamps/game.goad
reason=
"$oxcart" run lamps --headless --frames 30 --wav one.wav >out 2>err && heard one.wav || reason="a sound of cart.txt is not heard: $(tail -n 1 err)"
sed -i "s/^sound hit hit.wav/& bank=noises/" lamps/cart.txt
"$oxcart" run lamps --headless --frames 30 --wav two.wav >out 2>err && heard two.wav || reason="a sound in a bank is not heard: $(tail -n 1 err)"
cmp -s one.wav two.wav || reason='a bank of the cart sounds otherwise'
sed -i "s/'hit'/'hut'/" lamps/game.goad
"$oxcart" run lamps --headless --frames 30 --wav three.wav >out 2>err
grep -q 'a beep stands in' err || reason="a sound that is not there: $(tail -n 1 err)"
sed -i "s/'hut'/'hit'/" lamps/game.goad
judge script_sounds_by_their_names $([ -z "$reason" ]; echo $?) "$reason"

# `keep` leaves out what nothing refers to: how the cart mixes is not among that.
reason=
echo 'keep texture/none' >>lamps/cart.txt
"$oxcart" run lamps --headless --frames 30 --wav kept.wav >out 2>err && cmp -s one.wav kept.wav || reason="it is silent: $(tail -n 1 err)"
"$oxcart" pack lamps -o lamps.rom --quiet >out 2>err && "$oxcart" ls lamps.rom >out && grep -q 'audio' out && grep -q 'sound/hit' out || reason="left out: $(tail -n 1 err)"
judge script_sounds_stay_where_chunks_are_left_out $([ -z "$reason" ]; echo $?) "$reason"

# A fault inside of calls: where, in whose script, when, of what value, and who called; in a release with the sum of the function's bytes.
"$oxcart" new faulty --template script >/dev/null 2>&1
sed -i 's/^    on Taken() { speed/    func c(n: int) -> int { return n \/ score }\n    func b(n: int) -> int {\n        return c(n) + 1\n    }\n&/; s/^        let s = stick()/        if now() == 7 { score = b(3) }\n&/' faulty/game.goad
line=$(grep -n 'if now() == 7' faulty/game.goad | cut -d: -f1)
inner=$(grep -n 'func c(n' faulty/game.goad | cut -d: -f1)
reason=
"$oxcart" run faulty --headless --frames 20 --hash >out 2>err || reason="the game stops: $(tail -n 1 err)"
[ "$(grep -c '^frame=' out)" -eq 20 ] && [ "$(grep -c '^error' err)" -eq 1 ] || reason="$(grep -c '^error' err) lines"
grep -qxF "error: game.goad:$inner: Hero.c: division by zero; Hero stops [hero, step 7, value 3] < game.goad:$((inner + 2)): Hero.b < game.goad:$line: Hero on tick" err ||
    reason="said $(grep '^error' err)"
"$oxcart" pack faulty -o faulty.rom --release --quiet >out 2>err && "$oxcart" run faulty.rom --headless --frames 20 >out 2>err
grep -qE '^error: script #[0-9a-f]{8}, function #[0-9a-f]{8}\+[0-9]+: division by zero; #[0-9a-f]{8} stops \[#[0-9a-f]{8}, step 7, value 3\] < function [0-9]+ byte [0-9]+ < function' err ||
    reason="a release says $(grep '^error' err)"
echo 'fault Hero then=Sulk' >>faulty/cart.txt
"$oxcart" pack faulty -o faulty.rom >out 2>err
grep -q 'cart.txt:[0-9]*: error: `Hero` has no state `Sulk`; then= is stop, restart, or one of its states' err || reason="said $(head -n 1 err)"
judge script_faults_are_told_with_their_calls $([ -z "$reason" ]; echo $?) "$reason"

# Names that a script says are those of cart.txt, also when the script itself did not change since the last time.
reason=
"$oxcart" new named --template script >out 2>&1
sed -i 's/^scene /tags frozen\nscene /' named/cart.txt
printf "behaviour Cold { on tick { tag(self, 'frozen') } }\n" >>named/game.goad
"$oxcart" pack named -o named.rom --quiet >out 2>err || reason="$(head -n 1 err)"
sed -i '/^tags frozen/d' named/cart.txt
"$oxcart" pack named -o named.rom --quiet >out 2>err && reason='the tag is gone, and nothing is said'
grep -q "game.goad:[0-9]*:[0-9]*: error: the cart has no tag 'frozen'; write \`tags frozen\` in cart.txt" err || reason="${reason:-said $(head -n 1 err)}"
judge script_names_are_those_of_the_cart $([ -z "$reason" ]; echo $?) "$reason"

# The reference of the language: every example in it compiles, and its list of natives is that of the help, which is made of the console's table.
reason=
manual=$top/tools/GOAD.md
awk '/^```goad/ { n++; name = sprintf("page%d.goad", n); on = 1; printf "" > name; next } /^```/ { on = 0 } on { print > name }' "$manual"
count=0
for page in page*.goad; do
    count=$((count + 1))
    "$oxcart" script "$page" --strict >out 2>err || reason="$page: $(head -n 1 err)"
done
[ "$count" -ge 6 ] || reason="$count examples"
awk '/^```text/ { on = 1; next } /^```/ { on = 0 } on' "$manual" >told
"$oxcart" help natives | grep -v '^example:' >known
cmp -s told known || reason="natives: $(diff told known | head -n 2 | tr '\n' ' ')"
[ "$(grep -c '^  [a-z_]*(' known)" -eq "$(cat "$top"/kernel/*/*.c | grep -c '^ *OX_SCRIPT_NATIVE(')" ] || reason='natives of the table are missing in the help'
grep '^  [a-z_]*(' known | sed 's/(.*//' | LC_ALL=C sort -c 2>err || reason="order of natives: $(head -n 1 err)"
verbs=$(grep -oE '^  (add|choose|get|go|has|is|make|play|set|start|stop)_[a-z_]*' known | tr '\n' ' ')
[ -z "$verbs" ] || reason="natives name the thing first: $verbs"
for word in $(sed -n 's/^ \* Built in: \(.*\)\.$/\1/p' "$top/tools/script/script.h"); do
    grep -q "\`$word\`" "$manual" || reason="$word is built in, and not told"
done
judge script_manual_is_true $([ -z "$reason" ]; echo $?) "$reason"
