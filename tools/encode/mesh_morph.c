/* Writes MORF chunks. */
#include <math.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/encode/mesh.h"
#include "tools/record_writer.h"

#define FAR_COSINE 0.86602540378443865 /* of 30 degrees */
#define NORMAL_STEPS 63.5

enum { LONGEST_SKIP = 255, SHIFT_MOST = 9 };

typedef struct morph_work {
    const import_model *model;
    const uint32_t *source;
    uint32_t count;
    const mesh_grid *grid;
    writer *data;
    mesh_report *report;
} morph_work;

static const import_vertex *vertex_of(const morph_work *w, uint32_t i) {
    return &w->model->vertices[w->source[i]];
}

/* A component's way from the mesh as it is stored, in steps; 0 where the shape leaves it. */
static int32_t way_of(const morph_work *w, const import_places *shape, uint32_t i, int axis) {
    const import_vertex *v = vertex_of(w, i);
    const float to = shape->positions[v->origin][axis];
    if (fabs((double)to - (double)v->position[axis]) < 1e-9) return 0;
    return mesh_step(w->grid, (double)to, axis) - mesh_step(w->grid, (double)v->position[axis], axis);
}

static bool has_normal(const import_places *shape, uint32_t origin) {
    const float *n = shape->normals[origin];
    return n[0] != 0 || n[1] != 0 || n[2] != 0;
}

/* The difference of a component of the normal, as it is stored. */
static int32_t turn_of(const morph_work *w, const import_places *shape, uint32_t i, int axis) {
    const import_vertex *v = vertex_of(w, i);
    if (!has_normal(shape, v->origin)) return 0;
    const double way = ((double)shape->normals[v->origin][axis] - (double)v->normal[axis]) * NORMAL_STEPS;
    return (int32_t)fmax(-127, fmin(127, writer_round(way)));
}

static bool moves_vertex(const morph_work *w, const import_places *shape, uint32_t i, bool normals) {
    for (int k = 0; k < 3; k++)
        if (way_of(w, shape, i, k) != 0 || (normals && turn_of(w, shape, i, k) != 0)) return true;
    return false;
}

/* Whether some normal turns far on the way to this shape: from the mesh, or from the frame after it. */
static bool turns_far(const morph_work *w, const import_places *shape, const import_places *next) {
    for (uint32_t i = 0; i < w->count; i++) {
        const import_vertex *v = vertex_of(w, i);
        const float *a = shape->normals[v->origin], *b = next == NULL ? v->normal : next->normals[v->origin];
        if (!has_normal(shape, v->origin) || (next != NULL && !has_normal(next, v->origin))) continue;
        if ((double)a[0] * (double)b[0] + (double)a[1] * (double)b[1] + (double)a[2] * (double)b[2] <
            FAR_COSINE)
            return true;
    }
    return false;
}

/* What a target is like, before its bytes are written. */
static rom_morph_target_record measure_target(const morph_work *w, const import_places *shape,
                                              const import_places *next) {
    rom_morph_target_record r = {.name = shape->name[0] == 0 ? 0 : rom_id(shape->name),
                                 .first = (uint32_t)w->data->size};
    int32_t most = 0;
    double reach = 0;
    bool normals = false;
    for (uint32_t i = 0; i < w->count; i++) {
        double square = 0;
        for (int k = 0; k < 3; k++) {
            const int32_t way = way_of(w, shape, i, k);
            most = way > most ? way : -way > most ? -way : most;
            square += (double)way * way;
            normals = normals || turn_of(w, shape, i, k) != 0;
        }
        reach = fmax(reach, square);
    }
    while (r.shift < SHIFT_MOST && most > 127 << r.shift) r.shift++;
    for (uint32_t i = 0; i < w->count; i++) r.moved += moves_vertex(w, shape, i, normals);
    const uint32_t each = normals ? 6 : 3;
    const double step = (double)(1 << w->grid->exponent) / 65536;
    r.reach = (int32_t)writer_fx((sqrt(reach) + (double)(1 << r.shift)) * step + 2.0 / 65536);
    if (normals) r.flags |= ROM_MORPH_TARGET_NORMALS;
    if (normals && turns_far(w, shape, next)) r.flags |= ROM_MORPH_TARGET_FAR;
    if ((uint64_t)r.moved * (each + 1) >= (uint64_t)w->count * each) r.flags |= ROM_MORPH_TARGET_ALL;
    if ((r.flags & ROM_MORPH_TARGET_ALL) != 0) r.moved = w->count;
    return r;
}

static void put_vertex(const morph_work *w, const import_places *shape, const rom_morph_target_record *r,
                       uint32_t i) {
    double square = 0;
    for (int k = 0; k < 3; k++) {
        const int32_t way = way_of(w, shape, i, k), unit = 1 << r->shift;
        const double part = floor((double)way / unit + 0.5), held = fmax(-127, fmin(127, part));
        writer_u8(w->data, (uint32_t)(int32_t)held);
        square += (held * unit - way) * (held * unit - way);
    }
    const double off = sqrt(square) * (double)(1 << w->grid->exponent) / 65536;
    w->report->morph_error = fmax(w->report->morph_error, off);
    for (int k = 0; (r->flags & ROM_MORPH_TARGET_NORMALS) != 0 && k < 3; k++)
        writer_u8(w->data, (uint32_t)turn_of(w, shape, i, k));
}

static void put_target(const morph_work *w, const import_places *shape, const rom_morph_target_record *r) {
    const bool all = (r->flags & ROM_MORPH_TARGET_ALL) != 0;
    uint32_t skipped = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        if (!all && !moves_vertex(w, shape, i, (r->flags & ROM_MORPH_TARGET_NORMALS) != 0)) {
            skipped++;
            continue;
        }
        for (; !all && skipped >= LONGEST_SKIP; skipped -= LONGEST_SKIP) writer_u8(w->data, LONGEST_SKIP);
        if (!all) writer_u8(w->data, skipped);
        skipped = 0;
        put_vertex(w, shape, r, i);
    }
}

/* The run that a shape is a frame of; NULL: none. */
static const import_frames *run_of(const import_model *model, uint32_t shape) {
    for (uint32_t i = 0; i < model->run_count; i++)
        if (shape >= model->runs[i].first && shape - model->runs[i].first < model->runs[i].frames)
            return &model->runs[i];
    return NULL;
}

/* The frame after a shape; NULL: it is no frame, or the last one. */
static const import_places *next_of(const import_model *model, uint32_t shape) {
    const import_frames *run = run_of(model, shape);
    if (run == NULL) return NULL;
    const uint32_t frame = shape - run->first;
    if (frame + 1 == run->frames && !run->loops) return &model->shapes[shape];
    return &model->shapes[run->first + (frame + 1) % run->frames];
}

bool mesh_put_morph(const import_model *model, const uint32_t *source, uint32_t count, const mesh_grid *grid,
                    writer *out, mesh_report *report) {
    writer data = {0};
    const morph_work w = {model, source, count, grid, &data, report};
    rom_morph_record r = {.vertices = count,
                          .target_count = model->shape_count,
                          .targets_at = (uint32_t)out->size,
                          .run_count = model->run_count};
    for (uint32_t s = 0; s < model->shape_count; s++) {
        const bool is_used = model->run_count == 0 || run_of(model, s) != NULL;
        rom_morph_target_record row = {.first = (uint32_t)data.size};
        if (is_used) {
            row = measure_target(&w, &model->shapes[s], next_of(model, s));
            put_target(&w, &model->shapes[s], &row);
        }
        record_add_morph_target(out, &row);
    }
    r.runs_at = model->run_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t i = 0; i < model->run_count; i++) {
        const import_frames *run = &model->runs[i];
        const rom_morph_run_record row = {.name = rom_id(run->name),
                                          .first = (uint16_t)run->first,
                                          .frames = (uint16_t)run->frames,
                                          .rate = (int32_t)writer_fx(run->rate),
                                          .flags = run->loops ? ROM_MORPH_RUN_LOOPS : 0};
        record_add_morph_run(out, &row);
    }
    r.data_bytes = (uint32_t)data.size;
    r.data_at = data.size == 0 ? 0 : (uint32_t)out->size;
    writer_bytes(out, data.data, data.size);
    writer_align(out, 4);
    const bool ok = !out->failed && !data.failed;
    if (ok) record_put_morph(out, 0, &r);
    writer_free(&data);
    return ok;
}
