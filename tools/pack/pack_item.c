/* The steps of assets: their converters, and the companions that converters give. */
#include "tools/pack/pack_steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "rom/types.h"
#include "tools/convert/converters.h"
#include "tools/convert/pack_companion.h"
#include "tools/generate/generate.h"
#include "tools/import/base/file.h"
#include "tools/import/program/program.h"
#include "tools/inspect/dump.h"

/* Puts the lists of pack_companions behind the chunk: a table of them, then their bytes. */
static bool put_brought(step_result *r, const pack_companions *companions) {
    writer *list = step_output(r);
    if (list == NULL) return false;
    for (const pack_companion_chunk *c = companions->chunks; c != NULL; c = c->next) {
        pack_put_text(list, c->name);
        writer_u32(list, c->tag);
        writer_u32(list, 0);
    }
    for (const pack_companion_picture *p = companions->pictures; p != NULL; p = p->next) {
        pack_put_text(list, p->name);
        writer_u32(list, 0);
        writer_u32(list, p->keyed);
    }
    if (list->failed) return false;
    for (const pack_companion_chunk *c = companions->chunks; c != NULL; c = c->next) {
        writer *out = step_output(r);
        if (out == NULL) return false;
        writer_bytes(out, c->bytes.data, c->bytes.size);
        writer_align(out, 4);
        if (out->failed || c->bytes.failed) return false;
    }
    for (const pack_companion_picture *p = companions->pictures; p != NULL; p = p->next) {
        if (!pack_put_picture(r, &p->picture)) return false;
    }
    return true;
}

/* Reads the row at `*at` of the list that is output `list`. The outputs that rows describe follow the list, in its
 * order. */
static bool next_in_list(const step_result *r, uint32_t list, size_t *at, uint32_t *output, pack_brought *b) {
    if (r->output_count <= list || *at >= r->outputs[list].size) return false;
    const uint8_t *from = r->outputs[list].data + *at, *end = r->outputs[list].data + r->outputs[list].size;
    uint32_t keyed;
    if (*output <= list) *output = list + 1;
    if (!pack_take_text(&from, end, b->name, sizeof b->name) || !pack_take_u32(&from, end, &b->tag) ||
        !pack_take_u32(&from, end, &keyed))
        return false;
    b->keyed = keyed != 0;
    b->output = (*output)++;
    *at = (size_t)(from - r->outputs[list].data);
    return b->output < r->output_count;
}

bool pack_next_brought(const step_result *r, size_t *at, uint32_t *output, pack_brought *b) {
    return next_in_list(r, 1, at, output, b);
}

bool pack_next_of_mesh(const step_result *r, size_t *at, uint32_t *output, pack_brought *b) {
    pack_model model;
    return pack_read_model(NULL, r, &model) && next_in_list(r, model.belongs, at, output, b);
}

/* Whether the file is a chunk as text, FILE.dump: possible for every kind but those whose files are the asset
 * itself. */
static bool is_dump(const pack_item *item) {
    const char *ending = strrchr(item->asset->file, '.');
    return ending != NULL && strcmp(ending, ".dump") == 0 && item->kind->convert != convert_raw &&
           item->kind->convert != convert_sectioned;
}

static bool convert_dump(const pack_item_work *w, const uint8_t *data, size_t size, step_result *r,
                         tool_error *error) {
    const cart_asset *asset = w->item->asset;
    writer *out = step_output(r);
    if (asset->options[0].key[0] != 0)
        return import_error_line(error, w->job->c->path, asset->line,
                                 "`%.100s` is a chunk as it is, which takes no options; take `%.40s=` out",
                                 asset->file, asset->options[0].key);
    return out != NULL
               ? dump_read_chunk(w->item->path, (const char *)data, size, w->item->kind->tag, out, error)
               : import_error_memory(error, w->item->path);
}

static bool convert_item(const pack_item_work *w, const uint8_t *data, size_t size, step_result *r,
                         tool_error *error) {
    const pack_item *item = w->item;
    const rom_type *known = rom_type_of(item->kind->tag);
    pack_companions companions;
    memset(&companions, 0, sizeof companions);
    companions.result = r;
    companions.release = !w->job->options->names;
    const pack_source source = {w->job->c, item->asset, item->path, data, size, error, &companions};
    writer *out = step_output(r);
    if (out == NULL) return import_error_memory(error, item->path);
    writer chunk = {0};
    writer_zeros(&chunk, item->kind->header);
    writer_put_u16(&chunk, ROM_CHUNK_VERSION,
                   known == NULL ? (uint32_t)ROM_CHUNK_VERSION_NOW : known->version);
    writer_put_u16(&chunk, ROM_CHUNK_HEADER, item->kind->header);
    import_limits before = import_limit(pack_limits(w->job->c));
    bool ok = item->kind->convert(&source, &chunk);
    (void)import_limit(before);
    if (ok && chunk.failed) ok = import_error_memory(error, item->path);
    if (ok) writer_align(&chunk, 4);
    r->outputs[0] = chunk;
    if (ok && !put_brought(r, &companions)) ok = import_error_memory(error, item->path);
    writer *mentions = ok && companions.mentions.size > 0 ? step_output(r) : NULL;
    if (mentions != NULL) {
        *mentions = companions.mentions;
        companions.mentions = (writer){0};
    }
    for (const pack_companion_text *note = companions.notes; ok && note != NULL; note = note->next)
        step_say(r, PACK_NOTE_LOSS, "%s", note->text);
    pack_companion_free(&companions);
    return ok;
}

/* Replaces a text that describes a sound for `oxcart gen` by the sound. */
static bool generate_sound(const char *path, uint8_t **data, size_t *size, tool_error *error) {
    writer made = {0};
    bool ok = generate_text(path, (const char *)*data, GENERATE_SOUND, &made, error);
    free(*data);
    *data = ok ? made.data : NULL;
    *size = ok ? made.size : 0;
    if (!ok) writer_free(&made);
    return ok;
}

static bool ends_with(const char *path, const char *ending) {
    const size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcmp(path + length - tail, ending) == 0;
}

/* Lets another program convert a file that no importer reads, to the form of the asset's kind. Files of raw kinds are
 * never converted. */
static bool convert_foreign(const cart_asset *asset, const char *path, uint8_t **data, size_t *size,
                            tool_error *error) {
    static const struct {
        const char *kind;
        import_program_outcome outcome;
    } kinds[] = {{"sound", IMPORT_PROGRAM_WAV},        {"font", IMPORT_PROGRAM_BDF},
                 {"pixels", IMPORT_PROGRAM_PNG},       {"sheet", IMPORT_PROGRAM_PNG},
                 {"tileset", IMPORT_PROGRAM_PNG},      {"haar", IMPORT_PROGRAM_PNG},
                 {"block-texture", IMPORT_PROGRAM_PNG}};
    if (strcmp(asset->kind, "sound") == 0 && ends_with(path, ".gen"))
        return generate_sound(path, data, size, error);
    if (strcmp(asset->kind, "sound") == 0 && ends_with(path, ".voice")) return true;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(asset->kind, kinds[i].kind) == 0)
            return import_program_convert(path, kinds[i].outcome, data, size, error);
    }
    return true;
}

bool pack_run_item(void *argument, step_result *r, tool_error *error) {
    const pack_item_work *w = argument;
    uint8_t *data;
    size_t size;
    if (!import_file_read(w->item->path, &data, &size, error) ||
        !convert_foreign(w->item->asset, w->item->path, &data, &size, error))
        return false;
    bool ok =
        is_dump(w->item) ? convert_dump(w, data, size, r, error) : convert_item(w, data, size, r, error);
    free(data);
    return ok;
}

/* Adds the names of assets that scripts and tables may refer to, and of languages that stand in for others; the files of those assets are inputs of the step. */
static void add_content(pack_option_text *options, const cart *c) {
    static const char *const kinds[] = {"data", "text", "table", "topology", "level", NULL};
    uint32_t sum = 0;
    for (uint32_t i = 0; i < c->asset_count; i++) {
        const cart_asset *a = &c->assets[i];
        if (cart_choice(a->kind, kinds) < 0) continue;
        sum = rom_crc32(sum, a->kind, strlen(a->kind) + 1);
        sum = rom_crc32(sum, a->name, strlen(a->name) + 1);
        sum = rom_crc32(sum, a->file, strlen(a->file) + 1);
        sum = rom_crc32(sum, a->language, strlen(a->language) + 1);
    }
    for (uint32_t i = 0; i < c->language_count; i++)
        sum = rom_crc32(sum, c->languages[i].tag, strlen(c->languages[i].tag) + 1);
    pack_add_option(options, " content %08x", (unsigned)sum);
    writer code = {0}; /* what the cart's C brings along for scripts */
    for (uint32_t i = 0; i < c->code_count; i++) code_describe(c->codes[i].built.module, NULL, &code);
    if (code.size > 0) pack_add_option(options, " code %08x", (unsigned)rom_crc32(0, code.data, code.size));
    writer_free(&code);
}

/* Adds a map's places in scenes, which place its objects, and the cart's types, which decide what objects become. */
static void add_map(pack_option_text *options, const cart *c, const cart_asset *a) {
    uint32_t sum = 0;
    for (uint32_t s = 0; s < c->scene_count; s++)
        for (uint32_t i = 0; i < c->scenes[s].map_count; i++)
            if (rom_id(c->scenes[s].maps[i].name) == rom_id(a->name))
                pack_add_option(options, " at %g,%g pixels %g", c->scenes[s].maps[i].at[0],
                                c->scenes[s].maps[i].at[1], cart_view_pixels(&c->scenes[s].view));
    for (uint32_t i = 0; i < c->types.object_count; i++)
        sum = rom_crc32(sum, c->types.objects[i].name, strlen(c->types.objects[i].name) + 1);
    pack_add_option(options, " types %08x", (unsigned)sum);
}

void pack_describe_item(pack_item_work *w) {
    const cart_asset *a = w->item->asset;
    snprintf(w->name, sizeof w->name, "%s/%s%s%s%s%s", a->kind, a->name, a->language[0] == 0 ? "" : " ",
             a->language, a->region[0] == 0 ? "" : " ", a->region);
    pack_add_option(&w->options, "%s%s %s,%s ", a->name, a->of_scene ? " of a scene" : "", a->language,
                    a->region); /* chooses a language of the file */
    pack_add_head(&w->options, w->job->c);
    for (int i = 0; i < CART_OPTIONS && a->options[i].key[0] != 0; i++)
        pack_add_option(&w->options, " %s=%s", a->options[i].key, a->options[i].value);
    if (strcmp(a->kind, "script") == 0) { /* names that scripts may use */
        uint32_t tags = 0;
        for (uint32_t i = 0; i < w->job->c->tag_count; i++)
            tags = rom_crc32(tags, w->job->c->tags[i], strlen(w->job->c->tags[i]) + 1);
        pack_add_option(&w->options, " tags %08x", (unsigned)tags);
    }
    if (strcmp(a->kind, "cart") == 0) pack_add_option(&w->options, " names %d", w->job->options->names);
    if (strcmp(a->kind, "tilemap") == 0) add_map(&w->options, w->job->c, a);
    if (strcmp(a->kind, "script") == 0 || strcmp(a->kind, "data") == 0 || strcmp(a->kind, "text") == 0)
        add_content(&w->options, w->job->c);
    for (uint32_t i = 0; strcmp(a->kind, "cues") == 0 && i < w->job->c->asset_count;
         i++) { /* possible sources */
        if (strcmp(w->job->c->assets[i].kind, "sound") == 0)
            pack_add_option(&w->options, " sound/%s", w->job->c->assets[i].name);
    }
}
