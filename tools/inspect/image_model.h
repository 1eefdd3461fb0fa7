/* One view of a ROM image for all verbs that show it: its entries with names, references in both
 * directions, and chunks of packages.
 *
 *     image_model m;
 *     if (!image_model_make(&image, "game.rom", &m, &error)) ...
 *     for (uint32_t k = m.entries[i].first_in; k < m.entries[i].first_in + m.entries[i].in_count; k++)
 *         m.links[m.by_target[k]] refers to entry i
 *     image_model_free(&m);
 *
 * Damaged chunks are entries with a fault; what they refer to is not known. */
#ifndef OXCART_TOOLS_INSPECT_IMAGE_MODEL_H
#define OXCART_TOOLS_INSPECT_IMAGE_MODEL_H

#include "rom/rom.h"
#include "tools/base/error.h"
#include "tools/base/writer.h"

enum { IMAGE_NAME_ROOM = 160, IMAGE_FIELD_ROOM = 64 };

typedef struct image_entry {
    rom_chunk chunk; /* the chunk as stored in the image */
    char name[IMAGE_NAME_ROOM], type[5];
    rom_status status;             /* result of checking checksum, packing and contents */
    rom_error fault;               /* unless the status is ROM_OK */
    bool shared;                   /* another entry has the same bytes */
    uint32_t first_out, out_count; /* links, those with this entry as `from` */
    uint32_t first_in, in_count;   /* range of by_target */
} image_entry;

typedef struct image_link {
    uint32_t from, to;            /* entries */
    char field[IMAGE_FIELD_ROOM]; /* field of the reference: "part[2].material" */
    bool packed;                  /* `from` is a package that lists `to`, which it does not need itself */
} image_link;

typedef struct image_model {
    const rom_image *image;
    image_entry *entries; /* in the order of the directory */
    uint32_t count;
    image_link *links;   /* by rising `from` */
    uint32_t *by_target; /* numbers of links, by rising `to` */
    uint32_t link_count;
    size_t link_capacity;
} image_model;

/* Reads an image into a model. False without memory. The image stays with the caller. */
bool image_model_make(const rom_image *image, const char *file, image_model *m, tool_error *error);
void image_model_free(image_model *m);

/* The entry whose bytes hold `offset`, or UINT32_MAX: header, directory or padding. */
uint32_t image_model_at(const image_model *m, uint32_t offset);

/* ---- changed images ---- */

/* Makes the checksums of an image anew: of the chunks in the directory, of the content, of the header. */
void image_seal(uint8_t *data, size_t size);

/* Builds the image with the (unpacked) bytes of entry `index` replaced. All other parts stay, and the same bytes give
 * the same image. */
bool image_replace(const rom_image *image, uint32_t index, const uint8_t *data, size_t size, const char *file,
                   writer *out, tool_error *error);

#endif
