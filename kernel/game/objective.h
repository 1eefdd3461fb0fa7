/* Objectives: tasks of the player, their order, what each opens and what failing costs - as a graph in data.
 *
 *     enum { FIND_CAVE, TAKE_KEY, BRIBE, FIGHT, ESCAPE, OBJECTIVES };
 *     static const ox_objective graph[OBJECTIVES] = {
 *         [FIND_CAVE] = {.name = OX_NAME("find_cave"), .done = {{OX_NAME("region/cave"), 1, OX_AT_LEAST}}},
 *         [TAKE_KEY] = {.name = OX_NAME("take_key"), .after = {FIND_CAVE + 1},
 *                       .done = {{OX_NAME("enemies"), 0, OX_AT_MOST}, {OX_NAME("item/key"), 1, OX_AT_LEAST}},
 *                       .failed = {{OX_NAME("health"), 0, OX_AT_MOST}}, .lives = 1, .back = FIND_CAVE + 1},
 *         [BRIBE] = {.name = OX_NAME("bribe"), .after = {TAKE_KEY + 1}, .branch = 1, ...},
 *         [FIGHT] = {.name = OX_NAME("fight"), .after = {TAKE_KEY + 1}, .branch = 1, ...},
 *         [ESCAPE] = {.name = OX_NAME("escape"), .after = {BRIBE + 1, FIGHT + 1},
 *             .flags = OX_OBJECTIVE_JOIN_ANY,
 *                     .on_done = {OX_NAME("cutscene"), OX_NAME("movies/end")}}};
 *
 *     if (ox_objectives_check(graph, OBJECTIVES, &why) != OX_OK) ...        when the cart is packed, in tests
 *     ox_objectives_init(&o, graph, OBJECTIVES, states, &counters, &events);
 *     each tick:  ox_objectives_update(&o);
 *
 * An objective is LOCKED until all of `after` are done (JOIN_ANY: one of them) and its conditions `when` hold; then
 * it is ACTIVE, until its conditions `done` hold: DONE; or `failed` hold: FAILED. `failed` is tested before `done`.
 * Of objectives with one branch number, the first that is done closes the others (CLOSED). So sequences, branches and
 * joins are all `after`.
 *
 * FAILURE takes `lives` off the counter "lives", and goes back: the objective that `back` names is active again, all
 * objectives that come after it by way of `after` are locked, and the `resets` counters of all of these are 0.
 * Without `back` the objective stays FAILED.
 *
 * Progress is counted in counters (counter.h): kills, items, regions. Code that is to act hears events, at every
 * change for which the objective names one: `on_active`, `on_done`, `on_failed` = event type and an id, posted with
 * OX_KEY("what"): a cut-scene, the edge of a chunk to unlock, the place to return to. This part knows nothing of
 * chunks.
 *
 * An update runs in the order of the table until nothing changes, so a chain of objectives whose conditions hold
 * already is done in one tick. Cost: a byte an objective; only conditions of locked and active objectives are looked
 * at. (GEA 13.1, 14.9.) */
#ifndef OXCART_KERNEL_GAME_OBJECTIVE_H
#define OXCART_KERNEL_GAME_OBJECTIVE_H

#include "kernel/event/events.h"
#include "kernel/game/counter.h"
#include "kernel/text/buffer.h"

enum {
    OX_OBJECTIVES_MAX = 64, /* most objectives of one graph; a game may have several graphs */
    OX_OBJECTIVE_AFTER = 4,
    OX_OBJECTIVE_CONDITIONS = 3,
    /* flags of an objective */
    OX_OBJECTIVE_JOIN_ANY = 1, /* one of `after` suffices */
    OX_OBJECTIVE_OPTIONAL = 2, /* does not count for its chapter */
    OX_OBJECTIVE_HIDDEN = 4    /* not shown until it is done */
};

typedef enum ox_objective_state {
    OX_OBJECTIVE_LOCKED,
    OX_OBJECTIVE_ACTIVE,
    OX_OBJECTIVE_DONE,
    OX_OBJECTIVE_FAILED,
    OX_OBJECTIVE_CLOSED, /* another objective of its branch is done */
    OX_OBJECTIVE_STATES
} ox_objective_state;

/* An event of a type, by its name, about something; type 0: none. */
typedef struct ox_objective_note {
    ox_id event, what;
} ox_objective_note;

typedef struct ox_objective {
    ox_id name;
    uint8_t flags;
    uint8_t chapter;
    uint8_t branch;                    /* 0: none */
    uint8_t lives;                     /* lives that failing costs */
    uint8_t back;                      /* number + 1 of the objective that failing goes back to, 0: none */
    uint8_t after[OX_OBJECTIVE_AFTER]; /* numbers + 1 of objectives, 0 ends the list */
    ox_condition when[OX_OBJECTIVE_CONDITIONS], done[OX_OBJECTIVE_CONDITIONS],
        failed[OX_OBJECTIVE_CONDITIONS];
    ox_id resets[OX_OBJECTIVE_CONDITIONS]; /* counters that are set to 0 when the objective is locked again */
    ox_objective_note on_active, on_done, on_failed;
} ox_objective;

/* Objectives in play. Read only. */
typedef struct ox_objectives {
    const ox_objective *graph;
    uint32_t count;
    uint8_t *states;
    ox_counters *counters;
    ox_events *events; /* may be NULL */
    uint32_t failures; /* failures so far */
} ox_objectives;

/* Whether a graph makes sense: OX_BAD_DATA and a sentence in *why (may be NULL) for names that are missing or stand
 * there twice, numbers beyond the graph, rings that nothing leads into (OX_CYCLE), and objectives that can never be
 * active: behind such a ring, or where two objectives of one branch would both have to be done. */
FX_MUST_CHECK ox_status ox_objectives_check(const ox_objective *graph, uint32_t count, ox_text *why);

/* Begins with all objectives locked; states: a byte each. OX_BAD_ARGUMENT for more than OX_OBJECTIVES_MAX. */
FX_MUST_CHECK ox_status ox_objectives_init(ox_objectives *objectives, const ox_objective *graph,
                                           uint32_t count, uint8_t *states, ox_counters *counters,
                                           ox_events *events);

/* Looks at conditions; returns how many objectives changed. */
uint32_t ox_objectives_update(ox_objectives *objectives);

/* For facts that no counter tells: an active objective is done, or has failed, now. OX_NOT_FOUND for an unknown name;
 * OX_BAD_STATE for an objective that is not active, a normal outcome that may be ignored. */
ox_status ox_objectives_complete(ox_objectives *objectives, ox_id name);
ox_status ox_objectives_fail(ox_objectives *objectives, ox_id name);

/* Whether the graph has an objective of that name. */
bool ox_objectives_know(const ox_objectives *objectives, ox_id name);

/* The state of an objective by name; LOCKED and an assertion for an unknown name. */
ox_objective_state ox_objectives_state(const ox_objectives *objectives, ox_id name);

/* The number of the first active objective at or after `from` that is not hidden; `count` for none: for lists on the
 * screen. */
uint32_t ox_objectives_next(const ox_objectives *objectives, uint32_t from);

/* Counts the objectives of a chapter that are done, out of those that count: optional and closed objectives do not.
 * True: all are done. */
bool ox_objectives_chapter(const ox_objectives *objectives, uint32_t chapter, uint32_t *done, uint32_t *of);

/* Writes and reads states by name, so that a graph may grow between versions: unknown objectives are skipped, missing
 * objectives are locked. */
void ox_objectives_save(const ox_objectives *objectives, ox_writer *to);
FX_MUST_CHECK ox_status ox_objectives_restore(ox_objectives *objectives, ox_reader *from);

#endif
