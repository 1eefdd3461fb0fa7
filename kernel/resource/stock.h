/* The stock of a game: its mounted images, the resource manager over them, and the level that is in memory -
 * the one way in which the console and a cart get a resource.
 *
 *     ox_stock_setup setup = {.image = &image, .arena = resident, .log = log};
 *     status = ox_stock_open(&stock, &setup);
 *     status = ox_stock_level(&stock, SID("scene/harbour"), ROM_TAG_SCENE, &report);     as one transaction
 *     mesh = ox_manager_get(&stock.manager, SID("mesh/ship"), ROM_TAG_MESH, &size);
 *     ox_stock_close(&stock);
 *
 * A LEVEL is a scene (or any other root) with all that it needs: the packer writes a package for each, in
 * which the root comes last. From one level to the next, resources that both need stay in memory (package.h). A root
 * without a package has nothing to load ahead: its parts are loaded when they are first held.
 *
 * HOW MUCH MEMORY. Nothing is asked of the cart: the directory tells how much its packed and placed chunks
 * need. The manager's stack gets room for the largest level and all resident chunks, and there is a record for each
 * such chunk. A cart whose chunks are all used in place gets no stack and one record: its stock costs 1,920 bytes of
 * the console's record and 346 of resident memory on a 32-bit machine (2,632 and 527 on a 64-bit one), 21 KB of Thumb-2
 * code, and nothing in a frame but the number of the tick. Without a declared cache, chunks that are to be cached live
 * as long as their level.
 *
 * A missing chunk has a placeholder, by its type (stand_in.h). */
#ifndef OXCART_KERNEL_RESOURCE_STOCK_H
#define OXCART_KERNEL_RESOURCE_STOCK_H

#include "kernel/resource/package.h"

enum { OX_STOCK_TYPES = 52 /* some are left for types of a cart */, OX_STOCK_OVERLAYS = OX_IMAGES_MAX - 1 };

/* An image that lies over the cart's. */
typedef struct ox_overlay {
    const void *image; /* aligned to 4 bytes; read in place, stays with the caller */
    size_t size;
    const char *name; /* for the log */
} ox_overlay;

typedef struct ox_stock_setup {
    const rom_image *image;     /* the cart's image; its bytes stay with the caller */
    const ox_overlay *overlays; /* in the order of their mounting: a later one lies over the earlier */
    uint32_t overlay_count;     /* refused ones are logged and left out */
    uint32_t left_out;          /* bits of overlays that are not mounted at all */
    uint8_t language, region;   /* numbers of variants, 0: any */
    ox_arena *arena;            /* low end: stack and records */
    ox_arena *cache;            /* low end: the cache, or NULL */
    uint32_t cache_bytes;       /* of the cache, its bookkeeping included; 0: none */
    ox_files *files;            /* or NULL: nothing can be requested */
    uint32_t scratch_bytes;     /* for requests */
    uint8_t miss;               /* OX_MISS_REFUSE (0 is that, too) or OX_MISS_REQUEST */
    bool strict, development;
    ox_log *log;
} ox_stock_setup;

typedef struct ox_stock {
    ox_images images;
    ox_manager manager;
    ox_packages packages;
    uint32_t level;   /* id of the package that is loaded, 0: none */
    uint32_t refused; /* overlays */
} ox_stock;

/* Mounts the images, measures the memory, and makes the manager with the types that the console knows, in the loading
 * phase. OX_OUT_OF_MEMORY, and nothing is taken; an overlay that is refused is no failure. */
FX_MUST_CHECK ox_status ox_stock_open(ox_stock *stock, const ox_stock_setup *setup);

/* The id of the package whose root (its last item) has this id and type; 0 when there is none. */
uint32_t ox_stock_package_of(const ox_stock *stock, uint32_t root, uint32_t type);

/* Changes to the level of a root, from the level before if there was one. After a failure the level before is still
 * loaded, and the report names the item. The phase stays as it was. `report` may be NULL. */
FX_MUST_CHECK ox_status ox_stock_level(ox_stock *stock, uint32_t root, uint32_t type,
                                       ox_package_report *report);

/* Unloads the level; resources that others hold stay. To be called before packages themselves change: in another
 * language, or when they are replaced. */
void ox_stock_leave(ox_stock *stock);

/* Gives everything back but the arena's memory; returns how many resources were still counted or locked. */
uint32_t ox_stock_close(ox_stock *stock);

/* Lists the ids of all chunks of a type, in all images, at most `room`; returns how many. A chunk that an overlay replaces counts once, but with a room of 0, which
 * counts without a list, it counts each time. */
uint32_t ox_stock_list(const ox_stock *s, uint32_t type, uint32_t *ids, uint32_t room);

#endif
