/* Inside of the packer: the assets of a cart while they are on their way into chunks. */
#ifndef OXCART_TOOLS_PACK_JOB_H
#define OXCART_TOOLS_PACK_JOB_H

#include "tools/assemble.h"
#include "tools/import/quantize.h"
#include "tools/pack.h"

typedef struct pack_texture {
    cart_texture source;
    import_image picture;
    bool present; /* picture holds pixels */
    bool owned;   /* and they are freed with the job */
    bool mapped;  /* some material puts it on a mesh */
} pack_texture;

typedef struct pack_mesh {
    const cart_mesh *source;
    import_model loaded, *model; /* model: &loaded, the cart's own, or NULL when the file is missing */
    uint32_t *materials;         /* chunk id of each of the model's materials */
    bool uvs;                    /* some material has a texture */
} pack_mesh;

typedef struct pack_job {
    const cart *c;
    const pack_options *options;
    pack_report *report;
    tool_error *error;
    pack_texture *textures;
    cart_material *materials; /* those of cart.txt, then those of model files */
    pack_mesh *meshes;
    uint32_t texture_count, material_count, mesh_count;
    import_palette palette; /* of PLAT_PAL8 carts */
    assembly chunks;
    unsigned done, total; /* progress */
} pack_job;

/* One more warning, with the line of cart.txt it is about (0: none). */
void pack_warn(pack_job *job, unsigned long line, const char *format, ...) IMPORT_PRINTF(3, 4);
void pack_progress(pack_job *job, const char *kind, const char *name);

/* An error at a line of cart.txt; returns false. */
bool pack_wrong(pack_job *job, unsigned long line, const char *format, ...) IMPORT_PRINTF(3, 4);

/* Loads all files and adds the materials and textures that models bring along (pack_load.c). */
bool pack_load(pack_job *job);

/* Writes all chunks into job->chunks (pack_chunks.c). */
bool pack_chunks(pack_job *job);

#endif
