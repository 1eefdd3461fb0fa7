/* Bundles: which clips of a skeleton belong together, and under which names a game asks for them. */
#include <stdlib.h>

#include "rom/records.h"
#include "tools/convert/clip_tracks.h"
#include "tools/record_writer.h"

enum { BUNDLE_MOST = 1024 };

const cart_option_row convert_bundle_options[] = {{"skeleton", "NAME", "whose joints its clips move"},
                                                  {"idle", "NAME", "the motion where nothing else is wanted"},
                                                  {.key = NULL}};

static int by_entry_name(const void *a, const void *b) {
    const rom_bundle_entry_record *x = a, *y = b;
    return (x->name > y->name) - (x->name < y->name);
}

/* Takes a time of blending, in 1/4096 of a second. */
static bool read_fade(const convert_lines *lines, const char *key, uint16_t *fade) {
    const char *word = convert_line_value(lines, key);
    int32_t seconds;
    if (word == NULL) return true;
    if (!convert_line_fx(lines, word, &seconds)) return false;
    if (seconds < 0 || seconds > 15 * 65536) return convert_line_wrong(lines, "%s is 0 to 15 seconds", key);
    *fade = (uint16_t)((seconds + 8) / 16);
    return true;
}

static bool read_bundle_entry(const convert_lines *lines, rom_bundle_entry_record *entry) {
    static const char *const stays[] = {"core", "level", "fetched"};
    const char *speed = convert_line_value(lines, "speed");
    uint32_t residency = 0;
    bool good =
        lines->count >= 3 && strchr(lines->words[0], '=') == NULL && strchr(lines->words[1], '=') == NULL;
    while (good && residency < 3 && strcmp(stays[residency], lines->words[2]) != 0) residency++;
    if (!good || residency == 3)
        return convert_line_wrong(
            lines, "`NAME CLIP core|level|fetched [speed=1] [fade-in=SECONDS] [fade-out=SECONDS]` is wanted");
    *entry = (rom_bundle_entry_record){.name = rom_id(lines->words[0]),
                                       .clip = pack_chunk_id("clip", lines->words[1]),
                                       .speed = 65536,
                                       .residency = (uint8_t)residency};
    return (speed == NULL || convert_line_fx(lines, speed, &entry->speed)) &&
           read_fade(lines, "fade-in", &entry->fade_in) && read_fade(lines, "fade-out", &entry->fade_out);
}

static bool read_bundle(convert_lines *lines, rom_bundle_entry_record *entries, uint32_t *count) {
    while (convert_line_next(lines)) {
        if (*count == BUNDLE_MOST)
            return convert_line_wrong(lines, "more than %d motions in a bundle; divide it", BUNDLE_MOST);
        if (!read_bundle_entry(lines, &entries[*count])) return false;
        for (uint32_t i = 0; i < *count; i++) {
            if (entries[i].name == entries[*count].name)
                return convert_line_wrong(lines, "`%.40s` stands in the bundle already; give it another name",
                                          lines->words[0]);
        }
        ++*count;
    }
    return !lines->failed;
}

/* Finds the bundle's idle motion, which must be one of its entries. */
static bool find_idle(const pack_source *s, const rom_bundle_entry_record *entries, uint32_t count,
                      uint32_t *idle) {
    const char *name = pack_option(s->asset, "idle");
    *idle = name == NULL ? 0 : rom_id(name);
    for (uint32_t i = 0; i < count && name != NULL; i++) {
        if (entries[i].name == *idle) return true;
    }
    return name == NULL || convert_option_wrong(s, "idle", "the bundle has no motion `%.40s`", name);
}

bool convert_bundle(const pack_source *s, writer *out) {
    convert_lines *lines = calloc(1, sizeof *lines);
    rom_bundle_entry_record *entries = calloc(BUNDLE_MOST, sizeof *entries);
    const char *skeleton = pack_option(s->asset, "skeleton");
    rom_bundle_record r = {.skeleton =
                               pack_chunk_id("skeleton", skeleton != NULL ? skeleton : s->asset->name)};
    bool ok = (lines != NULL && entries != NULL) || import_error_memory(s->error, s->path);
    if (ok) lines->source = s;
    ok = ok && read_bundle(lines, entries, &r.count) && find_idle(s, entries, r.count, &r.idle);
    if (ok) {
        qsort(entries, r.count, sizeof *entries, by_entry_name);
        r.at = r.count == 0 ? 0u : (uint32_t)out->size;
        for (uint32_t i = 0; i < r.count; i++) record_add_bundle_entry(out, &entries[i]);
        record_put_bundle(out, 0, &r);
    }
    free(lines);
    free(entries);
    return ok;
}
