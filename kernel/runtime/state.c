/* The state of the runtime: as parts for recordings, hash and rewind, as records of saved games, and the way
 * back to it; and what guards say of it. */
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/runtime/internal.h"
#include "kernel/save/kernel_parts.h"

enum { SAVE_QUOTA = 256, SAVE_VERSION = 0x100 };

/* ---- parts ---- */

static void save_tick(const void *of, ox_writer *to) { ox_write_u32(to, ((const ox_runtime *)of)->tick); }

/* The plan's own objects are looked over; the scene's are not the cart's to know. */
static void fix_object(void *of, ox_world *world, ox_object *object) {
    const ox_runtime *r = of;
    if (object->type < r->plan->object_count) r->plan->fixed(r->host->options->cart->state, world, object);
}

/* The world came back before. */
static ox_status restore_tick(void *of, ox_reader *from) {
    ox_runtime *r = of;
    r->tick = ox_read_u32(from);
    ox_status status = ox_reader_status(from);
    if (status == OX_OK && r->plan->fixed != NULL) ox_world_fix(r->world, fix_object, r);
    return status;
}

/* Events tell how many bytes they are, since others follow them. */
static void save_events(const void *of, ox_writer *to) {
    ox_events *events = (ox_events *)(uintptr_t)of;
    if (!to->hashes) ox_write_u32(to, (uint32_t)ox_events_image_bytes(events));
    ox_save_events(events, to);
}
static ox_status restore_events(void *of, ox_reader *from) {
    uint32_t bytes = ox_read_u32(from);
    if (from->bad || bytes > from->size - from->used) return OX_BAD_DATA;
    ox_reader own = ox_reader_bytes(from->bytes + from->used, bytes);
    from->used += bytes;
    return ox_restore_events(of, &own);
}

uint32_t ox_runtime_list(const ox_module_host *host, void *state, ox_sim_part *parts) {
    ox_runtime *r = state;
    (void)host;
    uint32_t n = 0;
    parts[n++] = (ox_sim_part){.name = "tick", .context = r, .save = save_tick, .restore = restore_tick};
    if (r->events != NULL)
        parts[n++] = (ox_sim_part){
            .name = "events", .context = r->events, .save = save_events, .restore = restore_events};
    if (r->commands != NULL)
        parts[n++] = (ox_sim_part){.name = "commands",
                                   .context = r->commands,
                                   .save = ox_save_commands,
                                   .restore = ox_restore_commands};
    if (r->timers != NULL)
        parts[n++] = (ox_sim_part){
            .name = "timers", .context = r->timers, .save = ox_save_timers, .restore = ox_restore_timers};
    if (r->tasks != NULL)
        parts[n++] = (ox_sim_part){
            .name = "tasks", .context = r->tasks, .save = ox_save_tasks, .restore = ox_restore_tasks};
    if (r->actions != NULL)
        parts[n++] = (ox_sim_part){
            .name = "actions", .context = r->actions, .save = ox_save_actions, .restore = ox_restore_actions};
    if (r->random != NULL)
        parts[n++] = (ox_sim_part){
            .name = "random", .context = r->random, .save = ox_save_random, .restore = ox_restore_random};
    return n;
}

/* A tape runs along, whose steps are not run again. */
static bool is_taped(const ox_runtime *r) { return ox_module_state(r->host, OX_NAME("recording")) != NULL; }

/* ---- saved games ---- */

/* The world and the same parts as records, by names of their own. */
static uint32_t list_records(ox_runtime *r, ox_save_part *records) {
    ox_sim_part parts[OX_RUNTIME_KINDS];
    parts[0] = ox_console_world_part(r->host->console);
    uint32_t count = 1u + ox_runtime_list(r->host, r, parts + 1);
    for (uint32_t i = 0; i < count; i++)
        records[i] = (ox_save_part){.name = rom_id(parts[i].name),
                                    .version = SAVE_VERSION,
                                    .context = parts[i].context,
                                    .save = parts[i].save,
                                    .restore = parts[i].restore};
    return count;
}

static void write_game(ox_runtime *r) {
    ox_save_part records[OX_RUNTIME_KINDS];
    uint32_t count = list_records(r, records), slot = (uint32_t)r->save_wish;
    r->save_wish = -1;
    ox_saves_clear(r->saves);
    ox_save_parts(r->saves, records, count);
    ox_save_parts(r->saves, r->plan->save_parts, r->plan->save_part_count);
    ox_status status = ox_saves_write(r->saves, slot);
    if (status == OX_OK) return;
    r->saves->result = status;
    ox_log_write(r->host->log, PLAT_LOG_ERROR, "the game was not saved: %s", r->saves->why);
}

static void take_game(ox_runtime *r) {
    ox_save_part records[OX_RUNTIME_KINDS];
    uint32_t failed = 0, count = list_records(r, records);
    ox_status status = ox_load_parts(r->saves, records, count, &failed);
    if (status == OX_OK)
        status = ox_load_parts(r->saves, r->plan->save_parts, r->plan->save_part_count, &failed);
    if (status != OX_OK)
        ox_log_write(r->host->log, PLAT_LOG_ERROR, "the saved game cannot be taken over: %s",
                     ox_status_name(status));
    if (r->rewind != NULL && ox_failed(ox_runtime_begin_rewind(r))) r->rewind = NULL;
    if (r->plan->loaded != NULL) r->plan->loaded(r->host->options->cart->state, status);
}

ox_status ox_console_save(ox_console *console, uint32_t slot) {
    ox_runtime *r = ox_runtime_of(console);
    if (r == NULL || r->saves == NULL) return OX_UNSUPPORTED;
    if (slot >= r->plan->save_slots) return OX_BAD_ARGUMENT;
    if (r->rerunning || r->save_wish >= 0 || r->wish == OX_WISH_LOAD || ox_saves_busy(r->saves))
        return OX_BAD_STATE;
    r->save_wish = (int)slot;
    if (!r->stepping) write_game(r);
    return OX_OK;
}

bool ox_console_saving(const ox_console *console) {
    const ox_runtime *r = ox_runtime_of(console);
    return r != NULL && r->saves != NULL && (r->save_wish >= 0 || ox_saves_busy(r->saves));
}

ox_status ox_console_saved(const ox_console *console, const char **why) {
    const ox_runtime *r = ox_runtime_of(console);
    bool there = r != NULL && r->saves != NULL;
    if (why != NULL) *why = there ? r->saves->why : "";
    return there ? r->saves->result : OX_UNSUPPORTED;
}

ox_status ox_console_load(ox_console *console, uint32_t slot) {
    ox_runtime *r = ox_runtime_of(console);
    if (r == NULL || r->saves == NULL) return OX_UNSUPPORTED;
    if (r->rerunning || is_taped(r) || ox_console_saving(console)) return OX_BAD_STATE;
    ox_status status = ox_saves_read(r->saves, slot);
    if (status != OX_OK) return status;
    if (r->stepping)
        r->wish = OX_WISH_LOAD;
    else
        take_game(r);
    return OX_OK;
}

/* ---- rewind ---- */

static void rerun(void *context, const ox_input_record *records, uint32_t players) {
    const ox_module_host *host = ((const ox_runtime *)context)->host;
    (void)players;
    ox_input_play(host->input, &records[0]);
    ox_module_simulate(host);
}

/* A snapshot has room for a state half as large again as now, and a ring of six gets at least that. */
ox_status ox_runtime_begin_rewind(ox_runtime *r) {
    size_t now = ox_sim_bytes(&r->state), key = now + now / 2u;
    if (key < r->rewind_bytes / 8u) key = r->rewind_bytes / 8u;
    ox_rewind_config config = {.state = &r->state,
                               .players = 1,
                               .span = r->plan->rewind,
                               .step = rerun,
                               .context = r,
                               .key_bytes = key};
    ox_status status = ox_rewind_init(r->rewind, r->rewind_memory, r->rewind_bytes, &config);
    if (status != OX_OUT_OF_MEMORY) return status;
    config.key_bytes = now;
    return ox_rewind_init(r->rewind, r->rewind_memory, r->rewind_bytes, &config);
}

static ox_status go(ox_runtime *r, ox_runtime_wish wish, uint32_t steps) {
    r->rerunning = true;
    ox_status status =
        wish == OX_WISH_BACK ? ox_rewind_back(r->rewind, steps) : ox_rewind_forward(r->rewind, steps);
    r->rerunning = false;
    return status;
}

static ox_status ask(ox_console *c, ox_runtime_wish wish, uint32_t steps, uint32_t there) {
    ox_runtime *r = ox_runtime_of(c);
    if (r == NULL || r->rewind == NULL) return OX_UNSUPPORTED;
    if (r->rerunning || is_taped(r)) return OX_BAD_STATE;
    if (steps > there || there == 0) return OX_NOT_FOUND;
    if (!r->stepping) return go(r, wish, steps);
    r->wish = wish;
    r->wished = steps;
    return OX_OK;
}

uint32_t ox_console_behind(const ox_console *console) {
    const ox_runtime *r = ox_runtime_of(console);
    return r == NULL || r->rewind == NULL ? 0 : ox_rewind_behind(r->rewind);
}

uint32_t ox_console_ahead(const ox_console *console) {
    const ox_runtime *r = ox_runtime_of(console);
    return r == NULL || r->rewind == NULL ? 0 : ox_rewind_ahead(r->rewind);
}

ox_status ox_console_rewind(ox_console *console, uint32_t steps) {
    return ask(console, OX_WISH_BACK, steps, ox_console_behind(console));
}

ox_status ox_console_forward(ox_console *console, uint32_t steps) {
    return ask(console, OX_WISH_FORWARD, steps, ox_console_ahead(console));
}

ox_status ox_console_export(ox_console *console, ox_recording_sink *sink, void *context) {
    ox_runtime *r = ox_runtime_of(console);
    if (r == NULL || r->rewind == NULL) return OX_UNSUPPORTED;
    if (r->stepping || r->rerunning || is_taped(r)) return OX_BAD_STATE;
    ox_recording_head head = ox_console_recording_head(console);
    r->rerunning = true;
    ox_status status = ox_rewind_export(r->rewind, &head, sink, context);
    r->rerunning = false;
    return status;
}

/* ---- around a step ---- */

void ox_runtime_before(const ox_module_host *host, void *state) {
    ox_runtime *r = state;
    ox_runtime_wish wish = r->wish;
    r->wish = OX_WISH_NONE;
    if (wish == OX_WISH_LOAD) take_game(r);
    if (wish == OX_WISH_BACK || wish == OX_WISH_FORWARD) {
        ox_status status = go(r, wish, r->wished);
        if (ox_failed(status))
            ox_log_write(host->log, PLAT_LOG_ERROR, "the way back is lost: %s", ox_status_name(status));
    }
    r->before = *host->input;
    r->stepping = true;
}

/* A snapshot has the input of the step before, as it is when the step is run again. A state that has outgrown
 * the ring's room begins a ring of wider segments. */
void ox_runtime_note(const ox_module_host *host, void *state) {
    ox_runtime *r = state;
    if (r->rewind == NULL) return;
    ox_input now = *host->input;
    ox_input_record record = ox_input_recorded(&now);
    uint32_t lost = r->rewind->lost;
    *host->input = r->before;
    ox_rewind_note(r->rewind, &record);
    if (r->rewind->lost != lost) {
        if (ox_runtime_begin_rewind(r) == OX_OK) {
            ox_rewind_note(r->rewind, &record);
        } else {
            ox_log_write(host->log, PLAT_LOG_WARNING, "no rewind any more: a snapshot takes %u bytes of %u",
                         (unsigned)ox_sim_bytes(&r->state), (unsigned)r->rewind_bytes);
            r->rewind = NULL;
        }
    }
    *host->input = now;
}

bool ox_runtime_stepped(const ox_module_host *host, void *state) {
    ox_runtime *r = state;
    (void)host;
    r->stepping = false;
    if (r->saves == NULL) return true;
    if (r->save_wish >= 0) write_game(r);
    if (ox_saves_busy(r->saves))
        (void)ox_saves_step(r->saves, r->plan->save_quota == 0 ? SAVE_QUOTA : r->plan->save_quota);
    return true;
}

/* ---- what guards say ---- */

static void add_name(ox_text *out, const char *const *names, uint32_t index, ox_id id) {
    if (names != NULL)
        ox_text_add(out, "%s", names[index]);
    else
        ox_text_add(out, "#%08x", (unsigned)id);
}

static void tell_objects(const ox_runtime *r, ox_text *out) {
    const ox_world *world = r->world;
    uint32_t most = 0;
    for (uint32_t i = 1; i < world->type_count; i++)
        if (world->types[i].live > world->types[most].live) most = i;
    ox_text_add(out, " Of %u objects %u are ", (unsigned)world->alive, (unsigned)world->types[most].live);
    add_name(out, most < r->plan->object_count ? r->plan->object_names : NULL, most,
             world->types[most].type->name);
    ox_text_add(out, ".");
}

static void tell_events(const ox_runtime *r, ox_text *out) {
    uint32_t type = r->events->counts.unwanted;
    if (type >= r->events->type_count) return;
    ox_text_add(out, " The last one was ");
    add_name(out, type < r->plan->event_count ? r->plan->event_names : NULL, type,
             r->events->types[type].name);
    ox_text_add(out, ".");
}

void ox_runtime_tell(void *runtime, const ox_guarded *guarded, ox_text *out) {
    const ox_runtime *r = runtime;
    if (guarded->counter == &r->world->refused) tell_objects(r, out);
    if (r->events != NULL && guarded->counter == &r->events->counts.dropped) tell_events(r, out);
}
