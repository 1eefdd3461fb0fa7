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
    ox_slant_set(&w->slant, &box, steps_below(t, w->way));
}

static inline int32_t step_at(const uint8_t *at) { return (int16_t)rom_half(at); }
static inline vec3 steps_at(const uint8_t *at) {
    return (vec3){step_at(at), step_at(at + 2), step_at(at + 4)};
}

/* Whether a box of the chunk, three numbers and three more, is met. Most are missed along one axis, and are read no farther. */
static bool meets(const ox_soup_walk *w, const uint8_t *low) {
    const box3 *r = &w->reach;
    const uint8_t *high = low + (ROM_SOUP_NODE_HIGH - ROM_SOUP_NODE_LOW);
    return step_at(low) <= r->hi.x && step_at(high) >= r->lo.x && step_at(low + 4) <= r->hi.z &&
           step_at(high + 4) >= r->lo.z && step_at(low + 2) <= r->hi.y && step_at(high + 2) >= r->lo.y &&
           !ox_slant_is_beside(&w->slant, steps_at(low), steps_at(high));
}

static bool are_beside(fx a, fx b, fx c, fx lo, fx hi) {
    return (a > hi && b > hi && c > hi) || (a < lo && b < lo && c < lo);
}

static bool meets_triangle(const ox_soup_walk *w, const tree *t, uint32_t number) {
    const uint8_t *row = t->triangles + (size_t)number * ROM_SOUP_TRIANGLE_SIZE + ROM_SOUP_TRIANGLE_CORNER;
    const uint8_t *a = t->vertices + (size_t)rom_half(row) * 6,
                  *b = t->vertices + (size_t)rom_half(row + 2) * 6,
                  *c = t->vertices + (size_t)rom_half(row + 4) * 6;
    const box3 *r = &w->reach;
    if (are_beside(step_at(a), step_at(b), step_at(c), r->lo.x, r->hi.x) ||
        are_beside(step_at(a + 4), step_at(b + 4), step_at(c + 4), r->lo.z, r->hi.z) ||
        are_beside(step_at(a + 2), step_at(b + 2), step_at(c + 2), r->lo.y, r->hi.y))
        return false;
    const vec3 p = steps_at(a), q = steps_at(b), s = steps_at(c);
    return !ox_slant_is_beside(&w->slant, v3_min(v3_min(p, q), s), v3_max(v3_max(p, q), s));
}

void ox_soup_walk_tree(const ox_soup *soup, ox_soup_walk *walk) {
    const tree t = tree_of(soup->chunk);
    const uint32_t count = rom_u32(soup->chunk + ROM_SHAPE_NODE_COUNT);
    set_walk(walk, &t);
    for (uint32_t i = 0; i < count;) {
        const uint8_t *node = t.nodes + (size_t)i * ROM_SOUP_NODE_SIZE;
        if (!meets(walk, node + ROM_SOUP_NODE_LOW)) {
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
