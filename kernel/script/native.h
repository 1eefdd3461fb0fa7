/* Natives: the C functions that scripts may call. Scripts can reach nothing else.
 *
 *     static ox_script_answer set_health(ox_script_call *call) {
 *         hero *h = hero_of(call->context, call->arguments[0]);
 *         if (h == NULL) return ox_script_refuse(call, 0);                        traps NATIVE, argument 0
 *         h->health = call->arguments[1];
 *         return OX_SCRIPT_DONE;
 *     }
 *     static const ox_script_native rows[] = {
 *         {.name = OX_NAME("set_health"), .signature = "set_health:v(ii)", .call = set_health, .class = OX_SCRIPT_SIM},
 *     };
 *     static const ox_script_natives natives = {rows, 1, NULL};
 *
 * SIGNATURES are texts: name, colon, result, arguments in parentheses, flags. A letter is a type: i int, f fx, b bool, a
 * angle, n name, t text, o object, k task, 2 vec2, 3 vec3, q quat, y any, c container, v nothing; they take 1 cell, but 2
 * cells vec2 and any, 3 vec3, 4 quat. The flag L says latent. A module names its imports by the ids of their names and the
 * CRC-32 of these texts, so that a native which changed is refused when the module is loaded; calls look nothing up.
 *
 * CLASSES keep the game the same on every machine: pure natives depend on their arguments alone, sim natives may change
 * the game, queries read it, and show natives (picture, sound) give nothing back. Draw natives work only while a
 * picture is drawn, when no sim natives are called: their results may differ from machine to machine. At other times
 * draw natives refuse (ox_script_refuse_because).
 *
 * TRUST says who may call: bits OX_SCRIPT_TRUST_... of a row; 0 means the cart alone. Cost is in instructions, 0 means 4.
 *
 * EACH. A native whose declaration says `-> each obj` gives one object after the other to a `for` of Goad, 0 behind the last. Its signature begins
 * with a list of OX_SCRIPT_EACH cells that belongs to that loop and is empty at first. The native may note anything in
 * the list, which is part of the state.
 *
 * A LATENT native begins something and answers OX_SCRIPT_PENDING; call->task is suspended until ox_script_complete
 * (machine.h). Natives may post events and start tasks, but may not call the machine to run. A native that makes an
 * instance of a behaviour (ox_script_make) answers OX_SCRIPT_MADE.
 *
 * (Game Programming Gems 1.5, without its assembly; Game Programming Patterns, Bytecode.) */
#ifndef OXCART_KERNEL_SCRIPT_NATIVE_H
#define OXCART_KERNEL_SCRIPT_NATIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/type/type.h"

typedef struct ox_script ox_script;

typedef enum ox_script_answer {
    OX_SCRIPT_DONE,
    OX_SCRIPT_REFUSED, /* an argument is wrong: the trap NATIVE */
    OX_SCRIPT_PENDING, /* latent natives only */
    OX_SCRIPT_MADE     /* done; the instance that the native made is filled in before the caller goes on */
} ox_script_answer;

typedef struct ox_script_call {
    const int32_t *arguments; /* cells, in order */
    int32_t *results;         /* cells, 0 before; as many as the signature says */
    ox_script *machine;
    void *context;      /* context of the machine's host */
    uint32_t owner;     /* the object whose script calls, 0 = none */
    uint32_t task;      /* the task that calls, 0 = a handler */
    uint32_t refused;   /* number of the argument */
    const char *reason; /* why, as the rest of "NAME ..."; NULL: argument `refused` is wrong */
    int32_t *frame;     /* locals of the calling function, and its number: for containers among the locals */
    uint32_t function;
} ox_script_call;

typedef ox_script_answer ox_script_native_function(ox_script_call *call);

typedef enum ox_script_class {
    OX_SCRIPT_PURE,
    OX_SCRIPT_SIM,
    OX_SCRIPT_QUERY,
    OX_SCRIPT_SHOW,
    OX_SCRIPT_DRAW
} ox_script_class;

enum {
    OX_SCRIPT_TRUST_CART = 1,
    OX_SCRIPT_TRUST_ADD_ON = 2,
    OX_SCRIPT_TRUST_ALL = OX_SCRIPT_TRUST_CART | OX_SCRIPT_TRUST_ADD_ON,
    OX_SCRIPT_TRUST_PLAYER = 4, /* programs that players make */
    OX_SCRIPT_TRUST_GUEST =
        8, /* add-ons of players, which may call in any case what is for ALL and changes nothing */
    OX_SCRIPT_TRUST_EVERY = OX_SCRIPT_TRUST_ALL | OX_SCRIPT_TRUST_GUEST,
    OX_SCRIPT_NATIVE_COST = 4,
    OX_SCRIPT_EACH = 9 /* entries of a loop's list */
};

typedef struct ox_script_native {
    uint32_t name;         /* id */
    const char *signature; /* "set_health:v(ii)" */
    ox_script_native_function *call;
    uint8_t class; /* ox_script_class */
    uint8_t trust; /* OX_SCRIPT_TRUST_..., 0 = the cart */
    uint16_t cost; /* 0 = OX_SCRIPT_NATIVE_COST */
    const char *
        declaration; /* in Goad, for the compiler: "set_health(who: obj, health: int)"; NULL: scripts declare it themselves */
    const char *about; /* a sentence for people, without a full stop; or NULL */
} ox_script_native;

/* A row of a table of natives from which the compiler's library, the help and the reference are made, too. The function
 * is native_NAME; class is PURE, SIM, QUERY or SHOW; trust is CART, ALL for overlays too, or EVERY for
 * add-ons of players too. */
#define OX_SCRIPT_NATIVE(name, class, trust, cost, signature, declaration, about)                            \
    {                                                                                                        \
        OX_NAME(#name), #name ":" signature, native_##name, OX_SCRIPT_##class, OX_SCRIPT_TRUST_##trust,      \
            cost, declaration, about                                                                         \
    }

/* A table of natives: rows in any order, each name once; and a further table, so that several modules of a game join
 * their natives. */
typedef struct ox_script_natives {
    const ox_script_native *rows;
    uint32_t count;
    const struct ox_script_natives *next; /* or NULL */
} ox_script_natives;

/* A field of a component that scripts read as a member of the object, and write where that is allowed: `self.size = 2.0`. The declaration is
 * Goad's: "size: fx". A type takes its cells from the values of the field: fx and vec3 are one and three OX_FX, an angle is an angle or a 16-bit
 * number, int, bool, name and obj are single values. A written value is clamped to the field's range. An object without
 * the component has no such field: the trap TYPE. */
typedef struct ox_script_field {
    uint32_t name;         /* id of the member in scripts */
    uint32_t component;    /* id */
    uint32_t field;        /* id, in the record */
    const ox_type *record; /* record of that component */
    bool writable;
    const char *declaration;
    const char *about; /* a sentence for people, without a full stop */
} ox_script_field;

#define OX_SCRIPT_FIELD(name, component, field, record, writable, type, about)                               \
    { OX_NAME(#name), OX_NAME(#component), OX_NAME(#field), record, writable, #name ": " type, about }

/* Whether scripts of a trust, OX_SCRIPT_TRUST_..., may call a native. */
bool ox_script_native_allows(const ox_script_native *native, uint32_t trust);

/* The cells of a signature. */
typedef struct ox_script_shape {
    uint8_t arguments, results;
    bool latent;
} ox_script_shape;

/* Reads a signature; false when it is invalid, takes more than 16 or gives more than 8 cells. */
bool ox_script_shape_of(const char *signature, ox_script_shape *shape);

/* CRC-32 of a signature's text, by which modules name it. */
uint32_t ox_script_signature_hash(const char *signature);

/* The native of a name, NULL when there is none. The search looks at every row of every table, once for each import of
 * a module that is opened. */
const ox_script_native *ox_script_native_find(const ox_script_natives *natives, uint32_t name);

/* The native whose code begins last at or before an address, for reports of the native that runs. NULL when all natives
 * begin behind the address. The search looks at every row. */
const ox_script_native *ox_script_native_at(const ox_script_natives *natives, uintptr_t address);

/* Checks a table: each name is that of its signature and stands once, signatures can be read, show natives have no
 * results. Returns the number of the first row that breaks a rule, or `count`. Further tables behind it are not
 * checked. */
uint32_t ox_script_natives_check(const ox_script_natives *natives);

/* The interface hash: CRC-32 of the signatures in the order of their texts, with a line end between. For a build's whole
 * table; cost is quadratic in the rows. */
uint32_t ox_script_natives_interface(const ox_script_natives *natives);

/* The answer of a native that refuses argument `number`. */
static inline ox_script_answer ox_script_refuse(ox_script_call *call, uint32_t number) {
    call->refused = number;
    return OX_SCRIPT_REFUSED;
}

/* The answer of a native that refuses for a reason of its own: a constant text, the rest of a sentence that begins with
 * the native's name. */
static inline ox_script_answer ox_script_refuse_because(ox_script_call *call, const char *reason) {
    call->reason = reason;
    return OX_SCRIPT_REFUSED;
}

#endif
