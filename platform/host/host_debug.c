/* Reports of the desktop port about the program itself: its call stack, the names of its functions, reports
 * kept as files, and the end after a failure. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

#include "fixedmath/assert.h"
#include "kernel/debug/stack.h"
#include "platform/host/host_internal.h"
#include "platform/host/host_symbols.h"

/* ---- the stack ---- */

/* Bytes of the stack that are measured. Frames of debug builds are several times as large, above all under sanitizers. */
enum { PAINTED = OX_DEBUG ? 1024 * 1024 : 128 * 1024 };

/* Paints the stack below the caller; the pattern stays when this returns. It is written into an array of this function,
 * since the system, and tools that watch the stack pointer, want writes to lie above the stack pointer. */
static __attribute__((noinline)) void paint_below(uintptr_t *base) {
    uint32_t room[PAINTED / sizeof(uint32_t)];
    ox_stack_paint(room, sizeof room);
    *base = (uintptr_t)room;
}

void host_paint_stack(plat *p) {
    uintptr_t base;
    paint_below(&base);
    p->stack.base = (void *)base;
    p->stack.size = PAINTED;
}

void plat_stack(plat *p, plat_block *stack) { *stack = p->stack; }

typedef struct walk {
    uintptr_t *callers;
    int count, most;
} walk;

static _Unwind_Reason_Code step_frame(struct _Unwind_Context *context, void *argument) {
    walk *w = argument;
    uintptr_t at = (uintptr_t)_Unwind_GetIP(context);
    if (at == 0 || w->count == w->most) return _URC_END_OF_STACK;
    w->callers[w->count++] = at;
    return _URC_NO_REASON;
}

int plat_callers(plat *p, uintptr_t *callers, int most) {
    uintptr_t all[64];
    walk w = {all, 0, most < 63 ? most + 1 : 64};
    (void)p;
    _Unwind_Backtrace(step_frame, &w);
    if (w.count < 2) return 0;
    memcpy(callers, all + 1, (size_t)(w.count - 1) * sizeof *callers); /* without this function */
    return w.count - 1;
}

/* ---- names, from the program's own symbol table ---- */

/* The function that holds an address. */
typedef struct searched {
    uintptr_t at;
    char *name;
    size_t size;
    bool found;
} searched;

static void compare_symbol(void *context, const char *name, uintptr_t from, size_t size) {
    searched *s = context;
    if (s->found || s->at < from || s->at - from >= size) return;
    s->found = true;
    snprintf(s->name, s->size, "%s", name);
}

bool plat_caller_name(plat *p, uintptr_t address, char *name, size_t size) {
    (void)p;
    searched s = {address - 1, name, size,
                  false}; /* a return address may lie behind the last instruction of its function */
    return size > 0 && host_each_symbol(compare_symbol, &s) && s.found;
}

/* ---- reports, the end ---- */

bool plat_keep_text(plat *p, const char *name, const char *text) {
    char path[4096];
    if (!host_free_name(p, name, "txt", path, sizeof path)) {
        host_logf(p, PLAT_LOG_ERROR, "no free name for a report; choose another folder");
        return false;
    }
    FILE *file = fopen(path, "w");
    bool ok = file != NULL && fputs(text, file) >= 0;
    if (file != NULL) ok = fclose(file) == 0 && ok;
    host_logf(p, ok ? PLAT_LOG_INFO : PLAT_LOG_ERROR, "%s %s", ok ? "report" : "cannot write", path);
    return ok;
}

_Noreturn void plat_abort(plat *p) {
    fflush(stdout);
    p->backend->close(p);
    _Exit(HOST_ABORTED);
}

#if OX_DEBUG
static void say_site(const fx_assert_site *site) {
    fprintf(stderr, "assertion failed: %s:%d in %s: %s\n", site->file, site->line, site->function,
            site->condition);
}
#endif

void host_watch_assertions(void) {
#if OX_DEBUG
    fx_assert_last_words(say_site);
#endif
}

bool plat_claim(plat *p, plat_single what, bool claim) { return plat_claim_bit(&p->claimed, what, claim); }
