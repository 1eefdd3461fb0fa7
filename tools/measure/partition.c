/* Two trees over the same circles, and counters. */
#include "tools/measure/partition.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixedmath/random.h"

enum { DEEPEST = 4, NODES = 341 /* 1 + 4 + 16 + 64 + 256 */, VIEWS = 100, NONE = -1 };
static const double WORLD = 1000.0;

const partition_set partition_sets[PARTITION_SETS] = {
    {"500 of 30", 500, 30, 30}, {"1000 of 15", 1000, 15, 15}, {"2000 of 5 to 100", 2000, 5, 100}};

typedef struct circle {
    double x, y, radius;
    int next; /* in its node */
} circle;

typedef struct node {
    int first;       /* circle; NONE */
    uint32_t within; /* circles in it and below it */
} node;

typedef struct wedge {
    double x, y, normal[2][2]; /* of its two sides, to the inside */
} wedge;

typedef struct work {
    circle circles[PARTITION_OBJECTS_MOST];
    node nodes[NODES];
    wedge views[VIEWS];
    uint32_t count;
    bool is_loose;
    partition_counts *counts;
} work;

static double draw_between(rng32 *random, double least, double most) {
    return least + (most - least) * ((double)rng32_next(random) / 4294967296.0);
}

/* Many are small and few large: as many per unit as r^-2.7. */
static double radius_of(const partition_set *set, double chance) {
    const double power = 1.7;
    return set->least * pow(1 - chance * (1 - pow(set->most / set->least, -power)), -1 / power);
}

static void make(work *w, const partition_set *set, uint32_t seed) {
    rng32 random = rng32_seed(seed, 1);
    w->count = set->count;
    for (uint32_t i = 0; i < set->count; i++) {
        circle *c = &w->circles[i];
        c->radius = radius_of(set, draw_between(&random, 0, 1));
        c->x = draw_between(&random, c->radius, WORLD - c->radius);
        c->y = draw_between(&random, c->radius, WORLD - c->radius);
    }
    for (int i = 0; i < VIEWS; i++) {
        wedge *v = &w->views[i];
        const double angle = draw_between(&random, 0, 6.283185307179586),
                     half = 0.39269908169872414; /* 22.5 degrees */
        v->x = draw_between(&random, 0, WORLD);
        v->y = draw_between(&random, 0, WORLD);
        for (int side = 0; side < 2; side++) {
            const double edge = side == 0 ? angle - half : angle + half, turn = side == 0 ? 1 : -1;
            v->normal[side][0] = -sin(edge) * turn;
            v->normal[side][1] = cos(edge) * turn;
        }
    }
}

/* ---- trees ---- */

/* Nodes of a depth lie behind those above it, row by row. */
static int node_at(int depth, int x, int y) { return ((1 << 2 * depth) - 1) / 3 + (y << depth) + x; }

static int cell_of(double place, int depth) {
    const int cell = (int)(place / (WORLD / (1 << depth))), most = (1 << depth) - 1;
    return cell < 0 ? 0 : cell > most ? most : cell;
}

/* The depth at which a circle lies. */
static int depth_of(const work *w, const circle *c) {
    int depth = DEEPEST;
    for (; depth > 0; depth--) {
        const double size = WORLD / (1 << depth);
        const double left = cell_of(c->x, depth) * size, low = cell_of(c->y, depth) * size;
        if (w->is_loose ? c->radius <= size / 2
                        : c->x - c->radius >= left && c->x + c->radius <= left + size &&
                              c->y - c->radius >= low && c->y + c->radius <= low + size)
            break;
    }
    return depth;
}

static void build_tree(work *w, bool is_loose) {
    w->is_loose = is_loose;
    for (int i = 0; i < NODES; i++) w->nodes[i] = (node){NONE, 0};
    for (uint32_t i = 0; i < w->count; i++) {
        circle *c = &w->circles[i];
        const int depth = depth_of(w, c);
        node *own = &w->nodes[node_at(depth, cell_of(c->x, depth), cell_of(c->y, depth))];
        c->next = own->first;
        own->first = (int)i;
        for (int d = 0; d <= depth; d++) w->nodes[node_at(d, cell_of(c->x, d), cell_of(c->y, d))].within++;
    }
}

/* A node with the bounds that it reaches to. */
typedef struct place {
    int depth, x, y;
    double left, low, size;
} place;

static place place_of(const work *w, int depth, int x, int y) {
    const double size = WORLD / (1 << depth), more = w->is_loose ? size / 2 : 0;
    return (place){depth, x, y, x * size - more, y * size - more, size + 2 * more};
}

/* ---- views ---- */

static bool sees_circle(const wedge *v, const circle *c) {
    for (int side = 0; side < 2; side++)
        if ((c->x - v->x) * v->normal[side][0] + (c->y - v->y) * v->normal[side][1] < -c->radius)
            return false;
    return true;
}

/* Whether some corner lies inside of each side. */
static bool sees_node(const wedge *v, const place *p) {
    for (int side = 0; side < 2; side++) {
        const double *n = v->normal[side], x = n[0] > 0 ? p->left + p->size : p->left,
                     y = n[1] > 0 ? p->low + p->size : p->low;
        if ((x - v->x) * n[0] + (y - v->y) * n[1] < 0) return false;
    }
    return true;
}

static void view_node(work *w, const wedge *v, place p) {
    const node *n = &w->nodes[node_at(p.depth, p.x, p.y)];
    if (n->within == 0 || !sees_node(v, &p)) return;
    w->counts->nodes++;
    for (int i = n->first; i != NONE; i = w->circles[i].next) {
        w->counts->maybe_visible++;
        w->counts->visible += sees_circle(v, &w->circles[i]);
    }
    for (int child = 0; p.depth < DEEPEST && child < 4; child++)
        view_node(w, v, place_of(w, p.depth + 1, 2 * p.x + (child & 1), 2 * p.y + (child >> 1)));
}

/* ---- contacts ---- */

static bool touch(const circle *a, const circle *b) {
    const double x = a->x - b->x, y = a->y - b->y, reach = a->radius + b->radius;
    return x * x + y * y < reach * reach;
}

static bool touches_node(const circle *c, const place *p) {
    return c->x + c->radius >= p->left && c->x - c->radius <= p->left + p->size &&
           c->y + c->radius >= p->low && c->y - c->radius <= p->low + p->size;
}

static void meet_node(work *w, const circle *c, place p) {
    const node *n = &w->nodes[node_at(p.depth, p.x, p.y)];
    if (n->within == 0) return;
    w->counts->object_node++;
    if (!touches_node(c, &p)) return;
    for (int i = n->first; i != NONE; i = w->circles[i].next) {
        if (&w->circles[i] == c) continue;
        w->counts->object_object++;
        w->counts->contacts += touch(c, &w->circles[i]);
    }
    for (int child = 0; p.depth < DEEPEST && child < 4; child++)
        meet_node(w, c, place_of(w, p.depth + 1, 2 * p.x + (child & 1), 2 * p.y + (child >> 1)));
}

/* ---- counting ---- */

static void count_tree(work *w, bool is_loose, partition_counts *counts) {
    *counts = (partition_counts){.nodes = 0};
    w->counts = counts;
    build_tree(w, is_loose);
    for (int i = 0; i < VIEWS; i++) view_node(w, &w->views[i], place_of(w, 0, 0, 0));
    for (uint32_t i = 0; i < w->count; i++) meet_node(w, &w->circles[i], place_of(w, 0, 0, 0));
}

static void count_all(const work *w, partition_counts *counts) {
    *counts = (partition_counts){.nodes = 0};
    for (int i = 0; i < VIEWS; i++)
        for (uint32_t k = 0; k < w->count; k++) {
            counts->maybe_visible++;
            counts->visible += sees_circle(&w->views[i], &w->circles[k]);
        }
    for (uint32_t i = 0; i < w->count; i++)
        for (uint32_t k = 0; k < w->count; k++) {
            if (i == k) continue;
            counts->object_object++;
            counts->contacts += touch(&w->circles[i], &w->circles[k]);
        }
}

bool partition_count(const partition_set *set, uint32_t seed, partition_counts *brute,
                     partition_counts *strict, partition_counts *loose) {
    work *w = malloc(sizeof *w);
    if (w == NULL) return false;
    make(w, set, seed);
    count_all(w, brute);
    count_tree(w, false, strict);
    count_tree(w, true, loose);
    free(w);
    return true;
}
