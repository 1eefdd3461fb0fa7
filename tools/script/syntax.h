/* The syntax tree of Goad, the symbols that its declarations make, and types. Trees are made by the parser, filled in by the checker (type,
 * symbol, code, value) and walked by the emitter; no tree reaches a target machine. */
#ifndef OXCART_TOOLS_SCRIPT_SYNTAX_H
#define OXCART_TOOLS_SCRIPT_SYNTAX_H

#include "tools/script/token.h"

typedef struct script_node script_node;
typedef struct script_symbol script_symbol;
typedef struct script_type script_type;

/* ---- types ---- */

typedef enum script_kind {
    KIND_WRONG, /* type of an expression with a mistake: fits everywhere */
    KIND_VOID,
    KIND_INT,
    KIND_FX,
    KIND_BOOL,
    KIND_ANGLE,
    KIND_NAME,
    KIND_TEXT,
    KIND_NOTE,
    KIND_WORDS, /* a note or a text: parameter of natives that show either */
    KIND_NULL,
    KIND_OBJECT, /* obj: any handle */
    KIND_TASK,   /* element: type of the coroutine's result, or NULL */
    KIND_VEC2,
    KIND_VEC3,
    KIND_QUAT,
    KIND_ANY,
    KIND_HANDLE,   /* symbol: a behaviour or a `type` */
    KIND_ENUM,     /* symbol */
    KIND_RESOURCE, /* name of a chunk; symbol NULL, word: the kind of chunk */
    KIND_RECORD,   /* ref T: symbol, a `type` */
    KIND_STRUCT,   /* symbol */
    KIND_ARRAY,    /* count elements from low on */
    KIND_LIST,     /* at most count elements */
    KIND_MAP,      /* key to element */
    KIND_SET,      /* key */
    KINDS
} script_kind;

struct script_type {
    uint8_t kind;
    uint32_t cells;
    const script_type *element, *key;
    int32_t low;
    uint32_t count;
    const script_symbol *symbol;
    uint32_t word;
};

/* ---- nodes ---- */

typedef enum script_node_kind {
    /* expressions: operands a, b, c */
    NODE_WRONG,
    NODE_LITERAL, /* type, value; notes: note */
    NODE_WORDS, /* a note with parts: note; list of b, each a NODE_ENTRY a; flag: it stands where notes with parts may */
    NODE_ID, /* word */
    NODE_SELF,
    NODE_SUPER,
    NODE_UNARY,  /* token: - ~ not; a */
    NODE_BINARY, /* token; a, b */
    NODE_AND,    /* a, b */
    NODE_OR,
    NODE_CONDITIONAL, /* a ? b : c */
    NODE_MEMBER,      /* a . word */
    NODE_INDEX,       /* a [ b ] */
    NODE_CALL,        /* a ( list of b ) */
    NODE_ARGUMENT,    /* [word :] a */
    NODE_AS,          /* a as word */
    NODE_START,       /* start a */
    NODE_CO,          /* co a */
    NODE_LIST,        /* [ entries of b ]: each a NODE_ENTRY a [: b] */
    NODE_ENTRY,
    /* made by the checker */
    NODE_CONVERT, /* code applied to a */
    /* types: word; a element, b key, c low, d count */
    NODE_TYPE_NAME,
    NODE_TYPE_GENERIC, /* word [ b , a , d ] */
    NODE_TYPE_ARRAY,   /* [ c .. d ] a */
    NODE_TYPE_REF,
    /* statements */
    NODE_BLOCK, /* list of a */
    NODE_VAR,   /* var or let word : b = a; symbol */
    NODE_IF,    /* a, then b, else c; word: `if let`, symbol */
    NODE_WHILE, /* a, b */
    NODE_FOR,   /* word in a [.. b step c] d; symbol */
    NODE_MATCH, /* a; cases b, each NODE_CASE: values a, block b; else c */
    NODE_CASE,
    NODE_RETURN, /* a */
    NODE_BREAK,
    NODE_CONTINUE,
    NODE_PASS,
    NODE_GOTO,       /* word */
    NODE_WAIT,       /* a */
    NODE_WAIT_UNTIL, /* a */
    NODE_WAIT_EVENT, /* word; names: list of b, each a NODE_VAR */
    NODE_YIELD,      /* a */
    NODE_STOP,       /* a */
    NODE_EMIT,       /* word, arguments a; to b, or near b, c; after d */
    NODE_EXPRESSION, /* a */
    NODE_ASSIGN      /* a token b */
} script_node_kind;

struct script_node {
    uint8_t kind, token;
    uint8_t code;   /* opcode of the operation; of calls of built-in functions too */
    uint8_t places; /* number of cells of an operation */
    bool constant;  /* `value` is known */
    bool flag; /* `for` range; `let`; `wait for` names; near; started call; named argument; swapped product */
    uint16_t height;
    script_place place; /* place of mistakes: the operator or bracket, else the first token */
    script_place start; /* the first token */
    uint32_t word;
    script_node *a, *b, *c, *d, *next;
    const char *note;
    uint32_t length;
    int32_t value[4];
    const script_type *type;
    script_symbol *symbol;
};

/* ---- symbols ---- */

typedef enum script_symbol_kind {
    SYMBOL_CONST,
    SYMBOL_TUNE,
    SYMBOL_ENUM,
    SYMBOL_ENUM_VALUE,
    SYMBOL_STRUCT,
    SYMBOL_FIELD, /* a field of a struct or `type` */
    SYMBOL_EVENT,
    SYMBOL_NATIVE,
    SYMBOL_FUNC, /* handlers, begin blocks and init functions too */
    SYMBOL_GLOBAL,
    SYMBOL_LOCAL,
    SYMBOL_BEHAVIOUR,
    SYMBOL_STATE,
    SYMBOL_MINE,  /* var or prop of a behaviour */
    SYMBOL_SCHEMA /* a `type` */
} script_symbol_kind;

typedef enum script_role {
    ROLE_PLAIN,
    ROLE_HANDLER,
    ROLE_ENTER,
    ROLE_LEAVE,
    ROLE_BEGIN,
    ROLE_INIT
} script_role;

/* How far a symbol that others need first has been checked. */
typedef enum script_progress { PROGRESS_NONE, PROGRESS_NOW, PROGRESS_DONE } script_progress;

typedef struct script_state_row {
    script_symbol *state; /* the latest declaration of the state */
    uint32_t word;
    uint32_t parent;            /* number among the behaviour's states, or OX_SCRIPT_NONE */
    script_symbol *declared[9]; /* declarations, latest first */
    uint32_t declared_count;
} script_state_row;

/* A call in a function. A `direct` call never reaches an override. */
typedef struct script_edge {
    script_symbol *to;
    bool direct;
} script_edge;

/* Kinds of actions that `on draw` may not do, or that only `on draw` may do. */
typedef enum script_deed_kind {
    DEED_WRITE, /* word: a variable, field or container */
    DEED_EMIT,  /* word: the event */
    DEED_START,
    DEED_STOP,
    DEED_RESUME,
    DEED_GOTO,
    DEED_SIM, /* word: a native that changes the game */
    DEED_DRAW /* word: a native that draws */
} script_deed_kind;

typedef struct script_deed {
    script_place place;
    uint32_t word;
    uint8_t kind;
} script_deed;

struct script_symbol {
    uint8_t kind, role, progress, class;
    bool restarts; /* of a behaviour: it begins anew where its script changes while it plays */
    bool latent, automatic, constant_function, temporary, shared, property, parameter, let, used, assigned,
        broken, list_given, virtual, library, each; /* each: a native that gives one object after the other */
    uint32_t word, parent_word;
    script_place place;
    script_symbol *next;           /* next symbol of its list */
    script_symbol *members, *last; /* fields, values, parameters, members */
    script_symbol *owner, *state;  /* behaviour and state around the symbol */
    script_symbol *base;           /* base of behaviours and schemas; function that this one overrides */
    script_node *type_node, *value, *low, *high, *body, *when, *limit_node, *cost_node;
    const char *path;        /* dotted name of a tune */
    const script_type *type; /* type; of functions and natives: of the result */
    int32_t constant[4];
    const script_node *literal; /* list of a constant array */
    uint32_t count;             /* number of members */
    uint32_t index;             /* number in its section */
    uint32_t address,
        cells; /* cells of variables, of a behaviour's instance, of the arguments of functions and events */
    uint32_t container; /* number + 1 of its container */
    uint32_t space;
    uint32_t limit, slot;
    uint32_t block; /* of locals: depth of the block */
    /* behaviours */
    script_state_row *states;
    uint32_t state_count, slot_count, first_state, auto_state;
    script_symbol *init;
    script_symbol **handlers;
    /* functions, by the emitter */
    uint32_t code_at, code_bytes, locals, operands, need, frames;
    struct script_edge *calls;
    size_t call_count, call_room;
    script_deed *deeds;
    size_t deed_count, deed_room;
    const script_symbol *drawn_by; /* the `on draw` that it is or that reaches it by calls; NULL: none */
    uint32_t component, visit, low_link;
};

#endif
