/* Records of input as bytes, for recordings and for the ring of the rewind. */
#include <string.h>

#include "kernel/replay/internal.h"

#define LOW_BUTTONS 0x7FFFu
#define POINTER_BUTTON 0x8000u

FX_STATIC_ASSERT(PLAT_SELECT < (int)POINTER_BUTTON,
                 "the port's buttons leave room for the pointer's in 16 bits");

uint32_t ox_replay_buttons(uint32_t held) {
    return (held & LOW_BUTTONS) | ((held & OX_INPUT_POINTER) != 0 ? POINTER_BUTTON : 0u);
}

uint32_t ox_replay_held(uint32_t buttons) {
    return (buttons & LOW_BUTTONS) | ((buttons & POINTER_BUTTON) != 0 ? OX_INPUT_POINTER : 0u);
}

void ox_replay_axes(const ox_input_record *r, int16_t values[OX_REPLAY_AXIS_COUNT]) {
    const int16_t all[OX_REPLAY_AXIS_COUNT] = {r->stick_x, r->stick_y, r->pointer_x, r->pointer_y, r->dx,
                                               r->dy,      r->drag_x,  r->drag_y,    r->wheel};
    memcpy(values, all, sizeof all);
}

void ox_replay_set_axes(ox_input_record *r, const int16_t v[OX_REPLAY_AXIS_COUNT]) {
    r->stick_x = v[0], r->stick_y = v[1];
    r->pointer_x = v[2], r->pointer_y = v[3];
    r->dx = v[4], r->dy = v[5];
    r->drag_x = v[6], r->drag_y = v[7];
    r->wheel = v[8];
}

void ox_replay_put_head(ox_writer *to, uint32_t kind, uint32_t tick, uint32_t *written) {
    uint32_t passed = tick - *written;
    for (; passed > OX_REPLAY_WAIT_MOST; passed -= OX_REPLAY_WAIT_MOST)
        ox_write_u16(to, (uint32_t)OX_REPLAY_WAIT << 12 | OX_REPLAY_WAIT_MOST);
    ox_write_u16(to, kind << 12 | passed);
    *written = tick;
}

/* Appends the half words of senses that differ. */
static void put_senses(ox_writer *to, uint32_t player, const plat_senses *now, const plat_senses *before,
                       uint32_t tick, uint32_t *written) {
    uint16_t halves[PLAT_SENSES], old[PLAT_SENSES];
    uint32_t mask = 0;
    ox_input_senses_halves(now, halves);
    ox_input_senses_halves(before, old);
    for (uint32_t i = 0; i < PLAT_SENSES; i++) mask |= halves[i] != old[i] ? 1u << i : 0u;
    if (mask == 0) return;
    ox_replay_put_head(to, OX_REPLAY_SENSES + player, tick, written);
    ox_write_u32(to, mask);
    for (uint32_t i = 0; i < PLAT_SENSES; i++)
        if ((mask >> i & 1u) != 0) ox_write_u16(to, halves[i]);
}

static void get_senses(ox_reader *from, plat_senses *senses) {
    uint16_t halves[PLAT_SENSES];
    const uint32_t mask = ox_read_u32(from);
    if (mask == 0 || (uint64_t)mask >> PLAT_SENSES != 0) from->bad = true;
    ox_input_senses_halves(senses, halves);
    for (uint32_t i = 0; i < PLAT_SENSES; i++)
        if ((mask >> i & 1u) != 0) halves[i] = (uint16_t)ox_read_u16(from);
    ox_input_senses_of(senses, halves);
}

bool ox_replay_is_input(uint32_t kind, uint32_t *player) {
    const bool senses = kind >= OX_REPLAY_SENSES && kind < OX_REPLAY_SENSES + OX_PLAYERS_MAX;
    *player = senses ? kind - OX_REPLAY_SENSES : kind & 3u;
    return senses || kind < OX_REPLAY_COMMANDS;
}

void ox_replay_put_change(ox_writer *to, uint32_t player, const ox_input_record *record,
                          ox_input_record *last, uint32_t tick, uint32_t *written) {
    int16_t now[OX_REPLAY_AXIS_COUNT], before[OX_REPLAY_AXIS_COUNT];
    const plat_senses senses = last->senses;
    uint32_t mask = 0;
    if (ox_replay_buttons(record->held) != ox_replay_buttons(last->held)) {
        ox_replay_put_head(to, OX_REPLAY_BUTTONS + player, tick, written);
        ox_write_u16(to, ox_replay_buttons(record->held));
    }
    ox_replay_axes(record, now);
    ox_replay_axes(last, before);
    for (uint32_t i = 0; i < OX_REPLAY_AXIS_COUNT; i++) mask |= now[i] != before[i] ? 1u << i : 0u;
    *last = *record;
    if (mask != 0) {
        ox_replay_put_head(to, OX_REPLAY_AXES + player, tick, written);
        ox_write_u16(to, mask);
    }
    for (uint32_t i = 0; i < OX_REPLAY_AXIS_COUNT; i++) {
        if ((mask >> i & 1u) != 0) ox_write_u16(to, (uint16_t)now[i]);
    }
    put_senses(to, player, &record->senses, &senses, tick, written);
}

void ox_replay_get_change(ox_reader *from, uint32_t kind, ox_input_record *records) {
    uint32_t player;
    if (!ox_replay_is_input(kind, &player)) {
        from->bad = true;
        return;
    }
    ox_input_record *record = &records[player];
    int16_t values[OX_REPLAY_AXIS_COUNT];
    if (kind >= OX_REPLAY_SENSES) {
        get_senses(from, &record->senses);
        return;
    }
    if (kind < OX_REPLAY_AXES) {
        record->held = ox_replay_held(ox_read_u16(from));
        return;
    }
    uint32_t mask = ox_read_u16(from);
    if (mask == 0 || mask >= 1u << OX_REPLAY_AXIS_COUNT) from->bad = true;
    ox_replay_axes(record, values);
    for (uint32_t i = 0; i < OX_REPLAY_AXIS_COUNT; i++) {
        if ((mask >> i & 1u) != 0) values[i] = (int16_t)ox_read_u16(from);
    }
    ox_replay_set_axes(record, values);
}
