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

static rom_text_place put_text(writer *out, const char *text) {
    rom_text_place place = {(uint32_t)out->size, (uint32_t)strlen(text)};
    writer_bytes(out, text, place.bytes);
    return place;
}

/* Writes the map of functions behind the module, so that a release can cut it off. Files have the names of cart.txt. */
static void put_map(const pack_source *s, const files *f, const script_map *map, rom_code_record *r,
                    writer *out) {
    r->file_count = (uint32_t)f->count;
    r->files_at = (uint32_t)writer_align(out, 4);
    writer_zeros(out, f->count * ROM_SCRIPT_SOURCE_SIZE);
    r->function_count = map->functions;
    r->functions_at = map->functions == 0 ? 0 : (uint32_t)out->size;
    writer_zeros(out, (size_t)map->functions * ROM_SCRIPT_PLACE_SIZE);
    r->line_count = map->line_count;
    r->lines_at = map->line_count == 0 ? 0 : (uint32_t)out->size;
    writer_bytes(out, map->lines.data, map->lines.size);
    r->variable_count = map->variable_count;
    r->variables_at = map->variable_count == 0 ? 0 : (uint32_t)out->size;
    writer_bytes(out, map->variables.data, map->variables.size);
    r->restart_count = map->restart_count;
    r->restarts_at = map->restart_count == 0 ? 0 : (uint32_t)out->size;
    writer_bytes(out, map->restarts.data, map->restarts.size);
    size_t folder = strlen(s->path) - strlen(s->asset->file);
    bool inside = strlen(s->path) > strlen(s->asset->file) && strcmp(s->path + folder, s->asset->file) == 0;
    for (size_t i = 0; i < f->count; i++) {
        const char *name = f->sources[i].name;
        bool own = inside && strncmp(name, s->path, folder) == 0;
        const rom_script_source_record row = {.name = put_text(out, own ? name + folder : name)};
        record_put_script_source(out, r->files_at + i * ROM_SCRIPT_SOURCE_SIZE, &row);
    }
    const char *name = (const char *)map->names.data;
    for (uint32_t i = 0; i < map->functions; i++, name += strlen(name) + 1) {
        const rom_script_place_record row = {.name = put_text(out, name),
                                             .file = rom_word(map->files.data + (size_t)i * 4)};
        record_put_script_place(out, r->functions_at + (size_t)i * ROM_SCRIPT_PLACE_SIZE, &row);
    }
    const char *word = (const char *)map->variable_words.data;
    for (uint32_t i = 0; i < map->variable_count; i++)
        for (uint32_t k = 0; k < 2; k++, word += strlen(word) + 1) {
            const rom_text_place place = put_text(out, word);
            const size_t at = r->variables_at + (size_t)i * ROM_SCRIPT_VARIABLE_SIZE + 8u * k;
            writer_put_u32(out, at, place.offset);
            writer_put_u32(out, at + 4, place.bytes);
        }
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
        if (!options.release) put_map(s, &f, &map, &r, out);
        record_put_code(out, 0, &r);
    }
    script_cart_free(&of);
    script_map_free(&map);
    report_free(&report);
    writer_free(&module);
    files_free(&f);
    return good;
}
