/* Quick time events: an action that a player is asked for, and whether it came in time. */
#include "kernel/input_map/internal.h"

bool ox_input_map_quick_time(ox_input_map *map, uint32_t player, const ox_quick_time *q) {
    if (player >= map->player_count || (q->action != 0 && ox_input_action_find(map, q->action) < 0))
        return false;
    map->players[player].quick_time =
        (ox_quick_time){.action = q->action,
                        .after = q->after,
                        .within = q->within,
                        .presses = q->presses == 0 ? 1 : q->presses,
                        .is_strict = q->is_strict,
                        .result = q->action == 0 ? OX_QUICK_TIME_NONE : OX_QUICK_TIME_WAITS};
    return true;
}

/* Whether another action began in this step. */
static bool is_wrong(const ox_input_map *map, uint32_t player, ox_id action) {
    for (uint32_t i = 0; i < map->count; i++)
        if (rom_word(action_row(map, i) + ROM_ACTION_NAME) != action &&
            (action_at(map, player, i)->flags & OX_INPUT_ACTION_BEGAN) != 0)
            return true;
    return false;
}

static ox_quick_time_result look_at_quick_time(const ox_input_map *map, uint32_t player, ox_quick_time *p) {
    const bool is_open = p->age > p->after;
    if (ox_input_action_began(map, player, p->action)) {
        if (!is_open) return OX_QUICK_TIME_EARLY;
        if (++p->done >= p->presses) return OX_QUICK_TIME_SUCCESS;
    } else if (p->is_strict && is_wrong(map, player, p->action)) {
        return OX_QUICK_TIME_WRONG;
    }
    return is_open && p->age - p->after >= p->within ? OX_QUICK_TIME_LATE : OX_QUICK_TIME_WAITS;
}

void ox_input_quick_time_step(const ox_input_map *map, uint32_t player) {
    ox_quick_time *p = &map->players[player].quick_time;
    p->is_over = false;
    if (p->result != OX_QUICK_TIME_WAITS) return;
    if (p->age < ACTION_LONG) p->age++;
    p->result = (uint8_t)look_at_quick_time(map, player, p);
    p->is_over = p->result != OX_QUICK_TIME_WAITS;
}
