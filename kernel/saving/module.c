/* Saved games and the rewind as a module: memory, and natives for scripts. */
#include "kernel/saving/module.h"

#include <string.h>

#include "kernel/engine/limit.h"
#include "kernel/runtime/make.h"
#include "kernel/saving/internal.h"

const ox_capacity ox_saving_capacities[OX_SAVING_CAPACITIES] = {
    [OX_CAPACITY_SAVES] = {"saves", 3, OX_SAVES_SLOTS - 1, 32},
    [OX_CAPACITY_REWIND] = {"rewind", 600, 36000, 4}};

OX_LIMIT(36000, ox_rewind_config, span, "steps are counted by words");
OX_LIMIT(OX_SAVES_SLOTS - 1, ox_saves_config, slots, "slots are counted by words");

/* A capacity that the cart declares; 0 if it does not, so nothing is saved by default. */
static uint32_t declared(const ox_module_host *host, int capacity) {
    const ox_capacity *row = &ox_saving_capacities[capacity];
    return ox_module_is_declared(host, row) ? ox_module_capacity(host, row) : 0;
}

static ox_status refuse_start(const ox_module_host *host, ox_status status, const char *what) {
    return ox_module_refuse(host, status, host->image->budget, "no room for %s: raise `budget`, or lower %s",
                            what, "`capacity save-blocks` and `capacity snapshot-blocks`");
}

/* Makes the container. A port without persistent storage plays the game all the same, and refuses saves. The container
 * has one slot more, for numbers that scripts keep. */
static ox_status make_saves(ox_saving *s) {
    const ox_module_host *host = s->host;
    plat_storage_info info;
    const ox_saves_config config = {.major = s->plan == NULL ? 1 : s->plan->save_major,
                                    .minor = s->plan == NULL ? 0 : s->plan->save_minor,
                                    .slots = s->slots + 1u};
    if (s->slots == 0) return OX_OK;
    plat_storage(host->platform, &info);
    if (info.size == 0) return OX_OK;
    s->saves =
        (ox_saves *)ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *s->saves, _Alignof(ox_saves));
    if (s->saves == NULL) return OX_OUT_OF_MEMORY;
    ox_status status = ox_console_make_saves(host->console, s->saves, &config);
    if (status != OX_OK) s->saves = NULL;
    return status;
}

static ox_status make_ring(ox_saving *s) {
    const ox_module_host *host = s->host;
    if (s->span == 0) return OX_OK;
    s->rewind =
        (ox_rewind *)ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *s->rewind, _Alignof(ox_rewind));
    s->rewind_bytes = (size_t)ox_module_capacity(host, &ox_kernel_capacities[OX_CAPACITY_SNAPSHOT_BLOCKS]) *
                      OX_CAPACITY_BLOCK;
    s->rewind_memory = s->rewind == NULL ? NULL : ox_arena_push_low(host->resident, s->rewind_bytes, 8);
    return s->rewind_memory == NULL ? OX_OUT_OF_MEMORY : OX_OK;
}

static ox_status make_slots(const ox_module_host *host, void **state, const ox_runtime_plan *plan,
                            uint32_t slots, uint32_t span) {
    if (slots == 0 && span == 0) return OX_OK;
    ox_saving *s =
        (ox_saving *)ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *s, _Alignof(ox_saving));
    if (s == NULL) return refuse_start(host, OX_OUT_OF_MEMORY, "saved games");
    s->host = host;
    s->plan = plan;
    s->slots = slots;
    s->span = span;
    s->save_wish = -1;
    *state = s;
    ox_status status = make_saves(s);
    return status == OX_OK ? OX_OK : refuse_start(host, status, "saved games");
}

static const ox_runtime_plan *plan_of(const ox_module_host *host) {
    return host->options->cart == NULL ? NULL : host->options->cart->runtime;
}

/* Makes container and ring below the scenes, which come and go. A cart in C without a plan has a state that only the
 * cart knows, and saves that state by itself. */
static ox_status start_saving(const ox_module_host *host, void **state) {
    const ox_runtime_plan *plan = plan_of(host);
    if (host->options->cart != NULL && plan == NULL) return OX_OK;
    ox_status status =
        make_slots(host, state, plan, plan != NULL ? plan->save_slots : declared(host, OX_CAPACITY_SAVES),
                   plan != NULL ? plan->rewind : declared(host, OX_CAPACITY_REWIND));
    ox_saving *s = *state;
    if (status == OX_OK && s != NULL && make_ring(s) != OX_OK)
        status = refuse_start(host, OX_OUT_OF_MEMORY, "the rewind");
    return status;
}

static void stop_saving(const ox_module_host *host, void **state) {
    const ox_saving *s = *state;
    (void)host;
    if (s->saves != NULL && ox_saves_busy(s->saves)) (void)!ox_saves_finish(s->saves);
    if (s->saves != NULL) ox_saves_end(s->saves);
    *state = NULL;
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    (void)host;
    if (*state != NULL) ((ox_saving *)*state)->stale = true;
    return OX_OK;
}

/* Begins the ring after the cart's start: a snapshot is as large as the state that the cart has made by then. */
static ox_status begin_ring(const ox_module_host *host, void **state) {
    ox_saving *s = *state;
    if (s == NULL || s->rewind == NULL) return OX_OK;
    ox_status status = saving_begin_rewind(s);
    return status == OX_OK ? OX_OK : refuse_start(host, status, "the rewind");
}

ox_saves *ox_saving_container(const ox_module_host *host, uint32_t *slot) {
    const ox_saving *s = ox_module_state(host, OX_NAME("saving"));
    if (s == NULL || s->saves == NULL) return NULL;
    *slot = s->slots;
    return s->saves;
}

/* ---- natives ---- */

static ox_console *console_of(const ox_script_call *call) { return ox_module_of_call(call)->console; }

/* Reads the slot, which counts from 1 in scripts. False for a slot that the cart does not have: the native refuses
 * then. */
static bool slot_at(const ox_script_call *call, uint32_t *slot) {
    const ox_saving *s = saving_of(console_of(call));
    *slot = (uint32_t)call->arguments[0] - 1u;
    return s != NULL && *slot < s->slots;
}

static ox_script_answer native_save(ox_script_call *call) {
    uint32_t slot;
    if (!slot_at(call, &slot)) return ox_script_refuse(call, 0);
    call->results[0] = ox_console_save(console_of(call), slot) == OX_OK;
    return OX_SCRIPT_DONE;
}

/* Finishes a write of kept numbers, before a slot is read. */
static void finish_write(const ox_saving *s) {
    if (s->saves != NULL && s->save_wish < 0 && ox_saves_busy(s->saves)) (void)!ox_saves_finish(s->saves);
}

static ox_script_answer native_load(ox_script_call *call) {
    uint32_t slot;
    if (!slot_at(call, &slot)) return ox_script_refuse(call, 0);
    finish_write(saving_of(console_of(call)));
    call->results[0] = ox_console_load(console_of(call), slot) == OX_OK;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_saved(ox_script_call *call) {
    uint32_t slot;
    if (!slot_at(call, &slot)) return ox_script_refuse(call, 0);
    const ox_saving *s = saving_of(console_of(call));
    finish_write(s);
    call->results[0] = s->saves != NULL && !saving_is_taped(s) && !s->rerunning && !ox_saves_busy(s->saves) &&
                       s->wish != WISH_LOAD && ox_saves_read(s->saves, slot) == OX_OK;
    return OX_SCRIPT_DONE;
}

/* rewind(steps): goes back so many steps, or as far as the recorded way reaches. */
static ox_script_answer native_rewind(ox_script_call *call) {
    ox_console *console = console_of(call);
    const uint32_t there = ox_console_behind(console);
    if (call->arguments[0] < 0) return ox_script_refuse(call, 0);
    uint32_t steps = (uint32_t)call->arguments[0];
    steps = steps > there ? there : steps;
    call->results[0] = steps > 0 && ox_console_rewind(console, steps) == OX_OK;
    return OX_SCRIPT_DONE;
}

const ox_script_native ox_saving_native_rows[OX_SAVING_NATIVES] = {
    OX_SCRIPT_NATIVE(save, SIM, CART, 8, "b(i)", "save(slot: int) -> bool",
                     "saves the game at the end of this step: slots 1 to `capacity saves`"),
    OX_SCRIPT_NATIVE(load, SIM, CART, 64, "b(i)", "load(slot: int) -> bool",
                     "goes on with a saved game from the next step on; false when there is none"),
    OX_SCRIPT_NATIVE(saved, SIM, CART, 64, "b(i)", "saved(slot: int) -> bool",
                     "whether there is a saved game; false while a recording runs"),
    OX_SCRIPT_NATIVE(rewind, SIM, CART, 8, "b(i)", "rewind(steps: int) -> bool",
                     "goes back in time before the next step, as far as `capacity rewind` reaches"),
};

const ox_module ox_saving_module = {.id = OX_NAME("saving"),
                                    .name = "saving",
                                    .flags = OX_MODULE_OPTIONAL,
                                    .capacities = ox_saving_capacities,
                                    .capacity_count = OX_SAVING_CAPACITIES,
                                    .natives = ox_saving_native_rows,
                                    .native_count = OX_SAVING_NATIVES,
                                    .start = start_saving,
                                    .stop = stop_saving,
                                    .begin = begin_scene,
                                    .ready = begin_ring,
                                    .before = saving_before,
                                    .known = saving_note,
                                    .stepped = saving_stepped};
