/* The text of carts, levels, string tables and tile tables as statements with fields, each with its place in
 * the text: what is merged, searched and rewritten without touching anything else, comments included.
 *
 *     statements s;
 *     if (!statements_read("cart.txt", text, size, STATEMENTS_CART, &s, &error)) ...
 *     for (size_t i = 0; i < s.count; i++) printf("%s at line %lu\n", s.list[i].key, s.list[i].line);
 *     statements_free(&s);
 *
 * Reading is lenient: what the packer would refuse stands here as a statement all the same. */
#ifndef OXCART_TOOLS_CART_STATEMENTS_H
#define OXCART_TOOLS_CART_STATEMENTS_H

#include "tools/base/error.h"

#include <stdint.h>

typedef enum statements_form {
    STATEMENTS_CART,  /* cart.txt: statement NAME words key=value; scene ... end */
    STATEMENTS_LEVEL, /* level 1: the same, `set` and `version` belong to what stands above */
    STATEMENTS_KEYS,  /* KEY = text, in [sections] or without */
    STATEMENTS_TABLE, /* rows with commas, the first row names the columns, the first column the rows */
    STATEMENTS_TILES, /* oxtiles 1: layers with rows of tiles */
    STATEMENTS_FORMS, /* those that are guessed and merged; further ones: */
    STATEMENTS_WORDS /* lines of words of which the first tells them apart: particles, tables of expressions */
} statements_form;

/* A part of a statement. */
typedef struct statement_field {
    char name[48];     /* the key of key=value, a flag, a column; "#2" of the second plain word */
    size_t at, length; /* of the word as it stands in the text */
} statement_field;

typedef struct statement {
    char *key; /* what tells it from others: "mesh crate", "scene main/object crate", "spawn guard/set health"
                */
    size_t lead, begin,
        end; /* comments and empty lines before it begin at lead; it ends behind its line end */
    unsigned long line;
    uint32_t parent;             /* number of the statement that it belongs to, or UINT32_MAX */
    bool unnamed;                /* several may have this key; they are told apart by what they say */
    size_t field, field_count;   /* of s->fields */
    size_t name_at, name_length; /* the last word of its name, as it stands; length 0: none */
} statement;

typedef struct statements {
    const char *file, *text; /* the caller's, which must outlive this */
    size_t size;
    statements_form form;
    statement *list; /* as they stand; the last one's text may be followed by comments */
    size_t count, capacity;
    statement_field *fields;
    size_t field_count, field_capacity;
    size_t tail; /* where comments behind the last statement begin */
} statements;

/* False without memory, or for a form that the text has not (a table whose rows have other numbers of
 * columns). */
bool statements_read(const char *file, const char *text, size_t size, statements_form form, statements *s,
                     tool_error *error);
void statements_free(statements *s);

/* The form that a file probably has by its name and first words; STATEMENTS_FORMS when it is none of them. */
statements_form statements_guess(const char *file, const char *text, size_t size);

/* A field of a statement, NULL when it has none of that name. */
const statement_field *statements_field(const statements *s, const statement *of, const char *name);

/* The value of a field without key= and quotes, cut to room - 1 bytes. */
void statements_value(const statements *s, const statement_field *field, char *value, size_t room);

/* The place of that value in the text: what a rename replaces. */
void statements_value_place(const statements *s, const statement_field *field, size_t *at, size_t *length);

#endif
