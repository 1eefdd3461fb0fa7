/* Builds the model from the lists of an OBJ file: faces sorted by material, cut into triangles, vertices
 * unified. */
#include "tools/import/model/obj_source.h"

#include "tools/import/model/triangulate.h"

#include <stdlib.h>
#include <string.h>

/* Steps of ear clipping in a file: about a second at the very worst. */
static const uint64_t CLIPPING_BUDGET = 100000000;

typedef struct fault_count {
    uint64_t count;
    uint32_t first_line;
} fault_count;

typedef struct model_builder {
    obj_source *source;
    import_model *model;
    import_record_set vertices; /* of import_vertex */
    size_t triangle_room;
    uint32_t *face_order;
    uint32_t *first_face; /* for each part, where its faces begin in face_order; and the end */
    double (*points)[3];
    size_t point_room;
    uint32_t *corner_numbers; /* of the face's corners, without repeated ones */
    size_t number_room;
    uint32_t *cut; /* the corner numbers of the triangles of one face */
    size_t cut_room;
    uint64_t budget;
    const mtl_material *material;
    fault_count degenerate, too_few, not_flat, crossing;
} model_builder;

static void note(fault_count *fault, uint64_t count, uint32_t line) {
    if (count > 0 && fault->count == 0) {
        fault->first_line = line;
    }
    fault->count += count;
}

/* Sorts the faces by part, keeping the order within each. */
static bool sort_faces(model_builder *b) {
    const obj_source *source = b->source;
    uint32_t parts = source->parts.count;

    b->face_order = malloc((source->face_count + 1) * sizeof *b->face_order);
    b->first_face = calloc((size_t)parts + 2, sizeof *b->first_face);
    if (b->face_order == NULL || b->first_face == NULL) {
        return false;
    }
    for (size_t i = 0; i < source->face_count; i++) {
        b->first_face[source->faces[i].part + 2]++;
    }
    for (uint32_t i = 2; i < parts + 2; i++) {
        b->first_face[i] += b->first_face[i - 1];
    }
    for (size_t i = 0; i < source->face_count; i++) {
        b->face_order[b->first_face[source->faces[i].part + 1]++] = (uint32_t)i;
    }
    return true;
}

static bool make_room(model_builder *b, size_t corners) {
    void *points = b->points;
    void *numbers = b->corner_numbers;
    void *cut = b->cut;
    bool ok = import_grow(&points, &b->point_room, corners, sizeof *b->points);

    b->points = points;
    ok = ok && import_grow(&numbers, &b->number_room, corners, sizeof *b->corner_numbers);
    b->corner_numbers = numbers;
    ok = ok && import_grow(&cut, &b->cut_room, 3 * corners, sizeof *b->cut);
    b->cut = cut;
    return ok;
}

/* The face's points as doubles, leaving out corners at the place of the corner before. Returns how many points
 * are left. */
static size_t gather_points(model_builder *b, const obj_face *face) {
    const obj_source *source = b->source;
    size_t count = 0;

    for (uint32_t i = 0; i < face->corner_count; i++) {
        const float *position = source->positions[source->corners[face->first_corner + i].position];
        double wide[3] = {(double)position[0], (double)position[1], (double)position[2]};
        if (count > 0 && memcmp(wide, b->points[count - 1], sizeof wide) == 0) {
            continue;
        }
        memcpy(b->points[count], wide, sizeof wide);
        b->corner_numbers[count++] = i;
    }
    while (count > 1 && memcmp(b->points[0], b->points[count - 1], sizeof b->points[0]) == 0) {
        count--;
    }
    return count;
}

static uint32_t add_vertex(model_builder *b, const obj_corner *corner) {
    const obj_source *source = b->source;
    import_vertex vertex;

    memset(&vertex, 0, sizeof vertex);
    memcpy(vertex.position, source->positions[corner->position], sizeof vertex.position);
    memcpy(vertex.normal, source->normals[corner->normal], sizeof vertex.normal);
    import_vertex_colour(b->model, &vertex,
                         source->colours == NULL ? NULL : source->colours[corner->position], 3);
    if (corner->uv != OBJ_NONE) {
        const float *uv = source->uvs[corner->uv];
        double u = (double)uv[0] * (double)b->material->uv_scale[0] + (double)b->material->uv_offset[0];
        double v = (double)uv[1] * (double)b->material->uv_scale[1] + (double)b->material->uv_offset[1];
        vertex.uv[0] = (float)u + 0.0f;
        vertex.uv[1] = (float)(1 - v) + 0.0f;
    }
    return import_record_set_add(&b->vertices, &vertex);
}

static bool add_triangles(model_builder *b, const obj_face *face, size_t count) {
    import_model *model = b->model;
    void *indices = model->indices;
    size_t total = (size_t)model->triangle_count + count;

    if (total > UINT32_MAX / 3 ||
        !import_grow(&indices, &b->triangle_room, total, 3 * sizeof *model->indices)) {
        return false;
    }
    model->indices = indices;
    for (size_t i = 0; i < 3 * count; i++) {
        uint32_t corner = b->corner_numbers[b->cut[i]];
        uint32_t vertex = add_vertex(b, &b->source->corners[face->first_corner + corner]);
        if (vertex == IMPORT_INTERN_FAILED) {
            return false;
        }
        model->indices[3 * (size_t)model->triangle_count + i] = vertex;
    }
    model->triangle_count = (uint32_t)total;
    return true;
}

static bool add_face(model_builder *b, const obj_face *face) {
    if (face->corner_count < 3) {
        note(&b->too_few, 1, face->line);
        return true;
    }
    if (!make_room(b, face->corner_count)) {
        return false;
    }
    size_t count = gather_points(b, face);
    if (count < 3) {
        note(&b->degenerate, 1, face->line);
        return true;
    }
    import_polygon_result result =
        import_triangulate((const double(*)[3])b->points, count, b->cut, &b->budget);
    note(&b->degenerate, result.degenerate_count, face->line);
    note(&b->not_flat, result.not_flat ? 1 : 0, face->line);
    note(&b->crossing, result.crosses_itself ? 1 : 0, face->line);
    return !result.out_of_memory && add_triangles(b, face, result.triangle_count);
}

static bool start_part(model_builder *b, uint32_t part, uint32_t material) {
    const obj_source *source = b->source;
    obj_part names;
    import_part *to = &b->model->parts[b->model->part_count];

    memcpy(&names, source->parts.records + part * sizeof names, sizeof names);
    const char *object = source->names.names[names.object];
    const char *group = source->names.names[names.group];
    to->object = import_copy_name(object, strlen(object));
    to->group = import_copy_name(group, strlen(group));
    to->material = material;
    to->first_triangle = b->model->triangle_count;
    b->model->part_count++;
    return to->object != NULL && to->group != NULL;
}

static bool add_part(model_builder *b, uint32_t part, uint32_t material) {
    import_model *model = b->model;

    if (!start_part(b, part, material)) {
        return false;
    }
    for (uint32_t i = b->first_face[part]; i < b->first_face[part + 1]; i++) {
        if (!add_face(b, &b->source->faces[b->face_order[i]])) {
            return false;
        }
    }
    import_part *to = &model->parts[model->part_count - 1];
    to->triangle_count = model->triangle_count - to->first_triangle;
    if (to->triangle_count == 0) {
        free(to->object);
        free(to->group);
        memset(to, 0, sizeof *to);
        model->part_count--;
    }
    return true;
}

static bool start_material(model_builder *b, uint32_t index) {
    const char *name = b->source->materials.names[index];
    import_material *to = &b->model->materials[index];

    *to = b->material->values;
    to->texture = NULL;
    b->model->material_count = index + 1;
    for (int k = 0; !to->defined && b->source->colours != NULL && k < 3; k++) to->diffuse[k] = 1;
    to->name = import_copy_name(name, strlen(name));
    if (b->material->values.texture != NULL) {
        to->texture = import_copy_name(b->material->values.texture, strlen(b->material->values.texture));
    }
    if (!to->defined && name[0] != '\0') {
        import_model_warn(b->model,
                          "%s: the material '%s' is not in any material file; it becomes plain grey",
                          b->source->name, name);
    }
    to->first_triangle = b->model->triangle_count;
    return to->name != NULL && (to->texture != NULL || b->material->values.texture == NULL);
}

/* The parts of each material as a linked list: the first part of a material, and after each part the next one. */
static bool link_parts(const obj_source *source, uint32_t **first, uint32_t **next) {
    *first = malloc(((size_t)source->materials.count + 1) * sizeof **first);
    *next = malloc(((size_t)source->parts.count + 1) * sizeof **next);
    if (*first == NULL || *next == NULL) {
        return false;
    }
    memset(*first, 0xFF, source->materials.count * sizeof **first);
    for (uint32_t part = source->parts.count; part-- > 0;) {
        obj_part record;
        memcpy(&record, source->parts.records + part * sizeof record, sizeof record);
        (*next)[part] = (*first)[record.material];
        (*first)[record.material] = part;
    }
    return true;
}

static bool add_materials(model_builder *b, const uint32_t *first, const uint32_t *next) {
    const obj_source *source = b->source;

    for (uint32_t i = 0; i < source->materials.count; i++) {
        mtl_material material = import_mtl_find(&source->library, source->materials.names[i]);
        b->material = &material;
        bool ok = start_material(b, i);
        for (uint32_t part = first[i]; ok && part != OBJ_NONE; part = next[part]) {
            ok = add_part(b, part, i);
        }
        b->material = NULL;
        if (!ok) {
            return false;
        }
        import_material *to = &b->model->materials[i];
        to->triangle_count = b->model->triangle_count - to->first_triangle;
    }
    return true;
}

static void warn_of(const model_builder *b, const fault_count *fault, const char *what) {
    if (fault->count > 0) {
        import_model_warn(b->model, "%s:%lu: %llu %s", b->source->name, (unsigned long)fault->first_line,
                          (unsigned long long)fault->count, what);
    }
}

static bool build(model_builder *b) {
    const obj_source *source = b->source;
    import_model *model = b->model;
    uint32_t *first = NULL;
    uint32_t *next = NULL;

    model->materials = calloc((size_t)source->materials.count + 1, sizeof *model->materials);
    model->parts = calloc((size_t)source->parts.count + 1, sizeof *model->parts);
    bool ok = model->materials != NULL && model->parts != NULL && sort_faces(b) &&
              link_parts(source, &first, &next) && add_materials(b, first, next);
    free(first);
    free(next);
    return ok;
}

static void fill_flags(const obj_source *source, import_model *model) {
    model->uvs_complete = true;
    for (size_t i = 0; i < source->corner_count; i++) {
        bool has_uv = source->corners[i].uv != OBJ_NONE;
        model->source_has_uvs = model->source_has_uvs || has_uv;
        model->uvs_complete = model->uvs_complete && has_uv;
    }
    model->source_positions = (uint32_t)source->position_count;
    model->source_faces = (uint32_t)source->face_count;
}

bool import_obj_build(obj_source *source) {
    model_builder b;
    import_model *model = source->model;

    if (!import_obj_complete_normals(source)) {
        return false;
    }
    memset(&b, 0, sizeof b);
    b.source = source;
    b.model = model;
    b.vertices.record_size = sizeof(import_vertex);
    b.budget = CLIPPING_BUDGET;
    fill_flags(source, model);
    bool ok = build(&b);
    model->vertices = (import_vertex *)(void *)b.vertices.records;
    model->vertex_count = b.vertices.count;
    b.vertices.records = NULL;
    import_record_set_free(&b.vertices);
    free(b.face_order);
    free(b.first_face);
    free(b.points);
    free(b.corner_numbers);
    free(b.cut);
    if (!ok) {
        return import_error_memory(source->error, source->name);
    }
    model->degenerate_triangles = (uint32_t)(b.degenerate.count + b.too_few.count);
    warn_of(&b, &b.degenerate, "triangles without area were dropped; the first stands in this line");
    warn_of(&b, &b.too_few,
            "faces with fewer than three corners were dropped; the first stands in this line");
    warn_of(&b, &b.not_flat, "faces are not flat, so their cut is a guess; the first stands in this line");
    warn_of(&b, &b.crossing,
            "faces cross themselves, so their cut is a guess; the first stands in this line");
    if (model->triangle_count == 0) {
        const fault_count *first = b.degenerate.count > 0 ? &b.degenerate : &b.too_few;
        unsigned long line = first->count > 0 ? (unsigned long)first->first_line : 1;
        return import_error_line(source->error, source->name, line, "no face has any area; check the export");
    }
    return true;
}
