/* Reads the symbol table of the program's own file. */
#define _GNU_SOURCE
#include "platform/host/host_symbols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <elf.h>
#include <link.h>
#include <sys/auxv.h>

/* Reads `size` bytes at an offset of the file into new memory; NULL when they are not there. */
static void *read_part(FILE *file, uint64_t offset, size_t size) {
    void *part = size == 0 ? NULL : malloc(size);
    if (part == NULL) return NULL;
    if (fseek(file, (long)offset, SEEK_SET) == 0 && fread(part, 1, size, file) == size) return part;
    free(part);
    return NULL;
}

/* Gives the functions of a table; `moved` is where the program lies in memory. */
static void take_symbols(FILE *file, const ElfW(Shdr) * sections, const ElfW(Shdr) * table, uintptr_t moved,
                         host_symbol_take *take, void *context) {
    const ElfW(Shdr) *strings = &sections[table->sh_link];
    ElfW(Sym) *symbols = read_part(file, table->sh_offset, table->sh_size);
    char *text = read_part(file, strings->sh_offset, strings->sh_size);
    if (text != NULL) text[strings->sh_size - 1] = 0;
    for (size_t i = 0; symbols != NULL && text != NULL && i < table->sh_size / sizeof *symbols; i++) {
        const ElfW(Sym) *s = &symbols[i];
        if ((s->st_info & 15u) != STT_FUNC || s->st_size == 0 || s->st_name >= strings->sh_size) continue;
        take(context, text + s->st_name, (uintptr_t)s->st_value + moved, s->st_size);
    }
    free(symbols);
    free(text);
}

bool host_each_symbol(host_symbol_take *take, void *context) {
    ElfW(Ehdr) head;
    bool found = false;
    FILE *file = fopen("/proc/self/exe", "rb");
    if (file == NULL) return false;
    if (fread(&head, sizeof head, 1, file) == 1 && head.e_shentsize == sizeof(ElfW(Shdr))) {
        const uintptr_t moved = (uintptr_t)getauxval(AT_ENTRY) - (uintptr_t)head.e_entry;
        ElfW(Shdr) *sections = read_part(file, head.e_shoff, (size_t)head.e_shnum * sizeof *sections);
        for (unsigned i = 0; sections != NULL && i < head.e_shnum; i++) {
            if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= head.e_shnum) continue;
            take_symbols(file, sections, &sections[i], moved, take, context);
            found = true;
        }
        free(sections);
    }
    fclose(file);
    return found;
}
#else
bool host_each_symbol(host_symbol_take *take, void *context) { return (void)take, (void)context, false; }
#endif
