/* Grids: the checks that make every cell of a view lie in its memory. */
#include "kernel/containers/grid.h"

#include "kernel/memory/life.h"

ox_status ox_grid_init(ox_grid *grid, void *base, uint32_t width, uint32_t height, uint32_t depth,
                       uint32_t stride) {
    *grid = (ox_grid){0};
    if (base == NULL || width - 1u >= INT32_MAX || height - 1u >= INT32_MAX || depth - 1u >= INT32_MAX) {
        return OX_BAD_ARGUMENT;
    }
    if (stride < width || stride > UINT32_MAX / height || stride * height > UINT32_MAX / depth)
        return OX_BAD_ARGUMENT;
    *grid = (ox_grid){base, width, height, depth, stride, stride * height};
    return OX_OK;
}

ox_status ox_grid_part(const ox_grid *grid, uint32_t size, uint32_t x, uint32_t y, uint32_t width,
                       uint32_t height, ox_grid *part) {
    OX_CREATED(grid->base);
    if (width == 0 || height == 0 || x >= grid->width || y >= grid->height) return OX_BAD_ARGUMENT;
    if (width > grid->width - x || height > grid->height - y) return OX_BAD_ARGUMENT;
    ox_grid whole = *grid;
    whole.base = (uint8_t *)grid->base + ox_grid_index(grid, x, y, 0) * size;
    whole.width = width;
    whole.height = height;
    *part = whole;
    return OX_OK;
}
