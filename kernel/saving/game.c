/* Saved games, and the way back in time: requests made within a step are carried out between two steps. */
#include "kernel/saving/internal.h"

enum { SAVE_QUOTA = 256, SAVE_VERSION = 0x100, TRAVEL_MOST = 8 /* steps until a scene is there */ };

/* ---- saved games ---- */

/* Writes the image and the scene in which a game of scripts was saved. */
static void save_place(const void *of, ox_writer *to) {
    const ox_module_host *host = of;
    ox_write_u32(to, ox_console_identity(host->console));
    ox_write_u32(to, host->options->scene);
}

/* Reads past the record of the place, which was compared with the image before anything was restored. */
static ox_status restore_place(void *of, ox_reader *from) {
    (void)of;
    (void)ox_read_u32(from);
    (void)ox_read_u32(from);
    return ox_reader_status(from);
}

/* Lists all state of the console as records, by the names of its parts. The input is left out, and parts of a cart in
 * C, whose plan has records of their own. */
static uint32_t list_records(ox_saving *s, ox_save_part *records) {
    const ox_cart *cart = s->host->options->cart;
    uint32_t count = 0, all = ox_console_list_state(s->host->console, s->parts);
    if (cart != NULL) all -= cart->part_count < OX_CART_PARTS ? cart->part_count : OX_CART_PARTS;
    if (s->plan == NULL)
        records[count++] = (ox_save_part){.name = OX_NAME("place"),
                                          .version = SAVE_VERSION,
                                          .context = (void *)(uintptr_t)s->host,
                                          .save = save_place,
                                          .restore = restore_place};
    for (uint32_t i = 0; i < all; i++) {
        if (s->parts[i].save == NULL || rom_id(s->parts[i].name) == OX_NAME("input")) continue;
        records[count++] = (ox_save_part){.name = rom_id(s->parts[i].name),
                                          .version = SAVE_VERSION,
                                          .context = s->parts[i].context,
                                          .save = s->parts[i].save,
                                          .restore = s->parts[i].restore};
    }
    return count;
}

static void write_game(ox_saving *s) {
    ox_save_part records[OX_STATE_PARTS + 1];
    uint32_t count = list_records(s, records), slot = (uint32_t)s->save_wish;
    s->save_wish = -1;
    ox_saves_clear(s->saves);
    ox_save_parts(s->saves, records, count);
    if (s->plan != NULL) ox_save_parts(s->saves, s->plan->save_parts, s->plan->save_part_count);
    ox_status status = ox_saves_write(s->saves, slot);
    if (status == OX_OK) return;
    s->saves->result = status;
    ox_log_write(s->host->log, PLAT_LOG_ERROR, "the game was not saved: %s; raise `capacity save-blocks`",
                 s->saves->why);
}

/* The scene that a game of scripts was saved in; 0, with the reason in *status, when another image saved the game. */
static uint32_t scene_of_game(ox_saving *s, ox_status *status) {
    ox_reader from;
    *status = ox_saves_find(s->saves, OX_NAME("place"), SAVE_VERSION, &from);
    if (*status != OX_OK) return 0;
    const uint32_t identity = ox_read_u32(&from), scene = ox_read_u32(&from);
    if (identity != ox_console_identity(s->host->console)) *status = OX_BAD_VERSION;
    return *status == OX_OK ? scene : 0;
}

/* Takes over a saved game. A copy of the running state is kept meanwhile, where there is room, so that a game that
 * cannot be taken over leaves the state as it was. */
static ox_status take_records(ox_saving *s) {
    ox_save_part records[OX_STATE_PARTS + 1];
    ox_arena *resident = s->host->resident;
    const ox_mark mark = ox_arena_mark(resident, OX_ARENA_HIGH);
    uint32_t failed = 0, count = list_records(s, records);
    const ox_sim now = {s->parts, ox_console_list_state(s->host->console, s->parts)};
    const size_t bytes = ox_sim_bytes(&now);
    void *kept = ox_arena_push_high(resident, bytes, 8);
    ox_writer to = ox_writer_bytes(kept, kept == NULL ? 0 : bytes);
    if (kept != NULL) ox_sim_save(&now, &to);
    s->loading = true;
    ox_status status = ox_load_parts(s->saves, records, count, &failed);
    if (status == OX_OK && s->plan != NULL)
        status = ox_load_parts(s->saves, s->plan->save_parts, s->plan->save_part_count, &failed);
    s->loading = false;
    ox_reader from = ox_reader_bytes(kept, kept == NULL ? 0 : bytes);
    if (status != OX_OK && kept != NULL && ox_sim_restore(&now, &from) != OX_OK) ox_module_quit(s->host);
    (void)ox_arena_rollback(resident, mark);
    return status;
}

/* The container's buffer may hold the kept numbers of scripts by now, so the slot is read again. */
static void take_game(ox_saving *s) {
    const ox_module_host *host = s->host;
    if (ox_saves_busy(s->saves)) (void)!ox_saves_finish(s->saves);
    ox_status status = ox_saves_read(s->saves, s->wished);
    const uint32_t scene =
        s->plan != NULL || status != OX_OK ? host->options->scene : scene_of_game(s, &status);
    if (status == OX_OK && scene != host->options->scene && s->travels++ < TRAVEL_MOST) {
        s->travel_to = scene;
        if (s->travels == 1) ox_console_ask_level(host->console, scene);
        s->wish = WISH_LOAD; /* again when that scene has begun */
        return;
    }
    if (status == OX_OK && scene != host->options->scene) status = OX_NOT_FOUND;
    s->travels = 0;
    if (status == OX_OK) status = take_records(s);
    if (status != OX_OK)
        ox_log_write(host->log, PLAT_LOG_ERROR, "the saved game cannot be taken over: %s",
                     status == OX_BAD_VERSION ? "another build of the game saved it"
                                              : ox_status_name(status));
    if (s->rewind != NULL && ox_failed(saving_begin_rewind(s))) s->rewind = NULL;
    if (s->plan != NULL && s->plan->loaded != NULL) s->plan->loaded(host->options->cart->state, status);
}

bool ox_saving_loads(const ox_module_host *host) {
    const ox_saving *s = ox_module_state(host, OX_NAME("saving"));
    return s != NULL && s->loading;
}

/* Whether a game is being written. Another write under way is one of numbers that scripts keep, in the slot behind the
 * games. */
static bool writes_game(const ox_saving *s) {
    return s->save_wish >= 0 || (ox_saves_busy(s->saves) && s->saves->slot < s->slots);
}

/* Finishes a write of kept numbers at once. They are a few bytes, so a save of a game need not be refused meanwhile. */
static void finish_numbers(ox_saving *s) {
    if (!writes_game(s) && ox_saves_busy(s->saves)) (void)!ox_saves_finish(s->saves);
}

ox_status ox_console_save(ox_console *console, uint32_t slot) {
    ox_saving *s = saving_of(console);
    if (s == NULL || s->saves == NULL) return OX_UNSUPPORTED;
    if (slot >= s->slots) return OX_BAD_ARGUMENT;
    if (s->rerunning || s->wish == WISH_LOAD || writes_game(s)) return OX_BAD_STATE;
    finish_numbers(s);
    s->save_wish = (int)slot;
    if (!s->stepping) write_game(s);
    return OX_OK;
}

bool ox_console_saving(const ox_console *console) {
    const ox_saving *s = saving_of(console);
    return s != NULL && s->saves != NULL && writes_game(s);
}

ox_status ox_console_saved(const ox_console *console, const char **why) {
    const ox_saving *s = saving_of(console);
    bool there = s != NULL && s->saves != NULL;
    if (why != NULL) *why = there ? s->saves->why : "";
    return there ? s->saves->result : OX_UNSUPPORTED;
}

ox_status ox_console_load(ox_console *console, uint32_t slot) {
    ox_saving *s = saving_of(console);
    if (s == NULL || s->saves == NULL) return OX_UNSUPPORTED;
    if (s->rerunning || saving_is_taped(s) || writes_game(s)) return OX_BAD_STATE;
    finish_numbers(s);
    ox_status status = ox_saves_read(s->saves, slot);
    if (status != OX_OK) return status;
    s->wished = slot;
    s->travels = 0;
    if (s->stepping)
        s->wish = WISH_LOAD;
    else
        take_game(s);
    return OX_OK;
}

/* ---- rewind ---- */

static void rerun(void *context, const ox_input_record *records, uint32_t players) {
    const ox_module_host *host = ((const ox_saving *)context)->host;
    (void)players;
    ox_module_play(host, records);
    ox_module_simulate(host);
}

/* A snapshot gets room for a state half as large again as now, and at least an eighth of the ring's memory. */
ox_status saving_begin_rewind(ox_saving *s) {
    s->stale = false;
    if (s->rewind_memory == NULL) return OX_OK;
    s->state = (ox_sim){s->parts, ox_console_list_state(s->host->console, s->parts)};
    size_t now = ox_sim_bytes(&s->state), key = now + now / 2u;
    if (key < s->rewind_bytes / 8u) key = s->rewind_bytes / 8u;
    ox_rewind_config config = {.state = &s->state,
                               .players = s->host->sources->count,
                               .span = s->span,
                               .step = rerun,
                               .context = s,
                               .sources = s->host->sources,
                               .before = s->before,
                               .key_bytes = key};
    ox_status status = ox_rewind_init(s->rewind, s->rewind_memory, s->rewind_bytes, &config);
    if (status != OX_OUT_OF_MEMORY) return status;
    config.key_bytes = now;
    return ox_rewind_init(s->rewind, s->rewind_memory, s->rewind_bytes, &config);
}

static ox_status go_back(ox_saving *s, saving_wish wish, uint32_t steps) {
    s->rerunning = true;
    ox_status status =
        wish == WISH_BACK ? ox_rewind_back(s->rewind, steps) : ox_rewind_forward(s->rewind, steps);
    s->rerunning = false;
    return status;
}

static ox_status ask_wish(ox_console *c, saving_wish wish, uint32_t steps, uint32_t there) {
    ox_saving *s = saving_of(c);
    if (s == NULL || s->rewind == NULL) return OX_UNSUPPORTED;
    if (s->rerunning || saving_is_taped(s)) return OX_BAD_STATE;
    if (steps > there || there == 0) return OX_NOT_FOUND;
    if (!s->stepping) return go_back(s, wish, steps);
    s->wish = wish;
    s->wished = steps;
    return OX_OK;
}

uint32_t ox_console_behind(const ox_console *console) {
    const ox_saving *s = saving_of(console);
    return s == NULL || s->rewind == NULL || s->stale ? 0 : ox_rewind_behind(s->rewind);
}

uint32_t ox_console_ahead(const ox_console *console) {
    const ox_saving *s = saving_of(console);
    return s == NULL || s->rewind == NULL || s->stale ? 0 : ox_rewind_ahead(s->rewind);
}

ox_status ox_console_rewind(ox_console *console, uint32_t steps) {
    return ask_wish(console, WISH_BACK, steps, ox_console_behind(console));
}

ox_status ox_console_forward(ox_console *console, uint32_t steps) {
    return ask_wish(console, WISH_FORWARD, steps, ox_console_ahead(console));
}

ox_status ox_console_export(ox_console *console, ox_recording_sink *sink, void *context) {
    ox_saving *s = saving_of(console);
    if (s == NULL || s->rewind == NULL) return OX_UNSUPPORTED;
    if (s->stepping || s->rerunning || saving_is_taped(s)) return OX_BAD_STATE;
    ox_recording_head head = ox_console_recording_head(console);
    s->rerunning = true;
    ox_status status = ox_rewind_export(s->rewind, &head, sink, context);
    s->rerunning = false;
    return status;
}

/* ---- around a step ---- */

void saving_before(const ox_module_host *host, void *state) {
    ox_saving *s = state;
    saving_wish wish = s->wish;
    s->wish = WISH_NONE;
    if (wish == WISH_LOAD) take_game(s);
    if ((wish == WISH_BACK || wish == WISH_FORWARD) && !s->stale) {
        ox_status status = go_back(s, wish, s->wished);
        if (ox_failed(status))
            ox_log_write(host->log, PLAT_LOG_ERROR, "the way back is lost: %s", ox_status_name(status));
    }
    for (uint32_t i = 0; s->rewind != NULL && i < host->sources->count; i++)
        s->before[i] = host->sources->players[i].input;
    s->stepping = true;
}

/* A state that has outgrown the ring's room begins a ring of wider segments. */
void saving_note(const ox_module_host *host, void *state) {
    ox_saving *s = state;
    if (s->rewind == NULL) return;
    ox_input_record records[OX_PLAYERS_MAX];
    ox_input_sources_recorded(host->sources, records);
    if (s->stale && saving_begin_rewind(s) != OX_OK) s->rewind = NULL;
    const uint32_t lost = s->rewind == NULL ? 0 : s->rewind->lost;
    if (s->rewind != NULL) ox_rewind_note(s->rewind, records);
    if (s->rewind != NULL && s->rewind->lost != lost) {
        if (saving_begin_rewind(s) == OX_OK) {
            ox_rewind_note(s->rewind, records);
        } else {
            ox_log_write(host->log, PLAT_LOG_WARNING, "no rewind any more: a snapshot takes %u bytes of %u",
                         (unsigned)ox_sim_bytes(&s->state), (unsigned)s->rewind_bytes);
            s->rewind = NULL;
        }
    }
}

bool saving_stepped(const ox_module_host *host, void *state) {
    ox_saving *s = state;
    /* A scene that the game itself asked for in this step does not come before the one that is loaded. */
    if (s->wish == WISH_LOAD && s->travels > 0) ox_console_ask_level(host->console, s->travel_to);
    s->stepping = false;
    if (s->saves == NULL) return true;
    if (s->save_wish >= 0) { /* a write of kept numbers may have begun in this step */
        if (ox_saves_busy(s->saves)) (void)!ox_saves_finish(s->saves);
        write_game(s);
    }
    if (ox_saves_busy(s->saves))
        (void)ox_saves_step(s->saves,
                            s->plan == NULL || s->plan->save_quota == 0 ? SAVE_QUOTA : s->plan->save_quota);
    return true;
}
