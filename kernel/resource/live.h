/* Live replacement in development: rebuilt chunks take the place of the running ones, under the same ids.
 *
 *     status = ox_live_replace(&stock.manager, overlay, size, &report);       between two ticks
 *     if (ox_failed(status)) show(report.text);                              nothing has changed
 *     free(what was pushed before);
 *
 * A tool sends an overlay (rom/FORMAT.md; tools/pack/overlay.h makes it) of all chunks that differ from the image that
 * was started. The overlay is mounted over everything else in place of the overlay before, so a thousand replacements
 * need the memory of one. The overlay's bytes are the caller's: the development memory, which no budget counts. Chunks
 * of types that convert or copy have their payload made anew where payloads lie, under the same handle, count and
 * priority.
 *
 * Before anything changes, every chunk of the overlay is checked (OX_BAD_DATA), must have the major version, and the
 * size of the fixed part, of the chunk that it replaces (OX_BAD_VERSION: the running code knows another layout;
 * restart), and must not be locked by anyone (OX_BAD_STATE: try again at the end of a later tick; the console forgets
 * its own views first). Loads under way are waited for.
 *
 * Then the lookup changes, post_init runs for payloads that are made anew, and m->changed is called once for each chunk
 * whose entry has changed, while the old and the new bytes are in memory. Builds with OX_RETAIL replace nothing:
 * OX_UNSUPPORTED. */
#ifndef OXCART_KERNEL_RESOURCE_LIVE_H
#define OXCART_KERNEL_RESOURCE_LIVE_H

#include "kernel/resource/manager.h"

#define OX_LIVE_NAME "live" /* name of the overlay among the images */

typedef struct ox_live_report {
    ox_status status;
    uint32_t changed;  /* chunks that have changed, added and deleted ones among them */
    uint32_t reloaded; /* payloads made anew */
    uint32_t id, type; /* of the chunk that was refused */
    char text[160];    /* why */
} ox_live_report;

/* Replaces the overlay; `size` 0 goes back to the images without an overlay. */
FX_MUST_CHECK ox_status ox_live_replace(ox_manager *m, const void *overlay, uint32_t size,
                                        ox_live_report *report);

#endif
