#!/bin/sh
# Files that other programs read: a cart with one is refused until its user allows the program, which then runs once while the file and the
# settings stay as they are.
. tests/judge.sh
B=${B:-build}
OXCART=${OXCART:-$B/oxcart}
work=$B/cli_programs
[ -x "$OXCART" ] || { echo "FAIL cli_programs $OXCART is not built"; exit 1; }
rm -rf "$work"
mkdir -p "$work/game" "$work/bin" "$work/config/oxcart"
here=$(cd "$work" && pwd)
XDG_CONFIG_HOME=$here/config
PATH=$here/bin:$PATH
export XDG_CONFIG_HOME PATH

# A program that knows one coding: the file is the sound itself. It counts its runs.
printf '#!/bin/sh\necho run >>"%s/runs"\ncp "$1" "$2"\n' "$here" >"$work/bin/decoder"
chmod +x "$work/bin/decoder"
printf 'RIFF\054\000\000\000WAVEfmt \020\000\000\000\001\000\001\000\100\037\000\000\200\076\000\000\002\000\020\000data\010\000\000\000\000\000\054\001\324\376\377\177' >"$work/game/hop.xyz"
printf 'sound hop hop.xyz\nscene main\n camera at=0,0,1 target=0,0,0\nend\n' >"$work/game/cart.txt"
runs() { if [ -f "$here/runs" ]; then wc -l <"$here/runs" | tr -d ' '; else echo 0; fi; }
pack() { "$OXCART" pack "$work/game" -o "$work/game.rom" >"$work/log" 2>&1; }

echo 'importer .xyz wav decoder {in} {out}' >"$work/config/oxcart/programs.txt"
pack && status=1 || status=0
grep -q 'allow decoder' "$work/log" || status=1
[ "$(runs)" = 0 ] || status=1
judge cli_programs_need_consent $status "$(tail -n 1 "$work/log")"

echo 'allow decoder' >>"$work/config/oxcart/programs.txt"
pack
status=$?
"$OXCART" ls "$work/game.rom" 2>&1 | grep -q 'sound/hop' || status=1
[ "$(runs)" = 1 ] || status=1
judge cli_programs_bring_sounds_into_a_cart $status "$(runs) runs, $(tail -n 1 "$work/log")"

rm -f "$work/game.rom"
echo '# packed again' >>"$work/game/cart.txt"
pack
status=$?
[ "$(runs)" = 1 ] || status=1
judge cli_programs_do_not_run_again $status "$(runs) runs"

sed -i '/allow/d' "$work/config/oxcart/programs.txt"
rm -f "$work/game.rom"
pack && status=1 || status=0
judge cli_programs_stop_when_consent_is_taken_back $status "$(tail -n 1 "$work/log")"

# A command of the cart's own: nothing without trust in its folder, whatever programs are allowed.
rm -f "$here/runs" "$work/game.rom"
echo 'allow decoder' >"$work/config/oxcart/programs.txt"
sed -i '1i importer .xyz "decoder {in} {out}"' "$work/game/cart.txt"
pack && status=1 || status=0
grep -q 'a command of the cart.s own, by way of decoder.*`trust .*game' "$work/log" || status=1
[ "$(runs)" = 0 ] || status=1
judge cli_programs_of_carts_need_trust $status "$(tail -n 1 "$work/log")"

echo "trust $here" >>"$work/config/oxcart/programs.txt"
pack
status=$?
[ "$(runs)" = 1 ] || status=1
"$OXCART" ls "$work/game.rom" 2>&1 | grep -q 'sound/hop' || status=1
rm -f "$work/game.rom"
sed -i '/allow/d' "$work/config/oxcart/programs.txt"
pack && status=1
[ "$(runs)" = 1 ] || status=1
judge cli_programs_of_carts_that_are_trusted_read_files $status "$(runs) runs, $(tail -n 1 "$work/log")"

# A file elsewhere is none of the cart's, and what is read anyway needs no program.
echo 'allow decoder' >>"$work/config/oxcart/programs.txt"
cp "$work/game/hop.xyz" "$work/far.xyz"
sed -i 's/hop.xyz/..\/far.xyz/' "$work/game/cart.txt"
pack # it is a WAV by its contents, whoever reads it
status=$?
[ "$(runs)" = 1 ] || status=1
echo 'importer .wav "decoder {in} {out}"' >>"$work/game/cart.txt"
pack && status=1
grep -q 'importer .wav: files of this ending are read without a program' "$work/log" || status=1
judge cli_programs_of_carts_reach_its_own_files_alone $status "$(runs) runs, $(cat "$work/log")"
