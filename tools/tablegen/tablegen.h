/* The parts of the table generator: writing a table as C source, and the tables of each topic. */
#ifndef OXCART_TOOLS_TABLEGEN_TABLEGEN_H
#define OXCART_TOOLS_TABLEGEN_TABLEGEN_H

#include <stdint.h>
#include <stdio.h>

/* A table under construction: integers, and the texts for the comment above it. */
typedef struct {
    const char *name;    /* C name, declared in fixedmath/tables.h */
    const char *type;    /* element type in C */
    const char *shape;   /* "" or the second dimension, "[2]" */
    const char *formula; /* what an entry holds and over which domain */
    const char *format;  /* fixed-point format of an entry */
    int count;           /* entries, over all dimensions */
    int bytes;           /* bytes of one entry */
    double value[1024];  /* exact values, in units of the format */
    int64_t entry[1024]; /* the integers that are written */
} tablegen_table;

/* Rounds a table: entry[i] = value[i] to the nearest integer. */
void tablegen_round(tablegen_table *table);

/* CRC-32 (reflected, 0xEDB88320) of the entries as little-endian 32-bit words. */
uint32_t tablegen_checksum(const tablegen_table *table);

/* Writes the table as C source with its heading comment; hexadecimal, so that no digits are lost. */
void tablegen_write(FILE *file, const tablegen_table *table);

/* Fills in table number `index` of the module; false when there are no more. */
int tablegen_make(int index, tablegen_table *table);

#endif
