#!/bin/sh
# A release image: plays like the development image, and holds no name of an id, no path, no debug section.
. tests/judge.sh
B=${B:-build}
OXCART=${OXCART:-$B/oxcart}
work=$B/release
failed=0
rm -rf "$work"
mkdir -p "$work"

[ -x "$OXCART" ] || { echo "FAIL release $OXCART is not built"; exit 1; }
"$OXCART" new "$work/game" >"$work/out" 2>&1

for cart in rom/carts/showcase "$work/game"; do
    name=$(basename "$cart")
    "$OXCART" pack "$cart" --quiet -o "$work/$name.rom" 2>"$work/err" &&
        "$OXCART" pack "$cart" --quiet --release -o "$work/$name.release" 2>"$work/err" || { judge_reason "release_$name" "$(head -n 1 "$work/err")"; exit 1; }
    frames=600
    [ "$name" = showcase ] && frames=60
    reason=
    for image in rom release; do
        "$OXCART" run "$work/$name.$image" --headless --frames $frames --hash 2>/dev/null | grep '^frame=' >"$work/$name.$image.hashes"
    done
    [ "$(wc -l <"$work/$name.rom.hashes")" -eq $frames ] || reason="not $frames frames"
    cmp -s "$work/$name.rom.hashes" "$work/$name.release.hashes" || reason="frames differ"
    judge_reason "release_plays_like_development_$name" "$reason"
done

# ---- variants ----

image() { "$OXCART" pack "$@" --quiet 2>"$work/err" || reason="pack $*: $(head -n 1 "$work/err")"; }
flags() { "$OXCART" inspect "$1" | sed -n 's/^flags *//p'; }
game=$work/game
cp -r "$game" "$work/maker"
maker=$work/maker
head -c 600 rom/FORMAT.md >"$maker/body.bin"
printf 'menu of cheats for testers' >"$maker/notes.bin"
printf 'main body.bin\ndebug notes.bin\n' >"$maker/robot.parts"
sed -i 's/^scene main/sectioned robot robot.parts\nraw secret-garden body.bin\ndebug-memory 8K\noverlays off\nscene main\n  hud on\n  log-cycles/' "$maker/cart.txt"
reason=
for variant in debug development release; do image "$maker" -o "$work/maker.$variant" --variant $variant; done
image "$maker" -o "$work/maker.same" --release
image "$maker" -o "$work/maker.usual"
cmp -s "$work/maker.release" "$work/maker.same" || reason="--release is another than --variant release"
cmp -s "$work/maker.development" "$work/maker.usual" || reason="development is not what is packed without a word"
here=$(cd "$maker" && pwd)
grep -qF "$here/crate.obj" "$work/maker.debug" || reason="a debug image does not tell where its sources lie"
grep -qF "$here" "$work/maker.development" && reason="a development image tells where its sources lie"
for variant in debug development; do
    grep -q 'cheats for testers' "$work/maker.$variant" && grep -q 'secret-garden' "$work/maker.$variant" || reason="$variant holds no debug data"
done
case $(flags "$work/maker.release") in *names* | '') reason="flags of a release: $(flags "$work/maker.release")" ;; *release*closed*) ;; *) reason="flags: $(flags "$work/maker.release")" ;; esac
case $(flags "$work/maker.development") in *release* | *closed*) reason="flags of a development image" ;; esac
"$OXCART" dump "$work/maker.release" >"$work/release.txt" && "$OXCART" assemble "$work/release.txt" -o "$work/again.release" 2>"$work/err" &&
    cmp -s "$work/again.release" "$work/maker.release" || reason="a release does not come back from its dump: $(head -n 1 "$work/err")"
"$OXCART" pack "$maker" -o "$work/none.rom" --variant shipping 2>"$work/err"
[ $? -eq 2 ] && grep -q 'debug, development, release' "$work/err" || reason="an unknown variant: $(cat "$work/err")"
judge_reason release_variants_hold_what_they_should "$reason"

# The same game: with the same buttons, picture by picture; only developer options are other.
reason=
printf '5 press SELECT\n9 press A\n20 press RIGHT\n60 release RIGHT\n' >"$work/input"
"$OXCART" run "$work/maker.development" --headless --frames 300 --input "$work/input" --hash >"$work/development.hashes" 2>/dev/null
"$OXCART" run "$work/maker.release" --headless --frames 300 --input "$work/input" --hash >"$work/release.hashes" 2>/dev/null
grep -q 'cycles=' "$work/release.hashes" && reason="a release logs cycles"
grep '^frame=[0-9]* hash' "$work/development.hashes" >"$work/a"
grep '^frame=[0-9]* hash' "$work/release.hashes" >"$work/b"
[ "$(wc -l <"$work/a")" -eq 300 ] && cmp -s "$work/a" "$work/b" || reason="another game"
debug=$("$OXCART" dump "$work/maker.development" --chunk budget | sed -n 's/.*debug_bytes: *//p') none=$("$OXCART" dump "$work/maker.release" --chunk budget | sed -n 's/.*debug_bytes: *//p')
[ "$debug" = 8192 ] && [ "$none" = 0 ] || reason="debug memory: $debug and $none"
judge_reason release_fixes_developer_options "$reason"

# Overlays by policy.
reason=
sed 's/budget 192K/budget 192K\ndither on/; s/colour=#FFD860/colour=#60D8FF/' "$maker/cart.txt" >"$work/cart.txt"
cp -r "$maker" "$work/later"
mv "$work/cart.txt" "$work/later/cart.txt"
image "$work/later" -o "$work/patch.rom" --base "$work/maker.development"
"$OXCART" run "$work/maker.development" --overlay "$work/patch.rom" --headless --frames 2 --hash >"$work/out" 2>"$work/err" || reason="development: $(head -n 1 "$work/err")"
head -n 1 "$work/out" | cmp -s - "$work/a" && reason="the overlay changes nothing"
grep '^frame=1 ' "$work/out" >"$work/one"
grep '^frame=1 ' "$work/a" | cmp -s - "$work/one" && reason="the overlay shows nothing"
"$OXCART" pack "$work/later" -o "$work/none.rom" --quiet --release --base "$work/maker.release" 2>"$work/err"
[ $? -eq 1 ] && grep -q 'takes no overlays' "$work/err" || reason="an overlay of a closed base: $(head -n 1 "$work/err")"
"$OXCART" run "$work/maker.release" --overlay "$work/patch.rom" --headless --frames 2 --hash >"$work/out" 2>"$work/err"
grep '^frame=1 ' "$work/out" >"$work/one"
grep '^frame=1 ' "$work/a" | cmp -s - "$work/one" || reason="a closed release is changed by an overlay"
"$OXCART" run "$work/maker.release" --overlay "$work/patch.rom" --headless --frames 2 --strict >"$work/out" 2>"$work/err" && reason="strict play goes on without the overlay"
sed -i '/^overlays off/d' "$maker/cart.txt"
image "$maker" -o "$work/open.release" --release
image "$work/later" -o "$work/open.patch" --release --base "$work/open.release"
"$OXCART" run "$work/open.release" --overlay "$work/open.patch" --headless --frames 2 --hash >"$work/out" 2>"$work/err" || reason="an open release: $(head -n 1 "$work/err")"
grep '^frame=1 ' "$work/out" >"$work/one"
grep '^frame=1 ' "$work/a" | cmp -s - "$work/one" && reason="an open release is not changed"
judge_reason release_takes_overlays_by_policy "$reason"

# ---- what a stranger finds in an image and in a program ----

reason=
grep -rhoE 'FX_ASSERT_MSG\(.*, "[^"%]{12,}"' kernel raster rom fixedmath --include='*.c' --include='*.h' | sed 's/.*"\([^"]*\)"$/\1/' >"$work/sentences"
[ "$(wc -l <"$work/sentences")" -ge 20 ] || reason="no assertions to look for"
printable() { tr -c ' -~' '\n' <"$1" | awk 'length >= 6'; }
"$OXCART" export "$work/maker.release" --gba "$work/maker.gba" >"$work/out" 2>"$work/err"
exported=$?
"$OXCART" export "$work/maker.release" --desktop "$work/maker.program" >"$work/out" 2>"$work/desktop.err"
desktop=$?
if [ $desktop -eq 0 ]; then # a folder is packed on the way
    "$OXCART" export "$work/maker" --desktop "$work/folder.program" >"$work/out" 2>"$work/err" && [ -x "$work/folder.program" ] ||
        reason="a folder is not exported: $(head -n 1 "$work/err")"
fi
for file in "$work/maker.release" "$work/maker.gba" "$work/maker.program"; do
    [ -f "$file" ] || continue
    printable "$file" >"$work/strings"
    grep -niE 'assert|cheat|debug|menu of|secret-garden|console command|password|seed' "$work/strings" | grep -v ':assertions$\|:debug memory$\|seed: int) ->\|that the seed shuffles' >"$work/found" && # names of a part and of a class of memory; what a native takes
        reason="$file: $(head -n 1 "$work/found")"
    grep -nFf "$work/sentences" "$work/strings" >"$work/found" && reason="$file holds an assertion: $(head -n 1 "$work/found")"
    grep -nE '(kernel|raster|rom|fixedmath|platform|tools)/[a-z_/]+\.[ch]|\.c:[0-9]' "$work/strings" >"$work/found" && reason="$file names sources: $(head -n 1 "$work/found")"
    grep -nE '(mesh|texture|material|scene|level|raw|sectioned|package)/[a-z]' "$work/strings" >"$work/found" && reason="$file names ids: $(head -n 1 "$work/found")"
    grep -nF "$here" "$work/strings" >"$work/found" && reason="$file names a folder"
    case $file in *.program) continue ;; esac # an ELF file as such: its symbols are asked below
    grep -q 'ELF' "$work/strings" && reason="$file has symbols"
done
printable "$work/maker.debug" >"$work/strings"
grep -q 'secret-garden' "$work/strings" && grep -q 'mesh/crate' "$work/strings" || reason="the scan finds nothing in a debug image either"
judge_reason release_image_and_program_tell_nothing "$reason"
[ $exported -eq 0 ] || echo "skip release_program_tells_nothing $(head -n 1 "$work/err")"

# ---- the program of its own ----

# Debug programs are those with assertions (the build under sanitizers, with warnings on where clang made it); development programs
# are oxcart; release programs are stripped players. A hash a frame, of a game that is played with buttons.
reason=
if [ $desktop -ne 0 ]; then
    echo "skip release_program_is_stripped $(head -n 1 "$work/desktop.err")"
    echo "skip release_program_plays_like_development $(head -n 1 "$work/desktop.err")"
    echo "skip release_program_refuses_what_is_no_game $(head -n 1 "$work/desktop.err")"
else
    for tool in nm readelf; do command -v $tool >/dev/null || reason="no $tool"; done
    if [ -n "$reason" ]; then
        echo "skip release_program_is_stripped $reason"
    else
        [ -x "$work/maker.program" ] || reason="it cannot be started"
        [ "$(nm "$work/maker.program" 2>/dev/null | wc -l)" -eq 0 ] || reason="symbols: $(nm "$work/maker.program" | head -n 1)"
        [ "$(nm "$OXCART" 2>/dev/null | wc -l)" -gt 1000 ] || reason="nm finds no symbols in oxcart either"
        readelf -SW "$work/maker.program" 2>/dev/null | grep -oE '\.(debug_[a-z]*|symtab|strtab)' >"$work/found" && reason="it has $(head -n 1 "$work/found")"
        readelf -SW "$work/maker.program" 2>/dev/null | grep -q '\.text' || reason="readelf cannot read it"
        # What the system has to find by name is its own.
        nm -D "$work/maker.program" | grep -E ' (ox|rs|rom|fx|plat|host|cartridge)_' >"$work/found" && reason="it exports $(head -n 1 "$work/found")"
        judge_reason release_program_is_stripped "$reason"
    fi
    reason=
    frames=120
    "$OXCART" run "$work/maker.development" --headless --frames $frames --hash 2>/dev/null | grep '^frame=' >"$work/development.hashes"
    "$OXCART" export "$work/maker.release" --desktop "$work/logged.program" --log-hashes --frames $frames >/dev/null 2>"$work/err"
    "$work/logged.program" 2>"$work/log" >"$work/out" || reason="the program ends with $?: $(tail -n 1 "$work/log")"
    grep '^frame=' "$work/log" | sed 's/ *cycles=.*//' >"$work/program.hashes"
    [ "$(wc -l <"$work/development.hashes")" -eq $frames ] || reason="not $frames frames"
    cmp -s "$work/development.hashes" "$work/program.hashes" || reason="program and oxcart: $(diff "$work/development.hashes" "$work/program.hashes" | sed -n 2p)"
    judge_reason release_program_plays_like_development "$reason"
    # A program whose game is cut or changed says so; one without a game, too.
    reason=
    size=$(wc -c <"$work/logged.program")
    for what in cut "$B/host/player"; do
        file=$what
        if [ "$what" = cut ]; then
            file=$work/cut.program
            head -c $((size - 16)) "$work/logged.program" >"$file" && chmod +x "$file"
        fi
        "$file" >"$work/out" 2>"$work/err"
        [ $? -eq 1 ] && grep -q 'no whole game in this program' "$work/err" || reason="$what: $(head -n 1 "$work/err")"
    done
    cp "$work/logged.program" "$work/cut.program"
    printf 'XXXX' | dd of="$work/cut.program" bs=1 seek=$((size - 400)) conv=notrunc 2>/dev/null
    "$work/cut.program" >"$work/out" 2>"$work/err"
    [ $? -eq 1 ] && [ "$(wc -l <"$work/err")" -eq 1 ] || reason="a changed image: $(head -n 1 "$work/err")"
    "$work/logged.program" --nonsense >"$work/out" 2>"$work/err"
    [ $? -eq 2 ] && grep -q '^usage: ' "$work/err" || reason="an unknown option: $(head -n 1 "$work/err")"
    judge_reason release_program_refuses_what_is_no_game "$reason"
fi

# Debug programs: the objects are those of the suite's build under sanitizers, where it is there.
if [ ! -x "$B/sanitized/oxcart" ]; then
    echo "skip release_debug_program_plays_alike no oxcart with assertions in $B/sanitized"
else
    reason=
    "$B/sanitized/oxcart" run "$work/maker.debug" --headless --frames 60 --hash 2>"$work/err" | grep '^frame=' >"$work/debug.hashes"
    head -n 60 "$work/development.hashes" | cmp -s - "$work/debug.hashes" || reason="$(head -n 1 "$work/err") $(diff "$work/development.hashes" "$work/debug.hashes" | sed -n 2p)"
    strings -n 8 "$B/sanitized/oxcart" 2>/dev/null | grep -cFf "$work/sentences" >"$work/found"
    [ "$(cat "$work/found")" -ge 10 ] || reason="it has no assertions"
    judge_reason release_debug_program_plays_alike "$reason"
fi

if ! command -v python3 >/dev/null; then
    echo "skip release_holds_no_names no python3"
    exit $failed
fi
for name in showcase game; do
    python3 tests/scripts/command/read_rom.py list "$work/$name.rom" | awk '{ print $6 }' >"$work/$name.names"
    "$OXCART" dump "$work/$name.rom" --chunk names | sed -n 's/.*sources\[.*file: .*"\(.*\)"$/\1/p' | sort -u >"$work/$name.files"
    reason=
    [ "$(wc -l <"$work/$name.names")" -gt 5 ] || reason="the development image names nothing"
    grep -q '\.obj$' "$work/$name.files" || reason="the development image does not tell where meshes came from"
    while read -r word; do
        grep -qF -- "$word" "$work/$name.release" && reason="$word is in the release image"
    done <"$work/$name.names"
    while read -r word; do
        grep -qF -- "$word" "$work/$name.release" && reason="the path $word is in the release image"
    done <"$work/$name.files"
    judge_reason "release_holds_no_names_of_$name" "$reason"
done
exit $failed
