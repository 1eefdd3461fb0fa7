/* oxcart import: reads files as packing would, tells what is in them and every mistake, and writes nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/writer.h"
#include "tools/command/command.h"
#include "tools/import/base/file.h"
#include "tools/import/image/image.h"
#include "tools/import/load/load.h"
#include "tools/import/program/program.h"
#include "tools/import/sound/song.h"
#include "tools/import/sound/wav.h"
#include "tools/import/text/bmfont.h"
#include "tools/import/text/csv.h"
#include "tools/import/text/font.h"
#include "tools/import/text/ini.h"
#include "tools/import/text/json.h"
#include "tools/import/text/xml.h"
#include "tools/import/tile/tilemap.h"

/* The contents of a file, as a few numbers with names. */
typedef struct contents {
    const char *kind;
    writer lines; /* lines of text below the numbers */
    struct {
        const char *name;
        uint64_t value;
    } numbers[6];
    int count;
} contents;

static void add_number(contents *c, const char *name, uint64_t value) {
    if (c->count == (int)(sizeof c->numbers / sizeof c->numbers[0])) return;
    c->numbers[c->count].name = name;
    c->numbers[c->count++].value = value;
}

static bool read_picture(const char *path, contents *c, tool_error *error) {
    import_image picture;
    if (!import_image_load(path, &picture, error)) return false;
    add_number(c, "width", (uint64_t)picture.width);
    add_number(c, "height", (uint64_t)picture.height);
    import_image_free(&picture);
    return true;
}

/* Writes the lights of a model's file as statements of a cart's scene. */
static bool add_lights(const char *path, const import_scene *scene, contents *c, tool_error *error) {
    import_placed_light *lights;
    uint32_t count;
    if (!import_scene_place_lights(path, scene, NULL, 0, &lights, &count, error)) return false;
    if (count > 0) add_number(c, "lights", count);
    for (uint32_t i = 0; i < count; i++) {
        const import_placed_light *l = &lights[i];
        const double *v = l->vector;
        char line[200];
        if (l->kind == IMPORT_AMBIENT)
            snprintf(line, sizeof line, "  ambient %.3f\n", l->intensity);
        else if (l->kind == IMPORT_SUN)
            snprintf(line, sizeof line, "  light sun direction=%.4f,%.4f,%.4f intensity=%.3f\n", v[0], v[1],
                     v[2], l->intensity);
        else
            snprintf(line, sizeof line, "  light point at=%.4f,%.4f,%.4f range=%.4f intensity=%.3f\n", v[0],
                     v[1], v[2], l->range, l->intensity);
        writer_bytes(&c->lines, line, strlen(line));
    }
    free(lights);
    return true;
}

static bool read_model(const char *path, contents *c, tool_error *error) {
    import_model model;
    import_scene scene;
    if (!import_scene_load(path, NULL, 1, &scene, error)) return false;
    bool ok = import_scene_bake(path, &scene, NULL, 0, &model, error);
    if (!ok) {
        import_scene_free(&scene);
        return false;
    }
    add_number(c, "vertices", model.vertex_count);
    add_number(c, "triangles", model.triangle_count);
    add_number(c, "materials", model.material_count);
    ok = add_lights(path, &scene, c, error);
    import_scene_free(&scene);
    for (uint32_t i = 0; i < model.warning_count; i++)
        report_warning(command_report(), path, 0, "%s", model.warnings[i]);
    import_model_free(&model);
    return ok;
}

static bool read_sound(const char *path, contents *c, tool_error *error) {
    import_sound sound;
    if (!import_sound_load(path, &sound, error)) return false;
    add_number(c, "rate", sound.rate);
    add_number(c, "channels", sound.channels);
    add_number(c, "frames", sound.frames);
    add_number(c, "bits", sound.bits);
    import_sound_free(&sound);
    return true;
}

static bool read_song(const char *path, contents *c, tool_error *error) {
    import_song song;
    if (!import_song_load(path, &song, error)) return false;
    import_song_free(&song);
    (void)c;
    return true;
}

static bool read_map(const char *path, contents *c, tool_error *error) {
    import_tilemap map;
    if (!import_tilemap_load(path, &map, error)) return false;
    add_number(c, "width", map.width);
    add_number(c, "height", map.height);
    add_number(c, "layers", map.layer_count);
    import_tilemap_free(&map);
    return true;
}

static bool parse_font(const char *path, const char *text, size_t size, contents *c, tool_error *error) {
    import_font font;
    char *beside = (char *)path;
    const import_bmfont_pages pages = {import_bmfont_page_beside, beside};
    bool described = import_bmfont_is(text, size);
    if (!(described ? import_bmfont_parse(path, text, size, &pages, &font, error)
                    : import_bdf_parse(path, text, size, &font, error)))
        return false;
    add_number(c, "glyphs", font.count);
    import_font_free(&font);
    return true;
}

/* Reads a font that another program makes from the file. */
static bool read_foreign_font(const char *path, contents *c, tool_error *error) {
    uint8_t *text;
    size_t size;
    if (!import_file_read(path, &text, &size, error) ||
        !import_program_convert(path, IMPORT_PROGRAM_BDF, &text, &size, error))
        return false;
    bool ok = parse_font(path, (const char *)text, size, c, error);
    free(text);
    return ok;
}

static bool parse_json(const char *path, const char *text, size_t size, contents *c, tool_error *error) {
    import_json_document document;
    if (!import_json_parse(path, text, size, &document, error)) return false;
    add_number(c, "members", document.root.count);
    import_json_free(&document);
    return true;
}

static bool parse_xml(const char *path, const char *text, size_t size, contents *c, tool_error *error) {
    import_xml_document document;
    if (!import_xml_parse(path, text, size, &document, error)) return false;
    import_xml_free(&document);
    (void)c;
    return true;
}

static bool parse_csv(const char *path, const char *text, size_t size, contents *c, tool_error *error) {
    import_csv table;
    if (!import_csv_parse(path, text, size, 0, false, &table, error)) return false;
    add_number(c, "rows", table.row_count);
    import_csv_free(&table);
    return true;
}

static bool parse_ini(const char *path, const char *text, size_t size, contents *c, tool_error *error) {
    import_ini ini;
    if (!import_ini_parse(path, text, size, &ini, error)) return false;
    import_ini_free(&ini);
    (void)c;
    return true;
}

static const struct {
    const char *kind, *endings; /* endings with blanks between and around */
    bool (*read)(const char *path, contents *c, tool_error *error);
    bool (*parse)(const char *path, const char *text, size_t size, contents *c, tool_error *error);
} readers[] = {
    {"picture", " png gif jpg jpeg tif tiff dds bmp tga xpm qoi pbm pgm ppm pnm ", read_picture, NULL},
    {"model", " obj gltf glb iqm dae oxs ply stl vox ", read_model, NULL},
    {"sound", " wav ", read_sound, NULL},
    {"song", " xm mod s3m ", read_song, NULL},
    {"map", " tmx tmj map ", read_map, NULL},
    {"font", " bdf fnt ", NULL, parse_font},
    {"json", " json ", NULL, parse_json},
    {"xml", " xml ", NULL, parse_xml},
    {"table", " csv ", NULL, parse_csv},
    {"settings", " ini ", NULL, parse_ini},
};

static bool look_at_file(const char *path, contents *c, tool_error *error) {
    const char *dot = strrchr(path, '.');
    char ending[16];
    memset(c, 0, sizeof *c);
    snprintf(ending, sizeof ending, " %.10s ", dot == NULL ? "?" : dot + 1);
    for (char *at = ending; *at != 0; at++) {
        if (*at >= 'A' && *at <= 'Z') *at = (char)(*at + ('a' - 'A'));
    }
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
        uint8_t *text;
        size_t size;
        if (strstr(readers[i].endings, ending) == NULL) continue;
        c->kind = readers[i].kind;
        if (readers[i].read != NULL) return readers[i].read(path, c, error);
        if (!import_file_read(path, &text, &size, error)) return false;
        bool ok = readers[i].parse(path, (const char *)text, size, c, error);
        free(text);
        return ok;
    }
    static const struct {
        import_program_outcome outcome;
        const char *kind;
        bool (*read)(const char *path, contents *c, tool_error *error);
    } foreign[] = {{IMPORT_PROGRAM_PNG, "picture", read_picture},
                   {IMPORT_PROGRAM_GLB, "model", read_model},
                   {IMPORT_PROGRAM_WAV, "sound", read_sound},
                   {IMPORT_PROGRAM_BDF, "font", read_foreign_font}};
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        c->kind = foreign[i].kind;
        if (import_program_reads(path, foreign[i].outcome)) return foreign[i].read(path, c, error);
    }
    char known[300];
    size_t used = 0;
    for (size_t i = 0; i < sizeof readers / sizeof readers[0] && used < sizeof known; i++) {
        const char *words =
            readers[i].endings + 1; /* skips the blank in front; the one behind is cut below */
        int length = snprintf(known + used, sizeof known - used, "%s%.*s", i == 0 ? "" : " ",
                              (int)strlen(words) - 1, words);
        used += length > 0 ? (size_t)length : 0;
    }
    return import_error_file(error, path, "an ending that no importer knows; these are read: %s", known);
}

static void tell_contents(json_writer *json, const char *path, const contents *c) {
    if (json == NULL) {
        printf("%s: %s", path, c->kind);
        for (int i = 0; i < c->count; i++)
            printf(" %s=%llu", c->numbers[i].name, (unsigned long long)c->numbers[i].value);
        printf("\n%.*s", (int)c->lines.size, c->lines.data == NULL ? "" : (const char *)c->lines.data);
        return;
    }
    json_begin_object(json, NULL);
    json_text(json, "file", path);
    json_text(json, "kind", c->kind);
    for (int i = 0; i < c->count; i++) json_number(json, c->numbers[i].name, c->numbers[i].value);
    json_end_object(json);
}

static int command_import(int argc, char **argv) {
    const argument_option options[] = {COMMAND_STRICT, COMMAND_JSON, {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    char **words = malloc((size_t)(argc + 1) * sizeof *words);
    tool_error error;
    if (words == NULL) return command_no_memory();
    int files = command_sort_words(argc, argv, options, words), count = 0;
    while (words[count] != NULL) count++;
    bool understood = arguments_parse(count, words, options, NULL, 0, "");
    free(words);
    if (!understood) return EXIT_USAGE;
    if (files == 0) return arguments_wrong("import", "the files to read are missing");
    json_writer *json = command_json();
    if (json != NULL) json_begin_array(json, "files");
    for (int i = 1; i <= files; i++) {
        contents c;
        if (look_at_file(argv[i], &c, &error))
            tell_contents(json, argv[i], &c);
        else
            command_failed(&error);
        writer_free(&c.lines);
    }
    if (json != NULL) json_end_array(json);
    return EXIT_GOOD; /* unless something was reported */
}

const command_verb verb_import = {
    {"import", "read files as packing would, and write nothing",
     "usage: oxcart import FILE... [--strict] [--json]\n"
     "Tells what pictures, models, sounds, songs, tile maps, fonts, JSON, XML, CSV and INI files hold, and "
     "every mistake in them. Lights of a model's file are told as statements of a scene.\n"
     "Conversion happens when a cart is packed; oxcart db DIR add makes a file an asset, oxcart convert "
     "writes plain forms.\n"
     "example: oxcart import hero.glb crate.png\n"},
    command_import,
};
