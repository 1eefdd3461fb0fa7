#!/usr/bin/env python3
"""Reads ROM images as rom/FORMAT.md describes them: an independent check, with the standard library alone.

    read_rom.py list FILE.rom            one line a chunk: id type offset bytes crc name
    read_rom.py extract FILE.rom FOLDER  each chunk as FOLDER/ID.TYPE
    read_rom.py check FILE.rom           every rule of FORMAT.md
"""
import os
import struct
import sys
import zlib

HEADERS = {b"INFO": 32, b"BUDG": 20, b"PALT": 12, b"IMAG": 16, b"MATL": 20, b"MESH": 100, b"SCEN": 36,
           b"DBUG": 12}
PIXEL_BYTES = (1, 2, 2, 4)


class Bad(Exception):
    """An image that breaks a rule."""


def need(condition, what):
    if not condition:
        raise Bad(what)


def fold(name):
    return bytes(b + 32 if 65 <= b <= 90 else 47 if b == 92 else b for b in name)


def name_id(name):
    return zlib.crc32(fold(name))


class Input:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        need(self.at + count <= len(self.data), "packed bytes end early")
        self.at += count
        return self.data[self.at - count:self.at]

    def byte(self):
        return self.take(1)[0]

    def more(self, count, limit):
        while count >= limit:
            extra = self.byte()
            count += extra
            if extra != 255:
                break
        return count


def finish(source, out, size):
    need(source.at == len(source.data) and len(out) == size, "packed bytes do not fit the unpacked size")
    return bytes(out)


def unpack_runs(data, size, element=1):
    source, out = Input(data), bytearray()
    while len(out) < size:
        control = source.byte()
        if control < 128:
            out += source.take((control + 1) * element)
        else:
            out += source.take(element) * (control - 125)
    return finish(source, out, size)


def unpack_lz(data, size):
    source, out = Input(data), bytearray()
    while len(out) < size:
        token = source.byte()
        out += source.take(source.more(token >> 4 & 7, 7))
        if len(out) >= size:
            break
        distance = int.from_bytes(source.take(2), "little") if token & 128 else source.byte() + 1
        count = source.more(token & 15, 15) + 3
        need(1 <= distance <= len(out) and len(out) + count <= size, "match")
        for _ in range(count):
            out.append(out[-distance])
    return finish(source, out, size)


def unpack_delta(data, size):
    need(data and data[0] & 127, "differences over 0 numbers")
    stride, wide = data[0] & 127, 2 if data[0] & 128 else 1
    out = bytearray(unpack_lz(data[1:], size))
    for at in range(stride * wide, size - wide + 1, wide):
        before = int.from_bytes(out[at - stride * wide:at - stride * wide + wide], "little")
        total = int.from_bytes(out[at:at + wide], "little") + before
        out[at:at + wide] = (total % (1 << 8 * wide)).to_bytes(wide, "little")
    return bytes(out)


UNPACK = {1: unpack_runs, 2: unpack_lz, 5: unpack_delta, 6: lambda data, size: unpack_runs(data, size, 2)}


class Chunk:
    def __init__(self, image, index):
        entry = image.directory + 28 * index
        fields = struct.unpack_from("<I4sHBBIIII", image.data, entry)
        self.id, self.type, self.variant, self.codec, self.flags = fields[:5]
        self.offset, self.stored, self.full, self.crc = fields[5:]
        self.key = (self.id, int.from_bytes(self.type, "little"), self.variant)
        self.shared = bool(self.flags & 64)
        self.memory = self.flags & 7 if self.flags & 7 < 5 else 0
        self.in_place = bool(self.flags & 32)

    def bytes_of(self, image):
        return image.data[self.offset:self.offset + self.stored]

    def unpacked(self, image):
        data = self.bytes_of(image)
        if self.codec == 0:
            return data
        need(self.codec in UNPACK, "codec %d" % self.codec)
        return UNPACK[self.codec](data, self.full)


class Image:
    def __init__(self, data):
        self.data = data
        need(len(data) >= 64, "shorter than a header")
        need(data[:4] == b"OXCT", "wrong magic")
        need(zlib.crc32(data[:60]) == self.u32(60), "header checksum")
        need(data[4] == 1, "major version")
        self.header = self.u16(6)
        self.size = self.u32(8)
        self.flags, self.cart, self.cart_version = self.u32(12), self.u32(16), self.u32(20)
        self.directory, self.count = self.u32(24), self.u32(28)
        self.alignment = self.u32(52)
        need(self.header >= 64 and self.header % 4 == 0, "header size")
        need(self.header <= self.size <= len(data) and self.size % 4 == 0, "image size")
        overlay = bool(self.flags & 2)
        need(overlay == (self.u32(44) != 0) and (overlay or self.u32(48) == 0), "base cart")
        need(4 <= self.alignment <= 65536 and self.alignment & (self.alignment - 1) == 0, "alignment")
        need(self.directory % 4 == 0 and self.header <= self.directory <= self.size, "directory offset")
        self.table = self.directory + 28 * self.count
        self.directory_end = self.table + 4 * self.count
        need(self.directory_end <= self.size, "directory count")
        self.chunks = [Chunk(self, i) for i in range(self.count)]
        self.check_entries()
        self.check_layout()
        self.check_fixed("budget", b"BUDG", self.u32(32), bool(self.flags & 6), self.u32(36))
        self.check_fixed("info", b"INFO", self.u32(40), True, None)

    def u16(self, at):
        return struct.unpack_from("<H", self.data, at)[0]

    def u32(self, at):
        return struct.unpack_from("<I", self.data, at)[0]

    def check_entries(self):
        for i, chunk in enumerate(self.chunks):
            need(i == 0 or self.chunks[i - 1].key < chunk.key, "entry %d is not sorted" % i)
            need(chunk.offset % self.alignment == 0 and chunk.offset >= self.header, "entry %d: offset" % i)
            need(chunk.stored >= 4 and chunk.offset + chunk.stored <= self.size, "entry %d: size" % i)
            need(chunk.offset >= self.directory_end or chunk.offset + chunk.stored <= self.directory,
                 "entry %d lies over the directory" % i)
            need(chunk.codec != 0 or chunk.full == chunk.stored, "entry %d: full size" % i)
            need(not chunk.in_place or (chunk.codec == 0 and chunk.memory == 0), "entry %d: in place" % i)

    def check_layout(self):
        order = [self.u32(self.table + 4 * k) for k in range(self.count)]
        need(order == sorted(range(self.count), key=lambda i: (self.chunks[i].offset, i)), "layout table")
        for before, after in zip([None] + order, order):
            chunk = self.chunks[after]
            last = self.chunks[before] if before is not None else None
            if chunk.shared:
                need(last and (last.offset, last.stored) == (chunk.offset, chunk.stored),
                     "entry %d: shared" % after)
            elif last:
                need(last.offset + last.stored <= chunk.offset, "entry %d overlaps" % after)

    def check_fixed(self, name, kind, offset, optional, size):
        key = (name_id(name.encode()), int.from_bytes(kind, "little"), 0)
        found = [c for c in self.chunks if c.key == key]
        if not found:
            need(optional and offset == 0, name + " is missing")
            return
        need(found[0].offset == offset and size in (None, found[0].stored), "place of " + name)

    def names(self):
        result = {}
        for chunk in self.chunks:
            if chunk.type == b"DBUG" and chunk.id == name_id(b"names"):
                data = chunk.bytes_of(self)
                count, at = struct.unpack_from("<II", data, 4)
                for i in range(count):
                    key, text, length = struct.unpack_from("<III", data, at + 12 * i)
                    result[key] = data[text:text + length].decode()
        return result


class View:
    """A chunk with checked access to its arrays."""

    def __init__(self, kind, data):
        self.data = data
        version, self.header = struct.unpack_from("<HH", data)
        need(version >> 8 == 1, "chunk version")
        need(HEADERS[kind] <= self.header <= len(data) and self.header % 4 == 0, "chunk header")

    def get(self, form, at):
        return struct.unpack_from("<" + form, self.data, at)

    def one(self, form, at):
        return self.get(form, at)[0]

    def array(self, field, count, stride):
        at = self.one("I", field)
        need(at % 4 == 0 and at >= self.header and at + count * stride <= len(self.data),
             "array at field %d" % field)
        return at


def check_info(v):
    for field in (4, 12, 20):
        at, size = v.get("II", field)
        if at or size:
            need(at >= v.header and at + size <= len(v.data), "text")
            need(all(b >= 32 for b in v.data[at:at + size]), "control character")


def check_budget(v):
    memory, frame, width, height, pixel, band, rate = v.get("IIHHBBH", 4)
    need(frame <= memory and 8 <= width <= 1024 and 8 <= height <= 1024, "budget")
    need(pixel <= 3 and (band == 0 or band >= 8) and 1 <= rate <= 240, "budget")


def check_palette(v):
    v.array(4, 256, 4)
    if v.one("I", 8):
        at = v.array(8, 64, 256)
        need(v.data[at + 32 * 256:at + 33 * 256] == bytes(range(256)), "shade level 32")


def check_picture(v):
    width, height, pixel = v.get("HHB", 4)
    need(1 <= width <= 1024 and 1 <= height <= 1024 and pixel <= 3, "picture")
    v.array(12, width * height, PIXEL_BYTES[pixel])


def check_material(v):
    need(v.one("B", 9) <= 3 and v.one("B", 10) <= 2 and v.one("B", 12) <= 7, "material")


def check_mesh(v):
    vertices, triangles, parts, exponent = v.get("IIII", 8)
    need(exponent <= 16, "exponent")
    offset, low, high = v.get("iii", 24), v.get("iii", 52), v.get("iii", 64)
    need(v.one("i", 48) >= 0 and all(a <= b for a, b in zip(low, high)), "bounds")
    positions = v.array(76, vertices, 6)
    for i in range(vertices):
        point = v.get("hhh", positions + 6 * i)
        need(all(-2**31 <= o + (p << exponent) < 2**31 for o, p in zip(offset, point)), "position")
    for field in (80, 84):
        if v.one("I", field):
            v.array(field, vertices, 4)
    indices = v.array(88, triangles, 6)
    v.array(92, triangles, 4)
    next_triangle, at = 0, v.array(96, parts, 20)
    for i in range(parts):
        first, count, start, own, _ = v.get("IIIII", at + 20 * i)
        need(first == next_triangle and first + count <= triangles, "part triangles")
        need(own <= 65535 and start + own <= vertices, "part vertices")
        need(all(k < own for k in v.get("%dH" % (3 * count), indices + 6 * first)), "index")
        next_triangle = first + count
    need(next_triangle == triangles, "triangles of parts")


def check_motion(v, at):
    need(v.one("i", at) >= 0, "orbit radius")


def check_scene(v):
    cameras, lights, objects = v.get("HHH", 14)
    need(cameras >= 1, "no camera")
    need(not v.one("I", 4) & 1 or v.one("I", 32) > 0, "turntable")
    base = v.array(20, cameras, 52)
    for at in range(base, base + 52 * cameras, 52):
        near, far = v.get("ii", at + 28)
        need(182 <= v.one("H", at + 24) <= 32586 and 0 < near < far, "camera")
        need(far // 32768 <= near, "far plane")
        check_motion(v, at + 36)
    base = v.array(24, lights, 36)
    for at in range(base, base + 36 * lights, 36):
        need(v.one("B", at) <= 1, "light kind")
        need(any(v.get("iii", at + 4)) if v.one("B", at) == 0 else v.one("i", at + 16) > 0, "light")
        check_motion(v, at + 20)
    base = v.array(28, objects, 52)
    for at in range(base, base + 52 * objects, 52):
        need(v.one("i", at + 16) > 0 and (v.one("B", at + 32) <= 3 or v.one("B", at + 32) == 255), "object")
        check_motion(v, at + 36)


def check_names(v):
    count = v.one("I", 4)
    at, last = v.array(8, count, 12), -1
    for i in range(count):
        key, text, length = v.get("III", at + 12 * i)
        need(key > last and text + length <= len(v.data), "name")
        need(name_id(v.data[text:text + length]) == key, "name that does not fit its id")
        last = key


CHECKS = {b"INFO": check_info, b"BUDG": check_budget, b"PALT": check_palette, b"IMAG": check_picture,
          b"MATL": check_material, b"MESH": check_mesh, b"SCEN": check_scene, b"DBUG": check_names}


def check(image):
    need(zlib.crc32(image.data[64:image.size]) == image.u32(56), "content checksum")
    for chunk in image.chunks:
        need(zlib.crc32(chunk.bytes_of(image)) == chunk.crc, "checksum of chunk %08x" % chunk.id)
        if chunk.codec in (0, *UNPACK) and chunk.type in CHECKS:
            try:
                CHECKS[chunk.type](View(chunk.type, chunk.unpacked(image)))
            except Bad as error:
                raise Bad("chunk %08x %s: %s" % (chunk.id, chunk.type.decode(), error)) from None


def list_chunks(image):
    names = image.names()
    for c in image.chunks:
        name = names.get(c.id, "names" if c.type == b"DBUG" else "-")
        print("%08x %s %10d %10d %08x %s" % (c.id, c.type.decode("latin-1"), c.offset, c.stored, c.crc, name))


def extract(image, folder):
    os.makedirs(folder, exist_ok=True)
    for c in image.chunks:
        with open(os.path.join(folder, "%08x.%s" % (c.id, c.type.decode("latin-1"))), "wb") as out:
            out.write(c.unpacked(image))


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("list", "extract", "check") or \
            len(sys.argv) != (4 if sys.argv[1] == "extract" else 3):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with open(sys.argv[2], "rb") as file:
            image = Image(file.read())
        if sys.argv[1] == "list":
            list_chunks(image)
        elif sys.argv[1] == "extract":
            extract(image, sys.argv[3])
        else:
            check(image)
            print("good: %d chunks, %d bytes" % (image.count, image.size))
    except (Bad, OSError, struct.error) as error:
        print("%s: %s" % (sys.argv[2], error), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
