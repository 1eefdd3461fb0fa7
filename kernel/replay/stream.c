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

void ox_replay_put_change(ox_writer *to, uint32_t player, const ox_input_record *record,
                          ox_input_record *last, uint32_t tick, uint32_t *written) {
    int16_t now[OX_REPLAY_AXIS_COUNT], before[OX_REPLAY_AXIS_COUNT];
    uint32_t mask = 0;
    if (ox_replay_buttons(record->held) != ox_replay_buttons(last->held)) {
        ox_replay_put_head(to, OX_REPLAY_BUTTONS + player, tick, written);
        ox_write_u16(to, ox_replay_buttons(record->held));
    }
    ox_replay_axes(record, now);
    ox_replay_axes(last, before);
    for (uint32_t i = 0; i < OX_REPLAY_AXIS_COUNT; i++) mask |= now[i] != before[i] ? 1u << i : 0u;
    *last = *record;
    if (mask == 0) return;
    ox_replay_put_head(to, OX_REPLAY_AXES + player, tick, written);
    ox_write_u16(to, mask);
    for (uint32_t i = 0; i < OX_REPLAY_AXIS_COUNT; i++) {
        if ((mask >> i & 1u) != 0) ox_write_u16(to, (uint16_t)now[i]);
    }
}

void ox_replay_get_change(ox_reader *from, uint32_t kind, ox_input_record *records) {
    ox_input_record *record = &records[kind & 3u];
    int16_t values[OX_REPLAY_AXIS_COUNT];
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
