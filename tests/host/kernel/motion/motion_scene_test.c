/* Characters in scenes: what pictures may not change, what many share, and how poses come about. */
#define _XOPEN_SOURCE 700
#include "fixedmath/matrix.h"
#include "kernel/camera/rig.h"
#include "tests/host/kernel/motion/motion_scene.h"

static const char gaits[] =
    "skeleton robot\nnumber speed low=0 high=3\nstate stand stand\nstate go over=speed walk@1.2 run@3\n"
    "stand -> go when speed > 0.2 fade=0.25\ngo -> stand when speed < 0.2 fade=0.3\n";
static sqt before[64], now[64], other[64], room[5 * 64];

static uint32_t joints_of(const played *p) { return ox_pose_joints(set_of(p)->skeleton); }
static void take_local(const played *p, sqt *to) {
    const sqt *local;
    (void)ox_motion_global(motions_of(p), object_called(p, "hero"), &local);
    memcpy(to, local, joints_of(p) * sizeof *to);
}
static void take_global(const played *p, sqt *to) {
    memcpy(to, ox_motion_global(motions_of(p), object_called(p, "hero"), NULL), joints_of(p) * sizeof *to);
}
/* The pose of a clip alone at a phase of 2^32 to the round. */
static void take_clip(const played *p, uint32_t point, uint32_t phase, sqt *to) {
    const uint8_t *clip = set_of(p)->clips[point].clip;
    ox_pose_bind(set_of(p)->skeleton, to);
    ox_pose_sample(clip, ox_motion_time(clip, phase), to, joints_of(p));
}

/* ANI-002: who draws has the state of who does not; a character that nobody sees costs no pose, and is as its twin when it comes into sight. */
TEST(motion_pictures_change_no_state) {
    static const char twin[] = " object robot name=twin behaviour=Robot\n with motion=free of=hero\n";
    played seen, unseen;
    if (!play_motion(&seen, gaits, "free", twin) || !play_motion(&unseen, gaits, "free", twin)) return;
    object_called(&seen, "hero")->flags &= (uint16_t)~OX_OBJECT_VISIBLE;
    object_called(&unseen, "hero")->flags &= (uint16_t)~OX_OBJECT_VISIBLE;
    const uint32_t drawn = motions_of(&seen)->poses;
    for (int i = 0; i < 10000; i++) {
        if (i == 620)
            CHECK(hero(&seen)->layer[0].age > 600 &&
                  hero(&seen)->layer[0].phase != 0); /* it goes on by itself */
        for (int k = 0; k < 2; k++) {
            const played *p = k == 0 ? &seen : &unseen;
            ox_object *objects[2] = {object_called(p, "hero"), object_called(p, "twin")};
            for (int n = 0; n < 2 && i > 620; n++)
                (void)ox_motion_put(set_of(p), ox_motion_of(motions_of(p), objects[n]), OX_NAME("speed"),
                                    (fx)((i / 97 % 7) * 30000));
            plat_input polled = {.buttons = 0};
            ox_input_feed(p->console->host.input, &polled);
            CHECK(ox_console_update(p->console));
            if (k == 0 && i % 5 == 0) ox_console_output(p->console);
        }
        if (i % 250 == 0)
            CHECK_EQ(ox_console_state_hash(seen.console), ox_console_state_hash(unseen.console));
    }
    CHECK_EQ(ox_console_state_hash(seen.console), ox_console_state_hash(unseen.console));
    CHECK_EQ(motions_of(&unseen)->poses, 0);
    CHECK_EQ(motions_of(&seen)->poses - drawn, 2000); /* the twin's alone */
    const sqt *twins = ox_motion_global(motions_of(&unseen), object_called(&unseen, "twin"), NULL);
    memcpy(now, twins, joints_of(&unseen) * sizeof *now);
    object_called(&unseen, "hero")->flags |= OX_OBJECT_VISIBLE;
    take_global(&unseen, other);
    CHECK_EQ(memcmp(now, other, joints_of(&unseen) * sizeof *now), 0);
    end(&seen);
    end(&unseen);
}

static uint32_t chunks_of(const played *p, uint32_t tag, uint32_t *bytes) {
    rom_image image;
    uint32_t count = 0;
    *bytes = 0;
    CHECK(rom_open(p->image.data, p->image.size, &image, NULL) == ROM_OK);
    for (uint32_t i = 0; i < image.count; i++) {
        const uint8_t *entry = image.base + image.directory + i * ROM_ENTRY_SIZE;
        if (rom_u32(entry + ROM_ENTRY_TYPE) != tag) continue;
        count++;
        *bytes += rom_u32(entry + ROM_ENTRY_STORED);
    }
    return count;
}

/* ANI-004: twenty characters share one skeleton and its clips; each takes its own record and no more. Without frame memory they stand as they were bound. */
TEST(motion_characters_share_what_they_are_made_of) {
    static char objects[2048];
    played one, many;
    uint32_t bytes[2], more[2];
    size_t length = 0;
    for (int i = 1; i < 20; i++)
        length += (size_t)snprintf(objects + length, sizeof objects - length,
                                   " object robot name=r%d at=%d,0,0\n with motion=free of=hero\n", i, i);
    motion_most = 20;
    if (!play_motion(&one, gaits, "free", "") || !play_motion(&many, gaits, "free", objects)) return;
    CHECK(chunks_of(&one, ROM_TAG_SKELETON, &bytes[0]) == 1 &&
          chunks_of(&many, ROM_TAG_SKELETON, &more[0]) == 1);
    CHECK_EQ(chunks_of(&one, ROM_TAG_CLIP, &bytes[1]), chunks_of(&many, ROM_TAG_CLIP, &more[1]));
    CHECK(bytes[0] == more[0] && bytes[1] == more[1]);
    const ox_motions *m = motions_of(&many);
    const ox_nodes *nodes = &m->world->components[m->type].nodes;
    CHECK_EQ(nodes->stride, ox_motion_capacities[OX_CAPACITY_MOTIONS].bytes);
    steps(&many, 10);
    CHECK_EQ(m->poses, 200);
    TEST_INFO("%u bytes a character", (unsigned)nodes->stride);
    end(&one);
    end(&many);
    motion_frame = "20K";
    if (play_motion(&many, gaits, "free", objects)) {
        steps(&many, 10);
        CHECK(logged(many.console, "stand as they were bound"));
        end(&many);
    }
    motion_frame = "96K";
    motion_most = 6;
}

/* ANI-009: meshes of one skeleton share it, and clips play without a mesh. */
TEST(motion_sets_of_data_stand_alone) {
    static const char head[] =
        "title \"Data\"\nsize 64x48\nformat pal8\nbudget 600K\nframe 96K\nstart one\nscript game game.goad\n"
        "skeleton robot robot.oxs\nclip walk robot.oxs animation=walk skeleton=robot\nmotion hero "
        "hero.motion\n";
    static const char *const tails[] = {
        "type ghost\nscene one\n camera at=0,1,4 target=0,1,0\n object ghost name=hero\n with motion=free "
        "of=hero\nend\n",
        "mesh robot robot.oxs skeleton=robot\ntype ghost mesh=robot\nscene one\n camera at=0,1,4 "
        "target=0,1,0\n object ghost name=hero\n with motion=free of=hero\nend\n",
        "mesh robot robot.oxs skeleton=robot\nmesh twin robot.oxs skeleton=robot\ntype ghost "
        "mesh=twin\nscene one\n camera at=0,1,4 target=0,1,0\n object robot name=hero\n with "
        "motion=free of=hero\n object twin\nend\n"};
    uint32_t bytes[3], meshes;
    for (int i = 0; i < 3; i++) {
        static char text[2000];
        played p;
        memset(&p, 0, sizeof p);
        snprintf(text, sizeof text, "%s%s", head, tails[i]);
        write_texts(&p.folder, &(played_texts){text, "behaviour Nobody { }\n", NULL});
        folder_write(&p.folder, "robot.oxs", robot_text());
        folder_write(&p.folder, "hero.motion", "skeleton robot\nstate go walk\n");
        CHECK(folder_pack(&p.folder, &p.image));
        boot_with(&p, NULL, 0);
        if (p.console == NULL) {
            test_fail(__FILE__, __LINE__, p.error.text, i, 1);
            return;
        }
        CHECK_EQ(chunks_of(&p, ROM_TAG_SKELETON, &bytes[i]), 1);
        CHECK_EQ(chunks_of(&p, ROM_TAG_MESH, &meshes), (uint32_t)i);
        CHECK_EQ(bytes[i], bytes[0]);
        steps(&p, 10);
        CHECK(apart(joint_of(&p, "toe.R"), joint_of(&p, "toe.L")) > 0.2); /* it walks, seen or not */
        end(&p);
    }
}

/* ANI-063: a fade begins with the old pose and ends with the new one; a frozen one stands; and feet slide less where phases match. */
TEST(motion_fades_lead_from_pose_to_pose) {
    static const char text[] =
        "skeleton robot\nstate walk walk\nstate run run\nstate left left\nwalk -> run match fade=0.5\n"
        "run -> left frozen fade=0.5\nleft -> walk fade=0\n";
    played p;
    if (!play_motion(&p, text, "free", "")) return;
    steps(&p, 20);
    const size_t bytes = joints_of(&p) * sizeof *now;
    (void)ox_motion_ask(set_of(&p), hero(&p), rom_id("run"));
    steps(&p, 1); /* the way is taken behind this step: the old pose is still all of it */
    take_local(&p, now);
    take_clip(&p, 0, hero(&p)->layer[0].old_phase, other);
    CHECK_EQ(memcmp(now, other, bytes), 0);
    steps(&p, 30);
    CHECK_EQ(hero(&p)->layer[0].fade, 0);
    take_local(&p, now);
    take_clip(&p, 1, hero(&p)->layer[0].phase, other);
    CHECK_EQ(memcmp(now, other, bytes), 0);
    (void)ox_motion_ask(set_of(&p), hero(&p), rom_id("left"));
    steps(&p, 1);
    const uint32_t stands = hero(&p)->layer[0].old_phase;
    for (int i = 0; i < 29; i++) {
        CHECK_EQ(hero(&p)->layer[0].old_phase, stands);
        steps(&p, 1);
    }
    steps(&p, 1);
    CHECK(hero(&p)->layer[0].fade == 0 && hero(&p)->layer[0].old == hero(&p)->layer[0].state);
    end(&p);
    double slides[2];
    for (int way = 0; way < 2; way++) {
        char words[300];
        snprintf(words, sizeof words,
                 "skeleton robot\nstate walk walk travels\nstate run run travels\nwalk -> run %sfade=1\n",
                 way == 0 ? "match " : "phase=0.5 ");
        if (!play_motion(&p, words, "rooted", "")) return;
        steps(&p, 61);
        (void)ox_motion_ask(set_of(&p), hero(&p), rom_id("run"));
        slides[way] = 0;
        vec3 last[2] = {V3_ZERO, V3_ZERO};
        for (int i = 0; i < 60; i++) {
            static const char *const toes[2] = {"toe.R", "toe.L"};
            steps(&p, 1);
            for (int k = 0; k < 2; k++) {
                const vec3 toe = v3_adds(joint_of(&p, toes[k]), place_called(&p, "hero"));
                if (i > 0 && toe.y < FX(0.03) && last[k].y < FX(0.03))
                    slides[way] += apart((vec3){toe.x, 0, toe.z}, (vec3){last[k].x, 0, last[k].z});
                last[k] = toe;
            }
        }
        end(&p);
    }
    TEST_INFO("feet on the ground slide %.3f m in a fade with one phase, %.3f m without", slides[0],
              slides[1]);
    CHECK(slides[0] < slides[1] * 0.8);
}

/* ANI-052: between two clips a state is the blend of both, bit for bit; ANI-053: over a square it is three of them. */
TEST(motion_blends_are_those_of_poses) {
    played p;
    if (!play_motion(&p, "skeleton robot\nnumber x 27\nstate go over=x walk@27 run@60 back@136\n", "free",
                     ""))
        return;
    steps(&p, 1);
    put(&p, "x", 98);
    steps(&p, 25);
    const size_t bytes = joints_of(&p) * sizeof *now;
    take_local(&p, now);
    take_clip(&p, 1, hero(&p)->layer[0].phase, before);
    take_clip(&p, 2, hero(&p)->layer[0].phase, other);
    ox_pose_blend(before, other, 32768, joints_of(&p), other);
    CHECK_EQ(memcmp(now, other, bytes), 0);
    end(&p);
    if (!play_motion(&p,
                     "skeleton robot\nnumber x\nnumber y\nstate go over=x,y square walk@0,0 run@1,0 left@0,1 "
                     "right@1,1\n",
                     "free", ""))
        return;
    steps(&p, 1);
    uint32_t worst = 0;
    for (int i = 0; i <= 16; i++) {
        put(&p, "x", i % 4 / 4.0 + 0.1);
        put(&p, "y", i / 4 / 5.0);
        steps(&p, 7);
        take_local(&p, now);
        ox_motion_mix mix;
        ox_motion_mix_of(set_of(&p), 0, hero(&p), &mix);
        const uint32_t phase = hero(&p)->layer[0].phase;
        const uf16 x = weight_of(&mix, 1) + weight_of(&mix, 3), y = weight_of(&mix, 2) + weight_of(&mix, 3);
        take_clip(&p, 0, phase, before);
        take_clip(&p, 1, phase, other);
        ox_pose_blend(before, other, x, joints_of(&p), before);
        take_clip(&p, 2, phase, room);
        take_clip(&p, 3, phase, other);
        ox_pose_blend(room, other, x, joints_of(&p), room);
        ox_pose_blend(before, room, y, joints_of(&p), other);
        for (uint32_t k = 0; k < joints_of(&p); k++) {
            const uint32_t off = q4_angle(now[k].q, other[k].q);
            worst = off > worst ? off : worst;
            CHECK_NEAR(now[k].t.y, other[k].t.y, 8);
        }
    }
    TEST_INFO("a square is off three blends by %.3f degrees at most", worst * 360 / 4294967296.0);
    CHECK(worst * 360 / 4294967296.0 < 0.5);
    end(&p);
}

/* Composes a base, an arm over it and a difference, by hand; `first` says which of both comes first. */
static void compose(const played *p, uint32_t arm_layer, uint32_t mood_layer, sqt *to) {
    const ox_motion_run *run = hero(p);
    const uint32_t joints = joints_of(p);
    const uint32_t arm_point = arm_layer == 1 ? 1 : 2, mood_point = arm_layer == 1 ? 2 : 1;
    take_clip(p, 0, run->layer[0].phase, to);
    for (uint32_t k = 1; k < 3; k++) {
        if (k == arm_layer) {
            take_clip(p, arm_point, run->layer[k].phase, other);
            ox_pose_blend_part(to, other, UF16_ONE, set_of(p)->masks + k * joints, joints, to);
        } else {
            const uint8_t *clip = set_of(p)->clips[mood_point].clip;
            ox_pose_none(joints, other);
            ox_pose_sample(clip, ox_motion_time(clip, run->layer[mood_layer].phase), other, joints);
            ox_pose_add(to, other, UF16_ONE, NULL, joints, to);
        }
    }
}

/* ANI-076, ANI-056, ANI-057: layers are composed in the order of the text, as by hand; the other order gives another pose; without weight the base is left bit for bit. A
 * tired walk is the walk with what makes standing tired. */
TEST(motion_layers_compose_in_their_order) {
    static const char *const texts[2] = {
        "skeleton robot\nnumber seen 1 low=0 high=1\nstate go walk\nlayer arm mask=spine:0.3,chest:0.6,arm.R "
        "weight=seen\nstate wave wave\n"
        "layer mood adds weight=seen\nstate tired tired\n",
        "skeleton robot\nnumber seen 1 low=0 high=1\nstate go walk\nlayer mood adds weight=seen\nstate tired "
        "tired\n"
        "layer arm mask=spine:0.3,chest:0.6,arm.R weight=seen\nstate wave wave\n"};
    static sqt poses[2][64];
    played p;
    for (uint32_t i = 0; i < 2; i++) {
        if (!play_motion(&p, texts[i], "free", "")) return;
        steps(&p, 50);
        const size_t bytes = joints_of(&p) * sizeof *now;
        take_local(&p, poses[i]);
        compose(&p, i == 0 ? 1 : 2, i == 0 ? 2 : 1, now);
        CHECK_EQ(memcmp(poses[i], now, bytes), 0);
        if (i == 0) {
            const uint32_t spine = ox_pose_find(set_of(&p)->skeleton, rom_id("spine"));
            CHECK_EQ(set_of(&p)->masks[joints_of(&p) + spine], 77); /* 0.3 of 255: the mask begins softly */
        }
        put(&p, "seen", 0);
        take_local(&p, now);
        take_clip(&p, 0, hero(&p)->layer[0].phase, other);
        CHECK_EQ(memcmp(now, other, bytes), 0);
        end(&p);
    }
    CHECK(memcmp(poses[0], poses[1], sizeof poses[0]) != 0);
    if (!play_motion(&p, "skeleton robot\nstate go walk\nlayer mood adds\nstate tired tired\n", "free", ""))
        return;
    steps(&p, 1);
    double low = 10, plain = 10, stoop = 0;
    const uint32_t chest = ox_pose_find(set_of(&p)->skeleton, rom_id("chest"));
    for (int i = 0; i < 120; i++) {
        steps(&p, 1);
        take_global(&p, now);
        low = fmin(low, metres(joint_of(&p, "head").y));
        const vec3 up = q4_rotate(now[chest].q, V3_Y);
        take_clip(&p, 0, hero(&p)->layer[0].phase, other);
        ox_pose_global(set_of(&p)->skeleton, other, before);
        plain = fmin(plain, metres(before[ox_pose_find(set_of(&p)->skeleton, rom_id("head"))].t.y));
        stoop = fmax(stoop, acos(fmin(1, metres(v3_dot(up, q4_rotate(before[chest].q, V3_Y))))) * 57.29578);
        for (uint32_t k = 11; k < 19; k++)
            CHECK_EQ(memcmp(&now[k], &before[k], sizeof *now), 0); /* legs walk as before */
    }
    TEST_INFO("tired, the chest stoops by %.1f degrees, and the head is %.1f mm lower", stoop,
              (plain - low) * 1000);
    CHECK(stoop > 25 && stoop < 33); /* 14 + 2 of the spine and 12 + 3 of the chest */
    CHECK(plain - low > 0.03 && plain - low < 0.08);
    end(&p);
}

/* ANI-078: a weapon's set puts other clips into the same states, with a fade between; what it says nothing of stays, and no text of the states changes. */
TEST(motion_sets_change_clips_of_states) {
    static const char text[] = "skeleton robot\nstate stand stand\nstate go walk\nstate hit jump once\nstand "
                               "-> go fade=0\ngo -> stand fade=0\n"
                               "* -> hit fade=0\nhit -> stand end fade=0\nwear sword stand=rest walk=run "
                               "jump=wave\nwear bow walk=back\n";
    played p;
    if (!play_motion(&p, text, "free", "")) return;
    const uint8_t *clips[3][3];
    for (uint32_t s = 0; s < 3; s++)
        for (uint32_t k = 0; k < 3; k++) clips[s][k] = set_of(&p)->clips[s * 3 + k].clip;
    CHECK_EQ(set_of(&p)->sets, 3);
    CHECK(clips[1][0] != clips[0][0] && clips[1][1] != clips[0][1] && clips[1][2] != clips[0][2]);
    CHECK(clips[2][0] == clips[0][0] && clips[2][1] != clips[0][1] &&
          clips[2][2] == clips[0][2]); /* the bow has but a walk */
    steps(&p, 2);
    (void)ox_motion_ask(set_of(&p), hero(&p), rom_id("go"));
    steps(&p, 20);
    take_global(&p, before);
    CHECK(!ox_motion_wear(set_of(&p), hero(&p), rom_id("axe")));
    CHECK(ox_motion_wear(set_of(&p), hero(&p), rom_id("sword")));
    steps(&p, 1);
    take_global(&p, now);
    for (uint32_t k = 0; k < joints_of(&p); k++) CHECK(apart(before[k].t, now[k].t) < 0.06); /* no jump */
    steps(&p, 15);
    CHECK(hero(&p)->layer[0].fade == 0 && is_in(&p, "go"));
    take_local(&p, now);
    take_clip(&p, 3 + 1, hero(&p)->layer[0].phase, other);
    CHECK_EQ(memcmp(now, other, joints_of(&p) * sizeof *now), 0);
    (void)ox_motion_ask(set_of(&p), hero(&p), rom_id("hit"));
    steps(&p, 100); /* the sword's blow takes two seconds, bare hands' 0.9 */
    CHECK(is_in(&p, "hit"));
    steps(&p, 30);
    CHECK(is_in(&p, "stand"));
    CHECK(ox_motion_wear(set_of(&p), hero(&p), 0));
    steps(&p, 20);
    take_local(&p, now);
    take_clip(&p, 0, hero(&p)->layer[0].phase, other);
    CHECK_EQ(memcmp(now, other, joints_of(&p) * sizeof *now), 0);
    end(&p);
}

/* ANI-080: what comes on top is in the order of the text, the global pose is that of the changed local one, and without weight the pose stays bit for bit. */
TEST(motion_limbs_act_in_their_order) {
    static const char *const texts[2] = {"skeleton robot\nstate go walk\narm first arm.R fore.R hand.R "
                                         "pole=0.3,0,1\narm second arm.R fore.R hand.R pole=0.3,0,1\n",
                                         "skeleton robot\nstate go walk\narm second arm.R fore.R hand.R "
                                         "pole=0.3,0,1\narm first arm.R fore.R hand.R pole=0.3,0,1\n"};
    static const vec3 goal[2] = {{FX(0.4), FX(1.3), FX(-0.2)}, {FX(0.3), FX(1.1), FX(-0.3)}};
    played p;
    for (int i = 0; i < 2; i++) {
        if (!play_motion(&p, texts[i], "free", "")) return;
        steps(&p, 5);
        take_local(&p, before);
        take_clip(&p, 0, hero(&p)->layer[0].phase, other);
        CHECK_EQ(memcmp(before, other, joints_of(&p) * sizeof *now), 0);
        for (int k = 0; k < 2; k++) {
            const uint32_t limb = ox_motion_limb(set_of(&p), rom_id(k == 0 ? "first" : "second"));
            hero(&p)->flags |= (uint8_t)(1u << limb);
            hero(&p)->weight[limb] = 255;
            hero(&p)->place[limb][0] = goal[k].x;
            hero(&p)->place[limb][1] = goal[k].y;
            hero(&p)->place[limb][2] = goal[k].z;
        }
        CHECK(apart(joint_of(&p, "hand.R"), goal[1 - i]) < 0.001); /* the one that stands below counts */
        take_local(&p, now);
        take_global(&p, before);
        ox_pose_global(set_of(&p)->skeleton, now, other);
        CHECK_EQ(memcmp(before, other, joints_of(&p) * sizeof *now), 0);
        hero(&p)->weight[0] = hero(&p)->weight[1] = 0;
        take_local(&p, now);
        take_clip(&p, 0, hero(&p)->layer[0].phase, other);
        CHECK_EQ(memcmp(now, other, joints_of(&p) * sizeof *now), 0);
        end(&p);
    }
}

/* ANI-084: a character that gets into a moving vehicle goes its path as seen from the seat; hands keep to an edge along two metres. */
TEST(motion_constraints_hold_moving_things) {
    static const char text[] = "skeleton robot\nstate go stand\narm right arm.R fore.R hand.R "
                               "pole=0.3,0,1\narm left arm.L fore.L hand.L pole=-0.3,0,1\n";
    played p;
    if (!play_motion(&p, text, "free", " object robot name=car\n object robot name=bag parent=car\n")) return;
    ox_world *world = &p.console->world;
    ox_object *car = object_called(&p, "car"), *man = object_called(&p, "hero");
    ox_detach(world, object_called(&p, "bag"));
    steps(&p, 2);
    CHECK_EQ(ox_place_set(world, man, (vec3){FX(1.5), 0, 0}), OX_OK);
    if (ox_attach(world, man, car->handle) == OX_OK) {
        for (int i = 0; i <= 60; i++) { /* into the seat in a second, while the car drives a bend */
            ox_object_place *at = ox_object_place_of(world, car);
            at->angle = (ang16)(at->angle + 150);
            CHECK_EQ(ox_place_set(world, car, v3_adds(at->pos, (vec3){FX(0.02), 0, FX(-0.11)})), OX_OK);
            ox_attachment_of(world, man)->offset = (vec3){FX(1.5) - FX(1.2) * i / 60, FX(0.4) * i / 60, 0};
            steps(&p, 1);
            const rot33 turn = rot33_from_euler((euler16){at->angle, at->pitch, at->roll}),
                        back = rot33_transpose(&turn);
            const vec3 off = rot33_apply(&back, v3_subs(place_called(&p, "hero"), at->pos));
            CHECK(apart(off, (vec3){FX(1.5) - FX(1.2) * i / 60, FX(0.4) * i / 60, 0}) < 0.0005);
        }
        ox_detach(world, man);
    } else {
        test_fail(__FILE__, __LINE__, "the scene knows attachments", 0, 1);
    }
    double worst = 0;
    for (int i = 0; i <= 200; i++) { /* sideways along an edge 1.6 m above the ground, 30 cm ahead */
        const fx x = FX(0.01) * i;
        ox_object_place_of(world, man)->angle = 0;
        CHECK_EQ(ox_place_set(world, man, (vec3){x, 0, 0}), OX_OK);
        for (int k = 0; k < 2; k++) { /* each hand where it holds on, a hand's breadth further each time */
            const fx held = (fx)((x / FX(0.2)) * FX(0.2)) + (k == 0 ? FX(0.25) : FX(-0.15));
            hero(&p)->flags |= (uint8_t)(1u << k);
            hero(&p)->weight[k] = 255;
            hero(&p)->place[k][0] = held;
            hero(&p)->place[k][1] = FX(1.6);
            hero(&p)->place[k][2] = FX(-0.25);
        }
        steps(&p, 1);
        for (int k = 0; k < 2; k++) {
            const vec3 hand = v3_adds(joint_of(&p, k == 0 ? "hand.R" : "hand.L"), place_called(&p, "hero"));
            worst = fmax(worst, sqrt(metres(hand.y - FX(1.6)) * metres(hand.y - FX(1.6)) +
                                     metres(hand.z - FX(-0.25)) * metres(hand.z - FX(-0.25))));
        }
    }
    TEST_INFO("hands are off the edge by %.2f mm at most", worst * 1000);
    CHECK(worst < 0.01);
    end(&p);
}

/* ANI-073: a changed text counts while the game plays: another fade, the same state. */
TEST(motion_texts_change_while_the_game_plays) {
    static const char
        text[] =
            "skeleton robot\nstate stand stand\nstate go walk\nstand -> go fade=0.5\ngo -> stand fade=0.5\n",
        quick[] =
            "skeleton robot\nstate stand stand\nstate go walk\nstand -> go fade=0.5\ngo -> stand fade=0.1\n";
    played p, changed;
    rom_image was, is;
    writer mod = {0};
    tool_error said = {.text = ""};
    ox_error error = {.text = ""};
    uint32_t count = 0;
    if (!play_motion(&p, text, "free", "")) return;
    steps(&p, 5);
    (void)ox_motion_ask(set_of(&p), hero(&p), rom_id("go"));
    steps(&p, 40);
    const uint32_t phase = hero(&p)->layer[0].phase;
    if (!play_motion(&changed, quick, "free", "")) return;
    CHECK(rom_open(p.image.data, p.image.size, &was, NULL) == ROM_OK &&
          rom_open(changed.image.data, changed.image.size, &is, NULL) == ROM_OK);
    CHECK(overlay_make(&was, &is, "mod", NULL, &mod, &count, &said) && count > 0);
    CHECK_EQ(ox_console_replace(p.console, mod.data, (uint32_t)mod.size, &error), OX_OK);
    CHECK(is_in(&p, "go"));
    CHECK_EQ(hero(&p)->layer[0].phase, phase);
    (void)ox_motion_ask(set_of(&p), hero(&p), rom_id("stand"));
    steps(&p, 1);
    CHECK_EQ(hero(&p)->layer[0].fade, 6);
    end(&p);
    end(&changed);
    writer_free(&mod);
}

/* ---- things that are held ---- */

static double degrees_between(const played *p, const ox_object_place *at, uint32_t joint, double yaw) {
    (void)p;
    const rot33 is = rot33_from_euler((euler16){at->angle, at->pitch, at->roll}),
                body = rot33_from_euler((euler16){ang16_from_degrees((int)yaw), 0, 0}),
                own = q4_to_rot33(now[joint].q), wanted = rot33_mul(&body, &own);
    quat a = {0, 0, 0, Q30_ONE}, c = a;
    CHECK(q4_from_rot33(&is, &a) && q4_from_rot33(&wanted, &c));
    return q4_angle(a, c) * 360.0 / 4294967296.0;
}

/* ANI-085: what a hand holds is where the hand is in every step; it changes over to the back without a jump; what is thrown keeps the hand's speed. What hangs on it goes along.
 * ANI-026: a joint without a vertex leads a prop along its path, and a camera that sits on it. */
TEST(motion_held_things_go_with_their_joint) {
    static const char objects[] =
        " object robot name=sword\n with held=firm by=hand.R of=hero at=0,-0.1,0\n"
        " object robot name=tassel parent=sword at=0,-0.2,0\n"
        " object robot name=lamp\n with held=level by=aerial of=hero at=0,0.1,0 angles=30,0,0\n"
        " object robot name=eye\n with held=firm by=aerial of=hero\n";
    played p;
    if (!play_motion(&p, gaits, "free", objects)) return;
    ox_world *world = &p.console->world;
    ox_motions *m = motions_of(&p);
    ox_object *sword = object_called(&p, "sword"), *tassel = object_called(&p, "tassel"),
              *man = object_called(&p, "hero");
    steps(&p, 1);
    put(&p, "speed", 1.2);
    const uint32_t hand = ox_pose_find(set_of(&p)->skeleton, rom_id("hand.R")),
                   top = ox_pose_find(set_of(&p)->skeleton, rom_id("aerial"));
    ox_object_place_of(world, man)->angle = ang16_from_degrees(70);
    double worst = 0, turn = 0, prop = 0;
    vec3 before_hand = V3_ZERO;
    for (int i = 0; i < 120; i++) {
        CHECK_EQ(ox_place_set(world, man, v3_adds(place_called(&p, "hero"), (vec3){FX(0.01), 0, FX(0.005)})),
                 OX_OK);
        before_hand = place_called(&p, "sword");
        steps(&p, 1);
        take_global(&p, now);
        const mat34 place = ox_motion_place(m, man);
        const vec3 wanted =
            m34_point(&place, v3_adds(now[hand].t, q4_rotate(now[hand].q, (vec3){0, FX(-0.1), 0})));
        worst = fmax(worst, apart(wanted, place_called(&p, "sword")));
        prop = fmax(prop, apart(m34_point(&place, now[top].t), place_called(&p, "eye")));
        const ox_object_place *eye = ox_object_place_of(world, object_called(&p, "eye"));
        const ox_rig_target target = {eye->pos, eye->angle, eye->pitch, eye->roll, false};
        const ox_rig_world around = {.target = &target};
        ox_rig seat;
        ox_rig_out out;
        ox_type_reset(&ox_rig_type, &seat);
        seat.kind = OX_NAME("seat");
        seat.side = seat.height = seat.distance = seat.pitch = 0;
        ox_rig_step(&seat, &around, &out);
        CHECK(apart(out.pose.eye, m34_point(&place, now[top].t)) < 2.5 / 65536);
        const quat body = q4_from_euler((euler16){ang16_from_degrees(70), 0, 0}),
                   view = q4_mul(body, now[top].q);
        CHECK(q4_angle(out.pose.turn, view) * 360.0 / 4294967296.0 < 0.03);
        turn = fmax(turn, degrees_between(&p, ox_object_place_of(world, sword), hand, 70));
        const ox_object_place *s = ox_object_place_of(world, sword);
        const rot33 frame = rot33_from_euler((euler16){s->angle, s->pitch, s->roll});
        CHECK(apart(ox_object_place_of(world, tassel)->pos,
                    v3_adds(s->pos, rot33_apply(&frame, (vec3){0, FX(-0.2), 0}))) < 0.0005);
        const ox_object_place *lamp = ox_object_place_of(world, object_called(&p, "lamp"));
        CHECK(lamp->pitch == 0 && lamp->roll == 0 && lamp->angle == ang16_from_degrees(30));
    }
    TEST_INFO("a sword is off its hand by %.5f mm and %.4f degrees, a prop off its joint by %.5f mm",
              worst * 1000, turn, prop * 1000);
    CHECK(worst < 3.5 / 65536 && turn < 0.03 && prop < 2.0 / 65536);
    /* from the hand to the back, where it is */
    const vec3 there = place_called(&p, "sword");
    const ang16 angle = ox_object_place_of(world, sword)->angle;
    CHECK_EQ(ox_motion_held_take(m, sword, man, rom_id("chest")), OX_OK);
    CHECK_EQ(ox_motion_held_take(m, sword, man, rom_id("tail")), OX_NOT_FOUND);
    ox_motion_held_step(m);
    CHECK(apart(there, place_called(&p, "sword")) < 0.0005);
    CHECK_NEAR((int16_t)(angle - ox_object_place_of(world, sword)->angle), 0, 8);
    CHECK_EQ(ox_motion_held_take(m, sword, man, rom_id("hand.R")), OX_OK);
    for (int i = 0; i < 10; i++) {
        before_hand = place_called(&p, "sword");
        steps(&p, 1);
    }
    const vec3 way = v3_subs(place_called(&p, "sword"), before_hand);
    vec3 velocity;
    CHECK(ox_motion_held_drop(m, sword, &velocity));
    CHECK(v3_length(way) > 64);
    CHECK(apart(velocity, v3_scales(way, 60 * FX_ONE)) < metres(v3_length(velocity)) * 0.01 + 0.001);
    const vec3 left = place_called(&p, "sword");
    steps(&p, 5);
    CHECK_EQ(apart(left, place_called(&p, "sword")), 0);
    CHECK(!ox_motion_held_drop(m, sword, &velocity));
    end(&p);
}
