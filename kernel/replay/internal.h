/* What recorder, playback and rewind share: records of input as bytes. */
#ifndef OXCART_KERNEL_REPLAY_INTERNAL_H
#define OXCART_KERNEL_REPLAY_INTERNAL_H

#include "kernel/input/record.h"
#include "kernel/replay/record.h"

enum {
    OX_REPLAY_STEP_MOST = 2 * 2 + 2 + 4 + 2 * OX_REPLAY_AXIS_COUNT + 2 + 4 +
                          2 * PLAT_SENSES /* bytes of one player's records of a tick, waits apart */
};

/* Buttons packed into the 16 bits of a record, and unpacked again. */
uint32_t ox_replay_buttons(uint32_t held);
uint32_t ox_replay_held(uint32_t buttons);

/* Gets and sets the values of an input record that are no buttons, in the order of the mask's bits. */
void ox_replay_axes(const ox_input_record *record, int16_t values[OX_REPLAY_AXIS_COUNT]);
void ox_replay_set_axes(ox_input_record *record, const int16_t values[OX_REPLAY_AXIS_COUNT]);

/* Appends the head of a record at `tick`, with waits in front when the tick is far from *written. *written becomes
 * `tick`. */
void ox_replay_put_head(ox_writer *to, uint32_t kind, uint32_t tick, uint32_t *written);

/* Appends what differs between a player's new record and *last, and copies the new one to *last. Buttons beyond the
 * sixteen bits are not kept. */
void ox_replay_put_change(ox_writer *to, uint32_t player, const ox_input_record *record,
                          ox_input_record *last, uint32_t tick, uint32_t *written);

/* Whether a kind of records is input of a player, and of which. */
bool ox_replay_is_input(uint32_t kind, uint32_t *player);

/* Reads what follows the head of such a kind into the records. */
void ox_replay_get_change(ox_reader *from, uint32_t kind, ox_input_record *records);

#endif
