/* Elements: damage, thresholds and the change from version to version. */
#include "kernel/world/element.h"

#include "kernel/memory/life.h"

static const ox_field element_fields[] = {
    OX_FIELD(ox_element, health, OX_FX, OX_SIM),
    OX_FIELD(ox_element, set, OX_U16, OX_SIM),
    OX_FIELD(ox_element, version, OX_U8, OX_SIM),
};
const ox_type ox_element_record = OX_TYPE(ox_element, element_fields, 1);

FX_STATIC_ASSERT(OX_VERSIONS_MOST <= UINT8_MAX, "the number of a version is a byte");

static bool is_sound(const ox_version_set *set) {
    if (set->versions == NULL || set->count - 1u >= OX_VERSIONS_MOST) return false;
    for (uint32_t i = 1; i < set->count; i++) {
        fx above = i == 1 ? set->health : set->versions[i - 1u].threshold;
        if (set->versions[i].threshold >= above) return false;
    }
    return true;
}

int ox_elements_init(ox_elements *elements, ox_world *world, uint16_t capacity) {
    int component;
    if (elements->changed == NULL) return OX_BAD_ARGUMENT;
    for (uint32_t i = 0; i < elements->count; i++) {
        if (!is_sound(&elements->sets[i])) return OX_BAD_DATA;
    }
    elements->type =
        (ox_component_type){.name = OX_NAME("element"), .capacity = capacity, .record = &ox_element_record};
    elements->world = world;
    component = ox_world_add_component(world, &elements->type);
    if (component >= 0) elements->component = (uint32_t)component;
    return component;
}

/* The element of an object, with its set; NULL for a loaded record that names a set or version that does not exist. */
static ox_element *element_of(const ox_elements *elements, const ox_object *object,
                              const ox_version_set **set) {
    ox_element *e = object == NULL ? NULL : ox_component_get(elements->world, object, elements->component);
    if (e == NULL || e->set >= elements->count) return NULL;
    *set = &elements->sets[e->set];
    return e->version < (*set)->count ? e : NULL;
}

ox_status ox_element_begin(ox_elements *elements, ox_object *object, uint32_t set) {
    ox_element *e = object == NULL ? NULL : ox_component_get(elements->world, object, elements->component);
    FX_CHECK_OR(e != NULL && set < elements->count, "element: no such object or set", return OX_BAD_ARGUMENT);
    *e = (ox_element){.health = elements->sets[set].health, .set = (uint16_t)set};
    return OX_OK;
}

uint32_t ox_element_hit(ox_elements *elements, ox_object *object, fx damage) {
    OX_CREATED(elements->world);
    const ox_version_set *set = NULL;
    ox_element *e = element_of(elements, object, &set);
    uint32_t entered = 0;
    FX_CHECK_OR(e != NULL && damage >= 0, "element: no damage, or to an object that is none", return 0);
    e->health = e->health < FX_MIN + damage ? FX_MIN : e->health - damage;
    while (e->version + 1u < set->count && e->health <= set->versions[e->version + 1u].threshold) {
        const ox_version *from = &set->versions[e->version];
        e->version++;
        entered++;
        elements->changed(elements->context, elements->world, object, from, from + 1);
    }
    if (entered != 0 && elements->stale != NULL) elements->stale(elements->context, elements->world, object);
    return entered;
}

const ox_version *ox_element_version(const ox_elements *elements, const ox_object *object) {
    const ox_version_set *set = NULL;
    const ox_element *e = element_of(elements, object, &set);
    return e == NULL ? NULL : &set->versions[e->version];
}

void ox_element_show(ox_elements *elements, ox_object *object) {
    const ox_version *version = ox_element_version(elements, object);
    if (version != NULL) elements->changed(elements->context, elements->world, object, NULL, version);
}
