/* Triangles between the points of a state that blends over two parameters. */
#include "tools/convert/motion_text.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

typedef struct plane {
    const rom_motion_point_record *points;
    uint32_t count;
} plane;

/* Twice the area of a triangle, above 0 counter-clockwise. */
static double area_of(const plane *p, uint32_t a, uint32_t b, uint32_t c) {
    const double ux = (double)p->points[b].x - p->points[a].x, uy = (double)p->points[b].y - p->points[a].y,
                 vx = (double)p->points[c].x - p->points[a].x, vy = (double)p->points[c].y - p->points[a].y;
    return ux * vy - uy * vx;
}

/* Above 0: point d lies inside of the circle through a, b, c, which are counter-clockwise. */
static double in_circle(const plane *p, const uint32_t corner[3], uint32_t d) {
    double m[3][3];
    for (int i = 0; i < 3; i++) {
        m[i][0] = ((double)p->points[corner[i]].x - p->points[d].x) / 65536;
        m[i][1] = ((double)p->points[corner[i]].y - p->points[d].y) / 65536;
        m[i][2] = m[i][0] * m[i][0] + m[i][1] * m[i][1];
    }
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

static bool is_empty(const plane *p, const uint32_t corner[3]) {
    for (uint32_t d = 0; d < p->count; d++) {
        if (d == corner[0] || d == corner[1] || d == corner[2]) continue;
        if (in_circle(p, corner, d) > 1e-9) return false;
    }
    return true;
}

/* Whether two sides cross between their ends. */
static bool sides_cross(const plane *p, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    if (a == c || a == d || b == c || b == d) return false;
    return area_of(p, a, b, c) * area_of(p, a, b, d) < 0 && area_of(p, c, d, a) * area_of(p, c, d, b) < 0;
}

/* Of points on one circle several triangles are possible: those that came first stay. */
static bool is_free(const plane *p, const rom_motion_triangle_record *made, uint32_t count,
                    const uint32_t corner[3]) {
    for (uint32_t t = 0; t < count; t++) {
        for (int i = 0; i < 9; i++) {
            if (sides_cross(p, made[t].point[i / 3], made[t].point[(i / 3 + 1) % 3], corner[i % 3],
                            corner[(i % 3 + 1) % 3]))
                return false;
        }
    }
    return true;
}

static void find_neighbours(rom_motion_triangle_record *made, uint32_t count) {
    for (uint32_t t = 0; t < count; t++) {
        for (int i = 0; i < 3; i++) {
            made[t].beside[i] = MOTION_NONE;
            for (uint32_t u = 0; u < count; u++) {
                for (int k = 0; k < 3; k++) {
                    if (made[u].point[k] == made[t].point[(i + 1) % 3] &&
                        made[u].point[(k + 1) % 3] == made[t].point[i])
                        made[t].beside[i] = (uint8_t)u;
                }
            }
        }
    }
}

bool motion_triangulate(motion_text *t, rom_motion_state_record *state) {
    const plane p = {t->points + state->point_first, state->point_count};
    rom_motion_triangle_record *made = t->triangles + t->r.triangle_count;
    uint32_t count = 0;
    for (uint32_t a = 0; a < p.count; a++) {
        for (uint32_t b = a + 1; b < p.count; b++) {
            for (uint32_t c = b + 1; c < p.count; c++) {
                const double area = area_of(&p, a, b, c);
                const uint32_t corner[3] = {a, area > 0 ? b : c, area > 0 ? c : b};
                if (area == 0 || !is_empty(&p, corner) || !is_free(&p, made, count, corner)) continue;
                if (count == MOTION_STATE_TRIANGLES || t->r.triangle_count + count == MOTION_TRIANGLES)
                    return convert_line_wrong(&t->lines, "too many clips in one plane; take some out");
                made[count] = (rom_motion_triangle_record){.point = {0, 0, 0}};
                for (int i = 0; i < 3; i++) made[count].point[i] = (uint8_t)corner[i];
                count++;
            }
        }
    }
    if (count == 0)
        return convert_line_wrong(&t->lines, "all clips stand on one line; blend over one parameter");
    find_neighbours(made, count);
    state->triangle_first = t->r.triangle_count;
    state->triangle_count = (uint16_t)count;
    t->r.triangle_count = (uint16_t)(t->r.triangle_count + count);
    return true;
}
