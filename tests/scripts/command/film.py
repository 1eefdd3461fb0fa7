"""A film of pictures: film.py FOLDER WAV HASHES RATE. Each picture has the hash of its frame; the sound is as long as the pictures."""
import binascii, os, sys, wave


sys.path.insert(0, "tests")
from png_words import pixels  # noqa: E402

folder, sound, hashes, rate = sys.argv[1:]
wanted = [line.split("hash=")[1].strip() for line in open(hashes) if line.startswith("frame=")]
names = sorted(os.listdir(folder))
if len(names) != len(wanted):
    sys.exit(f"{len(names)} pictures of {len(wanted)} frames")
for number, name in enumerate(names):
    found = "%08x" % binascii.crc32(pixels(os.path.join(folder, name)))
    if found != wanted[number]:
        sys.exit(f"{name}: {found}, the frame has {wanted[number]}")
with wave.open(sound) as w:
    frames, seconds = w.getnframes() / w.getframerate(), len(names) / int(rate)
    if abs(frames - seconds) > 1 / int(rate):
        sys.exit(f"{frames} seconds of sound, {seconds} of pictures")
