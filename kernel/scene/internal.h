/* What the files of a scene that plays share. */
#ifndef OXCART_KERNEL_SCENE_INTERNAL_H
#define OXCART_KERNEL_SCENE_INTERNAL_H

#include "kernel/scene/scene.h"

/* A row of the scene as it stands in the chunk. */
typedef struct ox_scene_row {
    ox_object_place place;
    ox_motion motion;
    bool moves; /* by that motion */
} ox_scene_row;

/* Row `number` of a checked SCEN chunk; and what it says of that object besides its picture, NULL for nothing. */
ox_scene_row ox_scene_read_row(const uint8_t *chunk, uint32_t number);
const uint8_t *ox_scene_read_identity(const uint8_t *chunk, uint32_t number);

/* Rows of a scene that begin with the number of an object stand in the order of these: the first of an object, or of one behind it. */
uint32_t ox_scene_first_row(const uint8_t *rows, uint32_t count, uint32_t row_bytes, uint32_t object);

/* The name of a bit of tags in it, 0 for none. */
ox_id ox_scene_read_tag(const uint8_t *chunk, uint32_t bit);

/* Where something stands at a moment; `turn` is the turntable's rotation, or NULL. `drift` may be NULL. */
mat34 ox_scene_place(const ox_object_place *at, const ox_motion *drift, uint32_t time, uf16 fraction,
                     const rot33 *turn);

/* What a motion does to all that stands on an object: a turn about its place, and a way. */
mat34 ox_scene_drifted(const ox_object_place *at, const ox_motion *drift, uint32_t time, uf16 fraction);

/* Where an object with a place stands, in the world; `table` is the turntable's rotation at that moment, or NULL. */
mat34 ox_scene_place_of(const ox_scene *scene, const ox_object *object, uint32_t time, uf16 fraction,
                        const rot33 *table);

/* The turntable's rotation, the user's hand included. */
void ox_scene_turn(const ox_scene *scene, uf16 fraction, rot33 *turn);

/* Where the camera that looks stands: ox_scene.eye and focal. */
void ox_scene_look_from(ox_scene *scene, uint32_t time, uf16 fraction);

/* ---- forms (forms.c) ---- */

/* The form of an object of a chunk: one that is there already and looks alike, or a new one; UINT16_MAX without memory. */
uint16_t ox_scene_take_form(ox_scene *scene, const uint8_t *chunk, uint32_t number);

/* What the scene itself says of its objects' materials. The first of these is row `first`. */
bool ox_scene_read_overrides(ox_scene *scene, const uint8_t *chunk, uint32_t first);

/* Room for the materials of all forms; which passes there are; and room to sort in. */
bool ox_scene_give_looks(ox_scene *scene);
void ox_scene_count_passes(ox_scene *scene);
bool ox_scene_give_order(ox_scene *scene);

/* ---- clips (clips.c) ---- */

/* What moves by clips, of a checked SCEN chunk whose first object is row `first`. */
void ox_scene_read_clips(ox_scene *scene, const uint8_t *chunk, uint32_t first);
uint32_t ox_scene_count_clips(const uint8_t *chunk);

/* The clip of an object of the scene or of the types, as it begins; false when it has none. */
bool ox_scene_read_clip(const ox_scene *scene, const uint8_t *chunk, uint32_t number, ox_object_clip *clip);

/* ---- objects (objects.c) ---- */

/* A type of objects that is a row of the types' chunk. */
typedef struct ox_row_type {
    ox_object_type type; /* first, since the world's objects lead to it */
    ox_scene *scene;
    uint32_t number; /* of the row there */
} ox_row_type;

/* The row of the types' chunk that an object's type is; NULL for other types. */
const ox_row_type *ox_scene_row_type(const ox_scene *scene, const ox_object *object);

/* Makes the object of a row; NULL without room. */
ox_object *ox_scene_spawn(ox_scene *scene, const uint8_t *chunk, uint32_t row);

/* Gives an object the motion of a row, or takes it away; false without room. */
bool ox_scene_give_drift(ox_scene *scene, ox_object *object, const ox_scene_row *row);

/* Gives an object a clip, or takes it away where it is NULL. A clip that the object has already goes on where it is, with what the row names. */
bool ox_scene_give_clip(ox_scene *scene, ox_object *object, const ox_object_clip *clip);

/* The rows of values of a checked SCEN chunk; how many. */
uint32_t ox_scene_list_values(const uint8_t *chunk, const uint8_t **rows);

/* Whether a component takes statements as a whole (ox_component_ops.give). */
bool ox_scene_takes_statements(const ox_world *world, ox_id component);

/* Which components of a row are given; NULL: all. */
typedef struct ox_scene_choice {
    bool (*wants)(const void *context, uint32_t row, ox_id component);
    const void *context;
} ox_scene_choice;

/* Gives an object the components and values that a row has beside its picture; false without room. */
bool ox_scene_give_values(ox_scene *scene, ox_object *object, const uint8_t *chunk, uint32_t row,
                          const ox_scene_choice *choice);

/* The objects of a scene that others carry, where its rows say so and `wanted` (NULL: all) holds. */
void ox_scene_attach_rows(ox_scene *scene, const uint8_t *chunk,
                          bool (*wanted)(const void *context, uint32_t row, uint32_t parent),
                          const void *context);

/* The moment that is drawn. */
uint32_t ox_scene_moment(const ox_scene *scene, uf16 *fraction);

/* Records the camera that looks, and the lights. */
void ox_scene_record_camera(ox_scene *scene, rs_frame *frame, uint32_t time, uf16 fraction);
void ox_scene_record_lights(ox_scene *scene, rs_frame *frame, uint32_t time, uf16 fraction);

/* Logs, once, that something could not be drawn. */
void ox_scene_complain(ox_scene *scene, rs_result result, const char *what, uint32_t number);

static inline const ox_motion *ox_scene_drift(const ox_scene *scene, const ox_object *object) {
    return scene->drift_type == 0 ? NULL : ox_component_get(scene->world, object, scene->drift_type - 1u);
}

#endif
