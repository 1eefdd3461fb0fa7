#!/bin/sh
# Plays carts on the Stellaris board in the emulator, in 64 KB of memory: frame hashes against this machine's, the display,
# a damaged image on it, the buttons, and what no game may exceed.
B=${B:-build}
MAKE=${MAKE:-make}
oxcart=$B/oxcart
names="lm3s6965_plays_like_this_machine lm3s6965_display lm3s6965_refuses_damage lm3s6965_buttons lm3s6965_export_refuses lm3s6965_suzanne_in_48_kb"
if ! command -v arm-none-eabi-gcc >/dev/null || ! command -v qemu-system-arm >/dev/null; then
    for name in $names; do echo "skip $name needs arm-none-eabi-gcc and qemu-system-arm"; done
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

verdict() { # name, whether it holds, why not
    if [ "$2" = yes ]; then echo "ok $1"; else echo "FAIL $1 $3"; fi
}

# Plays a file; the serial line goes to $work/log, the monitor reads standard input.
play() { # file
    timeout 60 qemu-system-arm -M lm3s6965evb -kernel "$1" -serial "file:$work/log" -display none -monitor stdio >"$work/monitor" 2>&1
}

# Waits until the log has a line, ten seconds at most.
wait_for() {
    i=0
    while ! grep -q "$1" "$work/log" 2>/dev/null && [ $i -lt 100 ]; do
        sleep 0.1
        i=$((i + 1))
    done
}

"$oxcart" new "$work/cart" >/dev/null
sed -i 's/^size .*/size 128x64/; s/^budget .*/budget 48K/; s/^frame .*/frame 12K/' "$work/cart/cart.txt"
grep -q '^frame' "$work/cart/cart.txt" || echo 'frame 12K' >>"$work/cart/cart.txt"
"$oxcart" pack "$work/cart" -o "$work/cart.rom" >"$work/out" 2>&1 || cat "$work/out"
"$oxcart" export "$work/cart.rom" --lm3s6965 "$work/cart.bin" --log-hashes --frames 20 >/dev/null 2>"$work/out"
"$oxcart" run "$work/cart.rom" --headless --frames 20 --hash --shot "$work/host.png" 2>/dev/null | grep '^frame=.*hash' >"$work/wanted"

# The picture is looked at when it stands: the last frame stays.
{
    wait_for quit
    echo "screendump $work/screen.ppm"
    sleep 0.5
    echo quit
} | play "$work/cart.bin"
tr -d '\r' <"$work/log" | grep '^frame=.*hash' >"$work/got"
cmp -s "$work/wanted" "$work/got" && [ -s "$work/got" ] && same=yes || same=no
verdict lm3s6965_plays_like_this_machine $same "$(head -n 1 "$work/log") $(diff "$work/wanted" "$work/got" | head -n 3 | tr '\n' ' ')"

# Each pixel of the display is four by four of the picture, and as grey as the palette says.
if command -v python3 >/dev/null; then
    python3 - "$work" <<'P' && same=yes || same=no
import struct, sys, zlib
work = sys.argv[1]
def png(name):
    data, at, rest = open(name, 'rb').read(), 8, b''
    while at < len(data):
        size, kind = struct.unpack('>I4s', data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b'IHDR': width, height, depth, colour = struct.unpack('>IIBB', body[:10])
        if kind == b'PLTE': palette = body
        if kind == b'IDAT': rest += body
        at += 12 + size
    raw, n, rows, before = zlib.decompress(rest), {2: 3, 3: 1, 6: 4}[colour], [], None
    for y in range(height):
        line = bytearray(raw[y * (width * n + 1) + 1:(y + 1) * (width * n + 1)])
        how = raw[y * (width * n + 1)]
        for i in range(len(line)):
            a = line[i - n] if i >= n else 0
            b = before[i] if before else 0
            c = before[i - n] if before and i >= n else 0
            p = a + b - c
            near = a if abs(p - a) <= abs(p - b) and abs(p - a) <= abs(p - c) else b if abs(p - b) <= abs(p - c) else c
            line[i] = (line[i] + (0, a, b, (a + b) // 2, near)[how]) & 255
        before = line
        rows.append([tuple(palette[3 * v:3 * v + 3]) for v in line] if colour == 3 else
                    [tuple(line[i:i + 3]) for i in range(0, len(line), n)])
    return rows
rows = png(work + '/host.png')
screen = open(work + '/screen.ppm', 'rb').read()
assert screen.startswith(b'P6\n512 256\n255\n'), screen[:20]
screen = screen[15:]
levels = {}
for y in range(64):
    for x in range(128):
        r, g, b = rows[y][x]
        grey = (77 * r + 150 * g + 29 * b + 2176) // 4352
        for dx, dy in ((0, 0), (3, 3)):
            at = 3 * ((4 * y + dy) * 512 + 4 * x + dx)
            levels.setdefault(grey, set()).add(screen[at])
# one shade of the display for each grey, brighter for brighter ones
assert all(len(v) == 1 for v in levels.values()), levels
shades = [min(levels[k]) for k in sorted(levels)]
assert len(shades) > 3 and shades == sorted(set(shades)), levels
P
    verdict lm3s6965_display $same "the display shows other greys than the picture has"
else
    echo "skip lm3s6965_display no python3 here"
fi

# One byte changed: the reason stands on the serial line.
cp "$work/cart.bin" "$work/bad.bin"
size=$(wc -c <"$work/cart.bin")
printf '\377' | dd of="$work/bad.bin" bs=1 seek=$((size - 200)) conv=notrunc 2>/dev/null
rm -f "$work/log"
{
    wait_for 'quit failed'
    echo quit
} | play "$work/bad.bin"
grep -q 'refused: offset.*checksum' "$work/log" && same=yes || same=no
verdict lm3s6965_refuses_damage $same "$(head -n 1 "$work/log")"

# Start (select and up) pauses the game: frames repeat from then on.
"$oxcart" export "$work/cart.rom" --lm3s6965 "$work/long.bin" --log-hashes --frames 100000 >/dev/null
rm -f "$work/log"
{
    wait_for 'frame=5 '
    # The emulator's buttons are seen from the first time on that they were let go.
    echo "sendkey ctrl-up 100"
    sleep 0.4
    echo "sendkey ctrl-up 300"
    i=0
    while [ "$(tail -n 4 "$work/log" | sed -n 's/.*hash=//p' | sed 1d | sed '$d' | sort -u | wc -l)" != 1 ] && [ $i -lt 100 ]; do
        sleep 0.1
        i=$((i + 1))
    done
    sleep 0.2
    tail -n 4 "$work/log" | sed -n 's/.*hash=//p' | sed '$d' | sort -u >"$work/paused"
    echo quit
} | play "$work/long.bin"
[ "$(wc -l <"$work/paused")" = 1 ] && [ "$(sed -n 's/.*hash=//p' "$work/log" | sort -u | wc -l)" -gt 5 ] && same=yes || same=no
verdict lm3s6965_buttons $same "the game did not pause: $(tr '\n' ' ' <"$work/paused")"

# Too large, too much memory.
"$oxcart" export "$B/showcase.rom" --lm3s6965 "$work/no.bin" 2>"$work/out"
[ $? = 1 ] && grep -q '240x160, the machine.s 128x64' "$work/out" &&
    ! "$oxcart" export "$B/showcase.rom" --lm3s6965 "$work/no.bin" --size 128x64 2>"$work/out" &&
    grep -q 'budget is 200704 bytes, the machine has 57344' "$work/out" && [ ! -e "$work/no.bin" ] && same=yes || same=no
verdict lm3s6965_export_refuses $same "$(cat "$work/out")"

# A model of 968 triangles, Gouraud, in less than 48 KB: the budget, the stack, and what the port and the program keep.
model=${MODELS:-../shared/data/models}/suzanne.obj
if [ -r "$model" ] && command -v arm-none-eabi-size >/dev/null; then
    "$oxcart" view "$model" --shade gouraud --size 128x64 --format pal8 --frames 8 --headless -o "$work/view.rom" >/dev/null 2>&1
    "$oxcart" run "$work/view.rom" --headless --frames 8 --hash 2>/dev/null | grep '^frame=.*hash' >"$work/wanted"
    "$oxcart" export "$work/view.rom" --lm3s6965 "$work/view.bin" --log-hashes --frames 8 >/dev/null
    rm -f "$work/log"
    {
        wait_for quit
        echo quit
    } | play "$work/view.bin"
    tr -d '\r' <"$work/log" | grep '^frame=.*hash' >"$work/got"
    budget=$(sed -n 's/.*budget \([0-9]*\) KB.*/\1/p' "$work/log")
    own=$(arm-none-eabi-size "$B/lm3s6965/base.elf" | awk 'NR == 2 { print $2 + $3 }')
    total=$((budget * 1024 + 4096 + own))
    echo "# suzanne, 968 triangles, Gouraud, 128x64: $total bytes of memory with everything, budget $budget KB, $(tr -d '\r' <"$work/log" | grep '^stack=')"
    cmp -s "$work/wanted" "$work/got" && [ -s "$work/got" ] && [ "$total" -le 49152 ] && same=yes || same=no
    verdict lm3s6965_suzanne_in_48_kb $same "$total bytes; $(head -n 2 "$work/log")"
else
    echo "skip lm3s6965_suzanne_in_48_kb no ../shared/data"
fi
