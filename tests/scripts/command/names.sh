#!/bin/sh
# Names and handles through the tools: `oxcart ids` and its header in a switch, kinds of handles that do not mix, and
# production images and programs without any name.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
OXCART=${OXCART:-$B/oxcart}
CC=${CC:-cc}
work=$B/names
rm -rf "$work"
mkdir -p "$work/src"

said() { head -n 1 "$work/err"; }

# try CODE PATTERN ARGUMENTS...: runs oxcart; sets reason when code or message differ.
try() {
    code=$1 pattern=$2
    shift 2
    "$OXCART" "$@" >"$work/out" 2>"$work/err"
    got=$?
    [ $got -eq "$code" ] || { reason="oxcart $*: exit code $got instead of $code: $(said)"; return; }
    [ -z "$pattern" ] || grep -q -- "$pattern" "$work/err" "$work/out" || reason="oxcart $*: said: $(said)"
    [ "$code" -eq 0 ] || [ "$(wc -l <"$work/err")" -eq 1 ] || reason="oxcart $*: more than one line of error"
}

[ -x "$OXCART" ] || { echo "FAIL names $OXCART is not built"; exit 1; }
"$MAKE" -s B="$B" "$B/showcase.rom" >"$work/log" 2>&1 || { echo "FAIL names the showcase is not built"; exit 1; }

# ---- a header in a switch ----

cat >"$work/src/play.c" <<'END'
#include <stdio.h>
#include "kernel/names/id.h"
#include "ids.h"
static const char *who(ox_id id) {
    switch (id) {
    case SID_PAC_MAN: return "player";
    case SID_BINKY: case SID_PINKY: case SID_INKY: case SID_CLYDE: return "ghost";
    case SID_MESH_CRATE: return "mesh";
    default: return "nobody";
    }
}
int main(void) {
    static const char *const texts[] = {"Pac_Man", "binky", "pinky", "inky", "clyde", "MESH\\CRATE", "blinky"};
    for (int i = 0; i < 7; i++) printf("%s ", who(ox_id_of(ox_text_of(texts[i]))));
    printf("%d\n", SID("pac_man") == SID_PAC_MAN && SID("binky") == SID_BINKY && SID("pinky") == SID_PINKY &&
           SID("inky") == SID_INKY && SID("clyde") == SID_CLYDE && SID("mesh/crate") == SID_MESH_CRATE);
    return 0;
}
END
reason=
try 0 '' new "$work/game"
try 0 '' pack "$work/game" -o "$work/src/game.rom"
try 0 'names in 2 files' ids "$work/src" -o "$work/src/ids.h" --list "$work/play.names"
for text in '' -O0 -O2; do
    [ -n "$reason" ] && break
    if ! $CC -std=c11 $text -Wall -Wextra -Werror -I. -I"$B/gen" -I"$work/src" "$work/src/play.c" kernel/text/view.c fixedmath/numbers/text.c rom/read/crc.c \
        -o "$work/play" 2>"$work/err"; then
        reason="the header does not compile in a switch: $(said)"
    elif [ "$("$work/play")" != "player ghost ghost ghost ghost mesh nobody 1" ]; then
        reason="the switch went wrong: $("$work/play")"
    fi
done
cp "$work/src/ids.h" "$work/ids_before.h" 2>/dev/null
try 0 '' ids "$work/src" -o "$work/src/ids.h"
cmp -s "$work/src/ids.h" "$work/ids_before.h" || reason="the same names gave another header"
judge_reason names_header_compiles_in_a_switch "$reason"

reason=
try 0 '^pac_man$' ids "$work/play.names" --name '#69b38f09'
try 1 'no name has the id 00000001' ids "$work/play.names" --name 00000001
printf 'warning: #69b38f09 is stuck\n' >"$work/game.log"
try 0 '^warning: pac_man is stuck$' ids "$work/play.names" --log "$work/game.log"
judge_reason names_list_maps_ids_back "$reason"

reason=
"$OXCART" ids --split Locust_Boomer.PhysicalMaterials.LocustBommerLeather >"$work/out" 2>"$work/err" || reason="split: $(said)"
[ "$(tr '\n' '|' <"$work/out")" = 'package Locust_Boomer|folder PhysicalMaterials|name LocustBommerLeather|path Locust_Boomer/PhysicalMaterials/LocustBommerLeather|id '"$("$OXCART" ids --split Locust_Boomer.PhysicalMaterials.LocustBommerLeather | sed -n 's/^id //p')"'|' ] ||
    reason="split: $(head -n 3 "$work/out" | tr '\n' ' ')"
"$OXCART" ids --split nodots >"$work/out" 2>"$work/err" && reason='a name without dots is split'
judge_reason names_in_three_parts_are_split "$reason"

reason=
printf 'int a = SID("plumless");\n' >"$work/one.c"
printf 'gate\nbuckeroo\n' >"$work/two.txt"
try 1 'one.c:1: error: "plumless" and "buckeroo" (.*two.txt:2) have the same id 4ddb0c25' ids "$work/one.c" "$work/two.txt" -o "$work/no.h"
[ -e "$work/no.h" ] && reason="a refused collection wrote a header"
printf 'gate\ntorch\ngate\n' >"$work/level.txt"
try 1 'level.txt:3: error: "gate" stands in line 1 already' ids "$work/level.txt"
printf 'int b = SID("Doors\\\\Iron") + SID("doors/iron");\n' >"$work/three.c"
try 0 'warning: "doors/iron" is the same name as "Doors\\Iron"' ids "$work/three.c"
try 2 'are missing' ids
try 1 'three.rom' ids "$work/three.rom"
try 2 '' ids "$work/three.c" --nothing
try 0 '' pack "$work/game" -o "$work/release.rom" --release
try 1 'pack it without --release' ids "$work/release.rom"
judge_reason names_collisions_are_refused "$reason"

# ---- handles ----

cat >"$work/kinds.c" <<'END'
#include "kernel/handle/handle.h"
OX_HANDLE_KIND(shot_handle);
OX_HANDLE_KIND(door_handle);
typedef struct shot { int age; } shot;
OX_HANDLE_TABLE(shots, shot_handle, shot, OX_HANDLE_CHECKED);
shot *find(const ox_handles *table, HANDLE handle) { return shots_get(table, handle); }
END
reason=
$CC -std=c11 -I. -I"$B/gen" -DHANDLE=shot_handle -fsyntax-only "$work/kinds.c" 2>"$work/err" || reason="one kind does not compile: $(said)"
$CC -std=c11 -I. -I"$B/gen" -DHANDLE=door_handle -fsyntax-only "$work/kinds.c" 2>"$work/err" && reason="two kinds mix"
$CC -std=c11 -I. -I"$B/gen" -DHANDLE=uint32_t -fsyntax-only "$work/kinds.c" 2>"$work/err" && reason="a bare number passes for a handle"
judge_reason handle_kinds_do_not_mix "$reason"

# ---- production: no names, and the same game ----

reason=
"$OXCART" run "$B/showcase.rom" --headless --frames 60 --hash >"$work/with.txt" 2>/dev/null
"$OXCART" pack rom/carts/showcase -o "$work/showcase.rom" --release >/dev/null 2>&1 || reason="the showcase does not pack"
"$OXCART" run "$work/showcase.rom" --headless --frames 60 --hash >"$work/without.txt" 2>/dev/null
[ "$(grep -c '^frame=' "$work/with.txt")" -eq 60 ] || reason="no 60 frames"
cmp -s "$work/with.txt" "$work/without.txt" || reason="frames differ without names"
"$OXCART" ids "$B/showcase.rom" >"$work/showcase.names" 2>/dev/null
[ -s "$work/showcase.names" ] || reason="the showcase has no names"
while read -r id name; do
    grep -qF -- "$name" "$B/showcase.rom" || reason="$name ($id) is not even in the image with names"
    case $name in */*) grep -qF -- "$name" "$work/showcase.rom" && reason="$name is in the release image" ;; esac
done <"$work/showcase.names"
judge_reason names_production_image_has_none "$reason"

reason=
cat >"$work/secret.c" <<'END'
#include "kernel/names/intern.h"
uint32_t secret(void) { return SID("a_secret_name"); }
void check(uint32_t x) { FX_ASSERT_MSG(x != 7, "a_secret_sentence %u", (unsigned)x); }
const char *label(void) { return OX_DEBUG_TEXT("a_secret_label"); }
END
$CC -std=c11 -O2 -I. -I"$B/gen" -c "$work/secret.c" -o "$work/secret.o" 2>"$work/err" || reason="does not compile: $(said)"
$CC -std=c11 -O2 -DOX_DEBUG=1 -I. -I"$B/gen" -c "$work/secret.c" -o "$work/open.o" 2>"$work/err" || reason="does not compile: $(said)"
grep -q 'a_secret_' "$work/secret.o" && reason="a release object holds names"
grep -q 'a_secret_label' "$work/open.o" && grep -q 'a_secret_sentence' "$work/open.o" || reason="a debug object lacks its texts"
judge_reason names_production_code_has_none "$reason"

# ---- no string functions while a game runs ----

if ! $CC -std=c11 -O1 -fno-builtin -shared -fPIC tests/ports/string_counter.c -o "$work/string_counter.so" 2>"$work/err"; then
    echo "skip names_no_string_calls_while_playing the counting library does not build here"
    exit 0
fi
case $work in /*) ;; *) work=./$work ;; esac
calls() {
    LD_PRELOAD="$work/string_counter.so" "$OXCART" run "$B/showcase.rom" --headless --frames "$1" 2>&1 >/dev/null |
        sed -n 's/^string calls: //p'
}
one=$(calls 1) many=$(calls 1000)
if [ -z "$one" ]; then
    echo "skip names_no_string_calls_while_playing nothing can be preloaded here"
elif [ "$one" -gt 0 ] && [ "$one" = "$many" ]; then
    echo "ok names_no_string_calls_while_playing"
    echo "# $one string calls, all before the first frame and after the last"
else
    echo "FAIL names_no_string_calls_while_playing $one string calls with one frame, $many with a thousand"
fi
