/* Data and functions that the parts of the reader of the intermediate format share. Private to the reader. */
#ifndef OXCART_TOOLS_IMPORT_INTERMEDIATE_INTERMEDIATE_SOURCE_H
#define OXCART_TOOLS_IMPORT_INTERMEDIATE_INTERMEDIATE_SOURCE_H

#include "tools/import/intermediate/intermediate.h"
#include "tools/import/text/json.h"

typedef struct intermediate_source {
    const char *name;
    tool_error *error;
    bool use_files;
    import_json_document document;
    const uint8_t *raw; /* NULL: there is none */
    size_t raw_size;
    uint8_t *owned_raw;
    uint64_t budget; /* bytes that may still be decoded */
    import_scene *scene;
} intermediate_source;

#define INTERMEDIATE_AT(source, object_)                                                                     \
    &(import_json_reader) { .document = &(source)->document, .object = (object_), .error = (source)->error }
#define intermediate_fault(source, at, ...)                                                                  \
    import_json_fault(&(source)->document, at, (source)->error, __VA_ARGS__)

bool intermediate_memory(const intermediate_source *source);

/* ---- intermediate_lists.c ---- */

/* A list of numbers, in the text or in the raw file; malloc'd, NULL when it is absent and not `required`. *count
 * becomes the number of groups of `width` numbers; unless *count was INTERMEDIATE_ANY before, the list must have
 * that many. */
#define INTERMEDIATE_ANY UINT32_MAX
bool intermediate_floats(intermediate_source *source, const import_json *object, const char *name,
                         bool required, uint32_t width, uint32_t *count, float **values);
bool intermediate_doubles(intermediate_source *source, const import_json *object, const char *name,
                          bool required, uint32_t width, uint32_t *count, double **values);
/* A list of whole numbers below `limit`. */
bool intermediate_numbers(intermediate_source *source, const import_json *object, const char *name,
                          bool required, uint32_t width, uint32_t limit, uint32_t *count, uint32_t **values);
/* A list of bytes; a text is base64. */
bool intermediate_bytes(intermediate_source *source, const import_json *object, const char *name,
                        bool required, size_t size, uint8_t **values);

/* Reads exactly `count` numbers into an array that has defaults. */
bool intermediate_vector(intermediate_source *source, const import_json *object, const char *name,
                         uint32_t count, double *values);

/* ---- intermediate_read.c ---- */

/* A malloc'd array of `count` zeroed elements for the array `name` of the root; *list is NULL when it
 * is absent. */
bool intermediate_list(intermediate_source *source, const char *name, uint32_t most, size_t size,
                       const import_json **list, void **things);

/* Element i, checked to be an object with no other members than `names`. NULL after a fault. */
const import_json *intermediate_element(intermediate_source *source, const import_json *list, uint32_t i,
                                        const char *const *names);

/* The member as a copy, "" when absent; false after a fault. */
bool intermediate_name(intermediate_source *source, const import_json *object, const char *member,
                       char **name);

/* The number of an element of the array `list` of the root, given by number or name; -1 when absent and not
 * `required`. */
bool intermediate_reference(intermediate_source *source, const import_json *object, const char *name,
                            const char *list, bool required, int32_t *number);

/* The JSON text of `properties`; NULL when there are none. */
bool intermediate_properties(intermediate_source *source, const import_json *object, char **text);

bool intermediate_read_meshes(intermediate_source *source); /* intermediate_mesh.c */
bool intermediate_read_lights(
    intermediate_source *source); /* intermediate_lights.c: lights, curves, collision */

#endif
