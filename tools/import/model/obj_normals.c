/* Computes the normals that an OBJ file leaves out, by smoothing group and weighted by angle. */
#include "tools/import/model/obj_source.h"

#include "tools/import/base/angle.h"
#include "tools/import/model/scene.h"
#include "tools/import/model/triangulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* A place, the smoothing group of the faces that share a normal there, and the role of their object: a simpler
 * form of a thing lies in the same place, but is never seen beside it. */
typedef struct normal_key {
    uint32_t place;
    uint32_t smoothing;
    uint32_t role;
} normal_key;

typedef struct normal_builder {
    obj_source *source;
    uint32_t *places;       /* for each position the number of its place: equal positions share one */
    import_record_set keys; /* of normal_key */
    double (*sums)[3];      /* one for each key */
    size_t sum_room;
    uint32_t *key_normals; /* index into source->normals for each key, OBJ_NONE until the normal is needed */
    double (*points)[3];
    size_t point_room;
} normal_builder;

static double length_of(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

static bool gather_points(normal_builder *b, const obj_face *face) {
    void *points = b->points;
    bool room = import_grow(&points, &b->point_room, face->corner_count, sizeof *b->points);

    b->points = points;
    for (uint32_t i = 0; room && i < face->corner_count; i++) {
        for (int k = 0; k < 3; k++) {
            b->points[i][k] =
                (double)b->source->positions[b->source->corners[face->first_corner + i].position][k];
        }
    }
    return room;
}

/* The angle of the polygon at corner i, above pi where it turns inward. */
static double corner_angle(const double (*points)[3], uint32_t count, uint32_t i, const double normal[3]) {
    const double *here = points[i];
    const double *before = points[i == 0 ? count - 1 : i - 1];
    const double *after = points[i + 1 == count ? 0 : i + 1];
    double a[3];
    double b[3];

    for (int k = 0; k < 3; k++) {
        a[k] = after[k] - here[k];
        b[k] = before[k] - here[k];
    }
    double cross[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    double side = cross[0] * normal[0] + cross[1] * normal[1] + cross[2] * normal[2];
    double angle = import_atan2(length_of(cross), dot);
    return side < 0 ? 2 * IMPORT_PI - angle : angle;
}

/* The unit normal of the face whose points have been gathered; false when the face has no area. */
static bool face_normal(const normal_builder *b, const obj_face *face, double normal[3]) {
    import_polygon_normal((const double(*)[3])b->points, face->corner_count, normal);
    double length = length_of(normal);
    if (!(length > 0)) {
        return false;
    }
    for (int k = 0; k < 3; k++) {
        normal[k] /= length;
    }
    return true;
}

static uint32_t smoothing_of(const obj_source *source, const obj_face *face) {
    return source->smoothing_seen ? face->smoothing : 1;
}

static uint32_t role_of(const obj_source *source, const obj_face *face) {
    obj_part part;
    uint32_t level = 0;
    memcpy(&part, source->parts.records + face->part * sizeof part, sizeof part);
    import_role role = import_role_of(source->names.names[part.object], &level);
    return (uint32_t)role * 16 + level;
}

static uint32_t key_of(normal_builder *b, const obj_face *face, uint32_t corner) {
    normal_key key = {b->places[b->source->corners[face->first_corner + corner].position],
                      smoothing_of(b->source, face), role_of(b->source, face)};

    return import_record_set_add(&b->keys, &key);
}

static bool add_face(normal_builder *b, const obj_face *face) {
    double normal[3];

    if (smoothing_of(b->source, face) == 0) {
        return true;
    }
    if (!gather_points(b, face)) {
        return false;
    }
    bool has_area = face_normal(b, face, normal);
    for (uint32_t i = 0; i < face->corner_count; i++) {
        uint32_t known = b->keys.count;
        uint32_t key = key_of(b, face, i);
        void *sums = b->sums;
        if (key == IMPORT_INTERN_FAILED ||
            !import_grow(&sums, &b->sum_room, (size_t)key + 1, sizeof *b->sums)) {
            return false;
        }
        b->sums = sums;
        if (key == known) {
            memset(b->sums[key], 0, sizeof b->sums[key]);
        }
        double angle =
            has_area ? corner_angle((const double(*)[3])b->points, face->corner_count, i, normal) : 0;
        for (int k = 0; has_area && k < 3; k++) {
            b->sums[key][k] += angle * normal[k];
        }
    }
    return true;
}

/* Appends a normal of unit length; a direction of no length becomes straight up. */
static bool append_normal(obj_source *source, const double direction[3], uint32_t *index) {
    void *normals = source->normals;
    bool room =
        import_grow(&normals, &source->normal_room, source->normal_count + 1, sizeof *source->normals);
    double length = length_of(direction);

    source->normals = normals;
    if (!room || source->normal_count >= OBJ_NONE) {
        return false;
    }
    for (int k = 0; k < 3; k++) {
        double value = length > 0 ? direction[k] / length : (k == 1 ? 1.0 : 0.0);
        source->normals[source->normal_count][k] = (float)value + 0.0f;
    }
    *index = (uint32_t)source->normal_count++;
    return true;
}

static bool assign_corner(normal_builder *b, const obj_face *face, uint32_t i, uint32_t *flat) {
    obj_corner *corner = &b->source->corners[face->first_corner + i];
    uint32_t key = smoothing_of(b->source, face) == 0 ? OBJ_NONE : key_of(b, face, i);

    if (key != OBJ_NONE && length_of(b->sums[key]) > 1e-6) {
        if (b->key_normals[key] == OBJ_NONE &&
            !append_normal(b->source, b->sums[key], &b->key_normals[key])) {
            return false;
        }
        corner->normal = b->key_normals[key];
        return true;
    }
    if (*flat == OBJ_NONE) {
        double normal[3];
        if (!gather_points(b, face)) {
            return false;
        }
        face_normal(b, face, normal);
        if (!append_normal(b->source, normal, flat)) {
            return false;
        }
    }
    corner->normal = *flat;
    return true;
}

static bool assign_face(normal_builder *b, const obj_face *face) {
    uint32_t flat = OBJ_NONE;

    for (uint32_t i = 0; i < face->corner_count; i++) {
        if (b->source->corners[face->first_corner + i].normal == OBJ_NONE &&
            !assign_corner(b, face, i, &flat)) {
            return false;
        }
    }
    return true;
}

static bool number_places(normal_builder *b) {
    import_record_set set;

    memset(&set, 0, sizeof set);
    set.record_size = sizeof(float[3]);
    b->places = malloc((b->source->position_count + 1) * sizeof *b->places);
    bool ok = b->places != NULL;
    for (size_t i = 0; ok && i < b->source->position_count; i++) {
        b->places[i] = import_record_set_add(&set, b->source->positions[i]);
        ok = b->places[i] != IMPORT_INTERN_FAILED;
    }
    import_record_set_free(&set);
    return ok;
}

static bool build_missing(normal_builder *b) {
    obj_source *source = b->source;

    if (!number_places(b)) {
        return false;
    }
    for (size_t i = 0; i < source->face_count; i++) {
        if (!add_face(b, &source->faces[i])) {
            return false;
        }
    }
    b->key_normals = malloc(((size_t)b->keys.count + 1) * sizeof *b->key_normals);
    if (b->key_normals == NULL) {
        return false;
    }
    memset(b->key_normals, 0xFF, (size_t)b->keys.count * sizeof *b->key_normals);
    for (size_t i = 0; i < source->face_count; i++) {
        if (!assign_face(b, &source->faces[i])) {
            return false;
        }
    }
    return true;
}

/* Brings the file's own normals to unit length. Corners whose normal has no length count as having no normal. */
static bool use_given_normals(obj_source *source) {
    bool complete = true;

    for (size_t i = 0; i < source->normal_count; i++) {
        double wide[3] = {(double)source->normals[i][0], (double)source->normals[i][1],
                          (double)source->normals[i][2]};
        double length = length_of(wide);
        for (int k = 0; k < 3; k++) {
            source->normals[i][k] = length > 0 ? (float)(wide[k] / length) + 0.0f : 0;
        }
    }
    for (size_t i = 0; i < source->corner_count; i++) {
        obj_corner *corner = &source->corners[i];
        if (corner->normal != OBJ_NONE) {
            const float *normal = source->normals[corner->normal];
            source->model->source_has_normals = true;
            if (normal[0] == 0 && normal[1] == 0 && normal[2] == 0) {
                corner->normal = OBJ_NONE;
            }
        }
        complete = complete && corner->normal != OBJ_NONE;
    }
    return complete;
}

bool import_obj_complete_normals(obj_source *source) {
    normal_builder b;

    source->model->source_has_smoothing = source->smoothing_seen;
    if (use_given_normals(source)) {
        return true;
    }
    memset(&b, 0, sizeof b);
    b.source = source;
    b.keys.record_size = sizeof(normal_key);
    bool ok = build_missing(&b);
    free(b.places);
    free(b.sums);
    free(b.key_normals);
    free(b.points);
    import_record_set_free(&b.keys);
    return ok || import_error_memory(source->error, source->name);
}
