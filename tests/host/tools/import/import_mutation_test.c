/* Data files damaged in ten thousand ways: every reader takes them or refuses them with the file and a place
 * in it. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform/host/host_script.h"
#include "tests/host/tools/import/damaged_files.h"
#include "tests/test.h"
#include "tools/cart/cart.h"
#include "tools/convert/pack_kinds.h"
#include "tools/data/state_text.h"
#include "tools/encode/effect.h"
#include "tools/encode/palette.h"
#include "tools/encode/shade.h"
#include "tools/import/collada/collada.h"
#include "tools/import/gltf/gltf.h"
#include "tools/import/intermediate/intermediate.h"
#include "tools/import/model/obj.h"
#include "tools/import/sound/wav.h"
#include "tools/import/text/csv.h"
#include "tools/import/text/font.h"
#include "tools/import/text/ini.h"
#include "tools/import/text/json.h"
#include "tools/import/text/numeric.h"
#include "tools/import/text/strings.h"
#include "tools/import/text/xml.h"
#include "tools/import/tile/tilemap.h"

/* ---- readers, which tell whether the bytes are taken ---- */

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

/* Reads a file of an asset of cart.txt. */
static bool read_kind(const char *word, const char *path, const uint8_t *data, size_t size,
                      tool_error *error) {
    static cart c;
    const cart_asset asset = {.line = 1, .name = "t"};
    const pack_kind *kind = pack_kind_find(word);
    const pack_source source = {
        .c = &c, .asset = &asset, .path = path, .data = data, .size = size, .error = error};
    writer out = {0};
    snprintf(c.path, sizeof c.path, "cart.txt");
    writer_zeros(&out, kind->header);
    bool taken = kind->convert(&source, &out);
    writer_free(&out);
    return taken;
}

static bool read_level(const uint8_t *data, size_t size, tool_error *error) {
    return read_kind("level", "t.level", data, size, error);
}
static bool read_numbers(const uint8_t *data, size_t size, tool_error *error) {
    return read_kind("table", "t.csv", data, size, error);
}
static bool read_rows(const uint8_t *data, size_t size, tool_error *error) {
    return read_kind("data", "t.csv", data, size, error);
}
static bool read_text(const uint8_t *data, size_t size, tool_error *error) {
    return read_kind("text", "t.txt", data, size, error);
}
static bool read_attributes(const uint8_t *data, size_t size, tool_error *error) {
    return read_kind("attributes", "t.txt", data, size, error);
}
static bool read_topology(const uint8_t *data, size_t size, tool_error *error) {
    return read_kind("topology", "t.txt", data, size, error);
}
static bool read_particles(const uint8_t *data, size_t size, tool_error *error) {
    return read_kind("particles", "t.particles", data, size, error);
}
static bool read_goad(const uint8_t *data, size_t size, tool_error *error) {
    return read_kind("script", "t.goad", data, size, error);
}
static bool read_bank(const uint8_t *data, size_t size, tool_error *error) {
    return read_kind("bank", "t.txt", data, size, error);
}

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

typedef struct reader {
    const char *name;
    bool (*read)(const uint8_t *data, size_t size, tool_error *error);
} reader;

static const reader readers[] = {
    {"obj", read_obj},
    {"mtl", read_mtl},
    {"gltf", read_gltf},
    {"glb", read_gltf},
    {"collada", read_collada},
    {"collada with motion", read_collada},
    {"intermediate", read_intermediate},
    {"json", read_json},
    {"xml", read_xml},
    {"ini", read_ini},
    {"csv", read_csv},
    {"strings", read_strings},
    {"font", read_font},
    {"map", read_map},
    {"table", read_table},
    {"numeric", read_numeric},
    {"cart", read_cart},
    {"level", read_level},
    {"numbers", read_numbers},
    {"rows", read_rows},
    {"text", read_text},
    {"bank", read_bank},
    {"attributes", read_attributes},
    {"topology", read_topology},
    {"particles", read_particles},
    {"goad", read_goad},
    {"tmj", read_map},
    {"png", read_picture},
    {"bmp", read_picture},
    {"tga", read_picture},
    {"gif", read_picture},
    {"xpm", read_picture},
    {"wav", read_wav},
};
enum { READERS = sizeof readers / sizeof readers[0] };

/* ---- judging ---- */

/* Whether an error is one line, with a file and a line or an offset in it. */
static bool has_place(const tool_error *error) {
    return strchr(error->text, '\n') == NULL && error->text[0] != 0 && (error->line > 0 || error->binary);
}

/* IMPORT_MUTATIONS in the environment asks for another number of files in all. */
TEST(import_damaged_files_are_taken_or_refused_with_their_place) {
    const char *wish = getenv("IMPORT_MUTATIONS");
    long files = wish != NULL ? strtol(wish, NULL, 10) : 10000;
    static sample whole, s;
    unsigned faults = 0;
    long taken = 0, refused = 0;
    damage_state = 0x2545F4914F6CDD1Du;
    for (size_t r = 0; r < READERS; r++) {
        tool_error error = {.text = ""};
        (void)take_whole(readers[r].name, &whole);
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
    CHECK(taken > files / 20 && refused > files / 4); /* files are damaged, and not all damage is fatal */
    TEST_INFO("%ld taken, %ld refused", taken, refused);
}

/* Texts as other systems write them are taken: with a byte order mark, and carriage returns before line
 * ends. */
TEST(import_texts_take_marks_and_line_ends) {
    static sample s;
    unsigned texts = 0;
    for (size_t r = 0; r < READERS; r++) {
        tool_error error = {.text = ""};
        const char *text = take_whole(readers[r].name, &s)->text;
        if (text == NULL || strcmp(readers[r].name, "mtl") == 0) continue;
        s.size = 0;
        memcpy(s.data, "\xEF\xBB\xBF", 3);
        s.size = 3;
        for (const char *at = text; *at != 0; at++) {
            if (*at == '\n') s.data[s.size++] = '\r';
            s.data[s.size++] = (uint8_t)*at;
        }
        s.data[s.size] = 0;
        bool good = readers[r].read(s.data, s.size, &error);
        if (!good) TEST_INFO("%s: %s", readers[r].name, error.text);
        CHECK(good);
        texts++;
    }
    CHECK(texts >= 20);
}

/* ---- texts that are no assets ---- */

static bool read_dump(const char *text, size_t size, tool_error *error) {
    writer image;
    if (!dump_assemble("t.txt", text, size, &image, error)) return false;
    writer_free(&image);
    return true;
}

static bool read_program(const char *text, size_t size, tool_error *error) {
    static shade_program program;
    (void)size;
    return shade_compile(text, "t.program", &program, error->text, sizeof error->text);
}

static bool read_effect(const char *text, size_t size, tool_error *error) {
    static effect_table table;
    (void)size;
    return effect_compile(text, "t.effect", &table, error->text, sizeof error->text);
}

static bool read_buttons(const char *text, size_t size, tool_error *error) {
    host_script *script = host_script_parse("t.txt", text, error->text, sizeof error->text);
    (void)size;
    host_script_free(script);
    return script != NULL;
}

static bool read_palette(const char *text, size_t size, tool_error *error) {
    char path[] = "/tmp/oxcart_palette_XXXXXX";
    import_palette palette;
    int file = mkstemp(path);
    bool taken = file >= 0 && write(file, text, size) == (ssize_t)size &&
                 palette_load(path, &palette, error) && palette.count == 3;
    close(file);
    (void)remove(path);
    return taken;
}

static bool read_saved(const char *text, size_t size, tool_error *error) {
    writer out;
    if (!state_assemble("t.txt", text, size, &out, error)) return false;
    writer_free(&out);
    return true;
}

TEST(import_other_texts_take_marks_and_line_ends) {
    static sample dump, s;
    const struct {
        const char *text;
        bool (*read)(const char *text, size_t size, tool_error *error);
    } texts[] = {
        {(const char *)dump.data, read_dump},
        {"input vec3 n : VECTOR;\nsampler wood : 0;\noutput sample(wood, n) * 0.5;\n", read_program},
        {"effect water\ntechnique plain\npass shading unlit\n", read_effect},
        {"0 press RIGHT\n10 hold A+B 5\n30 release RIGHT\n", read_buttons},
        {"FF00FF\n000000\n#808080\n", read_palette},
        {"save bytes=256\n  save.fill: 255\n", read_saved},
    };
    (void)take_whole("dump", &dump);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        for (int other = 0; other < 2; other++) {
            tool_error error = {.text = ""};
            s.size = 0;
            if (other == 1) s.size = 3, memcpy(s.data, "\xEF\xBB\xBF", 3);
            for (const char *at = texts[i].text; *at != 0; at++) {
                if (*at == '\n' && other == 1) s.data[s.size++] = '\r';
                s.data[s.size++] = (uint8_t)*at;
            }
            s.data[s.size] = 0;
            bool good = texts[i].read((const char *)s.data, s.size, &error);
            if (!good) TEST_INFO("%u, %d: %s", (unsigned)i, other, error.text);
            CHECK(good);
        }
    }
}

/* Bytes that are no UTF-8, and control characters, are refused in texts whose words become names and texts of
 * the game. */
TEST(import_texts_are_utf8_without_control_characters) {
    static const char *const names[] = {"json", "xml", "text",       "cart",     "level",     "bank",
                                        "rows", "ini", "attributes", "topology", "particles", "goad"};
    static const char *const bad[] = {"\xFF", "\xC0\x80", "\xED\xA0\x80", "\x01"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        size_t r = 0;
        while (r < READERS && strcmp(readers[r].name, names[n]) != 0) r++;
        CHECK(r < READERS);
        for (size_t b = 0; r < READERS && b < sizeof bad / sizeof bad[0]; b++) {
            static sample s;
            tool_error error = {.text = ""};
            const char *text = take_whole(readers[r].name, &s)->text;
            size_t at = strcmp(names[n], "xml") == 0 ? (size_t)(strstr(text, "<a b") + 1 - text)
                                                     : strcspn(text, "abcdefghij"),
                   length = strlen(bad[b]); /* the bad bytes stand in front of a word's letter */
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
