/* Access to the objects of a scene by their numbers in it, for tests. */
#ifndef OXCART_TESTS_UNIT_SCENE_ROWS_H
#define OXCART_TESTS_UNIT_SCENE_ROWS_H

#include "kernel/scene/scene.h"

/* Form of the object of a row, which must exist. */
static inline ox_form *form_of(const ox_scene *of, uint32_t row) {
    const ox_object *object = ox_scene_object(of, row);
    return of->forms[ox_scene_model(of, object)->form];
}

/* Place of the object of a row, which must exist. */
static inline ox_object_place *place_of(const ox_scene *of, uint32_t row) {
    return ox_object_place_of(of->world, ox_scene_object(of, row));
}

#endif
