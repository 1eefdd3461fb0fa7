/* Code that runs while a picture is drawn: modules that wrongly say that a function changes no state are refused,
 * and drawing leaves the state alone. */
#include "fixedmath/random.h"
#include "tests/unit/kernel/script/script_world.h"

#define I(name) OX_SCRIPT_##name

static script_builder b;
static script_world w;
static const ox_script_plan plan = {.stack = 64,
                                    .tasks = 2,
                                    .task_cells = 32,
                                    .instances = 3,
                                    .instance_cells = 32,
                                    .tick = 300,
                                    .activation = 200,
                                    .draw = 100};

enum { DRAWS = ROM_SCRIPT_FUNCTION_DRAW | ROM_SCRIPT_FUNCTION_HANDLER };

/* Makes a behaviour with four cells whose `on draw` is function 0. Function 1 changes no state, function 2 may
 * change it, function 3 is latent. */
static void build(uint32_t flags, const uint8_t *code, uint32_t bytes) {
    memset(&b, 0, sizeof b);
    for (int32_t i = 0; i < 4; i++) sb_global(&b, i);
    sb_native(&b, "sub:i(ii)");
    sb_native(&b, "log:v(i)");
    sb_native(&b, "sort:v(c)");
    sb_container(&b, OX_SCRIPT_SPACE_GLOBALS, ROM_SCRIPT_CONTAINER_LIST, 0, 3, 1);
    sb_container(&b, OX_SCRIPT_SPACE_LOCALS, ROM_SCRIPT_CONTAINER_LIST, 0, 3, 1);
    sb_container(&b, OX_SCRIPT_SPACE_MINE, ROM_SCRIPT_CONTAINER_MAP, 0, 1, 1);
    sb_field(&b, TYPE_HERO, FIELD_HEALTH, 1, ROM_SCRIPT_FIELD_INT);
    sb_field(&b, 900, 901, 0, ROM_SCRIPT_FIELD_CONTAINER);
    sb_event(&b, 1, 1);
    sb_function(&b, (sb_shape){.locals = 4, .operands = 6, .flags = flags, .behaviour = 1}, code, bytes);
    sb_function(&b, (sb_shape){.flags = ROM_SCRIPT_FUNCTION_DRAW, .behaviour = 1}, SB_CODE(I(RET)));
    sb_function(&b, (sb_shape){.behaviour = 1}, SB_CODE(I(RET)));
    sb_function(&b, (sb_shape){.flags = ROM_SCRIPT_FUNCTION_LATENT}, SB_CODE(I(RET)));
    sb_handler(&b, ROM_SCRIPT_HANDLER_DRAW, 0);
    uint8_t *behaviour = sb_behaviour(&b, 900, 4);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_STATES, 1);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_METHODS, 1);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_HANDLERS, 1);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_FIRST_FIELD, 1);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_FIELDS, 1);
    sb_state(&b, 20, NULL);
    sb_number(&b, OX_SCRIPT_SECTION_METHODS, 2);
}
#define BUILD(flags, ...) build(flags, SB_CODE(__VA_ARGS__))

static bool is_refused(const char *says) {
    static ox_script_module module;
    static ox_script_import imports[4];
    rom_error error = {ROM_OK, 0, ""};
    sb_finish(&b);
    rom_status status = ox_script_module_open(&module, b.image.bytes, b.size, OX_SCRIPT_TRUST_CART, &error);
    if (status == ROM_OK)
        status = ox_script_module_bind(&module, sw_natives(), OX_SCRIPT_TRUST_CART, imports, &error);
    if (status == ROM_OK) status = ox_script_module_verify(&module, imports, &error);
    bool right =
        says == NULL ? status == ROM_OK : status == ROM_BAD_CHUNK && strstr(error.text, says) != NULL;
    if (!right) TEST_INFO("wanted %s, got %s", says == NULL ? "none" : says, error.text);
    return right;
}

#define CHANGES(...) (BUILD(DRAWS, __VA_ARGS__), is_refused("a function that changes no state changes it"))
#define TAKEN(...) (BUILD(DRAWS, __VA_ARGS__), is_refused(NULL))

TEST(script_draw_code_that_changes_state_is_refused) {
    CHECK(TAKEN(I(RET)));
    CHECK(CHANGES(I(P0), I(STG), 0, 0, I(RET)) && CHANGES(I(P0), I(STI), 0, 0, I(RET)));
    CHECK(CHANGES(I(INCG), 0, 0, 1, I(RET)) && CHANGES(I(INCI), 0, 0, 1, I(RET)));
    CHECK(CHANGES(I(P0), I(SETS), 0, 0, I(RET)) && CHANGES(I(SELF), I(P0), I(SETF), 0, 0, I(RET)));
    CHECK(CHANGES(I(START), 3, 0, I(DROP), I(RET)) && CHANGES(I(CO), 3, 0, I(DROP), I(RET)));
    CHECK(CHANGES(I(P0), I(STOP), I(RET)) && CHANGES(I(P0), I(RESUME), 0, I(DROP), I(RET)));
    CHECK(CHANGES(I(GOTO), 0, 0, I(RET)) && CHANGES(I(P0), I(EMIT), 0, 0, 0, I(RET)));
    CHECK(CHANGES(I(P0), I(STN), 1, 0, 0, 1, I(RET)) && CHANGES(I(P0), I(STN), 2, 0, 0, 1, I(RET)));
    CHECK(CHANGES(I(P0), I(P0), I(STX), 1, 0, 0, 1, 0, 1, I(RET)));
    CHECK(CHANGES(I(P0), I(STE), 0, 2, 0, 0, 1, 0, I(RET)));
    CHECK(CHANGES(I(P0), I(LADD), 0, 0, I(DROP), I(RET)) && CHANGES(I(CLR), 0, 0, I(RET)));
    CHECK(CHANGES(I(LPOP), 0, 0, I(DROP), I(RET)) && CHANGES(I(P0), I(LDEL), 0, 0, I(RET)));
    CHECK(CHANGES(I(P0), I(P0), I(LSET), 0, 0, I(RET)));
    CHECK(CHANGES(I(P0), I(P0), I(LINS), 0, 0, I(DROP), I(RET)));
    CHECK(CHANGES(I(P0), I(P0), I(MSET), 2, 0, I(DROP), I(RET)));
    CHECK(CHANGES(I(P0), I(MDEL), 2, 0, I(DROP), I(RET)));
    /* The function may use its own locals, and reads. */
    CHECK(TAKEN(I(P0), I(LADD), 1, 0, I(DROP), I(CLR), 1, 0, I(RET)));
    CHECK(TAKEN(I(P0), I(STN), 0, 0, 0, 1, I(P1), I(STE), 0, 0, 1, 0, 2, 0, I(RET)));
    CHECK(TAKEN(I(LDG), 0, 0, I(LDI), 0, 0, I(N), I(GETS), 0, 0, I(DROPN), 2, I(CNT), 0, 0, I(DROP), I(PASS),
                I(RET)));
}

TEST(script_draw_calls_of_what_may_change_state_are_refused) {
    BUILD(DRAWS, I(CALL), 2, 0, I(RET));
    CHECK(is_refused("calls one that may change it"));
    BUILD(DRAWS, I(CALLV), 0, I(RET));
    CHECK(is_refused("calls one that may change it"));
    BUILD(DRAWS, I(P0), I(N) + 1, I(RET));
    CHECK(is_refused("calls a native that may change it"));
    CHECK(TAKEN(I(CALL), 1, 0, I(P1), I(P1), I(N), I(DROP), I(RET)));
    BUILD(ROM_SCRIPT_FUNCTION_HANDLER, I(RET));
    CHECK(is_refused("does not say that it changes no state"));
    BUILD(ROM_SCRIPT_FUNCTION_DRAW | ROM_SCRIPT_FUNCTION_LATENT, I(RET));
    CHECK(is_refused("which do not go together"));
}

/* ---- running ---- */

static uint32_t begun;
static void count_begin(ox_script_picture *picture) { begun += picture != NULL; }
static ox_script_picture glass = {count_begin};

TEST(script_draw_looks_at_the_state_and_leaves_it) {
    BUILD(DRAWS, I(LDI), 1, 0, I(LDG), 3, 0, I(N), I(ST), I(PASS), I(RET));
    CHECK(sw_open(&w, &b, &plan));
    CHECK(ox_script_begin(&w.script, HERO, 0).bits != 0 && ox_script_begin(&w.script, DOOR, 0).bits != 0);
    sw_ticks(&w, 2);
    const uint32_t before = ox_script_hash(&w.script);
    begun = 0;
    for (uint32_t i = 0; i < 5; i++) ox_script_draw(&w.script, &glass);
    CHECK_EQ(begun, 10);
    CHECK(ox_script_hash(&w.script) == before && w.reports == 0 && w.script.picture == NULL);
    sw_ticks(&w, 2);
    CHECK(ox_script_hash(&w.script) != before);
}

TEST(script_draw_a_fault_costs_one_drawing_and_nothing_else) {
    BUILD(DRAWS, I(P0), I(LDI), 0, 0, I(DIV), I(DROP), I(RET)); /* division by zero */
    CHECK(sw_open(&w, &b, &plan));
    const ox_handle hero = ox_script_begin(&w.script, HERO, 0);
    sw_ticks(&w, 1);
    const uint32_t before = ox_script_hash(&w.script);
    ox_script_draw(&w.script, &glass);
    CHECK(w.reports == 1 && w.report.trap == OX_SCRIPT_TRAP_DIV && w.report.outcome == OX_SCRIPT_RULE_DRAW);
    CHECK(!ox_script_is_stopped(ox_script_instance_of(&w.script, hero)));
    CHECK_EQ(ox_script_hash(&w.script), before);
    CHECK(ox_script_set_cell(&w.script, hero, 0, 1) == OX_OK);
    ox_script_draw(&w.script, &glass);
    CHECK_EQ(w.reports, 1);
}

TEST(script_draw_has_a_budget_of_its_own) {
    /* The first instance uses up all instructions, so the second one does not draw. */
    BUILD(DRAWS, I(HEAD), I(LOOP), 0xFC, 0xFF);
    CHECK(sw_open(&w, &b, &plan));
    CHECK(ox_script_begin(&w.script, HERO, 0).bits != 0 && ox_script_begin(&w.script, DOOR, 0).bits != 0);
    sw_ticks(&w, 1);
    const uint32_t before = ox_script_hash(&w.script);
    begun = 0;
    ox_script_draw(&w.script, &glass);
    CHECK(begun == 1 && w.reports == 1 && w.report.trap == OX_SCRIPT_TRAP_BUDGET);
    CHECK_EQ(ox_script_hash(&w.script), before);
}

/* A native that fills a list gets no list of the state, however the list is named. */
TEST(script_draw_natives_get_lists_of_locals_alone) {
    BUILD(DRAWS, I(P1), I(N) + 2, I(P0), I(N) + 2, I(RET));
    CHECK(sw_open(&w, &b, &plan));
    CHECK(ox_script_begin(&w.script, HERO, 0).bits != 0);
    sw_ticks(&w, 1);
    const uint32_t before = ox_script_hash(&w.script);
    ox_script_draw(&w.script, &glass);
    CHECK(w.reports == 1 && w.report.trap == OX_SCRIPT_TRAP_NATIVE && w.report.calls[0].byte == 3);
    CHECK_EQ(ox_script_hash(&w.script), before);
}

/* Mutants of a drawing handler that the verifier takes change no state. */
TEST(script_draw_mutants_change_nothing) {
    rng32 random = rng32_seed(3, 0);
    uint32_t ran = 0;
    for (uint32_t i = 0; i < 3000; i++) {
        uint8_t code[] = {I(P8),   3,       I(ST), I(LDG),  0,       0,     I(LDI),   0,     0,      I(ADD),
                          I(STL),  1,       I(P1), I(LADD), 1,       0,     I(DROP),  I(P0), I(STN), 0,
                          0,       0,       1,     I(CALL), 1,       0,     I(P1),    I(P1), I(N),   I(DROP),
                          I(SELF), I(GETF), 0,     0,       I(DROP), I(P1), I(N) + 2, I(RET)};
        const uint32_t changes = 1 + rng_below(&random, 3);
        for (uint32_t k = 0; k < changes; k++)
            code[rng_below(&random, sizeof code)] = (uint8_t)rng_below(&random, 256);
        build(DRAWS, code, sizeof code);
        sb_finish(&b);
        memset(&w, 0, sizeof w);
        ox_arena_init(&w.arena, w.memory.bytes, sizeof w.memory.bytes);
        const ox_script_config config = {.module = b.image.bytes,
                                         .size = b.size,
                                         .trust = OX_SCRIPT_TRUST_CART,
                                         .plan = &plan,
                                         .natives = sw_natives(),
                                         .host = &sw_host,
                                         .context = &w};
        if (ox_script_open(&w.script, &config, &w.arena, &w.error) != OX_OK) continue;
        if (ox_script_begin(&w.script, HERO, 0).bits == 0) continue;
        sw_ticks(&w, 1);
        const uint32_t before = ox_script_hash(&w.script);
        const int32_t health = w.health[0];
        ox_script_draw(&w.script, &glass);
        CHECK(ox_script_hash(&w.script) == before && w.health[0] == health && w.emissions == 0 &&
              w.logged == 0);
        ran++;
    }
    CHECK(ran > 40 && ran < 2000);
    TEST_INFO("%u mutants drew", (unsigned)ran);
}
