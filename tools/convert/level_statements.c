/* The statements of a level's text that put something into the world. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/level.h"

/* Adds a zeroed record to a growing array; NULL without memory. */
static void *more(void **list, uint32_t count, size_t size) {
    if ((count & (count - 1)) == 0) {
        void *grown = realloc(*list, size * (count == 0 ? 1 : (size_t)count * 2));
        if (grown == NULL) return NULL;
        *list = grown;
    }
    return memset((char *)*list + size * count, 0, size);
}

static bool no_memory(const convert_lines *lines) { return convert_line_wrong(lines, "out of memory"); }

static bool wanted_words(const convert_lines *lines, int least, const char *form) {
    return lines->count >= least || convert_line_wrong(lines, "`%s` is wanted", form);
}

static bool take_layer(const convert_lines *lines, const level_text *l, uint16_t *layer) {
    const char *word = convert_line_value(lines, "layer");
    *layer = 0;
    for (uint32_t i = 0; word != NULL && i < l->layer_count; i++) {
        if (strcmp(l->layer_names[i].name, word) == 0) {
            *layer = (uint16_t)i;
            return true;
        }
    }
    return word == NULL ||
           convert_line_wrong(lines, "there is no layer `%s`; write `layer %s` above", word, word);
}

/* ---- geometry ---- */

bool level_read_instance(convert_lines *lines, level_text *l) {
    if (!wanted_words(lines, 2, "instance MESH at=X,Y,Z")) return false;
    if (l->instance_count == LEVEL_INSTANCES)
        return convert_line_wrong(lines, "more than %d instances; divide the level", LEVEL_INSTANCES);
    void *list = l->instances;
    rom_instance_record *row = more(&list, l->instance_count, sizeof *row);
    if (row == NULL) return no_memory(lines);
    l->instances = list;
    l->instance_count++;
    uint32_t tint = 0xFFFFFF, material = level_id(lines, "material", "material");
    row->mesh = (uint16_t)level_listed(&l->meshes, pack_chunk_id("mesh", lines->words[1]));
    row->material =
        material == 0 ? (uint16_t)ROM_INSTANCE_OWN_MATERIAL : (uint16_t)level_listed(&l->materials, material);
    row->scale = 65536;
    if (!level_vector(lines, "at", row->position) || !level_rotation(lines, row->rotation) ||
        !level_number(lines, "scale", &row->scale) || !level_colour(lines, "tint", &tint))
        return false;
    if (row->scale <= 0) return convert_line_wrong(lines, "a scale is above 0");
    for (int i = 0; i < 3; i++) row->tint[i] = (uint8_t)(tint >> (16 - 8 * i));
    row->flags = (uint8_t)((convert_line_flag(lines, "no-shadow") ? 1u : 0u) |
                           (convert_line_flag(lines, "near-only") ? 2u : 0u));
    return true;
}

/* ---- spawners ---- */

bool level_read_spawn(convert_lines *lines, level_text *l) {
    if (!wanted_words(lines, 2, "spawn TYPE at=X,Y,Z")) return false;
    const char *name = convert_line_value(lines, "name"), *parent = convert_line_value(lines, "parent");
    rom_spawner_record row = {.type = rom_id(lines->words[1]),
                              .name = level_id(lines, "name", NULL),
                              .scale = 65536,
                              .parent = UINT32_MAX};
    if (l->spawner_count == LEVEL_SPAWNERS || (name != NULL && strlen(name) >= CART_NAME_MAX))
        return convert_line_wrong(lines, "more than %d spawns, or a name that is too long", LEVEL_SPAWNERS);
    for (uint32_t i = 0; i < l->spawner_count; i++) {
        if (name != NULL && rom_id(l->spawn_names[i].name) == row.name)
            return convert_line_wrong(lines, "an object `%s` is there already; give it another name", name);
        if (parent != NULL && strcmp(l->spawn_names[i].name, parent) == 0) row.parent = i;
    }
    if (parent != NULL && row.parent == UINT32_MAX)
        return convert_line_wrong(lines, "there is no object `%s` above; a parent stands before its children",
                                  parent);
    void *list = l->spawn_names;
    level_name *own = more(&list, l->spawner_count, sizeof *own);
    if (own == NULL) return no_memory(lines);
    l->spawn_names = list;
    snprintf(own->name, CART_NAME_MAX, "%s", name == NULL ? "" : name);
    l->spawner_count++;
    l->property_start = (uint32_t)(l->properties.size / ROM_PROPERTY_SIZE);
    row.first_property = l->property_start;
    row.flags = convert_line_flag(lines, "later") ? 1u : 0u;
    bool ok = level_vector(lines, "at", row.position) && level_rotation(lines, row.rotation) &&
              level_number(lines, "scale", &row.scale) && take_layer(lines, l, &row.layer);
    record_add_spawner(&l->spawners,
                       &row); /* a faulty spawn is added too: `set` below it is checked for mistakes */
    return ok;
}

/* Takes the value of a property; the form of the word decides its kind. */
static bool take_property(convert_lines *lines, level_text *l, const char *word, rom_property_record *row) {
    uint32_t rgb;
    double number;
    if (cart_parse_switch(word, &row->value)) {
        row->kind = ROM_PROPERTY_BOOL;
    } else if (word[0] == '@') {
        row->kind = ROM_PROPERTY_ID;
        row->value = rom_id(word + 1);
    } else if (word[0] == '#' && cart_parse_colour(word, &rgb)) {
        row->kind = ROM_PROPERTY_COLOUR;
        row->value = rgb;
    } else if (cart_parse_number(word, &number) && strchr(word, '.') == NULL && fabs(number) <= 2147483647) {
        row->kind = ROM_PROPERTY_INTEGER;
        row->value = (uint32_t)(int32_t)number;
    } else if (cart_parse_number(word, &number)) {
        int32_t value;
        if (!convert_line_fx(lines, word, &value)) return false;
        row->kind = ROM_PROPERTY_FX;
        row->value = (uint32_t)value;
    } else if (strspn(word, "-+.,0123456789") == strlen(word) && strchr(word, ',') != NULL) {
        rom_vector_record vector;
        if (!convert_line_vector(lines, word, vector.value)) return false;
        row->kind = ROM_PROPERTY_VECTOR;
        row->value = (uint32_t)(l->vectors.size / ROM_VECTOR_SIZE);
        record_add_vector(&l->vectors, &vector);
    } else {
        const rom_spawn_text_record text = {{(uint32_t)l->spawn_text_bytes.size, (uint32_t)strlen(word)}};
        row->kind = ROM_PROPERTY_TEXT;
        row->value = (uint32_t)(l->spawn_texts.size / ROM_SPAWN_TEXT_SIZE);
        record_add_spawn_text(&l->spawn_texts, &text);
        writer_bytes(&l->spawn_text_bytes, word, strlen(word));
    }
    return true;
}

bool level_read_set(convert_lines *lines, level_text *l) {
    if (lines->count != 3 || l->spawner_count == 0)
        return convert_line_wrong(lines, "`set KEY VALUE` is wanted, below a spawn");
    rom_property_record row = {.key = rom_id(lines->words[1])};
    if (!take_property(lines, l, lines->words[2], &row)) return false;
    /* Properties of a spawn are sorted by key. */
    writer *w = &l->properties;
    size_t first = (size_t)l->property_start * ROM_PROPERTY_SIZE, at = w->size;
    for (size_t i = first; i < w->size; i += ROM_PROPERTY_SIZE) {
        if (rom_u32(w->data + i) == row.key)
            return convert_line_wrong(lines, "`%s` is set twice for this object; take one out",
                                      lines->words[1]);
    }
    record_add_property(w, &row);
    if (w->failed) return no_memory(lines);
    while (at > first && rom_u32(w->data + at - ROM_PROPERTY_SIZE) > row.key) {
        memmove(w->data + at, w->data + at - ROM_PROPERTY_SIZE, ROM_PROPERTY_SIZE);
        at -= ROM_PROPERTY_SIZE;
    }
    record_put_property(w, at, &row);
    size_t count = (size_t)(l->spawner_count - 1) * ROM_SPAWNER_SIZE + ROM_SPAWNER_PROPERTY_COUNT;
    if (l->spawners.failed) return no_memory(lines);
    writer_put_u16(&l->spawners, count, rom_u16(l->spawners.data + count) + 1u);
    return true;
}

/* ---- places ---- */

bool level_read_locator(convert_lines *lines, level_text *l) {
    if (!wanted_words(lines, 3, "locator NAME KIND at=X,Y,Z")) return false;
    rom_locator_record row = {.name = rom_id(lines->words[1]), .kind = rom_id(lines->words[2])};
    if (!level_vector(lines, "at", row.position) || !level_rotation(lines, row.rotation) ||
        !level_number(lines, "radius", &row.radius))
        return false;
    for (size_t at = 0; at < l->locators.size; at += ROM_LOCATOR_SIZE)
        if (rom_u32(l->locators.data + at + ROM_LOCATOR_NAME) == row.name)
            return convert_line_wrong(lines, "a locator `%.40s` is there already; give it another name",
                                      lines->words[1]);
    record_add_locator(&l->locators, &row);
    return true;
}

bool level_read_volume(convert_lines *lines, level_text *l) {
    static const char *const shapes[] = {"box", "sphere", NULL};
    int shape = lines->count < 4 ? -1 : cart_choice(lines->words[3], shapes);
    if (shape < 0) return convert_line_wrong(lines, "`volume NAME KIND box|sphere at=X,Y,Z ...` is wanted");
    rom_volume_record row = {
        .name = rom_id(lines->words[1]), .kind = rom_id(lines->words[2]), .shape = (uint8_t)shape};
    if (!level_vector(lines, "at", row.centre) || !level_rotation(lines, row.rotation) ||
        !level_number(lines, "radius", &row.half[0]))
        return false;
    if (shape == 0 && !level_vector(lines, "half", row.half)) return false;
    if (row.half[0] <= 0)
        return convert_line_wrong(lines, "the size of a volume is above 0; write half=X,Y,Z or radius=R");
    record_add_volume(&l->volumes, &row);
    return true;
}

bool level_read_light(convert_lines *lines, level_text *l) {
    static const char *const kinds[] = {"sun", "point", "motif", NULL};
    int kind = lines->count < 3 ? -1 : cart_choice(lines->words[2], kinds);
    if (kind < 0) return convert_line_wrong(lines, "`light NAME sun|point|motif vector=X,Y,Z` is wanted");
    rom_world_light_record row = {.name = rom_id(lines->words[1]), .kind = (uint8_t)kind, .colour = 0xFFFFFF};
    int32_t intensity = 65536;
    if (!level_vector(lines, "vector", row.vector) || !level_number(lines, "range", &row.range) ||
        !level_number(lines, "intensity", &intensity) || !level_colour(lines, "colour", &row.colour) ||
        !take_layer(lines, l, &row.layer))
        return false;
    if (intensity < 0 || intensity > 65536 || row.range < 0)
        return convert_line_wrong(lines, "an intensity is 0 to 1, a range not below 0");
    row.intensity = (uint8_t)((intensity * 255 + 32768) >> 16);
    record_add_world_light(&l->lights, &row);
    return true;
}

/* Length of a straight piece, in fx; the integer square root of a sum that fits 64 bits. */
static int32_t piece_length(const int32_t a[3], const int32_t b[3]) {
    uint64_t sum = 0, root = 0;
    for (int i = 0; i < 3; i++) {
        int64_t d = ((int64_t)b[i] - a[i]) / 2; /* half, so that three squares fit 64 bits */
        sum += (uint64_t)(d * d);
    }
    for (uint64_t bit = (uint64_t)1 << 62; bit != 0; bit >>= 2) {
        if (sum >= root + bit) {
            sum -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    return root * 2 > INT32_MAX ? INT32_MAX : (int32_t)(root * 2);
}

bool level_read_path(convert_lines *lines, level_text *l) {
    static const char *const forms[] = {"straight", "cardinal", "bezier", "b-spline", NULL};
    int form = lines->count < 4 ? -1 : cart_choice(lines->words[2], forms);
    if (form < 0)
        return convert_line_wrong(
            lines, "`path NAME straight|cardinal|bezier|b-spline [closed] X,Y,Z ...` is wanted");
    rom_spline_record row = {.name = rom_id(lines->words[1]),
                             .form = (uint8_t)form,
                             .first_point = (uint32_t)(l->points.size / ROM_SPLINE_POINT_SIZE)};
    if (convert_line_flag(lines, "closed")) row.flags = 1;
    rom_spline_point_record before = {.along = 0};
    for (int i = 3; i < lines->count; i++) {
        rom_spline_point_record point;
        if (strcmp(lines->words[i], "closed") == 0) continue;
        if (!convert_line_vector(lines, lines->words[i], point.position)) return false;
        point.along = row.point_count == 0 ? 0 : before.along + piece_length(before.position, point.position);
        record_add_spline_point(&l->points, &point);
        row.point_count++;
        before = point;
    }
    if (row.point_count == 0)
        return convert_line_wrong(lines, "a path without points; write X,Y,Z behind it");
    row.length = before.along;
    record_add_spline(&l->splines, &row);
    return true;
}

static bool take_ledge(convert_lines *lines, level_text *l, uint8_t kind) {
    rom_ledge_record row = {.kind = kind};
    int32_t facing[3];
    if (!level_vector(lines, "from", row.from) || !level_vector(lines, "to", row.to) ||
        !level_vector(lines, "facing", facing))
        return false;
    for (int i = 0; i < 3; i++) {
        if (facing[i] < -65536 || facing[i] > 65536)
            return convert_line_wrong(lines, "facing is a direction of length 1");
        row.facing[i] = (int16_t)(facing[i] / 4);
    }
    row.flags =
        (uint8_t)((convert_line_flag(lines, "low") ? 1u : 0u) | (convert_line_flag(lines, "left") ? 2u : 0u) |
                  (convert_line_flag(lines, "right") ? 4u : 0u));
    record_add_ledge(&l->ledges, &row);
    return true;
}

bool level_read_ledge(convert_lines *lines, level_text *l) { return take_ledge(lines, l, 0); }
bool level_read_cover(convert_lines *lines, level_text *l) { return take_ledge(lines, l, 1); }

/* ---- collision, navigation ---- */

static bool read_box(convert_lines *lines, level_text *l, uint32_t material) {
    rom_collision_box_record row = {.material = material};
    if (!level_vector(lines, "at", row.centre) || !level_vector(lines, "half", row.half) ||
        !level_rotation(lines, row.rotation))
        return false;
    record_add_collision_box(&l->boxes, &row);
    return true;
}

static bool read_sphere(convert_lines *lines, level_text *l, uint32_t material) {
    rom_sphere_record row = {.material = material};
    if (!level_vector(lines, "at", row.centre) || !level_number(lines, "radius", &row.radius)) return false;
    record_add_sphere(&l->spheres, &row);
    return row.radius >= 0 || convert_line_wrong(lines, "a radius is not below 0");
}

static bool read_capsule(convert_lines *lines, level_text *l, uint32_t material) {
    rom_capsule_record row = {.material = material};
    if (!level_vector(lines, "from", row.from) || !level_vector(lines, "to", row.to) ||
        !level_number(lines, "radius", &row.radius))
        return false;
    record_add_capsule(&l->capsules, &row);
    return row.radius >= 0 || convert_line_wrong(lines, "a radius is not below 0");
}

static bool read_wall(convert_lines *lines, level_text *l, uint32_t material) {
    rom_collision_plane_record row = {.material = material};
    if (!level_vector(lines, "normal", row.plane.normal) ||
        !level_number(lines, "distance", &row.plane.distance))
        return false;
    record_add_collision_plane(&l->walls, &row);
    return true;
}

bool level_read_solid(convert_lines *lines, level_text *l) {
    static const char *const shapes[] = {"box", "sphere", "capsule", "wall", NULL};
    static bool (*const readers[])(convert_lines *, level_text *, uint32_t) = {read_box, read_sphere,
                                                                               read_capsule, read_wall};
    int shape = lines->count < 2 ? -1 : cart_choice(lines->words[1], shapes);
    const char *material = convert_line_value(lines, "material");
    if (shape < 0) return convert_line_wrong(lines, "`solid box|sphere|capsule|wall ...` is wanted");
    return readers[shape](lines, l,
                          level_listed(&l->solid_materials, rom_id(material == NULL ? "default" : material)));
}

bool level_read_walk(convert_lines *lines, level_text *l) {
    rom_walk_line_record row = {.width = 0};
    if (!level_vector(lines, "from", row.from) || !level_vector(lines, "to", row.to) ||
        !level_number(lines, "width", &row.width))
        return false;
    record_add_walk_line(&l->walks, &row);
    return row.width >= 0 || convert_line_wrong(lines, "a width is not below 0");
}

/* ---- elements, references ---- */

bool level_read_element(convert_lines *lines, level_text *l) {
    if (!wanted_words(lines, 3, "element NAME at=X,Y,Z health=H")) return false;
    void *list = l->elements, *places = l->element_lines;
    rom_element_record *row = more(&list, l->element_count, sizeof *row);
    unsigned long *line = more(&places, l->element_count, sizeof *line);
    const char *instance = convert_line_value(lines, "instance");
    double number = 0;
    l->elements = list;
    l->element_lines = places;
    if (row == NULL || line == NULL) return no_memory(lines);
    *line = lines->line;
    l->element_count++;
    row->name = rom_id(lines->words[1]);
    row->instance = UINT32_MAX;
    row->first_version = l->version_count;
    if (instance != NULL && (!cart_parse_number(instance, &number) || number < 0 ||
                             number >= l->instance_count || number != (double)(uint32_t)number))
        return convert_line_wrong(lines, "there is no instance %s above; they count from 0", instance);
    if (instance != NULL) row->instance = (uint32_t)number;
    return level_vector(lines, "at", row->position) && level_number(lines, "health", &row->health);
}

bool level_read_element_version(convert_lines *lines, level_text *l) {
    if (l->element_count == 0 || convert_line_value(lines, "threshold") == NULL)
        return convert_line_wrong(lines, "`version [mesh=NAME] ... threshold=H` is wanted, below an element");
    rom_element_record *element = &l->elements[l->element_count - 1];
    void *list = l->versions;
    rom_element_version_record *row = more(&list, l->version_count, sizeof *row);
    if (row == NULL) return no_memory(lines);
    l->versions = list;
    l->version_count++;
    if (element->version_count == 8) return convert_line_wrong(lines, "more than 8 versions of an element");
    row->mesh = level_id(lines, "mesh", "mesh");
    row->collision = level_id(lines, "collision", "collision");
    row->material = level_id(lines, "material", NULL);
    row->sound = level_id(lines, "sound", "sound");
    row->effect = level_id(lines, "effect", "effect");
    if (!level_number(lines, "mass", &row->mass) || !level_number(lines, "threshold", &row->threshold))
        return false;
    if (element->version_count > 0 && row->threshold >= row[-1].threshold)
        return convert_line_wrong(lines,
                                  "thresholds fall from version to version: the first is the whole one");
    element->version_count++;
    return row->mass >= 0 || convert_line_wrong(lines, "a mass is not below 0");
}

bool level_read_refer(convert_lines *lines, level_text *l) {
    if (lines->count != 3 || pack_kind_find(lines->words[1]) == NULL) {
        if (lines->count != 3 ||
            (strcmp(lines->words[1], "mesh") != 0 && strcmp(lines->words[1], "texture") != 0))
            return convert_line_wrong(
                lines, "`refer KIND NAME` is wanted; a kind is a word of cart.txt such as level or mesh");
    }
    const pack_kind *kind = pack_kind_find(lines->words[1]);
    const rom_package_item_record row = {.id = pack_chunk_id(lines->words[1], lines->words[2]),
                                         .type = kind != NULL                           ? kind->tag
                                                 : strcmp(lines->words[1], "mesh") == 0 ? ROM_TAG_MESH
                                                                                        : ROM_TAG_IMAGE};
    record_add_package_item(&l->references, &row);
    return true;
}
