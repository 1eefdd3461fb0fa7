/* The checker of Goad: names, types and rules, all before anything is emitted. The checker fills in what the emitter
 * needs: the type of every expression, the symbol behind every name, the opcode of every operation, and the value of
 * every constant. */
#ifndef OXCART_TOOLS_SCRIPT_CHECK_H
#define OXCART_TOOLS_SCRIPT_CHECK_H

#include "tools/script/compiler.h"

/* The scope of an expression. Without a function: a place where constants are wanted. */
typedef struct script_scope {
    script_compiler *c;
    script_symbol *function;
    script_list locals; /* locals in sight */
    bool crowded;       /* too many locals: the error was told */
    uint32_t block;
    uint32_t loops, breaks, waits; /* loops around the expression; breaks and waits seen */
    const script_node *over;       /* the expression that the current `for` goes over */
    const script_type *result;
} script_scope;

/* How a NODE_CALL is emitted: its `token`. */
typedef enum script_call {
    CALL_FUNCTION,
    CALL_NATIVE,
    CALL_PUSH,      /* the arguments are the result: structs, vectors, conversions without code */
    CALL_CODE,      /* `code` behind the arguments, its operand is `places` unless that is 0 */
    CALL_CONTAINER, /* `code` with the container of `symbol` behind the arguments */
    CALL_MAP_DEFAULT,
    CALL_SORT,
    CALL_DONE,
    CALL_RESUME,
    CALL_ASSERT
} script_call;

/* ---- types (type.c) ---- */

extern const script_type script_basic[KINDS]; /* the types without parts */

const script_type *script_type_of_node(script_compiler *c, script_node *n); /* WRONG after an error */
const script_type *script_type_handle(script_compiler *c, const script_symbol *of);
const script_type *script_type_row(script_compiler *c, const script_symbol *of); /* `ref` of a `type` */
bool script_type_in_folder(const script_compiler *c,
                           const script_type *t); /* a resource whose value is the id of its chunk */
uint32_t script_type_chunk(const script_compiler *c, const script_type *t, uint32_t name); /* chunk's id */
const script_type *script_type_task(script_compiler *c, const script_type *gives);
bool script_type_same(const script_type *a, const script_type *b);
bool script_type_fits(const script_type *to, const script_type *from); /* without code for a conversion */
bool script_type_is_handle(const script_type *t);
bool script_type_is_container(const script_type *t);
bool script_type_derives(const script_symbol *from, const script_symbol *base);
bool script_type_is_value(const script_type *t); /* can be on the stack: no array, no container */
const char *script_type_show(script_compiler *c, const script_type *t); /* the type as text */
const script_type *script_type_called(const char *word); /* a simple type by its word; NULL: none */
char script_type_letter(const script_type *t);
uint32_t script_type_box(const script_type *t); /* kind of a value in `any` and in fields */

/* ---- constants (fold.c) ---- */

/* Applies an opcode to cells; false when it traps. *overflow: the exact result did not fit. */
bool script_fold(uint32_t code, const int32_t *cells, uint32_t places, int32_t *result, bool *overflow);

/* Makes a constant of an operation on constants. */
void script_fold_node(script_scope *s, script_node *n, const script_node *const *operands, uint32_t count);

/* ---- declarations ---- */

void script_check_constant(script_compiler *c,
                           script_symbol *s); /* a const or a value of an enum, when first needed */
void script_check_structure(script_compiler *c, script_symbol *s); /* types and places of its fields */
int32_t script_check_number(script_compiler *c, script_node *n, int32_t least, int32_t most,
                            const char *what);
script_symbol *script_member(const script_symbol *of, uint32_t word,
                             uint32_t kind); /* a member of it or of a base, or NULL */
script_symbol *script_field_of(const script_symbol *schema, uint32_t word);
uint32_t script_state_number(const script_symbol *behaviour,
                             uint32_t word); /* OX_SCRIPT_NONE: no state of that name */

/* ---- expressions ---- */

void script_check_expression(script_scope *s, script_node *n);
void script_check_call(script_scope *s, script_node *n);
void script_check_member(script_scope *s, script_node *n);
void script_check_index(script_scope *s, script_node *n);
void script_check_list(script_scope *s, script_node *n,
                       const script_type *type); /* a list literal as an array or container */
void script_check_operator(script_scope *s, script_node *n);
void script_check_cast(script_scope *s, script_node *n);

/* Checks *n and makes it a value of `type`, by conversions that need not be written. */
void script_check_as(script_scope *s, script_node **n, const script_type *type);
void script_convert(script_scope *s, script_node **n, const script_type *type);
script_node *script_check_wrap(script_scope *s, script_node *n, uint32_t code,
                               const script_type *type); /* a node that applies `code` to n */

/* Makes a node the call of a function of the console for a table of data, with the node's arguments behind the table;
 * `gives` NULL: the result is a row. */
void script_check_rows(script_scope *s, script_node *n, const script_symbol *table, const char *native,
                       const script_type *gives);

/* The table of data that an expression names; NULL for other expressions. */
const script_symbol *script_table_of(script_scope *s, const script_node *n);

/* Reports a literal that names a member of the cart which the cart does not have. */
void script_check_known(const script_scope *s, const script_node *n, const char *kind);

/* Whether a node is a call that gives one object after the other. */
bool script_goes_over(const script_node *n);

/* Whether a node can be assigned to; an error otherwise. */
bool script_check_place(script_scope *s, script_node *n);

/* The symbol of a name in sight: local, of the behaviour, or global; NULL without an error. */
script_symbol *script_find(script_scope *s, uint32_t word);

/* Notes what the code of a function does, for script_check_drawing. */
void script_note_deed(script_scope *s, script_place place, script_deed_kind kind, uint32_t word);

/* Notes a write to a name or member, unless it is a local, for script_check_drawing. */
void script_note_write(script_scope *s, const script_node *n);

void script_check_latent(script_scope *s, script_place place, const char *what); /* notes a suspension */

#endif
