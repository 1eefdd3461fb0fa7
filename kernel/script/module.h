/* Script modules: compiled Goad as it lies in the ROM image, checked once and used where it lies.
 *
 *     ox_script_module module;
 *     rom_error error;
 *     if (ox_script_module_open(&module, bytes, size, trust, &error) == ROM_OK &&   sizes, checksum, every index
 *         ox_script_module_bind(&module, &natives, trust, imports, &error) == ROM_OK &&     natives by name and signature
 *         ox_script_module_verify(&module, imports, &error) == ROM_OK) ...          every function's code
 *
 * The layout is told by rom/records.txt (script-module and what follows it), offsets are ROM_SCRIPT_... of rom/chunks.h;
 * instructions are those of instruction.h. No byte is trusted: code that passes all three can neither reach a cell
 * outside of its own nor jump anywhere but to an instruction, whatever it computes. Types are the compiler's business:
 * every handle, index and number is checked when it is used.
 *
 * OPEN is one pass over the records and the checksum. VERIFY is one pass over the code: each function's depth of stack is
 * followed from instruction to instruction, jumps ahead are kept until they are reached, jumps back must lead to a HEAD
 * passed at the same depth. It needs 400 bytes of stack and no recursion, and its cost is linear in the code.
 * Sentences name what, where and how much: "offset 148: function 3 byte 12: ...". */
#ifndef OXCART_KERNEL_SCRIPT_MODULE_H
#define OXCART_KERNEL_SCRIPT_MODULE_H

#include "kernel/script/instruction.h"
#include "kernel/script/native.h"
#include "rom/rom.h"

/* Limits of the format; compiler and verifier hold the same. */
enum {
    OX_SCRIPT_VERSION = 2, /* version of the format: changes when instructions come or go */
    OX_SCRIPT_NAME_LETTERS = 63,
    OX_SCRIPT_FUNCTION_BYTES = 4096,
    OX_SCRIPT_LOCALS = 255, /* cells of a function */
    OX_SCRIPT_DEPTH = 255,  /* operand cells of a function */
    OX_SCRIPT_ARGUMENTS = 16,
    OX_SCRIPT_RESULTS = 8,
    OX_SCRIPT_JUMPS = 64, /* jumps ahead that are open at once in a function; and heads of loops */
    OX_SCRIPT_CASES = 64,
    OX_SCRIPT_EVENT_CELLS = 6,
    OX_SCRIPT_RECURSION = 255,
    OX_SCRIPT_INSTANCE_CELLS = 1024,
    OX_SCRIPT_GLOBALS = 4096,
    OX_SCRIPT_CONTAINERS = 65535,
    OX_SCRIPT_CAPACITY = 4096, /* of a container */
    OX_SCRIPT_VALUES = 8,      /* cells of a container's value */
    OX_SCRIPT_NATIVES = 65535,
    OX_SCRIPT_NATIVES_SHORT = 64, /* natives that have an opcode of their own */
    OX_SCRIPT_HANDLERS = 255,     /* of a behaviour or state */
    OX_SCRIPT_STATES = 64,        /* of a behaviour */
    OX_SCRIPT_STATE_LEVELS = 8,   /* a state and its parents */
    OX_SCRIPT_BEHAVIOUR_LEVELS = 8,
    OX_SCRIPT_METHODS = 255,
    OX_SCRIPT_TASKS = 255,
    OX_SCRIPT_PLAYER_BYTES = 256, /* of a player's program */
    OX_SCRIPT_LINK = 3,           /* cells of a frame between locals and operands */
    OX_SCRIPT_NONE = ROM_SCRIPT_MODULE_NONE
};

/* The sections of a module, in the order in which they stand. */
typedef enum ox_script_section {
    OX_SCRIPT_SECTION_NATIVES,
    OX_SCRIPT_SECTION_CONSTANTS,
    OX_SCRIPT_SECTION_GLOBALS,
    OX_SCRIPT_SECTION_CONTAINERS,
    OX_SCRIPT_SECTION_FUNCTIONS,
    OX_SCRIPT_SECTION_BEHAVIOURS,
    OX_SCRIPT_SECTION_STATES,
    OX_SCRIPT_SECTION_HANDLERS,
    OX_SCRIPT_SECTION_EVENTS,
    OX_SCRIPT_SECTION_ARGUMENTS,
    OX_SCRIPT_SECTION_FIELDS,
    OX_SCRIPT_SECTION_TEXTS,
    OX_SCRIPT_SECTION_METHODS,
    OX_SCRIPT_SECTION_CODE,
    OX_SCRIPT_SECTION_NOTES,
    OX_SCRIPT_SECTIONS
} ox_script_section;

/* ox_script_section_record gives the bytes of a section's record, a constant where the section is one. The other
 * function gives the place in the head of the section's count (u16, for code and notes u32). */
static inline uint32_t ox_script_section_record(ox_script_section section) {
    static const uint8_t bytes[OX_SCRIPT_SECTIONS] = {ROM_SCRIPT_NATIVE_SIZE,
                                                      4,
                                                      4,
                                                      ROM_SCRIPT_CONTAINER_SIZE,
                                                      ROM_SCRIPT_FUNCTION_SIZE,
                                                      ROM_SCRIPT_BEHAVIOUR_SIZE,
                                                      ROM_SCRIPT_STATE_SIZE,
                                                      ROM_SCRIPT_HANDLER_SIZE,
                                                      ROM_SCRIPT_EVENT_SIZE,
                                                      ROM_SCRIPT_ARGUMENT_SIZE,
                                                      ROM_SCRIPT_FIELD_SIZE,
                                                      4,
                                                      2,
                                                      1,
                                                      1};
    return bytes[section];
}
uint32_t ox_script_section_count_at(ox_script_section section);

typedef struct ox_script_module {
    const uint8_t *bytes;               /* a multiple of 4; NULL: not open */
    uint32_t size;                      /* of the module */
    uint32_t at[OX_SCRIPT_SECTIONS];    /* where each section begins */
    uint32_t count[OX_SCRIPT_SECTIONS]; /* records of each section; bytes of code and notes */
} ox_script_module;

/* Opens a module of at most `size` bytes; the bytes stay with the caller and must lie at a multiple of 4. `trust` is
 * one of OX_SCRIPT_TRUST_...: add-ons, and no other modules, must say that they are add-ons; a player's program is one
 * free function of at most 256 bytes without state. ROM_MISALIGNED, ROM_TRUNCATED, ROM_BAD_MAGIC, ROM_UNKNOWN_VERSION,
 * ROM_BAD_SIZE, ROM_BAD_CONTENT_CRC, or ROM_BAD_CHUNK for a record that contradicts another; *module is clear then. */
FX_MUST_CHECK rom_status ox_script_module_open(ox_script_module *module, const void *bytes, size_t size,
                                               uint32_t trust, rom_error *error);

/* A native that the module imports, found in the tables. */
typedef struct ox_script_import {
    const ox_script_native *native;
    uint32_t cost; /* in instructions */
    ox_script_shape shape;
} ox_script_import;

/* Fills in one of `imports` for each native of an open module. ROM_BAD_CHUNK for a native that `natives` does not have,
 * has with another signature, or not at this level of trust. */
FX_MUST_CHECK rom_status ox_script_module_bind(const ox_script_module *module,
                                               const ox_script_natives *natives, uint32_t trust,
                                               ox_script_import *imports, rom_error *error);

/* Verifies all functions of an open module whose natives are bound. ROM_BAD_CHUNK with the place in the module and "function
 * N byte B: ...". */
FX_MUST_CHECK rom_status ox_script_module_verify(const ox_script_module *module,
                                                 const ox_script_import *imports, rom_error *error);

/* The hash of the natives that the module was compiled against. */
static inline uint32_t ox_script_module_interface(const ox_script_module *module) {
    return rom_word(module->bytes + ROM_SCRIPT_MODULE_INTERFACE);
}

/* Record `index` of a section, which must exist. */
static inline const uint8_t *ox_script_record(const ox_script_module *module, ox_script_section section,
                                              uint32_t index) {
    return module->bytes + module->at[section] + index * ox_script_section_record(section);
}

/* Whether a behaviour is `base` or derived from it, however far. Either may be OX_SCRIPT_NONE, which is only itself. */
bool ox_script_module_derives(const ox_script_module *module, uint32_t behaviour, uint32_t base);

/* Cells that a container takes. */
static inline uint32_t ox_script_container_cells(const uint8_t *container) {
    uint32_t entry = (uint32_t)container[ROM_SCRIPT_CONTAINER_VALUES] +
                     (container[ROM_SCRIPT_CONTAINER_KIND] == ROM_SCRIPT_CONTAINER_MAP);
    return 1u + rom_half(container + ROM_SCRIPT_CONTAINER_CAPACITY) * entry;
}

/* The behaviour of a name, the event of a name, and the state of a name in a behaviour (by its number); OX_SCRIPT_NONE
 * when the module has none. */
uint32_t ox_script_module_behaviour(const ox_script_module *module, uint32_t name);
uint32_t ox_script_module_state(const ox_script_module *module, uint32_t behaviour, uint32_t name);
uint32_t ox_script_module_event(const ox_script_module *module, uint32_t name);

/* The number of the field of a prop of a behaviour, or of a behaviour it derives from; OX_SCRIPT_NONE when there is no
 * prop of that name. */
uint32_t ox_script_module_prop(const ox_script_module *module, uint32_t behaviour, uint32_t name);

/* The text of a note that the module pushed as a value (TEXT), NULL for values that are no notes. */
const char *ox_script_module_note(const ox_script_module *module, int32_t value);

#endif
