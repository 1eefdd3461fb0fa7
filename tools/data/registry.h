/* Finds functions marked OX_EXPORT in headers and writes the table and the adapters by which they are called
 * (kernel/export/export.h). */
#ifndef OXCART_TOOLS_DATA_REGISTRY_H
#define OXCART_TOOLS_DATA_REGISTRY_H

#include "kernel/export/export.h"
#include "tools/base/error.h"
#include "tools/base/writer.h"

typedef struct registry_function {
    char name[64];
    uint32_t id, signature;
    const char *file; /* the caller's string */
    unsigned long line;
    uint8_t result, count; /* indices of registry_types */
    uint8_t parameters[OX_EXPORT_PARAMETERS];
} registry_function;

typedef struct registry_type {
    const char *word;     /* in C */
    const char *constant; /* OX_EXPORT_... */
    const char *member;   /* of ox_export_value */
} registry_type;

enum { REGISTRY_TYPES = 9 };
extern const registry_type registry_types[REGISTRY_TYPES];

/* A registry that is all zero is empty. */
typedef struct registry {
    registry_function *functions; /* after registry_settle by rising id */
    size_t count, capacity;
} registry;

/* Adds the marked prototypes of a header. False after a sentence with its line: no prototype, a type that is
 * not possible, too many parameters. */
bool registry_read(registry *r, const char *file, const char *text, size_t size, tool_error *error);

/* Sorts the functions; refuses a name that is marked twice, and two names with one id. */
bool registry_settle(registry *r, tool_error *error);

/* Writes C that defines `const ox_exports NAME` and includes `headers`, in this order. */
void registry_write(const registry *r, const char *name, const char *const *headers, size_t header_count,
                    writer *out);

/* Whether a file that registry_write wrote has the signatures of the registry as it is now; the sentence names
 * the prototype that has changed, come or gone. */
bool registry_is_current(const registry *r, const char *file, const char *text, size_t size,
                         tool_error *error);

void registry_free(registry *r);

#endif
