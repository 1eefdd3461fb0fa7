# Functions that print the results of test scripts, for `. tests/judge.sh`.
judge() { # name, status, what went wrong
    if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAIL $1 $3"; fi
}
judge_reason() { # name, reason: an empty reason is a pass, any other sets failed
    if [ -z "$2" ]; then echo "ok $1"; return; fi
    echo "FAIL $1 $2"
    # shellcheck disable=SC2034
    failed=1
}
missing() { # commands: prints the first that this machine lacks
    for tool in "$@"; do command -v "$tool" >/dev/null || { echo "$tool"; return; }; done
}
# An empty list of findings is ok; `unknown` among the findings: the tool that measures is missing on this machine.
judge_findings() { # name, missing, findings
    if [ -z "$3" ]; then
        echo "ok $1"
    elif printf '%s\n' "$3" | grep -q '^unknown$'; then
        echo "skip $1 no $2 here"
    else
        echo "FAIL $1 $(printf '%s' "$3" | tr '\n' ';')"
    fi
}
# Rows `NAME COST...` against limits: file, name of the test, column of the costs (names are in column 1), the tool that is missing where a
# cost is `-`, pairs "name limit"...
judge_costs() {
    costs_file=$1 name=$2 column=$3 missing=$4
    shift 4
    findings=$(awk -v column="$column" -v pairs="$*" '
        { cost[$1] = $column }
        END {
            n = split(pairs, f, " ")
            for (i = 1; i < n; i += 2) {
                if (!(f[i] in cost)) print f[i] " is not measured"
                else if (cost[f[i]] == "-") print "unknown"
                else if (cost[f[i]] + 0 > f[i + 1] + 0) print f[i] " takes " cost[f[i]] ", limit " f[i + 1]
            }
        }' "$costs_file")
    judge_findings "$name" "$missing" "$findings"
}
