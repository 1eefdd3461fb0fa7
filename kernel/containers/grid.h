/* Grids: views of memory by x, y and z, with rows that may be padded, and parts of them.
 *
 *     OX_DEFINE_GRID(tiles, uint8_t)
 *     static uint8_t memory[64 * 48];
 *     tiles map;
 *     tiles_init(&map, memory, 64, 48, 1, 64);    width, height, depth, stride: elements from row to row
 *     *tiles_at(&map, x, y) = WALL;               inside only; asserts, unchecked in release
 *     uint8_t *t = tiles_inside(&map, x - 1, y);  NULL outside
 *     int left = *tiles_clamped(&map, x - 1, y);  the nearest cell inside
 *     int east = *tiles_wrapped(&map, x + 1, y);  the world is a torus; negatives wrap too
 *     uint8_t *row = tiles_row(&map, y);          width elements
 *     tiles_part(&map, 8, 8, 16, 16, &room);      a view of a rectangle: same memory, own coordinates
 *
 * NAME_at3, _inside3, _clamped3, _wrapped3 take z too; layers are height * stride elements apart in the whole
 * grid. Every function is right for any stride from width on; use OX_GRID_STRIDE(width, size, alignment) for
 * rows that begin at an alignment. A view has no memory of its own, is 24 bytes (on 32-bit machines), and
 * stays good as long as the memory does. Walk row by row: y outside, x inside. All O(1); NAME_fill is
 * O(cells).
 *
 * COST, executed Cortex-M3 instructions, typed form and core: at 6, clamped 17, wrapped 13. */
#ifndef OXCART_KERNEL_CONTAINERS_GRID_H
#define OXCART_KERNEL_CONTAINERS_GRID_H

#include "kernel/containers/containers.h"

typedef struct ox_grid {
    void *base;
    uint32_t width, height, depth;
    uint32_t stride; /* elements from row to row */
    uint32_t layer;  /* elements from layer to layer */
} ox_grid;

/* Elements from row to row so that rows of `width` elements of `size` bytes begin at multiples of `alignment` bytes;
 * size must divide alignment, or alignment size. */
#define OX_GRID_STRIDE(width, size, alignment)                                                               \
    ((((width) * (size) + (alignment)-1u) / (alignment) * (alignment) + (size)-1u) / (size))

/* Begins a grid. OX_BAD_ARGUMENT: an extent of 0 or beyond 2^31 - 1, stride below width, or more than 2^32 - 1
 * elements. */
FX_MUST_CHECK ox_status ox_grid_init(ox_grid *grid, void *base, uint32_t width, uint32_t height,
                                     uint32_t depth, uint32_t stride);

/* The view of a rectangle, in all layers. OX_BAD_ARGUMENT, and `part` stays untouched, unless the rectangle lies
 * inside the grid and is not empty. */
FX_MUST_CHECK ox_status ox_grid_part(const ox_grid *grid, uint32_t size, uint32_t x, uint32_t y,
                                     uint32_t width, uint32_t height, ox_grid *part);

/* Index i clamped to 0..n - 1. */
static inline uint32_t ox_grid_clamp(int32_t i, uint32_t n) {
    return i < 0 ? 0 : (uint32_t)i >= n ? n - 1u : (uint32_t)i;
}
static inline uint32_t ox_grid_wrap(int32_t i, uint32_t n) {
    if ((uint32_t)i < n) return (uint32_t)i;
    int32_t rest = i % (int32_t)n;
    return (uint32_t)(rest < 0 ? rest + (int32_t)n : rest);
}

static inline size_t ox_grid_index(const ox_grid *g, uint32_t x, uint32_t y, uint32_t z) {
    return (size_t)z * g->layer + (size_t)y * g->stride + x;
}

#define OX_DEFINE_GRID(name, type)                                                                           \
    typedef struct name {                                                                                    \
        ox_grid core;                                                                                        \
    } name;                                                                                                  \
    FX_MUST_CHECK OX_TYPED ox_status name##_init(name *g, type *base, uint32_t width, uint32_t height,       \
                                                 uint32_t depth, uint32_t stride) {                          \
        return ox_grid_init(&g->core, base, width, height, depth, stride);                                   \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_part(const name *g, uint32_t x, uint32_t y, uint32_t width,      \
                                                 uint32_t height, name *part) {                              \
        return ox_grid_part(&g->core, sizeof(type), x, y, width, height, &part->core);                       \
    }                                                                                                        \
    OX_TYPED uint32_t name##_width(const name *g) { return g->core.width; }                                  \
    OX_TYPED uint32_t name##_height(const name *g) { return g->core.height; }                                \
    OX_TYPED uint32_t name##_depth(const name *g) { return g->core.depth; }                                  \
    OX_TYPED type *name##_at3(const name *g, uint32_t x, uint32_t y, uint32_t z) {                           \
        FX_ASSERT_MSG(x < g->core.width && y < g->core.height && z < g->core.depth,                          \
                      "grid: cell %u, %u, %u is outside", (unsigned)x, (unsigned)y, (unsigned)z);            \
        return (type *)g->core.base + ox_grid_index(&g->core, x, y, z);                                      \
    }                                                                                                        \
    OX_TYPED type *name##_inside3(const name *g, int32_t x, int32_t y, int32_t z) {                          \
        if ((uint32_t)x >= g->core.width || (uint32_t)y >= g->core.height || (uint32_t)z >= g->core.depth)   \
            return NULL;                                                                                     \
        return name##_at3(g, (uint32_t)x, (uint32_t)y, (uint32_t)z);                                         \
    }                                                                                                        \
    OX_TYPED type *name##_clamped3(const name *g, int32_t x, int32_t y, int32_t z) {                         \
        return name##_at3(g, ox_grid_clamp(x, g->core.width), ox_grid_clamp(y, g->core.height),              \
                          ox_grid_clamp(z, g->core.depth));                                                  \
    }                                                                                                        \
    OX_TYPED type *name##_wrapped3(const name *g, int32_t x, int32_t y, int32_t z) {                         \
        return name##_at3(g, ox_grid_wrap(x, g->core.width), ox_grid_wrap(y, g->core.height),                \
                          ox_grid_wrap(z, g->core.depth));                                                   \
    }                                                                                                        \
    OX_TYPED type *name##_at(const name *g, uint32_t x, uint32_t y) { return name##_at3(g, x, y, 0); }       \
    OX_TYPED type *name##_inside(const name *g, int32_t x, int32_t y) { return name##_inside3(g, x, y, 0); } \
    OX_TYPED type *name##_clamped(const name *g, int32_t x, int32_t y) {                                     \
        return name##_clamped3(g, x, y, 0);                                                                  \
    }                                                                                                        \
    OX_TYPED type *name##_wrapped(const name *g, int32_t x, int32_t y) {                                     \
        return name##_wrapped3(g, x, y, 0);                                                                  \
    }                                                                                                        \
    OX_TYPED type *name##_row(const name *g, uint32_t y) { return name##_at3(g, 0, y, 0); }                  \
    OX_TYPED void name##_fill(const name *g, type value) {                                                   \
        for (uint32_t z = 0; z < g->core.depth; z++) {                                                       \
            for (uint32_t y = 0; y < g->core.height; y++) {                                                  \
                type *row = name##_at3(g, 0, y, z);                                                          \
                for (uint32_t x = 0; x < g->core.width; x++) row[x] = value;                                 \
            }                                                                                                \
        }                                                                                                    \
    }

#endif
