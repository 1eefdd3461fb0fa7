#!/bin/sh
# What is packed is played: every kind of chunk that rom/records.txt names is read by code that a player links, or stands in the list below of those
# whose modules are not there yet. Which code a player links is told by the linker: the sources that it takes out of an archive of all for the
# console with the list of all modules.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
CC=${CC:-cc}
work=$B/unplayed
rm -rf "$work"
mkdir -p "$work"

# Kinds that the packer writes and nothing plays. One that is read is taken out here; a new one gets a module that reads it.
cat >"$work/listed" <<'END'
references
block-texture
pixels
overlay
ledges
external-list
visibility
collision
occluder
navigation
effect
gesture
raw
END

"$MAKE" -s B="$B" "$B/oxcart" "$B/unit_tests" core-host >"$work/build" 2>&1 || { echo "FAIL unplayed_kinds the objects do not build"; exit 1; }
cat >"$work/player.c" <<'END'
#include "kernel/console/console.h"
#include "kernel/preset/presets.h"
int main(void) {
    ox_boot_options options = {.modules = ox_preset_full};
    ox_error error;
    ox_console *console = ox_console_boot(&options, &error);
    while (console != NULL && ox_console_frame(console)) {}
    return console == NULL ? 1 : ox_console_close(console);
}
END
LC_ALL=C sort "$B/core_host.list" >"$work/objects"
xargs ar rcsT "$work/all.a" <"$work/objects" # a thin one, which tells its members by their paths
"$CC" -std=c11 -I. -I"$B/gen" "$work/player.c" "$work/all.a" -Wl,--unresolved-symbols=ignore-all -Wl,-Map,"$work/map" -o "$work/player" >"$work/err" 2>&1
judge unplayed_player_links $? "$(head -n 1 "$work/err")"

# Readers are what is left without the checks of the image reader, which name the fields of all kinds.
grep -o 'obj/[a-z0-9/_]*\.o' "$work/map" | sed 's,^obj/,,; s,\.o$,.c,' | LC_ALL=C sort -u | grep -vE '^(gen/|rom/(check|rules))' >"$work/sources"
[ "$(wc -l <"$work/sources")" -gt 150 ] && grep -qx 'kernel/content/text.c' "$work/sources" && ! grep -qx 'kernel/display/dirty.c' "$work/sources"
judge unplayed_sources_are_those_of_a_player $? "$(wc -l <"$work/sources") sources"

unread() { # records, sources
    xargs python3 tests/scripts/rules/unplayed.py "$1" <"$2" | LC_ALL=C sort
}
LC_ALL=C sort "$work/listed" >"$work/known"
unread rom/records.txt "$work/sources" >"$work/unread"
new=$(LC_ALL=C comm -13 "$work/known" "$work/unread" | tr '\n' ' ')
judge unplayed_new_kinds_have_a_module $([ -z "$new" ]; echo $?) "nothing plays: $new"
played=$(LC_ALL=C comm -23 "$work/known" "$work/unread" | tr '\n' ' ')
judge unplayed_list_has_no_kind_that_is_played $([ -z "$played" ]; echo $?) "take out of the list: $played"

# The test sees a new kind, and a reader that comes or goes.
{ cat rom/records.txt; printf 'chunk wonder WNDR 1.0 kernel plain | Nobody reads it\n    u32     wonders                   |\n'; } >"$work/records"
[ "$(unread "$work/records" "$work/sources" | LC_ALL=C comm -13 "$work/unread" -)" = wonder ]
judge unplayed_a_new_kind_is_seen $? "$(unread "$work/records" "$work/sources" | tr '\n' ' ')"
grep -v '^kernel/level/path.c$' "$work/sources" >"$work/fewer"
unread rom/records.txt "$work/fewer" >"$work/out"
! grep -qx path "$work/unread" && [ "$(LC_ALL=C comm -13 "$work/unread" "$work/out" | tr '\n' ' ')" = 'path ' ]
judge unplayed_a_reader_that_goes_is_seen $? "$(LC_ALL=C comm -13 "$work/unread" "$work/out" | tr '\n' ' ')"
{ cat "$work/sources"; echo rom/codec/blocks.c; } >"$work/more"
unread rom/records.txt "$work/more" | grep -qx block-texture
[ $? -ne 0 ] && grep -qx block-texture "$work/unread"
judge unplayed_a_reader_that_comes_is_seen $? 'block-texture is read or was before'
