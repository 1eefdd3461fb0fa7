/* Data and functions that the parts of the glTF importer share. Private to the importer. */
#ifndef OXCART_TOOLS_IMPORT_GLTF_GLTF_SOURCE_H
#define OXCART_TOOLS_IMPORT_GLTF_GLTF_SOURCE_H

#include "tools/import/model/scene.h"
#include "tools/import/text/json.h"

typedef struct gltf_bytes {
    const uint8_t *data;
    size_t size;
    uint8_t *owned; /* freed with the source, or NULL */
} gltf_bytes;

typedef struct gltf_source {
    const char *name;
    tool_error *error;
    bool use_files;
    import_json_document document;
    gltf_bytes binary;   /* the binary part of a .glb */
    gltf_bytes *buffers; /* buffer_count */
    uint32_t buffer_count;
    const import_json *accessors, *views, *images, *textures, *samplers; /* arrays, NULL when absent */
    uint64_t budget;                                                     /* bytes that may still be decoded */
    uint64_t held;                                                       /* bytes of all files */
    uint32_t *node_place; /* where each node of the file stands in the scene */
    uint32_t *most_joint; /* for each mesh, one more than the largest joint number that has a weight */
    uint32_t
        *image_picture; /* number + 1 in the scene's pictures, 0: not decoded yet, UINT32_MAX: it cannot be */
    import_scene *scene;
} gltf_source;

/* A place in the file for getters of json.h. */
#define GLTF_AT(source, object_)                                                                             \
    &(import_json_reader) { .document = &(source)->document, .object = (object_), .error = (source)->error }

bool gltf_memory(const gltf_source *source);

/* Reads an index below `count`, required or optional; *index is -1 when it is absent. */
bool gltf_index(const gltf_source *source, const import_json *object, const char *name, bool required,
                uint32_t count, int64_t *index);

/* Element i of an array after checking that it is an object. */
const import_json *gltf_element(const gltf_source *source, const import_json *array, uint32_t i);

/* A top-level array, NULL when absent (with *ok true). */
const import_json *gltf_list(const gltf_source *source, const char *name, bool *ok);
static inline uint32_t gltf_count(const import_json *array) { return array == NULL ? 0 : array->count; }

/* An extension of an object, NULL when the object lacks it. */
const import_json *gltf_extension(const import_json *object, const char *name);

/* A copy of the member `name`, "" when absent; NULL after a fault. */
char *gltf_name(const gltf_source *source, const import_json *object);

/* The extras of an object as text, NULL when there are none or no memory (which costs only the extras). */
char *gltf_extras(const import_json *object);

/* The bytes that an URI names: of a data URI or of a file beside the scene. */
bool gltf_uri(gltf_source *source, const import_json *uri, gltf_bytes *bytes);

/* A malloc'd path with %20 and the like decoded; NULL without memory. */
char *gltf_decode_percent(const char *uri);

/* ---- gltf_accessor.c ---- */

/* Decodes accessor `index` into floats (malloc'd; normalised integers to -1..1), `width` to an element (1
 * scalar, 2 to 4 vectors, 16 matrices). *count elements; at least one. Faults are reported at `at`. */
bool gltf_floats(gltf_source *source, const import_json *at, int64_t index, uint32_t width, float **values,
                 uint32_t *count);

/* Decodes an accessor into whole numbers: a scalar or four-vector accessor of u8, u16 or u32. */
bool gltf_numbers(gltf_source *source, const import_json *at, int64_t index, uint32_t width,
                  uint32_t **values, uint32_t *count);

/* The bytes of buffer view `index`. *stride is 0 when the view gives none. */
bool gltf_view(gltf_source *source, const import_json *at, int64_t index, gltf_bytes *bytes,
               uint32_t *stride);

/* ---- the parts of a scene ---- */

bool gltf_read_materials(gltf_source *source);

/* The texture that a material's colour comes from, wherever the material names it; NULL: none. */
const import_json *gltf_colour_texture(const import_json *material);
bool gltf_read_meshes(gltf_source *source);
bool gltf_read_nodes(gltf_source *source);
bool gltf_read_lights(gltf_source *source); /* after the nodes that bear them */
bool gltf_read_skins(gltf_source *source);
bool gltf_read_animations(gltf_source *source);

#endif
