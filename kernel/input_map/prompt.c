/* Prompts: an action that a player is asked for, and whether it came in time. */
#include "kernel/input_map/internal.h"

bool ox_input_map_prompt(ox_input_map *map, uint32_t player, const ox_input_prompt *prompt) {
    if (player >= map->player_count || (prompt->action != 0 && ox_input_action_find(map, prompt->action) < 0))
        return false;
    map->players[player].prompt =
        (ox_input_prompt){.action = prompt->action,
                          .after = prompt->after,
                          .within = prompt->within,
                          .presses = prompt->presses == 0 ? 1 : prompt->presses,
                          .is_strict = prompt->is_strict,
                          .result = prompt->action == 0 ? OX_PROMPT_NONE : OX_PROMPT_WAITS};
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

static ox_input_prompt_result look_at_prompt(const ox_input_map *map, uint32_t player, ox_input_prompt *p) {
    const bool is_open = p->age > p->after;
    if (ox_input_action_began(map, player, p->action)) {
        if (!is_open) return OX_PROMPT_EARLY;
        if (++p->done >= p->presses) return OX_PROMPT_SUCCESS;
    } else if (p->is_strict && is_wrong(map, player, p->action)) {
        return OX_PROMPT_WRONG;
    }
    return is_open && p->age - p->after >= p->within ? OX_PROMPT_LATE : OX_PROMPT_WAITS;
}

void ox_input_prompt_step(const ox_input_map *map, uint32_t player) {
    ox_input_prompt *p = &map->players[player].prompt;
    p->is_over = false;
    if (p->result != OX_PROMPT_WAITS) return;
    if (p->age < ACTION_LONG) p->age++;
    p->result = (uint8_t)look_at_prompt(map, player, p);
    p->is_over = p->result != OX_PROMPT_WAITS;
}
