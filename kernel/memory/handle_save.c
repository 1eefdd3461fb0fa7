/* Handle tables as bytes: the fixed little-endian form, and the checks of whatever comes back.
 *
 * Head, 48 bytes of u32: magic, version, form and options, capacity, bytes of an object, fresh slots,
 * counter, next and last free slot, live objects, wraps, retired slots. Then for every slot below fresh: its
 * key, u32; with names its id, u32; with counts its count, u16; with generations of its own the last one,
 * u16; and the object if it lives. */
#include <string.h>

#include "kernel/memory/handle_internal.h"

enum { MAGIC = 0x5448584F, VERSION = 1, HEAD = 48 }; /* "OXHT" */

static uint8_t *put16(uint8_t *to, uint32_t value) {
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
    return to + 2;
}
static uint8_t *put32(uint8_t *to, uint32_t value) { return put16(put16(to, value), value >> 16); }
static uint32_t get16(const uint8_t *at) { return at[0] | (uint32_t)at[1] << 8; }
static uint32_t get32(const uint8_t *at) { return get16(at) | get16(at + 2) << 16; }

static uint32_t object_bytes(const ox_handles *table, const ox_handles_codec *codec) {
    return codec == NULL ? table->stride : codec->size;
}

/* Bytes of a slot besides its object. */
static uint32_t slot_bytes(const ox_handles *table) {
    return 4u + (table->ids != NULL ? 4u : 0u) + (table->counts != NULL ? 2u : 0u) +
           (table->last != NULL ? 2u : 0u);
}

size_t ox_handles_image_bytes(const ox_handles *table, const ox_handles_codec *codec) {
    return HEAD + (size_t)table->fresh * slot_bytes(table) + (size_t)table->used * object_bytes(table, codec);
}

ox_status ox_handles_save(const ox_handles *table, const ox_handles_codec *codec, uint8_t *image,
                          size_t size) {
    const uint32_t head[HEAD / 4] = {MAGIC,
                                     VERSION,
                                     table->config.form | (uint32_t)table->config.options << 8,
                                     table->config.capacity,
                                     object_bytes(table, codec),
                                     table->fresh,
                                     table->counter,
                                     table->idle,
                                     table->tail,
                                     table->used,
                                     table->wraps,
                                     table->retired};
    if (size < ox_handles_image_bytes(table, codec)) return OX_FULL;
    for (int i = 0; i < HEAD / 4; i++) image = put32(image, head[i]);
    for (uint32_t i = 0; i < table->fresh; i++) {
        const uint8_t *object = table->objects + (size_t)i * table->stride;
        image = put32(image, table->keys[i]);
        if (table->ids != NULL) image = put32(image, table->ids[i]);
        if (table->counts != NULL) image = put16(image, table->counts[i]);
        if (table->last != NULL) image = put16(image, table->last[i]);
        if (!ox_bits_get(&table->live, i)) continue;
        if (codec == NULL)
            memcpy(image, object, table->stride);
        else
            codec->write(codec->context, object, image);
        image += object_bytes(table, codec);
    }
    return OX_OK;
}

/* ---- reading: nothing of an image is trusted ---- */

typedef struct saved {
    uint32_t fresh, counter, idle, tail, used, wraps, retired;
    const uint8_t *slots;
    size_t size; /* bytes from `slots` on */
} saved;

static ox_status read_head(const ox_handles *table, uint32_t object, const uint8_t *image, size_t size,
                           saved *s) {
    if (size < HEAD || get32(image) != MAGIC) return OX_BAD_DATA;
    if (get32(image + 4) != VERSION) return OX_BAD_VERSION;
    if (get32(image + 8) != (table->config.form | (uint32_t)table->config.options << 8) ||
        get32(image + 12) != table->config.capacity || get32(image + 16) != object) {
        return OX_BAD_ARGUMENT;
    }
    *s =
        (saved){get32(image + 20), get32(image + 24), get32(image + 28), get32(image + 32), get32(image + 36),
                get32(image + 40), get32(image + 44), image + HEAD,      size - HEAD};
    if (s->fresh > table->config.capacity || s->used > s->fresh || s->retired > s->fresh - s->used ||
        s->counter > handle_last_generation(table->config.form)) {
        return OX_BAD_DATA;
    }
    return OX_OK;
}

/* Whether the key is a handle of this slot, and may be one. */
static bool is_live(const ox_handles *table, uint32_t slot, uint32_t key) {
    if (handle_compact(table) && key > 0xFFFFu) return false;
    return handle_slot_of(table, key) == slot && handle_generation_of(table, key) != 0;
}

static bool is_free(const ox_handles *table, uint32_t slot, uint32_t key) {
    if (!handle_compact(table)) return (key & 0xFFFFu) == (~slot & 0xFFFFu);
    return (key & HANDLE_FREE) != 0 && handle_slot_of(table, key & 0xFFFFu) == slot;
}

/* Finds slot records one after the other, checks each, and that the live ones are as many as the head says.
 */
static bool check_slots(const ox_handles *table, uint32_t object, const saved *s) {
    size_t at = 0, record = slot_bytes(table);
    uint32_t used = 0;
    for (uint32_t i = 0; i < s->fresh; i++) {
        if (s->size - at < record) return false;
        uint32_t key = get32(s->slots + at);
        bool live = is_live(table, i, key);
        if (!live && !is_free(table, i, key)) return false;
        if (live && table->counts != NULL && get16(s->slots + at + (table->ids != NULL ? 8 : 4)) == 0)
            return false;
        at += record;
        if (!live) continue;
        if (s->size - at < object) return false;
        at += object;
        used++;
    }
    return used == s->used;
}

/* Whether the free slots form one list that ends. Records have two sizes, so this needs the keys in their
 * array. */
static bool check_free_list(const ox_handles *table, const uint32_t *keys, const saved *s) {
    uint32_t end = handle_end(table), slot = s->idle, last = end;
    for (uint32_t left = s->fresh - s->used - s->retired; left > 0; left--) {
        if (slot >= s->fresh || !is_free(table, slot, keys[slot])) return false;
        last = slot;
        slot = handle_next_free(table, keys[slot]);
    }
    if (slot != end) return false;
    return !handle_compact(table) || last == end || last == s->tail;
}

/* Takes over what was checked. */
static bool take_slots(ox_handles *table, const ox_handles_codec *codec, const saved *s) {
    const uint8_t *at = s->slots;
    for (uint32_t i = 0; i < s->fresh; i++) {
        uint32_t key = get32(at);
        at += 4;
        table->keys[i] = key;
        if (table->ids != NULL) table->ids[i] = get32(at), at += 4;
        if (table->counts != NULL) table->counts[i] = (uint16_t)get16(at), at += 2;
        if (table->last != NULL) table->last[i] = (uint16_t)get16(at), at += 2;
        if (!is_live(table, i, key)) {
            if (table->ids != NULL) table->ids[i] = 0;
            continue;
        }
        uint8_t *object = table->objects + (size_t)i * table->stride;
        ox_bits_set(&table->live, i);
        if (codec == NULL)
            memcpy(object, at, table->stride);
        else if (!codec->read(codec->context, object, at))
            return false;
        at += object_bytes(table, codec);
    }
    return true;
}

ox_status ox_handles_restore(ox_handles *table, const ox_handles_codec *codec, const uint8_t *image,
                             size_t size) {
    saved s;
    uint32_t object = object_bytes(table, codec);
    ox_status status = read_head(table, object, image, size, &s);
    if (ox_failed(status)) return status;
    if (!check_slots(table, object, &s)) return OX_BAD_DATA;
    ox_handles_reset(table);
    bool good = take_slots(table, codec, &s) && check_free_list(table, table->keys, &s) &&
                ox_handles_index_names(table);
    if (!good) {
        ox_handles_reset(table);
        return OX_BAD_DATA;
    }
    table->fresh = s.fresh;
    table->counter = s.counter;
    table->idle = s.idle;
    table->tail = s.tail;
    table->used = s.used;
    table->wraps = s.wraps;
    table->retired = s.retired;
    return OX_OK;
}
