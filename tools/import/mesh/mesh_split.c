/* Cuts parts of a model into pieces that fit a target's limits. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/import/mesh/condition.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

typedef struct placed {
    double at; /* of the triangle's middle along the axis of the cut */
    uint32_t triangle;
} placed;

typedef struct splitter {
    import_model *model;
    uint32_t vertices, triangles; /* limits */
    uint32_t *indices;            /* the model's triangles as they were */
    uint32_t *order;              /* triangles in their new order */
    placed *placed;
    uint32_t *stamp, stamps; /* of each vertex: the last range that counted it */
    import_part *parts;
    size_t part_count, part_room;
} splitter;

static int by_place(const void *a, const void *b) {
    const placed *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return x->triangle < y->triangle ? -1 : x->triangle > y->triangle;
}

static uint32_t count_vertices(splitter *s, uint32_t first, uint32_t count) {
    uint32_t used = 0;
    s->stamps++;
    for (uint32_t i = first; i < first + count; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t v = s->indices[(size_t)s->order[i] * 3 + k];
            used += s->stamp[v] != s->stamps;
            s->stamp[v] = s->stamps;
        }
    }
    return used;
}

uint32_t import_part_vertices(const import_model *model, const import_part *part) {
    uint8_t *seen = calloc((size_t)model->vertex_count + 1, 1);
    uint32_t used = 0;
    for (size_t i = 0; seen != NULL && i < (size_t)part->triangle_count * 3; i++) {
        uint32_t v = model->indices[(size_t)part->first_triangle * 3 + i];
        used += !seen[v];
        seen[v] = 1;
    }
    free(seen);
    return used;
}

static double middle_of(const splitter *s, uint32_t triangle, int axis) {
    double sum = 0;
    for (uint32_t k = 0; k < 3; k++)
        sum += (double)s->model->vertices[s->indices[(size_t)triangle * 3 + k]].position[axis];
    return sum / 3;
}

/* Sorts a range along the longest side of the box of its triangles' middles. */
static void sort_range(splitter *s, uint32_t first, uint32_t count) {
    int longest = 0;
    double extent = -1;
    for (int axis = 0; axis < 3; axis++) {
        double low = 0, high = 0;
        for (uint32_t i = 0; i < count; i++) {
            double at = middle_of(s, s->order[first + i], axis);
            low = i == 0 || at < low ? at : low;
            high = i == 0 || at > high ? at : high;
        }
        if (high - low <= extent) continue;
        extent = high - low;
        longest = axis;
    }
    for (uint32_t i = 0; i < count; i++)
        s->placed[i] = (placed){middle_of(s, s->order[first + i], longest), s->order[first + i]};
    qsort(s->placed, count, sizeof *s->placed, by_place);
    for (uint32_t i = 0; i < count; i++) s->order[first + i] = s->placed[i].triangle;
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Makes a part of a piece that fits; its triangles keep the order that they had among themselves. */
static bool add_piece(splitter *s, const import_part *from, uint32_t first, uint32_t count) {
    void *parts = s->parts;
    bool room = import_grow(&parts, &s->part_room, s->part_count + 1, sizeof *s->parts);
    s->parts = parts;
    if (!room) return false;
    qsort(s->order + first, count, sizeof *s->order, by_number);
    import_part *to = &s->parts[s->part_count++];
    *to = (import_part){import_copy_name(from->object, strlen(from->object)),
                        import_copy_name(from->group, strlen(from->group)), from->material, first, count};
    return to->object != NULL && to->group != NULL;
}

/* Halves until all pieces fit; the stack holds the ranges that wait. */
static bool split_part(splitter *s, const import_part *part) {
    uint32_t waiting[64][2], depth = 0;
    waiting[depth][0] = part->first_triangle;
    waiting[depth++][1] = part->triangle_count;
    while (depth > 0) {
        uint32_t first = waiting[--depth][0], count = waiting[depth][1];
        bool fits = count <= 1 || ((s->triangles == 0 || count <= s->triangles) &&
                                   count_vertices(s, first, count) <= s->vertices);
        if (fits) {
            if (!add_piece(s, part, first, count)) return false;
            continue;
        }
        sort_range(s, first, count);
        waiting[depth][0] = first + count / 2;
        waiting[depth++][1] = count - count / 2;
        waiting[depth][0] = first;
        waiting[depth++][1] = count / 2;
    }
    return true;
}

static void apply(splitter *s) {
    import_model *model = s->model;
    for (uint32_t i = 0; i < model->triangle_count; i++)
        memcpy(model->indices + (size_t)i * 3, s->indices + (size_t)s->order[i] * 3,
               3 * sizeof *model->indices);
    for (uint32_t i = 0; i < model->part_count; i++) {
        free(model->parts[i].object);
        free(model->parts[i].group);
    }
    free(model->parts);
    model->parts = s->parts;
    model->part_count = (uint32_t)s->part_count;
    model->keep_parts = true;
}

bool import_split_parts(import_model *model, uint32_t vertices, uint32_t triangles, tool_error *error) {
    splitter s = {.model = model, .vertices = vertices < 3 ? 3 : vertices, .triangles = triangles};
    size_t count = (size_t)model->triangle_count + 1;
    s.indices = malloc(count * 3 * sizeof *s.indices);
    s.order = malloc(count * sizeof *s.order);
    s.placed = malloc(count * sizeof *s.placed);
    s.stamp = calloc((size_t)model->vertex_count + 1, sizeof *s.stamp);
    bool ok = s.indices != NULL && s.order != NULL && s.placed != NULL && s.stamp != NULL;
    if (ok) memcpy(s.indices, model->indices, (count - 1) * 3 * sizeof *s.indices);
    for (uint32_t i = 0; ok && i < model->triangle_count; i++) s.order[i] = i;
    for (uint32_t i = 0; ok && i < model->part_count; i++) ok = split_part(&s, &model->parts[i]);
    if (ok) {
        apply(&s);
    } else {
        for (size_t i = 0; i < s.part_count; i++) {
            free(s.parts[i].object);
            free(s.parts[i].group);
        }
        free(s.parts);
    }
    free(s.indices);
    free(s.order);
    free(s.placed);
    free(s.stamp);
    return ok || import_error_memory(error, NULL);
}

/* ---- by joints ---- */

enum { TRIANGLE_JOINTS = 12 };

typedef struct joint_batch {
    uint8_t *has; /* a byte for each joint of the skin */
    uint32_t count;
} joint_batch;

/* The different joints of a triangle that have a weight. */
static uint32_t joints_of(const import_primitive *primitive, uint32_t triangle,
                          uint16_t joints[TRIANGLE_JOINTS]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t v = primitive->indices[(size_t)triangle * 3 + i];
        for (int k = 0; k < 4; k++) {
            bool known = !(primitive->weights[v][k] > 0);
            for (uint32_t n = 0; n < count; n++) known = known || joints[n] == primitive->joints[v][k];
            if (!known) joints[count++] = primitive->joints[v][k];
        }
    }
    return count;
}

static bool place_triangle(joint_batch **batches, uint32_t *count, size_t *room, uint32_t limit,
                           uint32_t skin, const uint16_t *joints, uint32_t joint_count, uint32_t *to) {
    uint32_t best = *count, fewest = UINT32_MAX;
    for (uint32_t b = 0; b < *count; b++) {
        uint32_t added = 0;
        for (uint32_t i = 0; i < joint_count; i++) added += !(*batches)[b].has[joints[i]];
        if ((*batches)[b].count + added > limit || added >= fewest) continue;
        fewest = added;
        best = b;
    }
    if (best == *count) {
        void *grown = *batches;
        bool ok = import_grow(&grown, room, (size_t)*count + 1, sizeof **batches);
        *batches = grown;
        uint8_t *has = ok ? calloc((size_t)skin + 1, 1) : NULL;
        if (has == NULL) return false;
        (*batches)[(*count)++] = (joint_batch){has, 0};
    }
    for (uint32_t i = 0; i < joint_count; i++) {
        (*batches)[best].count += !(*batches)[best].has[joints[i]];
        (*batches)[best].has[joints[i]] = 1;
    }
    *to = best;
    return true;
}

bool import_split_joints(const import_primitive *primitive, uint32_t joints, uint32_t *batch,
                         uint32_t *batches, tool_error *error) {
    joint_batch *list = NULL;
    size_t room = 0;
    uint32_t skin = 0;
    bool ok = true;
    *batches = 0;
    if (joints < TRIANGLE_JOINTS) joints = TRIANGLE_JOINTS;
    for (uint32_t v = 0; primitive->joints != NULL && v < primitive->vertex_count; v++) {
        for (int k = 0; k < 4; k++) skin = primitive->joints[v][k] > skin ? primitive->joints[v][k] : skin;
    }
    for (uint32_t t = 0; ok && t < primitive->triangle_count; t++) {
        uint16_t used[TRIANGLE_JOINTS];
        uint32_t count = primitive->joints == NULL ? 0 : joints_of(primitive, t, used);
        ok = place_triangle(&list, batches, &room, joints, skin, used, count, &batch[t]);
    }
    for (uint32_t b = 0; b < *batches; b++) free(list[b].has);
    free(list);
    return ok || import_error_memory(error, NULL);
}
