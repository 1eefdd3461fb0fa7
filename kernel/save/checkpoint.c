/* Checkpoints: a place and a few parts in one slot. */
#include "kernel/save/checkpoint.h"

#include "kernel/debug/format.h"
#include "kernel/memory/life.h"

FX_STATIC_ASSERT(OX_CHECKPOINT_MOST < UINT16_MAX, "a checkpoint is a small save: the packer takes it");

enum { PLACE_BYTES = 8 };

static ox_id place_name(void) { return SID("checkpoint"); }

static bool is_place(const ox_checkpoint_plan *plan, const ox_checkpoint_place *place) {
    for (uint32_t i = 0; i < plan->place_count; i++) {
        if (plan->places[i].chunk == place->chunk && plan->places[i].locator == place->locator) return true;
    }
    return false;
}

ox_status ox_checkpoint_check(const ox_checkpoint_plan *plan, ox_text *why) {
    uint32_t most = ox_parts_most(plan->parts, plan->part_count);
    for (uint32_t i = 0; i < plan->place_count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            if (plan->places[k].chunk != plan->places[i].chunk ||
                plan->places[k].locator != plan->places[i].locator)
                continue;
            if (why != NULL) ox_text_add(why, "place %u stands there twice", (unsigned)i);
            return OX_BAD_DATA;
        }
    }
    if (most == 0 && plan->part_count > 0) {
        if (why != NULL) ox_text_string(why, "a part does not say how many bytes it takes: set `most`");
        return OX_BAD_DATA;
    }
    most += OX_SAVES_RECORD + PLACE_BYTES;
    if (most <= OX_CHECKPOINT_MOST) return OX_OK;
    if (why != NULL)
        ox_text_add(why, "a checkpoint can take %u bytes, %u are allowed: save fewer fields", (unsigned)most,
                    (unsigned)OX_CHECKPOINT_MOST);
    return OX_FULL;
}

ox_status ox_checkpoint_init(ox_checkpoint *checkpoint, const ox_checkpoint_plan *plan, ox_saves *saves,
                             uint32_t slot) {
    ox_status status = slot >= saves->config.slots ? OX_BAD_ARGUMENT : ox_checkpoint_check(plan, NULL);
    OX_CLEAR(checkpoint);
    if (status == OX_OK) *checkpoint = (ox_checkpoint){.plan = plan, .saves = saves, .slot = slot};
    return status;
}

ox_status ox_checkpoint_reach(ox_checkpoint *checkpoint, ox_id chunk, ox_id locator) {
    OX_CREATED(checkpoint->plan);
    ox_checkpoint_place place = {chunk, locator};
    if (!is_place(checkpoint->plan, &place)) {
        checkpoint->refused++;
        return OX_UNSUPPORTED;
    }
    if (ox_saves_busy(checkpoint->saves)) return OX_BAD_STATE;
    ox_saves_clear(checkpoint->saves);
    ox_writer *to = ox_saves_open(checkpoint->saves, place_name(), 1);
    ox_write_u32(to, place.chunk);
    ox_write_u32(to, place.locator);
    ox_saves_close(checkpoint->saves);
    ox_save_parts(checkpoint->saves, checkpoint->plan->parts, checkpoint->plan->part_count);
    ox_status status = ox_saves_write(checkpoint->saves, checkpoint->slot);
    if (status == OX_OK) checkpoint->at = place;
    return status;
}

ox_status ox_checkpoint_return(ox_checkpoint *checkpoint) {
    ox_reader from;
    ox_status status = ox_saves_read(checkpoint->saves, checkpoint->slot);
    if (status == OX_OK) status = ox_saves_find(checkpoint->saves, place_name(), 1, &from);
    if (status != OX_OK) return status;
    ox_checkpoint_place place = {ox_read_u32(&from), 0};
    place.locator = ox_read_u32(&from);
    if (from.bad || !is_place(checkpoint->plan, &place)) return OX_BAD_DATA;
    status = ox_load_parts(checkpoint->saves, checkpoint->plan->parts, checkpoint->plan->part_count, NULL);
    if (status == OX_OK) checkpoint->at = place;
    return status;
}
