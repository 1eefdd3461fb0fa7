/* The text of carts, levels, string tables and tile tables as statements with fields, each with its place in
 * the text, so that one statement can be merged, found or rewritten without touching the text around it, comments
 * included.
 *
 *     statements s;
 *     if (!statements_read("cart.txt", text, size, STATEMENTS_CART, &s, &error)) ...
 *     for (size_t i = 0; i < s.count; i++) printf("%s at line %lu\n", s.list[i].key, s.list[i].line);
 *     statements_free(&s);
 *
 * Reading is lenient: a statement that the packer would refuse is listed all the same. */
#ifndef OXCART_TOOLS_CART_STATEMENTS_H
#define OXCART_TOOLS_CART_STATEMENTS_H

#include "tools/base/error.h"

#include <stdint.h>

typedef enum statements_form {
    STATEMENTS_CART,  /* cart.txt: statement NAME words key=value; scene ... end */
    STATEMENTS_LEVEL, /* level 1: like a cart; `set` and `version` belong to the statement above */
    STATEMENTS_KEYS,  /* KEY = text, in [sections] or without */
    STATEMENTS_TABLE, /* rows with commas, the first row names the columns, the first column the rows */
    STATEMENTS_TILES, /* oxtiles 1: layers with rows of tiles */
    STATEMENTS_FORMS, /* number of the forms above, which are guessed and merged */
    STATEMENTS_WORDS  /* lines of words, known by their first word: particles, tables of expressions */
} statements_form;

/* A part of a statement. */
typedef struct statement_field {
    char name[48];     /* the key of key=value, a flag, a column; "#2" of the second plain word */
    size_t at, length; /* place of the word in the text */
} statement_field;

typedef struct statement {
    char *key; /* identity: "mesh crate", "scene main/object crate", "spawn guard/set health" */
    size_t lead, begin,
        end; /* comments and empty lines before the statement begin at lead; its end is behind its line end */
    unsigned long line;
    uint32_t parent;             /* number of the statement that this one belongs to, or UINT32_MAX */
    bool unnamed;                /* several statements may have this key; their texts tell them apart */
    size_t field, field_count;   /* range in s->fields */
    size_t name_at, name_length; /* place of the last word of the name; length 0: no name */
} statement;

typedef struct statements {
    const char *file, *text; /* the caller's, which must outlive this */
    size_t size;
    statements_form form;
    statement *list; /* statements in the order of the text */
    size_t count, capacity;
    statement_field *fields;
    size_t field_count, field_capacity;
    size_t tail; /* where comments behind the last statement begin */
} statements;

/* Reads a text. False without memory, or when the text does not have the form (a table whose rows have other numbers of
 * columns). */
bool statements_read(const char *file, const char *text, size_t size, statements_form form, statements *s,
                     tool_error *error);
void statements_free(statements *s);

/* The form that a file probably has by its name and first words; STATEMENTS_FORMS when no form fits. */
statements_form statements_guess(const char *file, const char *text, size_t size);

/* A field of a statement, NULL when it has none of that name. */
const statement_field *statements_field(const statements *s, const statement *of, const char *name);

/* The value of a field without key= and quotes, cut to room - 1 bytes. */
void statements_value(const statements *s, const statement_field *field, char *value, size_t room);

/* The place of a field's value in the text: what a rename replaces. */
void statements_value_place(const statements *s, const statement_field *field, size_t *at, size_t *length);

#endif
