/* What an object file asks for and keeps: its symbols, out of an ELF file of this machine's word size.
 *
 * COST: about a microsecond a symbol. Any bytes may come; an object that is none is told, and nothing outside of it is read. */
#ifndef OXCART_TOOLS_CODE_CODE_OBJECT_H
#define OXCART_TOOLS_CODE_CODE_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum code_symbol_kind {
    CODE_SYMBOL_NEEDED,  /* defined elsewhere */
    CODE_SYMBOL_DEFINED, /* visible to other objects; a constant or a function */
    CODE_SYMBOL_CHANGES  /* a variable that can change, visible or not */
} code_symbol_kind;

/* Hears of the symbols one by one; false ends the walk. */
typedef bool code_hear_symbol(void *context, code_symbol_kind kind, const char *name);

/* False when the bytes are no object file of this machine. */
bool code_object_symbols(const uint8_t *bytes, size_t size, code_hear_symbol *hear, void *context);

#endif
