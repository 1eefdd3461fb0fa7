/* Clips of free tracks in a console: what they move and when, marks, weights, ends; saved, skipped, changed while they play. */
#define _XOPEN_SOURCE 700
#include "kernel/sequence/module.h"

#include "kernel/behaviour/internal.h"
#include "kernel/camera/module.h"
#include "tests/host/rom/carts/played_cart.h"

static const char script[] =
    "event Bang(number: int)\nevent Yes()\nevent No(why: int)\nvar bangs = 0\nvar last = 0\nvar ends = 0\n"
    "behaviour Stage {\n on Bang(number) { bangs += 1\n last = number }\n on SequenceEnds(what) { ends += 1 "
    "}\n"
    " on Press(b) {\n  if b == Button.A { sequence_play(self, 'it', 1.0, 2) }\n"
    "  if b == Button.B { sequence_skip(self) }\n  if b == Button.X { sequence_weight(self, 0.5) }\n"
    "  if b == Button.Y { sequence_stop(self) }\n  if b == Button.L { sequence_seek(self, 0.1) }\n"
    "  if b == Button.R { sequence_rate(self, -1.0) }\n"
    "  if b == Button.LEFT { emit Yes() }\n  if b == Button.RIGHT { emit No(7) }\n"
    "  if b == Button.DOWN { log(\"went {sequence_go(self)}\") }\n"
    "  if b == Button.UP { log(\"at {sequence_at(self)} {sequence_plays(self) == 'it'}\") }\n }\n}\n";

/* Plays a text of tracks on the object `stage`, which is a square at 1,2,3, with an object `other` beside it. */
static void pack_clip(played *p, const char *clip, const char *word) {
    static char text[1024];
    snprintf(
        text, sizeof text,
        "title \"Clips\"\nsize 64x48\nformat rgb565\nbudget 256K\nframe 16K\nstart one\nscript game "
        "game.goad\n"
        "capacity sequences 2\nclip it it.clip\nmesh sign square.obj\ntype stage mesh=sign behaviour=Stage\n"
        "type eye\n with camera=fixed called=eye\nscene one\n camera at=0,0,6 target=0,0,0\n"
        " object stage name=stage at=1,2,3\n %s\n object sign name=other at=4,0,0\n object eye name=eye "
        "at=0,0,6\nend\n",
        word);
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    folder_write(&p->folder, "it.clip", clip);
    CHECK(folder_pack(&p->folder, &p->image));
}

static void play_clip(played *p, const char *clip, const char *word) {
    pack_clip(p, clip, word);
    boot_with(p, NULL, 0);
    if (p->console == NULL) test_fail(__FILE__, __LINE__, p->error.text, 0, 1);
}

#define RUNS "with sequence=runs of=it"
#define WAITS "with sequence=waits of=it"

static ox_object *named(const played *p, ox_id name) { return ox_world_find(&p->console->world, name); }
static ox_object_place *place_at(const played *p, ox_id name) {
    return ox_object_place_of(&p->console->world, named(p, name));
}
static ox_sequence *sequence_of(const played *p) {
    return ox_sequence_of(ox_console_sequences(p->console), named(p, OX_NAME("stage")));
}
static const int32_t *globals_of(const played *p) {
    return ox_console_script(p->console, rom_id("script/game"))->globals;
}

/* ANI-027: fields of who plays and of others hit the values of their keys at the keys' times; what finds nothing is told once and does nothing. */
TEST(sequence_hits_its_keys) {
    played p;
    play_clip(&p,
              "rate 60\ntrack size 0:1 10:3\ntrack pos 4:0,0,0 12:8,4,-2\nobject nobody\ntrack size 0:1\n"
              "object other\ntrack turn curve 0:0,0,0 5:90,0,0 10:90,45,0\ntrack pos steps 0:1,1,1 6:2,2,2\n",
              RUNS);
    for (int i = 0; i <= 12; i++) {
        frame(p.console, 0);
        const ox_object_place *stage = place_at(&p, OX_NAME("stage")),
                              *other = place_at(&p, OX_NAME("other"));
        CHECK_NEAR(stage->size, i >= 10 ? FX(3) : FX_ONE + i * FX(0.2), 4);
        CHECK_NEAR(stage->pos.x, i <= 4 ? 0 : (i - 4) * FX_ONE, 1);
        CHECK_EQ(other->pos.y, i < 6 ? FX_ONE : FX(2));
        if (i == 0 || i == 5 || i == 10) CHECK_NEAR(other->angle, i == 0 ? 0 : 16384, 1);
        if (i == 10) CHECK_NEAR(other->pitch, 8192, 1);
    }
    CHECK(logged(p.console, "track 2 of the clip"));
    CHECK_EQ(globals_of(&p)[2], 0);
    frame(p.console, 0);
    CHECK_EQ(globals_of(&p)[2], 1);
    CHECK_EQ(sequence_of(&p)->flags, 0);
    end(&p);
}

/* CAM-037, ANI-027: a field of view from 60 to 30 degrees: the projection of 11 steps is that of the field's own; a cut shows the two cameras alone. */
TEST(sequence_leads_a_camera) {
    played p;
    play_clip(&p,
              "rate 60\nobject eye\ntrack camera.fov 0:60 10:30 20!50 30:50\n"
              "track pos 0:0,0,6 10:1,0,6 20!-4,1,0 30:-4,1,2\ntrack turn 0:0,0,0 10:10,0,0 20!-90,-10,0 "
              "30:-90,0,0\n",
              RUNS);
    const ox_cameras *c = ox_console_cameras(p.console);
    for (int i = 0; i <= 30; i++) {
        frame(p.console, 0);
        const ox_camera_pose *now = &c->seats[0].camera.now;
        const fx degrees = i <= 10 ? FX(60) - i * FX(3) : i < 20 ? FX(30) : FX(50);
        const ang16 yaw = ang16_from_degrees_fx(i <= 10 ? i * FX_ONE : i < 20 ? FX(10) : FX(-90));
        CHECK_EQ(now->focal, fov_focal(ang16_from_degrees_fx(degrees)));
        const vec3 eye = i <= 10  ? (vec3){i * (FX_ONE / 10), 0, FX(6)}
                         : i < 20 ? (vec3){FX_ONE, 0, FX(6)}
                                  : (vec3){FX(-4), FX_ONE, (i - 20) * FX(0.2)};
        CHECK(abs(now->eye.x - eye.x) <= 6 && abs(now->eye.y - eye.y) <= 1 && abs(now->eye.z - eye.z) <= 6);
        if (i >= 10 && i < 20) CHECK(now->eye.x == FX_ONE && now->eye.z == FX(6));
        if (i == 20) CHECK(now->eye.x == FX(-4) && now->eye.y == FX_ONE && now->eye.z == 0);
        const vec3 ahead = q4_rotate(now->turn, (vec3){0, 0, -FX_ONE});
        const fx level = fx_sqrt(fx_muls(ahead.x, ahead.x) + fx_muls(ahead.z, ahead.z));
        CHECK_NEAR(ahead.x, -fx_muls(fx_sin(yaw), level), 24);
    }
    end(&p);
}

/* Marks are told in their order, each time that they are passed; a clip that loops twice ends once; one that is skipped tells those that must be. */
TEST(sequence_tells_its_marks) {
    played p;
    play_clip(
        &p,
        "rate 60\nframes 10\nloop\ntrack size 0:1 5:2\nmark 0 Bang 1\nmark 4 Bang 2\nmark 9.5 Bang 3 must\n",
        WAITS);
    frames(p.console, 3);
    CHECK_EQ(globals_of(&p)[0], 0);
    frame(p.console, PLAT_A);
    frames(p.console, 2);
    CHECK(globals_of(&p)[0] == 1 && globals_of(&p)[1] == 1);
    frames(p.console, 3);
    CHECK(globals_of(&p)[0] == 2 && globals_of(&p)[1] == 2);
    frames(p.console, 20);
    CHECK_EQ(globals_of(&p)[0], 6);
    CHECK_EQ(globals_of(&p)[2], 1);
    frame(p.console, PLAT_A);
    frame(p.console, PLAT_B);
    frames(p.console, 2);
    CHECK(globals_of(&p)[0] == 8 && globals_of(&p)[1] == 3 && globals_of(&p)[2] == 2);
    CHECK_EQ(sequence_of(&p)->flags, 0);
    end(&p);
}

/* Values that are added leave room for others, come round with a loop, and end where they began; a weight leads from a field's rest. */
TEST(sequence_adds_and_weighs) {
    played p;
    play_clip(&p,
              "rate 60\nframes 20\nloop\ntrack pos adds 0:0,0,0 10:2,0,0 20:0,0,0\ntrack size weighted "
              "0:3\ntrack angle weighted 0:90\n",
              RUNS);
    for (int i = 0; i < 61; i++) {
        ox_object_place *stage = place_at(&p, OX_NAME("stage"));
        stage->pos.y += FX(0.5);
        frame(p.console, i == 30 ? PLAT_X : 0);
        const int at = i % 20, part = i >= 30 ? 1 : 2;
        CHECK_NEAR(stage->pos.x, FX_ONE + (at <= 10 ? at : 20 - at) * FX(0.1) * part, 24);
        CHECK_EQ(stage->pos.y, FX(2) + (i + 1) * FX(0.5));
        CHECK_EQ(stage->size, i >= 30 ? FX(2) : FX(3));
        CHECK_EQ(stage->angle, i >= 30 ? 8192 : 16384);
    }
    CHECK_EQ(place_at(&p, OX_NAME("stage"))->pos.x, FX_ONE);
    end(&p);
}

/* Stopped it stays, another time and rate go on from there, backwards it ends at its begin; scripts ask where it is. */
TEST(sequence_goes_as_it_is_told) {
    played p;
    play_clip(&p, "rate 60\ntrack size 0:1 60:61\n", RUNS);
    frames(p.console, 5);
    CHECK_EQ(place_at(&p, OX_NAME("stage"))->size, FX(5));
    frame(p.console, PLAT_L);
    frames(p.console, 1);
    CHECK_NEAR(place_at(&p, OX_NAME("stage"))->size, FX(8), 32);
    frame(p.console, PLAT_R);
    frames(p.console, 2);
    CHECK_NEAR(place_at(&p, OX_NAME("stage"))->size, FX(7), 32);
    frame(p.console, PLAT_UP);
    CHECK(logged(p.console, "true"));
    frames(p.console, 8);
    CHECK_EQ(place_at(&p, OX_NAME("stage"))->size, FX_ONE);
    CHECK_EQ(globals_of(&p)[2], 1);
    frame(p.console, PLAT_A);
    frames(p.console, 3);
    frame(p.console, PLAT_Y);
    const fx size = place_at(&p, OX_NAME("stage"))->size;
    frames(p.console, 3);
    CHECK_EQ(place_at(&p, OX_NAME("stage"))->size, size);
    CHECK_EQ(sequence_of(&p)->flags, 0);
    end(&p);
}

/* A state from the middle goes on alike. */
TEST(sequence_state_comes_back_in_the_middle) {
    static uint8_t image[65536];
    played p;
    uint32_t hash[2];
    play_clip(&p,
              "rate 24\nframes 20\nloop\ntrack pos adds curve 0:0,0,0 7:2,0,1 13:0,3,0\ntrack size 0:1 "
              "9:2\nmark 5 Bang 1\n",
              RUNS);
    frames(p.console, 23);
    const ox_sim_part part = ox_console_world_part(p.console);
    const ox_sim state = {&part, 1};
    ox_writer to = ox_writer_bytes(image, sizeof image);
    part.save(part.context, &to);
    CHECK(!to.full);
    for (int round = 0; round < 2; round++) {
        frames(p.console, 40);
        hash[round] = ox_sim_hash(&state, OX_FNV_START);
        ox_reader from = ox_reader_bytes(image, to.used);
        CHECK_EQ(part.restore(part.context, &from), OX_OK);
    }
    CHECK_EQ(hash[0], hash[1]);
    end(&p);
}

/* Another text of the clip while it plays: it goes on where it is, by the new keys. */
TEST(sequence_goes_on_when_its_text_changes) {
    played p, other;
    rom_image was, is;
    writer mod = {0};
    tool_error error = {.text = ""};
    ox_error refused = {.text = ""};
    uint32_t count = 0;
    play_clip(&p, "rate 60\ntrack size 0:1 60:61\n", RUNS);
    frames(p.console, 11);
    CHECK_EQ(place_at(&p, OX_NAME("stage"))->size, FX(11));
    pack_clip(&other, "rate 60\ntrack size 0:1 30:61 60:1\ntrack pitch 0:45\n", RUNS);
    CHECK(rom_open(p.image.data, p.image.size, &was, NULL) == ROM_OK &&
          rom_open(other.image.data, other.image.size, &is, NULL) == ROM_OK);
    CHECK(overlay_make(&was, &is, "mod", NULL, &mod, &count, &error));
    CHECK_EQ(ox_console_replace(p.console, mod.data, (uint32_t)mod.size, &refused), OX_OK);
    frame(p.console, 0);
    CHECK_EQ(place_at(&p, OX_NAME("stage"))->size, FX(23)); /* step 11 of the new text */
    CHECK_EQ(place_at(&p, OX_NAME("stage"))->pitch, 8192);
    end(&p);
    writer_free(&other.image);
    folder_remove(&other.folder);
    writer_free(&mod);
}

#define WAY                                                                                                  \
    "rate 60\nframes 60\ntrack size 0:1 60:61\nmark 6 Bang 1 must\nmark 20 Bang 2\nmark 40 Bang 3 must\n"    \
    "wait 5 Yes to=20\nwait 5 No 7 to=40\nwait 5 No to=10\nwait 5 for=0.5\nwait 30 to=50 for=0\n"

/* ANI-092: a clip stands at a wait until an event comes, the right argument counting; each leads another way, and the mark at its begin is told; else it goes on after its time. */
TEST(sequence_waits_and_takes_ways) {
    static const struct {
        uint32_t button;
        fx size; /* three steps after the answer */
        int last, bangs;
    } rows[] = {
        {PLAT_LEFT, FX(23), 2, 1}, {PLAT_RIGHT, FX(43), 3, 1}, {PLAT_DOWN, FX(9), 1, 1}, {0, FX(6), 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        played p;
        play_clip(&p, WAY, RUNS);
        frames(p.console, 20);
        CHECK_EQ(place_at(&p, OX_NAME("stage"))->size, FX(6));
        CHECK((sequence_of(&p)->flags & OX_SEQUENCE_STANDS) != 0);
        CHECK_EQ(globals_of(&p)[0], 0);
        frame(p.console, rows[i].button);
        frames(p.console, 3);
        CHECK_NEAR(place_at(&p, OX_NAME("stage"))->size, rows[i].size, FX_ONE);
        CHECK(globals_of(&p)[0] == rows[i].bangs && globals_of(&p)[1] == rows[i].last);
        if (rows[i].button == 0) {
            frames(p.console, 16); /* half a second after it came there */
            CHECK(place_at(&p, OX_NAME("stage"))->size > FX(7) && globals_of(&p)[1] == 1);
            frame(p.console, PLAT_DOWN);
            CHECK(logged(p.console, "went false"));
        }
        frames(p.console, 50);
        CHECK_EQ(place_at(&p, OX_NAME("stage"))->size, FX(61));
        CHECK_EQ(globals_of(&p)[2], 1);
        CHECK_EQ(globals_of(&p)[0], rows[i].button == PLAT_LEFT || rows[i].button == PLAT_RIGHT ? 1 : 2);
        end(&p);
    }
}

/* A skip goes the first way of each wait: from before and from within it; musts of other ways are not told. A text that leads round ends all the same. */
TEST(sequence_skips_by_the_first_way) {
    for (int begun = 0; begun < 2; begun++) {
        played p;
        play_clip(&p, WAY "mark 55 Bang 4 must\n", RUNS);
        frames(p.console, begun == 0 ? 2 : 20);
        frame(p.console, PLAT_B);
        frames(p.console, 2);
        CHECK(globals_of(&p)[0] == 1 && globals_of(&p)[1] == 4 && globals_of(&p)[2] == 1);
        CHECK_EQ(place_at(&p, OX_NAME("stage"))->size, FX(61));
        CHECK_EQ(sequence_of(&p)->flags, 0);
        end(&p);
    }
    played p;
    play_clip(&p, "rate 60\nframes 60\ntrack size 0:1 60:61\nwait 20 Yes to=10\n", RUNS);
    frames(p.console, 25);
    frame(p.console, PLAT_LEFT);
    frames(p.console, 2);
    CHECK_NEAR(place_at(&p, OX_NAME("stage"))->size, FX(12), FX_ONE);
    frame(p.console, PLAT_B);
    frames(p.console, 2);
    CHECK_EQ(globals_of(&p)[2], 1);
    end(&p);
}

/* Plays a film that masks actions and is seen by a camera of its own, on an object that a script may remove. */
static void play_film(played *p, const char *word) {
    static char text[1024];
    snprintf(text, sizeof text,
             "title \"Film\"\nsize 64x48\nformat rgb565\nbudget 320K\nframe 16K\nstart one\nscript game "
             "game.goad\ncapacity sequences 2\naction jump A group=hands\naction look UP\nclip it it.clip\n"
             "mesh sign square.obj\ntype stage mesh=sign behaviour=Hero\ntype film mesh=sign behaviour=Film\n"
             "scene one\n camera main fixed at=0,0,6\n camera film fixed at=0,0,9\n object stage name=stage\n"
             " object film name=film\n %s\nend\n",
             word);
    memset(p, 0, sizeof *p);
    write_texts(&p->folder,
                &(played_texts){
                    text,
                    "var jumps = 0\nvar looks = 0\nbehaviour Hero {\n on tick {\n  if began('jump') { jumps "
                    "+= 1 }\n  if began('look') { looks += 1 }\n }\n on Press(b) { if b == Button.B { "
                    "remove(find('film')) }\n  if b == Button.X { sequence_stop(find('film')) }\n  if b == "
                    "Button.Y { sequence_skip(find('film')) } }\n}\nbehaviour Film {}\n",
                    NULL});
    folder_write(
        &p->folder, "it.clip",
        "rate 60\nframes 30\ntrack camera.fov 0:60 30:30\nobject film\ntrack camera.fov 0:50 30:20\n");
    CHECK(folder_pack(&p->folder, &p->image));
    boot_with(p, NULL, 0);
    if (p->console == NULL) test_fail(__FILE__, __LINE__, p->error.text, 0, 1);
}

static fx eye_of(const played *p) { return ox_console_cameras(p->console)->seats[0].camera.now.eye.z; }

/* ANI-092: actions rest and the film's camera is seen while it plays, and both come back at its end, by a stop, a skip, and with its object. `masks=all` takes all actions. A track finds the camera by
 * the name that it is used by, though an object has the name as well. */
TEST(sequence_masks_and_cameras_come_back) {
    static const uint32_t ends[] = {0, PLAT_B, PLAT_X, PLAT_Y};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        for (int all = 0; all < 2; all++) {
            played p;
            play_film(&p, all ? "with sequence=runs of=it masks=all seen=film"
                              : "with sequence=runs of=it masks=hands seen=film");
            frames(p.console, 6);
            CHECK_EQ(eye_of(&p), FX(9));
            CHECK_EQ(ox_rig_of(ox_console_cameras(p.console),
                               ox_camera_called(ox_console_cameras(p.console), OX_NAME("film")))
                         ->fov,
                     FX(45));
            frame(p.console, PLAT_A | PLAT_UP);
            frame(p.console, 0);
            const int32_t *globals = ox_console_script(p.console, rom_id("script/game"))->globals;
            CHECK(globals[0] == 0 && globals[1] == (all ? 0 : 1));
            if (ends[i] == 0)
                frames(p.console, 30);
            else
                frame(p.console, ends[i]);
            frames(p.console, 3);
            CHECK_EQ(eye_of(&p), FX(6));
            frame(p.console, PLAT_A);
            frame(p.console, 0);
            CHECK_EQ(globals[0], 1);
            end(&p);
        }
    }
}

/* A state from the middle of a film comes back with its camera and mask. */
TEST(sequence_films_come_back_from_a_state) {
    static uint8_t image[65536];
    played p;
    play_film(&p, "with sequence=runs of=it masks=all seen=film");
    frames(p.console, 10);
    ox_sim_part parts[OX_STATE_PARTS];
    const ox_sim sim = {parts, ox_console_list_state(p.console, parts)};
    ox_writer to = ox_writer_bytes(image, sizeof image);
    ox_sim_save(&sim, &to);
    CHECK(!to.full);
    frames(p.console, 40);
    CHECK_EQ(eye_of(&p), FX(6));
    ox_reader from = ox_reader_bytes(image, to.used);
    CHECK_EQ(ox_sim_restore(&sim, &from), OX_OK);
    frames(p.console, 1);
    CHECK_EQ(eye_of(&p), FX(9));
    frames(p.console, 40);
    CHECK_EQ(eye_of(&p), FX(6));
    end(&p);
}
