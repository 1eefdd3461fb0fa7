/* The walk over the boxes of a soup, in the steps in which its chunk has them: numbers of 16 bits, which need no place worked out. */
#include "kernel/collision/soup_internal.h"
#include "rom/rom.h"

/* Where a soup's chunk has what the walk reads, and how long a step is. */
typedef struct tree {
    const uint8_t *nodes, *triangles, *vertices;
    vec3 offset;
    int exponent;
} tree;

static tree tree_of(const uint8_t *chunk) {
    const uint8_t *offset = chunk + ROM_SHAPE_OFFSET;
    return (tree){.nodes = chunk + rom_u32(chunk + ROM_SHAPE_NODES_AT),
                  .triangles = chunk + rom_u32(chunk + ROM_SHAPE_TRIANGLES_AT),
                  .vertices = chunk + rom_u32(chunk + ROM_SHAPE_VERTICES_AT),
                  .offset = {rom_i32(offset), rom_i32(offset + 4), rom_i32(offset + 8)},
                  .exponent = chunk[ROM_SHAPE_EXPONENT]};
}

static vec3 steps_below(const tree *t, vec3 v) {
    return (vec3){fx_sra32(v.x, t->exponent), fx_sra32(v.y, t->exponent), fx_sra32(v.z, t->exponent)};
}

/* Steps are rounded outward, for the box and for the way. */
static void set_walk(ox_soup_walk *w, const tree *t) {
    const vec3 lo = v3_subs(w->box.lo, t->offset), hi = v3_subs(w->box.hi, t->offset),
               high = v3_adds(hi, v3_max(w->way, V3_ZERO));
    const box3 box = {steps_below(t, lo), v3_adds(steps_below(t, hi), (vec3){2, 2, 2})};
    w->reach = (box3){steps_below(t, v3_adds(lo, v3_min(w->way, V3_ZERO))),
                      v3_adds(steps_below(t, high), (vec3){1, 1, 1})};
    w->slant_way = w->way;
    ox_slant_open(&w->slant, &box, steps_below(t, w->way));
}

static vec3 steps_at(const uint8_t *at) {
    return (vec3){(int16_t)rom_half(at), (int16_t)rom_half(at + 2), (int16_t)rom_half(at + 4)};
}

static bool meets(const ox_soup_walk *w, vec3 lo, vec3 hi) {
    const box3 *r = &w->reach;
    return lo.x <= r->hi.x && hi.x >= r->lo.x && lo.y <= r->hi.y && hi.y >= r->lo.y && lo.z <= r->hi.z &&
           hi.z >= r->lo.z && !ox_slant_is_beside(&w->slant, lo, hi);
}

static bool meets_triangle(const ox_soup_walk *w, const tree *t, uint32_t number) {
    const uint8_t *row = t->triangles + (size_t)number * ROM_SOUP_TRIANGLE_SIZE + ROM_SOUP_TRIANGLE_CORNER;
    const vec3 a = steps_at(t->vertices + (size_t)rom_half(row) * 6),
               b = steps_at(t->vertices + (size_t)rom_half(row + 2) * 6),
               c = steps_at(t->vertices + (size_t)rom_half(row + 4) * 6);
    return meets(w, v3_min(v3_min(a, b), c), v3_max(v3_max(a, b), c));
}

void ox_soup_walk_tree(const ox_soup *soup, ox_soup_walk *walk) {
    const tree t = tree_of(soup->chunk);
    const uint32_t count = rom_u32(soup->chunk + ROM_SHAPE_NODE_COUNT);
    set_walk(walk, &t);
    for (uint32_t i = 0; i < count;) {
        const uint8_t *node = t.nodes + (size_t)i * ROM_SOUP_NODE_SIZE;
        if (!meets(walk, steps_at(node + ROM_SOUP_NODE_LOW), steps_at(node + ROM_SOUP_NODE_HIGH))) {
            i = rom_word(node + ROM_SOUP_NODE_NEXT);
            continue;
        }
        const uint32_t first = rom_half(node + ROM_SOUP_NODE_FIRST),
                       in = rom_half(node + ROM_SOUP_NODE_COUNT);
        for (uint32_t k = first; k < first + in; k++) {
            if (in > 1 && !meets_triangle(walk, &t, k)) continue;
            walk->meet(walk, k);
            if (!v3_equal(walk->way, walk->slant_way)) set_walk(walk, &t);
        }
        i++;
    }
}
