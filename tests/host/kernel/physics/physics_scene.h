/* Scenes of bodies that tests spell out, and what is measured of them. */
#ifndef OXCART_TESTS_HOST_PHYSICS_SCENE_H
#define OXCART_TESTS_HOST_PHYSICS_SCENE_H

#include <math.h>

#include "kernel/physics/module.h"
#include "tests/host/rom/carts/played_cart.h"

static const char physics_no_script[] = "behaviour Nobody { }\n";

/* A floor whose top is at y = 0, and boxes and balls of a metre. */
#define PHYSICS_TYPES                                                                                        \
    "type floor\n with shape=box size=200,2,200 offset=0,-1,0\n"                                             \
    "type box\n with shape=box size=1,1,1\n with body=free\n"                                                \
    "type ball\n with shape=sphere radius=0.5\n with body=free\n"                                            \
    "type pill\n with shape=capsule radius=0.25 height=1\n with body=free\n"

/* Plays a scene `one` of these lines: lines before the scenes, objects, and a script. */
static inline void play_bodies(played *p, const char *head, const char *objects, const char *script) {
    static char text[16384];
    const int size = snprintf(text, sizeof text,
                              "title \"Bodies\"\nsize 64x48\nformat pal8\nbudget 900K\nframe 16K\nstart "
                              "one\nscript game game.goad\n"
                              "%s%sscene one\n camera at=0,2,10 target=0,0,0\n%send\n",
                              head, PHYSICS_TYPES, objects);
    CHECK(size > 0 && (size_t)size < sizeof text);
    play_texts(p, &(played_texts){text, script, NULL});
}

static inline ox_object *object_called(const played *p, const char *name) {
    ox_object *object = ox_world_called(&p->console->world, rom_id(name));
    if (object == NULL) test_fail(__FILE__, __LINE__, name, 0, 1);
    return object;
}
static inline ox_body *body_called(const played *p, const char *name) {
    return ox_body_of(ox_console_physics(p->console), object_called(p, name));
}
static inline vec3 place_called(const played *p, const char *name) {
    return *ox_place_of(&p->console->world, object_called(p, name));
}
static inline double metres(fx a) { return a / 65536.0; }

/* Steps of the world alone. */
static inline void steps(const played *p, int count) {
    for (int i = 0; i < count; i++) frame(p->console, 0);
}

/* Energy of all bodies in joules. */
static inline double energy_of(const played *p) {
    const ox_physics *physics = ox_console_physics(p->console);
    ox_object *object;
    void *data;
    double sum = 0;
    for (uint32_t at = 0; (at = ox_component_each(physics->world, physics->type, at, &object, &data)) != 0;)
        sum += (double)ox_body_energy(physics, object) / 4294967296.0;
    return sum;
}

#endif
