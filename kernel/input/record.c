/* Records of a step's input: made out of a step, played into a step, and filled by sources. */
#include "kernel/input/record.h"

#include <string.h>

#include "fixedmath/root.h"
#include "kernel/memory/life.h"

FX_STATIC_ASSERT(OX_PLAYERS_MAX <= 4, "a recording names players with two bits");

static int16_t clamped_half(int32_t value) { return (int16_t)int_clamp(value, INT16_MIN, INT16_MAX); }

ox_input_record ox_input_recorded(const ox_input *input) {
    return (ox_input_record){.held = input->held,
                             .stick_x = input->raw_x,
                             .stick_y = input->raw_y,
                             .pointer_x = clamped_half(input->pointer_x),
                             .pointer_y = clamped_half(input->pointer_y),
                             .dx = clamped_half(input->pointer_dx),
                             .dy = clamped_half(input->pointer_dy),
                             .drag_x = clamped_half(input->drag_x),
                             .drag_y = clamped_half(input->drag_y),
                             .wheel = clamped_half(input->wheel)};
}

void ox_input_play(ox_input *input, const ox_input_record *record) {
    uint32_t changed = record->held ^ input->held;
    memset(input->waiting, 0, sizeof input->waiting);
    for (uint32_t rest = changed; rest != 0; rest &= rest - 1u) input->waiting[fx_ctz32(rest)] = 1;
    input->busy = changed;
    input->level = record->held;
    input->raw_x = record->stick_x;
    input->raw_y = record->stick_y;
    input->pointer_x = record->pointer_x;
    input->pointer_y = record->pointer_y;
    input->sum[0] = record->dx;
    input->sum[1] = record->dy;
    input->sum[2] = record->drag_x;
    input->sum[3] = record->drag_y;
    input->sum[4] = record->wheel;
    ox_input_step(input);
}

bool ox_input_record_same(const ox_input_record *a, const ox_input_record *b) {
    return a->held == b->held && a->stick_x == b->stick_x && a->stick_y == b->stick_y &&
           a->pointer_x == b->pointer_x && a->pointer_y == b->pointer_y && a->dx == b->dx && a->dy == b->dy &&
           a->drag_x == b->drag_x && a->drag_y == b->drag_y && a->wheel == b->wheel;
}

void ox_input_save(const ox_input *input, ox_writer *to) {
    ox_write_u32(to, input->held);
    ox_write_u32(to, input->repeat_wait);
}

ox_status ox_input_restore(ox_input *input, ox_reader *from) {
    uint32_t held = ox_read_u32(from), wait = ox_read_u32(from);
    if (from->bad) return OX_BAD_DATA;
    input->held = input->level = held;
    input->repeat_wait = wait;
    input->pressed = input->released = input->repeat = 0;
    memset(input->waiting, 0, sizeof input->waiting);
    memset(input->sum, 0, sizeof input->sum);
    input->busy = 0;
    return OX_OK;
}

/* ---- sources ---- */

ox_status ox_input_sources_init(ox_input_sources *sources, ox_input_player *players, uint32_t count) {
    if (players == NULL || count == 0 || count > OX_PLAYERS_MAX) return OX_BAD_ARGUMENT;
    memset(players, 0, count * sizeof *players);
    for (uint32_t i = 0; i < count; i++) {
        ox_input_init(&players[i].input);
        players[i].source.name = "devices";
    }
    *sources = (ox_input_sources){players, count};
    return OX_OK;
}

ox_status ox_input_source_set(ox_input_sources *sources, uint32_t player, ox_input_source source) {
    OX_CREATED(sources->players);
    if (player >= sources->count) return OX_BAD_ARGUMENT;
    ox_input_player *p = &sources->players[player];
    const plat_input still = {0};
    if (p->source.fill != NULL && source.fill == NULL)
        ox_input_feed(&p->input, &still); /* the devices count as still until the next poll */
    p->source = source;
    return OX_OK;
}

void ox_input_sources_feed(ox_input_sources *sources, uint32_t player, const plat_input *polled) {
    FX_CHECK_OR(player < sources->count, "input: polled devices of a player that there is not", return );
    ox_input_feed(&sources->players[player].input, polled);
}

void ox_input_sources_step(ox_input_sources *sources, uint32_t tick) {
    for (uint32_t i = 0; i < sources->count; i++) {
        ox_input_player *p = &sources->players[i];
        if (p->source.fill == NULL) {
            ox_input_step(&p->input);
            p->record = ox_input_recorded(&p->input);
            continue;
        }
        memset(&p->record, 0, sizeof p->record);
        p->source.fill(p->source.context, tick, &p->record);
        ox_input_play(&p->input, &p->record);
    }
}

void ox_input_sources_recorded(const ox_input_sources *sources, ox_input_record records[OX_PLAYERS_MAX]) {
    for (uint32_t i = 0; i < sources->count; i++) records[i] = sources->players[i].record;
}
