/* Builds beside a running game, and pushes. */
#include "tools/live.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/overlay.h"

enum { LOOK = 250000 }; /* microseconds from one look at the files to the next */

typedef struct live_build {
    const play_rebuild *rebuild;
    pthread_t thread;
    atomic_bool done;
    bool apart; /* in a thread, which is to be joined */
    bool built;
    writer image;
} live_build;

void live_begin(live *l, const play_rebuild *rebuild, const char *name) {
    memset(l, 0, sizeof *l);
    l->rebuild = rebuild;
    l->name = name;
}

/* ---- building ---- */

static void *work(void *argument) {
    live_build *b = argument;
    tool_error error = {.text = ""};
    b->built = b->rebuild->build(b->rebuild->context, &b->image, &error); /* a mistake is told there */
    atomic_store_explicit(&b->done, true, memory_order_release);
    return NULL;
}

static void begin_build(live *l) {
    live_build *b = calloc(1, sizeof *b);
    if (b == NULL) return; /* the next change tries again */
    b->rebuild = l->rebuild;
    atomic_init(&b->done, false);
    l->under_way = b;
    b->apart = pthread_create(&b->thread, NULL, work, b) == 0;
    if (!b->apart) (void)work(b);
}

/* Takes what was built out of the way; false when it was a mistake. */
static bool end_build(live *l, writer *image) {
    live_build *b = l->under_way;
    if (b->apart) pthread_join(b->thread, NULL);
    bool built = b->built;
    *image = b->image;
    l->under_way = NULL;
    free(b);
    return built;
}

/* ---- pushing ---- */

/* Whether the parts that a console begins for these chunks come or go. */
static bool parts_differ(const rom_image *a, const rom_image *b) {
    static const uint32_t types[] = {ROM_TAG_SCRIPTS, ROM_TAG_AUDIO};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if ((rom_next(a, types[i], 0) < a->count) != (rom_next(b, types[i], 0) < b->count)) return true;
    return false;
}

/* What cannot be put into a running game: another budget, other light, the first script or sound, or another cart. */
static bool needs_restart(const live *l, const rom_image *now) {
    const uint8_t *a = l->base.base, *b = now->base;
    uint32_t size = rom_u32(a + ROM_AT_BUDGET_SIZE);
    return l->base.cart != now->cart || l->base.cart_version != now->cart_version || ((l->base.flags ^ now->flags) & ROM_FLAG_LINEAR) != 0 ||
           parts_differ(&l->base, now) || size != rom_u32(b + ROM_AT_BUDGET_SIZE) || memcmp(a + l->base.budget, b + now->budget, size) != 0;
}

/* True when the game has to begin anew, with *next. */
static bool push(live *l, ox_console *console, writer *next) {
    tool_error error = {.text = ""};
    ox_error refusal;
    rom_image now;
    writer overlay = {0};
    uint32_t count = 0;
    if (rom_open(next->data, next->size, &now, NULL) != ROM_OK) return true;
    if ((now.flags & ROM_FLAG_OVERLAY) != 0) { /* a part of the cart: it is laid over as it is */
        overlay = *next;
        memset(next, 0, sizeof *next);
    } else if (needs_restart(l, &now)) {
        return true;
    } else if (!overlay_make(&l->base, &now, l->name, NULL, &overlay, &count, &error)) {
        writer_free(&overlay);
        return true;
    }
    ox_status status = ox_console_replace(console, overlay.data, (uint32_t)overlay.size, &refusal);
    if (status == OX_OK) {
        writer_free(&l->pushed);
        l->pushed = overlay;
        writer_free(next);
        return false;
    }
    writer_free(&overlay);
    if (next->size > 0 && (status == OX_BAD_VERSION || status == OX_OUT_OF_MEMORY || status == OX_FULL)) return true;
    fprintf(stderr, "oxcart: %s: %s\n", l->name, refusal.text);
    writer_free(next);
    return false;
}

bool live_frame(live *l, uint64_t now, ox_console *console, writer *next) {
    if (l->under_way != NULL)
        return atomic_load_explicit(&l->under_way->done, memory_order_acquire) && end_build(l, next) && push(l, console, next);
    if (l->rebuild == NULL || now - l->asked < LOOK) return false;
    l->asked = now;
    if (l->rebuild->changed(l->rebuild->context)) begin_build(l);
    return false;
}

void live_end(live *l) {
    writer image = {0};
    if (l->under_way != NULL) {
        (void)end_build(l, &image);
        writer_free(&image);
    }
    writer_free(&l->pushed);
}
