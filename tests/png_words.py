"""Pictures of tests as words: `pixels` of a PNG, whose CRC-32 is the hash of a frame of a game in xrgb8888."""
import binascii, struct, zlib


def pixels(path):
    """Width, height and rows of a PNG of 8 bits a channel, as XRGB words with the low byte first."""
    data, at, packed = open(path, "rb").read(), 8, b""
    while at < len(data):
        size, = struct.unpack(">I", data[at:at + 4])
        kind, body = data[at + 4:at + 8], data[at + 8:at + 8 + size]
        assert binascii.crc32(kind + body) == struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0]
        at += 12 + size
        if kind == b"IHDR":
            width, height, bits, colours = struct.unpack(">IIBB", body[:10])
        if kind == b"IDAT":
            packed += body
    step = {2: 3, 6: 4}[colours]
    assert bits == 8
    raw, rows, before = zlib.decompress(packed), b"", bytearray(width * step)
    for y in range(height):
        start = y * (width * step + 1)
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + width * step])
        for x in range(len(row)):
            left, up, corner = (row[x - step] if x >= step else 0), before[x], (before[x - step] if x >= step else 0)
            guess = left + up - corner
            nearest = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
            row[x] = row[x] + (0, left, up, (left + up) // 2, nearest)[kind] & 255
        rows += b"".join(bytes((row[x + 2], row[x + 1], row[x], 0)) for x in range(0, len(row), step))
        before = row
    return rows
