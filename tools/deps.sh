#!/bin/sh
# Installs, on Debian, what running, testing, benchmarking and the ports can use. Oxcart itself needs a C compiler and make.
set -e
packages="build-essential clang clang-format clang-tidy lld wasi-libc nodejs chromium libsdl2-dev pkg-config xvfb xdotool tmux valgrind python3
gcc-arm-none-eabi picolibc-arm-none-eabi libmgba-dev qemu-system-arm qemu-system-x86
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
# A kernel to boot in a machine of QEMU: its files alone, since installing it would make this machine boot it.
kernel=/usr/local/lib/oxcart-kernel
if [ "$(dpkg --print-architecture)" = amd64 ] && ! ls $kernel/boot/vmlinuz-* >/dev/null 2>&1; then
    name=$(apt-cache depends linux-image-amd64 | sed -n 's/^ *Depends: //p' | head -n 1)
    work=$(mktemp -d)
    (cd "$work" && apt-get download "$name" 2>/dev/null && dpkg-deb -x "$name"_*.deb files) &&
        $as_root mkdir -p $kernel && $as_root cp -r "$work/files/boot" "$work/files/lib" $kernel/ ||
        echo "deps: no kernel of Linux ($name) could be brought; the framebuffer is not tested" >&2
    rm -rf "$work"
fi
echo "everything is installed"
