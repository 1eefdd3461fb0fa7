/* Levels saved out of a running game are, byte for byte, what the packer makes of the text with the same values. */
#include <stdlib.h>
#include <string.h>

#include "kernel/level/save.h"
#include "rom/check.h"
#include "tests/test.h"
#include "tools/convert/pack_kinds.h"

static bool compile(const char *text, writer *out) {
    static const cart owner;
    static const cart_asset asset = {.name = "yard", .kind = "level"};
    const pack_kind *kind = pack_kind_find("level");
    tool_error error = {.text = ""};
    const pack_source source = {&owner,       &asset, "yard.txt", (const uint8_t *)text,
                                strlen(text), &error, NULL};
    memset(out, 0, sizeof *out);
    writer_zeros(out, kind->header);
    writer_put_u16(out, 0, ROM_CHUNK_VERSION_NOW);
    writer_put_u16(out, 2, kind->header);
    bool ok = kind->convert(&source, out);
    if (!ok) TEST_INFO("%s", error.text);
    CHECK(ok);
    writer_align(out, 4);
    return ok;
}

/* ---- a game that knows guards and lamps ---- */

typedef struct guard {
    int32_t health;
    fx speed, scale, way[3];
    uint32_t friend_id, coat;
    int16_t rotation[4];
    uint8_t awake;
} guard;
static const ox_field guard_fields[] = {
    OX_FIELD(guard, health, OX_I32, OX_SIM),    OX_FIELD(guard, speed, OX_FX, OX_SIM),
    OX_FIELD(guard, scale, OX_FX, OX_SIM),      OX_FIELD(guard, way, OX_FX, OX_SIM),
    OX_FIELD(guard, friend_id, OX_U32, OX_SIM), OX_FIELD(guard, coat, OX_U32, OX_SIM),
    OX_FIELD(guard, rotation, OX_I16, OX_SIM),  OX_FIELD(guard, awake, OX_U8, OX_SIM)};
static const ox_type guard_record = OX_TYPE(guard, guard_fields, 1);
typedef struct lamp {
    ang16 yaw;
    fx power;
} lamp;
static const ox_field lamp_fields[] = {OX_FIELD(lamp, yaw, OX_ANGLE, OX_SIM),
                                       OX_FIELD(lamp, power, OX_FX, OX_SIM)};
static const ox_type lamp_record = OX_TYPE(lamp, lamp_fields, 1);
static const ox_field place_fields[] = {OX_FIELD(vec3, x, OX_FX, OX_SIM), OX_FIELD(vec3, y, OX_FX, OX_SIM),
                                        OX_FIELD(vec3, z, OX_FX, OX_SIM)};
static const ox_type place_record = OX_TYPE(vec3, place_fields, 1);
static const ox_component_type place_component = {
    .name = OX_NAME("place"), .capacity = 40, .record = &place_record, .slot = OX_SLOT_PLACE + 1};
static const ox_object_type types[] = {
    {.name = OX_NAME("guard"), .capacity = 8, .record = &guard_record, .components = {OX_NAME("place")}},
    {.name = OX_NAME("lamp"), .capacity = 8, .record = &lamp_record, .components = {OX_NAME("place")}}};

static union {
    uint64_t align;
    uint8_t bytes[48 * 1024];
} block;

typedef struct game {
    ox_arena arena;
    ox_world world;
    ox_places places;
    ox_spawners spawners;
    ox_area_host host;
    ox_area area;
    uint8_t *saved;
    uint32_t size;
} game;

static bool start(game *g, const writer *level) {
    ox_world_config config = {.objects = 16, .types = 2, .components = 2, .systems = 4};
    rom_error error;
    memset(g, 0, sizeof *g);
    ox_arena_init(&g->arena, block.bytes, sizeof block.bytes);
    bool ok = ox_world_init(&g->world, &g->arena, &config) == OX_OK &&
              ox_world_add_component(&g->world, &place_component) == 0 &&
              ox_world_add_type(&g->world, &types[0]) == 0 && ox_world_add_type(&g->world, &types[1]) == 1 &&
              ox_places_init(&g->places, &g->world, 3, 16) == OX_OK &&
              ox_spawners_init(&g->spawners, &g->world, &(ox_spawners_config){.sets = 2}) == OX_OK;
    g->host = (ox_area_host){.world = &g->world, .spawners = &g->spawners};
    ok = ok &&
         ox_area_open(
             &g->area, &g->host, &g->arena,
             &(ox_area_source){
                 .data = level->data, .size = (uint32_t)level->size, .number = 3, .policy = OX_SPAWN_POOLED},
             &error) == OX_OK &&
         ox_area_begin(&g->area) == OX_OK;
    g->saved = malloc(level->size);
    CHECK(ok && g->saved != NULL);
    return ok && g->saved != NULL;
}

static void save_equals(game *g, const writer *level) {
    CHECK_EQ(ox_area_save(&g->area, g->saved, (uint32_t)level->size, &g->size), OX_OK);
    CHECK_EQ(g->size, level->size);
    uint32_t at = 0;
    while (at < level->size && g->saved[at] == level->data[at]) at++;
    if (at < level->size)
        TEST_INFO("byte %u of %u: %u, the packer writes %u", at, (unsigned)level->size, g->saved[at],
                  level->data[at]);
    CHECK_EQ(at, level->size);
    CHECK(rom_check_chunk(ROM_TAG_LEVEL, g->saved, g->size, NULL) == ROM_OK);
}

static ox_object *find(game *g, const char *name) {
    ox_object *object = ox_world_find(&g->world, rom_id(name));
    CHECK(object != NULL);
    return object;
}

#define YARD(BOB, GUARD, EVE, LAMP)                                                                          \
    "level 1\nbounds -20,0,-20 20,8,20\nlayer ground\ninstance wall at=9,0,1 yaw=90\n"                       \
    "spawn guard " BOB "\n" GUARD "set says \"Who goes there?\"\nspawn guard " EVE                           \
    "\nset health 5\nspawn lamp " LAMP "\nset power 2\nspawn lamp at=0,4,0 name=dark later\nlocator start "  \
    "player at=0,0,5 yaw=45\nwalk from=0,0,0 to=4,0,0 width=1\n"

static const char before[] = YARD(
    "at=1,0,2 name=bob yaw=180 scale=2",
    "set health 12\nset speed 1.5\nset awake yes\nset way 1,2,-3.5\nset coat #203040\nset friend_id @eve\n",
    "at=5,0,0.1 name=eve", "at=0,2,0 name=glow yaw=30");
static const char after[] = YARD("at=-3.25,0.5,2 name=bob yaw=90 scale=0.5",
                                 "set health -7\nset speed 0.125\nset awake no\nset way 1,0.75,-3.5\nset "
                                 "coat #FFEEDD\nset friend_id @bob\n",
                                 "at=5,0,0.1 name=eve", "at=0,2.5,0 name=glow yaw=120");

TEST(level_saved_unchanged_is_the_packer_s) {
    writer level;
    game g;
    if (!compile(before, &level) || !start(&g, &level)) return;
    save_equals(&g, &level);
    CHECK_EQ(ox_area_save(&g.area, g.saved, (uint32_t)level.size - 1, &g.size), OX_OUT_OF_MEMORY);
    CHECK_EQ(g.size, level.size);
    ox_area_end(&g.area);
    free(g.saved);
    writer_free(&level);
}

TEST(level_saved_by_the_game_is_that_of_the_packer) {
    writer level, wanted;
    game g;
    if (!compile(before, &level) || !compile(after, &wanted) || !start(&g, &level)) return;
    ox_object *bob = find(&g, "bob"), *glow = find(&g, "glow");
    if (bob == NULL || glow == NULL) return;
    guard *b = ox_object_data(&g.world, bob);
    lamp *l = ox_object_data(&g.world, glow);
    CHECK_EQ(ox_place_set(&g.world, bob, (vec3){-3 * FX_ONE - FX_ONE / 4, FX_ONE / 2, 2 * FX_ONE}), OX_OK);
    CHECK_EQ(ox_place_set(&g.world, glow, (vec3){0, 2 * FX_ONE + FX_ONE / 2, 0}), OX_OK);
    b->health = -7;
    b->speed = FX_ONE / 8;
    b->scale = FX_ONE / 2;
    b->awake = 0;
    b->way[1] = 3 * FX_ONE / 4;
    b->coat = 0xFFEEDD;
    b->friend_id = rom_id("bob");
    fx sine, cosine;
    fx_sincos(8192, &sine, &cosine); /* a quarter turn */
    b->rotation[0] = b->rotation[2] = 0;
    b->rotation[1] = (int16_t)(sine / 4);
    b->rotation[3] = (int16_t)(cosine / 4);
    l->yaw = 21845; /* a third of a turn */
    save_equals(&g, &wanted);
    ox_area_end(&g.area);
    free(g.saved);

    if (!start(&g, &wanted)) return; /* and what was saved is loaded like any other */
    CHECK_EQ(((guard *)ox_object_data(&g.world, find(&g, "bob")))->health, -7);
    save_equals(&g, &wanted);
    ox_area_end(&g.area);
    free(g.saved);
    writer_free(&level);
    writer_free(&wanted);
}

TEST(level_saved_fractions_and_dead_objects) {
    static const char faster[] = YARD("at=1,0,2 name=bob yaw=180 scale=2",
                                      "set health 12\nset speed 1.5\nset awake yes\nset way 1,2,-3.5\nset "
                                      "coat #203040\nset friend_id @eve\n",
                                      "at=5,0,0.1 name=eve", "at=0,2,0 name=glow yaw=30");
    writer level, wanted;
    game g;
    char text[sizeof faster + 8];
    memcpy(text, faster, sizeof faster);
    char *power = strstr(text, "set power 2");
    memmove(power + 13, power + 11, strlen(power + 11) + 1);
    memcpy(power, "set power 2.5", 13);
    if (!compile(before, &level) || !compile(text, &wanted) || !start(&g, &level)) return;
    ((lamp *)ox_object_data(&g.world, find(&g, "glow")))->power =
        2 * FX_ONE + FX_ONE / 2; /* 2 becomes 2.5: another kind of number */
    ox_object *eve = find(&g, "eve");
    ((guard *)ox_object_data(&g.world, eve))->health = 1;
    ox_world_destroy(&g.world, eve->handle); /* who died in play still stands in the level */
    ox_world_tick(&g.world);
    save_equals(&g, &wanted);
    ox_area_end(&g.area);
    free(g.saved);
    writer_free(&level);
    writer_free(&wanted);
}
