/* Converts single files from one form into another. */
#include "tools/convert/convert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/writer.h"
#include "tools/convert/song_text.h"
#include "tools/import/base/file.h"
#include "tools/import/image/image.h"
#include "tools/import/image/png_write.h"
#include "tools/import/image/xpm.h"
#include "tools/import/intermediate/intermediate.h"
#include "tools/import/load/load.h"
#include "tools/import/sound/wav.h"
#include "tools/import/text/ini.h"
#include "tools/import/text/json.h"
#include "tools/import/tile/tilemap.h"

typedef struct conversion {
    const char *input, *output;
    void (*say)(void *argument, const char *text);
    void *argument;
    tool_error *error;
} conversion;

static void tell_conversion(const conversion *c, const char *text) {
    if (c->say != NULL) c->say(c->argument, text);
}

static void put_text(writer *out, const char *text) { writer_bytes(out, text, strlen(text)); }

static bool finish_file(const conversion *c, const char *path, writer *out) {
    bool ok = !out->failed ? import_file_write(path, out->data == NULL ? (const void *)"" : out->data,
                                               out->size, c->error)
                           : import_error_memory(c->error, path);
    writer_free(out);
    return ok;
}

/* Passes on the note of a picture's reader. */
static void tell_picture(const conversion *c, const import_image *image) {
    if (image->profile_ignored) tell_conversion(c, "the picture's colour profile is not applied");
    if (image->note != NULL) tell_conversion(c, image->note);
}

static bool to_png(const conversion *c) {
    import_image image;
    if (!import_image_load(c->input, &image, c->error)) return false;
    tell_picture(c, &image);
    const import_png_picture picture = {.width = image.width,
                                        .height = image.height,
                                        .format =
                                            image.indices != NULL ? IMPORT_PNG_INDEXED : IMPORT_PNG_RGBA,
                                        .pixels = image.indices != NULL ? image.indices : image.rgba,
                                        .palette = image.palette,
                                        .palette_count = image.palette_count};
    bool ok = import_png_write(c->output, &picture, c->error);
    import_image_free(&image);
    return ok;
}

static bool to_xpm(const conversion *c) {
    import_image image;
    writer out = {0};
    if (!import_image_load(c->input, &image, c->error)) return false;
    tell_picture(c, &image);
    bool ok = import_xpm_write(&image, "picture", &out, c->error);
    import_image_free(&image);
    if (ok) return finish_file(c, c->output, &out);
    writer_free(&out);
    return false;
}

/* ---- models ---- */

static void put_materials(const import_model *model, writer *out) {
    char line[200];
    for (uint32_t i = 0; i < model->material_count; i++) {
        const import_material *m = &model->materials[i];
        snprintf(line, sizeof line, "newmtl %.100s\n", m->name[0] == 0 ? "default" : m->name);
        put_text(out, line);
        snprintf(line, sizeof line, "Kd %.6g %.6g %.6g\nKs %.6g %.6g %.6g\nNs %.6g\nd %.6g\n",
                 (double)m->diffuse[0], (double)m->diffuse[1], (double)m->diffuse[2], (double)m->specular[0],
                 (double)m->specular[1], (double)m->specular[2], (double)m->shininess, (double)m->opacity);
        put_text(out, line);
        if (m->texture == NULL || m->picture != 0) continue;
        put_text(out, "map_Kd ");
        put_text(out, m->texture);
        put_text(out, "\n");
    }
}

static void put_model(const import_model *model, const char *materials, writer *out) {
    char line[300];
    put_text(out, "# made by oxcart convert\nmtllib ");
    put_text(out, materials);
    put_text(out, "\n");
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        const import_vertex *v = &model->vertices[i];
        snprintf(line, sizeof line, "v %.9g %.9g %.9g\nvt %.9g %.9g\nvn %.9g %.9g %.9g\n",
                 (double)v->position[0], (double)v->position[1], (double)v->position[2], (double)v->uv[0],
                 1 - (double)v->uv[1], (double)v->normal[0], (double)v->normal[1], (double)v->normal[2]);
        put_text(out, line);
    }
    for (uint32_t m = 0; m < model->material_count; m++) {
        const import_material *own = &model->materials[m];
        snprintf(line, sizeof line, "usemtl %.100s\n", own->name[0] == 0 ? "default" : own->name);
        put_text(out, line);
        for (uint32_t t = own->first_triangle; t < own->first_triangle + own->triangle_count; t++) {
            unsigned k[3];
            for (int i = 0; i < 3; i++) k[i] = (unsigned)model->indices[(size_t)t * 3 + (size_t)i] + 1;
            snprintf(line, sizeof line, "f %u/%u/%u %u/%u/%u %u/%u/%u\n", k[0], k[0], k[0], k[1], k[1], k[1],
                     k[2], k[2], k[2]);
            put_text(out, line);
        }
    }
}

static bool to_obj(const conversion *c) {
    import_model model;
    writer out = {0}, materials = {0};
    size_t length = strlen(c->output);
    char *path = malloc(length + 1);
    if (path == NULL) return import_error_memory(c->error, c->output);
    if (!import_model_load(c->input, &model, c->error)) {
        free(path);
        return false;
    }
    memcpy(path, c->output, length + 1);
    memcpy(path + length - 3, "mtl", 3);
    for (uint32_t i = 0; i < model.warning_count; i++) tell_conversion(c, model.warnings[i]);
    if (model.picture_count > 0) tell_conversion(c, "pictures inside of the model's file are left out");
    put_model(&model, strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1, &out);
    put_materials(&model, &materials);
    import_model_free(&model);
    bool ok = finish_file(c, path, &materials);
    ok = ok ? finish_file(c, c->output, &out) : (writer_free(&out), false);
    free(path);
    return ok;
}

static bool to_intermediate(const conversion *c) {
    import_scene scene;
    if (!import_scene_load(c->input, NULL, 1, &scene, c->error)) return false;
    for (uint32_t i = 0; i < scene.warning_count; i++) tell_conversion(c, scene.warnings[i]);
    bool ok = import_intermediate_save(&scene, c->output, NULL, c->error);
    import_scene_free(&scene);
    return ok;
}

/* ---- sounds and texts ---- */

static bool to_wav(const conversion *c) {
    import_sound sound;
    writer out = {0};
    if (!import_sound_load(c->input, &sound, c->error)) return false;
    if (sound.bits > 16) tell_conversion(c, "samples are rounded to 16 bits");
    import_wav_write(&sound, &out);
    import_sound_free(&sound);
    return finish_file(c, c->output, &out);
}

static bool to_song(const conversion *c) {
    import_song song;
    uint8_t *data;
    size_t size;
    writer out = {0};
    if (!import_file_read(c->input, &data, &size, c->error)) return false;
    bool ok = song_text_is(data, size) ? song_text_decode(c->input, data, size, &song, c->error)
                                       : import_song_decode(c->input, data, size, &song, c->error);
    free(data);
    if (!ok) return false;
    ok = song_text_write(c->input, &song, &out, c->error);
    import_song_free(&song);
    if (ok) return finish_file(c, c->output, &out);
    writer_free(&out);
    return false;
}

static bool to_txt(const conversion *c) {
    import_tilemap map;
    writer out = {0};
    if (!import_tilemap_load(c->input, &map, c->error)) return false;
    bool ok = import_tile_table_write(&map, "made by oxcart convert", true, &out, c->error);
    import_tilemap_free(&map);
    if (ok) return finish_file(c, c->output, &out);
    writer_free(&out);
    if (c->error == NULL || c->error->file != 0) return false;
    const tool_error whole = *c->error; /* the error about the map, which names no file */
    return import_error_line(c->error, c->input, 1, "%s", whole.text + whole.sentence);
}

static bool to_json(const conversion *c) {
    import_json_document document;
    uint8_t *text;
    size_t size;
    writer out = {0};
    if (!import_file_read(c->input, &text, &size, c->error)) return false;
    bool ok = import_json_parse(c->input, (const char *)text, size, &document, c->error);
    if (ok) {
        char *printed = import_json_print(&document.root);
        if (printed != NULL) put_text(&out, printed);
        out.failed = out.failed || printed == NULL;
        free(printed);
        import_json_free(&document);
    }
    free(text);
    return ok && finish_file(c, c->output, &out);
}

static bool to_ini(const conversion *c) {
    import_ini ini;
    uint8_t *text;
    size_t size;
    writer out = {0};
    if (!import_file_read(c->input, &text, &size, c->error)) return false;
    bool ok = import_ini_parse(c->input, (const char *)text, size, &ini, c->error);
    if (ok) {
        import_ini_write(&ini, &out);
        import_ini_free(&ini);
    }
    free(text);
    return ok && finish_file(c, c->output, &out);
}

bool convert_file(const char *input, const char *output, void (*say)(void *argument, const char *text),
                  void *argument, tool_error *error) {
    static const struct {
        const char *ending;
        bool (*run)(const conversion *c);
    } kinds[] = {{".png", to_png}, {".obj", to_obj}, {".oxs", to_intermediate},
                 {".wav", to_wav}, {".txt", to_txt}, {".json", to_json},
                 {".ini", to_ini}, {".xpm", to_xpm}, {".song", to_song}};
    const conversion c = {input, output, say, argument, error};
    const char *ending = strrchr(output, '.');
    for (size_t i = 0; ending != NULL && i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].ending, ending) == 0) return kinds[i].run(&c);
    }
    return import_error_file(
        error, output,
        "an ending that is not known; write .png, .xpm, .obj, .oxs, .wav, .song, .txt, .json or .ini");
}
