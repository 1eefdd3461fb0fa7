/* A ring between exactly one producer and one consumer, safe without locks when one of them is an interrupt
 * or thread.
 *
 *     OX_DEFINE_SPSC(presses, key_press)
 *     static key_press storage[16];                       a power of two
 *     presses_init(&ring, storage, 16);
 *     in the interrupt:     presses_push(&ring, press);   OX_FULL: counted, the interrupt goes on
 *     in the main loop:     while (presses_pop(&ring, &press)) handle(press);
 *
 *     NAME_init(r, storage, capacity)     capacity a power of two up to 2^31: else OX_BAD_ARGUMENT
 *     NAME_push(r, value)                 producer only: OX_FULL                                O(1)
 *     NAME_pop(r, &value)                 consumer only: false when empty, which is no mistake  O(1)
 *     NAME_count(r)                       either: exact for the asker's own side                O(1)
 *
 * Two free-running indices: the producer alone writes `tail`, the consumer alone writes `head`, and tail - head is
 * the count, also when they wrap at 2^32. The record is written before the new tail is published and read before the
 * new head is, by release stores and acquire loads; no record is ever half seen. (Lamport 1977; GPP Event Queue.) On
 * machines with one core that runs in order (ARM7, Cortex-M) releases and acquires are plain loads and stores that
 * the compiler keeps in place. There is no walk and no other operation, because the other side may be at work. Bytes:
 * 20 and the records.
 *
 * COST, executed Cortex-M3 instructions, typed form and core: push 14, pop 8. */
#ifndef OXCART_KERNEL_CONTAINERS_SPSC_H
#define OXCART_KERNEL_CONTAINERS_SPSC_H

#include "kernel/containers/containers.h"

#if defined(__GNUC__) && defined(__arm__) && (__ARM_ARCH < 6 || __ARM_ARCH_PROFILE == 'M')
#define OX_SPSC_READ(place, value)                                                                           \
    do {                                                                                                     \
        (value) = __atomic_load_n((place), __ATOMIC_RELAXED);                                                \
        __atomic_signal_fence(__ATOMIC_ACQUIRE);                                                             \
    } while (0)
#define OX_SPSC_PUBLISH(place, value)                                                                        \
    do {                                                                                                     \
        __atomic_signal_fence(__ATOMIC_RELEASE);                                                             \
        __atomic_store_n((place), (value), __ATOMIC_RELAXED);                                                \
    } while (0)
#elif defined(__GNUC__)
#define OX_SPSC_READ(place, value) ((value) = __atomic_load_n((place), __ATOMIC_ACQUIRE))
#define OX_SPSC_PUBLISH(place, value) __atomic_store_n((place), (value), __ATOMIC_RELEASE)
#else
/* Machines with one core, and a compiler that keeps volatile accesses in order: the records must be volatile for this
 * order as well. */
#define OX_SPSC_READ(place, value) ((value) = *(const volatile uint32_t *)(place))
#define OX_SPSC_PUBLISH(place, value) (*(volatile uint32_t *)(place) = (value))
#endif

#if defined(__GNUC__)
#define OX_SPSC_RECORD(type) type
#else
#define OX_SPSC_RECORD(type) volatile type
#endif

typedef struct ox_spsc {
    void *items;
    uint32_t mask;     /* capacity - 1 */
    uint32_t head;     /* records taken: written by the consumer */
    uint32_t tail;     /* records put in: written by the producer */
    uint32_t rejected; /* written by the producer */
} ox_spsc;

#define OX_DEFINE_SPSC(name, type)                                                                           \
    typedef struct name {                                                                                    \
        ox_spsc core;                                                                                        \
    } name;                                                                                                  \
    FX_MUST_CHECK OX_TYPED ox_status name##_init(name *c, type *storage, uint32_t capacity) {                \
        c->core = (ox_spsc){.items = storage};                                                               \
        if (capacity == 0 || (capacity & (capacity - 1u)) != 0) return OX_BAD_ARGUMENT;                      \
        c->core.mask = capacity - 1u;                                                                        \
        return OX_OK;                                                                                        \
    }                                                                                                        \
    OX_TYPED uint32_t name##_count(const name *c) {                                                          \
        uint32_t head, tail;                                                                                 \
        OX_SPSC_READ(&c->core.head, head);                                                                   \
        OX_SPSC_READ(&c->core.tail, tail);                                                                   \
        return tail - head;                                                                                  \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_push(name *c, type value) {                                      \
        uint32_t head, tail = c->core.tail;                                                                  \
        OX_SPSC_READ(&c->core.head, head);                                                                   \
        if (tail - head > c->core.mask) {                                                                    \
            c->core.rejected++;                                                                              \
            return OX_FULL;                                                                                  \
        }                                                                                                    \
        ((OX_SPSC_RECORD(type) *)c->core.items)[tail & c->core.mask] = value;                                \
        OX_SPSC_PUBLISH(&c->core.tail, tail + 1u);                                                           \
        return OX_OK;                                                                                        \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED bool name##_pop(name *c, type *value) {                                           \
        uint32_t tail, head = c->core.head;                                                                  \
        OX_SPSC_READ(&c->core.tail, tail);                                                                   \
        if (tail == head) return false;                                                                      \
        *value = ((const OX_SPSC_RECORD(type) *)c->core.items)[head & c->core.mask];                         \
        OX_SPSC_PUBLISH(&c->core.head, head + 1u);                                                           \
        return true;                                                                                         \
    }

#endif
