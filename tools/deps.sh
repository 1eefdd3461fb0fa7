#!/bin/sh
# Installs, on Debian, what running, testing, benchmarking and the ports can use. Oxcart itself needs a C compiler and make.
set -e
packages="build-essential clang clang-format clang-tidy lld wasi-libc nodejs chromium libsdl2-dev pkg-config xvfb xdotool tmux valgrind python3
gcc-arm-none-eabi picolibc-arm-none-eabi libmgba-dev qemu-system-arm
qemu-user gcc-powerpc-linux-gnu libc6-dev-powerpc-cross"
as_root=
[ "$(id -u)" -eq 0 ] || as_root=sudo
export DEBIAN_FRONTEND=noninteractive

install() { # packages
    missing=
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "deps: no apt-get on this system; install by its own means:$missing" >&2
        exit 1
    fi
    if [ -z "$updated" ]; then
        $as_root apt-get update
        updated=yes
    fi
    # shellcheck disable=SC2086 -- a list of words
    $as_root apt-get install -y --no-install-recommends $missing
}

updated=
# shellcheck disable=SC2086
install $packages
# The run times of sanitizers, fuzzer and WebAssembly carry the compiler's version in their names.
version=$(clang -dumpversion | cut -d. -f1)
install "libclang-rt-$version-dev" "libclang-rt-$version-dev-wasm32"
echo "everything is installed"
