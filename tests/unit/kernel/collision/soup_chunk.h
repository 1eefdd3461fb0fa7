/* Chunks of soups and hulls, spelled out by tests: whole steps of 2^exponent LSB. */
#ifndef OXCART_TEST_SOUP_CHUNK_H
#define OXCART_TEST_SOUP_CHUNK_H

#include <string.h>

#include "kernel/collision/soup.h"
#include "rom/check.h"
#include "tests/unit/rom/rom_builder.h"

enum { SOUP_ROOM = 32768 };

typedef struct soup_chunk {
    uint32_t words[SOUP_ROOM / 4];
    uint32_t size;
    int16_t places[512][3];
    uint32_t place_count;
    uint16_t corners[512][3];
    uint8_t active[512];
    uint32_t triangle_count;
} soup_chunk;

static inline uint8_t *soup_bytes(soup_chunk *c) { return (uint8_t *)c->words; }

static inline void soup_begin(soup_chunk *c) { memset(c, 0, sizeof *c); }

static inline uint16_t soup_place(soup_chunk *c, int x, int y, int z) {
    int16_t *p = c->places[c->place_count];
    p[0] = (int16_t)x;
    p[1] = (int16_t)y;
    p[2] = (int16_t)z;
    return (uint16_t)c->place_count++;
}

static inline void soup_add(soup_chunk *c, uint32_t a, uint32_t b, uint32_t d, uint8_t active) {
    uint16_t *t = c->corners[c->triangle_count];
    t[0] = (uint16_t)a;
    t[1] = (uint16_t)b;
    t[2] = (uint16_t)d;
    c->active[c->triangle_count++] = active;
}

static inline vec3 soup_at(const soup_chunk *c, uint32_t place, uint32_t exponent) {
    const int16_t *p = c->places[place];
    return (vec3){p[0] * (1 << exponent), p[1] * (1 << exponent), p[2] * (1 << exponent)};
}

static inline void soup_put_triangle(soup_chunk *c, uint8_t *row, uint32_t t, uint32_t exponent) {
    const uint16_t *corner = c->corners[t];
    const vec3 a = soup_at(c, corner[0], exponent);
    plane30 plane = {{0, 0, 0}, 0};
    (void)plane_from_points(a, soup_at(c, corner[1], exponent), soup_at(c, corner[2], exponent), &plane);
    for (uint32_t k = 0; k < 3; k++) build_put16(row + 2 * k, corner[k]);
    row[ROM_SOUP_TRIANGLE_MARKS] =
        (uint8_t)(c->active[t] | plane_drop_axis(plane.n) << ROM_SOUP_TRIANGLE_AXIS);
    build_put32(row + 8, (uint32_t)plane.n.x);
    build_put32(row + 12, (uint32_t)plane.n.y);
    build_put32(row + 16, (uint32_t)plane.n.z);
    build_put32(row + 20, (uint32_t)plane.d);
}

/* A root, and leaves of four triangles each. */
static inline void soup_put_nodes(soup_chunk *c, uint8_t *node, uint32_t count) {
    for (uint32_t i = 0; i < count; i++, node += ROM_SOUP_NODE_SIZE) {
        const uint32_t first = i == 0 ? 0 : (i - 1) * 4,
                       end = i == 0 || i * 4 > c->triangle_count ? c->triangle_count : i * 4;
        for (uint32_t k = 0; k < 3; k++) {
            int low = INT16_MAX, high = INT16_MIN;
            for (uint32_t p = first * 3; p < end * 3; p++) {
                const int at = c->places[c->corners[p / 3][p % 3]][k];
                low = at < low ? at : low;
                high = at > high ? at : high;
            }
            build_put16(node + ROM_SOUP_NODE_LOW + 2 * k, (uint32_t)low);
            build_put16(node + ROM_SOUP_NODE_HIGH + 2 * k, (uint32_t)high);
        }
        build_put16(node + ROM_SOUP_NODE_FIRST, first);
        build_put16(node + ROM_SOUP_NODE_COUNT, i == 0 ? 0 : end - first);
        build_put32(node + ROM_SOUP_NODE_NEXT, i == 0 ? count : i + 1);
    }
}

/* Writes the chunk, which begins with zeros. */
static inline uint8_t *soup_end(soup_chunk *c, uint32_t exponent, fx thickness) {
    uint8_t *d = soup_bytes(c);
    const uint32_t nodes = 1 + (c->triangle_count + 3) / 4, vertices_at = ROM_SHAPE_SIZE,
                   triangles_at = (vertices_at + c->place_count * 6 + 3) & ~3u,
                   nodes_at = triangles_at + c->triangle_count * ROM_SOUP_TRIANGLE_SIZE;
    build_put16(d, 0x0100);
    build_put16(d + ROM_CHUNK_HEADER, ROM_SHAPE_SIZE);
    d[ROM_SHAPE_EXPONENT] = (uint8_t)exponent;
    build_put32(d + ROM_SHAPE_THICKNESS, (uint32_t)thickness);
    for (uint32_t k = 0; k < 3; k++) {
        int low = INT16_MAX, high = INT16_MIN;
        for (uint32_t i = 0; i < c->place_count; i++) {
            low = c->places[i][k] < low ? c->places[i][k] : low;
            high = c->places[i][k] > high ? c->places[i][k] : high;
        }
        build_put32(d + ROM_SHAPE_LOW + 4 * k, (uint32_t)(low * (1 << exponent)));
        build_put32(d + ROM_SHAPE_HIGH + 4 * k, (uint32_t)(high * (1 << exponent)));
    }
    build_put32(d + ROM_SHAPE_VERTEX_COUNT, c->place_count);
    build_put32(d + ROM_SHAPE_VERTICES_AT, vertices_at);
    build_put32(d + ROM_SHAPE_TRIANGLE_COUNT, c->triangle_count);
    build_put32(d + ROM_SHAPE_TRIANGLES_AT, triangles_at);
    build_put32(d + ROM_SHAPE_NODE_COUNT, nodes);
    build_put32(d + ROM_SHAPE_NODES_AT, nodes_at);
    for (uint32_t i = 0; i < c->place_count; i++)
        for (uint32_t k = 0; k < 3; k++)
            build_put16(d + vertices_at + i * 6 + 2 * k, (uint16_t)c->places[i][k]);
    for (uint32_t i = 0; i < c->triangle_count; i++)
        soup_put_triangle(c, d + triangles_at + i * ROM_SOUP_TRIANGLE_SIZE, i, exponent);
    soup_put_nodes(c, d + nodes_at, nodes);
    c->size = nodes_at + nodes * ROM_SOUP_NODE_SIZE;
    return d;
}

/* A floor of y = 0 from 0 to `side` steps along x and z, in squares of `step`; edges at its rim alone are active. */
static inline void soup_floor(soup_chunk *c, int squares, int step) {
    soup_begin(c);
    for (int z = 0; z <= squares; z++)
        for (int x = 0; x <= squares; x++) (void)soup_place(c, x * step, 0, z * step);
    for (int z = 0; z < squares; z++)
        for (int x = 0; x < squares; x++) {
            const uint32_t a = (uint32_t)(z * (squares + 1) + x), b = a + 1, d = a + (uint32_t)squares + 1;
            soup_add(c, a, d, b, (uint8_t)((x == 0 ? 1 : 0) | (z == 0 ? 4 : 0)));
            soup_add(c, b, d, d + 1, (uint8_t)((z + 1 == squares ? 2 : 0) | (x + 1 == squares ? 4 : 0)));
        }
}

#endif
