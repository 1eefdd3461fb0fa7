/* The rules of a game as data: the chunk `game` of an image (rom/FORMAT.md), made into the structures of objectives,
 * trophies and flow.
 *
 *     ox_rules rules;
 *     ox_text why = ox_text_begin(text, sizeof text);
 *     if (ox_rules_read(&rules, chunk, &made, arena, &why) != OX_OK) refuse(text);
 *     ox_objectives_init(&objectives, rules.graph, rules.objective_count, states, &counters, &events);
 *
 * The console and the packer read the chunk by one function, so that all packed rules can be played. Texts and demos
 * stay in the chunk.
 *
 * Bytes, on 32-bit machines: 152 an objective, 56 a trophy, 24 a count, 36 a mode, 16 a way. */
#ifndef OXCART_KERNEL_GAME_RULES_H
#define OXCART_KERNEL_GAME_RULES_H

#include "kernel/game/flow.h"
#include "kernel/game/objective.h"
#include "kernel/game/trophy.h"
#include "kernel/text/buffer.h"

/* The rules of a game. Read only. */
typedef struct ox_rules {
    const uint8_t *chunk;
    ox_objective *graph;
    uint32_t objective_count;
    ox_trophy_rules trophies;
    ox_game_state *modes; /* the states of the flow, in the order of the chunk */
    uint32_t mode_count, way_count;
} ox_rules;

/* Names of events that rules post: for each change of an objective, for a trophy that is won, for a mode that is
 * entered. */
#define OX_OBJECTIVE_BEGINS OX_NAME("objectivebegins")
#define OX_OBJECTIVE_DONE_EVENT OX_NAME("objectivedone")
#define OX_OBJECTIVE_FAILED_EVENT OX_NAME("objectivefailed")
#define OX_TROPHY_WON OX_NAME("trophy")
#define OX_MODE_ENTERED OX_NAME("mode")

/* The flow to be made out of modes and ways, and its configuration. */
typedef struct ox_rules_flow {
    ox_flow *flow;
    const ox_flow_config *config;
    void (*enter)(void *game);
} ox_rules_flow;

/* Reads the rules of a chunk, which has passed the checks of its records and stays where it is. `enter` (or NULL) is
 * called with `game` when a mode is entered. The flow gets its modes and ways, and is not started; without modes it
 * is clear. OX_BAD_DATA, OX_CYCLE and a sentence in *why for rules that make no sense; OX_OUT_OF_MEMORY. */
FX_MUST_CHECK ox_status ox_rules_read(ox_rules *rules, const uint8_t *chunk, const ox_rules_flow *made,
                                      ox_arena *arena, ox_text *why);

/* The row of a mode or of a way by its number. ox_rules_text gives a text of a row: its first byte and length. */
const uint8_t *ox_rules_mode(const ox_rules *rules, uint32_t number);
const uint8_t *ox_rules_way(const ox_rules *rules, uint32_t number);
const char *ox_rules_text(const ox_rules *rules, const uint8_t *place, uint32_t *length);

/* The text of an objective or trophy by its name; NULL for an unknown name. */
const char *ox_rules_text_of(const ox_rules *rules, ox_id name, uint32_t *length);

/* The name under which a trophy is kept. */
ox_id ox_rules_kept(const ox_rules *rules, uint32_t trophy);

/* Buttons that the demo of a mode holds in a step, counted from 0; false behind the demo's end, and for modes without
 * a demo. */
bool ox_rules_demo(const ox_rules *rules, const uint8_t *mode, uint32_t step, uint32_t *buttons);

#endif
