/* Inside of the packer: what the steps of meshes (pack_mesh.c), assets (pack_item.c) and codecs (pack_codecs.c) share; pack_steps.c runs them. */
#ifndef OXCART_TOOLS_PACK_PACK_STEPS_H
#define OXCART_TOOLS_PACK_PACK_STEPS_H

#include "tools/pack/pack_job.h"

/* ---- numbers, texts and pictures in the blobs of a step ---- */

void pack_put_text(writer *out, const char *text);
void pack_put_double(writer *out, double value);
bool pack_put_picture(step_result *r, const import_image *picture); /* width, height, pixels */

/* Take a value from a blob. False where the bytes end; else *at is behind the value. */
bool pack_take_u32(const uint8_t **at, const uint8_t *end, uint32_t *value);
bool pack_take_text(const uint8_t **at, const uint8_t *end, char *text, size_t room);
bool pack_take_double(const uint8_t **at, const uint8_t *end, double *value);

/* ---- options of a step as text: all that its result depends on beside its files ---- */

enum { PACK_OPTIONS_ROOM = 4096 };

typedef struct pack_option_text {
    char text[PACK_OPTIONS_ROOM];
    size_t used;
} pack_option_text;

void pack_add_option(pack_option_text *o, const char *format, ...) IMPORT_PRINTF(2, 3);
void pack_add_head(pack_option_text *o,
                   const cart *c); /* settings of the cart that converters may use besides their own line */

/* ---- steps ---- */

typedef struct pack_mesh_work {
    const pack_job *job;
    const pack_mesh *mesh;
    pack_option_text options;
    char name[CART_NAME_MAX + 16];
} pack_mesh_work;

void pack_describe_mesh(pack_mesh_work *w); /* sets the step's name and options */
bool pack_run_mesh(void *work, step_result *r, tool_error *error);

typedef struct pack_item_work {
    const pack_job *job;
    const pack_item *item;
    pack_option_text options;
    char name[CART_NAME_MAX + 64];
} pack_item_work;

void pack_describe_item(pack_item_work *w);
bool pack_run_item(void *work, step_result *r, tool_error *error);

#endif
