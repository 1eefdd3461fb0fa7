#!/bin/sh
# oxcart script: checks and compiles Goad; carts with scripts pack and equal their sources.
B=${B:-build}
case $B in /*) oxcart=$B/oxcart ;; *) oxcart=$PWD/$B/oxcart ;; esac
work=$B/cli_script
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

judge() { # name, status, what went wrong
    if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAIL $1 $3"; fi
}

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
