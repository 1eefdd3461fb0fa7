/* Paints call stacks and measures how much of the paint is left. */
#include "kernel/debug/stack.h"

#include "platform/platform.h"

/* Stack words lie between the frames of functions that are under way. The sanitizer must not judge accesses to them,
 * and the compiler must not think that nobody reads them. */
#if defined(__GNUC__)
#define BARE __attribute__((noinline, no_sanitize_address))
#else
#define BARE
#endif

BARE void ox_stack_paint(void *base, size_t size) {
    volatile uint32_t *word = base;
    for (size_t i = 0; i < size / 4; i++) word[i] = PLAT_STACK_PATTERN;
}

BARE size_t ox_stack_peak(const void *base, size_t size) {
    const volatile uint32_t *word = base;
    size_t untouched = 0;
    if (base == NULL) return 0;
    while (untouched < size / 4 && word[untouched] == PLAT_STACK_PATTERN) untouched++;
    return size - untouched * 4;
}

BARE bool ox_stack_intact(const void *base, size_t size) {
    const volatile uint32_t *word = base;
    return base == NULL || size < 4 || word[0] == PLAT_STACK_PATTERN;
}

/* Scans the stack for return addresses. The list that is being filled may lie on the stack itself, and is passed
 * over. */
BARE int ox_stack_scan(const void *from, const void *to, bool (*is_return)(uintptr_t), uintptr_t *callers,
                       int most) {
    uintptr_t at = (uintptr_t)from, end = (uintptr_t)to, list = (uintptr_t)callers;
    int count = 0;
    for (; at < end && count < most; at += sizeof(uintptr_t)) {
        if (at >= list && at < list + (size_t)most * sizeof *callers) continue;
        uintptr_t value = *(const volatile uintptr_t *)at;
        if (is_return(value)) callers[count++] = value;
    }
    return count;
}

bool ox_stack_thumb_return(uintptr_t address, uintptr_t code_start, uintptr_t code_end) {
    uintptr_t at = address & ~(uintptr_t)1;
    if ((address & 1u) == 0 || at < code_start + 4 || at > code_end) return false;
    const uint16_t *before = (const uint16_t *)at; /* where the call returns to */
    bool long_call = (before[-2] & 0xF800u) == 0xF000u && (before[-1] & 0xC000u) == 0xC000u;
    return long_call || (before[-1] & 0xFF87u) == 0x4780u;
}
