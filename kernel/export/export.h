/* Functions that carts call by name: from a script, a console or a message, without a line of hand-written
 * glue.
 *
 *     OX_EXPORT bool door_open(ox_handle door, fx speed);      in a header: the mark is all that is needed
 *
 *     oxcart registry doors.h npc.h -o exports.c               writes the table `exports` when a build needs it
 *
 *     ox_export_value arguments[2] = {ox_export_handle(door), ox_export_fx(FX_ONE)}, result;
 *     ox_status status = ox_export_call(&exports, SID("door_open"), arguments, 2, &result);
 *
 * The tool reads the marked prototypes and writes a constant table, sorted by id, and one adapter for each distinct
 * signature; the adapter calls the function with its own type, so no rule of a machine's calls is relied upon. A
 * prototype that changed stops the compiler at the generated file, and `oxcart registry ... --check` stops a build
 * that only calls a parameter something else. Ids are made from the names, so they stay from build to build;
 * addresses never leave the process.
 *
 * Types: void (of results), bool, int and int32_t, fx, ox_id, ox_text_view, ox_handle, vec3; at most 8
 * parameters.
 *
 * Cost: a look-up halves the table each step; a call is that, a comparison of each argument's type, and two
 * calls. (A. Kirmse, A Generic Function-Binding Interface, Game Programming Gems 1.5, without its assembly.)
 */
#ifndef OXCART_KERNEL_EXPORT_EXPORT_H
#define OXCART_KERNEL_EXPORT_EXPORT_H

#include "fixedmath/types.h"
#include "kernel/memory/pool.h"
#include "kernel/memory/status.h"
#include "kernel/names/id.h"
#include "kernel/text/view.h"

/* Marks a prototype for the registry tool; the compiler sees nothing. */
#define OX_EXPORT

enum { OX_EXPORT_PARAMETERS = 8 };

typedef enum ox_export_type {
    OX_EXPORT_VOID,
    OX_EXPORT_BOOL,
    OX_EXPORT_INT,
    OX_EXPORT_FX,
    OX_EXPORT_ID,
    OX_EXPORT_TEXT,
    OX_EXPORT_HANDLE,
    OX_EXPORT_VECTOR,
    OX_EXPORT_TYPES
} ox_export_type;

typedef struct ox_export_value {
    ox_export_type type;
    union {
        bool truth;
        int32_t number;
        fx fixed;
        ox_id id;
        ox_text_view text; /* valid as long as the caller keeps the text */
        ox_handle handle;
        vec3 vector;
    } as;
} ox_export_value;

static inline ox_export_value ox_export_bool(bool value) {
    return (ox_export_value){OX_EXPORT_BOOL, {.truth = value}};
}
static inline ox_export_value ox_export_int(int32_t value) {
    return (ox_export_value){OX_EXPORT_INT, {.number = value}};
}
static inline ox_export_value ox_export_fx(fx value) {
    return (ox_export_value){OX_EXPORT_FX, {.fixed = value}};
}
static inline ox_export_value ox_export_id(ox_id value) {
    return (ox_export_value){OX_EXPORT_ID, {.id = value}};
}
static inline ox_export_value ox_export_text(ox_text_view value) {
    return (ox_export_value){OX_EXPORT_TEXT, {.text = value}};
}
static inline ox_export_value ox_export_handle(ox_handle value) {
    return (ox_export_value){OX_EXPORT_HANDLE, {.handle = value}};
}
static inline ox_export_value ox_export_vector(vec3 value) {
    return (ox_export_value){OX_EXPORT_VECTOR, {.vector = value}};
}

typedef void (*ox_export_function)(void);

/* Calls the function by its own type. The arguments have the right types. */
typedef void (*ox_export_adapter)(ox_export_function function, const ox_export_value *arguments,
                                  ox_export_value *result);

typedef struct ox_export {
    ox_id id;
    uint32_t signature; /* hash of the prototype's types: for peers and saved scripts to compare */
    ox_export_function function;
    ox_export_adapter adapter;
    uint8_t result; /* ox_export_type */
    uint8_t count;  /* number of parameters */
    uint8_t parameters[OX_EXPORT_PARAMETERS];
    const char *name; /* NULL in release builds */
} ox_export;

typedef struct ox_exports {
    const ox_export *rows; /* by rising id */
    uint32_t count;
    uint32_t signature; /* hash of all rows' signatures */
} ox_exports;

/* The row of a name; NULL when no exported function has that name. */
const ox_export *ox_export_find(const ox_exports *exports, ox_id id);

/* Calls a function by its id. OX_NOT_FOUND; OX_BAD_ARGUMENT when there are not as many arguments as parameters or one
 * has another type: the function was not called then. *result (may be NULL) gets the type OX_EXPORT_VOID where the
 * function returns nothing, and on failure. */
FX_MUST_CHECK ox_status ox_export_call(const ox_exports *exports, ox_id id, const ox_export_value *arguments,
                                       uint32_t count, ox_export_value *result);

#endif
