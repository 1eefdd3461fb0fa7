/* A library to preload: counts the program's calls to the heap and prints their number at the program's end. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

static atomic_long calls;

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

void *malloc(size_t size);
void *realloc(void *old, size_t size);
void free(void *memory);

void *malloc(size_t size) {
    static void *(*next)(size_t);
    if (next == NULL) next = NEXT(malloc);
    atomic_fetch_add(&calls, 1);
    return next(size);
}

void *realloc(void *old, size_t size) {
    static void *(*next)(void *, size_t);
    if (next == NULL) next = NEXT(realloc);
    atomic_fetch_add(&calls, 1);
    return next(old, size);
}

void free(void *memory) {
    static void (*next)(void *);
    if (next == NULL) next = NEXT(free);
    if (memory != NULL) atomic_fetch_add(&calls, 1);
    next(memory);
}

__attribute__((destructor)) static void report(void) {
    fprintf(stderr, "heap calls: %ld\n", atomic_load(&calls));
}
