/* Tests of a frame's outputs: sinks, and the pipelined frame's command lists. */
#include <string.h>

#include "kernel/loop/output.h"
#include "kernel/loop/pipeline.h"
#include "tests/test.h"

/* ---- sinks ---- */

typedef struct devices {
    uint32_t pictures, blocks, shakes, messages, stops, bytes;
    fx strength;
    uint32_t steps, motor;
} devices;

static void video(void *of, uf16 fraction) { ((devices *)of)->pictures += 1u + fraction * 0u; }
static void sound(void *of, uint32_t frames) { ((devices *)of)->blocks += frames / 256; }
static void rumble(void *of, uint32_t player, uint32_t motor, fx strength, uint32_t steps) {
    devices *d = of;
    *(strength != 0 ? &d->shakes : &d->stops) += 1;
    d->strength = strength, d->steps = steps, d->motor = player * 2 + motor;
}
static void network(void *of, const uint8_t *bytes, uint32_t size) {
    ((devices *)of)->messages++;
    ((devices *)of)->bytes += size + bytes[0] * 0u;
}

/* A hit gives one picture, one block of sound, one shake, one message; a missing sink changes no other output. */
TEST(loop_outputs_of_a_hit) {
    for (int missing = -1; missing < 4; missing++) {
        devices d = {0};
        ox_outputs out;
        ox_output_sinks sinks = {video, sound, rumble, network};
        if (missing == 0) sinks.video = NULL;
        if (missing == 1) sinks.sound = NULL;
        if (missing == 2) sinks.rumble = NULL;
        if (missing == 3) sinks.network = NULL;
        ox_outputs_init(&out, &sinks, &d);
        CHECK_EQ(ox_outputs_shake(&out, 1, 0, FX_ONE / 2, 12), OX_OK);
        CHECK_EQ(ox_outputs_send(&out, "hit", 3), OX_OK);
        ox_outputs_produce(&out, 0, 256);
        CHECK_EQ(d.pictures, missing == 0 ? 0 : 1);
        CHECK_EQ(d.blocks, missing == 1 ? 0 : 1);
        CHECK_EQ(d.shakes, missing == 2 ? 0 : 1);
        CHECK_EQ(d.messages, missing == 3 ? 0 : 1);
        if (missing != 2) CHECK(d.strength == FX_ONE / 2 && d.steps == 12 && d.motor == 2);
        for (int i = 0; i < 12; i++) {
            ox_outputs_produce(&out, 0, 256); /* no message is told twice */
            CHECK_EQ(d.stops, 0);
            ox_outputs_step(&out);
        }
        ox_outputs_produce(&out, 0, 0);
        CHECK_EQ(d.stops, missing == 2 ? 0 : 1);
        CHECK_EQ(d.shakes, missing == 2 ? 0 : 1);
        CHECK_EQ(d.messages, missing == 3 ? 0 : 1);
    }
}

TEST(loop_outputs_pause_and_refuse) {
    devices d = {0};
    ox_outputs out;
    const ox_output_sinks sinks = {NULL, NULL, rumble, NULL};
    uint8_t long_one[OX_OUTPUT_MESSAGE + 1] = {0};
    ox_outputs_init(&out, &sinks, &d);
    CHECK_EQ(ox_outputs_shake(&out, 0, 1, 2 * FX_ONE, 5), OX_OK); /* a strength above 1 counts as 1 */
    CHECK_EQ(ox_outputs_shake(&out, 0, 1, 10, 50), OX_OK); /* a weaker shake does not end the stronger one */
    ox_outputs_produce(&out, 0, 0);
    CHECK(d.strength == FX_ONE && d.steps == 5);
    ox_outputs_pause(&out, true);
    ox_outputs_produce(&out, 0, 0);
    CHECK_EQ(d.strength, 0);
    ox_outputs_pause(&out, false);
    ox_outputs_produce(&out, 0, 0);
    CHECK_EQ(d.strength, FX_ONE);
    CHECK_EQ(ox_outputs_shake(&out, 4, 0, 1, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_outputs_shake(&out, 0, 2, 1, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_outputs_send(&out, long_one, sizeof long_one), OX_FULL);
    CHECK_EQ(out.lost, 1);
}

/* ---- the pipeline ---- */

typedef struct thing {
    int32_t x, y;
} thing;
typedef struct toy {
    thing things[8];
    uint32_t tick, drawn_hash, drawn;
    bool scramble; /* changes all objects while they are drawn */
} toy;

static void update(void *of, ox_draw_list *list) {
    toy *t = of;
    t->tick++;
    for (int i = 0; i < 8; i++) {
        t->things[i].x = t->things[i].x * 5 + i + (int32_t)t->tick;
        t->things[i].x &= 0xFFFF;
        t->things[i].y = t->things[i].x >> 3;
        (void)ox_draw_put(list, (uint8_t)i, &t->things[i], sizeof t->things[i]);
    }
}
static void draw(void *of, const ox_draw_list *list) {
    toy *t = of;
    thing saved[8];
    memcpy(saved, t->things, sizeof saved);
    if (t->scramble) memset(t->things, 0x77, sizeof t->things);
    t->drawn_hash = 17;
    t->drawn = 0;
    for (const ox_draw_command *c = NULL; (c = ox_draw_next(list, c)) != NULL; t->drawn++) {
        const thing *at = ox_draw_data(c);
        t->drawn_hash = t->drawn_hash * 31 + (uint32_t)at->x * 7 + (uint32_t)at->y + c->priority;
    }
    memcpy(t->things, saved, sizeof saved);
}

static _Alignas(8) uint8_t lists[1024];

TEST(loop_pipeline_shows_the_same_pictures_a_frame_later) {
    uint32_t pictures[3][40];
    for (int mode = 0; mode < 3; mode++) {
        toy t = {.scramble = mode == 2};
        ox_pipeline p;
        CHECK_EQ(ox_pipeline_init(&p, lists, sizeof lists, update, draw, &t), OX_OK);
        p.serial = mode == 0;
        for (int i = 0; i < 40; i++) {
            ox_pipeline_frame(&p);
            pictures[mode][i] = t.drawn_hash;
        }
        CHECK_EQ(p.dropped, 0);
    }
    CHECK_EQ(pictures[1][0], 0); /* the first frame has nothing to draw */
    for (int i = 0; i < 39; i++) {
        CHECK_EQ(pictures[1][i + 1], pictures[0][i]);
        CHECK_EQ(pictures[2][i + 1], pictures[0][i]);
    }
}

/* A press in frame 2 is handled in frame 3 and seen at the end of frame 4: one frame later than without the
 * pipeline. */
typedef struct pressed {
    uint32_t frame, worked, seen;
    bool down;
} pressed;
static void press_update(void *of, ox_draw_list *list) {
    pressed *p = of;
    if (p->down && p->worked == 0) p->worked = p->frame;
    uint32_t shown = p->worked != 0;
    CHECK(ox_draw_put(list, 0, &shown, sizeof shown));
}
static void press_draw(void *of, const ox_draw_list *list) {
    pressed *p = of;
    uint32_t shown;
    memcpy(&shown, ox_draw_data(ox_draw_next(list, NULL)), sizeof shown);
    if (shown != 0 && p->seen == 0) p->seen = p->frame;
}

TEST(loop_pipeline_latency_of_a_press) {
    for (int serial = 0; serial < 2; serial++) {
        pressed g = {0};
        ox_pipeline p;
        CHECK_EQ(ox_pipeline_init(&p, lists, 256, press_update, press_draw, &g), OX_OK);
        p.serial = serial != 0;
        for (g.frame = 1; g.frame < 8; g.frame++) {
            g.down = g.frame > 2; /* the press came during frame 2, after that frame had read its input */
            ox_pipeline_frame(&p);
        }
        CHECK_EQ(g.worked, 3);
        CHECK_EQ(g.seen, serial != 0 ? 3 : 4);
    }
}

TEST(loop_pipeline_full_lists_drop_what_matters_least) {
    _Alignas(8) static uint8_t memory[128];
    ox_draw_list list = {.base = memory, .size = 96}; /* six commands of 8 bytes */
    for (uint64_t i = 0; i < 6; i++) CHECK(ox_draw_put(&list, (uint8_t)(10 + i % 3), &i, 8));
    uint64_t more = 99;
    CHECK(!ox_draw_put(&list, 10, &more, 8)); /* no command is less important */
    CHECK_EQ(list.dropped, 1);
    CHECK_EQ(list.commands, 6);
    CHECK(!ox_draw_put(&list, 20, &more, 8)); /* one of the least important commands is dropped */
    CHECK_EQ(list.dropped, 2);
    CHECK_EQ(list.commands, 6);
    uint32_t tens = 0, last = 0;
    for (const ox_draw_command *c = NULL; (c = ox_draw_next(&list, c)) != NULL; last = c->priority)
        tens += c->priority == 10;
    CHECK(tens == 1 && last == 20);
    uint8_t large[96] = {0};
    CHECK(!ox_draw_put(&list, 30, large, 80)); /* commands are dropped only until the new one has room */
    CHECK_EQ(list.used, 88);
    CHECK(!ox_draw_put(&list, 31, large, 89 - 1));
    CHECK(!ox_draw_put(&list, 31, large, 0));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    ox_pipeline p;
    CHECK_EQ(ox_pipeline_init(&p, memory, 63, update, draw, NULL), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_pipeline_init(&p, memory, 128, NULL, draw, NULL), OX_BAD_ARGUMENT);
}
