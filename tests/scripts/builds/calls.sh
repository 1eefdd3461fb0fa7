#!/bin/sh
# DBG-021: a known tree of calls has exact counts for each pair, and exclusive times that add up to the time of the program.
. tests/judge.sh
B=${B:-build}
work=$B/calls_tree
rm -rf "$work"
mkdir -p "$work"
cat >"$work/tree.c" <<'END'
static volatile unsigned sink;
static void spin(unsigned n) { for (unsigned i = 0; i < n; i++) sink = sink * 1664525u + 1013904223u; }
static void leaf(void) { spin(200000); }
static void branch(int leaves) { for (int i = 0; i < leaves; i++) leaf(); spin(300000); }
static void other(void) { leaf(); branch(1); }
int main(void) {
    for (int i = 0; i < 3; i++) branch(4);
    other();
    spin(100000);
    return 0;
}
END
if ! ${CC:-cc} -std=c11 -O0 -finstrument-functions -DOX_CALLS=1 -I. -o "$work/tree" "$work/tree.c" tools/play/calls.c platform/host/host_symbols.c >"$work/out" 2>&1; then
    echo "skip calls_of_a_known_tree_are_exact the compiler has no places for it: $(head -n 1 "$work/out")"
    exit 0
fi
reason=
OXCART_CALLS=$work/calls.csv "$work/tree" || reason="it does not run"
for pair in '-,main,1' 'main,branch,3' 'main,other,1' 'main,spin,1' 'branch,leaf,13' 'branch,spin,4' 'other,leaf,1' 'other,branch,1' 'leaf,spin,14'; do
    grep -q "^$pair," "$work/calls.csv" || reason="$reason no $pair"
done
[ "$(sed 1d "$work/calls.csv" | grep -cE '^(-|main|branch|other|leaf),(main|branch|other|leaf|spin),')" -eq 9 ] || reason="other pairs: $(cat "$work/calls.csv")"
awk -F, 'NR > 1 { sum += $5 } $2 == "main" { whole = $4 } END { exit !(whole > 0 && sum > whole * 0.99 && sum < whole * 1.01) }' "$work/calls.csv" || reason="exclusive times do not add up"
judge_reason calls_of_a_known_tree_are_exact "$reason"
