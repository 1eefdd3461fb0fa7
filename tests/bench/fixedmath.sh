#!/bin/sh
# What a call of fixedmath costs: instructions on this machine (callgrind) and on the Cortex-M3 (QEMU), typical
# operands, per function, beside what the usual library functions of the field take; then the matrix kernels, plain
# loops against unrolled. The numbers stay in $B/bench/fixedmath_costs.txt: name, this machine, Cortex-M3 (- unknown).
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/bench
mkdir -p "$work"

has() { command -v "$1" >/dev/null 2>&1; }

# Lines `NAME INSTRUCTIONS` for all calls of a function, and the names that are functions and not inline.
host() {
    "$MAKE" -s B="$B" "$B/fixedmath_bench" >"$work/fixedmath_build.log" 2>&1 || return 1
    nm "$B/fixedmath_bench" | sed -n 's/.* T //p' >"$work/fixedmath_functions.txt"
    valgrind --tool=callgrind --callgrind-out-file="$work/fixedmath.callgrind" "$B/fixedmath_bench" cost \
        >/dev/null 2>"$work/fixedmath_valgrind.log" || return 1
    callgrind_annotate --inclusive=yes --threshold=100 "$work/fixedmath.callgrind" 2>/dev/null |
        sed -n 's/^ *\([0-9,]*\) .*:call_\([a-z0-9_]*\)\( .*\)*$/\2 \1/p' | tr -d ,
}

m3() {
    "$MAKE" -s B="$B" "$B/mps2/fixedmath_bench.elf" >"$work/fixedmath_m3_build.log" 2>&1 || return 1
    OXCART_ICOUNT=1 sh platform/mps2/run.sh "$B/mps2/fixedmath_bench.elf" cost 2>&1
}

: >"$work/fixedmath_host.txt"
: >"$work/fixedmath_m3.txt"
: >"$work/fixedmath_functions.txt"
if ! has valgrind || ! has callgrind_annotate; then
    echo "this machine: skipped, needs valgrind"
elif ! host >"$work/fixedmath_host.txt"; then
    echo "this machine: FAILED $(tail -n 1 "$work/fixedmath_build.log")"
fi
if ! has arm-none-eabi-gcc || ! has qemu-system-arm; then
    echo "Cortex-M3: skipped, needs arm-none-eabi-gcc and qemu-system-arm"
elif ! m3 >"$work/fixedmath_m3.txt"; then
    echo "Cortex-M3: FAILED $(tail -n 1 "$work/fixedmath_m3_build.log")"
fi

# What is left when the loading of operands, and the call itself where there is one, are taken out. The list of calls
# gives the order.
sed -n 's/^ *\(ONE\|MANY\)(\([a-z0-9_]*\),.*/\2/p' tests/bench/fixedmath_calls.c | grep -v '^nothing' |
    awk -v host="$work/fixedmath_host.txt" -v board="$work/fixedmath_m3.txt" -v apart="$work/fixedmath_functions.txt" '
        BEGIN {
            while ((getline line <host) > 0) { split(line, f, " "); x[f[1]] = f[2] }
            while ((getline line <board) > 0) { split(line, f, " "); m[f[1]] = f[2] }
            while ((getline line <apart) > 0) called[line] = 1
        }
        function each(spent, name,    base, own) {
            if (!(name in spent)) return "-"
            own = name
            sub(/^plain_.*/, "mn_mul", own)
            base = spent[own in called ? "nothing_called" : "nothing"]
            if (name ~ /^(plain_|m[34]_)(nothing|zero|identity|transpose)/) {
                base += spent["plain_nothing" (name ~ /4/ ? "4" : "3")] - spent["nothing"]
            }
            return int((spent[name] - base) / 64 + 0.5)
        }
        { print $1, each(x, $1), each(m, $1) }' >"$work/fixedmath_costs.txt"

echo "== fixedmath: instructions a call, typical operands =="
awk '
    BEGIN {
        split("fx_sin 274 fx_cos 274 atan2_16 332 fx_sqrt 196 fx_exp 1113 fx_ln 5259 fx_div 100 acos16 502", f, " ")
        for (i = 1; i in f; i += 2) field[f[i]] = f[i + 1]
        printf "%-22s %8s %10s %14s\n", "function", "x86-64", "Cortex-M3", "usual, x86-64"
    }
    $1 ~ /^plain_/ || $1 ~ /^m[34]_(zero|identity|transpose)$/ { next }
    {
        printf "%-22s %8s %10s", $1, $2, $3
        if ($1 in field && $2 > 0) printf " %8d, %.1f times as much", field[$1], field[$1] / $2
        print ""
    }' "$work/fixedmath_costs.txt"

echo "== matrix kernels: plain loops against unrolled, instructions a call =="
awk '
    { x[$1] = $2; m[$1] = $3 }
    function ratio(a, b) { return a > 0 && b > 0 ? sprintf("%.2f", a / b) : "-" }
    function row(what, size, least,    p, s) {
        p = "plain_" what size
        s = "m" size "_" what
        printf "%-16s x86-64 %4s -> %4s, ratio %5s   Cortex-M3 %4s -> %4s, ratio %5s   (to reach: %s)\n", \
            size "x" size " " what, x[p], x[s], ratio(x[p], x[s]), m[p], m[s], ratio(m[p], m[s]), least
    }
    END {
        row("zero", 3, 1.16); row("zero", 4, 1.19); row("identity", 3, 1.55); row("identity", 4, 1.57)
        row("transpose", 3, 1.18); row("transpose", 4, 3.00); row("mul", 3, 1.25); row("mul", 4, 1.00)
    }' "$work/fixedmath_costs.txt"
