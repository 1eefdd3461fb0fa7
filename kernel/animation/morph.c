/* Morph targets in fixed point. */
#include "kernel/animation/morph.h"

#include <string.h>

#include "kernel/animation/skin.h"
#include "rom/chunks.h"

enum { STEPS = 12, SUM_MOST = 8 << STEPS, MOVES = 24, LEAST = -FX_ONE, MOST = 2 * FX_ONE };

static const uint8_t *row_of(const uint8_t *chunk, uint32_t target) {
    return chunk + rom_u32(chunk + ROM_MORPH_TARGETS_AT) + (size_t)target * ROM_MORPH_TARGET_SIZE;
}

uint32_t ox_morph_find(const uint8_t *chunk, uint32_t name) {
    for (uint32_t i = 0; name != 0 && i < rom_u32(chunk + ROM_MORPH_TARGET_COUNT); i++)
        if (rom_u32(row_of(chunk, i) + ROM_MORPH_TARGET_NAME) == name) return i;
    return OX_MORPH_NONE;
}

/* ---- frames ---- */

static const uint8_t *run_of(const uint8_t *chunk, uint32_t run) {
    return chunk + rom_u32(chunk + ROM_MORPH_RUNS_AT) + (size_t)run * ROM_MORPH_RUN_SIZE;
}

uint32_t ox_morph_run(const uint8_t *chunk, uint32_t name) {
    for (uint32_t i = 0; name != 0 && i < rom_u32(chunk + ROM_MORPH_RUN_COUNT); i++)
        if (rom_u32(run_of(chunk, i) + ROM_MORPH_RUN_NAME) == name) return i;
    return OX_MORPH_NONE;
}

ox_morph_motion ox_morph_motion_of(const uint8_t *chunk, uint32_t run) {
    const uint8_t *row = run_of(chunk, run);
    return (ox_morph_motion){rom_u16(row + ROM_MORPH_RUN_FIRST), rom_u16(row + ROM_MORPH_RUN_FRAMES),
                             rom_i32(row + ROM_MORPH_RUN_RATE),
                             (row[ROM_MORPH_RUN_FLAGS] & ROM_MORPH_RUN_LOOPS) != 0};
}

fx ox_morph_wrap(const ox_morph_motion *motion, int64_t time, bool *ended) {
    const int64_t length = (int64_t)motion->frames << 16, end = length - FX_ONE;
    *ended = false;
    if (motion->loops) {
        time %= length;
        return (fx)(time < 0 ? time + length : time);
    }
    *ended = time <= 0 || time >= end;
    return (fx)(time < 0 ? 0 : time > end ? end : time);
}

uint32_t ox_morph_frames(const ox_morph_motion *motion, fx time, ox_morph_weight weights[2]) {
    bool ended;
    const fx at = ox_morph_wrap(motion, time, &ended);
    const uint32_t frame = (uint32_t)at >> 16, next = frame + 1 == motion->frames ? 0 : frame + 1;
    const fx part = at & 0xFFFF;
    weights[0] = (ox_morph_weight){motion->first + frame, FX_ONE - part};
    weights[1] = (ox_morph_weight){motion->first + next, part};
    return part == 0 ? 1 : 2;
}

/* ---- vertices ---- */

/* A target that counts. */
typedef struct moving {
    const uint8_t *row, *data;
    int32_t weight; /* in 1/4096 */
} moving;

typedef struct morphing {
    moving moves[MOVES];
    uint32_t count, vertices;
    bool is_far, has_normals;
    fx slack;
} morphing;

static void take_weight(morphing *m, const uint8_t *chunk, const ox_morph_weight *w, int32_t *sum) {
    const fx held = w->weight < LEAST ? LEAST : w->weight > MOST ? MOST : w->weight;
    const int32_t weight = fx_sra32(held + (1 << (15 - STEPS)), 16 - STEPS),
                  size = weight < 0 ? -weight : weight;
    if (weight == 0 || w->target >= rom_u32(chunk + ROM_MORPH_TARGET_COUNT) || *sum + size >= SUM_MOST ||
        m->count == MOVES)
        return;
    const uint8_t *row = row_of(chunk, w->target);
    if (rom_u32(row + ROM_MORPH_TARGET_MOVED) == 0) return;
    *sum += size;
    m->is_far = m->is_far || (row[ROM_MORPH_TARGET_FLAGS] & ROM_MORPH_TARGET_FAR) != 0;
    m->has_normals = m->has_normals || (row[ROM_MORPH_TARGET_FLAGS] & ROM_MORPH_TARGET_NORMALS) != 0;
    m->slack =
        fx_adds(m->slack, fx_adds(fx_muls(rom_i32(row + ROM_MORPH_TARGET_REACH), size << (16 - STEPS)), 1));
    m->moves[m->count++] = (moving){
        row, chunk + rom_u32(chunk + ROM_MORPH_DATA_AT) + rom_u32(row + ROM_MORPH_TARGET_FIRST), weight};
}

/* Adds a target's differences: those of places, or of normals, which stand 3 bytes behind. At most 2^15 steps a difference, of weights whose sum is
 * below 8 * 2^12: sums stay within 31 bits. */
static void add_target(const moving *t, uint32_t vertices, bool normals, int32_t *sums) {
    const uint8_t flags = t->row[ROM_MORPH_TARGET_FLAGS], shift = t->row[ROM_MORPH_TARGET_SHIFT];
    const bool all = (flags & ROM_MORPH_TARGET_ALL) != 0, both = (flags & ROM_MORPH_TARGET_NORMALS) != 0;
    const int32_t factor = t->weight * (1 << (normals ? 1 : shift));
    const uint32_t each = both ? 6 : 3;
    const int8_t *at = (const int8_t *)t->data;
    int32_t *end = sums + 3 * (size_t)vertices;
    if (normals && !both) return;
    for (uint32_t left = rom_u32(t->row + ROM_MORPH_TARGET_MOVED); left > 0; left--, at += each, sums += 3) {
        while (!all) {
            const uint8_t skip = (uint8_t)*at++;
            if ((size_t)(end - sums) <= 3 * (size_t)skip) return;
            sums += 3 * (size_t)skip;
            if (skip != 255) break;
        }
        if (sums == end) return;
        const int8_t *d = normals ? at + 3 : at;
        sums[0] += factor * d[0];
        sums[1] += factor * d[1];
        sums[2] += factor * d[2];
    }
}

static void add_all(const morphing *m, bool normals, int32_t *sums) {
    memset(sums, 0, m->vertices * 3 * sizeof *sums);
    for (uint32_t i = 0; i < m->count; i++) add_target(&m->moves[i], m->vertices, normals, sums);
}

static int32_t moved_by(int32_t sum) { return fx_sra32(sum + (1 << (STEPS - 1)), STEPS); }

static void set_places(const morphing *m, const int16_t *from, const int32_t *sums, int16_t *to) {
    for (uint32_t i = 0; i < 3 * m->vertices; i++)
        to[i] = (int16_t)int_clamp(from[i] + moved_by(sums[i]), -32767, 32767);
}

static void set_normals(const morphing *m, const int8_t *from, const int32_t *sums, int8_t *to) {
    for (uint32_t i = 0; i < m->vertices; i++, from += 4, to += 4, sums += 3) {
        to[3] = 0;
        if (m->is_far && (sums[0] | sums[1] | sums[2]) != 0) {
            const int64_t direction[3] = {from[0] * (1 << STEPS) + sums[0], from[1] * (1 << STEPS) + sums[1],
                                          from[2] * (1 << STEPS) + sums[2]};
            ox_skin_direction(direction, from, to);
            continue;
        }
        for (int k = 0; k < 3; k++) to[k] = (int8_t)int_clamp(from[k] + moved_by(sums[k]), -127, 127);
    }
}

ox_status ox_morph_pose(const uint8_t *chunk, const rs_mesh *mesh, const ox_morph_wish *wish,
                        ox_frame_memory *memory, rs_mesh *posed, fx *slack) {
    const uint32_t vertices = mesh->vertex_count;
    const size_t before = ox_frame_memory_mark(memory);
    morphing m = {.vertices = vertices};
    int32_t sum = 0;
    *posed = *mesh;
    for (uint32_t i = 0; i < wish->count; i++) take_weight(&m, chunk, &wish->weights[i], &sum);
    *slack = m.slack;
    if (m.count == 0 || vertices == 0) return OX_OK;
    const bool turns = m.has_normals && !wish->plain && mesh->normals != NULL;
    int16_t *places = ox_frame_memory_push(memory, (size_t)vertices * 6, 4);
    int8_t *normals = places == NULL || !turns ? NULL : ox_frame_memory_push(memory, (size_t)vertices * 4, 4);
    int8_t *sides = places == NULL || !wish->faces
                        ? NULL
                        : ox_frame_memory_push(memory, (size_t)mesh->triangle_count * 4, 4);
    const size_t kept = ox_frame_memory_mark(memory);
    int32_t *sums = places == NULL ? NULL : ox_frame_memory_push(memory, (size_t)vertices * 12, 4);
    if (sums == NULL || (turns && normals == NULL) ||
        (wish->faces && mesh->triangle_count > 0 && sides == NULL)) {
        (void)ox_frame_memory_rollback(memory, before);
        return OX_OUT_OF_MEMORY;
    }
    add_all(&m, false, sums);
    set_places(&m, mesh->positions, sums, places);
    posed->positions = places;
    posed->radius = fx_adds(mesh->radius, m.slack);
    if (turns) {
        add_all(&m, true, sums);
        set_normals(&m, mesh->normals, sums, normals);
        posed->normals = normals;
    }
    (void)ox_frame_memory_rollback(memory, kept);
    if (sides != NULL) {
        ox_skin_faces(posed, sides);
        posed->faces = sides;
    }
    return OX_OK;
}
