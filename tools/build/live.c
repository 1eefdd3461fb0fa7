/* Builds beside a running game, and pushes. */
#define _POSIX_C_SOURCE 200809L
#include "tools/build/live.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel/debug/format.h"
#include "kernel/inspect/inspect.h"
#include "rom/rom.h"
#include "tools/pack/overlay.h"

enum { LOOK = 100000 }; /* microseconds from one look at the files to the next */

enum { UNDER_WAY, DONE, LEFT /* nobody waits for the build any more: it frees itself */ };

struct live_build {
    live_rebuild rebuild;
    pthread_t thread;
    atomic_int state;
    bool apart; /* in a thread, which is to be joined */
    bool built;
    writer image;
};

void live_begin(live *l, const live_rebuild *rebuild, const char *name) {
    memset(l, 0, sizeof *l);
    l->rebuild = rebuild;
    l->name = name;
    l->modules = known_modules();
    l->game = known_game();
}

bool live_code_changed(const live *l) {
    const ox_module *const *a = l->modules, *const *b = known_modules();
    while (*a != NULL && *a == *b) a++, b++;
    return *a != *b || l->game != known_game();
}

/* ---- building ---- */

static void *work_build(void *argument) {
    live_build *b = argument;
    tool_error error = {.text = ""};
    b->built = b->rebuild.build(b->rebuild.context, &b->image, &error); /* `build` tells of mistakes itself */
    if (atomic_exchange(&b->state, DONE) == LEFT) {
        writer_free(&b->image);
        free(b);
    }
    return NULL;
}

live_build *live_build_begin(const live_rebuild *rebuild) {
    live_build *b = calloc(1, sizeof *b);
    if (b == NULL) return NULL;
    b->rebuild = *rebuild;
    atomic_init(&b->state, UNDER_WAY);
    b->apart = pthread_create(&b->thread, NULL, work_build, b) == 0;
    if (!b->apart) (void)work_build(b);
    return b;
}

bool live_build_is_done(const live_build *b) {
    return atomic_load_explicit(&b->state, memory_order_acquire) == DONE;
}

bool live_build_end(live_build *b, writer *image) {
    if (b->apart) pthread_join(b->thread, NULL);
    bool built = b->built;
    *image = b->image;
    free(b);
    return built;
}

bool live_build_stop(live_build *b) {
    enum { LOOKS = 40 };
    const struct timespec brief = {0, LIVE_PATIENCE / LOOKS * 1000L};
    writer image = {0};
    if (b->rebuild.stop != NULL) b->rebuild.stop(b->rebuild.context);
    for (int i = 0; i < LOOKS && !live_build_is_done(b); i++) nanosleep(&brief, NULL);
    const pthread_t thread = b->thread;
    if (atomic_exchange(&b->state, LEFT) != DONE) {
        pthread_detach(thread);
        return false;
    }
    (void)live_build_end(b, &image);
    writer_free(&image);
    return true;
}

/* ---- pushing ---- */

/* Whether a part of the console, which it begins for chunks of these types, comes or goes. */
static bool parts_differ(const rom_image *a, const rom_image *b) {
    static const uint32_t types[] = {ROM_TAG_SCRIPTS, ROM_TAG_AUDIO,      ROM_TAG_SCENE_LEVELS,
                                     ROM_TAG_GAME,    ROM_TAG_OPTIONS,    ROM_TAG_SHEET,
                                     ROM_TAG_VIEW,    ROM_TAG_SCENE_MAPS, ROM_TAG_SCREEN,
                                     ROM_TAG_ACTIONS, ROM_TAG_STROKES,    ROM_TAG_BINDINGS};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if ((rom_next(a, types[i], 0) < a->count) != (rom_next(b, types[i], 0) < b->count)) return true;
    return false;
}

/* Whether an image cannot be put into a running game: another budget, other light, the first script or sound, or
 * another cart. */
static bool needs_restart(const live *l, const rom_image *now) {
    const uint8_t *a = l->base.base, *b = now->base;
    uint32_t size = rom_u32(a + ROM_AT_BUDGET_SIZE);
    return l->base.cart != now->cart || l->base.cart_version != now->cart_version ||
           ((l->base.flags ^ now->flags) & ROM_FLAG_LINEAR) != 0 || parts_differ(&l->base, now) ||
           size != rom_u32(b + ROM_AT_BUDGET_SIZE) || memcmp(a + l->base.budget, b + now->budget, size) != 0;
}

static void tell_outcome(const live *l, const char *refusal) {
    if (l->rebuild->told != NULL) l->rebuild->told(l->rebuild->context, refusal);
}

/* Puts *next into the game. False when that is not possible, and *refusal says why; with an empty refusal->text
 * the game has to begin anew with *next. */
static bool put_image(live *l, ox_console *console, writer *next, ox_error *refusal) {
    tool_error error = {.text = ""};
    rom_image now;
    writer overlay = {0};
    uint32_t count = 0;
    refusal->text[0] = 0;
    if (rom_open(next->data, next->size, &now, NULL) != ROM_OK) return false;
    if ((now.flags & (ROM_FLAG_OVERLAY | ROM_FLAG_ADD_ON)) != 0) { /* it is laid over the cart as it is */
        overlay = *next;
        memset(next, 0, sizeof *next);
        writer_put_u32(&overlay, ROM_AT_FLAGS, (now.flags & ~(uint32_t)ROM_FLAG_ADD_ON) | ROM_FLAG_OVERLAY);
        writer_put_u32(&overlay, ROM_AT_HEADER_CRC, rom_crc32(0, overlay.data, ROM_AT_HEADER_CRC));
    } else if (needs_restart(l, &now)) {
        return false;
    } else if (!overlay_make(&l->base, &now, l->name, NULL, &overlay, &count, &error)) {
        writer_free(&overlay);
        return false;
    }
    ox_status status = ox_console_replace(console, overlay.data, (uint32_t)overlay.size, refusal);
    if (status == OX_OK) {
        writer_free(&l->pushed);
        l->pushed = overlay;
        return true;
    }
    writer_free(&overlay);
    if (next->size > 0 && (status == OX_BAD_VERSION || status == OX_OUT_OF_MEMORY || status == OX_FULL))
        refusal->text[0] = 0;
    return false;
}

/* Refuses files that changed while the game is recorded or replayed. */
static bool is_held(const live *l, const ox_console *console, ox_error *refusal) {
    const char *what = l->held == NULL ? NULL : l->held(console);
    if (what == NULL) return false;
    ox_format(refusal->text, sizeof refusal->text,
              "files have changed, but %s: the game goes on without them; --force takes them all the same",
              what);
    return true;
}

static void throw_away(writer *next) {
    writer_free(next);
    memset(next, 0, sizeof *next);
}

/* Puts *next into the game and tells the outcome. True when the game has to begin anew, with *next. */
static bool push(live *l, ox_console *console, writer *next) {
    ox_error refusal;
    if (is_held(l, console, &refusal)) {
        tell_outcome(l, refusal.text);
        fprintf(stderr, "oxcart: %s: %s\n", l->name, refusal.text);
        throw_away(next);
        return false;
    }
    if (live_code_changed(l)) {
        tell_outcome(l, NULL);
        return true;
    }
    const uint32_t sum = rom_crc32(0, next->data, next->size);
    bool good = put_image(l, console, next, &refusal), again = !good && refusal.text[0] == 0;
    if (good) l->plays = sum;
#if OX_PROFILED
    ox_inspect *view = ox_console_modules(console)->options->inspect;
    if (good && view != NULL) ox_inspect_files_changed(view, sum);
#endif
    tell_outcome(l, good || again ? NULL : refusal.text);
    if (!good && !again) fprintf(stderr, "oxcart: %s: %s\n", l->name, refusal.text);
    if (!again) throw_away(next);
    return again;
}

/* Takes the result of a build that is done. True when the game has to begin anew, with *next. */
static bool take_build(live *l, ox_console *console, writer *next) {
    live_build *b = l->under_way;
    l->under_way = NULL;
    return live_build_end(b, next) && push(l, console, next);
}

/* Begins a build when a file changed. */
static void look(live *l, uint64_t now) {
    if (l->rebuild == NULL || now - l->asked < LOOK) return;
    l->asked = now;
    if (l->rebuild->changed(l->rebuild->context))
        l->under_way = live_build_begin(l->rebuild); /* without memory, the next change tries again */
}

bool live_wait(live *l, uint64_t now, writer *next) {
    if (l->under_way != NULL && live_build_is_done(l->under_way)) {
        live_build *b = l->under_way;
        l->under_way = NULL;
        return live_build_end(b, next);
    }
    if (l->under_way == NULL) look(l, now);
    return false;
}

bool live_frame(live *l, uint64_t now, ox_console *console, writer *next) {
    if (l->under_way != NULL) return live_build_is_done(l->under_way) && take_build(l, console, next);
    look(l, now);
    return false;
}

bool live_end(live *l) {
    bool all = l->under_way == NULL || live_build_stop(l->under_way);
    l->under_way = NULL;
    writer_free(&l->pushed);
    return all;
}
