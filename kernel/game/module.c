/* Counters, rules and modes as a module: its memory, its rules in each scene, its steps. */
#include "kernel/game/module.h"

#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/game/internal.h"
#include "kernel/script/module.h"
#include "kernel/type/name.h"
#include "raster/flat.h"
#include "rom/check.h"

enum { COUNTER = 8, SETTING = 20 };

OX_CAPACITY_HOLDS(COUNTER, ox_counter);
OX_CAPACITY_HOLDS(SETTING, game_setting);

const ox_capacity ox_game_capacities[OX_GAME_CAPACITIES] = {
    [OX_CAPACITY_COUNTERS] = {"counters", 32, 4096, COUNTER},
    [OX_CAPACITY_KEPT_NUMBERS] = {"kept-numbers", 32, 1024, COUNTER},
    [OX_CAPACITY_OPTIONS] = {"options", 8, 1024, SETTING}};

/* ---- start and stop ---- */

static bool hold_rules(const ox_module_host *host, ox_held *held) {
    return ox_manager_hold(host->manager, rom_id("game"), ROM_TAG_GAME, held) == OX_OK;
}

/* What a script does with kept numbers and options, or asks of them. */
enum { KEEPS = 1, SETS = 2 };

static uint32_t deeds_by(ox_id native) {
    static const ox_id keep[] = {OX_NAME("keep"), OX_NAME("kept"), OX_NAME("controls_keep"),
                                 OX_NAME("controls_recall")},
                       set[] = {OX_NAME("option_set"),  OX_NAME("option_set_fx"), OX_NAME("option_choose"),
                                OX_NAME("option_make"), OX_NAME("option_reset"),  OX_NAME("option_user_set")};
    for (uint32_t i = 0; i < sizeof keep / sizeof keep[0]; i++)
        if (native == keep[i]) return KEEPS;
    for (uint32_t i = 0; i < sizeof set / sizeof set[0]; i++)
        if (native == set[i]) return KEEPS | SETS;
    return 0;
}

static uint32_t deeds_of_script(const ox_module_host *host, uint32_t id) {
    ox_script_module module;
    ox_held held;
    rom_error error;
    uint32_t deeds = 0;
    if (ox_manager_hold(host->manager, id, ROM_TAG_CODE, &held) != OX_OK) return 0;
    const uint8_t *chunk = held.data, *bytes = chunk + rom_word(chunk + ROM_CODE_DATA_AT);
    const uint32_t size = rom_word(chunk + ROM_CODE_DATA_BYTES);
    const bool add_on = size >= ROM_SCRIPT_MODULE_SIZE &&
                        (rom_half(bytes + ROM_SCRIPT_MODULE_FLAGS) & ROM_SCRIPT_MODULE_ADD_ON) != 0;
    if (ox_script_module_open(&module, bytes, size, add_on ? OX_SCRIPT_TRUST_ADD_ON : OX_SCRIPT_TRUST_CART,
                              &error) == ROM_OK)
        for (uint32_t i = 0; i < module.count[OX_SCRIPT_SECTION_NATIVES]; i++) {
            const uint32_t name =
                rom_word(ox_script_record(&module, OX_SCRIPT_SECTION_NATIVES, i) + ROM_SCRIPT_NATIVE_NAME);
            deeds |= deeds_by(name);
        }
    ox_manager_let_go(host->manager, held.handle);
    return deeds;
}

static uint32_t deeds_of_scripts(const ox_module_host *host, const uint8_t *scripts) {
    const uint8_t *ids = scripts + rom_word(scripts + ROM_SCRIPTS_MODULES_AT);
    uint32_t deeds = 0;
    for (uint32_t i = 0; i < rom_word(scripts + ROM_SCRIPTS_MODULE_COUNT); i++)
        deeds |= deeds_of_script(host, rom_word(ids + (size_t)i * 4));
    return deeds;
}

static bool make_counters(const ox_module_host *host, int which, ox_counters *counters) {
    const uint32_t count = ox_module_capacity(host, &ox_game_capacities[which]);
    ox_counter *storage = OX_PUSH(host->resident, ox_counter, count);
    if (storage != NULL) ox_counters_init(counters, storage, count);
    return storage != NULL;
}

static ox_status make_game(const ox_module_host *host, void **state, bool rules, uint32_t deeds) {
    ox_game *s = (ox_game *)ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *s, _Alignof(ox_game));
    if (s == NULL) return OX_OUT_OF_MEMORY;
    s->host = host;
    *state = s;
    if (!make_counters(host, OX_CAPACITY_COUNTERS, &s->counters) ||
        !make_counters(host, OX_CAPACITY_KEPT_NUMBERS, &s->kept))
        return OX_OUT_OF_MEMORY;
    if (rules)
        s->play = (game_play *)ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *s->play,
                                                  _Alignof(game_play));
    if (rules && s->play == NULL) return OX_OUT_OF_MEMORY;
    if (rules) ox_input_init(&s->play->given);
    const ox_status status = game_open_numbers(s, deeds != 0);
    return status == OX_OK ? game_open_options(s, (deeds & SETS) != 0) : status;
}

static ox_status start_game(const ox_module_host *host, void **state) {
    ox_held rules, scripts, options;
    const bool has_rules = hold_rules(host, &rules),
               has_scripts =
                   ox_manager_hold(host->manager, rom_id("scripts"), ROM_TAG_SCRIPTS, &scripts) == OX_OK;
    const bool has_options =
        ox_manager_hold(host->manager, rom_id("options"), ROM_TAG_OPTIONS, &options) == OX_OK;
    uint32_t deeds = has_options ? KEEPS | SETS : 0;
    if (has_options) ox_manager_let_go(host->manager, options.handle);
    if (has_rules && rom_half((const uint8_t *)rules.data + ROM_GAME_TROPHY_COUNT) > 0) deeds |= KEEPS;
    if (has_rules) ox_manager_let_go(host->manager, rules.handle);
    if (has_scripts) {
        deeds |= deeds_of_scripts(host, scripts.data);
        ox_manager_let_go(host->manager, scripts.handle);
    }
    /* a game in C without rules, or one of screens alone, declares a capacity when it counts, or keeps numbers */
    const bool is_to_keep = ox_module_is_declared(host, &ox_game_capacities[OX_CAPACITY_KEPT_NUMBERS]);
    const bool counts = is_to_keep || ox_module_is_declared(host, &ox_game_capacities[OX_CAPACITY_COUNTERS]);
    if (ox_module_is_declared(host, &ox_game_capacities[OX_CAPACITY_OPTIONS])) deeds |= SETS;
    if (!has_rules && !has_scripts && !counts && deeds == 0) return OX_OK;
    if (is_to_keep) deeds |= KEEPS | SETS; /* screens of such a game may set options */
    const ox_status status = make_game(host, state, has_rules, deeds);
    if (status == OX_OK) return OX_OK;
    *state = NULL;
    return ox_module_refuse(host, status, host->image->budget,
                            "no room for what the game counts: raise `budget`, or lower `capacity counters` "
                            "and `capacity kept-numbers`");
}

static void stop_game(const ox_module_host *host, void **state) {
    (void)host;
    game_close_numbers(*state);
    *state = NULL;
}

/* ---- the rules of a scene ---- */

static void unlisten(game_play *p) {
    if (p->bus == NULL) return;
    (void)ox_events_unlisten(p->bus, p->listening);
    ox_trophies trophies = p->trophies;
    (void)ox_events_unlisten(p->bus, trophies.listening);
    p->trophies.events = p->objectives.events = p->bus = NULL;
}

/* Listens on the bus of scripts, else on that of the cart. */
static ox_status listen(ox_game *s) {
    game_play *p = s->play;
    const uint64_t given = p->trophies.given;
    ox_events *scripts = ox_behaviours_events(s->host);
    p->bus = scripts != NULL ? scripts : p->own;
    p->objectives.events = p->bus;
    ox_status status = ox_trophies_init(&p->trophies, &p->rules.trophies, &s->counters, p->bus);
    p->trophies.given = given;
    if (status != OX_OK || p->bus == NULL || p->rules.way_count == 0) return status;
    p->listening = ox_events_listen(p->bus, (ox_interest){.type = OX_EVENT_ANY}, game_hear, s);
    return ox_handle_is_none(p->listening) ? OX_FULL : OX_OK;
}

/* Listens on the bus of a game in C that plans one (kernel/runtime/module.h). This bus begins when the scene is
 * there, and is then told of the mode, as scripts are. */
static ox_status hear_cart(const ox_module_host *host, void **state) {
    ox_game *s = *state;
    game_play *p = s->play;
    game_play_options(s);
    if (p == NULL || p->bus != NULL) return OX_OK;
    const ox_event_service service = ox_engine_events(host->engine);
    p->own = service.operations->bus(service.state);
    const ox_status status = p->own == NULL ? OX_OK : listen(s);
    game_begin_mode(s);
    return status;
}

static void leave_cart(const ox_module_host *host, void **state) {
    game_play *p = ((ox_game *)*state)->play;
    (void)host;
    if (p == NULL || p->own == NULL) return;
    unlisten(p);
    p->own = NULL;
}

/* Carries a flow over to tables of the same kind that lie elsewhere. */
static void carry_flow(ox_flow *to, const ox_flow *from) {
    ox_flow own = *from;
    own.states = to->states, own.state_count = to->state_count;
    own.ways = to->ways, own.way_count = to->way_count;
    own.config = to->config;
    *to = own;
}

static ox_status open_rules(ox_game *s, bool carried, ox_text *why) {
    game_play *p = s->play;
    uint8_t states[OX_OBJECTIVES_MAX];
    const ox_flow before = p->flow;
    const ox_flow_config config = {.game = s, .log = s->host->log};
    memcpy(states, p->states, sizeof states);
    ox_status status =
        ox_rules_read(&p->rules, p->held.data, &(ox_rules_flow){&p->flow, &config, game_enter_mode},
                      s->host->resident, why);
    const uint32_t failures = p->objectives.failures;
    if (status == OX_OK)
        status = ox_objectives_init(&p->objectives, p->rules.graph, p->rules.objective_count, p->states,
                                    &s->counters, NULL);
    if (status != OX_OK) return status;
    if (!carried) p->trophies.given = 0;
    if (carried && before.depth > 0) carry_flow(&p->flow, &before);
    if (carried) {
        memcpy(p->states, states, sizeof states);
        p->objectives.failures = failures;
    }
    return listen(s);
}

/* Takes the state that was kept while the scene was built anew. */
static void take_state(ox_game *s) {
    ox_reader from = ox_reader_bytes(s->anew, s->anew_size);
    if (game_restore(s, &from) != OX_OK)
        ox_log_write(s->host->log, PLAT_LOG_WARNING,
                     "the rules of before do not fit: the mode is that of the scene");
    s->anew = NULL;
    (void)ox_arena_rollback(s->host->resident, s->anew_mark);
}

static void let_rules_go(const ox_module_host *host, game_play *p) {
    if (p->held.data != NULL) ox_manager_let_go(host->manager, p->held.handle);
    memset(&p->held, 0, sizeof p->held);
}

static ox_status begin_rules(const ox_module_host *host, void **state) {
    ox_game *s = *state;
    char text[100];
    ox_text why = ox_text_begin(text, sizeof text);
    game_enter_options(s);
    if (s->play == NULL) {
        if (s->anew != NULL) take_state(s);
        return OX_OK;
    }
    game_play *p = s->play;
    if (!hold_rules(host, &p->held))
        return ox_module_refuse(host, OX_BAD_DATA, 0, "the rules of the game are missing or damaged");
    const bool anew = s->anew != NULL;
    ox_status status = open_rules(s, p->carried, &why);
    if (status != OX_OK) {
        let_rules_go(host, p); /* half-read rules are not kept */
        return ox_module_refuse(host, status, 0, "the rules of the game: %s",
                                text[0] != 0 ? text : ox_status_name(status));
    }
    if (anew) take_state(s);
    game_recall_trophies(s);
    if (!anew || p->flow.depth == 0) game_follow_scene(s);
    return OX_OK;
}

static void keep_state(ox_game *s) {
    ox_arena *resident = s->host->resident;
    ox_writer count = ox_writer_count();
    game_save(s, &count);
    s->anew_mark = ox_arena_mark(resident, OX_ARENA_HIGH);
    s->anew = ox_arena_push_high(resident, count.used, 8);
    s->anew_size = s->anew == NULL ? 0 : count.used;
    if (s->anew == NULL) return;
    ox_writer to = ox_writer_bytes(s->anew, s->anew_size);
    game_save(s, &to);
}

/* Ends the rules, which lie in the memory of the scene. The place of the game in its rules stays. */
static void end_rules(const ox_module_host *host, void **state, ox_module_end how) {
    ox_game *s = *state;
    game_play *p = s->play;
    game_leave_options(s);
    if (p == NULL) return;
    if (how == OX_END_TO_GO_ON && s->anew == NULL && p->held.data != NULL) keep_state(s);
    p->carried = how == OX_END_FOR_GOOD;
    unlisten(p);
    let_rules_go(host, p);
}

/* ---- steps ---- */

void game_keep_trophies(ox_game *s) {
    game_play *p = s->play;
    for (uint32_t i = 0; i < p->rules.trophies.trophy_count; i++) {
        if ((p->trophies.given >> i & 1u) == 0 || game_keep(s, ox_rules_kept(&p->rules, i), 1)) continue;
        if (!p->told_full)
            ox_log_write(s->host->log, PLAT_LOG_WARNING,
                         "a trophy finds no room among %u kept numbers; raise `capacity kept-numbers`",
                         (unsigned)s->kept.capacity);
        p->told_full = true;
    }
}

void game_recall_trophies(ox_game *s) {
    game_play *p = s->play;
    for (uint32_t i = 0; i < p->rules.trophies.trophy_count; i++)
        if (ox_counters_get(&s->kept, ox_rules_kept(&p->rules, i)) != 0)
            p->trophies.given |= (uint64_t)1 << i;
}

/* Looks at objectives and trophies when all else of the step is over. */
static void finish_step(const ox_module_host *host, void *state) {
    ox_game *s = state;
    (void)host;
    if (s->play != NULL) {
        (void)ox_objectives_update(&s->play->objectives);
        ox_trophies_look(&s->play->trophies);
        game_keep_trophies(s);
    }
    game_step_numbers(s);
}

/* ---- the picture ---- */

static void draw_text(const ox_module_host *host, rs_frame *frame, const char *text, uint32_t length,
                      const game_line *at) {
    char line[64];
    if (length >= sizeof line) length = sizeof line - 1;
    memcpy(line, text, length);
    line[length] = 0;
    (void)rs_frame_text(frame, at->x, at->y, line, ox_resource_native(host->resources, at->colour));
}

static void draw_mode(const ox_game *s, rs_frame *frame) {
    enum { GLYPH = 8 };
    const game_play *p = s->play;
    uint32_t length;
    if (p->flow.depth == 0) return;
    const char *text = ox_rules_text(
        &p->rules, ox_rules_mode(&p->rules, p->flow.on[p->flow.depth - 1u]) + ROM_GAME_MODE_TEXT, &length);
    const game_line at = {.colour = 0xFFFFFF,
                          .x = (int16_t)((s->host->options->width - (int)length * GLYPH) / 2),
                          .y = (int16_t)((s->host->options->height - GLYPH) / 2)};
    if (length > 0) draw_text(s->host, frame, text, length, &at);
}

static void draw_texts(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                       uf16 fraction) {
    const ox_game *s = state;
    (void)fraction;
    if (pass != OX_PASS_OVER || s->play == NULL) return;
    for (uint32_t i = 0; i < s->line_count; i++) {
        uint32_t length;
        const char *text = ox_rules_text_of(&s->play->rules, s->lines[i].name, &length);
        if (text != NULL) draw_text(host, frame, text, length, &s->lines[i]);
    }
    draw_mode(s, frame);
}

/* ---- the module's description ---- */

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    ox_game *s = state;
    (void)host;
    parts[0] = game_state_part(s);
    if (s->setting_room == 0) return 1;
    parts[1] = game_options_part(s);
    return 2;
}

static void know_step(const ox_module_host *host, void *state) {
    (void)host;
    game_give_options(state);
}

static const uint32_t tags[] = {ROM_TAG_GAME, ROM_TAG_OPTIONS, 0};

static const ox_module_event events[OX_GAME_EVENTS] = {
    {"ObjectiveBegins(what: name)", "an objective is to be done from now on"},
    {"ObjectiveDone(what: name)", "an objective is done"},
    {"ObjectiveFailed(what: name)", "an objective has failed"},
    {"Trophy(what: name)", "a trophy is won, once for good"},
    {"Mode(what: name)", "the game is in another mode"},
    {"OptionChanged(what: name)", "an option has another value"}};

const ox_module ox_game_module = {.id = OX_NAME("game"),
                                  .name = "game",
                                  .tags = tags,
                                  .capacities = ox_game_capacities,
                                  .capacity_count = OX_GAME_CAPACITIES,
                                  .natives = ox_game_native_rows,
                                  .native_count = OX_GAME_NATIVES,
                                  .events = events,
                                  .event_count = OX_GAME_EVENTS,
                                  .start = start_game,
                                  .stop = stop_game,
                                  .begin = begin_rules,
                                  .end = end_rules,
                                  .ready = hear_cart,
                                  .done = leave_cart,
                                  .known = know_step,
                                  .prepare = game_prepare,
                                  .simulate = finish_step,
                                  .put_back = game_put_back,
                                  .draw = draw_texts,
                                  .list = list_state};

/* ---- answers ---- */

static ox_game *of_console(const ox_console *console) { return game_of(ox_console_modules(console)); }

static game_play *play_of(const ox_console *console) {
    const ox_game *s = of_console(console);
    return s == NULL ? NULL : s->play;
}

ox_counters *ox_game_counters(const ox_console *console) {
    ox_game *s = of_console(console);
    return s == NULL ? NULL : &s->counters;
}

ox_objectives *ox_game_objectives(const ox_console *console) {
    game_play *p = play_of(console);
    return p == NULL ? NULL : &p->objectives;
}

ox_trophies *ox_game_trophies(const ox_console *console) {
    game_play *p = play_of(console);
    return p == NULL ? NULL : &p->trophies;
}

ox_flow *ox_game_flow(const ox_console *console) {
    game_play *p = play_of(console);
    return p == NULL || p->rules.mode_count == 0 ? NULL : &p->flow;
}

const char *ox_game_text(const ox_console *console, ox_id name, uint32_t *length) {
    const game_play *p = play_of(console);
    return p == NULL ? NULL : ox_rules_text_of(&p->rules, name, length);
}

void ox_game_listen(const ox_console *console, ox_events *own) {
    ox_game *s = of_console(console);
    if (s == NULL || s->play == NULL) return;
    unlisten(s->play);
    s->play->own = own;
    if (listen(s) != OX_OK)
        ox_log_write(s->host->log, PLAT_LOG_WARNING,
                     "the rules of the game find no listener on the cart's bus");
}

int32_t ox_game_kept(const ox_console *console, ox_id name) {
    const ox_game *s = of_console(console);
    return s == NULL ? 0 : ox_counters_get(&s->kept, name);
}

bool ox_game_keep(const ox_console *console, ox_id name, int32_t value) {
    ox_game *s = of_console(console);
    return s != NULL && game_keep(s, name, value);
}
