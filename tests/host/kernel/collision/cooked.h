/* Soups and hulls cooked out of triangles that a test spells out. */
#ifndef OXCART_TESTS_HOST_COOKED_H
#define OXCART_TESTS_HOST_COOKED_H

#include <stdlib.h>
#include <string.h>

#include "kernel/collision/soup.h"
#include "rom/check.h"
#include "rom/rom.h"
#include "rom/types.h"
#include "tests/test.h"
#include "tools/encode/collision.h"

typedef struct cooked {
    collision_source s;
    collision_report report;
    writer out;
    tool_error error;
    bool good;
} cooked;

static inline void cook_begin(cooked *c) {
    memset(c, 0, sizeof *c);
    c->s.name = "test";
    c->s.exponent = 3; /* 4 m each way */
    c->s.places = calloc(20000, sizeof *c->s.places);
    c->s.corners = calloc(120000, sizeof *c->s.corners);
    c->s.parts = calloc(40000, 1);
}

/* A place in metres; equal ones become one. */
static inline uint32_t cook_place(cooked *c, double x, double y, double z) {
    const double at[3] = {x, y, z};
    int32_t place[3];
    for (int k = 0; k < 3; k++) {
        const double step = (double)(1 << c->s.exponent);
        place[k] = (int32_t)(writer_round(at[k] * 65536 / step) * step);
    }
    for (uint32_t i = 0; i < c->s.place_count; i++)
        if (memcmp(c->s.places[i], place, sizeof place) == 0) return i;
    memcpy(c->s.places[c->s.place_count], place, sizeof place);
    return c->s.place_count++;
}

static inline void cook_triangle(cooked *c, uint32_t a, uint32_t b, uint32_t d) {
    uint32_t *corner = &c->s.corners[3 * c->s.triangle_count++];
    corner[0] = a;
    corner[1] = b;
    corner[2] = d;
}

/* A polygon, counter-clockwise in front, as a fan. */
static inline void cook_face(cooked *c, const uint32_t *corners, uint32_t count) {
    for (uint32_t i = 2; i < count; i++) cook_triangle(c, corners[0], corners[i - 1], corners[i]);
}

static inline const uint8_t *cook_end(cooked *c, bool hull, double thickness) {
    const rom_type *type = rom_type_of(ROM_TAG_SHAPE);
    rom_error error = {0};
    writer_zeros(&c->out, ROM_SHAPE_SIZE);
    writer_put_u16(&c->out, ROM_CHUNK_VERSION, type->version);
    writer_put_u16(&c->out, ROM_CHUNK_HEADER, ROM_SHAPE_SIZE);
    c->good = hull ? collision_hull(&c->s, &c->out, &c->report, &c->error)
                   : collision_soup(&c->s, thickness, &c->out, &c->report, &c->error);
    if (c->good) CHECK(rom_check_chunk(ROM_TAG_SHAPE, c->out.data, c->out.size, &error) == ROM_OK);
    return c->out.data;
}

static inline void cook_free(cooked *c) {
    collision_free(&c->s);
    writer_free(&c->out);
}

/* A prism over a polygon of the plane z = 0 (counter-clockwise from +z), as high as `height`; the caps are cut as `caps` says: three numbers each. */
static inline void cook_prism(cooked *c, const double (*polygon)[2], uint32_t count,
                              const uint32_t (*caps)[3], double height) {
    uint32_t low[16], high[16];
    for (uint32_t i = 0; i < count; i++) {
        low[i] = cook_place(c, polygon[i][0], polygon[i][1], 0);
        high[i] = cook_place(c, polygon[i][0], polygon[i][1], height);
    }
    for (uint32_t i = 0; i + 2 < count; i++) {
        cook_triangle(c, high[caps[i][0]], high[caps[i][1]], high[caps[i][2]]);
        cook_triangle(c, low[caps[i][0]], low[caps[i][2]], low[caps[i][1]]);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t next = (i + 1) % count, side[4] = {low[i], low[next], high[next], high[i]};
        cook_face(c, side, 4);
    }
}

/* Squares of a metre about the origin, `side` of them each way, as high as `height` says. */
static inline void cook_ground(cooked *c, int side, double (*height)(int x, int z)) {
    uint32_t first = c->s.place_count;
    for (int z = 0; z <= side; z++)
        for (int x = 0; x <= side; x++) (void)cook_place(c, x - side / 2.0, height(x, z), z - side / 2.0);
    for (int z = 0; z < side; z++)
        for (int x = 0; x < side; x++) {
            const uint32_t a = first + (uint32_t)(z * (side + 1) + x), d = a + (uint32_t)side + 1;
            cook_triangle(c, a, d, a + 1);
            cook_triangle(c, a + 1, d, d + 1);
        }
}

#endif
