/* Solid tiles: the runs near a shape, and the cells along a way. */
#include "kernel/collision/tiles.h"

#include "fixedmath/scalar.h"
#include "kernel/bytes/fnv.h"
#include "kernel/collision/flat.h"

enum { WINDOW = FX_ONE / 512 };

/* ---- places of cells ---- */

/* The edge before a column or row, of cells of `size` pixels, as metres from the map's origin. */
static int64_t edge_at(const ox_tile_map *map, int64_t number, uint32_t size) {
    return number * (int64_t)size * (INT64_C(1) << 32) / map->pixels;
}

static fx column_edge(const ox_tile_map *map, int32_t column) {
    return fx_sat64(map->x + edge_at(map, column, map->layout.width));
}
static fx row_edge(const ox_tile_map *map, int32_t row) {
    return fx_sat64(map->y - edge_at(map, row, map->layout.height));
}

/* The column or row at so many metres from the origin. */
static int32_t number_at(const ox_tile_map *map, int64_t from_origin, uint32_t size) {
    return (int32_t)int_floordiv64(fx_sra64(from_origin * map->pixels, 32), size);
}

/* Cells from the first up to, and with, the last. */
typedef struct cells {
    int32_t left, right, top, bottom;
} cells;

/* Where nothing lies beyond the last cell nothing is looked at. */
static void keep_within(const ox_tile_map *map, int bit, int32_t count, int32_t *first, int32_t *last) {
    if ((map->wrap & bit) != 0 || map->outside != ROM_SCENE_MAP_NOTHING) return;
    *first = int_max(*first, 0);
    *last = int_min(*last, count - 1);
}

static cells cells_in(const ox_tile_map *map, const box3 *box) {
    cells c = {number_at(map, (int64_t)box->lo.x - map->x, map->layout.width),
               number_at(map, (int64_t)box->hi.x - map->x, map->layout.width),
               number_at(map, (int64_t)map->y - box->hi.y, map->layout.height),
               number_at(map, (int64_t)map->y - box->lo.y, map->layout.height)};
    keep_within(map, 1, map->columns, &c.left, &c.right);
    keep_within(map, 2, map->rows, &c.top, &c.bottom);
    return c;
}

static bool is_solid(const ox_tile_map *map, int32_t column, int32_t row) {
    return (ox_tile_map_flags(map, (ox_cell){column, row}) & OX_TILE_SOLID) != 0;
}

static uint32_t part_of(int32_t column, int32_t row) {
    return ((uint32_t)row & 0xFFFu) << 12 | ((uint32_t)column & 0xFFFu);
}

/* ---- bounds ---- */

static box3 bounds_of(const ox_tile_map *map) {
    const fx far = FX_WORLD_LIMIT;
    box3 box = {{column_edge(map, 0), row_edge(map, map->rows), -far},
                {column_edge(map, map->columns), row_edge(map, 0), far}};
    const bool goes_on = map->outside != ROM_SCENE_MAP_NOTHING;
    if (goes_on || (map->wrap & 1) != 0) box.lo.x = -far, box.hi.x = far;
    if (goes_on || (map->wrap & 2) != 0) box.lo.y = -far, box.hi.y = far;
    return box;
}

box3 ox_tiles_bounds(const ox_shape *tiles) {
    box3 box = box_empty();
    for (uint32_t i = 0; i < tiles->maps; i++) {
        const box3 one = bounds_of(&tiles->data.maps[i]);
        box = box_merge(&box, &one);
    }
    return box_is_empty(&box) ? (box3){V3_ZERO, V3_ZERO} : box;
}

bool ox_tiles_hold(const ox_shape *tiles, vec3 place) {
    for (uint32_t i = 0; i < tiles->maps; i++) {
        const ox_tile_map *map = &tiles->data.maps[i];
        const ox_cell at = ox_tile_map_under(map, place);
        if (map->layout.kind == OX_TILES_SQUARE && is_solid(map, at.column, at.row)) return true;
    }
    return false;
}

uint32_t ox_tiles_changed(const ox_shape *tiles) {
    uint32_t hash = OX_FNV_START;
    for (uint32_t i = 0; i < tiles->maps; i++) {
        const ox_tile_map *map = &tiles->data.maps[i];
        for (uint32_t k = 0; map->changes != NULL && k < map->changes->count; k++) {
            const ox_tile_change *change = &map->changes->rows[k];
            if (change->map != map->number || (map->ground >> change->layer & 1u) == 0) continue;
            hash = ox_fnv_u32(ox_fnv_u32(hash, change->cell), (uint32_t)change->layer << 16 | change->tile);
        }
    }
    return hash;
}

uint32_t ox_tiles_digest(const ox_shape *tiles) {
    uint32_t hash = OX_FNV_START;
    for (uint32_t i = 0; i < tiles->maps; i++) {
        const ox_tile_map *map = &tiles->data.maps[i];
        for (uint32_t layer = 0; layer < map->layers; layer++)
            if ((map->ground >> layer & 1u) != 0)
                hash = ox_fnv_bytes(hash, ox_tile_map_cells(map, layer),
                                    (size_t)map->columns * map->rows * map->element);
    }
    return hash;
}

/* ---- contacts ---- */

/* Which cells of a row's block, and of one before and one behind it, are solid, and which are one-way: bit 1 is the block's first. */
typedef struct row_bits {
    uint32_t solid, one_way;
} row_bits;

static row_bits look_at_row(const ox_tile_map *map, int32_t first, int32_t row) {
    row_bits bits = {0, 0};
    for (int32_t i = 0; i < OX_TILES_RUN + 2; i++) {
        const uint16_t flags = ox_tile_map_flags(map, (ox_cell){first - 1 + i, row});
        bits.solid |= (uint32_t)((flags & OX_TILE_SOLID) != 0) << i;
        bits.one_way |= (uint32_t)((flags & (OX_TILE_SOLID | OX_TILE_ONE_WAY)) == OX_TILE_ONE_WAY) << i;
    }
    return bits;
}

typedef struct meeting {
    const ox_tile_map *map;
    const ox_shape *shape;
    const rig34 *pose;
    const ox_soup_listener *listener;
    const ox_standing *standing;
    box3 bounds;
} meeting;

static void tell_run(const meeting *m, uint32_t part, const ox_manifold *manifold) {
    m->listener->hear(m->listener->context, part, manifold);
}

static void meet_run(const meeting *m, int32_t first, int32_t last, int32_t row, uint32_t free) {
    const ox_flat_side_box box = {{column_edge(m->map, first), row_edge(m->map, row + 1)},
                                  {column_edge(m->map, last + 1), row_edge(m->map, row)},
                                  free};
    ox_manifold manifold;
    if (ox_collide_flat_sides(m->shape, m->pose, &box, m->listener->margin, &manifold))
        tell_run(m, part_of(first, row), &manifold);
}

/* What is no deeper than it fell, or was held before, stands on a one-way run. */
static void meet_one_way(const meeting *m, int32_t first, int32_t last, int32_t row) {
    const ox_soup_listener *l = m->listener;
    const uint32_t part = part_of(first, row) | OX_TILES_ONE_WAY;
    const fx top = row_edge(m->map, row), deep = fx_subs(top, m->bounds.lo.y);
    const ox_standing *s = m->standing;
    if (s == NULL || deep < -l->margin || fx_mid(m->bounds.lo.y, m->bounds.hi.y) < top) return;
    if ((s->fall < 0 || deep > fx_adds(s->fall, OX_TILES_SLOP)) && !s->holds(l->context, part)) return;
    const ox_flat_side_box box = {{column_edge(m->map, first), row_edge(m->map, row + 1)},
                                  {column_edge(m->map, last + 1), top},
                                  OX_FLAT_UP};
    ox_manifold manifold;
    if (ox_collide_flat_sides(m->shape, m->pose, &box, l->margin, &manifold)) tell_run(m, part, &manifold);
}

/* The runs of one row in a block of columns: cells that have the same neighbours above and below. */
static void meet_block(const meeting *m, int32_t first, int32_t row, const cells *in,
                       const row_bits rows[3]) {
    const uint32_t solid = rows[1].solid, up = ~rows[0].solid, down = ~rows[2].solid;
    for (int32_t i = 1; i <= OX_TILES_RUN; i++) {
        const bool one_way = (rows[1].one_way >> i & 1u) != 0;
        if ((solid >> i & 1u) == 0 && !one_way) continue;
        int32_t end = i;
        while (end < OX_TILES_RUN &&
               (one_way ? (rows[1].one_way >> (end + 1) & 1u) != 0
                        : (solid >> (end + 1) & 1u) != 0 && ((up >> i ^ up >> (end + 1)) & 1u) == 0 &&
                              ((down >> i ^ down >> (end + 1)) & 1u) == 0))
            end++;
        const int32_t from = first + i - 1, to = first + end - 1;
        const uint32_t free = ((down >> i & 1u) != 0 ? OX_FLAT_DOWN : 0u) |
                              ((up >> i & 1u) != 0 ? OX_FLAT_UP : 0u) |
                              ((solid >> (i - 1) & 1u) == 0 ? OX_FLAT_LEFT : 0u) |
                              ((solid >> (end + 1) & 1u) == 0 ? OX_FLAT_RIGHT : 0u);
        if (to >= in->left && from <= in->right) {
            if (one_way)
                meet_one_way(m, from, to, row);
            else if (free != 0)
                meet_run(m, from, to, row, free);
        }
        i = end;
    }
}

static void meet_map(const meeting *m) {
    const box3 near = box_expand(&m->bounds, m->listener->margin);
    const cells in = cells_in(m->map, &near);
    if (m->map->layout.kind != OX_TILES_SQUARE || in.left > in.right) return;
    const int32_t begin = in.left - int_floormod(in.left, OX_TILES_RUN);
    for (int32_t row = in.top; row <= in.bottom; row++)
        for (int32_t first = begin; first <= in.right; first += OX_TILES_RUN) {
            const row_bits rows[3] = {look_at_row(m->map, first, row - 1), look_at_row(m->map, first, row),
                                      look_at_row(m->map, first, row + 1)};
            if ((rows[1].solid | rows[1].one_way) != 0) meet_block(m, first, row, &in, rows);
        }
}

void ox_tiles_collide(const ox_shape *tiles, const ox_shape *shape, const rig34 *pose,
                      const ox_soup_listener *listener, const ox_standing *standing) {
    if (shape->kind >= OX_SHAPE_HULL) return;
    meeting m = {.shape = shape,
                 .pose = pose,
                 .listener = listener,
                 .standing = standing,
                 .bounds = ox_shape_bounds(shape, pose)};
    for (uint32_t i = 0; i < tiles->maps; i++) {
        m.map = &tiles->data.maps[i];
        meet_map(&m);
    }
}

/* ---- ways ---- */

typedef struct journey {
    const ox_tile_map *map;
    const ox_shape *shape; /* NULL: a line */
    const rig34 *pose;
    vec3 from, way; /* in the plane */
    box3 start;     /* the shape's box there */
    bool found;
    ox_shape_hit *hit;
} journey;

static const vec3 side_normals[4] = {{0, -FX_ONE, 0}, {FX_ONE, 0, 0}, {0, FX_ONE, 0}, {-FX_ONE, 0, 0}};

/* Sides of a cell that have no solid neighbour. */
static uint32_t free_sides(const ox_tile_map *map, int32_t column, int32_t row) {
    return (is_solid(map, column, row + 1) ? 0u : OX_FLAT_DOWN) |
           (is_solid(map, column + 1, row) ? 0u : OX_FLAT_RIGHT) |
           (is_solid(map, column, row - 1) ? 0u : OX_FLAT_UP) |
           (is_solid(map, column - 1, row) ? 0u : OX_FLAT_LEFT);
}

/* A normal that leaves the cell by a side with a neighbour becomes that of the free side which the way goes against the most. False: there is none. */
static bool mend_normal(const journey *j, uint32_t free, dir30 *normal) {
    if (ox_flat_looks_out(*normal, free)) return true;
    fx most = 0;
    for (uint32_t i = 0; i < 4; i++) {
        const fx against = fx_negs(v3_dot(j->way, side_normals[i]));
        if ((free >> i & 1u) == 0 || against <= most) continue;
        most = against;
        *normal = (dir30){side_normals[i].x * (Q30_ONE / FX_ONE), side_normals[i].y * (Q30_ONE / FX_ONE), 0};
    }
    return most > 0;
}

static void try_cell(journey *j, int32_t column, int32_t row) {
    const uint16_t flags = ox_tile_map_flags(j->map, (ox_cell){column, row});
    const bool solid = (flags & OX_TILE_SOLID) != 0;
    const box3 cell = {{column_edge(j->map, column), row_edge(j->map, row + 1), 0},
                       {column_edge(j->map, column + 1), row_edge(j->map, row), 0}};
    if (!solid && ((flags & OX_TILE_ONE_WAY) == 0 || j->way.y >= 0 || j->start.lo.y < cell.hi.y)) return;
    const vec3 half = {(cell.hi.x - cell.lo.x) / 2, (cell.hi.y - cell.lo.y) / 2, FX_ONE};
    const ox_shape box = ox_shape_box(half);
    rig34 pose = rig34_identity();
    pose.t = (vec3){cell.lo.x + half.x, cell.lo.y + half.y, j->from.z};
    ox_shape_hit hit;
    if (!(j->shape == NULL ? ox_shape_ray(&box, &pose, j->from, j->way, &hit)
                           : ox_shape_sweep(j->shape, j->pose, j->way, &box, &pose, &hit)) ||
        (j->found && hit.part >= j->hit->part))
        return;
    if (!hit.inside && !mend_normal(j, solid ? free_sides(j->map, column, row) : OX_FLAT_UP, &hit.normal))
        return;
    hit.feature = part_of(column, row) | (solid ? 0u : (uint32_t)OX_TILES_ONE_WAY);
    j->found = true;
    *j->hit = hit;
}

static int32_t steps_along(const ox_tile_map *map, fx way, uint32_t size) {
    return (int32_t)((int64_t)fx_magnitude(way) * map->pixels / ((int64_t)size << 32)) + 1;
}

/* What a box meets of a part of the way: [from, to] of `steps`. */
static box3 box_between(const journey *j, int32_t from, int32_t to, int32_t steps) {
    const vec3 a = {(fx)((int64_t)j->way.x * from / steps), (fx)((int64_t)j->way.y * from / steps), 0},
               b = {(fx)((int64_t)j->way.x * to / steps), (fx)((int64_t)j->way.y * to / steps), 0};
    const box3 first = box_translate(&j->start, a), last = box_translate(&j->start, b),
               both = box_merge(&first, &last);
    return box_expand(&both, WINDOW);
}

/* Goes along in steps no longer than a cell; what one has found, the next but one cannot better. */
static void go_over_map(journey *j) {
    const ox_tile_map *map = j->map;
    const int32_t steps = int_max(steps_along(map, j->way.x, map->layout.width),
                                  steps_along(map, j->way.y, map->layout.height));
    const box3 all = bounds_of(map);
    cells before = {0, -1, 0, -1};
    if (map->layout.kind != OX_TILES_SQUARE) return;
    for (int32_t i = 0; i < steps; i++) {
        if (j->found && j->hit->part <= (q30)((int64_t)Q30_ONE * i / steps)) return;
        const box3 box = box_between(j, i, i + 1, steps);
        if (!box_overlap(&box, &all)) continue;
        const cells in = cells_in(map, &box);
        for (int32_t row = in.top; row <= in.bottom; row++)
            for (int32_t column = in.left; column <= in.right; column++)
                if (column < before.left || column > before.right || row < before.top || row > before.bottom)
                    try_cell(j, column, row);
        before = in;
    }
}

static bool go_over_maps(const ox_shape *tiles, journey *j) {
    for (uint32_t i = 0; i < tiles->maps; i++) {
        j->map = &tiles->data.maps[i];
        go_over_map(j);
    }
    return j->found;
}

bool ox_tiles_ray(const ox_shape *tiles, vec3 from, vec3 way, ox_shape_hit *hit) {
    journey j = {.from = from, .way = {way.x, way.y, 0}, .start = {from, from}, .hit = hit};
    if (!go_over_maps(tiles, &j)) return false;
    hit->at = v3_adds(from, v3_scale_q30(way, hit->part));
    return true;
}

bool ox_tiles_sweep(const ox_shape *tiles, const ox_shape *a, const rig34 *pose, vec3 way,
                    ox_shape_hit *hit) {
    journey j = {.shape = a,
                 .pose = pose,
                 .from = pose->t,
                 .way = {way.x, way.y, 0},
                 .start = ox_shape_bounds(a, pose),
                 .hit = hit};
    return a->kind < OX_SHAPE_HULL && go_over_maps(tiles, &j);
}
