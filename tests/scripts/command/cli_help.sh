#!/bin/sh
# The help is whole: a text for every verb, completions that a shell can read, a manual page without complaints.
. tests/judge.sh
B=${B:-build}
work=$B/cli_help
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart

missing=
for verb in $(sed -n 's/^VERB(\(.*\))/\1/p' tools/command/verbs.inc); do
    "$oxcart" help "$verb" >"$work/$verb.txt" 2>&1 || missing="$missing $verb"
    grep -q '^example: oxcart' "$work/$verb.txt" || missing="$missing $verb"
done
[ -z "$missing" ] && [ "$(ls "$work" | wc -l)" -ge 9 ]
judge help_has_a_text_and_an_example_for_every_verb $? "not for$missing"

if command -v bash >/dev/null 2>&1; then
    "$oxcart" completion bash >"$work/bash"
    answer=$(bash -c ". '$work/bash'; COMP_WORDS=(oxcart view --sh); COMP_CWORD=2; _oxcart; echo \${COMPREPLY[@]}
        COMP_WORDS=(oxcart ex); COMP_CWORD=1; _oxcart; echo \${COMPREPLY[@]}
        COMP_WORDS=(oxcart run --set tit); COMP_CWORD=3; _oxcart; echo \${COMPREPLY[@]}
        COMP_WORDS=(oxcart help materi); COMP_CWORD=2; _oxcart; echo \${COMPREPLY[@]}
        COMP_WORDS=(oxcart asset); COMP_CWORD=1; _oxcart; echo \${COMPREPLY[@]}" 2>&1 | tr '\n' ' ')
    [ "$(echo $answer | tr " " "\n" | LC_ALL=C sort | tr "\n" " ")" = "--shade --shot --show export extract material title= " ]
    judge help_completion_bash_completes $? "$answer"
else
    echo "skip help_completion_bash_completes no bash here"
fi
for shell in zsh fish; do
    "$oxcart" completion $shell >"$work/$shell"
    [ "$(grep -c extract "$work/$shell")" -ge 2 ]
    judge help_completion_${shell}_names_verbs $? "$(head -n 1 "$work/$shell")"
    command -v $shell >/dev/null 2>&1 || continue
    $shell -n "$work/$shell" 2>"$work/error"
    judge help_completion_${shell}_parses $? "$(head -n 1 "$work/error")"
done
wrong=
for pair in grid:assets two-sided:cart summon:natives shininess:statements; do
    "$oxcart" help "${pair%:*}" >"$work/out" 2>"$work/error"
    [ $? -eq 2 ] && [ "$(wc -l <"$work/error")" -eq 1 ] && grep -q "no help on ${pair%:*} alone; .*\`oxcart help ${pair#*:}\`" "$work/error" || wrong="$wrong $pair"
done
# A statement of cart.txt is told with its options, wherever it may stand; a word that is both verb and kind is told as both.
reason=
"$oxcart" help light >"$work/out" 2>&1 || reason='no help on light'
grep -q '^  light sun direction=X,Y,Z$' "$work/out" && grep -q '^  light point ' "$work/out" && grep -q '^      range=METRES' "$work/out" || reason="${reason:-light}"
"$oxcart" help sound >"$work/out" 2>&1 && grep -q '^  sound NAME FILE.wav|.voice|.gen$' "$work/out" && grep -q 'in a scene' "$work/out" || reason="${reason:-sound}"
"$oxcart" help script >"$work/out" 2>&1 && grep -q '^usage: oxcart script' "$work/out" && grep -q '^  script NAME FILE.goad$' "$work/out" || reason="${reason:-script}"
[ -z "$reason" ]
judge help_tells_statements_of_carts $? "$reason"
"$oxcart" help spawn >"$work/out" 2>&1 && grep -q '^  spawn TYPE at=X,Y,Z' "$work/out" && grep -q 'oxcart help natives' "$work/out" || wrong="$wrong spawn"
"$oxcart" help expor 2>"$work/error"
grep -q 'did you mean export?' "$work/error" || wrong="$wrong expor"
[ -z "$wrong" ]
judge help_words_of_carts_tell_where_they_stand $? "not for$wrong"
"$oxcart" completion tcsh >/dev/null 2>"$work/error"
[ $? -eq 2 ] && [ "$(wc -l <"$work/error")" -eq 1 ]
judge help_completion_refuses_others $? "$(cat "$work/error")"

"$oxcart" help --man >"$work/oxcart.1"
if command -v groff >/dev/null 2>&1; then
    groff -man -Tascii -ww -z "$work/oxcart.1" >"$work/error" 2>&1
    [ $? -eq 0 ] && [ ! -s "$work/error" ]
    judge help_manual_page_formats $? "$(head -n 1 "$work/error")"
else
    echo "skip help_manual_page_formats no groff here"
fi

wrong=
for verb in $(sed -n 's/^VERB(\(.*\))/\1/p' tools/command/verbs.inc); do
    case $verb in help | version | completion) continue ;; esac
    "$oxcart" "$verb" --no-such-option >"$work/out" 2>"$work/error"
    [ $? -eq 2 ] && [ "$(wc -l <"$work/error")" -eq 1 ] && grep -q 'unknown option --no-such-option, \(possible are -\|it has none\)' "$work/error" || wrong="$wrong $verb"
done
[ -z "$wrong" ]
judge help_unknown_options_list_the_valid_ones $? "not for$wrong"
