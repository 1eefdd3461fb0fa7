/* The chunk `scripts`: which scripts play, and which objects of scenes they know. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/behaviour/module.h"
#include "kernel/script/map.h"
#include "rom/rom.h"
#include "tools/pack/pack_job.h"
#include "tools/record_writer.h"

enum { MODULES = 8, ADD_ON_MODULES = 4, USUAL_TICK = 1000, USUAL_ACTIVATION = 2000 };

static bool is_script(const pack_job *job, uint32_t asset) {
    const cart_asset *a = &job->c->assets[asset];
    return strcmp(a->kind, "script") == 0 && pack_is_wanted(job, "script", a->name);
}

bool pack_script_open(const uint8_t *code, ox_script_module *module) {
    const uint8_t *bytes = code + rom_word(code + ROM_CODE_DATA_AT);
    uint32_t trust = (rom_half(bytes + ROM_SCRIPT_MODULE_FLAGS) & ROM_SCRIPT_MODULE_ADD_ON) != 0
                         ? OX_SCRIPT_TRUST_ADD_ON
                         : OX_SCRIPT_TRUST_CART;
    rom_error error;
    return ox_script_module_open(module, bytes, rom_word(code + ROM_CODE_DATA_BYTES), trust, &error) ==
           ROM_OK;
}

/* Whether a module has the behaviour. */
static bool declares(const assemble_chunk *chunk, uint32_t behaviour) {
    ox_script_module module;
    return pack_script_open(chunk->bytes.data, &module) &&
           ox_script_module_behaviour(&module, behaviour) != OX_SCRIPT_NONE;
}

/* ---- checks that the console would make when the game starts ---- */

static uint32_t capacity_of(const cart *c, int which) {
    const ox_capacity *capacity = &ox_behaviour_capacities[which];
    for (uint32_t i = 0; i < c->plan.handle_count; i++)
        if (strcmp(c->plan.handles[i].name, capacity->name) == 0) return c->plan.handles[i].capacity;
    return capacity->usual;
}

/* The name of a function from its chunk's map; its number where the chunk has none. */
static void name_function(const assemble_chunk *chunk, uint32_t number, char name[80]) {
    ox_script_map map;
    char spelled[76];
    if (ox_script_map_of(&map, chunk->bytes.data, NULL) == ROM_OK &&
        ox_script_map_name(&map, number, spelled, sizeof spelled))
        snprintf(name, 80, "`%s`", spelled);
    else
        snprintf(name, 80, "function %lu", (unsigned long)number);
}

/* Checks the stacks of a module: those of handlers, and those of tasks. */
static bool check_stacks(pack_job *job, unsigned long line, const assemble_chunk *chunk,
                         const ox_script_module *module) {
    uint32_t stack = capacity_of(job->c, OX_CAPACITY_SCRIPT_STACK),
             cells = capacity_of(job->c, OX_CAPACITY_SCRIPT_TASK_CELLS);
    char name[80];
    for (uint32_t i = 0; i < module->count[OX_SCRIPT_SECTION_FUNCTIONS]; i++) {
        const uint8_t *f = ox_script_record(module, OX_SCRIPT_SECTION_FUNCTIONS, i);
        uint32_t need = rom_half(f + ROM_SCRIPT_FUNCTION_NEED), flags = f[ROM_SCRIPT_FUNCTION_FLAGS];
        bool handler = (flags & ROM_SCRIPT_FUNCTION_HANDLER) != 0 ||
                       i == rom_half(module->bytes + ROM_SCRIPT_MODULE_START);
        if ((flags & ROM_SCRIPT_FUNCTION_LATENT) != 0 ? need <= cells : !handler || need <= stack) continue;
        name_function(chunk, i, name);
        return pack_wrong(
            job, line, "%s needs %lu cells of stack, there are %lu; write `capacity %s %lu`", name,
            (unsigned long)need, (unsigned long)((flags & ROM_SCRIPT_FUNCTION_LATENT) != 0 ? cells : stack),
            ox_behaviour_capacities[(flags & ROM_SCRIPT_FUNCTION_LATENT) != 0 ? OX_CAPACITY_SCRIPT_TASK_CELLS
                                                                              : OX_CAPACITY_SCRIPT_STACK]
                .name,
            (unsigned long)need);
    }
    return true;
}

/* Checks the number of kinds of events: all names of events in all scripts, Press and Release included. */
static bool check_events(pack_job *job, unsigned long line) {
    uint32_t most = capacity_of(job->c, OX_CAPACITY_SCRIPT_EVENTS), kept = 2, room = 2;
    for (uint32_t i = 0; i < job->chunks.count; i++) {
        ox_script_module module;
        if (job->chunks.chunks[i].type == ROM_TAG_CODE &&
            pack_script_open(job->chunks.chunks[i].bytes.data, &module))
            room += module.count[OX_SCRIPT_SECTION_EVENTS];
    }
    uint32_t *names = calloc(room, sizeof *names);
    if (names == NULL) return pack_no_memory(job);
    names[0] = rom_id("press"), names[1] = rom_id("release");
    for (uint32_t i = 0; i < job->chunks.count; i++) {
        ox_script_module module;
        if (job->chunks.chunks[i].type != ROM_TAG_CODE ||
            !pack_script_open(job->chunks.chunks[i].bytes.data, &module))
            continue;
        for (uint32_t k = 0; k < module.count[OX_SCRIPT_SECTION_EVENTS]; k++) {
            uint32_t name = rom_word(ox_script_record(&module, OX_SCRIPT_SECTION_EVENTS, k) +
                                     ROM_SCRIPT_EVENT_NAME),
                     at = 0;
            while (at < kept && names[at] != name) at++;
            if (at == kept) names[kept++] = name;
        }
    }
    free(names);
    if (kept <= most) return true;
    return pack_wrong(job, line,
                      "the scripts have %lu kinds of events with Press and Release, there is room for %lu; "
                      "write `capacity script-events %lu`",
                      (unsigned long)kept, (unsigned long)most, (unsigned long)kept);
}

static bool check_room(pack_job *job) {
    bool ok = true;
    unsigned long last = 0;
    for (uint32_t i = 0; i < job->c->asset_count; i++) {
        uint32_t id = pack_chunk_id("script", job->c->assets[i].name);
        if (!is_script(job, i)) continue;
        last = job->c->assets[i].line;
        for (uint32_t k = 0; k < job->chunks.count; k++) {
            ox_script_module module;
            const assemble_chunk *chunk = &job->chunks.chunks[k];
            if (chunk->type == ROM_TAG_CODE && chunk->id == id &&
                pack_script_open(chunk->bytes.data, &module))
                ok = check_stacks(job, last, chunk, &module) && ok;
        }
    }
    return check_events(job, last) && ok;
}

/* ---- the chunk ---- */

/* Checks that a script of the cart has a behaviour; an error names the line that uses it. */
static bool check_behaviour(pack_job *job, unsigned long line, const char *name) {
    bool present = false;
    for (uint32_t i = 0; i < job->chunks.count; i++) {
        const assemble_chunk *chunk = &job->chunks.chunks[i];
        if (chunk->type != ROM_TAG_CODE) continue;
        present = true;
        if (declares(chunk, rom_id(name))) return true;
    }
    if (!present)
        return pack_wrong(job, line, "the behaviour `%s` needs a script; add `script NAME FILE.goad`", name);
    return pack_wrong(job, line,
                      "no script of this cart has the behaviour `%s`; write `behaviour %s { ... }` in one",
                      name, name);
}

static bool put_scene(pack_job *job, const cart_scene *scene, writer *out, uint32_t *count) {
    bool ok = true;
    for (uint32_t i = 0; i < scene->object_count; i++)
        if (scene->objects[i].behaviour[0] != 0)
            ok = check_behaviour(job, scene->objects[i].line, scene->objects[i].behaviour) && ok;
    for (uint32_t i = 0; i < scene->behaviour_count; i++, ++*count) {
        const rom_scene_behaviour_record row = {.scene = pack_chunk_id("scene", scene->name),
                                                .behaviour = rom_id(scene->behaviours[i].name)};
        ok = check_behaviour(job, scene->behaviours[i].line, scene->behaviours[i].name) && ok;
        record_add_scene_behaviour(out, &row);
    }
    return ok;
}

/* ---- rules of faults ---- */

/* Whether the behaviour has the state, in the module that declares it. */
static bool has_state(const pack_job *job, uint32_t behaviour, uint32_t state) {
    for (uint32_t i = 0; i < job->chunks.count; i++) {
        ox_script_module module;
        if (job->chunks.chunks[i].type != ROM_TAG_CODE ||
            !pack_script_open(job->chunks.chunks[i].bytes.data, &module))
            continue;
        uint32_t number = ox_script_module_behaviour(&module, behaviour);
        if (number != OX_SCRIPT_NONE) return ox_script_module_state(&module, number, state) != OX_SCRIPT_NONE;
    }
    return false;
}

static bool put_rules(pack_job *job, writer *out) {
    bool ok = true;
    for (uint32_t i = 0; i < job->c->fault_count; i++) {
        const cart_fault *fault = &job->c->faults[i];
        bool stops = strcmp(fault->then, "stop") == 0, restarts = strcmp(fault->then, "restart") == 0;
        const rom_script_rule_record row = {.behaviour = rom_id(fault->behaviour),
                                            .state = stops || restarts ? 0 : rom_id(fault->then),
                                            .rule = stops      ? ROM_SCRIPT_RULE_STOP
                                                    : restarts ? ROM_SCRIPT_RULE_RESTART
                                                               : ROM_SCRIPT_RULE_GOTO};
        if (!check_behaviour(job, fault->line, fault->behaviour))
            ok = false;
        else if (row.state != 0 && !has_state(job, row.behaviour, row.state))
            ok = pack_wrong(job, fault->line,
                            "`%s` has no state `%s`; then= is stop, restart, or one of its states",
                            fault->behaviour, fault->then);
        record_add_script_rule(out, &row);
    }
    return ok;
}

/* ---- names for the log ---- */

static int by_id(const void *a, const void *b) {
    const char *const *x = a, *const *y = b;
    return (rom_id(*x) > rom_id(*y)) - (rom_id(*x) < rom_id(*y));
}

static void note_name(const char **names, size_t *count, const char *name) {
    if (name[0] != 0) names[(*count)++] = name;
}

/* Writes the names of objects, types, behaviours and states as cart.txt has them. */
static bool put_names(pack_job *job, writer *out, rom_scripts_record *r) {
    const cart *c = job->c;
    size_t count = 0, room = 1 + 2 * (size_t)c->fault_count;
    const cart_scene *scene;
    for (uint32_t i = 0; (scene = cart_scene_at(c, i)) != NULL; i++)
        room += 4 * (size_t)scene->object_count + scene->behaviour_count;
    const char **names = calloc(room, sizeof *names);
    if (names == NULL) return pack_no_memory(job);
    for (uint32_t i = 0; (scene = cart_scene_at(c, i)) != NULL; i++) {
        for (uint32_t k = 0; k < scene->object_count; k++) {
            const cart_object *object = &scene->objects[k];
            note_name(names, &count, object->name);
            note_name(names, &count, object->type);
            note_name(names, &count, object->type[0] == 0 ? object->mesh : "");
            note_name(names, &count, object->behaviour);
        }
        for (uint32_t k = 0; k < scene->behaviour_count; k++)
            note_name(names, &count, scene->behaviours[k].name);
    }
    for (uint32_t i = 0; i < c->fault_count; i++) {
        note_name(names, &count, c->faults[i].behaviour);
        note_name(names, &count, c->faults[i].then);
    }
    qsort(names, count, sizeof *names, by_id);
    for (size_t i = 0; i < count; i++)
        if (r->name_count == 0 || rom_id(names[r->name_count - 1]) != rom_id(names[i]))
            names[r->name_count++] = names[i];
    r->names_at = r->name_count == 0 ? 0 : (uint32_t)out->size;
    writer_zeros(out, (size_t)r->name_count * ROM_SCRIPT_NAME_SIZE);
    for (uint32_t i = 0; i < r->name_count; i++) {
        const rom_script_name_record row = {.id = rom_id(names[i]), .name = pack_add_text(out, names[i])};
        record_put_script_name(out, r->names_at + (size_t)i * ROM_SCRIPT_NAME_SIZE, &row);
    }
    writer_align(out, 4);
    free(names);
    return true;
}

/* The chunk of `add-ons`, or that of `add-on` in the place of the list of scripts. */
static bool put_add_ons(pack_job *job) {
    const cart *c = job->c;
    const cart_add_ons *a = &c->add_ons;
    char name[CART_NAME_MAX + 8] = "add-ons";
    rom_add_on_record r = {.interface = a->interface, .act_count = a->act_count};
    bool ok = true;
    if (a->name[0] != 0) snprintf(name, sizeof name, "add-on/%s", a->name);
    writer *out = assemble_add(&job->chunks, name, ROM_TAG_ADD_ON, ROM_ADD_ON_SIZE);
    if (out == NULL) return pack_no_memory(job);
    r.acts_at = r.act_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t i = 0; i < r.act_count; i++) writer_u32(out, a->acts[i]);
    r.modules_at = (uint32_t)out->size;
    for (uint32_t i = 0; a->name[0] != 0 && i < c->asset_count; i++)
        if (is_script(job, i)) {
            writer_u32(out, pack_chunk_id("script", c->assets[i].name));
            r.module_count++;
        }
    if (r.module_count == 0) r.modules_at = 0;
    if (r.module_count > ADD_ON_MODULES)
        ok = pack_wrong(job, a->line, "%lu scripts, an add-on has at most %d; join some by with=FILE.goad",
                        (unsigned long)r.module_count, ADD_ON_MODULES);
    r.behaviour_count = a->behaviour_count;
    r.behaviours_at = r.behaviour_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t i = 0; i < r.behaviour_count; i++) {
        ok = check_behaviour(job, a->line, a->behaviours[i]) && ok;
        writer_u32(out, rom_id(a->behaviours[i]));
    }
    r.name = pack_add_text(out, a->name);
    writer_align(out, 4);
    record_put_add_on(out, 0, &r);
    return ok;
}

bool pack_scripts(pack_job *job) {
    const cart *c = job->c;
    if (c->add_ons.interface != 0 && !put_add_ons(job)) return false;
    if (c->add_ons.name[0] != 0) return check_room(job);
    bool ok = true;
    rom_scripts_record r = {.tick = c->script_tick != 0 ? c->script_tick : USUAL_TICK,
                            .activation = c->script_activation != 0 ? c->script_activation : USUAL_ACTIVATION,
                            .draw = c->script_draw};
    unsigned long line = 0;
    for (uint32_t i = 0; i < c->asset_count; i++) {
        if (!is_script(job, i)) continue;
        line = c->assets[i].line;
        r.module_count++;
    }
    if (r.module_count > MODULES)
        return pack_wrong(job, line, "%lu scripts, at most %d play together; join some by with=FILE.goad",
                          (unsigned long)r.module_count, MODULES);
    const cart_scene *scene;
    for (uint32_t i = 0; r.module_count == 0 && (scene = cart_scene_at(c, i)) != NULL; i++) {
        for (uint32_t k = 0; k < scene->object_count && ok; k++)
            if (scene->objects[k].behaviour[0] != 0 && pack_is_wanted(job, "scene", scene->name))
                ok = check_behaviour(job, scene->objects[k].line, scene->objects[k].behaviour);
        if (scene->behaviour_count > 0 && ok && pack_is_wanted(job, "scene", scene->name))
            ok = check_behaviour(job, scene->behaviours[0].line, scene->behaviours[0].name);
    }
    for (uint32_t i = 0; i < c->fault_count && r.module_count == 0 && ok; i++)
        ok = check_behaviour(job, c->faults[i].line, c->faults[i].behaviour);
    if (r.module_count == 0) return ok;
    ok = check_room(job) && ok;
    writer *out = assemble_add(&job->chunks, "scripts", ROM_TAG_SCRIPTS, ROM_SCRIPTS_SIZE);
    if (out == NULL) return pack_no_memory(job);
    r.modules_at = (uint32_t)out->size;
    for (uint32_t i = 0; i < c->asset_count; i++)
        if (is_script(job, i)) writer_u32(out, pack_chunk_id("script", c->assets[i].name));
    r.uses_at = (uint32_t)out->size;
    for (uint32_t i = 0; (scene = cart_scene_at(c, i)) != NULL; i++) {
        if (!pack_is_wanted(job, "scene", scene->name)) continue;
        ok = put_scene(job, scene, out, &r.use_count) && ok;
    }
    if (r.use_count == 0) r.uses_at = 0;
    r.scenes_at = (uint32_t)out->size;
    for (uint32_t i = 0; i < c->scene_count; i++) {
        if (!pack_is_wanted(job, "scene", c->scenes[i].name)) continue;
        const rom_script_scene_record row = {.name = rom_id(c->scenes[i].name),
                                             .scene = pack_chunk_id("scene", c->scenes[i].name)};
        record_add_script_scene(out, &row);
        r.scene_count++;
    }
    if (r.scene_count == 0) r.scenes_at = 0;
    r.rule_count = c->fault_count;
    r.rules_at = r.rule_count == 0 ? 0 : (uint32_t)out->size;
    ok = put_rules(job, out) && ok;
    if (job->options->names) ok = put_names(job, out, &r) && ok;
    record_put_scripts(out, 0, &r);
    return ok;
}
