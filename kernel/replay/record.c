/* Writes recordings. */
#include "kernel/replay/record.h"

#include <string.h>

#include "kernel/memory/life.h"
#include "kernel/replay/internal.h"

FX_STATIC_ASSERT(OX_PLAYERS_MAX <= 4, "kinds of records tell four players apart");

enum { PIECE = 160 }; /* bytes put out at a time; records of one player and tick take less, waits included */

/* ---- bytes to the sink ---- */

static void put_out(ox_recorder *r, const void *bytes, size_t size) {
    if (size == 0 || !r->recording) return;
    r->sum = ox_fnv_bytes(r->sum, bytes, size);
    r->bytes += size;
    r->recording = r->sink(r->context, bytes, size);
}

/* Puts out the piece written so far and empties it. */
static void flush(ox_recorder *r, ox_writer *piece) {
    put_out(r, piece->bytes, piece->used);
    piece->used = 0;
}

static void put_sum(ox_recorder *r) {
    uint8_t bytes[4];
    ox_writer w = ox_writer_bytes(bytes, sizeof bytes);
    ox_write_u32(&w, r->sum);
    put_out(r, bytes, sizeof bytes);
    r->sum = OX_FNV_START;
}

/* Puts out the head of a record. A long time without records takes several wait records before it. */
static void put_head(ox_recorder *r, uint32_t kind, uint32_t tick) {
    uint8_t bytes[PIECE];
    while (tick - r->written > 8u * OX_REPLAY_WAIT_MOST) {
        ox_writer w = ox_writer_bytes(bytes, sizeof bytes);
        ox_replay_put_head(&w, OX_REPLAY_WAIT, r->written + 8u * OX_REPLAY_WAIT_MOST, &r->written);
        flush(r, &w);
    }
    ox_writer w = ox_writer_bytes(bytes, sizeof bytes);
    ox_replay_put_head(&w, kind, tick, &r->written);
    flush(r, &w);
}

/* ---- begin ---- */

static void put_recording_head(ox_recorder *r) {
    uint8_t bytes[OX_RECORDING_HEAD];
    ox_writer w = ox_writer_bytes(bytes, sizeof bytes);
    const ox_recording_head *h = &r->head;
    ox_write_u32(&w, OX_RECORDING_MAGIC);
    ox_write_u16(&w, OX_RECORDING_VERSION);
    ox_write_u16(&w, OX_RECORDING_HEAD);
    ox_write_u32(&w, h->cart);
    ox_write_u32(&w, h->rom);
    ox_write_u32(&w, h->format);
    ox_write_u32(&w, h->seed);
    ox_write_u32(&w, h->start);
    ox_write_u32(&w, h->first_tick);
    ox_write_u32(&w, h->length);
    ox_write_u32(&w, h->rate);
    ox_write_u8(&w, (uint32_t)h->start_kind);
    ox_write_u8(&w, h->players);
    ox_write_u8(&w, (uint32_t)h->detail);
    ox_write_u8(&w, 0);
    ox_write_u16(&w, h->interval);
    ox_write_u16(&w, 0);
    ox_write_u32(&w, h->snapshot_bytes);
    ox_write_u32(&w, 0);
    put_out(r, bytes, w.used);
}

ox_status ox_recorder_begin(ox_recorder *recorder, const ox_recording_head *head, const ox_sim *state,
                            ox_recording_sink *sink, void *context) {
    bool snapshot = head->start_kind == OX_START_SNAPSHOT;
    if (head->players == 0 || head->players > OX_PLAYERS_MAX || head->interval == 0 ||
        head->interval > UINT16_MAX || (unsigned)head->detail >= OX_CHECK_DETAILS ||
        (unsigned)head->start_kind >= OX_START_KINDS || head->length == 0 || head->rate == 0 || sink == NULL)
        return OX_BAD_ARGUMENT;
    if (snapshot && (head->snapshot == NULL || head->snapshot_bytes == 0)) return OX_BAD_ARGUMENT;
    if (snapshot && !ox_sim_is_portable(state)) return OX_UNSUPPORTED;
    memset(recorder, 0, sizeof *recorder);
    recorder->head = *head;
    recorder->head.format = ox_sim_format(state);
    if (!snapshot) recorder->head.snapshot_bytes = 0;
    recorder->state = state;
    recorder->sink = sink;
    recorder->context = context;
    recorder->sum = OX_FNV_START;
    recorder->recording = true;
    put_recording_head(recorder);
    if (snapshot) put_out(recorder, head->snapshot, head->snapshot_bytes);
    put_sum(recorder);
    return recorder->recording ? OX_OK : OX_IO_ERROR;
}

/* ---- ticks ---- */

void ox_recorder_step(ox_recorder *recorder, const ox_input_record *records) {
    uint8_t bytes[PIECE];
    for (uint32_t i = 0; i < recorder->head.players && recorder->recording; i++) {
        if (ox_input_record_same(&records[i], &recorder->last[i])) continue;
        if (recorder->tick - recorder->written > OX_REPLAY_WAIT_MOST)
            put_head(recorder, OX_REPLAY_WAIT, recorder->tick);
        ox_writer w = ox_writer_bytes(bytes, sizeof bytes);
        ox_replay_put_change(&w, i, &records[i], &recorder->last[i], recorder->tick, &recorder->written);
        flush(recorder, &w);
    }
}

void ox_recorder_commands(ox_recorder *recorder, const void *bytes, size_t size) {
    uint8_t length[2];
    FX_CHECK_OR(size <= UINT16_MAX, "replay: more than 65535 bytes of commands in a tick", return );
    if (!recorder->recording || size == 0) return;
    put_head(recorder, OX_REPLAY_COMMANDS, recorder->tick);
    ox_writer w = ox_writer_bytes(length, sizeof length);
    ox_write_u16(&w, (uint32_t)size);
    put_out(recorder, length, sizeof length);
    put_out(recorder, bytes, size);
}

/* ---- checks ---- */

static void put_item(ox_recorder *r, const ox_sim_item *item) {
    uint8_t bytes[PIECE];
    ox_writer w = ox_writer_bytes(bytes, sizeof bytes);
    uint32_t hash = ox_sim_item_hash(item, OX_FNV_START);
    ox_write_u32(&w, item->id);
    if (r->head.detail == OX_CHECK_OBJECTS) {
        ox_write_u16(&w, (hash ^ hash >> 16) & 0xFFFFu);
        flush(r, &w);
        return;
    }
    size_t size = ox_sim_item_bytes(item);
    ox_write_u32(&w, item->type->name);
    ox_write_u16(&w, (uint32_t)size);
    for (uint32_t f = 0; f < item->type->count; f++) {
        const ox_field *field = &item->type->fields[f];
        for (uint32_t i = 0; (field->flags & OX_HASH) != 0 && i < ox_field_count(field); i++) {
            if (w.used + 8 > sizeof bytes) flush(r, &w);
            ox_sim_value_write(item, f, i, &w);
        }
    }
    flush(r, &w);
}

static void put_items(ox_recorder *r) {
    uint8_t bytes[2];
    uint32_t count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t p = 0; p < r->state->count; p++) {
            const ox_sim_part *part = &r->state->parts[p];
            ox_sim_item item;
            uint32_t cursor = 0;
            while (part->next != NULL && part->next(part->context, &cursor, &item)) {
                if (pass == 0)
                    count++;
                else
                    put_item(r, &item);
            }
        }
        if (pass != 0) continue;
        if (count > UINT16_MAX) r->recording = false; /* a u16 cannot hold the count */
        ox_writer w = ox_writer_bytes(bytes, sizeof bytes);
        ox_write_u16(&w, count);
        put_out(r, bytes, sizeof bytes);
    }
}

static void put_check(ox_recorder *r) {
    uint8_t bytes[4];
    put_head(r, OX_REPLAY_CHECK, r->tick);
    ox_writer w = ox_writer_bytes(bytes, sizeof bytes);
    ox_write_u32(&w, ox_sim_hash(r->state, OX_FNV_START));
    put_out(r, bytes, sizeof bytes);
    if (r->head.detail != OX_CHECK_HASH) put_items(r);
    put_sum(r);
}

void ox_recorder_stepped(ox_recorder *recorder) {
    recorder->tick++;
    if (recorder->recording && recorder->tick % recorder->head.interval == 0) put_check(recorder);
}

ox_status ox_recorder_end(ox_recorder *recorder) {
    if (recorder->state == NULL) return OX_BAD_STATE;
    if (recorder->recording) {
        put_head(recorder, OX_REPLAY_END, recorder->tick);
        put_sum(recorder);
    }
    bool whole = recorder->recording;
    OX_CLEAR(recorder);
    return whole ? OX_OK : OX_IO_ERROR;
}

bool ox_recording_to_memory(void *recording_memory, const void *bytes, size_t size) {
    ox_recording_memory *m = recording_memory;
    bool fits = m->used <= m->size && m->size - m->used >= size;
    if (fits) memcpy(m->bytes + m->used, bytes, size);
    m->used += size;
    return fits;
}
