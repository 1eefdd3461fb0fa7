#!/bin/sh
# oxcart registry: a hundred generated signatures called through the table as directly; what changed stops the build.
. tests/judge.sh
B=${B:-build}
work=$B/cli_registry
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart
compile="${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror -I. -I$B/gen -I$work -c"

# Function i takes i % 9 parameters of types that follow from i, and folds them into its result.
awk -v folder="$work" 'BEGIN {
    split("bool int int32_t fx ox_id ox_text_view ox_handle vec3", type, " ")
    split("(uint32_t)%s|(uint32_t)%s|(uint32_t)%s|(uint32_t)%s|%s|(uint32_t)%s.length|%s.bits|(uint32_t)%s.x + (uint32_t)%s.y", fold, "|")
    split("ox_export_bool(true)|ox_export_int(%d)|ox_export_int(%d)|ox_export_fx(-%d)|ox_export_id(%du)|ox_export_text(OX_TEXT(\"word\"))|ox_export_handle((ox_handle){%du})|ox_export_vector((vec3){%d, 2, 3})", boxed, "|")
    split("true|%d|%d|-%d|%du|OX_TEXT(\"word\")|(ox_handle){%du}|(vec3){%d, 2, 3}", plain, "|")
    header = folder "/many.h"; body = folder "/many.c"; main = folder "/calls.c"
    print "#include \"kernel/export/export.h\"" >header
    print "#include \"many.h\"" >body
    print "#include <stdio.h>\n#include \"many.h\"\nextern const ox_exports exports;\nint main(void) {\n    int wrong = 0;\n    ox_export_value r;" >main
    for (i = 0; i < 100; i++) {
        count = i % 9; list = ""; sum = "1u"; values = ""; boxes = ""
        for (k = 0; k < count; k++) {
            t = (i * 7 + k * (1 + int(i / 9)) + int(i / 8)) % 8 + 1
            list = list (k ? ", " : "") type[t] " p" k
            f = fold[t]; gsub(/%s/, "p" k, f); sum = "(" sum ") * 31u + (" f ")"
            v = plain[t]; gsub(/%d/, i + k, v); values = values (k ? ", " : "") v
            v = boxed[t]; gsub(/%d/, i + k, v); boxes = boxes (k ? ", " : "") v
        }
        if (count == 0) list = "void"
        print "/* number " i " */ OX_EXPORT int32_t made_" i "(" list ");" >header
        print "int32_t made_" i "(" list ") {\n    uint32_t sum = " sum ";\n    return (int32_t)(sum & 0x7FFFFFFFu) + " i ";\n}" >body
        if (count) print "    { const ox_export_value a[] = {" boxes "};" >main
        else print "    { const ox_export_value *a = NULL;" >main
        print "    wrong += ox_export_call(&exports, rom_id(\"made_" i "\"), a, " count ", &r) != OX_OK || r.type != OX_EXPORT_INT || r.as.number != made_" i "(" values "); }" >main
    }
    print "OX_EXPORT void made_nothing(void);" >header
    print "static int called;\nvoid made_nothing(void) { called++; }\nint times_called(void);\nint times_called(void) { return called; }" >body
    print "    int times_called(void);\n    wrong += ox_export_call(&exports, rom_id(\"made_nothing\"), NULL, 0, NULL) != OX_OK || times_called() != 1;" >main
    print "    printf(\"%u functions, %d wrong\\n\", exports.count, wrong);\n    return wrong != 0;\n}" >main
}'
"$oxcart" registry "$work/many.h" -o "$work/exports.c" >"$work/out" 2>&1 && $compile "$work/exports.c" -o "$work/exports.o" 2>"$work/err" &&
    $compile -Wno-conversion "$work/many.c" -o "$work/many.o" 2>>"$work/err" && $compile -Wno-conversion "$work/calls.c" -o "$work/calls.o" 2>>"$work/err" &&
    ${CC:-cc} "$work/calls.o" "$work/many.o" "$work/exports.o" "$B/obj/kernel/export/export.o" "$B"/obj/rom/*/*.o "$B"/obj/fixedmath/*/*.o "$B"/obj/gen/*.o \
        -o "$work/calls" 2>>"$work/err" && "$work/calls" >"$work/out" 2>&1
judge registry_a_hundred_signatures_equal_direct_calls $? "$(head -n 1 "$work/err") $(head -n 1 "$work/out")"
adapters=$(grep -c '^static void call_' "$work/exports.c")
[ "$(grep -c '^    {0x' "$work/exports.c")" -eq 101 ] && [ "$adapters" -le 101 ] && [ "$adapters" -eq "$(sed -n 's/^static void \(call_[a-z0-9_]*\).*/\1/p' "$work/exports.c" | sort -u | wc -l)" ]
judge registry_one_adapter_for_each_signature $? "$adapters adapters"

# The mark alone adds one.
printf 'OX_EXPORT fx half(fx value);\n#define NOT_THIS OX_EXPORT int nothing(char *);\n/* OX_EXPORT int nor(char *); */\n' >"$work/one.h"
"$oxcart" registry "$work/one.h" >"$work/one.c" 2>"$work/err" && grep -q 'EXPORT_NAME("half")' "$work/one.c" && [ "$(grep -c 'EXPORT_NAME("' "$work/one.c")" -eq 1 ]
judge registry_the_mark_is_enough $? "$(head -n 1 "$work/err")"

# A prototype that changed: the compiler sees another type, --check what only means something else.
sed 's/OX_EXPORT int32_t made_1(.*/OX_EXPORT int32_t made_1(ox_handle p0, bool more);/' "$work/many.h" >"$work/new.h"
cp "$work/many.h" "$work/kept.h"
cp "$work/new.h" "$work/many.h"
$compile "$work/exports.c" -o "$work/none.o" 2>"$work/err"
[ $? -ne 0 ] && grep -q 'made_1 changed; run oxcart registry again' "$work/err"
judge registry_a_changed_prototype_stops_the_compiler $? "$(head -n 1 "$work/err")"
cp "$work/kept.h" "$work/many.h"
"$oxcart" registry "$work/many.h" --check "$work/exports.c" >"$work/out" 2>&1
judge registry_check_accepts_what_is_current $? "$(head -n 1 "$work/out")"
line=$(grep -n 'int32_t made_2(' "$work/many.h" | cut -d: -f1)
sed 's/OX_EXPORT int32_t made_2(/OX_EXPORT fx made_2(/' "$work/kept.h" >"$work/many.h"
"$oxcart" registry "$work/many.h" --check "$work/exports.c" >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && grep -q "many.h:$line: error: .made_2. has changed" "$work/err" && [ "$(wc -l <"$work/err")" -eq 1 ]
judge registry_check_names_what_changed $? "$(head -n 1 "$work/err")"
grep -v made_nothing "$work/kept.h" >"$work/many.h"
"$oxcart" registry "$work/many.h" --check "$work/exports.c" >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && grep -q "1 functions that are not marked any more" "$work/err"
judge registry_check_sees_what_is_gone $? "$(head -n 1 "$work/err")"

# What cannot be exported names the header's line.
fault=
for line in 'OX_EXPORT int bad(char *text);' 'OX_EXPORT float bad(void);' 'OX_EXPORT int bad(int a[3]);' 'OX_EXPORT int bad(struct s v);' 'OX_EXPORT int bad;' \
    'OX_EXPORT int bad(int, int, int, int, int, int, int, int, int);' 'OX_EXPORT int bad(void) { return 1; }' 'OX_EXPORT int good(int a); OX_EXPORT int good(int a);'; do
    printf '\n\n%s\n' "$line" >"$work/bad.h"
    "$oxcart" registry "$work/bad.h" -o "$work/none.c" >"$work/out" 2>"$work/err"
    [ $? -eq 1 ] && grep -q 'bad.h:3: ' "$work/err" && [ "$(wc -l <"$work/err")" -eq 1 ] && [ ! -e "$work/none.c" ] || fault="$line: $(head -n 1 "$work/err")"
done
[ -z "$fault" ]
judge registry_what_cannot_be_exported_names_its_line $? "$fault"
