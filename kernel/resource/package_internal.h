/* What packages and their fetching in the background share. */
#ifndef OXCART_KERNEL_RESOURCE_PACKAGE_INTERNAL_H
#define OXCART_KERNEL_RESOURCE_PACKAGE_INTERNAL_H

#include "kernel/resource/package.h"
#include "rom/package.h"

/* Enters a package and, in turn, those that it names, each once, and marks them `visited`. Sweep afterwards:
 * it forgets those that have no users. */
ox_status ox_package_gather(ox_packages *packages, uint32_t id, ox_package_report *report);
void ox_package_sweep(ox_packages *packages);

/* Calls a function for each item of one package but streams, until it fails. */
typedef ox_status ox_package_call(ox_packages *packages, const rom_package_item *item, void *context);
ox_status ox_package_each(ox_packages *packages, uint32_t id, ox_package_call *call, void *context);

/* Whether an item wants memory that it does not have, and how much. */
bool ox_package_wants(const ox_manager *m, const rom_package_item *item, uint32_t *bytes);

/* The change, with the stored bytes that a fetch has brought (or NULL). */
ox_status ox_package_change_to(ox_packages *packages, uint32_t from, uint32_t to, ox_package_fetch *fetch,
                               ox_package_report *report);

#endif
