/* The four memory functions that the freestanding code may use; memory.S implements them for the Game Boy
 * Advance. The build tells the compiler to take nothing else of a C library for granted; the macros below let it
 * open-code the four. */
#ifndef OXCART_GBA_STRING_H
#define OXCART_GBA_STRING_H

#include <stddef.h>

void *memcpy(void *restrict target, const void *restrict source, size_t size);
void *memmove(void *target, const void *source, size_t size);
void *memset(void *target, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);

#define memcpy(target, source, size) __builtin_memcpy(target, source, size)
#define memmove(target, source, size) __builtin_memmove(target, source, size)
#define memset(target, value, size) __builtin_memset(target, value, size)
#define memcmp(a, b, size) __builtin_memcmp(a, b, size)

#endif
