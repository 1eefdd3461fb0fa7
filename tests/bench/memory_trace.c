/* Allocator benchmark: the same request traces through the kernel's allocators and through the C library's
 * heap, in one run, as ratios of time, the cost of following the trace taken off; and what the layout of data
 * does to a walk over it. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel/memory/arena.h"
#include "kernel/memory/frame.h"
#include "kernel/memory/heap.h"
#include "kernel/memory/pool.h"

enum { BLOCKS = 2000, STEPS = 40000, REPEATS = 9 };

typedef struct trace {
    uint32_t size[STEPS];  /* of the request that step makes */
    uint16_t where[STEPS]; /* slot that the step takes when it is empty, else gives back */
} trace;

static trace fixed, mixed, level;
static void *slots[BLOCKS];
static ox_handle heap_slots[BLOCKS];
static _Alignas(64) uint8_t room[24u << 20];

static uint32_t next_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Fixed and random sizes live for random times; a level is loaded in order and dropped at once. */
static void make_traces(void) {
    uint32_t seed = 20;
    for (int i = 0; i < STEPS; i++) {
        fixed.size[i] = 48;
        fixed.where[i] = mixed.where[i] = (uint16_t)(next_random(&seed) % BLOCKS);
        mixed.size[i] = 8 + next_random(&seed) % 504;
        level.size[i] =
            next_random(&seed) % 16 == 0 ? 1024 + next_random(&seed) % 3072 : 16 + next_random(&seed) % 240;
        level.where[i] = (uint16_t)(i % BLOCKS);
    }
}

static void touch(void *memory) { *(volatile uint8_t *)memory = 1; }

static void libc_lives(const trace *t) {
    for (int i = 0; i < STEPS; i++) {
        void **slot = &slots[t->where[i]];
        if (*slot == NULL) {
            *slot = malloc(t->size[i]);
            if (*slot != NULL) touch(*slot);
        } else {
            free(*slot);
            *slot = NULL;
        }
    }
    for (int i = 0; i < BLOCKS; i++) {
        free(slots[i]);
        slots[i] = NULL;
    }
}

static void pool_lives(const trace *t) {
    ox_arena arena;
    ox_pool pool;
    ox_arena_init(&arena, room, sizeof room);
    if (ox_pool_init(&pool, &arena, 48, 8, BLOCKS) != OX_OK) return;
    for (int i = 0; i < STEPS; i++) {
        void **slot = &slots[t->where[i]];
        if (*slot == NULL) {
            *slot = ox_pool_take(&pool, NULL);
            touch(*slot);
        } else {
            (void)ox_pool_give(&pool, *slot);
            *slot = NULL;
        }
    }
    memset(slots, 0, sizeof slots);
}

/* Follows the traces without any allocator: a cost that is taken off all others. */
static void no_lives(const trace *t) {
    for (int i = 0; i < STEPS; i++) {
        void **slot = &slots[t->where[i]];
        if (*slot == NULL) {
            *slot = room + t->where[i] * 48u;
            touch(*slot);
        } else {
            *slot = NULL;
        }
    }
    memset(slots, 0, sizeof slots);
}

static void no_batches(const trace *t) {
    for (int start = 0; start < STEPS; start += BLOCKS) {
        for (int i = 0; i < BLOCKS; i++) touch(room + t->size[start + i] + (size_t)i * 48u);
    }
}

static void pool_batches(const trace *t) {
    ox_arena arena;
    ox_pool pool;
    (void)t;
    ox_arena_init(&arena, room, sizeof room);
    if (ox_pool_init(&pool, &arena, 48, 8, BLOCKS) != OX_OK) return;
    for (int start = 0; start < STEPS; start += BLOCKS) {
        for (int i = 0; i < BLOCKS; i++) touch(slots[i] = ox_pool_take(&pool, NULL));
        for (int i = BLOCKS; i-- > 0;) (void)ox_pool_give(&pool, slots[i]);
    }
    memset(slots, 0, sizeof slots);
}

static void heap_lives(const trace *t) {
    static ox_heap heap;
    ox_arena arena;
    ox_arena_init(&arena, room, sizeof room);
    ox_heap_setup setup = {2u << 20, BLOCKS, 8, 4096};
    if (ox_heap_init(&heap, &arena, &arena, &setup) != OX_OK) return;
    memset(heap_slots, 0, sizeof heap_slots);
    for (int i = 0; i < STEPS; i++) {
        ox_handle *slot = &heap_slots[t->where[i]];
        if (ox_handle_is_none(*slot)) {
            *slot = ox_heap_take(&heap, t->size[i]);
            void *at = ox_heap_get(&heap, *slot);
            if (at != NULL) touch(at);
        } else {
            (void)ox_heap_give(&heap, *slot);
            *slot = OX_HANDLE_NONE;
        }
    }
}

static void libc_batches(const trace *t) {
    for (int start = 0; start < STEPS; start += BLOCKS) {
        for (int i = 0; i < BLOCKS; i++) {
            slots[i] = malloc(t->size[start + i]);
            if (slots[i] != NULL) touch(slots[i]);
        }
        for (int i = BLOCKS; i-- > 0;) free(slots[i]);
    }
    memset(slots, 0, sizeof slots);
}

static void arena_batches(const trace *t) {
    ox_arena arena;
    ox_arena_init(&arena, room, sizeof room);
    for (int start = 0; start < STEPS; start += BLOCKS) {
        ox_mark mark = ox_arena_mark(&arena, OX_ARENA_LOW);
        for (int i = 0; i < BLOCKS; i++) touch(ox_arena_push_low(&arena, t->size[start + i], OX_ALIGNMENT));
        (void)ox_arena_rollback(&arena, mark);
    }
}

static void two_ended_batches(const trace *t) {
    ox_arena arena;
    ox_arena_init(&arena, room, sizeof room);
    for (int start = 0; start < STEPS; start += BLOCKS) {
        for (int i = 0; i < BLOCKS; i += 2) {
            touch(ox_arena_push_low(&arena, t->size[start + i], OX_ALIGNMENT));
            touch(ox_arena_push_high(&arena, t->size[start + i + 1], OX_ALIGNMENT));
        }
        ox_arena_clear(&arena);
    }
}

static void frame_batches(const trace *t) {
    ox_arena arena;
    ox_frame_memory frame;
    ox_arena_init(&arena, room, sizeof room);
    if (!ox_frame_memory_init(&frame, &arena, 10u << 20, 2)) return;
    for (int start = 0; start < STEPS; start += BLOCKS) {
        ox_frame_memory_begin(&frame);
        for (int i = 0; i < BLOCKS; i++)
            touch(ox_frame_memory_push(&frame, t->size[start + i], OX_ALIGNMENT));
    }
}

/* The shortest time of some runs, since other work of the machine only ever adds time. */
static double best(void (*work)(const trace *), const trace *t) {
    double least = 1e9;
    for (int i = 0; i < REPEATS; i++) {
        double start = now();
        work(t);
        double took = now() - start;
        if (took < least) least = took;
    }
    return least;
}

static void compare(const char *what, void (*ours)(const trace *), void (*theirs)(const trace *),
                    const trace *t) {
    double none = best(theirs == libc_lives ? no_lives : no_batches, t);
    double a = best(ours, t) - none, b = best(theirs, t) - none;
    if (a < none / 100) a = none / 100;
    printf("%-44s %6.1f times as fast as malloc and free (%.1f ns against %.1f ns a request)\n", what, b / a,
           a * 1e9 / STEPS, b * 1e9 / STEPS);
}

/* ---- layout ---- */

enum { THINGS = 60000 };
typedef struct thing {
    int32_t position[3], rotation[4], health, more[24];
    struct thing *next;
} thing;

static thing *things, *first;
static int32_t (*positions)[3];

static void walk_structs(const trace *t) {
    (void)t;
    for (int i = 0; i < THINGS; i++) things[i].position[0] += 3;
}
static void walk_arrays(const trace *t) {
    (void)t;
    for (int i = 0; i < THINGS; i++) positions[i][0] += 3;
}
static void walk_list(const trace *t) {
    (void)t;
    for (thing *at = first; at != NULL; at = at->next) at->position[0] += 3;
}

static void compare_layouts(void) {
    uint32_t *order = malloc(THINGS * sizeof *order), seed = 3;
    things = calloc(THINGS, sizeof *things);
    positions = calloc(THINGS, sizeof *positions);
    if (order == NULL || things == NULL || positions == NULL) return;
    for (uint32_t i = 0; i < THINGS; i++) order[i] = i;
    for (uint32_t i = THINGS - 1; i > 0; i--) {
        uint32_t j = next_random(&seed) % (i + 1), old = order[i];
        order[i] = order[j];
        order[j] = old;
    }
    for (uint32_t i = 0; i < THINGS; i++) {
        things[order[i]].next = first;
        first = &things[order[i]];
    }
    double structs = best(walk_structs, &fixed), arrays = best(walk_arrays, &fixed),
           list = best(walk_list, &fixed);
    printf("%-44s %6.1f times as fast as an array of structs, %.1f times as fast as a list of pointers\n",
           "positions in an array of their own", structs / arrays, list / arrays);
    int32_t same = 1;
    for (int i = 0; i < THINGS; i++) same &= things[i].position[0] == 2 * positions[i][0];
    if (same == 0) printf("the walks did not do the same work\n");
    free(order);
    free(things);
    free(positions);
}

/* One allocator follows one trace once: the work that callgrind counts. */
__attribute__((noinline)) static void count_once(void (*work)(const trace *), const trace *t) { work(t); }

/* memory_trace NAME TRACE: the allocator NAME alone, for counting instructions. */
static int count(const char *name, const char *which) {
    static const struct {
        const char *name;
        void (*work)(const trace *);
    } works[] = {{"pool", pool_lives},     {"malloc-lives", libc_lives}, {"nothing-lives", no_lives},
                 {"arena", arena_batches}, {"ends", two_ended_batches},  {"frame", frame_batches},
                 {"pools", pool_batches},  {"malloc", libc_batches},     {"nothing", no_batches}};
    const trace *t = strcmp(which, "fixed") == 0 ? &fixed : strcmp(which, "level") == 0 ? &level : &mixed;
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++) {
        if (strcmp(works[i].name, name) != 0) continue;
        count_once(works[i].work, t);
        return 0;
    }
    fprintf(stderr, "memory_trace: there is no allocator `%s`\n", name);
    return 1;
}

int main(int argc, char **argv) {
    make_traces();
    if (argc == 3) return count(argv[1], argv[2]);
    compare("pool, fixed size, random lives", pool_lives, libc_lives, &fixed);
    compare("pool, fixed size, many and all back", pool_batches, libc_batches, &fixed);
    compare("relocatable heap, random sizes and lives", heap_lives, libc_lives, &mixed);
    compare("arena, fixed size", arena_batches, libc_batches, &fixed);
    compare("arena, random sizes", arena_batches, libc_batches, &mixed);
    compare("arena, a level's blocks", arena_batches, libc_batches, &level);
    compare("arena from both ends, a level's blocks", two_ended_batches, libc_batches, &level);
    compare("frame memory, random sizes", frame_batches, libc_batches, &mixed);
    compare_layouts();
    return 0;
}
