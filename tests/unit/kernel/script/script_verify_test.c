/* The verifier: for each rule a module that only it refuses, and mutants that are refused or run. */
#include "fixedmath/random.h"
#include "tests/unit/kernel/script/script_world.h"

#define I(name) OX_SCRIPT_##name

static script_builder b;
static ox_script_module module;
static ox_script_import imports[16];
static rom_error error;

typedef struct wrong {
    const char *says; /* NULL: the module is taken */
    uint8_t bytes, latent, results, free;
    uint8_t code[24];
} wrong;
#define CODE(...) sizeof((const uint8_t[]){__VA_ARGS__})
#define W(says, ...)                                                                                         \
    {                                                                                                        \
        says, CODE(__VA_ARGS__), 0, 0, 0, { __VA_ARGS__ }                                                    \
    }
#define WX(says, latent, results, free, ...)                                                                 \
    {                                                                                                        \
        says, CODE(__VA_ARGS__), latent, results, free, { __VA_ARGS__ }                                      \
    }

static const wrong wrongs[] = {
    W(NULL, I(RET)),
    W("function 0 byte 0: no such instruction", 0x00),
    W("byte 1: no such instruction", I(P0), 0x00),
    W("byte 0: the code ends within an instruction", I(P16), 1),
    W("the function has no end", I(P0)),
    W("byte 1: this is never reached", I(RET), I(RET)),
    W("byte 4: this is never reached", I(P8), 1, I(DROP), I(RET), I(RET)),
    /* the stack */
    W("byte 0: the stack does not hold as many cells", I(DROP), I(RET)),
    W("byte 6: more cells on the stack than the function says", I(P0), I(P0), I(P0), I(P0), I(P0), I(P0),
      I(P0), I(DROPN), 7, I(RET)),
    W(NULL, I(P0), I(P0), I(P0), I(P0), I(P0), I(P0), I(DROPN), 6, I(RET)),
    W("cells left on the stack", I(P0), I(RET)),
    WX("RET of a function with results", 0, 1, 1, I(RET)),
    WX("RETN gives other than", 0, 2, 1, I(P0), I(RETN), 1),
    WX("RETN gives other than", 0, 1, 1, I(P0), I(P0), I(RETN), 1),
    WX(NULL, 0, 1, 1, I(P0), I(RETN), 1),
    W("so deep is the stack not", I(P0), I(PICK), 1, I(DROPN), 2, I(RET)),
    W("so many cells are not possible", I(P0), I(DUPN), 0, I(DROP), I(RET)),
    W("so many cells are not possible", I(P0), I(VLEN), 1, I(DROP), I(RET)),
    W("so many cells are not possible", I(P0), I(DROPN), 0, I(DROP), I(RET)),
    /* cells */
    W("there is no such local", I(LD) + 4, I(DROP), I(RET)),
    W("there is no such local", I(LDL), 4, I(DROP), I(RET)),
    W(NULL, I(LDL), 3, I(DROP), I(RET)),
    W("there is no such global", I(LDG), 4, 0, I(DROP), I(RET)),
    W("there is no such constant", I(K), 8, 0, I(DROP), I(RET)),
    W("instances have no such cell", I(LDI), 4, 0, I(DROP), I(RET)),
    WX("only a behaviour's function", 0, 0, 1, I(LDI), 0, 0, I(DROP), I(RET)),
    WX("cells beyond their space", 0, 0, 1, I(LDN), 2, 0, 0, 1, I(DROP), I(RET)),
    W("cells beyond their space", I(LDN), 1, 3, 0, 2, I(DROPN), 2, I(RET)),
    W("cells beyond their space", I(LDN), 0, 0xFF, 0xFF, 2, I(DROPN), 2, I(RET)),
    W("cells beyond their space", I(P0), I(LDX), 1, 0, 0, 3, 0, 2, I(DROPN), 2, I(RET)),
    W("cells beyond their space", I(P0), I(LDX), 1, 0, 0, 0xFF, 0xFF, 2, I(DROPN), 2, I(RET)),
    W("there is no such space", I(LDN), 4, 0, 0, 1, I(DROP), I(RET)),
    W("1 to 16 cells", I(LDN), 1, 0, 0, 0, I(RET)),
    W("no elements", I(P0), I(LDX), 1, 0, 0, 0, 0, 1, I(DROP), I(RET)),
    W("constants cannot be stored", I(P0), I(STN), 3, 0, 0, 1, I(RET)),
    W("cells beyond their space", I(ZERO), 3, 2, I(RET)),
    W("there is no such container", I(CNT), 4, 0, I(DROP), I(RET)),
    W("a list where a map is wanted", I(P0), I(MHAS), 0, 0, I(DROP), I(RET)),
    W("a list where a map is wanted", I(P0), I(LGET), 1, 0, I(DROP), I(RET)),
    W("cells beyond their space", I(CNT), 2, 0, I(DROP), I(RET)),
    WX("cells beyond their space", 0, 0, 1, I(CNT), 3, 0, I(DROP), I(RET)),
    W("there is no such text", I(TEXT), 1, 0, I(DROP), I(RET)),
    W("there is no such note", I(TEXT), 3, 0x80, I(DROP), I(RET)),
    W("there is no such note", I(P1), I(ASSERT), 3, 0, I(RET)),
    W("there is no such field", I(GETS), 2, 0, I(DROP), I(RET)),
    W("there is no such kind of value", I(P0), I(BOX), 8, I(DROPN), 2, I(RET)),
    /* jumps */
    W("a jump ahead leads backward or out", I(JMP), 1, 0, I(RET)),
    W("a jump ahead leads backward or out", I(P0), I(JZ), 0xFD, 0xFF, I(RET)),
    W("a jump leads into an instruction", I(P0), I(JZ), 1, 0, I(P8), I(RET), I(DROP), I(RET)),
    WX("a jump leads into the last instruction", 0, 1, 1, I(P0), I(DUP), I(JZ), 1, 0, I(RETN), 1),
    W("with another depth of stack", I(P0), I(JZ), 1, 0, I(P0), I(RET)),
    W("two jumps reach one place with different depths", I(P0), I(JZ), 5, 0, I(P0), I(P0), I(JZ), 0, 0,
      I(RET)),
    W("a jump back leads to no HEAD", I(LOOP), 0xFD, 0xFF),
    W("a jump back leads to no HEAD", I(HEAD), I(P0), I(DROP), I(LOOP), 0xFC, 0xFF),
    W("a jump back changes the depth", I(HEAD), I(P0), I(LOOP), 0xFB, 0xFF),
    W(NULL, I(HEAD), I(LOOP), 0xFC, 0xFF),
    W("a step or divisor of 0", I(HEAD), I(FOR), 0, 1, 0, 0xF9, 0xFF, I(RET)),
    W(NULL, I(HEAD), I(FOR), 0, 1, 1, 0xF9, 0xFF, I(RET)),
    W("a step or divisor of 0", I(P1), I(REMI), 0, I(DROP), I(RET)),
    W("a step or divisor of 0", I(P1), I(DIVI), 0, I(DROP), I(RET)),
    W(NULL, I(HEAD), I(JLT), 0, 1, 0xFA, 0xFF, I(RET)),
    W("a jump back leads to no HEAD", I(HEAD), I(JLT), 0, 1, 0xFB, 0xFF, I(RET)),
    W("a jump back leads to no HEAD", I(JLT), 0, 1, 0xFB, 0xFF, I(RET)),
    W("a jump back leads to no HEAD", I(P1), I(LOOPNZ), 0xFC, 0xFF, I(RET)),
    W("a jump back changes the depth", I(HEAD), I(P0), I(P1), I(JEQT), 1, 0xF9, 0xFF, I(DROP), I(RET)),
    W("a jump back changes the depth", I(HEAD), I(P0), I(P1), I(LOOPZ), 0xFA, 0xFF, I(DROP), I(RET)),
    W("a jump back leads to no HEAD", I(HEAD), I(LOOPLT), 0, 1, 1, 0xFA, 0xFF, I(RET)),
    W("there is no such local", I(HEAD), I(LOOPLT), 0, 1, 4, 0xF9, 0xFF, I(RET)),
    W("a jump ahead leads backward or out", I(JLTI), 0, 1, 1, 0, I(RET)),
    W("a jump ahead leads backward or out", I(P0), I(JGET), 1, 1, 0, I(RET)),
    W("a jump leads into an instruction", I(JEQ), 0, 1, 1, 0, I(P8), I(RET), I(DROP), I(RET)),
    W("with another depth of stack", I(P1), I(JNET), 1, 1, 0, I(P0), I(RET)),
    W("there is no such local", I(JEQ), 0, 4, 0, 0, I(RET)),
    W("there is no such local", I(ADDLLL), 4, 0, 0, I(RET)),
    W("there is no such local", I(RETL), 4),
    W("RETL of a function that has not one result", I(RETL), 0),
    W("the stack does not hold as many cells", I(ADDTO), 0, I(RET)),
    W("there is no such global", I(INCG), 4, 0, 1, I(RET)),
    WX("only a behaviour's function", 0, 0, 1, I(INCI), 0, 0, 1, I(RET)),
    W("no elements", I(LDE), 0, 1, 0, 0, 0, 0, I(DROP), I(RET)),
    W("cells beyond their space", I(LDE), 0, 1, 0, 0, 5, 0, I(DROP), I(RET)),
    WX("cells beyond their space", 0, 0, 1, I(LDE), 0, 2, 0, 0, 1, 0, I(DROP), I(RET)),
    W("there is no such space", I(LDE), 0, 4, 0, 0, 1, 0, I(DROP), I(RET)),
    W("constants cannot be stored", I(P0), I(STE), 0, 3, 0, 0, 1, 0, I(RET)),
    W("cells beyond their space", I(P0), I(STE), 0, 0, 3, 0, 2, 0, I(RET)),
    W(NULL, I(P0), I(CASE), 0, 0, I(RET)),
    W("the table of cases is not among", I(P0), I(CASE), 6, 0, I(RET)),
    W("a table of cases has 1 to 64", I(P0), I(CASE), 4, 0, I(RET)),
    W("a jump ahead leads backward or out", I(P0), I(DUP), I(DROP), I(CASE), 0, 0, I(RET)),
    /* calls, tasks, states, events */
    W("there is no such function", I(CALL), 9, 0, I(RET)),
    W("there is no such native", I(N) + 3, I(RET)),
    W("there is no such native", I(CALLN), 3, 0, I(RET)),
    WX("the function belongs to another behaviour", 0, 0, 1, I(CALL), 1, 0, I(RET)),
    W("the function belongs to another behaviour", I(CALL), 3, 0, I(RET)),
    W("only a latent function can be a task", I(START), 0, 0, I(DROP), I(RET)),
    W("only a latent function can be a task", I(CO), 0, 0, I(DROP), I(RET)),
    W("only a latent function can call a latent one", I(CALL), 2, 0, I(RET)),
    WX(NULL, 1, 0, 0, I(CALL), 2, 0, I(RET)),
    W("only a latent function can call a latent native", I(P0), I(N) + 1, I(DROP), I(RET)),
    W("only a latent function can wait", I(P0), I(WAIT), I(RET)),
    W("only a latent function can wait", I(P0), I(JOIN), I(RET)),
    W("only a latent function can wait", I(WAITE), 0, 0, I(DROP), I(RET)),
    W("only a latent function can wait", I(P0), I(YIELD), 1, I(RET)),
    W("there is no such method", I(CALLV), 1, I(RET)),
    W("the state is none of this behaviour", I(GOTO), 1, 0, I(RET)),
    W(NULL, I(GOTO), 0xFF, 0xFF, I(RET)),
    W("there is no such event", I(P0), I(EMIT), 1, 0, 0, I(RET)),
    W("flags that exclude each other", I(P0), I(P0), I(P0), I(P0), I(P0), I(P0), I(EMIT), 0, 0, 3, I(RET)),
    W("flags that exclude each other", I(P0), I(EMIT), 0, 0, 8, I(RET)),
    W("the stack does not hold as many cells", I(P0), I(EMIT), 0, 0, 1, I(RET)),
};

static void build(const wrong *one) {
    memset(&b, 0, sizeof b);
    for (int32_t i = 0; i < 4; i++) sb_global(&b, i);
    /* Constants of tables of cases. At 0: low, one case, both targets byte 4. At 4: a table of 1000 cases. */
    static const int32_t constants[8] = {0, 1, 4, 4, 0, 1000, 0, 0};
    for (uint32_t i = 0; i < 8; i++) sb_constant(&b, constants[i]);
    sb_native(&b, "sub:i(ii)");
    sb_native(&b, "later:i(i)L");
    sb_native(&b, "log:v(i)");
    sb_container(&b, OX_SCRIPT_SPACE_GLOBALS, ROM_SCRIPT_CONTAINER_LIST, 0, 3, 1);
    sb_container(&b, OX_SCRIPT_SPACE_GLOBALS, ROM_SCRIPT_CONTAINER_MAP, 0, 1, 1);
    sb_container(&b, OX_SCRIPT_SPACE_LOCALS, ROM_SCRIPT_CONTAINER_LIST, 1, 3, 1);
    sb_container(&b, OX_SCRIPT_SPACE_MINE, ROM_SCRIPT_CONTAINER_LIST, 0, 3, 1);
    sb_field(&b, TYPE_HERO, FIELD_HEALTH, 1, ROM_SCRIPT_FIELD_INT);
    sb_field(&b, 900, 901, 0, ROM_SCRIPT_FIELD_CONTAINER);
    sb_number(&b, OX_SCRIPT_SECTION_TEXTS, 0x1111);
    memcpy(b.data[OX_SCRIPT_SECTION_NOTES], "no", 3);
    b.used[OX_SCRIPT_SECTION_NOTES] = 3;
    sb_event(&b, 1, 1);
    sb_function(&b,
                (sb_shape){.locals = 4,
                           .operands = 6,
                           .results = one->results,
                           .flags = one->latent ? ROM_SCRIPT_FUNCTION_LATENT : 0,
                           .behaviour = one->free ? 0 : 1},
                one->code, one->bytes);
    if (one->free)
        sb_put16(b.data[OX_SCRIPT_SECTION_FUNCTIONS] + ROM_SCRIPT_FUNCTION_BEHAVIOUR, OX_SCRIPT_NONE);
    sb_function(&b, (sb_shape){.behaviour = 1}, SB_CODE(I(RET)));
    sb_function(&b, (sb_shape){.flags = ROM_SCRIPT_FUNCTION_LATENT}, SB_CODE(I(RET)));
    sb_function(&b, (sb_shape){.behaviour = 2}, SB_CODE(I(RET)));
    uint8_t *behaviour = sb_behaviour(&b, 900, 4);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_STATES, 1);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_METHODS, 1);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_FIRST_FIELD, 1);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_FIELDS, 1);
    sb_behaviour(&b, 910, 0);
    sb_state(&b, 20, NULL);
    sb_number(&b, OX_SCRIPT_SECTION_METHODS, 1);
    sb_finish(&b);
}

static rom_status verify(void) {
    rom_status status = ox_script_module_open(&module, b.image.bytes, b.size, OX_SCRIPT_TRUST_CART, &error);
    CHECK_EQ(status, ROM_OK);
    if (status != ROM_OK) TEST_INFO("%s", error.text);
    if (status == ROM_OK)
        status = ox_script_module_bind(&module, sw_natives(), OX_SCRIPT_TRUST_CART, imports, &error);
    return status == ROM_OK ? ox_script_module_verify(&module, imports, &error) : status;
}

TEST(script_verifier_each_rule_refuses_a_module) {
    for (uint32_t i = 0; i < sizeof wrongs / sizeof wrongs[0]; i++) {
        const wrong one = wrongs[i];
        build(&one);
        rom_status status = verify();
        bool right = one.says == NULL ? status == ROM_OK
                                      : status == ROM_BAD_CHUNK && strstr(error.text, one.says) != NULL;
        CHECK(right);
        if (!right)
            TEST_INFO("case %u: %s; wanted: %s", (unsigned)i, status == ROM_OK ? "taken" : error.text,
                      one.says == NULL ? "taken" : one.says);
    }
}

TEST(script_verifier_limits_of_jumps_and_heads) {
    uint8_t code[600];
    for (uint32_t over = 0; over < 2; over++) {
        uint32_t count = 64 + over, bytes = 0;
        memset(&b, 0, sizeof b);
        for (uint32_t i = 0; i < count; i++) { /* each address goes to a place of its own behind all others */
            code[bytes++] = I(P0);
            code[bytes++] = I(JZ);
            sb_put16(code + bytes, 4 * (count - 1 - i) + 2 * i);
            bytes += 2;
        }
        for (uint32_t i = 0; i < count; i++) code[bytes++] = I(P0), code[bytes++] = I(DROP);
        code[bytes++] = I(RET);
        sb_function(&b, (sb_shape){.operands = 1}, code, bytes);
        sb_finish(&b);
        CHECK_EQ(verify() == ROM_OK, over == 0);
        CHECK(over == 0 || strstr(error.text, "more than 64 jumps ahead") != NULL);
        memset(&b, 0, sizeof b);
        memset(code, I(HEAD), count);
        code[count] = I(RET);
        sb_function(&b, (sb_shape){0}, code, count + 1);
        sb_finish(&b);
        CHECK_EQ(verify() == ROM_OK, over == 0);
        CHECK(over == 0 || strstr(error.text, "more than 64 heads") != NULL);
    }
}

/* ---- mutants ---- */

static const ox_script_plan plan = {.stack = 128,
                                    .tasks = 4,
                                    .generators = 2,
                                    .task_cells = 100,
                                    .instances = 2,
                                    .instance_cells = 32,
                                    .tick = 300,
                                    .activation = 200};
static script_world w;

static void exercise(void) {
    static const int32_t arguments[6] = {3, -1, 7, 0, 1, 2};
    ox_script *s = &w.script;
    ox_handle hero = ox_script_begin(s, HERO, 0);
    for (uint32_t tick = 1; tick <= 3; tick++) {
        sw_ticks(&w, 1);
        if (s->module.count[OX_SCRIPT_SECTION_EVENTS] > 0) (void)ox_script_event(s, hero, 0, arguments);
        (void)ox_script_handle_tick(s, hero);
        for (uint32_t f = 0; f < s->module.count[OX_SCRIPT_SECTION_FUNCTIONS] && f < 8; f++) {
            if (ox_script_call_function(s, f, 100, arguments, NULL) == OX_OK) continue;
        }
        if (w.waiting != 0) (void)ox_script_complete(s, w.waiting, arguments);
    }
    ox_script_end(s, hero);
}

/* Builds a module with all kinds of records, whose mutants are refused, or run without harm. */
static void build_seed(void) {
    static const wrong code = WX(NULL, 1, 0, 0, I(P8), 4, I(ST), I(HEAD), I(LD), I(LD), I(N), I(DROP), I(P1),
                                 I(WAIT), I(FOR), 1, 0, 1, 0xF3, 0xFF, I(CALLV), 0, I(GOTO), 0, 0, I(RET));
    build(&code);
    sb_function(
        &b,
        (sb_shape){
            .operands = 4, .locals = 3, .arguments = 1, .behaviour = 1, .flags = ROM_SCRIPT_FUNCTION_HANDLER},
        SB_CODE(I(START), 0, 0, I(DROP), I(P1), I(P8), 5, I(LADD), 0, 0, I(DROP), I(DROP), I(LD), I(STI), 2,
                0, I(P0), I(LDX), 1, 0, 0, 2, 0, 2, I(VLEN), 2, I(DROP), I(RET)));
    sb_handler(&b, 0, 4);
    uint8_t *behaviour = b.data[OX_SCRIPT_SECTION_BEHAVIOURS];
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_HANDLERS, 1);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_AUTO_STATE, 0);
    sb_put16(b.data[OX_SCRIPT_SECTION_STATES] + ROM_SCRIPT_STATE_BEGIN, 0);
    sb_finish(&b);
}

TEST(script_verifier_mutants_are_refused_or_run) {
    rng32 random;
    uint32_t taken = 0, rounds = sizeof(void *) == 8 ? 100000 : 2000; /* small machines are slow */
    random = rng32_seed(1, 0);
    for (uint32_t i = 0; i < rounds; i++) {
        build_seed();
        uint32_t changes = 1 + rng_below(&random, 3), size = b.size;
        for (uint32_t k = 0; k < changes; k++) {
            uint32_t at =
                ROM_SCRIPT_MODULE_INTERFACE + rng_below(&random, size - ROM_SCRIPT_MODULE_INTERFACE);
            b.image.bytes[at] = (uint8_t)rng_below(&random, 256);
        }
        sb_checksum(&b);
        memset(&w, 0, sizeof w);
        ox_arena_init(&w.arena, w.memory.bytes, sizeof w.memory.bytes);
        ox_script_config config = {.module = b.image.bytes,
                                   .size = b.size,
                                   .trust = OX_SCRIPT_TRUST_CART,
                                   .plan = &plan,
                                   .natives = sw_natives(),
                                   .host = &sw_host,
                                   .context = &w};
        if (ox_script_open(&w.script, &config, &w.arena, &w.error) != OX_OK) continue;
        taken++;
        exercise();
    }
    CHECK(taken > rounds / 50 && taken < rounds);
    TEST_INFO("%u of %u mutants were taken and ran", (unsigned)taken, (unsigned)rounds);
}
