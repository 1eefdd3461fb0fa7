/* Merges meshes part by part: parts of one material become one. */
#include "tools/encode/mesh_merge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/record_writer.h"

enum { PART_VERTICES_MOST = 65535, EXPONENT_MOST = 16, UNITS_MOST = 32767, DIRECTION = 4 };

typedef struct mesh_merge_part {
    uint32_t material, vertices, triangles;
    writer places;                       /* three int32 a vertex */
    writer normals, uvs, indices, faces; /* as they stand in a chunk */
} mesh_merge_part;

static mesh_merge_part *part_of(mesh_merge *m, uint32_t material, uint32_t vertices) {
    for (uint32_t i = 0; i < m->part_count; i++) {
        mesh_merge_part *p = &m->parts[i];
        if (p->material == material && p->vertices + vertices <= PART_VERTICES_MOST) return p;
    }
    if (m->part_count == m->part_room) {
        uint32_t room = m->part_room == 0 ? 8 : m->part_room * 2;
        mesh_merge_part *grown = realloc(m->parts, room * sizeof *grown);
        if (grown == NULL) return NULL;
        m->parts = grown;
        m->part_room = room;
    }
    mesh_merge_part *p = &m->parts[m->part_count++];
    memset(p, 0, sizeof *p);
    p->material = material;
    return p;
}

static bool is_whole(q30 number) {
    q30 part = number < 0 ? number + Q30_ONE / 2
                          : number - Q30_ONE / 2; /* a number of 0 or 1 is half of one away from here */
    return (part < 0 ? -part : part) >= Q30_ONE / 2 - 16;
}

/* Writes a direction, turned and as long as before. A turn by right angles gives the very same numbers in other
 * places. */
static void put_direction(writer *out, const int8_t *n, const rot33 *turn) {
    double to[3], length = 0;
    bool exact = true;
    for (int i = 0; i < 3; i++) {
        to[i] = 0;
        for (int k = 0; k < 3; k++) {
            to[i] += (double)turn->m[i][k] / (double)Q30_ONE * n[k];
            exact = exact && is_whole(turn->m[i][k]);
        }
        length += to[i] * to[i];
    }
    double scale = exact || length == 0 ? 1 : 127 / sqrt(length);
    for (int i = 0; i < 3; i++) writer_u8(out, (uint32_t)(int32_t)writer_round(to[i] * scale));
    writer_u8(out, 0);
}

static void add_vertex(mesh_merge *m, mesh_merge_part *p, const uint8_t *mesh, uint32_t vertex,
                       const mat34 *place) {
    const uint8_t *position = mesh + rom_u32(mesh + ROM_MESH_POSITION_AT) + (size_t)vertex * 6;
    int64_t unit = (int64_t)1 << rom_u32(mesh + ROM_MESH_EXPONENT);
    vec3 own;
    fx *axis[3] = {&own.x, &own.y, &own.z};
    for (int k = 0; k < 3; k++) {
        int64_t value = rom_i32(mesh + ROM_MESH_OFFSET + k * 4) + rom_i16(position + k * 2) * unit;
        m->failed = m->failed || value > INT32_MAX / 2 || value < INT32_MIN / 2;
        *axis[k] = m->failed ? 0 : (fx)value;
    }
    vec3 there = m34_point(place, own);
    writer_u32(&p->places, (uint32_t)there.x);
    writer_u32(&p->places, (uint32_t)there.y);
    writer_u32(&p->places, (uint32_t)there.z);
}

static void add_part(mesh_merge *m, const uint8_t *mesh, const uint8_t *from, const mat34 *place,
                     const rot33 *turn, uint32_t material) {
    uint32_t first = rom_u32(from + ROM_PART_FIRST_VERTEX), count = rom_u32(from + ROM_PART_VERTICES),
             uv_at = rom_u32(mesh + ROM_MESH_UV_AT);
    mesh_merge_part *p = part_of(m, material != 0 ? material : rom_u32(from + ROM_PART_MATERIAL), count);
    m->failed = m->failed || p == NULL || rom_u32(mesh + ROM_MESH_NORMAL_AT) == 0;
    if (m->failed) return;
    const int8_t *normals = (const int8_t *)mesh + rom_u32(mesh + ROM_MESH_NORMAL_AT),
                 *faces = (const int8_t *)mesh + rom_u32(mesh + ROM_MESH_FACE_AT);
    for (uint32_t v = first; v < first + count; v++) {
        add_vertex(m, p, mesh, v, place);
        put_direction(&p->normals, normals + (size_t)v * DIRECTION, turn);
        writer_u32(&p->uvs, uv_at == 0 ? 0 : rom_u32(mesh + uv_at + (size_t)v * 4));
    }
    m->textured = m->textured || uv_at != 0;
    for (uint32_t i = 0; i < rom_u32(from + ROM_PART_TRIANGLES); i++) {
        size_t triangle = rom_u32(from + ROM_PART_FIRST_TRIANGLE) + (size_t)i;
        const uint8_t *corners = mesh + rom_u32(mesh + ROM_MESH_INDEX_AT) + triangle * 6;
        for (int k = 0; k < 3; k++) writer_u16(&p->indices, p->vertices + rom_u16(corners + k * 2));
        put_direction(&p->faces, faces + triangle * DIRECTION, turn);
        p->triangles++;
    }
    p->vertices += count;
    m->failed =
        p->places.failed || p->normals.failed || p->uvs.failed || p->indices.failed || p->faces.failed;
}

void mesh_merge_add(mesh_merge *m, const uint8_t *mesh, const mat34 *place, const rot33 *turn,
                    uint32_t material) {
    const uint8_t *part = mesh + rom_u32(mesh + ROM_MESH_PART_AT);
    for (uint32_t i = 0; i < rom_u32(mesh + ROM_MESH_PARTS) && !m->failed; i++, part += ROM_PART_SIZE)
        add_part(m, mesh, part, place, turn, material);
}

/* ---- the chunk ---- */

static void bounds_of(const mesh_merge *m, int32_t low[3], int32_t high[3]) {
    for (int k = 0; k < 3; k++) {
        low[k] = INT32_MAX;
        high[k] = INT32_MIN;
    }
    for (uint32_t i = 0; i < m->part_count; i++) {
        const writer *places = &m->parts[i].places;
        for (size_t at = 0; at < places->size; at += 4) {
            int32_t value = rom_i32(places->data + at);
            int k = (int)(at / 4 % 3);
            if (value < low[k]) low[k] = value;
            if (value > high[k]) high[k] = value;
        }
    }
}

/* Chooses unit and middle that hold all places exactly: both count from the lowest place. */
static bool choose_units(const mesh_merge *m, const int32_t low[3], const int32_t high[3],
                         rom_mesh_record *r) {
    int64_t range = 0;
    for (int k = 0; k < 3; k++) range = (int64_t)high[k] - low[k] > range ? (int64_t)high[k] - low[k] : range;
    while (r->exponent < EXPONENT_MOST && range > 2 * (int64_t)UNITS_MOST << r->exponent) r->exponent++;
    int64_t unit = (int64_t)1 << r->exponent;
    for (uint32_t i = 0; i < m->part_count; i++) {
        const writer *places = &m->parts[i].places;
        for (size_t at = 0; at < places->size; at += 4)
            if (((int64_t)rom_i32(places->data + at) - low[at / 4 % 3]) % unit != 0) return false;
    }
    for (int k = 0; k < 3; k++)
        r->offset[k] = (int32_t)(low[k] + ((int64_t)high[k] - low[k]) / unit / 2 * unit);
    return range <= 2 * (int64_t)UNITS_MOST * unit;
}

static void put_sphere(const mesh_merge *m, const int32_t low[3], const int32_t high[3], rom_mesh_record *r) {
    double most = 0, sum = 0;
    for (int k = 0; k < 3; k++) r->centre[k] = (int32_t)(low[k] + ((int64_t)high[k] - low[k]) / 2);
    for (uint32_t i = 0; i < m->part_count; i++) {
        const writer *places = &m->parts[i].places;
        for (size_t at = 0; at < places->size; at += 4) {
            double d = (double)rom_i32(places->data + at) - r->centre[at / 4 % 3];
            sum = (at / 4 % 3 == 0 ? 0 : sum) + d * d;
            most = fmax(most, sum);
        }
    }
    r->radius = (int32_t)fmin(ceil(sqrt(most)) + 1, INT32_MAX);
}

/* Writes one list of all parts, one part after the other; returns where the list begins. */
static uint32_t put_list(const mesh_merge *m, size_t list, writer *out, size_t start) {
    uint32_t at = (uint32_t)(writer_align(out, 4) - start);
    for (uint32_t i = 0; i < m->part_count; i++) {
        const writer *from = (const writer *)(const void *)((const uint8_t *)&m->parts[i] + list);
        writer_bytes(out, from->data, from->size);
    }
    return at;
}

static uint32_t put_positions(const mesh_merge *m, const rom_mesh_record *r, writer *out, size_t start) {
    uint32_t at = (uint32_t)(writer_align(out, 4) - start);
    for (uint32_t i = 0; i < m->part_count; i++) {
        const writer *places = &m->parts[i].places;
        for (size_t k = 0; k < places->size; k += 4)
            writer_u16(out, (uint16_t)(((int64_t)rom_i32(places->data + k) - r->offset[k / 4 % 3]) /
                                       ((int64_t)1 << r->exponent)));
    }
    return at;
}

static uint32_t put_parts(const mesh_merge *m, rom_mesh_record *r, writer *out, size_t start) {
    uint32_t at = (uint32_t)(writer_align(out, 4) - start);
    for (uint32_t i = 0; i < m->part_count; i++) {
        const mesh_merge_part *p = &m->parts[i];
        const rom_part_record part = {r->triangles, p->triangles, r->vertices, p->vertices, p->material};
        record_add_part(out, &part);
        r->triangles += p->triangles;
        r->vertices += p->vertices;
        r->parts++;
    }
    return at;
}

bool mesh_merge_write(const mesh_merge *m, writer *out, int32_t low[3], int32_t high[3]) {
    rom_mesh_record r = {.parts = 0};
    if (m->failed || m->part_count == 0) return false;
    bounds_of(m, low, high);
    if (!choose_units(m, low, high, &r)) return false;
    size_t start = writer_align(out, 4);
    writer_zeros(out, ROM_MESH_SIZE);
    writer_put_u16(out, start + ROM_CHUNK_VERSION, ROM_CHUNK_VERSION_NOW);
    writer_put_u16(out, start + ROM_CHUNK_HEADER, ROM_MESH_SIZE);
    memcpy(r.box_low, low, sizeof r.box_low);
    memcpy(r.box_high, high, sizeof r.box_high);
    put_sphere(m, low, high, &r);
    r.position_at = put_positions(m, &r, out, start);
    r.normal_at = put_list(m, offsetof(mesh_merge_part, normals), out, start);
    r.uv_at = m->textured ? put_list(m, offsetof(mesh_merge_part, uvs), out, start) : 0;
    r.index_at = put_list(m, offsetof(mesh_merge_part, indices), out, start);
    r.face_at = put_list(m, offsetof(mesh_merge_part, faces), out, start);
    r.part_at = put_parts(m, &r, out, start);
    record_put_mesh(out, start, &r);
    writer_align(out, 4);
    return !out->failed;
}

void mesh_merge_free(mesh_merge *m) {
    for (uint32_t i = 0; i < m->part_count; i++) {
        writer *lists[] = {&m->parts[i].places, &m->parts[i].normals, &m->parts[i].uvs, &m->parts[i].indices,
                           &m->parts[i].faces};
        for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++) writer_free(lists[k]);
    }
    free(m->parts);
    memset(m, 0, sizeof *m);
}
