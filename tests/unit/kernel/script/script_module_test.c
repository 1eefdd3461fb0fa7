/* Script modules: the golden image, and refusals of opening and binding. */
#include "kernel/script/module.h"
#include "kernel/type/name.h"
#include "tests/unit/kernel/script/script_builder.h"

static const uint8_t golden[148] = {
    0x47, 0x4f, 0x41, 0x44, 0x02, 0x00, 0x00, 0x00, 0x94, 0x00, 0x00, 0x00, 0x1c, 0xe9, 0x16, 0x8c, 0x62,
    0xe7, 0xe8, 0x75, 0x02, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0x1f, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x82, 0x16, 0x9f, 0x6a,
    0x0e, 0xc7, 0x07, 0xaa, 0x10, 0x37, 0xda, 0x44, 0x14, 0xdd, 0x59, 0xb2, 0xa0, 0x86, 0x01, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x05, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x05, 0x00, 0xff, 0xff, 0x05, 0x00,
    0x00, 0x00, 0x1a, 0x00, 0x01, 0x01, 0x01, 0x03, 0x00, 0x04, 0x1c, 0x00, 0xff, 0xff, 0x06, 0x02, 0x0a,
    0xc0, 0x8a, 0x10, 0x07, 0x72, 0x81, 0x04, 0x00, 0x06, 0xc1, 0x8b, 0x01, 0x06, 0x06, 0xc1, 0x05, 0x00,
    0x00, 0x40, 0xc0, 0x10, 0x07, 0x41, 0x88, 0x01, 0x00, 0x8b, 0x01, 0x00};

static ox_script_answer nothing(ox_script_call *call) {
    (void)call;
    return OX_SCRIPT_DONE;
}
static const ox_script_native rows[] = {
    {.name = 0x44DA3710u, .signature = "get_health:i(i)", .call = nothing, .class = OX_SCRIPT_QUERY},
    {.name = 0x6A9F1682u, .signature = "set_health:v(ii)", .call = nothing, .class = OX_SCRIPT_SIM},
};
static const ox_script_natives natives = {rows, 2, NULL};
static ox_script_import imports[8];
static ox_script_module module;
static rom_error error;

static rom_status try(const void *bytes, size_t size, uint32_t trust, const ox_script_natives *with) {
    rom_status status = ox_script_module_open(&module, bytes, size, trust, &error);
    if (status == ROM_OK) status = ox_script_module_bind(&module, with, trust, imports, &error);
    if (status == ROM_OK) status = ox_script_module_verify(&module, imports, &error);
    return status;
}

static union {
    uint32_t aligned;
    uint8_t bytes[sizeof golden + 4];
} copy;

static bool says(const char *what) { return strstr(error.text, what) != NULL; }

TEST(script_module_the_golden_image_opens) {
    memcpy(copy.bytes, golden, sizeof golden);
    CHECK_EQ(try(copy.bytes, sizeof golden, OX_SCRIPT_TRUST_CART, &natives), ROM_OK);
    CHECK_EQ(ox_script_module_interface(&module), 0x75E8E762u);
    CHECK_EQ(module.count[OX_SCRIPT_SECTION_FUNCTIONS], 2);
    CHECK_EQ(rom_half(ox_script_record(&module, OX_SCRIPT_SECTION_FUNCTIONS, 0) + ROM_SCRIPT_FUNCTION_NEED),
             5);
    CHECK_EQ(rom_half(ox_script_record(&module, OX_SCRIPT_SECTION_FUNCTIONS, 1) + ROM_SCRIPT_FUNCTION_NEED),
             28);
    CHECK_EQ(ox_script_natives_interface(&natives), 0x75E8E762u);
    CHECK_EQ(ox_script_natives_check(&natives), 2);
    /* The builder puts equal bytes together. */
    static script_builder b;
    memset(&b, 0, sizeof b);
    b.interface = 0x75E8E762u;
    sb_native(&b, "set_health:v(ii)");
    sb_native(&b, "get_health:i(i)");
    sb_constant(&b, 100000);
    sb_function(&b, (sb_shape){.operands = 2}, golden + 116, 5);
    sb_function(
        &b, (sb_shape){.arguments = 1, .results = 1, .locals = 1, .operands = 3, .recursion = 4, .need = 28},
        golden + 121, 26);
    sb_finish(&b);
    CHECK_EQ(b.size, sizeof golden);
    CHECK(memcmp(b.image.bytes, golden, sizeof golden) == 0);
}

TEST(script_module_every_cut_and_every_flipped_bit_is_refused) {
    for (uint32_t size = 0; size < sizeof golden; size++) {
        memcpy(copy.bytes, golden, sizeof golden);
        CHECK(try(copy.bytes, size, OX_SCRIPT_TRUST_CART, &natives) != ROM_OK);
        CHECK(module.bytes == NULL && strstr(error.text, "offset ") == error.text && error.text[9] != 0);
    }
    for (uint32_t bit = 0; bit < 8 * sizeof golden; bit++) {
        memcpy(copy.bytes, golden, sizeof golden);
        copy.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(try(copy.bytes, sizeof golden, OX_SCRIPT_TRUST_CART, &natives) != ROM_OK);
        CHECK(strstr(error.text, "offset ") == error.text);
    }
    memcpy(copy.bytes + 1, golden, sizeof golden);
    CHECK_EQ(try(copy.bytes + 1, sizeof golden, OX_SCRIPT_TRUST_CART, &natives), ROM_MISALIGNED);
}

TEST(script_module_natives_are_bound_by_name_and_signature) {
    static const ox_script_native changed[] = {
        {.name = 0x44DA3710u, .signature = "get_health:i(i)", .call = nothing},
        {.name = 0x6A9F1682u, .signature = "set_health:v(if)", .call = nothing},
    };
    static const ox_script_native shared[] = {
        {.name = 0x44DA3710u,
         .signature = "get_health:i(i)",
         .call = nothing,
         .trust = OX_SCRIPT_TRUST_CART | OX_SCRIPT_TRUST_ADD_ON},
        {.name = 0x6A9F1682u, .signature = "set_health:v(ii)", .call = nothing},
    };
    memcpy(copy.bytes, golden, sizeof golden);
    CHECK_EQ(try(copy.bytes, sizeof golden, OX_SCRIPT_TRUST_CART, &(ox_script_natives){changed, 2, NULL}),
             ROM_BAD_CHUNK);
    CHECK(says("native 0 has changed since the script was compiled: it is set_health:v(if)"));
    CHECK_EQ(try(copy.bytes, sizeof golden, OX_SCRIPT_TRUST_CART, &(ox_script_natives){rows, 1, NULL}),
             ROM_BAD_CHUNK);
    CHECK(says("native 0, with the id 6a9f1682, is not known here"));
    /* An add-on's module must say that it is one, and binds only natives for add-ons. */
    CHECK_EQ(try(copy.bytes, sizeof golden, OX_SCRIPT_TRUST_ADD_ON, &natives), ROM_BAD_CHUNK);
    CHECK(says("an add-on's module says that it is one"));
    copy.bytes[ROM_SCRIPT_MODULE_FLAGS] = ROM_SCRIPT_MODULE_ADD_ON;
    CHECK_EQ(try(copy.bytes, sizeof golden, OX_SCRIPT_TRUST_ADD_ON, &(ox_script_natives){shared, 2, NULL}),
             ROM_BAD_CHUNK);
    CHECK(says("native 0 is not for scripts of this kind: set_health:v(ii)"));
    CHECK_EQ(try(copy.bytes, sizeof golden, OX_SCRIPT_TRUST_CART, &natives), ROM_BAD_CHUNK);
}

TEST(script_natives_signatures) {
    ox_script_shape shape;
    CHECK(ox_script_shape_of("move_to:v(ff)L", &shape) && shape.arguments == 2 && shape.results == 0 &&
          shape.latent);
    CHECK(ox_script_shape_of("a:q(23qyc)", &shape) && shape.arguments == 12 && shape.results == 4 &&
          !shape.latent);
    CHECK_EQ(ox_script_signature_hash("set_health:v(ii)"), 0xAA07C70Eu);
    CHECK_EQ(ox_script_signature_hash("get_health:i(i)"), 0xB259DD14u);
    CHECK_EQ(ox_script_signature_hash("play_sound:v(ni)"), 0x13FBE632u);
    CHECK_EQ(ox_script_signature_hash("move_to:v(ff)L"), 0x8C9297A3u);
    static const char *const wrong[] = {"",      "a",      "a:",     "a:v",     "a:v(",       "a:v(i", ":v()",
                                        "a:x()", "a:v(x)", "a:v()x", "a:v()LL", "a:v(qqqqi)", "a:v(v)"};
    for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CHECK(!ox_script_shape_of(wrong[i], &shape));
    /* Natives found by name, by number, by address. */
    for (uint32_t i = 0; i < natives.count; i++)
        CHECK(ox_script_native_find(&natives, rows[i].name) == &natives.rows[i]);
    CHECK(ox_script_native_find(&natives, 0) == NULL && ox_script_native_find(&natives, UINT32_MAX) == NULL);
    CHECK(ox_script_native_at(&natives, (uintptr_t)nothing) != NULL &&
          ox_script_native_at(&natives, (uintptr_t)nothing)->call == nothing);
    CHECK((uintptr_t)nothing == 0 || ox_script_native_at(&natives, (uintptr_t)nothing - 1) == NULL);
    static const ox_script_native shows[] = {
        {.name = 0x44DA3710u, .signature = "get_health:i(i)", .call = nothing, .class = OX_SCRIPT_SHOW}};
    CHECK_EQ(ox_script_natives_check(&(ox_script_natives){shows, 1, NULL}), 0);
    CHECK_EQ(
        ox_script_natives_check(&(ox_script_natives){(const ox_script_native[]){rows[1], rows[0]}, 2, NULL}),
        2);
    CHECK_EQ(
        ox_script_natives_check(&(ox_script_natives){(const ox_script_native[]){rows[0], rows[0]}, 2, NULL}),
        1);
    /* A table behind another one is searched as well. */
    const ox_script_natives behind = {&rows[1], 1, NULL}, chain = {&rows[0], 1, &behind};
    CHECK(ox_script_native_find(&chain, rows[1].name) == &rows[1] &&
          ox_script_native_find(&chain, rows[0].name) == &rows[0]);
}

/* ---- records that are refused ---- */

static script_builder b;

static void begin(void) {
    memset(&b, 0, sizeof b);
    sb_function(&b, (sb_shape){0}, SB_CODE(OX_SCRIPT_RET));
}

static bool refused(const char *what) {
    sb_finish(&b);
    rom_status status = ox_script_module_open(&module, b.image.bytes, b.size, OX_SCRIPT_TRUST_CART, &error);
    if (status == ROM_OK || !says(what))
        TEST_INFO("%s; wanted: %s", status == ROM_OK ? "it was taken" : error.text, what);
    return status != ROM_OK && says(what) && module.bytes == NULL;
}
static bool taken(void) {
    sb_finish(&b);
    rom_status status = ox_script_module_open(&module, b.image.bytes, b.size, OX_SCRIPT_TRUST_CART, &error);
    if (status != ROM_OK) TEST_INFO("%s", error.text);
    return status == ROM_OK;
}

static uint8_t *function(uint32_t index) {
    return b.data[OX_SCRIPT_SECTION_FUNCTIONS] + index * ROM_SCRIPT_FUNCTION_SIZE;
}

TEST(script_module_records_of_functions) {
    static const struct {
        uint32_t field, bytes, value;
        const char *says;
    } cases[] = {
        {ROM_SCRIPT_FUNCTION_CODE, 4, 1, "does not begin where"},
        {ROM_SCRIPT_FUNCTION_BYTES, 2, 0, "bytes of code; 1 to 4096"},
        {ROM_SCRIPT_FUNCTION_BYTES, 2, 2, "bytes of code; 1 to 4096"},
        {ROM_SCRIPT_FUNCTION_ARGUMENTS, 1, 1, "argument cells; 16"},
        {ROM_SCRIPT_FUNCTION_RESULTS, 1, 9, "9 result cells; 8"},
        {ROM_SCRIPT_FUNCTION_FLAGS, 1, 3, "flags 3"},
        {ROM_SCRIPT_FUNCTION_NEED, 2, 2, "needs more than the 2 cells"},
        {ROM_SCRIPT_FUNCTION_BEHAVIOUR, 2, 0, "belongs to behaviour 0"},
    };
    begin();
    CHECK(taken());
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        if (cases[i].bytes == 1) *(function(0) + cases[i].field) = (uint8_t)cases[i].value;
        if (cases[i].bytes == 2) sb_put16(function(0) + cases[i].field, cases[i].value);
        if (cases[i].bytes == 4) sb_put32(function(0) + cases[i].field, cases[i].value);
        CHECK(refused(cases[i].says));
    }
    begin();
    b.data[OX_SCRIPT_SECTION_CODE][b.used[OX_SCRIPT_SECTION_CODE]++] = OX_SCRIPT_RET;
    CHECK(refused("functions have 1 bytes of the 2"));
    for (uint32_t value = 0; value < 2; value++) {
        begin();
        b.has_start = true, b.start = value;
        CHECK(value == 0 ? taken() : refused("cannot be the first to run"));
    }
}

TEST(script_module_records_hold_their_limits) {
    for (uint32_t over = 0; over < 2; over++) {
        begin();
        for (uint32_t i = 0; i < 26; i++) sb_global(&b, 0);
        sb_container(&b, OX_SCRIPT_SPACE_GLOBALS, ROM_SCRIPT_CONTAINER_LIST, 1, 3, 8 + over);
        CHECK(over ? refused("values of 9 cells") : taken());
        begin();
        sb_container(&b, OX_SCRIPT_SPACE_LOCALS, ROM_SCRIPT_CONTAINER_LIST, 0, 4096 + over, 1);
        CHECK(over ? refused("holds 4097") : taken());
        begin();
        sb_container(&b, OX_SCRIPT_SPACE_LOCALS, ROM_SCRIPT_CONTAINER_LIST, 0, 1 - over, 1);
        CHECK(over ? refused("holds 0") : taken());
        begin();
        for (uint32_t i = 0; i < 10; i++) sb_global(&b, 0);
        sb_container(&b, OX_SCRIPT_SPACE_GLOBALS, ROM_SCRIPT_CONTAINER_MAP, 1 + over, 4, 1);
        CHECK(over ? refused("beyond the globals") : taken());
        begin();
        sb_event(&b, 1, 6 + over);
        CHECK(over ? refused("7 argument cells; 6") : taken());
        begin();
        sb_behaviour(&b, 1, 1024 + over);
        CHECK(over ? refused("1025 cells; 1024") : taken());
        begin();
        uint8_t *behaviour = sb_behaviour(&b, 1, 0);
        sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_STATES, 64 + over);
        for (uint32_t i = 0; i < 65; i++) sb_state(&b, i, NULL);
        CHECK(over ? refused("65 states; 64") : taken());
        begin();
        behaviour = sb_behaviour(&b, 1, 0);
        sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_HANDLERS, 255 + over);
        uint32_t handler =
            sb_function(&b, (sb_shape){.flags = ROM_SCRIPT_FUNCTION_HANDLER}, SB_CODE(OX_SCRIPT_RET));
        for (uint32_t i = 0; i < 256; i++) sb_event(&b, i, 0), sb_handler(&b, i, handler);
        CHECK(over ? refused("more than 255") : taken());
        begin(); /* limits of nesting: 8 states, 8 behaviours */
        behaviour = sb_behaviour(&b, 1, 0);
        sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_STATES, 8 + over);
        for (uint32_t i = 0; i < 8 + over; i++)
            sb_put16(sb_state(&b, i, NULL) + ROM_SCRIPT_STATE_PARENT, i == 0 ? OX_SCRIPT_NONE : i - 1);
        CHECK(over ? refused("more than 8 levels") : taken());
        begin();
        for (uint32_t i = 0; i < 8 + over; i++)
            sb_put16(sb_behaviour(&b, i, 0) + ROM_SCRIPT_BEHAVIOUR_PARENT, i == 0 ? OX_SCRIPT_NONE : i - 1);
        CHECK(over ? refused("more than 8 levels") : taken());
        begin();
        sb_number(&b, OX_SCRIPT_SECTION_TEXTS, 0xFFFEFFFFu + over);
        CHECK(over ? refused("looks like a note") : taken());
        begin();
        b.data[OX_SCRIPT_SECTION_NOTES][b.used[OX_SCRIPT_SECTION_NOTES]++] = (uint8_t)over;
        CHECK(over ? refused("no end") : taken());
        begin();
        sb_number(&b, OX_SCRIPT_SECTION_METHODS, over);
        CHECK(over ? refused("method 0 is function 1") : taken());
    }
}

TEST(script_module_behaviours_keep_what_they_inherit) {
    for (uint32_t wrong = 0; wrong < 9; wrong++) {
        static const char *const sentences[] = {"",
                                                "another name than its parent's",
                                                "fewer cells, states or methods",
                                                "another shape",
                                                "cannot fill its cells in",
                                                "begins in state 2",
                                                "cannot be its enter",
                                                "function 1 cannot handle",
                                                "is not above the one before"};
        begin();
        uint32_t handler =
            sb_function(&b, (sb_shape){.flags = wrong == 7 ? 0 : ROM_SCRIPT_FUNCTION_HANDLER, .behaviour = 1},
                        SB_CODE(OX_SCRIPT_RET));
        uint32_t getter = sb_function(&b, (sb_shape){.results = 1, .operands = 1, .behaviour = 1},
                                      SB_CODE(OX_SCRIPT_P1, OX_SCRIPT_RETN, 1));
        uint8_t *base = sb_behaviour(&b, 10, 2), *derived;
        sb_put16(base + ROM_SCRIPT_BEHAVIOUR_STATES, 1);
        sb_put16(base + ROM_SCRIPT_BEHAVIOUR_AUTO_STATE, 0);
        sb_put16(base + ROM_SCRIPT_BEHAVIOUR_METHODS, 1);
        sb_put16(base + ROM_SCRIPT_BEHAVIOUR_HANDLERS, 2);
        derived = sb_behaviour(&b, 11, wrong == 2 ? 1 : 3);
        sb_put16(derived + ROM_SCRIPT_BEHAVIOUR_PARENT, 0);
        sb_put16(derived + ROM_SCRIPT_BEHAVIOUR_FIRST_STATE, 1);
        sb_put16(derived + ROM_SCRIPT_BEHAVIOUR_STATES, 1);
        sb_put16(derived + ROM_SCRIPT_BEHAVIOUR_AUTO_STATE, wrong == 5 ? 2 : 1);
        sb_put16(derived + ROM_SCRIPT_BEHAVIOUR_FIRST_METHOD, 1);
        sb_put16(derived + ROM_SCRIPT_BEHAVIOUR_METHODS, 1);
        sb_put16(derived + ROM_SCRIPT_BEHAVIOUR_INIT, wrong == 4 ? getter : OX_SCRIPT_NONE);
        sb_state(&b, 20, NULL);
        uint8_t *state = sb_state(&b, wrong == 1 ? 21 : 20, NULL);
        sb_put16(state + ROM_SCRIPT_STATE_FIRST_METHOD, 1);
        sb_put16(state + ROM_SCRIPT_STATE_ENTER, wrong == 6 ? getter : OX_SCRIPT_NONE);
        sb_number(&b, OX_SCRIPT_SECTION_METHODS, getter);
        sb_number(&b, OX_SCRIPT_SECTION_METHODS, wrong == 3 ? 0 : getter);
        sb_handler(&b, ROM_SCRIPT_HANDLER_START, handler);
        sb_handler(&b, wrong == 8 ? ROM_SCRIPT_HANDLER_START : ROM_SCRIPT_HANDLER_TICK, handler);
        CHECK(wrong == 0 ? taken() : refused(sentences[wrong]));
    }
}

TEST(script_module_programs_of_players_are_small) {
    uint8_t code[258];
    for (uint32_t bytes = 256; bytes <= 257; bytes++) {
        memset(&b, 0, sizeof b);
        memset(code, OX_SCRIPT_HEAD, sizeof code);
        code[bytes - 1] = OX_SCRIPT_RET;
        sb_function(&b, (sb_shape){0}, code, bytes);
        sb_finish(&b);
        CHECK_EQ(ox_script_module_open(&module, b.image.bytes, b.size, OX_SCRIPT_TRUST_PLAYER, &error) ==
                     ROM_OK,
                 bytes == 256);
    }
    begin();
    sb_global(&b, 0);
    sb_finish(&b);
    CHECK(ox_script_module_open(&module, b.image.bytes, b.size, OX_SCRIPT_TRUST_PLAYER, &error) != ROM_OK &&
          says("a player's program"));
}
