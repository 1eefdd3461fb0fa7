/* What happened in chunks that were left: the named persistent objects that changed or are gone. */
#include <string.h>

#include "kernel/save/image_port.h"
#include "kernel/save/world_image.h"

FX_STATIC_ASSERT(OX_OBJECT_PERSISTENT <= UINT16_MAX, "the flags of an object are 16 bits");

enum { GONE, THERE, ENTRY = 4, SMALL = 256, KEPT = OX_OBJECT_VISIBLE | OX_OBJECT_ACTIVE };

static const void *base_of(const ox_object_type *type, uint64_t room[SMALL / 8]) {
    if (type->start != NULL) return type->start;
    if (type->record->size > SMALL) return NULL;
    ox_type_reset(type->record, room);
    return room;
}

void ox_chunk_keep(const ox_world *world, const ox_id *names, uint32_t count, ox_writer *to) {
    ox_image_port port = {.to = to};
    uint64_t room[SMALL / 8];
    for (uint32_t i = 0; i < count; i++) {
        const ox_object *object = ox_world_find(world, names[i]);
        if (object != NULL && (object->flags & OX_OBJECT_PERSISTENT) == 0) continue;
        ox_image_put(&port, names[i], 4);
        ox_image_put(&port, object == NULL ? GONE : THERE, 1);
        if (object == NULL) continue;
        const ox_object_type *type = world->types[object->type].type;
        ox_image_put(&port, object->flags & (KEPT | 0xF000u), 2);
        if (type->record != NULL)
            ox_image_put_record(&port, type->record, ox_object_data(world, object), base_of(type, room));
    }
    ox_image_put(&port, OX_ID_NONE, 4);
}

static void recall(ox_world *world, ox_image_port *port, ox_object *object) {
    uint32_t flags = ox_image_get(port, 2);
    uint64_t room[SMALL / 8];
    if (object == NULL || port->bad) {
        port->bad = true; /* its record cannot be passed over: the chunk is another one */
        return;
    }
    const ox_object_type *type = world->types[object->type].type;
    if (type->record != NULL)
        ox_image_get_record(port, type->record, ox_object_data(world, object), base_of(type, room));
    if (port->bad) return;
    ox_object_flag(world, object, 0xF000u, false);
    ox_object_flag(world, object, flags & 0xF000u, true);
    ox_object_flag(world, object, OX_OBJECT_VISIBLE, (flags & OX_OBJECT_VISIBLE) != 0);
    if ((flags & OX_OBJECT_ACTIVE) != 0)
        ox_object_wake(world, object);
    else
        ox_object_sleep(world, object);
}

ox_status ox_chunk_recall(ox_world *world, ox_reader *from) {
    ox_image_port port = {.from = from};
    for (ox_id name; (name = ox_image_get(&port, 4)) != OX_ID_NONE && !port.bad;) {
        uint32_t state = ox_image_get_most(&port, 1, THERE);
        ox_object *object = ox_world_find(world, name);
        if (port.bad) break;
        if (state == THERE)
            recall(world, &port, object);
        else if (object != NULL)
            (void)ox_world_destroy(world, object->handle);
    }
    return port.bad ? OX_BAD_DATA : OX_OK;
}

/* ---- one record a chunk ---- */

static uint32_t number_at(const ox_chunk_memory *memory, uint32_t at) {
    return memory->bytes[at] | (uint32_t)memory->bytes[at + 1u] << 8;
}

/* Where its entry begins, or `used`. */
static uint32_t entry_of(const ox_chunk_memory *memory, uint32_t chunk) {
    uint32_t at = 0;
    while (at < memory->used && number_at(memory, at) != chunk) at += ENTRY + number_at(memory, at + 2u);
    return at;
}

ox_status ox_chunk_memory_keep(ox_chunk_memory *memory, uint16_t chunk, const ox_world *world,
                               const ox_id *names, uint32_t count) {
    uint32_t at = entry_of(memory, chunk);
    if (at < memory->used) {
        uint32_t length = ENTRY + number_at(memory, at + 2u);
        memmove(memory->bytes + at, memory->bytes + at + length, memory->used - at - length);
        memory->used -= length;
    }
    if (memory->size - memory->used < ENTRY) return OX_FULL;
    uint8_t *entry = memory->bytes + memory->used;
    ox_writer to = ox_writer_bytes(entry + ENTRY, memory->size - memory->used - ENTRY);
    ox_chunk_keep(world, names, count, &to);
    if (to.full || to.used > UINT16_MAX) return OX_FULL;
    ox_writer head = ox_writer_bytes(entry, ENTRY);
    ox_write_u16(&head, chunk);
    ox_write_u16(&head, (uint32_t)to.used);
    memory->used += ENTRY + (uint32_t)to.used;
    return OX_OK;
}

ox_status ox_chunk_memory_recall(const ox_chunk_memory *memory, uint16_t chunk, ox_world *world) {
    uint32_t at = entry_of(memory, chunk);
    if (at >= memory->used) return OX_NOT_FOUND;
    ox_reader from = ox_reader_bytes(memory->bytes + at + ENTRY, number_at(memory, at + 2u));
    return ox_chunk_recall(world, &from);
}

void ox_chunk_memory_save(const ox_chunk_memory *memory, ox_writer *to) {
    ox_write_u32(to, memory->used);
    ox_write_bytes(to, memory->bytes, memory->used);
}

ox_status ox_chunk_memory_restore(ox_chunk_memory *memory, ox_reader *from) {
    uint32_t used = ox_read_u32(from), at = 0;
    if (!from->bad && used > memory->size) return OX_FULL;
    if (from->bad || used > from->size - from->used) return OX_BAD_DATA;
    ox_chunk_memory look = {NULL, used, used};
    const uint8_t *bytes = from->bytes + from->used;
    while (at < look.used) { /* entries must fill it exactly */
        if (look.used - at < ENTRY) return OX_BAD_DATA;
        at += ENTRY + (bytes[at + 2u] | (uint32_t)bytes[at + 3u] << 8);
    }
    if (at != look.used) return OX_BAD_DATA;
    ox_read_bytes(from, memory->bytes, used);
    memory->used = used;
    return OX_OK;
}
