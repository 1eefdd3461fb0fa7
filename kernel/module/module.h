/* The seam between the console and what plays on it: a module is one folder and one constant.
 *
 *     const ox_module ox_confetti_module = {
 *         .id = OX_NAME("confetti"), .name = "confetti", .flags = OX_MODULE_OPTIONAL,
 *         .tags = confetti_tags, .capacities = ox_confetti_capacities, .capacity_count = OX_CONFETTI_CAPACITIES,
 *         .begin = begin_scene, .stepped = step_flakes, .draw = draw_flakes};
 *
 *     options.modules = ox_preset_full;       what a player consists of: the usual lists stand in kernel/preset/presets.h
 *
 * The console names no module and includes no module's header. It walks the list that it was given, in that order, and in the
 * opposite order where something ends. A module that needs another one which the list lacks refuses the boot by name.
 * An image that needs a module which the player has not got refuses it, too.
 *
 * WHAT A MODULE SAYS. Its name; the modules that have to stand before it in the list; the types of chunks by which an image asks for
 * it; its capacities (capacity.h: words of cart.txt, which the packer and the console count alike); words of cart.txt about members of
 * objects (ox_module_word below); its natives, which scripts call
 * (kernel/script/native.h); the events that it posts, which scripts hear; the components that it gives to objects
 * (kernel/world/component.h) and which of their fields scripts see; components join the world of every scene in which the module has a
 * state, those of `wanted` the world of every scene of a cart that wants them. The module's functions are below; each may be NULL, and costs nothing then.
 *
 * WHAT A MODULE GETS. Every function is handed the console as modules see it (ox_module_host) and the module's own
 * state: what the module's `start`, `begin` or `open` put into *state, usually a record in the console's resident
 * memory. While the state is NULL the module has nothing to do in this cart or scene, and no other function of it is
 * called.
 *
 * LIVES. Memory is a stack (kernel/memory/arena.h), so what begins later ends earlier:
 *
 *     start          the console has its resources; memory below the scene lasts until `stop`
 *     started        all have started: memory that one module may give back in `leave` and make anew in `enter`
 *       begin        a scene has been opened; memory of the scene lasts until `end`
 *         open       before the start of a cart in C; memory above the scene lasts until `close`
 *           ready    after that start: all state of the game is there
 *           done
 *         close
 *       end
 *     stop
 *
 * Where chunks of a running game change, `leave` may give back the memory of `started`, above which no other memory
 * lies. So a list has one module with `started` at most. Memory of `start` is kept.
 *
 * A module's state is made in one of start, begin, open and ready. It is unmade in the opposite function (stop, end,
 * close, done), which sets *state to NULL where the memory goes. At the end of a scene the console takes the systems out of the world whose context is the
 * module's state, and forgets the state of a module that has no `start` unless `end` puts another one there: such a module has an `end` for what else is to be undone.
 *
 * A STEP of the game (kernel/world/world.h has the phases):
 *
 *     polled         once a frame, not a step: what the port has read is about to be fed to the first player
 *     before         a step begins; the input is that of the step before
 *     input          gives the step its input; the first module that does has it, else the port's counts
 *     known          the input of the step is known
 *     prepare        the input may be replaced for this step, and scene and world sent to rest (ox_module_rest). It is also called when steps
 *                    are run again, as are `simulate` and `put_back`
 *                    then a cart in C has its step, and the world its tick, whose phases systems of modules enter (ox_world_add_system in `begin`)
 *     simulate       the module changes the game. It is also called when steps are run again after going back in time
 *     put_back       input that `prepare` replaced is what the player gave; the last module first
 *     stepped        the step is over, and was not one that is run again: what is heard, seen and written down
 *
 * A PICTURE is drawn by `draw`, which may not change the game. Once in each frame, after its steps, there is `frame`.
 *
 * RECORD. A module that names a `record` has its state made by the console: one record with the initial values of its fields, there from
 * before `start` until after `stop`, through all scenes. The module's functions leave *state alone then; `begin` sets up what
 * a scene begins with. The record is a part of the state by the module's name.
 *
 * STATE. `list` adds the module's parts to the one list that recordings, hashes, saved games and the way back in time share
 * (kernel/replay/state.h). */
#ifndef OXCART_KERNEL_MODULE_MODULE_H
#define OXCART_KERNEL_MODULE_MODULE_H

#include "kernel/engine/engine.h"
#include "kernel/input/record.h"
#include "kernel/loop/loop.h"
#include "kernel/module/capacity.h"
#include "kernel/replay/state.h"
#include "kernel/replay/world.h"
#include "kernel/resource/resource.h"
#include "kernel/resource/stock.h"
#include "kernel/scene/scene.h"
#include "kernel/script/native.h"
#include "raster/frame.h"

typedef struct ox_module ox_module;
struct ox_console;
struct ox_boot_options;
struct ox_error;
struct ox_rom_budget;
struct ox_random;

/* The console as modules see it. Every pointer stays valid while the console lives. */
typedef struct ox_module_host {
    struct ox_console *console;            /* for the functions of kernel/console/console.h */
    const struct ox_boot_options *options; /* settled: what the image wishes stands in place of zeros */
    ox_engine *engine;
    plat *platform;
    const rom_image *image;
    ox_stock *stock;
    ox_manager *manager; /* of the stock's resources */
    ox_resources *resources;
    ox_arena *resident; /* memory; NULL until it is there */
    ox_log *log;
    ox_loop *loop;
    ox_input *input;           /* of the first player */
    ox_input_sources *sources; /* of all players, and who gives their input; there is always one */
    ox_scene *scene;           /* the scene that plays */
    ox_world *world;           /* all objects that there are; made with the scene */
    ox_sim_world *shown;       /* the world as a part of the state: names for people may be set */
    struct ox_random
        *random; /* the streams that all draw from whose numbers are state; NULL: nobody made them yet */
} ox_module_host;

enum {
    OX_MODULES_MOST = 40,      /* of a console */
    OX_MODULE_STATE_PARTS = 8, /* of one module */
    OX_MODULE_OPTIONAL = 1,    /* flags: the same game is played without it, only unseen or unheard */
    OX_MODULE_MIXES = 2        /* what its words show blends: palettes get a table for it */
};

/* An event that a module posts (ox_engine_events), and scripts hear by `on`. */
typedef struct ox_module_event {
    const char *declaration; /* in Goad: "Enter(who: obj, where: name)" */
    const char *about;       /* a sentence for people, without a full stop */
} ox_module_event;

/* Where a module draws. */
typedef enum ox_module_pass {
    OX_PASS_SOLID,   /* opaque things, with the scene, before its objects */
    OX_PASS_THROUGH, /* translucent things, between the scene's translucent and foreground passes */
    OX_PASS_OVER,    /* over the scene, in front of a cart in C and of figures */
    OX_PASS_GLASS    /* over all other passes but not over figures: screens */
} ox_module_pass;

/* A component of carts that want the module: their image was made for it, or they declare the first of its capacities. It joins the worlds of these carts
 * alone, so that others pay nothing. */
typedef struct ox_module_wanted {
    ox_component_type type; /* with a capacity of 0: of as many objects as the module's capacity below says */
    uint32_t capacity;      /* number in the module's list */
} ox_module_wanted;

typedef enum ox_module_input {
    OX_INPUT_OF_PORT, /* the module gives none */
    OX_INPUT_GIVEN,
    OX_INPUT_OVER /* no input is left: the game ends */
} ox_module_input;

/* What becomes of a module when the scene ends. */
typedef enum ox_module_end {
    OX_END_FOR_GOOD,
    OX_END_TO_GO_ON /* the same scene is built anew out of changed resources and goes on where it was */
} ox_module_end;

/* ---- what cart.txt says of objects ---- */

/* A member of objects by the name that scripts use: a field of a component that a module shows, else a field of the same records that data may set. */
typedef struct ox_module_member {
    ox_id component;
    const ox_field *field;
    uint32_t values;  /* how many values of the field the name means */
    bool is_writable; /* by scripts */
} ox_module_member;

/* Looks for a member in one module; false when the module shows no such member. ox_module_name_member gives the name by
 * which scripts know a field, 0 for none. */
bool ox_module_find_member(const ox_module *module, ox_id name, ox_module_member *member);
ox_id ox_module_name_member(const ox_module *module, ox_id component, ox_id field);

/* What stands behind an option of a word. */
typedef enum ox_module_option_kind {
    OX_OPTION_MEMBER, /* a value of the member that the word names: a number, degrees, or X,Y,Z, in as many cells as the
                       * member has values */
    OX_OPTION_SECONDS, /* as steps of the game, 0..65,535 */
    OX_OPTION_COUNT,   /* 0..65,535 */
    OX_OPTION_CHOICE,  /* the number of a word in `choices` */
    OX_OPTION_NUMBER,  /* fx */
    OX_OPTION_POINT,   /* X,Y: fx in two cells */
    OX_OPTION_VECTOR,  /* X,Y,Z: fx in three cells */
    OX_OPTION_COLOUR,  /* #RRGGBB */
    OX_OPTION_NAME /* the id of a name; `choices` has one word, the kind of the assets of which it has to be one, or is
                    * NULL: any name */
} ox_module_option_kind;

typedef struct ox_module_option {
    const char *name;
    const char *const *choices; /* ended by NULL */
    uint8_t kind;
    uint8_t cell; /* the option's first cell of ox_given */
    bool is_needed;
} ox_module_option;

enum { OX_WORD_OPTIONS = 16, OX_OPTION_CELLS = 3 };

/* A word that stands below an object or a type of cart.txt and says something about a member of it:
 *
 *     object lamp at=0,1,0
 *       with tween=size to=2 time=1.5            `with WORD=MEMBER OPTION=VALUE ...`, any number, each member once with the same word
 *
 * A word with `choices` makes the object something that the module knows by name: the cell OX_GIVEN_FIELD is the id of
 * that name then, and OX_GIVEN_COMPONENT says nothing.
 *
 *       with effect=vignette strength=0.6          `with WORD=CHOICE OPTION=VALUE ...`
 *
 * The packer reads and checks such a line by this row. The object's component named like the word is told all that one
 * line says at once (ox_component_ops.give), when the object is made. An image that has such a line needs the
 * module. */
typedef struct ox_module_word {
    const char *word;           /* the word, which is the component's name, too */
    const char *const *choices; /* what may stand behind the word, ended by NULL; NULL: members of objects */
    const ox_module_option *options; /* at most OX_WORD_OPTIONS, ended by one without a name */
    const char *usage;               /* "with tween=FIELD to=V ..." for people */
    const char *about;               /* a sentence for people, without a full stop */
} ox_module_word;

struct ox_module {
    uint32_t id;      /* of the name */
    const char *name; /* for people: "this player has no `behaviour`" */
    uint32_t flags;
    const uint32_t *needs; /* ids of modules before it in the list, ended by 0; or NULL */
    const uint32_t *tags;  /* types of chunks by which an image asks for the module, ended by 0; or NULL */
    const ox_capacity *capacities; /* or NULL */
    uint32_t capacity_count;
    const ox_script_native *natives; /* in any order; or NULL */
    uint32_t native_count;
    const ox_script_field *fields; /* of its components, for scripts; or NULL */
    uint32_t field_count;
    const ox_module_event *events; /* or NULL */
    uint32_t event_count;
    const ox_component_type *const
        *components; /* of objects; a capacity of 0: as many as there are objects; or NULL */
    uint32_t component_count;
    const ox_module_wanted *wanted; /* components of carts that want the module; or NULL */
    uint32_t wanted_count;
    uint32_t wanted_systems;     /* systems that the module adds to the worlds of these carts */
    uint32_t wanted_for;         /* id of a module whose images want this one, too; or 0 */
    const ox_module_word *words; /* of cart.txt, ended by one without a word; or NULL */
    const ox_type *record;       /* of the state, where the console makes it (RECORD above); or NULL */

    /* A failure refuses the boot, or the change that builds the scene anew; ox_module_refuse says why. A `begin` that fails leaves nothing that
     * `end` would keep for the next one. */
    ox_status (*start)(const ox_module_host *host, void **state);
    ox_status (*started)(const ox_module_host *host, void *state);
    void (*stop)(const ox_module_host *host, void **state);
    ox_status (*begin)(const ox_module_host *host, void **state);
    void (*end)(const ox_module_host *host, void **state, ox_module_end how);
    ox_status (*open)(const ox_module_host *host, void **state);
    void (*close)(const ox_module_host *host, void **state);
    ox_status (*ready)(const ox_module_host *host, void **state);
    void (*done)(const ox_module_host *host, void **state);

    /* What the port has just polled, before the first player gets it; the module may give parts of it to others. */
    void (*polled)(const ox_module_host *host, void *state, plat_input *input);
    void (*before)(const ox_module_host *host, void *state);
    ox_module_input (*input)(const ox_module_host *host, void *state);
    void (*known)(const ox_module_host *host, void *state);
    void (*prepare)(const ox_module_host *host, void *state);
    void (*simulate)(const ox_module_host *host, void *state);
    void (*put_back)(const ox_module_host *host, void *state);
    bool (*stepped)(const ox_module_host *host, void *state); /* false: the game ends with this step */
    void (*frame)(const ox_module_host *host, void *state);
    void (*draw)(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                 uf16 fraction);

    /* Adds what the module wants of the scene's world: room for objects beside those of the scene, types, systems. The
     * module's components, and what `wanted` says, are counted already. `world_needs` is called before `begin`, with NULL where the module has
     * no state yet. */
    void (*world_needs)(const ox_module_host *host, void *state, ox_world_needs *needs);
    /* Types of objects, and further components, join a world that has the components of the scene and of all modules. Called before `begin`, with
     * NULL where the module has no state yet. */
    ox_status (*join)(const ox_module_host *host, void *state, ox_world *world);
    /* The player turns away (another window, a closed lid) or comes back. */
    void (*away)(const ox_module_host *host, void *state, bool is_away);
    /* Resources change: no pointer to a resource may be held after `leave`. `enter` takes resources up again, in the
     * memory of `start` and `started`, before the scene is built anew. A failure and *error refuse the change; then
     * `leave` and `enter` are called again with the former resources. */
    void (*leave)(const ox_module_host *host, void *state);
    ox_status (*enter)(const ox_module_host *host, void *state, struct ox_error *error);
    /* Whether the chunks of the game may change now; false and *why. NULL: they may. */
    bool (*may_change)(const ox_module_host *host, void *state, const char **why);
    /* Adds at most OX_MODULE_STATE_PARTS parts of the state; returns how many. */
    uint32_t (*list)(const ox_module_host *host, void *state, ox_sim_part *parts);
};

/* ---- lists, and what images ask for ---- */

/* Whether a list (ended by NULL; or NULL) has a module. */
bool ox_modules_have(const ox_module *const *list, uint32_t id);

/* A module that an image was made for. */
typedef struct ox_module_use {
    uint32_t id;
    bool optional; /* the same game is played without the module */
    char name[24]; /* for people, cut where it is longer */
} ox_module_use;

/* The modules of an image that was opened, by number; false behind the last. */
bool ox_module_use_at(const rom_image *image, uint32_t index, ox_module_use *use);

/* Whether an image was made for a module: the packer found a chunk of its types, one of its words in cart.txt, or a
 * script that calls one of its natives. */
bool ox_module_is_used(const rom_image *image, uint32_t id);

/* ---- what modules ask of the console; implemented there ---- */

/* Fills the error of the start under way with a sentence, if anybody asked for it, and returns status. `offset` is a
 * place in the image, 0 for none. */
ox_status ox_module_refuse(const ox_module_host *host, ox_status status, uint32_t offset, const char *format,
                           ...);
ox_status ox_module_refuse_to(struct ox_error *error, ox_status status, const char *text);

/* The game ends after this frame: something is so broken that it cannot go on, and the log says what. */
void ox_module_quit(const ox_module_host *host);

/* Has `next` called between two frames when the game has ended: it may close the console and boot another game at its place, which is true then; false: the
 * end. Only `start` may call ox_module_follow. Small players (ROM_SMALL_PLAYER) have it not. */
typedef bool ox_module_next(struct ox_console *console);
void ox_module_follow(const ox_module_host *host, ox_module_next *next);

/* How many items the cart declares of a capacity, else the usual number. ox_module_is_declared says whether the cart
 * declares the capacity. */
uint32_t ox_module_capacity(const ox_module_host *host, const ox_capacity *capacity);
bool ox_module_is_declared(const ox_module_host *host, const ox_capacity *capacity);

/* Makes `players` the table of players. The array is set up when input starts and stays with the caller; NULL: the
 * console's own one player again. Only `start` and `stop` may call ox_module_seat. */
void ox_module_seat(const ox_module_host *host, ox_input_player *players, uint32_t count);

/* Sets the random streams that all modules share from now on; NULL: no streams any more. The module that made the
 * streams has them in its state. Only `start` and `stop` may call ox_module_share_random. */
void ox_module_share_random(const ox_module_host *host, struct ox_random *random);

/* Begins a step of every player out of these records, one for each. */
void ox_module_play(const ox_module_host *host, const ox_input_record *records);

/* Called by `prepare`: scene and world stand still in this step; a cart in C has its step all the same. */
void ox_module_rest(const ox_module_host *host);

/* Whether scene and world stood still in the last step. */
bool ox_module_rests(const ox_module_host *host);

/* STILL PICTURES. While the game rests a picture is recorded, and what has not changed of it since the one before is neither drawn
 * nor handed over to the port, which keeps it: 0 pixels below and in a menu in which nothing moves (ox_frame_stats.written). A port that flips
 * two pictures gets both first. Where the whole picture has memory it is compared in 16 bands, and those are drawn that something touches which has changed;
 * where bands are drawn in turn (GBA), all of it or nothing. The LM3S6965 has no room for this and draws each picture. All ports keep their picture; MPS2 shows none. Pictures with effects (raster/post.h),
 * figures or a cart of kernel/runtime are drawn each time.
 *
 * ox_module_drawn: by `draw` in the pass OX_PASS_GLASS, behind each piece that changes by itself, such as an element of a screen. ox_module_redraw:
 * pixels, cells or tables that a module has handed over as pointers have changed in place while the game rests; all of the next picture is drawn. */
void ox_module_drawn(const ox_module_host *host);
void ox_module_redraw(const ox_module_host *host);

/* Runs what a step does with its input: for modules that run steps again. */
void ox_module_simulate(const ox_module_host *host);

/* The state of another module by its id; NULL when the console has not got that module, or when the module has nothing
 * to do. */
void *ox_module_state(const ox_module_host *host, uint32_t id);

/* The modules of the console one by one, NULL behind the last: for code that gathers what all modules say. */
const ox_module *ox_module_at(const ox_module_host *host, uint32_t index);

/* The host behind a native's call. Every context of a script machine begins with a pointer to the host. */
static inline const ox_module_host *ox_module_of_call(const ox_script_call *call) {
    return *(const ox_module_host *const *)call->context;
}

/* Arguments and results of natives: the living object that an argument names, or NULL; three cells from `first` on as a vector, and a vector as the result. */
static inline ox_object *ox_module_object_at(const ox_script_call *call, uint32_t number) {
    return ox_world_get(ox_module_of_call(call)->world, (ox_handle){(uint32_t)call->arguments[number]});
}
static inline vec3 ox_module_vector_at(const ox_script_call *call, uint32_t first) {
    return (vec3){call->arguments[first], call->arguments[first + 1], call->arguments[first + 2]};
}
static inline void ox_module_give_vector(ox_script_call *call, vec3 v) {
    call->results[0] = v.x;
    call->results[1] = v.y;
    call->results[2] = v.z;
}

/* The bus on which events are posted; NULL: the console has none. */
struct ox_events *ox_module_bus(const ox_module_host *host);

/* Adds a component to a world, for `join`: the console keeps a copy of its type. Its number, or a failure below 0. */
int ox_module_join(const ox_module_host *host, ox_world *world, const ox_component_type *component);

/* What the lines of a word name in one option, in types and in objects that there are: so that a module makes or holds it in `begin`, as later nobody may take memory above
 * the scene. A failure ends the walk, and is its outcome. */
typedef struct ox_module_named {
    uint32_t type; /* number of the word's component in the world */
    uint32_t cell; /* of the option */
    size_t offset; /* of the name in the component's record */
} ox_module_named;
typedef ox_status ox_module_hear_name(const ox_module_host *host, void *context, ox_id name);
ox_status ox_module_each_named(const ox_module_host *host, const ox_module_named *named,
                               ox_module_hear_name *hear, void *context);

/* Holds the materials that such an option names. */
void ox_module_hold_materials(const ox_module_host *host, const ox_module_named *named);

#endif
