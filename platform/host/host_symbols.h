/* Functions of the running program by its own symbol table, for tools that count where time goes. */
#ifndef OXCART_PLATFORM_HOST_SYMBOLS_H
#define OXCART_PLATFORM_HOST_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void host_symbol_take(void *context, const char *name, uintptr_t from, size_t size);

/* Gives every function with its place in memory, in the table's order; names are gone behind the call. False: the program has no table, or the system no way to it. */
bool host_each_symbol(host_symbol_take *take, void *context);

#endif
