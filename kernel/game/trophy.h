/* Trophies: achievements that rules in data give, by listening to the events of a game that does not know of
 * them.
 *
 *     static const ox_count_rule counts[] = {
 *         {.event = OX_NAME("killed"), .key = 0, .counter = OX_NAME("kills"), .amount = 1},
 *         {.event = OX_NAME("entered_bridge"), WHO_IS_HERO, .counter = OX_NAME("hero_on_bridge"),
 *             .sets = true, .amount = 1},
 *         {.event = OX_NAME("left_bridge"), WHO_IS_HERO, .counter = OX_NAME("hero_on_bridge"),
 *             .sets = true, .amount = 0}};
 *     static const ox_trophy trophies[] = {
 *         {.name = OX_NAME("thousand"), .conditions = {{OX_NAME("kills"), 1000, OX_AT_LEAST}}},
 *         {.name = OX_NAME("diver"), .event = OX_NAME("fell"), WHO_IS_HERO,
 *             .conditions = {{OX_NAME("hero_on_bridge"), 1, OX_AT_LEAST}}},
 *         {.name = OX_NAME("untouched"), .event = OX_NAME("finished"),
 *             .conditions = {{OX_NAME("lives_lost"), 0, OX_AT_MOST}}}};
 *
 *     ox_trophies_init(&t, &rules, &counters, &events);
 *     ox_trophies_end(&t);                                  ends listening
 *
 * A counting rule changes a counter (counter.h) when an event comes whose argument `key` is `value` (key 0: any). A
 * trophy is given when its conditions hold: after its event, in the same way, or without an event after anything was
 * counted. First the counting rules are asked, in their order, then the trophies. A trophy that was given is given
 * for good: an event of the type `fanfare` with OX_KEY("what") is posted, and the bit is saved with the counters -
 * best in the user's profile, not in the game's slot.
 *
 * Trophies are a listener of the bus and nothing else: no part of the console but the module of games (module.h)
 * includes this file, and a game without trophies is the same game. Cost: one listener in all, and the rules' row at
 * each event. (Game Programming Patterns, Observer.) */
#ifndef OXCART_KERNEL_GAME_TROPHY_H
#define OXCART_KERNEL_GAME_TROPHY_H

#include "kernel/event/events.h"
#include "kernel/game/counter.h"

enum { OX_TROPHIES_MAX = 64, OX_TROPHY_CONDITIONS = 3 };

typedef struct ox_count_rule {
    ox_id event;    /* name of the event's type */
    uint16_t key;   /* key of an argument, or its number from 1 to 6; 0: any event will do */
    uint32_t value; /* value that the argument must have */
    ox_id counter;
    int32_t amount;
    bool sets; /* the counter is set to the amount; else the amount is added */
} ox_count_rule;

typedef struct ox_trophy {
    ox_id name;
    ox_id event; /* 0: tested after every count */
    uint16_t key;
    uint32_t value;
    ox_condition conditions[OX_TROPHY_CONDITIONS];
} ox_trophy;

typedef struct ox_trophy_rules {
    const ox_count_rule *counts;
    const ox_trophy *trophies;
    uint32_t count_count, trophy_count;
    ox_id fanfare; /* the type of event that is posted; 0: none */
} ox_trophy_rules;

/* Trophies in play. Read only. */
typedef struct ox_trophies {
    const ox_trophy_rules *rules;
    ox_counters *counters;
    ox_events *events;
    ox_handle listening;
    uint64_t given; /* a bit for each trophy that was given */
} ox_trophies;

/* Begins to listen; events NULL: there is no bus, and no event is heard. OX_BAD_ARGUMENT for more than
 * OX_TROPHIES_MAX; OX_FULL when the bus has no listener left. */
FX_MUST_CHECK ox_status ox_trophies_init(ox_trophies *trophies, const ox_trophy_rules *rules,
                                         ox_counters *counters, ox_events *events);

/* Ends listening, and clears the trophies. */
void ox_trophies_end(ox_trophies *trophies);

/* Gives the trophies without an event whose conditions hold, for counters that somebody else changed. */
void ox_trophies_look(ox_trophies *trophies);

/* Gives a trophy, whatever its conditions; nothing happens when it was given before. OX_NOT_FOUND for an unknown
 * name. */
ox_status ox_trophies_give(ox_trophies *trophies, ox_id name);

/* Whether the rules have a trophy of that name. */
bool ox_trophies_know(const ox_trophies *trophies, ox_id name);

/* Whether a trophy was given; false and an assertion for an unknown name. */
bool ox_trophies_has(const ox_trophies *trophies, ox_id name);

/* Writes and reads the names of the trophies that were given, so that rules may change; unknown names are skipped. */
void ox_trophies_save(const ox_trophies *trophies, ox_writer *to);
FX_MUST_CHECK ox_status ox_trophies_restore(ox_trophies *trophies, ox_reader *from);

#endif
