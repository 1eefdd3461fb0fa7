#!/usr/bin/env python3
"""Reads ROM images as rom/FORMAT.md describes them: an independent check, with the standard library alone.

    read_rom.py list FILE.rom            one line a chunk: id type offset bytes crc name
    read_rom.py extract FILE.rom FOLDER  each chunk as FOLDER/ID.TYPE, sections of one as ID.TYPE.0 ...
    read_rom.py check FILE.rom           every rule of FORMAT.md

The layouts are taken from the tables of FORMAT.md itself; what the text says in words is written out below.
"""
import os
import re
import struct
import sys
import zlib

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


def unpack_flags(data, size):
    source, out = Input(data), bytearray()
    need(int.from_bytes(source.take(4), "little") == 16 + 256 * size, "word in front")
    while len(out) < size:
        flags = source.byte()
        for bit in range(7, -1, -1):
            if len(out) == size:
                need(flags & (2 << bit) - 1 == 0, "flags left over")
                break
            if not flags >> bit & 1:
                out.append(source.byte())
                continue
            a, b = source.take(2)
            distance = a % 16 * 256 + b + 1
            need(distance <= len(out) and len(out) + a // 16 + 3 <= size, "match")
            for _ in range(a // 16 + 3):
                out.append(out[-distance])
    return finish(source, out, size)


UNPACK = {1: unpack_runs, 2: unpack_lz, 5: unpack_delta, 6: lambda data, size: unpack_runs(data, size, 2), 7: unpack_flags}


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
        self.sectioned = bool(self.flags & 128)
        self.deleted = self.codec == 255

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


NUMBERS = {"u8": "B", "u16": "H", "u32": "I", "i8": "b", "i16": "h", "i32": "i", "fx": "i", "angle": "H", "colour": "I",
           "id": "I", "tag": "I", "at": "I", "text": "II"}


class Field:
    """One line of a table."""

    def __init__(self, offset, kind, name, rule):
        words = kind.split()
        self.count = int(words[0]) if len(words) == 2 else 1
        self.offset, self.kind, self.name, self.rule = offset, words[-1], name, rule
        self.conditions = [c.strip() for c in re.sub(r" \(since 1\.\d+\)$", "", rule).split(";")]

    def size(self, layouts):
        if self.kind in NUMBERS:
            return struct.calcsize("<" + NUMBERS[self.kind]) * self.count
        return layouts[self.kind].size * self.count


class Layout:
    def __init__(self, name, size):
        self.name, self.size, self.fields, self.section, self.packed, self.major = name, size, [], False, True, 1


def read_format():
    """The tables of FORMAT.md: records by name, chunks by type."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "rom", "FORMAT.md")
    layouts, chunks, layout = {}, {}, None
    with open(path, encoding="utf-8") as text:
        for line in text:
            chunk = re.match(r"### (\S{4}) (\d+)\.\d+, (\d+) bytes", line)
            row = re.match(r"#### (\S+), (\d+) bytes a row", line)
            field = re.match(r"\| (\d+) \| ([^|]+) \| (\w+) \|(.*)\|$", line)
            kind = re.match(r"\| (\S{4}) \| \S+ \| \S+ \| [\d.]+ \| \d+ \| (yes|no) \| (yes|no) \|$", line)
            if chunk:
                layout = chunks.setdefault(chunk[1].encode(), Layout(chunk[1], 0))
                layout.major, layout.size = int(chunk[2]), int(chunk[3])
            elif row:
                layout = layouts[row[1]] = Layout(row[1], int(row[2]))
            elif line.startswith("#"):
                layout = None
            elif kind:
                own = chunks.setdefault(kind[1].encode(), Layout(kind[1], 0))
                own.packed, own.section = kind[2] == "yes", kind[3] == "yes"
            elif field and layout:
                layout.fields.append(Field(int(field[1]), field[2].strip(), field[3], field[4].strip()))
    need(len(chunks) > 40 and len(layouts) > 40, "FORMAT.md has lost its tables")
    return layouts, chunks


LAYOUTS, CHUNKS = read_format()


def bound(text, kind):
    value = 1 / 65536 if text == "1/65536" else float(text)
    return round(value * 65536) if kind == "fx" else int(value)


class View:
    """A chunk, held to its table."""

    def __init__(self, kind, data):
        self.data, self.layout = data, CHUNKS[kind]
        need(len(data) >= self.layout.size, "shorter than its header")
        version, self.header = struct.unpack_from("<HH", data)
        need(version >> 8 == self.layout.major, "chunk version")
        need(self.layout.size <= self.header <= len(data) and self.header % 4 == 0, "chunk header")
        self.check_fields(self.layout, 0, self.header)

    def get(self, form, at):
        return struct.unpack_from("<" + form, self.data, at)

    def one(self, form, at):
        return self.get(form, at)[0]

    def value(self, name):
        """A number of the header; 0 where it came later than the chunk."""
        field = next(f for f in self.layout.fields if f.name == name)
        return self.one(NUMBERS[field.kind], field.offset) if field.offset < self.header else 0

    def rows(self, name):
        """The rows of an array as dictionaries, or numbers."""
        field = next(f for f in self.layout.fields if f.name == name)
        at, count, kind, each = self.place(field)
        for i in range(count):
            if kind in NUMBERS:
                numbers = self.get(NUMBERS[kind] * each, at + i * struct.calcsize("<" + NUMBERS[kind]) * each)
                yield numbers[0] if each == 1 else numbers
            else:
                yield self.row(LAYOUTS[kind], at + i * LAYOUTS[kind].size)

    def row(self, layout, at):
        result = {"at": at}
        for f in layout.fields:
            if f.kind in NUMBERS:
                numbers = self.get(NUMBERS[f.kind] * f.count, at + f.offset)
                result[f.name] = numbers[0] if len(numbers) == 1 else numbers
            else:
                result[f.name] = self.row(LAYOUTS[f.kind], at + f.offset)
        return result

    def place(self, field):
        match = re.match(r"(?:`(\w+)`|(\d+)) x (?:(\d+) )?([\w-]+)(, or 0 for none|, 0 where absent)?", field.rule)
        need(match, "no array in FORMAT.md: " + field.rule)
        count = self.value(match[1]) if match[1] else int(match[2])
        at, each, kind = self.one("I", field.offset), int(match[3] or 1), match[4]
        if at == 0 and match[5] and (count == 0 or "absent" in match[5]):
            return 0, 0, kind, each
        stride = struct.calcsize("<" + NUMBERS[kind]) * each if kind in NUMBERS else LAYOUTS[kind].size
        need(at % 4 == 0 and at >= self.header and at + count * stride <= len(self.data), "array " + field.name)
        return at, count, kind, each

    def check_text(self, at, letters):
        start, size = self.get("II", at)
        if start or size:
            need(self.header <= start and start + size <= len(self.data), "text")
            need(not letters or all(b >= 32 for b in self.data[start:start + size]), "control character")

    def check_range(self, field, at):
        match = re.match(r"(\S+) to (\S+)$", field.conditions[0]) or re.match(r"at least (\S+)$", field.conditions[0])
        numbers = self.get(NUMBERS[field.kind] * field.count, at) if field.kind in NUMBERS else ()
        if match:
            least = bound(match[1], field.kind)
            most = bound(match[2], field.kind) if match.lastindex == 2 else 1 << 40
            need(all(least <= n <= most for n in numbers), field.name)
        for condition in field.conditions:
            below = re.match(r"below `(\w+)`$", condition)
            need(not below or all(n < self.value(below[1]) for n in numbers), field.name)
            if re.match(r"(`\w+` x )+`\w+`$", condition):
                product = 1
                for name in re.findall(r"`(\w+)`", condition):
                    product *= self.value(name)
                need(numbers[0] == product, field.name)

    def check_fields(self, layout, base, header):
        for field in layout.fields:
            if field.offset >= header:
                continue
            at = base + field.offset
            if field.kind == "text":
                self.check_text(at, base == 0)
            elif field.kind in LAYOUTS:
                self.check_fields(LAYOUTS[field.kind], at, LAYOUTS[field.kind].size)
            elif field.kind != "at":
                self.check_range(field, at)
        for field in layout.fields:
            if field.kind == "at" and field.offset < header:
                self.check_array(field)

    def check_array(self, field):
        at, count, kind, each = self.place(field)
        if kind in LAYOUTS:
            for i in range(count):
                self.check_fields(LAYOUTS[kind], at + i * LAYOUTS[kind].size, LAYOUTS[kind].size)
        rows = list(self.rows(field.name)) if count else []
        for condition in field.conditions[1:]:
            rising = re.match(r"strictly rising(?: by (\d) words)?$", condition)
            spans = re.match(r"`(\w+)`, `(\w+)` (take all of|within) `(\w+)`$", condition)
            below = re.match(r"below `(\w+)`$", condition)
            if rising:
                stride = LAYOUTS[kind].size if kind in LAYOUTS else 4
                keys = [self.get("%dI" % int(rising[1] or 1), at + i * stride) for i in range(count)]
                need(all(x < y for x, y in zip(keys, keys[1:])), "order of " + field.name)
            if spans:
                end = 0
                for row in rows:
                    need(spans[3] == "within" or row[spans[1]] == end, "spans of " + field.name)
                    end = row[spans[1]] + row[spans[2]]
                    need(end <= self.value(spans[4]), "spans of " + field.name)
                need(spans[3] == "within" or end == self.value(spans[4]), "spans of " + field.name)
            if below:
                need(all(n < self.value(below[1]) for n in rows), field.name)


# ---- what FORMAT.md says in words ----

def check_budget(v):
    memory, band = v.value("memory"), v.value("band")
    need(v.value("frame") <= memory and (band == 0 or band >= 8), "budget")
    if v.header <= 84:
        return
    block, stream = v.value("block_bytes"), v.value("stream_bytes")
    need(v.value("needs") < 64 and (block == 0 or (block >= 64 and block % 8 == 0)) and stream % 4 == 0, "budget")
    need(v.value("frame") + v.value("cache_bytes") + block * v.value("block_count") +
         2 * stream * v.value("stream_count") + v.value("scratch_bytes") <= memory, "budget's parts")
    classes = {1: memory}
    for row in v.rows("classes_at"):
        need(row["class"] not in classes and row["alignment"] & (row["alignment"] - 1) == 0, "memory class")
        classes[row["class"]] = row["bytes"]
    for row in v.rows("clients_at"):
        classes[row["class"]] = classes.get(row["class"], 0) - row["bytes"]
        need(classes[row["class"]] >= 0, "clients")


def check_palette(v):
    if v.value("shades"):
        at = v.value("shades")
        need(v.data[at + 32 * 256:at + 33 * 256] == bytes(range(256)), "shade level 32")


def check_picture(v):
    at, size = v.value("pixels"), v.value("width") * v.value("height") * PIXEL_BYTES[v.value("format")]
    need(at % 4 == 0 and at >= v.header and at + size <= len(v.data), "pixels")


def check_blocks(v):
    width, height = v.value("width"), v.value("height")
    need(width % 4 == 0 and height % 4 == 0 and v.value("block_count") == width * height // 16, "blocks")
    need(v.value("shown_width") <= width and v.value("shown_height") <= height, "shown")


def check_haar(v):
    need(v.value("components") != 2 and (v.value("space") != 1 or v.value("components") == 3), "components")
    need(v.value("levels") == 0 or 1 << (v.value("levels") - 1) < max(v.value("width"), v.value("height")), "levels")
    offsets = [row["offset"] for row in v.rows("levels_at")]
    need(offsets == sorted(offsets) and all(o <= v.value("stream_bytes") for o in offsets), "levels of a pyramid")


def check_mesh(v):
    vertices, triangles, exponent = v.value("vertices"), v.value("triangles"), v.value("exponent")
    offset, low, high = v.get("iii", 24), v.get("iii", 52), v.get("iii", 64)
    need(all(a <= b for a, b in zip(low, high)), "bounds")
    for point in v.rows("position_at"):
        need(all(-2**31 <= o + (p << exponent) < 2**31 for o, p in zip(offset, point)), "position")
    next_triangle, indices = 0, v.value("index_at")
    for part in v.rows("part_at"):
        first, count, own = part["first_triangle"], part["triangles"], part["vertices"]
        need(first == next_triangle and first + count <= triangles, "part triangles")
        need(own <= 65535 and part["first_vertex"] + own <= vertices, "part vertices")
        need(all(k < own for k in v.get("%dH" % (3 * count), indices + 6 * first)), "index")
        next_triangle = first + count
    need(next_triangle == triangles, "triangles of parts")


def check_scene(v):
    need(not v.value("flags") & 1 or v.value("turn_frames") > 0, "turntable")
    for camera in v.rows("camera_at"):
        need(camera["near"] < camera["far"] and camera["far"] // 32768 <= camera["near"], "camera")
    for light in v.rows("light_at"):
        need(any(light["vector"]) if light["kind"] == 0 else light["range"] > 0, "light")
    for thing in v.rows("object_at"):
        need(thing["shading"] <= 3 or thing["shading"] == 255, "object")


def check_skeleton(v):
    crc = 0
    for i, joint in enumerate(v.rows("joints_at")):
        need(joint["parent"] == 255 if i == 0 else joint["parent"] < i, "parent")
        crc = zlib.crc32(struct.pack("<II", joint["name"], joint["parent"]), crc)
    need(crc == v.value("hash"), "hash of the skeleton")


def check_clip(v):
    joints = list(v.rows("joints_at"))
    need(joints == sorted(set(joints)), "joints")
    if v.value("form") == 0:
        need(v.value("scales") != 2 and v.value("channel_count") == len(joints) * (v.value("scales") + 7), "channels")
        need(v.value("samples") == v.value("frames") + (0 if v.value("flags") & 1 else 1), "samples")
    last = 0
    for track in v.rows("tracks_at") if v.value("form") else ():
        need(last <= track["offset"] and track["offset"] + track["bytes"] <= v.value("data_bytes"), "track")
        last = track["offset"] + track["bytes"]


def check_table(v):
    width, height, size = v.value("width"), v.value("height"), (1, 2, 2, 4, 4)[v.value("kind")]
    need(v.value("dimensions") == 2 or height == 1, "rows")
    need(width == 1 or v.value("low") < v.value("high"), "domain")
    need(height == 1 or v.value("low_y") < v.value("high_y"), "domain")
    need(v.value("value_bytes") == width * height * size, "values")
    at = v.value("values_at")
    need(zlib.crc32(v.data[at:at + width * height * size]) == v.value("checksum"), "checksum of values")


def check_data(v):
    stride, count, at = v.value("row_bytes"), v.value("row_count"), v.value("rows_at")
    need(stride % 4 == 0 and (count == 0 or stride >= 4), "rows")
    for field in v.rows("fields_at"):
        need(field["offset"] % 4 == 0 and field["offset"] + (8 if field["kind"] == 3 else 4) <= stride, "column")
    keys = [v.one("I", at + i * stride) for i in range(count)]
    need(all(x < y for x, y in zip(keys, keys[1:])), "order of rows")


def check_references(v):
    need(all(r["location"] % 4 == 0 and r["section"] != 2 for r in v.rows("references_at")), "reference")
    need(all(r["location"] % 4 == 0 for r in v.rows("initialised_at")), "object")


def check_package(v):
    items = list(v.rows("items_at"))
    need(sum(i["stored"] for i in items) == v.value("stored"), "stored bytes")
    need(sum(i["full"] for i in items) == v.value("full"), "unpacked bytes")


def check_level(v):
    need(all(a <= b for a, b in zip(v.get("iii", 8), v.get("iii", 20))), "bounds")
    last, end = 0, v.value("sections_at") + 16 * v.value("section_count")
    for s in v.rows("sections_at"):
        kind = s["type"].to_bytes(4, "little")
        need(s["type"] >= last and s["offset"] % 4 == 0 and s["offset"] >= end, "section")
        need(s["bytes"] >= 4 and s["offset"] + s["bytes"] <= len(v.data), "section")
        last, end = s["type"], s["offset"] + s["bytes"]
        need(kind in CHUNKS or not s["flags"] & 1, "a section that must be understood")
        if kind in CHUNKS:
            need(CHUNKS[kind].section, "a section of this type")
            check_chunk(kind, v.data[s["offset"]:end])


def check_topology(v):
    need(v.value("form") != 3 or v.value("columns") * v.value("rows") == v.value("node_count"), "grid")


def check_geometry(v):
    need(all(i["material"] in (65535, *range(v.value("material_count"))) for i in v.rows("instances_at")), "material")


def check_elements(v):
    versions = list(v.rows("versions_at"))
    for e in v.rows("elements_at"):
        own = [r["threshold"] for r in versions[e["first_version"]:e["first_version"] + e["version_count"]]]
        need(e["start"] < e["version_count"] and all(x > y for x, y in zip(own, own[1:])), "versions")


def check_spawners(v):
    properties = list(v.rows("properties_at"))
    for i, s in enumerate(v.rows("spawners_at")):
        need(s["parent"] == 0xFFFFFFFF or s["parent"] < i, "parent")
        own = properties[s["first_property"]:s["first_property"] + s["property_count"]]
        need(all(x["key"] < y["key"] for x, y in zip(own, own[1:])), "order of properties")
    limits = {3: 2, 5: v.value("text_count"), 6: v.value("vector_count")}
    need(all(p["value"] < limits.get(p["kind"], 1 << 32) for p in properties), "property")


def check_visibility(v):
    cells = v.value("cell_count")
    need(v.value("set_bytes") in (0, cells * ((cells + 7) // 8)), "sets")


def check_collision(v):
    need(all(a <= b for a, b in zip(v.get("iii", 4), v.get("iii", 16))), "bounds")


def check_regions(v):
    total, end, entry = v.value("columns") * v.value("rows"), 0, 0
    for run in v.rows("runs_at"):
        need(run["first"] >= end and run["first"] + run["count"] <= total and run["entry"] == entry, "run")
        end, entry = run["first"] + run["count"], entry + run["count"]
    need(v.value("region_count") == (entry if v.value("run_count") else total), "entries")
    need(v.value("layout") != 2 or v.value("columns") * v.value("width") % 2 == 0, "odd width")
    size, last = v.value("width") * v.value("height") * v.value("element"), v.value("regions_at") + 12 * v.value("region_count")
    for r in v.rows("regions_at"):
        if r["offset"] or r["stored"]:
            need(r["offset"] % 4 == 0 and r["offset"] >= last and r["offset"] + r["stored"] <= len(v.data), "region")
            last = r["offset"] + r["stored"]
            UNPACK[r["codec"]](v.data[r["offset"]:last], size) if r["codec"] else need(r["stored"] == size, "plain region")


def check_names(v):
    for row in v.rows("at"):
        text, length = row["text"]
        need(name_id(v.data[text:text + length]) == row["id"], "name that does not fit its id")


MORE = {b"BUDG": check_budget, b"PALT": check_palette, b"IMAG": check_picture, b"BTEX": check_blocks, b"HAAR": check_haar,
        b"MESH": check_mesh, b"SCEN": check_scene, b"SKEL": check_skeleton, b"CLIP": check_clip, b"TABL": check_table,
        b"DATA": check_data, b"REFS": check_references, b"PACK": check_package, b"LEVL": check_level,
        b"TOPO": check_topology, b"GEOM": check_geometry, b"ELEM": check_elements, b"SPWN": check_spawners,
        b"VISI": check_visibility, b"COLL": check_collision, b"REGN": check_regions, b"DBUG": check_names}


def check_chunk(kind, data):
    view = View(kind, data)
    if kind in MORE:
        MORE[kind](view)


def sections_of(data):
    """The parts of a sectioned entry: (class, codec, stored bytes, unpacked size)."""
    view, end, last = View(b"SECT", data), 0, -1
    end = view.value("at") + 20 * view.value("count")
    for i, row in enumerate(view.rows("at")):
        need(row["class"] > last and (i > 0 or row["class"] == 0), "classes of sections")
        need(row["offset"] % 4 == 0 and row["offset"] >= end and row["stored"] >= 4, "section")
        last, end = row["class"], row["offset"] + row["stored"]
        need(end <= len(data) and row["alignment"] & (row["alignment"] - 1) == 0, "section")
        need(row["codec"] != 0 or row["stored"] == row["full"], "size of a section")
        stored = data[row["offset"]:end]
        yield stored if row["codec"] == 0 else UNPACK[row["codec"]](stored, row["full"])


def check_entry(image, chunk):
    if chunk.deleted or chunk.type not in CHUNKS:
        return
    need(chunk.codec == 0 or CHUNKS[chunk.type].packed, "packed, but its type may not be")
    if chunk.sectioned:
        need(chunk.codec == 0, "a sectioned chunk that is packed as a whole")
        check_chunk(chunk.type, next(iter(list(sections_of(chunk.bytes_of(image))))))
    elif chunk.codec in (0, *UNPACK):
        check_chunk(chunk.type, chunk.unpacked(image))


def check_runs(image):
    """Packages in blocks: what no other package names lies in the run, in order, across no block's end."""
    packs, users = [], {}
    for chunk in image.chunks:
        if chunk.type == b"PACK" and not chunk.deleted:
            v = View(b"PACK", chunk.bytes_of(image))
            items = [(i["id"], i["type"]) for i in v.rows("items_at")]
            packs.append((v, items))
            for key in items:
                users[key] = users.get(key, 0) + 1
    places = {(c.id, c.key[1]): c for c in reversed(image.chunks)}
    for v, items in packs:
        block, start, size = v.value("block_bytes"), v.value("offset"), v.value("bytes")
        end = start
        for c in (places[key] for key in items if block and users[key] == 1 and key in places):
            at = c.offset - start
            need(c.codec == 0 and c.offset >= end and c.offset + c.stored <= start + size, "run of a package")
            need(at // block == (at + c.stored - 1) // block, "an item across the end of a block")
            end = c.offset + c.stored


def check(image):
    need(zlib.crc32(image.data[64:image.size]) == image.u32(56), "content checksum")
    for chunk in image.chunks:
        need(zlib.crc32(chunk.bytes_of(image)) == chunk.crc, "checksum of chunk %08x" % chunk.id)
        need(not chunk.deleted or image.flags & 2, "a deletion outside of an overlay")
        try:
            check_entry(image, chunk)
        except Bad as error:
            raise Bad("chunk %08x %s: %s" % (chunk.id, chunk.type.decode("latin-1"), error)) from None
    check_runs(image)


def list_chunks(image):
    names = image.names()
    for c in image.chunks:
        name = names.get(c.id, "names" if c.type == b"DBUG" else "-")
        print("%08x %s %10d %10d %08x %s" % (c.id, c.type.decode("latin-1"), c.offset, c.stored, c.crc, name))


def extract(image, folder):
    os.makedirs(folder, exist_ok=True)
    for c in image.chunks:
        name = os.path.join(folder, "%08x.%s" % (c.id, c.type.decode("latin-1")))
        if c.variant:
            name += ".%04x" % c.variant
        parts = list(sections_of(c.bytes_of(image))) if c.sectioned else [c.bytes_of(image) if c.deleted else c.unpacked(image)]
        for i, part in enumerate(parts):
            with open(name + (".%d" % i if c.sectioned else ""), "wb") as out:
                out.write(part)


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
