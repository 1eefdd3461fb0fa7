/* Modules made by hand, for tests of the script machine: records are added, then all is put together.
 *
 *     script_builder b = {0};
 *     uint32_t f = sb_function(&b, (sb_shape){.results = 1}, (const uint8_t[]){0x07, 0x8B, 0x01}, 3);
 *     sb_finish(&b);                 b.bytes and b.size are a module */
#ifndef OXCART_TESTS_SCRIPT_BUILDER_H
#define OXCART_TESTS_SCRIPT_BUILDER_H

#include <string.h>

#include "kernel/script/machine.h"
#include "tests/test.h"

enum { SB_SECTION = 2600, SB_MODULE = 16384 };

typedef struct script_builder {
    uint8_t data[OX_SCRIPT_SECTIONS][SB_SECTION];
    uint32_t used[OX_SCRIPT_SECTIONS];
    uint32_t interface, start;
    bool has_start, add_on;
    union {
        uint32_t aligned;
        uint8_t bytes[SB_MODULE];
    } image;
    uint32_t size;
} script_builder;

typedef struct sb_shape {
    uint32_t arguments, results, locals, operands, flags, recursion, need,
        behaviour; /* number of the behaviour + 1 */
} sb_shape;

static inline void sb_put16(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)value, at[1] = (uint8_t)(value >> 8);
}
static inline void sb_put32(uint8_t *at, uint32_t value) {
    sb_put16(at, value), sb_put16(at + 2, value >> 16);
}

/* Adds a record, all 0; returns it. */
static inline uint8_t *sb_add(script_builder *b, ox_script_section section, uint32_t *number) {
    uint32_t bytes = ox_script_section_record(section);
    uint8_t *at = b->data[section] + b->used[section];
    CHECK(b->used[section] + bytes <= SB_SECTION);
    memset(at, 0, bytes);
    if (number != NULL) *number = b->used[section] / bytes;
    b->used[section] += bytes;
    return at;
}

static inline uint32_t sb_number(script_builder *b, ox_script_section section, uint32_t value) {
    uint32_t index;
    uint8_t *at = sb_add(b, section, &index);
    if (ox_script_section_record(section) == 2) {
        sb_put16(at, value);
    } else {
        sb_put32(at, value);
    }
    return index;
}

static inline uint32_t sb_constant(script_builder *b, int32_t value) {
    return sb_number(b, OX_SCRIPT_SECTION_CONSTANTS, (uint32_t)value);
}
static inline uint32_t sb_global(script_builder *b, int32_t value) {
    return sb_number(b, OX_SCRIPT_SECTION_GLOBALS, (uint32_t)value);
}

static inline uint32_t sb_native(script_builder *b, const char *signature) {
    uint32_t index;
    uint8_t *at = sb_add(b, OX_SCRIPT_SECTION_NATIVES, &index);
    sb_put32(at + ROM_SCRIPT_NATIVE_NAME, rom_id_of(signature, strcspn(signature, ":")));
    sb_put32(at + ROM_SCRIPT_NATIVE_SIGNATURE, ox_script_signature_hash(signature));
    return index;
}

static inline uint32_t sb_container(script_builder *b, uint32_t space, uint32_t kind, uint32_t address,
                                    uint32_t capacity, uint32_t values) {
    uint32_t index;
    uint8_t *at = sb_add(b, OX_SCRIPT_SECTION_CONTAINERS, &index);
    at[ROM_SCRIPT_CONTAINER_SPACE] = (uint8_t)space;
    at[ROM_SCRIPT_CONTAINER_KIND] = (uint8_t)kind;
    sb_put16(at + ROM_SCRIPT_CONTAINER_ADDRESS, address);
    sb_put16(at + ROM_SCRIPT_CONTAINER_CAPACITY, capacity);
    at[ROM_SCRIPT_CONTAINER_VALUES] = (uint8_t)values;
    return index;
}

static inline uint32_t sb_function(script_builder *b, sb_shape shape, const uint8_t *code, uint32_t bytes) {
    uint32_t index, least = shape.locals + OX_SCRIPT_LINK + shape.operands;
    uint8_t *at = sb_add(b, OX_SCRIPT_SECTION_FUNCTIONS, &index);
    sb_put32(at + ROM_SCRIPT_FUNCTION_CODE, b->used[OX_SCRIPT_SECTION_CODE]);
    sb_put16(at + ROM_SCRIPT_FUNCTION_BYTES, bytes);
    at[ROM_SCRIPT_FUNCTION_ARGUMENTS] = (uint8_t)shape.arguments;
    at[ROM_SCRIPT_FUNCTION_RESULTS] = (uint8_t)shape.results;
    at[ROM_SCRIPT_FUNCTION_LOCALS] = (uint8_t)shape.locals;
    at[ROM_SCRIPT_FUNCTION_OPERANDS] = (uint8_t)shape.operands;
    at[ROM_SCRIPT_FUNCTION_FLAGS] = (uint8_t)shape.flags;
    at[ROM_SCRIPT_FUNCTION_RECURSION] = (uint8_t)shape.recursion;
    sb_put16(at + ROM_SCRIPT_FUNCTION_NEED, shape.need == 0 ? least : shape.need);
    sb_put16(at + ROM_SCRIPT_FUNCTION_BEHAVIOUR, shape.behaviour == 0 ? OX_SCRIPT_NONE : shape.behaviour - 1);
    CHECK(b->used[OX_SCRIPT_SECTION_CODE] + bytes <= SB_SECTION);
    memcpy(b->data[OX_SCRIPT_SECTION_CODE] + b->used[OX_SCRIPT_SECTION_CODE], code, bytes);
    b->used[OX_SCRIPT_SECTION_CODE] += bytes;
    return index;
}
#define SB_CODE(...) (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})

static inline uint32_t sb_event(script_builder *b, uint32_t name, uint32_t cells) {
    uint32_t index, first = b->used[OX_SCRIPT_SECTION_ARGUMENTS] / ROM_SCRIPT_ARGUMENT_SIZE;
    uint8_t *at = sb_add(b, OX_SCRIPT_SECTION_EVENTS, &index);
    sb_put32(at + ROM_SCRIPT_EVENT_NAME, name);
    at[ROM_SCRIPT_EVENT_ARGUMENTS] = (uint8_t)cells;
    sb_put16(at + ROM_SCRIPT_EVENT_FIRST_ARGUMENT, first);
    for (uint32_t i = 0; i < cells; i++) {
        uint8_t *argument = sb_add(b, OX_SCRIPT_SECTION_ARGUMENTS, NULL);
        argument[ROM_SCRIPT_ARGUMENT_KIND] = ROM_SCRIPT_FIELD_INT;
        argument[ROM_SCRIPT_ARGUMENT_CELLS] = 1;
    }
    return index;
}

static inline uint32_t sb_field(script_builder *b, uint32_t type, uint32_t name, uint32_t cells,
                                uint32_t kind) {
    uint32_t index;
    uint8_t *at = sb_add(b, OX_SCRIPT_SECTION_FIELDS, &index);
    sb_put32(at + ROM_SCRIPT_FIELD_TYPE, type);
    sb_put32(at + ROM_SCRIPT_FIELD_FIELD, name);
    at[ROM_SCRIPT_FIELD_CELLS] = (uint8_t)cells;
    at[ROM_SCRIPT_FIELD_KIND] = (uint8_t)kind;
    return index;
}

static inline uint32_t sb_handler(script_builder *b, uint32_t event, uint32_t function) {
    uint32_t index;
    uint8_t *at = sb_add(b, OX_SCRIPT_SECTION_HANDLERS, &index);
    sb_put16(at + ROM_SCRIPT_HANDLER_EVENT, event);
    sb_put16(at + ROM_SCRIPT_HANDLER_FUNCTION, function);
    return index;
}

/* Adds an empty behaviour or state, whose optional numbers are all missing. */
static inline uint8_t *sb_behaviour(script_builder *b, uint32_t name, uint32_t cells) {
    uint8_t *at = sb_add(b, OX_SCRIPT_SECTION_BEHAVIOURS, NULL);
    sb_put32(at + ROM_SCRIPT_BEHAVIOUR_NAME, name);
    sb_put16(at + ROM_SCRIPT_BEHAVIOUR_CELLS, cells);
    sb_put16(at + ROM_SCRIPT_BEHAVIOUR_PARENT, OX_SCRIPT_NONE);
    sb_put16(at + ROM_SCRIPT_BEHAVIOUR_AUTO_STATE, OX_SCRIPT_NONE);
    sb_put16(at + ROM_SCRIPT_BEHAVIOUR_INIT, OX_SCRIPT_NONE);
    return at;
}
static inline uint8_t *sb_state(script_builder *b, uint32_t name, uint32_t *number) {
    uint8_t *at = sb_add(b, OX_SCRIPT_SECTION_STATES, number);
    sb_put32(at + ROM_SCRIPT_STATE_NAME, name);
    sb_put16(at + ROM_SCRIPT_STATE_PARENT, OX_SCRIPT_NONE);
    sb_put16(at + ROM_SCRIPT_STATE_ENTER, OX_SCRIPT_NONE);
    sb_put16(at + ROM_SCRIPT_STATE_LEAVE, OX_SCRIPT_NONE);
    sb_put16(at + ROM_SCRIPT_STATE_BEGIN, OX_SCRIPT_NONE);
    return at;
}

static inline void sb_checksum(script_builder *b) {
    sb_put32(
        b->image.bytes + ROM_SCRIPT_MODULE_CHECKSUM,
        rom_crc32(0, b->image.bytes + ROM_SCRIPT_MODULE_INTERFACE, b->size - ROM_SCRIPT_MODULE_INTERFACE));
}

static inline void sb_finish(script_builder *b) {
    uint8_t *head = b->image.bytes;
    b->size = ROM_SCRIPT_MODULE_SIZE;
    memset(head, 0, ROM_SCRIPT_MODULE_SIZE);
    memcpy(head, "GOAD", 4);
    sb_put16(head + ROM_SCRIPT_MODULE_VERSION, OX_SCRIPT_VERSION);
    sb_put16(head + ROM_SCRIPT_MODULE_FLAGS, b->add_on ? ROM_SCRIPT_MODULE_ADD_ON : 0);
    sb_put32(head + ROM_SCRIPT_MODULE_INTERFACE, b->interface);
    sb_put16(head + ROM_SCRIPT_MODULE_START, b->has_start ? b->start : OX_SCRIPT_NONE);
    for (uint32_t i = 0; i < OX_SCRIPT_SECTIONS; i++) {
        uint32_t count = b->used[i] / ox_script_section_record((ox_script_section)i),
                 at = ox_script_section_count_at((ox_script_section)i);
        if (i < OX_SCRIPT_SECTION_CODE) {
            sb_put16(head + at, count);
        } else {
            sb_put32(head + at, count);
        }
        CHECK(b->size + b->used[i] + 4 <= SB_MODULE);
        memcpy(head + b->size, b->data[i], b->used[i]);
        for (b->size += b->used[i]; b->size % 4 != 0;) head[b->size++] = 0;
    }
    sb_put32(head + ROM_SCRIPT_MODULE_BYTES, b->size);
    sb_checksum(b);
}

#endif
