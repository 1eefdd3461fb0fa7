/* The family of a mesh, on its way into chunks: simpler forms for far away (mesh/NAME.lod1 ...), collision
 * (collision/NAME), occluders (occluder/NAME), the MODL chunk beside the mesh that names them, and the joints of its
 * vertices (SKIN). */
#ifndef OXCART_TOOLS_PACK_PACK_FAMILY_H
#define OXCART_TOOLS_PACK_PACK_FAMILY_H

#include "tools/base/writer.h"
#include "tools/cart/cart.h"
#include "tools/step/step.h"

enum { PACK_FAMILY = 24 };
#define PACK_FAMILY_DETAILS 0.25 /* cart_mesh.details: the radius is an eighth of the picture's height */

/* The chunks that belong to a mesh. All zero is empty. */
typedef struct pack_family {
    struct pack_family_chunk {
        char name[CART_NAME_MAX + 24];
        uint32_t tag, level; /* level of a simpler form */
        writer bytes;
    } chunks[PACK_FAMILY];
    uint32_t count;
} pack_family;

/* The writer for the chunk of a simpler form. Levels are added in rising order. */
writer *pack_family_detail(pack_family *family, const cart_mesh *source, uint32_t level);

/* The writer for the SKIN chunk of the mesh, or of one of its simpler forms. */
writer *pack_family_skin(pack_family *family, const cart_mesh *source, uint32_t level);

/* The writer for the MORF chunk of the mesh. */
writer *pack_family_morph(pack_family *family, const cart_mesh *source);

/* Add collision and occluders of a model whose triangles without area were removed. False after a sentence. */
bool pack_family_collision(pack_family *family, const cart_mesh *source, const import_model *model,
                           tool_error *error);
bool pack_family_occluder(pack_family *family, const cart_mesh *source, const import_model *model,
                          tool_error *error);

/* Adds the MODL chunk that names the other chunks, when there are any. False without memory. */
bool pack_family_finish(pack_family *family, const cart_mesh *source);

/* Appends the list for pack_next_of_mesh, and the chunks, to the outputs of a step. */
bool pack_family_give(pack_family *family, step_result *result);
void pack_family_free(pack_family *family);

#endif
