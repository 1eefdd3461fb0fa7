/* The data that the passes of the compiler share: sources, memory, names, symbols. Only the files of this folder and
 * tests include it. */
#ifndef OXCART_TOOLS_SCRIPT_COMPILER_H
#define OXCART_TOOLS_SCRIPT_COMPILER_H

#include <setjmp.h>

#include "kernel/script/instruction.h"
#include "kernel/script/module.h"
#include "tools/import/base/intern.h"
#include "tools/script/script.h"
#include "tools/script/syntax.h"

enum {
    SCRIPT_HEIGHT_MOST = 64,    /* height of a tree of expressions or statements: bounds the recursion */
    SCRIPT_MEMBERS_MOST = 4096, /* members of one symbol, and tunes: bounds quadratic searches */
    SCRIPT_LOCALS_MOST =
        256 /* names of a function in sight at once; each takes a cell, of which there are 255 */
};
#define SCRIPT_LATER UINT32_MAX /* a number that is not known yet */

typedef struct script_block {
    struct script_block *next;
    size_t used, room;
} script_block;

typedef struct script_list {
    script_symbol **list;
    size_t count, room;
} script_list;

typedef struct script_compiler {
    const script_source *sources;
    size_t source_count;
    script_options options;
    tool_report *report;
    uint32_t *file_errors;
    uint32_t *
        cut; /* line of a source from which on mistakes of syntax follow from an open text or comment; 0: none */
    bool parsing, failed, in_library, any_size; /* any_size: containers are written without a size */
    script_block *memory;
    jmp_buf no_memory;
    import_name_table names;
    script_symbol **globals; /* by word */
    uint8_t *complained;     /* by word */
    size_t global_room, complained_room;
    /* in the order of the sources */
    script_list consts, tunes, enums, structs, events, natives, functions, variables, behaviours, schemas;
    script_symbol *functions_tail;
    /* filled by the emitter */
    script_list containers; /* variables that are containers, with the values of their records */
    int32_t *constants;
    size_t constant_count, constant_room, tuned; /* tuned: leading constants, of tunes */
    uint32_t *texts;
    size_t text_count, text_room;
    struct script_field *fields;
    size_t field_count, field_room;
    writer code, notes;
    uint32_t *spelled; /* words that stand as 'names' in the texts, with duplicates */
    size_t spelled_count, spelled_room;
    bool shows_names; /* some text shows a name */
    uint32_t global_cells;
    uint32_t chain;   /* heights of symbols that are being checked since others need them */
    uint32_t emitted; /* number of the function being emitted */
    uint32_t marked_function, marked_byte, marked_line; /* the last row of the map */
    uint32_t word_done, word_main, word_tick, word_draw, word_enter, word_leave, word_again;
} script_compiler;

/* A field that code refers to. */
typedef struct script_field {
    uint32_t type, field;
    uint8_t cells, kind;
    uint16_t flags;
} script_field;

/* Runs `work` with an empty compiler for the sources and frees its memory. False after an error; running out of
 * memory is one. */
bool script_with_compiler(const script_source *sources, size_t count, const script_options *options,
                          tool_report *report, void (*work)(script_compiler *c, void *context),
                          void *context);

/* The form in Goad of a word of other languages: "`or`"; NULL for words that have no meaning there. */
const char *script_foreign(const char *word);

/* Adds a row to the mentions, unless nobody asks for them or the text is the library's. */
void script_mentions(script_compiler *c, script_mention what, script_place place, uint32_t value,
                     const char *name);

/* Take zeroed memory that lasts until the compiler ends. Without memory these functions do not return. */
void *script_take(script_compiler *c, size_t bytes);
void script_grow(script_compiler *c, void **array, size_t *room, size_t count, size_t element);
void script_add(script_compiler *c, script_list *list, script_symbol *symbol);
#define SCRIPT_NEW(c, type) ((type *)script_take(c, sizeof(type)))

/* Number of a name, and its text. */
uint32_t script_word(script_compiler *c, const char *text, size_t length);
const char *script_text(const script_compiler *c, uint32_t word);
uint32_t script_id(const script_compiler *c, uint32_t word);

/* The id of a `type` in the image; for the cart's tables of data it is the id of the chunk. */
uint32_t script_schema_id(const script_compiler *c, const script_symbol *schema);

/* Report an error at a place. At most SCRIPT_ERRORS_MOST errors of a source are told. */
void script_wrong(script_compiler *c, script_place place, const char *format, ...) IMPORT_PRINTF(3, 4);
void script_warn(script_compiler *c, script_place place, const char *format, ...) IMPORT_PRINTF(3, 4);

/* The names that may stand at a place: locals in sight, members of a symbol and of its bases, built-in words, and
 * globals. */
typedef struct script_choices {
    const script_list *locals;
    const script_symbol *of;
    const char *const *words; /* NULL at the end */
    uint32_t kinds;           /* bits 1 << SYMBOL_...: kinds of members and globals */
    bool globals;
    const char *advice; /* follows the sentence, when no name is near */
} script_choices;

extern const script_choices script_events;

/* `'NAME' is not known`, once for each name, with the nearest name of the choices. */
void script_unknown(script_compiler *c, script_place place, uint32_t word, const char *what,
                    const script_choices *choices);

/* A cell made of its bits. */
static inline int32_t script_cell(uint32_t bits) {
    return bits <= INT32_MAX ? (int32_t)bits : (int32_t)(bits - 0x80000000u) + INT32_MIN;
}

/* A function that a call may reach: the called one, then its overrides; *number counts from 0. NULL behind the last
 * (need.c). */
script_symbol *script_reached(const script_compiler *c, const script_edge *call, size_t *number);

/* ---- the passes, in this order ---- */

/* The library as one more source, the last. Once bodies are checked, its natives and events without use are removed
 * (library.c). */
/* Whether scripts of a trust, OX_SCRIPT_TRUST_..., may call a native of the library; true for those that it has not. */
bool script_library_allows(const char *native, uint32_t trust);
const char *script_library_text(script_compiler *c, size_t *size);
void script_library_leave_out(script_compiler *c);

/* Notes that code of the function under way, from `byte` on, comes from a line (map.c); and the function's name. */
void script_map_line(script_compiler *c, uint32_t byte, uint32_t line);
void script_map_function(script_compiler *c, const script_symbol *f);

/* Notes that a local of the function under way is there from `byte` on, and that those in cells from `locals` on are
 * gone; the variables of the module and of behaviours, when all have their cells. */
void script_map_local(script_compiler *c, const script_symbol *local, uint32_t byte);
void script_map_gone(script_compiler *c, uint32_t locals, uint32_t byte);
void script_map_variables(script_compiler *c);

void script_parse(script_compiler *c);                       /* parse.c */
void script_check_declarations(script_compiler *c);          /* check_declaration.c */
void script_check_behaviours(script_compiler *c);            /* check_behaviour.c */
void script_check_bodies(script_compiler *c);                /* check_statement.c */
void script_check_drawing(script_compiler *c);               /* check_draw.c */
void script_emit_functions(script_compiler *c);              /* emit.c */
void script_needs(script_compiler *c);                       /* need.c */
void script_write_module(script_compiler *c, writer *image); /* module.c */

#endif
