/* Questions about places answer what a look at every shape of the world says. */
#define _XOPEN_SOURCE 700
#include "tests/host/kernel/collision/collision_scene.h"

#include "kernel/behaviour/internal.h"

enum { SCENES = 1000, PAIR_SCENES = 100, ROOM = 64 };

static const char nobody[] = "behaviour Nobody { }\n";

/* The answers of a question, counted by hand: what is found of each shape is asked of `meet`. */
typedef bool meet_one(const void *asked, const ox_collider *shape, ox_collision_hit *hit);

static bool is_before(const ox_collision_hit *a, const ox_collision_hit *b) {
    if (a->part != b->part) return a->part < b->part;
    if (a->distance != b->distance) return a->distance < b->distance;
    return (a->object.bits & 0xFFFFu) < (b->object.bits & 0xFFFFu);
}

static uint32_t look_at_all(const ox_collisions *c, ox_id name, meet_one *meet, const void *asked,
                            ox_collision_hit *out) {
    uint32_t count = 0;
    const ox_object *object;
    const ox_collider *shape;
    for (uint32_t at = 0; next_shape(c, &at, &object, &shape);) {
        ox_collision_hit hit = {.object = object->handle};
        if ((name != 0 && !ox_object_is(c->world, object, name)) || !meet(asked, shape, &hit)) continue;
        uint32_t i = count++;
        for (; i > 0 && is_before(&hit, &out[i - 1]); i--) out[i] = out[i - 1];
        out[i] = hit;
    }
    return count;
}

typedef struct asked_way {
    const ox_shape *shape; /* NULL: a line */
    rig34 pose;
    vec3 way;
    fx range;
} asked_way;

static bool meet_way_of(const void *asked, const ox_collider *s, ox_collision_hit *hit) {
    const asked_way *a = asked;
    ox_shape_hit found;
    const bool met = a->shape == NULL
                         ? ox_shape_ray(&s->shape, &s->pose, a->pose.t, a->way, &found)
                         : ox_shape_sweep(a->shape, &a->pose, a->way, &s->shape, &s->pose, &found);
    if (met) hit->part = found.part, hit->at = found.at;
    return met;
}

static bool meet_range_of(const void *asked, const ox_collider *s, ox_collision_hit *hit) {
    const asked_way *a = asked;
    vec3 on_a, on_b;
    if (s->shape.kind >= OX_SHAPE_CONVEX) return false; /* tested by itself */
    hit->distance = ox_shape_distance(a->shape, &a->pose, &s->shape, &s->pose, &on_a, &on_b);
    hit->at = on_b;
    return hit->distance <= a->range;
}

static bool meet_region_of(const void *asked, const ox_collider *s, ox_collision_hit *hit) {
    const asked_way *a = asked;
    (void)hit;
    return ox_shape_meets(a->shape, &a->pose, &s->shape, &s->pose);
}

static void check_same(const ox_collision_answers *found, const ox_collision_hit *all, uint32_t count) {
    CHECK_EQ(found->count, count < found->room ? count : found->room);
    CHECK_EQ(found->overflow, count > found->room);
    for (uint32_t i = 0; i < found->count; i++) {
        CHECK_EQ(found->hits[i].object.bits, all[i].object.bits);
        CHECK_EQ(found->hits[i].part, all[i].part);
        CHECK_EQ(found->hits[i].distance, all[i].distance);
    }
}

/* All that a line and a ball on its way meet, in a range and in a region, in random scenes; by three names; with much room and with little. */
TEST(collision_questions_equal_a_look_at_all) {
    static const char *const names[] = {"", "round", "box"};
    played p;
    rng32 r = rng32_seed(45, 1);
    ox_collision_hit hits[ROOM], all[ROOM];
    uint32_t sum[4] = {0, 0, 0, 0};
    play_shapes(&p, "", "", nobody);
    ox_collisions *c = ox_console_collisions(p.console);
    for (int scene = 0; scene < SCENES; scene++) {
        if (scene % 4 == 0) scatter(&p, &r, 4 * FX_ONE);
        const ox_shape shape = collision_any_convex(&r, scene % SCATTER_KINDS);
        const char *name = names[scene % 3];
        const ox_collision_filter filter = {.name = *name == '\0' ? 0 : rom_id(name)};
        asked_way a = {.pose = collision_any_pose(&r, 9 * FX_ONE),
                       .way = collision_any_vec3(&r, 20 * FX_ONE)};
        const ox_collision_asker asker = {&shape, &a.pose};
        ox_collision_answers found = {.hits = hits, .room = scene % 5 == 0 ? 2 : ROOM};
        sum[0] += ox_collision_along(c, a.pose.t, a.way, &filter, &found);
        check_same(&found, all, look_at_all(c, filter.name, meet_way_of, &a, all));
        a.shape = &shape;
        sum[1] += ox_collision_way(c, &asker, a.way, &filter, &found);
        check_same(&found, all, look_at_all(c, filter.name, meet_way_of, &a, all));
        sum[2] += ox_collision_region(c, &asker, &filter, &found);
        check_same(&found, all, look_at_all(c, filter.name, meet_region_of, &a, all));
        if (filter.name == 0) continue; /* no soup is round or a box */
        a.range = (fx)(rng32_next(&r) % (6 * FX_ONE));
        sum[3] += ox_collision_range(c, &asker, a.range, &filter, &found);
        check_same(&found, all, look_at_all(c, filter.name, meet_range_of, &a, all));
    }
    TEST_INFO("met by lines %d, on ways %d, in regions %d, in ranges %d", (int)sum[0], (int)sum[1],
              (int)sum[2], (int)sum[3]);
    for (int i = 0; i < 4; i++) CHECK(sum[i] > 100);
    end(&p);
}

/* The nearest place on each shape within a range lies on that shape, and no sampled place of it is nearer; also of triangles. */
TEST(collision_nearest_places_are_nearest) {
    played p;
    rng32 r = rng32_seed(27, 1);
    ox_collision_hit hits[ROOM];
    uint32_t soups = 0;
    play_shapes(&p, "", "", nobody);
    ox_collisions *c = ox_console_collisions(p.console);
    const ox_shape point = ox_shape_sphere(0);
    for (int scene = 0; scene < 100; scene++) {
        scatter(&p, &r, 6 * FX_ONE);
        const rig34 pose = {rot33_identity(), collision_any_vec3(&r, 6 * FX_ONE)};
        ox_collision_answers found = {.hits = hits, .room = ROOM};
        (void)ox_collision_range(c, &(ox_collision_asker){&point, &pose}, 5 * FX_ONE, NULL, &found);
        for (uint32_t i = 0; i < found.count; i++) {
            const ox_collision_hit *h = &hits[i];
            const ox_collider *s = ox_collider_of(c, ox_world_get(c->world, h->object));
            if (i > 0) CHECK(is_before(&hits[i - 1], h));
            CHECK(h->distance <= 5 * FX_ONE);
            if (h->distance == 0) continue;
            CHECK_NEAR(v3_distance(pose.t, h->at), h->distance, 8);
            if (s->shape.kind != OX_SHAPE_SOUP) {
                const rig34 there = {rot33_identity(), h->at};
                vec3 a, b;
                CHECK(ox_shape_distance(&point, &there, &s->shape, &s->pose, &a, &b) <= 8);
                continue;
            }
            soups++;
            for (uint32_t t = 0; t < ox_soup_triangles(s->shape.data.soup); t++) {
                ox_triangle triangle;
                ox_soup_triangle(s->shape.data.soup, t, &triangle);
                for (int u = 0; u <= 8; u++)
                    for (int v = 0; v <= 8 - u; v++) {
                        const vec3 ab = v3_scale(v3_sub(triangle.corner[1], triangle.corner[0]),
                                                 u * (FX_ONE / 8)),
                                   ac = v3_scale(v3_sub(triangle.corner[2], triangle.corner[0]),
                                                 v * (FX_ONE / 8)),
                                   at = rig34_point(&s->pose, v3_add(triangle.corner[0], v3_add(ab, ac)));
                        CHECK(v3_distance(pose.t, at) >= h->distance - 8);
                    }
            }
        }
    }
    CHECK(soups > 20);
    end(&p);
}

/* The nearest place of a box to a corner's side, and of two capsules that cross at a metre and a half: touching at 0.75 and 0.75. */
TEST(collision_nearest_places_are_exact) {
    played p;
    ox_collision_hit hits[4];
    play_shapes(
        &p, "type cube\n with shape=box size=2,2,2\ntype post\n with shape=capsule radius=0.75 height=3.5\n",
        " object cube name=cube at=100,0,0\n object post name=post at=200,1,0\n", nobody);
    ox_collisions *c = ox_console_collisions(p.console);
    const ox_shape point = ox_shape_sphere(0);
    rig34 pose = {rot33_identity(), {FX(103), FX(4), 0}};
    ox_collision_answers found = {.hits = hits, .room = 4};
    CHECK_EQ(ox_collision_range(c, &(ox_collision_asker){&point, &pose}, FX(3.6), NULL, &found), 0);
    CHECK_EQ(ox_collision_range(c, &(ox_collision_asker){&point, &pose}, FX(3.61), NULL, &found), 1);
    CHECK_NEAR(hits[0].distance, FX(3.605551), 4);
    CHECK(v3_equal(hits[0].at, (vec3){FX(101), FX(1), 0}));
    const ox_shape across = ox_shape_capsule(FX_ONE, FX(0.75));
    const rot33 turn = rot33_about_axis((dir30){Q30_ONE, 0, 0}, 0x40000000u);
    pose = rig34_from(&turn, (vec3){FX(201.5), FX(1), 0});
    CHECK_EQ(ox_collision_region(c, &(ox_collision_asker){&across, &pose}, NULL, &found), 1);
    pose.t.x += FX(0.5);
    CHECK_EQ(ox_collision_region(c, &(ox_collision_asker){&across, &pose}, NULL, &found), 0);
    CHECK_EQ(ox_collision_range(c, &(ox_collision_asker){&across, &pose}, FX_ONE, NULL, &found), 1);
    CHECK_NEAR(hits[0].distance, FX(0.5), 4);
    CHECK_NEAR(hits[0].at.x, FX(200.75), 4);
    CHECK_NEAR(hits[0].at.y, FX(1), 8);
    end(&p);
}

/* Each pair that meets once, in order; the first of them where there is little room. Nobody meets what lets it through. */
TEST(collision_pairs_equal_all_with_all) {
    static ox_collision_pair pairs[SCATTERED * SCATTERED], few[4];
    played p;
    rng32 r = rng32_seed(48, 1);
    uint32_t sum = 0;
    play_shapes(&p, "", "", nobody);
    ox_collisions *c = ox_console_collisions(p.console);
    for (int scene = 0; scene < PAIR_SCENES; scene++) {
        scatter(&p, &r, 5 * FX_ONE);
        const uint32_t count = ox_collision_pairs(c, pairs, SCATTERED * SCATTERED);
        CHECK_EQ(ox_collision_pairs(c, few, 4), count);
        for (uint32_t i = 0; i < 4 && i < count; i++) CHECK(few[i].a == pairs[i].a && few[i].b == pairs[i].b);
        uint32_t n = 0;
        const ox_object *a, *b;
        const ox_collider *sa, *sb;
        for (uint32_t i = 0; next_shape(c, &i, &a, &sa);) {
            const uint32_t low = ox_object_slot(a);
            for (uint32_t j = i; next_shape(c, &j, &b, &sb);) {
                const bool swap = sa->shape.kind >= OX_SHAPE_CONVEX;
                const ox_collider *x = swap ? sb : sa, *y = swap ? sa : sb;
                if (!ox_shape_meets(&x->shape, &x->pose, &y->shape, &y->pose)) continue;
                CHECK(n < count && pairs[n].a == low && pairs[n].b == ox_object_slot(b));
                n++;
            }
        }
        CHECK_EQ(n, count);
        sum += count;
    }
    CHECK(sum > PAIR_SCENES);
    CHECK(c->costs.broad >= c->costs.mid && c->costs.mid >= c->costs.narrow && c->costs.narrow > 0);
    CHECK(c->costs.broad < (uint32_t)PAIR_SCENES * 2 * SCATTERED * (SCATTERED - 1) / 4); /* of all pairs */
    end(&p);
}

/* A ball that moves along x to a wall at 6 m stops half way; what it overlaps where it begins is told with part 0; where it then stands it overlaps nothing. */
TEST(collision_ways_begin_in_what_they_overlap) {
    played p;
    ox_collision_hit hits[8];
    play_shapes(&p, "type wall\n with shape=box size=1,9,9\n",
                " object wall name=far at=6.5,0,0\n object wall "
                "name=here at=-0.8,0,0\n object wall name=beside at=6.5,0,9.5\n",
                nobody);
    ox_collisions *c = ox_console_collisions(p.console);
    const ox_shape ball = ox_shape_sphere(FX_ONE);
    rig34 pose = rig34_identity();
    const ox_collision_asker asker = {&ball, &pose};
    ox_collision_answers found = {.hits = hits, .room = 8};
    CHECK_EQ(ox_collision_way(c, &asker, (vec3){FX(10), 0, 0}, NULL, &found), 2);
    CHECK_EQ(hits[0].part, 0);
    CHECK_EQ(hits[0].object.bits, ox_world_called(c->world, rom_id("here"))->handle.bits);
    CHECK_NEAR(hits[1].part, Q30_ONE / 2, Q30_ONE / 5000);
    CHECK(hits[1].part < Q30_ONE / 2); /* the skin */
    CHECK_NEAR(hits[1].at.x, FX(6), 8);
    CHECK_EQ(hits[1].normal.x, -Q30_ONE);
    /* Both walls are reached at once half way between their middles. */
    pose.t.z = FX(4.75);
    CHECK_EQ(ox_collision_way(c, &asker, (vec3){FX(10), 0, 0}, NULL, &found), 3);
    CHECK_EQ(hits[1].part, hits[2].part);
    pose.t = v3_adds(pose.t, v3_scale_q30((vec3){FX(10), 0, 0}, hits[1].part));
    CHECK_EQ(ox_collision_region(c, &asker, NULL, &found), 0);
    end(&p);
}

/* The first, any and all; by object, type, tag and test; behind an answer. Nothing is changed. */
static bool is_heavy(void *context, const ox_object *object, const ox_collider *shape) {
    (void)object;
    ++*(int *)context;
    return shape->radius == 0;
}

TEST(collision_lines_meet_one_any_or_all) {
    played p;
    ox_collision_hit hits[8];
    int asked = 0;
    play_shapes(&p, "",
                " object ball name=a at=5,0,0\n object box name=b at=10,0,0\n object box name=c at=15,0,0\n"
                " object ball name=d at=20,0,0 tags=rare\n object box name=e at=7,0,0\n with shape=box "
                "size=1,1,1 sensor=1\n",
                nobody);
    ox_collisions *c = ox_console_collisions(p.console);
    const vec3 way = {FX(30), 0, 0};
    const uint32_t before = ox_console_state_hash(p.console);
    ox_collision_answers found = {.hits = hits, .room = 8};
    CHECK_EQ(ox_collision_along(c, V3_ZERO, way, NULL, &found), 4);
    CHECK_NEAR(hits[0].at.x, FX(4), 4);
    CHECK_NEAR(hits[0].normal.x, -Q30_ONE, 4);
    ox_collision_filter filter = {.name = rom_id("box")};
    CHECK_EQ(ox_collision_along(c, V3_ZERO, way, &filter, &found), 3); /* by its name sensors, too */
    filter.name = rom_id("rare");
    CHECK_EQ(ox_collision_along(c, V3_ZERO, way, &filter, &found), 1);
    filter = (ox_collision_filter){.but = ox_world_called(c->world, rom_id("a"))->handle};
    CHECK_EQ(ox_collision_along(c, V3_ZERO, way, &filter, &found), 3);
    filter = (ox_collision_filter){.test = is_heavy, .context = &asked};
    CHECK_EQ(ox_collision_along(c, V3_ZERO, way, &filter, &found), 2);
    CHECK_EQ(asked, 4);
    /* One after the other: each behind the last. */
    filter = (ox_collision_filter){.after = NULL};
    ox_collision_hit last;
    ox_collision_answers one = {.hits = hits, .room = 1};
    for (int i = 0; i < 4; i++) {
        static const char *const order[] = {"a", "b", "c", "d"};
        CHECK_EQ(ox_collision_along(c, V3_ZERO, way, &filter, &one), 1);
        CHECK_EQ(hits[0].object.bits, ox_world_called(c->world, rom_id(order[i]))->handle.bits);
        last = hits[0];
        filter.after = &last;
    }
    CHECK_EQ(ox_collision_along(c, V3_ZERO, way, &filter, &one), 0);
    ox_collision_answers any = {.hits = hits, .room = 8, .any = true};
    CHECK_EQ(ox_collision_along(c, V3_ZERO, way, NULL, &any), 1);
    for (int i = 0; i < 10000; i++)
        (void)ox_collision_along(c, V3_ZERO, (vec3){FX(30), i * 100, i * 7}, NULL, &any);
    CHECK_EQ(ox_console_state_hash(p.console), before);
    end(&p);
}

/* ---- how much of it ---- */

enum { GROWN = 1024 };

typedef struct counting {
    const box3 *boxes;
    uint32_t item, heard, met;
} counting;

static bool count_pair(void *context, uint32_t item) {
    counting *n = context;
    n->heard++;
    if (item < n->item && box_overlap(&n->boxes[item], &n->boxes[n->item])) n->met++;
    return true;
}

/* Pairs of 64, 256 and 1,024 boxes of one density, of which half ask: as many as all with all, in tests that grow more slowly than the number by the power 1.3. */
TEST(collision_pairs_take_few_tests) {
    static uint8_t memory[GROWN * 80];
    static box3 boxes[GROWN];
    ox_box_tree tree;
    rng32 r = rng32_seed(57, 1);
    double heard[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        const uint32_t n = 64u << (2 * k);
        uint32_t met = 0, all = 0;
        CHECK(ox_box_tree_bytes(n) <= sizeof memory);
        ox_box_tree_init(&tree, memory, n);
        for (uint32_t i = 0; i < n; i++) {
            const fx most = (16 << k) * FX_ONE;
            const vec3 at = {collision_any(&r, most), collision_any(&r, most), collision_any(&r, 2 * FX_ONE)};
            boxes[i] = box_translate(&(box3){{-FX_ONE, -FX_ONE, -FX_ONE}, {FX_ONE, FX_ONE, FX_ONE}}, at);
            (void)ox_box_tree_put(&tree, i, &boxes[i], V3_ZERO);
        }
        for (uint32_t i = 1; i < n; i += 2) {
            counting asks = {boxes, i, 0, 0};
            ox_box_tree_overlap(&tree, &boxes[i], count_pair, &asks);
            heard[k] += asks.heard;
            met += asks.met;
            for (uint32_t j = 0; j < i; j++) all += box_overlap(&boxes[i], &boxes[j]);
        }
        CHECK_EQ(met, all);
        TEST_INFO("%d boxes: %d pairs, %.0f tests of %d", (int)n, (int)met, heard[k], (int)(n * (n - 1) / 2));
    }
    CHECK(heard[1] < heard[0] * 6.06 && heard[2] < heard[1] * 6.06); /* 4 to the power 1.3 */
    CHECK(heard[2] < GROWN * (GROWN - 1) / 2 / 20);
}

/* ---- who meets whom ---- */

/* Fifteen tags (a cart has at most 16, and here one is `round`) say which types let which pass: an object of type i lets pass what has the tag of its number. */
TEST(collision_who_meets_whom_is_a_table) {
    enum { KINDS = 15 };
    static char head[8192], objects[2048];
    uint16_t lets[KINDS];
    rng32 r = rng32_seed(77, 1);
    int size = 0, placed = 0;
    for (int i = 0; i < KINDS; i++) lets[i] = (uint16_t)rng32_next(&r);
    for (int i = 0; i < KINDS; i++) {
        size += snprintf(head + size, sizeof head - (size_t)size, "type kind%d", i);
        bool first = true;
        for (int j = 0; j < KINDS; j++)
            if ((lets[j] >> i & 1) != 0) {
                size +=
                    snprintf(head + size, sizeof head - (size_t)size, "%spass%d", first ? " tags=" : ",", j);
                first = false;
            }
        size += snprintf(head + size, sizeof head - (size_t)size,
                         "\n with shape=sphere radius=1 through=pass%d\n", i);
        placed += snprintf(objects + placed, sizeof objects - (size_t)placed,
                           " object kind%d name=o%d at=100,0,%d\n", i, i, i);
    }
    CHECK((size_t)size < sizeof head && (size_t)placed < sizeof objects);
    played p;
    play_shapes(&p, head, objects, nobody);
    const ox_collisions *c = ox_console_collisions(p.console);
    const ox_object *all[KINDS];
    char name[8];
    for (int i = 0; i < KINDS; i++) {
        snprintf(name, sizeof name, "o%d", i);
        all[i] = ox_world_called(c->world, rom_id(name));
        CHECK(all[i] != NULL);
    }
    for (int i = 0; i < KINDS; i++)
        for (int j = 0; j < KINDS; j++) {
            const bool meets = (lets[i] >> j & 1) == 0 && (lets[j] >> i & 1) == 0;
            CHECK_EQ(
                ox_collisions_pair(c, all[i], ox_collider_of(c, all[i]), all[j], ox_collider_of(c, all[j])),
                meets);
        }
    end(&p);
}

/* Objects come and go a thousand times: there are as many shapes as a list says, and lines meet what is there. */
TEST(collision_world_equals_a_list) {
    played p;
    rng32 r = rng32_seed(76, 1);
    ox_handle list[64];
    uint32_t count = 0;
    ox_collision_hit hits[ROOM], all[ROOM];
    play_shapes(&p, "", "", nobody);
    ox_collisions *c = ox_console_collisions(p.console);
    const uint8_t *used = p.console->resident->low;
    for (int i = 0; i < 1000; i++) {
        if (count < 64 && (count == 0 || rng32_next(&r) % 2 == 0)) {
            ox_object *made = ox_world_create(c->world, rom_id(i % 2 == 0 ? "ball" : "box"), &list[count]);
            if (made != NULL) {
                CHECK_EQ(ox_place_set(c->world, made, collision_any_vec3(&r, 6 * FX_ONE)), OX_OK);
                count++;
            }
        } else if (count > 0) {
            const uint32_t gone = rng32_next(&r) % count;
            CHECK_EQ(ox_world_destroy(c->world, list[gone]), OX_OK);
            list[gone] = list[--count];
        }
        if (i % 10 != 9) continue;
        frame(p.console, 0);
        CHECK_EQ(c->tree.count, SCATTERED + count);
        asked_way a = {.way = collision_any_vec3(&r, 20 * FX_ONE)};
        a.pose.t = collision_any_vec3(&r, 6 * FX_ONE);
        ox_collision_answers found = {.hits = hits, .room = ROOM};
        (void)ox_collision_along(c, a.pose.t, a.way, NULL, &found);
        check_same(&found, all, look_at_all(c, 0, meet_way_of, &a, all));
        const ox_shape ball = ox_shape_sphere(100 * FX_ONE);
        a.shape = &ball;
        a.pose.r = rot33_identity();
        ox_collision_answers few = {.hits = hits, .room = 5};
        CHECK_EQ(ox_collision_region(c, &(ox_collision_asker){&ball, &a.pose}, NULL, &few), 5);
        CHECK(few.overflow);
    }
    CHECK(p.console->resident->low == used);
    end(&p);
}

/* ---- scripts ---- */

static int32_t global_of(const played *p, uint32_t number) {
    return ox_console_script(p->console, rom_id("script/game"))->globals[number];
}

/* Loops over what lines, ways, ranges and boxes meet, in their order, and where. */
TEST(collision_questions_of_scripts) {
    played p;
    play_shapes(
        &p, "scripts activation=20000 tick=20000\ntype eye behaviour=Eye\n with shape=sphere radius=0.5\n",
        " object eye name=eye at=0,0,0\n object ball name=a at=5,0,0\n object box name=b at=10,0,0\n object "
        "box "
        "name=c at=15,0,0\n object ball name=d at=0,-3,0\n",
        "var line = 0\nvar first = 0.0\nvar boxes = 0\nvar way = 0\nvar near_by = 0\nvar gap = 0.0\nvar ball "
        "= "
        "0\nvar corner = 0\nvar any = 0\nvar none = 0\n"
        "func digit(all: int, who: obj) -> int { return all * 10 + (who == find('a') ? 1 : who == find('b') "
        "? 2 : who == "
        "find('c') ? 3 : who == find('d') ? 4 : 9) }\n"
        "behaviour Eye { on tick {\n"
        " let far = vec3(20.0, 0.0, 0.0)\n line = 0\n boxes = 0\n way = 0\n near_by = 0\n ball = 0\n corner "
        "= 0\n"
        " for who in cast_all(self.pos, far) { line = digit(line, who)\n if line == 1 { first = hit_at().x } "
        "}\n"
        " for who in cast_all(self.pos, far, 'box') { boxes = digit(boxes, who) }\n"
        " for who in sweep_all(self, far) { way = digit(way, who) }\n"
        " for who in shapes_near(self, 4.0) { near_by = digit(near_by, who)\n gap = hit_at().y + hit_at().x "
        "}\n"
        " for who in shapes_around(vec3(12.0, 0.0, 0.0), 2.6) { ball = digit(ball, who) }\n"
        " for who in shapes_within(vec3(-1.0, -4.0, -1.0), vec3(6.0, 1.0, 1.0)) { corner = digit(corner, "
        "who) }\n"
        " any = cast_any(self.pos, far) ? 1 : 2\n none = cast_any(self.pos, far, 'pill') ? 1 : 2 } }\n");
    frame(p.console, 0);
    frame(p.console, 0);
    CHECK_EQ(global_of(&p, 0), 123);
    CHECK_NEAR(global_of(&p, 1), FX(4), 4);
    CHECK_EQ(global_of(&p, 2), 23);
    CHECK_EQ(global_of(&p, 3), 123);
    CHECK_EQ(global_of(&p, 4), 41); /* 1.5 m and 3.5 m away */
    CHECK_NEAR(global_of(&p, 5), FX(4), 4);
    CHECK_EQ(global_of(&p, 6), 23); /* 1.5 m and 2.5 m */
    CHECK_EQ(global_of(&p, 7), 14);
    CHECK_EQ(global_of(&p, 8), 1);
    CHECK_EQ(global_of(&p, 9), 2);
    end(&p);
}
