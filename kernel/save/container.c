/* The save container: records in memory, and two copies of them on the device. */
#include "kernel/save/container.h"

#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/memory/life.h"
#include "rom/codec.h"
#include "rom/rom.h"

FX_STATIC_ASSERT(OX_SAVES_SLOTS <= UINT8_MAX, "a slot's number is small");
FX_STATIC_ASSERT(OX_SAVES_HEAD % 4 == 0 && OX_SAVES_RECORD % 4 == 0, "heads are words");

#define MAGIC ROM_TAG('O', 'X', 'S', 'V')
#define NO_RECORD UINT32_MAX

enum { CHUNK = 64 };

static ox_status explain(ox_saves *saves, ox_status status, const char *format, unsigned a, unsigned b,
                         unsigned c) {
    (void)ox_format(saves->why, sizeof saves->why, format, a, b, c);
    if (status != OX_NOT_FOUND) /* every game begins without a save */
        ox_log_write(saves->config.log, PLAT_LOG_WARNING, "%s", saves->why);
    return status;
}

uint32_t ox_saves_copy_bytes(const ox_saves_config *config) {
    const uint32_t sector = config->device.sector;
    if (config->slots == 0 || config->slots > OX_SAVES_SLOTS) return 0;
    uint32_t bytes = config->device.size / (2u * config->slots);
    bytes &= ~((sector < 4 ? 4u : sector) - 1u);
    return bytes > OX_SAVES_HEAD + OX_SAVES_RECORD ? bytes : 0;
}

ox_status ox_saves_init(ox_saves *saves, const ox_saves_config *config, ox_arena *arena) {
    OX_CLEAR(saves);
    if (config->slots == 0 || config->slots > OX_SAVES_SLOTS || config->room == 0 ||
        config->room > OX_PACK_MAX)
        return OX_BAD_ARGUMENT;
    if (ox_saves_copy_bytes(config) == 0) return OX_UNSUPPORTED;
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    saves->bytes = OX_PUSH(arena, uint8_t, config->room);
    saves->packed = OX_PUSH(arena, uint8_t, config->room);
    if (saves->bytes == NULL || saves->packed == NULL) {
        ox_arena_rollback(arena, mark);
        OX_CLEAR(saves);
        return OX_OUT_OF_MEMORY;
    }
    bool alone = config->device.claim == NULL || config->device.claim(config->device.context, true);
    FX_ASSERT_MSG(alone, "saves: a second container on one device");
    if (!alone) {
        ox_arena_rollback(arena, mark);
        OX_CLEAR(saves);
        return OX_BAD_STATE;
    }
    saves->config = *config;
    ox_saves_clear(saves);
    return OX_OK;
}

/* ---- records ---- */

static void put_word(uint8_t *to, uint32_t value) {
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> 8 * i);
}

void ox_saves_end(ox_saves *saves) {
    const ox_save_device *device = &saves->config.device;
    if (device->claim != NULL) device->claim(device->context, false);
    OX_CLEAR(saves);
}

void ox_saves_clear(ox_saves *saves) {
    OX_CREATED(saves->bytes);
    FX_CHECK_OR(!ox_saves_busy(saves), "saves: cleared while writing", return );
    saves->writer = ox_writer_bytes(saves->bytes, saves->config.room);
    saves->open = NO_RECORD;
    saves->ready = 0;
}

ox_writer *ox_saves_open(ox_saves *saves, ox_id name, uint32_t version) {
    FX_CHECK_OR(!ox_saves_busy(saves), "saves: a record while writing", return &saves->writer);
    FX_ASSERT_MSG(saves->open == NO_RECORD, "saves: a record within a record");
    if (saves->open != NO_RECORD) ox_saves_close(saves);
    saves->open = (uint32_t)saves->writer.used;
    ox_write_u32(&saves->writer, name);
    ox_write_u16(&saves->writer, version);
    ox_write_u16(&saves->writer, 0);
    ox_write_u64(&saves->writer, 0); /* ox_saves_close fills in length and checksum */
    return &saves->writer;
}

static uint32_t record_crc(const uint8_t *record, uint32_t length) {
    return rom_crc32(rom_crc32(0, record, 12), record + OX_SAVES_RECORD, length);
}

void ox_saves_close(ox_saves *saves) {
    FX_CHECK_OR(saves->open != NO_RECORD, "saves: no record is open", return );
    if (!saves->writer.full) {
        uint8_t *record = saves->bytes + saves->open;
        uint32_t length = (uint32_t)saves->writer.used - saves->open - OX_SAVES_RECORD;
        put_word(record + 8, length);
        put_word(record + 12, record_crc(record, length));
        saves->ready = (uint32_t)saves->writer.used;
    }
    saves->open = NO_RECORD;
}

void ox_saves_add(ox_saves *saves, const ox_type *type, const void *record) {
    ox_writer *to = ox_saves_open(saves, type->name, type->version);
    size_t left = to->full ? 0 : to->size - to->used;
    size_t length = ox_type_save(type, record, NULL, OX_SAVE, to->full ? NULL : to->bytes + to->used, left);
    if (to->full || length > left) to->full = true;
    to->used += length;
    ox_saves_close(saves);
}

/* ---- copies on the device ---- */

static uint32_t place_of(const ox_saves *saves, uint32_t slot, uint32_t copy) {
    return saves->config.device.first + (2u * slot + copy) * ox_saves_copy_bytes(&saves->config);
}

typedef enum head_state {
    HEAD_GOOD,
    HEAD_MISSING,
    HEAD_DAMAGED,
    HEAD_FOREIGN,
    HEAD_LATER,
    HEAD_UNREADABLE
} head_state;

static head_state read_head(const ox_saves *saves, uint32_t slot, uint32_t copy, ox_saves_head *head) {
    uint8_t bytes[OX_SAVES_HEAD];
    const ox_save_device *device = &saves->config.device;
    if (!device->read(device->context, place_of(saves, slot, copy), bytes, sizeof bytes))
        return HEAD_UNREADABLE;
    bool blank = true;
    for (uint32_t i = 0; i < sizeof bytes; i++)
        blank = blank && bytes[i] == bytes[0] && (bytes[0] == 0 || bytes[0] == 0xFF);
    if (blank) return HEAD_MISSING;
    if (rom_u32(bytes) != MAGIC ||
        rom_crc32(0, bytes, OX_SAVES_HEAD - 4) != rom_u32(bytes + OX_SAVES_HEAD - 4))
        return HEAD_DAMAGED;
    *head = (ox_saves_head){.sequence = rom_u32(bytes + 12),
                            .stored = rom_u32(bytes + 16),
                            .full = rom_u32(bytes + 20),
                            .major = rom_u16(bytes + 8),
                            .minor = rom_u16(bytes + 10),
                            .crc = rom_u32(bytes + 24)};
    if (rom_u32(bytes + 4) != saves->config.cart) return HEAD_FOREIGN;
    if (head->major > saves->config.major) return HEAD_LATER;
    if (head->stored > ox_saves_copy_bytes(&saves->config) - OX_SAVES_HEAD || head->stored > head->full)
        return HEAD_DAMAGED;
    return HEAD_GOOD;
}

/* ---- writing ---- */

ox_status ox_saves_write(ox_saves *saves, uint32_t slot) {
    uint32_t most = ox_saves_copy_bytes(&saves->config) - OX_SAVES_HEAD;
    saves->why[0] = '\0';
    if (slot >= saves->config.slots) return OX_BAD_ARGUMENT;
    if (ox_saves_busy(saves) || saves->open != NO_RECORD) return OX_BAD_STATE;
    if (saves->writer.full)
        return explain(saves, OX_FULL, "slot %u: the game has %u bytes, there is room for %u; raise `room`",
                       slot, (unsigned)saves->writer.used, (unsigned)saves->config.room);
    saves->slot = slot;
    saves->copy = 0;
    saves->at = 0;
    saves->crc = 0;
    saves->keeps = saves->seen = false;
    saves->sequence = 0;
    ox_packer_begin(&saves->packer, saves->bytes, saves->ready, saves->packed,
                    saves->config.room < most ? saves->config.room : most);
    saves->phase = OX_SAVES_LOOK;
    saves->result = OX_OK;
    return OX_OK;
}

static void end_write(ox_saves *saves, ox_status result) {
    saves->phase = OX_SAVES_IDLE;
    saves->result = result;
}

static void fail_write(ox_saves *saves) {
    end_write(saves, explain(saves, OX_IO_ERROR,
                             "slot %u: the device did not keep byte %u; the game before is still there",
                             saves->slot, saves->at, 0));
}

/* Looks at copy 0, then 1: the newest undamaged copy is to be kept; afterwards `copy` is the other one, to be
 * written. */
static void look_at_copies(ox_saves *saves, uint32_t quota) {
    const ox_save_device *device = &saves->config.device;
    uint8_t bytes[CHUNK];
    ox_saves_head head;
    head_state state = read_head(saves, saves->slot, saves->copy, &head);
    bool good = state == HEAD_GOOD;
    uint32_t from = place_of(saves, saves->slot, saves->copy) + OX_SAVES_HEAD;
    while (good && saves->at < head.stored) {
        uint32_t size = head.stored - saves->at < CHUNK ? head.stored - saves->at : CHUNK;
        if (quota < size) return;
        quota -= size;
        good = device->read(device->context, from + saves->at, bytes, size);
        saves->crc = rom_crc32(saves->crc, bytes, size);
        saves->at += size;
    }
    good = good && saves->crc == head.crc;
    if (good && (!saves->keeps || (int32_t)(head.sequence - saves->head.sequence) > 0)) {
        saves->keeps = true;
        saves->head.sequence = head.sequence;
        saves->head.crc = saves->copy; /* holds the number of the copy to keep, for now */
    }
    /* The new copy's sequence must also exceed copies that another version of the game has left. */
    bool numbered = good || state == HEAD_LATER || state == HEAD_FOREIGN;
    if (numbered && (!saves->seen || (int32_t)(head.sequence - saves->sequence) > 0)) {
        saves->seen = true;
        saves->sequence = head.sequence;
    }
    saves->at = 0;
    saves->crc = 0;
    if (++saves->copy < 2) return;
    saves->copy = saves->keeps ? 1u - saves->head.crc : 0;
    saves->phase = OX_SAVES_PACK;
}

static void pack_part(ox_saves *saves, uint32_t quota) {
    if (!ox_packer_step(&saves->packer, quota)) return;
    bool smaller = !saves->packer.full && saves->packer.used < saves->ready;
    saves->body = smaller ? saves->packed : saves->bytes;
    saves->head = (ox_saves_head){.sequence = saves->sequence + 1u,
                                  .stored = smaller ? saves->packer.used : saves->ready,
                                  .full = saves->ready,
                                  .major = saves->config.major,
                                  .minor = saves->config.minor};
    uint32_t most = ox_saves_copy_bytes(&saves->config) - OX_SAVES_HEAD;
    if (saves->head.stored > most) {
        end_write(saves,
                  explain(saves, OX_FULL,
                          "slot %u: the game has %u bytes, a copy has room for %u; ask for fewer slots",
                          saves->slot, saves->head.stored, most));
        return;
    }
    saves->at = 0;
    saves->crc = 0;
    saves->phase = OX_SAVES_CLEAN;
}

/* Takes the copy's head away: from now on the copy is invalid, whatever its body holds. */
static void clean(ox_saves *saves) {
    static const uint8_t nothing[4] = {0, 0, 0, 0};
    const ox_save_device *device = &saves->config.device;
    uint32_t at = place_of(saves, saves->slot, saves->copy);
    bool done = device->sector > 1 ? device->erase(device->context, at, ox_saves_copy_bytes(&saves->config))
                                   : device->write(device->context, at, nothing, sizeof nothing);
    if (!done)
        fail_write(saves);
    else
        saves->phase = OX_SAVES_BODY;
}

static bool write_and_compare(const ox_save_device *device, uint32_t at, const uint8_t *bytes,
                              uint32_t size) {
    uint8_t back[CHUNK];
    return device->write(device->context, at, bytes, size) && device->read(device->context, at, back, size) &&
           memcmp(back, bytes, size) == 0;
}

static void write_body(ox_saves *saves, uint32_t quota) {
    uint32_t from = place_of(saves, saves->slot, saves->copy) + OX_SAVES_HEAD;
    for (uint32_t left = quota; saves->at < saves->head.stored;) {
        uint32_t size = saves->head.stored - saves->at < CHUNK ? saves->head.stored - saves->at : CHUNK;
        if (left == 0) return;
        if (size > left) size = left;
        left -= size;
        if (!write_and_compare(&saves->config.device, from + saves->at, saves->body + saves->at, size)) {
            fail_write(saves);
            return;
        }
        saves->crc = rom_crc32(saves->crc, saves->body + saves->at, size);
        saves->at += size;
    }
    saves->head.crc = saves->crc;
    if (saves->config.device.sync(saves->config.device.context))
        saves->phase = OX_SAVES_LAST;
    else
        fail_write(saves);
}

static void write_head(ox_saves *saves) {
    uint8_t bytes[OX_SAVES_HEAD];
    const ox_saves_head *head = &saves->head;
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_write_u32(&to, MAGIC);
    ox_write_u32(&to, saves->config.cart);
    ox_write_u16(&to, head->major);
    ox_write_u16(&to, head->minor);
    ox_write_u32(&to, head->sequence);
    ox_write_u32(&to, head->stored);
    ox_write_u32(&to, head->full);
    ox_write_u32(&to, head->crc);
    ox_write_u32(&to, rom_crc32(0, bytes, OX_SAVES_HEAD - 4));
    if (write_and_compare(&saves->config.device, place_of(saves, saves->slot, saves->copy), bytes,
                          sizeof bytes) &&
        saves->config.device.sync(saves->config.device.context))
        end_write(saves, OX_OK);
    else
        fail_write(saves);
}

bool ox_saves_step(ox_saves *saves, uint32_t quota) {
    if (quota == 0) quota = 1;
    switch (saves->phase) {
    case OX_SAVES_LOOK:
        look_at_copies(saves, quota < CHUNK ? CHUNK : quota);
        break;
    case OX_SAVES_PACK:
        pack_part(saves, quota);
        break;
    case OX_SAVES_CLEAN:
        clean(saves);
        break;
    case OX_SAVES_BODY:
        write_body(saves, quota);
        break;
    case OX_SAVES_LAST:
        write_head(saves);
        break;
    default:
        break;
    }
    return ox_saves_busy(saves);
}

ox_status ox_saves_finish(ox_saves *saves) {
    while (ox_saves_step(saves, UINT32_MAX)) continue;
    return saves->result;
}

ox_status ox_saves_erase(ox_saves *saves, uint32_t slot) {
    static const uint8_t nothing[OX_SAVES_HEAD] = {0};
    const ox_save_device *device = &saves->config.device;
    if (slot >= saves->config.slots) return OX_BAD_ARGUMENT;
    if (ox_saves_busy(saves)) return OX_BAD_STATE;
    for (uint32_t copy = 0; copy < 2; copy++) {
        uint32_t at = place_of(saves, slot, copy);
        if (!(device->sector > 1 ? device->erase(device->context, at, ox_saves_copy_bytes(&saves->config))
                                 : device->write(device->context, at, nothing, sizeof nothing)))
            return OX_IO_ERROR;
    }
    return device->sync(device->context) ? OX_OK : OX_IO_ERROR;
}

/* ---- reading ---- */

/* Checks the records one after the other; false when one is damaged, whose name is *bad then. */
static bool records_are_whole(const uint8_t *bytes, uint32_t size, ox_id *bad) {
    while (size > 0) {
        *bad = size < 4 ? 0 : rom_u32(bytes);
        if (size < OX_SAVES_RECORD || rom_u32(bytes + 8) > size - OX_SAVES_RECORD) return false;
        uint32_t length = rom_u32(bytes + 8);
        if (rom_u16(bytes + 6) != 0 || record_crc(bytes, length) != rom_u32(bytes + 12)) return false;
        bytes += OX_SAVES_RECORD + length;
        size -= OX_SAVES_RECORD + length;
    }
    return true;
}

static ox_status read_copy(ox_saves *saves, uint32_t slot, uint32_t copy, const ox_saves_head *head) {
    const ox_save_device *device = &saves->config.device;
    bool plain = head->stored == head->full;
    ox_id bad = 0;
    if (head->full > saves->config.room)
        return explain(saves, OX_FULL, "slot %u: the game has %u bytes, there is room for %u; raise `room`",
                       slot, head->full, saves->config.room);
    uint8_t *to = plain ? saves->bytes : saves->packed;
    if (!device->read(device->context, place_of(saves, slot, copy) + OX_SAVES_HEAD, to, head->stored))
        return explain(saves, OX_IO_ERROR, "slot %u: the device cannot be read", slot, 0, 0);
    if (rom_crc32(0, to, head->stored) != head->crc)
        return explain(saves, OX_BAD_CHECKSUM, "slot %u: copy %u is damaged", slot, copy, 0);
    if (!plain && rom_decode(ROM_CODEC_LZ, to, head->stored, saves->bytes, head->full, NULL) != ROM_OK)
        return explain(saves, OX_BAD_CHECKSUM, "slot %u: copy %u does not unpack", slot, copy, 0);
    if (!records_are_whole(saves->bytes, head->full, &bad))
        return explain(saves, OX_BAD_CHECKSUM, "slot %u: copy %u: record #%08x is damaged", slot, copy, bad);
    saves->ready = head->full;
    saves->writer.used = head->full;
    saves->head = *head;
    return OX_OK;
}

static ox_status refuse_slot(ox_saves *saves, uint32_t slot, const head_state states[2],
                             const ox_saves_head heads[2]) {
    for (uint32_t copy = 0; copy < 2; copy++) {
        if (states[copy] == HEAD_LATER)
            return explain(saves, OX_BAD_VERSION,
                           "slot %u: saved by version %u of the game, this is version %u", slot,
                           heads[copy].major, saves->config.major);
        if (states[copy] == HEAD_FOREIGN)
            return explain(saves, OX_BAD_VERSION, "slot %u: saved by another cart", slot, 0, 0);
        if (states[copy] == HEAD_UNREADABLE)
            return explain(saves, OX_IO_ERROR, "slot %u: the device cannot be read", slot, 0, 0);
    }
    if (states[0] == HEAD_MISSING && states[1] == HEAD_MISSING)
        return explain(saves, OX_NOT_FOUND, "slot %u: nothing is saved there", slot, 0, 0);
    if (states[0] == HEAD_MISSING || states[1] == HEAD_MISSING)
        return explain(saves, OX_BAD_CHECKSUM, "slot %u: its one copy is damaged; begin anew", slot, 0, 0);
    return explain(saves, OX_BAD_CHECKSUM, "slot %u: both copies are damaged; begin anew", slot, 0, 0);
}

ox_status ox_saves_read(ox_saves *saves, uint32_t slot) {
    ox_saves_head heads[2] = {{0}, {0}};
    head_state states[2];
    saves->why[0] = '\0';
    if (slot >= saves->config.slots) return OX_BAD_ARGUMENT;
    if (ox_saves_busy(saves)) return OX_BAD_STATE;
    ox_saves_clear(saves);
    for (uint32_t copy = 0; copy < 2; copy++) states[copy] = read_head(saves, slot, copy, &heads[copy]);
    bool both = states[0] == HEAD_GOOD && states[1] == HEAD_GOOD;
    uint32_t first = both ? (int32_t)(heads[1].sequence - heads[0].sequence) > 0 : states[1] == HEAD_GOOD;
    bool newer =
        states[1u - first] == HEAD_LATER && (int32_t)(heads[1u - first].sequence - heads[first].sequence) > 0;
    if (states[first] != HEAD_GOOD || newer) return refuse_slot(saves, slot, states, heads);
    ox_status status = read_copy(saves, slot, first, &heads[first]);
    if (status == OX_BAD_CHECKSUM && both) status = read_copy(saves, slot, 1u - first, &heads[1u - first]);
    if (status == OX_BAD_CHECKSUM) {
        states[first] = HEAD_DAMAGED;
        if (states[1u - first] == HEAD_FOREIGN)
            return explain(saves, OX_BAD_CHECKSUM,
                           "slot %u: copy %u is damaged, copy %u is of another cart; begin anew", slot, first,
                           1u - first);
        if (both) states[1u - first] = HEAD_DAMAGED;
        return refuse_slot(saves, slot, states, heads);
    }
    return status;
}

ox_status ox_saves_find(ox_saves *saves, ox_id name, uint32_t version, ox_reader *from) {
    for (uint32_t at = 0; at < saves->ready;) {
        const uint8_t *record = saves->bytes + at;
        uint32_t length = rom_u32(record + 8), saved = rom_u16(record + 4);
        at += OX_SAVES_RECORD + length;
        if (rom_u32(record) != name) continue;
        if (saved >> 8 > version >> 8)
            return explain(saves, OX_BAD_VERSION, "record #%08x has version %u, this game reads up to %u.255",
                           name, saved >> 8, version >> 8);
        *from = ox_reader_bytes(record + OX_SAVES_RECORD, length);
        return OX_OK;
    }
    return OX_NOT_FOUND;
}

ox_status ox_saves_get(ox_saves *saves, const ox_type *type, void *record) {
    ox_reader from;
    ox_status status = ox_saves_find(saves, type->name, type->version, &from);
    if (status == OX_NOT_FOUND) ox_type_reset(type, record);
    return status != OX_OK ? status : ox_type_load(type, record, NULL, from.bytes, from.size, NULL);
}
