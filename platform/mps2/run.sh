#!/bin/sh
# Runs a program on QEMU's MPS2 board (Cortex-M3) with arguments and the host's files by semihosting: run.sh
# ELF [ARGUMENT]... OXCART_BOARD is another emulator and board. OXCART_ICOUNT=1 makes the run count instructions exactly, and waits take no time; OXCART_SECONDS is the time limit
# (default 300).
elf=$1
shift
for word in "$@"; do
    shift
    set -- "$@" "$(printf '%s' "$word" | sed 's/,/,,/g')"
done
arguments=
for word in "$@"; do arguments="$arguments,arg=$word"; done
set -- -display none -monitor none -serial none
[ -n "$OXCART_ICOUNT" ] && set -- "$@" -icount shift=7,sleep=off
# shellcheck disable=SC2086
exec timeout "${OXCART_SECONDS:-300}" ${OXCART_BOARD:-qemu-system-arm -M mps2-an385 -cpu cortex-m3} "$@" \
    -semihosting-config "enable=on,target=native$arguments" -kernel "$elf"
