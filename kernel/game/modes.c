/* Modes: the mode that the game is in, ways from one mode to another, scenes that follow modes, and demos that play
 * by themselves. */
#include <string.h>

#include "kernel/game/internal.h"
#include "kernel/type/name.h"
#include "rom/check.h"

/* The row of the mode on top; one is on. */
static const uint8_t *top_mode(const game_play *p) {
    return ox_rules_mode(&p->rules, p->flow.on[p->flow.depth - 1u]);
}

const uint8_t *game_scene_mode(const game_play *p) {
    for (uint32_t level = p->flow.depth; level-- > 0;) {
        const uint8_t *mode = ox_rules_mode(&p->rules, p->flow.on[level]);
        if (rom_word(mode + ROM_GAME_MODE_SCENE) != OX_ID_NONE) return mode;
    }
    return NULL;
}

static bool has_demo(const uint8_t *mode) {
    return mode != NULL && rom_word(mode + ROM_GAME_MODE_RUN_COUNT) > 0;
}

/* ---- scenes ---- */

static void ask_scene(ox_game *s, const uint8_t *mode) {
    s->play->arriving = true;
    ox_console_ask_level(s->host->console, rom_word(mode + ROM_GAME_MODE_SCENE));
}

void game_enter_mode(void *game) {
    ox_game *s = game;
    const uint8_t *mode = top_mode(s->play);
    if (rom_word(mode + ROM_GAME_MODE_SCENE) == OX_ID_NONE)
        ox_events_tell(s->play->bus, OX_MODE_ENTERED, rom_word(mode + ROM_GAME_MODE_NAME));
    else if (!s->play->synchronous)
        ask_scene(s, mode); /* code that plays in the new scene is told of the mode */
}

/* Begins a demo. The seed of a demo without a seed is its name. */
static void begin_demo(const ox_game *s, const uint8_t *mode) {
    const uint32_t seed = rom_word(mode + ROM_GAME_MODE_SEED);
    if (s->host->random != NULL)
        ox_random_reseed(s->host->random, seed != 0 ? seed : rom_word(mode + ROM_GAME_MODE_NAME));
    ox_input_init(&s->play->given);
}

void game_begin_mode(ox_game *s) {
    const uint8_t *mode = game_scene_mode(s->play);
    if (mode == NULL) return;
    ox_events_tell(s->play->bus, OX_MODE_ENTERED, rom_word(mode + ROM_GAME_MODE_NAME));
    if (has_demo(mode)) begin_demo(s, mode);
}

/* Makes the mode follow the scene. Somebody else may have asked for the scene: then the scene's first mode, of its
 * own name, is on. */
void game_follow_scene(ox_game *s) {
    game_play *p = s->play;
    const uint32_t scene = s->host->options->scene;
    const uint8_t *mode = game_scene_mode(p);
    p->arriving = false;
    p->demo = 0;
    if (mode == NULL || rom_word(mode + ROM_GAME_MODE_SCENE) != scene) {
        uint32_t i = 0;
        while (i < p->rules.mode_count &&
               rom_word(ox_rules_mode(&p->rules, i) + ROM_GAME_MODE_SCENE) != scene)
            i++;
        if (i == p->rules.mode_count) return;
        p->synchronous = true;
        FX_VERIFY(ox_flow_start(&p->flow, p->rules.modes[i].name) == OX_OK);
        p->synchronous = false;
        p->steps = p->idle = 0;
    }
    game_begin_mode(s);
}

/* ---- words ---- */

ox_answer game_hear(void *game, const ox_event *event) {
    game_play *p = ((ox_game *)game)->play;
    const ox_id name = p->bus->types[event->type].name;
    for (uint32_t i = 0; i < p->rules.way_count; i++) {
        const uint8_t *way = ox_rules_way(&p->rules, i);
        if (rom_word(way + ROM_GAME_WAY_KIND) != ROM_GAME_WAY_EVENT ||
            rom_word(way + ROM_GAME_WAY_WORD) != name)
            continue;
        (void)ox_flow_say(&p->flow, name);
        break;
    }
    return OX_PASSED;
}

static bool comes_by_itself(const game_play *p, const uint8_t *way, const ox_input *input) {
    const uint8_t *mode = game_scene_mode(p);
    const uint32_t number = rom_word(way + ROM_GAME_WAY_NUMBER);
    uint32_t buttons;
    switch (rom_word(way + ROM_GAME_WAY_KIND)) {
    case ROM_GAME_WAY_PRESS:
        return (input->pressed & number) != 0;
    case ROM_GAME_WAY_IDLE:
        return p->idle >= number;
    case ROM_GAME_WAY_AFTER:
        return p->steps >= number;
    case ROM_GAME_WAY_END:
        return has_demo(mode) && !p->arriving && !ox_rules_demo(&p->rules, mode, p->demo, &buttons);
    default:
        return false;
    }
}

/* Says the word of the first way out of the mode on top whose word comes in this step. */
static void say_words(game_play *p, const ox_input *input) {
    const ox_id top = ox_flow_top(&p->flow);
    p->idle = input->held == 0 && input->pressed == 0 ? p->idle + 1u : 0;
    p->steps++;
    for (uint32_t i = 0; i < p->rules.way_count; i++) {
        const uint8_t *way = ox_rules_way(&p->rules, i);
        const ox_id from = rom_word(way + ROM_GAME_WAY_FROM);
        if ((from != top && from != OX_ID_NONE) || !comes_by_itself(p, way, input)) continue;
        (void)ox_flow_say(&p->flow, rom_word(way + ROM_GAME_WAY_WORD));
        return;
    }
}

/* ---- steps ---- */

/* Replaces what the player holds with the buttons of a demo, for this step. */
static void replace_input(ox_game *s, uint32_t buttons) {
    game_play *p = s->play;
    const ox_input_record record = {.held = buttons};
    p->device = *s->host->input;
    ox_input_play(&p->given, &record);
    *s->host->input = p->given;
    p->replaced = true;
}

void game_put_back(const ox_module_host *host, void *state) {
    const ox_game *s = state;
    game_play *p = s->play;
    (void)host;
    if (p == NULL || !p->replaced) return;
    p->given = *s->host->input;
    *s->host->input = p->device;
    p->replaced = false;
}

static bool rests(const game_play *p) {
    const uint8_t *mode = top_mode(p);
    return rom_word(mode + ROM_GAME_MODE_SCENE) == OX_ID_NONE &&
           (rom_word(mode + ROM_GAME_MODE_FLAGS) & ROM_GAME_MODE_RUNS_BELOW) == 0;
}

/* Asks for the scene of the mode: a game that was loaded may be in a mode of another scene. */
static void lead(ox_game *s) {
    const uint8_t *mode = game_scene_mode(s->play);
    if (mode != NULL && !s->play->arriving && rom_word(mode + ROM_GAME_MODE_SCENE) != s->host->options->scene)
        ask_scene(s, mode);
}

void game_prepare(const ox_module_host *host, void *state) {
    ox_game *s = state;
    game_play *p = s->play;
    s->tick++;
    if (p == NULL || p->flow.depth == 0) {
        s->line_count = 0;
        return;
    }
    const uint32_t changes = p->flow.changes;
    const bool was_demo = has_demo(game_scene_mode(p));
    uint32_t buttons = 0;
    say_words(p, host->input);
    ox_flow_tick(&p->flow);
    if (p->flow.changes != changes) p->steps = p->idle = 0;
    lead(s);
    const uint8_t *mode = game_scene_mode(p);
    if (p->arriving ? was_demo || has_demo(mode) : has_demo(mode)) {
        if (!p->arriving && ox_rules_demo(&p->rules, mode, p->demo, &buttons)) p->demo++;
        replace_input(s, buttons);
    }
    if (rests(p))
        ox_module_rest(host);
    else
        s->line_count = 0; /* in a pause the lines stay with the picture */
}
