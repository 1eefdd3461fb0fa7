/* The component of places. */
#include "kernel/world/place.h"

#include "kernel/type/name.h"

static const ox_field fields[] = {
    OX_FIELD(ox_object_place, pos, OX_FX, OX_SIM), OX_FIELD(ox_object_place, angle, OX_ANGLE, OX_SIM),
    OX_FIELD(ox_object_place, pitch, OX_ANGLE, OX_SIM), OX_FIELD(ox_object_place, roll, OX_ANGLE, OX_SIM),
    OX_FIELD(ox_object_place, size, OX_FX, OX_SIM, .initial = FX_ONE, .low = 1, .high = OX_SIZE_MOST)};

const ox_type ox_object_place_type = OX_TYPE(ox_object_place, fields, 1);
const char *const ox_object_place_names[] = {"pos", "angle", "pitch", "roll", "size"};

ox_component_type ox_place_component(uint16_t capacity) {
    return (ox_component_type){.name = OX_NAME("place"),
                               .capacity = capacity,
                               .slot = OX_SLOT_PLACE + 1,
                               .record = &ox_object_place_type};
}
