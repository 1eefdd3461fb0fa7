/* Tables that give equal things one number: records of a fixed size (vertices, keys) and names. */
#ifndef OXCART_TOOLS_IMPORT_BASE_INTERN_H
#define OXCART_TOOLS_IMPORT_BASE_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The answer of the tables when memory has run out. */
#define IMPORT_INTERN_FAILED UINT32_MAX

/* Makes room for `count` elements in a growing array, doubling it. False, and nothing changed, without
 * memory. */
bool import_grow(void **array, size_t *capacity, size_t count, size_t element_size);

/*
 * Records of `record_size` bytes (a multiple of 4) compared byte by byte. Numbers count from 0 in the order
 * of first appearance, so that they do not depend on the hash. `records` is a plain array and may be taken
 * over by the caller. Start with all zero but record_size.
 */
typedef struct import_record_set {
    size_t record_size;
    uint8_t *records;
    size_t capacity;
    uint32_t count;
    uint32_t *slots; /* number + 1, 0 where free */
    size_t slot_count;
} import_record_set;

uint32_t import_record_set_add(import_record_set *set, const void *record);
void import_record_set_free(import_record_set *set);

/* Names, compared byte by byte, zeros in them included. Start with all zero. */
typedef struct import_name_table {
    char **names; /* each with a zero behind */
    size_t capacity;
    size_t *lengths;
    size_t length_capacity;
    uint32_t count;
    uint32_t *slots;
    size_t slot_count;
} import_name_table;

uint32_t import_name_table_add(import_name_table *table, const char *name, size_t length);

/* The number of a name in the table, IMPORT_INTERN_FAILED for a name that is not in it. */
uint32_t import_name_table_find(const import_name_table *table, const char *name, size_t length);
void import_name_table_free(import_name_table *table);

/* A malloc'd copy of `length` bytes with a zero behind, NULL without memory. */
char *import_copy_name(const char *name, size_t length);

#endif
