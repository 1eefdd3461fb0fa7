/* A report on sizes: the parts that fill an image, the memory it asks for, saved bytes and wasted bytes, as rows for
 * tables.
 *
 * Rows of the parts `chunk` and `image` add up to the file's size; rows of the other parts sum them up in
 * other ways. */
#ifndef OXCART_TOOLS_INSPECT_SIZE_REPORT_H
#define OXCART_TOOLS_INSPECT_SIZE_REPORT_H

#include "tools/inspect/image_model.h"

typedef enum size_part {
    SIZE_TYPE,    /* bytes stored of each type of chunk */
    SIZE_IMAGE,   /* header and directory, alignment */
    SIZE_CHUNK,   /* each chunk, by falling size */
    SIZE_PACKAGE, /* stored bytes that a level or character loads together */
    SIZE_MEMORY,  /* memory that the cart asks of the machine, and peak of each package */
    SIZE_SAVED,   /* saved by packing, sharing, trimming, tiles */
    SIZE_WASTE,   /* alignment, tails of blocks, empty parts of sheets */
    SIZE_PROGRAM, /* sections of a link map */
    SIZE_PARTS
} size_part;

extern const char *const size_part_names[SIZE_PARTS];

typedef struct size_row {
    size_part part;
    char name[IMAGE_NAME_ROOM], type[5];
    uint32_t codec;
    uint64_t bytes, full; /* full: unpacked, or the most possible; 0: not used */
    char note[120];
} size_row;

typedef struct size_report {
    size_row *rows;
    size_t count, capacity;
    uint64_t image;
    bool failed; /* no memory */
} size_report;

bool size_report_make(const image_model *m, size_report *report, tool_error *error);
void size_report_free(size_report *report);

/* Adds the sections of a GNU linker's map, and the free bytes of each region of memory that it names. `stack`
 * bytes are counted as taken out of the region that .bss lies in. */
bool size_report_add_map(size_report *report, const char *file, const char *text, size_t size, uint32_t stack,
                         tool_error *error);

/* The row of a part and a name, NULL when there is none. */
const size_row *size_report_find(const size_report *report, size_part part, const char *name);

/* Holds rows to limits: `NAME=BYTES,NAME=BYTES` or `BYTES` for the image; a NAME is that of any row, a type,
 * a chunk, a package, a section. False after a sentence that names the first limit that is exceeded or wrong.
 */
bool size_report_limit(const size_report *report, const char *file, const char *limits, tool_error *error);

/* Holds the peak of each package to the cart's own budget. */
bool size_report_budget(const size_report *report, const char *file, tool_error *error);

#endif
