/* Which bones the vertices of a mesh hang on, beyond what its file says. */
#ifndef OXCART_TOOLS_PACK_PACK_BONES_H
#define OXCART_TOOLS_PACK_PACK_BONES_H

#include "tools/import/model/model.h"
#include "tools/import/model/rig.h"

typedef enum pack_bind { PACK_BIND_FILE, PACK_BIND_NEAR, PACK_BIND_SOFT } pack_bind;

/* Binds each vertex that hangs on no joint to what is nearest: a bone leads from its joint to each that hangs on it, and where nothing does half as far on as it lies from the one above; of bones that are as near the lower joint counts. PACK_BIND_SOFT: to the two nearest that share a joint,
 * by the inverse of the distance. counts: how many vertices hang on each joint first of all then, IMPORT_RIG_JOINTS of them. */
void pack_bones_bind(import_model *model, const import_rig *rig, pack_bind bind, uint32_t *counts);

/* Keeps the 1, 2 or 4 heaviest joints of each vertex; their weights are brought to the sum 255, what is over to those that lose most by rounding. */
void pack_bones_keep(import_model *model, uint32_t most);

#endif
