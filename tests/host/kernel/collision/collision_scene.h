/* A cart with shapes of every kind that tests scatter, and what a look at all of them says. */
#ifndef OXCART_TESTS_HOST_COLLISION_SCENE_H
#define OXCART_TESTS_HOST_COLLISION_SCENE_H

#include "kernel/collision/module.h"
#include "tests/host/rom/carts/played_cart.h"
#include "tests/unit/kernel/collision/collision_shapes.h"

enum { SCATTER_EACH = 10, SCATTER_KINDS = 4, SCATTERED = SCATTER_EACH * SCATTER_KINDS };

/* Balls, boxes, pills and triangles of the mesh square.obj. Balls have the tag `round`. */
static inline void play_shapes(played *p, const char *head, const char *objects, const char *script) {
    static const char *const kinds[SCATTER_KINDS] = {"ball", "box", "pill", "sheet"};
    static char text[16384];
    int size =
        snprintf(text, sizeof text,
                 "title \"Shapes\"\nsize 64x48\nformat pal8\nbudget 900K\nframe 16K\nstart one\nmesh square "
                 "square.obj\ncollision sheet from=square\nscript game game.goad\n"
                 "type ball tags=round\n with shape=sphere radius=1\n"
                 "type box\n with shape=box size=1,2,3\n"
                 "type pill\n with shape=capsule radius=0.5 height=3\n"
                 "type sheet\n with shape=soup of=sheet\n%s"
                 "scene one\n camera at=0,2,10 target=0,0,0\n%s",
                 head, objects);
    for (int k = 0; k < SCATTER_KINDS; k++)
        for (int i = 0; i < SCATTER_EACH; i++)
            size += snprintf(text + size, sizeof text - (size_t)size, " object %s at=%d,%d,40\n", kinds[k],
                             i * 5, k * 5);
    size += snprintf(text + size, sizeof text - (size_t)size, "end\n");
    CHECK((size_t)size < sizeof text);
    play_texts(p, &(played_texts){text, script, NULL});
    frame(p->console, 0);
}

/* Puts all objects of the four kinds somewhere within `most` of the middle. */
static inline void scatter(const played *p, rng32 *r, fx most) {
    ox_collisions *c = ox_console_collisions(p->console);
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(c->world, c->type, at, &object, &data)) != 0;) {
        ox_object_place *place = ox_object_place_of(c->world, object);
        place->angle = (ang16)rng32_next(r);
        place->roll = (ang16)rng32_next(r);
        place->size = FX_ONE / 2 + (fx)(rng32_next(r) % FX_ONE);
        CHECK_EQ(ox_place_set(c->world, object, collision_any_vec3(r, most)), OX_OK);
    }
    ox_collisions_look(c);
}

/* Every shape of the world in the order of slots, as by hand: `at` is 0 before the first; false behind the last. */
static inline bool next_shape(const ox_collisions *c, uint32_t *at, const ox_object **object,
                              const ox_collider **shape) {
    while (*at < c->tree.capacity) {
        const uint32_t slot = (*at)++;
        *object = ox_world_slot(c->world, slot);
        if (c->world->objects.generations[slot] == 0 || ((*object)->flags & OX_OBJECT_DEAD) != 0) continue;
        *shape = ox_collider_of(c, *object);
        if (*shape != NULL) return true;
    }
    return false;
}

#endif
