/* Definitions for the files of this folder alone: reading rows of level data. */
#ifndef OXCART_KERNEL_LEVEL_INTERNAL_H
#define OXCART_KERNEL_LEVEL_INTERNAL_H

#include "kernel/level/spawner.h"
#include "rom/rom.h"

static inline vec3 ox_level_vector(const uint8_t *at) {
    return (vec3){rom_i32(at), rom_i32(at + 4), rom_i32(at + 8)};
}

/* A stored rotation, brought back to unit length. */
quat ox_level_rotation(const uint8_t *at);

/* Converts a property's value to a field, within the field's range. */
int64_t ox_level_value(const ox_field *field, uint32_t kind, uint32_t value);

/* Logs a warning unless the same was logged for `what`. */
void ox_level_warn(ox_spawners *spawners, ox_id what, const char *words);

#endif
