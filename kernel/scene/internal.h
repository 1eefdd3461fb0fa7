/* Shared by the files of this folder that play a scene. */
#ifndef OXCART_KERNEL_SCENE_INTERNAL_H
#define OXCART_KERNEL_SCENE_INTERNAL_H

#include "kernel/scene/scene.h"

/* A row of the scene as it stands in the chunk. */
typedef struct ox_scene_row {
    ox_object_place place;
    ox_motion motion;
    bool moves; /* by `motion` */
} ox_scene_row;

/* Row `number` of a checked SCEN chunk; and the row of that object's identity (name, type, tags), NULL for none. */
ox_scene_row ox_scene_read_row(const uint8_t *chunk, uint32_t number);
const uint8_t *ox_scene_read_identity(const uint8_t *chunk, uint32_t number);

/* The index of an object's first row among rows that begin with the number of their object and are sorted by it;
 * without such a row, of the first row of a later object. */
uint32_t ox_scene_first_row(const uint8_t *rows, uint32_t count, uint32_t row_bytes, uint32_t object);

/* The name of a tag's bit in a chunk, 0 for none. */
ox_id ox_scene_read_tag(const uint8_t *chunk, uint32_t bit);

/* The transform of a place at a moment; `turn` is the turntable's rotation, or NULL. `drift` may be NULL. */
mat34 ox_scene_place(const ox_object_place *at, const ox_motion *drift, uint32_t time, uf16 fraction,
                     const rot33 *turn);

/* The transform that a motion of an object adds to objects that it carries: a turn about its place, and a
 * translation. */
mat34 ox_scene_drifted(const ox_object_place *at, const ox_motion *drift, uint32_t time, uf16 fraction);

/* The world transform of an object with a place; `table` is the turntable's rotation at that moment, or NULL. */
mat34 ox_scene_place_of(const ox_scene *scene, const ox_object *object, uint32_t time, uf16 fraction,
                        const rot33 *table);

/* The turntable's rotation, the user's hand included. */
void ox_scene_turn(const ox_scene *scene, uf16 fraction, rot33 *turn);

/* Works out the present camera's place and focal length: ox_scene.eye and focal. */
void ox_scene_look_from(ox_scene *scene, uint32_t time, uf16 fraction);

/* ---- forms (forms.c) ---- */

/* The form of an object of a chunk: an existing form that looks alike, or a new one; UINT16_MAX without memory. */
uint16_t ox_scene_take_form(ox_scene *scene, const uint8_t *chunk, uint32_t number);

/* Reads the materials that a chunk gives its objects in place of the mesh's. The chunk's first object is row
 * `first`. */
bool ox_scene_read_overrides(ox_scene *scene, const uint8_t *chunk, uint32_t first);

/* Make room for the materials of all forms; count the passes that materials use; make room to sort objects in. */
bool ox_scene_give_looks(ox_scene *scene);
void ox_scene_count_passes(ox_scene *scene);
bool ox_scene_give_order(ox_scene *scene);

/* ---- clips (clips.c) ---- */

/* Reads the clips of a checked SCEN chunk whose first object is row `first`; ox_scene_count_clips counts them. */
void ox_scene_read_clips(ox_scene *scene, const uint8_t *chunk, uint32_t first);
uint32_t ox_scene_count_clips(const uint8_t *chunk);

/* The clip of an object of the scene or of the types, as it begins; false when it has none. */
bool ox_scene_read_clip(const ox_scene *scene, const uint8_t *chunk, uint32_t number, ox_object_clip *clip);

/* Looks for the skins of a form and of its simpler forms. */
void ox_scene_take_form_skins(const ox_scene *scene, ox_form *form);

/* ---- objects (objects.c) ---- */

/* A type of objects that is a row of the types' chunk. */
typedef struct ox_row_type {
    ox_object_type type; /* first, since the world's objects lead to it */
    ox_scene *scene;
    uint32_t number; /* of the row in the types' chunk */
} ox_row_type;

/* The row of the types' chunk that an object's type is; NULL for other types. */
const ox_row_type *ox_scene_row_type(const ox_scene *scene, const ox_object *object);

/* Makes the object of a row; NULL without room. */
ox_object *ox_scene_spawn(ox_scene *scene, const uint8_t *chunk, uint32_t row);

/* Gives an object the motion of a row, or takes it away; false without room. */
bool ox_scene_give_drift(ox_scene *scene, ox_object *object, const ox_scene_row *row);

/* Gives an object a clip, or takes it away where it is NULL. A clip component that the object has already goes on at
 * its time, with the new source. */
bool ox_scene_give_clip(ox_scene *scene, ox_object *object, const ox_object_clip *clip);

/* Finds the rows of values of a checked SCEN chunk; returns how many. */
uint32_t ox_scene_list_values(const uint8_t *chunk, const uint8_t **rows);

/* Whether a component takes statements as a whole (ox_component_ops.give). */
bool ox_scene_takes_statements(const ox_world *world, ox_id component);

/* Which components of a row are given; NULL: all. */
typedef struct ox_scene_choice {
    bool (*wants)(const void *context, uint32_t row, ox_id component);
    const void *context;
} ox_scene_choice;

/* Gives an object the components and values that a row has beside place and mesh; false without room. */
bool ox_scene_give_values(ox_scene *scene, ox_object *object, const uint8_t *chunk, uint32_t row,
                          const ox_scene_choice *choice);

/* Attaches the objects of a scene that its rows attach to others and for which `wanted` (NULL: all) holds. */
void ox_scene_attach_rows(ox_scene *scene, const uint8_t *chunk,
                          bool (*wanted)(const void *context, uint32_t row, uint32_t parent),
                          const void *context);

/* The moment that is drawn. */
uint32_t ox_scene_moment(const ox_scene *scene, uf16 *fraction);

/* Record the camera of a part of the picture (false: there is no such part), and the lights. */
bool ox_scene_record_camera(ox_scene *scene, rs_frame *frame, uint32_t part, uint32_t time, uf16 fraction);
void ox_scene_record_lights(ox_scene *scene, rs_frame *frame, uint32_t time, uf16 fraction);

/* Logs, once, that something could not be drawn. */
void ox_scene_complain(ox_scene *scene, rs_result result, const char *what, uint32_t number);

static inline const ox_motion *ox_scene_drift(const ox_scene *scene, const ox_object *object) {
    return scene->drift_type == 0 ? NULL : ox_component_get(scene->world, object, scene->drift_type - 1u);
}

#endif
