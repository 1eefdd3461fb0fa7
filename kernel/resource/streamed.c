/* Keeps the blocks around a cursor in memory. */
#include "kernel/resource/streamed.h"

#include <string.h>

#include "kernel/memory/life.h"

FX_STATIC_ASSERT(OX_STREAMED_SLOTS >= 2, "one block is used while the next one comes");

ox_status ox_streamed_open(ox_streamed *s, ox_manager *m, uint32_t id, uint32_t type,
                           const ox_streamed_config *config, void *memory) {
    ox_found found;
    memset(s, 0, sizeof *s);
    if (config->block < 16 || config->slots > OX_STREAMED_SLOTS || config->slots == 1) return OX_BAD_ARGUMENT;
    if (!ox_images_find(m->images, id, type, &found)) return OX_NOT_FOUND;
    if (found.chunk.codec != ROM_CODEC_STORED) return OX_UNSUPPORTED;
    if (found.chunk.size <= config->skip) return OX_BAD_DATA;
    if (config->loop && config->loop_from > (found.chunk.size - config->skip - 1) / config->block)
        return OX_BAD_ARGUMENT;
    if (!found.mapped && (config->slots == 0 || memory == NULL || m->files == NULL)) return OX_BAD_ARGUMENT;
    const ox_image *image = &m->images->list[found.image];
    s->manager = m;
    s->config = *config;
    s->mapped = found.mapped ? found.chunk.data + config->skip : NULL;
    s->files = image->files;
    s->file = image->file;
    s->place = found.chunk.offset + config->skip;
    s->bytes = found.chunk.size - config->skip;
    s->blocks = (s->bytes - 1) / config->block + 1;
    s->direction = 1;
    s->memory = memory;
    ox_streamed_update(s);
    return OX_OK;
}

static uint32_t bytes_of(const ox_streamed *s, uint32_t block) {
    uint32_t left = s->bytes - block * s->config.block;
    return left < s->config.block ? left : s->config.block;
}

/* The block `steps` ahead of the cursor, or UINT32_MAX beyond an end that does not loop. */
static uint32_t ahead(const ox_streamed *s, int32_t steps) {
    int64_t block = (int64_t)s->cursor + (int64_t)steps * s->direction;
    if (block >= 0 && block < (int64_t)s->blocks) return (uint32_t)block;
    if (!s->config.loop) return UINT32_MAX;
    const int64_t from = s->config.loop_from, length = (int64_t)s->blocks - from;
    block = (block - from) % length;
    return (uint32_t)(from + (block < 0 ? block + length : block));
}

/* The n-th most wanted block: the block under the cursor, the next, the one behind, then further ones ahead. */
static uint32_t wanted_block(const ox_streamed *s, uint32_t n) {
    if (n < 2) return ahead(s, (int32_t)n);
    return n == 2 ? ahead(s, -1) : ahead(s, (int32_t)n - 1);
}

static bool is_wanted(const ox_streamed *s, uint32_t block) {
    for (uint32_t n = 0; n < s->config.slots; n++) {
        if (wanted_block(s, n) == block) return true;
    }
    return false;
}

static uint32_t slot_of(const ox_streamed *s, uint32_t block) {
    uint32_t slot = 0;
    while (slot < s->config.slots && s->held[slot] != block + 1) slot++;
    return slot;
}

static void empty_slot(ox_streamed *s, uint32_t slot) {
    if (s->requests[slot].bits != 0) {
        ox_status dropped = ox_request_drop(s->manager->files, s->requests[slot]);
        FX_ASSERT_MSG(dropped == OX_OK, "the request of block %u is there", (unsigned)s->held[slot] - 1u);
        (void)dropped;
    }
    s->requests[slot].bits = 0;
    s->held[slot] = 0;
}

/* Collects the requests that have ended. */
static void collect_requests(ox_streamed *s) {
    for (uint32_t slot = 0; slot < s->config.slots; slot++) {
        if (s->requests[slot].bits == 0 || !ox_request_done(s->manager->files, s->requests[slot])) continue;
        bool good = ox_request_succeeded(s->manager->files, s->requests[slot]);
        uint32_t block = s->held[slot];
        empty_slot(s, slot);
        if (good) s->held[slot] = block;
        s->failures += !good;
    }
}

/* Asks for a block, the n-th most wanted, into a slot. */
static void ask_for_block(ox_streamed *s, uint32_t slot, uint32_t block, uint32_t n) {
    bool loose = s->config.latency == 0;
    ox_request_options options = {.urgency = s->config.urgency, .latency = s->config.latency, .loose = loose};
    if (loose && s->config.ticks != 0 && s->started)
        options.deadline = s->files->tick + s->config.ticks * n + 1;
    uint32_t at = s->place + block * s->config.block;
    ox_status status =
        ox_request_read(s->files, (ox_request_piece){s->file, at, bytes_of(s, block)},
                        s->memory + (size_t)slot * s->config.block, &options, &s->requests[slot]);
    s->failures += ox_failed(status);
    if (ox_failed(status)) return;
    s->held[slot] = block + 1;
    s->loads++;
}

void ox_streamed_update(ox_streamed *s) {
    if (s->mapped != NULL) return;
    collect_requests(s);
    for (uint32_t slot = 0; slot < s->config.slots; slot++) {
        if (s->held[slot] != 0 && !is_wanted(s, s->held[slot] - 1)) empty_slot(s, slot);
    }
    for (uint32_t n = 0; n < s->config.slots; n++) {
        uint32_t block = wanted_block(s, n), slot = 0;
        if (block == UINT32_MAX || slot_of(s, block) < s->config.slots) continue;
        while (slot < s->config.slots && s->held[slot] != 0) slot++;
        if (slot < s->config.slots) ask_for_block(s, slot, block, n);
    }
}

const void *ox_streamed_look(const ox_streamed *s, uint32_t block, uint32_t *bytes) {
    *bytes = 0;
    if (block >= s->blocks) return NULL;
    uint32_t slot = s->mapped != NULL ? 0 : slot_of(s, block);
    if (s->mapped == NULL && (slot == s->config.slots || s->requests[slot].bits != 0)) return NULL;
    *bytes = bytes_of(s, block);
    if (s->mapped != NULL) return s->mapped + (size_t)block * s->config.block;
    return s->memory + (size_t)slot * s->config.block;
}

const void *ox_streamed_block(ox_streamed *s, uint32_t *bytes) {
    *bytes = 0;
    if (s->ended) return NULL;
    if (s->mapped == NULL) collect_requests(s);
    const void *at = ox_streamed_look(s, s->cursor, bytes);
    s->underruns += at == NULL;
    s->started = s->started || at != NULL;
    return at;
}

bool ox_streamed_advance(ox_streamed *s) {
    OX_CREATED(s->manager);
    uint32_t next = ahead(s, 1);
    s->ended = next == UINT32_MAX;
    if (s->ended) return false;
    s->cursor = next;
    ox_streamed_update(s);
    return true;
}

ox_status ox_streamed_seek(ox_streamed *s, uint32_t block) {
    if (block >= s->blocks) return OX_NOT_FOUND;
    if (block == s->cursor + 1) s->direction = 1;
    if (block + 1 == s->cursor) s->direction = -1;
    s->cursor = block;
    s->ended = s->started = false;
    ox_streamed_update(s);
    return OX_OK;
}

uint32_t ox_streamed_resident(const ox_streamed *s) {
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < s->config.slots; slot++) count += s->held[slot] != 0;
    return count;
}

void ox_streamed_close(ox_streamed *s) {
    for (uint32_t slot = 0; slot < s->config.slots; slot++) empty_slot(s, slot);
    OX_CLEAR(s);
}
