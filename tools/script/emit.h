/* The emitter of Goad: one pass over the checked tree, statement by statement; the operand stack is empty between statements. */
#ifndef OXCART_TOOLS_SCRIPT_EMIT_H
#define OXCART_TOOLS_SCRIPT_EMIT_H

#include "tools/script/code.h"

/* Where a value lies: cells with an address, or an element or field behind a selector of one cell (index, key, handle). */
typedef enum script_place_kind {
    PLACE_CELLS,
    PLACE_ELEMENT,
    PLACE_LIST,
    PLACE_MAP,
    PLACE_FIELD,
    PLACE_OWN_FIELD,
    PLACE_RECORD,
    PLACE_VALUE
} script_place_kind;

typedef struct script_target {
    script_place_kind kind;
    uint32_t space, address; /* of cells and arrays */
    uint32_t count;          /* elements of an array */
    int32_t low;
    uint32_t number;        /* number of the container or field */
    uint32_t whole;         /* cells that are loaded and stored at once */
    uint32_t offset, cells; /* the part that is read or written */
    script_node *selector;  /* the selector; for PLACE_VALUE the expression */
} script_target;

/* emit_expression.c */
void script_emit_value(script_code *e, script_node *n);
void script_emit_operation(script_code *e, const script_node *n); /* code behind the operands */
void script_emit_jump(script_code *e, script_node *n, bool when,
                      uint32_t label); /* jumps to the label when n has the value */
void script_emit_box(script_code *e, const script_node *n);

/* emit_call.c */
void script_emit_call(script_code *e, script_node *n);
void script_emit_started(script_code *e, script_node *n);
void script_emit_native(script_code *e, const script_symbol *native, uint32_t takes, uint32_t gives);
uint32_t script_native_number(script_compiler *c, const char *signature); /* of a built-in native */
void script_emit_built_in(script_code *e, const char *signature, uint32_t takes, uint32_t gives);
uint32_t script_container_number(script_compiler *c,
                                 script_symbol *s); /* the field's number, made when first asked for */

/* emit_place.c */
void script_emit_target(script_code *e, script_node *n, script_target *target);
void script_emit_load(script_code *e, script_node *n);
void script_emit_part(script_code *e, uint32_t whole, uint32_t offset,
                      uint32_t cells); /* keeps a part of the value on the stack */
void script_emit_assign(script_code *e, script_node *n);
void script_emit_list(script_code *e, script_node *list, script_symbol *to); /* fills an array or container */

/* emit_statement.c */
void script_emit_block(script_code *e, const script_node *n);

#endif
