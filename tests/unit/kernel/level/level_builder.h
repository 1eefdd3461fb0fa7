/* Level data for tests, written byte by byte as rom/FORMAT.md says: spawners, locators, volumes, and levels of these
 * parts. */
#ifndef OXCART_TESTS_LEVEL_BUILDER_H
#define OXCART_TESTS_LEVEL_BUILDER_H

#include <string.h>

#include "fixedmath/types.h"
#include "kernel/names/id.h"
#include "rom/rom.h"

typedef struct level_property {
    ox_id key;
    uint8_t kind;
    uint32_t value;
} level_property;

typedef struct level_spawner {
    ox_id type, name;
    vec3 at;
    q14 rotation[4];
    fx scale; /* 0: 1 */
    bool dormant;
    uint8_t property_count;
    level_property properties[6];
} level_spawner;

typedef struct level_place {
    ox_id name, kind;
    vec3 at, half;
    q14 rotation[4];
    uint8_t shape; /* the shape of a volume */
} level_place;

static inline void level_put(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++, value >>= 8) at[i] = (uint8_t)(value & 255u);
}
static inline void level_put_half(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)(value & 255u);
    at[1] = (uint8_t)(value >> 8 & 255u);
}
static inline void level_put_vector(uint8_t *at, vec3 v) {
    level_put(at, (uint32_t)v.x);
    level_put(at + 4, (uint32_t)v.y);
    level_put(at + 8, (uint32_t)v.z);
}
static inline void level_put_rotation(uint8_t *at, const q14 q[4]) {
    bool none = q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0;
    for (uint32_t i = 0; i < 4; i++)
        level_put_half(at + 2u * i, none ? (i == 3 ? 16384u : 0u) : (uint16_t)q[i]);
}
static inline void level_header(uint8_t *at, uint32_t header) {
    memset(at, 0, header);
    level_put_half(at, 0x0100);
    level_put_half(at + 2, header);
}

/* Writes a chunk of spawners to `out`, as the functions below write theirs; the end is a multiple of 4. Returns its
 * bytes. */
static inline uint32_t level_spawners(uint8_t *out, const level_spawner *spawners, uint32_t count,
                                      const vec3 *vectors, uint32_t vector_count) {
    uint32_t at = ROM_SPAWNERS_SIZE, properties = 0, rows = at + count * ROM_SPAWNER_SIZE;
    level_header(out, ROM_SPAWNERS_SIZE);
    for (uint32_t i = 0; i < count; i++, at += ROM_SPAWNER_SIZE) {
        const level_spawner *s = &spawners[i];
        uint8_t *row = out + at;
        memset(row, 0, ROM_SPAWNER_SIZE);
        level_put(row + ROM_SPAWNER_TYPE, s->type);
        level_put(row + ROM_SPAWNER_NAME, s->name);
        level_put_vector(row + ROM_SPAWNER_POSITION, s->at);
        level_put_rotation(row + ROM_SPAWNER_ROTATION, s->rotation);
        level_put(row + ROM_SPAWNER_SCALE, s->scale == 0 ? 65536 : (uint32_t)s->scale);
        level_put_half(row + ROM_SPAWNER_PROPERTY_COUNT, s->property_count);
        level_put(row + ROM_SPAWNER_FIRST_PROPERTY, properties);
        level_put(row + ROM_SPAWNER_PARENT, UINT32_MAX);
        level_put(row + ROM_SPAWNER_FLAGS, s->dormant);
        for (ox_id after = 0, n = 0; n < s->property_count; n++) { /* properties rising by key */
            const level_property *next = NULL;
            for (uint32_t k = 0; k < s->property_count; k++) {
                const level_property *p = &s->properties[k];
                if ((n == 0 || p->key > after) && (next == NULL || p->key < next->key)) next = p;
            }
            uint8_t *to = out + rows + properties++ * ROM_PROPERTY_SIZE;
            memset(to, 0, ROM_PROPERTY_SIZE);
            level_put(to + ROM_PROPERTY_KEY, next->key);
            to[ROM_PROPERTY_KIND] = next->kind;
            level_put(to + ROM_PROPERTY_VALUE, next->value);
            after = next->key;
        }
    }
    level_put(out + ROM_SPAWNERS_SPAWNER_COUNT, count);
    level_put(out + ROM_SPAWNERS_SPAWNERS_AT, count == 0 ? 0 : ROM_SPAWNERS_SIZE);
    level_put(out + ROM_SPAWNERS_PROPERTY_COUNT, properties);
    level_put(out + ROM_SPAWNERS_PROPERTIES_AT, properties == 0 ? 0 : rows);
    at = rows + properties * ROM_PROPERTY_SIZE;
    level_put(out + ROM_SPAWNERS_VECTOR_COUNT, vector_count);
    level_put(out + ROM_SPAWNERS_VECTORS_AT, vector_count == 0 ? 0 : at);
    for (uint32_t i = 0; i < vector_count; i++, at += ROM_VECTOR_SIZE) level_put_vector(out + at, vectors[i]);
    return at;
}

/* Writes locators; `places` rise by name. */
static inline uint32_t level_locators(uint8_t *out, const level_place *places, uint32_t count) {
    uint32_t at = ROM_LOCATORS_SIZE;
    level_header(out, ROM_LOCATORS_SIZE);
    level_put(out + ROM_LOCATORS_COUNT, count);
    level_put(out + ROM_LOCATORS_AT, at);
    for (uint32_t i = 0; i < count; i++, at += ROM_LOCATOR_SIZE) {
        level_put(out + at + ROM_LOCATOR_NAME, places[i].name);
        level_put(out + at + ROM_LOCATOR_KIND, places[i].kind);
        level_put_vector(out + at + ROM_LOCATOR_POSITION, places[i].at);
        level_put_rotation(out + at + ROM_LOCATOR_ROTATION, places[i].rotation);
        level_put(out + at + ROM_LOCATOR_RADIUS, (uint32_t)places[i].half.x);
    }
    return at;
}

/* Writes volumes: boxes and spheres. */
static inline uint32_t level_volumes(uint8_t *out, const level_place *places, uint32_t count) {
    uint32_t at = ROM_VOLUMES_SIZE;
    level_header(out, ROM_VOLUMES_SIZE);
    level_put(out + ROM_VOLUMES_COUNT, count);
    level_put(out + ROM_VOLUMES_AT, at);
    for (uint32_t i = 0; i < count; i++, at += ROM_VOLUME_SIZE) {
        uint8_t *row = out + at;
        memset(row, 0, ROM_VOLUME_SIZE);
        level_put(row + ROM_VOLUME_NAME, places[i].name);
        level_put(row + ROM_VOLUME_KIND, places[i].kind);
        row[ROM_VOLUME_SHAPE] = places[i].shape;
        level_put_vector(row + ROM_VOLUME_CENTRE, places[i].at);
        level_put_vector(row + ROM_VOLUME_HALF, places[i].half);
        level_put_rotation(row + ROM_VOLUME_ROTATION, places[i].rotation);
    }
    return at;
}

typedef struct level_part {
    uint32_t tag;
    const uint8_t *data;
    uint32_t bytes;
} level_part;

/* Writes a level of the parts, in the order of their tags. */
static inline uint32_t level_whole(uint8_t *out, vec3 low, vec3 high, const level_part *parts, uint32_t count,
                                   const ox_id *tags, uint32_t tag_count) {
    uint32_t sections = ROM_LEVEL_SIZE, at = sections + count * ROM_LEVEL_SECTION_SIZE, last = 0;
    uint32_t names = at;
    level_header(out, ROM_LEVEL_SIZE);
    level_put_vector(out + ROM_LEVEL_LOW, low);
    level_put_vector(out + ROM_LEVEL_HIGH, high);
    level_put(out + ROM_LEVEL_TAG_COUNT, tag_count);
    level_put(out + ROM_LEVEL_TAGS_AT, tag_count == 0 ? 0 : names);
    for (uint32_t i = 0; i < tag_count; i++, at += 4) level_put(out + at, tags[i]);
    level_put(out + ROM_LEVEL_SECTION_COUNT, count);
    level_put(out + ROM_LEVEL_SECTIONS_AT, count == 0 ? 0 : sections);
    for (uint32_t n = 0; n < count; n++) {
        const level_part *next = NULL;
        for (uint32_t k = 0; k < count; k++) {
            if ((n == 0 || parts[k].tag > last) && (next == NULL || parts[k].tag < next->tag))
                next = &parts[k];
        }
        last = next->tag;
        level_put(out + sections + ROM_LEVEL_SECTION_TYPE, next->tag);
        level_put(out + sections + ROM_LEVEL_SECTION_OFFSET, at);
        level_put(out + sections + ROM_LEVEL_SECTION_BYTES, next->bytes);
        level_put(out + sections + ROM_LEVEL_SECTION_FLAGS, 0);
        memcpy(out + at, next->data, next->bytes);
        at += (next->bytes + 3u) & ~3u;
        sections += ROM_LEVEL_SECTION_SIZE;
    }
    return at;
}

#endif
