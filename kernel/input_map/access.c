/* Who has the actions of a player: contexts, masks, owners, and things that are offered. */
#include <string.h>

#include "kernel/input_map/internal.h"

/* ---- contexts ---- */

void ox_input_map_enter(ox_input_map *map, uint32_t player, ox_id context) {
    if (player >= map->player_count) return;
    ox_input_map_player *p = &map->players[player];
    memset(p->contexts, 0, sizeof p->contexts);
    p->contexts[0] = context;
    p->depth = context == 0 ? 0 : 1;
    p->alone = 0;
}

bool ox_input_map_push(ox_input_map *map, uint32_t player, ox_id context, bool alone) {
    if (player >= map->player_count || context == 0) return false;
    ox_input_map_player *p = &map->players[player];
    if (p->depth == OX_INPUT_MAP_CONTEXTS) return false;
    p->contexts[p->depth++] = context;
    if (alone) p->alone |= 1u << (p->depth - 1);
    return true;
}

void ox_input_map_leave(ox_input_map *map, uint32_t player) {
    ox_input_map_player *p = player < map->player_count ? &map->players[player] : NULL;
    if (p == NULL || p->depth == 0) return;
    p->contexts[--p->depth] = 0;
    p->alone &= (1u << p->depth) - 1;
}

ox_id ox_input_map_context(const ox_input_map *map, uint32_t player) {
    const ox_input_map_player *p = player < map->player_count ? &map->players[player] : NULL;
    return p == NULL || p->depth == 0 ? 0 : p->contexts[p->depth - 1];
}

uint32_t ox_input_level_of(const ox_input_map_player *p, const uint8_t *row) {
    const ox_id context = rom_word(row + ROM_ACTION_CONTEXT);
    for (uint32_t level = p->depth; context != 0 && level > 0; level--)
        if (p->contexts[level - 1] == context) return level;
    return 0;
}

/* Whether the contexts of the player have the action. */
static bool is_in_context(const ox_input_map_player *p, const uint8_t *row) {
    const uint32_t level = ox_input_level_of(p, row);
    if (level == 0) return rom_word(row + ROM_ACTION_CONTEXT) == 0 && p->alone == 0;
    return p->alone >> level == 0; /* none above is alone */
}

/* ---- masks ---- */

static bool is_masked(const ox_input_map_player *p, const uint8_t *row) {
    const ox_id group = rom_word(row + ROM_ACTION_GROUP);
    if (p->masked == 0 || (row[ROM_ACTION_FLAGS] & ROM_ACTION_ALWAYS) != 0) return false;
    for (uint32_t i = 0; i < OX_INPUT_MAP_MASKS; i++)
        if (p->masks[i].count > 0 && (p->masks[i].group == 0 || p->masks[i].group == group)) return true;
    return false;
}

bool ox_input_is_there(const ox_input_map_player *p, const uint8_t *row) {
    return is_in_context(p, row) && !is_masked(p, row);
}

/* The mask that somebody made, NULL for none. */
static ox_input_mask *find_mask(ox_input_map_player *p, const ox_input_mask *who) {
    for (uint32_t i = 0; i < OX_INPUT_MAP_MASKS; i++) {
        ox_input_mask *mask = &p->masks[i];
        if (mask->count > 0 && mask->owner == who->owner && mask->group == who->group) return mask;
    }
    return NULL;
}

bool ox_input_map_mask(ox_input_map *map, uint32_t player, const ox_input_mask *who) {
    if (player >= map->player_count) return false;
    ox_input_map_player *p = &map->players[player];
    ox_input_mask *mask = find_mask(p, who);
    for (uint32_t i = 0; mask == NULL && i < OX_INPUT_MAP_MASKS; i++) {
        if (p->masks[i].count > 0) continue;
        mask = &p->masks[i];
        *mask = *who;
        mask->count = mask->age = 0;
    }
    if (mask == NULL || mask->count == ACTION_LONG) return false;
    mask->count++;
    return true;
}

bool ox_input_map_unmask(ox_input_map *map, uint32_t player, const ox_input_mask *who) {
    ox_input_mask *mask = player < map->player_count ? find_mask(&map->players[player], who) : NULL;
    if (mask == NULL) return false;
    if (--mask->count == 0) *mask = (ox_input_mask){.count = 0};
    return true;
}

/* ---- owners ---- */

ox_id ox_input_action_group(const ox_input_map *map, ox_id name) {
    const int number = ox_input_action_find(map, name);
    return number < 0 ? 0 : rom_word(action_row(map, (uint32_t)number) + ROM_ACTION_GROUP);
}

uint32_t ox_input_map_owner(const ox_input_map *map, uint32_t player, ox_id group) {
    for (uint32_t i = 0; player < map->player_count && i < OX_INPUT_MAP_OWNERS; i++) {
        const ox_input_owner *owner = &map->players[player].owners[i];
        if (owner->owner != 0 && owner->group == group) return owner->owner;
    }
    return 0;
}

/* What is held over the change of an owner counts for nobody. */
static void make_stale(ox_input_map *map, uint32_t player, ox_id group) {
    for (uint32_t i = 0; i < map->count; i++)
        if (rom_word(action_row(map, i) + ROM_ACTION_GROUP) == group)
            action_at(map, player, i)->flags |= OX_INPUT_ACTION_STALE;
}

bool ox_input_map_own(ox_input_map *map, uint32_t player, ox_id group, uint32_t owner) {
    if (player >= map->player_count) return false;
    ox_input_owner *list = map->players[player].owners, *place = NULL;
    for (uint32_t i = 0; i < OX_INPUT_MAP_OWNERS; i++)
        if (list[i].owner != 0 && list[i].group == group) place = &list[i];
    for (uint32_t i = 0; place == NULL && owner != 0 && i < OX_INPUT_MAP_OWNERS; i++)
        if (list[i].owner == 0) place = &list[i];
    if (place == NULL) return owner == 0;
    if (place->owner == owner) return true;
    *place = (ox_input_owner){owner == 0 ? 0 : group, owner};
    make_stale(map, player, group);
    return true;
}

/* ---- offers ---- */

static ox_input_offer *find_offer(ox_input_map_player *p, ox_id action) {
    for (uint32_t i = 0; i < OX_INPUT_MAP_OFFERS; i++)
        if (p->offers[i].action == action) return &p->offers[i];
    return NULL;
}

/* Whether an offer comes before another one. */
static bool is_better(const ox_input_offer *offer, const ox_input_offer *than) {
    if (than->best == 0 || offer->distance != than->distance)
        return than->best == 0 || offer->distance < than->distance;
    return offer->priority != than->priority ? offer->priority > than->priority : offer->best < than->best;
}

bool ox_input_action_offer(ox_input_map *map, uint32_t player, const ox_input_offer *offer) {
    if (player >= map->player_count || offer->action == 0 || offer->best == 0) return false;
    ox_input_offer *there = find_offer(&map->players[player], offer->action);
    if (there == NULL) there = find_offer(&map->players[player], 0);
    if (there == NULL) return false;
    const uint32_t chosen = there->action == 0 ? 0 : there->chosen;
    if (there->action != 0 && !is_better(offer, there)) return true;
    *there = *offer;
    there->chosen = chosen;
    return true;
}

uint32_t ox_input_action_offered(const ox_input_map *map, uint32_t player, ox_id name) {
    const ox_input_offer *offer =
        player < map->player_count && name != 0 ? find_offer(&map->players[player], name) : NULL;
    return offer == NULL ? 0 : offer->chosen;
}

/* ---- a step ---- */

void ox_input_access_step(ox_input_map_player *p) {
    for (uint32_t i = 0; i < OX_INPUT_MAP_OFFERS; i++) {
        ox_input_offer *offer = &p->offers[i];
        *offer = (ox_input_offer){.action = offer->best == 0 ? 0 : offer->action, .chosen = offer->best};
    }
    p->masked = 0;
    for (uint32_t i = 0; i < OX_INPUT_MAP_MASKS; i++) {
        p->masked += p->masks[i].count > 0;
        if (p->masks[i].count > 0 && p->masks[i].age < ACTION_LONG) p->masks[i].age++;
    }
}
