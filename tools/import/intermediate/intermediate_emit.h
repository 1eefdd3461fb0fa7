/* Lists of numbers and paths for the writer of the intermediate format, besides json_writer.h. Private to the
 * writer. */
#ifndef OXCART_TOOLS_IMPORT_INTERMEDIATE_INTERMEDIATE_EMIT_H
#define OXCART_TOOLS_IMPORT_INTERMEDIATE_INTERMEDIATE_EMIT_H

#include "tools/import/intermediate/intermediate.h"
#include "tools/report/json_writer.h"

typedef struct emitter {
    json_writer *out;
    writer *raw;        /* NULL when everything stands in the text */
    const char *folder; /* of the text; bytes up to folder_length */
    size_t folder_length;
} emitter;

typedef enum emit_kind { EMIT_F32, EMIT_F64, EMIT_U16, EMIT_U32, EMIT_U8 } emit_kind;

/* Writes a float in as few digits as give the same float. */
void emit_float(emitter *e, const char *name, float value);

/* Writes a list of numbers, in the raw file where they are many; nothing when `values` is NULL. */
void emit_list(emitter *e, const char *name, emit_kind kind, const void *values, size_t count);

/* Writes a path relative to the text's folder. */
void emit_path(emitter *e, const char *name, const char *path);

#endif
