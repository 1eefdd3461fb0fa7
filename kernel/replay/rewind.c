/* The ring of snapshots and input, and the way back to any of its ticks. */
#include "kernel/replay/rewind.h"

#include <string.h>

#include "kernel/memory/align.h"
#include "kernel/memory/life.h"
#include "kernel/replay/internal.h"

/* ---- segments ---- */

static ox_rewind_segment *segment_at(const ox_rewind *r, uint32_t index) {
    return (ox_rewind_segment *)(void *)(r->memory + (size_t)((r->first + index) % r->segments) * r->stride);
}

static uint8_t *key_of(ox_rewind_segment *segment) { return (uint8_t *)(segment + 1); }

/* The input of a segment, right behind its snapshot: room that the snapshot leaves is the input's. */
static uint8_t *input_of(ox_rewind_segment *segment) {
    return key_of(segment) + OX_ALIGN_UP((size_t)segment->key_bytes, (size_t)8);
}

static size_t input_left(const ox_rewind *r, const ox_rewind_segment *segment) {
    return r->stride - sizeof *segment - OX_ALIGN_UP((size_t)segment->key_bytes, (size_t)8) -
           segment->input_bytes;
}

static size_t segment_bytes(const ox_rewind_config *c, size_t input) {
    return sizeof(ox_rewind_segment) + OX_ALIGN_UP(c->key_bytes, (size_t)8) + OX_ALIGN_UP(input, (size_t)8);
}

static size_t input_room(const ox_rewind_config *c, uint32_t interval) {
    size_t bytes = c->input_bytes != 0 ? c->input_bytes : (size_t)interval * c->players;
    return bytes < 64 ? 64 : bytes;
}

ox_status ox_rewind_init(ox_rewind *rewind, void *memory, size_t bytes, const ox_rewind_config *config) {
    memset(rewind, 0, sizeof *rewind);
    if (memory == NULL || config->state == NULL || config->step == NULL || config->players == 0 ||
        config->players > OX_PLAYERS_MAX || config->span < 2 || config->span > 1u << 20)
        return OX_BAD_ARGUMENT;
    rewind->config = *config;
    if (rewind->config.key_bytes == 0) rewind->config.key_bytes = ox_sim_bytes(config->state);
    if (rewind->config.key_bytes == 0) return OX_BAD_ARGUMENT;
    /* More segments make the interval shorter, and with it the input of a segment. */
    for (uint32_t n = 2; n <= config->span + 1; n++) {
        uint32_t interval = (config->span + n - 2) / (n - 1);
        size_t input = input_room(&rewind->config, interval), stride = segment_bytes(&rewind->config, input);
        if ((size_t)n > bytes / rewind->config.key_bytes) break;
        if (stride > bytes / n) continue;
        rewind->segments = n;
        rewind->interval = interval;
        rewind->stride = stride;
    }
    if (rewind->segments == 0) return OX_OUT_OF_MEMORY;
    rewind->memory = memory;
    return OX_OK;
}

/* ---- noting ---- */

/* Exchanges the players' present input and their input before the tick, with which the tick is run again. */
static void exchange_input(const ox_rewind_config *config) {
    for (uint32_t i = 0; config->sources != NULL && i < config->sources->count; i++) {
        ox_input *input = &config->sources->players[i].input;
        const ox_input now = *input;
        *input = config->before[i];
        config->before[i] = now;
    }
}

/* Begins a new segment with a snapshot of the state. A snapshot that does not fit empties the ring, which begins anew
 * with the next tick whose snapshot fits. */
static void begin_segment(ox_rewind *r) {
    if (r->count == r->segments) {
        r->first = (r->first + 1) % r->segments;
        r->count--;
    }
    ox_rewind_segment *s = segment_at(r, r->count);
    ox_writer w = ox_writer_bytes(key_of(s), r->config.key_bytes);
    exchange_input(&r->config);
    ox_sim_save(r->config.state, &w);
    exchange_input(&r->config);
    if (w.full) {
        r->lost++;
        r->count = 0;
        return;
    }
    *s = (ox_rewind_segment){.tick = r->tick, .key_bytes = (uint32_t)w.used};
    r->count++;
    r->written = r->tick;
    memset(r->last, 0, sizeof r->last);
}

/* Appends the players' changes to the newest segment; false when they do not fit. */
static bool append_changes(ox_rewind *r, const ox_input_record *records) {
    ox_rewind_segment *s = segment_at(r, r->count - 1);
    ox_writer w = ox_writer_bytes(input_of(s) + s->input_bytes, input_left(r, s));
    ox_input_record last[OX_PLAYERS_MAX];
    uint32_t written = r->written, same = 0;
    while (same < r->config.players && ox_input_record_same(&records[same], &r->last[same])) same++;
    if (same == r->config.players) {
        s->ticks++;
        return true;
    }
    memcpy(last, r->last, sizeof last);
    for (uint32_t i = 0; i < r->config.players; i++)
        ox_replay_put_change(&w, i, &records[i], &last[i], r->tick, &written);
    if (w.full) return false;
    memcpy(r->last, last, sizeof last);
    r->written = written;
    s->input_bytes += (uint32_t)w.used;
    s->ticks++;
    return true;
}

/* Reads the input records of a segment before a tick into `records`; returns the offset of the first record not read.
 * *written: tick of the last record read. */
static uint32_t read_to(ox_rewind_segment *s, uint32_t tick, ox_input_record *records, uint32_t *written) {
    ox_reader from = ox_reader_bytes(input_of(s), s->input_bytes);
    uint32_t at = s->tick;
    memset(records, 0, OX_PLAYERS_MAX * sizeof *records);
    *written = s->tick;
    while (from.used < from.size) {
        size_t before = from.used;
        uint32_t head = ox_read_u16(&from);
        at += head & 0xFFFu;
        if (at >= tick) return (uint32_t)before;
        *written = at;
        if (head >> 12 != OX_REPLAY_WAIT) ox_replay_get_change(&from, head >> 12, records);
    }
    return (uint32_t)from.used;
}

/* Forgets segments and input ahead of the present tick. */
static void cut_future(ox_rewind *r) {
    while (r->count > 0 && segment_at(r, r->count - 1)->tick > r->tick) r->count--;
    r->end = r->tick;
    if (r->count == 0) return;
    ox_rewind_segment *s = segment_at(r, r->count - 1);
    s->ticks = r->tick - s->tick;
    s->input_bytes = read_to(s, r->tick, r->last, &r->written);
}

void ox_rewind_note(ox_rewind *rewind, const ox_input_record *records) {
    OX_CREATED(rewind->memory);
    ox_rewind *r = rewind;
    if (r->end != r->tick) cut_future(r);
    if (r->count == 0 || segment_at(r, r->count - 1)->ticks >= r->interval) begin_segment(r);
    if (r->count > 0 && !append_changes(r, records)) {
        begin_segment(r); /* much input: the next snapshot comes early */
        if (r->count > 0 && !append_changes(r, records)) r->count = 0, r->lost++;
    }
    r->tick++;
    r->end = r->tick;
}

/* ---- answers ---- */

uint32_t ox_rewind_behind(const ox_rewind *rewind) {
    return rewind->count == 0 ? 0 : rewind->tick - segment_at(rewind, 0)->tick;
}

uint32_t ox_rewind_ahead(const ox_rewind *rewind) { return rewind->end - rewind->tick; }

size_t ox_rewind_bytes(const ox_rewind *rewind) { return (size_t)rewind->segments * rewind->stride; }

/* ---- going ---- */

/* Runs the ticks of a segment from `tick` to `to`; the state is at `tick`. */
static void run_segment(ox_rewind *r, ox_rewind_segment *s, uint32_t tick, uint32_t to) {
    ox_input_record records[OX_PLAYERS_MAX];
    uint32_t written;
    ox_reader from = ox_reader_bytes(input_of(s), s->input_bytes);
    from.used = read_to(s, tick, records, &written);
    uint32_t at = written, head = 0;
    bool known = false;
    for (; tick < to; tick++) {
        for (;;) {
            if (!known) {
                if (from.used >= from.size) break;
                head = ox_read_u16(&from);
                at += head & 0xFFFu;
                known = true;
            }
            if (at > tick) break;
            if (head >> 12 != OX_REPLAY_WAIT) ox_replay_get_change(&from, head >> 12, records);
            known = false;
        }
        r->config.step(r->config.context, records, r->config.players);
        r->rerun++;
    }
}

/* The segment that holds a tick: the newest that begins at or before it. */
static uint32_t find_segment(const ox_rewind *r, uint32_t tick) {
    uint32_t index = r->count;
    while (index > 0 && segment_at(r, index - 1)->tick > tick) index--;
    return index;
}

static ox_status go_to(ox_rewind *r, uint32_t tick, bool from_here) {
    uint32_t index = find_segment(r, from_here ? r->tick : tick);
    if (index == 0) return OX_NOT_FOUND;
    ox_rewind_segment *s = segment_at(r, index - 1);
    uint32_t at = r->tick;
    if (!from_here) {
        ox_reader key = ox_reader_bytes(key_of(s), s->key_bytes);
        ox_status status = ox_sim_restore(r->config.state, &key);
        if (ox_failed(status)) return OX_BAD_DATA;
        at = s->tick;
    }
    for (; at < tick; index++) {
        s = segment_at(r, index - 1);
        uint32_t to = s->tick + s->ticks < tick ? s->tick + s->ticks : tick;
        run_segment(r, s, at, to);
        at = to;
    }
    r->tick = tick;
    return OX_OK;
}

ox_status ox_rewind_back(ox_rewind *rewind, uint32_t ticks) {
    if (ticks > ox_rewind_behind(rewind) || rewind->count == 0) return OX_NOT_FOUND;
    return go_to(rewind, rewind->tick - ticks, false);
}

ox_status ox_rewind_forward(ox_rewind *rewind, uint32_t ticks) {
    if (ticks > ox_rewind_ahead(rewind) || rewind->count == 0) return OX_NOT_FOUND;
    return go_to(rewind, rewind->tick + ticks, true);
}

/* ---- the last seconds as a recording ---- */

typedef struct exporter {
    ox_rewind *rewind;
    ox_recorder recorder;
} exporter;

static void record_tick(void *context, const ox_input_record *records, uint32_t players) {
    exporter *e = context;
    ox_recorder_step(&e->recorder, records);
    e->rewind->config.step(e->rewind->config.context, records, players);
    ox_recorder_stepped(&e->recorder);
}

ox_status ox_rewind_export(ox_rewind *rewind, const ox_recording_head *head, ox_recording_sink *sink,
                           void *context) {
    exporter e = {.rewind = rewind};
    ox_recording_head whole = *head;
    if (rewind->count == 0) return OX_EMPTY;
    uint32_t now = rewind->tick;
    ox_rewind_segment *oldest = segment_at(rewind, 0);
    whole.start_kind = OX_START_SNAPSHOT;
    whole.snapshot = key_of(oldest);
    whole.snapshot_bytes = oldest->key_bytes;
    whole.players = rewind->config.players;
    whole.first_tick = oldest->tick;
    ox_rewind copy = *rewind; /* shares the ring's memory; record_tick records each tick as it runs */
    copy.config.step = record_tick;
    copy.config.context = &e;
    /* The snapshot is restored first, since ox_recorder_begin takes the format from the state. */
    ox_status status = go_to(&copy, oldest->tick, false);
    if (ox_failed(status)) return status;
    status = ox_recorder_begin(&e.recorder, &whole, rewind->config.state, sink, context);
    if (ox_failed(status)) copy.config = rewind->config; /* the ticks run again without a recorder */
    ox_status back = go_to(&copy, now, true);
    if (ox_failed(status)) return status;
    ox_status ended = ox_recorder_end(&e.recorder);
    return ox_failed(back) ? back : ended;
}
