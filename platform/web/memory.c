/* The memory of a WebAssembly program: the functions of a C library that the console uses, and web_reserve for more
 * memory. The built-ins become the processor's own instructions (memory.copy, memory.fill). */
#include <stdint.h>
#include <string.h>

#include "platform/web/web.h"

#undef memcpy
#undef memmove
#undef memset
#undef memcmp

void *memcpy(void *restrict target, const void *restrict source, size_t size) {
    return __builtin_memcpy(target, source, size);
}
void *memmove(void *target, const void *source, size_t size) {
    return __builtin_memmove(target, source, size);
}
void *memset(void *target, int value, size_t size) { return __builtin_memset(target, value, size); }

int memcmp(const void *a, const void *b, size_t size) {
    const uint8_t *x = a, *y = b;
    for (size_t i = 0; i < size; i++) {
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    }
    return 0;
}

extern uint8_t __heap_base[]; /* from the linker: behind all data */

void *web_reserve(size_t size) {
    static uintptr_t next;
    const uintptr_t page = 65536, alignment = 16;
    if (next == 0) next = (uintptr_t)__heap_base;
    uintptr_t start = (next + alignment - 1) & ~(alignment - 1), end = __builtin_wasm_memory_size(0) * page;
    if (size > UINTPTR_MAX - page - start) return NULL;
    if (start + size > end &&
        __builtin_wasm_memory_grow(0, (start + size - end + page - 1) / page) == SIZE_MAX)
        return NULL;
    next = start + size;
    return (void *)start;
}
