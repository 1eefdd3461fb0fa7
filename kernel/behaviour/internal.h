/* What the files of behaviours share. */
#ifndef OXCART_KERNEL_BEHAVIOUR_INTERNAL_H
#define OXCART_KERNEL_BEHAVIOUR_INTERNAL_H

#include "kernel/behaviour/module.h"
#include "kernel/event/events.h"
#include "kernel/text/buffer.h"
#include "kernel/time/random.h"

/* The component "behaviour": what an object does by itself. */
typedef struct ox_behaviour {
    ox_id behaviour; /* 0: nothing */
    uint8_t begun;   /* 0: it begins when nothing runs */
    uint8_t spare[3];
} ox_behaviour;

/* What the state shows of a machine: the same layout on every machine. */
typedef struct script_item {
    uint32_t instances, tasks, hash;
} script_item;

/* One module. */
typedef struct script_unit {
    const ox_module_host *host; /* first, since this is the context of natives: ox_module_of_call */
    uint32_t id;
    ox_held held; /* data NULL: not there, or refused */
    ox_script machine;
    struct ox_behaviours *of;
    uint16_t *types; /* of the module's events: their numbers among all */
    bool add_on;
} script_unit;

typedef struct script_print {
    const char *words; /* NULL: the value */
    int32_t value;     /* a number, or the key of a text */
    uint32_t colour;
    int16_t x, y;
    bool is_text;
    bool is_made;  /* the words have parts: they are copied where they have to stay */
    uint8_t fills; /* how many places were filled then */
} script_print;

/* What stands in the place {NAME} of texts: a number or the text of a key. */
enum { SCRIPT_FILLS = 16 };
typedef struct script_fill {
    uint32_t name;
    int32_t value;
    bool is_text;
} script_fill;

typedef struct ox_behaviours {
    const ox_module_host *host;
    ox_script_natives *natives; /* of all modules, chained */
    const uint8_t *chunk;       /* SCRP; NULL while resources change */
    ox_held held;
    script_unit *units;
    uint32_t unit_count;
    ox_script_plan plan;
    ox_world *world;    /* the console's */
    uint32_t component; /* number of "behaviour" there */
    uint32_t copies;    /* of objects that there may be */
    ox_events events;
    uint16_t press, release; /* numbers of types */
    ox_random random;        /* the stream of scripts first, then those that a cart in C plans */
    uint32_t tick;
    bool fresh;        /* the scene's behaviours have not begun yet */
    bool asked;        /* some object waits for its behaviour or its end */
    uint32_t made;     /* objects of the world when it was looked through: others may wait, too */
    ox_mark machines;  /* events and units above it, over the memory of all modules, are made anew */
    ox_mark kept_mark; /* what stays meanwhile (change.c) */
    void *kept;
    size_t kept_size;
    bool full;       /* a copy found no room, and the log says so */
    bool mute;       /* a sound was asked for in a cart that has none, and the log says so */
    bool crowded;    /* a line of print found no room, and the log says so */
    rs_frame *frame; /* of the picture that is drawn, else NULL */
    script_print *prints;
    uint32_t print_count, print_room;
    char *
        kept_words; /* texts with parts among them, which live no longer than the call; NULL: no script makes such */
    uint32_t words_used, words_room;
    script_fill fills[SCRIPT_FILLS]; /* of the step, in the order in which they came */
    uint32_t fill_count;
    script_item item; /* of the state, while it is shown */
} ox_behaviours;

/* The behaviours of a console, NULL when none play. */
static inline ox_behaviours *ox_behaviours_of(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), OX_NAME("behaviour"));
}

/* A living object, NULL for others. */
static inline ox_object *script_object(const ox_behaviours *s, uint32_t handle) {
    return ox_world_get(s->world, (ox_handle){handle});
}

/* The living object in a slot of the world, NULL for none. */
static inline ox_object *script_at(const ox_behaviours *s, uint32_t slot) {
    ox_object *object = ox_world_slot(s->world, slot);
    return s->world->objects.generations[slot] == 0 || (object->flags & OX_OBJECT_DEAD) != 0 ? NULL : object;
}

/* What an object does by itself, NULL for nothing. */
static inline ox_behaviour *script_behaviour(const ox_behaviours *s, const ox_object *object) {
    return ox_component_get(s->world, object, s->component);
}

/* Whether an object goes by that name: its own, that of its type, or a tag that it has. */
bool script_is(const ox_world *world, const ox_object *object, ox_id name);

/* A new instance gets what cart.txt sets of its object's props (change.c). */
void script_born(void *unit, ox_handle instance);

/* An object of a type of the world, or a copy of an object, whose behaviour waits; its handle, 0 when there is no room. And the end of one, when nothing runs any more. */
uint32_t script_create(ox_behaviours *s, uint32_t type, vec3 at);
uint32_t script_spawn(ox_behaviours *s, const ox_object *from, vec3 at);
void script_remove(ox_behaviours *s, ox_object *object);

/* Begins what an object does by itself, if it has not begun. Not while a script runs. */
void script_begin_object(ox_behaviours *s, const ox_object *object);

/* The host of all machines (host.c); its context is the unit. */
extern const ox_script_host script_console_host;

/* Tells how often faults came that were told once, when a machine goes. */
void script_tell_counts(const script_unit *unit);

/* Tells whose tasks wait for instructions, the first time. */
void script_tell_busy(script_unit *unit);

/* Takes an event of the queue to those who listen; `context` are the scripts. */
ox_answer script_deliver(void *context, const ox_event *event);

/* Whether an object (0: the scene) has an instance of a behaviour by name; the end of all that it has, or of all there are. */
bool script_has(const ox_behaviours *s, uint32_t object, uint32_t behaviour);
void script_end_all_of(ox_behaviours *s, uint32_t object, bool everybody);
void script_end_stopped(script_unit *unit);  /* those that a fault stopped */
void script_begin_missing(ox_behaviours *s); /* behaviours of the scene itself that nobody has yet */

/* While resources change: everything goes to a place of its own; and comes back when the scene stands (change.c). */
void script_keep_all(ox_behaviours *s);
void script_take_all(ox_behaviours *s);

/* One more line over the picture of this step, or over the one that is drawn, and what a place of its texts is filled with (words.c). */
void script_print_words(ox_behaviours *s, const script_print *print);
void script_fill_place(ox_behaviours *s, const script_fill *fill);
void script_draw_words(const ox_behaviours *s, rs_frame *frame);

/* A text of the cart with its places filled, and what stands in texts for the key of one or a name. */
void script_write_text(const ox_behaviours *s, ox_id key, ox_text *out);
const char *script_words_of(void *unit, uint32_t kind, uint32_t value, uint32_t *length);

/* The state as a part (state.c). */
ox_sim_part script_state_part(ox_behaviours *s);

#endif
