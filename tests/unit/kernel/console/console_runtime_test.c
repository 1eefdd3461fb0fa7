/* Tests of the services that the console keeps ready for a game in C, on every machine: the game plays alike
 * everywhere, to the bit of every field in every step; it goes back; and a difference is told by tick, object and
 * field. */
#include "kernel/recording/module.h"
#include "kernel/runtime/internal.h"
#include "kernel/saving/internal.h"
#include "tests/test.h"
#include "tests/unit/kernel/console/console_game.h"
#include "tests/unit/kernel/console/console_port.h"

static _Alignas(16) uint8_t image[49152];
static uint8_t tape[240000];
static game g;
static ox_cart cart;
static ox_boot_options options;
static plat *port;

/* Prepares the game on a port of its own, with options that a test may change. */
static void prepare(int threads) {
    cart = game_cart(&g);
    port = console_port_open(threads);
    CHECK(port != NULL);
    options = ox_boot_defaults(port, image,
                               game_image(image, sizeof image, 168 * 1024, game_capacities, GAME_CAPACITIES));
    options.modules = ox_preset_full;
    options.deterministic = true;
    options.log_subsystems = false;
    options.cart = &cart;
    options.watch = UINT32_MAX;
}

static ox_console *open_console(void) {
    ox_error error;
    ox_console *console = ox_console_boot(&options, &error);
    if (console == NULL) test_fail(__FILE__, __LINE__, error.text, 0, 1);
    return console;
}

static void close_console(ox_console *console) {
    CHECK_EQ(ox_console_close(console), 0);
    CHECK_EQ(g.stopped, g.started);
}

static uint32_t crc(const uint8_t *bytes, size_t size) { return rom_crc32(0, bytes, size); }

TEST(runtime_session_is_the_same_everywhere) {
    ox_recording_memory to = {tape, sizeof tape, 0};
    for (int threads = 1; threads <= CONSOLE_PORT_THREADS; threads++) {
        prepare(threads);
        to.used = 0;
        options.record = ox_recording_to_memory;
        options.record_context = &to;
        options.thorough = true;
        ox_console *console = open_console();
        if (console == NULL) return;
        for (int i = 0; i < SESSION; i++) CHECK(ox_console_frame(console));
        const ox_world *world = ox_console_world(console);
        CHECK(world->made > 50 && world->alive >= 4 && world->live_peak > 6);
        const game_body *hero = ox_object_data(world, ox_world_get(world, g.hero));
        CHECK(hero->score >= 10);
        CHECK_EQ(ox_console_state_hash(console), SESSION_HASH);
        TEST_INFO("%u objects made, %u at once, score %u", (unsigned)world->made, (unsigned)world->live_peak,
                  (unsigned)hero->score);
        close_console(console);
        console_port_close(port);
        CHECK(to.used < sizeof tape);
        CHECK_EQ(crc(tape + SESSION_HEAD, to.used - SESSION_HEAD), SESSION_CRC);
        TEST_INFO("%d steps with every value: %u bytes, crc %08x", SESSION, (unsigned)to.used,
                  (unsigned)crc(tape + SESSION_HEAD, to.used - SESSION_HEAD));
    }
    /* The recording plays in a console that is booted again. */
    prepare(1);
    options.replay = tape;
    options.replay_size = to.used;
    ox_console *console = open_console();
    ox_replay_report report;
    if (console == NULL) return;
    while (ox_console_frame(console)) continue;
    CHECK(ox_console_replay(console, &report) && report.whole && !report.differs);
    CHECK(report.ticks == SESSION && report.checks == SESSION);
    if (report.differs) TEST_INFO("%s", report.text);
    close_console(console);
    console_port_close(port);
}

static size_t free_memory(bool records, ox_tape *of) {
    ox_recording_memory to = {tape, sizeof tape, 0};
    prepare(1);
    if (records) {
        options.record = ox_recording_to_memory;
        options.record_context = &to;
    }
    options.tape = of;
    ox_console *console = open_console();
    if (console == NULL) return 0;
    const size_t left = ox_arena_free(ox_console_modules(console)->resident);
    close_console(console);
    console_port_close(port);
    return left;
}

TEST(runtime_recordings_leave_the_game_all_of_its_memory) {
    static ox_tape own;
    const size_t left = free_memory(false, NULL);
    CHECK_EQ(free_memory(false, &own), left);
    CHECK_EQ(free_memory(true, &own), left);
    CHECK(free_memory(true, NULL) + sizeof own <= left);
}

/* ---- rewind ---- */

enum { WAY = 760 };
static uint32_t hashes[WAY + 1];

static ox_console *play_to(uint32_t steps) {
    prepare(1);
    ox_console *console = open_console();
    for (uint32_t i = 0; console != NULL && i <= steps; i++) {
        hashes[i] = ox_console_state_hash(console);
        if (i < steps) CHECK(ox_console_frame(console));
    }
    return console;
}

/* Ten seconds back, within the bytes that the cart's budget declares, and forward again to the bit. */
TEST(runtime_rewinds_ten_seconds_within_the_budget) {
    ox_console *console = play_to(WAY);
    if (console == NULL) return;
    ox_memory_figures before, after;
    CHECK(ox_memory_client_figures(ox_console_memory(console), 2, &before));
    CHECK(ox_console_behind(console) >= 600);
    CHECK_EQ(ox_console_ahead(console), 0);
    for (uint32_t back = 1; back <= 600; back += 133) {
        CHECK_EQ(ox_console_rewind(console, back), OX_OK);
        CHECK_EQ(ox_console_tick(console), WAY - back);
        CHECK_EQ(ox_console_state_hash(console), hashes[WAY - back]);
        CHECK_EQ(ox_console_forward(console, back / 2), OX_OK);
        CHECK_EQ(ox_console_state_hash(console), hashes[WAY - back + back / 2]);
        CHECK_EQ(ox_console_forward(console, back - back / 2), OX_OK);
        CHECK_EQ(ox_console_state_hash(console), hashes[WAY]);
    }
    CHECK_EQ(ox_console_rewind(console, 600), OX_OK);
    CHECK_EQ(ox_console_ahead(console), 600);
    for (uint32_t i = WAY - 600; i < WAY; i++) { /* without buttons the game takes the same course */
        CHECK_EQ(ox_console_state_hash(console), hashes[i]);
        CHECK(ox_console_frame(console));
    }
    CHECK_EQ(ox_console_state_hash(console), hashes[WAY]);
    CHECK_EQ(ox_console_ahead(console), 0);
    CHECK(g.fixed > 0);
    CHECK_EQ(ox_console_rewind(console, 5000), OX_NOT_FOUND);
    CHECK_EQ(ox_console_forward(console, 1), OX_NOT_FOUND);
    CHECK(ox_memory_client_figures(ox_console_memory(console), 2, &after));
    CHECK_EQ(after.peak, before.peak); /* all memory was taken at the start */
    const ox_rewind *ring = saving_of(console)->rewind;
    CHECK(ox_rewind_bytes(ring) <= 24 * 1024);
    TEST_INFO("ten seconds in %u of %u bytes, a snapshot every %u steps", (unsigned)ox_rewind_bytes(ring),
              24u * 1024u, (unsigned)ring->interval);
    /* The last seconds exported as a recording play again from their snapshot. */
    ox_recording_memory to = {tape, sizeof tape, 0};
    CHECK_EQ(ox_console_export(console, ox_recording_to_memory, &to), OX_OK);
    CHECK_EQ(ox_console_state_hash(console), hashes[WAY]);
    close_console(console);
    options.replay = tape;
    options.replay_size = to.used;
    console = open_console();
    if (console == NULL) return;
    ox_replay_report report;
    while (ox_console_frame(console)) continue;
    CHECK(ox_console_replay(console, &report) && report.whole && !report.differs && report.ticks >= 600);
    CHECK_EQ(ox_console_state_hash(console), hashes[WAY]);
    if (report.differs) TEST_INFO("%s", report.text);
    close_console(console);
    console_port_close(port);
}

static void go_back(void *state, const ox_input *input) {
    game *of = state;
    if (of->steps == 100) CHECK_EQ(ox_console_rewind(of->console, 40), OX_OK);
    game_step(state, input);
}

/* After a request to go back from within a step, the rewind happens before the next step. */
TEST(runtime_goes_back_from_within_a_step) {
    prepare(1);
    cart.step = go_back;
    ox_console *console = open_console();
    if (console == NULL) return;
    for (uint32_t i = 0; i < 100; i++) {
        hashes[i] = ox_console_state_hash(console);
        CHECK(ox_console_frame(console));
    }
    CHECK(ox_console_frame(console));
    uint32_t wished = ox_console_tick(console);
    CHECK(ox_console_frame(console));
    uint32_t now = ox_console_tick(console);
    CHECK_EQ(wished, 101);
    CHECK_EQ(now, wished - 40 + 1);
    CHECK_EQ(ox_console_state_hash(console), hashes[now]);
    close_console(console);
    console_port_close(port);
}

/* ---- differences ---- */

static void record_session(uint32_t steps, ox_recording_memory *to) {
    prepare(1);
    options.record = ox_recording_to_memory;
    options.record_context = to;
    options.thorough = true;
    ox_console *console = open_console();
    for (uint32_t i = 0; console != NULL && i < steps; i++) CHECK(ox_console_frame(console));
    CHECK_EQ(ox_console_rewind(console, 1), OX_BAD_STATE);
    CHECK_EQ(ox_console_load(console, 0), saving_of(console)->saves == NULL ? OX_UNSUPPORTED : OX_BAD_STATE);
    close_console(console);
    console_port_close(port);
    options.record = NULL;
}

TEST(runtime_difference_names_tick_object_and_field) {
    ox_recording_memory to = {tape, sizeof tape, 0};
    ox_replay_report report;
    record_session(120, &to);
    prepare(1);
    options.replay = tape;
    options.replay_size = to.used;
    ox_console *console = open_console();
    if (console == NULL) return;
    for (int i = 0; i < 70; i++) CHECK(ox_console_frame(console));
    ox_world *world = ox_console_world(console);
    ((game_body *)ox_object_data(world, ox_world_get(world, g.hero)))->score += 1;
    CHECK(!ox_console_frame(console));
    CHECK(ox_console_replay(console, &report) && report.differs);
    CHECK(strncmp(report.text, "tick 71: world: hero 00020001, field ", 37) == 0);
    CHECK(strstr(report.text, OX_DEBUG ? "field score is 1 and was 0" : " is 1 and was 0") != NULL);
    TEST_INFO("%s", report.text);
    close_console(console);
    console_port_close(port);
}
