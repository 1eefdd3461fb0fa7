#!/bin/sh
# Two hundred malformed files and more, of every kind: each refused with one line that names file and place, exit code 1, and
# nothing left behind.
B=${B:-build}
OXCART=${OXCART:-$B/oxcart}
work=$B/cli_malformed
[ -x "$OXCART" ] || { echo "FAIL cli_malformed $OXCART is not built"; exit 1; }
command -v python3 >/dev/null || { echo "skip cli_malformed no python3"; exit 0; }
rm -rf "$work"
mkdir -p "$work/files" "$work/cart"
python3 - "$work/files" rom/carts/showcase <<'PYTHON' || exit 1
import os, struct, sys, zlib, json, base64
out, showcase = sys.argv[1:]
made = []
def put(kind, name, data):
    if isinstance(data, str): data = data.encode("utf-8", "surrogateescape")
    open(os.path.join(out, name), "wb").write(data); made.append((kind, name))
def cuts(kind, stem, ending, data, least=1):
    size = least
    while size < len(data):
        put(kind, "%s_%d.%s" % (stem, size, ending), data[:size]); size *= 2
def chunk(name, body): return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
def png(w, h, depth, colour, body, more=b""):
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, depth, colour, 0, 0, 0)) + more + chunk(b"IDAT", body) + chunk(b"IEND", b"")
rows = b"".join(b"\0" + bytes(range(64)) * 3 for _ in range(64))
whole = png(64, 64, 8, 2, zlib.compress(rows))
cuts("texture", "png", "png", whole)
xpm = open(showcase + "/crate.xpm", "rb").read()
cuts("texture", "crate", "xpm", xpm, 10)
for name, old, new in (("wide", b"64 64 20 1", b"65 64 20 1"), ("low", b"64 64 20 1", b"64 60 20 1"), ("none", b"64 64 20 1", b"64 64 0 1"),
                       ("huge", b"64 64 20 1", b"9999999 9999999 20 1"), ("side", b"64 64 20 1", b"64 64 20 9"), ("letters", b"64 64", b"64 x4"),
                       ("colour", b"c #48301E", b"c brown"), ("use", b"c #48301E", b"k #48301E"), ("bare", b"c #48301E", b"c"), ("twice", b". c #48", b"+ c #48"),
                       ("key", b". c #48301E", b"? c #48301E"), ("open", b"};", b"\"};"), ("comma", b"1\",", b"1\""), ("brace", b"{", b""), ("end", b"}", b"")):
    assert old in xpm; put("texture", "xpm_%s.xpm" % name, xpm.replace(old, new, 1))
for name, data in {
    "magic": b"\x89PNH" + whole[4:], "width": png(0, 64, 8, 2, b""), "huge": png(2**31 - 1, 2**31 - 1, 8, 2, zlib.compress(b"")),
    "side": png(100000, 1, 8, 2, zlib.compress(b"\0" * 300001)), "depth": png(4, 4, 3, 2, zlib.compress(b"\0" * 60)),
    "colour": png(4, 4, 8, 5, zlib.compress(b"\0" * 60)), "palette": png(4, 4, 8, 3, zlib.compress(b"\0" * 20)),
    "bomb": png(4, 4, 8, 2, zlib.compress(b"\0" * (64 << 20), 9)), "filter": png(4, 4, 8, 2, zlib.compress((b"\x09" + b"\0" * 12) * 4)),
    "short": png(4, 4, 8, 2, zlib.compress(b"\0" * 12)), "crc": whole[:40] + b"\xff" + whole[41:], "zlib": png(4, 4, 8, 2, b"\0\0\0\0"),
    "index": png(2, 1, 8, 3, zlib.compress(b"\0\0\x09"), chunk(b"PLTE", b"\1\2\3")), "twice": whole[:33] * 2}.items():
    put("texture", "png_%s.png" % name, data)
for at in range(12, 61, 2): put("texture", "png_bit%d.png" % at, whole[:at] + bytes([whole[at] ^ 64]) + whole[at + 1:])
bmp = b"BM" + struct.pack("<IHHI", 54 + 16 * 16 * 3, 0, 0, 54) + struct.pack("<IiiHHIIiiII", 40, 16, 16, 1, 24, 0, 0, 0, 0, 0, 0) + b"\x55" * 768
cuts("texture", "bmp", "bmp", bmp)
for name, at, form, value in (("width", 18, "<i", -4), ("height", 22, "<i", 0), ("huge", 18, "<i", 2**31 - 1), ("bits", 28, "<H", 7),
                              ("packed", 30, "<I", 77), ("offset", 10, "<I", 1 << 30), ("planes", 14, "<I", 3)):
    data = bytearray(bmp); data[at:at + struct.calcsize(form)] = struct.pack(form, value); put("texture", "bmp_%s.bmp" % name, bytes(data))
gif = b"GIF89a" + struct.pack("<HHBBB", 8, 8, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff" + b"," + struct.pack("<HHHHB", 0, 0, 8, 8, 0) + b"\x02\x16\x8c\x2d\x99\x87\x2a\x1c\xdc\x33\xa0\x02\x75\xec\x95\xfa\xa8\xde\x60\x8c\x04\x91\x4c\x01\x00\x3b"
cuts("texture", "gif", "gif", gif[:40])
tga = struct.pack("<BBBHHBHHHHBB", 0, 0, 2, 0, 0, 0, 0, 0, 16, 16, 24, 0) + b"\x33" * 768
cuts("texture", "tga", "tga", tga)
for name, at, value in (("type", 2, 77), ("bits", 16, 5), ("map", 1, 9)):
    data = bytearray(tga); data[at] = value; put("texture", "tga_%s.tga" % name, bytes(data))
tiff = b"II*\0" + struct.pack("<I", 8)
for name, data in {"cycle": tiff + struct.pack("<H", 0) + struct.pack("<I", 8), "far": b"II*\0\xff\xff\xff\x7f", "none": tiff + struct.pack("<HI", 0, 0),
                   "count": tiff + struct.pack("<H", 65535), "cut": b"II*\0"}.items(): put("texture", "tiff_%s.tif" % name, data)
for name, data in {"empty": b"", "cut": b"\xff\xd8\xff", "marker": b"\xff\xd8\xff\xc0\x00\x02", "huge": b"\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03" + b"\1\x22\0" * 3 + b"\xff\xd9",
                   "nothing": b"\xff\xd8\xff\xd9"}.items(): put("texture", "jpeg_%s.jpg" % name, data)
for name, data in {"cut": b"DDS ", "zero": b"DDS " + b"\0" * 124, "size": b"DDS " + struct.pack("<I", 7) + b"\0" * 120,
                   "huge": b"DDS " + struct.pack("<IIII", 124, 0x1007, 2**31, 2**31) + b"\0" * 108}.items(): put("texture", "dds_%s.dds" % name, data)
# ---- models ----
for i, text in enumerate(["v 0 0\nf 1 1 1\n", "f 1 2 3\n", "v a b c\n", "v 0 0 0\nf 1 2 3\n", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -9 -1 -2\n", "v 0 0 0\nf 0 0 0\n",
                          "v 1e999 0 0\nv 0 1 0\nv 1 0 0\nf 1 2 3\n", "v nan 0 0\nv 0 1 0\nv 1 0 0\nf 1 2 3\n", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/9 2/9 3/9\n",
                          "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1//4 2//4 3//4\n", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 99999999999999999999 2 3\n", "vn 0 0\n", "vt\n",
                          "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 x\n", "", "# nothing\n", "v 0 0 0\n", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\n"]):
    put("mesh", "obj_%d.obj" % i, text)
bytes36 = base64.b64encode(struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)).decode()
good = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}], "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "buffers": [{"byteLength": 36, "uri": "data:;base64," + bytes36}]}
text = json.dumps(good)
cuts("mesh", "gltf", "gltf", text.encode())
def changed(name, change):
    copy = json.loads(text); change(copy); put("mesh", "gltf_%s.gltf" % name, json.dumps(copy))
changed("version", lambda g: g["asset"].update(version="9.0")); changed("count", lambda g: g["accessors"][0].update(count=-3))
changed("many", lambda g: g["accessors"][0].update(count=2**31)); changed("view", lambda g: g["accessors"][0].update(bufferView=7))
changed("type", lambda g: g["accessors"][0].update(type="VEC9")); changed("component", lambda g: g["accessors"][0].update(componentType=1))
changed("length", lambda g: g["bufferViews"][0].update(byteLength=2**40)); changed("buffer", lambda g: g["bufferViews"][0].update(buffer=-1))
changed("uri", lambda g: g["buffers"][0].update(uri="nowhere.bin")); changed("base64", lambda g: g["buffers"][0].update(uri="data:;base64,!!!!"))
changed("short", lambda g: g["buffers"][0].update(byteLength=4000)); changed("mesh", lambda g: g["nodes"][0].update(mesh=3))
changed("cycle", lambda g: g["nodes"].append({"children": [1]}) or g["nodes"][0].update(children=[1]) or g["nodes"][1].update(children=[0]))
changed("self", lambda g: g["nodes"][0].update(children=[0])); changed("node", lambda g: g["scenes"][0].update(nodes=[9]))
changed("material", lambda g: g["meshes"][0]["primitives"][0].update(material=4)); changed("indices", lambda g: g["meshes"][0]["primitives"][0].update(indices=5))
put("mesh", "gltf_deep.gltf", "[" * 100000); put("mesh", "gltf_utf8.gltf", text.encode().replace(b"2.0", b"2\xff0"))
glb = b"glTF" + struct.pack("<III", 2, 20 + len(text) + (-len(text)) % 4, len(text) + (-len(text)) % 4) + b"JSON" + text.encode() + b" " * ((-len(text)) % 4)
cuts("mesh", "glb", "glb", glb)
put("mesh", "glb_version.glb", glb[:4] + struct.pack("<I", 77) + glb[8:]); put("mesh", "glb_length.glb", glb[:8] + struct.pack("<I", 2**31) + glb[12:])
iqm = b"INTERQUAKEMODEL\0" + struct.pack("<27I", 2, 124, *([0] * 25))
cuts("mesh", "iqm", "iqm", iqm)
put("mesh", "iqm_version.iqm", iqm[:16] + struct.pack("<I", 9) + iqm[20:]); put("mesh", "iqm_size.iqm", iqm[:20] + struct.pack("<I", 2**31) + iqm[24:])
put("mesh", "iqm_many.iqm", iqm[:36] + b"\xff" * 88)
# ---- texts and tables ----
for i, text in enumerate(["1,x,3\n", "1,2\n3\n", "", "1e99,2\n", "power,3\n", "\"open\n1,2\n", ",,,\n"]): put("table", "table_%d.csv" % i, text)
for i, text in enumerate([b"key\n", b"=value\n", b"a=1\na=2\n", b"a=\x01\n", b"\xff\xfe=x\n"]): put("text", "text_%d.txt" % i, text)
for i, text in enumerate(["", "level 9\n", "level 1\nbounds 1\n", "level 1\nnonsense\n", "level 1\nbounds 9,9,9 -9,-9,-9\nspawn a at=1,0,0\n", "level 1\nbounds -9,-9,-9 9,9,9\nspawn a at=x,0,0\n",
                          "level 1\nbounds -9,-9,-9 9,9,9\nspawn a at=1e9,0,0\n"]): put("level", "level_%d.level" % i, text)
wav = b"RIFF" + struct.pack("<I", 36 + 64) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 16000, 2, 16) + b"data" + struct.pack("<I", 64) + b"\0" * 64
cuts("sound", "wav", "wav", wav[:44], 1)
for name, at, form, value in (("format", 20, "<H", 99), ("channels", 22, "<H", 0), ("rate", 24, "<I", 0), ("bits", 34, "<H", 77), ("data", 36, "<I", 7)):
    data = bytearray(wav); data[at:at + struct.calcsize(form)] = struct.pack(form, value); put("sound", "wav_%s.wav" % name, bytes(data))
open(os.path.join(os.path.dirname(out), "list"), "w").write("".join("%s %s\n" % pair for pair in made))
PYTHON
count=0
reason=
wrong=0
while read -r kind name; do
    count=$((count + 1))
    cp "$work/files/$name" "$work/cart/$name"
    printf 'format rgb565\nbudget 192K\n%s it %s\nscene main\n  camera at=0,1,4 target=0,0,0\nend\n' "$kind" "$name" >"$work/cart/cart.txt"
    "$OXCART" pack "$work/cart" -o "$work/none.rom" --no-cache --quiet >"$work/out" 2>"$work/err"
    code=$?
    said=
    [ $code -eq 1 ] || said="exit code $code"
    [ "$(wc -l <"$work/err")" -eq 1 ] || said="$(wc -l <"$work/err") lines of error"
    grep -q "cart/$name[:@]\|cart\.txt:" "$work/err" || said="the file is not named"
    [ -e "$work/none.rom" ] && said="an image is left" && rm -f "$work/none.rom"
    rm -f "$work/cart/$name"
    [ "$(ls "$work/cart")" = cart.txt ] || said="something is left beside the cart"
    if [ -n "$said" ]; then
        wrong=$((wrong + 1))
        reason="$reason $kind $name: $said;"
    fi
done <"$work/list"
[ "$count" -ge 200 ] || reason="$reason only $count files"
if [ -z "$reason" ]; then
    echo "# $count malformed files"
    echo "ok cli_malformed_files_are_refused_one_by_one"
else
    echo "FAIL cli_malformed_files_are_refused_one_by_one $wrong of $count:$reason" | cut -c 1-1500
    exit 1
fi
