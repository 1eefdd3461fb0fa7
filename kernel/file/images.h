/* Mounted images: the base cart and what lies over it - patches, add-ons, mods, languages - searched as one.
 *
 *     ox_images_init(&images, log);
 *     status = ox_images_add(&images, &cart, "cart", 0);
 *     status = ox_images_add(&images, &mod, "mod of winter", 10);      refused alone; the cart plays on
 *     ox_images_choose(&images, GERMAN, EUROPE);
 *     if (ox_images_find(&images, SID("gfx/title"), ROM_TAG_IMAGE, &found)) use(found.chunk.data);
 *
 * ORDER. The image with the highest order is asked first, of equal orders the latest image. An overlay or add-on
 * names its base cart and the oldest version of the cart that it fits. It is refused when the cart is not there
 * (OX_NOT_FOUND), or is of another major version or older (OX_BAD_VERSION). A second base cart is refused, too
 * (OX_ALREADY_THERE). An overlay replaces chunks by id and type, adds chunks, and takes chunks away (a deleted entry
 * ends the search). Base bytes never change. An add-on (ROM_FLAG_ADD_ON) only adds: one that brings a chunk which is there is
 * refused (OX_ALREADY_THERE), as is one with types of chunks that are the game's alone, and the version of the cart is not asked, since add-ons have an interface of their own.
 *
 * VARIANTS. Within one image the entry for exactly the chosen language and region counts, else the entry for the
 * language in any region, else for any language in the region, else the base entry. Only if an image has none of
 * these the next image is asked. Where no image has any of them, the entry for the first language counts.
 *
 * FILES. An image need not be memory: ox_images_add_file mounts an image of which only the head is in memory.
 * found.mapped is false for its chunks: they are read from `file` at chunk.offset (the resource manager does that).
 *
 * The list of images belongs to the identity of saved games, replays and network games: ox_images_identity. Look-up:
 * at most 4 binary searches an image, one when no language or region is chosen, and one more for chunks that are
 * missing. 120 bytes an image. */
#ifndef OXCART_KERNEL_FILE_IMAGES_H
#define OXCART_KERNEL_FILE_IMAGES_H

#include "kernel/debug/log.h"
#include "kernel/file/files.h"
#include "rom/rom.h"

#define OX_IMAGES_MAX 8
#define OX_IMAGE_DELETED 255u /* codec of an entry of an overlay that takes a chunk away */
#define OX_IMAGE_NAME 24

typedef struct ox_image {
    rom_image rom;
    char name[OX_IMAGE_NAME];
    int32_t order;
    uint8_t key;     /* the image's own number, from 1; it stays while other images come and go */
    uint32_t users;  /* resources of the image in memory: the image cannot be removed meanwhile */
    ox_files *files; /* file system of `file`, or NULL: the image is memory */
    ox_file file;
} ox_image;

typedef struct ox_images {
    ox_image list[OX_IMAGES_MAX]; /* in the order of asking */
    uint32_t count;
    uint8_t keys;             /* the key given last */
    uint8_t language, region; /* 0 = any */
    ox_log *log;
} ox_images;

/* A chunk and the image that has it. */
typedef struct ox_found {
    rom_chunk chunk;
    uint8_t image; /* index into list; good until an image is added or removed */
    bool mapped;   /* chunk.data may be read */
} ox_found;

void ox_images_init(ox_images *images, ox_log *log);

/* Adds an open image (copied; its bytes stay the caller's). The reason of a refusal goes to the log, too.
 * OX_FULL. */
FX_MUST_CHECK ox_status ox_images_add(ox_images *images, const rom_image *image, const char *name,
                                      int32_t order);

/* Opens an image in a file: reads `head` bytes of it to the arena's low end, which must hold header, directory,
 * budget and info (a packer puts them first), and checks them. OX_BAD_IMAGE and error->text, OX_OUT_OF_MEMORY, or an
 * error of reading; after an error no memory is taken. The file stays open until the image is removed. */
FX_MUST_CHECK ox_status ox_images_add_file(ox_images *images, ox_files *files, ox_file file, ox_arena *arena,
                                           const char *name, int32_t order, rom_error *error);

/* Removes an image. OX_NOT_FOUND; OX_BAD_STATE while resources of it are in memory, or, for a base, while overlays
 * lie on it. */
FX_MUST_CHECK ox_status ox_images_remove(ox_images *images, const char *name);

/* The name of an id in the images that are memory, `length` bytes without a zero at the end; NULL when no image has
 * the name. `images` is an ox_images: a look-up for ox_log (kernel/debug/log.h). */
const char *ox_images_name(const void *images, uint32_t id, uint32_t *length);

/* Chooses language and region for chunks that are found from now on. */
void ox_images_choose(ox_images *images, uint8_t language, uint8_t region);

/* ox_images_find gives the chunk that counts. ox_images_find_below gives the chunk that would count without the
 * images up to and including found->image: the next step of a fallback. */
FX_MUST_CHECK bool ox_images_find(const ox_images *images, uint32_t id, uint32_t type, ox_found *found);
FX_MUST_CHECK bool ox_images_find_below(const ox_images *images, uint32_t id, uint32_t type, ox_found *found);

/* The image with a key, NULL when it is gone. ox_images_find_in gives the chunk that counts in that image and below. */
ox_image *ox_images_of(ox_images *images, uint8_t key);
FX_MUST_CHECK bool ox_images_find_in(const ox_images *images, uint8_t key, uint32_t id, uint32_t type,
                                     ox_found *found);

/* Whether add-ons may bring chunks of a type: scripts, screens, and what these show, sound and look up. */
bool ox_images_may_add(uint32_t type);

/* The key of the add-on that brings a chunk, also while an overlay has another one in its place; 0 where none does. */
uint8_t ox_images_add_on(const ox_images *images, uint32_t id, uint32_t type);

/* The chunk of any type that counts with an id: of the first image that has one, the type that sorts first. */
FX_MUST_CHECK bool ox_images_find_any(const ox_images *images, uint32_t id, ox_found *found);

/* One number for all images and their order: FNV-1a of identity (cart, version, content checksum). */
uint32_t ox_images_identity(const ox_images *images);

/* Logs the order of images, and each chunk that an overlay replaces or deletes, once; returns the number of such
 * chunks. */
uint32_t ox_images_report(const ox_images *images);

/* ---- tables that overlays extend ---- */

/* The layout of rows in a chunk: a u32 count and a u32 offset in its header; rows of one size with a u32 key. */
typedef struct ox_row_layout {
    uint16_t count_at, rows_at;
    uint16_t bytes, key_at;
    uint16_t flags_at; /* offset of a u32 of flags in the header */
    /* the flag of tables whose rows are merged with those below; 0: all tables are merged */
    uint16_t merges;
} ox_row_layout;

/* All rows of the tables with this id in all images, one of each key: the base's rows in their order, then new rows
 * of overlays, lowest order first; a later image's row takes the place of an earlier row with its key. A table that
 * is not to be merged, and one that was deleted, hides what lies below it. Only stored, mapped chunks take part. The
 * result is an array of pointers at the arena's low end. OX_OUT_OF_MEMORY, OX_BAD_DATA (rows outside of their chunk),
 * OX_NOT_FOUND: no memory is taken. Work: rows times rows. */
FX_MUST_CHECK ox_status ox_images_rows(const ox_images *images, uint32_t id, uint32_t type,
                                       const ox_row_layout *layout, ox_arena *arena, const uint8_t ***rows,
                                       uint32_t *count);

#endif
