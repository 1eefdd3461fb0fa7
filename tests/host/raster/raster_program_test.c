/* Pixel stages in C and bytecode, the shading language, effect files. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "raster/list/list.h"
#include "raster/submit.h"
#include "raster/technique.h"
#include "rom/rom.h"
#include "tests/unit/kernel/memory/life.h"
#include "tests/unit/raster/raster_scene.h"
#include "tools/encode/effect.h"
#include "tools/encode/shade.h"

static raster_scene scene;

/* ---- programs (098) ---- */

enum { K_LIGHT = RS_REGISTERS, K_ZERO, K_AMBIENT, K_TINT, CONSTANTS = 4 };

static const vec4 constants[CONSTANTS] = {{FX(0.6), 0, FX(0.8), 0},
                                          {0, 0, 0, 0},
                                          {FX(0.2), FX(0.2), FX(0.2), FX(1)},
                                          {FX(0.5), FX(1), FX(0.25), FX(1)}};
static const uint32_t words[] = {
    RS_OP_NORMALIZE | 2 << 8 | 0 << 12,
    RS_OP_DOT | 3 << 8 | 2 << 12 | (uint32_t)K_LIGHT << 18,
    RS_OP_MAX | 3 << 8 | 3 << 12 | (uint32_t)K_ZERO << 18,
    RS_OP_SAMPLE | 4 << 8 | 0 << 12 | 0 << 18,
    RS_OP_MULTIPLY | 4 << 8 | 4 << 12 | 1 << 18,
    RS_OP_LERP | 5 << 8 | 4 << 12 | (uint32_t)K_TINT << 18 | 3u << 24,
    RS_OP_MAD | 5 << 8 | 5 << 12 | 3 << 18 | (uint32_t)K_AMBIENT << 24,
    RS_OP_SUBTRACT | 6 << 8 | 3 << 12 | (uint32_t)K_AMBIENT << 18,
    RS_OP_SELECT | 7 << 8 | 6 << 12 | 5 << 18 | 4u << 24,
    RS_OP_MIN | 7 << 8 | 7 << 12 | (uint32_t)K_TINT << 18,
    RS_OP_ADD | 15 << 8 | 7 << 12 | (uint32_t)K_ZERO << 18,
    RS_OP_END,
};

/* The program's pixel stage in C. */
static uint32_t in_c(const void *samplers, const int32_t vector[3], uint32_t primary) {
    rs_registers r;
    vec4 unit, facing, wood, mixed, lit;
    rs_registers_load(&r, vector, primary);
    unit = rs_v4_normalize(r.vector);
    facing = rs_v4_max(rs_v4_dot(unit, constants[0]), constants[1]);
    wood = rs_v4_multiply(rs_v4_sample(samplers, r.vector), r.colour);
    mixed = rs_v4_lerp(wood, constants[3], facing);
    lit = rs_v4_mad(mixed, facing, constants[2]);
    lit = rs_v4_select(rs_v4_subtract(facing, constants[2]), lit, wood);
    r.result = rs_v4_add(rs_v4_min(lit, constants[3]), constants[1]);
    return rs_registers_store(&r);
}

static uint32_t draw_stage(rs_shade_function function, const void *given, int vector) {
    static rs_look look;
    mat34 place = scene_turn(3000, 1000);
    rs_frame *frame;
    scene_make(&scene, RS_XRGB8888);
    memset(&look, 0, sizeof look);
    look.pixel_light = RS_STAGE;
    look.shade = function;
    look.shade_constants = given;
    look.vector = (uint8_t)vector;
    look.range = FX(2);
    scene.material.shading = RS_UNLIT;
    scene.material.look = &look;
    frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
    if (function == NULL) {
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_BAD_ARGUMENT);
    } else {
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
    }
    scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
    return scene_hash(&scene, RS_XRGB8888);
}

TEST(raster_programs_draw_what_c_draws) {
    rs_sampling plain = {0};
    rs_sampler sampler;
    rs_program program = {words, constants, &sampler, sizeof words / sizeof words[0], CONSTANTS, 1};
    uint32_t state = 5;
    scene_make(&scene, RS_XRGB8888);
    CHECK(rs_sampler_make(&sampler, &scene.texture, &plain, NULL));
    CHECK_EQ(rs_program_check(&program), -1);
    for (int vector = 0; vector < RS_STAGE_VECTORS; vector++) {
        uint32_t one = draw_stage(in_c, &sampler, vector),
                 other = draw_stage(rs_program_shade, &program, vector);
        CHECK_EQ(other, one);
    }
    for (int i = 0; i < 2000; i++) {
        int32_t vector[3];
        for (int k = 0; k < 3; k++) {
            state = state * 1664525u + 1013904223u;
            vector[k] = (int32_t)(state ^ state << 7);
        }
        CHECK_EQ(rs_program_shade(&program, vector, state), in_c(&sampler, vector, state));
    }
    (void)draw_stage(NULL, NULL, 0); /* the stage is refused by name */
}

TEST(raster_bad_programs_are_refused) {
    static const struct {
        uint32_t word;
        int at;
    } bad[] = {
        {RS_OPERATIONS, 0},       /* unknown operation */
        {RS_OP_MOVE | 0 << 8, 0}, /* inputs are read-only */
        {RS_OP_MOVE | 1 << 8, 0},
        {RS_OP_MOVE | 2 << 8 | (uint32_t)(RS_REGISTERS + 4) << 12, 0}, /* no such constant */
        {RS_OP_MAD | 2 << 8 | (uint32_t)(RS_REGISTERS + 9) << 24, 0},
        {RS_OP_SAMPLE | 2 << 8 | 1 << 18, 0}, /* no such sampler */
        {RS_OP_MOVE | 2 << 8, 1},             /* no END */
        {RS_OP_END, -1},
    };
    rs_sampler sampler;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        rs_program program = {&bad[i].word, constants, &sampler, 1, CONSTANTS, 1};
        CHECK_EQ(rs_program_check(&program), bad[i].at);
    }
    {
        static const uint32_t early[2] = {RS_OP_END, RS_OP_END};
        rs_program program = {early, constants, NULL, 2, 0, 0};
        CHECK_EQ(rs_program_check(&program), 0); /* END stands in the middle */
        program.count = RS_PROGRAM_MOST + 1;
        CHECK_EQ(rs_program_check(&program), 0);
    }
}

TEST(raster_stages_are_found_by_number) {
    static const rs_stage_entry stages[2] = {{7, in_c, NULL}, {9, rs_program_shade, NULL}};
    CHECK(rs_stage_find(stages, 2, 9) == &stages[1]);
    CHECK(rs_stage_find(stages, 2, 8) == NULL);
}

/* ---- the language (099) ---- */

static const char phong[] =
    "// RAS: one parallel light, ambient 0.1, diffuse 0.5, highlight 0.4 to the 16th\n"
    "input vec3 n : VECTOR;\n"
    "input colour base : PRIMARY;\n"
    "const vec3 light = vec3(0.6, 0.8, 0);\n"
    "const vec3 eye = vec3(0 - 0.6, 0.8, 0);\n"
    "vec3 unit = normalize(n);\n"
    "float facing = max(dot(unit, light), 0);\n"
    "float mirrored = max(2 * dot(unit, light) * dot(unit, eye) - dot(light, eye), 0);\n"
    "float shine = select(facing, power(mirrored, 16), 0);\n"
    "output base * (0.1 + 0.5 * facing) + 0.4 * shine;\n";

TEST(shade_phong_text_agrees_with_the_model) {
    shade_program compiled;
    char error[200] = "";
    rs_program program;
    uint32_t state = 3;
    double worst = 0;
    CHECK(shade_compile(phong, "phong.shade", &compiled, error, sizeof error));
    program = (rs_program){compiled.words, compiled.constants,      NULL,
                           compiled.count, compiled.constant_count, compiled.sampler_count};
    CHECK_EQ(rs_program_check(&program), -1);
    TEST_INFO("%s%d instructions, %d constants", error, (int)compiled.count, (int)compiled.constant_count);
    for (int i = 0; i < 1000; i++) {
        rs_reflecting r = {.function = rs_reflect_phong,
                           .ambient = 0x1A1A1A,
                           .diffuse = 0x808080,
                           .specular = 0x666666,
                           .log2_exponent = 4};
        rs_light light = {.kind = RS_LIGHT_DIRECTIONAL, .intensity = 255, .vector = {FX(-0.6), FX(-0.8), 0}};
        rs_lighting lighting;
        rs_lit lit;
        uint16_t out[3];
        vec3 n = V3_ZERO;
        int32_t vector[3];
        uint32_t got;
        for (int k = 0; k < 3; k++) {
            state = state * 1664525u + 1013904223u;
            n = v3_with(n, k, (fx)(state >> 15) - (1 << 16));
        }
        if (v3_is_zero(n) || !v3_normalize(n, &n)) continue;
        for (int k = 0; k < 3; k++) vector[k] = v3_get(n, k) / 4 * 65536;
        rs_lighting_make(&lighting, &light, 1, 0xFFFFFF, v3(FX(-0.6), FX(0.8), 0), true);
        rs_lighting_at(&lighting, &r, V3_ZERO, n, &lit);
        rs_lit_colour(&lit, &r, 0xC08040, out);
        got = rs_program_shade(&program, vector, 0xFFC08040u);
        for (int k = 0; k < 3; k++) {
            double difference = fabs((got >> (16 - 8 * k) & 255u) - out[k] / 256.0);
            if (difference > worst) worst = difference;
        }
    }
    TEST_INFO("worst difference %.2f of 255", worst);
    CHECK(worst <= 2);
}

TEST(shade_constants_are_folded) {
    shade_program a, b;
    char error[200] = "";
    CHECK(shade_compile("input colour c : PRIMARY; output c * (1 + 2 * 0.25 - max(0.5, 0.25));", "a", &a,
                        error, sizeof error));
    CHECK(shade_compile("input colour c : PRIMARY; output c * 1;", "b", &b, error, sizeof error));
    CHECK_EQ(a.count, b.count);
    CHECK_EQ(a.words[0], b.words[0]);
    CHECK_EQ(a.constants[0].x, FX_ONE);
    CHECK_EQ(a.count, 3); /* multiply, move, end */
    CHECK(shade_compile("output colour(1, 0.5, 0, 1);", "c", &a, error, sizeof error));
    CHECK_EQ(a.count, 2);
}

TEST(shade_programs_do_what_they_say) {
    static const struct {
        const char *text;
        uint32_t expected;
    } cases[] = {
        {"input colour c : PRIMARY; output c;", 0x80402010u},
        {"input colour c : PRIMARY; output c + c;", 0xFF804020u},
        {"input colour c : PRIMARY; output c - 0.5;", 0x01000000u},
        {"input colour c : PRIMARY; output clamp(c, 0.2, 0.2) * 5;", 0xFFFFFFFFu},
        {"input colour c : PRIMARY; output lerp(c, colour(1, 1, 1, 1), 1);", 0xFFFFFFFFu},
        {"input colour c : PRIMARY; colour d = c; colour e = d * 2; output min(e, c) + max(e, d) - c * 2;",
         0x80402010u},
        {"input vec3 n : VECTOR; output colour(n);", 0xFF4080FFu},
        {"input vec3 n : VECTOR; float a = dot(n, vec3(0, 1, 0)); output a * colour(1, 1, 1, 1);",
         0x80808080u},
        {"input colour c : PRIMARY; output power(select(-(1), c, 0.5), 2) * 4;", 0xFFFFFFFFu},
    };
    const int32_t vector[3] = {1 << 28, 1 << 29, 1 << 30};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        shade_program compiled;
        rs_program program;
        char error[200] = "";
        uint32_t got;
        CHECK(shade_compile(cases[i].text, "case", &compiled, error, sizeof error));
        if (error[0] != '\0') TEST_INFO("%s", error);
        program = (rs_program){compiled.words, compiled.constants,      NULL,
                               compiled.count, compiled.constant_count, compiled.sampler_count};
        CHECK_EQ(rs_program_check(&program), -1);
        got = rs_program_shade(&program, vector, 0x80402010u);
        for (int k = 0; k < 32; k += 8) CHECK_NEAR(got >> k & 255u, cases[i].expected >> k & 255u, 1);
    }
}

TEST(shade_faults_have_lines) {
    static const struct {
        const char *text, *place;
    } cases[] = {
        {"input vec3 n : VECTOR;\noutput m;", "f:2: "},
        {"input vec3 n : NORMAL;\noutput n;", "f:1: "},
        {"input colour c : PRIMARY;\n\noutput c * ;", "f:3: "},
        {"vec4 a = 1;\noutput a;", "f:1: "},
        {"input vec3 n : VECTOR;\ninput colour c : PRIMARY;\noutput n + c;", "f:3: "},
        {"input colour c : PRIMARY;\nfloat x = 1\noutput c;", "f:3: "},
        {"input colour c : PRIMARY;\nfloat c = 1;\noutput c;", "f:2: "},
        {"input vec3 n : VECTOR;\nfloat a = dot(n);\noutput a;", "f:2: "},
        {"float a = sine(1);\noutput a;", "f:1: "},
        {"input colour c : PRIMARY;\nconst colour d = c;\noutput d;", "f:2: "},
        {"float a = 1;\n", "f:2: "},
        {"sampler s : 7;\noutput colour(1, 1, 1, 1);", "f:1: "},
        {"output colour(1, 1, 1, 1);\nfloat a = 1;", "f:2: "},
        {"input colour c : PRIMARY;\noutput power(c, 3);", "f:2: "},
        {"input vec3 n : VECTOR;\noutput n;", "f:2: "},
        {"float a = 1;\nfloat b = a ? 1;\noutput a;", "f:2: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        shade_program compiled;
        char error[200] = "";
        CHECK(!shade_compile(cases[i].text, "f", &compiled, error, sizeof error));
        CHECK(strncmp(error, cases[i].place, strlen(cases[i].place)) == 0);
        if (strncmp(error, cases[i].place, strlen(cases[i].place)) != 0) TEST_INFO("%d: %s", (int)i, error);
    }
    { /* too many names give an error and no overrun */
        char text[2000] = "input colour c : PRIMARY;\n";
        shade_program compiled;
        char error[200];
        for (int i = 0; i < 20; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "colour v%d = c * 0.%d1;\n", i, i);
        strcat(text, "output c;");
        CHECK(!shade_compile(text, "f", &compiled, error, sizeof error));
        CHECK(strncmp(error, "f:15: ", 6) == 0);
    }
    for (int sign = 0; sign < 2; sign++) { /* deep nesting gives an error and uses up no stack */
        static char text[200000];
        shade_program compiled;
        char error[200] = "";
        strcpy(text, "\noutput ");
        memset(text + 8, sign == 0 ? '(' : '-', sizeof text - 9);
        text[sizeof text - 1] = 0;
        CHECK(!shade_compile(text, "f", &compiled, error, sizeof error));
        CHECK(strcmp(error, "f:2: more than 64 brackets inside one another") == 0);
    }
}

/* The C form calls the functions that the bytecode runs, in the same order. */
TEST(shade_writes_c) {
    shade_program compiled;
    char error[200], text[4000];
    size_t size;
    CHECK(shade_compile(phong, "phong.shade", &compiled, error, sizeof error));
    size = shade_to_c(&compiled, "phong_stage", text, sizeof text);
    CHECK(size < sizeof text && size == strlen(text));
    CHECK(strstr(text,
                 "uint32_t phong_stage(const void *samplers, const int32_t vector[3], uint32_t primary) {") ==
          text);
    CHECK(strstr(text, "rs_v4_normalize(r.vector)") != NULL);
    /* a text that is cut off tells its whole size */
    CHECK_EQ(shade_to_c(&compiled, "phong_stage", text, 100), size);
    CHECK(strlen(text) < 100);
}

/* ---- effects (100) ---- */

static const char water[] = "# two ways\n"
                            "effect water\n"
                            "parameter speed number 0.5\n"
                            "parameter tint colour #204060\n"
                            "technique fancy format xrgb8888 second_unit profile 2\n"
                            "pass blend alpha transparency 96 no_write two_sided shading unlit\n"
                            "pass blend add depth equal pixel ripple\n"
                            "technique plain\n"
                            "pass shading flat vertex wave dither\n";

TEST(effect_techniques_are_chosen_by_what_there_is) {
    static const rs_capabilities desktop = {
        1u << RS_XRGB8888 | RS_NEEDS_DEPTH | RS_NEEDS_STENCIL | RS_NEEDS_SECOND_UNIT, 2};
    static const rs_capabilities small = {1u << RS_PAL8 | RS_NEEDS_DEPTH, 0};
    effect_table table;
    rs_techniques techniques;
    rs_technique_pass pass;
    char error[200] = "";
    uint32_t value, hash[2];
    CHECK(effect_compile(water, "water.effect", &table, error, sizeof error));
    CHECK(rs_techniques_open(&techniques, table.bytes, table.size));
    CHECK_EQ(rs_techniques_choose(&techniques, &desktop), 0);
    CHECK_EQ(rs_techniques_choose(&techniques, &small), 1);
    CHECK(rs_techniques_pass(&techniques, 0, 0, &pass));
    CHECK_EQ(pass.state.blend.mode, RS_BLEND_ALPHA);
    CHECK_EQ(pass.state.blend.transparency, 96);
    CHECK(pass.state.depth.no_write && pass.two_sided);
    CHECK_EQ(pass.shading, RS_UNLIT);
    CHECK(rs_techniques_pass(&techniques, 0, 1, &pass));
    CHECK_EQ(pass.state.depth.function, RS_EQUAL);
    CHECK_EQ(pass.pixel_stage, rom_id("ripple"));
    CHECK(!rs_techniques_pass(&techniques, 0, 2, &pass));
    CHECK(!rs_techniques_pass(&techniques, 2, 0, &pass));
    CHECK(!rs_techniques_pass(&techniques, -1, 0, &pass));
    CHECK(rs_techniques_parameter(&techniques, rom_id("speed"), &value));
    CHECK_EQ(value, FX_HALF);
    CHECK(rs_techniques_parameter(&techniques, rom_id("tint"), &value));
    CHECK_EQ(value, 0x204060);
    CHECK(!rs_techniques_parameter(&techniques, rom_id("none"), &value));
    for (int t = 0; t < 2; t++) { /* both techniques draw */
        mat34 place = m34_identity();
        rs_frame *frame;
        scene_make(&scene, RS_XRGB8888);
        frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
        for (uint32_t i = 0; rs_techniques_pass(&techniques, t, i, &pass); i++) {
            scene.material.state = &pass.state;
            scene.material.shading = pass.shading;
            CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
        }
        CHECK(frame->item_count > 40);
        scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
        hash[t] = scene_hash(&scene, RS_XRGB8888);
    }
    CHECK(hash[0] != hash[1]);
}

/* One pass marks the stencil plane, the next draws only on the mark with a second texture. The same effect
 * works on a machine that has neither. */
TEST(effect_passes_use_stencil_and_a_second_unit) {
    static const char text[] =
        "effect decal\n"
        "technique marked\n"
        "pass shading unlit stencil always 1 255 pass replace write_mask 15\n"
        "pass shading unlit depth lequal stencil equal 1 255 second_unit blend by constant constant 128\n"
        "technique plain\n"
        "pass shading gouraud\n";
    static const rs_capabilities machines[3] = {
        {1u << RS_XRGB8888 | RS_NEEDS_DEPTH | RS_NEEDS_STENCIL | RS_NEEDS_SECOND_UNIT, 2},
        {1u << RS_XRGB8888 | RS_NEEDS_DEPTH | RS_NEEDS_STENCIL, 2},
        {1u << RS_PAL8 | RS_NEEDS_DEPTH, 0}};
    static uint8_t stencil[SCENE_WIDTH * SCENE_HEIGHT];
    static const uint32_t white[1] = {0xFFFFFFFFu};
    const rs_texture second = {.pixels = (const uint8_t *)white, .format = RS_ARGB8888};
    effect_table table;
    rs_techniques techniques;
    rs_technique_pass pass;
    char error[200] = "";
    uint32_t marked = 0, seen = 0;
    rs_planes planes = {.stencil = stencil, .stencil_bits = 8};
    rs_surface surface = {
        (uint8_t *)scene.pixels, SCENE_WIDTH * 4, SCENE_WIDTH, SCENE_HEIGHT, 0, SCENE_HEIGHT, RS_XRGB8888};
    mat34 place = m34_identity();
    rs_frame *frame;
    CHECK(effect_compile(text, "decal.effect", &table, error, sizeof error));
    CHECK(rs_techniques_open(&techniques, table.bytes, table.size));
    CHECK_EQ(rs_techniques_choose(&techniques, &machines[0]), 0);
    CHECK_EQ(rs_techniques_choose(&techniques, &machines[1]), 1); /* a machine without a second unit */
    CHECK_EQ(rs_techniques_choose(&techniques, &machines[2]), 1);
    CHECK(rs_techniques_pass(&techniques, 0, 0, &pass));
    CHECK(pass.state.stencil.on && !pass.second_unit);
    CHECK_EQ(pass.state.stencil.front.function, RS_ALWAYS);
    CHECK_EQ(pass.state.stencil.front.pass, RS_STENCIL_REPLACE);
    CHECK_EQ(pass.state.stencil.front.write_mask, 15);
    scene_make(&scene, RS_XRGB8888);
    frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
    for (uint32_t i = 0; rs_techniques_pass(&techniques, 0, i, &pass); i++) {
        CHECK_EQ(pass.second_unit, i == 1);
        if (pass.second_unit) pass.state.unit[1].texture = &second;
        scene.material.state = &pass.state;
        scene.material.shading = pass.shading;
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
    }
    CHECK_EQ(pass.state.unit[1].colour, RS_COMBINE_BLEND);
    CHECK_EQ(pass.state.unit[1].alpha, RS_COMBINE_KEEP);
    CHECK_EQ(pass.state.unit[1].constant, 128);
    rs_frame_band_planes(frame, 0, &surface, scene.depth, &planes);
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
        uint32_t pixel = scene.pixels[i];
        marked += stencil[i] == 1;
        if (stencil[i] != 1) continue;
        seen++;
        CHECK_NEAR(pixel >> 16 & 255u, (0xC0 + 255) / 2, 1); /* half way to white */
        CHECK_NEAR(pixel & 255u, (0x40 + 255) / 2, 1);
    }
    CHECK(marked > 500);
    CHECK_EQ(seen, marked);
    for (size_t at = 12; at < table.size; at++) { /* passes out of range are refused, whatever the byte */
        uint8_t kept = table.bytes[at];
        table.bytes[at] = 0xEE;
        if (rs_techniques_open(&techniques, table.bytes, table.size) &&
            rs_techniques_pass(&techniques, 0, 0, &pass)) {
            CHECK(pass.state.stencil.front.pass < RS_STENCIL_OPERATIONS &&
                  pass.state.unit[1].colour < RS_COMBINES);
        }
        table.bytes[at] = kept;
    }
}

TEST(effect_without_a_technique_is_a_fault) {
    static const rs_capabilities machines[2] = {{1u << RS_XRGB8888 | RS_NEEDS_SECOND_UNIT, 2},
                                                {1u << RS_PAL8, 0}};
    static const char *const names[2] = {"desktop", "gba"};
    effect_table table;
    char error[200] = "";
    CHECK(effect_compile("effect glow\ntechnique only format xrgb8888\npass\n", "glow.effect", &table, error,
                         sizeof error));
    CHECK(effect_serves(&table, machines, names, 1, error, sizeof error));
    CHECK(!effect_serves(&table, machines, names, 2, error, sizeof error));
    CHECK(strstr(error, "glow") != NULL && strstr(error, "gba") != NULL);
}

TEST(effect_faults_have_lines) {
    static const struct {
        const char *text, *place;
    } cases[] = {
        {"technique a\npass\n", "f:1: "},
        {"effect a\neffect b\n", "f:2: "},
        {"effect a\npass\n", "f:2: "},
        {"effect a\ntechnique t\n", "f:2: "},
        {"effect a\ntechnique t sound\npass\n", "f:2: "},
        {"effect a\n\ntechnique t\npass blend melt\n", "f:4: "},
        {"effect a\nparameter p number x\n", "f:2: "},
        {"effect a\nparameter p colour red\n", "f:2: "},
        {"effect a\nparameter p number 1\nparameter p number 2\n", "f:3: "},
        {"effect a\ntechnique t profile 5\npass\n", "f:2: "},
        {"effect a\ntechnique t\npass transparency 256\n", "f:3: "},
        {"effect a\ntechnique t\npass wobble\n", "f:3: "},
        {"effect a\ntechnique t\npass stencil less\n", "f:3: "},
        {"effect a\ntechnique t\npass stencil less 1 255 pass melt\n", "f:3: "},
        {"effect a\ntechnique t\npass stencil less 1 255 blend add\n", "f:3: "},
        {"effect a\ntechnique t\npass\npass second_unit mix\n", "f:4: "},
        {"effect a\ntechnique t\npass second_unit add constant 300\n", "f:3: "},
        {"effect a b\n", "f:1: "},
        {"effect a\n", "f:2: "},
        {"effect a\nshader x\n", "f:2: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        effect_table table;
        char error[200] = "";
        CHECK(!effect_compile(cases[i].text, "f", &table, error, sizeof error));
        CHECK(strncmp(error, cases[i].place, strlen(cases[i].place)) == 0);
        if (strncmp(error, cases[i].place, strlen(cases[i].place)) != 0) TEST_INFO("%d: %s", (int)i, error);
    }
}

TEST(effect_damaged_tables_are_refused) {
    effect_table table;
    rs_techniques techniques;
    char error[200];
    CHECK(effect_compile(water, "water.effect", &table, error, sizeof error));
    for (size_t size = 0; size < table.size; size++)
        CHECK(!rs_techniques_open(&techniques, table.bytes, size));
    /* a table with any byte changed is refused or reads inside itself */
    for (size_t at = 4; at < table.size; at++) {
        uint8_t kept = table.bytes[at];
        table.bytes[at] = 0xFF;
        if (rs_techniques_open(&techniques, table.bytes, table.size)) {
            rs_technique_pass pass;
            for (uint32_t t = 0; t < techniques.techniques; t++) {
                for (uint32_t i = 0; rs_techniques_pass(&techniques, (int)t, i, &pass); i++)
                    CHECK(pass.shading < RS_SHADINGS);
            }
        }
        table.bytes[at] = kept;
    }
}

static effect_table lived;
PLAIN_ROW(rs_techniques, open, rs_techniques_open(it, lived.bytes, lived.size) ? OX_OK : OX_BAD_DATA,
          OX_CLEAR(it))

TEST(effect_records_end_clear) {
    static ox_arena none;
    const life_bench bench = {&none, NULL};
    char error[200] = "";
    CHECK(effect_compile(water, "water.effect", &lived, error, sizeof error));
    CHECK(life_is_led(&LIFE_OF(rs_techniques), &bench));
}
