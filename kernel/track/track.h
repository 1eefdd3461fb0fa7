/* Tracks: a road as a chain of sectors, and where on it somebody is.
 *
 * A GATE is a line across the road, from its left end to its right one for who goes forward. Two gates one after the other are the ends of a SECTOR: a convex quad, seen from
 * above. Its leading edge is the first gate, its trailing edge the second one, which is the leading edge of the next sector: neighbours share their corners. A track is closed,
 * its last sector ends at the first gate, or open.
 *
 *     ox_track_gate gates[] = {{{-4, 0}, {4, 0}}, ...};                        places in the plane: x, and -z as y
 *     int bad = ox_track_make(&track, gates, count, true, sectors);            -1, or the sector that is no convex quad of a size
 *     uint32_t s = ox_track_scan(&track, p);                                   OX_TRACK_NOWHERE: p is beside the track
 *     s = ox_track_follow(&track, s, p, &tests);                               where somebody is who was in s a step before
 *     ox_track_along(&track, s, p)                                             0 on the leading edge .. 1 on the trailing one
 *     ox_track_across(&track, s, p)                                            0 at the left edge .. 1 at the right one
 *     ox_track_progress(&track, s, along)                                      0 at the first gate .. 1 at the end
 *
 * HOW FAR a place is into a sector is D = a / (a + b), of its distances a from the leading and b from the trailing edge along their inward unit normals, which costs one division;
 * the same from the left and right edges (quad_axis of fixedmath/line.h). Places outside give D outside of 0..1. Progress takes one multiplication more: (metres of earlier
 * sectors + length D) times the reciprocal of the total. A sector is as long as its middle line, from the middle of one gate to that of the other.
 *
 * WHO FOLLOWS somebody looks at the sector of the step before, at the next and the one before it, at OX_TRACK_NEAR further ones ahead and as many behind, and then at all, the first ones
 * first. Who is in none of them keeps the nearest of three: the sector of before, or the next, or the last one, by leading and trailing edge alone. A place on a gate belongs to
 * the sector behind it; sides count. The tests are exact. Where a road crosses itself on a bridge, who is there stays on the road on which they came.
 *
 * Ranges: coordinates below 16,384 m; a track is 1 to 32,767 m long. 88 bytes a sector and gate. (Game Programming Gems 1, 4.7.) */
#ifndef OXCART_KERNEL_TRACK_TRACK_H
#define OXCART_KERNEL_TRACK_TRACK_H

#include "fixedmath/line.h"

enum { OX_TRACK_NEAR = 4 };
#define OX_TRACK_NOWHERE UINT32_MAX

typedef struct ox_track_gate {
    vec2 left, right;
} ox_track_gate;

typedef struct ox_track_sector {
    quad_axis along, across;
    fx length, prior; /* metres; of it, and of all before it */
} ox_track_sector;

typedef struct ox_track {
    const ox_track_gate *gates;
    const ox_track_sector *sectors;
    uint32_t gate_count, count;
    bool is_closed;
    fx total;
    uint64_t reciprocal; /* 2^48 / total */
} ox_track;

/* Fills `sectors`, one for each gate, of an open track one less. -1, or the number of the first sector that is bad; the track has no sector then. */
int ox_track_make(ox_track *track, const ox_track_gate *gates, uint32_t count, bool is_closed,
                  ox_track_sector *sectors);

/* The place of a world in the plane, and back, at a height. */
static inline vec2 ox_track_plan(vec3 place) { return (vec2){place.x, fx_negs(place.z)}; }
static inline vec3 ox_track_place(vec2 p, fx height) { return (vec3){p.x, height, fx_negs(p.y)}; }

/* Whether a sector holds a place, and the first one that does. */
bool ox_track_holds(const ox_track *track, uint32_t sector, vec2 p);
uint32_t ox_track_scan(const ox_track *track, vec2 p);

/* The sector of who was in `sector` a step before. *tests: how many sectors were asked. *is_off: none holds the place. */
uint32_t ox_track_follow(const ox_track *track, uint32_t sector, vec2 p, uint32_t *tests, bool *is_off);

/* The sector whose middle line is nearest: for who begins beside the track. */
uint32_t ox_track_nearest(const ox_track *track, vec2 p);

fx ox_track_along(const ox_track *track, uint32_t sector, vec2 p);
fx ox_track_across(const ox_track *track, uint32_t sector, vec2 p);
fx ox_track_progress(const ox_track *track, uint32_t sector, fx along);

/* Metres from the first gate; and back: the sector at so many metres, which go round on a closed track, and how far into it. */
fx ox_track_metres(const ox_track *track, uint32_t sector, fx along);
uint32_t ox_track_at(const ox_track *track, fx metres, fx *along);

/* A place of the track: `along` and `across` as above. */
vec2 ox_track_point(const ox_track *track, uint32_t sector, fx along, fx across);

/* A value that is `from` on the leading and `to` on the trailing edge; beyond them as on them. */
fx ox_track_value(fx from, fx to, fx along);

/* The gate behind a sector's own one. */
static inline uint32_t ox_track_end(const ox_track *track, uint32_t sector) {
    return sector + 1 == track->gate_count ? 0 : sector + 1;
}

/* Pushes a place `margin` metres or more from the sides of its sector back between them. Gives the inward normal of the side that it left, false where it left none. */
bool ox_track_wall(const ox_track *track, uint32_t sector, fx margin, vec2 *p, vec2 *normal);

#endif
