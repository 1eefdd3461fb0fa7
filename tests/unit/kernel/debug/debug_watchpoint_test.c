/* Tests of watchpoints: bytes that change are told once, with what they were and what ran. */
#include "kernel/debug/watchpoint.h"
#include "tests/test.h"

typedef struct told {
    uint32_t count, byte;
    uint64_t was, is;
    const char *by, *name;
} told;

static void take(void *context, const ox_watchpoint_change *change) {
    told *t = context;
    *t = (told){t->count + 1, change->byte, change->was, change->is, change->by, change->point->name};
}

TEST(debug_watchpoints_tell_what_changed_and_who_ran) {
    static ox_watchpoints points;
    uint8_t alive = 1, guard[40] = {0};
    uint32_t health = 300;
    uint64_t wide = 1;
    told t = {0};
    points = (ox_watchpoints){.tell = take, .context = &t};
    CHECK_EQ(ox_watchpoint_add(&points, "alive", &alive, sizeof alive), OX_OK);
    CHECK_EQ(ox_watchpoint_add(&points, "health", &health, sizeof health), OX_OK);
    CHECK_EQ(ox_watchpoint_add(&points, "wide", &wide, sizeof wide), OX_OK);
    CHECK_EQ(ox_watchpoint_add(&points, "guard", guard, sizeof guard), OX_OK);
    CHECK_EQ(ox_watchpoints_check(&points, "nothing"), 0);
    CHECK_EQ(t.count, 0);
    health = 299;
    CHECK_EQ(ox_watchpoints_check(&points, "bodies"), 1);
    CHECK(t.was == 300 && t.is == 299 && t.by[0] == 'b' && t.name[0] == 'h');
    CHECK_EQ(ox_watchpoints_check(&points, "sound"), 0); /* told once */
    wide = (uint64_t)7 << 40;
    CHECK_EQ(ox_watchpoints_check(&points, "a line"), 1);
    CHECK(t.was == 1 && t.is == (uint64_t)7 << 40);
    guard[31] = 0xAA; /* somebody writes beyond a buffer */
    CHECK_EQ(ox_watchpoints_check(&points, "early"), 1);
    CHECK(t.byte == 31 && t.name[0] == 'g' && points.points[3].changes == 1);
    alive = 0;
    guard[0] = 1;
    CHECK_EQ(ox_watchpoints_check(&points, "both"), 2);
    CHECK(ox_watchpoint_remove(&points, &alive) && !ox_watchpoint_remove(&points, &alive));
    alive = 1;
    CHECK_EQ(ox_watchpoints_check(&points, "unwatched"), 0);
    CHECK_EQ(t.count, 5);
}

TEST(debug_watchpoints_refuse_what_has_no_room) {
    static ox_watchpoints points;
    static uint8_t bytes[OX_WATCHPOINTS + 1][OX_WATCHPOINT_BYTES + 1];
    points = (ox_watchpoints){0};
    for (uint32_t i = 0; i < OX_WATCHPOINTS; i++)
        CHECK_EQ(ox_watchpoint_add(&points, "one", bytes[i], OX_WATCHPOINT_BYTES), OX_OK);
    CHECK_EQ(ox_watchpoint_add(&points, "more", bytes[OX_WATCHPOINTS], 1), OX_FULL);
    CHECK_EQ(ox_watchpoint_add(&points, "again", bytes[3], 4), OX_OK); /* anew */
    CHECK_EQ(points.count, OX_WATCHPOINTS);
    CHECK_EQ(ox_watchpoint_add(&points, "long", bytes[3], OX_WATCHPOINT_BYTES + 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_watchpoint_add(&points, "none", bytes[3], 0), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_watchpoint_add(&points, "nothing", NULL, 4), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_watchpoint_add(NULL, "nobody looks", bytes[3], 4), OX_OK);
    CHECK(!ox_watchpoint_remove(NULL, bytes[3]));
    CHECK_EQ(ox_watchpoints_check(NULL, "nobody looks"), 0);
    bytes[5][9] = 1; /* without `tell` it is counted */
    CHECK_EQ(ox_watchpoints_check(&points, "quiet"), 1);
    CHECK_EQ(points.points[5].changes, 1);
}
