/* Data and functions that the parts of the COLLADA importer share. Private to the importer. */
#ifndef OXCART_TOOLS_IMPORT_COLLADA_COLLADA_SOURCE_H
#define OXCART_TOOLS_IMPORT_COLLADA_COLLADA_SOURCE_H

#include "tools/import/base/intern.h"
#include "tools/import/model/scene.h"
#include "tools/import/text/xml.h"

#define COLLADA_NONE UINT32_MAX

/* Numbers of one element, read once. */
typedef struct collada_numbers {
    const double *values;
    uint32_t count;
    bool read;
} collada_numbers;

/* An instance in a node, which waits until all nodes are there. */
typedef struct collada_instance {
    const import_xml
        *element; /* instance_geometry or instance_controller, or a geometry where no scene is shown */
    uint32_t node;
} collada_instance;

typedef struct collada_source {
    const char *name;
    tool_error *error;
    bool use_files;
    import_xml_document document;
    import_arena arena; /* memory that is freed when the file is read */
    import_name_table ids;
    const import_xml **elements; /* of each id */
    size_t element_room;
    collada_numbers *numbers;         /* of elements with an id */
    uint64_t budget;                  /* bytes that may still be decoded */
    uint32_t *material_of;            /* of each id that is a material's: its number, else COLLADA_NONE */
    const import_xml **node_elements; /* of each node of the scene */
    size_t node_room, node_element_room, instance_room, light_room, mesh_room, skin_room;
    collada_instance *instances;
    uint32_t instance_count;
    import_record_set meshes; /* which geometry, controllers and bindings made each mesh */
    import_name_table bindings;
    import_name_table symbols; /* of materials that are bound to nothing: warned of once */
    uint64_t clipping;         /* budget of triangulation */
    bool warned_lines, warned_numbers;
    import_scene *scene;
} collada_source;

/* A column of numbers: the accessor of a <source>. */
typedef struct collada_accessor {
    const double *values;
    const import_xml *element; /* the source */
    uint32_t count, stride, offset, width;
    uint32_t place[16]; /* of each component within a stride */
} collada_accessor;

typedef struct collada_input {
    const char *semantic;
    const import_xml *element; /* <input>, for faults */
    const import_xml *target;  /* the element that it names */
    uint32_t offset, set;
} collada_input;

enum { COLLADA_INPUTS = 32, COLLADA_DEPTH = 512 };

/* ---- collada.c ---- */

bool collada_memory(const collada_source *source);

/* `file:LINE:COLUMN: PATH: ...`; returns false. */
#define collada_fault(source, at, ...) import_xml_fault(&(source)->document, at, (source)->error, __VA_ARGS__)

/* The element that `#id` names; NULL when there is none. */
const import_xml *collada_find(const collada_source *source, const char *reference);
uint32_t collada_number_of(const collada_source *source,
                           const import_xml *element); /* of the element's id; else COLLADA_NONE */

/* The element named `wanted` (NULL: any) that an attribute refers to; attribute and element must be there. NULL
 * after a fault. */
const import_xml *collada_target(const collada_source *source, const import_xml *element,
                                 const char *attribute, const char *wanted);

/* The element behind this one in the order of the file, inside of `top`; NULL at its end. */
const import_xml *collada_following(const import_xml *at, const import_xml *top);

/* Descends by names parted by slashes; NULL when an element is missing. */
const import_xml *collada_below(const import_xml *element, const char *path);

/* The name of an element, else its id, else "". */
const char *collada_name(const import_xml *element);

/* A copy that the scene owns; false without memory. */
bool collada_copy(const collada_source *source, const char *text, char **to);

/* Memory that is freed with the source, out of the budget; NULL after a fault at `at`. */
void *collada_take(collada_source *source, const import_xml *at, size_t count, size_t size);

/* All numbers in an element's text. */
bool collada_values(collada_source *source, const import_xml *element, collada_numbers *numbers);

/* Exactly `count` numbers in an element's text. */
bool collada_exactly(collada_source *source, const import_xml *element, uint32_t count, double *values);

/* All whole numbers in an element's text. */
bool collada_indices(collada_source *source, const import_xml *element, const int64_t **values,
                     uint32_t *count);

/* All words in an element's text. */
bool collada_words(collada_source *source, const import_xml *element, const char *const **words,
                   uint32_t *count);

/* The accessor of a <source> of numbers, of `least` to `most` components. */
bool collada_accessor_of(collada_source *source, const import_xml *element, uint32_t least, uint32_t most,
                         collada_accessor *accessor);
static inline double collada_at(const collada_accessor *a, uint32_t i, uint32_t component) {
    return a->values[(size_t)a->offset + (size_t)i * a->stride + a->place[component]];
}

/* The <input>s below an element; *stride is one more than the largest offset. */
bool collada_inputs(collada_source *source, const import_xml *element, collada_input inputs[COLLADA_INPUTS],
                    uint32_t *count, uint32_t *stride);
const collada_input *collada_input_of(const collada_input *inputs, uint32_t count, const char *semantic);

/* A double as the float next to it, held inside of the range. */
float collada_float(double value);

/* The <extra> of an element as the text of a JSON object, NULL when there is none. */
char *collada_properties(const import_xml *element);

/* ---- the parts ---- */

bool collada_read_materials(collada_source *source); /* collada_material.c */
bool collada_read_nodes(collada_source *source);     /* collada_node.c */
bool collada_matrix_of(collada_source *source, const import_xml *node,
                       double m[12]);                 /* all of a node's transforms */
bool collada_read_instances(collada_source *source);  /* collada_controller.c */
bool collada_read_animations(collada_source *source); /* collada_animation.c */

/* ---- collada_transform.c ---- */

typedef enum collada_transform_kind {
    COLLADA_MATRIX,
    COLLADA_TRANSLATE,
    COLLADA_ROTATE,
    COLLADA_SCALE,
    COLLADA_LOOKAT,
    COLLADA_SKEW
} collada_transform_kind;

typedef struct collada_transform {
    collada_transform_kind kind;
    const import_xml *element;
    uint32_t count; /* of its numbers */
    double values[16];
} collada_transform;

/* The transforms of a node; *list lies in the source's arena. */
bool collada_transforms(collada_source *source, const import_xml *node, collada_transform **list,
                        uint32_t *count);

/* The product of transforms, the first one outermost. */
void collada_compose(const collada_transform *list, uint32_t count, double m[12]);

/* The vertices' joints of a skin, by position. */
typedef struct collada_weights {
    uint16_t (*joints)[4];
    float (*weights)[4];
    uint32_t count;
} collada_weights;

/* The sources that a mesh is made of. `morph` and `weights` may be NULL. */
typedef struct collada_mesh_wish {
    const import_xml *geometry, *morph;
    const collada_weights *weights;
    const import_xml *bind; /* bind_material, or NULL */
} collada_mesh_wish;

/* collada_mesh.c, collada_morph.c */
bool collada_build_mesh(collada_source *source, const collada_mesh_wish *wish, import_mesh *mesh);

/* A corner as its indices in the columns; COLLADA_NONE for a column that the corner lacks. */
typedef struct collada_corner {
    uint32_t position, normal, uv[2], colour;
} collada_corner;

bool collada_positions(collada_source *source, const import_xml *geometry, collada_accessor *positions);
bool collada_start_morphs(collada_source *source, const import_xml *morph, import_mesh *mesh);
bool collada_add_morphs(collada_source *source, const import_xml *geometry, const import_xml *morph,
                        const collada_corner *corners, import_mesh *mesh, import_primitive *primitive);

/* The material that a symbol is bound to, and the set of texture coordinates that its texture uses (-1: not
 * stated). */
uint32_t collada_material_of(collada_source *source, const import_xml *bind, const char *symbol,
                             int64_t *set);

#endif
