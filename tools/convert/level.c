/* Converts levels from their text, one statement a line, into sections of the LEVL chunk. The rows of all statements
 * stand in level_rows.c, and `oxcart help level` shows them. Statements of a level may also stand inside of a scene
 * of cart.txt. They make the level of the scene's name, without `level 1`. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixedmath/angle.h"
#include "rom/rom.h"
#include "tools/cart/cart_rows.h"
#include "tools/convert/level.h"

bool level_rotation(const convert_lines *lines, int16_t rotation[4]) {
    const char *word = convert_line_value(lines, "yaw");
    double degrees = 0;
    if (word != NULL && (!cart_parse_number(word, &degrees) || degrees < -36000 || degrees > 36000))
        return convert_line_wrong(lines, "`yaw=%s` is no number of degrees", word);
    ang16 half = (ang16)((uint32_t)(int64_t)writer_round(degrees * 65536 / 720) & 0xFFFFu);
    fx sine, cosine;
    fx_sincos(half, &sine, &cosine);
    rotation[0] = rotation[2] = 0;
    rotation[1] = (int16_t)(sine / 4);
    rotation[3] = (int16_t)(cosine / 4);
    return true;
}

/* A place in the world. */
static bool world_vector(const convert_lines *lines, const char *word, int32_t value[3]) {
    if (!convert_line_vector(lines, word, value)) return false;
    for (int i = 0; i < 3; i++) {
        if (value[i] < -CART_WORLD * 65536 || value[i] > CART_WORLD * 65536)
            return convert_line_wrong(lines, "`%s` is out of range; -%d to %d are possible", word, CART_WORLD,
                                      CART_WORLD);
    }
    return true;
}

bool level_vector(const convert_lines *lines, const char *key, int32_t value[3]) {
    const char *word = convert_line_value(lines, key);
    if (word == NULL) return convert_line_wrong(lines, "`%s` without %s=X,Y,Z; add it", lines->words[0], key);
    return world_vector(lines, word, value);
}

bool level_number(const convert_lines *lines, const char *key, int32_t *value) {
    const char *word = convert_line_value(lines, key);
    return word == NULL || convert_line_fx(lines, word, value);
}

uint32_t level_id(const convert_lines *lines, const char *key, const char *folder) {
    const char *word = convert_line_value(lines, key);
    return word == NULL ? 0 : folder == NULL ? rom_id(word) : pack_chunk_id(folder, word);
}

uint32_t level_listed(writer *list, uint32_t id) {
    for (uint32_t i = 0; i < list->size / 4; i++) {
        if (rom_u32(list->data + (size_t)i * 4) == id) return i;
    }
    writer_u32(list, id);
    return (uint32_t)(list->size / 4 - 1);
}

bool level_colour(const convert_lines *lines, const char *key, uint32_t *rgb) {
    const char *word = convert_line_value(lines, key);
    return word == NULL || cart_parse_colour(word, rgb) ||
           convert_line_wrong(lines, "`%s=%s`; write #RRGGBB", key, word);
}

/* ---- the level itself ---- */

bool level_read_version(convert_lines *lines, level_text *l) {
    if (l->begun || lines->count != 2 || strcmp(lines->words[1], "1") != 0)
        return convert_line_wrong(
            lines, "`level 1` is wanted, once and first; other versions of this text are unknown");
    l->begun = true;
    return true;
}

bool level_read_bounds(convert_lines *lines, level_text *l) {
    if (lines->count != 3)
        return convert_line_wrong(lines, "`bounds X,Y,Z X,Y,Z` is wanted: the low corner, then the high one");
    if (!world_vector(lines, lines->words[1], l->r.low) || !world_vector(lines, lines->words[2], l->r.high))
        return false;
    for (int i = 0; i < 3; i++) {
        if (l->r.low[i] > l->r.high[i])
            return convert_line_wrong(lines,
                                      "the first corner of the bounds is the low one; turn them round");
    }
    return true;
}

bool level_read_tag(convert_lines *lines, level_text *l) {
    if (lines->count != 2) return convert_line_wrong(lines, "`tag NAME` is wanted");
    level_listed(&l->tags, rom_id(lines->words[1]));
    return true;
}

bool level_read_neighbour(convert_lines *lines, level_text *l) {
    if (lines->count != 2) return convert_line_wrong(lines, "`neighbour LEVEL` is wanted");
    level_listed(&l->neighbours, pack_chunk_id("level", lines->words[1]));
    return true;
}

bool level_read_cell(convert_lines *lines, level_text *l) {
    if (lines->count != 2) return convert_line_wrong(lines, "`cell SIZE` is wanted");
    return convert_line_fx(lines, lines->words[1], &l->cell) &&
           (l->cell > 0 || convert_line_wrong(lines, "a cell's size is above 0"));
}

bool level_read_layer(convert_lines *lines, level_text *l) {
    for (uint32_t i = 1; i < l->layer_count && lines->count > 1; i++)
        if (strcmp(l->layer_names[i].name, lines->words[1]) == 0)
            return convert_line_wrong(lines, "the layer `%s` is there already", lines->words[1]);
    if (lines->count < 2 || strlen(lines->words[1]) >= CART_NAME_MAX || l->layer_count == 256)
        return convert_line_wrong(lines, "`layer NAME [hidden] [inactive]` is wanted, at most 255 times");
    if (l->layer_count ==
        0) { /* the first layer, unnamed and always there, is meant for objects without a layer */
        const rom_layer_record rest = {.flags = 3};
        l->layer_count = 1;
        record_add_layer(&l->layers, &rest);
    }
    const rom_layer_record row = {.name = rom_id(lines->words[1]),
                                  .flags = (uint8_t)((convert_line_flag(lines, "hidden") ? 0u : 1u) |
                                                     (convert_line_flag(lines, "inactive") ? 0u : 2u))};
    snprintf(l->layer_names[l->layer_count++].name, CART_NAME_MAX, "%s", lines->words[1]);
    record_add_layer(&l->layers, &row);
    return convert_line_all_asked(lines, 2);
}

bool level_read_flag(convert_lines *lines, level_text *l) {
    if (lines->count != 1) return convert_line_wrong(lines, "`%s` stands alone on its line", lines->words[0]);
    l->r.flags |= lines->words[0][0] == 'p' ? (uint32_t)ROM_LEVEL_PREPARED : (uint32_t)ROM_LEVEL_STREAMED;
    return true;
}

/* Reads a line by the row of its word. */
static bool read_statement(convert_lines *lines, level_text *l) {
    const cart_row *row = cart_row_find(CART_IN_LEVEL, lines->words[0], NULL);
    if (!l->begun && (row == NULL || row->read_level != level_read_version))
        return convert_line_wrong(lines, "a level's text begins with `level 1`; add it");
    if (row == NULL) {
        const char *meant = cart_suggest_statement(CART_IN_LEVEL, lines->words[0]);
        return convert_line_wrong(lines, "`%.40s` is unknown here; %s%s", lines->words[0],
                                  meant == NULL ? "oxcart help level lists all statements" : "did you mean ",
                                  meant == NULL ? "" : meant);
    }
    const int words = cart_row_plain_words(row);
    return row->read_level(lines, l) && (words < 0 || convert_line_all_asked(lines, 1 + words));
}

/* The state while cart.txt is read: whether the line is inside of the wanted scene, and whether the scene's camera is
 * flat. */
typedef struct scene_part {
    bool inside, flat;
} scene_part;

/* Whether the line belongs to the level that a scene of cart.txt has of its own. Other lines, such as layers of flat
 * pictures, belong to the cart. */
static bool is_of_scene(const convert_lines *lines, const char *scene, scene_part *at) {
    const char *word = lines->words[0];
    if (strcmp(word, "scene") == 0)
        *at = (scene_part){.inside = lines->count > 1 && strcmp(lines->words[1], scene) == 0};
    if (strcmp(word, "end") == 0) at->inside = false;
    for (int i = 1; strcmp(word, "camera") == 0 && i < lines->count; i++)
        at->flat = at->flat || strcmp(lines->words[i], "flat") == 0;
    return at->inside && cart_row_is_of_level(word) && !(at->flat && strcmp(word, "layer") == 0);
}

static void free_text(level_text *l) {
    writer *writers[] = {&l->tags,        &l->neighbours,       &l->meshes,
                         &l->materials,   &l->spawners,         &l->properties,
                         &l->spawn_texts, &l->spawn_text_bytes, &l->vectors,
                         &l->locators,    &l->volumes,          &l->lights,
                         &l->splines,     &l->points,           &l->ledges,
                         &l->layers,      &l->solid_materials,  &l->boxes,
                         &l->spheres,     &l->capsules,         &l->walls,
                         &l->walks,       &l->references,       &l->waves,
                         &l->wave_entries};
    for (size_t i = 0; i < sizeof writers / sizeof writers[0]; i++) writer_free(writers[i]);
    free(l->instances);
    free(l->spawn_names);
    free(l->elements);
    free(l->element_lines);
    free(l->versions);
    free(l);
}

bool convert_level(const pack_source *s, writer *out) {
    level_text *l = calloc(1, sizeof *l);
    convert_lines *lines = calloc(1, sizeof *lines);
    bool ok = l != NULL && lines != NULL;
    if (!ok) import_error_memory(s->error, s->path);
    if (ok) lines->source = s;
    const bool of_scene = s->asset->of_scene;
    scene_part at = {false, false};
    if (ok) l->cell = 16 << 16;
    if (ok) l->begun = of_scene;
    while (ok && convert_line_next(lines))
        ok = (of_scene && !is_of_scene(lines, s->asset->name, &at)) || read_statement(lines, l) ||
             convert_line_go_on(lines);
    ok = ok && !lines->failed;
    if (ok && !l->begun) ok = convert_line_wrong(lines, "an empty level; write `level 1` and what is in it");
    ok = ok && level_write(s, l, out);
    if (l != NULL) free_text(l);
    free(lines);
    return ok;
}
