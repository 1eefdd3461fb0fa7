/* Rows: what bodies may not do to one another, solved one after the other by impulses. Contacts, friction and joints are made of the same rows.
 *
 * A ROW says that the relative velocity of two bodies along a direction, at two places or about an axis, has to have a value. Its impulse is counted as the change
 * of that velocity, in metres or radians a second, so all numbers of a row are of a size that 32 bits hold, whatever the masses: `part` is how much of the change
 * each body takes, `turn` how fast it makes each spin.
 *
 * STEPS are cut into substeps; rows are made once a step, and how far the bodies have gone since is added up by the same directions. Rows that hold places (contacts
 * that overlap, joints) are soft springs: an overlap goes in some steps, without a jolt. Each substep solves, moves, and solves again without
 * the springs' pushing speed (Catto, Solver2D and Soft Constraints, 2011 and 2024).
 *
 * NUMBERS: velocities Q12.20, at most 1,000 m/s and 100 rad/s; ways within the step Q6.26; levers fx; parts Q2.30. (Catto, GDC 2006; Ericson.) */
#ifndef OXCART_KERNEL_PHYSICS_SOLVER_H
#define OXCART_KERNEL_PHYSICS_SOLVER_H

#include "fixedmath/matrix.h"
#include "fixedmath/scalar.h"

enum {
    OX_SPEED_BITS = 20, /* of velocities here */
    OX_WAY_BITS = 26,
    OX_SPEED_MOST = 1000,
    OX_SPIN_MOST = 100
};

typedef struct ox_solver_body {
    int32_t v[3], w[3];      /* velocity and spin */
    int32_t way[3], turn[3]; /* gone and turned since the step began */
    int32_t pull[3];         /* change of velocity by gravity in a substep */
    uint32_t inverse;        /* 1 / mass, Q8.24; 0: nothing moves it */
    int32_t
        gyration[6]; /* inverse squares of the radii of gyration in the world, Q12.20: xx yy zz xy xz yz */
    q30 keep, spin_keep; /* what drag leaves of the velocities in a substep */
    uint16_t slot;       /* of the object; */
    uint16_t set;        /* of bodies that touch */
    bool is_still;       /* the world: it has neither velocity nor way */
    bool is_touched;     /* it had a contact in the step */
    bool is_fast;        /* it went farther than it is large */
} ox_solver_body;

typedef struct ox_solver_row {
    dir30 n;                      /* direction; of no length: the row is about an axis alone */
    vec3 a, b;                    /* how spins change the velocity: lever x n, or the axis */
    int32_t turn_a[3], turn_b[3]; /* Q12.20 */
    q30 part_a, part_b;
    int32_t error;   /* what is to be 0, at the start of the step: Q12.20 metres or radians */
    int32_t impulse; /* so far, Q12.20 */
    fx weight;       /* impulse in the pair's units is impulse / weight */
    bool is_flat;    /* in the plane: along x and y and about z alone */
} ox_solver_row;

/* Two bodies; the one that does not move may be the world's. */
typedef struct ox_solver_pair {
    ox_solver_body *a, *b;
    q30 share_a, share_b; /* inverse masses over the larger one */
} ox_solver_pair;

/* A spring of a row: how fast an error is undone, and how much the row gives way. */
typedef struct ox_softness {
    fx rate;          /* 1/s */
    q30 mass, spring; /* factors of the impulse */
} ox_softness;

ox_solver_pair ox_solver_pair_of(ox_solver_body *a, ox_solver_body *b);

/* A row along `n` at places that lie `ra` and `rb` from the middles; and one about an axis. False: nothing of the two moves that way. */
bool ox_row_along(const ox_solver_pair *pair, dir30 n, vec3 ra, vec3 rb, ox_solver_row *row);
bool ox_row_about(const ox_solver_pair *pair, dir30 n, ox_solver_row *row);

/* Two directions across a direction and each other, the same ones for the same direction. */
void ox_row_across(dir30 n, dir30 out[2]);

/* Relative velocity of A to B, and how far they have gone in the step, both along a row. */
int32_t ox_row_speed(const ox_solver_pair *pair, const ox_solver_row *row);
int32_t ox_row_way(const ox_solver_pair *pair, const ox_solver_row *row);

/* Applies an impulse. */
void ox_row_push(const ox_solver_pair *pair, const ox_solver_row *row, int32_t impulse);

/* A spring of so many hertz and a damping ratio, for substeps of `rate` a second. */
ox_softness ox_softness_of(fx hertz, fx damping, uint32_t rate);

/* Velocities change by gravity and drag; places by velocities. `dt` is a substep, Q0.32. */
void ox_solver_accelerate(ox_solver_body *body);

/* Velocities within OX_SPEED_MOST and OX_SPIN_MOST: at the begin and the end of a step. Within it a blow may spin a body faster, else it would not be stopped. */
void ox_solver_limit(ox_solver_body *body);

void ox_solver_move(ox_solver_body *body, uint32_t dt);

static inline int32_t ox_speed_of(fx a) { return fx_sat64((int64_t)a * 16); }
static inline fx ox_fx_of_speed(int32_t a) { return fx_rshr32(a, 4); }

/* How fast everything falls in a scene, in m/s^2. */
struct ox_physics;
vec3 ox_physics_gravity(const struct ox_physics *p);

#endif
