#!/bin/sh
# Four hundred malformed files and more, of every kind: each refused with one line that names file and place, exit code 1, and
# nothing left behind.
B=${B:-build}
OXCART=${OXCART:-$B/oxcart}
work=$B/cli_malformed
[ -x "$OXCART" ] || { echo "FAIL cli_malformed $OXCART is not built"; exit 1; }
command -v python3 >/dev/null || { echo "skip cli_malformed no python3"; exit 0; }
rm -rf "$work"
mkdir -p "$work/files" "$work/cart"

# What other files name: a picture, a sound. And a chunk as a text.
"$OXCART" convert rom/carts/showcase/crate.xpm -o "$work/cart/a.png" --quiet
printf 'RIFF\054\0\0\0WAVEfmt \020\0\0\0\001\0\001\0\100\037\0\0\200\076\0\0\002\0\020\0data\010\0\0\0\0\0\0\001\0\002\0\0' >"$work/cart/hum.wav"
scene='scene main\n  camera at=0,1,4 target=0,0,0\nend\n'
printf 'hello = Hello\n' >"$work/cart/t.txt"
printf "text it t.txt\n$scene" >"$work/cart/cart.txt"
"$OXCART" pack "$work/cart" -o "$work/text.rom" --quiet --no-cache && "$OXCART" dump "$work/text.rom" --chunk text/it >"$work/text.dump"
rm -f "$work/cart/t.txt" "$work/cart/cart.txt"
python3 - "$work/files" rom/carts/showcase <<'PYTHON' || exit 1
import os, struct, sys, zlib, json, base64
out, showcase = sys.argv[1:]
made, taken = [], []
def put(kind, name, data):
    if isinstance(data, str): data = data.encode("utf-8", "surrogateescape")
    open(os.path.join(out, name), "wb").write(data); made.append((kind, name))
def whole_file(kind, name, data): put(kind, name, data); taken.append(made.pop())
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
whole_file("mesh", "obj_latin1.obj", b"o a\xff\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"); whole_file("mesh", "obj_material.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl \xc0\x80\nf 1 2 3\n")
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
# ---- the rest of the pictures ----
jpeg = (b"\xff\xd8\xff\xdb\0\x43\0" + b"\1" * 64 + b"\xff\xc0\0\x0b\x08\0\1\0\1\1\1\x11\0" + b"\xff\xc4\0\x14\0\1" + b"\0" * 16 + b"\xff\xc4\0\x14\x10\1" + b"\0" * 16
        + b"\xff\xda\0\x08\1\1\0\0\x3f\0\x3f\xff\xd9")
dds = bytearray(b"DDS " + struct.pack("<IIII", 124, 0x1007, 4, 4) + b"\0" * 108 + b"\0\xf8\x1f\0\xe4\xe4\x1b\x1b")
dds[76:88] = struct.pack("<II4s", 32, 4, b"DXT1")
entries = [(256, 3, 2), (257, 3, 2), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 122), (277, 3, 1), (278, 3, 2), (279, 4, 4)]
def tagged(change={}): return tiff + struct.pack("<H", 9) + b"".join(struct.pack("<HHII", tag, kind, 1, change.get(tag, value)) for tag, kind, value in entries) + b"\0" * 4 + b"\0\x55\xaa\xff"
gif = bytes.fromhex("47494638396101000100800000000000ffffff21f90400000000002c00000000010001000002024401003b")
for stem, ending, data in (("jpeg", "jpg", jpeg), ("dds", "dds", bytes(dds)), ("tiff", "tif", tagged()), ("gif_whole", "gif", gif)):
    whole_file("texture", stem + "." + ending, data); cuts("texture", stem, ending, data)
for name, tag, value in (("huge", 256, 2**31), ("zero", 257, 0), ("bits", 258, 77), ("coding", 259, 9), ("place", 273, 2**32 - 1), ("samples", 277, 99), ("bytes", 279, 2**31)):
    put("texture", "tiff_%s.tif" % name, tagged({tag: value}))
put("texture", "jpeg_size.jpg", jpeg.replace(b"\x08\0\1\0\1", b"\x08\xff\xff\xff\xff")); put("texture", "jpeg_bits.jpg", jpeg.replace(b"\x0b\x08\0\1", b"\x0b\x0c\0\1"))
put("texture", "jpeg_table.jpg", jpeg.replace(b"\x14\x10\1", b"\x14\x1f\1")); put("texture", "jpeg_magic.jpg", b"\xff\xd9" + jpeg[2:])
put("texture", "gif_magic.gif", b"GIF99a" + gif[6:]); put("texture", "gif_size.gif", gif[:6] + b"\xff\xff\xff\xff" + gif[10:]); put("texture", "xpm_utf8.xpm", xpm.replace(b"#40291A", b"#40291\xff", 1))
# ---- scenes and maps ----
def broken(kind, stem, ending, text, *changes):
    """Text that is taken, cut at every power of two, and with each (name, old, new)."""
    text = text.encode() if isinstance(text, str) else text
    whole_file(kind, "%s_whole.%s" % (stem, ending), text); cuts(kind, stem, ending, text)
    swap(kind, stem, ending, text, *changes)
def swap(kind, stem, ending, text, *changes):
    text = text.encode() if isinstance(text, str) else text
    for name, old, new in changes:
        old, new = (x.encode() if isinstance(x, str) else x for x in (old, new))
        assert old in text, (stem, old)
        put(kind, "%s_%s.%s" % (stem, name, ending), text.replace(old, new, 1))
laughs = "<!DOCTYPE a [<!ENTITY b \"bbbbbbbb\"><!ENTITY c \"" + "&b;" * 99 + "\">]>"
dae = ("<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\"><library_geometries><geometry id=\"g\"><mesh><source id=\"p\">"
       "<float_array id=\"f\" count=\"9\">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source=\"#f\" count=\"3\" stride=\"3\"><param type=\"float\"/><param type=\"float\"/>"
       "<param type=\"float\"/></accessor></technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices><triangles count=\"1\">"
       "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id=\"s\"><node id=\"n\">"
       "<instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>")
broken("mesh", "dae", "dae", dae, ("magic", "COLLADA", "COLLIDER"), ("count", "count=\"3\"", "count=\"-3\""), ("many", "count=\"3\"", "count=\"4294967295\""), ("stride", "stride=\"3\"", "stride=\"0\""),
       ("number", "0 0 0 1", "0 zero 0 1"), ("source", "source=\"#f\"", "source=\"#q\""), ("index", "<p>0 1 2", "<p>0 1 7"), ("negative", "<p>0 1 2", "<p>0 1 -2"), ("utf8", b"0 0 0 1", b"0 0 \xff 1"),
       ("cycle", "<instance_geometry url=\"#g\"/>", "<instance_node url=\"#n\"/>"), ("bomb", "<COLLADA", laughs + "<COLLADA"), ("deep", "<mesh>", "<mesh>" + "<extra>" * 99))
oxs = ("{\"oxcart_scene\": 1, \"meshes\": [{\"name\": \"c\", \"parts\": [{\"positions\": [0, 0, 0, 1, 0, 0, 0, 1, 0], \"triangles\": [0, 1, 2]}]}], "
       "\"nodes\": [{\"mesh\": \"c\", \"degrees\": [0, 90, 0]}, {\"parent\": 0}]}")
broken("mesh", "oxs", "oxs", oxs, ("version", "scene\": 1", "scene\": 99"), ("cycle", "\"parent\": 0", "\"parent\": 1"), ("parent", "\"parent\": 0", "\"parent\": -2"), ("index", "0, 1, 2]", "0, 1, 3]"),
       ("short", "0, 1, 0]", "0, 1]"), ("huge", "[0, 0, 0", "[1e999, 0, 0"), ("mesh", "\"mesh\": \"c\"", "\"mesh\": \"d\""), ("utf8", b"\"c\"", b"\"\xc3\""), ("deep", "[0, 90, 0]", "[" * 99), ("key", "degrees", "degreees"))
tmx = ("<?xml version=\"1.0\"?><map version=\"1.0\" orientation=\"orthogonal\" width=\"2\" height=\"2\" tilewidth=\"8\" tileheight=\"8\"><tileset firstgid=\"1\" name=\"t\" tilewidth=\"8\" "
       "tileheight=\"8\" tilecount=\"4\" columns=\"2\"><image source=\"a.png\" width=\"16\" height=\"16\"/></tileset><layer name=\"l\" width=\"2\" height=\"2\"><data encoding=\"csv\">1,2,3,0</data></layer></map>")
squeezed = lambda data: "<data encoding=\"base64\" compression=\"zlib\">" + base64.b64encode(zlib.compress(data, 9)).decode()
broken("tilemap", "tmx", "tmx", tmx, ("magic", "<map ", "<mop "), ("negative", "width=\"2\"", "width=\"-2\""), ("huge", "width=\"2\"", "width=\"2000000000\""), ("none", "height=\"2\"", "height=\"0\""),
       ("short", "1,2,3,0", "1,2,3"), ("long", "1,2,3,0", "1,2,3,0,1"), ("tile", "1,2,3,0", "1,2,3,9999"), ("number", "1,2,3,0", "1,x,3,0"), ("utf8", b"name=\"l\"", b"name=\"\xfe\""),
       ("encoding", "\"csv\"", "\"morse\""), ("bomb", "<data encoding=\"csv\">1,2,3,0", squeezed(b"\0" * (64 << 20))), ("zlib", "<data encoding=\"csv\">1,2,3,0", squeezed(b"\0" * 16)[:-8]),
       ("laughs", "<map ", laughs + "<map "), ("deep", "<layer ", "<group>" * 99 + "<layer "))
# ---- texts ----
bdf = "STARTFONT 2.1\nFONT f\nSIZE 8 75 75\nFONTBOUNDINGBOX 8 8 0 0\nCHARS 1\nSTARTCHAR A\nENCODING 65\nSWIDTH 500 0\nDWIDTH 8 0\nBBX 8 4 0 0\nBITMAP\n18\n24\n7E\n42\nENDCHAR\nENDFONT\n"
broken("font", "bdf", "bdf", bdf, ("magic", "STARTFONT", "ENDFONT"), ("count", "CHARS 1", "CHARS -1"), ("many", "CHARS 1", "CHARS 4294967295"), ("huge", "BBX 8 4", "BBX 99999 99999"),
       ("box", "BBX 8 4", "BBX -8 4"), ("hex", "7E", "7X"), ("rows", "42\n", ""), ("code", "ENCODING 65", "ENCODING x"))
goad = "behaviour B {\n  var steps = 0\n  on tick { steps += 1 }\n}\n"
whole_file("script", "goad_whole.goad", goad); cuts("script", "goad", "goad", goad.encode())
swap("script", "goad", "goad", goad, ("utf8", b"steps", b"st\xffeps"), ("deep", "1 }", "(" * 999), ("blocks", "steps += 1", "{" * 999), ("array", "steps = 0", "steps: [2000000000]int"), ("text", "0\n", "\"0\n"),
     ("cycle", "B {", "B : B {"), ("count", "steps = 0", "steps: [-3]int"), ("number", "+= 1", "+= 99999999999999999999"), ("comment", "+= 1", "/*"), ("long", "steps", "s" * 5000), ("zero", b"steps", b"st\0eps"))
put("script", "goad_chain.goad", "".join("const C%d = C%d + 1\n" % (i, i + 1) for i in range(30)) + "const C30 = 1\n")
for i, text in enumerate([b"", b"rate\n", b"rate x\n", b"rate -3\n", b"life 1e30\n", b"cards\n", b"colour #12345\n", b"rate 30\nrate 30\n", b"blend \xff\n", b"size 1 2 3 4 5 6 7 8 9 10 11 12 13\n", b"force 0,0\n", b"rate nan\n"]):
    put("particles", "particles_%d.particles" % i, text)
broken("cues", "cues", "json", "{\"cues\": [{\"name\": \"e\", \"volume\": 0.5, \"most\": 3, \"sources\": [\"hum\", {\"sound\": \"hum\", \"weight\": 2}]}]}",
       ("key", "\"most\"", "\"mosst\""), ("negative", "3", "-3"), ("huge", "0.5", "1e300"), ("sound", "\"hum\"", "\"him\""), ("weight", "2", "99999999999"), ("utf8", b"\"e\"", b"\"\xff\""), ("none", "[\"hum\", {\"sound\": \"hum\", \"weight\": 2}]", "[]"), ("deep", "0.5", "[" * 99))
for i, text in enumerate([b"bell\n", b"bell hum volume=x\n", b"bell hum pitch=-1\n", b"bell hum pan=9\n", b"bell hum\nbell hum\n", b"\xff hum\n"]): put("bank", "bank_%d.txt" % i, text)
for i, text in enumerate([b"form square\n", b"form grid 3x4zzz\n", b"form grid 99999999999x4\n", b"form graph\nlink a b\n", b"form graph\nlevel a low=9,9,9 high=0,0,0\n", b"form graph\nlevel a\nlevel a\n", b"form graph\nlevel a\nlink a a at=1,2\n", b"form graph\nlevel \xff\n"]):
    put("topology", "topology_%d.txt" % i, text)
for i, text in enumerate([b"field a 9..0\n", b"field a 0..15\ntile x a=1\n", b"field a 0..15\ntile 4 a=99\n", b"tile 4 b=1\n", b"field a 0..15\nfield a 0..15\n", b"field \xff flag\n", b"field a -99999999999..3\n", b"field a 0..15x\n"]): put("attributes", "attributes_%d.txt" % i, text)
for i, text in enumerate([b"", b"key,a:i32\nx,y\n", b"key,a:i8\nx,999\n", b"key,a:what\nx,1\n", b"key,a:i32\nx,1\nx,2\n", b"key,a:i32\nx\n", b"key,a:i32\n\xff,1\n", b"key,a:u8\nx,-1\n", b"key,a:i32\n\"x,1\n"]): put("data", "data_%d.csv" % i, text)
broken("text", "strings", "xml", "<?xml version=\"1.0\"?><strings><text id=\"a\">Hello</text></strings>", ("bomb", "<strings>", laughs + "<strings>"), ("utf8", b"Hello", b"Hel\xfflo"), ("twice", "<text id", "<text id=\"a\">x</text><text id"))
whole_file("text", "strings_whole16.json", "{\"a\": \"b\"}".encode("utf-16")); put("text", "strings_utf16.json", "{\"a\": \"b\"}".encode("utf-16")[:-1]); put("text", "strings_deep.json", "[" * 100000); put("text", "strings_half.json", "{\"a\": \"\\ud800\"}")
# ---- songs, chunks as texts, carts ----
mod = bytearray(1084 + 1024 + 8)
mod[42:50] = struct.pack(">HBBHH", 4, 0, 48, 1, 2); mod[950] = 1; mod[1080:1084] = b"M.K."; mod[1084:1088] = bytes((428 >> 8, 428 & 255, 0x1a, 4))
whole_file("song", "mod_whole.mod", bytes(mod)); cuts("song", "mod", "mod", bytes(mod))
put("song", "mod_magic.mod", bytes(mod[:1080]) + b"Q.Q." + bytes(mod[1084:])); put("song", "mod_orders.mod", bytes(mod[:950]) + b"\xff" + bytes(mod[951:]))
xm = b"Extended Module: " + b"n" * 20 + b"\x1a" + b"t" * 20 + struct.pack("<HIHHHHHHHH", 0x104, 276, 1, 0, 2, 1, 0, 1, 6, 125) + b"\0" * 256
cuts("song", "xm", "xm", xm, 16); put("song", "xm_version.xm", xm.replace(b"\x04\x01", b"\x99\x09", 1)); put("song", "xm_channels.xm", xm.replace(struct.pack("<HH", 2, 1), struct.pack("<HH", 9999, 1), 1))
dump = open(os.path.join(os.path.dirname(out), "text.dump"), "rb").read()
broken("text", "dump", "dump", dump, ("type", "TEXT", "MESH"), ("bytes", "bytes=", "bytes=-"), ("huge", "bytes=", "bytes=99999999999"), ("wraps", "bytes=", "bytes=42949672"), ("codec", "codec=0", "codec=9"), ("class", "codec=0 ", "codec=0 memory=4294967297 "), ("chunk", "chunk ", "chonk "), ("utf8", b" TEXT", b" TEXT \xff"), ("field", "version", "wersion"))
scene = "scene main\n  camera at=0,1,4 target=0,0,0\nend\n"
for i, text in enumerate([b"", b"scene main\n", b"end\n", b"budget -3\n" + scene.encode(), b"budget 99999999999K\n" + scene.encode(), b"size 0x0\n" + scene.encode(), b"size 99999x99999\n" + scene.encode(), b"nonsense\n" + scene.encode(), b"title \"\xff\"\n" + scene.encode(),
                          b"title \"T\n" + scene.encode(), b"format rgb999\n" + scene.encode(), scene.encode() * 2, scene.replace("0,1,4", "0,1").encode(), scene.replace("0,1,4", "0,1,1e30").encode(), scene.replace("end", "scene b\nend").encode(),
                          scene.replace("end", "object nobody\nend").encode(), b"\0\0\0\0", b"x" * 70000, b"start nowhere\n" + scene.encode()]): put("cart", "cart_%d.txt" % i, text)
open(os.path.join(os.path.dirname(out), "whole"), "w").write("".join("%s %s\n" % pair for pair in taken))
open(os.path.join(os.path.dirname(out), "list"), "w").write("".join("%s %s\n" % pair for pair in made))
PYTHON
# Packs a cart with the file; what was said is in err.
pack_file() { # kind name
    cp "$work/files/$2" "$work/cart/$2"
    case $1 in
    cart) mv "$work/cart/$2" "$work/cart/cart.txt" ;;
    cues) printf "format rgb565\nbudget 192K\nsound hum hum.wav\ncues it $2\n$scene" >"$work/cart/cart.txt" ;;
    bank) printf "format rgb565\nbudget 192K\nsound hum hum.wav\nbank it $2\n$scene" >"$work/cart/cart.txt" ;;
    *) printf "format rgb565\nbudget 192K\n$1 it $2\n$scene" >"$work/cart/cart.txt" ;;
    esac
    "$OXCART" pack "$work/cart" -o "$work/none.rom" --no-cache --quiet >"$work/out" 2>"$work/err"
    code=$?
    rm -f "$work/cart/$2"
}

# Those that the damaged ones were made of: it is the damage that is refused.
reason=
while read -r kind name; do
    pack_file "$kind" "$name"
    [ $code -eq 0 ] || reason="$reason $kind $name: $(head -n 1 "$work/err");"
    rm -f "$work/none.rom"
done <"$work/whole"
if [ -z "$reason" ]; then
    echo "ok cli_malformed_whole_files_are_taken"
else
    echo "FAIL cli_malformed_whole_files_are_taken $reason" | cut -c 1-1500
fi

count=0
reason=
wrong=0
while read -r kind name; do
    count=$((count + 1))
    pack_file "$kind" "$name"
    said=
    [ $code -eq 1 ] || said="exit code $code"
    [ "$(wc -l <"$work/err")" -eq 1 ] || [ "$kind" = script ] || said="$(wc -l <"$work/err") lines of error" # a compiler tells more than one
    [ -s "$work/err" ] && ! grep -qv "cart/$name[:@]\|cart\.txt:" "$work/err" || said="the file is not named"
    [ -e "$work/none.rom" ] && said="an image is left" && rm -f "$work/none.rom"
    [ "$(echo "$work/cart"/*)" = "$work/cart/a.png $work/cart/cart.txt $work/cart/hum.wav" ] || said="something is left beside the cart"
    if [ -n "$said" ]; then
        wrong=$((wrong + 1))
        reason="$reason $kind $name: $said;"
        [ -z "$MALFORMED_SHOW" ] || sed "s,^,# $name: ," "$work/err"
    fi
done <"$work/list"
[ "$count" -ge 400 ] || reason="$reason only $count files"
if [ -z "$reason" ]; then
    echo "# $count malformed files"
    echo "ok cli_malformed_files_are_refused_one_by_one"
else
    echo "FAIL cli_malformed_files_are_refused_one_by_one $wrong of $count:$reason" | cut -c 1-1500
    exit 1
fi
