# A header as it is installed: what it declares stands between c_begin.h and c_end.h. Those lie behind the last line that includes a header, else
# behind the guard, and before the guard's end.
{ line[NR] = $0 }
/^#include .*\.h[">]/ { last = NR }
/^#define OXCART_[A-Z0-9_]*_H$/ && guard == 0 { guard = NR }
/^#endif/ { end = NR }
END {
    if (last == 0) last = guard
    for (i = 1; i <= NR; i++) {
        if (i == end && last > 0) print "#include \"c_end.h\""
        print line[i]
        if (i == last) print "#include \"c_begin.h\""
    }
}
