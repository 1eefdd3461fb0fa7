/* Shared by package.c and package_fetch.c. */
#ifndef OXCART_KERNEL_RESOURCE_PACKAGE_INTERNAL_H
#define OXCART_KERNEL_RESOURCE_PACKAGE_INTERNAL_H

#include "kernel/resource/package.h"
#include "rom/package.h"

/* Enters a package and, in turn, the packages that it names, each once, and marks them `visited`. ox_package_sweep must
 * follow: it forgets packages without users. */
ox_status ox_package_gather(ox_packages *packages, uint32_t id, ox_package_report *report);
void ox_package_sweep(ox_packages *packages);

/* Calls a function for each item of one package but streams, until it fails. */
typedef ox_status ox_package_call(ox_packages *packages, const rom_package_item *item, void *context);
ox_status ox_package_each(ox_packages *packages, uint32_t id, ox_package_call *call, void *context);

/* Whether an item needs memory and is not resident; *bytes: how much. */
bool ox_package_wants(const ox_manager *m, const rom_package_item *item, uint32_t *bytes);

/* Changes from a package to another, with the stored bytes that a fetch has brought (or NULL). */
ox_status ox_package_change_to(ox_packages *packages, uint32_t from, uint32_t to, ox_package_fetch *fetch,
                               ox_package_report *report);

#endif
