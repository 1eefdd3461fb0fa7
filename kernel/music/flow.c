/* Songs: their chunk, and the way through their rows. */
#include "kernel/music/flow.h"

#include <string.h>

#include "kernel/engine/limit.h"
#include "kernel/music/row.h"

OX_LIMIT(OX_SONG_CHANNELS, ox_song_data, channels, "channels of a song");

enum { LEAST_TEMPO = 32, USUAL_TEMPO = 125, MOST_TEMPO = 255, USUAL_SPEED = 6, MOST_SPEED = 31 };

/* ---- the chunk ---- */

ox_status ox_song_data_open(ox_song_data *data, const void *chunk, uint32_t size) {
    const uint8_t *c = chunk;
    memset(data, 0, sizeof *data);
    if (size < ROM_SONG_SIZE || !rom_has(c, ROM_SONG_PANS)) return OX_BAD_DATA;
    const uint32_t channels = rom_half(c + ROM_SONG_CHANNELS), speed = rom_half(c + ROM_SONG_SPEED),
                   tempo = rom_half(c + ROM_SONG_TEMPO), orders = rom_word(c + ROM_SONG_ORDER_COUNT),
                   patterns = rom_word(c + ROM_SONG_PATTERN_COUNT);
    if (channels < 1 || channels > OX_SONG_CHANNELS || orders < 1 || orders > 256 || patterns < 1 ||
        patterns > 256)
        return OX_BAD_DATA;
    *data =
        (ox_song_data){.chunk = c,
                       .rows = c + rom_word(c + ROM_SONG_DATA_AT),
                       .orders = c + rom_word(c + ROM_SONG_ORDERS_AT),
                       .patterns = c + rom_word(c + ROM_SONG_PATTERNS_AT),
                       .instruments = c + rom_word(c + ROM_SONG_INSTRUMENTS_AT),
                       .samples = c + rom_word(c + ROM_SONG_SAMPLES_AT),
                       .points = c + rom_word(c + ROM_SONG_POINTS_AT),
                       .row_bytes = rom_word(c + ROM_SONG_DATA_BYTES),
                       .instrument_count = rom_word(c + ROM_SONG_INSTRUMENT_COUNT),
                       .sample_count = rom_word(c + ROM_SONG_SAMPLE_COUNT),
                       .point_count = rom_word(c + ROM_SONG_POINT_COUNT),
                       .order_count = (uint16_t)orders,
                       .pattern_count = (uint16_t)patterns,
                       .restart = rom_half(c + ROM_SONG_RESTART),
                       .channels = (uint8_t)channels,
                       .kind = c[ROM_SONG_KIND],
                       .speed = (uint8_t)(speed < 1 || speed > MOST_SPEED ? USUAL_SPEED : speed),
                       .tempo = (uint8_t)(tempo < LEAST_TEMPO || tempo > MOST_TEMPO ? USUAL_TEMPO : tempo),
                       .linear = c[ROM_SONG_SLIDES] != 0};
    if (data->restart >= orders) data->restart = 0;
    if (rom_has(c, ROM_SONG_LABELS_AT)) {
        data->labels = c + rom_word(c + ROM_SONG_LABELS_AT);
        data->label_count = rom_word(c + ROM_SONG_LABEL_COUNT);
    }
    return OX_OK;
}

bool ox_song_data_label(const ox_song_data *data, uint32_t name, uint32_t *place) {
    const uint8_t *row = data->labels;
    for (uint32_t i = data->label_count; i > 0; i--, row += ROM_SONG_LABEL_SIZE) {
        *place = rom_half(row + ROM_SONG_LABEL_PLACE);
        if (rom_word(row + ROM_SONG_LABEL_NAME) == name) return *place < data->order_count;
    }
    return false;
}

static const uint8_t *pattern_at(const ox_song_data *d, uint32_t pattern) {
    return d->patterns + (size_t)pattern * ROM_SONG_PATTERN_SIZE;
}

uint32_t song_pattern_end(const ox_song_data *d, uint32_t pattern) {
    const uint8_t *row = pattern_at(d, pattern);
    return rom_word(row + ROM_SONG_PATTERN_FIRST) + rom_word(row + ROM_SONG_PATTERN_BYTES);
}

void song_read_note(const ox_song_data *d, uint32_t *cursor, uint32_t end, uint32_t *empty,
                    ox_song_note *note) {
    uint8_t *const fields[5] = {&note->note, &note->instrument, &note->volume, &note->effect,
                                &note->parameter};
    *note = (ox_song_note){.note = 0};
    if (*empty > 0) {
        --*empty;
        return;
    }
    if (*cursor >= end) return;
    uint32_t mask = d->rows[(*cursor)++];
    if ((mask & 128u) != 0) {
        *empty = mask & 127u;
        return;
    }
    for (uint32_t i = 0; i < 5 && *cursor < end; i++) {
        if ((mask >> i & 1u) != 0) *fields[i] = d->rows[(*cursor)++];
    }
}

/* ---- the flow ---- */

uint32_t ox_song_flow_pattern(const ox_song_flow *flow, const ox_song_data *d) {
    return flow->order < d->order_count ? d->orders[flow->order] : 0u;
}

uint32_t ox_song_flow_rows(const ox_song_flow *flow, const ox_song_data *d) {
    return rom_word(pattern_at(d, ox_song_flow_pattern(flow, d)) + ROM_SONG_PATTERN_ROWS);
}

/* Where a row begins: the rows before it are passed over. */
static void find_row(ox_song_flow *flow, const ox_song_data *d, uint32_t row) {
    const uint32_t pattern = ox_song_flow_pattern(flow, d), end = song_pattern_end(d, pattern);
    ox_song_note note;
    flow->row = (uint16_t)row;
    flow->cursor = rom_word(pattern_at(d, pattern) + ROM_SONG_PATTERN_FIRST);
    for (; row > 0; row--) {
        uint32_t empty = 0;
        for (uint32_t i = 0; i < d->channels; i++) song_read_note(d, &flow->cursor, end, &empty, &note);
    }
}

static void enter_place(ox_song_flow *flow, const ox_song_data *d, uint32_t order, uint32_t row) {
    bool is_end = order >= d->order_count;
    if (is_end) order = d->restart;
    if (is_end || (flow->visited[order / 32] >> (order % 32) & 1u) != 0) {
        flow->rounds++;
        memset(flow->visited, 0, sizeof flow->visited);
    }
    flow->visited[order / 32] |= 1u << (order % 32);
    flow->order = (uint16_t)order;
    find_row(flow, d, row < ox_song_flow_rows(flow, d) ? row : 0);
}

void ox_song_flow_begin(ox_song_flow *flow, const ox_song_data *data, uint32_t order, uint32_t row) {
    memset(flow, 0, sizeof *flow);
    flow->speed = data->speed;
    flow->tempo = data->tempo;
    enter_place(flow, data, order < data->order_count ? order : data->restart, row);
}

void ox_song_flow_jump(ox_song_flow *flow, uint32_t order, uint32_t row) {
    flow->jump_order = (uint16_t)order;
    flow->jump_row = (uint16_t)row;
    flow->jumps = true;
}

/* Scream Tracker has one loop for all channels, the other trackers one for each. */
static void take_loop(ox_song_flow *flow, const ox_song_data *d, uint32_t channel, uint32_t count) {
    if (d->kind == ROM_SONG_SCREAMTRACKER) channel = 0;
    uint8_t *left = &flow->loop_left[channel];
    if (count == 0) {
        flow->loop_row[channel] = (uint8_t)flow->row;
        return;
    }
    if (*left == 0)
        *left = (uint8_t)count;
    else
        --*left;
    if (*left > 0) {
        flow->jump_row = flow->loop_row[channel];
        flow->loops = true;
    } else if (d->kind == ROM_SONG_SCREAMTRACKER) {
        flow->loop_row[channel] = (uint8_t)(flow->row + 1u);
    }
}

/* Takes the effects of a note that change the way through the song or its time. */
static void take_effect(ox_song_flow *flow, const ox_song_data *d, uint32_t channel, const ox_song_note *n) {
    const uint8_t p = n->parameter;
    switch (n->effect) {
    case EFFECT_JUMP:
        ox_song_flow_jump(flow, p, 0);
        break;
    case EFFECT_BREAK:
        if (!flow->jumps) flow->jump_order = (uint16_t)(flow->order + 1u);
        flow->jumps = true;
        flow->jump_row = (uint16_t)((p >> 4) * 10 + (p & 15));
        break;
    case EFFECT_SPEED:
        if (p == 0)
            ox_song_flow_jump(flow, d->order_count, 0); /* to the song's end */
        else if (p < LEAST_TEMPO)
            flow->speed = p;
        else
            flow->tempo = p;
        break;
    default:
        if (song_is_extended(n, EXTENDED_LOOP)) take_loop(flow, d, channel, p & 15u);
        if (song_is_extended(n, EXTENDED_DELAY)) flow->delay = p & 15u;
    }
}

static void read_row(ox_song_flow *flow, const ox_song_data *d) {
    const uint32_t end = song_pattern_end(d, ox_song_flow_pattern(flow, d));
    uint32_t empty = 0;
    ox_song_note note;
    flow->here = flow->cursor;
    for (uint32_t i = 0; i < d->channels; i++) {
        song_read_note(d, &flow->cursor, end, &empty, &note);
        if (note.effect != 0) take_effect(flow, d, i, &note);
    }
    flow->repeats = flow->delay;
    flow->delay = 0;
}

/* Leaves a row behind its last tick. FastTracker begins the next pattern where the last loop began. */
static void leave_row(ox_song_flow *flow, const ox_song_data *d) {
    const uint32_t next = flow->row + 1u;
    if (flow->jumps || (!flow->loops && next >= ox_song_flow_rows(flow, d))) {
        const uint32_t order = flow->jumps ? flow->jump_order : flow->order + 1u,
                       row = flow->jumps || d->kind == ROM_SONG_FASTTRACKER ? flow->jump_row : 0u;
        flow->jumps = flow->loops = false;
        flow->jump_row = 0;
        if (d->kind == ROM_SONG_SCREAMTRACKER) flow->loop_row[0] = 0;
        enter_place(flow, d, order, row);
    } else if (flow->loops) {
        flow->loops = false;
        find_row(flow, d, flow->jump_row < ox_song_flow_rows(flow, d) ? flow->jump_row : 0u);
    } else {
        flow->row = (uint16_t)next;
    }
}

bool ox_song_flow_ends(const ox_song_flow *flow, const ox_song_data *data) {
    return flow->begun && flow->row + 1u >= ox_song_flow_rows(flow, data) && flow->tick + 1 >= flow->speed &&
           flow->repeats == 0;
}

ox_song_step ox_song_flow_tick(ox_song_flow *flow, const ox_song_data *data) {
    flow->ticks++;
    if (flow->begun && flow->tick + 1 < flow->speed) {
        flow->tick++;
        return OX_SONG_TICK;
    }
    flow->tick = 0;
    if (flow->begun && flow->repeats > 0) {
        flow->repeats--;
        return OX_SONG_REPEAT;
    }
    if (flow->begun) leave_row(flow, data);
    flow->begun = true;
    read_row(flow, data);
    return OX_SONG_ROW;
}

void ox_song_flow_again(ox_song_flow *flow) {
    if (!flow->begun) return;
    flow->begun = false;
    flow->cursor = flow->here;
    flow->ticks -= flow->tick + 1u;
    flow->tick = flow->repeats = flow->delay = 0;
    flow->jumps = flow->loops = false;
}

void ox_song_flow_mend(ox_song_flow *flow, const ox_song_data *d) {
    if (flow->order >= d->order_count) flow->order = d->restart;
    if (flow->row >= ox_song_flow_rows(flow, d)) flow->row = 0;
    if (flow->speed < 1 || flow->speed > MOST_SPEED) flow->speed = d->speed;
    if (flow->tempo < LEAST_TEMPO) flow->tempo = d->tempo;
    find_row(flow, d, flow->row + (flow->begun ? 1u : 0u));
    flow->row = (uint16_t)(flow->row - (flow->begun ? 1u : 0u));
}
