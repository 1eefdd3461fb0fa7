/* The collision data of a cart: soups and hulls by name, opened while a scene lasts. */
#ifndef OXCART_KERNEL_COLLISION_DATA_H
#define OXCART_KERNEL_COLLISION_DATA_H

#include "kernel/collision/soup.h"
#include "kernel/module/module.h"

typedef struct ox_collision_data {
    ox_id id;
    ox_held held;
    bool is_hull;
    ox_soup soup;
    ox_hull hull;
    vec3 middle; /* of a hull's box: its points are about it, since a body turns about its shape's middle */
} ox_collision_data;

/* Opens all SHAP chunks of the image in resident memory; what is damaged is left out, and the log says so. OX_OUT_OF_MEMORY. */
FX_MUST_CHECK ox_status ox_collision_load(const ox_module_host *host, ox_collision_data **data,
                                          uint32_t *count);
void ox_collision_unload(const ox_module_host *host, ox_collision_data *data, uint32_t count);

#endif
