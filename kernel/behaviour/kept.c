/* Numbers that scripts keep: those of `keep` and `kept`, in the one slot of a save container that belongs to them. */
#include "kernel/behaviour/internal.h"
#include "kernel/names/id.h"
#include "kernel/runtime/module.h"
#include "kernel/save/container.h"
#include "kernel/saving/module.h"

enum {
    VERSION = 256,
    ROOM = OX_SAVES_RECORD + 4 + OX_SCRIPTS_KEPT * 8, /* of a saved game that is full */
    QUOTA = 64,                                       /* bytes of it a step */
    PAUSE = 60 /* steps from one write to the next, so that a number may change in each */
};

/* ---- the table ---- */

static script_kept_number *number_of(ox_behaviours *s, uint32_t name) {
    for (uint32_t i = 0; i < s->numbers.count; i++) {
        if (s->numbers.rows[i].name == name) return &s->numbers.rows[i];
    }
    return NULL;
}

int32_t script_kept(ox_behaviours *s, uint32_t name) {
    const script_kept_number *found = number_of(s, name);
    return found == NULL ? 0 : found->value;
}

bool script_keep(ox_behaviours *s, uint32_t name, int32_t value) {
    script_kept_number *found = number_of(s, name);
    if (found == NULL && s->numbers.count == OX_SCRIPTS_KEPT) return false;
    if (found == NULL) {
        found = &s->numbers.rows[s->numbers.count++];
        *found = (script_kept_number){name, value};
        s->numbers.changed = true;
    }
    if (found->value != value) s->numbers.changed = true;
    found->value = value;
    return true;
}

void script_save_numbers(const ox_behaviours *s, ox_writer *to) {
    ox_write_u32(to, s->numbers.count);
    for (uint32_t i = 0; i < s->numbers.count; i++) {
        ox_write_u32(to, s->numbers.rows[i].name);
        ox_write_i32(to, s->numbers.rows[i].value);
    }
}

bool script_restore_numbers(ox_behaviours *s, ox_reader *from) {
    uint32_t count = ox_read_u32(from);
    if (from->bad || count > OX_SCRIPTS_KEPT) return false;
    s->numbers.count = 0;
    s->numbers.changed = true;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t name = ox_read_u32(from);
        int32_t value = ox_read_i32(from);
        if (from->bad || number_of(s, name) != NULL) return false;
        s->numbers.rows[s->numbers.count++] = (script_kept_number){name, value};
    }
    return true;
}

/* ---- the slot ---- */

static bool wants(const ox_behaviours *s) {
    for (uint32_t u = 0; u < s->unit_count; u++) {
        const ox_script_module *m = &s->units[u].machine.module;
        for (uint32_t i = 0; m->bytes != NULL && i < m->count[OX_SCRIPT_SECTION_NATIVES]; i++) {
            uint32_t name =
                rom_word(ox_script_record(m, OX_SCRIPT_SECTION_NATIVES, i) + ROM_SCRIPT_NATIVE_NAME);
            if (name == SID("keep") || name == SID("kept")) return true;
        }
    }
    return false;
}

static void tell(const ox_behaviours *s, const char *what) {
    ox_log_write(s->host->log, PLAT_LOG_WARNING, "numbers that scripts keep: %s", what);
}

/* What was kept before; a game that cannot be read begins with none, and the next write takes its place. */
static void load(ox_behaviours *s) {
    ox_reader from;
    ox_status status = ox_saves_read(s->saves, s->slot);
    if (status == OX_OK) status = ox_saves_find(s->saves, SID("kept"), VERSION, &from);
    if (status == OX_OK && !script_restore_numbers(s, &from)) {
        s->numbers.count = 0;
        status = OX_BAD_DATA;
    }
    s->numbers.changed = false;
    s->numbers.loaded = true;
    if (status != OX_OK && status != OX_NOT_FOUND)
        tell(s, s->saves->why[0] != 0 ? s->saves->why : ox_status_name(status));
}

ox_status script_open_numbers(ox_behaviours *s) {
    const ox_module_host *host = s->host;
    const ox_saves_config config = {.device = ox_save_device_of(host->platform),
                                    .cart = host->image->cart,
                                    .major = 1,
                                    .slots = 1,
                                    .room = ROOM}; /* what it would log is told here */
    const ox_cart *cart = host->options->cart;
    s->saves = NULL;
    s->numbers.written = s->tick;
    if (!wants(s) || host->options->record != NULL || host->options->replay != NULL) return OX_OK;
    s->shared = ox_saving_container(host, &s->slot);
    if (s->shared != NULL) {
        s->saves = s->shared;
        if (!s->numbers.loaded) load(s);
        return OX_OK;
    }
    s->slot = 0;
    if (ox_saves_copy_bytes(&config) < OX_SAVES_HEAD + ROOM) return OX_OK;
    if (cart != NULL && cart->runtime != NULL && cart->runtime->save_slots > 0) {
        tell(s, "the cart saves games of its own, so they last as long as the console");
        return OX_OK;
    }
    ox_saves *saves =
        (ox_saves *)ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *saves, _Alignof(ox_saves));
    ox_status status = saves == NULL ? OX_OUT_OF_MEMORY : ox_saves_init(saves, &config, host->resident);
    if (status == OX_BAD_STATE) return OX_OK; /* somebody else has the device */
    if (status != OX_OK) return status;
    s->saves = saves;
    if (!s->numbers.loaded) load(s);
    return OX_OK;
}

static void begin(ox_behaviours *s) {
    ox_saves_clear(s->saves);
    script_save_numbers(s, ox_saves_open(s->saves, SID("kept"), VERSION));
    ox_saves_close(s->saves);
    s->numbers.changed = false;
    s->numbers.written = s->tick;
    if (ox_saves_write(s->saves, s->slot) != OX_OK) tell(s, s->saves->why);
}

/* A device that fails is told once: after that the numbers last as long as the console. */
static void judge(ox_behaviours *s) {
    if (s->saves->result == OX_OK || s->shared != NULL) return;
    tell(s, s->saves->why[0] != 0 ? s->saves->why : ox_status_name(s->saves->result));
    ox_saves_end(s->saves);
    s->saves = NULL;
}

void script_step_numbers(ox_behaviours *s) {
    if (s->saves == NULL) return;
    if (ox_saves_busy(s->saves)) {
        if (s->shared == NULL && !ox_saves_step(s->saves, QUOTA))
            judge(s); /* else whoever shares it goes on */
    } else if (s->numbers.changed && s->tick - s->numbers.written >= PAUSE) {
        begin(s);
    }
}

void script_close_numbers(ox_behaviours *s) {
    if (s->saves == NULL) return;
    if (ox_saves_busy(s->saves) && ox_saves_finish(s->saves) != OX_OK) judge(s);
    if (s->saves != NULL && s->numbers.changed) {
        begin(s);
        if (ox_saves_busy(s->saves) && ox_saves_finish(s->saves) != OX_OK) judge(s);
    }
    if (s->saves != NULL && s->shared == NULL) ox_saves_end(s->saves);
    s->saves = s->shared = NULL;
}
