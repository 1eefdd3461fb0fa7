# Sourced: builds the one tree with sanitizers that serves the unit tests, the command with assertions and the fuzz targets, a debug build.
#
#     choose_sanitizer        sets sanitizer= to the compiler, empty for none, and fuzzer=yes where the compiler has libFuzzer
#     make_sanitized FOLDER TARGET...
#
# gcc warns wrongly under its sanitizers; clang must give no warning.

can_link() { # compiler and flags
    printf '#include <stddef.h>\n#include <stdint.h>\nint LLVMFuzzerTestOneInput(const uint8_t *d, size_t n);\n%s\n' \
        'int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) { return d == NULL && n > 0; }' >"$B/probe.c"
    case "$*" in *=fuzzer*) ;; *) echo 'int main(void) { return 0; }' >>"$B/probe.c" ;; esac
    "$@" "$B/probe.c" -o "$B/probe" >/dev/null 2>&1
}

choose_sanitizer() {
    sanitizer='' fuzzer=''
    for compiler in gcc clang; do
        if command -v "$compiler" >/dev/null 2>&1 && can_link "$compiler" -fsanitize=address,undefined; then sanitizer=$compiler; fi
    done
    if [ "$sanitizer" = clang ] && can_link clang -fsanitize=fuzzer,address,undefined; then fuzzer=yes; fi
}

make_sanitized() { # folder, targets
    sanitized_folder=$1
    shift
    sanitized_warnings=$(sed -n 's/^WARN := //p' Makefile)
    [ "$sanitizer" = gcc ] && sanitized_warnings=-w
    # lld links every target in half of the time of the usual linker.
    sanitized_linker=
    can_link "$sanitizer" -fuse-ld=lld -fsanitize=address,undefined && sanitized_linker=-fuse-ld=lld
    "$MAKE" -s -j2 B="$sanitized_folder" CC="$sanitizer" OPT='-O1 -DOX_DEBUG=1' COLD_OPT=-O0 WARN="$sanitized_warnings" LDFLAGS="$LDFLAGS $sanitized_linker" \
        SANITIZE="-fsanitize=address,undefined${fuzzer:+,fuzzer-no-link} -fno-sanitize-recover=all -fno-omit-frame-pointer" \
        FUZZ_PLAINLY="${fuzzer:+-fno-sanitize-coverage=trace-cmp}" FUZZ_BLINDLY="${fuzzer:+-fno-sanitize=fuzzer-no-link}" "$@"
}
