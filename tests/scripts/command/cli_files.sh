#!/bin/sh
# Files as they are met: what is no file is refused by name and never waited for; what cannot be written whole is neither left behind nor
# told as done; and a file has its name when its bytes are on the disk.
name=cli_files
. tests/cli.sh

# ---- pipes and devices in the place of files ----

reason=
good new cart
mkfifo pipe
cp -r cart piped
cp -r cart links
cp -r cart device
rm piped/crate.png links/crate.png device/crate.obj
mkfifo piped/crate.png
ln -s ../pipe links/crate.png
ln -s /dev/zero device/crate.obj
refuse() { # PATTERN WORDS...: within ten seconds
    pattern=$1
    shift
    timeout 10 "$OXCART" "$@" >out 2>err
    got=$?
    [ $got -eq 1 ] && grep -q -- "$pattern" err || reason="oxcart $*: exit code $got, said: $(head -n 1 err)"
}
for verb in pack check; do
    output=
    [ $verb = pack ] && output='-o x.rom --no-cache'
    refuse 'piped/crate.png.* is a pipe, not a file' $verb piped $output
    refuse 'links/crate.png.* is a pipe, not a file' $verb links $output
    refuse 'device/crate.obj.* is a device, not a file' $verb device $output
done
refuse 'pipe: .*is a pipe, not a file' view pipe --headless
refuse 'pipe: .*is a pipe, not a file' run pipe --headless
refuse 'pipe: .*is a pipe, not a file' inspect pipe
refuse 'pipe.*: .*is a pipe, not a file' convert pipe -o x.png
[ ! -e x.rom ] && [ ! -e x.png ] || reason="something was written"
timeout 10 "$OXCART" run cart --headless --frames 2 --saves pipe >out 2>err || reason="saves in a pipe: exit code $?"
judge files_pipes_and_devices_are_refused_by_name "$reason"

# ---- files that no importer knows ----

reason=
echo 'hello' >thing.xyz
refuse 'these are read: png .* obj .* wav .* tmx ' import thing.xyz
for kind in 'texture:save it as PNG' 'mesh:save it as IQM' 'sound:save it as WAV' 'song:save it as XM' 'tilemap:other maps are read as TMX'; do
    rm -rf other
    mkdir other
    printf '%s a thing.xyz\nscene main\n camera at=0,0,1 target=0,0,0\nend\n' "${kind%%:*}" >other/cart.txt
    cp thing.xyz other
    refuse "thing.xyz.*${kind#*:}" pack other -o x.rom --no-cache
done
judge files_of_no_importer_are_answered_with_what_is_read "$reason"

# ---- what cannot be written ----

reason=
for output in /dev/full nowhere/x.rom; do
    "$OXCART" pack cart -o $output --no-cache >out 2>err
    [ $? -eq 1 ] || reason="$output: exit code"
    [ -s out ] && reason="$output: said before: $(head -n 1 out)"
    grep -q "$output: .*cannot write" err || reason="$output: $(head -n 1 err)"
done
good pack cart -o cart.rom --no-cache
grep -q '^cart.rom: [0-9]* bytes' out || reason="a success says: $(head -n 1 out)"
sed 's/scale=0.3/scale=0.4/' cart/cart.txt >cart.new && mv cart.new cart/cart.txt
"$OXCART" pack cart --base cart.rom -o /dev/full --no-cache >out 2>err && reason="an overlay on a full disk passes"
[ -s out ] && reason="an overlay: said before: $(head -n 1 out)"
"$OXCART" pack cart --target desktop,gba -o /dev/full --no-cache >out 2>err && reason="two machines on a full disk pass"
[ -s out ] && reason="two machines: said before: $(head -n 1 out)"
good pack cart --base cart.rom -o over.rom --no-cache
grep -q 'chunks differ from cart.rom' out || reason="an overlay says: $(head -n 1 out)"
judge files_pack_tells_what_it_has_written "$reason"

# A disk that is full after some kilobytes: files may not grow beyond.
reason=
mkdir sound
{ printf 'RIFF\104\003\000\000WAVEfmt \020\000\000\000\001\000\001\000\100\037\000\000\100\037\000\000\001\000\010\000data\040\003\000\000'
  head -c 800 cart/cart.txt; } >sound/beep.wav
printf 'audio rate=8000 channels=1\nsound beep beep.wav\nscene main\n camera at=0,0,1 target=0,0,0\n music beep\nend\n' >sound/cart.txt
good pack sound -o sound.rom --no-cache
good run sound.rom --headless --frames 120 --quiet --wav whole.wav
[ "$(wc -c <whole.wav)" -gt 16000 ] || reason="the sound has $(wc -c <whole.wav) bytes"
echo old >kept.wav
for output in new.wav kept.wav; do
    ( trap '' XFSZ; ulimit -f 4; "$OXCART" run sound.rom --headless --frames 120 --quiet --wav $output ) >out 2>err
    [ $? -eq 1 ] && grep -q "$output: .*the sound is not kept" err || reason="$output: $(head -n 1 err)"
done
[ ! -e new.wav ] && [ "$(cat kept.wav)" = old ] || reason="half a sound is left"
set -- *.part
[ ! -e "$1" ] || reason="$1 is left"
judge files_half_a_sound_is_not_left "$reason"

# ---- on the disk before it has its name ----

cat >order.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
int fsync(int file) { fprintf(stderr, "fsync\n"); return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file); }
int rename(const char *from, const char *to) {
    fprintf(stderr, "rename %s\n", to);
    return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(from, to);
}
C
if ${CC:-cc} -shared -fPIC order.c -o order.so -ldl 2>err && LD_PRELOAD=./order.so "$OXCART" help >out 2>&1; then
    reason=
    LD_PRELOAD=./order.so "$OXCART" convert "$root/rom/carts/showcase/wood.xpm" -o wood.png --quiet 2>err || reason=$(head -n 1 err)
    [ "$(grep -B1 '^rename .*wood.png' err | head -n 1)" = fsync ] || reason="$(tr '\n' ' ' <err)"
    judge files_are_on_the_disk_before_they_have_their_name "$reason"
else
    echo "skip files_are_on_the_disk_before_they_have_their_name nothing can be put before the system's functions here"
fi
exit $failed
