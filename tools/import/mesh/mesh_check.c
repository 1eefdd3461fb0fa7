/* Faults of a mesh, and their repairs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/import/mesh/condition.h"
#include "tools/import/mesh/mesh_topology.h"
#include "tools/import/model/triangulate.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

static const double LARGEST = 16384;

static void note(uint32_t *count, uint32_t *first, uint32_t triangle) {
    if ((*count)++ == 0) *first = triangle;
}

static bool is_degenerate(const import_model *model, uint32_t triangle) {
    double p[3][3];
    for (uint32_t i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            p[i][k] = (double)model->vertices[model->indices[(size_t)triangle * 3 + i]].position[k];
    }
    return import_triangle_is_degenerate(p[0], p[1], p[2]);
}

/* The three places of a triangle in rising order: the same for every winding. */
static void sorted_places(const import_model *model, const topology *t, uint32_t triangle, uint32_t key[3]) {
    for (uint32_t i = 0; i < 3; i++) key[i] = t->places[model->indices[(size_t)triangle * 3 + i]];
    for (int pass = 0; pass < 3; pass++) {
        int i = pass % 2;
        if (key[i] <= key[i + 1]) continue;
        uint32_t kept = key[i];
        key[i] = key[i + 1];
        key[i + 1] = kept;
    }
}

/* Marks triangles in `bad`: 1 degenerate, 2 duplicate. */
static bool find_bad(const import_model *model, const topology *t, uint8_t *bad) {
    import_record_set set;
    bool ok = true;
    memset(&set, 0, sizeof set);
    set.record_size = 3 * sizeof(uint32_t);
    for (uint32_t i = 0; ok && i < model->triangle_count; i++) {
        uint32_t key[3], known = set.count;
        if (is_degenerate(model, i)) {
            bad[i] = 1;
            continue;
        }
        sorted_places(model, t, i, key);
        uint32_t number = import_record_set_add(&set, key);
        ok = number != IMPORT_INTERN_FAILED;
        if (number < known) bad[i] = 2;
    }
    import_record_set_free(&set);
    return ok;
}

static void box_middle(const import_model *model, double middle[3]) {
    import_bounds box = import_model_bounds(model);
    for (int k = 0; k < 3; k++) middle[k] = ((double)box.minimum[k] + (double)box.maximum[k]) / 2;
}

/* Counts edges of the border, crowded edges, and edges along which neighbours disagree. */
static void check_edges(const topology *t, import_mesh_check *check) {
    for (uint32_t i = 0; i < t->edge_count; i++) {
        const topology_edge *edge = &t->edge[i];
        if (edge->count == 1) check->boundary_edges++;
        if (edge->count > 2) note(&check->crowded_edges, &check->first_crowded, edge->triangles[0]);
        if (edge->count == 2 && edge->forward != 1)
            note(&check->inconsistent_edges, &check->first_inconsistent, edge->triangles[1]);
    }
}

/* Blames a triangle for an edge: the first triangle that is wound as the minority of its piece is. */
static void blame_minority(const import_model *model, const topology *t, import_mesh_check *check) {
    for (uint32_t piece = 0; piece < t->piece_count && check->inconsistent_edges > 0; piece++) {
        uint32_t flipped = 0, all = 0, first[2] = {TOPOLOGY_NONE, TOPOLOGY_NONE};
        if (t->twisted[piece] || t->pieces[check->first_inconsistent] != piece) continue;
        for (uint32_t i = 0; i < model->triangle_count; i++) {
            if (t->pieces[i] != piece) continue;
            all++;
            flipped += t->flips[i];
            if (first[t->flips[i]] == TOPOLOGY_NONE) first[t->flips[i]] = i;
        }
        check->first_inconsistent = first[flipped * 2 <= all];
    }
}

/* Sums the volume of each closed piece and counts negative ones. */
static bool check_volumes(const import_model *model, const topology *t, import_mesh_check *check) {
    size_t count = (size_t)t->piece_count + 1;
    double *volume = calloc(count, sizeof *volume), middle[3];
    uint8_t *open = calloc(count, 1);
    uint32_t *first = malloc(count * sizeof *first);
    bool ok = volume != NULL && open != NULL && first != NULL;
    box_middle(model, middle);
    if (ok) memset(first, 0xFF, count * sizeof *first);
    for (uint32_t i = 0; ok && i < model->triangle_count; i++) {
        double six = topology_volume(model, i, middle);
        uint32_t piece = t->pieces[i];
        volume[piece] += six / 6;
        check->volume += six / 6;
        if (first[piece] == TOPOLOGY_NONE) first[piece] = i;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t number = t->edges[(size_t)i * 3 + k];
            if (number == TOPOLOGY_NONE || t->edge[number].count != 2 || t->edge[number].forward != 1)
                open[piece] = 1;
        }
    }
    for (uint32_t piece = 0; ok && piece < t->piece_count; piece++) {
        if (!open[piece] && volume[piece] < 0)
            note(&check->inside_out, &check->first_inside_out, first[piece]);
    }
    free(volume);
    free(open);
    free(first);
    return ok;
}

static bool check_vertices(const import_model *model, import_mesh_check *check) {
    uint8_t *used = calloc((size_t)model->vertex_count + 1, 1);
    if (used == NULL) return false;
    for (size_t i = 0; i < (size_t)model->triangle_count * 3; i++) used[model->indices[i]] = 1;
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        const import_vertex *v = &model->vertices[i];
        bool far = false, out = false;
        for (int k = 0; k < 3; k++) far = far || !(fabs((double)v->position[k]) <= LARGEST);
        for (int k = 0; k < 2; k++) out = out || !((double)v->uv[k] >= -8 && (double)v->uv[k] < 8);
        check->unreferenced += !used[i];
        check->positions_out += far;
        check->uvs_out += out;
    }
    free(used);
    for (uint32_t i = 0; i < model->material_count; i++)
        check->undefined_materials += !model->materials[i].defined && model->materials[i].name[0] != 0;
    return true;
}

bool import_check_mesh(const import_model *model, import_mesh_check *check, tool_error *error) {
    topology t;
    memset(check, 0, sizeof *check);
    check->first_degenerate = check->first_duplicate = check->first_crowded = check->first_inconsistent =
        check->first_inside_out = TOPOLOGY_NONE;
    if (!topology_make(model, &t)) return import_error_memory(error, NULL);
    uint8_t *bad = calloc((size_t)model->triangle_count + 1, 1);
    bool ok = bad != NULL && find_bad(model, &t, bad) && check_vertices(model, check);
    for (uint32_t i = 0; ok && i < model->triangle_count; i++) {
        if (bad[i] == 1) note(&check->degenerate, &check->first_degenerate, i);
        if (bad[i] == 2) note(&check->duplicate, &check->first_duplicate, i);
    }
    if (ok) {
        check_edges(&t, check);
        blame_minority(model, &t, check);
        ok = check_volumes(model, &t, check);
        check->pieces = t.piece_count;
        for (uint32_t i = 0; i < t.piece_count; i++) check->not_orientable += t.twisted[i];
        check->closed = model->triangle_count > 0 && check->boundary_edges == 0 &&
                        check->crowded_edges == 0 && check->inconsistent_edges == 0 && check->degenerate == 0;
    }
    free(bad);
    topology_free(&t);
    return ok || import_error_memory(error, NULL);
}

static void warn(const char *name, import_model *model, uint32_t count, uint32_t first, const char *what) {
    if (count == 0) return;
    if (first == TOPOLOGY_NONE) {
        import_model_warn(model, "%s: %lu %s", name, (unsigned long)count, what);
    } else {
        import_model_warn(model, "%s: %lu %s; the first is triangle %lu", name, (unsigned long)count, what,
                          (unsigned long)first);
    }
}

void import_check_warn(const char *name, import_model *model, const import_mesh_check *c) {
    const uint32_t none = TOPOLOGY_NONE;
    warn(name, model, c->degenerate, c->first_degenerate, "triangles have no area, drop them");
    warn(name, model, c->duplicate, c->first_duplicate, "triangles are there twice, drop them");
    warn(name, model, c->unreferenced, none, "vertices belong to no triangle; they are left out");
    warn(name, model, c->crowded_edges, c->first_crowded,
         "edges have more than two faces, part them in the modeller");
    warn(name, model, c->inconsistent_edges, c->first_inconsistent,
         "edges lie between faces of opposite winding, rewind them");
    warn(name, model, c->inside_out, c->first_inside_out, "closed pieces are inside out, rewind them");
    warn(name, model, c->not_orientable, none, "pieces have no outside (Moebius); cut them");
    warn(name, model, c->positions_out, none, "vertices lie beyond 16384 units; scale the model down");
    warn(name, model, c->uvs_out, none, "vertices have texture coordinates beyond 8 repeats; cut the faces");
    warn(name, model, c->undefined_materials, none,
         "materials are named but not defined; they become plain grey");
}

/* ---- repairs ---- */

/* Keeps the triangles that are not marked; parts and materials shrink with them. */
static void drop_marked(import_model *model, const uint8_t *marked) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < model->part_count; i++) {
        import_part *part = &model->parts[i];
        uint32_t first = part->first_triangle, end = first + part->triangle_count;
        part->first_triangle = kept;
        for (uint32_t t = first; t < end; t++) {
            if (!marked[t])
                memmove(model->indices + (size_t)kept++ * 3, model->indices + (size_t)t * 3,
                        3 * sizeof *model->indices);
        }
        part->triangle_count = kept - part->first_triangle;
    }
    model->triangle_count = kept;
    for (uint32_t m = 0; m < model->material_count; m++) {
        import_material *material = &model->materials[m];
        material->triangle_count = 0;
        for (uint32_t i = model->part_count; i-- > 0;) {
            if (model->parts[i].material != m) continue;
            material->first_triangle = model->parts[i].first_triangle;
            material->triangle_count += model->parts[i].triangle_count;
        }
    }
}

bool import_drop_bad_triangles(import_model *model, bool degenerate, bool duplicate, uint32_t *dropped,
                               tool_error *error) {
    topology t;
    if (!topology_make(model, &t)) return import_error_memory(error, NULL);
    uint8_t *bad = calloc((size_t)model->triangle_count + 1, 1);
    bool ok = bad != NULL && find_bad(model, &t, bad);
    uint32_t before = model->triangle_count;
    for (uint32_t i = 0; ok && i < model->triangle_count; i++)
        bad[i] = (uint8_t)((bad[i] == 1 && degenerate) || (bad[i] == 2 && duplicate));
    if (ok) drop_marked(model, bad);
    *dropped = before - model->triangle_count;
    free(bad);
    topology_free(&t);
    return ok || import_error_memory(error, NULL);
}

/* Decides for each piece whether all its triangles turn once they agree: an open piece goes with the majority, a
 * closed one gets a positive volume. */
static bool choose_sides(const import_model *model, const topology *t, uint8_t *turn) {
    size_t count = (size_t)t->piece_count + 1;
    double *volume = calloc(count, sizeof *volume), middle[3];
    int64_t *votes = calloc(count, sizeof *votes);
    uint8_t *open = calloc(count, 1);
    bool ok = volume != NULL && votes != NULL && open != NULL;
    box_middle(model, middle);
    for (uint32_t i = 0; ok && i < model->triangle_count; i++) {
        double six = topology_volume(model, i, middle);
        volume[t->pieces[i]] += t->flips[i] ? -six : six;
        votes[t->pieces[i]] += t->flips[i] ? 1 : -1;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t number = t->edges[(size_t)i * 3 + k];
            if (number == TOPOLOGY_NONE || t->edge[number].count != 2) open[t->pieces[i]] = 1;
        }
    }
    for (uint32_t i = 0; ok && i < t->piece_count; i++)
        turn[i] = (uint8_t)(t->twisted[i] ? 0 : open[i] ? votes[i] > 0 : volume[i] < 0);
    free(volume);
    free(votes);
    free(open);
    return ok;
}

static void turn_triangles(import_model *model, const topology *t, const uint8_t *turn, uint8_t *kept,
                           uint8_t *turned, uint32_t *count) {
    for (uint32_t i = 0; i < model->triangle_count; i++) {
        uint32_t *corner = model->indices + (size_t)i * 3;
        bool now = !t->twisted[t->pieces[i]] && t->flips[i] != turn[t->pieces[i]];
        for (int k = 0; k < 3; k++) (now ? turned : kept)[corner[k]] = 1;
        if (!now) continue;
        uint32_t swapped = corner[1];
        corner[1] = corner[2];
        corner[2] = swapped;
        ++*count;
    }
    for (uint32_t v = 0; v < model->vertex_count; v++) {
        for (int k = 0; turned[v] && !kept[v] && k < 3; k++)
            model->vertices[v].normal[k] = -model->vertices[v].normal[k] + 0.0f;
    }
}

bool import_rewind(import_model *model, uint32_t *turned, tool_error *error) {
    topology t;
    *turned = 0;
    if (!topology_make(model, &t)) return import_error_memory(error, NULL);
    uint8_t *turn = calloc((size_t)t.piece_count + 1, 1), *old = calloc((size_t)model->vertex_count + 1, 1);
    uint8_t *fresh = calloc((size_t)model->vertex_count + 1, 1);
    bool ok = turn != NULL && old != NULL && fresh != NULL && choose_sides(model, &t, turn);
    if (ok) turn_triangles(model, &t, turn, old, fresh, turned);
    free(turn);
    free(old);
    free(fresh);
    topology_free(&t);
    return ok || import_error_memory(error, NULL);
}
