/* Composite resources: a model with its meshes, materials, textures, skeleton and clips, loaded and counted
 * as one.
 *
 *     status = ox_composite_load(&m, SID("actors/orc"), ROM_TAG_BUNDLE, &loaded);     children first
 *     status = ox_composite_unload(&m, SID("actors/orc"), ROM_TAG_BUNDLE);            what nobody else uses
 *
 * Who refers to whom stands in the chunk `dependencies` (DEPS, rom/FORMAT.md) that the packer writes. A root
 * of a package has its closure there as a list; for any other resource it is worked out with a set of those
 * visited, in temporary memory of 9 bytes a node. Rings are legal. Each member is counted once for each
 * composite that is loaded, so two meshes on one skeleton share it. (GEA 6.2.2.8.) */
#ifndef OXCART_KERNEL_RESOURCE_COMPOSITE_H
#define OXCART_KERNEL_RESOURCE_COMPOSITE_H

#include "kernel/resource/manager.h"

/* All that a resource needs, itself last. OX_NOT_FOUND (no graph, or not in it), OX_BAD_DATA (the graph),
 * OX_OUT_OF_MEMORY, or what the member says that could not be loaded: nothing stays counted then, and what
 * was loaded for it is unloaded. *members (may be NULL) is how many it has. Loading phase: in play, what is
 * not there is OX_BAD_STATE. */
FX_MUST_CHECK ox_status ox_composite_load(ox_manager *m, uint32_t id, uint32_t type, uint32_t *members);

/* Counts all of them down. */
FX_MUST_CHECK ox_status ox_composite_unload(ox_manager *m, uint32_t id, uint32_t type);

#endif
