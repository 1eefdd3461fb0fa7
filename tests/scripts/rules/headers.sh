#!/bin/sh
# Every public header of the kernel, image and platform, and every header of the rasterizer, can be included alone and together with all others, whichever
# comes first.
. tests/judge.sh
B=${B:-build}
CC=${CC:-cc}
mkdir -p "$B/headers"
list=$(ls kernel/*/*.h raster/*.h raster/*/*.h rom/*.h fixedmath/*.h platform/platform.h | grep -v -e internal -e 'raster/wide')
flags="-std=c11 -w -I. -I$B/gen -fsyntax-only"
for way in forward backward; do
    [ $way = forward ] && order=$list || order=$(echo "$list" | sort -r)
    for header in $order; do echo "#include \"$header\""; done >"$B/headers/$way.c"
    echo 'int nothing;' >>"$B/headers/$way.c"
    # shellcheck disable=SC2086
    if $CC $flags "$B/headers/$way.c" 2>"$B/headers/$way.log"; then
        echo "ok headers_together_$way"
    else
        echo "FAIL headers_together_$way $(grep -m 1 error "$B/headers/$way.log")"
    fi
done
alone=0
for header in $list; do
    # shellcheck disable=SC2086
    if ! printf '#include "%s"\nint nothing;\n' "$header" | $CC $flags -x c - 2>"$B/headers/alone.log"; then
        echo "FAIL headers_alone $header: $(grep -m 1 error "$B/headers/alone.log")"
        alone=1
    fi
done
[ $alone -eq 0 ] && echo "ok headers_alone"
echo "# $(echo "$list" | wc -l) headers"

# Those that `make install` gives away need no others, and programs in C++ include them, too: their functions are C's there.
MAKE=${MAKE:-make}
public=$B/include/oxcart
"$MAKE" -s B="$B" "$public/oxcart.h" >"$B/headers/make.log" 2>&1 || echo "FAIL headers_installed $(tail -n 1 "$B/headers/make.log")"
list=$(cd "$public" && find . -name '*.h' ! -name 'c_*.h' | sed 's,^./,,' | sort)
together() { # name, compiler and flags
    name=$1
    shift
    if ! command -v "$1" >/dev/null; then
        echo "skip headers_installed_$name no $1 here"
        return
    fi
    for way in forward backward; do
        [ $way = forward ] && order=$list || order=$(echo "$list" | sort -r)
        for header in $order; do echo "#include \"$header\""; done >"$B/headers/installed.h"
        echo 'int nothing;' >>"$B/headers/installed.h"
        "$@" -w -I "$public" -fsyntax-only "$B/headers/installed.h" 2>"$B/headers/installed.log" || break
    done
    if grep -q error "$B/headers/installed.log"; then
        echo "FAIL headers_installed_$name $(grep -m 1 error "$B/headers/installed.log")"
    else
        echo "ok headers_installed_$name"
    fi
}
together alone_in_c "$CC" -std=c11 -x c
together in_cpp g++ -std=c++17 -x c++
together in_cpp_by_clang clang++ -std=c++17 -x c++
# What macros define: the containers.
if command -v g++ >/dev/null; then
    grep -l '^#define OX_DEFINE' kernel/containers/*.h | sed 's/.*/#include "&"/' >"$B/headers/containers.cpp"
    cat >>"$B/headers/containers.cpp" <<'END'
struct item { int32_t value; ox_link link; };
OX_DEFINE_INTRUSIVE(items, item, link)
OX_DEFINE_CHAIN(chain, int) OX_DEFINE_CHAINED(chained, int) OX_DEFINE_MAP(map, int, int) OX_DEFINE_SET(set, int)
OX_DEFINE_LIST(list, int) OX_DEFINE_DICTIONARY(dictionary, int) OX_DEFINE_HEAP(heap, int) OX_DEFINE_PRIORITY_QUEUE(first, int)
OX_DEFINE_HIERARCHY(tree, int) OX_DEFINE_ARRAY(array, int) OX_DEFINE_RING(ring, int) OX_DEFINE_STACK(stack, int, array, back)
OX_DEFINE_QUEUE(queue, int, ring) OX_DEFINE_SPSC(pipe, int) OX_DEFINE_GRID(grid, int) OX_DEFINE_PROBING(probing, int)
END
    g++ -std=c++17 -Wall -Wno-unused-function -I "$public" -fsyntax-only "$B/headers/containers.cpp" 2>"$B/headers/installed.log"
    judge headers_installed_containers_in_cpp $? "$(grep -m 1 error "$B/headers/installed.log")"
fi
echo "# $(echo "$list" | wc -l) installed headers"
