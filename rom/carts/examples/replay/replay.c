/* A lander that is flown, recorded, flown again from the recording, and brought back before its crash. */
#include "fixedmath/types.h"
#include "kernel/replay/playback.h"
#include "kernel/replay/rewind.h"
#include "rom/carts/examples/example.h"

/* 1. The game: a lander that falls and has an engine. Everything that a step depends on lies in one record,
 * and a descriptor says once which fields the record has. */
typedef struct lander {
    fx height, speed, fuel;
    uint32_t tick;
} lander;

static const ox_field lander_fields[] = {
    OX_FIELD(lander, height, OX_FX, OX_SIM), OX_FIELD(lander, speed, OX_FX, OX_SIM),
    OX_FIELD(lander, fuel, OX_FX, OX_SIM), OX_FIELD(lander, tick, OX_U32, OX_SIM)};
static const char *const lander_names[] = {"height", "speed", "fuel", "tick"};
static const ox_type lander_type = OX_TYPE(lander, lander_fields, 1);

static void step_lander(void *game, const ox_input_record *records, uint32_t players) {
    lander *l = game;
    bool burns = players > 0 && (records[0].held & PLAT_A) != 0 && l->fuel > 0;
    l->speed -= 109; /* gravity: 6 units a second each second, as a step of 1/60 s has it */
    if (burns) l->speed += 300, l->fuel -= 200;
    l->height += l->speed;
    if (l->height < 0) l->height = l->speed = 0;
    l->tick++;
}

/* 2. The state: a list of parts. One part shows its items (for hashes and reports) and can be saved (for
 * snapshots). */
static bool next_item(void *game, uint32_t *cursor, ox_sim_item *item) {
    if (*cursor != 0) return false;
    *cursor = 1;
    *item = (ox_sim_item){.type = &lander_type, .record = game, .name = "lander", .fields = lander_names};
    return true;
}
static void save_lander(const void *game, ox_writer *to) {
    const lander *l = game;
    ox_write_i32(to, l->height), ox_write_i32(to, l->speed), ox_write_i32(to, l->fuel),
        ox_write_u32(to, l->tick);
}
static ox_status restore(void *game, ox_reader *from) {
    lander *l = game;
    l->height = ox_read_i32(from), l->speed = ox_read_i32(from), l->fuel = ox_read_i32(from),
    l->tick = ox_read_u32(from);
    return ox_reader_status(from);
}

/* 3. The pilot brakes late, and then not all the time. */
static ox_input_record pilot(const lander *l) {
    ox_input_record record = {0};
    if (l->tick > 60 && l->tick % 3 != 0) record.held = PLAT_A;
    return record;
}

static const lander start = {100 * 65536, 0, 3 * 65536, 0};

void example(plat *platform, ox_log *out) {
    static uint8_t bytes[4000];
    static _Alignas(8) uint8_t ring[2048];
    static ox_playback playback;
    lander l = start;
    const ox_sim_part part = {
        .name = "moon", .context = &l, .next = next_item, .save = save_lander, .restore = restore};
    const ox_sim state = {&part, 1};
    (void)platform;

    /* 4. Recording: the inputs of the pilot in each tick, and checks of the state: here every value of every tick.
     * Beside the recording a ring remembers the last ten seconds. */
    ox_recording_memory memory = {bytes, sizeof bytes, 0};
    ox_recording_head head = {.cart = 1,
                              .rom = 2,
                              .length = 1000000,
                              .rate = 60,
                              .players = 1,
                              .interval = 1,
                              .detail = OX_CHECK_FIELDS};
    ox_rewind_config config = {
        .state = &state, .players = 1, .span = 600, .step = step_lander, .context = &l};
    ox_recorder recorder;
    ox_rewind rewind;
    if (ox_recorder_begin(&recorder, &head, &state, ox_recording_to_memory, &memory) != OX_OK) return;
    if (ox_rewind_init(&rewind, ring, sizeof ring, &config) != OX_OK) return;
    while (l.height > 0 && l.tick < 90) {
        ox_input_record record = pilot(&l);
        ox_recorder_step(&recorder, &record);
        ox_rewind_note(&rewind, &record);
        step_lander(&l, &record, 1);
        ox_recorder_stepped(&recorder);
    }
    if (ox_recorder_end(&recorder) != OX_OK) return;
    uint32_t flown = ox_sim_hash(&state, OX_FNV_START);
    SAY("flown for %u ticks: height %d, speed %d/65536; hash %08x", (unsigned)l.tick, (int)(l.height >> 16),
        (int)l.speed, (unsigned)flown);

    /* 5. Playing the recording: the same records, the same state, to the bit, on any machine. */
    ox_playback_fault fault;
    l = start;
    if (ox_playback_open(&playback, bytes, memory.used, &fault) != OX_OK) return;
    if (ox_playback_start(&playback, &state, 1, 2, &fault) != OX_OK) return;
    bool same = true;
    while (same && ox_playback_step(&playback)) {
        step_lander(&l, playback.records, 1);
        same = ox_playback_stepped(&playback, &fault);
    }
    SAY("played again: %u of %u checks equal, hash %08x", (unsigned)playback.checks, (unsigned)playback.end,
        (unsigned)ox_sim_hash(&state, OX_FNV_START));

    /* 6. A difference is found at once, and the value that differs is named. */
    l = start;
    l.fuel -= 1;
    if (ox_playback_open(&playback, bytes, memory.used, &fault) != OX_OK) return;
    if (ox_playback_start(&playback, &state, 1, 2, &fault) != OX_OK) return;
    while (ox_playback_step(&playback)) {
        step_lander(&l, playback.records, 1);
        if (!ox_playback_stepped(&playback, &fault)) SAY("with less fuel: %s", fault.text);
    }

    /* 7. Going back: the ring restores a snapshot and runs from there. Then the flight goes on, this time
     * with both hands on the engine. */
    if (ox_rewind_back(&rewind, 60) != OX_OK) return;
    SAY("back by 60 ticks: tick %u, height %d", (unsigned)l.tick, (int)(l.height >> 16));
    while (l.tick < 90) {
        ox_input_record record = {.held = PLAT_A};
        ox_rewind_note(&rewind, &record);
        step_lander(&l, &record, 1);
    }
    SAY("flown differently: height %d, speed %d/65536, fuel %d/65536", (int)(l.height >> 16), (int)l.speed,
        (int)l.fuel);
}
