/* Data files that were damaged in ten thousand ways: every reader takes them or refuses them with the file and a place in it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/host/collada_text.h"
#include "tests/host/import_glb.h"
#include "tests/test.h"
#include "tools/cart.h"
#include "tools/import/collada.h"
#include "tools/import/csv.h"
#include "tools/import/font.h"
#include "tools/import/gltf.h"
#include "tools/import/ini.h"
#include "tools/import/intermediate.h"
#include "tools/import/json.h"
#include "tools/import/numeric.h"
#include "tools/import/obj.h"
#include "tools/import/png_write.h"
#include "tools/import/strings.h"
#include "tools/import/tilemap.h"
#include "tools/import/wav.h"
#include "tools/import/xml.h"
#include "tools/pack_kinds.h"

enum { ROOM = 16384 };

typedef struct sample {
    uint8_t data[ROOM];
    size_t size;
} sample;

/* ---- readers: whether the bytes are taken ---- */

static bool read_obj(const uint8_t *data, size_t size, tool_error *error) {
    static const char mtl[] = "newmtl m\nKd 1 0 0\n";
    import_model model;
    if (!import_obj_from_memory("t.obj", data, size, mtl, strlen(mtl), &model, error)) return false;
    import_model_free(&model);
    return true;
}

static bool read_mtl(const uint8_t *data, size_t size, tool_error *error) {
    static const char obj[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n";
    import_model model;
    if (!import_obj_from_memory("t.obj", obj, strlen(obj), data, size, &model, error)) return false;
    import_model_free(&model);
    return true;
}

/* A file of an asset of cart.txt. */
static bool read_kind(const char *word, const char *path, const uint8_t *data, size_t size, tool_error *error) {
    static cart c;
    const cart_asset asset = {.line = 1, .name = "t"};
    const pack_kind *kind = pack_kind_find(word);
    const pack_source source = {.c = &c, .asset = &asset, .path = path, .data = data, .size = size, .error = error};
    writer out = {0};
    snprintf(c.path, sizeof c.path, "cart.txt");
    writer_zeros(&out, kind->header);
    bool taken = kind->convert(&source, &out);
    writer_free(&out);
    return taken;
}

static bool read_level(const uint8_t *data, size_t size, tool_error *error) { return read_kind("level", "t.level", data, size, error); }
static bool read_numbers(const uint8_t *data, size_t size, tool_error *error) { return read_kind("table", "t.csv", data, size, error); }
static bool read_rows(const uint8_t *data, size_t size, tool_error *error) { return read_kind("data", "t.csv", data, size, error); }
static bool read_text(const uint8_t *data, size_t size, tool_error *error) { return read_kind("text", "t.txt", data, size, error); }
static bool read_bank(const uint8_t *data, size_t size, tool_error *error) { return read_kind("bank", "t.txt", data, size, error); }

static bool keep(bool taken, import_scene *scene) {
    if (taken) import_scene_free(scene);
    return taken;
}

static bool read_gltf(const uint8_t *data, size_t size, tool_error *error) {
    import_scene scene;
    return keep(import_gltf_from_memory("t.glb", data, size, &scene, error), &scene);
}

static bool read_collada(const uint8_t *data, size_t size, tool_error *error) {
    import_scene scene;
    return keep(import_collada_from_memory("t.dae", data, size, &scene, error), &scene);
}

static bool read_intermediate(const uint8_t *data, size_t size, tool_error *error) {
    import_scene scene;
    return keep(import_intermediate_from_memory("t.oxs", data, size, NULL, 0, &scene, error), &scene);
}

static bool read_json(const uint8_t *data, size_t size, tool_error *error) {
    import_json_document document;
    bool taken = import_json_parse("t.json", (const char *)data, size, &document, error);
    if (taken) import_json_free(&document);
    return taken;
}

static bool read_xml(const uint8_t *data, size_t size, tool_error *error) {
    import_xml_document document;
    bool taken = import_xml_parse("t.xml", (const char *)data, size, &document, error);
    if (taken) import_xml_free(&document);
    return taken;
}

static bool read_ini(const uint8_t *data, size_t size, tool_error *error) {
    import_ini ini;
    bool taken = import_ini_parse("t.ini", (const char *)data, size, &ini, error);
    if (taken) import_ini_free(&ini);
    return taken;
}

static bool read_csv(const uint8_t *data, size_t size, tool_error *error) {
    import_csv table;
    bool taken = import_csv_parse("t.csv", (const char *)data, size, 0, true, &table, error);
    if (taken) import_csv_free(&table);
    return taken;
}

static bool read_strings(const uint8_t *data, size_t size, tool_error *error) {
    import_strings strings;
    bool taken = import_strings_parse("t.txt", (const char *)data, size, &strings, error);
    if (taken) import_strings_free(&strings);
    return taken;
}

static bool read_font(const uint8_t *data, size_t size, tool_error *error) {
    import_font font;
    bool taken = import_bdf_parse("t.bdf", (const char *)data, size, &font, error);
    if (taken) import_font_free(&font);
    return taken;
}

static bool read_map(const uint8_t *data, size_t size, tool_error *error) {
    import_tilemap map;
    bool taken = import_tilemap_from_memory("t.tmx", (const char *)data, size, &map, error);
    if (taken) import_tilemap_free(&map);
    return taken;
}

static bool read_table(const uint8_t *data, size_t size, tool_error *error) {
    import_tilemap map;
    bool taken = import_tile_table_parse("t.csv", (const char *)data, size, 100, &map, error);
    if (taken) import_tilemap_free(&map);
    return taken;
}

static bool read_numeric(const uint8_t *data, size_t size, tool_error *error) {
    import_numeric table;
    bool taken = import_numeric_parse("t.txt", (const char *)data, size, &table, error);
    if (taken) import_numeric_free(&table);
    return taken;
}

static bool read_cart(const uint8_t *data, size_t size, tool_error *error) {
    cart c;
    bool taken = cart_parse("t/cart.txt", (const char *)data, size, &c, error);
    if (taken) cart_free(&c);
    return taken;
}

static bool read_picture(const uint8_t *data, size_t size, tool_error *error) {
    import_image image;
    bool taken = import_image_from_memory("t.png", data, size, &image, error);
    if (taken) import_image_free(&image);
    return taken;
}

static bool read_wav(const uint8_t *data, size_t size, tool_error *error) {
    import_sound sound;
    bool taken = import_wav_decode("t.wav", data, size, &sound, error);
    if (taken) import_sound_free(&sound);
    return taken;
}

/* ---- samples: whole files ---- */

static void put(sample *s, const void *data, size_t size) {
    s->size = size < ROOM ? size : 0;
    memcpy(s->data, data, s->size);
}

static void put_glb(sample *s) {
    static glb file;
    char body[300];
    int positions, indices;
    memset(&file, 0, sizeof file);
    glb_cube(&file, &positions, &indices);
    snprintf(body, sizeof body, "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"indices\":%d}]}],\"nodes\":[{\"mesh\":0,\"children\":[1]},{\"name\":\"n\"}]",
             positions, indices);
    glb_finish(&file, body);
    put(s, file.file, file.size);
}

static void put_png(sample *s) {
    uint8_t pixels[8 * 8 * 4], *file;
    size_t size;
    for (size_t i = 0; i < sizeof pixels; i++) pixels[i] = (uint8_t)(i * 7);
    const import_png_picture picture = {.width = 8, .height = 8, .format = IMPORT_PNG_RGBA, .pixels = pixels};
    CHECK(import_png_encode("t.png", &picture, &file, &size, NULL));
    put(s, file, size);
    free(file);
}

/* 2 x 2 pixels, 24 bits. */
static void put_bmp(sample *s) {
    static const uint8_t file[70] = {'B', 'M', 70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 24, 0, 0, 0, 0, 0, 16, 0, 0, 0,
                                     0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0};
    put(s, file, sizeof file);
}

static void put_tga(sample *s) {
    static const uint8_t file[30] = {0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 24, 32, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    put(s, file, sizeof file);
}

static void put_gif(sample *s) {
    static const uint8_t file[43] = {'G', 'I', 'F', '8', '9', 'a', 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x21, 0xF9, 4, 0, 0, 0, 0, 0, 0x2C,
                                     0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B};
    put(s, file, sizeof file);
}

static void put_wav(sample *s) {
    int32_t samples[64];
    writer out = {0};
    for (int i = 0; i < 64; i++) samples[i] = i * 1000000;
    const import_sound sound = {.rate = 8000, .channels = 1, .frames = 64, .bits = 16, .samples = samples};
    import_wav_write(&sound, &out);
    put(s, out.data, out.size);
    writer_free(&out);
}

static void put_bar(sample *s) {
    static char text[8000];
    dae_bar(text);
    put(s, text, strlen(text));
}

typedef struct reader {
    const char *name;
    bool (*read)(const uint8_t *data, size_t size, tool_error *error);
    const char *text; /* or: */
    void (*make)(sample *s);
} reader;

static const reader readers[] = {
    {"obj", read_obj, "mtllib m.mtl\no a\nv 0 0 0\nv 1 0 0\nv 1 1 0.5\nv 0 1 0\nvt 0 0\nvt 1 0.5\nvn 0 0 1\nusemtl m\ns 1\nf 1/1/1 2/2/1 3/1/1 4/2/1\nf -1 -2 -3\n", NULL},
    {"mtl", read_mtl, "newmtl m\nKd 0.5 0.25 1\nKs 1 1 1\nNs 20\nd 0.5\nKe 0 0 0\nmap_Kd -s 2 2 -o 0.5 0 a.png\nillum 2\n", NULL},
    {"gltf", read_gltf, "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],"
                        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":3}],"
                        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0,\"translation\":[1,2,3]}]}", NULL},
    {"glb", read_gltf, NULL, put_glb},
    {"collada", read_collada, DAE_CUBE(DAE_CUBE_POLYLIST), NULL},
    {"collada with motion", read_collada, NULL, put_bar},
    {"intermediate", read_intermediate, "{\"oxcart_scene\": 1, \"materials\": [{\"name\": \"m\", \"diffuse\": [1, 0, 0]}], \"meshes\": [{\"name\": \"c\", \"parts\": [{\"material\": 0, "
                                        "\"positions\": [0, 0, 0, 1, 0, 0, 0, 1, 0], \"normals\": [0, 0, 1, 0, 0, 1, 0, 0, 1], \"triangles\": [0, 1, 2]}]}], \"nodes\": [{\"mesh\": \"c\", "
                                        "\"degrees\": [0, 90, 0]}, {\"parent\": 0}], \"skins\": [{\"joints\": [0, 1]}], \"clips\": [{\"channels\": [{\"node\": 1, \"path\": \"scale\", "
                                        "\"times\": [0, 1], \"values\": [1, 1, 1, 2, 2, 2]}]}], \"lights\": [{\"kind\": \"sun\"}]}", NULL},
    {"json", read_json, "{\"a\": [1, 2.5e3, -0.1, true, null], \"b\": {\"c\": \"\\u00e9\\n\", \"d\": {}}}", NULL},
    {"xml", read_xml, "<?xml version=\"1.0\"?>\n<a b=\"1\" c='&lt;x&gt;'><!-- no --><d>t &amp; &#233;</d><e/><![CDATA[<f>]]></a>", NULL},
    {"ini", read_ini, "; c\n[one]\na = 1\nb = \"two\"\n[two]\nc = 3\n", NULL},
    {"csv", read_csv, "id,en,de\nhello,\"Hello, you\",Hallo\nbye,Bye,\"Tsch\"\"au\"\n", NULL},
    {"strings", read_strings, "hello = Hello {0}\nbye = Bye\n# c\n", NULL},
    {"font", read_font, "STARTFONT 2.1\nFONT f\nSIZE 8 75 75\nFONTBOUNDINGBOX 8 8 0 0\nCHARS 1\nSTARTCHAR A\nENCODING 65\nSWIDTH 500 0\nDWIDTH 8 0\nBBX 8 4 0 0\nBITMAP\n18\n24\n7E\n42\nENDCHAR\nENDFONT\n", NULL},
    {"map", read_map, "<?xml version=\"1.0\"?><map version=\"1.0\" orientation=\"orthogonal\" width=\"2\" height=\"2\" tilewidth=\"8\" tileheight=\"8\"><tileset firstgid=\"1\" name=\"t\" "
                      "tilewidth=\"8\" tileheight=\"8\" tilecount=\"4\" columns=\"2\"><image source=\"t.png\" width=\"16\" height=\"16\"/></tileset><layer name=\"l\" width=\"2\" height=\"2\">"
                      "<data encoding=\"csv\">1,2,\n3,0</data></layer></map>", NULL},
    {"table", read_table, "# c\n2,2\n1,2\n3,0\n", NULL},
    {"numeric", read_numeric, "expression sin(x * 2 * pi) + max(x, 0.5)\ndomain 0 1 open\ncount 16\nformat i16 12\n", NULL},
    {"cart", read_cart, "title \"T\"\nsize 160x120\nformat pal8\nbudget 64K\nstart main\nmesh a a.obj scale=0.5\nmaterial m colour=#FF8000 shininess=20\n"
                        "scene main\n  background #203040\n  camera at=0,1,4 target=0,0,0\n  light sun direction=-1,-1,-1\n  object a at=1,0,0 spin=10,0,0\nend\n", NULL},
    {"level", read_level, "level 1\nbounds -9,-9,-9 9,9,9\nlayer near\ninstance crate at=1,0,0 yaw=45\nspawn guard at=1,0,0 name=him layer=near\n  set health 3\n"
                          "solid box at=0,0,0 half=1,1,1\nelement door at=1,2,3 health=5\n  version mesh=a threshold=4\n", NULL},
    {"numbers", read_numbers, "1,2,3\n4,5.5,6\n", NULL},
    {"rows", read_rows, "key,name:text,size:i32,share:fx\nsmall,Small,1,0.5\nlarge,Large,20,1.5\n", NULL},
    {"text", read_text, "hello = Hello {0}\nbye = Bye\n# c\n", NULL},
    {"bank", read_bank, "bell hum volume=0.5 pan=-1 pitch=2\nbuzz hum\n", NULL},
    {"png", read_picture, NULL, put_png},
    {"bmp", read_picture, NULL, put_bmp},
    {"tga", read_picture, NULL, put_tga},
    {"gif", read_picture, NULL, put_gif},
    {"xpm", read_picture, "/* XPM */\nstatic char *it[] = {\n\"4 3 3 1 0 0\",\n/* colours */\n\". c None s back\",\n\"# m black c #D02C50\",\n\"o c #FFF0B080\",\n\".#o#\",\n\"####\",\n\"o..o\"\n};\n", NULL},
    {"wav", read_wav, NULL, put_wav},
};
enum { READERS = sizeof readers / sizeof readers[0] };

/* ---- damage ---- */

static uint64_t state;

static size_t below(size_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return limit == 0 ? 0 : (size_t)(state >> 11) % limit;
}

/* One to four changes: a byte, a bit, a piece left out, a piece again somewhere else, a number that is far off. */
static void damage(const sample *whole, sample *s) {
    static const char *const words[] = {"-1", "4294967295", "1e300", "0", "65536", "nan", "\"", "<", "[", "{", "\xFF\xFE", "\xC0\x80", "\r\n", "99999999999999999999", "#"};
    size_t changes = 1 + below(4);
    memcpy(s->data, whole->data, whole->size);
    s->size = whole->size;
    while (changes-- > 0 && s->size > 0) {
        size_t at = below(s->size), length = 1 + below(s->size - at < 40 ? s->size - at : 40), to = below(s->size);
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

/* ---- judging ---- */

/* Texts on one line that begin with a file; and a line or an offset, but for what is wrong with a file as a whole. */
static bool has_place(const tool_error *error) {
    if (strchr(error->text, '\n') != NULL || error->text[0] == 0) return false;
    if (error->line > 0 || error->binary) return true;
    return strstr(error->text, "no face has any area") != NULL;
}

/* IMPORT_MUTATIONS in the environment asks for another number of files in all. */
TEST(import_damaged_files_are_taken_or_refused_with_their_place) {
    const char *wish = getenv("IMPORT_MUTATIONS");
    long files = wish != NULL ? strtol(wish, NULL, 10) : 10000;
    static sample whole, s;
    unsigned faults = 0;
    long taken = 0, refused = 0;
    state = 0x2545F4914F6CDD1Du;
    for (size_t r = 0; r < READERS; r++) {
        tool_error error = {.text = ""};
        if (readers[r].text != NULL) put(&whole, readers[r].text, strlen(readers[r].text));
        if (readers[r].make != NULL) readers[r].make(&whole);
        whole.data[whole.size] = 0;
        bool good = readers[r].read(whole.data, whole.size, &error);
        if (!good) TEST_INFO("%s: %s", readers[r].name, error.text);
        CHECK(good);
        for (long i = 0; i < files / READERS + 1; i++) {
            error = (tool_error){.text = ""};
            damage(&whole, &s);
            bool ok = readers[r].read(s.data, s.size, &error);
            taken += ok;
            refused += !ok;
            if (ok || has_place(&error)) continue;
            if (faults++ < 20) TEST_INFO("%s, file %ld: %s", readers[r].name, i, error.text);
        }
    }
    CHECK_EQ(faults, 0);
    CHECK(taken > files / 20 && refused > files / 4); /* it is damage, and not all of it is fatal */
    TEST_INFO("%ld taken, %ld refused", taken, refused);
}

/* Texts as other systems write them: with a byte order mark, and carriage returns before line ends. */
TEST(import_texts_take_marks_and_line_ends) {
    static sample s;
    unsigned texts = 0;
    for (size_t r = 0; r < READERS; r++) {
        tool_error error = {.text = ""};
        if (readers[r].text == NULL || strcmp(readers[r].name, "mtl") == 0) continue;
        s.size = 0;
        memcpy(s.data, "\xEF\xBB\xBF", 3);
        s.size = 3;
        for (const char *at = readers[r].text; *at != 0; at++) {
            if (*at == '\n') s.data[s.size++] = '\r';
            s.data[s.size++] = (uint8_t)*at;
        }
        s.data[s.size] = 0;
        bool good = readers[r].read(s.data, s.size, &error);
        if (!good) TEST_INFO("%s: %s", readers[r].name, error.text);
        CHECK(good);
        texts++;
    }
    CHECK(texts >= 15);
}

/* What is no UTF-8 and control characters are refused in texts whose words become names and texts of the game. */
TEST(import_texts_are_utf8_without_control_characters) {
    static const char *const names[] = {"json", "xml", "text", "cart", "level", "bank", "rows"};
    static const char *const bad[] = {"\xFF", "\xC0\x80", "\xED\xA0\x80", "\x01"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        size_t r = 0;
        while (r < READERS && strcmp(readers[r].name, names[n]) != 0) r++;
        CHECK(r < READERS);
        for (size_t b = 0; r < READERS && b < sizeof bad / sizeof bad[0]; b++) {
            static sample s;
            tool_error error = {.text = ""};
            const char *text = readers[r].text;
            size_t at = strcmp(names[n], "xml") == 0 ? (size_t)(strstr(text, "<a b") + 1 - text) : strcspn(text, "abcdefghij"), length = strlen(bad[b]); /* in front of a word's letter */
            memcpy(s.data, text, at);
            memcpy(s.data + at, bad[b], length);
            strcpy((char *)s.data + at + length, text + at);
            s.size = strlen(text) + length;
            bool good = readers[r].read(s.data, s.size, &error);
            if (good || !has_place(&error)) TEST_INFO("%s, %u: %s", names[n], (unsigned)b, error.text);
            CHECK(!good && has_place(&error));
        }
    }
}
