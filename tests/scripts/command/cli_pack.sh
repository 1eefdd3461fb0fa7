#!/bin/sh
# The oxcart command on files good and bad: exit codes, one-line errors, and what is in a ROM image.
. tests/judge.sh
B=${B:-build}
OXCART=${OXCART:-$B/oxcart}
work=$B/cli
failed=0
rm -rf "$work"
mkdir -p "$work"

said() { head -n 1 "$work/err"; }

# try CODE PATTERN ARGUMENTS...: runs oxcart; sets reason when the exit code differs, when no line of the
# errors matches the pattern, or when the message takes more than one line.
try() {
    code=$1 pattern=$2
    shift 2
    "$OXCART" "$@" >"$work/out" 2>"$work/err"
    got=$?
    [ $got -eq "$code" ] || { reason="oxcart $*: exit code $got instead of $code: $(said)"; return; }
    [ -z "$pattern" ] && return
    grep -q -- "$pattern" "$work/err" || reason="oxcart $*: said: $(said)"
    [ "$code" -eq 0 ] || [ "$(wc -l <"$work/err")" -eq 1 ] || reason="oxcart $*: more than one line of error"
}

[ -x "$OXCART" ] || { echo "FAIL cli_pack $OXCART is not built"; exit 1; }

# ---- a cart from nothing ----

reason=
try 0 '' new "$work/game"
try 0 '' pack "$work/game" -o "$work/game.rom"
try 0 '' check "$work/game.rom"
try 0 '' ls "$work/game.rom"
grep -q 'mesh/crate *12 triangles' "$work/out" || reason="ls does not show the crate"
try 0 '' run "$work/game.rom" --headless --frames 3 --hash
cp "$work/out" "$work/hashes"
try 0 '' run "$work/game" --headless --frames 3 --hash
cmp -s "$work/out" "$work/hashes" || reason="a folder and its image look different"
[ "$(grep -c '^frame=[0-2] hash=[0-9a-f]\{8\}$' "$work/hashes")" -eq 3 ] ||
    reason="--hash does not print 3 frames"
try 1 'not an empty folder' new "$work/game"
judge_reason cli_new_packs_and_runs "$reason"

reason=
cp -r "$work/game" "$work/other"
rm "$work/other/"*.obj # and back in another order
for f in lamp ground crate; do cp "$work/game/$f.obj" "$work/other/"; done
try 0 '' pack "$work/other" -o "$work/other.rom"
cmp -s "$work/game.rom" "$work/other.rom" || reason="the same cart gave other bytes"
try 0 '' pack "$work/game" -o "$work/release.rom" --release
grep -q 'mesh/crate' "$work/release.rom" && reason="--release leaves names in"
try 0 '' check "$work/release.rom"
judge_reason cli_pack_is_deterministic "$reason"

reason=
cp -r "$work/game" "$work/hall"
printf 'level 1\nbounds -9,-9,-9 9,9,9\nspawn orc at=1,0,0\nspawn dot at=0,0,0\nset spawn_alive 4\nspawn orc at=2,0,0\n' >"$work/hall/hall.level"
echo 'level hall hall.level' >>"$work/hall/cart.txt"
try 0 '' pack "$work/hall" -o "$work/hall.rom"
# CRC-32 of orc and dot
grep -qx "level/hall: 2 x #75787e99, 4 x #059278a3" "$work/out" || reason="pack says: $(cat "$work/out")"
judge_reason cli_pack_prints_what_spawners_ask_for "$reason"

# Levels in blocks, prepared levels, parts in memory of their own, what nothing refers to.
reason=
cp -r "$work/game" "$work/parts"
head -c 700 rom/FORMAT.md >"$work/parts/body.bin"
printf 'notes for people' >"$work/parts/notes.bin"
printf 'main body.bin\nvideo body.bin align=32 pack\ndebug notes.bin\n' >"$work/parts/robot.parts"
printf 'level 1\nprepared\nstreamed\nbounds -9,-9,-9 9,9,9\nspawn orc at=1,0,0\nset body @sectioned/robot\nspawn orc at=2,0,0\n' >"$work/parts/hall.level"
printf 'blocks 2K,8\npool orc count=4 size=48\nlevel hall hall.level\nsectioned robot robot.parts\nraw kept body.bin\nraw lost notes.bin\nkeep raw/k*\n' >>"$work/parts/cart.txt"
try 0 'note: raw/lost is left out' pack "$work/parts" -o "$work/parts.rom"
grep -q 'prepared: 2 objects lie there from the start, 96 bytes' "$work/out" || reason="pack says: $(cat "$work/out")"
grep -q 'package/level/hall: 2 of 2 items in 1 blocks of 2048 bytes' "$work/out" || reason="pack says: $(cat "$work/out")"
try 0 '' check "$work/parts.rom"
try 0 '' ls "$work/parts.rom"
grep -q 'raw/kept' "$work/out" || reason="what is to be kept is not there"
grep -q 'raw/lost' "$work/out" && reason="what nothing refers to is there"
grep -q 'notes for people' "$work/parts.rom" || reason="a debug section is not there"
try 0 '' pack "$work/parts" -o "$work/parts.release" --release
grep -q 'notes for people' "$work/parts.release" && reason="--release leaves a debug section in"
try 0 '' check "$work/parts.release"
sed -i 's/count=4/count=1/' "$work/parts/cart.txt"
try 1 'hall is prepared with 2 objects' pack "$work/parts" --quiet -o "$work/parts2.rom"
sed -i 's/count=1 /count=4 /; s/blocks 2K,8/blocks 512,8/' "$work/parts/cart.txt"
try 1 'sectioned/robot.* bytes, a block of' pack "$work/parts" --quiet -o "$work/parts2.rom"
[ -f "$work/parts2.rom" ] && reason="a refused cart left an image"
judge_reason cli_pack_streams_prepares_and_leaves_out "$reason"

# ---- an independent reader ----

six_columns() { awk '{ print $1, $2, $3, $4, $5, $6 }'; }
if command -v python3 >/dev/null; then
    reason=
    for rom in game release parts; do
        "$OXCART" ls "$work/$rom.rom" | sed -n '/^id /,$p' | tail -n +2 | six_columns >"$work/a"
        python3 tests/scripts/command/read_rom.py list "$work/$rom.rom" | six_columns >"$work/b"
        cmp -s "$work/a" "$work/b" || reason="$rom.rom: the listings differ"
        [ -s "$work/b" ] || reason="$rom.rom: nothing is listed"
        python3 tests/scripts/command/read_rom.py check "$work/$rom.rom" >"$work/out" 2>"$work/err" ||
            reason="$(said)"
    done
    judge_reason cli_format_is_what_its_text_says "$reason"
else
    echo "skip cli_format_is_what_its_text_says no python3"
fi

# ---- damaged images ----

reason=
size=$(wc -c <"$work/game.rom")
: >"$work/empty.rom"
head -c 63 "$work/game.rom" >"$work/short.rom"
head -c $((size - 4)) "$work/game.rom" >"$work/cut.rom"
head -c 4000 /dev/zero >"$work/zeros.rom"
{ head -c 4 "$work/game.rom"; printf '\002'; tail -c +6 "$work/game.rom"; } >"$work/header.rom"
{ head -c 4001 "$work/game.rom"; printf '\252'; tail -c +4003 "$work/game.rom"; } >"$work/byte.rom"
for verb in check ls; do
    try 1 'empty.rom@0: error: the file ends after 0 bytes' $verb "$work/empty.rom"
    try 1 'short.rom@63: error: the file ends after 63 bytes' $verb "$work/short.rom"
    try 1 'cut.rom@8: error: the header says .* bytes, only' $verb "$work/cut.rom"
    try 1 'zeros.rom@0: error: not a ROM image' $verb "$work/zeros.rom"
    try 1 'header.rom@60: error: header checksum' $verb "$work/header.rom"
    try 1 'absent.rom: ' $verb "$work/absent.rom"
done
"$OXCART" check "$work/byte.rom" >"$work/out" 2>"$work/err" && reason="a changed byte is not noticed"
grep -q 'byte.rom@56: error: content checksum' "$work/err" && grep -q 'byte.rom@[0-9]*: error: chunk' "$work/err" ||
    reason="check says: $(said)"
for rom in empty short cut zeros header; do
    try 1 "$rom.rom: " run "$work/$rom.rom" --headless --frames 1
done
judge_reason cli_damaged_images_are_refused "$reason"

if command -v python3 >/dev/null; then
    reason=
    python3 - "$work/game.rom" "$work/newer.rom" "$work/minor.rom" <<'PYTHON'
import struct, sys, zlib
data = bytearray(open(sys.argv[1], "rb").read())
for path, at, value in ((sys.argv[2], 4, 2), (sys.argv[3], 5, 7)):
    copy = bytearray(data)
    copy[at] = value
    copy[60:64] = struct.pack("<I", zlib.crc32(copy[:60]))
    open(path, "wb").write(copy)
PYTHON
    try 1 'newer.rom@4: error: format version 2, this reader knows version 1' check "$work/newer.rom"
    try 0 '' check "$work/minor.rom"
    judge_reason cli_version_of_the_format "$reason"
else
    echo "skip cli_version_of_the_format no python3"
fi

# ---- carts with mistakes ----

reason=
mkdir -p "$work/clear"
printf 'mesh m a.obj\nscene main\ncamera at=0,0,4 target=0,0,0\nobject m\nend\n' >"$work/clear/cart.txt"
printf 'mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl b\nf 1 2 3\n' >"$work/clear/a.obj"
printf 'newmtl b\nd 0\n' >"$work/clear/a.mtl"
try 0 'cart.txt:1: warning: material `m.b` of mesh `m` cannot be seen.*write `material m.b`' pack "$work/clear" -o "$work/clear.rom"
printf 'material m.b colour=#FF0000\n' >>"$work/clear/cart.txt"
try 0 '' pack "$work/clear" -o "$work/clear.rom"
grep -q 'cannot be seen' "$work/err" && reason="a material of cart.txt is said to be invisible"
judge_reason cli_pack_tells_of_materials_that_cannot_be_seen "$reason"

reason=
cp -r "$work/game" "$work/bad"
rm "$work/bad/crate.png" "$work/bad/lamp.obj"
try 0 'cart.txt:[0-9]*: warning: texture `crate`: .*crate.png is missing' pack "$work/bad" -o "$work/bad.rom"
grep -q 'cart.txt:[0-9]*: warning: mesh `lamp`: .*lamp.obj is missing' "$work/err" ||
    reason="the missing mesh is not named"
grep -q '2 assets are missing' "$work/out" || reason="the missing assets are not counted"
try 0 'warning: chunk .* names the mesh' check "$work/bad.rom"
try 0 'is not in the image: .* stands in' run "$work/bad.rom" --headless --frames 2
judge_reason cli_missing_assets_become_placeholders "$reason"

reason=
cp "$work/game/lamp.obj" "$work/bad/"
head -c 40 "$work/game/crate.png" >"$work/bad/crate.png"
try 1 'crate.png' pack "$work/bad" -o "$work/none.rom"
cp "$work/game/crate.png" "$work/bad/"
printf 'v 0 0 0\nf 1 2 3\n' >"$work/bad/lamp.obj"
try 1 'lamp.obj:2: error: ' pack "$work/bad" -o "$work/none.rom"
sed 's/^mesh lamp/mesh lmap/' "$work/game/cart.txt" >"$work/bad/cart.txt"
cp "$work/game/lamp.obj" "$work/bad/"
try 1 'cart.txt:[0-9:]* error: there is no mesh `lamp`; did you mean `lmap`?' pack "$work/bad" -o "$work/none.rom"
sed 's/texture=crate/texture=crat/' "$work/game/cart.txt" >"$work/bad/cart.txt"
try 1 'there is no texture `crat`; did you mean `crate`?' pack "$work/bad" -o "$work/none.rom"
sed 's/material=lamp/material=lampe/' "$work/game/cart.txt" >"$work/bad/cart.txt"
try 1 'there is no material `lampe`; did you mean `lamp`?' pack "$work/bad" -o "$work/none.rom"
sed 's/^format/fromat/' "$work/game/cart.txt" >"$work/bad/cart.txt"
try 1 'cart.txt:[0-9:]* error: `fromat` is unknown; did you mean `format`?' pack "$work/bad" -o "$work/none.rom"
rm "$work/bad/cart.txt"
try 1 'cart.txt' pack "$work/bad" -o "$work/none.rom"
[ -e "$work/none.rom" ] && reason="a failed pack left a file"
judge_reason cli_mistakes_in_carts_are_explained "$reason"

reason=
sed 's/^budget .*/budget 128M/' "$work/game/cart.txt" >"$work/other/cart.txt"
try 0 '' pack "$work/other" -o "$work/big.rom"
try 1 'big.rom: error: budget 131072 KB is larger than this machine.s 65536 KB' \
    run "$work/big.rom" --headless --frames 1
try 0 '' run "$work/big.rom" --headless --frames 1 --memory 160M
judge_reason cli_budget_beyond_the_machine "$reason"

reason=
mkdir -p "$work/large"
{ printf 'P5 1024 1024 255\n'; head -c 1048576 /dev/zero; } >"$work/large/grey.pgm"
printf 'texture grey grey.pgm\nscene main\n camera at=0,0,1 target=0,0,0\nend\n' >"$work/large/cart.txt"
try 0 'texture `grey` takes 1024 KB of the image, and the whole budget of the cart is 256 KB' pack "$work/large" -o "$work/large.rom"
sed -i '1i budget 2M' "$work/large/cart.txt"
try 0 '' pack "$work/large" -o "$work/large.rom"
grep -q 'whole budget' "$work/err" && reason="said with a large budget, too"
judge_reason cli_pack_tells_of_textures_larger_than_the_budget "$reason"

# ---- places that cannot be written ----

reason=
if [ -w /dev/full ]; then
    try 1 '/dev/full' pack "$work/game" -o /dev/full
    for words in "ls $work/game.rom" help version; do
        # shellcheck disable=SC2086
        "$OXCART" $words >/dev/full 2>"$work/err" && reason="oxcart $words does not notice a full disk"
        grep -q 'standard output' "$work/err" || reason="oxcart $words said: $(said)"
    done
    judge_reason cli_full_disk "$reason"
else
    echo "skip cli_full_disk no /dev/full"
fi
reason=
mkdir "$work/locked"
echo old >"$work/locked/game.rom"
chmod 555 "$work/locked"
as_nobody() { setpriv --reuid=65534 --clear-groups "$@"; }
if [ "$(id -u)" -ne 0 ]; then
    try 1 'locked' pack "$work/game" -o "$work/locked/game.rom"
    [ "$(cat "$work/locked/game.rom")" = old ] || reason="the old file was harmed"
    judge_reason cli_read_only_folder "$reason"
elif command -v setpriv >/dev/null && as_nobody test -r "$work/game.rom" -a -x "$OXCART"; then
    as_nobody "$OXCART" pack "$work/game" -o "$work/locked/game.rom" >"$work/out" 2>"$work/err" &&
        reason="wrote into a read-only folder"
    grep -q 'locked' "$work/err" || reason="said: $(said)"
    [ "$(cat "$work/locked/game.rom")" = old ] || reason="the old file was harmed"
    judge_reason cli_read_only_folder "$reason"
else
    echo "skip cli_read_only_folder root may write everywhere"
fi
chmod 755 "$work/locked"
reason=
try 1 'nowhere' pack "$work/game" -o "$work/nowhere/game.rom"
[ -z "$(ls -A "$work" | grep '[.]part$')" ] || reason="a partial file was left"
judge_reason cli_output_folder_must_exist "$reason"

# ---- words of the command line ----

reason=
try 2 '' # no verb: the overview
try 2 'unknown verb pakc, did you mean pack?' pakc
try 2 'the folder of the cart is missing' pack
try 2 '-o FILE.rom is missing' pack "$work/game"
try 2 'unknown option --quite, did you mean --quiet?' pack "$work/game" --quite
try 2 'one word too many: b' ls a b
try 2 '--frames x: a whole number from 1' run "$work/game.rom" --frames x
try 2 '--frames 0: a whole number from 1' run "$work/game.rom" --frames 0
try 2 '--frames needs a value' run "$work/game.rom" --frames
try 2 '--format rgb: one of pal8, rgb565' run "$work/game.rom" --format rgb
try 2 '--size 1x1: WIDTHxHEIGHT' view x.obj --size 1x1
try 2 '--shade shiny: one of unlit, flat' view x.obj --shade shiny
try 2 '--at without --shot' run "$work/game.rom" --headless --at 3
try 2 '--at 9, but only the frames 0 to 4' \
    run "$work/game.rom" --headless --frames 5 --shot "$work/s.png" --at 9
try 2 'exclude each other' run "$work/game.rom" --headless --terminal
try 2 'one of --gba OUT.gba, --lm3s6965' export "$work/game.rom"
try 2 'no help on pakc, did you mean pack?' help pakc
try 0 '' help
for verb in $(sed -n 's/^  \([a-z]*\)  *.*/\1/p' "$work/out"); do
    try 0 '' help "$verb"
    grep -q '^example: ' "$work/out" || reason="help $verb has no example"
    cp "$work/out" "$work/help"
    try 0 '' "$verb" --help
    case $verb in cart | level | help) continue ;; esac
    cmp -s "$work/out" "$work/help" || reason="$verb --help differs"
done
try 0 '' version
grep -q '^oxcart [0-9]' "$work/out" || reason="version prints: $(cat "$work/out")"
judge_reason cli_wrong_usage_exits_with_2 "$reason"
exit $failed
