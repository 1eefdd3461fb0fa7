/* The lists of companions. */
#include "tools/convert/pack_companion.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "rom/types.h"
#include "tools/import/base/file.h"

static void free_texts(pack_companion_text *text) {
    while (text != NULL) {
        pack_companion_text *next = text->next;
        free(text);
        text = next;
    }
}

void pack_companion_free(pack_companions *companions) {
    writer_free(&companions->mentions);
    for (pack_companion_chunk *c = companions->chunks, *next; c != NULL; c = next) {
        next = c->next;
        writer_free(&c->bytes);
        free(c);
    }
    for (pack_companion_picture *p = companions->pictures, *next; p != NULL; p = next) {
        next = p->next;
        import_image_free(&p->picture);
        free(p);
    }
    free_texts(companions->notes);
    free_texts(companions->inputs);
    memset(companions, 0, sizeof *companions);
}

void pack_companion_wrong(const pack_source *s) {
    if (s->companions != NULL && s->companions->result != NULL) step_wrong(s->companions->result, s->error);
}

writer *pack_companion_add(const pack_source *s, const char *folder, const char *name, uint32_t tag,
                           uint32_t header) {
    pack_companions *companions = s->companions;
    pack_companion_chunk *chunk = companions == NULL ? NULL : calloc(1, sizeof *chunk);
    if (chunk == NULL) {
        import_error_memory(s->error, s->path);
        return NULL;
    }
    bool fits = strlen(name) < CART_NAME_MAX &&
                snprintf(chunk->name, sizeof chunk->name, "%s/%s", folder, name) < (int)sizeof chunk->name;
    if (!fits)
        import_error_line(s->error, s->c->path, s->asset->line, "the name `%.60s` is too long; shorten it",
                          name);
    for (const pack_companion_chunk *c = companions->chunks; fits && c != NULL; c = c->next) {
        fits = c->tag != tag || rom_id(c->name) != rom_id(chunk->name);
        if (!fits)
            import_error_line(s->error, s->c->path, s->asset->line,
                              "two things are called `%.60s`; rename one", chunk->name);
    }
    if (!fits) {
        free(chunk);
        return NULL;
    }
    const rom_type *known = rom_type_of(tag);
    chunk->tag = tag;
    writer_zeros(&chunk->bytes, header);
    writer_put_u16(&chunk->bytes, ROM_CHUNK_VERSION,
                   known == NULL ? (uint32_t)ROM_CHUNK_VERSION_NOW : known->version);
    writer_put_u16(&chunk->bytes, ROM_CHUNK_HEADER, header);
    if (companions->last_chunk == NULL) companions->last_chunk = &companions->chunks;
    *companions->last_chunk = chunk;
    companions->last_chunk = &chunk->next;
    return &chunk->bytes;
}

bool pack_companion_give_picture(const pack_source *s, const char *name, import_image *picture, bool keyed) {
    pack_companions *companions = s->companions;
    pack_companion_picture *given = companions == NULL ? NULL : calloc(1, sizeof *given);
    bool ok = given != NULL || import_error_memory(s->error, s->path);
    if (ok && strlen(name) >= CART_NAME_MAX)
        ok = import_error_line(s->error, s->c->path, s->asset->line,
                               "the name `%.60s` is too long; shorten it", name);
    if (ok && (picture->width > 1024 || picture->height > 1024))
        ok = import_error_file(s->error, s->path,
                               "the picture `%s` would be %dx%d; at most 1024x1024 is possible", name,
                               picture->width, picture->height);
    if (!ok) {
        import_image_free(picture);
        free(given);
        return false;
    }
    memcpy(given->name, name, strlen(name) + 1);
    given->picture = *picture;
    given->keyed = keyed;
    memset(picture, 0, sizeof *picture);
    if (companions->last_picture == NULL) companions->last_picture = &companions->pictures;
    *companions->last_picture = given;
    companions->last_picture = &given->next;
    return true;
}

static void add_text(pack_companion_text **first, pack_companion_text ***last, const char *text) {
    pack_companion_text *added = calloc(1, sizeof *added);
    if (added == NULL) return;
    snprintf(added->text, sizeof added->text, "%s", text);
    if (*last == NULL) *last = first;
    **last = added;
    *last = &added->next;
}

bool pack_companion_read(const pack_source *s, const char *file, char **path, uint8_t **data, size_t *size) {
    *path = import_file_resolve(s->path, file);
    *data = NULL;
    if (*path == NULL) return import_error_memory(s->error, s->path);
    pack_companion_input(s, *path);
    if (import_file_read(*path, data, size, s->error)) return true;
    free(*path);
    *path = NULL;
    return false;
}

void pack_companion_input(const pack_source *s, const char *path) {
    if (s->companions != NULL) add_text(&s->companions->inputs, &s->companions->last_input, path);
}

void pack_companion_note(const pack_source *s, const char *format, ...) {
    char text[320];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (s->companions != NULL) add_text(&s->companions->notes, &s->companions->last_note, text);
}

bool pack_companion_convert(const cart *c, const cart_asset *asset, const char *path, const uint8_t *data,
                            size_t size, tool_report *all, writer *out, tool_error *error) {
    const pack_kind *kind = pack_kind_find(asset->kind);
    step_result result = {.outputs = NULL};
    pack_companions companions = {.result = &result};
    tool_error last = {.text = ""};
    const pack_source source = {c, asset, path, data, size, &last, &companions};
    memset(out, 0, sizeof *out);
    writer_zeros(out, kind->header);
    writer_put_u16(out, ROM_CHUNK_VERSION, ROM_CHUNK_VERSION_NOW);
    writer_put_u16(out, ROM_CHUNK_HEADER, kind->header);
    bool ok = kind->convert(&source, out);
    writer_align(out, 4);
    if (ok && out->failed) ok = import_error_memory(&last, path);
    if (!ok) {
        for (uint32_t i = 0; i < result.error_count; i++) report_error(all, &result.errors[i]);
        report_error(all, &last);
        *error = result.error_count > 0 ? result.errors[0] : last;
        writer_free(out);
        memset(out, 0, sizeof *out);
    }
    step_results_free(&result, 1);
    pack_companion_free(&companions);
    return ok;
}
