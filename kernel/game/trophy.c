/* Trophies: a listener to all events, and rules. */
#include "kernel/game/trophy.h"

#include "kernel/memory/life.h"

FX_STATIC_ASSERT(OX_TROPHIES_MAX <= 64, "what was given is 64 bits");

static bool is_meant(const ox_event *event, uint16_t key, uint32_t value) {
    if (key == 0) return true;
    if (key <= OX_EVENT_ARGUMENTS) return key <= event->count && event->arguments[key - 1u].value == value;
    const ox_argument *argument = ox_event_find(event, key);
    return argument != NULL && argument->value == value;
}

static void give(ox_trophies *t, uint32_t number) {
    t->given |= (uint64_t)1 << number;
    ox_events_tell(t->events, t->rules->fanfare, t->rules->trophies[number].name);
}

static void give_if_due(ox_trophies *t, uint32_t number) {
    const ox_condition *conditions = t->rules->trophies[number].conditions;
    if ((t->given >> number & 1u) == 0 && ox_counters_hold(t->counters, conditions, OX_TROPHY_CONDITIONS))
        give(t, number);
}

/* Gives the trophies without an event whose conditions hold. A trophy without event and conditions is given by
 * ox_trophies_give alone. */
void ox_trophies_look(ox_trophies *t) {
    for (uint32_t i = 0; i < t->rules->trophy_count; i++) {
        const ox_trophy *trophy = &t->rules->trophies[i];
        if (trophy->event == OX_ID_NONE && trophy->conditions[0].counter != OX_ID_NONE) give_if_due(t, i);
    }
}

static ox_answer hear_event(void *context, const ox_event *event) {
    ox_trophies *t = context;
    ox_id name = t->events->types[event->type].name;
    bool counted = false;
    for (uint32_t i = 0; i < t->rules->count_count; i++) {
        const ox_count_rule *rule = &t->rules->counts[i];
        if (rule->event != name || !is_meant(event, rule->key, rule->value)) continue;
        (void)(rule->sets ? ox_counters_set(t->counters, rule->counter, rule->amount)
                          : ox_counters_add(t->counters, rule->counter, rule->amount));
        counted = true;
    }
    for (uint32_t i = 0; i < t->rules->trophy_count; i++) {
        const ox_trophy *trophy = &t->rules->trophies[i];
        if (trophy->event == name && is_meant(event, trophy->key, trophy->value)) give_if_due(t, i);
    }
    if (counted) ox_trophies_look(t);
    return OX_PASSED;
}

ox_status ox_trophies_init(ox_trophies *trophies, const ox_trophy_rules *rules, ox_counters *counters,
                           ox_events *events) {
    *trophies = (ox_trophies){.rules = rules, .counters = counters, .events = events};
    if (rules->trophy_count > OX_TROPHIES_MAX) return OX_BAD_ARGUMENT;
    if (events == NULL) return OX_OK;
    trophies->listening = ox_events_listen(events, (ox_interest){.type = OX_EVENT_ANY}, hear_event, trophies);
    return ox_handle_is_none(trophies->listening) ? OX_FULL : OX_OK;
}

void ox_trophies_end(ox_trophies *trophies) {
    if (trophies->events != NULL) (void)ox_events_unlisten(trophies->events, trophies->listening);
    OX_CLEAR(trophies);
}

static uint32_t number_of(const ox_trophies *trophies, ox_id name) {
    uint32_t i = 0;
    while (i < trophies->rules->trophy_count && trophies->rules->trophies[i].name != name) i++;
    return i;
}

ox_status ox_trophies_give(ox_trophies *trophies, ox_id name) {
    OX_CREATED(trophies->rules);
    uint32_t number = number_of(trophies, name);
    if (number >= trophies->rules->trophy_count) return OX_NOT_FOUND;
    if ((trophies->given >> number & 1u) == 0) give(trophies, number);
    return OX_OK;
}

bool ox_trophies_know(const ox_trophies *trophies, ox_id name) {
    return number_of(trophies, name) < trophies->rules->trophy_count;
}

bool ox_trophies_has(const ox_trophies *trophies, ox_id name) {
    OX_CREATED(trophies->rules);
    uint32_t number = number_of(trophies, name);
    FX_CHECK_OR(number < trophies->rules->trophy_count, "trophies: there is none of that name", return false);
    return (trophies->given >> number & 1u) != 0;
}

void ox_trophies_save(const ox_trophies *trophies, ox_writer *to) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < trophies->rules->trophy_count; i++) count += (trophies->given >> i & 1u) != 0;
    ox_write_u8(to, count);
    for (uint32_t i = 0; i < trophies->rules->trophy_count; i++) {
        if ((trophies->given >> i & 1u) != 0) ox_write_u32(to, trophies->rules->trophies[i].name);
    }
}

ox_status ox_trophies_restore(ox_trophies *trophies, ox_reader *from) {
    uint64_t given = 0;
    uint32_t count = ox_read_u8(from);
    for (uint32_t i = 0; i < count && !from->bad; i++) {
        uint32_t number = number_of(trophies, ox_read_u32(from));
        if (number < trophies->rules->trophy_count) given |= (uint64_t)1 << number;
    }
    if (from->bad) return OX_BAD_DATA;
    trophies->given = given;
    return OX_OK;
}
