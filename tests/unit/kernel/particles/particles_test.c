/* Tests of particles: births, deaths, the pool, movement, equal positions on every machine. */
#include <string.h>

#include "kernel/particles/particles.h"
#include "rom/rom.h"
#include "tests/test.h"
#include "tests/unit/kernel/memory/life.h"

enum { ROOM = 160 * 1024 };

static _Alignas(8) uint8_t room[ROOM], chunk[ROM_PARTICLES_SIZE];
static ox_arena arena;
static ox_particles particles;

static void put(uint32_t at, uint32_t value, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; i++) chunk[at + i] = (uint8_t)(value >> 8 * i);
}

static void put_fx(uint32_t at, fx value) { put(at, (uint32_t)value, 4); }

/* Makes an emitter of particles that rise at a metre a second, live a second, ten a second. */
static void plain_chunk(void) {
    memset(chunk, 0, sizeof chunk);
    put(0, 0x100, 2);
    put(2, ROM_PARTICLES_SIZE, 2);
    put_fx(ROM_PARTICLES_RATE, 10 * FX_ONE);
    put_fx(ROM_PARTICLES_LIFE_LEAST, FX_ONE);
    put_fx(ROM_PARTICLES_LIFE_MOST, FX_ONE);
    put_fx(ROM_PARTICLES_DIRECTION + 4, FX_ONE);
    put_fx(ROM_PARTICLES_SPEED_LEAST, FX_ONE);
    put_fx(ROM_PARTICLES_SPEED_MOST, FX_ONE);
    put_fx(ROM_PARTICLES_ASPECT, FX_ONE);
    for (uint32_t i = 0; i < OX_PARTICLE_ENTRIES; i++) {
        put_fx(ROM_PARTICLES_SIZES + 4 * i, FX_ONE / 4);
        put(ROM_PARTICLES_COLOURS + 4 * i, 0xFFFFFF, 4);
        chunk[ROM_PARTICLES_ALPHAS + i] = 255;
    }
}

static void begin(uint32_t count) {
    const ox_particles_setup setup = {
        .particles = count, .emitters = 4, .rate = 60, .seed = 3, .format = RS_XRGB8888};
    ox_arena_init(&arena, room, sizeof room);
    CHECK_EQ(ox_particles_init(&particles, &setup, &arena), OX_OK);
}

static uint32_t emit(void) {
    const ox_emission emission = {.kind = ox_particles_kind(&particles, 1, chunk, NULL), .seed = 1};
    uint32_t handle = ox_particles_emit(&particles, &emission);
    CHECK(handle != 0);
    return handle;
}

static void steps(uint32_t count) {
    for (uint32_t i = 0; i < count; i++) ox_particles_step(&particles);
}

TEST(particles_refuse_counts_of_nothing_and_too_many) {
    static const uint32_t wrong[][3] = {
        {0, 4, 60}, {OX_PARTICLES_MOST + 1, 4, 60}, {8, 0, 60}, {8, OX_EMITTERS_MOST + 1, 60}, {8, 4, 0}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const ox_particles_setup setup = {
            .particles = wrong[i][0], .emitters = wrong[i][1], .rate = wrong[i][2]};
        ox_arena_init(&arena, room, sizeof room);
        CHECK_EQ(ox_particles_init(&particles, &setup, &arena), OX_BAD_ARGUMENT);
        CHECK_EQ(ox_arena_used(&arena), 0);
    }
    const ox_particles_setup large = {.particles = 8000, .emitters = 4, .rate = 60};
    ox_arena_init(&arena, room, 4096);
    CHECK_EQ(ox_particles_init(&particles, &large, &arena), OX_OUT_OF_MEMORY);
}

/* FX-122: rate r for t seconds makes r t +-1. */
TEST(particles_births_follow_the_rate) {
    static const fx rates[] = {FX_ONE / 2,  FX_ONE,       7 * FX_ONE + FX_ONE / 3,
                               60 * FX_ONE, 333 * FX_ONE, 1000 * FX_ONE};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        for (uint32_t seconds = 1; seconds <= 4; seconds += 3) {
            plain_chunk();
            put_fx(ROM_PARTICLES_RATE, rates[i]);
            begin(4096);
            emit();
            steps(seconds * 60);
            int64_t wanted = ((int64_t)rates[i] * seconds) >> 16;
            CHECK(particles.born >= wanted - 1 && particles.born <= wanted + 1);
            CHECK_EQ(particles.dropped, 0);
            CHECK_EQ(particles.born, particles.died + particles.count);
        }
    }
}

TEST(particles_bursts_come_at_their_times) {
    plain_chunk();
    put_fx(ROM_PARTICLES_RATE, 0);
    put(ROM_PARTICLES_BURST, 20, 2);
    begin(64);
    uint32_t handle = emit();
    steps(1);
    CHECK_EQ(particles.count, 20);
    steps(59);
    CHECK_EQ(particles.born, 20);
    steps(2);
    CHECK_EQ(particles.count, 0);
    CHECK(!ox_particles_lives(&particles, handle));
    put_fx(ROM_PARTICLES_EVERY, FX_ONE / 2);
    put_fx(ROM_PARTICLES_LASTING, 2 * FX_ONE);
    begin(64);
    handle = emit();
    steps(31);
    CHECK_EQ(particles.born, 40);
    steps(200);
    CHECK_EQ(particles.born, 80);
    CHECK(!ox_particles_lives(&particles, handle));
}

/* FX-122: the pool's cap is never exceeded; births are dropped and counted, or the oldest make room. */
TEST(particles_pool_is_never_exceeded) {
    for (int oldest = 0; oldest < 2; oldest++) {
        plain_chunk();
        put_fx(ROM_PARTICLES_RATE, 600 * FX_ONE);
        if (oldest != 0) chunk[ROM_PARTICLES_FLAGS] = ROM_PARTICLES_REPLACES;
        begin(50);
        emit();
        for (uint32_t i = 0; i < 600; i++) {
            size_t used = ox_arena_used(&arena);
            steps(1);
            CHECK(particles.count <= 50);
            CHECK_EQ(ox_arena_used(&arena), used);
        }
        CHECK_EQ(particles.count, 50);
        CHECK_EQ(particles.emitters[0].alive, particles.count);
        CHECK_EQ(particles.born + particles.dropped, 6000);
        CHECK_EQ(particles.born, particles.died + particles.replaced + particles.count);
        if (oldest != 0) {
            CHECK_EQ(particles.dropped, 0);
            CHECK(particles.pool[49].age < particles.pool[0].age && particles.pool[0].age < 6);
        } else {
            CHECK_EQ(particles.replaced, 0);
            CHECK(particles.pool[0].age > 6);
        }
    }
}

static bool ends_high(void *context, const ox_particle *p) { return p->position.y > *(const fx *)context; }

/* FX-122: particles die of age, at a plane, on leaving a volume, by a condition of the game. */
TEST(particles_die_of_each_cause) {
    for (int cause = 0; cause < 4; cause++) {
        fx high = FX_ONE / 2;
        plain_chunk();
        put_fx(ROM_PARTICLES_RATE, 0);
        put(ROM_PARTICLES_BURST, 16, 2);
        if (cause > 0)
            put_fx(ROM_PARTICLES_LIFE_LEAST, 60 * FX_ONE), put_fx(ROM_PARTICLES_LIFE_MOST, 60 * FX_ONE);
        if (cause == 1) {
            chunk[ROM_PARTICLES_FLAGS] = ROM_PARTICLES_HAS_FLOOR;
            put_fx(ROM_PARTICLES_FLOOR, -FX_ONE);
            put_fx(ROM_PARTICLES_FORCE + 4, -10 * FX_ONE);
        }
        if (cause == 2) put_fx(ROM_PARTICLES_WITHIN, FX_ONE / 2);
        begin(64);
        if (cause == 3) particles.setup.ends = ends_high, particles.setup.ends_context = &high;
        emit();
        uint32_t i = 0;
        for (; i < 600 && (i == 0 || particles.count > 0); i++) steps(1);
        /* after a second; t^2 5 - t = 1; after half a metre */
        static const uint32_t wanted[4] = {61, 35, 32, 32};
        CHECK(i >= wanted[cause] - 1 && i <= wanted[cause] + 2);
        CHECK_EQ(particles.died, 16);
    }
}

/* Semi-implicit motion: the velocity steps first, and the place is never more than two units off. */
TEST(particles_motion_is_semi_implicit) {
    plain_chunk();
    put_fx(ROM_PARTICLES_RATE, 0);
    put(ROM_PARTICLES_BURST, 1, 2);
    put_fx(ROM_PARTICLES_FORCE + 4, -9 * FX_ONE);
    begin(4);
    emit();
    steps(1);
    int32_t v = 273, y = 0; /* 16384 / 60 to the nearest, -9 * 16384 / 3600 = -40.96 */
    CHECK_EQ(particles.pool[0].velocity[1], v);
    for (int i = 0; i < 40; i++) {
        steps(1);
        v = particles.pool[0].velocity[1];
        y += v * 4;
        CHECK(v * 100 >= 27100 - 4096 * (i + 1) && v * 100 <= 27500 - 4096 * (i + 1));
        CHECK_EQ(particles.pool[0].position.y, y);
        CHECK_EQ(particles.pool[0].position.x, 0);
    }
    /* Drag brings a particle to the wind. */
    put_fx(ROM_PARTICLES_FORCE + 4, 0);
    put_fx(ROM_PARTICLES_WIND, 2 * FX_ONE);
    put_fx(ROM_PARTICLES_DRAG, 10 * FX_ONE);
    begin(4);
    emit();
    steps(58);
    CHECK(particles.pool[0].velocity[0] > 540 && particles.pool[0].velocity[0] <= 547);
    CHECK(particles.pool[0].velocity[1] >= 0 && particles.pool[0].velocity[1] < 6);
}

/* Forces and winds of less than a unit a step have their effect in the mean. */
TEST(particles_weak_forces_and_winds_are_felt) {
    plain_chunk();
    put_fx(ROM_PARTICLES_RATE, 0);
    put(ROM_PARTICLES_BURST, 1, 2);
    put_fx(ROM_PARTICLES_SPEED_LEAST, 0);
    put_fx(ROM_PARTICLES_SPEED_MOST, 0);
    put_fx(ROM_PARTICLES_LIFE_LEAST, 60 * FX_ONE);
    put_fx(ROM_PARTICLES_LIFE_MOST, 60 * FX_ONE);
    put_fx(ROM_PARTICLES_FORCE, FX_ONE / 20);
    put_fx(ROM_PARTICLES_FORCE + 8, -FX_ONE / 20);
    begin(4);
    emit();
    steps(1201); /* 20 s: a metre a second, 273 units */
    CHECK(particles.pool[0].velocity[0] >= 268 && particles.pool[0].velocity[0] <= 276);
    CHECK(particles.pool[0].velocity[2] >= -276 && particles.pool[0].velocity[2] <= -268);
    CHECK_EQ(particles.pool[0].velocity[1], 0);
    put_fx(ROM_PARTICLES_FORCE, 0);
    put_fx(ROM_PARTICLES_FORCE + 8, 0);
    put_fx(ROM_PARTICLES_WIND, FX_ONE / 5); /* 55 units */
    put_fx(ROM_PARTICLES_WIND + 8, -FX_ONE / 5);
    put_fx(ROM_PARTICLES_DRAG, FX_ONE / 2);
    begin(4);
    emit();
    steps(1201); /* ten times the time of the drag */
    CHECK(particles.pool[0].velocity[0] >= 52 && particles.pool[0].velocity[0] <= 57);
    CHECK(particles.pool[0].velocity[2] >= -57 && particles.pool[0].velocity[2] <= -52);
}

/* There are as many kinds as emitters, but no more than styles of billboards: a kind beyond is refused, and takes no
 * memory. */
TEST(particles_have_32_kinds_at_most) {
    plain_chunk();
    size_t used[2];
    for (int many = 0; many < 2; many++) {
        const ox_particles_setup setup = {.particles = 8,
                                          .emitters = many != 0 ? OX_EMITTERS_MOST : OX_PARTICLE_KINDS_MOST,
                                          .rate = 60,
                                          .format = RS_XRGB8888};
        ox_arena_init(&arena, room, sizeof room);
        CHECK_EQ(ox_particles_init(&particles, &setup, &arena), OX_OK);
        used[many] = ox_arena_used(&arena);
        for (uint32_t i = 0; i < OX_PARTICLE_KINDS_MOST; i++)
            CHECK_EQ(ox_particles_kind(&particles, 1 + i, chunk, NULL), (int)i);
        CHECK_EQ(ox_particles_kind(&particles, 100, chunk, NULL), -1);
        CHECK_EQ(particles.refused, 1);
        CHECK_EQ(ox_particles_kind(&particles, 7, chunk, NULL), 6);
    }
    CHECK(used[1] - used[0] <= (OX_EMITTERS_MOST - OX_PARTICLE_KINDS_MOST) * sizeof(ox_emitter) + 16);
}

TEST(particles_emitters_move_and_hand_their_movement_on) {
    plain_chunk();
    put_fx(ROM_PARTICLES_INHERIT, FX_ONE);
    put_fx(ROM_PARTICLES_RATE, 60 * FX_ONE);
    begin(64);
    uint32_t handle = emit();
    const mat34 place = {/* the emitter's up is turned to x */
                         .m = {{0, FX_ONE, 0, 0}, {-FX_ONE, 0, 0, 0}, {0, 0, FX_ONE, 0}}};
    steps(1);
    ox_particles_move(&particles, handle, (vec3){FX_ONE, 0, 0}, &place);
    steps(1);
    const ox_particle *p = &particles.pool[1];
    CHECK_EQ(p->position.x, FX_ONE);
    CHECK_EQ(p->velocity[0], 273 + 16384);
    CHECK_EQ(p->velocity[1], 0);
    ox_particles_stop(&particles, handle);
    steps(2);
    CHECK_EQ(particles.born, 2);
    steps(80);
    CHECK(!ox_particles_lives(&particles, handle));
    ox_particles_move(&particles, handle, V3_ZERO, NULL); /* the emitter has gone: the call does nothing */
    ox_particles_stop(&particles, handle);
}

/* Makes an emitter with everything: shapes, spreads, drags. */
static void rich_chunk(uint32_t shape) {
    plain_chunk();
    chunk[ROM_PARTICLES_SHAPE] = (uint8_t)shape;
    for (uint32_t i = 0; i < 3; i++) put_fx(ROM_PARTICLES_EXTENT + 4 * i, FX_ONE + (fx)i * 1000);
    put_fx(ROM_PARTICLES_RATE, 120 * FX_ONE);
    put(ROM_PARTICLES_SPREAD, 9000, 2);
    put_fx(ROM_PARTICLES_LIFE_MOST, 2 * FX_ONE);
    put_fx(ROM_PARTICLES_SPEED_MOST, 3 * FX_ONE);
    put_fx(ROM_PARTICLES_DRAG, FX_ONE);
    put_fx(ROM_PARTICLES_WIND + 8, -FX_ONE);
    put_fx(ROM_PARTICLES_FORCE + 4, -3 * FX_ONE);
}

static uint32_t sum_of(void) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < particles.count; i++) {
        const ox_particle *p = &particles.pool[i];
        const uint32_t words[] = {(uint32_t)p->position.x,           (uint32_t)p->position.y,
                                  (uint32_t)p->position.z,           (uint32_t)(int32_t)p->velocity[0],
                                  (uint32_t)(int32_t)p->velocity[1], (uint32_t)(int32_t)p->velocity[2],
                                  (uint32_t)p->age << 16 | p->life,  p->dice};
        uint8_t bytes[sizeof words];
        for (size_t k = 0; k < sizeof bytes; k++) bytes[k] = (uint8_t)(words[k / 4] >> 8 * (k % 4));
        sum = rom_crc32(sum, bytes, sizeof bytes);
    }
    return sum;
}

/* FX-122: identical positions at frame 120 on every port. */
TEST(particles_are_the_same_everywhere_at_frame_120) {
    static const uint32_t wanted[5] = {594616088u, 2766256372u, 2346917301u, 3517640930u, 2185941727u};
    for (uint32_t shape = 0; shape < 5; shape++) {
        rich_chunk(shape);
        begin(512);
        emit();
        steps(120);
        CHECK(particles.count > 100);
        CHECK_EQ(sum_of(), wanted[shape]);
        uint32_t first = sum_of();
        ox_particles_restart(&particles);
        CHECK_EQ(particles.count, 0);
        emit();
        steps(120);
        CHECK_EQ(sum_of(), first);
    }
}

TEST(particles_shapes_and_spreads_hold_their_bounds) {
    for (uint32_t shape = 0; shape < 5; shape++) {
        rich_chunk(shape);
        begin(1024);
        emit();
        for (uint32_t i = 0; i < 60; i++) {
            steps(1);
            for (uint32_t k = 0; k < particles.count; k++) {
                const ox_particle *p = &particles.pool[k];
                if (p->age != 0) continue;
                const uint64_t flat = (uint64_t)((int64_t)p->position.x * p->position.x +
                                                 (int64_t)p->position.z * p->position.z);
                const uint64_t one = 1ull << 32, near = 1ull << 20;
                if (shape == 0) CHECK(v3_is_zero(p->position));
                if (shape == 1)
                    CHECK(fx_magnitude(p->position.x) <= FX_ONE &&
                          fx_magnitude(p->position.z) <= FX_ONE + 2000);
                if (shape == 2) CHECK(v3_dot_wide(p->position, p->position) <= (fxw)(one + near));
                if (shape == 3) CHECK(flat <= one + near && p->position.y == 0);
                if (shape == 4) CHECK(flat <= one + near && flat >= one - near && p->position.y == 0);
                /* Within 9000 of 65536 of a turn about y: cosine 0.6507 of the speed, 273 to 819. */
                CHECK(p->velocity[1] >= 176 && p->velocity[1] <= 820);
                CHECK(p->life >= 60 && p->life <= 120);
            }
        }
    }
}

/* FX-122: count, limit and determinism hold through the call that scripts and games make. */
TEST(particles_spawn_makes_as_many_as_are_asked_for) {
    for (int run = 0; run < 2; run++) {
        static uint32_t first;
        plain_chunk();
        put(ROM_PARTICLES_SPREAD, 20000, 2);
        begin(100);
        int kind = ox_particles_kind(&particles, 1, chunk, NULL);
        CHECK(ox_particles_spawn(&particles, kind, 30, (vec3){FX_ONE, 0, 0}));
        CHECK(ox_particles_spawn(&particles, kind, 30, (vec3){0, FX_ONE, 0}));
        steps(1);
        CHECK_EQ(particles.count, 60);
        /* each spawn has a random stream of its own */
        CHECK(memcmp(particles.pool[0].velocity, particles.pool[30].velocity, 6) != 0);
        CHECK(ox_particles_spawn(&particles, kind, 500, V3_ZERO));
        steps(1);
        CHECK_EQ(particles.count, 100);
        CHECK_EQ(particles.dropped, 460);
        CHECK(ox_particles_spawn(&particles, kind, 1, V3_ZERO));
        CHECK(!ox_particles_spawn(&particles, kind, 1, V3_ZERO)); /* four emitters are busy */
        CHECK(!ox_particles_spawn(&particles, 7, 1, V3_ZERO));
        CHECK(!ox_particles_spawn(&particles, -1, 1, V3_ZERO));
        CHECK_EQ(particles.refused, 3);
        if (run == 0) first = sum_of();
        CHECK_EQ(sum_of(), first);
        steps(70);
        CHECK_EQ(particles.count, 0);
        for (int i = 0; i < 4; i++) CHECK_EQ(particles.emitters[i].handle, 0);
    }
}

static const ox_particles_setup life_setup = {.particles = 8, .emitters = 2, .rate = 60};
static ox_arena life_arena;
PLAIN_ROW(ox_particles, init, ox_particles_init(it, &life_setup, &life_arena), OX_CLEAR(it))

TEST(particles_end_clear) {
    ox_arena_init(&life_arena, room, sizeof room);
    const life_bench bench = {&life_arena, NULL};
    CHECK(life_is_led(&LIFE_OF(ox_particles), &bench));
}

/* Whatever the numbers of a chunk, no particle leaves its bounds (debug builds assert overflow). */
TEST(particles_survive_any_numbers) {
    rng32 random = rng32_seed(11, 4);
    for (int run = 0; run < 200; run++) {
        for (uint32_t i = 8; i < sizeof chunk; i++) chunk[i] = (uint8_t)(rng32_next(&random) >> 24);
        put_fx(ROM_PARTICLES_RATE, 100 * FX_ONE);
        begin(64);
        const vec3 far = {(fx)rng32_next(&random), (fx)rng32_next(&random), (fx)rng32_next(&random)};
        const ox_emission emission = {.kind = ox_particles_kind(&particles, 1, chunk, NULL),
                                      .position = run % 2 == 0 ? V3_ZERO : far,
                                      .seed = (uint32_t)run};
        uint32_t handle = ox_particles_emit(&particles, &emission);
        steps(30);
        ox_particles_move(&particles, handle, v3_neg(far), NULL);
        steps(30);
        CHECK(particles.count <= 64);
    }
}
