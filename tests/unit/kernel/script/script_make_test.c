/* Instances that a native makes while a script runs: they are filled in at once and begin later, and the calling
 * script goes on undisturbed. */
#include "tests/unit/kernel/script/script_world.h"

#define I(name) OX_SCRIPT_##name
#define HANDLER .flags = ROM_SCRIPT_FUNCTION_HANDLER
#define TASK .flags = ROM_SCRIPT_FUNCTION_LATENT

static script_builder b;
static script_world w;
static const ox_script_plan plan = {.stack = 40,
                                    .tasks = 4,
                                    .generators = 4,
                                    .task_cells = 100,
                                    .instances = 4,
                                    .instance_cells = 8,
                                    .tick = 1000,
                                    .activation = 2000};

/* Natives 0 log, 1 make; event 0; a field of behaviour 0, whose cell begins with the value that `init` stores. `on
 * start` logs 60, `on stop` 50, event 0 logs 40. Function 0 is a coroutine that ends at once. Behaviour 1 makes an
 * instance of behaviour 0 when the event comes: it logs the field, sets it to 30 and logs 9. The task of function 5
 * does the same. */
enum { COROUTINE, START, STOP, HEARS, MAKES, MAKING_TASK, INIT };

static void begin_module(void) {
    memset(&b, 0, sizeof b);
    sb_global(&b, 0);
    sb_native(&b, "log:v(i)");
    sb_native(&b, "make:i(i)");
    sb_event(&b, 1, 0);
    sb_field(&b, 900, 7, 1, ROM_SCRIPT_FIELD_INT);
    sb_function(&b, (sb_shape){.operands = 1, TASK}, SB_CODE(I(RET)));
    sb_function(&b, (sb_shape){.operands = 1, .behaviour = 1, HANDLER}, SB_CODE(I(P8), 60, I(N), I(RET)));
    sb_function(&b, (sb_shape){.operands = 1, .behaviour = 1, HANDLER}, SB_CODE(I(P8), 50, I(N), I(RET)));
    sb_function(&b, (sb_shape){.operands = 1, .behaviour = 1, HANDLER}, SB_CODE(I(P8), 40, I(N), I(RET)));
#define MAKE_ONE                                                                                             \
    I(P8), 9, I(P0), I(N) + 1, I(DROP), I(P32), DOOR & 0xFF, DOOR >> 8 & 0xFF, DOOR >> 16, 0, I(GETF), 0, 0, \
        I(N), I(P32), DOOR & 0xFF, DOOR >> 8 & 0xFF, DOOR >> 16, 0, I(P8), 30, I(SETF), 0, 0, I(N), I(RET)
    sb_function(&b, (sb_shape){.operands = 4, .behaviour = 2, HANDLER}, SB_CODE(MAKE_ONE));
    sb_function(&b, (sb_shape){.operands = 4, .behaviour = 2, TASK}, SB_CODE(MAKE_ONE));
}

static void end_module(void) {
    uint8_t *made = sb_behaviour(&b, 900, 1), *maker = sb_behaviour(&b, 901, 0);
    sb_put16(made + ROM_SCRIPT_BEHAVIOUR_INIT, INIT);
    sb_put16(made + ROM_SCRIPT_BEHAVIOUR_FIELDS, 1);
    sb_put16(made + ROM_SCRIPT_BEHAVIOUR_HANDLERS, 3);
    sb_handler(&b, 0, HEARS), sb_handler(&b, ROM_SCRIPT_HANDLER_START, START);
    sb_handler(&b, ROM_SCRIPT_HANDLER_STOP, STOP);
    sb_put16(maker + ROM_SCRIPT_BEHAVIOUR_FIRST_HANDLER, 3);
    sb_put16(maker + ROM_SCRIPT_BEHAVIOUR_HANDLERS, 1);
    sb_handler(&b, 0, MAKES);
    CHECK(sw_open(&w, &b, &plan));
}

static const uint8_t store_seven[] = {I(P8), 7, I(STI), 0, 0, I(RET)};

static bool was_logged(const int32_t *what, uint32_t count) {
    bool same = w.logged == count && memcmp(w.log, what, count * sizeof *what) == 0;
    for (uint32_t i = 0; i < w.logged && !same; i++) TEST_INFO("%d", (int)w.log[i]);
    w.logged = 0;
    return same;
}
#define LOGGED(...) was_logged((const int32_t[]){__VA_ARGS__}, sizeof((const int32_t[]){__VA_ARGS__}) / 4)

TEST(script_make_fills_in_at_once_and_begins_later) {
    begin_module();
    sb_function(&b, (sb_shape){.operands = 1, .behaviour = 1}, store_seven, sizeof store_seven);
    end_module();
    ox_handle maker = ox_script_begin(&w.script, HERO, 1);
    CHECK(ox_script_event(&w.script, maker, 0, NULL));
    CHECK(LOGGED(7, 9));
    const ox_script_instance *made = ox_script_instance_of(&w.script, w.made);
    CHECK(made != NULL && ox_script_is_waiting(made) && ox_script_cell(&w.script, w.made, 0) == 30);
    CHECK(!ox_script_event(&w.script, w.made, 0, NULL) && !ox_script_listens(&w.script, w.made, 0));
    CHECK_EQ(w.logged, 0);
    /* A waiting instance is part of the saved state. */
    static uint8_t bytes[2000];
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_script_save(&w.script, &to);
    uint32_t hash = ox_script_hash(&w.script);
    ox_script_end(&w.script, w.made);
    CHECK(w.logged == 0); /* the instance ends without `on stop` */
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(ox_script_restore(&w.script, &from), OX_OK);
    CHECK_EQ(ox_script_hash(&w.script), hash);
    CHECK_EQ(ox_script_begin(&w.script, DOOR, 0).bits, w.made.bits);
    CHECK(LOGGED(60));
    CHECK_EQ(ox_script_cell(&w.script, w.made, 0), 30);
    CHECK(ox_script_event(&w.script, w.made, 0, NULL));
    CHECK(LOGGED(40));
    /* no instance waits: another one is made */
    CHECK(ox_script_begin(&w.script, DOOR, 0).bits != w.made.bits);
    CHECK_EQ(w.reports, 0);
}

TEST(script_make_faults_are_those_of_the_new_one) {
    static const uint8_t divides[] = {I(P1), I(P0), I(DIV), I(STI), 0, 0, I(RET)};
    static const uint8_t makes_another[] = {I(P0), I(N) + 1, I(STI), 0, 0, I(RET)};
    static const struct {
        const uint8_t *code;
        uint32_t bytes, need, trap;
        int32_t value;
    } all[] = {{divides, sizeof divides, 0, OX_SCRIPT_TRAP_DIV, 0},
               {store_seven, sizeof store_seven, 36, OX_SCRIPT_TRAP_STACK, 0},
               {makes_another, sizeof makes_another, 0, OX_SCRIPT_TRAP_STACK, 1}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        begin_module();
        sb_function(&b, (sb_shape){.operands = 2, .behaviour = 1, .need = all[i].need}, all[i].code,
                    all[i].bytes);
        end_module();
        ox_handle maker = ox_script_begin(&w.script, HERO, 1);
        CHECK(ox_script_event(&w.script, maker, 0, NULL));
        CHECK(w.logged == 2 && w.log[1] == 9);
        CHECK(w.reports == 1 && w.report.trap == (ox_script_trap)all[i].trap && w.report.object == DOOR &&
              w.report.behaviour == 900);
        w.logged = 0;
        if (i == 2) { /* the instance that made another has no fault */
            CHECK(ox_script_begin(&w.script, DOOR, 0).bits != w.made.bits);
            CHECK(LOGGED(60));
        }
        CHECK_EQ(ox_script_begin(&w.script, DOOR, 0).bits, w.made.bits);
        CHECK(LOGGED(50)); /* the instance was stopped before it began */
        CHECK(ox_script_event(&w.script, maker, 0, NULL));
    }
}

/* Filling an instance in moves the stack of the task that waits for it, by ending a coroutine in front of that task. */
TEST(script_make_moves_the_stack_of_who_called) {
    static const uint8_t resumes[] = {I(LDG), 0, 0,      I(RESUME), 1, I(DROP), I(DROP),
                                      I(P8),  7, I(STI), 0,         0, I(RET)};
    begin_module();
    sb_function(&b, (sb_shape){.operands = 2, .behaviour = 1}, resumes, sizeof resumes);
    sb_function(&b, (sb_shape){.operands = 1},
                SB_CODE(I(CO), COROUTINE, 0, I(STG), 0, 0, I(START), MAKING_TASK, 0, I(DROP), I(RET)));
    b.has_start = true, b.start = INIT + 1;
    uint8_t *task = b.data[OX_SCRIPT_SECTION_FUNCTIONS] + MAKING_TASK * ROM_SCRIPT_FUNCTION_SIZE;
    sb_put16(task + ROM_SCRIPT_FUNCTION_BEHAVIOUR, OX_SCRIPT_NONE);
    end_module();
    sw_ticks(&w, 1);
    CHECK(LOGGED(7, 9));
    CHECK(w.script.tasks.count == 0 && w.script.stack_used == plan.stack && w.reports == 0);
}

/* Filling an instance in cannot end the task that waits for it. */
TEST(script_make_cannot_end_who_called) {
    static const uint8_t ends[] = {I(LDG), 0, 0, I(STOP), I(RET)};
    begin_module();
    sb_function(&b, (sb_shape){.operands = 1, .behaviour = 1}, ends, sizeof ends);
    sb_function(&b, (sb_shape){.operands = 1}, SB_CODE(I(START), MAKING_TASK, 0, I(STG), 0, 0, I(RET)));
    b.has_start = true, b.start = INIT + 1;
    uint8_t *task = b.data[OX_SCRIPT_SECTION_FUNCTIONS] + MAKING_TASK * ROM_SCRIPT_FUNCTION_SIZE;
    sb_put16(task + ROM_SCRIPT_FUNCTION_BEHAVIOUR, OX_SCRIPT_NONE);
    end_module();
    sw_ticks(&w, 1);
    CHECK(LOGGED(0, 9));
    CHECK(w.reports == 1 && w.report.trap == OX_SCRIPT_TRAP_BAD && w.report.object == DOOR);
    CHECK(w.script.tasks.count == 0 && w.script.stack_used == plan.stack);
}
