/* Sectors of tracks. */
#include "kernel/track/track.h"

#include "fixedmath/assert.h"

/* ---- making ---- */

static void corners_of(const ox_track *track, uint32_t sector, vec2 corner[4]) {
    const ox_track_gate *lead = &track->gates[sector], *trail = &track->gates[ox_track_end(track, sector)];
    corner[0] = lead->left;
    corner[1] = lead->right;
    corner[2] = trail->right;
    corner[3] = trail->left;
}

static vec2 middle_of(const ox_track_gate *gate) {
    return (vec2){(fx)(((int64_t)gate->left.x + gate->right.x) / 2),
                  (fx)(((int64_t)gate->left.y + gate->right.y) / 2)};
}

static bool is_whole(vec2 p) {
    const fx most = 16384 * FX_ONE - 1;
    return p.x <= most && p.x >= -most && p.y <= most && p.y >= -most;
}

static bool make_sector(const ox_track *track, uint32_t number, ox_track_sector *s) {
    vec2 corner[4];
    corners_of(track, number, corner);
    for (uint32_t i = 0; i < 4; i++)
        if (!is_whole(corner[i])) return false;
    if (!polygon_is_convex(corner, 4, false) || polygon_area2(corner, 4) <= 0) return false;
    const vec2 from = middle_of(&track->gates[number]),
               to = middle_of(&track->gates[ox_track_end(track, number)]);
    s->length = v2_distance(from, to);
    return s->length > 0 && quad_axis_make(corner, 0, &s->along) && quad_axis_make(corner, 3, &s->across);
}

int ox_track_make(ox_track *track, const ox_track_gate *gates, uint32_t count, bool is_closed,
                  ox_track_sector *sectors) {
    int64_t total = 0;
    const uint32_t least = is_closed ? 3 : 2, last = is_closed ? count : count - 1;
    *track = (ox_track){.gates = gates, .sectors = sectors, .gate_count = count, .is_closed = is_closed};
    if (count < least) return 0;
    for (uint32_t i = 0; i < last; i++) {
        if (!make_sector(track, i, &sectors[i])) return (int)i;
        sectors[i].prior = (fx)total;
        total += sectors[i].length;
        if (total > FX_MAX) return (int)i;
    }
    if (total < FX_ONE) return 0;
    track->count = last;
    track->total = (fx)total;
    track->reciprocal = (((uint64_t)1 << 48) + (uint64_t)total / 2) / (uint64_t)total;
    return -1;
}

/* ---- where somebody is ---- */

bool ox_track_holds(const ox_track *track, uint32_t sector, vec2 p) {
    vec2 corner[4];
    corners_of(track, sector, corner);
    const int end = orient2d(corner[2], corner[3], p);
    const bool is_last = !track->is_closed && sector + 1 == track->count;
    return orient2d(corner[0], corner[1], p) >= 0 && (is_last ? end >= 0 : end > 0) &&
           orient2d(corner[1], corner[2], p) >= 0 && orient2d(corner[3], corner[0], p) >= 0;
}

uint32_t ox_track_scan(const ox_track *track, vec2 p) {
    for (uint32_t i = 0; i < track->count; i++)
        if (ox_track_holds(track, i, p)) return i;
    return OX_TRACK_NOWHERE;
}

/* The sector so many further; OX_TRACK_NOWHERE: an open track has none there. */
static uint32_t further(const ox_track *track, uint32_t sector, int32_t by) {
    const int32_t n = (int32_t)track->count, to = (int32_t)sector + by;
    if (!track->is_closed) return to < 0 || to >= n ? OX_TRACK_NOWHERE : (uint32_t)to;
    return (uint32_t)(((to % n) + n) % n);
}

static bool ask(const ox_track *track, uint32_t sector, vec2 p, uint32_t *tests) {
    if (sector == OX_TRACK_NOWHERE) return false;
    ++*tests;
    return ox_track_holds(track, sector, p);
}

/* Beside the track the edges across it count alone. */
static uint32_t beside(const ox_track *track, uint32_t sector, vec2 p) {
    vec2 corner[4];
    corners_of(track, sector, corner);
    const int by = orient2d(corner[2], corner[3], p) <= 0  ? 1
                   : orient2d(corner[0], corner[1], p) < 0 ? -1
                                                           : 0;
    const uint32_t other = by == 0 ? sector : further(track, sector, by);
    if (by == 0 || other == OX_TRACK_NOWHERE) return sector;
    corners_of(track, other, corner);
    const bool is_there =
        by > 0 ? orient2d(corner[0], corner[1], p) >= 0 : orient2d(corner[2], corner[3], p) > 0;
    return is_there ? other : sector;
}

uint32_t ox_track_follow(const ox_track *track, uint32_t sector, vec2 p, uint32_t *tests, bool *is_off) {
    static const int8_t near[] = {0, 1, -1, 2, 3, 4, -2, -3, -4};
    FX_STATIC_ASSERT(sizeof near == 2 * OX_TRACK_NEAR + 1, "as many ahead as behind");
    *tests = 0;
    *is_off = false;
    for (uint32_t i = 0; i < sizeof near; i++) {
        const uint32_t other = further(track, sector, near[i]);
        if (ask(track, other, p, tests)) return other;
    }
    const uint32_t found = ox_track_scan(track, p);
    *tests += found == OX_TRACK_NOWHERE ? track->count : found + 1;
    if (found != OX_TRACK_NOWHERE) return found;
    *is_off = true;
    return beside(track, sector, p);
}

uint32_t ox_track_nearest(const ox_track *track, vec2 p) {
    uint32_t best = 0;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < track->count; i++) {
        const vec2 from = middle_of(&track->gates[i]), to = middle_of(&track->gates[ox_track_end(track, i)]);
        const segment3 line = {{from.x, from.y, 0}, {to.x, to.y, 0}};
        const uint64_t away = segment_distance2(&line, (vec3){p.x, p.y, 0});
        if (away >= least) continue;
        least = away;
        best = i;
    }
    return best;
}

fx ox_track_along(const ox_track *track, uint32_t sector, vec2 p) {
    fx d;
    (void)quad_distance(&track->sectors[sector].along, p, &d);
    return d;
}

fx ox_track_across(const ox_track *track, uint32_t sector, vec2 p) {
    fx d;
    (void)quad_distance(&track->sectors[sector].across, p, &d);
    return d;
}

/* ---- how far ---- */

fx ox_track_metres(const ox_track *track, uint32_t sector, fx along) {
    const ox_track_sector *s = &track->sectors[sector];
    const fx by = fx_muls(s->length, fx_clamp(along, 0, FX_ONE)), sum = fx_adds(s->prior, by);
    return sum > track->total ? track->total : sum;
}

fx ox_track_progress(const ox_track *track, uint32_t sector, fx along) {
    const uint64_t metres = (uint64_t)ox_track_metres(track, sector, along);
    const uint64_t part = (metres * track->reciprocal + ((uint64_t)1 << 31)) >> 32;
    return part > FX_ONE ? FX_ONE : (fx)part;
}

uint32_t ox_track_at(const ox_track *track, fx metres, fx *along) {
    if (track->is_closed) metres = (fx)((((int64_t)metres % track->total) + track->total) % track->total);
    metres = fx_clamp(metres, 0, track->total);
    uint32_t low = 0, high = track->count;
    while (high - low > 1) { /* the last sector that does not begin behind it */
        const uint32_t half = (low + high) / 2;
        if (track->sectors[half].prior <= metres)
            low = half;
        else
            high = half;
    }
    const ox_track_sector *s = &track->sectors[low];
    *along = fx_clamp(fx_div(metres - s->prior, s->length), 0, FX_ONE);
    return low;
}

/* ---- places and values ---- */

static fx between(fx a, fx b, fx t) { return fx_sat64(a + fx_rshr64(((int64_t)b - a) * t, 16)); }

vec2 ox_track_point(const ox_track *track, uint32_t sector, fx along, fx across) {
    const ox_track_gate *lead = &track->gates[sector], *trail = &track->gates[ox_track_end(track, sector)];
    const vec2 left = {between(lead->left.x, trail->left.x, along),
                       between(lead->left.y, trail->left.y, along)},
               right = {between(lead->right.x, trail->right.x, along),
                        between(lead->right.y, trail->right.y, along)};
    return (vec2){between(left.x, right.x, across), between(left.y, right.y, across)};
}

fx ox_track_value(fx from, fx to, fx along) { return between(from, to, fx_clamp(along, 0, FX_ONE)); }

static bool stop_at_side(vec2 at, q30 nx, q30 ny, fx margin, vec2 *p, vec2 *normal) {
    const vec2 u = v2_subs(*p, at);
    const fx away = fx_sat64(fx_rshr64(fx_wide(u.x, nx) + fx_wide(u.y, ny), 30));
    if (away >= margin) return false;
    const fx by = fx_subs(margin, away);
    *p = (vec2){fx_adds(p->x, fx_mul_q30(by, nx)), fx_adds(p->y, fx_mul_q30(by, ny))};
    *normal = (vec2){fx_from_q30(nx), fx_from_q30(ny)};
    return true;
}

bool ox_track_wall(const ox_track *track, uint32_t sector, fx margin, vec2 *p, vec2 *normal) {
    const quad_axis *axis = &track->sectors[sector].across;
    return stop_at_side(axis->lead, axis->lead_nx, axis->lead_ny, margin, p, normal) ||
           stop_at_side(axis->trail, axis->trail_nx, axis->trail_ny, margin, p, normal);
}
