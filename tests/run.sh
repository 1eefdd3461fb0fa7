#!/bin/sh
# Runs every test this machine can run and closes with `N passed, N failed, N skipped`; the log is $B/test.log.
#
# Lines are `ok NAME`, `FAIL NAME why`, `skip NAME why`; lines that begin with # tell more, of each part the seconds that passed and those of a
# processor. The unit tests run as built by default, and beside the scripts again under the sanitizers, with assertions on (the names get the
# prefix sanitized/); tests/scripts/*/*.sh test the other machines, the window, the terminal and the command line. What clang makes of the console
# at -O2 is what tests/scripts/ports/ports_unit.sh runs as WebAssembly.
B=${B:-build}
MAKE=${MAKE:-make}
mkdir -p "$B"
. tests/sanitized.sh
log=$B/test.log
: >"$log"
OXCART_MAKE=$MAKE OXCART_MADE=$(cd "$B" && pwd)/made.list OXCART_MADE_IN=$B
export OXCART_MAKE OXCART_MADE OXCART_MADE_IN
: >"$OXCART_MADE"
MAKE=$PWD/tests/make_once.sh

say() { printf '%s\n' "$*" | tee -a "$log"; }

# Runs a command; $spent is then `N s, P s of a processor`, and $status how the command ended.
spend() {
    began=$(date +%s)
    (
        "$@"
        status=$?
        times >"$B/times.$worker"
        exit $status
    )
    status=$?
    spent="$(($(date +%s) - began)) s, $(sed -n 2p "$B/times.$worker" | awk '{
        for (i = 1; i <= 2; i++) { split($i, part, "m"); sum += part[1] * 60 + part[2] }
        printf "%.1f", sum }') s of a processor"
}
worker=main

make_plain() { # folder, make variables and targets
    plain_folder=$1
    shift
    "$MAKE" -s -j2 B="$plain_folder" "$@"
}

# Builds the unit tests, and $also: prefix, build folder, how (make_plain, make_sanitized), make variables...
build_unit() {
    prefix=$1 folder=$2 how=$3
    shift 3
    # shellcheck disable=SC2086
    spend "$how" "$folder" "$@" "$folder/unit_tests" ${also:-} >"$folder/unit_build.log" 2>&1
    if [ $status -eq 0 ]; then
        say "ok ${prefix}build"
        say "# in $spent"
    else
        say "FAIL ${prefix}build $(grep -m 1 -E 'error|Error' "$folder/unit_build.log")"
        return 1
    fi
}

# Runs the unit tests; result lines with the prefix go to standard output: prefix, build folder. A sanitizer ends the program at its first
# finding: the tests behind the one with the finding are run by another program, for five findings at most.
run_unit() {
    first=0 part=0
    while [ $part -lt 5 ]; do
        part=$((part + 1))
        spend "$2/unit_tests" +$first >"$2/unit_$part.out" 2>&1
        # Messages that tests provoke on purpose would read like findings: they stay in unit_N.out.
        sed -n -e "s#^\(ok\|FAIL\|skip\) #\1 $1#p" -e '/^# /p' "$2/unit_$part.out"
        echo "# unit tests $1 in $spent"
        # A sanitizer ends the program with status 1, too: only the last line tells that all tests were run.
        if grep -qE '^# [0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$2/unit_$part.out"; then return; fi
        first=$((first + $(grep -cE '^(ok|FAIL|skip) ' "$2/unit_$part.out") + 1))
        echo "FAIL ${1}run_$part $(sed -n "${first}s/TEST_CASE(\(.*\))/\1/p" "$2/gen/test_list.inc") ended the program with status $status: $(tail -n 1 "$2/unit_$part.out")"
    done
    echo "FAIL ${1}run_rest the tests behind number $first were not run"
}

has() { command -v "$1" >/dev/null 2>&1; }

say "# the command and the showcase"
spend "$MAKE" -s -j2 B="$B" "$B/oxcart" "$B/showcase.rom" players >"$B/build.log" 2>&1
if [ $status -eq 0 ]; then
    say "ok build"
    say "# in $spent"
else
    say "FAIL build $(grep -m 1 -E 'error|Error' "$B/build.log")"
fi

say "# unit tests"
also="$B/plain/unit_tests core-host" # for tests/scripts/ports/sdl_suite.sh, which runs beside the other scripts
build_unit "" "$B" make_plain && default=yes || default=
also=

beside=
choose_sanitizer
if [ -n "$sanitizer" ]; then
    # The sanitized build is the debug variant, too: tests/scripts/builds/release.sh compares its oxcart with the others. The fuzz targets are linked from
    # the same objects (tests/scripts/builds/fuzz.sh).
    mkdir -p "$B/sanitized"
    also="$B/sanitized/oxcart${fuzzer:+ fuzz_targets}"
    build_unit sanitized/ "$B/sanitized" make_sanitized && beside=sanitized
else
    say "skip sanitized/unit no compiler with AddressSanitizer on this machine"
fi

# Runs a test script; its results go to standard output.
run_script() {
    name=$(basename "$1" .sh)
    spend env B="$B" MAKE="$MAKE" sh "$1" >"$B/script_$name.out" 2>&1 </dev/null
    echo "# $1, $spent"
    cat "$B/script_$name.out"
    if ! grep -qE '^(ok|FAIL|skip) ' "$B/script_$name.out"; then
        echo "FAIL $name the script gave no result (status $status): $(tail -n 1 "$B/script_$name.out")"
    elif [ $status -ge 128 ]; then
        echo "FAIL $name a signal ended the script (status $status) behind: $(tail -n 1 "$B/script_$name.out")"
    fi
}

# Two workers. Beside the main one, another runs the unit tests of the other builds and the scripts of $apart, which build in folders of their own or
# find everything built. Scripts that build nothing are $free for whoever comes to them first, the longest before others; what the other worker
# ran comes at the end of the log.
apart="event_race fuzz memory_backend same_image sdl_suite"
long="cli_verbs cli_malformed cli_tree cli_pack cli_edit cli_parts cli_equiv"
scripts=$(find tests/scripts -name "*.sh" | LC_ALL=C sort)
bound='' free=''
for name in $long; do free="$free tests/scripts/command/$name.sh"; done
for script in $scripts; do
    case " $apart $long " in *" $(basename "$script" .sh) "*) continue ;; esac
    if grep -q MAKE "$script"; then bound="$bound $script"; else free="$free $script"; fi
done
rm -rf "$B/claimed"
mkdir -p "$B/claimed"
run_free() {
    for script in $free; do
        if mkdir "$B/claimed/$(basename "$script")" 2>/dev/null; then run_script "$script"; fi
    done
}
{
    worker=beside
    for variant in $beside; do run_unit "$variant/" "$B/$variant"; done
    for name in $apart; do run_script "$(find tests/scripts -name "$name.sh")"; done
    run_free
} >"$B/beside.out" &
[ -n "$default" ] && run_unit "" "$B" | tee -a "$log"

for script in $bound; do run_script "$script" | tee -a "$log"; done
run_free | tee -a "$log"

wait
say "# unit tests of the other builds, and scripts beside"
tee -a "$log" <"$B/beside.out"

passed=$(grep -c '^ok ' "$log")
failed=$(grep -c '^FAIL ' "$log")
skipped=$(grep -c '^skip ' "$log")
if [ "$failed" -gt 0 ]; then
    say "# failed:"
    grep '^FAIL ' "$log" | sed 's/^/# /' >"$B/failed.out"
    cat "$B/failed.out" | tee -a "$log"
fi
say "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
