#!/bin/sh
# Stands for make while the suite runs (tests/run.sh). Sources do not change meanwhile, so that a target that was made once in the suite's folder is
# made: to find that out again make would read thousands of rules, for seconds, and scripts ask hundreds of times. OXCART_MAKE is make,
# OXCART_MADE a file with a line for each target that was made, OXCART_MADE_IN the suite's folder. Whatever else a call says goes to make.
variables='' targets=''
for word; do
    case $word in
    -s | -j*) ;;
    -*) exec "$OXCART_MAKE" "$@" ;;
    *=*) variables="$variables $word" ;;
    *) targets="$targets $word" ;;
    esac
done
[ "$variables" = " B=$OXCART_MADE_IN" ] && [ -n "$targets" ] || exec "$OXCART_MAKE" "$@"
made=$(cat "$OXCART_MADE") lines='
'
missing=
for target in $targets; do
    case "$lines$made$lines" in *"$lines$target$lines"*) ;; *) missing=yes ;; esac
    case $target in */*) [ -e "$target" ] || missing=yes ;; esac
done
[ -n "$missing" ] || exit 0
"$OXCART_MAKE" "$@" || exit
# shellcheck disable=SC2086
printf '%s\n' $targets >>"$OXCART_MADE"
