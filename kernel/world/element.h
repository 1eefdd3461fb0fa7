/* Elements: objects of the scenery that may come in several versions, intact, damaged, destroyed.
 *
 *     static const ox_version crate[] = {
 *         {.mesh = ID_CRATE, .collision = ID_CRATE_BOX, .mass = FX(40)},
 *         {.mesh = ID_CRATE_BROKEN, .collision = ID_CRATE_LOW, .mass = FX(25), .threshold = FX(60),
 *          .sound = ID_CRACK},
 *         {.mesh = ID_SPLINTERS, .mass = FX(5), .threshold = 0, .sound = ID_BURST, .effect = ID_DUST}};
 *     static const ox_version_set sets[] = {{crate, 3, FX(100)}};
 *     ox_elements elements = {.sets = sets, .count = 1, .changed = use_version, .stale = forget_light,
 *                             .context = game};
 *     int element = ox_elements_init(&elements, &world, 200);        a component type; negative: the failure
 *     ox_element *e = ox_component_add(&world, object, (uint32_t)element);
 *     ox_element_begin(&elements, object, 0);                        whole, with a health of 100
 *     ox_element_hit(&elements, object, FX(45));                     now the broken crate
 *
 * STATIC AND DYNAMIC. Whether an element is static is a flag of its object or type (OX_OBJECT_STATIC) and
 * data alone: a static element is in no list of updates, its geometry may stand in world space, its light may be baked.
 * An element that looks dynamic may well be static (a waterfall). Destructible elements are static too: between two
 * hits nothing happens.
 *
 * VERSIONS are in order of falling thresholds: a version is entered when the health is at or below its threshold; the
 * first version's threshold is not used. A hit that reaches several versions enters each once, in order, and `changed`
 * gives the object its new mesh, collision and mass, and plays sound and effect. `stale` then tells that data baked for
 * the place (light, visibility) holds no longer. All versions are in the level's package, so a change never loads
 * anything. Health and version are saved and hashed with the object; after loading, ox_element_show brings mesh and
 * collision in line, without sound.
 *
 * Cost, Cortex-M3 instructions: a hit that changes nothing about 60. Bytes: 16 an element, 28 a version (in
 * the ROM). (GEA 12.1, 13.1.) */
#ifndef OXCART_KERNEL_WORLD_ELEMENT_H
#define OXCART_KERNEL_WORLD_ELEMENT_H

#include "fixedmath/types.h"
#include "kernel/world/component.h"

#define OX_VERSIONS_MOST 8u

/* A version: constant, in the cart or in level data. An id of 0: none. */
typedef struct ox_version {
    ox_id mesh, collision;
    ox_id material;      /* of physics */
    fx mass;             /* kg, 0: fixed */
    ox_id sound, effect; /* played when the version is entered */
    fx threshold;        /* health at or below which the version is entered */
} ox_version;

typedef struct ox_version_set {
    const ox_version *versions;
    uint32_t count; /* 1..8 */
    fx health;      /* to begin with; above the second threshold */
} ox_version_set;

/* The component's data. */
typedef struct ox_element {
    fx health;
    uint16_t set;
    uint8_t version, spare;
} ox_element;
extern const ox_type ox_element_record;

typedef struct ox_elements {
    const ox_version_set *sets;
    uint32_t count;
    /* The object gets a version; `from` is NULL when a loaded element is shown. */
    void (*changed)(void *context, ox_world *world, ox_object *object, const ox_version *from,
                    const ox_version *to);
    /* Light and visibility that were baked around the object no longer hold; may be NULL. */
    void (*stale)(void *context, ox_world *world, ox_object *object);
    void *context;
    ox_component_type type; /* this member and those below: filled in by init */
    ox_world *world;
    uint32_t component;
} ox_elements;

/* Checks the sets (OX_BAD_DATA: no version, more than 8, thresholds that do not fall) and adds the component
 * type "element" with room for `capacity`. Returns the type's number, or the failure. The record `elements` must not
 * move.
 * */
FX_MUST_CHECK int ox_elements_init(ox_elements *elements, ox_world *world, uint16_t capacity);

/* Makes an object an undamaged element of a set, without calling `changed`. OX_BAD_ARGUMENT (asserted) when the object
 * is no element or there is no such set. */
ox_status ox_element_begin(ox_elements *elements, ox_object *object, uint32_t set);

/* Takes `damage` (0 or more) from an element's health. Returns how many versions were entered; 0 for objects that are
 * no element, which asserts. */
uint32_t ox_element_hit(ox_elements *elements, ox_object *object, fx damage);

/* The version that an object is in; NULL when it is no element. */
const ox_version *ox_element_version(const ox_elements *elements, const ox_object *object);

/* After loading: hands the object's version, whatever it is, to `changed`. Does nothing for other objects. */
void ox_element_show(ox_elements *elements, ox_object *object);

#endif
