/* Options of cart.txt about the tiles of a picture: solid=0-3,8 one-way=9 words=hurts:5/water:12-15 animated=12-15:8 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/convert/tiles.h"

enum { MOST = 4096, FRAMES = 4096, FIRST_WORDS = 2 };

struct tile_words {
    uint32_t marks[MOST]; /* a bit for each word of a tile */
    uint32_t first_frame[MOST], frame_counts[MOST];
    import_tile_frame frames[FRAMES];
    uint32_t frame_count;
    char names[TILE_FIELDS_MOST + FIRST_WORDS][32];
    uint32_t word_count;
    import_tile tiles[MOST];
    import_property properties[MOST][TILE_FIELDS_MOST + FIRST_WORDS];
};

/* Reads A or A-B; gives the text behind it, NULL where there is no range. */
static const char *read_range(const char *at, uint32_t *first, uint32_t *last) {
    char *end;
    if (*at < '0' || *at > '9') return NULL;
    *first = *last = (uint32_t)strtoul(at, &end, 10);
    if (*end == '-') {
        if (end[1] < '0' || end[1] > '9') return NULL;
        *last = (uint32_t)strtoul(end + 1, &end, 10);
    }
    return *first <= *last && *last < MOST ? end : NULL;
}

/* Marks the tiles of a list A,B-C,... with a word; *rest is the text behind the list. */
static bool mark_tiles(const pack_source *s, struct tile_words *w, const char *key, const char *at,
                       uint32_t word, const char **rest) {
    for (;;) {
        uint32_t first, last;
        const char *end = read_range(at, &first, &last);
        if (end == NULL || (*end != 0 && *end != ',' && *end != '/'))
            return convert_option_wrong(s, key, "write numbers of tiles below %d, such as 0-3,8", MOST);
        for (uint32_t i = first; i <= last; i++) w->marks[i] |= 1u << word;
        *rest = end;
        if (*end != ',') return true;
        at = end + 1;
    }
}

static bool take_list(const pack_source *s, struct tile_words *w, const char *key, const char *name) {
    const char *at = pack_option(s->asset, key), *rest = "";
    snprintf(w->names[w->word_count], sizeof w->names[0], "%s", name);
    if (at != NULL && !mark_tiles(s, w, key, at, w->word_count, &rest)) return false;
    w->word_count++;
    return *rest == 0 || convert_option_wrong(s, key, "`%.40s` is no number of a tile", rest);
}

/* words=NAME:LIST/NAME:LIST */
static bool take_words(const pack_source *s, struct tile_words *w) {
    const char *at = pack_option(s->asset, "words");
    while (at != NULL && *at != 0) {
        const size_t length = strcspn(at, ":");
        if (at[length] == 0 || length == 0 || length >= sizeof w->names[0])
            return convert_option_wrong(s, "words",
                                        "write NAME:LIST/NAME:LIST, such as hurts:5,6/water:12-15");
        if (w->word_count == TILE_FIELDS_MOST + FIRST_WORDS)
            return convert_option_wrong(s, "words", "at most %d words are possible", TILE_FIELDS_MOST);
        snprintf(w->names[w->word_count], sizeof w->names[0], "%.*s", (int)length, at);
        if (!mark_tiles(s, w, "words", at + length + 1, w->word_count, &at)) return false;
        w->word_count++;
        if (*at == '/') at++;
    }
    return true;
}

/* animated=A-B:RATE,...: tile A shows the tiles A to B, RATE of them a second. */
static bool take_animations(const pack_source *s, struct tile_words *w) {
    const char *at = pack_option(s->asset, "animated");
    while (at != NULL && *at != 0) {
        uint32_t first, last;
        char *end = NULL;
        const char *colon = read_range(at, &first, &last);
        const unsigned long rate = colon == NULL || *colon != ':' ? 0 : strtoul(colon + 1, &end, 10);
        if (rate < 1 || rate > 100 || (*end != 0 && *end != ','))
            return convert_option_wrong(s, "animated",
                                        "write A-B:RATE with 1 to 100 tiles a second, such as 12-15:8");
        if (last - first + 1 > FRAMES - w->frame_count)
            return convert_option_wrong(s, "animated", "more than %d tiles take part", FRAMES);
        w->first_frame[first] = w->frame_count;
        w->frame_counts[first] = last - first + 1;
        for (uint32_t i = first; i <= last; i++)
            w->frames[w->frame_count++] = (import_tile_frame){i, (uint32_t)((1000 + rate / 2) / rate)};
        at = *end == 0 ? end : end + 1;
    }
    return true;
}

struct tile_words *convert_tile_words(const pack_source *s, import_tileset *set) {
    struct tile_words *w = calloc(1, sizeof *w);
    if (w == NULL) {
        import_error_memory(s->error, s->path);
        return NULL;
    }
    if (!take_list(s, w, "solid", "solid") || !take_list(s, w, "one-way", "one_way") || !take_words(s, w) ||
        !take_animations(s, w)) {
        free(w);
        return NULL;
    }
    for (uint32_t i = 0; i < MOST; i++) {
        if (w->marks[i] == 0 && w->frame_counts[i] == 0) continue;
        import_tile *tile = &w->tiles[set->tile_count++];
        *tile = (import_tile){.number = i,
                              .kind = "",
                              .frame_count = w->frame_counts[i],
                              .frames = w->frames + w->first_frame[i],
                              .properties = {.items = w->properties[i]}};
        for (uint32_t k = 0; k < w->word_count; k++)
            if ((w->marks[i] >> k & 1) != 0)
                w->properties[i][tile->properties.count++] = (import_property){w->names[k], "bool", "true"};
    }
    set->tiles = w->tiles;
    return w;
}

bool convert_tile_word_fields(tile_job *job, const struct tile_words *w) {
    for (uint32_t i = FIRST_WORDS; i < w->word_count; i++) {
        tile_field *field = &job->fields[job->field_count];
        memcpy(field->name, w->names[i], sizeof field->name);
        field->bit = job->field_count++;
        field->bits = 1;
    }
    for (uint32_t i = 0; i < job->map->sets[0].tile_count; i++) {
        const import_tile *tile = &job->map->sets[0].tiles[i];
        const uint32_t last =
            tile->frame_count == 0 ? tile->number : tile->frames[tile->frame_count - 1].tile;
        if (last >= job->total)
            return convert_option_wrong(job->source, "tile",
                                        "the picture holds %u tiles, and number %u is told about",
                                        (unsigned)job->total, (unsigned)last);
    }
    return true;
}
