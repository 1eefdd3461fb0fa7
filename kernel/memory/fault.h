/* Faults on purpose: allocators, storage and devices that fail when a test or a console says so, to try every
 * failing path.
 *
 *     ox_fault fault = ox_fault_at(n, OX_TAGS);      the n-th call from now fails, once, whatever its tag
 *     ox_arena_inject(&resident, &fault);            shared by any number of allocators
 *     boot();                                        sweep n = 1, 2, ... until fault.struck stays 0
 *
 * Allocators look at a fault only on their slow way, which a fault makes them take: without a fault this costs
 * nothing. Code that reads storage passes the bytes through ox_fault_read. */
#ifndef OXCART_KERNEL_MEMORY_FAULT_H
#define OXCART_KERNEL_MEMORY_FAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/memory/tag.h"

typedef struct ox_fault {
    uint32_t first;  /* the matching call that fails, counted from 1; 0: none */
    uint32_t every;  /* every so many matching calls after the first fail, too; 0: the first alone */
    uint32_t tag;    /* only calls of this tag match; OX_TAGS: all do */
    uint32_t calls;  /* matching calls so far */
    uint32_t struck; /* calls that were made to fail */
} ox_fault;

/* A fault that strikes the n-th call of a tag once, or every k-th call of it. */
static inline ox_fault ox_fault_at(uint32_t n, uint32_t tag) { return (ox_fault){n, 0, tag, 0, 0}; }
static inline ox_fault ox_fault_every(uint32_t k, uint32_t tag) { return (ox_fault){k, k, tag, 0, 0}; }

/* Counts a call; true when the call must fail. fault may be NULL. */
bool ox_fault_strikes(ox_fault *fault, uint32_t tag);

/* The ways in which a read fails. */
typedef enum ox_fault_kind {
    OX_FAULT_REFUSE, /* no bytes come */
    OX_FAULT_SHORT,  /* half of the bytes come */
    OX_FAULT_CORRUPT /* one byte in sixteen, at least one, is inverted */
} ox_fault_kind;

/* Passes on `bytes` that were read into data, and returns how many of them count: all, or as `kind` says when the
 * fault strikes. The bytes that are corrupted depend on the number of the call alone. */
size_t ox_fault_read(ox_fault *fault, ox_fault_kind kind, uint32_t tag, void *data, size_t bytes);

#endif
