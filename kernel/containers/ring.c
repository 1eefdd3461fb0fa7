/* Ring buffers: the places of the ends, and the policies of a full ring. */
#include "kernel/containers/ring.h"

/* Makes room for a push as the policy says; true when there is room. */
static bool make_room(ox_ring *ring, bool at_front) {
    if (ring->count < ring->capacity) return true;
    if (ring->policy != OX_RING_OVERWRITE || ring->capacity == 0) {
        FX_ASSERT_MSG(ring->policy != OX_RING_ASSERT, "ring: more than its capacity of %u",
                      (unsigned)ring->capacity);
        ring->rejected++;
        return false;
    }
    ring->overwritten++;
    ring->count--;
    if (!at_front) ring->head = ox_ring_slot(ring, 1);
    return true;
}

uint32_t ox_ring_push_back(ox_ring *ring) {
    return make_room(ring, false) ? ox_ring_slot(ring, ring->count++) : OX_NOWHERE;
}

uint32_t ox_ring_push_front(ox_ring *ring) {
    if (!make_room(ring, true)) return OX_NOWHERE;
    ring->head = ox_ring_slot(ring, ring->capacity - 1u);
    ring->count++;
    return ring->head;
}

uint32_t ox_ring_pop_back(ox_ring *ring) {
    FX_CHECK_OR(ring->count > 0, "ring: nothing to take", return OX_NOWHERE);
    return ox_ring_slot(ring, --ring->count);
}

uint32_t ox_ring_pop_front(ox_ring *ring) {
    FX_CHECK_OR(ring->count > 0, "ring: nothing to take", return OX_NOWHERE);
    uint32_t slot = ring->head;
    ring->head = ox_ring_slot(ring, 1);
    ring->count--;
    return slot;
}

/* Turns the storage by a rotation, which is three reversals. */
void ox_ring_straighten(ox_ring *ring, uint32_t size) {
    if (ring->head == 0) return;
    uint8_t *items = ring->items;
    ox_reverse_items(items, ring->head, size);
    ox_reverse_items(items + (size_t)ring->head * size, ring->capacity - ring->head, size);
    ox_reverse_items(items, ring->capacity, size);
    ring->head = 0;
}
