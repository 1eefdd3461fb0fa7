/* Scripts: texts in Goad as one module in a CODE chunk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/converters.h"
#include "tools/convert/pack_companion.h"
#include "tools/convert/script_cart.h"
#include "tools/record_writer.h"
#include "tools/script/script.h"

const cart_option_row convert_script_options[] = {
    {"with", "A.goad,B.goad", "further texts of the same module"},
    {"texts", "on|off", "off: without what log, print and assert say"},
    {.key = NULL}};

enum { FILES = 64 };

typedef struct files {
    script_source sources[FILES];
    char *paths[FILES];
    uint8_t *data[FILES];
    size_t count;
} files;

static void files_free(files *f) {
    for (size_t i = 0; i < f->count; i++) {
        free(f->paths[i]);
        free(f->data[i]);
    }
}

/* The files of with=A.goad,B.goad beside the asset's own, which is number 0. */
static bool read_files(const pack_source *s, files *f) {
    const char *with = pack_option(s->asset, "with");
    f->sources[0] = (script_source){s->path, (const char *)s->data, s->size};
    f->count = 1;
    while (with != NULL && *with != 0) {
        char name[CART_PATH_MAX];
        size_t length = strcspn(with, ","), size;
        if (f->count == FILES)
            return convert_option_wrong(s, "with", "names more than %d files; join some", FILES - 1);
        if (length == 0 || length >= sizeof name)
            return convert_option_wrong(s, "with", "is a list of files, with commas between");
        memcpy(name, with, length);
        name[length] = 0;
        if (!pack_companion_read(s, name, &f->paths[f->count], &f->data[f->count], &size)) return false;
        f->sources[f->count] = (script_source){f->paths[f->count], (const char *)f->data[f->count], size};
        f->count++;
        with += length + (with[length] == ',');
    }
    return true;
}

/* Passes on a mistake of a script. The last mistake stays in the source's error. */
static void tell_mistake(void *argument, report_severity severity, const tool_error *what) {
    const pack_source *s = argument;
    if (severity != REPORT_ERROR) {
        pack_companion_note(s, "%s", what->text);
        return;
    }
    if (s->error->text[0] != 0) pack_companion_wrong(s);
    *s->error = *what;
}

/* ---- where functions stand in the texts ---- */

/* Writes what developers want behind the module, so that a release can cut it off. Files have the names of cart.txt. */
static void put_map(const pack_source *s, const files *f, const script_map *map, const writer *module,
                    rom_code_record *r, writer *out) {
    const char *names[FILES];
    r->restart_count = map->restart_count;
    r->restarts_at = map->restart_count == 0 ? 0 : (uint32_t)writer_align(out, 4);
    writer_bytes(out, map->restarts.data, map->restarts.size);
    size_t folder = strlen(s->path) - strlen(s->asset->file);
    bool inside = strlen(s->path) > strlen(s->asset->file) && strcmp(s->path + folder, s->asset->file) == 0;
    for (size_t i = 0; i < f->count; i++) {
        const char *name = f->sources[i].name;
        names[i] = inside && strncmp(name, s->path, folder) == 0 ? name + folder : name;
    }
    r->map_at = (uint32_t)writer_align(out, 4);
    script_map_write(map, rom_word(module->data + ROM_SCRIPT_MODULE_CHECKSUM), names, f->count, out);
    r->map_bytes = (uint32_t)out->size - r->map_at;
    writer_align(out, 4);
}

void convert_script_release(writer *chunk) {
    size_t end =
        rom_word(chunk->data + ROM_CODE_DATA_AT) + (size_t)rom_word(chunk->data + ROM_CODE_DATA_BYTES);
    for (uint32_t at = ROM_CODE_FILE_COUNT; at < ROM_CODE_SIZE; at += 4) writer_put_u32(chunk, at, 0);
    chunk->size = end;
}

bool convert_script(const pack_source *s, writer *out) {
    const char *texts = pack_option(s->asset, "texts");
    files f = {.count = 0};
    writer module = {0};
    tool_report report = {.tell = tell_mistake, .argument = (void *)(uintptr_t)s};
    script_map map = {0};
    script_cart of = {.source = s};
    script_options options = {.rate = (int32_t)s->c->rate,
                              .release = texts != NULL && strcmp(texts, "off") == 0,
                              .library = true,
                              .add_on = s->c->add_ons.name[0] != 0,
                              .known = script_cart_knows,
                              .cart = &of};
    if (!options.release) options.map = &map;
    if (s->companions != NULL) options.mentions = &s->companions->mentions;
    if (texts != NULL && strcmp(texts, "off") != 0 && strcmp(texts, "on") != 0)
        return convert_option_wrong(s, "texts", "is on or off");
    s->error->text[0] = 0;
    options.rows = script_cart_rows(&of);
    bool good = options.rows != NULL && read_files(s, &f) &&
                script_compile(f.sources, f.count, &options, &report, &module);
    if (good) {
        size_t at = writer_align(out, 4);
        rom_code_record r = {.checksum = rom_word(module.data + ROM_SCRIPT_MODULE_INTERFACE),
                             .entry = rom_u16(module.data + ROM_SCRIPT_MODULE_START)};
        r.data_bytes = (uint32_t)module.size;
        r.data_at = (uint32_t)at;
        writer_bytes(out, module.data, module.size);
        if (!options.release) put_map(s, &f, &map, &module, &r, out);
        record_put_code(out, 0, &r);
    }
    script_cart_free(&of);
    script_map_free(&map);
    report_free(&report);
    writer_free(&module);
    files_free(&f);
    return good;
}
