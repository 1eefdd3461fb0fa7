/* IQM files: header, tables and meshes. */
#include "tools/import/model/iqm.h"
#include "tools/import/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/file.h"
#include "tools/import/base/intern.h"
#include "tools/import/model/iqm_source.h"
#include "tools/import/text/json.h"

enum { MESH_SIZE = 24, ARRAY_SIZE = 20, TRIANGLE_SIZE = 12 };

typedef enum array_kind {
    ARRAY_POSITION,
    ARRAY_UV,
    ARRAY_NORMAL,
    ARRAY_TANGENT,
    ARRAY_JOINTS,
    ARRAY_WEIGHTS,
    ARRAY_COLOUR,
    ARRAY_KINDS
} array_kind;

/* The place of a vertex array; width 0: the file lacks it. */
typedef struct vertex_array {
    uint32_t format, width;
    size_t at;
} vertex_array;

/* ---- numbers ---- */

bool iqm_memory(const iqm_source *source) { return import_error_memory(source->error, source->name); }

uint32_t iqm_word(const iqm_source *source, size_t at) {
    const uint8_t *b = source->data + at;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

bool iqm_float(const iqm_source *source, size_t at, double *value) {
    float number;
    uint32_t bits = iqm_word(source, at);
    memcpy(&number, &bits, sizeof number);
    *value = (double)number;
    if (fabs(*value) <= 1e15) return true;
    return import_error_offset(source->error, source->name, at,
                               "this is no number, or beyond 1e15; export the file again");
}

char *iqm_text(const iqm_source *source, size_t named_at, uint32_t place) {
    const uint32_t *h = source->header;
    if (h[IQM_TEXTS] == 0 && place == 0) return import_copy_name("", 0);
    const char *texts = (const char *)source->data + h[IQM_TEXT_AT];
    const char *end = place < h[IQM_TEXTS] ? memchr(texts + place, 0, h[IQM_TEXTS] - place) : NULL;
    if (end == NULL) {
        import_error_offset(
            source->error, source->name, named_at,
            "a name begins at byte %lu of %lu of the texts and does not end; export the file again",
            (unsigned long)place, (unsigned long)h[IQM_TEXTS]);
        return NULL;
    }
    char *copy = import_copy_name(texts + place, (size_t)(end - texts) - place);
    if (copy == NULL) iqm_memory(source);
    for (char *c = copy; c != NULL && *c != 0 && !import_utf8_is_valid(copy, strlen(copy)); c++) {
        if ((unsigned char)*c >= 0x80) *c = '?'; /* names of old exporters */
    }
    return copy;
}

bool iqm_spend(iqm_source *source, size_t at, uint64_t bytes) {
    if (bytes > source->budget)
        return import_error_offset(source->error, source->name, at,
                                   "the same data is used far too often to fit the memory; split the file");
    source->budget -= bytes;
    return true;
}

/* ---- tables ---- */

static bool check_table(const iqm_source *source, iqm_field count, iqm_field place, uint64_t size) {
    uint64_t at = source->header[place], bytes = source->header[count] * size;
    if (bytes == 0 || (at >= IQM_HEADER && at + bytes <= source->size)) return true;
    return import_error_offset(
        source->error, source->name, 16 + 4 * (size_t)count,
        "%lu entries at byte %llu reach beyond the end; the file was cut short, copy it again",
        (unsigned long)source->header[count], (unsigned long long)at);
}

static bool read_header(iqm_source *source) {
    if (source->size < IQM_HEADER || memcmp(source->data, "INTERQUAKEMODEL", 16) != 0)
        return import_error_offset(source->error, source->name, 0,
                                   "this is no IQM file; export it as IQM again");
    for (size_t i = 0; i < IQM_FIELDS; i++) source->header[i] = iqm_word(source, 16 + 4 * i);
    const uint32_t *h = source->header;
    if (h[IQM_VERSION] != 2)
        return import_error_offset(source->error, source->name, 16,
                                   "version %lu; only 2 is read, export as that",
                                   (unsigned long)h[IQM_VERSION]);
    if (h[IQM_FILE_SIZE] > source->size)
        return import_error_offset(
            source->error, source->name, 20,
            "should be %lu bytes long, but is %zu; the file was cut short, copy it again",
            (unsigned long)h[IQM_FILE_SIZE], source->size);
    uint64_t frame = (uint64_t)h[IQM_FRAME_CHANNELS] * 2;
    if (!check_table(source, IQM_TEXTS, IQM_TEXT_AT, 1) ||
        !check_table(source, IQM_MESHES, IQM_MESH_AT, MESH_SIZE) ||
        !check_table(source, IQM_ARRAYS, IQM_ARRAY_AT, ARRAY_SIZE) ||
        !check_table(source, IQM_TRIANGLES, IQM_TRIANGLE_AT, TRIANGLE_SIZE) ||
        !check_table(source, IQM_JOINTS, IQM_JOINT_AT, 48) ||
        !check_table(source, IQM_POSES, IQM_POSE_AT, 88) ||
        !check_table(source, IQM_ANIMATIONS, IQM_ANIMATION_AT, 20) ||
        !check_table(source, IQM_FRAMES, IQM_FRAME_AT, frame))
        return false;
    if (h[IQM_JOINTS] <= IMPORT_SCENE_JOINTS && h[IQM_POSES] <= IMPORT_SCENE_JOINTS) return true;
    return import_error_offset(source->error, source->name, 16 + 4 * IQM_JOINTS,
                               "more than %d joints; simplify the skeleton", IMPORT_SCENE_JOINTS);
}

static bool find_arrays(const iqm_source *source, vertex_array arrays[ARRAY_KINDS]) {
    static const uint8_t bytes[9] = {1, 1, 2, 2, 4, 4, 2, 4, 8};
    static const uint8_t least[ARRAY_KINDS] = {3, 2, 3, 4, 4, 4, 3},
                         most[ARRAY_KINDS] = {4, 4, 4, 4, 4, 4, 4};
    const uint32_t *h = source->header;
    for (uint32_t i = 0; i < h[IQM_ARRAYS]; i++) {
        size_t at = h[IQM_ARRAY_AT] + (size_t)i * ARRAY_SIZE;
        uint32_t kind = iqm_word(source, at), format = iqm_word(source, at + 8),
                 width = iqm_word(source, at + 12);
        uint64_t place = iqm_word(source, at + 16);
        if (kind >= ARRAY_KINDS) continue;
        if (format > 8 || width < least[kind] || width > most[kind])
            return import_error_offset(
                source->error, source->name, at,
                "vertex array %lu has %lu numbers of format %lu; export the file again", (unsigned long)i,
                (unsigned long)width, (unsigned long)format);
        if (place + (uint64_t)h[IQM_VERTICES] * width * bytes[format] > source->size)
            return import_error_offset(
                source->error, source->name, at + 16,
                "vertex array %lu reaches beyond the end; the file was cut short, copy it again",
                (unsigned long)i);
        arrays[kind] = (vertex_array){format, width, (size_t)place};
    }
    if (arrays[ARRAY_POSITION].width > 0 || h[IQM_MESHES] == 0) return true;
    return import_error_offset(source->error, source->name, 16 + 4 * IQM_ARRAYS,
                               "meshes without positions; export the file again");
}

/* ---- vertices ---- */

static double half_float(uint32_t bits) {
    double sign = bits & 0x8000 ? -1 : 1, mantissa = bits & 0x3FF;
    int exponent = (int)(bits >> 10 & 31);
    if (exponent == 31) return INFINITY;
    return sign * (exponent == 0 ? ldexp(mantissa, -24) : ldexp(mantissa + 1024, exponent - 25));
}

/* Number k of a vertex. With `unit`, whole numbers become 0..1 or -1..1. */
static double array_number(const iqm_source *source, const vertex_array *array, uint32_t vertex, uint32_t k,
                           bool unit) {
    static const uint8_t bytes[9] = {1, 1, 2, 2, 4, 4, 2, 4, 8};
    static const double limits[6] = {127, 255, 32767, 65535, 2147483647.0, 4294967295.0};
    const uint8_t *b = source->data + array->at + ((size_t)vertex * array->width + k) * bytes[array->format];
    uint64_t raw = 0;
    float single;
    double number;
    for (uint32_t i = 0; i < bytes[array->format]; i++) raw |= (uint64_t)b[i] << (8 * i);
    uint32_t low = (uint32_t)raw;
    switch (array->format) {
    case 6:
        return half_float(low);
    case 7:
        memcpy(&single, &low, sizeof single);
        return (double)single;
    case 8:
        memcpy(&number, &raw, sizeof number);
        return number;
    default:
        break;
    }
    bool is_signed = array->format % 2 == 0;
    number = (double)low;
    if (is_signed && number > limits[array->format]) number -= 2 * (limits[array->format] + 1);
    if (!unit) return number;
    return number < -limits[array->format] ? -1 : number / limits[array->format];
}

/* `width` numbers of `count` vertices as floats; NULL after a fault. */
static float *read_array(iqm_source *source, const vertex_array *array, uint32_t first, uint32_t count,
                         uint32_t width, bool unit) {
    if (!iqm_spend(source, array->at, (uint64_t)count * width * sizeof(float))) return NULL;
    float *values = malloc(((size_t)count * width + 1) * sizeof *values);
    if (values == NULL) {
        iqm_memory(source);
        return NULL;
    }
    for (uint32_t v = 0; v < count; v++) {
        for (uint32_t k = 0; k < width; k++) {
            double number = k < array->width ? array_number(source, array, first + v, k, unit) : 1;
            if (!(fabs(number) <= 1e15)) {
                import_error_offset(
                    source->error, source->name, array->at,
                    "vertex %lu of this array is no number, or beyond 1e15; export the file again",
                    (unsigned long)(first + v));
                free(values);
                return NULL;
            }
            values[(size_t)v * width + k] = (float)number;
        }
    }
    return values;
}

static void unit_normals(float *values, uint32_t count) {
    for (uint32_t v = 0; values != NULL && v < count; v++) {
        double square = 0;
        float *n = values + (size_t)v * 3;
        for (int k = 0; k < 3; k++) square += (double)n[k] * (double)n[k];
        for (int k = 0; k < 3; k++)
            n[k] = square > 0 ? (float)((double)n[k] / sqrt(square)) : k == 2 ? 1.0f : 0.0f;
    }
}

static bool read_joint_numbers(iqm_source *source, const vertex_array arrays[ARRAY_KINDS], uint32_t first,
                               import_primitive *primitive) {
    uint32_t count = primitive->vertex_count,
             joints = source->scene->skin_count == 0 ? 0 : source->scene->skins[0].joint_count;
    const vertex_array *numbers = &arrays[ARRAY_JOINTS], *weights = &arrays[ARRAY_WEIGHTS];
    if (numbers->width == 0 || weights->width == 0 || joints == 0) return true;
    float *values = read_array(source, weights, first, count, 4, true);
    if (values == NULL) return false;
    primitive->weights = (float(*)[4])(void *)values;
    primitive->joints = malloc(((size_t)count + 1) * sizeof *primitive->joints);
    if (primitive->joints == NULL) return iqm_memory(source);
    for (uint32_t v = 0; v < count; v++) {
        double sum = 0;
        for (int k = 0; k < 4; k++) sum += fmax(0, (double)primitive->weights[v][k]);
        for (uint32_t k = 0; k < 4; k++) {
            double weight = fmax(0, (double)primitive->weights[v][k]),
                   joint = array_number(source, numbers, first + v, k, false);
            primitive->weights[v][k] = sum > 0 ? (float)(weight / sum) : k == 0 ? 1.0f : 0.0f;
            bool used = primitive->weights[v][k] > 0;
            if (used && !(joint >= 0 && joint < joints))
                return import_error_offset(
                    source->error, source->name, numbers->at,
                    "vertex %lu names joint %.0f, but there are %lu; export the file again",
                    (unsigned long)(first + v), joint, (unsigned long)joints);
            primitive->joints[v][k] = used ? (uint16_t)joint : 0;
        }
    }
    return true;
}

static bool read_vertices(iqm_source *source, const vertex_array arrays[ARRAY_KINDS], uint32_t first,
                          import_primitive *primitive) {
    uint32_t count = primitive->vertex_count;
    float *values = read_array(source, &arrays[ARRAY_POSITION], first, count, 3, false);
    primitive->positions = (float(*)[3])(void *)values;
    if (values == NULL) return false;
    if (arrays[ARRAY_NORMAL].width > 0) {
        values = read_array(source, &arrays[ARRAY_NORMAL], first, count, 3, true);
        primitive->normals = (float(*)[3])(void *)values;
        if (values == NULL) return false;
        unit_normals(values, count);
    }
    if (arrays[ARRAY_TANGENT].width > 0) {
        values = read_array(source, &arrays[ARRAY_TANGENT], first, count, 4, true);
        primitive->tangents = (float(*)[4])(void *)values;
        if (values == NULL) return false;
    }
    if (arrays[ARRAY_UV].width > 0) {
        values = read_array(source, &arrays[ARRAY_UV], first, count, 2, true);
        primitive->uvs[0] = (float(*)[2])(void *)values;
        if (values == NULL) return false;
    }
    if (arrays[ARRAY_COLOUR].width > 0) {
        values = read_array(source, &arrays[ARRAY_COLOUR], first, count, 4, true);
        primitive->colours = (float(*)[4])(void *)values;
        if (values == NULL) return false;
    }
    return read_joint_numbers(source, arrays, first, primitive);
}

/* ---- meshes ---- */

static bool read_triangles(iqm_source *source, uint32_t first_triangle, uint32_t first,
                           import_primitive *primitive) {
    size_t count = primitive->triangle_count;
    size_t at = source->header[IQM_TRIANGLE_AT] + (size_t)first_triangle * TRIANGLE_SIZE;
    if (!iqm_spend(source, at, count * TRIANGLE_SIZE)) return false;
    primitive->indices = malloc((count * 3 + 1) * sizeof *primitive->indices);
    if (primitive->indices == NULL) return iqm_memory(source);
    for (size_t t = 0; t < count; t++) {
        for (size_t k = 0; k < 3; k++) {
            size_t place = at + t * TRIANGLE_SIZE + (2 - k) * 4; /* clockwise in the file */
            uint32_t index = iqm_word(source, place);
            if (index < first || index - first >= primitive->vertex_count)
                return import_error_offset(
                    source->error, source->name, place,
                    "a triangle names vertex %lu, its mesh has %lu to %llu; export the file again",
                    (unsigned long)index, (unsigned long)first,
                    (unsigned long long)first + primitive->vertex_count - 1);
            primitive->indices[t * 3 + k] = index - first;
        }
    }
    return true;
}

/* Gives a material the picture of its name beside the file, if there is one. */
static bool find_texture(const iqm_source *source, import_material *material) {
    if (!source->use_files || strchr(material->name, '.') == NULL) return true;
    char *path = import_file_resolve(source->name, material->name);
    if (path == NULL) return iqm_memory(source);
    if (import_file_exists(path)) {
        material->texture = path;
        for (int k = 0; k < 3; k++) material->diffuse[k] = 1;
    } else {
        free(path);
    }
    return true;
}

/* The number of the material of that name, a new one when there is none. Takes the name over. */
static bool use_material(iqm_source *source, char *name, uint32_t *number) {
    import_scene *scene = source->scene;
    for (*number = 0; *number < scene->material_count; ++*number) {
        if (strcmp(scene->materials[*number].name, name) == 0) {
            free(name);
            return true;
        }
    }
    import_material *material = &scene->materials[scene->material_count++];
    material->name = name;
    for (int k = 0; k < 3; k++) material->diffuse[k] = 0.8f;
    material->opacity = 1;
    material->shininess = 1;
    return find_texture(source, material);
}

static bool read_mesh(iqm_source *source, const vertex_array arrays[ARRAY_KINDS], uint32_t i) {
    const uint32_t *h = source->header;
    import_scene *scene = source->scene;
    size_t at = h[IQM_MESH_AT] + (size_t)i * MESH_SIZE;
    import_mesh *mesh = &scene->meshes[scene->mesh_count++];
    import_node *node = &scene->nodes[scene->node_count++];
    uint32_t first = iqm_word(source, at + 8), vertices = iqm_word(source, at + 12);
    uint32_t first_triangle = iqm_word(source, at + 16), triangles = iqm_word(source, at + 20);
    if ((uint64_t)first + vertices > h[IQM_VERTICES] ||
        (uint64_t)first_triangle + triangles > h[IQM_TRIANGLES])
        return import_error_offset(
            source->error, source->name, at + 8,
            "mesh %lu uses more vertices or triangles than there are; export the file again",
            (unsigned long)i);
    *node = (import_node){
        .parent = -1, .mesh = (int32_t)i, .skin = scene->skin_count > 0 ? 0 : -1, .shown = true};
    for (int k = 0; k < 3; k++) node->scale[k] = 1;
    node->rotation[3] = 1;
    mesh->name = iqm_text(source, at, iqm_word(source, at));
    if (mesh->name == NULL) return false;
    node->name = import_copy_name(mesh->name, strlen(mesh->name));
    mesh->primitives = calloc(1, sizeof *mesh->primitives);
    char *material = iqm_text(source, at + 4, iqm_word(source, at + 4));
    if (material == NULL) return false;
    if (node->name == NULL || mesh->primitives == NULL) {
        free(material);
        return iqm_memory(source);
    }
    mesh->primitive_count = 1;
    import_primitive *primitive = &mesh->primitives[0];
    primitive->vertex_count = vertices;
    primitive->triangle_count = triangles;
    return use_material(source, material, &primitive->material) &&
           read_vertices(source, arrays, first, primitive) &&
           read_triangles(source, first_triangle, first, primitive);
}

static bool read_all(iqm_source *source) {
    vertex_array arrays[ARRAY_KINDS];
    import_scene *scene = source->scene;
    memset(arrays, 0, sizeof arrays);
    if (!read_header(source) || !find_arrays(source, arrays)) return false;
    uint32_t meshes = source->header[IQM_MESHES];
    if (meshes > 4096)
        return import_error_offset(source->error, source->name, 16 + 4 * IQM_MESHES,
                                   "more than 4096 meshes; join some");
    source->budget = ((uint64_t)64 << 20) + 64 * (uint64_t)source->size;
    memcpy(scene->axes, "LBU", 4);
    scene->axes_assumed = true;
    scene->meshes = calloc((size_t)meshes + 1, sizeof *scene->meshes);
    scene->materials = calloc((size_t)meshes + 1, sizeof *scene->materials);
    if (scene->meshes == NULL || scene->materials == NULL) return iqm_memory(source);
    if (!iqm_read_joints(source)) return false;
    for (uint32_t i = 0; i < meshes; i++) {
        if (!read_mesh(source, arrays, i)) return false;
    }
    return iqm_read_animations(source);
}

bool import_iqm_from_memory(const char *name, const void *data, size_t size, import_scene *scene,
                            tool_error *error) {
    iqm_source source = {.name = name, .error = error, .data = data, .size = size, .scene = scene};
    memset(scene, 0, sizeof *scene);
    bool ok = read_all(&source);
    if (!ok) import_scene_free(scene);
    return ok;
}

bool import_iqm_load(const char *path, import_scene *scene, tool_error *error) {
    iqm_source source = {.name = path, .error = error, .use_files = true, .scene = scene};
    uint8_t *data = NULL;
    memset(scene, 0, sizeof *scene);
    if (!import_file_read(path, &data, &source.size, error)) return false;
    source.data = data;
    bool ok = read_all(&source);
    free(data);
    if (!ok) import_scene_free(scene);
    return ok;
}
