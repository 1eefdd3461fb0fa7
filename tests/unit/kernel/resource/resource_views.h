/* Opens an image's stock and the drawable resources over it, for tests. */
#ifndef OXCART_TESTS_UNIT_RESOURCE_VIEWS_H
#define OXCART_TESTS_UNIT_RESOURCE_VIEWS_H

#include "kernel/resource/resource.h"
#include "kernel/resource/stock.h"

static inline ox_status open_views(ox_stock *stock, ox_resources *resources, const rom_image *image,
                                   ox_arena *resident, ox_arena *convert, rs_format format, ox_log *log) {
    const ox_stock_setup setup = {.image = image, .arena = resident, .log = log};
    ox_status status = ox_stock_open(stock, &setup);
    if (ox_failed(status)) return status;
    return ox_resources_init(resources, &stock->manager, resident, convert, format, log);
}

#endif
