/* Handle tables as bytes: the fixed little-endian form, and the checks of whatever comes back.
 *
 * Head, 48 bytes of u32: magic, version, form and options, capacity, bytes of an object, fresh slots,
 * counter, next and last free slot, live objects, wraps, retired slots. Then for every slot below fresh: its
 * key, u32; with names its id, u32; with counts its count, u16; with generations of its own the last one,
 * u16; and the object if it lives. */
#include <string.h>

#include "kernel/bytes/stream.h"
#include "kernel/handle/handle_internal.h"

enum { MAGIC = 0x5448584F, VERSION = 1 }; /* "OXHT" */

enum { FRESH = 5, COUNTER, IDLE, TAIL, USED, WRAPS, RETIRED, WORDS }; /* words of the head */

static uint32_t object_bytes(const ox_handles *table, const ox_handles_codec *codec) {
    return codec == NULL ? table->stride : codec->size;
}

static void head_of(const ox_handles *table, const ox_handles_codec *codec, uint32_t head[WORDS]) {
    const uint32_t words[WORDS] = {MAGIC,
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
    memcpy(head, words, sizeof words);
}

size_t ox_handles_image_bytes(const ox_handles *table, const ox_handles_codec *codec) {
    size_t slot = 4u + (table->ids != NULL ? 4u : 0u) + (table->counts != NULL ? 2u : 0u) +
                  (table->last != NULL ? 2u : 0u);
    return WORDS * 4u + table->fresh * slot + (size_t)table->used * object_bytes(table, codec);
}

ox_status ox_handles_save(const ox_handles *table, const ox_handles_codec *codec, uint8_t *image,
                          size_t size) {
    uint32_t head[WORDS];
    ox_writer to = ox_writer_bytes(image, size);
    if (size < ox_handles_image_bytes(table, codec)) return OX_FULL;
    head_of(table, codec, head);
    ox_write_words(&to, head, WORDS);
    for (uint32_t i = 0; i < table->fresh; i++) {
        const uint8_t *object = table->objects + (size_t)i * table->stride;
        ox_write_u32(&to, table->keys[i]);
        if (table->ids != NULL) ox_write_u32(&to, table->ids[i]);
        if (table->counts != NULL) ox_write_u16(&to, table->counts[i]);
        if (table->last != NULL) ox_write_u16(&to, table->last[i]);
        if (!ox_bits_get(&table->live, i)) continue;
        if (codec == NULL)
            memcpy(image + to.used, object, table->stride);
        else
            codec->write(codec->context, object, image + to.used);
        to.used += object_bytes(table, codec);
    }
    return OX_OK;
}

/* ---- reading: nothing of an image is trusted ---- */

static ox_status read_head(const ox_handles *table, const ox_handles_codec *codec, ox_reader *from,
                           uint32_t head[WORDS]) {
    uint32_t own[WORDS];
    head_of(table, codec, own);
    ox_read_words(from, head, WORDS);
    if (head[0] != MAGIC || from->bad) return OX_BAD_DATA;
    if (head[1] != VERSION) return OX_BAD_VERSION;
    if (memcmp(head, own, FRESH * sizeof *head) != 0) return OX_BAD_ARGUMENT;
    bool sound = head[FRESH] <= table->config.capacity && head[USED] <= head[FRESH] &&
                 head[RETIRED] <= head[FRESH] - head[USED] && head[COUNTER] <= table->generation_most;
    return sound ? OX_OK : OX_BAD_DATA;
}

/* Whether the key is a valid handle of this slot. */
static bool is_live(const ox_handles *table, uint32_t slot, uint32_t key) {
    if (handle_compact(table) && key > 0xFFFFu) return false;
    return handle_slot_of(table, key) == slot && handle_generation_of(table, key) != 0;
}

static bool is_free(const ox_handles *table, uint32_t slot, uint32_t key) {
    if (!handle_compact(table)) return (key & 0xFFFFu) == (~slot & 0xFFFFu);
    return (key & HANDLE_FREE) != 0 && handle_slot_of(table, key) == slot;
}

/* The part of a slot that is saved besides its object. */
typedef struct slot_record {
    uint32_t key, id, count, last;
} slot_record;

static slot_record read_slot(const ox_handles *table, ox_reader *from) {
    slot_record s = {ox_read_u32(from), 0, 1, 0};
    if (table->ids != NULL) s.id = ox_read_u32(from);
    if (table->counts != NULL) s.count = ox_read_u16(from);
    if (table->last != NULL) s.last = ox_read_u16(from);
    return s;
}

/* Checks all slot records before any is taken over: each must make sense, and the number of live slots must be that
 * of the head. */
static bool check_slots(const ox_handles *table, ox_reader from, uint32_t object,
                        const uint32_t head[WORDS]) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < head[FRESH]; i++) {
        slot_record s = read_slot(table, &from);
        bool live = is_live(table, i, s.key);
        if (from.bad || (live ? s.count == 0 : !is_free(table, i, s.key))) return false;
        if (!live) continue;
        if (from.size - from.used < object) return false;
        from.used += object;
        used++;
    }
    return used == head[USED];
}

/* Takes over records that were checked. */
static bool take_slots(ox_handles *table, const ox_handles_codec *codec, ox_reader from, uint32_t fresh) {
    for (uint32_t i = 0; i < fresh; i++) {
        slot_record s = read_slot(table, &from);
        bool live = is_live(table, i, s.key);
        table->keys[i] = s.key;
        if (table->ids != NULL) table->ids[i] = live ? s.id : 0;
        if (table->counts != NULL) table->counts[i] = (uint16_t)s.count;
        if (table->last != NULL) table->last[i] = (uint16_t)s.last;
        if (!live) continue;
        uint8_t *object = table->objects + (size_t)i * table->stride;
        ox_bits_set(&table->live, i);
        if (codec == NULL)
            ox_read_bytes(&from, object, table->stride);
        else if (!codec->read(codec->context, object, from.bytes + from.used))
            return false;
        else
            from.used += codec->size;
    }
    return true;
}

/* Whether the free slots form one list that ends. */
static bool check_free_list(const ox_handles *table, const uint32_t head[WORDS]) {
    uint32_t slot = head[IDLE], last = table->end;
    for (uint32_t left = head[FRESH] - head[USED] - head[RETIRED]; left > 0; left--) {
        if (slot >= head[FRESH] || !is_free(table, slot, table->keys[slot])) return false;
        last = slot;
        slot = handle_next_free(table, table->keys[slot]);
    }
    if (slot != table->end) return false;
    return !handle_compact(table) || last == table->end || last == head[TAIL];
}

ox_status ox_handles_restore(ox_handles *table, const ox_handles_codec *codec, const uint8_t *image,
                             size_t size) {
    uint32_t head[WORDS];
    ox_reader from = ox_reader_bytes(image, size);
    ox_status status = read_head(table, codec, &from, head);
    if (ox_failed(status)) return status;
    if (!check_slots(table, from, object_bytes(table, codec), head)) return OX_BAD_DATA;
    ox_handles_reset(table);
    bool good = take_slots(table, codec, from, head[FRESH]) && check_free_list(table, head) &&
                ox_handles_index_names(table);
    if (!good) {
        ox_handles_reset(table);
        return OX_BAD_DATA;
    }
    table->fresh = head[FRESH];
    table->counter = head[COUNTER];
    table->idle = head[IDLE];
    table->tail = head[TAIL];
    table->used = head[USED];
    table->wraps = head[WRAPS];
    table->retired = head[RETIRED];
    return OX_OK;
}
