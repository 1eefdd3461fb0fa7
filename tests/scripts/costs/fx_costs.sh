#!/bin/sh
# What fixedmath costs, held to its limits: the table of tests/bench/fixedmath.sh, four times cheaper than the usual
# library functions (division twice), unrolled matrix kernels that pay, and ceilings on the Cortex-M3.
B=${B:-build}
MAKE=${MAKE:-make}
costs=$B/bench/fixedmath_costs.txt
mkdir -p "$B/bench"
rm -f "$costs"
B=$B MAKE=$MAKE sh tests/bench/fixedmath.sh >"$B/bench/fixedmath_table.txt" 2>&1
sed 's/^/# /' "$B/bench/fixedmath_table.txt"
if [ ! -s "$costs" ] || grep -q FAILED "$B/bench/fixedmath_table.txt"; then
    echo "FAIL fx_costs $(grep -m 1 FAILED "$B/bench/fixedmath_table.txt")"
    exit
fi

. tests/judge.sh
within() { judge_costs "$costs" "$@"; }

# Each ratio plain/unrolled at least: kernel, size, ratio in hundredths.
kernels() { # name, column, missing
    findings=$(awk -v column="$2" '
        { cost[$1] = $column }
        function need(what, size, least,    plain, special) {
            plain = cost["plain_" what size]
            special = cost["m" size "_" what]
            if (plain == "-") print "unknown"
            else if (plain < least * special) print size "x" size " " what ": " plain " -> " special
        }
        END {
            need("zero", 3, 1.16); need("zero", 4, 1.19); need("identity", 3, 1.55); need("identity", 4, 1.57)
            need("transpose", 3, 1.18); need("transpose", 4, 3.00); need("mul", 3, 1.25); need("mul", 4, 1.00)
        }' "$costs")
    judge_findings "$1" "$3" "$findings"
}

within fx_costs_below_usual 2 valgrind fx_sin 68 fx_cos 68 atan2_16 83 fx_sqrt 49 fx_exp 278 fx_ln 1314 fx_div 50 \
    acos16 125
kernels fx_kernels_unrolled_pay 2 valgrind
kernels fx_kernels_unrolled_pay_cortex_m3 3 qemu-system-arm
within fx_costs_cortex_m3 3 qemu-system-arm \
    fx_mul 9 fx_div 80 fx_recip_norm 56 fx_recip_fast 36 fx_recip 64 fx_isqrt32 640 fx_isqrt64 640 fx_sqrt 130 \
    fx_rsqrt_norm 72 fx_rsqrt_fast 48 fx_sin 24 fx_cos 24 q14_sin 24 q30_sin 90 fx_tan 520 atan2_16 160 atan2_32 160 \
    acos16 320 asin16 320 fx_exp2 40 fx_exp 56 fx_pow 140 fx_logistic 90 fx_tanh 90 m34_point 76 m34_mul 300 \
    rig34_point 80 rig34_inverse 120 q4_slerp 900 q4_squad 2800
