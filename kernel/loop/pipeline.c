/* Two command lists that change places. */
#include "kernel/loop/pipeline.h"

#include <string.h>

#include "kernel/memory/life.h"

FX_STATIC_ASSERT(sizeof(ox_draw_command) == 8, "data behind a command are aligned to 8");

static size_t command_bytes(size_t bytes) { return sizeof(ox_draw_command) + ((bytes + 7u) & ~(size_t)7u); }

static ox_draw_command *command_at(const ox_draw_list *list, size_t offset) {
    return (ox_draw_command *)(void *)(list->base + offset);
}

const ox_draw_command *ox_draw_next(const ox_draw_list *list, const ox_draw_command *command) {
    size_t offset =
        command == NULL ? 0 : (size_t)((const uint8_t *)command - list->base) + command_bytes(command->bytes);
    return offset >= list->used ? NULL : command_at(list, offset);
}

/* Drops the last of the least important commands below `priority`; false when there is none. */
static bool push_out(ox_draw_list *list, uint8_t priority) {
    size_t found = list->used, least = priority;
    for (size_t offset = 0; offset < list->used; offset += command_bytes(command_at(list, offset)->bytes)) {
        uint8_t of = command_at(list, offset)->priority;
        if (of < least || (of == least && of < priority)) least = of, found = offset;
    }
    if (found == list->used) return false;
    size_t bytes = command_bytes(command_at(list, found)->bytes);
    memmove(list->base + found, list->base + found + bytes, list->used - found - bytes);
    list->used -= bytes;
    list->commands--;
    list->dropped++;
    return true;
}

bool ox_draw_put(ox_draw_list *list, uint8_t priority, const void *data, size_t bytes) {
    size_t needed = command_bytes(bytes);
    bool room = true;
    FX_CHECK_OR(bytes > 0 && bytes <= UINT16_MAX, "draw list: a command of no bytes, or of more than 65535",
                return false);
    while (list->size - list->used < needed) {
        room = false;
        if (push_out(list, priority)) continue;
        list->dropped++;
        return false;
    }
    ox_draw_command *c = command_at(list, list->used);
    *c = (ox_draw_command){.bytes = (uint16_t)bytes, .priority = priority};
    memcpy(c + 1, data, bytes);
    list->used += needed;
    list->commands++;
    return room;
}

ox_status ox_pipeline_init(ox_pipeline *pipeline, void *memory, size_t bytes,
                           void (*update)(void *game, ox_draw_list *list),
                           void (*draw)(void *game, const ox_draw_list *list), void *game) {
    memset(pipeline, 0, sizeof *pipeline);
    if (memory == NULL || bytes < 64 || update == NULL || draw == NULL) return OX_BAD_ARGUMENT;
    size_t half = bytes / 2 & ~(size_t)7u;
    for (int i = 0; i < 2; i++)
        pipeline->lists[i] = (ox_draw_list){.base = (uint8_t *)memory + (size_t)i * half, .size = half};
    pipeline->update = update;
    pipeline->draw = draw;
    pipeline->game = game;
    return OX_OK;
}

static void work_job(void *argument, int index) {
    ox_pipeline *p = argument;
    if (index == 0)
        p->update(p->game, &p->lists[p->filling]);
    else
        p->draw(p->game, &p->lists[p->filling ^ 1u]);
}

void ox_pipeline_frame(ox_pipeline *pipeline) {
    OX_CREATED(pipeline->update);
    ox_pipeline *p = pipeline;
    ox_draw_list *list = &p->lists[p->filling];
    list->used = 0;
    list->commands = list->dropped = 0;
    list->frame = p->frame;
    if (p->serial) {
        work_job(p, 0);
        p->draw(p->game, list);
    } else if (p->frame == 0) {
        work_job(p, 0);
    } else if (p->parallel != NULL) {
        p->parallel(p->machine, work_job, p, 2);
    } else {
        work_job(p, 0);
        work_job(p, 1);
    }
    p->dropped += list->dropped;
    p->filling ^= 1u;
    p->frame++;
}
