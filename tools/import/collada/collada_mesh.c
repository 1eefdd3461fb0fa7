/* Meshes of COLLADA documents: corners out of their columns, polygons cut into triangles. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/collada/collada_source.h"
#include "tools/import/model/triangulate.h"

/* A column and the offset of its index in a corner. */
typedef struct column {
    bool there;
    uint32_t offset;
    collada_accessor values;
} column;

typedef struct primitive_builder {
    collada_source *source;
    const import_xml *element; /* triangles, polylist, ... */
    column position, normal, uv[2], colour;
    uint32_t stride;
    import_record_set corners; /* of collada_corner */
    uint32_t *indices;
    size_t index_room, point_room, cut_room;
    uint32_t triangles;
    double (*points)[3];
    uint32_t *cut;
    uint64_t degenerate, rough; /* triangles without area; polygons that are not flat or cross themselves */
} primitive_builder;

/* ---- columns ---- */

bool collada_positions(collada_source *source, const import_xml *geometry, collada_accessor *positions) {
    collada_input inputs[COLLADA_INPUTS];
    uint32_t count, stride;
    const import_xml *vertices = collada_below(geometry, "mesh/vertices");
    if (vertices == NULL)
        return collada_fault(source, geometry, "`mesh` with `vertices` is missing; export the file again");
    if (!collada_inputs(source, vertices, inputs, &count, &stride)) return false;
    const collada_input *position = collada_input_of(inputs, count, "POSITION");
    if (position == NULL) return collada_fault(source, vertices, "no input POSITION; export the file again");
    return collada_accessor_of(source, position->target, 3, 3, positions);
}

static bool take_column(primitive_builder *b, const collada_input *input, uint32_t offset, column *to) {
    bool wide = strcmp(input->semantic, "COLOR") == 0, flat = strcmp(input->semantic, "TEXCOORD") == 0;
    if (to->there) return true;
    to->there = true;
    to->offset = offset;
    return collada_accessor_of(b->source, input->target, flat ? 2 : 3, wide ? 4 : flat ? 2 : 3, &to->values);
}

/* Takes one input of a primitive, or of its vertices. `set` is the set of texture coordinates of the material's
 * picture; -1: the first set. */
static bool take_input(primitive_builder *b, const collada_input *input, uint32_t offset, int64_t set) {
    if (strcmp(input->semantic, "POSITION") == 0) return take_column(b, input, offset, &b->position);
    if (strcmp(input->semantic, "NORMAL") == 0) return take_column(b, input, offset, &b->normal);
    if (strcmp(input->semantic, "COLOR") == 0) return take_column(b, input, offset, &b->colour);
    if (strcmp(input->semantic, "TEXCOORD") != 0) return true;
    bool first = set >= 0 ? input->set == (uint32_t)set : !b->uv[0].there;
    return take_column(b, input, offset, first ? &b->uv[0] : &b->uv[1]);
}

static bool take_inputs(primitive_builder *b, int64_t set) {
    collada_input inputs[COLLADA_INPUTS], inner[COLLADA_INPUTS];
    uint32_t count, inner_count, ignored;
    if (!collada_inputs(b->source, b->element, inputs, &count, &b->stride)) return false;
    bool has_set = false;
    for (uint32_t i = 0; i < count; i++)
        has_set = has_set || (strcmp(inputs[i].semantic, "TEXCOORD") == 0 && inputs[i].set == (uint64_t)set);
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(inputs[i].semantic, "VERTEX") != 0) {
            if (!take_input(b, &inputs[i], inputs[i].offset, has_set ? set : -1)) return false;
            continue;
        }
        if (!collada_inputs(b->source, inputs[i].target, inner, &inner_count, &ignored)) return false;
        for (uint32_t k = 0; k < inner_count; k++) {
            if (!take_input(b, &inner[k], inputs[i].offset, -1)) return false;
        }
    }
    if (!b->uv[0].there && b->uv[1].there) {
        b->uv[0] = b->uv[1];
        b->uv[1].there = false;
    }
    return b->position.there || collada_fault(b->source, b->element, "no positions; export the file again");
}

/* ---- corners ---- */

static bool index_in(primitive_builder *b, const column *c, const int64_t *tuple, const char *what,
                     uint32_t *to) {
    *to = COLLADA_NONE;
    if (!c->there) return true;
    int64_t index = tuple[c->offset];
    if (index < 0 || index >= c->values.count)
        return collada_fault(b->source, b->element,
                             "a corner names %s %lld, but there are %lu; export the file again", what,
                             (long long)index, (unsigned long)c->values.count);
    *to = (uint32_t)index;
    return true;
}

static bool add_corner(primitive_builder *b, const int64_t *tuple, uint32_t *number) {
    collada_corner corner;
    memset(&corner, 0, sizeof corner);
    if (!index_in(b, &b->position, tuple, "position", &corner.position) ||
        !index_in(b, &b->normal, tuple, "normal", &corner.normal) ||
        !index_in(b, &b->uv[0], tuple, "texture coordinate", &corner.uv[0]) ||
        !index_in(b, &b->uv[1], tuple, "texture coordinate", &corner.uv[1]) ||
        !index_in(b, &b->colour, tuple, "colour", &corner.colour))
        return false;
    *number = import_record_set_add(&b->corners, &corner);
    return *number != IMPORT_INTERN_FAILED || collada_memory(b->source);
}

static bool add_triangle(primitive_builder *b, const int64_t *const tuples[3]) {
    void *indices = b->indices;
    if (b->triangles == IMPORT_SCENE_TRIANGLES)
        return collada_fault(b->source, b->element, "more than %d triangles; simplify the mesh",
                             IMPORT_SCENE_TRIANGLES);
    bool room = import_grow(&indices, &b->index_room, (size_t)b->triangles * 3 + 3, sizeof *b->indices);
    b->indices = indices;
    if (!room) return collada_memory(b->source);
    for (size_t k = 0; k < 3; k++) {
        if (!add_corner(b, tuples[k], &b->indices[(size_t)b->triangles * 3 + k])) return false;
    }
    b->triangles++;
    return true;
}

/* ---- polygons ---- */

static bool polygon_room(primitive_builder *b, size_t corners, size_t loops) {
    void *points = b->points, *cut = b->cut;
    bool ok = import_grow(&points, &b->point_room, corners, sizeof *b->points);
    b->points = points;
    ok = ok && import_grow(&cut, &b->cut_room, 3 * (corners + 2 * loops), sizeof *b->cut);
    b->cut = cut;
    return ok || collada_memory(b->source);
}

/* Adds a polygon: `tuples` holds all loops one behind the other, the outer one first. */
static bool add_polygon(primitive_builder *b, const int64_t *tuples, const size_t *counts, size_t loops) {
    size_t corners = 0;
    for (size_t i = 0; i < loops; i++) corners += counts[i];
    if (counts[0] < 3) {
        b->degenerate++;
        return true;
    }
    if (!polygon_room(b, corners, loops)) return false;
    for (size_t i = 0; i < corners; i++) {
        uint32_t position;
        if (!index_in(b, &b->position, tuples + i * b->stride, "position", &position)) return false;
        for (uint32_t k = 0; k < 3; k++) b->points[i][k] = collada_at(&b->position.values, position, k);
    }
    import_polygon_result result =
        loops == 1 ? import_triangulate((const double(*)[3])b->points, corners, b->cut, &b->source->clipping)
                   : import_triangulate_holes((const double(*)[3])b->points, counts, loops, b->cut,
                                              &b->source->clipping);
    if (result.out_of_memory) return collada_memory(b->source);
    b->degenerate += result.degenerate_count;
    b->rough += corners > 3 && (result.not_flat || result.crosses_itself);
    for (size_t t = 0; t < result.triangle_count; t++) {
        const int64_t *three[3];
        for (size_t k = 0; k < 3; k++) three[k] = tuples + (size_t)b->cut[t * 3 + k] * b->stride;
        if (!add_triangle(b, three)) return false;
    }
    return true;
}

/* Reads the tuples of a <p>; a last tuple that is cut short is a fault. */
static bool read_tuples(primitive_builder *b, const import_xml *p, const int64_t **tuples, uint32_t *count) {
    uint32_t numbers;
    if (!collada_indices(b->source, p, tuples, &numbers)) return false;
    *count = numbers / b->stride;
    return numbers % b->stride == 0 ||
           collada_fault(b->source, p, "%lu numbers, but %lu belong to each corner; export the file again",
                         (unsigned long)numbers, (unsigned long)b->stride);
}

static bool read_triangles(primitive_builder *b) {
    for (const import_xml *p = import_xml_child(b->element, "p"); p != NULL; p = import_xml_sibling(p, "p")) {
        const int64_t *tuples;
        uint32_t count;
        if (!read_tuples(b, p, &tuples, &count)) return false;
        if (count % 3 != 0)
            return collada_fault(b->source, p, "%lu corners make no whole triangles; export the file again",
                                 (unsigned long)count);
        for (uint32_t i = 0; i + 2 < count; i += 3) {
            const size_t three = 3;
            if (!add_polygon(b, tuples + (size_t)i * b->stride, &three, 1)) return false;
        }
    }
    return true;
}

static bool read_polylist(primitive_builder *b) {
    const import_xml *vcount = import_xml_child(b->element, "vcount"), *p = import_xml_child(b->element, "p");
    const int64_t *counts, *tuples;
    uint32_t polygons, corners, at = 0;
    if (vcount == NULL || p == NULL) return true;
    if (!collada_indices(b->source, vcount, &counts, &polygons) || !read_tuples(b, p, &tuples, &corners))
        return false;
    for (uint32_t i = 0; i < polygons; i++) {
        if (counts[i] < 0 || counts[i] > corners - at)
            return collada_fault(b->source, vcount,
                                 "polygon %lu has %lld corners, but %lu are left; export the file again",
                                 (unsigned long)i + 1, (long long)counts[i], (unsigned long)(corners - at));
        const size_t count = (size_t)counts[i];
        if (!add_polygon(b, tuples + (size_t)at * b->stride, &count, 1)) return false;
        at += (uint32_t)counts[i];
    }
    return true;
}

/* Reads a polygon with holes: the loops stand behind each other in one list. */
static bool read_holes(primitive_builder *b, const import_xml *ph) {
    size_t loops = 0, used = 0, most = 0, total = 0;
    for (const import_xml *at = ph->first; at != NULL; at = at->next) {
        most++;
        total += strlen(at->text) / 2 + 1;
    }
    size_t *counts = collada_take(b->source, ph, most, sizeof *counts);
    int64_t *all = collada_take(b->source, ph, total, sizeof *all);
    if (counts == NULL || all == NULL) return false;
    for (int outer = 1; outer >= 0; outer--) {
        const char *name = outer ? "p" : "h";
        for (const import_xml *at = import_xml_child(ph, name); at != NULL;
             at = import_xml_sibling(at, name)) {
            const int64_t *tuples;
            uint32_t count;
            if (!read_tuples(b, at, &tuples, &count)) return false;
            if (count < 3) continue;
            memcpy(all + used, tuples, (size_t)count * b->stride * sizeof *all);
            used += (size_t)count * b->stride;
            counts[loops++] = count;
            if (outer) break;
        }
    }
    return loops == 0 || add_polygon(b, all, counts, loops);
}

static bool read_polygons(primitive_builder *b) {
    for (const import_xml *at = b->element->first; at != NULL; at = at->next) {
        if (strcmp(at->name, "ph") == 0 && !read_holes(b, at)) return false;
        if (strcmp(at->name, "p") != 0) continue;
        const int64_t *tuples;
        uint32_t count;
        if (!read_tuples(b, at, &tuples, &count)) return false;
        const size_t corners = count;
        if (!add_polygon(b, tuples, &corners, 1)) return false;
    }
    return true;
}

/* Reads strips, whose every other triangle is turned so that all wind alike, or fans. */
static bool read_runs(primitive_builder *b, bool fans) {
    for (const import_xml *p = import_xml_child(b->element, "p"); p != NULL; p = import_xml_sibling(p, "p")) {
        const int64_t *tuples;
        uint32_t count;
        if (!read_tuples(b, p, &tuples, &count)) return false;
        for (uint32_t t = 0; t + 2 < count; t++) {
            const uint32_t corner[3] = {fans ? 0 : t, !fans && t % 2 != 0 ? t + 2 : t + 1,
                                        !fans && t % 2 != 0 ? t + 1 : t + 2};
            const int64_t *three[3];
            for (int k = 0; k < 3; k++) three[k] = tuples + (size_t)corner[k] * b->stride;
            if (!add_triangle(b, three)) return false;
        }
    }
    return true;
}

/* ---- vertices ---- */

static const collada_corner *corner_at(const primitive_builder *b, uint32_t i) {
    return (const collada_corner *)(const void *)(b->corners.records + (size_t)i * sizeof(collada_corner));
}

static void put_floats(const column *c, uint32_t index, uint32_t width, float *to) {
    for (uint32_t k = 0; k < width; k++)
        to[k] = k < c->values.width ? collada_float(collada_at(&c->values, index, k)) : 1.0f;
}

static void put_normal(const column *c, uint32_t index, float to[3]) {
    double n[3], square = 0;
    for (uint32_t k = 0; k < 3; k++) n[k] = collada_at(&c->values, index, k);
    for (int k = 0; k < 3; k++) square += n[k] * n[k];
    bool good = square > 1e-30 && square < 1e30;
    for (int k = 0; k < 3; k++) to[k] = good ? (float)(n[k] / sqrt(square)) : k == 1 ? 1.0f : 0.0f;
}

static bool fill_vertices(primitive_builder *b, import_primitive *to) {
    size_t count = b->corners.count;
    to->vertex_count = b->corners.count;
    to->positions = malloc((count + 1) * sizeof *to->positions);
    if (b->normal.there) to->normals = malloc((count + 1) * sizeof *to->normals);
    if (b->colour.there) to->colours = malloc((count + 1) * sizeof *to->colours);
    for (int i = 0; i < 2; i++) {
        if (b->uv[i].there) to->uvs[i] = malloc((count + 1) * sizeof *to->uvs[i]);
    }
    if (to->positions == NULL || (b->normal.there && to->normals == NULL) ||
        (b->colour.there && to->colours == NULL) || (b->uv[0].there && to->uvs[0] == NULL) ||
        (b->uv[1].there && to->uvs[1] == NULL))
        return collada_memory(b->source);
    for (uint32_t i = 0; i < count; i++) {
        const collada_corner *corner = corner_at(b, i);
        put_floats(&b->position, corner->position, 3, to->positions[i]);
        if (to->normals != NULL) put_normal(&b->normal, corner->normal, to->normals[i]);
        if (to->colours != NULL) put_floats(&b->colour, corner->colour, 4, to->colours[i]);
        for (int k = 0; k < 2; k++) {
            if (to->uvs[k] == NULL) continue;
            put_floats(&b->uv[k], corner->uv[k], 2, to->uvs[k][i]);
            to->uvs[k][i][1] = 1.0f - to->uvs[k][i][1]; /* from the top left */
        }
    }
    return true;
}

static bool fill_joints(primitive_builder *b, const collada_weights *weights, import_primitive *to) {
    if (weights == NULL) return true;
    to->joints = malloc(((size_t)to->vertex_count + 1) * sizeof *to->joints);
    to->weights = malloc(((size_t)to->vertex_count + 1) * sizeof *to->weights);
    if (to->joints == NULL || to->weights == NULL) return collada_memory(b->source);
    for (uint32_t i = 0; i < to->vertex_count; i++) {
        uint32_t position = corner_at(b, i)->position;
        if (position >= weights->count)
            return collada_fault(b->source, b->element,
                                 "position %lu has no joints, only %lu have; export the file again",
                                 (unsigned long)position, (unsigned long)weights->count);
        memcpy(to->joints[i], weights->joints[position], sizeof to->joints[i]);
        memcpy(to->weights[i], weights->weights[position], sizeof to->weights[i]);
    }
    return true;
}

static bool build(primitive_builder *b, const collada_mesh_wish *wish, import_mesh *mesh,
                  import_primitive *to) {
    const char *name = b->element->name;
    int64_t set;
    to->material =
        collada_material_of(b->source, wish->bind, import_xml_attribute_of(b->element, "material"), &set);
    if (!take_inputs(b, set)) return false;
    bool ok = strcmp(name, "triangles") == 0  ? read_triangles(b)
              : strcmp(name, "polylist") == 0 ? read_polylist(b)
              : strcmp(name, "polygons") == 0 ? read_polygons(b)
                                              : read_runs(b, strcmp(name, "trifans") == 0);
    to->indices = b->indices; /* freed with the mesh */
    b->indices = NULL;
    if (!ok) return false;
    to->triangle_count = b->triangles;
    if (to->indices == NULL) to->indices = calloc(1, sizeof *to->indices);
    if (to->indices == NULL) return collada_memory(b->source);
    if (b->rough > 0)
        import_scene_warn(b->source->scene,
                          "%s:%lu: %llu polygons are not flat or cross themselves, so their cut is a guess",
                          b->source->name, (unsigned long)b->element->line, (unsigned long long)b->rough);
    return fill_vertices(b, to) && fill_joints(b, wish->weights, to) &&
           collada_add_morphs(b->source, wish->geometry, wish->morph,
                              (const collada_corner *)(const void *)b->corners.records, mesh, to);
}

static bool is_drawn(const char *name) {
    static const char *const names[] = {"triangles", "polylist", "polygons", "tristrips", "trifans"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i], name) == 0) return true;
    }
    return false;
}

bool collada_build_mesh(collada_source *source, const collada_mesh_wish *wish, import_mesh *mesh) {
    const import_xml *element = import_xml_child(wish->geometry, "mesh");
    uint32_t most = 0;
    for (const import_xml *at = element->first; at != NULL; at = at->next) {
        most += is_drawn(at->name);
        if (strncmp(at->name, "line", 4) == 0 && !source->warned_lines) {
            import_scene_warn(source->scene, "%s:%lu: lines are not read; only triangles are used",
                              source->name, (unsigned long)at->line);
            source->warned_lines = true;
        }
    }
    mesh->properties = collada_properties(wish->geometry);
    mesh->primitives = calloc((size_t)most + 1, sizeof *mesh->primitives);
    if (mesh->primitives == NULL) return collada_memory(source);
    if (!collada_start_morphs(source, wish->morph, mesh)) return false;
    bool ok = true;
    for (const import_xml *at = element->first; ok && at != NULL; at = at->next) {
        if (!is_drawn(at->name)) continue;
        primitive_builder b;
        memset(&b, 0, sizeof b);
        b.source = source;
        b.element = at;
        b.corners.record_size = sizeof(collada_corner);
        ok = build(&b, wish, mesh, &mesh->primitives[mesh->primitive_count++]);
        import_record_set_free(&b.corners);
        free(b.indices);
        free(b.points);
        free(b.cut);
    }
    return ok;
}
