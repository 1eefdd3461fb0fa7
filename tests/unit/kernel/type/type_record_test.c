/* Type descriptors: values, dumps, hashes, saves of older and newer records, clones; and breeds. */
#include <string.h>

#include "fixedmath/random.h"
#include "fixedmath/types.h"
#include "kernel/memory/pool.h"
#include "kernel/type/breed.h"
#include "kernel/type/type.h"
#include "tests/test.h"

/* A record with one field of every kind. */
typedef struct everything {
    uint64_t u64;
    int64_t i64;
    uint32_t u32;
    int32_t i32;
    vec3 place;
    ox_id name;
    ox_handle link;
    uint16_t u16;
    int16_t i16;
    ang16 yaw;
    uint8_t u8;
    int8_t i8;
    bool flag;
    uint8_t looks; /* cosmetic */
} everything;

static const ox_field everything_fields[] = {
    OX_FIELD(everything, u64, OX_U64, OX_SIM),
    OX_FIELD(everything, i64, OX_I64, OX_SIM),
    OX_FIELD(everything, u32, OX_U32, OX_SIM),
    OX_FIELD(everything, i32, OX_I32, OX_SIM),
    OX_FIELD(everything, place, OX_FX, OX_SIM),
    OX_FIELD(everything, name, OX_NAME_ID, OX_SIM),
    OX_FIELD(everything, link, OX_LINK, OX_SIM),
    OX_FIELD(everything, u16, OX_U16, OX_SIM),
    OX_FIELD(everything, i16, OX_I16, OX_SIM, .initial = 15, .low = -10, .high = 100),
    OX_FIELD(everything, yaw, OX_ANGLE, OX_SIM),
    OX_FIELD(everything, u8, OX_U8, OX_SIM),
    OX_FIELD(everything, i8, OX_I8, OX_SIM),
    OX_FIELD(everything, flag, OX_BOOL, OX_SIM),
    OX_FIELD(everything, looks, OX_U8, OX_SAVE),
};
static const ox_type everything_type = OX_TYPE(everything, everything_fields, 1);

static everything filled(void) {
    everything e;
    memset(&e, 0xA5, sizeof e); /* padding does not count */
    e.u64 = 0xFEDCBA9876543210u;
    e.i64 = -5;
    e.u32 = 4000000000u;
    e.i32 = -70000;
    e.place = (vec3){FX_ONE, -FX_HALF, 3};
    e.name = OX_NAME("binky");
    e.link.bits = 0x00010002u;
    e.u16 = 65535;
    e.i16 = -9;
    e.yaw = ANG16_90;
    e.u8 = 200;
    e.i8 = -128;
    e.flag = true;
    e.looks = 7;
    return e;
}

TEST(type_names_are_ids) {
    static const ox_id ids[] = {OX_NAME("pac_man"), OX_NAME("binky"), OX_NAME("pinky"), OX_NAME("inky"),
                                OX_NAME("clyde")};
    CHECK_EQ(ids[0], 0x69B38F09u);
    CHECK_EQ(ids[1], 0x8E67F667u);
    CHECK_EQ(ids[2], 0x94473285u);
    CHECK_EQ(ids[3], 0x8AF3FA4Bu);
    CHECK_EQ(ids[4], 0x0E29DA90u);
    CHECK_EQ(OX_NAME("a"), rom_id("a"));
    CHECK_EQ(OX_NAME("hp"), rom_id("hp"));
    CHECK_EQ(OX_NAME("i64"), rom_id("i64"));
    CHECK_EQ(OX_NAME("abcdefghijklmnopqrstuvwx"), rom_id("abcdefghijklmnopqrstuvwx"));
}

TEST(type_hash_vectors) {
    CHECK_EQ(ox_fnv_bytes(OX_FNV_START, "", 0), 0x811C9DC5u);
    CHECK_EQ(ox_fnv_bytes(OX_FNV_START, "a", 1), 0xE40C292Cu);
    CHECK_EQ(ox_fnv_bytes(OX_FNV_START, "foobar", 6), 0xBF9CF968u);
    CHECK_EQ(ox_fnv_number(OX_FNV_START, 0x7261626F6F66u, 6), 0xBF9CF968u);
    CHECK_EQ(ox_fnv_u32(ox_fnv_bytes(OX_FNV_START, "fo", 2), 0x7261626Fu), 0xBF9CF968u);
}

TEST(type_offsets_are_the_same_on_every_machine) {
    CHECK_EQ(offsetof(everything, u32), 16);
    CHECK_EQ(offsetof(everything, link), 40);
    CHECK_EQ(offsetof(everything, looks), 53);
    CHECK_EQ(sizeof(everything), 56);
    CHECK_EQ(ox_type_hash(&everything_type, &(everything){0}, OX_FNV_START), 0xFB22854Fu);
    everything e = filled();
    CHECK_EQ(ox_type_hash(&everything_type, &e, OX_FNV_START), 0xF08F38ADu);
    CHECK_EQ(ox_type_check(&everything_type, NULL), OX_OK);
}

TEST(type_values_by_name) {
    everything e = filled();
    const ox_field *health = ox_type_field(&everything_type, OX_NAME("i16"));
    CHECK_EQ(ox_field_get(health, &e, 0), -9);
    CHECK_EQ(ox_field_set(health, &e, 0, 100), OX_OK);
    CHECK_EQ(e.i16, 100);
    CHECK_EQ(ox_field_set(health, &e, 0, 101), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_field_set(health, &e, 1, 5), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_field_set(ox_type_field(&everything_type, OX_NAME("nobody")), &e, 0, 5), OX_BAD_ARGUMENT);
    CHECK_EQ(e.i16, 100);
    const ox_field *place = ox_type_field(&everything_type, OX_NAME("place"));
    CHECK_EQ(ox_field_count(place), 3);
    CHECK_EQ(ox_field_set(place, &e, 2, FX_ONE * 5), OX_OK);
    CHECK_EQ(e.place.z, FX_ONE * 5);
    const ox_field *flag = ox_type_field(&everything_type, OX_NAME("flag"));
    CHECK_EQ(ox_field_set(flag, &e, 0, 2), OX_BAD_ARGUMENT);
    ox_field_put(flag, &e, 0, 2);
    ox_field_put(place, &e, 1, INT64_MIN);
    CHECK_EQ(ox_field_get(flag, &e, 0), 1);
    CHECK_EQ(e.place.y, INT32_MIN);
    ox_field_put(health, &e, 0, 101);
    CHECK_EQ(e.i16, 100);
    CHECK_EQ(ox_field_get(ox_type_field(&everything_type, OX_NAME("u32")), &e, 0), 4000000000ll);
    CHECK_EQ(ox_field_get(ox_type_field(&everything_type, OX_NAME("i8")), &e, 0), -128);
    CHECK_EQ(ox_field_get(place, &e, 3), 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    ox_type_reset(&everything_type, &e);
    CHECK_EQ(e.i16, 15);
    CHECK_EQ(e.u64, 0);
    e.i16 = 500;
    CHECK_EQ(ox_type_clamp(&everything_type, &e), 1);
    CHECK_EQ(e.i16, 100);
}

/* Every value of every simulated field changes the hash, cosmetic values do not; compare names the field. */
TEST(type_hash_covers_every_simulated_value) {
    everything e = filled(), copy;
    uint32_t hash = ox_type_hash(&everything_type, &e, OX_FNV_START);
    for (uint32_t f = 0; f < everything_type.count; f++) {
        const ox_field *field = &everything_fields[f];
        for (uint32_t byte = 0; byte < field->bytes; byte++) {
            uint8_t raw[sizeof(everything)];
            memcpy(raw, &e, sizeof e);
            raw[field->offset + byte] ^= 1u;
            memcpy(&copy, raw, sizeof copy);
            bool same = ox_type_hash(&everything_type, &copy, OX_FNV_START) == hash;
            CHECK_EQ(same, (field->flags & OX_HASH) == 0);
            CHECK_EQ(ox_type_compare(&everything_type, &e, &copy, 0), (int)f);
        }
    }
    copy = e;
    CHECK_EQ(ox_type_compare(&everything_type, &e, &copy, 0), -1);
    copy.looks++;
    CHECK_EQ(ox_type_compare(&everything_type, &e, &copy, OX_HASH), -1);
}

TEST(type_dump_shows_every_field) {
    char line[512];
    ox_text text = ox_text_begin(line, sizeof line);
    everything e = filled();
    ox_type_dump(&everything_type, &e, &text);
    for (uint32_t f = 0; f < everything_type.count; f++) {
        char name[16];
        size_t length = 0;
        bool found = false;
        ox_text word = ox_text_begin(name, sizeof name);
#if OX_DEBUG
        ox_text_string(&word, everything_fields[f].text);
        length = word.length;
#else
        static const char digits[] = "0123456789abcdef";
        ox_text_string(&word, "#");
        for (int shift = 28; shift >= 0; shift -= 4)
            ox_text_put(&word, &digits[everything_fields[f].name >> shift & 15u], 1);
        length = word.length;
#endif
        for (size_t i = 0; i + length <= text.length; i++)
            found = found || memcmp(line + i, name, length) == 0;
        CHECK(found);
    }
#if OX_DEBUG
    static const char begin[] = "u64 0xfedcba9876543210 i64 -5 u32 4000000000 i32 -70000 place 1.00000";
#else
    static const char begin[] = "#";
#endif
    CHECK_EQ(memcmp(line, begin, sizeof begin - 1), 0);
}

TEST(type_saves_come_back) {
    rng32 r = rng32_seed(62, 1);
    for (int round = 0; round < 200; round++) {
        everything a = filled(), b = filled();
        uint8_t image[256];
        size_t used = 0, bytes;
        for (uint32_t i = 0; i < sizeof a - 4; i++) {
            uint8_t random = (uint8_t)rng32_next(&r);
            if (i != offsetof(everything, flag)) memcpy((uint8_t *)&a + i, &random, 1);
        }
        ox_type_clamp(&everything_type, &a);
        bytes = ox_type_save(&everything_type, &a, NULL, OX_SAVE, image, sizeof image);
        CHECK(bytes <= sizeof image);
        CHECK_EQ(ox_type_load(&everything_type, &b, NULL, image, bytes, &used), OX_OK);
        CHECK_EQ(used, bytes);
        CHECK_EQ(ox_type_compare(&everything_type, &a, &b, 0), -1);
        for (size_t cut = 0; cut < bytes;
             cut++) { /* every shorter image is refused and leaves the record alone */
            everything before = b;
            CHECK_EQ(ox_type_load(&everything_type, &b, NULL, image, cut, NULL), OX_BAD_DATA);
            CHECK_EQ(ox_type_compare(&everything_type, &b, &before, 0), -1);
        }
    }
}

/* A delta has only the fields that differ from the other side's state. */
TEST(type_deltas_are_small) {
    everything a = filled(), b = a, base = a;
    uint8_t image[256];
    size_t bytes, all = ox_type_save(&everything_type, &a, NULL, OX_NETWORK, NULL, 0);
    a.i8 = 5;
    a.place.y = 77;
    bytes = ox_type_save(&everything_type, &a, &base, OX_NETWORK, image, sizeof image);
    CHECK_EQ(bytes, 6 + (6 + 12) + (6 + 1));
    CHECK(bytes < all);
    CHECK_EQ(ox_type_load(&everything_type, &b, &b, image, bytes, NULL), OX_OK);
    CHECK_EQ(ox_type_compare(&everything_type, &a, &b, 0), -1);
}

typedef struct old_ghost {
    int16_t health, gone;
    fx speed;
} old_ghost;
static const ox_field old_ghost_fields[] = {
    OX_FIELD(old_ghost, health, OX_I16, OX_SIM, .initial = 15),
    OX_FIELD(old_ghost, gone, OX_I16, OX_SIM),
    OX_FIELD(old_ghost, speed, OX_FX, OX_SIM),
};
static const ox_type old_ghost_type = {.name = OX_NAME("ghost"),
                                       .size = sizeof(old_ghost),
                                       .version = 1,
                                       .fields = old_ghost_fields,
                                       .count = 3};
typedef struct ghost {
    ox_handle fork, target, friend;
    int32_t speed;   /* a field that was Q16.16 */
    uint8_t health;  /* a field that was wider */
    uint8_t courage; /* a new field */
} ghost;
static const ox_field ghost_fields[] = {
    OX_FIELD(ghost, fork, OX_LINK, OX_SIM | OX_CLONE_OWN),
    OX_FIELD(ghost, target, OX_LINK, OX_SIM | OX_CLONE_NONE),
    OX_FIELD(ghost, friend, OX_LINK, OX_SIM),
    OX_FIELD(ghost, speed, OX_I32, OX_SIM, .initial = 3),
    OX_FIELD(ghost, health, OX_U8, OX_SIM, .initial = 15, .high = 100),
    OX_FIELD(ghost, courage, OX_U8, OX_SIM, .initial = 9, .since = 2),
};
static const ox_type ghost_type = OX_TYPE(ghost, ghost_fields, 2);

TEST(type_old_and_new_saves_load) {
    old_ghost old = {300, 5, 7 * FX_ONE};
    ghost new = {.speed = 1};
    uint8_t image[128];
    size_t bytes = ox_type_save(&old_ghost_type, &old, NULL, OX_SAVE, image, sizeof image);
    CHECK_EQ(ox_type_load(&ghost_type, &new, NULL, image, bytes, NULL), OX_OK);
    CHECK_EQ(new.health, 100); /* the value is clamped */
    CHECK_EQ(new.speed, 7);
    CHECK_EQ(new.courage, 9); /* a missing field has its initial value */
    new.health = 44;
    bytes = ox_type_save(&ghost_type, &new, NULL, OX_SAVE, image, sizeof image);
    CHECK_EQ(ox_type_load(&old_ghost_type, &old, NULL, image, bytes, NULL), OX_OK);
    CHECK_EQ(old.health, 44);
    CHECK_EQ(old.gone, 0);
    CHECK_EQ(old.speed, 7 * FX_ONE);
    image[0] ^= 1u; /* the name of another type */
    CHECK_EQ(ox_type_load(&old_ghost_type, &old, NULL, image, bytes, NULL), OX_BAD_DATA);
    CHECK_EQ(old.health, 44);
}

static int64_t fork_cloner(void *context, const ox_field *field, int64_t value) {
    (*(int *)context)++;
    CHECK_EQ(field->name, OX_NAME("fork"));
    return value + 1000;
}

TEST(type_clone_rules) {
    ghost from = {{5}, {6}, {7}, 3, 15, 9}, to;
    int calls = 0;
    ox_type_clone(&ghost_type, &to, &from, fork_cloner, &calls);
    CHECK_EQ(to.fork.bits, 1005);
    CHECK_EQ(to.target.bits, 0);
    CHECK_EQ(to.friend.bits, 7);
    CHECK_EQ(to.health, 15);
    CHECK_EQ(calls, 1);
    to.health = 1;
    CHECK_EQ(from.health, 15);
    ox_type_clone(&ghost_type, &to, &from, NULL, NULL);
    CHECK_EQ(to.fork.bits, 0);
}

TEST(type_check_finds_mistakes) {
    ox_field fields[2] = {OX_FIELD(ghost, speed, OX_I32, OX_SIM), OX_FIELD(ghost, health, OX_U8, OX_SIM)};
    ox_type type = {.name = 1, .size = sizeof(ghost), .fields = fields, .count = 2};
    char line[100];
    ox_text why = ox_text_begin(line, sizeof line);
    CHECK_EQ(ox_type_check(&type, &why), OX_OK);
    fields[1].offset = (uint16_t)(fields[0].offset + 3u);
    CHECK_EQ(ox_type_check(&type, &why), OX_BAD_DATA);
    CHECK(why.length > 20);
    fields[1].offset = sizeof(ghost);
    CHECK_EQ(ox_type_check(&type, NULL), OX_BAD_DATA);
    fields[1] = fields[0];
    CHECK_EQ(ox_type_check(&type, NULL), OX_BAD_DATA);
    fields[1] = (ox_field)OX_FIELD(ghost, health, OX_U8, OX_SIM, .initial = 101, .high = 100);
    CHECK_EQ(ox_type_check(&type, NULL), OX_BAD_DATA);
}

/* ---- breeds ---- */

typedef struct monster {
    int32_t health;
    ox_id attack;
    uint8_t does;
    uint8_t spare[3];
} monster;
static const ox_field monster_fields[] = {
    OX_FIELD(monster, health, OX_I32, OX_SAVE),
    OX_FIELD(monster, attack, OX_NAME_ID, OX_SAVE),
    OX_FIELD(monster, does, OX_U8, OX_SAVE),
};
static const ox_type monster_type = OX_TYPE(monster, monster_fields, 1);
enum { HEALTH, ATTACK, DOES };
enum { STAND, CHASE, WHIMPER };
enum { DRAGON, TROLL, ARCHER, WIZARD, CORPSE, ZOMBIE, BREEDS };

static monster records[BREEDS] = {{230, OX_NAME("breathes_fire"), STAND, {0}},
                                  {48, OX_NAME("clubs_you"), CHASE, {0}},
                                  {0, OX_NAME("fires_an_arrow"), 0, {0}},
                                  {0, OX_NAME("casts_a_spell"), WHIMPER, {0}},
                                  {0, OX_ID_NONE, STAND, {0}},
                                  {12, OX_NAME("bites"), CHASE, {0}}};
static const ox_breed breed_table[BREEDS] = {
    {OX_NAME("dragon"), 0, &records[DRAGON], 0},
    {OX_NAME("troll"), 0, &records[TROLL], 0},
    {OX_NAME("troll_archer"), OX_NAME("troll"), &records[ARCHER], 1u << HEALTH | 1u << DOES},
    {OX_NAME("troll_wizard"), OX_NAME("troll"), &records[WIZARD], 1u << HEALTH},
    {OX_NAME("corpse"), 0, &records[CORPSE], 0},
    {OX_NAME("zombie"), OX_NAME("corpse"), &records[ZOMBIE], 0}};

typedef struct being {
    uint16_t breed;
    int16_t health;
} being;
static const ox_field being_fields[] = {OX_FIELD(being, breed, OX_U16, OX_SIM),
                                        OX_FIELD(being, health, OX_I16, OX_SIM, .high = 100)};
static const ox_type being_type = OX_TYPE(being, being_fields, 1);

static bool fits(const void *record, const void *values) {
    return ((const being *)values)->health <= ((const monster *)record)->health;
}

static int stand(int x) { return x; }
static int chase(int x) { return x + 1; }
static int whimper(int x) { return x - 1; }
static int (*const behaviours[])(int) = {stand, chase, whimper};

static int act(const ox_breeds *breeds, const being *b) {
    return behaviours[ox_breed_get(breeds, b->breed, DOES, 0)](10);
}

TEST(type_breeds_inherit) {
    ox_breeds breeds = {&monster_type, breed_table, BREEDS, NULL};
    monster whole[BREEDS];
    being horde[30];
    CHECK_EQ(ox_breeds_check(&breeds, NULL), OX_OK);
    CHECK_EQ(ox_breed_get(&breeds, DRAGON, HEALTH, 0), 230);
    CHECK_EQ(ox_breed_get(&breeds, (uint32_t)ox_breeds_find(&breeds, OX_NAME("troll")), HEALTH, 0), 48);
    records[TROLL].health = 52; /* an edit of data */
    CHECK_EQ(ox_breed_get(&breeds, TROLL, HEALTH, 0), 52);
    records[TROLL].health = 25;
    CHECK_EQ(ox_breed_get(&breeds, ARCHER, HEALTH, 0), 25);
    CHECK_EQ(ox_breed_get(&breeds, WIZARD, HEALTH, 0), 25);
    CHECK_EQ(ox_breed_get(&breeds, ARCHER, ATTACK, 0), OX_NAME("fires_an_arrow"));
    CHECK_EQ(ox_breed_get(&breeds, WIZARD, ATTACK, 0), OX_NAME("casts_a_spell"));
    CHECK_EQ(ox_breed_get(&breeds, CORPSE, HEALTH, 0), 0); /* an explicit 0 is a value */
    for (uint16_t i = 0; i < 30; i++) horde[i] = (being){(uint16_t)(TROLL + i % 3u), 25};
    records[TROLL].health = 30; /* values that are looked up change in all thirty at once */
    for (int i = 0; i < 30; i++) CHECK_EQ(ox_breed_get(&breeds, horde[i].breed, HEALTH, 0), 30);
    records[TROLL].health = 25;
    CHECK_EQ(ox_breeds_copy_down(&breeds, whole, sizeof whole - 1), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_breeds_copy_down(&breeds, whole, sizeof whole), OX_OK);
    records[TROLL].health = 30; /* values that are copied change at the next copy */
    for (int i = 0; i < 30; i++) CHECK_EQ(ox_breed_get(&breeds, horde[i].breed, HEALTH, 0), 25);
    CHECK_EQ(((const monster *)ox_breed_record(&breeds, ARCHER))->attack, OX_NAME("fires_an_arrow"));
    CHECK_EQ(ox_breeds_copy_down(&breeds, whole, sizeof whole), OX_OK);
    for (int i = 0; i < 30; i++)
        CHECK_EQ(((const monster *)ox_breed_record(&breeds, horde[i].breed))->health, 30);
    records[TROLL].health = 48;
}

TEST(type_breeds_behave_and_change) {
    ox_breeds breeds = {&monster_type, breed_table, BREEDS, NULL};
    being b = {DRAGON, 5};
    CHECK_EQ(act(&breeds, &b), 10);
    CHECK_EQ(ox_breed_turn(&breeds, &b.breed, TROLL, &being_type, &b, fits), OX_OK);
    CHECK_EQ(act(&breeds, &b), 11);
    CHECK_EQ(ox_breed_turn(&breeds, &b.breed, WIZARD, &being_type, &b, NULL), OX_OK);
    CHECK_EQ(act(&breeds, &b), 9);
    /* A health below 10 attacks with "flails weakly" instead of the breed's attack. */
    CHECK_EQ(b.health < 10 ? OX_NAME("flails_weakly") : (ox_id)ox_breed_get(&breeds, b.breed, ATTACK, 0),
             OX_NAME("flails_weakly"));
    b = (being){CORPSE, 0};
    CHECK_EQ(ox_breed_turn(&breeds, &b.breed, ZOMBIE, &being_type, &b, fits), OX_OK);
    CHECK_EQ(b.breed, ZOMBIE);
    b = (being){DRAGON, 200};
    CHECK_EQ(ox_breed_turn(&breeds, &b.breed, ZOMBIE, &being_type, &b, fits),
             OX_BAD_ARGUMENT); /* the health is too high */
    CHECK_EQ(b.breed, DRAGON);
    CHECK_EQ(ox_breed_turn(&breeds, &b.breed, TROLL, &being_type, &b, NULL), OX_OK);
    CHECK_EQ(b.health, 100); /* the value is clamped to its range */
    CHECK_EQ(ox_breed_turn(&breeds, &b.breed, BREEDS, &being_type, &b, NULL), OX_BAD_ARGUMENT);
}

TEST(type_breeds_are_checked) {
    ox_breed table[2] = {{1, 2, &records[0], 1}, {2, 1, &records[1], 1}};
    ox_breeds breeds = {&monster_type, table, 2, NULL};
    char line[80];
    ox_text why = ox_text_begin(line, sizeof line);
    CHECK_EQ(ox_breeds_check(&breeds, &why), OX_CYCLE);
    CHECK(why.length > 10);
    (void)ox_breed_get(&breeds, 0, HEALTH, 0); /* a ring of parents ends all the same */
    table[1].parent = 3;
    CHECK_EQ(ox_breeds_check(&breeds, NULL), OX_BAD_DATA);
    table[1] = (ox_breed){1, 0, &records[1], 0};
    CHECK_EQ(ox_breeds_check(&breeds, NULL), OX_BAD_DATA);
}
