#!/bin/sh
# What oxcart smooth says of a character: a cut jumps, a straight fade jolts more than a smooth one, feet of a walk stand; and its mistakes are told.
. tests/judge.sh
B=${B:-build}
work=$B/smooth
rm -rf "$work"
mkdir -p "$work"
cp -r rom/carts/examples/motion "$work/cart"
cat >"$work/cart/robot.motion" <<'END_OF_TEXT'
skeleton robot
number low 1 low=0 high=1
state stand stand
state bow bow at=low
state go walk travels
stand -> bow after=0.5 FADE
END_OF_TEXT

# change NAME LINE: the line of the report about the change.
change() {
    sed -i "s/^stand -> bow .*/stand -> bow after=0.5 $2/" "$work/cart/robot.motion"
    "$B/oxcart" smooth "$work/cart" --of robot --steps 90 --csv "$work/$1.csv" >"$work/$1" 2>&1
    grep -E '^step [0-9]+: stand -> bow ' "$work/$1"
}
jolt() { awk '/stand -> bow/ { sub(/.*jolt /, ""); print int($1 * 10) }' "$work/$1"; }
reason=
change cut fade=0 | grep -q ' jumps: jump [0-9.]* mm (' || reason="cut: $(tail -n 2 "$work/cut")"
change straight 'fade=0.4 curve=straight' | grep -q ' passes: ' || reason="$reason straight: $(tail -n 2 "$work/straight")"
change smooth fade=0.4 | grep -q ' passes: ' || reason="$reason smooth: $(tail -n 2 "$work/smooth")"
[ -n "$reason" ] || [ "$(jolt smooth)" -lt $(($(jolt straight) / 2)) ] || reason="jolts: straight $(jolt straight), smooth $(jolt smooth)"
[ "$(grep -c '^joint,' "$work/cut.csv")" -eq 20 ] && grep -q '^change,stand,bow,[0-9]*,jumps,' "$work/cut.csv" || reason="$reason csv: $(head -n 3 "$work/cut.csv")"
[ "$(grep -cE '^[^ ]+( +[0-9.]+){4}$' "$work/cut")" -eq 10 ] || reason="$reason not ten joints: $(head -n 3 "$work/cut")"
echo "# jolts of a fade in tenths of a millimetre: straight $(jolt straight), smooth $(jolt smooth)"
judge_reason smooth_tells_cuts_from_fades "$reason"

reason=
"$B/oxcart" smooth rom/carts/examples/motion --of robot --level roots --from 120 --steps 160 --foot foot.L --foot foot.R >"$work/feet" 2>&1
awk '/slides by/ { n++; if ($4 >= 10 || $9 < 2) bad = $0 } END { if (n != 2 || bad != "") { print bad; exit 1 } }' "$work/feet" >"$work/bad" || reason="$(cat "$work/bad" "$work/feet" | tail -n 4)"
echo "# $(grep slides "$work/feet" | tr '\n' ';')"
judge_reason smooth_measures_how_feet_slide "$reason"

reason=
expect() { # exit code, pattern, words
    code=$1
    pattern=$2
    shift 2
    "$B/oxcart" smooth "$@" >"$work/out" 2>&1
    [ $? -eq "$code" ] && grep -q -- "$pattern" "$work/out" || reason="$reason[$*] $(tail -n 2 "$work/out")"
}
expect 2 '--of NAME is wanted' "$work/cart"
expect 1 'no object .nobody. with a motion' "$work/cart" --of nobody
expect 1 'has no joint of that name' "$work/cart" --of robot --steps 20 --foot tail
expect 1 'cannot write' "$work/cart" --of robot --steps 20 --csv "$work/none/a.csv"
[ ! -w /dev/full ] || expect 1 'cannot write' "$work/cart" --of robot --steps 20 --csv /dev/full
printf '5 hold UP 90\n' >"$work/keys"
expect 1 '1 changes, 1 of them broken' rom/carts/examples/motion --of robot --steps 90 --input "$work/keys" --jump 1
expect 0 '0 of them broken' rom/carts/examples/motion --of robot --steps 60
judge_reason smooth_mistakes_are_told "$reason"
