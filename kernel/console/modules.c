/* Walks the list of modules: which of them play, which are refused, and each function of all of them in the list's
 * order. */
#include "kernel/module/module.h"

#include <string.h>

#include "kernel/console/internal.h"
#include "kernel/debug/profile.h"
#include "kernel/type/name.h"

/* The functions that give a module its state, in the order in which they are called. */
typedef enum opening { OPENING_START, OPENING_BEGIN, OPENING_OPEN, OPENING_READY } opening;

FX_STATIC_ASSERT(OX_MODULES_MOST <= 64, "modules are bits");
FX_STATIC_ASSERT(OX_MODULE_PLACES == 64 && OX_MODULES_MOST < OX_MODULE_PLACES,
                 "first_place gives six bits, and a search ends at a free place");

/* ---- the list ---- */

/* Where the search for a module by its id begins: natives of scripts search once a call. */
static uint32_t first_place(uint32_t id) { return id * 2654435769u >> 26; }

static void note_place(ox_console *c, uint32_t module) {
    uint32_t at = first_place(c->modules[module]->id);
    while (c->module_places[at] != 0) at = (at + 1) % OX_MODULE_PLACES;
    c->module_places[at] = (uint8_t)(module + 1);
}

static ox_status add_modules(ox_console *c, const ox_module *const *list) {
    for (; list != NULL && *list != NULL; list++) {
        const ox_module *m = *list;
        /* a cart may bring a module that the player has as well */
        if (ox_modules_have(c->modules, m->id)) continue;
        if (c->module_count == OX_MODULES_MOST)
            return ox_module_refuse(&c->host, OX_FULL, 0,
                                    "the console takes at most %d modules, `%s` is one more",
                                    (int)OX_MODULES_MOST, m->name);
        for (const uint32_t *needed = m->needs; needed != NULL && *needed != 0; needed++)
            if (!ox_modules_have(c->modules, *needed))
                return ox_module_refuse(&c->host, OX_UNSUPPORTED, 0,
                                        "the module `%s` needs the module #%08x in front of it", m->name,
                                        (unsigned)*needed);
        c->modules[c->module_count] = m;
        note_place(c, c->module_count++);
    }
    return OX_OK;
}

/* Refuses an image that needs a module which this player has not got. */
static ox_status check_uses(const ox_console *c) {
    ox_module_use use;
    for (uint32_t i = 0; ox_module_use_at(&c->image, i, &use); i++)
        if (!use.optional && !ox_modules_have(c->modules, use.id))
            return ox_module_refuse(&c->host, OX_UNSUPPORTED, c->image.info,
                                    "the game needs the module `%s`, which this player does not have",
                                    use.name);
    return OX_OK;
}

ox_status ox_modules_gather(ox_console *c) {
    const ox_boot_options *o = &c->options;
    bool taped = o->record != NULL || o->replay != NULL;
    c->module_count = 0;
    memset(c->modules, 0, sizeof c->modules);
    memset(c->module_places, 0, sizeof c->module_places);
    ox_status status = add_modules(c, o->modules);
    if (status == OX_OK && o->cart != NULL) status = add_modules(c, o->cart->modules);
    c->budget.modules = c->modules;
    if (status == OX_OK && taped && !ox_modules_have(c->modules, OX_NAME("recording")))
        return ox_module_refuse(&c->host, OX_UNSUPPORTED, 0,
                                "this player has no `recording`: it records and replays nothing");
    if (status == OX_OK && o->cart != NULL && o->cart->runtime != NULL &&
        !ox_modules_have(c->modules, OX_NAME("runtime")))
        return ox_module_refuse(&c->host, OX_UNSUPPORTED, 0, "the game %s needs the module `runtime`",
                                o->cart->name);
    return status == OX_OK ? check_uses(c) : status;
}

/* ---- lives ---- */

/* Whether a module is called at an opening: it has a state, or this is its first function that could make one. */
static bool may_open(const ox_module *m, const void *state, opening at) {
    if (state != NULL) return true;
    return (at == OPENING_START || m->start == NULL) && (at <= OPENING_BEGIN || m->begin == NULL) &&
           (at <= OPENING_OPEN || m->open == NULL);
}

/* Whether a module has nothing that could make it a state: components alone, or pictures that ask the world. */
static bool is_stateless(const ox_module *m) {
    return m->record == NULL && m->start == NULL && m->begin == NULL && m->open == NULL;
}

/* Notes the modules that have a state, and those that never have one. Steps and pictures walk over these alone: a
 * console has many modules, and a game uses few. */
static void note_active(ox_console *c) {
    c->active_count = 0;
    for (uint32_t i = 0; i < c->module_count; i++)
        if (c->module_state[i] != NULL || is_stateless(c->modules[i]))
            c->active[c->active_count++] = (uint8_t)i;
}

enum { RECORD_AT = (sizeof(ox_sim_record) + 7u) & ~7u };

/* The record that the console makes for a module lies behind what lists it as a part of the state. */
static ox_sim_record *record_of(void *state) {
    return (ox_sim_record *)(void *)((uint8_t *)state - RECORD_AT);
}

static ox_status make_record(ox_console *c, const ox_module *m, void **state) {
    uint8_t *room = ox_arena_push_low(c->resident, RECORD_AT + (size_t)m->record->size, 8);
    if (room == NULL)
        return ox_module_refuse(&c->host, OX_OUT_OF_MEMORY, 0,
                                "the state of the module `%s` has no room; raise `budget`", m->name);
    *state = room + RECORD_AT;
    *record_of(*state) = (ox_sim_record){m->record, *state, m->name};
    ox_type_reset(m->record, *state);
    return OX_OK;
}

static ox_status open_all(ox_console *c, opening at) {
    for (uint32_t i = 0; i < c->module_count; i++) {
        const ox_module *m = c->modules[i];
        if (at == OPENING_START && m->record != NULL) {
            ox_status made = make_record(c, m, &c->module_state[i]);
            if (made != OX_OK) return made;
        }
        ox_status (*const functions[])(const ox_module_host *, void **) = {m->start, m->begin, m->open,
                                                                           m->ready};
        if (!may_open(m, c->module_state[i], at)) continue;
        c->modules_open[at] |= (uint64_t)1 << i;
        ox_log_enter(&c->log, m->name);
        ox_status status = functions[at] == NULL ? OX_OK : functions[at](&c->host, &c->module_state[i]);
        ox_log_enter(&c->log, NULL);
        note_active(c);
        if (status != OX_OK) return status;
    }
    return OX_OK;
}

/* Ends what a module has in a scene. A state that its `begin` made goes with the scene. */
static void end_module(ox_console *c, const ox_module *m, void **state, ox_module_end how) {
    void *const ended = *state;
    ox_world_remove_systems(&c->world, ended);
    if (m->end != NULL) m->end(&c->host, state, how);
    if (m->start == NULL && m->record == NULL && *state == ended) *state = NULL;
}

/* Ends the modules that were opened, last first; also a module whose opening failed, where it left a state. */
static void close_all(ox_console *c, opening at, ox_module_end how) {
    for (uint32_t i = c->module_count; i-- > 0;) {
        const ox_module *m = c->modules[i];
        void **state = &c->module_state[i];
        if ((c->modules_open[at] >> i & 1u) == 0 || *state == NULL) continue;
        if (at == OPENING_START && m->stop != NULL) m->stop(&c->host, state);
        if (at == OPENING_START && m->record != NULL) *state = NULL;
        if (at == OPENING_BEGIN) end_module(c, m, state, how);
        if (at == OPENING_OPEN && m->close != NULL) m->close(&c->host, state);
        if (at == OPENING_READY && m->done != NULL) m->done(&c->host, state);
        note_active(c);
    }
    c->modules_open[at] = 0;
}

ox_status ox_modules_start(ox_console *c) {
    ox_status status = open_all(c, OPENING_START);
    const ox_module *above = NULL; /* the module whose memory lies above that of all others */
    for (uint32_t i = 0; i < c->module_count && status == OX_OK; i++) {
        if (c->modules[i]->started == NULL) continue;
        FX_ASSERT_MSG(above == NULL, "`%s` and `%s` both want their memory above that of all others",
                      above->name, c->modules[i]->name);
        above = c->modules[i];
        if (c->module_state[i] != NULL) status = c->modules[i]->started(&c->host, c->module_state[i]);
    }
    return status;
}
ox_status ox_modules_begin(ox_console *c) { return open_all(c, OPENING_BEGIN); }
ox_status ox_modules_open(ox_console *c) { return open_all(c, OPENING_OPEN); }
ox_status ox_modules_ready(ox_console *c) { return open_all(c, OPENING_READY); }
void ox_modules_stop(ox_console *c) { close_all(c, OPENING_START, OX_END_FOR_GOOD); }
void ox_modules_end(ox_console *c, ox_module_end how) {
    close_all(c, OPENING_BEGIN, how);
#if OX_PROFILED
    ox_profile_forget(c->options.profile); /* what modules have shown it lies in the scene's memory */
#endif
}
void ox_modules_close(ox_console *c) { close_all(c, OPENING_OPEN, OX_END_FOR_GOOD); }
void ox_modules_done(ox_console *c) { close_all(c, OPENING_READY, OX_END_FOR_GOOD); }

/* ---- steps and pictures ---- */

#if OX_PROFILED
/* Notes in the log and in the profile which module is at work. */
static bool measure_begin(ox_console *c, uint32_t i) {
    ox_log_enter(&c->log, c->modules[i]->name);
    if (c->options.profile != NULL) ox_profile_begin(c->options.profile, c->modules[i]->name);
    return true;
}
static void measure_end(ox_console *c, uint32_t i) {
    ox_log_enter(&c->log, NULL);
    if (c->options.profile != NULL) ox_profile_end(c->options.profile, c->modules[i]->name);
}
#else
#define measure_begin(c, i) true
#define measure_end(c, i) (void)0
#endif

/* Walks over every module that is at work and has the function, with its number as i; MEASURED also notes in the profile that it is at work. The body may not leave the walk. */
#define FOR_EACH(c, function)                                                                                \
    for (uint32_t n = 0, i; n < (c)->active_count && (i = (c)->active[n], true); n++)                        \
        if ((c)->modules[i]->function != NULL)
#define MEASURED(c, function)                                                                                \
    FOR_EACH(c, function) for (bool once = measure_begin(c, i); once; measure_end(c, i), once = false)

void ox_modules_before(ox_console *c) {
    MEASURED(c, before) c->modules[i]->before(&c->host, c->module_state[i]);
}

ox_module_input ox_modules_input(ox_console *c) {
    FOR_EACH(c, input) {
        ox_module_input given = c->modules[i]->input(&c->host, c->module_state[i]);
        if (given != OX_INPUT_OF_PORT) return given;
    }
    return OX_INPUT_OF_PORT;
}

void ox_modules_polled(ox_console *c, plat_input *polled) {
    FOR_EACH(c, polled) c->modules[i]->polled(&c->host, c->module_state[i], polled);
}

void ox_modules_known(ox_console *c) {
    MEASURED(c, known) c->modules[i]->known(&c->host, c->module_state[i]);
}

void ox_modules_prepare(ox_console *c) {
    MEASURED(c, prepare) c->modules[i]->prepare(&c->host, c->module_state[i]);
}

void ox_modules_simulate(ox_console *c) {
    MEASURED(c, simulate) c->modules[i]->simulate(&c->host, c->module_state[i]);
    for (uint32_t n = c->active_count; n-- > 0;) {
        const uint32_t i = c->active[n];
        if (c->modules[i]->put_back != NULL) c->modules[i]->put_back(&c->host, c->module_state[i]);
    }
}

bool ox_modules_stepped(ox_console *c) {
    bool goes_on = true;
    MEASURED(c, stepped) goes_on = c->modules[i]->stepped(&c->host, c->module_state[i]) && goes_on;
    return goes_on;
}

void ox_modules_frame(ox_console *c) {
    MEASURED(c, frame) c->modules[i]->frame(&c->host, c->module_state[i]);
}

void ox_modules_draw(ox_console *c, ox_module_pass pass, rs_frame *frame, uf16 fraction) {
    MEASURED(c, draw) c->modules[i]->draw(&c->host, c->module_state[i], pass, frame, fraction);
}

void ox_modules_draw_with_scene(void *console, rs_frame *frame, bool solid, uf16 fraction) {
    ox_modules_draw(console, solid ? OX_PASS_SOLID : OX_PASS_THROUGH, frame, fraction);
}

/* ---- what is asked now and then ---- */

/* Whether the cart wants the components that a module keeps for such carts. */
static bool is_wanted(const ox_console *c, const ox_module *m) {
    return m->wanted_count > 0 &&
           (ox_module_is_used(c->host.image, m->id) ||
            (m->wanted_for != 0 && ox_module_is_used(c->host.image, m->wanted_for)) ||
            (m->capacity_count > 0 && ox_module_is_declared(&c->host, &m->capacities[0])));
}

/* Asks every module what it needs of the scene's world, also those that get their state only after the world is made. */
void ox_modules_world_needs(ox_console *c, ox_world_needs *needs) {
    for (uint32_t i = 0; i < c->module_count; i++) {
        const ox_module *m = c->modules[i];
        if (is_wanted(c, m)) {
            needs->components += m->wanted_count;
            needs->systems += m->wanted_systems;
        }
        if (m->world_needs != NULL) m->world_needs(&c->host, c->module_state[i], needs);
    }
}

uint32_t ox_modules_component_count(const ox_console *c) {
    uint32_t count = 0;
    FOR_EACH(c, components) count += c->modules[i]->component_count;
    return count;
}

static ox_status join_wanted(ox_console *c, const ox_module *m) {
    for (uint32_t k = 0; k < m->wanted_count; k++) {
        ox_component_type own = m->wanted[k].type;
        if (own.capacity == 0)
            own.capacity = (uint16_t)ox_module_capacity(&c->host, &m->capacities[m->wanted[k].capacity]);
        const int number = ox_module_join(&c->host, &c->world, &own);
        if (number < 0) return (ox_status)number;
    }
    return OX_OK;
}

ox_status ox_modules_join(ox_console *c, uint32_t objects) {
    FOR_EACH(c, components) {
        for (uint32_t k = 0; k < c->modules[i]->component_count; k++) {
            ox_component_type own = *c->modules[i]->components[k];
            if (own.capacity == 0) own.capacity = (uint16_t)objects;
            const int number = ox_module_join(&c->host, &c->world, &own);
            if (number < 0) return (ox_status)number;
        }
    }
    for (uint32_t i = 0; i < c->module_count; i++) {
        const ox_module *m = c->modules[i];
        ox_status status = is_wanted(c, m) ? join_wanted(c, m) : OX_OK;
        if (status == OX_OK && m->join != NULL) status = m->join(&c->host, c->module_state[i], &c->world);
        if (status != OX_OK) return status;
    }
    return OX_OK;
}

void ox_modules_away(ox_console *c, bool is_away) {
    FOR_EACH(c, away) c->modules[i]->away(&c->host, c->module_state[i], is_away);
}

void ox_modules_leave(ox_console *c) {
    FOR_EACH(c, leave) c->modules[i]->leave(&c->host, c->module_state[i]);
}

ox_status ox_modules_enter(ox_console *c, ox_error *error) {
    FOR_EACH(c, enter) {
        ox_status status = c->modules[i]->enter(&c->host, c->module_state[i], error);
        if (ox_failed(status)) return status;
    }
    return OX_OK;
}

bool ox_modules_may_change(ox_console *c, const char **why) {
    FOR_EACH(c, may_change) {
        if (!c->modules[i]->may_change(&c->host, c->module_state[i], why)) return false;
    }
    return true;
}

uint32_t ox_modules_list(ox_console *c, ox_sim_part *parts) {
    uint32_t count = 0;
    for (uint32_t n = 0; n < c->active_count; n++) {
        const uint32_t i = c->active[n];
        const ox_module *m = c->modules[i];
        if (m->record == NULL && m->list == NULL) continue;
        if (count + OX_MODULE_STATE_PARTS + (m->record != NULL) > OX_STATE_OF_MODULES) break;
        if (m->record != NULL) parts[count++] = ox_sim_of_record(record_of(c->module_state[i]));
        if (m->list != NULL) count += m->list(&c->host, c->module_state[i], parts + count);
    }
    return count;
}

/* ---- what modules ask of the console ---- */

void ox_module_simulate(const ox_module_host *host) { ox_console_simulate(host->console); }

void ox_module_seat(const ox_module_host *host, ox_input_player *players, uint32_t count) {
    ox_console *c = host->console;
    c->sources = (ox_input_sources){players != NULL ? players : &c->alone, players != NULL ? count : 1,
                                    c->sources.senses};
    c->host.input = &c->sources.players[0].input;
}

void ox_module_share_random(const ox_module_host *host, struct ox_random *random) {
    host->console->host.random = random;
}

void ox_module_play(const ox_module_host *host, const ox_input_record *records) {
    ox_input_sources *sources = host->sources;
    for (uint32_t i = 0; i < sources->count; i++) {
        sources->players[i].record = records[i];
        ox_input_play(&sources->players[i].input, &records[i]);
    }
}

void ox_module_rest(const ox_module_host *host) { host->console->rests = true; }
bool ox_module_rests(const ox_module_host *host) { return host->console->rests; }
void ox_module_redraw(const ox_module_host *host) { host->console->still.known = 0; }
void ox_module_drawn(const ox_module_host *host) { ox_still_piece(host->console); }

void ox_module_quit(const ox_module_host *host) { host->console->quits = true; }

uint32_t ox_module_capacity(const ox_module_host *host, const ox_capacity *capacity) {
    return ox_console_capacity_of(host->console, capacity);
}

bool ox_module_is_declared(const ox_module_host *host, const ox_capacity *capacity) {
    return ox_rom_budget_capacity_of(&host->console->budget, capacity, 0) > 0;
}

void *ox_module_state(const ox_module_host *host, uint32_t id) {
    const ox_console *c = host->console;
    for (uint32_t at = first_place(id); c->module_places[at] != 0; at = (at + 1) % OX_MODULE_PLACES) {
        const uint32_t i = c->module_places[at] - 1u;
        if (c->modules[i]->id == id) return c->module_state[i];
    }
    return NULL;
}

const ox_module *ox_module_at(const ox_module_host *host, uint32_t index) {
    return index < host->console->module_count ? host->console->modules[index] : NULL;
}

const ox_module_host *ox_console_modules(const ox_console *console) { return &console->host; }
