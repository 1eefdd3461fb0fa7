/* Small whole files of every format that the tools read, and ways to damage them, for tests of damaged
 * files. */
#ifndef OXCART_TESTS_HOST_DAMAGED_FILES_H
#define OXCART_TESTS_HOST_DAMAGED_FILES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/host/tools/import/collada/collada_text.h"
#include "tests/host/tools/import/gltf/import_glb.h"
#include "tests/host/tools/import/sound/small_mod.h"
#include "tests/test.h"
#include "tests/unit/rom/rom_samples.h"
#include "tools/base/writer.h"
#include "tools/image/assemble.h"
#include "tools/import/image/png_write.h"
#include "tools/import/sound/wav.h"
#include "tools/inspect/dump.h"

enum { ROOM = 16384 };

typedef struct sample {
    uint8_t data[ROOM];
    size_t size;
} sample;

static inline void put(sample *s, const void *data, size_t size) {
    s->size = size < ROOM ? size : 0;
    memcpy(s->data, data, s->size);
}

static inline void put_glb(sample *s) {
    static glb file;
    char body[300];
    int positions, indices;
    memset(&file, 0, sizeof file);
    glb_cube(&file, &positions, &indices);
    snprintf(body, sizeof body,
             "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"indices\":%d}]}],\"nodes\":[{"
             "\"mesh\":0,\"children\":[1]},{\"name\":\"n\"}]",
             positions, indices);
    glb_finish(&file, body);
    put(s, file.file, file.size);
}

static inline void put_png(sample *s) {
    uint8_t pixels[8 * 8 * 4], *file;
    size_t size;
    for (size_t i = 0; i < sizeof pixels; i++) pixels[i] = (uint8_t)(i * 7);
    const import_png_picture picture = {.width = 8, .height = 8, .format = IMPORT_PNG_RGBA, .pixels = pixels};
    CHECK(import_png_encode("t.png", &picture, &file, &size, NULL));
    put(s, file, size);
    free(file);
}

/* A picture of 2 x 2 pixels, 24 bits. */
static inline void put_bmp(sample *s) {
    static const uint8_t file[70] = {'B', 'M', 70, 0, 0, 0, 0, 0, 0, 0, 54, 0,  0,  0,  40, 0, 0,  0,
                                     2,   0,   0,  0, 2, 0, 0, 0, 1, 0, 24, 0,  0,  0,  0,  0, 16, 0,
                                     0,   0,   0,  0, 0, 0, 0, 0, 0, 0, 0,  0,  0,  0,  0,  0, 0,  0,
                                     1,   2,   3,  4, 5, 6, 0, 0, 7, 8, 9,  10, 11, 12, 0,  0};
    put(s, file, sizeof file);
}

static inline void put_tga(sample *s) {
    static const uint8_t file[30] = {0, 0,  2,  0, 0, 0, 0, 0, 0, 0, 0, 0, 2,  0,  2,
                                     0, 24, 32, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    put(s, file, sizeof file);
}

static inline void put_gif(sample *s) {
    static const uint8_t file[43] = {'G', 'I', 'F', '8', '9',  'a',  1, 0, 1, 0,    0x80, 0, 0,    0, 0,
                                     0,   255, 255, 255, 0x21, 0xF9, 4, 0, 0, 0,    0,    0, 0x2C, 0, 0,
                                     0,   0,   1,   0,   1,    0,    0, 2, 2, 0x44, 1,    0, 0x3B};
    put(s, file, sizeof file);
}

static inline void put_wav(sample *s) {
    int32_t samples[64];
    writer out = {0};
    for (int i = 0; i < 64; i++) samples[i] = i * 1000000;
    const import_sound sound = {.rate = 8000, .channels = 1, .frames = 64, .bits = 16, .samples = samples};
    import_wav_write(&sound, &out);
    put(s, out.data, out.size);
    writer_free(&out);
}

static inline void put_bar(sample *s) {
    static char text[8000];
    dae_bar(text);
    put(s, text, strlen(text));
}

static uint64_t damage_state;

static inline size_t below(size_t limit) {
    damage_state ^= damage_state << 13;
    damage_state ^= damage_state >> 7;
    damage_state ^= damage_state << 17;
    return limit == 0 ? 0 : (size_t)(damage_state >> 11) % limit;
}

/* Makes one to four changes: a byte, a bit, a piece left out, a piece again somewhere else, a number that is
 * far off. */
static inline void damage(const sample *whole, sample *s) {
    static const char *const words[] = {
        "-1", "4294967295", "1e300", "0",        "65536",    "nan",  "\"",
        "<",  "[",          "{",     "\xFF\xFE", "\xC0\x80", "\r\n", "99999999999999999999",
        "#"};
    size_t changes = 1 + below(4);
    memcpy(s->data, whole->data, whole->size);
    s->size = whole->size;
    while (changes-- > 0 && s->size > 0) {
        size_t at = below(s->size), length = 1 + below(s->size - at < 40 ? s->size - at : 40),
               to = below(s->size);
        const char *word = words[below(sizeof words / sizeof words[0])];
        uint8_t piece[40];
        switch (below(5)) {
        case 0:
            s->data[at] = (uint8_t)below(256);
            break;
        case 1:
            s->data[at] = (uint8_t)(s->data[at] ^ 1u << below(8));
            break;
        case 2:
            memmove(s->data + at, s->data + at + length, s->size - at - length);
            s->size -= length;
            break;
        case 3:
            if (s->size + length >= ROOM) break;
            memcpy(piece, s->data + at, length);
            memmove(s->data + to + length, s->data + to, s->size - to);
            memcpy(s->data + to, piece, length);
            s->size += length;
            break;
        default:
            length = strlen(word);
            if (at + length > s->size) break;
            memcpy(s->data + at, word, length);
            break;
        }
    }
    s->data[s->size] = 0;
}

/* A picture of 1 x 1, grey. */
static inline void put_jpeg(sample *s) {
    static const uint8_t ends[] = {0xFF, 0xC0, 0, 11, 8, 0, 1,    0,    1,    1,    1,    0x11, 0, 0xFF, 0xC4,
                                   0,    20,   0, 1,  0, 0, 0,    0,    0,    0,    0,    0,    0, 0,    0,
                                   0,    0,    0, 0,  0, 0, 0xFF, 0xC4, 0,    20,   0x10, 1,    0, 0,    0,
                                   0,    0,    0, 0,  0, 0, 0,    0,    0,    0,    0,    0,    0, 0xFF, 0xDA,
                                   0,    8,    1, 1,  0, 0, 63,   0,    0x3F, 0xFF, 0xD9};
    uint8_t file[71 + sizeof ends] = {0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0};
    memset(file + 7, 1, 64);
    memcpy(file + 71, ends, sizeof ends);
    put(s, file, sizeof file);
}

/* A picture of 4 x 4, one block. */
static inline void put_dds(sample *s) {
    uint8_t file[136] = {'D', 'D', 'S', ' ', 124, 0, 0, 0, 7, 16, 0, 0, 4, 0, 0, 0, 4};
    file[76] = 32;
    file[80] = 4;
    memcpy(file + 84, "DXT1", 4);
    memcpy(file + 128, "\x00\xF8\x1F\x00\xE4\xE4\x1B\x1B", 8);
    put(s, file, sizeof file);
}

/* A picture of 2 x 2 greys, uncompressed. */
static inline void put_tiff(sample *s) {
    static const uint16_t fields[][3] = {{256, 3, 2},   {257, 3, 2}, {258, 3, 8}, {259, 3, 1}, {262, 3, 1},
                                         {273, 4, 122}, {277, 3, 1}, {278, 3, 2}, {279, 4, 4}};
    uint8_t file[126] = {'I', 'I', 42, 0, 8, 0, 0, 0, 9, 0};
    for (size_t i = 0; i < 9; i++) {
        uint8_t *at = file + 10 + 12 * i;
        at[0] = (uint8_t)fields[i][0];
        at[1] = (uint8_t)(fields[i][0] >> 8);
        at[2] = (uint8_t)fields[i][1];
        at[4] = 1;
        at[8] = (uint8_t)fields[i][2];
    }
    memcpy(file + 122, "\x00\x55\xAA\xFF", 4);
    put(s, file, sizeof file);
}

static inline void put_mod(sample *s) {
    static uint8_t file[SMALL_MOD];
    small_mod(file);
    put(s, file, sizeof file);
}

/* The text of an image with a few chunks. */
static inline void put_dump(sample *s) {
    static const uint32_t types[] = {ROM_TAG_BUDGET, ROM_TAG_INFO, ROM_TAG_RAW, ROM_TAG_TEXT, ROM_TAG_SCENE};
    static const char *const names[] = {"budget", "info", "raw/a", "text/a", "scene/a"};
    static uint32_t words[SAMPLE_ROOM / 4];
    assembly a = {.cart = 0xCA47u, .cart_version = 0x10000u, .names = true};
    writer image = {0};
    rom_image opened;
    char *text = NULL;
    size_t size = 0;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        uint32_t bytes = sample_chunk(rom_type_of(types[i]), (uint8_t *)words);
        writer *out = assemble_add(&a, names[i], types[i], bytes);
        CHECK(out != NULL && !out->failed);
        if (out != NULL && !out->failed) memcpy(out->data, words, bytes);
    }
    FILE *to = open_memstream(&text, &size);
    CHECK(to != NULL && assemble_finish(&a, "t.rom", &image, NULL) &&
          rom_open(image.data, image.size, &opened, NULL) == ROM_OK &&
          dump_image(&opened, "t.rom", NULL, to, NULL));
    if (to != NULL) fclose(to);
    put(s, text, size);
    CHECK(s->size > 0);
    free(text);
    writer_free(&image);
    assemble_free(&a);
}

/* A whole file: its text, or the function that makes its bytes. */
typedef struct whole_file {
    const char *name, *text;
    void (*make)(sample *s);
} whole_file;

static const whole_file whole_files[] = {
    {"obj",
     "mtllib m.mtl\no a\nv 0 0 0\nv 1 0 0\nv 1 1 0.5\nv 0 1 0\nvt 0 0\nvt 1 0.5\nvn 0 0 1\nusemtl m\ns 1\nf "
     "1/1/1 2/2/1 3/1/1 4/2/1\nf -1 -2 -3\n",
     NULL},
    {"mtl",
     "newmtl m\nKd 0.5 0.25 1\nKs 1 1 1\nNs 20\nd 0.5\nKe 0 0 0\nmap_Kd -s 2 2 -o 0.5 0 a.png\nillum 2\n",
     NULL},
    {"gltf",
     "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64,"
     "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],"
     "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,\"componentType\":"
     "5126,\"type\":\"VEC3\",\"count\":3}],"
     "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0,"
     "\"translation\":[1,2,3]}]}",
     NULL},
    {"glb", NULL, put_glb},
    {"collada", DAE_CUBE(DAE_CUBE_POLYLIST), NULL},
    {"collada with motion", NULL, put_bar},
    {"intermediate",
     "{\"oxcart_scene\": 1, \"materials\": [{\"name\": \"m\", \"diffuse\": [1, 0, 0]}], \"meshes\": "
     "[{\"name\": \"c\", \"parts\": [{\"material\": 0, "
     "\"positions\": [0, 0, 0, 1, 0, 0, 0, 1, 0], \"normals\": [0, 0, 1, 0, 0, 1, 0, 0, 1], \"triangles\": "
     "[0, 1, 2]}]}], \"nodes\": [{\"mesh\": \"c\", "
     "\"degrees\": [0, 90, 0]}, {\"parent\": 0}], \"skins\": [{\"joints\": [0, 1]}], \"clips\": "
     "[{\"channels\": [{\"node\": 1, \"path\": \"scale\", "
     "\"times\": [0, 1], \"values\": [1, 1, 1, 2, 2, 2]}]}], \"lights\": [{\"kind\": \"sun\"}]}",
     NULL},
    {"json", "{\"a\": [1, 2.5e3, -0.1, true, null], \"b\": {\"c\": \"\\u00e9\\n\", \"d\": {}}}", NULL},
    {"xml",
     "<?xml version=\"1.0\"?>\n<a b=\"1\" c='&lt;x&gt;'><!-- no --><d>t &amp; "
     "&#233;</d><e/><![CDATA[<f>]]></a>",
     NULL},
    {"ini", "; c\n[one]\na = 1\nb = \"two\"\n[two]\nc = 3\n", NULL},
    {"csv", "id,en,de\nhello,\"Hello, you\",Hallo\nbye,Bye,\"Tsch\"\"au\"\n", NULL},
    {"strings", "hello = Hello {0}\nbye = Bye\n# c\n", NULL},
    {"font",
     "STARTFONT 2.1\nFONT f\nSIZE 8 75 75\nFONTBOUNDINGBOX 8 8 0 0\nCHARS 1\nSTARTCHAR A\nENCODING "
     "65\nSWIDTH 500 0\nDWIDTH 8 0\nBBX 8 4 0 0\nBITMAP\n18\n24\n7E\n42\nENDCHAR\nENDFONT\n",
     NULL},
    {"map",
     "<?xml version=\"1.0\"?><map version=\"1.0\" orientation=\"orthogonal\" width=\"2\" height=\"2\" "
     "tilewidth=\"8\" tileheight=\"8\"><tileset firstgid=\"1\" name=\"t\" "
     "tilewidth=\"8\" tileheight=\"8\" tilecount=\"4\" columns=\"2\"><image source=\"t.png\" width=\"16\" "
     "height=\"16\"/></tileset><layer name=\"l\" width=\"2\" height=\"2\">"
     "<data encoding=\"csv\">1,2,\n3,0</data></layer></map>",
     NULL},
    {"table", "# c\n2,2\n1,2\n3,0\n", NULL},
    {"numeric", "expression sin(x * 2 * pi) + max(x, 0.5)\ndomain 0 1 open\ncount 16\nformat i16 12\n", NULL},
    {"cart",
     "title \"T\"\nsize 160x120\nformat pal8\nbudget 64K\nstart main\nmesh a a.obj scale=0.5\nmaterial m "
     "colour=#FF8000 shininess=20\n"
     "scene main\n  background #203040\n  camera at=0,1,4 target=0,0,0\n  light sun direction=-1,-1,-1\n  "
     "object a at=1,0,0 spin=10,0,0\nend\n",
     NULL},
    {"level",
     "level 1\nbounds -9,-9,-9 9,9,9\nlayer near\ninstance crate at=1,0,0 yaw=45\nspawn guard at=1,0,0 "
     "name=him layer=near\n  set health 3\n"
     "solid box at=0,0,0 half=1,1,1\nelement door at=1,2,3 health=5\n  version mesh=a threshold=4\n",
     NULL},
    {"numbers", "1,2,3\n4,5.5,6\n", NULL},
    {"rows", "key,name:text,size:i32,share:fx\nsmall,Small,1,0.5\nlarge,Large,20,1.5\n", NULL},
    {"text", "hello = Hello {0}\nbye = Bye\n# c\n", NULL},
    {"bank", "bell hum volume=0.5 pan=-1 pitch=2\nbuzz hum\n", NULL},
    {"png", NULL, put_png},
    {"bmp", NULL, put_bmp},
    {"tga", NULL, put_tga},
    {"gif", NULL, put_gif},
    {"xpm",
     "/* XPM */\nstatic char *it[] = {\n\"4 3 3 1 0 0\",\n/* colours */\n\". c None s back\",\n\"# m black c "
     "#D02C50\",\n\"o c #FFF0B080\",\n\".#o#\",\n\"####\",\n\"o..o\"\n};\n",
     NULL},
    {"wav", NULL, put_wav},
    {"tmj",
     "{\"type\":\"map\",\"version\":\"1.10\",\"orientation\":\"orthogonal\",\"width\":2,\"height\":2,"
     "\"tilewidth\":8,\"tileheight\":8,\"tilesets\":[{\"firstgid\":1,\"name\":\"t\","
     "\"tilewidth\":8,\"tileheight\":8,\"tilecount\":4,\"columns\":2,\"image\":\"t.png\",\"imagewidth\":16,"
     "\"imageheight\":16}],\"layers\":[{\"type\":\"tilelayer\",\"name\":\"l\","
     "\"width\":2,\"height\":2,\"data\":[1,2,3,0]}]}",
     NULL},
    {"regions", "1,2,3,4\n5,6,7,8\n9,10,11,12\n13,14,15,16\n", NULL},
    {"attributes",
     "field cost -1..14\nfield block flag\nfield sound 0..3\ntile 0..90 cost=1\ntile 40..49 block "
     "sound=2\ntile 44 cost=14\n",
     NULL},
    {"topology",
     "form graph\nlevel town low=0,0,0 high=9,9,9\nlevel cave\nlink cave town door at=1,2,3 radius=2\nlink "
     "town cave\nlink town town one-way\n",
     NULL},
    {"particles",
     "rate 30\nlife 0.8 1.4\nspeed 0.3 0.7\nspread 30\nforce 0,-9.8,0\nsize 0.05 0.3 0.22 0\ncolour #FFFFFF "
     "#A0C0FF #C080FF\nalpha 1 1 0.6\nblend add\nbillboard disc\nfor 2\n",
     NULL},
    {"goad",
     "var steps = 0\nevent Ring(by: int)\nbehaviour Hero {\n  prop speed: fx = 0.25\n  auto state Go { begin "
     "{ wait 2t\n emit Ring(7) after 3t\n } }\n"
     "  on tick { let s = vec3(0.5, 0.0, 0.0)\n steps += 1\n if steps == 3 { speed = s.x * speed } }\n}\n",
     NULL},
    {"cues",
     "{\"switches\": [{\"name\": \"s\", \"values\": [\"x\", \"y\"], \"start\": \"y\"}],\n\"cues\": "
     "[{\"name\": \"e\", \"bus\": \"music\", \"falloff\": 150, \"priority\": \"high\", \"volume\": 0.5, "
     "\"most\": 3, \"loop\": true, \"sources\": [\"hum\", {\"sound\": \"hum\", \"weight\": "
     "2}]}],\n\"buses\": [{\"name\": \"music\", \"volume\": 0.8}]}",
     NULL},
    {"dump", NULL, put_dump},
    {"jpeg", NULL, put_jpeg},
    {"dds", NULL, put_dds},
    {"tiff", NULL, put_tiff},
    {"mod", NULL, put_mod},
};

/* Takes the file of that name, followed by a zero byte. */
static inline const whole_file *take_whole(const char *name, sample *s) {
    size_t i = 0;
    while (i < sizeof whole_files / sizeof whole_files[0] && strcmp(whole_files[i].name, name) != 0) i++;
    CHECK(i < sizeof whole_files / sizeof whole_files[0]);
    if (i == sizeof whole_files / sizeof whole_files[0]) return NULL;
    if (whole_files[i].text != NULL) put(s, whole_files[i].text, strlen(whole_files[i].text));
    if (whole_files[i].make != NULL) whole_files[i].make(s);
    s->data[s->size] = 0;
    return &whole_files[i];
}

#endif
