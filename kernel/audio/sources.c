/* The game's sources, ears and buses as the mixer hears them: from here on nothing is state. */
#include "kernel/audio/sources.h"

#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/bits.h"
#include "fixedmath/exponential.h"
#include "fixedmath/scalar.h"
#include "kernel/console/console.h"
#include "kernel/loop/rate.h"
#include "kernel/session/module.h"
#include "kernel/type/name.h"
#include "kernel/world/place.h"

#define NAME OX_NAME("sound")
#define SOURCE OX_NAME("source")
#define EAR OX_NAME("ear")

#define ZONE OX_NAME("zone")

enum {
    LEAVING = 4,     /* ticks to silence of a source whose object is gone */
    RAMP_LEAST = 32, /* steps in which a zone comes and goes, at least */
    OPEN_HZ = 20000, /* cut-off where nothing is cut off */
    ZONES_MOST = 8   /* that are heard at once */
};

bool ox_audio_take_sources(ox_audio_sources *sources, const ox_module_host *host) {
    const int type = ox_world_component(host->world, NAME);
    memset(sources, 0, sizeof *sources);
    if (type < 0) return true;
    sources->room = host->world->components[type].type->capacity;
    sources->rows = OX_PUSH(host->resident, ox_audio_source, sources->room);
    if (sources->rows == NULL) return false;
    memset(sources->rows, 0, sources->room * sizeof *sources->rows);
    if (ox_module_is_declared(host, &ox_sound_capacities[OX_CAPACITY_SOUND_RAYS]))
        sources->rays = ox_module_capacity(host, &ox_sound_capacities[OX_CAPACITY_SOUND_RAYS]);
    return true;
}

void ox_audio_leave_sources(ox_audio_sources *sources, ox_audio *audio) {
    for (uint32_t i = 0; i < sources->room; i++)
        if (sources->rows[i].of != NULL) ox_audio_stop(audio, sources->rows[i].playing, LEAVING);
    memset(sources, 0, sizeof *sources);
}

/* ---- ears ---- */

/* The place of a camera: where its view is zero. */
static vec3 place_of_camera(const rs_camera *camera) {
    const mat34 *m = &camera->world_to_view;
    fx at[3];
    for (int i = 0; i < 3; i++)
        at[i] = fx_sat64(-fx_rshr64((int64_t)m->m[0][i] * m->m[0][3] + (int64_t)m->m[1][i] * m->m[1][3] +
                                        (int64_t)m->m[2][i] * m->m[2][3],
                                    16));
    return (vec3){at[0], at[1], at[2]};
}

/* Puts an ear to a place. One that its object had in the step before has a speed, unless it has leapt. */
static void put_ear(ox_audio_sources *s, const ox_audio_listener *before, uint32_t count,
                    ox_audio_listener ear, uint32_t rate) {
    for (uint32_t i = 0; i < count; i++) {
        if (before[i].owner.bits != ear.owner.bits) continue;
        const vec3 speed = v3_scales(v3_subs(ear.ear.at, before[i].ear.at), fx_from_int((int32_t)rate));
        if (v3_length(speed) < OX_AUDIO_SPEED * FX_ONE) ear.speed = speed;
    }
    s->ears[s->ear_count++] = ear;
}

/* Works out from where sounds are heard. False: no picture was made yet, so nobody knows. */
static bool place_ears(ox_audio_sources *s, const ox_module_host *host, uint32_t type) {
    rs_camera camera;
    ox_object *object;
    void *data;
    if (!ox_scene_camera_of(host->scene, &camera)) return false;
    ox_audio_listener before[OX_AUDIO_EARS];
    const uint32_t count = s->ear_count;
    const uint32_t rate = ox_loop_rate(host->loop);
    const vec3 from = place_of_camera(&camera);
    ox_audio_listener ear = {.ear = {camera.world_to_view, from}};
    memcpy(before, s->ears, sizeof before);
    if (camera.flat_height > 0)
        ear.flat = (fx)((int64_t)camera.flat_height * host->options->width / host->options->height / 2);
    s->ear_count = 0;
    for (uint32_t at = 0; (at = ox_component_each(host->world, type, at, &object, &data)) != 0;) {
        const ox_sound *of = data;
        const ox_object_place *place = ox_object_place_of(host->world, object);
        if (of->role != EAR || place == NULL || s->ear_count == OX_AUDIO_EARS) continue;
        ear.ear.at = v3_adds(from, v3_scales(v3_subs(place->pos, from), of->between));
        ear.owner = object->handle;
        put_ear(s, before, count, ear, rate);
    }
    if (s->ear_count == 0) put_ear(s, before, count, ear, rate);
    return true;
}

/* ---- how a place is heard ---- */

static const ox_audio_reach usual_reach = {.inner = FX_ONE, .outer = 16 * FX_ONE};

/* The fall-off of what is named: the source's own, the cue's, or the usual one. */
static ox_audio_reach reach_of(const ox_audio *audio, ox_id name, fx inner, fx outer) {
    ox_audio_reach reach = usual_reach;
    if (!ox_audio_reach_of(audio, name, &reach) && outer == 0) return usual_reach;
    if (outer == 0) return reach;
    reach.outer = outer;
    reach.inner = inner == 0 ? outer / 16 : fx_min(inner, outer);
    return reach;
}

/* How one ear hears a place. */
static ox_audio_heard hear_at(const ox_audio_listener *l, vec3 place, const ox_audio_reach *reach) {
    vec3 way = ox_audio_way(&l->ear, place);
    if (l->flat > 0) {
        const fx far = v3_length((vec3){way.x, way.y, 0});
        way = (vec3){way.x, 0, l->flat};
        const fx side = ox_audio_side(way, v3_length(way), 0);
        return (ox_audio_heard){ox_audio_falloff(reach, far), side, 65536, 0, OX_AUDIO_AHEAD};
    }
    const fx far = v3_length(way), side = ox_audio_side(way, far, reach->inner);
    return (ox_audio_heard){ox_audio_falloff(reach, far), side, 65536, 0,
                            (int16_t)(ox_audio_ahead(way, far, reach->inner) / 4)};
}

/* How a place is heard by the ear for which it is loudest, which is *best. */
static ox_audio_heard hear(const ox_audio_sources *s, vec3 place, const ox_audio_reach *reach,
                           const ox_audio_listener **best) {
    ox_audio_heard most = hear_at(&s->ears[0], place, reach);
    *best = &s->ears[0];
    for (uint32_t i = 1; i < s->ear_count; i++) {
        const ox_audio_heard heard = hear_at(&s->ears[i], place, reach);
        if (heard.gain <= most.gain) continue;
        most = heard;
        *best = &s->ears[i];
    }
    return most;
}

/* ---- the Doppler effect ---- */

/* The part of a speed along a way that is `far` metres long; below one metre nobody can tell. */
static fx speed_along(vec3 speed, vec3 way, fx far) {
    return far < FX_ONE ? 0 : fx_sat64(fx_rshr64(v3_dot_wide(speed, way), 16) * FX_ONE / far);
}

static void bend_pitch(ox_audio_source *row, const ox_audio_listener *l, vec3 place, uint32_t rate) {
    const vec3 way = v3_subs(place, l->ear.at),
               speed = v3_scales(v3_subs(place, row->at), fx_from_int((int32_t)rate));
    uint32_t goal = 65536;
    row->at = place;
    if (row->of->doppler == 0 || l->flat > 0) return;
    const fx far = v3_length(way);
    if (v3_length(speed) < OX_AUDIO_SPEED * FX_ONE)
        goal = ox_audio_doppler(speed_along(l->speed, way, far), fx_negs(speed_along(speed, way, far)));
    const int64_t bent = 65536 + fx_rshr64(((int64_t)goal - 65536) * row->of->doppler, 16);
    goal = bent < 32768 ? 32768 : bent > 131072 ? 131072 : (uint32_t)bent;
    const int64_t step = ((int64_t)goal - row->ratio) / 4;
    row->ratio = step == 0 ? goal : (uint32_t)(row->ratio + step);
}

/* ---- walls ---- */

enum {
    ARC_POINTS = 5,
    ARC_RADIUS = 2 * FX_ONE,
    ARC_STEP = 65536 / 12,
    WALL_DECIBELS = 12,
    WALL_HZ = 600,
    WALL_STEPS = 8
};
#define WALL_OCTAVES FX(4.736966) /* log2(16,000 / 600) */

/* A point on the arc before the ear: 0 to 4 from 60 degrees left to 60 degrees right of the way to a place. False: the place is nearer than the arc. */
static bool point_before_ear(const ox_audio_ear *ear, vec3 place, uint32_t number, vec3 *point) {
    const vec3 way = {fx_subs(place.x, ear->at.x), 0, fx_subs(place.z, ear->at.z)};
    const fx far = v3_length(way);
    if (far <= ARC_RADIUS) return false;
    const ang16 turn = (ang16)(ARC_STEP * ((int32_t)number - ARC_POINTS / 2));
    const fx x = (fx)((int64_t)way.x * ARC_RADIUS / far), z = (fx)((int64_t)way.z * ARC_RADIUS / far),
             c = fx_cos(turn), s = fx_sin(turn);
    *point = v3_adds(ear->at, (vec3){fx_mul(x, c) - fx_mul(z, s), 0, fx_mul(x, s) + fx_mul(z, c)});
    return true;
}

/* Looks from a source at the next point of its arc. */
static void look_past_walls(const ox_audio_sources *s, const ox_module_host *host, const ox_sounds *sounds,
                            ox_audio_source *row) {
    const uint32_t bit = 1u << row->looked;
    vec3 point;
    const bool blocked =
        point_before_ear(&s->ears[0].ear, row->at, row->looked, &point) &&
        sounds->surfaces->blocked(host, row->at, point, ox_world_get(host->world, row->object));
    row->clear = (uint8_t)((row->clear & ~bit) | (blocked ? 0 : bit));
    row->looked = (uint8_t)((row->looked + 1u) % ARC_POINTS);
    if (row->known < ARC_POINTS) row->known++;
}

/* Lets sources look, one after the other, as often as a step may. */
static void cast_rays(ox_audio_sources *s, const ox_module_host *host, const ox_sounds *sounds) {
    s->cast = 0;
    if (s->rays == 0 || sounds->surfaces == NULL || s->ears[0].flat > 0) return;
    for (uint32_t i = 0; i < s->room && s->cast < s->rays; i++) {
        s->turn = s->turn + 1 < s->room ? s->turn + 1 : 0;
        ox_audio_source *row = &s->rows[s->turn];
        if (row->of == NULL || row->of->role != SOURCE || row->playing.bits == 0) continue;
        look_past_walls(s, host, sounds, row);
        s->cast++;
    }
}

static void muffle(ox_audio_heard *heard, fx open) {
    if (open >= FX_ONE) return;
    const uint32_t decibels = (uint32_t)((FX_ONE - open) * WALL_DECIBELS);
    heard->gain = ox_audio_product(heard->gain, ox_audio_gain(decibels));
    heard->cutoff = (uint16_t)fx_rshr64((int64_t)WALL_HZ * fx_exp2(fx_mul(open, WALL_OCTAVES)), 16);
}

/* How a source is heard by what its looks have found; all five have to be known first. */
static void muffle_by_walls(ox_audio_source *row, ox_audio_heard *heard) {
    uint32_t clear = 0;
    for (uint32_t i = 0; i < ARC_POINTS; i++) clear += row->clear >> i & 1u;
    const fx goal = row->known < ARC_POINTS ? FX_ONE : (fx)clear * FX_ONE / ARC_POINTS,
             step = FX_ONE / WALL_STEPS;
    row->open = goal > row->open ? fx_min(goal, row->open + step) : fx_max(goal, row->open - step);
    muffle(heard, row->open);
}

/* ---- sources ---- */

static ox_audio_source *row_of(const ox_audio_sources *s, const ox_sound *of, ox_handle object) {
    ox_audio_source *free = NULL;
    for (uint32_t i = 0; i < s->room; i++) {
        ox_audio_source *row = &s->rows[i];
        if (row->of == of && row->object.bits == object.bits) return row;
        if (row->of == NULL) free = row;
    }
    if (free != NULL) *free = (ox_audio_source){.of = of, .object = object, .ratio = 65536, .open = FX_ONE};
    return free;
}

/* Begins or ends what a source plays where the game has named something else, or begun the same anew. */
static void follow_name(ox_audio *audio, ox_audio_source *row, const ox_audio_heard *heard) {
    const ox_sound *of = row->of;
    const bool is_new = row->name != of->name || row->begun != of->begun;
    if (!is_new) return;
    const bool went_back = (uint16_t)(of->begun - row->begun) > INT16_MAX;
    ox_audio_stop(audio, row->playing, of->name == 0 ? of->fade : LEAVING);
    row->name = of->name;
    row->begun = of->begun;
    row->then = 0;
    row->playing.bits = 0;
    if (of->name == 0) return;
    const ox_audio_ask ask = {.id = of->name,
                              .volume = (uint32_t)of->volume / 2,
                              .priority = of->priority,
                              .loops = true,
                              .seconds = of->from,
                              .heard = heard};
    if (!went_back || ox_audio_goes_round(audio, of->name)) row->playing = ox_audio_start(audio, &ask);
}

/* What is to follow the source is told to its sound as soon as that has a voice; where the sound is over it begins by itself. */
static void follow_then(ox_audio *audio, ox_audio_source *row, const ox_audio_heard *heard) {
    const ox_sound *of = row->of;
    if (of->name == 0 || row->then == of->then) return;
    if (of->then != 0 && !ox_audio_is_playing(audio, row->playing)) {
        const ox_audio_ask ask = {.id = of->then,
                                  .volume = (uint32_t)of->volume / 2,
                                  .priority = of->priority,
                                  .loops = true,
                                  .heard = heard};
        row->playing = ox_audio_start(audio, &ask);
        row->then = of->then;
    } else if (ox_audio_follow(audio, row->playing, NULL, of->then) != OX_BAD_STATE) {
        row->then = of->then;
    }
}

static void follow_source(ox_audio_sources *s, ox_audio *audio, const ox_module_host *host,
                          const ox_object *object, const ox_sound *of) {
    const ox_object_place *place = ox_object_place_of(host->world, object);
    ox_audio_source *row = row_of(s, of, object->handle);
    const ox_audio_listener *listener;
    if (row == NULL) return;
    const bool is_first = row->begun == 0 && row->name == 0;
    row->is_seen = true;
    const vec3 at = place == NULL ? (vec3){0, 0, 0} : place->pos;
    if (is_first) row->at = at;
    const ox_audio_reach reach = reach_of(audio, of->name, of->inner, of->outer);
    ox_audio_heard heard = hear(s, at, &reach, &listener);
    bend_pitch(row, listener, at, ox_loop_rate(host->loop));
    heard.ratio = row->ratio;
    if (s->rays != 0) muffle_by_walls(row, &heard);
    if (place == NULL) heard = (ox_audio_heard){OX_AUDIO_FULL, 0, 65536, 0, OX_AUDIO_AHEAD};
    follow_name(audio, row, &heard);
    follow_then(audio, row, &heard);
    ox_audio_set_volume(audio, row->playing, (uint32_t)of->volume / 2);
    ox_audio_set_pitch(audio, row->playing, (uint32_t)of->ratio);
    ox_audio_hear(audio, row->playing, &heard);
}

/* Whether a wall stands before a sound at a place: one look, where looks are left. */
static bool is_shot_blocked(ox_audio_sources *s, const ox_module_host *host, const ox_sounds *sounds,
                            vec3 at) {
    vec3 point;
    if (s->cast >= s->rays || sounds->surfaces == NULL || s->ears[0].flat > 0) return false;
    s->cast++;
    return point_before_ear(&s->ears[0].ear, at, ARC_POINTS / 2, &point) &&
           sounds->surfaces->blocked(host, at, point, NULL);
}

/* Begins a sound at the speaker of a player's pad. */
static void play_at_pad(ox_audio *audio, const ox_module_host *host, const ox_sound_shot *shot) {
    const ox_audio_ask ask = {.id = shot->name,
                              .volume = (uint32_t)shot->volume / 2,
                              .pad = (uint8_t)ox_console_pad(host->console, shot->player - 1u)};
    (void)ox_audio_start(audio, &ask);
}

static void play_shots(ox_audio_sources *s, ox_audio *audio, const ox_module_host *host,
                       const ox_sounds *sounds) {
    for (uint32_t i = 0; i < sounds->shot_count; i++) {
        const ox_sound_shot *shot = &sounds->shots[i];
        if (shot->player != 0) {
            play_at_pad(audio, host, shot);
            continue;
        }
        const ox_audio_reach reach = reach_of(audio, shot->name, 0, 0);
        const ox_audio_listener *listener;
        ox_audio_heard heard = hear(s, shot->at, &reach, &listener);
        if (heard.gain != 0 && is_shot_blocked(s, host, sounds, shot->at)) muffle(&heard, 0);
        const ox_audio_ask ask = {.id = shot->name,
                                  .volume = (uint32_t)shot->volume / 2,
                                  .ratio = (uint32_t)shot->ratio,
                                  .heard = &heard};
        (void)ox_audio_start(audio, &ask);
    }
}

/* ---- zones ---- */

/* An environment that is heard, and how much of it, 16.16. */
typedef struct heard_zone {
    ox_id name;
    uint32_t weight, priority;
    ox_audio_source *row; /* NULL: the environment that the game has chosen */
    ox_audio_environment environment;
} heard_zone;

typedef struct heard_zones {
    heard_zone zones[ZONES_MOST];
    uint32_t count;
} heard_zones;

/* How far inside of a zone a place lies, 16.16: 1 wholly, 0 outside. */
static fx depth_in_zone(const ox_sound *of, const ox_object_place *at, vec3 place) {
    const vec3 way = v3_subs(place, at->pos);
    if ((of->box[0] | of->box[1] | of->box[2]) != 0) {
        const rot33 turn = rot33_from_euler((euler16){at->angle, at->pitch, at->roll}),
                    back = rot33_transpose(&turn);
        const vec3 in = rot33_apply(&back, way);
        return fx_abs(in.x) <= of->box[0] && fx_abs(in.y) <= of->box[1] && fx_abs(in.z) <= of->box[2] ? FX_ONE
                                                                                                      : 0;
    }
    const fx outer = of->outer == 0 ? usual_reach.outer : of->outer,
             inner = of->inner == 0 ? outer / 2 : fx_min(of->inner, outer), far = v3_length(way);
    if (far >= outer) return 0;
    return far <= inner ? FX_ONE : (fx)((int64_t)(outer - far) * FX_ONE / (outer - inner));
}

static void gather_zones(ox_audio_sources *s, const ox_audio *audio, const ox_module_host *host,
                         uint32_t type, heard_zones *heard) {
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(host->world, type, at, &object, &data)) != 0;) {
        const ox_sound *of = data;
        const ox_object_place *place = ox_object_place_of(host->world, object);
        if (of->role != ZONE || place == NULL || heard->count == ZONES_MOST) continue;
        heard_zone *zone = &heard->zones[heard->count];
        zone->row = row_of(s, of, object->handle);
        if (zone->row == NULL || !ox_audio_environment_of(audio, of->name, &zone->environment)) continue;
        zone->row->is_seen = true;
        zone->name = of->name;
        zone->priority = of->priority;
        zone->weight =
            (uint32_t)fx_mul(depth_in_zone(of, place, s->ears[0].ear.at), fx_clamp(of->volume, 0, FX_ONE));
        heard->count++;
    }
}

/* Zones of the highest priority alone are wanted, and all weights go to where they are to be step by step. */
static void ramp_zones(heard_zones *heard) {
    uint32_t highest = 0;
    for (uint32_t i = 0; i < heard->count; i++)
        if (heard->zones[i].weight != 0 && heard->zones[i].priority > highest)
            highest = heard->zones[i].priority;
    for (uint32_t i = 0; i < heard->count; i++) {
        heard_zone *zone = &heard->zones[i];
        const uint32_t goal = zone->priority < highest ? 0 : zone->weight, now = zone->row->weight,
                       ramp = zone->row->of->fade < RAMP_LEAST ? RAMP_LEAST : zone->row->of->fade,
                       step = 65536 / ramp;
        zone->weight = zone->row->weight =
            goal > now ? (goal - now > step ? now + step : goal) : (now - goal > step ? now - step : goal);
    }
}

/* Adds what the game has chosen, before which zones stand back; and brings all weights together to 1 at most. */
static void weigh_zones(heard_zones *heard, const ox_audio *audio, const ox_sounds *sounds) {
    heard_zone chosen = {.name = sounds->marks.environment,
                         .weight = sounds->levels[OX_SOUND_WETNESS].now * 2};
    if (chosen.name == 0 || !ox_audio_environment_of(audio, chosen.name, &chosen.environment))
        chosen.weight = 0;
    uint64_t all = 0;
    const uint32_t room = 65536 - chosen.weight;
    for (uint32_t i = 0; i < heard->count; i++) all += heard->zones[i].weight;
    for (uint32_t i = 0; i < heard->count; i++) {
        heard_zone *zone = &heard->zones[i];
        if (all > 65536) zone->weight = (uint32_t)(((uint64_t)zone->weight << 16) / all);
        zone->weight = (uint32_t)(((uint64_t)zone->weight * room) >> 16);
    }
    if (chosen.weight == 0) return;
    if (heard->count == ZONES_MOST) heard->count--;
    heard->zones[heard->count++] = chosen;
}

/* The zone whose echo and reverb are heard: the one before while it is heard at all, else the nearest. NULL: none. */
static const heard_zone *leading_zone(const heard_zones *heard, ox_id before) {
    const heard_zone *most = NULL;
    for (uint32_t i = 0; i < heard->count; i++) {
        const heard_zone *zone = &heard->zones[i];
        if (zone->weight != 0 && zone->name == before) return zone;
        if (zone->weight != 0 && (most == NULL || zone->weight > most->weight)) most = zone;
    }
    return most;
}

static void follow_zones(ox_audio_sources *s, ox_audio *audio, const ox_module_host *host, uint32_t type,
                         const ox_sounds *sounds) {
    heard_zones heard = {.count = 0};
    if (audio->chain == NULL) return;
    gather_zones(s, audio, host, type, &heard);
    ramp_zones(&heard);
    weigh_zones(&heard, audio, sounds);
    const heard_zone *leading = leading_zone(&heard, s->environment);
    ox_audio_environment all = {.low_pass = 0};
    s->environment = leading == NULL ? 0 : leading->name;
    if (leading != NULL) {
        uint64_t echo = 0, reverb = 0, cutoff = 0, rest = 65536;
        all = leading->environment;
        for (uint32_t i = 0; i < heard.count; i++) {
            const heard_zone *zone = &heard.zones[i];
            const uint32_t low_pass = zone->environment.low_pass;
            echo += (uint64_t)zone->weight * zone->environment.echo_wet;
            reverb += (uint64_t)zone->weight * zone->environment.reverb_wet;
            cutoff += (uint64_t)zone->weight * (low_pass == 0 ? OPEN_HZ : low_pass);
            rest -= zone->weight;
        }
        cutoff = (cutoff + rest * OPEN_HZ) >> 16;
        all.echo_wet = (uint32_t)(echo >> 16);
        all.reverb_wet = (uint32_t)(reverb >> 16);
        all.low_pass = cutoff >= OPEN_HZ ? 0 : (uint32_t)cutoff;
    }
    ox_audio_surround(audio, &all);
}

void ox_audio_follow_sources(ox_audio_sources *sources, ox_audio *audio, const ox_module_host *host) {
    const ox_sounds *sounds = ox_console_sounds(host->console);
    const int type = ox_world_component(host->world, NAME);
    ox_object *object;
    void *data;
    if (sources->rows == NULL || sounds == NULL || type < 0 || !place_ears(sources, host, (uint32_t)type))
        return;
    cast_rays(sources, host, sounds);
    for (uint32_t at = 0; (at = ox_component_each(host->world, (uint32_t)type, at, &object, &data)) != 0;)
        if (((const ox_sound *)data)->role == SOURCE) follow_source(sources, audio, host, object, data);
    follow_zones(sources, audio, host, (uint32_t)type, sounds);
    for (uint32_t i = 0; i < sources->room; i++) {
        ox_audio_source *row = &sources->rows[i];
        if (row->of != NULL && !row->is_seen) {
            ox_audio_stop(audio, row->playing, LEAVING);
            row->of = NULL;
        }
        row->is_seen = false;
    }
    play_shots(sources, audio, host, sounds);
}

/* ---- buses ---- */

void ox_audio_follow_buses(ox_audio *audio, const ox_module_host *host, bool holds) {
    const ox_sounds *sounds = ox_console_sounds(host->console);
    for (uint32_t i = 0; i < OX_BUSES; i++) {
        ox_audio_bus_state state = {.volume = OX_AUDIO_FULL};
        if (sounds != NULL)
            state = (ox_audio_bus_state){sounds->levels[i].now, (sounds->marks.muted >> i & 1u) != 0,
                                         (sounds->marks.paused >> i & 1u) != 0};
        state.paused = state.paused || (holds && (i == OX_BUS_WORLD || i == OX_BUS_VOICE));
        ox_audio_bus_game(audio, i, &state);
    }
    ox_audio_deafen(audio, sounds == NULL ? 0 : sounds->marks.shock);
    for (uint32_t i = 0; sounds != NULL && i < OX_SOUND_SWITCHES; i++) {
        const ox_sound_switch *s = &sounds->switches[i];
        if (s->name == 0 || ox_audio_switch_value(audio, s->name) == s->value) continue;
        const ox_status status = ox_audio_switch(audio, s->name, s->value);
        (void)status; /* a switch that no loaded cue has changes nothing */
    }
}
