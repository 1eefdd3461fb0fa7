/* The way back in time of the inside view. */
#include <string.h>

#include "kernel/inspect/internal.h"
#include "kernel/type/name.h"
#include "kernel/world/place.h"
#include "kernel/world/query.h"

static void run_again(void *inspect, const ox_input_record *records, uint32_t players) {
    const ox_inspect *s = inspect;
    (void)players;
    ox_module_play(s->host, records);
    ox_module_simulate(s->host);
}

bool inspect_is_taped(const ox_inspect *s) {
    return s->host->options->record != NULL || s->host->options->replay != NULL;
}

static bool begin_ring(ox_inspect *s) {
    s->stale = false;
    s->can_go_back = false;
    if (s->memory == NULL || inspect_is_taped(s)) return false;
    s->state = (ox_sim){s->parts, ox_console_list_state(s->host->console, s->parts)};
    const size_t now = ox_sim_bytes(&s->state);
    const ox_rewind_config config = {.state = &s->state,
                                     .players = s->host->sources->count,
                                     .span = OX_INSPECT_REWIND,
                                     .step = run_again,
                                     .context = s,
                                     .sources = s->host->sources,
                                     .before = s->before,
                                     .key_bytes = now + now / 2};
    s->can_go_back = ox_rewind_init(&s->rewind, s->memory, s->memory_size, &config) == OX_OK;
    return s->can_go_back;
}

void inspect_note_step(ox_inspect *s) {
    ox_input_record records[OX_PLAYERS_MAX];
    if (s->memory == NULL) return;
    ox_input_sources_recorded(s->host->sources, records);
    if (s->stale) (void)begin_ring(s);
    const uint32_t lost = s->can_go_back ? s->rewind.lost : 0;
    if (s->can_go_back) ox_rewind_note(&s->rewind, records);
    if (s->can_go_back && s->rewind.lost != lost && begin_ring(s)) ox_rewind_note(&s->rewind, records);
}

ox_status ox_inspect_go(ox_inspect *s, int32_t steps) {
    if (s->host == NULL) return OX_UNSUPPORTED;
    if (inspect_is_taped(s)) return OX_BAD_STATE;
    if (!s->can_go_back || s->stale) return OX_UNSUPPORTED;
    const uint32_t reach = steps < 0 ? ox_rewind_behind(&s->rewind) : ox_rewind_ahead(&s->rewind);
    uint32_t by = steps < 0 ? 0u - (uint32_t)steps : (uint32_t)steps;
    if (by > reach) by = reach;
    if (by == 0) return OX_NOT_FOUND;
    s->edited = true;
    return steps < 0 ? ox_rewind_back(&s->rewind, by) : ox_rewind_forward(&s->rewind, by);
}

/* ---- edits ---- */

enum { EDIT = 0x45, FILES = 0x46 }; /* the first byte of a command */

FX_STATIC_ASSERT(OX_INSPECT_EDIT_BYTES == 24, "a command is 24 bytes");

static ox_status change(ox_inspect *s, const ox_inspect_path *path, int64_t value) {
    void *record;
    if (path->object.bits == 0 && path->component == OX_NAME("option")) {
        s->edited = true;
        return ox_option_do(s->host, path->field, path->index, (int32_t)value);
    }
    const ox_field *field = ox_inspect_find(s, path, &record);
    if (field == NULL) return OX_NOT_FOUND;
    ox_object *object = ox_world_get(s->host->world, path->object);
    ox_object_place *place = ox_object_place_of(s->host->world, object);
    ox_object_place there = {.size = FX_ONE};
    if (record == place) { /* `pos` changes by ox_place_set alone, which keeps queries right */
        there = *place;
        record = &there;
    }
    const ox_status status = ox_field_set(field, record, path->index, value);
    if (status != OX_OK) return status;
    s->edited = true;
    if (record != &there) return OX_OK;
    const vec3 pos = there.pos;
    there.pos = place->pos;
    *place = there;
    ox_object_flag(s->host->world, object, OX_OBJECT_TELEPORTED, true);
    return ox_place_set(s->host->world, object, pos);
}

/* Puts a command into the recording, behind those since the last step. */
static void keep_command(ox_inspect *s, const uint8_t head[4], const uint32_t words[5]) {
    uint8_t *bytes = s->edits + s->edit_bytes;
    memcpy(bytes, head, 4);
    ox_writer to = ox_writer_bytes(bytes + 4, OX_INSPECT_EDIT_BYTES - 4);
    ox_write_words(&to, words, 5);
    s->edit_bytes += OX_INSPECT_EDIT_BYTES;
}

static bool has_room(const ox_inspect *s) { return s->edit_bytes + OX_INSPECT_EDIT_BYTES <= sizeof s->edits; }

ox_status ox_inspect_edit(ox_inspect *s, const ox_inspect_path *path, int64_t value) {
    if (s->host == NULL) return OX_NOT_FOUND;
    if (s->host->options->replay != NULL) return OX_BAD_STATE;
    const bool records = s->host->options->record != NULL;
    if (records && !has_room(s)) return OX_FULL;
    const ox_status status = change(s, path, value);
    if (status != OX_OK || !records) return status;
    keep_command(s, (const uint8_t[4]){EDIT, (uint8_t)path->index},
                 (const uint32_t[5]){path->object.bits, path->component, path->field, (uint32_t)value,
                                     (uint32_t)((uint64_t)value >> 32)});
    return OX_OK;
}

void ox_inspect_files_changed(ox_inspect *s, uint32_t sum) {
    s->edited = true;
    if (s->host == NULL || s->host->options->record == NULL || !has_room(s)) return;
    keep_command(s, (const uint8_t[4]){FILES}, (const uint32_t[5]){sum});
}

bool ox_inspect_redo(ox_inspect *s, const uint8_t *bytes, size_t size) {
    for (; size > 0; bytes += OX_INSPECT_EDIT_BYTES, size -= OX_INSPECT_EDIT_BYTES) {
        uint32_t words[5];
        if (size < OX_INSPECT_EDIT_BYTES || bytes[2] != 0 || bytes[3] != 0) return false;
        ox_reader from = ox_reader_bytes(bytes + 4, OX_INSPECT_EDIT_BYTES - 4);
        ox_read_words(&from, words, 5);
        if (bytes[0] == FILES) {
            ox_log_write(
                s->host->log, PLAT_LOG_WARNING,
                "files of the cart changed here while this was recorded (%08x): what follows may differ",
                (unsigned)words[0]);
            continue;
        }
        const ox_inspect_path path = {{words[0]}, words[1], words[2], bytes[1]};
        if (bytes[0] != EDIT || change(s, &path, (int64_t)((uint64_t)words[4] << 32 | words[3])) != OX_OK)
            return false;
    }
    return true;
}
