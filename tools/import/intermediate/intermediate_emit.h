/* What the writer of the intermediate format needs besides json_writer.h: lists of numbers, paths. Private to it. */
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

/* In as few digits as give the same float. */
void emit_float(emitter *e, const char *name, float value);

/* Numbers, in the raw file where they are many. NULL: nothing is written. */
void emit_list(emitter *e, const char *name, emit_kind kind, const void *values, size_t count);

/* A path as it is from the text's folder. */
void emit_path(emitter *e, const char *name, const char *path);

#endif
