/* The relocatable heap: finding and joining holes, moving blocks, patching pointers into them. Functions that several
 * calls share stay out of line, for the sake of small code. */
#include "kernel/memory/heap.h"

#include <string.h>

#include "kernel/memory/words.h"

/* The header in front of every block and hole. */
typedef struct header {
    uint32_t size; /* bytes, header included, with the flags in the low bits */
    uint32_t link; /* a block: its handle; a hole: offset of the next hole, or OX_HEAP_NO_HOLE */
} header;

FX_STATIC_ASSERT(sizeof(header) == OX_HEAP_HEADER, "contents must stay aligned to 8");

enum { TAKEN = 1, PINNED = 2, FLAGS = 7 };

static inline header *header_at(const ox_heap *heap, uint32_t offset) {
    return (header *)(void *)(heap->base + offset);
}

static inline uint32_t size_at(const ox_heap *heap, uint32_t offset) {
    return header_at(heap, offset)->size & ~(uint32_t)FLAGS;
}

/* Links hole `before`, or the heap's first link, to the hole at `offset`. */
static inline void link_hole(ox_heap *heap, uint32_t before, uint32_t offset) {
    if (before == OX_HEAP_NO_HOLE)
        heap->hole = offset;
    else
        header_at(heap, before)->link = offset;
}

/* Makes one hole from end to end. */
static void make_empty(ox_heap *heap) {
    heap->hole = 0;
    heap->free = heap->size;
    heap->pinned = 0;
    *header_at(heap, 0) = (header){heap->size, OX_HEAP_NO_HOLE};
}

ox_status ox_heap_init(ox_heap *heap, ox_arena *arena, ox_arena *table, const ox_heap_setup *setup) {
    memset(heap, 0, sizeof *heap);
    heap->hole = OX_HEAP_NO_HOLE;
    if (setup->bytes < 16 || setup->bytes > 0x80000000u || setup->step_moves == 0 || setup->step_bytes < 16) {
        return OX_BAD_ARGUMENT;
    }
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    uint8_t *base = (uint8_t *)ox_arena_push(arena, OX_ARENA_LOW, setup->bytes & ~(size_t)7, OX_ALIGNMENT);
    if (base == NULL) return OX_OUT_OF_MEMORY;
    /* the table's handles are not tracked themselves: the blocks are */
    ox_status status =
        (ox_pool_init)(&heap->table, table, sizeof(ox_heap_entry), _Alignof(ox_heap_entry), setup->blocks);
    if (ox_failed(status)) {
        ox_arena_rollback(arena, mark);
        return status;
    }
    heap->base = base;
    heap->size = (uint32_t)setup->bytes & ~7u;
    heap->step_moves = setup->step_moves;
    heap->step_bytes = setup->step_bytes;
    make_empty(heap);
#if OX_DEBUG
    ox_tracked_start(&heap->tracked, arena->tracked[OX_ARENA_LOW].tracker, "heap", arena->tag);
#endif
    return OX_OK;
}

/* The lowest hole of at least `need` bytes, or the highest; *before is the hole below it. */
static uint32_t find_hole(const ox_heap *heap, uint32_t need, bool highest, uint32_t *before) {
    uint32_t found = OX_HEAP_NO_HOLE, below = OX_HEAP_NO_HOLE;
    for (uint32_t hole = heap->hole; hole != OX_HEAP_NO_HOLE; hole = header_at(heap, hole)->link) {
        if (header_at(heap, hole)->size >= need) {
            found = hole;
            *before = below;
            if (!highest) break;
        }
        below = hole;
    }
    return found;
}

static ox_handle take_block(ox_heap *heap, size_t bytes, bool pinned) {
    ox_handle handle = OX_HANDLE_NONE;
    uint32_t before = OX_HEAP_NO_HOLE, hole = OX_HEAP_NO_HOLE, need = 0;
    ox_heap_entry *entry = NULL;
    FX_ASSERT_MSG(bytes != 0, "a heap block of 0 bytes was asked for: nothing can be kept in it");
    if (bytes != 0 && bytes <= heap->step_bytes) {
        need = ((uint32_t)bytes + OX_HEAP_HEADER + 7u) & ~7u;
        if (need <= heap->step_bytes) hole = find_hole(heap, need, pinned, &before);
    }
    if (hole != OX_HEAP_NO_HOLE) entry = (ox_heap_entry *)ox_pool_take(&heap->table, &handle);
    if (entry == NULL) {
        heap->refused++;
        OX_TRACK(ox_tracked_refused(&heap->tracked, bytes, 0, OX_HERE));
        return OX_HANDLE_NONE;
    }
    uint32_t rest = header_at(heap, hole)->size - need, next = header_at(heap, hole)->link;
    uint32_t block = pinned ? hole + rest : hole;
    uint32_t left = pinned ? hole : hole + need;
    if (rest != 0) *header_at(heap, left) = (header){rest, next};
    link_hole(heap, before, rest != 0 ? left : next);
    *header_at(heap, block) = (header){need | TAKEN | (pinned ? (uint32_t)PINNED : 0u), handle.bits};
    entry->contents = heap->base + block + OX_HEAP_HEADER;
    heap->pinned += pinned;
    heap->free -= need;
    if (heap->size - heap->free > heap->peak) heap->peak = heap->size - heap->free;
    return handle;
}

ox_handle(ox_heap_take)(ox_heap *heap, size_t bytes) { return take_block(heap, bytes, false); }

ox_handle(ox_heap_take_pinned)(ox_heap *heap, size_t bytes) { return take_block(heap, bytes, true); }

/* The offset of a block, or OX_HEAP_NO_HOLE for a handle whose block is gone. */
static __attribute__((noinline)) uint32_t block_of(const ox_heap *heap, ox_handle handle) {
    const uint8_t *contents = (const uint8_t *)ox_heap_get(heap, handle);
    FX_ASSERT_MSG(contents != NULL, "the heap block of handle %x was given back before, or never taken",
                  handle.bits);
    return contents == NULL ? OX_HEAP_NO_HOLE : (uint32_t)(contents - heap->base) - OX_HEAP_HEADER;
}

size_t ox_heap_bytes(const ox_heap *heap, ox_handle handle) {
    const uint8_t *contents = (const uint8_t *)ox_heap_get(heap, handle);
    if (contents == NULL) return 0;
    return size_at(heap, (uint32_t)(contents - heap->base) - OX_HEAP_HEADER) - OX_HEAP_HEADER;
}

/* Patches the registered variables that point into the contents of the block at `block`: `down` bytes lower,
 * or NULL when `gone`. The variables have pointer types of all kinds, so they are read and written as bytes.
 */
static __attribute__((noinline)) void patch_slots(const ox_heap *heap, uint32_t block, uint32_t size,
                                                  uint32_t down, bool gone) {
    uintptr_t start = (uintptr_t)(heap->base + block + OX_HEAP_HEADER);
    for (ox_heap_slot *slot = heap->slots; slot != NULL; slot = slot->next) {
        uint8_t *pointer;
        memcpy(&pointer, slot->variable, sizeof pointer);
        if ((uintptr_t)pointer - start >= size - OX_HEAP_HEADER) continue;
        pointer = gone ? NULL : pointer - down;
        memcpy(slot->variable, &pointer, sizeof pointer);
    }
}

/* Joins a hole with the next hole above when they touch. */
static void join_next(ox_heap *heap, uint32_t hole) {
    header *h = header_at(heap, hole);
    if (h->link != hole + h->size || h->link == OX_HEAP_NO_HOLE) return;
    const header *next = header_at(heap, h->link);
    h->size += next->size;
    h->link = next->link;
}

ox_status(ox_heap_give)(ox_heap *heap, ox_handle handle) {
    uint32_t block = block_of(heap, handle), before = OX_HEAP_NO_HOLE;
    if (block == OX_HEAP_NO_HOLE) return OX_STALE_HANDLE;
    uint32_t size = size_at(heap, block);
    if (heap->slots != NULL) patch_slots(heap, block, size, 0, true);
    heap->pinned -= (header_at(heap, block)->size & PINNED) != 0;
    heap->free += size;
    if (heap->poison) memset(heap->base + block + OX_HEAP_HEADER, OX_ARENA_POISON, size - OX_HEAP_HEADER);
    uint32_t next = heap->hole;
    while (next < block) {
        before = next;
        next = header_at(heap, next)->link;
    }
    *header_at(heap, block) = (header){size, next};
    link_hole(heap, before, block);
    join_next(heap, block);
    if (before != OX_HEAP_NO_HOLE) join_next(heap, before);
    return ox_pool_free(&heap->table, handle);
}

#if OX_DEBUG
ox_handle ox_heap_take_at(ox_heap *heap, size_t bytes, bool pinned, ox_place place) {
    ox_handle handle = take_block(heap, bytes, pinned);
    if (!ox_handle_is_none(handle) && ox_tracked_is_on(&heap->tracked)) {
        uint8_t *contents = (uint8_t *)ox_heap_get(heap, handle);
        memset(contents, OX_FILL_FRESH, bytes);
        ox_tracked_add(&heap->tracked, contents, bytes, ox_heap_bytes(heap, handle) + OX_HEAP_HEADER, false,
                       place);
    }
    return handle;
}

ox_status ox_heap_give_at(ox_heap *heap, ox_handle handle, ox_place place) {
    uint8_t *contents = (uint8_t *)ox_heap_get(heap, handle);
    if (contents != NULL) (void)ox_tracked_remove(&heap->tracked, contents, OX_FILL_FREED, place);
    return (ox_heap_give)(heap, handle);
}
#endif

ox_status ox_heap_pin(ox_heap *heap, ox_handle handle, bool pinned) {
    uint32_t block = block_of(heap, handle);
    if (block == OX_HEAP_NO_HOLE) return OX_STALE_HANDLE;
    header *h = header_at(heap, block);
    heap->pinned -= (h->size & PINNED) != 0;
    h->size = (h->size & ~(uint32_t)PINNED) | (pinned ? (uint32_t)PINNED : 0u);
    heap->pinned += pinned;
    return OX_OK;
}

/* Slides the block above a hole down to the hole's start; returns the hole's new offset. */
static uint32_t slide(ox_heap *heap, uint32_t before, uint32_t hole) {
    uint32_t gap = header_at(heap, hole)->size, next = header_at(heap, hole)->link, block = hole + gap;
    uint32_t size = size_at(heap, block);
    ox_heap_entry *entry =
        (ox_heap_entry *)ox_pool_get(&heap->table, (ox_handle){header_at(heap, block)->link});
    FX_ASSERT_MSG(entry != NULL, "the header of the heap block at offset %u was overwritten", block);
    ox_words_copy(heap->base + hole, heap->base + block, size);
    OX_TRACK(ox_tracked_move(&heap->tracked, heap->base + block + OX_HEAP_HEADER,
                             heap->base + hole + OX_HEAP_HEADER));
    if (entry != NULL) entry->contents = heap->base + hole + OX_HEAP_HEADER;
    if (heap->slots != NULL) patch_slots(heap, block, size, gap, false);
    uint32_t risen = hole + size;
    *header_at(heap, risen) = (header){gap, next};
    link_hole(heap, before, risen);
    join_next(heap, risen);
    heap->moves++;
    heap->moved_bytes += size;
    return risen;
}

static uint32_t defragment(ox_heap *heap, uint32_t moves, uint32_t bytes) {
    uint32_t moved = 0, before = OX_HEAP_NO_HOLE, hole = heap->hole;
    while (hole != OX_HEAP_NO_HOLE && moved < moves) {
        uint32_t above = hole + header_at(heap, hole)->size;
        if (above >= heap->size) break;
        if ((header_at(heap, above)->size & PINNED) != 0) {
            before = hole;
            hole = header_at(heap, hole)->link;
            continue;
        }
        uint32_t size = size_at(heap, above);
        if (size > bytes) break;
        bytes -= size;
        hole = slide(heap, before, hole);
        moved++;
    }
    return moved;
}

uint32_t ox_heap_step(ox_heap *heap) { return defragment(heap, heap->step_moves, heap->step_bytes); }

uint32_t ox_heap_compact(ox_heap *heap) { return defragment(heap, UINT32_MAX, UINT32_MAX); }

/* The link that points to `slot`, or the last link of the list. */
static ox_heap_slot **find_slot(ox_heap *heap, const ox_heap_slot *slot) {
    ox_heap_slot **link = &heap->slots;
    while (*link != NULL && *link != slot) link = &(*link)->next;
    return link;
}

bool ox_heap_register(ox_heap *heap, ox_heap_slot *slot, void *variable) {
    bool known = *find_slot(heap, slot) == slot;
    FX_ASSERT_MSG(!known, "the pointer slot is registered already: unregister it first");
    if (known) return false;
    *slot = (ox_heap_slot){variable, heap->slots};
    heap->slots = slot;
    return true;
}

bool ox_heap_unregister(ox_heap *heap, ox_heap_slot *slot) {
    ox_heap_slot **link = find_slot(heap, slot);
    FX_ASSERT_MSG(*link == slot, "the pointer slot is not registered with this heap");
    if (*link != slot) return false;
    *link = slot->next;
    slot->next = NULL;
    return true;
}

void ox_heap_clear(ox_heap *heap) {
    FX_ASSERT_MSG(heap->slots == NULL, "pointer slots are still registered while the heap is cleared");
    while (heap->slots != NULL) {
        ox_heap_slot *slot = heap->slots;
        memset(slot->variable, 0, sizeof(void *));
        heap->slots = slot->next;
        slot->next = NULL;
    }
    for (uint32_t i = 0; OX_DEBUG && i < heap->table.fresh; i++) {
        const ox_heap_entry *entry = (const ox_heap_entry *)ox_pool_at(&heap->table, i);
        if (entry != NULL)
            OX_TRACK(ox_tracked_remove(&heap->tracked, entry->contents, OX_FILL_FREED, OX_HERE));
    }
    ox_pool_clear(&heap->table);
    if (heap->size != 0) make_empty(heap);
    if (heap->poison) memset(heap->base + OX_HEAP_HEADER, OX_ARENA_POISON, heap->size - OX_HEAP_HEADER);
}

void ox_heap_report_of(const ox_heap *heap, ox_heap_report *report) {
    memset(report, 0, sizeof *report);
    report->size = heap->size;
    report->used = heap->size - heap->free;
    report->peak = heap->peak;
    report->free = heap->free;
    report->blocks = ox_pool_used(&heap->table);
    report->pinned = heap->pinned;
    report->refused = heap->refused;
    for (uint32_t hole = heap->hole; hole != OX_HEAP_NO_HOLE; hole = header_at(heap, hole)->link) {
        report->holes++;
        if (header_at(heap, hole)->size > report->largest) report->largest = header_at(heap, hole)->size;
    }
    for (const ox_heap_slot *slot = heap->slots; slot != NULL; slot = slot->next) report->slots++;
    /* both byte counts are scaled down so that 32 bits hold the quotient */
    uint32_t free = report->free, apart = report->free - report->largest;
    while (free > 0xFFFFu) {
        free >>= 1;
        apart >>= 1;
    }
    if (free != 0) report->fragmentation = (apart << 16) / free;
}

ox_status ox_heap_check(const ox_heap *heap) {
    uint32_t hole = heap->hole, free = 0, blocks = 0, pinned = 0, offset = 0;
    bool after_hole = false;
    while (offset < heap->size) {
        const header *h = header_at(heap, offset);
        uint32_t size = h->size & ~(uint32_t)FLAGS;
        if (size < OX_HEAP_HEADER || size > heap->size - offset) return OX_CORRUPTED;
        if ((h->size & TAKEN) != 0) {
            if (ox_heap_get(heap, (ox_handle){h->link}) != heap->base + offset + OX_HEAP_HEADER)
                return OX_CORRUPTED;
            pinned += (h->size & PINNED) != 0;
            blocks++;
            after_hole = false;
        } else {
            if (after_hole || h->size != size || hole != offset) return OX_CORRUPTED;
            hole = h->link;
            free += size;
            after_hole = true;
        }
        offset += size;
    }
    bool right = hole == OX_HEAP_NO_HOLE && free == heap->free && pinned == heap->pinned;
    return right && blocks == ox_pool_used(&heap->table) ? OX_OK : OX_CORRUPTED;
}
