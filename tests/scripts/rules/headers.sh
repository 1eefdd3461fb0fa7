#!/bin/sh
# Every public header of the kernel, image and platform, and every header of the rasterizer, can be included alone and together with all others, whichever
# comes first.
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
