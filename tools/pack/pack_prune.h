/* Leaves out chunks that nothing refers to. */
#ifndef OXCART_TOOLS_PACK_PACK_PRUNE_H
#define OXCART_TOOLS_PACK_PACK_PRUNE_H

#include "tools/pack/level_merge.h"

/* Called for each chunk that is left out. */
typedef void pack_prune_note(void *context, const assemble_chunk *chunk);

/* Gives each level the shorter form of its geometry (level_merge.h; `levels` is told), then removes every chunk from
 * the assembly that is reached from no level, scene, info or topology (by the references of pack_graph.h) and whose
 * name fits none of the patterns (ox_path_match, such as `texture/menu-?`). The budget, palettes, names, tables of
 * references and lists of packages stay. Returns how many went; UINT32_MAX without memory. To be called before
 * packages are written. */
uint32_t pack_prune(assembly *a, const char *const *keep, uint32_t keep_count, pack_prune_note *note,
                    level_merge_note *levels, void *context);

#endif
