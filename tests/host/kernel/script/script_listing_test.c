/* Code as text, and back to the same bytes. */
#include "fixedmath/random.h"
#include "rom/chunks.h"
#include "tests/host/kernel/script/script_machine.h"
#include "tools/script/listing.h"

static rng32 dice;
static uint32_t pick(uint32_t below) { return rng_below(&dice, below); }

/* The listing of a whole module; the caller frees it. */
static char *list_of(const ox_script_module *m, const ox_script_import *imports,
                     const script_listing_map *map) {
    writer out = {0};
    for (uint32_t i = 0; i < m->count[OX_SCRIPT_SECTION_FUNCTIONS]; i++)
        script_listing(m, i, imports, map, &out);
    writer_u8(&out, 0);
    return (char *)out.data;
}

static bool comes_back(const ox_script_module *m, const char *text) {
    writer code = {0};
    tool_error error = {.text = ""};
    const uint32_t bytes = m->count[OX_SCRIPT_SECTION_CODE];
    const bool good = script_assemble(text, &code, &error) && code.size == bytes &&
                      memcmp(code.data, m->bytes + m->at[OX_SCRIPT_SECTION_CODE], bytes) == 0;
    if (!good)
        TEST_INFO("%s %lu of %lu bytes: %.300s", error.text, (unsigned long)code.size, (unsigned long)bytes,
                  text);
    writer_free(&code);
    return good;
}

static bool round_trip(const char *text, const script_options *options) {
    writer image = {0};
    ox_script_module m;
    rom_error error;
    if (!compile_options(text, options, &image)) {
        TEST_INFO("%s: %s", text, said);
        return false;
    }
    bool good = ox_script_module_open(&m, image.data, image.size, OX_SCRIPT_TRUST_CART, &error) == ROM_OK;
    char *list = good ? list_of(&m, NULL, NULL) : NULL;
    good = list != NULL && comes_back(&m, list);
    free(list);
    writer_free(&image);
    return good;
}

/* Random statements of two variables and an array. */
static void put_statement(char *text, size_t room, uint32_t depth) {
    static const char *const operators[] = {" + ", " - ", " * ", " & ", " | ", " ^ ", " << ", " >> "};
    static const char *const operands[] = {"a", "b", "g", "3", "-1", "70000", "t[a & 7]", "f(b)", "c.x"};
    char line[200];
#define OPERAND operands[pick(8)]
    switch (pick(depth > 0 ? 8 : 5)) {
    case 0:
        snprintf(line, sizeof line, "a = %s%s%s\n", OPERAND, operators[pick(8)], OPERAND);
        break;
    case 1:
        snprintf(line, sizeof line, "g += %s\n", OPERAND);
        break;
    case 2:
        snprintf(line, sizeof line, "t[b & 7] = %s\n", OPERAND);
        break;
    case 3:
        snprintf(line, sizeof line, "c = c * 2.0 + vec2(1.5, fx(%u))\n", (unsigned)pick(9));
        break;
    case 4:
        snprintf(line, sizeof line, "l.add(%s)\n", OPERAND);
        break;
    default: {
        static const char *const heads[] = {"if a < %u { ", "while b > %u { b -= 1\n", "for i in 0..%u { "};
        snprintf(line, sizeof line, heads[pick(3)], (unsigned)pick(300));
        strncat(text, line, room - strlen(text) - 1);
        for (uint32_t i = 1 + pick(3); i > 0; i--) put_statement(text, room, depth - 1);
        snprintf(line, sizeof line, "}\n");
    }
    }
    strncat(text, line, room - strlen(text) - 1);
}

TEST(script_listings_come_back_byte_for_byte) {
    const char *wish = getenv("SCRIPT_LISTINGS");
    const long count = wish != NULL ? atol(wish) : TEST_ROUNDS(10000);
    static char text[20000];
    dice = rng32_from_state(49);
    for (long i = 0; i < count; i++) {
        const script_options options = {.apart = i % 3 == 0, .plain = i % 5 == 0};
        snprintf(text, sizeof text,
                 "var g = 1\nvar t: [8]int\nvar l: list[int, 6]\nfunc f(n: int) -> int { return n * 3 }\n"
                 "func r(a: int, b: int) -> int { var c = vec2(0.0, 1.0)\n");
        for (uint32_t k = 1 + pick(8); k > 0; k--) put_statement(text, sizeof text - 100, 2);
        strcat(text, "return a + b + int(c.x) }\n");
        if (!round_trip(text, &options)) {
            CHECK_EQ(i, count);
            break;
        }
    }
    CHECK(round_trip(
        "enum M { A, B, C, D, E }\nevent E(n: int)\nfunc f(m: M) -> int { match m { case M.A { return 1 } "
        "case M.B "
        "{ return 2 } case M.C { return 3 } else { return 4 } } }\nbehaviour X { var n = 1\n on E(n) when n "
        "> 2 { goto "
        "S }\n auto state S { begin { wait 1s\n emit E(n) near vec3(0.0, 0.0, 0.0), 2.0 after 3t } } }\n",
        NULL));
}

TEST(script_listing_of_the_averaging_spell) {
    static ox_script_native rows[4] = {{.signature = "get_health:i(i)"},
                                       {.signature = "get_agility:i(i)"},
                                       {.signature = "get_wisdom:i(i)"},
                                       {.signature = "set_health:v(ii)"}};
    static const char *const names[4] = {"get_health", "get_agility", "get_wisdom", "set_health"};
    const ox_script_natives natives = {rows, 4, NULL};
    ox_script_import imports[4];
    writer image = {0};
    ox_script_module m;
    rom_error error = {ROM_OK, 0, ""};
    for (int i = 0; i < 4; i++) rows[i].name = rom_id(names[i]);
    CHECK(compile_options(
        "native func get_health(who: int) -> int\nnative func get_agility(who: int) -> int\nnative func "
        "get_wisdom(who: int) -> int\nnative func set_health(who: int, v: int)\n"
        "func f() { set_health(0, get_health(0) + (get_agility(0) + get_wisdom(0)) / 2) }",
        &(script_options){.apart = true}, &image));
    CHECK(ox_script_module_open(&m, image.data, image.size, OX_SCRIPT_TRUST_CART, &error) == ROM_OK &&
          ox_script_module_bind(&m, &natives, OX_SCRIPT_TRUST_CART, imports, &error) == ROM_OK);
    char *list = list_of(&m, imports, NULL);
    static const char spell[] =
        "0000  P0 ; depth 0\n0001  P0 ; depth 1\n0002  N0 ; depth 2\n0003  P0 ; depth 2\n0004  N1 ; depth "
        "3\n0005  P0 ; depth 3\n0006  N2 ; depth 4\n0007  ADD ; depth 4\n0008  P8 2 ; depth 3\n0010  DIV ; "
        "depth 4\n0011  ADD ; depth 3\n0012  N3 ; depth 2\n0013  RET ; depth 0\n";
    if (strstr(list, spell) == NULL) TEST_INFO("%s", list);
    CHECK(strstr(list, spell) != NULL);
    CHECK(comes_back(&m, list));
    free(list);
    writer_free(&image);
}

/* ---- the spells of the texts, run ---- */

typedef struct wizard {
    int32_t health, agility, wisdom;
} wizard;

static ox_script_answer get_health(ox_script_call *call) {
    call->results[0] = ((wizard *)call->context)->health;
    return OX_SCRIPT_DONE;
}
static ox_script_answer get_agility(ox_script_call *call) {
    call->results[0] = ((wizard *)call->context)->agility;
    return OX_SCRIPT_DONE;
}
static ox_script_answer get_wisdom(ox_script_call *call) {
    call->results[0] = ((wizard *)call->context)->wisdom;
    return OX_SCRIPT_DONE;
}
static ox_script_answer set_health(ox_script_call *call) {
    ((wizard *)call->context)->health = call->arguments[1];
    return OX_SCRIPT_DONE;
}

TEST(script_spells_do_what_they_say) {
    static _Alignas(16) uint8_t memory[1 << 16];
    static ox_script_native rows[4] = {{.signature = "get_health:i(i)", .call = get_health},
                                       {.signature = "get_agility:i(i)", .call = get_agility},
                                       {.signature = "get_wisdom:i(i)", .call = get_wisdom},
                                       {.signature = "set_health:v(ii)", .call = set_health}};
    static const char *const names[4] = {"get_health", "get_agility", "get_wisdom", "set_health"};
    const ox_script_natives natives = {rows, 4, NULL};
    writer image = {0};
    rom_error error = {ROM_OK, 0, ""};
    ox_arena arena;
    ox_script script = {0};
    wizard one = {45, 7, 11};
    for (int i = 0; i < 4; i++) rows[i].name = rom_id(names[i]);
    CHECK(compile_options(
        "native func get_health(who: int) -> int\nnative func get_agility(who: int) -> int\nnative func "
        "get_wisdom(who: int) -> int\nnative func set_health(who: int, v: int)\n"
        "func ten() { set_health(0, 10) }\n"
        "func average() { set_health(0, get_health(0) + (get_agility(0) + get_wisdom(0)) / 2) }",
        &(script_options){.apart = true}, &image));
    const ox_script_config config = {.module = image.data,
                                     .size = image.size,
                                     .trust = OX_SCRIPT_TRUST_CART,
                                     .plan = &ox_script_plan_small,
                                     .natives = &natives,
                                     .context = &one};
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_script_open(&script, &config, &arena, &error), OX_OK);
    CHECK_EQ(ox_script_call_function(&script, 1, 0, NULL, NULL), OX_OK);
    CHECK_EQ(one.health, 54);
    CHECK_EQ(ox_script_call_function(&script, 0, 0, NULL, NULL), OX_OK);
    CHECK_EQ(one.health, 10);
    ox_script_close(&script);
    writer_free(&image);
}

TEST(script_assembler_names_the_line) {
    static const struct {
        const char *text, *sentence;
    } rows[] = {{"function 0\n0000  NOTHING\n", "listing:2: no instruction is called `NOTHING`"},
                {"0000  P8 300\n", "listing:1: an operand is missing, or has no room"},
                {"0000  P8\n", "listing:1: an operand is missing, or has no room"},
                {"0000  JMP 3\n", "listing:1: an operand is missing, or of another form"},
                {"0000  P0\n0002  P0\n", "listing:2: the byte is another one"},
                {"0000  P0 1\n", "listing:1: what is `1`"},
                {"0000  LD8\n", "listing:1: no instruction is called `LD8`"},
                {"P0\n", "listing:1: a byte and an instruction are wanted"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        writer code = {0};
        tool_error error = {.text = ""};
        CHECK(!script_assemble(rows[i].text, &code, &error) && strstr(error.text, rows[i].sentence) != NULL);
        writer_free(&code);
    }
}
