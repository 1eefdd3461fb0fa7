/* Arenas of the engine's own tests with the C library's heap behind them, and what that heap was asked for. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/scripts/builds/memory_backend_suite.h"
#include "tools/base/heap_backend.h"

enum { RECORDS = 64 << 20 };

/* One for every arena that was ever set up: an arena may be copied elsewhere, so that its address tells nothing, and
 * many a test abandons its own. */
typedef struct backed {
    struct backed *older;
    heap_backend heap;
} backed;

static backed *newest;
static ox_tracker tracker;

static void tell(void) {
    size_t arenas = 0, blocks = 0, most = 0;
    unsigned worst = 0;
    for (backed *b = newest, *older; b != NULL; b = older) {
        unsigned spread = b->heap.peak > 65536 ? heap_backend_fragmentation(&b->heap) : 0;
        older = b->older;
        arenas++;
        blocks += b->heap.total;
        if (b->heap.total > most) most = b->heap.total;
        if (spread > worst) worst = spread;
        heap_backend_drop(&b->heap);
        free(b);
    }
    printf("# %zu arenas, %zu blocks of the C library's heap, at most %zu in one; fragmentation up to %u "
           "thousandths\n",
           arenas, blocks, most, worst);
}

void memory_backend_suite_init(ox_arena *arena, void *base, size_t size) {
    if (newest == NULL) {
        if (!ox_tracker_open(&tracker, malloc(RECORDS), RECORDS)) abort();
        atexit(tell);
    }
    (ox_arena_init)(arena, base, size);
    if (arena->size == 0) return;
    backed *b = calloc(1, sizeof *b);
    if (b == NULL) abort();
    b->older = newest;
    newest = b;
    ox_arena_track(arena, &tracker, "test", OX_TAG_NONE, 0);
    heap_backend_attach(&b->heap, arena);
}
