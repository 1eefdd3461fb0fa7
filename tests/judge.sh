# What test scripts say, for `. tests/judge.sh`.
judge() { # name, status, what went wrong
    if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAIL $1 $3"; fi
}
judge_reason() { # name, reason: an empty one is a pass, any other sets failed
    if [ -z "$2" ]; then echo "ok $1"; return; fi
    echo "FAIL $1 $2"
    # shellcheck disable=SC2034
    failed=1
}
missing() { # the first of these commands that is not here
    for tool in "$@"; do command -v "$tool" >/dev/null || { echo "$tool"; return; }; done
}
