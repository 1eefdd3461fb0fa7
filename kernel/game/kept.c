/* Numbers that survive power off: those of `keep` and `kept`, and trophies, in the one slot of a save container that
 * belongs to them. */
#include "kernel/game/internal.h"
#include "kernel/runtime/make.h"
#include "kernel/runtime/module.h"
#include "kernel/save/container.h"
#include "kernel/saving/module.h"

enum {
    VERSION = 256,
    QUOTA = 64, /* bytes of a save that are written in a step */
    PAUSE = 60  /* steps from one write to the next, since a number may change in every step */
};

/* ---- the table ---- */

bool game_keep(ox_game *s, ox_id name, int32_t value) {
    const int32_t before = ox_counters_get(&s->kept, name);
    if (before == value) return true;
    if (ox_counters_set(&s->kept, name, value) != OX_OK) return false;
    s->changed = true;
    return true;
}

void game_save_numbers(const ox_game *s, ox_writer *to) {
    ox_write_u32(to, s->kept.count);
    for (uint32_t i = 0; i < s->kept.count; i++) {
        ox_write_u32(to, s->kept.items[i].name);
        ox_write_i32(to, s->kept.items[i].value);
    }
}

/* Reads kept numbers in any order: earlier builds wrote them unsorted. */
bool game_restore_numbers(ox_game *s, ox_reader *from) {
    const uint32_t count = ox_read_u32(from);
    ox_counters_clear(&s->kept);
    s->changed = true;
    for (uint32_t i = 0; i < count && !from->bad; i++) {
        const ox_id name = ox_read_u32(from);
        const int32_t value = ox_read_i32(from);
        if (from->bad || ox_counters_set(&s->kept, name, 1) != OX_OK || s->kept.count != i + 1u) return false;
        (void)ox_counters_set(&s->kept, name, value); /* a number that is 0 takes its place, too */
    }
    return !from->bad;
}

/* ---- the slot ---- */

static void tell_once(const ox_game *s, const char *what) {
    ox_log_write(s->host->log, PLAT_LOG_WARNING, "numbers that the game keeps: %s", what);
}

/* Loads the numbers that were kept before. When they cannot be read the game begins with none, and the next write
 * replaces them. */
static void load_numbers(ox_game *s) {
    ox_reader from;
    ox_status status = ox_saves_read(s->saves, s->slot);
    if (status == OX_OK) status = ox_saves_find(s->saves, SID("kept"), VERSION, &from);
    if (status == OX_OK && !game_restore_numbers(s, &from)) {
        ox_counters_clear(&s->kept);
        status = OX_BAD_DATA;
    }
    s->changed = false;
    if (status != OX_OK && status != OX_NOT_FOUND)
        tell_once(s, s->saves->why[0] != 0 ? s->saves->why : ox_status_name(status));
}

ox_status game_open_numbers(ox_game *s, bool wanted) {
    const ox_module_host *host = s->host;
    const ox_saves_config config = {.device = ox_console_save_device(host->console),
                                    .cart = host->image->cart,
                                    .major = 1,
                                    .slots = 1,
                                    .room = OX_SAVES_RECORD + 4 +
                                            s->kept.capacity * 8}; /* no .log: failures are told here */
    if (!wanted || host->options->record != NULL || host->options->replay != NULL) return OX_OK;
    s->shared = ox_saving_container(host, &s->slot);
    if (s->shared != NULL) {
        s->saves = s->shared;
        load_numbers(s);
        return OX_OK;
    }
    s->slot = 0;
    if (ox_saves_copy_bytes(&config) < OX_SAVES_HEAD + config.room) return OX_OK;
    ox_saves *saves =
        (ox_saves *)ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *saves, _Alignof(ox_saves));
    ox_status status = saves == NULL ? OX_OUT_OF_MEMORY : ox_saves_init(saves, &config, host->resident);
    if (status == OX_BAD_STATE) return OX_OK; /* another user has the device */
    if (status != OX_OK) return status;
    s->saves = saves;
    load_numbers(s);
    return OX_OK;
}

static void begin_save(ox_game *s) {
    ox_saves_clear(s->saves);
    game_save_numbers(s, ox_saves_open(s->saves, SID("kept"), VERSION));
    ox_saves_close(s->saves);
    s->changed = false;
    s->written = s->tick;
    if (ox_saves_write(s->saves, s->slot) != OX_OK) tell_once(s, s->saves->why);
}

/* Gives up a device that fails, and tells it once: from then on the numbers last as long as the console. */
static void judge_device(ox_game *s) {
    if (s->saves->result == OX_OK || s->shared != NULL) return;
    tell_once(s, s->saves->why[0] != 0 ? s->saves->why : ox_status_name(s->saves->result));
    ox_saves_end(s->saves);
    s->saves = NULL;
}

void game_step_numbers(ox_game *s) {
    if (s->saves == NULL) return;
    if (ox_saves_busy(s->saves)) {
        if (s->shared == NULL && !ox_saves_step(s->saves, QUOTA))
            judge_device(s); /* another user of a shared container writes it */
    } else if (s->changed && s->tick - s->written >= PAUSE) {
        begin_save(s);
    }
}

void game_close_numbers(ox_game *s) {
    if (s->saves == NULL) return;
    if (ox_saves_busy(s->saves) && ox_saves_finish(s->saves) != OX_OK) judge_device(s);
    if (s->saves != NULL && s->changed) {
        begin_save(s);
        if (ox_saves_busy(s->saves) && ox_saves_finish(s->saves) != OX_OK) judge_device(s);
    }
    if (s->saves != NULL && s->shared == NULL) ox_saves_end(s->saves);
    s->saves = s->shared = NULL;
}
