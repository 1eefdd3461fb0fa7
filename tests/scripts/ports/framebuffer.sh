#!/bin/sh
# Linux without a desktop: boots a kernel in qemu-system-x86_64 with the oxcart command alone, and compares the machine's screen, pixel for pixel, with the
# headless pictures: a card of the kernel's graphics drivers, its old framebuffer, and framebuffers of 16 and 32 bits that the start-up program leaves
# behind. Keys move the game, Alt+F2 leaves it and Alt+F1 comes back, and the console is as it was after the end and after a crash.
# The kernel is that of tools/deps.sh, or the machine's own; OXCART_KERNEL names another folder with boot/vmlinuz-* and lib/modules.
B=${B:-build}
work=$B/framebuffer
for tool in qemu-system-x86_64 python3 ldd; do
    command -v "$tool" >/dev/null || { echo "skip framebuffer $tool is not installed"; exit 0; }
done
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "skip framebuffer the machine in QEMU needs programs of Linux on x86-64"; exit 0; }
root=
for folder in "$OXCART_KERNEL" /usr/local/lib/oxcart-kernel /; do
    [ -n "$folder" ] && ls "$folder"/boot/vmlinuz-* >/dev/null 2>&1 && root=$folder && break
done
[ -n "$root" ] || { echo "skip framebuffer there is no kernel of Linux to boot: sh tools/deps.sh"; exit 0; }
rm -rf "$work"
mkdir -p "$work/cells"
cat >"$work/cells/cart.txt" <<'END'
title "Cells"
size 240x160
script game game.goad
scene main
  camera at=0,5,6 target=0,0,0
  behaviour Board
end
END
# What keys do is a picture of its own, however long they are held; Start makes every step another picture.
cat >"$work/cells/game.goad" <<'END'
behaviour Board {
    var x = 4
    var y = 3
    var steps = 0
    var goes = false
    on Press(b) {
        if b == Button.RIGHT { x += 1 }
        if b == Button.DOWN { y += 1 }
        if b == Button.START { goes = true }
    }
    on tick { if goes { steps += 1 } }
    on draw {
        rectangle_fill(0, 0, 240, 160, #203050)
        circle_fill(120 + steps % 100, 100, 20, #D04838)
        rectangle_fill(x * 16, y * 16, 16, 16, #F0C040)
        text("{steps}", 4, 4)
    }
}
END
"$B/oxcart" pack "$work/cells" --quiet -o "$work/cells.rom" || { echo "FAIL framebuffer the cart does not pack"; exit 1; }
${CC:-cc} -static -O1 tests/ports/board_init.c -o "$work/init" 2>"$work/cc.log" ||
    { echo "skip framebuffer the machine's first process does not link: $(head -n 1 "$work/cc.log")"; exit 0; }
timeout 400 python3 tests/scripts/ports/framebuffer.py "$root" "$B/oxcart" "$work/init" "$work" 2>"$work/python.log"
status=$?
[ -s "$work/python.log" ] && { echo "FAIL framebuffer $(tail -n 1 "$work/python.log")"; exit 1; }
exit $status
