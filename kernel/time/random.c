/* The table of random streams. */
#include "kernel/time/random.h"

#include "kernel/memory/life.h"

static rng32 seeded(const ox_random *random, uint32_t name) { return rng32_fork(random->seed, name); }

void ox_random_init(ox_random *random, ox_random_stream *streams, uint32_t capacity, uint32_t seed) {
    *random =
        (ox_random){.streams = streams, .capacity = capacity, .seed = seed, .spare = rng32_from_state(0)};
}

static ox_random_stream *find(const ox_random *random, uint32_t name) {
    for (uint32_t i = 0; i < random->count; i++) {
        if (random->streams[i].name == name) return &random->streams[i];
    }
    return NULL;
}

rng32 *ox_random_add(ox_random *random, uint32_t name, ox_random_kind kind) {
    OX_CREATED(random->streams);
    if (find(random, name) != NULL) return NULL;
    if (random->count == random->capacity) {
        random->refused++;
        return NULL;
    }
    ox_random_stream *stream = &random->streams[random->count++];
    *stream = (ox_random_stream){.name = name, .generator = seeded(random, name), .kind = kind};
    return &stream->generator;
}

rng32 *ox_random_stream_of(ox_random *random, uint32_t name) {
    ox_random_stream *stream = find(random, name);
    FX_CHECK_OR(stream != NULL, "no random stream of this name was added", return &random->spare);
    return &stream->generator;
}

void ox_random_reseed(ox_random *random, uint32_t seed) {
    random->seed = seed;
    for (uint32_t i = 0; i < random->count; i++)
        random->streams[i].generator = seeded(random, random->streams[i].name);
}

static uint32_t simulation_streams(const ox_random *random) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < random->count; i++) count += random->streams[i].kind == OX_RANDOM_SIMULATION;
    return count;
}

void ox_random_save(const ox_random *random, ox_writer *to) {
    ox_write_u32(to, random->seed);
    ox_write_u32(to, simulation_streams(random));
    for (uint32_t i = 0; i < random->count; i++) {
        const ox_random_stream *stream = &random->streams[i];
        if (stream->kind != OX_RANDOM_SIMULATION) continue;
        ox_write_u32(to, stream->name);
        ox_write_u32(to, stream->generator.x);
    }
}

/* Reads the streams; takes their states over when `take` is set, else only checks them. */
static void read_streams(ox_random *random, ox_reader *from, bool take) {
    uint32_t seed = ox_read_u32(from);
    if (ox_read_u32(from) != simulation_streams(random)) from->bad = true;
    for (uint32_t i = 0; i < random->count; i++) {
        ox_random_stream *stream = &random->streams[i];
        if (stream->kind != OX_RANDOM_SIMULATION) continue;
        if (ox_read_u32(from) != stream->name) from->bad = true;
        uint32_t state = ox_read_u32(from);
        if (state == 0) from->bad = true;
        if (take) stream->generator = rng32_from_state(state);
    }
    if (take) random->seed = seed;
}

ox_status ox_random_restore(ox_random *random, ox_reader *from) {
    ox_reader looked = *from;
    read_streams(random, &looked, false);
    if (looked.bad) return from->bad = true, OX_BAD_DATA;
    read_streams(random, from, true);
    return OX_OK;
}
