/* Puts the C library's heap behind every arena that a program sets up: included in front of each of its files
 * (-include) but the arena's own. */
#ifndef OXCART_TESTS_MEMORY_BACKEND_SUITE_H
#define OXCART_TESTS_MEMORY_BACKEND_SUITE_H

#include "kernel/memory/arena.h"

void memory_backend_suite_init(ox_arena *arena, void *base, size_t size);

#define ox_arena_init(arena, base, size) memory_backend_suite_init((arena), (base), (size))

#endif
