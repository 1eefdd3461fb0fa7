/* Joins vertices that are equal, or nearly so, and parts that can be drawn together. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/import/mesh/condition.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* Vertices in the order of their place along a slanting line, on which hardly any two vertices of a real mesh
 * share a place. */
typedef struct ordered {
    double at;
    uint32_t vertex;
} ordered;

static int by_place(const void *a, const void *b) {
    const ordered *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return x->vertex < y->vertex ? -1 : x->vertex > y->vertex;
}

static bool within(const float *a, const float *b, int count, double tolerance) {
    double square = 0;
    for (int k = 0; k < count; k++) square += ((double)a[k] - (double)b[k]) * ((double)a[k] - (double)b[k]);
    return square <= tolerance * tolerance;
}

static bool are_equal(const import_vertex *a, const import_vertex *b, const import_weld *t) {
    return within(a->position, b->position, 3, t->position) && within(a->normal, b->normal, 3, t->normal) &&
           within(a->uv, b->uv, 2, t->uv) && memcmp(a->colour, b->colour, sizeof a->colour) == 0;
}

/* For each vertex the vertex earlier on the line that it joins, itself when there is none. */
static bool find_twins(const import_model *model, const import_weld *tolerance, uint32_t *twin) {
    static const double line[3] = {0.5773, 0.6313, 0.5179}; /* about unit length */
    uint32_t count = model->vertex_count;
    ordered *list = malloc(((size_t)count + 1) * sizeof *list);
    if (list == NULL) return false;
    for (uint32_t i = 0; i < count; i++) {
        const float *p = model->vertices[i].position;
        list[i] = (ordered){line[0] * (double)p[0] + line[1] * (double)p[1] + line[2] * (double)p[2], i};
        twin[i] = i;
    }
    qsort(list, count, sizeof *list, by_place);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t own = list[i].vertex;
        for (uint32_t k = i; k-- > 0 && list[i].at - list[k].at <= tolerance->position * 1.001;) {
            uint32_t other = twin[list[k].vertex];
            if (other == list[k].vertex && other != own &&
                are_equal(&model->vertices[own], &model->vertices[other], tolerance)) {
                twin[own] = other;
                break;
            }
        }
    }
    free(list);
    return true;
}

bool import_weld_vertices(import_model *model, const import_weld *tolerance, uint32_t *joined,
                          tool_error *error) {
    uint32_t *twin = malloc(((size_t)model->vertex_count + 1) * sizeof *twin), kept = 0, dropped;
    *joined = 0;
    if (twin == NULL || !find_twins(model, tolerance, twin)) {
        free(twin);
        return import_error_memory(error, NULL);
    }
    /* The first vertex of a group along the line stays; it may stand behind the others in the model. */
    uint32_t *place = malloc(((size_t)model->vertex_count + 1) * sizeof *place);
    if (place == NULL) {
        free(twin);
        return import_error_memory(error, NULL);
    }
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        place[i] = kept;
        if (twin[i] == i) model->vertices[kept++] = model->vertices[i];
    }
    for (size_t i = 0; i < (size_t)model->triangle_count * 3; i++)
        model->indices[i] = place[twin[model->indices[i]]];
    *joined = model->vertex_count - kept;
    model->vertex_count = kept;
    free(place);
    free(twin);
    return *joined == 0 || import_drop_bad_triangles(model, true, false, &dropped, error);
}

bool import_merge_parts(import_model *model, tool_error *error) {
    uint32_t kept = 0;
    (void)error;
    for (uint32_t i = 0; i < model->part_count; i++) {
        import_part *part = &model->parts[i], *last = kept > 0 ? &model->parts[kept - 1] : NULL;
        if (last != NULL && last->material == part->material &&
            last->first_triangle + last->triangle_count == part->first_triangle) {
            last->triangle_count += part->triangle_count;
            free(part->object);
            free(part->group);
        } else {
            model->parts[kept++] = *part;
        }
    }
    model->part_count = kept;
    return true;
}
