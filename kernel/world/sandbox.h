/* The sandbox: the operations that powers and other behaviours of a game are written with, and nothing else.
 *
 *     static void activate(ox_sandbox *s) {                    a power is a function over operations
 *         if (ox_sandbox_place(s).z == 0) {
 *             ox_sandbox_play(s, SOUND_SPROING, FX_ONE);
 *             ox_sandbox_particles(s, PARTICLE_DUST, 10);
 *             ox_sandbox_move(s, (vec3){0, 0, FX(20)});
 *         } ...
 *     }
 *
 * A file of powers includes this header alone: all its coupling to the engine is here. The owner of the world, the
 * mixer and the particles fills an ops table at the start and hands out sandboxes; a sandbox is three words, so the
 * base state is not repeated in every power. Reading goes through the operations as well: values that they do not offer
 * (clocks, other players' screens) cannot end up in the simulation. Sound is a group of its own: ox_sandbox_sound(s)
 * gives play, stop and volume to code that needs no more. An operation of a table that is NULL does nothing; a sandbox
 * without a table asserts, and does nothing in release builds. (GPP, Subclass Sandbox.)
 *
 * Cost: one indirect call each, about 8 Cortex-M3 instructions. */
#ifndef OXCART_KERNEL_WORLD_SANDBOX_H
#define OXCART_KERNEL_WORLD_SANDBOX_H

#include "fixedmath/types.h"
#include "kernel/memory/pool.h"
#include "kernel/names/id.h"

/* The sound operations, together. */
typedef struct ox_sandbox_sound_ops {
    void (*play)(void *context, ox_handle self, ox_id sound, fx volume);
    void (*stop)(void *context, ox_handle self, ox_id sound);
    void (*volume)(void *context, ox_handle self, ox_id sound, fx volume);
} ox_sandbox_sound_ops;

typedef struct ox_sandbox_ops {
    vec3 (*place)(void *context, ox_handle self);
    void (*move)(void *context, ox_handle self, vec3 by);
    void (*particles)(void *context, ox_handle self, ox_id kind, uint32_t count);
    ox_sandbox_sound_ops sound;
} ox_sandbox_ops;

typedef struct ox_sandbox {
    const ox_sandbox_ops *ops;
    void *context;
    ox_handle self; /* the object whose behaviour uses the sandbox */
} ox_sandbox;

/* A power: a function over the operations of a sandbox. */
typedef void ox_power(ox_sandbox *sandbox);

static inline bool ox_sandbox_is_ready(const ox_sandbox *s) {
    FX_ASSERT_MSG(s->ops != NULL, "a sandbox is used before it was given its operations");
    return s->ops != NULL;
}

static inline vec3 ox_sandbox_place(ox_sandbox *s) {
    if (!ox_sandbox_is_ready(s) || s->ops->place == NULL) return (vec3){0, 0, 0};
    return s->ops->place(s->context, s->self);
}
static inline void ox_sandbox_move(ox_sandbox *s, vec3 by) {
    if (ox_sandbox_is_ready(s) && s->ops->move != NULL) s->ops->move(s->context, s->self, by);
}
static inline void ox_sandbox_particles(ox_sandbox *s, ox_id kind, uint32_t count) {
    if (ox_sandbox_is_ready(s) && s->ops->particles != NULL)
        s->ops->particles(s->context, s->self, kind, count);
}

/* ---- sound: directly, and as a helper that can be handed on ---- */

typedef struct ox_sandbox_sounds {
    ox_sandbox *sandbox;
} ox_sandbox_sounds;

static inline ox_sandbox_sounds ox_sandbox_sound(ox_sandbox *s) { return (ox_sandbox_sounds){s}; }

static inline void ox_sounds_play(ox_sandbox_sounds of, ox_id sound, fx volume) {
    ox_sandbox *s = of.sandbox;
    if (ox_sandbox_is_ready(s) && s->ops->sound.play != NULL)
        s->ops->sound.play(s->context, s->self, sound, volume);
}
static inline void ox_sounds_stop(ox_sandbox_sounds of, ox_id sound) {
    ox_sandbox *s = of.sandbox;
    if (ox_sandbox_is_ready(s) && s->ops->sound.stop != NULL) s->ops->sound.stop(s->context, s->self, sound);
}
static inline void ox_sounds_volume(ox_sandbox_sounds of, ox_id sound, fx volume) {
    ox_sandbox *s = of.sandbox;
    if (ox_sandbox_is_ready(s) && s->ops->sound.volume != NULL)
        s->ops->sound.volume(s->context, s->self, sound, volume);
}
static inline void ox_sandbox_play(ox_sandbox *s, ox_id sound, fx volume) {
    ox_sounds_play(ox_sandbox_sound(s), sound, volume);
}

#endif
