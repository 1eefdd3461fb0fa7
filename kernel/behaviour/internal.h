/* What the files of kernel/behaviour share. */
#ifndef OXCART_KERNEL_BEHAVIOUR_INTERNAL_H
#define OXCART_KERNEL_BEHAVIOUR_INTERNAL_H

#include "kernel/behaviour/module.h"
#include "kernel/event/events.h"
#include "kernel/script/map.h"
#include "kernel/text/buffer.h"
#include "kernel/time/random.h"

/* The component "behaviour": what an object does by itself. */
typedef struct ox_behaviour {
    ox_id behaviour; /* 0: nothing */
    uint8_t begun;   /* 0: the behaviour begins as soon as no script runs */
    uint8_t spare[3];
} ox_behaviour;

/* What the state shows of a script machine: the same layout on every computer. */
typedef struct script_item {
    uint32_t instances, tasks, hash;
} script_item;

/* One compiled module of scripts and its machine. */
typedef struct script_unit {
    const ox_module_host *host; /* first, since a unit is the context of natives: ox_module_of_call */
    uint32_t id;
    ox_held held; /* data NULL: the chunk is missing, or refused */
    ox_script machine;
    ox_script_map map; /* of developers' images, which lies in `held` */
    struct ox_behaviours *of;
    uint16_t *types; /* numbers of the module's event types among those of all modules */
    uint16_t *own;   /* of a guest: numbers of what its own screens post under the same names; else NULL */
    bool laid_over;  /* the chunk is an overlay's */
    uint8_t guest;   /* of which add-on it is, from 1; 0: the cart's own */
} script_unit;

/* An add-on that plays. */
typedef struct script_guest {
    ox_id id; /* of its chunk `add-on/NAME` */
    const uint8_t *chunk;
    bool fell;  /* a script of it met a fault in this step */
    bool rests; /* a fault ended it */
} script_guest;

typedef struct script_print {
    const char *words; /* NULL: `value` is printed */
    int32_t value;     /* a number, the key of a text, or by which its module knows `words` */
    uint32_t colour;
    int16_t x, y;
    bool is_text;
    bool is_made;  /* the text was put together from parts: it is copied where it has to stay */
    uint8_t fills; /* how many places of texts were filled at the print */
    uint8_t unit;  /* number of the machine that has `words` */
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
    const uint8_t *chunk;       /* the SCRP chunk; NULL while resources change */
    ox_held held;
    script_unit *units; /* those of the cart, then those of add-ons */
    uint32_t unit_count;
    script_guest guests[OX_ADD_ONS_MOST];
    uint32_t guest_count;
    const uint8_t *takes; /* the cart's chunk `add-ons`; NULL: the cart takes none, or none is there */
    ox_script_plan guest_plan;
    uint32_t press_tick; /* the latest step in which somebody pressed something */
    bool acted;          /* an add-on has asked the game for something since then */
    ox_script_plan plan;
    ox_world *world;    /* the console's */
    uint32_t component; /* number of "behaviour" there */
    uint32_t copies;    /* how many objects scripts may make at once */
    ox_events events;
    uint16_t press, release; /* numbers of types */
    ox_random random;        /* streams: that of scripts first, then those that a cart in C plans */
    uint32_t tick;
    bool fresh;    /* the scene's behaviours have not begun yet */
    bool restored; /* the state was: objects of it may have been made by others and not have begun */
    bool asked;    /* some object waits for its behaviour or its end */
    /* objects made in the world up to the last look: a larger number means that new ones may wait */
    uint32_t made;
    /* events and units lie above this mark, over the memory of all modules, and are made anew */
    ox_mark machines;
    ox_mark kept_mark; /* mark of the state kept while resources change (change.c) */
    void *kept;
    size_t kept_size;
    bool full;       /* a copy found no room, and the log says so */
    bool mute;       /* a sound was asked for in a cart that has none, and the log says so */
    bool crowded;    /* a line of print found no room, and the log says so */
    rs_frame *frame; /* frame of the picture that is drawn, else NULL */
    script_print *prints;
    uint32_t print_count, print_room;
    char *
        kept_words; /* copies of printed texts that scripts made of parts; NULL: no script makes such texts */
    uint32_t words_used, words_room;
    script_fill fills[SCRIPT_FILLS]; /* places filled in this step, in the order of filling */
    uint32_t fill_count;
    script_item item; /* item of the state while it is shown */
#if OX_PROFILED
    ox_behaviours_hear *hear; /* or NULL */
    void *hear_context;
#endif
} ox_behaviours;

/* The behaviours of a console, NULL when none play. */
static inline ox_behaviours *ox_behaviours_of(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), OX_NAME("behaviour"));
}

/* The living object with a handle; NULL when there is none. */
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

/* A new instance gets what cart.txt sets of its object's props (change.c). */
void script_born(void *unit, ox_handle instance);

/* Makes an object of a type of the world, or a copy of an object; its behaviour waits. The result is its handle, 0
 * when there is no room.
 * script_remove ends an object as soon as no script runs. */
uint32_t script_create(ox_behaviours *s, uint32_t type, vec3 at);
uint32_t script_spawn(ox_behaviours *s, const ox_object *from, vec3 at);
void script_remove(ox_behaviours *s, ox_object *object);

/* Begins what an object does by itself, if it has not begun. Not while a script runs. */
void script_begin_object(ox_behaviours *s, const ox_object *object);

/* The host of all machines (host.c); its context is the unit. */
extern const ox_script_host script_console_host;

/* Logs how often each fault came that was told once. Called when a machine closes. */
void script_tell_counts(const script_unit *unit);

/* Logs, the first time, whose tasks wait for instructions. */
void script_tell_busy(script_unit *unit);

/* Delivers an event of the queue to the instances that listen; `context` is the ox_behaviours. */
ox_answer script_deliver(void *context, const ox_event *event);

/* Whether an object (0: the scene) has an instance of a behaviour, by name. script_end_all_of ends all instances that
 * an object has, or with `everybody` all there are. */
bool script_has(const ox_behaviours *s, uint32_t object, uint32_t behaviour);
void script_end_all_of(ox_behaviours *s, uint32_t object, bool everybody);
void script_end_unit(script_unit *unit, uint32_t object, bool everybody);
void script_end_stopped(script_unit *unit);  /* instances that a fault stopped */
void script_begin_missing(ox_behaviours *s); /* behaviours of the scene itself that have no instance yet */

/* While resources change, script_keep_all copies the state of scripts to a place of its own, and script_take_all
 * takes it back when the scene stands (change.c). */
void script_keep_all(ox_behaviours *s);
void script_take_all(ox_behaviours *s);

/* Adds a line of print over the picture of this step, or draws it into the picture that is being drawn; fills a place
 * in texts; draws the lines of the step (words.c). */
void script_print_words(ox_behaviours *s, const script_print *print);
void script_fill_place(ox_behaviours *s, const script_fill *fill);
void script_draw_words(const ox_behaviours *s, rs_frame *frame);

/* The lines of the step as a part of the state: a game that rests shows them until it goes on. False: the bytes are
 * none of these. */
void script_save_prints(const ox_behaviours *s, ox_writer *to);
bool script_restore_prints(ox_behaviours *s, ox_reader *from);

/* Writes a text of the cart with its places filled. script_words_of gives the words that stand in texts for the key
 * of a text or for a name. */
void script_write_text(const ox_behaviours *s, ox_id key, ox_text *out);
const char *script_words_of(void *unit, uint32_t kind, uint32_t value, uint32_t *length);

/* ---- add-ons of players (addon.c) ---- */

/* Lists the add-ons that play. Afterwards script_guest_units says how many modules they have, and script_guest_unit gives
 * the id of one and whose it is, from 1. */
void script_find_guests(ox_behaviours *s);
uint32_t script_guest_units(const ox_behaviours *s);
uint32_t script_guest_unit(const ox_behaviours *s, uint32_t number, uint8_t *guest);

/* Gives a guest's module the numbers of the events that it may hear. */
ox_status script_number_guest(ox_behaviours *s, script_unit *unit);

/* Begins the behaviours of add-ons in the scene, notes presses, and ends add-ons that met a fault. */
void script_begin_guests(ox_behaviours *s);
void script_note_press(ox_behaviours *s, uint32_t tick, bool pressed);
void script_end_fallen(ox_behaviours *s);

/* The native `act`. */
ox_script_answer script_act(ox_script_call *call);

/* What add-ons are part of the state by. */
void script_save_guests(const ox_behaviours *s, ox_writer *to);
void script_restore_guests(ox_behaviours *s, ox_reader *from);

/* The state of scripts as a part of the game's state (state.c). */
ox_sim_part script_state_part(ox_behaviours *s);

#endif
