/* Characters of sprites. */
#include "kernel/motion/flip.h"

#include "kernel/sprites/sheet.h"
#include "rom/chunks.h"

enum {
    STEP_MOST = 16, /* rounds of an animation in a step */
    SLACK = 1 << 16 /* of 2^32: what steps that were rounded down lack in a round is no page */
};

bool ox_motion_flip_open(const ox_motion_set *set, ox_id name, fx speed, ox_motion_clip *clip) {
    ox_flip_book book;
    const int number = ox_sheet_find(set->sheet, name, &book);
    *clip = (ox_motion_clip){.hips = FX_ONE};
    if (number < 0 || book.count == 0) return false;
    clip->book = (uint16_t)(number + 1);
    const int64_t wide = (int64_t)book.rate * speed * 65536 / ((int64_t)book.count * OX_MOTION_STEPS),
                  most = (int64_t)STEP_MOST << 32;
    clip->step = wide > most ? most : wide < -most ? -most : wide;
    return true;
}

int32_t ox_motion_flip_frame(const ox_motion_set *set, const ox_motion_run *run) {
    const ox_motion_layer *layer = &run->layer[0];
    ox_motion_mix mix;
    ox_flip_book book;
    ox_motion_mix_of(set, layer->state, run, &mix);
    uint32_t heaviest = 0;
    for (uint32_t i = 1; i < mix.count; i++)
        if (mix.weight[i] > mix.weight[heaviest]) heaviest = i;
    if (mix.count == 0) return -1;
    const uint16_t number = mix.clips[mix.point[heaviest]].book;
    if (number == 0 || !ox_sheet_book(set->sheet, number - 1u, &book)) return -1;
    const uint32_t page = (uint32_t)((((uint64_t)layer->phase + SLACK) * book.count) >> 32);
    const bool is_once = (OX_MOTION_ROW(set, STATES, STATE, layer->state)[ROM_MOTION_STATE_FLAGS] &
                          ROM_MOTION_STATE_ONCE) != 0;
    const uint32_t last = book.count - 1u, seen = page <= last ? page : is_once ? last : 0;
    return (int32_t)ox_flip_book_frame(set->sheet, &book, seen);
}
