/* Steps of the integration methods. */
#include "fixedmath/integrate.h"

#include "fixedmath/equation.h"
#include "fixedmath/root.h"

/* --- systems ---------------------------------------------------------------------------------- */

/* out = y + rate dt. */
static void advance_state(int n, const int64_t *y, const int64_t *rate, uint32_t dt, int64_t *out) {
    for (int i = 0; i < n; i++) out[i] = fx_wrap_add64(y[i], step_scale(rate[i], dt));
}

static int64_t after(int64_t t, uint32_t dt) { return fx_wrap_add64(t, (int64_t)dt); }

static void rk4_step(const ode_system *s, int64_t t, uint32_t dt, int64_t *y) {
    int64_t k1[ODE_MAX], k2[ODE_MAX], k3[ODE_MAX], k4[ODE_MAX], at[ODE_MAX];

    s->f(t, y, k1, s->context);
    advance_state(s->n, y, k1, dt / 2, at);
    s->f(after(t, dt / 2), at, k2, s->context);
    advance_state(s->n, y, k2, dt / 2, at);
    s->f(after(t, dt / 2), at, k3, s->context);
    advance_state(s->n, y, k3, dt, at);
    s->f(after(t, dt), at, k4, s->context);
    for (int i = 0; i < s->n; i++) {
        int64_t sum =
            fx_wrap_add64(fx_wrap_add64(k1[i], k4[i]), fx_wrap_mul64(2, fx_wrap_add64(k2[i], k3[i])));

        sum = step_scale(sum, dt);
        y[i] = fx_wrap_add64(y[i], (sum + (sum < 0 ? -3 : 3)) / 6);
    }
}

void ode_step(ode_method method, const ode_system *s, int64_t t, uint32_t dt, int64_t *y) {
    int64_t rate[ODE_MAX], middle[ODE_MAX];

    switch (method) {
    case ODE_EULER:
        s->f(t, y, rate, s->context);
        advance_state(s->n, y, rate, dt, y);
        break;
    case ODE_MIDPOINT:
        s->f(t, y, rate, s->context);
        advance_state(s->n, y, rate, dt / 2, middle);
        s->f(after(t, dt / 2), middle, rate, s->context);
        advance_state(s->n, y, rate, dt, y);
        break;
    case ODE_RK4:
        rk4_step(s, t, dt, y);
        break;
    }
}

/* r'' = a as a system of first order: y holds r, then v. */
static void motion_rate(int64_t t, const int64_t *y, int64_t *rate, const void *context) {
    const ode_motion_system *s = context;

    for (int i = 0; i < s->n; i++) rate[i] = y[s->n + i];
    s->a(t, y, y + s->n, rate + s->n, s->context);
}

static void first_order_step(ode_method method, const ode_motion_system *s, int64_t t, uint32_t dt,
                             int64_t *r, int64_t *v) {
    int64_t y[ODE_MAX] = {0};

    for (int i = 0; i < s->n; i++) {
        y[i] = r[i];
        y[s->n + i] = v[i];
    }
    ode_step(method, &(ode_system){motion_rate, s, 2 * s->n}, t, dt, y);
    for (int i = 0; i < s->n; i++) {
        r[i] = y[i];
        v[i] = y[s->n + i];
    }
}

/* v' = v + a dt/2; r += v' dt; a at the new place with a predicted velocity; v = v' + a dt/2. */
static void velocity_verlet(const ode_motion_system *s, int64_t t, uint32_t dt, int64_t *r, int64_t *v) {
    int64_t a[ODE_MAX], half[ODE_MAX], predicted[ODE_MAX];

    s->a(t, r, v, a, s->context);
    advance_state(s->n, v, a, dt / 2, half);
    advance_state(s->n, v, a, dt, predicted);
    advance_state(s->n, r, half, dt, r);
    s->a(after(t, dt), r, predicted, a, s->context);
    advance_state(s->n, half, a, dt / 2, v);
}

void ode_motion_step(ode_motion method, const ode_motion_system *s, int64_t t, uint32_t dt, int64_t *r,
                     int64_t *v) {
    int64_t rate[ODE_MAX];

    switch (method) {
    case MOTION_EULER:
        first_order_step(ODE_EULER, s, t, dt, r, v);
        break;
    case MOTION_SEMI_IMPLICIT:
        s->a(t, r, v, rate, s->context);
        advance_state(s->n, v, rate, dt, v);
        advance_state(s->n, r, v, dt, r);
        break;
    case MOTION_MIDPOINT:
        first_order_step(ODE_MIDPOINT, s, t, dt, r, v);
        break;
    case MOTION_VELOCITY_VERLET:
        velocity_verlet(s, t, dt, r, v);
        break;
    case MOTION_RK4:
        first_order_step(ODE_RK4, s, t, dt, r, v);
        break;
    }
}

uint32_t ode_step_until_zero(ode_method method, const ode_system *s, int64_t t, uint32_t dt, int64_t *y,
                             int watch, bool *crossed) {
    int64_t start[ODE_MAX], trial[ODE_MAX];
    uint32_t lo = 0, hi = dt;

    for (int i = 0; i < s->n; i++) start[i] = trial[i] = y[i];
    ode_step(method, s, t, dt, trial);
    *crossed = start[watch] != 0 && (trial[watch] == 0 || (trial[watch] < 0) != (start[watch] < 0));
    for (int i = 0; *crossed && i < 16 && hi - lo > 1; i++) {
        uint32_t middle = lo + (hi - lo) / 2;

        for (int k = 0; k < s->n; k++) trial[k] = start[k];
        ode_step(method, s, t, middle, trial);
        if (trial[watch] == 0 || (trial[watch] < 0) != (start[watch] < 0)) {
            hi = middle;
        } else {
            lo = middle;
        }
    }
    for (int i = 0; i < s->n; i++) y[i] = start[i];
    ode_step(method, s, t, hi, y);
    return hi;
}

/* --- steps of a moving body ------------------------------------------------------------------- */

mover_state mover_at(vec3 r, vec3 v) {
    return (mover_state){{fx_shl64(r.x, 16), fx_shl64(r.y, 16), fx_shl64(r.z, 16)},
                         {fx_shl64(v.x, 16), fx_shl64(v.y, 16), fx_shl64(v.z, 16)}};
}

vec3 mover_position(const mover_state *m) {
    return (vec3){mover_part(m->r[0]), mover_part(m->r[1]), mover_part(m->r[2])};
}

vec3 mover_velocity(const mover_state *m) {
    return (vec3){mover_part(m->v[0]), mover_part(m->v[1]), mover_part(m->v[2])};
}

static void widen_vector(vec3 a, int64_t out[3]) {
    out[0] = fx_shl64(a.x, 16);
    out[1] = fx_shl64(a.y, 16);
    out[2] = fx_shl64(a.z, 16);
}

void mover_euler(mover_state *m, vec3 a, uint32_t dt) {
    int64_t rate[3];

    widen_vector(a, rate);
    advance_state(3, m->r, m->v, dt, m->r);
    advance_state(3, m->v, rate, dt, m->v);
}

void mover_semi_implicit(mover_state *m, vec3 a, uint32_t dt) {
    int64_t rate[3];

    widen_vector(a, rate);
    advance_state(3, m->v, rate, dt, m->v);
    advance_state(3, m->r, m->v, dt, m->r);
}

verlet_state verlet_at(vec3 r, vec3 v, vec3 a, uint32_t dt) {
    int64_t position[3], velocity[3], rate[3];
    verlet_state out;

    widen_vector(r, position);
    widen_vector(v, velocity);
    widen_vector(a, rate);
    for (int i = 0; i < 3; i++) {
        int64_t bend = step_scale(step_scale(rate[i], dt), dt);

        out.now[i] = position[i];
        out.before[i] = fx_wrap_add64(fx_wrap_sub64(position[i], step_scale(velocity[i], dt)), bend / 2);
    }
    return out;
}

void verlet_step(verlet_state *p, vec3 a, uint32_t dt) {
    int64_t rate[3];

    widen_vector(a, rate);
    for (int i = 0; i < 3; i++) {
        int64_t way = fx_wrap_sub64(p->now[i], p->before[i]);

        p->before[i] = p->now[i];
        p->now[i] = fx_wrap_add64(fx_wrap_add64(p->now[i], way), step_scale(step_scale(rate[i], dt), dt));
    }
}

vec3 verlet_position(const verlet_state *p) {
    return (vec3){mover_part(p->now[0]), mover_part(p->now[1]), mover_part(p->now[2])};
}

vec3 verlet_velocity(const verlet_state *p, uint32_t dt) {
    fx v[3];

    for (int i = 0; i < 3; i++) {
        int64_t way = fx_wrap_sub64(p->now[i], p->before[i]);

        v[i] = dt == 0 ? 0 : fx_sat64((way < 0 ? -1 : 1) * (int64_t)((fx_magnitude64(way) << 16) / dt));
    }
    return (vec3){v[0], v[1], v[2]};
}

/* --- decay and springs ------------------------------------------------------------------------ */

uint32_t decay_substeps(fx k, uint32_t dt) {
    uint64_t product = (uint64_t)fx_magnitude(k) * dt; /* Q48 */
    uint64_t steps = (product + ((uint64_t)1 << 48) - 1) >> 48;

    return steps < 1 ? 1 : (uint32_t)steps;
}

int64_t decay_unguarded(int64_t x, fx k, uint32_t dt) {
    uint64_t share = fx_rshr_u64((uint64_t)fx_magnitude(k) * dt, 16); /* k dt in Q32 */
    int64_t loss = (int64_t)fx_mul64x64_mid(fx_magnitude64(x), share);

    return fx_wrap_sub64(x, (x < 0) != (k < 0) ? -loss : loss);
}

/* w2 dt^2 in Q32, saturating. */
static uint64_t swing_rate2(fx w2, uint32_t dt) {
    const uint64_t high = fx_mul64x32_mid((uint64_t)fx_magnitude(w2) << 16, dt); /* w2 dt, Q32 */
    return fx_mul64x32_mid(high, dt);
}

bool swing_is_stable(fx w2, uint32_t dt) { return swing_rate2(w2, dt) <= (uint64_t)4 << 32; }

uint32_t swing_substeps(fx w2, uint32_t dt) {
    const uint64_t rate = fx_isqrt64(swing_rate2(w2, dt)); /* sqrt(w2) dt, Q16 */
    return rate < 65536 ? 1 : (uint32_t)(rate >> 16) + 1;
}

void swing_step(fx w2, uint32_t dt, int64_t *x, int64_t *v) {
    const uint32_t parts = swing_substeps(w2, dt), part = dt / parts;
    for (uint32_t i = 0; i < parts; i++) {
        const uint64_t pull = fx_mul64x64_mid(fx_magnitude64(*x), (uint64_t)fx_magnitude(w2) << 16);
        *v = fx_wrap_add64(*v, step_scale((*x < 0) != (w2 < 0) ? (int64_t)pull : -(int64_t)pull, part));
        *x = fx_wrap_add64(*x, step_scale(*v, part));
    }
}

uint32_t decay_factor(fx k, uint32_t dt) {
    uint64_t product = fx_rshr_u64((uint64_t)fx_magnitude(k) * dt, 16); /* Q32 */
    uint64_t factor;

    if (k <= 0 || product == 0) return UINT32_MAX;
    /* 2^32 / (1 + product 2^-32) = 2^64 / (2^32 + product) */
    factor = UINT64_MAX / (((uint64_t)1 << 32) + product);
    return factor > UINT32_MAX ? UINT32_MAX : (uint32_t)factor;
}

implicit_spring spring_make(fx w2, fx lambda, int shift, uint32_t dt) {
    /* all in Q32: 1 + 2 lambda dt + w2 dt^2, each factor below 2^47 */
    uint64_t wdt = fx_rshr_u64((uint64_t)fx_magnitude(w2) * dt, 16); /* in 2^shift */
    uint64_t damp = fx_rshr_u64((uint64_t)fx_magnitude(lambda) * dt, 15);
    uint64_t below = fx_mul64x32_mid(wdt, dt) + damp;
    implicit_spring s;

    below = (fx_clz64(below) <= shift ? UINT64_MAX >> 1 : below << shift);
    below = below > UINT64_MAX - ((uint64_t)1 << 32) ? UINT64_MAX : below + ((uint64_t)1 << 32);
    s.keep = (uint32_t)(UINT64_MAX / below > UINT32_MAX ? UINT32_MAX : UINT64_MAX / below);
    /* wdt 2^shift / below, kept in Q32 with the shift applied: at most 1/dt */
    {
        uint64_t high, low;

        low = fx_mul64x64(wdt, (UINT64_MAX / below), &high);
        low = (high << 32) | (low >> 32);
        s.pull = (int64_t)(fx_clz64(low) <= shift ? UINT64_MAX >> 2 : low << shift);
    }
    s.dt = dt;
    return s;
}

/* a b of Q32.32, nearest. */
static int64_t mul_wide(int64_t a, int64_t b) {
    uint64_t high, low = fx_mul64x64(fx_magnitude64(a), fx_magnitude64(b), &high);
    uint64_t product = (high << 32) + (low >> 32) + ((low >> 31) & 1u);

    return (a ^ b) < 0 ? -(int64_t)product : (int64_t)product;
}

void spring_step(const implicit_spring *s, int64_t *x, int64_t *v) {
    int64_t kept = (int64_t)fx_mul64x32_mid(fx_magnitude64(*v), s->keep);

    *v = fx_wrap_sub64(*v < 0 ? -kept : kept, mul_wide(*x, s->pull));
    *x = fx_wrap_add64(*x, step_scale(*v, s->dt));
}

void spring_step_toward(const implicit_spring *s, int64_t rest, int64_t *x, int64_t *v) {
    int64_t offset = fx_wrap_sub64(*x, rest);

    spring_step(s, &offset, v);
    *x = fx_wrap_add64(offset, rest);
}

static fx fly(fx at, fx speed, fx pull, fx t) {
    const int64_t way = fx_wide(speed, t) + fx_wide(fx_muls(pull, t) / 2, t); /* Q32.32 */
    return fx_sat64(at + fx_rshr64(way, 16));
}

vec3 flight_at(vec3 from, vec3 velocity, vec3 pull, fx t) {
    return (vec3){fly(from.x, velocity.x, pull.x, t), fly(from.y, velocity.y, pull.y, t),
                  fly(from.z, velocity.z, pull.z, t)};
}

vec3 flight_velocity(vec3 velocity, vec3 pull, fx t) {
    return v3_adds(velocity, (vec3){fx_muls(pull.x, t), fx_muls(pull.y, t), fx_muls(pull.z, t)});
}

static fx launched(fx from, fx to, fx pull, fx t) {
    return fx_sat64(((int64_t)to - from) * FX_ONE / t - (int64_t)fx_muls(pull, t) / 2);
}

vec3 flight_to(vec3 from, vec3 to, vec3 pull, fx t) {
    t = fx_max(t, FX_ONE / 64);
    return (vec3){launched(from.x, to.x, pull.x, t), launched(from.y, to.y, pull.y, t),
                  launched(from.z, to.z, pull.z, t)};
}

int flight_times(fx rise, fx speed, fx pull, fx times[2]) {
    fx root[2];
    const int count = fx_solve_quadratic(pull / 2, speed, fx_sat64(-(int64_t)rise), root);
    int kept = 0;
    for (int i = 0; i < count && count != EQUATION_ALL; i++)
        if (root[i] >= 0) times[kept++] = root[i];
    return kept;
}
