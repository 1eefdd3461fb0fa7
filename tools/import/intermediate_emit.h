/* Writes the text of the intermediate format member by member. Private to it. */
#ifndef TOOLS_IMPORT_INTERMEDIATE_EMIT_H
#define TOOLS_IMPORT_INTERMEDIATE_EMIT_H

#include "tools/import/intermediate.h"

typedef struct emitter {
    writer *text, *raw; /* raw: NULL when everything stands in the text */
    int depth;
    bool some; /* something stands in the innermost object or array */
    const char *folder; /* of the text; bytes up to folder_length */
    size_t folder_length;
} emitter;

typedef enum emit_kind { EMIT_F32, EMIT_F64, EMIT_U16, EMIT_U32, EMIT_U8 } emit_kind;

/* `name` is NULL inside of arrays. Objects and arrays over several lines, then what is in them, then their end. */
void emit_open(emitter *e, const char *name, char bracket);
void emit_close(emitter *e, char bracket);
void emit_whole(emitter *e, const char *name, long long value);
void emit_number(emitter *e, const char *name, double value);
void emit_float(emitter *e, const char *name, float value);
void emit_flag(emitter *e, const char *name);
void emit_text(emitter *e, const char *name, const char *value);
void emit_json(emitter *e, const char *name, const char *value); /* is JSON already */

/* Numbers, in the raw file where they are many. NULL: nothing is written. */
void emit_list(emitter *e, const char *name, emit_kind kind, const void *values, size_t count);

/* A path as it is from the text's folder. */
void emit_path(emitter *e, const char *name, const char *path);

#endif
