/* Value and gradient noise on an integer lattice. */
#include "fixedmath/noise.h"

#include "fixedmath/scalar.h"

static int32_t wrap_cell(int32_t cell, int32_t period) {
    return period > 0 ? int_floormod(cell, period) : cell;
}

/* Fades of a fraction, in Q2.30 so that their steps do not show: t^2 (3 - 2 t) and t^3 (t (6 t - 15) + 10).
 */
static q30 fade3(fx t) { return (q30)fx_rshr64((int64_t)t * t * (3 * 65536 - 2 * (int64_t)t), 18); }

static q30 fade5(fx t) {
    int64_t inner = (int64_t)t * (6 * (int64_t)t - 15 * 65536) + ((int64_t)10 << 32); /* Q32 */

    return (q30)fx_rshr64(((int64_t)t * t * t >> 18) * (inner >> 6), 26);
}

static fx mix_noise(fx a, fx b, q30 t) { return a + (fx)fx_rshr64(((int64_t)b - a) * t, 30); }

/* --- value noise ------------------------------------------------------------------------------ */

static fx lattice(uint32_t hash) { return (fx)(hash >> 15) - FX_ONE; }

fx noise_value1(const noise_field *f, fx x) {
    int32_t i = fx_to_int_floor(x);
    fx a = lattice(hash1(f->seed, wrap_cell(i, f->period_x)));
    fx b = lattice(hash1(f->seed, wrap_cell(i + 1, f->period_x)));

    return mix_noise(a, b, fade3(fx_fraction(x)));
}

static fx value2_at(const noise_field *f, int32_t x0, int32_t x1, int32_t y, q30 u) {
    return mix_noise(lattice(hash2(f->seed, x0, y)), lattice(hash2(f->seed, x1, y)), u);
}

fx noise_value2(const noise_field *f, fx x, fx y) {
    int32_t i = fx_to_int_floor(x), j = fx_to_int_floor(y);
    int32_t x0 = wrap_cell(i, f->period_x), x1 = wrap_cell(i + 1, f->period_x);
    int32_t y0 = wrap_cell(j, f->period_y), y1 = wrap_cell(j + 1, f->period_y);
    q30 u = fade3(fx_fraction(x)), v = fade3(fx_fraction(y));

    return mix_noise(value2_at(f, x0, x1, y0, u), value2_at(f, x0, x1, y1, u), v);
}

static fx value3_at(const noise_field *f, const int32_t x[2], const int32_t y[2], int32_t z, q30 u, q30 v) {
    fx a = mix_noise(lattice(hash3(f->seed, x[0], y[0], z)), lattice(hash3(f->seed, x[1], y[0], z)), u);
    fx b = mix_noise(lattice(hash3(f->seed, x[0], y[1], z)), lattice(hash3(f->seed, x[1], y[1], z)), u);

    return mix_noise(a, b, v);
}

fx noise_value3(const noise_field *f, fx x, fx y, fx z) {
    int32_t i = fx_to_int_floor(x), j = fx_to_int_floor(y), k = fx_to_int_floor(z);
    int32_t xs[2] = {wrap_cell(i, f->period_x), wrap_cell(i + 1, f->period_x)};
    int32_t ys[2] = {wrap_cell(j, f->period_y), wrap_cell(j + 1, f->period_y)};
    q30 u = fade3(fx_fraction(x)), v = fade3(fx_fraction(y)), w = fade3(fx_fraction(z));

    return mix_noise(value3_at(f, xs, ys, wrap_cell(k, f->period_z), u, v),
                     value3_at(f, xs, ys, wrap_cell(k + 1, f->period_z), u, v), w);
}

/* --- gradient noise --------------------------------------------------------------------------- */

/* Slope -2 .. 2 in steps of 1/4 but not 0, times the distance. */
static fx gradient1(uint32_t hash, fx dx) {
    fx rise = fx_rshr32(dx * ((int32_t)(hash >> 29) + 1), 2);

    return ((hash >> 28) & 1u) != 0 ? rise : -rise;
}

fx noise_gradient1(const noise_field *f, fx x) {
    int32_t i = fx_to_int_floor(x);
    fx d = fx_fraction(x);
    fx a = gradient1(hash1(f->seed, wrap_cell(i, f->period_x)), d);
    fx b = gradient1(hash1(f->seed, wrap_cell(i + 1, f->period_x)), d - FX_ONE);

    return fx_clamp(mix_noise(a, b, fade5(d)), -FX_ONE, FX_ONE);
}

/* Unit directions every 45 degrees; 46341 is sqrt(1/2). */
static fx gradient2(uint32_t hash, fx dx, fx dy) {
    switch (hash >> 29) {
    case 0:
        return dx;
    case 1:
        return -dx;
    case 2:
        return dy;
    case 3:
        return -dy;
    case 4:
        return fx_mul(dx + dy, 46341);
    case 5:
        return fx_mul(dx - dy, 46341);
    case 6:
        return fx_mul(-dx + dy, 46341);
    default:
        return fx_mul(-dx - dy, 46341);
    }
}

fx noise_gradient2(const noise_field *f, fx x, fx y) {
    int32_t i = fx_to_int_floor(x), j = fx_to_int_floor(y);
    int32_t x0 = wrap_cell(i, f->period_x), x1 = wrap_cell(i + 1, f->period_x);
    int32_t y0 = wrap_cell(j, f->period_y), y1 = wrap_cell(j + 1, f->period_y);
    fx dx = fx_fraction(x), dy = fx_fraction(y);
    q30 u = fade5(dx), v = fade5(dy);
    fx a = mix_noise(gradient2(hash2(f->seed, x0, y0), dx, dy),
                     gradient2(hash2(f->seed, x1, y0), dx - FX_ONE, dy), u);
    fx b = mix_noise(gradient2(hash2(f->seed, x0, y1), dx, dy - FX_ONE),
                     gradient2(hash2(f->seed, x1, y1), dx - FX_ONE, dy - FX_ONE), u);

    /* the largest sum of four unit gradients is sqrt(1/2): times sqrt(2) */
    return fx_clamp(fx_mul(mix_noise(a, b, v), 92682), -FX_ONE, FX_ONE);
}

static fx gradient3(uint32_t hash, fx dx, fx dy, fx dz) {
    uint32_t edge = (hash >> 16) * 12u >> 16;
    fx a = edge < 8 ? dx : dy, b = edge < 4 ? dy : dz;

    return ((edge & 1u) != 0 ? -a : a) + ((edge & 2u) != 0 ? -b : b);
}

/* Four corners of a cell in a plane of z, and the faded fractions of the position between them. */
typedef struct {
    int32_t xs[2], ys[2];
    q30 u, v;
} cell_face;

static fx gradient3_at(const noise_field *f, const cell_face *c, int32_t z, vec3 d) {
    fx a = mix_noise(gradient3(hash3(f->seed, c->xs[0], c->ys[0], z), d.x, d.y, d.z),
                     gradient3(hash3(f->seed, c->xs[1], c->ys[0], z), d.x - FX_ONE, d.y, d.z), c->u);
    fx b = mix_noise(gradient3(hash3(f->seed, c->xs[0], c->ys[1], z), d.x, d.y - FX_ONE, d.z),
                     gradient3(hash3(f->seed, c->xs[1], c->ys[1], z), d.x - FX_ONE, d.y - FX_ONE, d.z), c->u);

    return mix_noise(a, b, c->v);
}

fx noise_gradient3(const noise_field *f, fx x, fx y, fx z) {
    int32_t i = fx_to_int_floor(x), j = fx_to_int_floor(y), k = fx_to_int_floor(z);
    vec3 d = {fx_fraction(x), fx_fraction(y), fx_fraction(z)};
    vec3 far = {d.x, d.y, d.z - FX_ONE};
    const cell_face c = {{wrap_cell(i, f->period_x), wrap_cell(i + 1, f->period_x)},
                         {wrap_cell(j, f->period_y), wrap_cell(j + 1, f->period_y)},
                         fade5(d.x),
                         fade5(d.y)};
    fx a = gradient3_at(f, &c, wrap_cell(k, f->period_z), d);
    fx b = gradient3_at(f, &c, wrap_cell(k + 1, f->period_z), far);

    return fx_clamp(mix_noise(a, b, fade5(d.z)), -FX_ONE, FX_ONE);
}

/* --- sums ------------------------------------------------------------------------------------- */

typedef struct {
    int64_t sum, amplitude, total;
    int octave;
} octave_sum;

static noise_field octave_field(const noise_field *f, int octave) {
    return (noise_field){f->seed + (uint32_t)octave * 0x632BE5ABu, fx_shl32(f->period_x, octave),
                         fx_shl32(f->period_y, octave), fx_shl32(f->period_z, octave)};
}

static void add_octave(octave_sum *s, fx noise, uf16 gain) {
    s->sum += s->amplitude * noise;
    s->total += s->amplitude;
    s->amplitude = (s->amplitude * (int64_t)gain) >> 16;
    s->octave++;
}

static octave_sum begin_octaves(void) { return (octave_sum){0, 65536, 0, 0}; }

static fx octave_result(const octave_sum *s) { return s->total == 0 ? 0 : (fx)(s->sum / s->total); }

static int limit_octaves(int octaves) { return octaves < 1 ? 1 : octaves > 8 ? 8 : octaves; }

fx noise_fractal2(const noise_field *f, fx x, fx y, int octaves, uf16 gain) {
    octave_sum s = begin_octaves();

    for (int n = limit_octaves(octaves); n > 0; n--) {
        noise_field field = octave_field(f, s.octave);

        add_octave(&s, noise_gradient2(&field, fx_shl32(x, s.octave), fx_shl32(y, s.octave)), gain);
    }
    return octave_result(&s);
}

fx noise_fractal3(const noise_field *f, fx x, fx y, fx z, int octaves, uf16 gain) {
    octave_sum s = begin_octaves();

    for (int n = limit_octaves(octaves); n > 0; n--) {
        noise_field field = octave_field(f, s.octave);

        add_octave(
            &s, noise_gradient3(&field, fx_shl32(x, s.octave), fx_shl32(y, s.octave), fx_shl32(z, s.octave)),
            gain);
    }
    return octave_result(&s);
}

fx noise_turbulence2(const noise_field *f, fx x, fx y, int octaves, uf16 gain) {
    octave_sum s = begin_octaves();

    for (int n = limit_octaves(octaves); n > 0; n--) {
        noise_field field = octave_field(f, s.octave);
        fx noise = noise_gradient2(&field, fx_shl32(x, s.octave), fx_shl32(y, s.octave));

        add_octave(&s, noise < 0 ? -noise : noise, gain);
    }
    return octave_result(&s);
}

fx noise_jitter(const noise_field *f, fx time, int octaves, uf16 gain) {
    octave_sum s = begin_octaves();

    for (int n = limit_octaves(octaves); n > 0; n--) {
        noise_field field = octave_field(f, s.octave);

        add_octave(&s, noise_gradient1(&field, fx_shl32(time, s.octave)), gain);
    }
    return octave_result(&s);
}
