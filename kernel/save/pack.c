/* An LZ packer for saved games: groups of literals and a match, as rom/FORMAT.md describes codec 2. */
#include "kernel/save/pack.h"

#include <string.h>

#include "fixedmath/assert.h"
#include "kernel/memory/life.h"

FX_STATIC_ASSERT(OX_PACK_MAX + 1 <= UINT16_MAX, "a place and one fits 16 bits");

enum { LEAST = 3, LITERALS_MORE = 7, REPEAT_MORE = 15 };

void ox_packer_begin(ox_packer *packer, const void *in, size_t size, void *out, size_t room) {
    *packer = (ox_packer){.in = in, .out = out, .size = (uint32_t)size, .room = (uint32_t)room};
    packer->full = size > OX_PACK_MAX;
}

static void put_byte(ox_packer *p, uint32_t byte) {
    if (p->used < p->room)
        p->out[p->used++] = (uint8_t)byte;
    else
        p->full = true;
}

static void put_more(ox_packer *p, uint32_t left) {
    for (; left >= 255; left -= 255) put_byte(p, 255);
    put_byte(p, left);
}

/* Puts out a group: the literals so far, and a match unless its length is 0. */
static void put_group(ox_packer *p, uint32_t length, uint32_t distance) {
    uint32_t count = p->at - p->literals, repeat = length == 0 ? 0 : length - LEAST;
    bool wide = distance > 256;
    put_byte(p, (wide ? 128u : 0u) | (count < LITERALS_MORE ? count : LITERALS_MORE) << 4 |
                    (repeat < REPEAT_MORE ? repeat : REPEAT_MORE));
    if (count >= LITERALS_MORE) put_more(p, count - LITERALS_MORE);
    for (uint32_t i = p->literals; i < p->at; i++) put_byte(p, p->in[i]);
    if (length == 0) return;
    put_byte(p, wide ? distance & 0xFFu : distance - 1u);
    if (wide) put_byte(p, distance >> 8);
    if (repeat >= REPEAT_MORE) put_more(p, repeat - REPEAT_MORE);
}

static uint32_t length_of(const ox_packer *p, uint32_t a, uint32_t b) {
    uint32_t length = 0;
    while (b + length < p->size && p->in[a + length] == p->in[b + length]) length++;
    return length;
}

bool ox_packer_step(ox_packer *p, uint32_t quota) {
    OX_CREATED(p->out);
    uint32_t until = quota < p->size - p->at ? p->at + quota : p->size;
    while (!p->full && p->at < until && p->at + LEAST <= p->size) {
        const uint8_t *three = p->in + p->at;
        uint32_t hash = ((three[0] | (uint32_t)three[1] << 8 | (uint32_t)three[2] << 16) * 2654435761u) >> 24;
        uint32_t place = p->places[hash];
        p->places[hash] = (uint16_t)(p->at + 1u);
        uint32_t length = place == 0 ? 0 : length_of(p, place - 1u, p->at);
        if (length < LEAST) {
            p->at++;
            continue;
        }
        put_group(p, length, p->at + 1u - place);
        p->at += length;
        p->literals = p->at;
    }
    if (p->full) return true;
    if (p->at < p->size && p->at + LEAST <= p->size) return false;
    p->at = p->size;
    if (p->literals < p->size) {
        put_group(p, 0, 0);
        p->literals = p->size;
    }
    return true;
}
