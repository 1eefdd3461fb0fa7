/* Particles: many small short-lived billboards that emitters send out - smoke, fire, sparks, rain. They are only for show: nothing of the simulation
 * depends on them, and they are in no save, recording or state hash (network play neither sends nor needs them).
 *
 *     ox_particles_init(&particles, &setup, arena);                     pool and tables, once
 *     kind = ox_particles_kind(&particles, id, chunk, texture);         a PTCL chunk (rom/FORMAT.md), made ready
 *     emitter = ox_particles_emit(&particles, &(ox_emission){.kind = kind, .position = p, .seed = 7});
 *     each fixed step:  ox_particles_step(&particles);                  and ox_particles_move(&particles, emitter, where) before it, for those that move
 *     each picture:     ox_particles_record(&particles, frame, fraction);   after what is solid
 *     in play:          ox_particles_spawn(&particles, kind, 20, p);    a burst without an emitter to keep
 *
 * The pool is fixed. When it is full a birth is dropped and counted, or, with the kind's flag `oldest`, the oldest particles make room.
 * Each emitter has a generator of its own (fixedmath/random.h), seeded by its seed and the console's, so none disturbs another, and the
 * same steps give the same particles on every machine, to the bit.
 *
 * A step, for every particle in the order of birth (semi-implicit Euler; units are metres and steps):
 *
 *     velocity += force + (wind - velocity) * drag;    position += velocity;    age++
 *
 * and it dies when its age reaches its life, below the floor or farther away than `within` from its emitter's place, or when the condition
 * of the setup says so. Births come at rate * t, exactly in the long run; the parts of a birth are carried from step to step. Velocities
 * are kept in 1/16384 m a step (up to 2 m a step), positions in fx. Of what a step changes by less than such a unit, whole units come in
 * turn, so that weak forces and winds are right in the mean.
 *
 * Size, colour, alpha and frame follow curves of 16 entries over the particle's life: sizes and alphas straight between them, colours and frames
 * in steps. How billboards are drawn is told in raster/billboards.h; all particles of a picture are sorted together, farthest first. Between two steps
 * particles are drawn where their velocity leads.
 *
 * Memory: 24 bytes a particle, sizeof(ox_particle_kind) a kind, sizeof(ox_emitter) an emitter; in the display list 60 bytes a particle and
 * picture (raster/billboards.h). Nothing is allocated after the start. Cost: some 330 x86-64 instructions a particle, step and picture, on
 * the Game Boy Advance 1,050 cycles; billboards and their pixels come on top of that (raster/billboards.h), so 40 small ones fill a
 * sixtieth of a second there. At most OX_PARTICLES_MOST live at once, in all. (GEA 10.4; Nystrom, Game Programming Patterns, Object Pool.) */
#ifndef OXCART_KERNEL_PARTICLES_PARTICLES_H
#define OXCART_KERNEL_PARTICLES_PARTICLES_H

#include "fixedmath/random.h"
#include "kernel/memory/arena.h"
#include "raster/billboards.h"
#include "rom/chunks.h"

typedef struct ox_particle {
    vec3 position;
    int16_t velocity[3]; /* 1/16384 m a step */
    uint16_t age, life;  /* steps */
    uint8_t emitter;
    uint8_t dice; /* a random number of its own, for what differs between particles */
} ox_particle;

_Static_assert(sizeof(ox_particle) == 24, "a particle is 24 bytes on every machine");

enum {
    OX_PARTICLE_ENTRIES = ROM_PARTICLES_ENTRIES,
    OX_EMITTERS_MOST = 255,
    OX_PARTICLE_KINDS_MOST = RS_BILLBOARD_STYLES,
    OX_PARTICLES_MOST = RS_BILLBOARDS_MOST
};

/* A kind of particles, a PTCL chunk made ready for a number of steps a second and a pixel format. */
typedef struct ox_particle_kind {
    uint32_t id;
    const uint8_t *chunk;
    const rs_texture *texture;
    int32_t force[3]; /* a step, 1/256 of 1/16384 m a step */
    int32_t wind[3];  /* 1/16384 m a step */
    int32_t drag;     /* a step, 65536 = all */
    int32_t speed[2]; /* 1/16384 m a step */
    vec3 extent;
    vec3 cone[3]; /* two axes square to the direction, and the direction; unit */
    fx open;      /* cosine of the spread */
    fx inherit, floor, within, aspect;
    uint16_t life[2];
    uint32_t rate;           /* births a step, Q16 times steps a second */
    uint32_t every, lasting; /* steps */
    uint16_t burst;
    int16_t spin[2]; /* angle a step */
    uint8_t shape, flags, vary;
    fx sizes[OX_PARTICLE_ENTRIES];
    uint32_t native[OX_PARTICLE_ENTRIES], rgb[OX_PARTICLE_ENTRIES];
    uint8_t alphas[OX_PARTICLE_ENTRIES];
} ox_particle_kind;

typedef struct ox_emitter {
    uint32_t handle; /* of its present life; 0: free */
    vec3 position, before;
    vec3 axes[3]; /* of the place that it follows: shapes and directions turn and grow with that */
    rng32 random;
    uint32_t owed;  /* parts of a birth, Q16 times steps a second */
    uint32_t steps; /* since the emitter began */
    uint32_t extra; /* births that were asked for besides */
    uint16_t alive; /* particles */
    uint8_t kind;
    bool sends; /* else the emitter ends with its last particle */
} ox_emitter;

/* A condition by which the game may end particles. It is called once a particle and step, and must depend on nothing
 * but the particle. */
typedef bool ox_particles_ends(void *context, const ox_particle *particle);

typedef struct ox_particles_setup {
    uint32_t particles; /* at most OX_PARTICLES_MOST */
    uint32_t emitters;  /* at most OX_EMITTERS_MOST; as many kinds, but at most OX_PARTICLE_KINDS_MOST */
    uint32_t rate;      /* steps a second */
    uint32_t seed;
    rs_format format;
    uint32_t (*native)(void *context, uint32_t rgb); /* a colour as a pixel */
    void *native_context;
    ox_particles_ends *ends; /* or NULL */
    void *ends_context;
} ox_particles_setup;

typedef struct ox_particles {
    ox_particle *pool; /* `count` particles, in the order of birth */
    ox_emitter *emitters;
    ox_particle_kind *kinds;
    ox_particles_setup setup;
    uint32_t count, kind_count, lives;
    uint32_t born, died, dropped,
        replaced;     /* since the start: births, deaths, births without room, particles that made room */
    uint32_t refused; /* emitters and kinds without room */
    uint32_t seen, hidden; /* of the last picture: recorded billboards, and those outside of the view */
    bool held;             /* for viewers: ox_particles_step does nothing */
} ox_particles;

/* OX_OUT_OF_MEMORY, OX_BAD_ARGUMENT for counts of 0 or beyond the most. OX_CLEAR ends the particles. */
FX_MUST_CHECK ox_status ox_particles_init(ox_particles *particles, const ox_particles_setup *setup,
                                          ox_arena *arena);

/* The number of a kind: the same chunk is made ready once. -1 when there is no room. `chunk` (checked, PTCL) and texture stay
 * with the caller and must last. */
int ox_particles_kind(ox_particles *particles, uint32_t id, const uint8_t *chunk, const rs_texture *texture);

typedef struct ox_emission {
    int kind;
    vec3 position;
    const mat34 *place; /* what it follows, for its axes; NULL: the world's */
    uint32_t seed;      /* of its stream */
} ox_emission;

/* Begins an emitter: its burst comes in the next step. 0 without room (counted) or for a kind that is not there. */
uint32_t ox_particles_emit(ox_particles *particles, const ox_emission *emission);

/* Moves an emitter. Particles inherit (`inherit`) part of its way since the step before. An emitter that has ended is passed over. */
void ox_particles_move(ox_particles *particles, uint32_t emitter, vec3 position, const mat34 *place);

/* Stops an emitter: it sends no more particles, and ends with its last one. */
void ox_particles_stop(ox_particles *particles, uint32_t emitter);

/* Whether an emitter is there: it sends, or particles of it live. */
bool ox_particles_lives(const ox_particles *particles, uint32_t emitter);

/* Sends `count` particles of a kind from a place in the next step, whatever the kind's own burst, rate and lasting;
 * false without room for an emitter. Each call in a run has a stream of its own. */
bool ox_particles_spawn(ox_particles *particles, int kind, uint32_t count, vec3 position);

void ox_particles_step(ox_particles *particles);

/* Puts all particles into the frame's list; RS_OK, or what rs_billboards_end says. */
rs_result ox_particles_record(ox_particles *particles, rs_frame *frame, uf16 fraction);

/* Ends all emitters and particles; kinds stay. The next steps are those of a new run. */
void ox_particles_restart(ox_particles *particles);

#endif
