/* Finds places, edges and pieces of a model. */
#include "tools/import/mesh/mesh_topology.h"

#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

void topology_free(topology *t) {
    free(t->places);
    free(t->edges);
    free(t->edge);
    free(t->pieces);
    free(t->flips);
    free(t->twisted);
    memset(t, 0, sizeof *t);
}

static uint32_t place_at(const topology *t, const import_model *model, uint32_t triangle, uint32_t k) {
    return t->places[model->indices[(size_t)triangle * 3 + k % 3]];
}

bool topology_is_forward(const topology *t, const import_model *model, uint32_t triangle, uint32_t k) {
    return place_at(t, model, triangle, k) < place_at(t, model, triangle, k + 1);
}

static bool number_places(const import_model *model, topology *t) {
    import_record_set set;
    bool ok = true;
    memset(&set, 0, sizeof set);
    set.record_size = 3 * sizeof(float);
    for (uint32_t i = 0; ok && i < model->vertex_count; i++) {
        float place[3];
        for (int k = 0; k < 3; k++) place[k] = model->vertices[i].position[k] + 0.0f;
        t->places[i] = import_record_set_add(&set, place);
        ok = t->places[i] != IMPORT_INTERN_FAILED;
    }
    t->place_count = set.count;
    import_record_set_free(&set);
    return ok;
}

static bool number_edges(const import_model *model, topology *t) {
    import_record_set set;
    bool ok = true;
    memset(&set, 0, sizeof set);
    set.record_size = 2 * sizeof(uint32_t);
    for (uint32_t triangle = 0; ok && triangle < model->triangle_count; triangle++) {
        for (uint32_t k = 0; ok && k < 3; k++) {
            uint32_t a = place_at(t, model, triangle, k), b = place_at(t, model, triangle, k + 1);
            const uint32_t pair[2] = {a < b ? a : b, a < b ? b : a};
            uint32_t *to = &t->edges[(size_t)triangle * 3 + k];
            *to = TOPOLOGY_NONE;
            if (a == b) continue;
            *to = import_record_set_add(&set, pair);
            ok = *to != IMPORT_INTERN_FAILED;
        }
    }
    t->edge_count = set.count;
    import_record_set_free(&set);
    t->edge = ok ? calloc((size_t)t->edge_count + 1, sizeof *t->edge) : NULL;
    if (t->edge == NULL) return false;
    for (uint32_t triangle = 0; triangle < model->triangle_count; triangle++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t number = t->edges[(size_t)triangle * 3 + k];
            if (number == TOPOLOGY_NONE) continue;
            topology_edge *edge = &t->edge[number];
            if (edge->count < 2) edge->triangles[edge->count] = triangle;
            edge->count++;
            edge->forward += topology_is_forward(t, model, triangle, k);
        }
    }
    return true;
}

/* Walks from `start` over edges of two triangles, deciding for each triangle whether it is to be turned. */
static void walk_piece(const import_model *model, topology *t, uint32_t start, uint32_t piece,
                       uint32_t *stack) {
    uint32_t depth = 0;
    stack[depth++] = start;
    t->pieces[start] = piece;
    while (depth > 0) {
        uint32_t triangle = stack[--depth];
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t number = t->edges[(size_t)triangle * 3 + k];
            if (number == TOPOLOGY_NONE || t->edge[number].count != 2) continue;
            const topology_edge *edge = &t->edge[number];
            uint32_t other = edge->triangles[0] == triangle ? edge->triangles[1] : edge->triangles[0];
            bool agree = edge->forward == 1;
            uint8_t flip = (uint8_t)(agree ? t->flips[triangle] : !t->flips[triangle]);
            if (other == triangle) continue;
            if (t->pieces[other] == TOPOLOGY_NONE) {
                t->pieces[other] = piece;
                t->flips[other] = flip;
                stack[depth++] = other;
            } else if (t->flips[other] != flip) {
                t->twisted[piece] = 1;
            }
        }
    }
    (void)model;
}

static bool find_pieces(const import_model *model, topology *t) {
    size_t count = (size_t)model->triangle_count + 1;
    uint32_t *stack = malloc(count * sizeof *stack);
    if (stack == NULL) return false;
    memset(t->pieces, 0xFF, count * sizeof *t->pieces);
    for (uint32_t i = 0; i < model->triangle_count; i++) {
        if (t->pieces[i] == TOPOLOGY_NONE) walk_piece(model, t, i, t->piece_count++, stack);
    }
    free(stack);
    return true;
}

bool topology_make(const import_model *model, topology *t) {
    size_t triangles = (size_t)model->triangle_count + 1;
    memset(t, 0, sizeof *t);
    t->places = malloc(((size_t)model->vertex_count + 1) * sizeof *t->places);
    t->edges = malloc(triangles * 3 * sizeof *t->edges);
    t->pieces = malloc(triangles * sizeof *t->pieces);
    t->flips = calloc(triangles, 1);
    t->twisted = calloc(triangles, 1);
    bool ok = t->places != NULL && t->edges != NULL && t->pieces != NULL && t->flips != NULL &&
              t->twisted != NULL && number_places(model, t) && number_edges(model, t) &&
              find_pieces(model, t);
    if (!ok) topology_free(t);
    return ok;
}

double topology_volume(const import_model *model, uint32_t triangle, const double from[3]) {
    double p[3][3];
    for (uint32_t i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            p[i][k] = (double)model->vertices[model->indices[(size_t)triangle * 3 + i]].position[k] - from[k];
    }
    return p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) +
           p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
           p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
}
