/* Live replacement in development: rebuilt chunks take the place of the running ones, under the same ids.
 *
 *     status = ox_live_replace(&stock.manager, overlay, size, &report);       between two ticks
 *     if (ox_failed(status)) show(report.text);                              everything is as it was
 *     free(what was pushed before);
 *
 * A tool sends an overlay (rom/FORMAT.md; tools/pack/overlay.h makes it) of all that differs from the image that
 * was started: it is mounted over everything else in place of the one before, so a thousand replacements need
 * the memory of one. Its bytes are the caller's: the development memory, which no budget counts. Chunks of
 * types that convert or copy have their payload made anew where payloads lie, under the same handle, count
 * and priority.
 *
 * Before anything changes, every chunk of it is checked (OX_BAD_DATA), must have the major version, and the
 * size of the fixed part, of the chunk that it replaces (OX_BAD_VERSION: the running code knows another
 * layout; restart), and must not be locked by anyone (OX_BAD_STATE: try again at the end of a later tick; the
 * console forgets its own views first). What is on its way is waited for.
 *
 * Then the lookup changes, post_init runs for what is made anew, and m->changed is called once for each chunk
 * whose entry now is another, with both sets of bytes still there. Builds with OX_RETAIL have none of it:
 * OX_UNSUPPORTED. */
#ifndef OXCART_KERNEL_RESOURCE_LIVE_H
#define OXCART_KERNEL_RESOURCE_LIVE_H

#include "kernel/resource/manager.h"

#define OX_LIVE_NAME "live" /* of the overlay among the images */

typedef struct ox_live_report {
    ox_status status;
    uint32_t changed;  /* chunks that are others now, added and deleted ones among them */
    uint32_t reloaded; /* payloads made anew */
    uint32_t id, type; /* of the chunk that was refused */
    char text[160];    /* why */
} ox_live_report;

/* `size` 0: back to the images without a replacement. */
FX_MUST_CHECK ox_status ox_live_replace(ox_manager *m, const void *overlay, uint32_t size,
                                        ox_live_report *report);

#endif
