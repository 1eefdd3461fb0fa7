/* Internals of the script machine that its files share. */
#ifndef OXCART_KERNEL_SCRIPT_INTERNAL_H
#define OXCART_KERNEL_SCRIPT_INTERNAL_H

#include "fixedmath/bits.h"
#include "kernel/script/module.h"

#define OX_SCRIPT_NOTE_VALUE 0xFFFF0000u /* a note's value is this plus its place */

/* A module under examination. */
typedef struct checked {
    const ox_script_module *m;
    rom_error *error;
} checked;

static inline const uint8_t *script_function(const ox_script_module *m, uint32_t index) {
    return ox_script_record(m, OX_SCRIPT_SECTION_FUNCTIONS, index);
}
static inline const uint8_t *script_state(const ox_script_module *m, uint32_t index) {
    return ox_script_record(m, OX_SCRIPT_SECTION_STATES, index);
}
/* Whether a function declares that it and the functions it calls change no state, which the verifier checks. */
static inline bool script_draws(const uint8_t *function) {
    return (function[ROM_SCRIPT_FUNCTION_FLAGS] & ROM_SCRIPT_FUNCTION_DRAW) != 0;
}
/* The record of a behaviour, NULL for OX_SCRIPT_NONE. */
static inline const uint8_t *script_behaviour(const ox_script_module *m, uint32_t index) {
    return index == OX_SCRIPT_NONE ? NULL : ox_script_record(m, OX_SCRIPT_SECTION_BEHAVIOURS, index);
}
/* The function of a row of the method tables. */
static inline uint32_t script_method(const ox_script_module *m, uint32_t row) {
    return rom_half(ox_script_record(m, OX_SCRIPT_SECTION_METHODS, row));
}
static inline int32_t script_constant(const ox_script_module *m, uint32_t index) {
    return (int32_t)rom_word(ox_script_record(m, OX_SCRIPT_SECTION_CONSTANTS, index));
}

/* Whether code of `from` (a behaviour, or none) may call functions of `to`. */
static inline bool script_may_call(const ox_script_module *m, uint32_t from, uint32_t to) {
    return to == OX_SCRIPT_NONE || ox_script_module_derives(m, from, to);
}

/* Cells of a field, 0 of a container. */
static inline uint32_t script_field_cells(const uint8_t *field) {
    uint32_t cells = field[ROM_SCRIPT_FIELD_CELLS];
    return cells == 0 && field[ROM_SCRIPT_FIELD_KIND] == ROM_SCRIPT_FIELD_COMPOUND
               ? (uint32_t)rom_half(field + ROM_SCRIPT_FIELD_FLAGS) >> 4
               : cells;
}

/* Whether a container lies inside the first `cells` of its space. */
static inline bool script_container_inside(const uint8_t *container, uint32_t cells) {
    return rom_half(container + ROM_SCRIPT_CONTAINER_ADDRESS) + ox_script_container_cells(container) <= cells;
}

/* Cells of the variable that a field of the module is, at `cell` of a space; 0 when the field is a container but no
 * container lies at that cell. Containers among variables stand in the order of their fields: *container is the next
 * container to look at. */
uint32_t script_variable_cells(const ox_script_module *m, uint32_t index, uint32_t space, uint32_t cell,
                               uint32_t *container);

/* The depth of the operand stack before the instruction at a byte of a verified function; -1 where none begins. */
int32_t script_depth_at(const ox_script_module *m, const ox_script_import *imports, uint32_t function,
                        uint32_t byte);

/* A native by name: natives that every machine has are searched first, then the tables. */
const ox_script_native *script_native(const ox_script_natives *natives, uint32_t name);

/* Appends a text to the sentence of an error, as far as there is room; returns the status of the error,
 * ROM_BAD_CHUNK. */
rom_status script_fail_text(rom_error *error, const char *text);

#endif
