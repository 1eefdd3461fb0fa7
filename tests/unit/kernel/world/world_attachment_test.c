/* Carried objects: they keep their places as seen from the object that carries them. */
#include "kernel/world/attachment.h"
#include "kernel/world/query.h"
#include "tests/test.h"

enum { OBJECTS = 16 };

static union {
    uint64_t align;
    uint8_t bytes[24 * 1024];
} block;
static ox_arena arena;
static ox_world world;

static const ox_object_type crate = {
    .name = OX_NAME("crate"), .capacity = OBJECTS, .components = {OX_NAME("place")}};
static const ox_object_type thought = {.name = OX_NAME("thought"), .capacity = OBJECTS};

static void start(uint16_t attachments) {
    static ox_component_type place, attachment;
    const ox_world_config config = {.objects = OBJECTS, .types = 2, .components = 2, .systems = 2};
    place = ox_place_component(OBJECTS);
    attachment = ox_attachment_component(attachments);
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_world_init(&world, &arena, &config), OX_OK);
    if (attachments > 0) {
        CHECK_EQ(ox_world_add_component(&world, &attachment), 0); /* the world's first component */
        CHECK(ox_world_add_system(&world, &ox_attachments_system, NULL) >= 0);
    }
    CHECK(ox_world_add_component(&world, &place) >= 0);
    CHECK_EQ(ox_world_add_type(&world, &crate), 0);
    CHECK_EQ(ox_world_add_type(&world, &thought), 1);
}

static ox_object *put(int x, int y, int z, ang16 angle) {
    ox_object *object = ox_world_spawn(&world, 0, NULL);
    CHECK_EQ(ox_place_set(&world, object, (vec3){x * FX_ONE, y * FX_ONE, z * FX_ONE}), OX_OK);
    ox_object_place_of(&world, object)->angle = angle;
    return object;
}

static void move(ox_object *object, int x, int y, int z) {
    CHECK_EQ(ox_place_set(&world, object, (vec3){x * FX_ONE, y * FX_ONE, z * FX_ONE}), OX_OK);
}

static void check_at(const ox_object *object, fx x, fx y, fx z, int line) {
    const vec3 at = ox_object_place_of(&world, object)->pos;
    if (!v3_near(at, (vec3){x, y, z}, 8)) {
        test_fail(__FILE__, line, "x of the place", at.x, x);
        test_fail(__FILE__, line, "y of the place", at.y, y);
        test_fail(__FILE__, line, "z of the place", at.z, z);
    }
}
#define CHECK_AT(object, x, y, z) check_at(object, FX(x), FX(y), FX(z), __LINE__)
#define CHECK_ANGLE(actual, expected) CHECK_NEAR((int16_t)(uint16_t)((actual) - (expected)), 0, 2)

TEST(world_attached_objects_go_with_their_parents) {
    start(8);
    ox_object *ship = put(10, 0, 0, 16384), *turret = put(10, 1, -3, 20000);
    ox_object_place_of(&world, ship)->size = 2 * FX_ONE;
    CHECK(ox_attached_to(&world, turret) == NULL && ox_attachment_of(&world, turret) == NULL);
    CHECK_EQ(ox_attach(&world, turret, ship->handle), OX_OK);
    CHECK(ox_attached_to(&world, turret) == ship && ox_attached_to(&world, ship) == NULL);
    CHECK_AT(turret, 10, 1, -3); /* the turret does not move */
    /* As seen from a ship of size 2 that looks along -X, the world's -Z is to the right. */
    const ox_attachment *attachment = ox_attachment_of(&world, turret);
    CHECK(v3_near(attachment->offset, (vec3){FX(1.5), FX(0.5), 0}, 4));
    CHECK_ANGLE(attachment->angle, 20000 - 16384);
    CHECK(attachment->pitch <= 1 && attachment->roll <= 1);
    ox_world_tick(&world);
    CHECK_AT(turret, 10, 1, -3);
    move(ship, 20, 5, 0);
    ox_object_place_of(&world, ship)->angle = 0;
    ox_world_tick(&world);
    CHECK_AT(turret, 23, 6, 0);
    CHECK_ANGLE(ox_object_place_of(&world, turret)->angle, 20000 - 16384);
    /* The ship rolls to its left: an object at its right is above it. */
    ox_object_place_of(&world, ship)->roll = 16384;
    ox_world_tick(&world);
    CHECK_AT(turret, 19, 8, 0);
    ox_object_place_of(&world, ship)->roll = 0;
    /* the ship has half its size: the turret is half as far */
    ox_object_place_of(&world, ship)->size = FX_ONE;
    ox_world_tick(&world);
    CHECK_AT(turret, 21.5, 5.5, 0);
    /* No error builds up: a thousand turns bring the turret back. */
    for (int i = 1; i <= 1000; i++) {
        ox_object_place_of(&world, ship)->angle = (ang16)(i * 131);
        ox_object_place_of(&world, ship)->pitch = (ang16)(i * 37);
        ox_world_tick(&world);
    }
    ox_object_place_of(&world, ship)->angle = ox_object_place_of(&world, ship)->pitch = 0;
    ox_world_tick(&world);
    CHECK_AT(turret, 21.5, 5.5, 0);
    CHECK_ANGLE(ox_object_place_of(&world, turret)->angle, 20000 - 16384);
}

TEST(world_attached_objects_move_on_their_parents) {
    start(8);
    ox_object *ship = put(0, 0, 0, 16384), *sailor = put(0, 1, 0, 16384);
    ox_object_place_of(&world, ship)->size = 2 * FX_ONE;
    CHECK_EQ(ox_attach(&world, sailor, ship->handle), OX_OK);
    ox_world_tick(&world);
    move(sailor, -4, 1, 2); /* the sailor is ahead, and to the left */
    ox_world_tick(&world);
    CHECK_AT(sailor, -4, 1, 2);
    CHECK(v3_near(ox_attachment_of(&world, sailor)->offset, (vec3){FX(-1), FX(0.5), FX(-2)}, 8));
    move(ship, 100, 0, 0);
    ox_object_place_of(&world, ship)->angle = 0;
    ox_world_tick(&world);
    CHECK_AT(sailor, 98, 1, -4);
    CHECK_ANGLE(ox_object_place_of(&world, sailor)->angle, 0);
    /* The sailor turns by itself, on every axis. */
    ox_object_place_of(&world, sailor)->angle = 8000;
    ox_world_tick(&world);
    ox_object_place_of(&world, ship)->angle = 10000;
    ox_world_tick(&world);
    CHECK_ANGLE(ox_object_place_of(&world, sailor)->angle, 18000);
    ox_object_place_of(&world, ship)->angle = 0;
    ox_world_tick(&world);
    ox_object_place_of(&world, sailor)->pitch = 3000;
    ox_world_tick(&world);
    ox_object_place_of(&world, sailor)->roll = 2000;
    ox_world_tick(&world);
    CHECK_ANGLE(ox_attachment_of(&world, sailor)->angle, 8000);
    CHECK_ANGLE(ox_attachment_of(&world, sailor)->pitch, 3000);
    CHECK_ANGLE(ox_attachment_of(&world, sailor)->roll, 2000);
    CHECK_AT(sailor, 98, 1, -4); /* the turn did not move the sailor */
    /* The sailor moves and turns in a step in which the ship moves, too: its movement is relative to the ship's old
     * place. */
    move(sailor, 98, 1, -6);
    move(ship, 0, 0, 0);
    ox_world_tick(&world);
    CHECK_AT(sailor, -2, 1, -6);
}

TEST(world_attached_objects_are_free_again) {
    start(8);
    ox_object *ship = put(0, 0, 0, 0), *mast = put(0, 3, 0, 0), *flag = put(0, 9, 1, 0);
    CHECK_EQ(ox_attach(&world, mast, ship->handle), OX_OK);
    CHECK_EQ(ox_attach(&world, flag, mast->handle), OX_OK);
    ox_detach(&world, flag);
    ox_detach(&world, flag); /* the flag is not carried any more */
    CHECK(ox_attached_to(&world, flag) == NULL && ox_attachment_of(&world, flag) == NULL);
    move(ship, 5, 0, 0);
    ox_world_tick(&world);
    CHECK_AT(mast, 5, 3, 0);
    CHECK_AT(flag, 0, 9, 1);
    CHECK_EQ(ox_attach(&world, flag, mast->handle), OX_OK);
    /* A copy of a carried object stands alone. */
    ox_object *copy = ox_world_clone(&world, flag, NULL);
    CHECK(copy != NULL && ox_attached_to(&world, copy) == NULL);
    CHECK_EQ(ox_world_destroy(&world, mast->handle), OX_OK);
    ox_world_tick(&world);
    CHECK(ox_attachment_of(&world, flag) == NULL && ox_attachment_of(&world, copy) == NULL);
    move(ship, 50, 0, 0);
    ox_world_tick(&world);
    CHECK_AT(flag, 0, 9, 1);
    CHECK_AT(copy, 0, 9, 1);
}

/* Whatever the order in which they were attached, all objects of a chain follow in one step. */
TEST(world_attached_chains_follow_in_one_step) {
    start(OBJECTS);
    ox_object *link[10];
    for (int i = 0; i < 10; i++) link[i] = put(0, i, 0, 0);
    for (int i = OX_ATTACHED_DEEP; i > 0; i--)
        CHECK_EQ(ox_attach(&world, link[i], link[i - 1]->handle), OX_OK);
    move(link[0], 7, 0, -7);
    ox_world_tick(&world);
    for (int i = 0; i <= OX_ATTACHED_DEEP; i++) check_at(link[i], FX(7), i * FX_ONE, FX(-7), __LINE__);
    ox_object_place_of(&world, link[0])->roll = 16384; /* the first link falls to its left */
    ox_world_tick(&world);
    for (int i = 0; i <= OX_ATTACHED_DEEP; i++) check_at(link[i], FX(7) - i * FX_ONE, 0, FX(-7), __LINE__);
    /* One more link makes the chain too deep, above and below. */
    CHECK_EQ(ox_attach(&world, link[9], link[8]->handle), OX_FULL);
    CHECK_EQ(ox_attach(&world, link[0], link[9]->handle), OX_FULL);
    CHECK(ox_attached_to(&world, link[9]) == NULL && ox_attached_to(&world, link[0]) == NULL);
    ox_detach(&world, link[8]);
    CHECK_EQ(ox_attach(&world, link[0], link[9]->handle), OX_OK);
    CHECK_EQ(ox_attach(&world, link[8], link[7]->handle), OX_FULL);
    CHECK_EQ(ox_attach(&world, link[8], link[6]->handle), OX_OK); /* beside the seventh link */
    CHECK_EQ(ox_attach(&world, link[9], link[4]->handle), OX_CYCLE);
    CHECK_EQ(ox_attach(&world, link[9], link[9]->handle), OX_CYCLE);
}

TEST(world_attachments_that_cannot_be) {
    start(2);
    ox_object *a = put(0, 0, 0, 0), *b = put(1, 0, 0, 0), *c = put(2, 0, 0, 0), *d = put(3, 0, 0, 0),
              *idea = ox_world_spawn(&world, 1, NULL);
    const ox_handle gone = d->handle;
    CHECK_EQ(ox_attach(&world, idea, a->handle), OX_NOT_FOUND); /* the idea has no place */
    CHECK_EQ(ox_attach(&world, a, idea->handle), OX_NOT_FOUND);
    CHECK_EQ(ox_attach(&world, b, a->handle), OX_OK);
    CHECK_EQ(ox_attach(&world, c, a->handle), OX_OK);
    CHECK_EQ(ox_attach(&world, d, a->handle), OX_FULL); /* the table of attachments is full */
    CHECK_EQ(ox_attach(&world, c, b->handle), OX_OK);   /* another parent takes no more room */
    CHECK(ox_attached_to(&world, c) == b);
    CHECK_EQ(ox_world_destroy(&world, gone), OX_OK);
    ox_world_sweep(&world);
    CHECK_EQ(ox_attach(&world, b, gone), OX_STALE_HANDLE);
    CHECK_EQ(ox_attach_at(&world, b, gone), OX_STALE_HANDLE);
    CHECK(ox_attached_to(&world, b) == a);
    CHECK_AT(b, 1, 0, 0);
    start(0);
    a = put(0, 0, 0, 0);
    b = put(1, 0, 0, 0);
    CHECK_EQ(ox_attach(&world, b, a->handle), OX_NOT_FOUND); /* the world has no attachments */
    CHECK(ox_attached_to(&world, b) == NULL);
    ox_detach(&world, b);
}

TEST(world_attached_at_a_place_of_the_parent) {
    start(2);
    ox_object *ship = put(10, 0, 0, 16384), *gun = put(1, 2, -3, 1000);
    ox_object_place_of(&world, ship)->size = 2 * FX_ONE;
    ox_object_place_of(&world, gun)->pitch = 500;
    CHECK_EQ(ox_attach_at(&world, gun, ship->handle), OX_OK);
    CHECK_AT(gun, 4, 4, -2); /* 3 ahead and 1 to the right, twice as far */
    CHECK_ANGLE(ox_object_place_of(&world, gun)->angle, 17384);
    CHECK_ANGLE(ox_object_place_of(&world, gun)->pitch, 500);
    ox_world_tick(&world);
    CHECK_AT(gun, 4, 4, -2);
    CHECK(v3_equal(ox_attachment_of(&world, gun)->offset, (vec3){FX(1), FX(2), FX(-3)}));
}

/* ---- tags and systems ---- */

TEST(world_tags_have_names) {
    const ox_id foes = OX_NAME("foes"), flyers = OX_NAME("flyers");
    const ox_id elsewhere[OX_WORLD_TAGS] = {OX_NAME("flyers"), OX_NAME("unknown"), 0, OX_NAME("foes")};
    start(0);
    world.tags[1] = foes;
    world.tags[OX_WORLD_TAGS - 1] = flyers;
    CHECK_EQ(ox_world_tag(&world, foes), 2);
    CHECK_EQ(ox_world_tag(&world, flyers), 1u << (OX_WORLD_TAGS - 1));
    CHECK_EQ(ox_world_tag(&world, OX_NAME("unknown")), 0);
    CHECK_EQ(ox_world_tag(&world, 0), 0); /* bits without a name are no tag of name 0 */
    CHECK_EQ(ox_world_tags_of(&world, 1u, elsewhere), 1u << (OX_WORLD_TAGS - 1));
    CHECK_EQ(ox_world_tags_of(&world, 2u, elsewhere), 0);
    CHECK_EQ(ox_world_tags_of(&world, 4u, elsewhere), 4u); /* a tag without a name keeps its bit */
    CHECK_EQ(ox_world_tags_of(&world, 8u, elsewhere), 2u);
    CHECK_EQ(ox_world_tags_of(&world, 15u, elsewhere), 1u << (OX_WORLD_TAGS - 1) | 4u | 2u);
}

static int runs[2];
static void count_run(void *context, ox_world *w, ox_phase phase, uint32_t bucket) {
    (void)w, (void)phase, (void)bucket;
    ++*(int *)context;
}

TEST(world_systems_leave_their_places_to_others) {
    static const ox_system first = {.name = OX_NAME("first"),
                                    .phases = 1u << OX_PHASE_EARLY,
                                    .run = count_run},
                           wrong = {.name = OX_NAME("wrong"), .phases = 1u << OX_PHASES, .run = count_run},
                           idle = {.name = OX_NAME("idle"), .phases = 1u << OX_PHASE_EARLY},
                           links = {.name = OX_NAME("links")};
    start(0);
    runs[0] = runs[1] = 0;
    CHECK_EQ(ox_world_add_system(&world, &wrong, NULL), OX_BAD_ARGUMENT); /* there is no such phase */
    /* the system has no function for the phase */
    CHECK_EQ(ox_world_add_system(&world, &idle, NULL), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_world_add_system(&world, &first, &runs[0]), 0);
    CHECK_EQ(ox_world_add_system(&world, &first, &runs[0]), OX_ALREADY_THERE);
    CHECK_EQ(ox_world_add_system(&world, &first, &runs[1]), 1);
    CHECK_EQ(ox_world_add_system(&world, &links, NULL), OX_FULL);
    ox_world_tick(&world);
    int each = runs[0];
    CHECK(each > 0 && runs[1] == each);
    ox_world_remove_systems(&world, &runs[0]);
    ox_world_tick(&world);
    CHECK_EQ(runs[0], each);
    CHECK_EQ(runs[1], 2 * each);
    /* the system has its number, though no phase calls it */
    CHECK_EQ(ox_world_add_system(&world, &links, NULL), 0);
    ox_world_remove_systems(&world, &runs[1]);
    ox_world_tick(&world);
    CHECK(runs[0] == each && runs[1] == 2 * each);
}
