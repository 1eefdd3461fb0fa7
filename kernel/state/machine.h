/* State machines: a machine is in exactly one state at a time, on which the meaning of an input depends.
 *
 *     enum { STANDING, DUCKING, JUMPING, DIVING };
 *     static const ox_state hero_states[] = {
 *         [STANDING] = {.name = "standing", .parent = OX_NO_STATE, .enter = stand, .handle = standing_handle},
 *         [JUMPING] = {.name = "jumping", .parent = OX_NO_STATE, .enter = jump, .update = fall},
 *         ...
 *     };
 *     static const ox_machine_type hero_type = {.states = hero_states, .count = 4};
 *
 *     typedef struct hero { ox_machine machine; int32_t charge; ... } hero;
 *     ox_machine_start(&h->machine, &hero_type, &notes, h, STANDING);
 *
 *     each tick:       ox_machine_update(&h->machine, h);
 *     an event:        answer = ox_machines_handle(&h->machine, 1, h, event);       what config.deliver calls
 *     a table input:   ox_machine_input(&h->machine, h, PRESS_B);
 *     anywhere:        ox_status s = ox_machine_go(&h->machine, h, JUMPING);
 *
 * STATES are constants that all machines share; what changes lies in the owner, best in a union, so that no two owners
 * share a charge time. enter sets everything that the state shows (its picture, its sound), whichever state was before.
 *
 * CHANGES. go asks for a state. Called from outside, go returns after the state was entered; called from within a
 * handler, update, enter or exit of this owner, the state is entered when that function is done. So nothing changes
 * under running code, and the last request counts. Order: exit the old, switch, enter the new. An enter may ask again:
 * up to OX_STATE_CHANGES in a row, then the request is dropped, counted and logged as a loop. go to the present state
 * does nothing; ox_machine_again exits and enters it. A change that `allowed` does not list is refused: OX_UNSUPPORTED,
 * counted and logged.
 *
 * HIERARCHY. A state may have a parent, and the parent, too. An event that a state passes goes to its parent; an event
 * that all parents pass goes to the machine's global handler; an event that the global handler passes is ignored. exit
 * and enter run along the way to the common ancestor only, update from the outermost in. Being in a state is being in
 * all its parents (ox_machine_is_in).
 *
 * CONCURRENT. An owner may have an array of machines (moving and shooting: n + m states, not n x m). All machines get
 * the same event in order; OX_STOP keeps the event from later machines. State changes wait until all machines were
 * asked. A handler may look at the other machines, which lie in the same owner (no shooting while jumping).
 *
 * PUSHDOWN. push remembers the state and enters another on top of it; pop goes back. The state below is not exited, and
 * it is entered at the pop only if it has .again. go replaces the top. OX_FULL when OX_MACHINE_DEPTH states lie below,
 * OX_EMPTY for a pop of nothing; both are counted.
 *
 * TABLE. For machines that are nothing but a table: cells[state * inputs + input] is the next state and the
 * number of an action, two bytes in ROM; OX_NO_STATE keeps the state. The action runs before the change. A cell with
 * neither is looked up in the parent; an input that no parent knows is ignored.
 *
 * SCOPE. An event with a scope (event.h) is dropped, and counted, when at delivery the scope's machine is neither in
 * the scope's state nor in a child of it.
 *
 * Memory: 20 bytes a machine on 32-bit machines. Cost, executed Cortex-M3 instructions, handlers that do
 * nothing: an event handled by the state 40, by the parent 56; an event sent by ox_events_send 100, posted and
 * delivered 148 in all; update 38; a change of state with exit and enter 260. (Game Programming Patterns, State; Steve
 * Rabin, Game Programming Gems 3.0; GEA 14.) */
#ifndef OXCART_KERNEL_STATE_MACHINE_H
#define OXCART_KERNEL_STATE_MACHINE_H

#include "kernel/bytes/stream.h"
#include "kernel/event/event.h"
#include "kernel/state/change.h"

enum {
    OX_NO_STATE = 0xFF,
    OX_STATES_MAX = 254,  /* states of a machine type; scopes can name the first OX_SCOPE_STATES */
    OX_MACHINE_DEPTH = 7, /* states below the top one */
    OX_MACHINES_MAX = 4,  /* machines of an owner */
    OX_NO_ACTION = 0xFF,
    OX_NO_CHANGE = OX_NO_STATE
};

typedef struct ox_state {
    const char *name;           /* for the log; may be NULL */
    void (*enter)(void *owner); /* the functions may be NULL */
    void (*exit)(void *owner);
    void (*update)(void *owner);
    ox_handler *handle; /* called with the owner as its object */
    uint8_t parent;     /* OX_NO_STATE: none */
    bool again;         /* the state is entered when a pop comes back to it */
} ox_state;

typedef struct ox_state_cell {
    uint8_t next;   /* OX_NO_STATE: stay */
    uint8_t action; /* OX_NO_ACTION: none */
} ox_state_cell;

typedef void ox_state_action(void *owner);

/* A type of machines, wholly constant. */
typedef struct ox_machine_type {
    const char *name; /* for the log; may be NULL */
    const ox_state *states;
    ox_handler *global; /* or NULL */
    const uint8_t
        *allowed; /* or NULL: bit s % 8 of byte from * ((count + 7) / 8) + s / 8 lets `from` go to s */
    const ox_state_cell *cells; /* or NULL; count x inputs */
    ox_state_action *const *actions;
    uint8_t count, inputs, action_count;
} ox_machine_type;

/* Counters and log of machines; many machines may share one record. */
typedef struct ox_machine_notes {
    ox_log *log;        /* or NULL */
    uint32_t changes;   /* states entered by a change */
    uint32_t refused;   /* changes that are not allowed, or to states that do not exist */
    uint32_t loops;     /* chains of more than OX_STATE_CHANGES changes */
    uint32_t overflows; /* pushes that found no room, pops that found nothing */
    uint32_t out_of_scope;
} ox_machine_notes;

/* A machine; its members are read only for the owner. */
typedef struct ox_machine {
    const ox_machine_type *type;
    ox_machine_notes *notes;
    uint8_t state;
    uint8_t request; /* OX_NO_STATE: none */
    uint8_t kind;    /* of the request */
    uint8_t busy;    /* code of the machine runs: changes wait */
    uint8_t depth;   /* states below */
    uint8_t below[OX_MACHINE_DEPTH];
} ox_machine;

/* Enters the first state and its parents, the outermost first. notes may not be NULL. OX_BAD_ARGUMENT for a state that
 * does not exist, or for a type whose parents are no tree of at most OX_STATE_LEVELS levels. */
FX_MUST_CHECK ox_status ox_machine_start(ox_machine *machine, const ox_machine_type *type,
                                         ox_machine_notes *notes, void *owner, uint32_t first);

/* Exits the state and its parents and clears the machine, which must be started again. A machine that was not started
 * is only cleared. A call from within the machine's own code asserts and does nothing. */
void ox_machine_end(ox_machine *machine, void *owner);

/* Ask for a change. OX_OK: done, or noted for later; OX_UNSUPPORTED: not allowed; OX_BAD_ARGUMENT, and an assertion: no
 * such state. The result may be ignored: refusals are counted. */
ox_status ox_machine_go(ox_machine *machine, void *owner, uint32_t state);
ox_status ox_machine_again(ox_machine *machine, void *owner,
                           uint32_t state); /* go, even to the present state */
ox_status ox_machine_push(ox_machine *machine, void *owner, uint32_t state);
ox_status ox_machine_pop(ox_machine *machine, void *owner);

/* Runs update of the state and its parents, then makes the changes that were asked for. */
void ox_machine_update(ox_machine *machine, void *owner);

/* Offers an event to the `count` (1..OX_MACHINES_MAX) machines of an owner, in order: state, parents, global
 * handler of each. */
ox_answer ox_machines_handle(ox_machine *machines, uint32_t count, void *owner, const ox_event *event);

/* Handles one input of the table; true when a cell had a state or an action. */
bool ox_machine_input(ox_machine *machine, void *owner, uint32_t input);

/* Whether the machine is in that state or in a child of it. */
bool ox_machine_is_in(const ox_machine *machine, uint32_t state);

/* Continues a state hash with the machine's state, the states below and the request. */
uint32_t ox_machine_hash(const ox_machine *machine, uint32_t hash);

/* Saves a machine's state as bytes, and restores it into a machine that was started with its type: no enter or exit is
 * called. OX_BAD_DATA for states that the type does not have; OX_BAD_STATE, and an assertion, from within the machine's
 * own code. A failure changes nothing. */
void ox_machine_save(const ox_machine *machine, ox_writer *to);
FX_MUST_CHECK ox_status ox_machine_restore(ox_machine *machine, ox_reader *from);

#endif
