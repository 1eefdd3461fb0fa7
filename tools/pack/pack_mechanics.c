/* The sheet of mechanics: compares what the lines `mechanic` of cart.txt name with what the cart has. */
#include <stdlib.h>
#include <string.h>

#include "kernel/script/map.h"
#include "rom/rom.h"
#include "tools/pack/pack_job.h"

static bool same(const char *a, const char *b) { return rom_id(a) == rom_id(b); }

/* ---- names of cart.txt ---- */

static bool is_in_words(const char *const *words, const char *name) {
    while (*words != NULL && !same(*words, name)) words++;
    return *words != NULL;
}

static bool is_place(const cart *c, const char *name) {
    for (uint32_t i = 0; i < c->scene_count; i++)
        if (same(c->scenes[i].name, name)) return true;
    for (uint32_t i = 0; i < c->game.mode_count; i++)
        if (same(c->game.modes[i].name, name)) return true;
    return false;
}

static bool is_rule(const cart_game *g, const char *name) {
    for (uint32_t i = 0; i < g->objective_count; i++)
        if (same(g->objectives[i].name, name)) return true;
    for (uint32_t i = 0; i < g->trophy_count; i++)
        if (same(g->trophies[i].name, name)) return true;
    for (uint32_t i = 0; i < g->count_count; i++)
        if (same(g->counts[i].counter, name)) return true;
    for (uint32_t i = 0; i < g->way_count; i++)
        if (same(g->ways[i].word, name)) return true;
    return false;
}

static const uint32_t *capacity_of(const cart *c, const char *name) {
    for (uint32_t i = 0; i < c->plan.handle_count; i++)
        if (same(c->plan.handles[i].name, name)) return &c->plan.handles[i].capacity;
    return NULL;
}

static bool is_part(const cart *c, const char *name) {
    for (uint32_t i = 0; i < c->asset_count; i++)
        if (same(c->assets[i].name, name)) return true;
    for (uint32_t i = 0; i < c->action_count; i++)
        if (same(c->actions[i].name, name)) return true;
    for (uint32_t i = 0; i < c->tag_count; i++)
        if (same(c->tags[i], name)) return true;
    return cart_find_type(c, name) != NULL || cart_find_mesh(c, name) != NULL || capacity_of(c, name) != NULL;
}

/* ---- names of scripts ---- */

/* The variable of a module or a behaviour with a name; false: there is none. */
static bool find_variable(const ox_script_map *map, const char *name, ox_script_map_variable *found) {
    for (ox_script_map_walk walk = ox_script_map_begin(map); ox_script_map_next_variable(&walk, found);)
        if (found->function == OX_SCRIPT_NONE && strcmp(ox_script_map_word(map, found->name), name) == 0)
            return true;
    return false;
}

/* Whether a function has a name, with or without its behaviour in front. */
static bool has_function(const ox_script_map *map, const char *name) {
    const size_t length = strlen(name);
    char spelled[256];
    for (uint32_t i = 0; ox_script_map_name(map, i, spelled, sizeof spelled); i++) {
        const size_t bytes = strlen(spelled);
        if (bytes < length || strcmp(spelled + bytes - length, name) != 0) continue;
        if (bytes == length || spelled[bytes - length - 1] == '.') return true;
    }
    return false;
}

static bool has_id(const ox_script_module *module, uint32_t section, size_t at, const char *name) {
    for (uint32_t i = 0; i < module->count[section]; i++)
        if (rom_word(ox_script_record(module, section, i) + at) == rom_id(name)) return true;
    return false;
}

/* Releases, and scripts without texts, have no map: what it would tell is taken for true there. */
static bool is_of_code(const uint8_t *code, const char *name) {
    ox_script_module module;
    ox_script_map map;
    ox_script_map_variable variable;
    if (!pack_script_open(code, &module)) return false;
    if (ox_script_map_of(&map, code, NULL) != ROM_OK || map.bytes == NULL) return true;
    return has_id(&module, OX_SCRIPT_SECTION_BEHAVIOURS, ROM_SCRIPT_BEHAVIOUR_NAME, name) ||
           has_id(&module, OX_SCRIPT_SECTION_EVENTS, ROM_SCRIPT_EVENT_NAME, name) ||
           find_variable(&map, name, &variable) || has_function(&map, name);
}

/* The next chunk of a script behind `code`; NULL gives the first, and is behind the last. */
static const uint8_t *next_code(const pack_job *job, const uint8_t *code) {
    bool found = code == NULL;
    for (uint32_t i = 0; i < job->chunks.count; i++) {
        const assemble_chunk *chunk = &job->chunks.chunks[i];
        if (chunk->type == ROM_TAG_CODE && found) return chunk->bytes.data;
        found = found || chunk->bytes.data == code;
    }
    return NULL;
}

static bool is_of_scripts(const pack_job *job, const char *name) {
    const uint8_t *code = NULL;
    while ((code = next_code(job, code)) != NULL)
        if (is_of_code(code, name)) return true;
    return false;
}

/* Elements that a list of a script has room for, by its type: `[4]int`, `list[obj, 4]`; 0: no list has that name. `otherwise` where that cannot be known. */
static uint32_t room_of_list(const pack_job *job, const char *name, uint32_t otherwise) {
    const uint8_t *code = NULL;
    ox_script_map map;
    ox_script_map_variable variable;
    while ((code = next_code(job, code)) != NULL) {
        if (ox_script_map_of(&map, code, NULL) != ROM_OK || map.bytes == NULL) return otherwise;
        if (!find_variable(&map, name, &variable)) continue;
        const char *at = ox_script_map_word(&map, variable.type), *last = at;
        for (; *at != 0 && *at != ']'; at++)
            if (*at == '[' || *at == ',' || *at == ' ') last = at + 1;
        return *at == 0 ? 0 : (uint32_t)strtoul(last, NULL, 10);
    }
    return 0;
}

/* ---- the lines ---- */

static bool check_name(pack_job *job, const cart_mechanic *m, const char *name) {
    const cart *c = job->c;
    if (m->kind == CART_MECHANIC_FLOW ? is_place(c, name)
                                      : is_place(c, name) || is_rule(&c->game, name) || is_part(c, name) ||
                                            is_in_words(cart_button_words, name) || is_of_scripts(job, name))
        return true;
    return pack_wrong(job, m->line, "mechanic %s: the cart has no %s `%s`", cart_mechanic_words[m->kind],
                      m->kind == CART_MECHANIC_FLOW ? "scene and no mode" : "part", name);
}

/* Objects of a type, and of types made from it, in the scene that has most of them. */
static uint32_t fullest_scene(const cart *c, const char *type) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < c->scene_count; i++) {
        uint32_t count = 0;
        for (uint32_t k = 0; k < c->scenes[i].object_count; k++)
            count += same(c->scenes[i].objects[k].type, type);
        if (count > most) most = count;
    }
    return most;
}

static bool check_most(pack_job *job, const cart_mechanic *m) {
    const uint32_t *capacity = capacity_of(job->c, m->in);
    const uint32_t room = m->in[0] == 0      ? fullest_scene(job->c, m->names[0])
                          : capacity != NULL ? *capacity
                                             : room_of_list(job, m->in, m->most);
    if (m->most == 0 || room == m->most) return true;
    if (room == 0)
        return pack_wrong(job, m->line,
                          "mechanic meets %s: most=%lu is that of no scene, capacity or list; say in=",
                          m->names[0], (unsigned long)m->most);
    return pack_wrong(job, m->line, "mechanic meets %s: most=%lu, but %s%s has %lu", m->names[0],
                      (unsigned long)m->most, m->in[0] == 0 ? "the fullest scene" : "", m->in,
                      (unsigned long)room);
}

/* Whether a way leads from one place to the next, where ways lead from it at all: scripts may do that, too. */
static bool is_reached(const cart_game *g, const char *from, const char *to) {
    bool leads = false;
    for (uint32_t i = 0; i < g->way_count; i++) {
        const cart_way *way = &g->ways[i];
        if (way->from[0] != 0 && !same(way->from, from)) continue;
        leads = true;
        if (way->to[0] == 0 || same(way->to, to)) return true;
    }
    return !leads;
}

static bool check_line(pack_job *job, const cart_mechanic *m) {
    const bool counts = m->most != 0 || m->in[0] != 0;
    if (counts && (m->kind != CART_MECHANIC_MEETS || m->name_count != 1 || m->most == 0))
        return pack_wrong(job, m->line,
                          "most=, and in= with it, stand in lines `mechanic meets NAME` with one name");
    for (uint32_t i = 0; i < m->name_count; i++) {
        if (!check_name(job, m, m->names[i])) return false;
        if (m->kind == CART_MECHANIC_FLOW && i > 0 &&
            !is_reached(&job->c->game, m->names[i - 1], m->names[i]))
            return pack_wrong(job, m->line, "mechanic flow: no `way` leads from %s to %s", m->names[i - 1],
                              m->names[i]);
    }
    return check_most(job, m);
}

bool pack_mechanics(pack_job *job) {
    const cart_game *g = &job->c->game;
    uint32_t kinds = 0;
    bool ok = true;
    if (g->mechanic_count == 0 || job->options->only != NULL) return true; /* parts alone lack the rest */
    for (uint32_t i = 0; i < g->mechanic_count; i++) {
        ok = check_line(job, &g->mechanics[i]) && ok;
        kinds |= 1u << g->mechanics[i].kind;
    }
    if ((kinds & 1u << CART_MECHANIC_LOST) != 0) kinds |= 1u << CART_MECHANIC_WON;
    static const int wanted[] = {CART_MECHANIC_GOAL, CART_MECHANIC_WON, CART_MECHANIC_CAN,
                                 CART_MECHANIC_FLOW};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if ((kinds & 1u << wanted[i]) == 0)
            ok = pack_wrong(job, g->mechanics[0].line, "the sheet has no line `mechanic %s`%s",
                            cart_mechanic_words[wanted[i]],
                            wanted[i] == CART_MECHANIC_WON ? ", and none `mechanic lost`" : "");
    return ok;
}
