"""Boots a Linux kernel in QEMU with the oxcart command and nothing else, and looks at its screen: framebuffer.py KERNEL_ROOT OXCART INIT WORK

The screen's picture has whole squares of pixels, a black border, and the hash of a picture of the headless run with the same keys. Prints `ok` and
`FAIL` lines."""
import binascii, glob, lzma, os, socket, subprocess, sys, time

sys.path.insert(0, "tests")
from png_words import pixels  # noqa: E402

ROOT, OXCART, INIT, WORK = sys.argv[1:5]
PATIENCE = 60
failures = 0


def judge(name, fine, reason):
    global failures
    failures += not fine
    print(f"ok framebuffer_{name}" if fine else f"FAIL framebuffer_{name} {reason}", flush=True)


# ---- what the machine is made of ----

def newest(pattern):
    found = sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True))
    return found[-1] if found else None


KERNEL = newest("boot/vmlinuz-*")
VERSION = os.path.basename(KERNEL)[len("vmlinuz-"):]
FOLDERS = [os.path.join(ROOT, folder, VERSION) for folder in ("lib/modules", "usr/lib/modules")]
MODULES = {os.path.basename(path).split(".ko")[0].replace("-", "_"): path
           for folder in FOLDERS for path in glob.glob(folder + "/kernel/**/*.ko*", recursive=True)}


def module_bytes(name):
    with open(MODULES[name], "rb") as file:
        data = file.read()
    return lzma.decompress(data) if MODULES[name].endswith(".xz") else data


def with_needs(names, done):
    """The modules with what they need before them."""
    for name in names:
        if name in done or name not in MODULES:
            continue
        data = module_bytes(name)
        at = data.find(b"\0depends=")
        needs = data[at + 9:data.index(b"\0", at + 9)].decode().split(",") if at >= 0 else []
        with_needs([need.replace("-", "_") for need in needs if need], done)
        done[name] = data
    return done


def libraries():
    for line in subprocess.run(["ldd", OXCART], capture_output=True, text=True, check=True).stdout.splitlines():
        word = [word for word in line.split() if word.startswith("/")]
        if word:
            yield word[0]


def entry(name, data, mode, number):
    head = "070701" + "".join("%08X" % value for value in (
        number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0))
    text = head.encode() + name.encode() + b"\0"
    text += b"\0" * (-len(text) % 4)
    return text + data + b"\0" * (-len(data) % 4)


def archive(path, files):
    folders = {""}
    for name in files:
        parts = name.split("/")[:-1]
        folders.update("/".join(parts[:count + 1]) for count in range(len(parts)))
    with open(path, "wb") as out:
        number = 1
        for name in sorted(folders - {""}):
            out.write(entry(name, b"", 0o40755, number))
            number += 1
        for name, data in files.items():
            out.write(entry(name, data, 0o100755, number))
            number += 1
        out.write(entry("TRAILER!!!", b"", 0, 0))


def read(path):
    with open(path, "rb") as file:
        return file.read()


def base_files():
    files = {"init": read(INIT), "oxcart": read(OXCART), "cells.rom": read(os.path.join(WORK, "cells.rom"))}
    for path in libraries():
        files[("lib64/" if "ld-linux" in path else "lib/") + os.path.basename(path)] = read(path)
    return files


# ---- the machine ----

class Machine:
    def __init__(self, name, jobs, modules, arguments):
        self.name, self.log = name, os.path.join(WORK, name + ".log")
        files = dict(FILES)
        files["jobs"] = ("\n".join(jobs) + "\n").encode()
        for number, (module, data) in enumerate(with_needs(modules, {}).items()):
            files["modules/%02d-%s.ko" % (number, module)] = data
        image, monitor = os.path.join(WORK, name + ".cpio"), os.path.join(WORK, name + ".monitor")
        archive(image, files)
        self.qemu = subprocess.Popen(
            ["qemu-system-x86_64", "-M", "pc", "-accel", "tcg", "-cpu", "max", "-m", "512", "-vga", "std", "-display", "none",
             "-nic", "none", "-no-reboot", "-kernel", KERNEL, "-initrd", image, "-serial", "file:" + self.log,
             "-monitor", f"unix:{monitor},server,nowait", "-append",
             "console=ttyS0 console=tty0 quiet panic=-1 random.trust_cpu=on " + arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
        self.monitor = socket.socket(socket.AF_UNIX)
        self.until(lambda: self.connect(monitor))
        self.answer()

    def connect(self, path):
        try:
            self.monitor.connect(path)
            return True
        except OSError:
            return False

    def answer(self):
        text = b""
        while not text.endswith(b"(qemu) "):
            part = self.monitor.recv(65536)
            if not part:
                break
            text += part
        return text

    def say(self, command):
        self.monitor.sendall(command.encode() + b"\n")
        return self.answer()

    def key(self, *keys):
        for key in keys:
            self.say("sendkey " + key)
            time.sleep(0.3)

    def until(self, holds, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if holds():
                return True
            time.sleep(0.2)
        return False

    def said(self):
        return open(self.log, errors="replace").read() if os.path.exists(self.log) else ""

    def hears(self, text, seconds=PATIENCE):
        return self.until(lambda: text in self.said() or self.qemu.poll() is not None, seconds) and text in self.said()

    def screen(self):
        path = os.path.join(WORK, self.name + ".ppm")
        self.say("screendump " + path)
        data = read(path)
        magic, size, most, pixels = data.split(b"\n", 3)
        width, height = map(int, size.split())
        return width, height, pixels

    def end(self):
        try:
            self.say("quit")
        except OSError:
            pass
        self.qemu.kill()
        self.qemu.wait()


def picture(width, height, pixels, wide, high):
    """The hash of the picture in the middle of a screen; None: it is not a picture of wide x high with a black border."""
    scale = min(width // wide, height // high)
    if scale == 0:
        return None
    left, top = (width - wide * scale) // 2, (height - high * scale) // 2
    row = width * 3
    words = bytearray()
    for y in range(height):
        line = pixels[y * row:(y + 1) * row]
        inside = top <= y < top + high * scale
        shown = line[left * 3:(left + wide * scale) * 3] if inside else b""
        if any(line[:left * 3]) or any(line[(left + wide * scale) * 3:]) or (not inside and any(line)):
            return None
        if not inside:
            continue
        small = [shown[channel::3 * scale] for channel in range(3)]
        for channel in range(3):
            for step in range(1, scale):
                if shown[channel + 3 * step::3 * scale] != small[channel]:
                    return None
        if (y - top) % scale == 0:
            one = bytearray(wide * 4)
            one[0::4], one[1::4], one[2::4] = small[2], small[1], small[0]
            words += one
            before = shown
        elif shown != before:
            return None
    return "%08x" % binascii.crc32(words)


def headless(script, frames, *options):
    path = os.path.join(WORK, "keys")
    with open(path, "w") as file:
        file.write(script)
    return subprocess.run([OXCART, "run", os.path.join(WORK, "cells.rom"), "--headless", "--frames", str(frames), "--input", path,
                           *options], capture_output=True, text=True, check=True).stdout


def last_picture(script, frames, *options):
    """The hash of the last picture of a headless run."""
    path = os.path.join(WORK, "last.png")
    headless(script, frames, "--shot", path, *options)
    return "%08x" % binascii.crc32(pixels(path))


def all_pictures(script, frames):
    """The hashes of all its pictures."""
    out = headless(script, frames, "--hash", "--format", "xrgb8888")
    return [line.split("hash=")[1].strip() for line in out.splitlines() if line.startswith("frame=")]


def shows(machine, hashes, seconds=20):
    found = []

    def look():
        found[:] = [picture(*machine.screen(), 240, 160)]
        return found[0] in hashes
    return machine.until(look, seconds), found[0]


KEYS = "5 hold RIGHT 2\n15 hold RIGHT 2\n25 hold DOWN 2\n"


def play(machine, name, *options):
    """Looks at the first picture, and at the one after some keys."""
    first, moved = last_picture("", 3, *options), last_picture(KEYS, 40, *options)
    fine, found = shows(machine, [first])
    judge(name + "_first_picture", fine, f"{found} instead of {first}; {machine.said()[-300:]!r}")
    machine.key("right", "right", "down")
    fine, found = shows(machine, [moved])
    judge(name + "_keys_move", fine, f"{found} instead of {moved}")


def look_at_run(machine, name, runs):
    machine.key("ret")
    seen = []
    for _ in range(4):
        found = picture(*machine.screen(), 240, 160)
        seen.append(runs.index(found) if found in runs else -1)
        time.sleep(0.3)
    judge(name + "_pictures_that_move", -1 not in seen and seen == sorted(seen) and seen[0] < seen[-1], f"steps {seen}")


def leave(machine, name, job, code, key="esc"):
    if key:
        machine.key(key)
    machine.hears(f"DONE {job} ")
    said = [line.strip() for line in machine.said().splitlines() if line.startswith(f"DONE {job} ")]
    judge(name, said == [f"DONE {job} code={code} kd=0 vt=0 echo=1"], f"{said}; {machine.said()[-200:]!r}")


def cards():
    """A card with its driver; then its old framebuffer, a crash, a start without a console, and a device that is not there."""
    machine = Machine("cards", ["/oxcart run /cells.rom --format xrgb8888", "/oxcart run /cells.rom --fb --device /dev/fb0",
                                "crash /oxcart run /cells.rom --fb", "afar /oxcart run /cells.rom --fb",
                                "/oxcart run /cells.rom --fb --device /dev/nothing"],
                      ["bochs", "evdev", "psmouse"], "")
    try:
        judge("card_is_taken", machine.hears("the display is /dev/dri/card0"), machine.said()[-400:])
        play(machine, "card", "--format", "xrgb8888")
        runs = all_pictures(KEYS + "35 hold START 2\n", 6000)
        look_at_run(machine, "card", runs)
        machine.key("alt-f2")
        away = machine.until(lambda: picture(*machine.screen(), 240, 160) not in runs, 10)
        judge("card_other_console", away, "the picture stays")
        machine.key("right", "alt-f1")
        fine, found = shows(machine, runs)
        judge("card_comes_back", fine, f"{found}")
        leave(machine, "card_escape", 1, 0)
        judge("card_plain_is_taken", machine.hears("the display is /dev/fb0"), machine.said()[-400:])
        play(machine, "card_plain")
        leave(machine, "card_plain_escape", 2, 0)
        leave(machine, "crash", 3, 128 + 11, None)
        fine, found = shows(machine, [last_picture("", 3)])
        judge("from_afar", fine, f"{found}; {machine.said()[-300:]!r}")
        leave(machine, "from_afar_escape", 4, 0)
        machine.hears("DONE 5")
        judge("no_device", "/dev/nothing: it cannot be opened: No such file or directory" in machine.said(), machine.said()[-300:])
    finally:
        machine.end()


def plain(name, mode, bits, *options):
    """The framebuffer that the machine's own start-up program has left behind."""
    machine = Machine(name, ["/oxcart run /cells.rom " + " ".join(options)], ["evdev"], f"vga={mode}")
    try:
        taken = machine.hears("the display is /dev/fb0") and f"in {bits} bits" in machine.said()
        judge(name + "_is_taken", taken, machine.said()[-400:])
        play(machine, name, *options)
        leave(machine, name + "_escape", 1, 0)
    finally:
        machine.end()


FILES = base_files()
cards()
plain("vesa_16", "0x317", 16, "--format", "rgb565")
plain("vesa_32", "0x344", 32)
sys.exit(failures != 0)
