/* Refusals of the kernel's upper parts that their own tests do not ask for. */
#include <string.h>

#include "kernel/command/command.h"
#include "kernel/event/events.h"
#include "kernel/file/images.h"
#include "kernel/file/inflate.h"
#include "kernel/file/path.h"
#include "kernel/game/counter.h"
#include "kernel/level/area.h"
#include "kernel/replay/state.h"
#include "kernel/save/kernel_parts.h"
#include "kernel/state/machine.h"
#include "kernel/task/job.h"
#include "kernel/task/roster.h"
#include "kernel/time/timer.h"
#include "kernel/world/cast.h"
#include "kernel/world/query.h"
#include "tests/test.h"
#include "tests/unit/kernel/console/console_rom.h"
#include "tests/unit/kernel/save/save_device.h"

static _Alignas(8) uint8_t memory[12000];
static ox_arena arena;
static ox_world world;

static const ox_field spot_fields[] = {OX_FIELD(vec3, x, OX_FX, OX_SIM), OX_FIELD(vec3, y, OX_FX, OX_SIM),
                                       OX_FIELD(vec3, z, OX_FX, OX_SIM)};
static const ox_type spot_record = OX_TYPE(vec3, spot_fields, 1);
static const ox_component_type spot = {
    .name = OX_NAME("spot"), .capacity = 2, .record = &spot_record, .slot = OX_SLOT_PLACE + 1};
static const ox_object_type stone = {.name = OX_NAME("stone"), .capacity = 1, .record = &spot_record};

static ox_object *start(void) {
    ox_world_config config = {.objects = 4, .types = 1, .components = 1, .systems = 2};
    ox_handle handle;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_world_init(&world, &arena, &config), OX_OK);
    CHECK_EQ(ox_world_add_type(&world, &stone), 0);
    return ox_world_spawn(&world, 0, &handle);
}

static void nothing_hit(void *context, const ox_world *of, ox_cast *cast) {
    (void)context, (void)of, (void)cast;
}

TEST(kernel_refusals_of_the_world) {
    ox_world_config none = {.objects = 0, .types = 1}, large = {.objects = 60000, .types = 1};
    ox_world other;
    ox_places places;
    ox_casts casts;
    ox_object *o = start();
    size_t used = ox_arena_used(&arena);
    CHECK_EQ(ox_world_init(&other, &arena, &none), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_world_init(&other, &arena, &large), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_places_init(&places, &world, 4, 16), OX_BAD_STATE); /* no type has a place */
    CHECK_EQ(ox_arena_used(&arena), used);
    CHECK_EQ(ox_object_relocate(&world, o), OX_FULL); /* there is one record in all */
    CHECK_EQ(ox_place_set(&world, o, V3_ZERO), OX_NOT_FOUND);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_world_add_component(&world, &spot), 0);
    CHECK_EQ(ox_places_init(&places, &world, 4, 15), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_casts_init(&casts, &world, 1, nothing_hit, NULL), OX_OK);
    uint32_t ticket = ox_cast_ask(&casts, OX_HANDLE_NONE, OX_CAST_BEFORE, V3_ZERO, V3_ZERO);
    CHECK(ticket != 0);
    CHECK_EQ(ox_cast_ask(&casts, OX_HANDLE_NONE, OX_CAST_BEFORE, V3_ZERO, V3_ZERO), 0);
    CHECK_EQ(casts.refused, 1);
}

static ox_answer obey(void *actor, const ox_command *command) {
    return (void)actor, (void)command, OX_HANDLED;
}
static ox_command_function *const functions[] = {obey};

TEST(kernel_refusals_of_saved_parts) {
    ox_commands commands;
    ox_command storage[2];
    ox_events events;
    ox_events_config config = {.types = 1, .waiting = 2};
    ox_reader from = ox_reader_bytes(memory + 100, 1);
    (void)start();
    ox_commands_init(&commands, storage, 2, functions, 1, (ox_resolver){NULL, NULL});
    CHECK_EQ(ox_restore_commands(&commands, &from), OX_BAD_DATA);
    CHECK_EQ(ox_events_init(&events, &config, &arena), OX_OK);
    static const uint8_t odd[3] = {9, 9, 9};
    from = ox_reader_bytes(odd, sizeof odd);
    CHECK_EQ(ox_restore_events(&events, &from), OX_BAD_DATA);
    from = ox_reader_bytes(odd, sizeof odd);
    CHECK_EQ(ox_restore_world(&world, &from), OX_BAD_VERSION);
    from = ox_reader_bytes(odd, 1);
    CHECK_EQ(ox_restore_world(&world, &from), OX_BAD_DATA);
    CHECK_EQ(world.alive, 0);
    static const ox_id twice[] = {OX_NAME("hit"), OX_NAME("hit")};
    CHECK_EQ(ox_events_add_types(&events, twice, 2), OX_ALREADY_THERE);
    ox_sim_block block = {memory, 8};
    from = ox_reader_bytes(odd, sizeof odd);
    CHECK_EQ(ox_sim_block_restore(&block, &from), OX_BAD_DATA);
    ox_sim_part part = ox_sim_of_block("bytes", &block);
    ox_sim state = {&part, 1};
    from = ox_reader_bytes(odd, sizeof odd);
    CHECK_EQ(ox_sim_restore(&state, &from), OX_BAD_DATA);
    block.size = 2; /* one byte is left over */
    from = ox_reader_bytes(odd, sizeof odd);
    CHECK_EQ(ox_sim_restore(&state, &from), OX_BAD_DATA);
    part.restore = NULL;
    from = ox_reader_bytes(odd, sizeof odd);
    CHECK_EQ(ox_sim_restore(&state, &from), OX_UNSUPPORTED);
    ox_roster roster;
    uint32_t slots[16];
    ox_roster_init(&roster, slots, sizeof(ox_roster_slot), 2);
    from = ox_reader_bytes(odd, sizeof odd);
    CHECK_EQ(ox_roster_restore(&roster, &from), OX_BAD_DATA);
    CHECK_EQ(roster.count, 0);
}

static void read_record(void *of, void *record, ox_reader *from) {
    (void)of, (void)record;
    (void)ox_read_u32(from);
}

/* The table of records has room, and the bytes of a record have none: no record stays. */
TEST(kernel_refusals_of_records_without_their_bytes) {
    ox_roster roster;
    uint32_t slots[16];
    uint8_t bytes[128];
    ox_roster_init(&roster, slots, sizeof(ox_roster_slot), 2);
    CHECK(ox_roster_add(&roster, 0) != NULL);
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_roster_save(&roster, &to);
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(ox_roster_restore_all(&roster, &from, read_record, NULL), OX_BAD_DATA);
    CHECK_EQ(roster.count, 0);
}

static ox_status refuse(void *of, ox_reader *from) {
    (void)of, (void)from;
    return OX_BAD_DATA;
}
static void put_word(const void *of, ox_writer *to) { ox_write_u32(to, *(const uint32_t *)of); }

TEST(kernel_refusals_of_saves) {
    static save_device device;
    ox_saves saves;
    uint32_t word = 7, failed = 9;
    const ox_save_part parts[] = {
        {.name = 5, .version = 1, .context = &word, .save = put_word, .restore = refuse}};
    ox_arena_init(&arena, memory, sizeof memory);
    ox_saves_config config = {
        .device = save_device_open(&device, 2048, 1), .cart = 1, .major = 1, .slots = 1, .room = 256};
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_OK);
    ox_save_parts(&saves, parts, 1);
    CHECK_EQ(ox_saves_write(&saves, 0), OX_OK);
    CHECK_EQ(ox_saves_finish(&saves), OX_OK);
    CHECK_EQ(ox_saves_read(&saves, 0), OX_OK);
    CHECK_EQ(ox_load_parts(&saves, parts, 1, &failed), OX_BAD_DATA);
    CHECK_EQ(failed, 0);
    ox_saves_clear(&saves);
    ox_save_parts(&saves, parts, 1);
    CHECK_EQ(ox_saves_write(&saves, 0), OX_OK);
    device.dead = true;
    CHECK_EQ(ox_saves_finish(&saves), OX_IO_ERROR);
    CHECK(saves.why[0] != 0);
}

/* A save slot that a later version of the game has written twice is taken over by this version, and then read. */
TEST(kernel_saves_over_those_of_a_later_version) {
    static save_device device;
    ox_saves saves;
    uint32_t word = 7;
    const ox_save_part parts[] = {
        {.name = 5, .version = 1, .context = &word, .save = put_word, .restore = refuse}};
    ox_saves_config config = {
        .device = save_device_open(&device, 2048, 1), .cart = 1, .major = 2, .slots = 1, .room = 256};
    for (uint32_t round = 0; round < 5; round++) {
        config.major = round < 2 ? 2 : 1;
        ox_arena_init(&arena, memory, sizeof memory);
        CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_OK);
        CHECK_EQ(ox_saves_read(&saves, 0), round == 0 ? OX_NOT_FOUND : round == 2 ? OX_BAD_VERSION : OX_OK);
        ox_saves_clear(&saves);
        ox_save_parts(&saves, parts, 1);
        CHECK_EQ(ox_saves_write(&saves, 0), OX_OK);
        CHECK_EQ(ox_saves_finish(&saves), OX_OK);
        CHECK_EQ(ox_saves_read(&saves, 0), OX_OK);
        CHECK_EQ(saves.head.sequence, round + 1);
        CHECK_EQ(saves.head.major, config.major);
    }
}

/* Records that are opened at the wrong time do not damage other records. */
TEST(kernel_saves_keep_records_apart) {
    static save_device device;
    ox_saves saves;
    ox_reader from = ox_reader_bytes(device.bytes, 0);
    ox_saves_config config = {
        .device = save_device_open(&device, 2048, 1), .cart = 1, .major = 1, .slots = 1, .room = 256};
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_OK);
    ox_write_u32(ox_saves_open(&saves, 5, 1), 55);
    ox_write_u32(ox_saves_open(&saves, 6, 1), 66); /* record 6 opens while the first record is not closed */
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    ox_saves_close(&saves);
    CHECK_EQ(ox_saves_write(&saves, 0), OX_OK);
    ox_write_u32(ox_saves_open(&saves, 7, 1), 77); /* record 7 comes while the file is written */
    ox_saves_close(&saves);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    CHECK_EQ(ox_saves_finish(&saves), OX_OK);
    CHECK_EQ(ox_saves_read(&saves, 0), OX_OK);
    CHECK_EQ(ox_saves_find(&saves, 5, 1, &from), OX_OK);
    CHECK_EQ(ox_read_u32(&from), 55);
    CHECK_EQ(ox_saves_find(&saves, 6, 1, &from), OX_OK);
    CHECK_EQ(ox_read_u32(&from), 66);
    CHECK_EQ(ox_saves_find(&saves, 7, 1, &from), OX_NOT_FOUND);
}

static void fuse(void *context, const ox_timer *timer) { (void)context, (void)timer; }

TEST(kernel_refusals_of_time_and_play) {
    static ox_timer_call *const calls[] = {fuse};
    ox_timer_queue_slot slots[1];
    ox_timers timers;
    ox_timers_init(&timers, slots, 1, calls, 1, NULL);
    ox_timer timer = {.owner = 1, .name = 2, .call = 1};
    CHECK_EQ(ox_timers_add(&timers, timer, 5), OX_BAD_ARGUMENT);
    timer.call = 0;
    CHECK_EQ(ox_timers_add(&timers, timer, 5), OX_OK);
    CHECK_EQ(ox_timers_add(&timers, timer, 5), OX_ALREADY_THERE);
    ox_jobs jobs;
    ox_job queue[1], idle = {.run = NULL};
    ox_jobs_init(&jobs, queue, 1, NULL, NULL);
    CHECK_EQ(ox_jobs_push(&jobs, idle), OX_BAD_ARGUMENT);
    ox_counters counters;
    ox_counter one[1];
    ox_counters_init(&counters, one, 1);
    CHECK_EQ(ox_counters_add(&counters, 0, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_counters_add(&counters, 5, 1), OX_OK);
    CHECK_EQ(ox_counters_add(&counters, 6, 1), OX_FULL);
    static const ox_state states[] = {{.name = "calm", .parent = OX_NO_STATE}};
    static const ox_machine_type type = {.states = states, .count = 1};
    ox_machine_notes notes = {.log = NULL};
    ox_machine machine;
    int owner = 0;
    CHECK_EQ(ox_machine_start(&machine, &type, &notes, &owner, 0), OX_OK);
    CHECK_EQ(ox_machine_again(&machine, &owner, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

static const uint8_t *no_bytes(void *context, size_t *bytes) { return (void)context, *bytes = 0, NULL; }

TEST(kernel_refusals_of_files) {
    ox_inflate inflate;
    uint8_t out[8];
    ox_inflate_begin(&inflate, no_bytes, NULL, out, sizeof out);
    uint32_t value;
    CHECK_EQ(ox_inflate_to(&inflate, 1), OX_BAD_DATA);
    CHECK(!ox_inflate_bytes(&inflate, 1, &value) && inflate.fault == OX_INFLATE_TRUNCATED);
    ox_dotted_name name;
    CHECK(!ox_path_dotted(OX_TEXT("plain"), &name));
    ox_images images;
    ox_found found;
    ox_images_init(&images, NULL);
    CHECK(!ox_images_find(&images, 5, ROM_TAG_IMAGE, &found));
    CHECK(!ox_images_find_in(&images, 5, 5, ROM_TAG_IMAGE, &found));
}

/* Versions of elements without room for them. */
TEST(kernel_refusals_of_areas) {
    uint8_t elements[ROM_ELEMENTS_SIZE + ROM_ELEMENT_SIZE];
    const ox_version_set *sets = NULL;
    memset(elements, 0, sizeof elements);
    build_put16(elements + ROM_CHUNK_HEADER, ROM_ELEMENTS_SIZE);
    build_put32(elements + ROM_ELEMENTS_ELEMENT_COUNT, 1);
    build_put32(elements + ROM_ELEMENTS_VERSION_COUNT, 1);
    build_put32(elements + ROM_ELEMENTS_ELEMENTS_AT, ROM_ELEMENTS_SIZE);
    build_put32(elements + ROM_ELEMENTS_VERSIONS_AT, ROM_ELEMENTS_SIZE);
    ox_arena_init(&arena, memory, 0);
    CHECK_EQ(ox_area_versions(elements, &arena, &sets), OX_OUT_OF_MEMORY);
}

static uint32_t fuses;
static void count_fuse(void *context, const ox_timer *timer) { (void)context, (void)timer, fuses++; }

/* An image whose time lies far from the game's: missed calls are made up for within bounds, and in phase. */
TEST(kernel_timers_of_another_time_end) {
    static ox_timer_call *const calls[] = {count_fuse};
    ox_timer_queue_slot slots[1];
    ox_timers timers;
    ox_timers_init(&timers, slots, 1, calls, 1, NULL);
    ox_timer timer = {.owner = 1, .name = 2, .period = 3};
    CHECK_EQ(ox_timers_add(&timers, timer, 3), OX_OK);
    fuses = 0;
    CHECK(ox_timers_update(&timers, 2000000001u) <= OX_TIMER_LATE / 3 + 2);
    CHECK(fuses >= OX_TIMER_LATE / 3);
    CHECK_EQ(ox_timers_remaining(&timers, 1, 2), 3 - 2000000001u % 3);
}
