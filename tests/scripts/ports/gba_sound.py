"""What a Game Boy Advance plays, next to the desktop: gba_sound.py DESKTOP.wav GBA.wav

Both hear the same sound at 16,384 frames a second; the cartridge's is recorded at 32,768, so each sample stands there twice. After the place
where the first second fits, each sample of the cartridge is the desktop's with 8 bits, within one for the second rounding. While a DMA holds the
processor libmgba moves the speaker's timer on late, and then a sample or two are passed over, unheard, for the one before them; and where a note begins
while a picture takes several frames, its ramp is cut in other places: two steps. At most one sample of HELD may be such a one."""
import struct
import sys

HELD = 500
UNIT = 192  # of the recording, to a step of 8 bits


def ears(path):
    with open(path, "rb") as file:
        data = file.read()
    channels, = struct.unpack_from("<H", data, 22)
    at = data.index(b"data") + 8
    count = (len(data) - at) // 2
    values = struct.unpack_from(f"<{count}h", data, at)
    return [values[i::channels] for i in range(channels)]


def is_right(wanted, heard, offset, i):
    return abs(wanted[i] - heard[i + offset]) <= 1


def is_held(wanted, heard, offset, i):
    near = abs(wanted[i] - heard[i + offset]) <= 2
    return near or any(abs(wanted[i - k] - heard[i + offset]) <= 1 for k in (1, 2))


def fits(wanted, heard, offset, first, last):
    held = 0
    for i in range(first, last):
        if is_right(wanted, heard, offset, i):
            continue
        held += 1
        if held * HELD > last - first or not is_held(wanted, heard, offset, i):
            return False
    return True


def main():
    desktop, cartridge = ears(sys.argv[1]), ears(sys.argv[2])
    for ear in range(2):
        wanted = [(s + 128) >> 8 for s in desktop[ear % len(desktop)]]
        heard = [(s + (UNIT // 2 if s >= 0 else -(UNIT // 2))) // UNIT if s >= 0 else -((-s + UNIT // 2) // UNIT)
                 for s in cartridge[ear][::2]]
        if max(wanted) < 20:
            return f"the desktop is silent: {max(wanted)}"
        second = 16384
        offset = next((o for o in range(0, 12000) if fits(wanted, heard, o, 2000, second)), None)
        if offset is None:
            return f"ear {ear}: the first second is played nowhere"
        end = min(len(wanted), len(heard) - offset)
        others = [i for i in range(2000, end) if not is_right(wanted, heard, offset, i)]
        wrong = next((i for i in others if not is_held(wanted, heard, offset, i)), None)
        if len(others) * HELD > end - 2000:
            return f"ear {ear}: {len(others)} of {end - 2000} samples are others"
        if wrong is not None:
            return f"ear {ear}: sample {wrong} is {heard[wrong + offset]}, not {wanted[wrong]}"
        if end < 8 * second:
            return f"ear {ear}: {end} samples alone"
    return ""


print(main())
