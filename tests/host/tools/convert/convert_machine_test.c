/* Texts of motions on their way into chunks: faults with their lines, which way counts, triangles between clips. And clips out of small rigs that a test spells out. */
#define _XOPEN_SOURCE 700
#include "fixedmath/random.h"
#include "rom/clip.h"
#include "tests/host/kernel/motion/motion_bench.h"
#include "tests/host/tools/convert/converted_asset.h"
#include "tests/host/tools/pack/packed_cart.h"

static motion_bench b;

/* ANI-073: each fault is told at its line; and one text is one chunk, byte for byte. */
TEST(convert_motion_faults_have_their_lines) {
    static const struct {
        const char *text, *words;
        int line;
    } rows[] = {{"number speed\n", "first of all stands", 1},
                {"skeleton man\n", "has no skeleton", 1},
                {"skeleton robot\nskeleton robot\n", "take one out", 2},
                {"skeleton robot\nnumber speed low=3 high=1\nstate x a\n", "low is above high", 2},
                {"skeleton robot\nnumber speed 9 high=1\nstate x a\n", "starts outside", 2},
                {"skeleton robot\nnumber n\nnumber n\nstate x a\n", "stands above already", 3},
                {"skeleton robot\nstate x q\n", "has no clip", 2},
                {"skeleton robot\n\nstate x a\nstate x b\n", "stands above already", 4},
                {"skeleton robot\nstate x over=speed a@1 b@2\n", "is no number", 2},
                {"skeleton robot\nnumber n\nstate x over=n b@2 a@1\n", "in its order", 3},
                {"skeleton robot\nnumber n\nstate x over=n b@2 a@2\n", "at one place", 3},
                {"skeleton robot\nstate x a b\n", "at one place", 2},
                {"skeleton robot\nstate x a\nx -> y\n", "no state of this layer", 3},
                {"skeleton robot\nstate x a\nstate y b\nx -> y when speed > 1\n", "is no number", 4},
                {"skeleton robot\nstate x a\nstate y b\nx -> y window=0.5\n", "two parts of a round", 4},
                {"skeleton robot\nstate x a\nstate y b\nx -> y curve=wild\n", "is no curve", 4},
                {"skeleton robot\nstate x a\nstate y b\nx -> y frozen snapshot\n", "take one out", 4},
                {"skeleton robot\nstate x a\nmark b 0.5 Step\n", "no state above plays", 3},
                {"skeleton robot\nstate x a\nmark a 1.5 Step\n", "out of range", 3},
                {"skeleton robot\nstate x a\nlayer top mask=spine weight=n\nstate y b\n", "is no number", 3},
                {"skeleton robot\nstate x a speed=0\n", "speed of 0", 2},
                {"skeleton robot\nstate x a\nwear sword b=c\n", "no state above plays", 3},
                {"skeleton robot\nstate x a\nfly y\n", "is unknown", 3},
                {"skeleton robot\nstate x a fade=3\n", "", 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char place[40];
        snprintf(place, sizeof place, "it.motion:%d", rows[i].line);
        CHECK(!bench_convert(&b, rows[i].text));
        if (strstr(b.error.text, place) == NULL || strstr(b.error.text, rows[i].words) == NULL) {
            TEST_INFO("%s: %s", rows[i].text, b.error.text);
            test_fail(__FILE__, __LINE__, "the fault is told at its line", 0, 1);
        }
        bench_end(&b);
    }
    static const char text[] =
        "skeleton robot\nnumber n low=0 high=1\nstate x over=n a@0 b@1\nstate y c once\nx -> y when n > 0.5 "
        "curve=0.2,0.9\n"
        "y -> x end\nmark c 0.5 Hit 3\nlayer arm adds weight=n\nstate p d\nwear sword a=e\n";
    static uint8_t first[4096];
    CHECK(bench_convert(&b, text));
    const size_t size = b.chunk.size;
    CHECK(size <= sizeof first);
    memcpy(first, b.chunk.data, size);
    bench_end(&b);
    CHECK(bench_convert(&b, text));
    CHECK(b.chunk.size == size && memcmp(first, b.chunk.data, size) == 0);
    bench_end(&b);
}

/* ---- which way counts ---- */

enum { STATES = 5, RULES = 7 };
static const char *const names[STATES] = {"go", "go_fast", "go_far", "stop", "s"};
static const char *const patterns[] = {"go", "go_fast", "go_far", "stop", "s", "go*", "go_f*", "s*", "*"};

/* How much of a name a pattern says: all of it is more than any part. */
static int said_of(const char *pattern, const char *name) {
    const size_t length = strlen(pattern);
    if (pattern[length - 1] != '*') return strcmp(pattern, name) == 0 ? 100 : -1;
    return strncmp(pattern, name, length - 1) == 0 ? (int)length - 1 : -1;
}

/* The rule of a pair by trying all of them: -1 none, -2 two that say it alike. */
static int rule_by_force(int rules[RULES][2], int from, int to) {
    int best = -1, key = -1, alike = 0;
    for (int i = 0; i < RULES; i++) {
        const int x = said_of(patterns[rules[i][0]], names[from]),
                  y = said_of(patterns[rules[i][1]], names[to]);
        if (x < 0 || y < 0) continue;
        if (x * 1000 + y > key) {
            best = i;
            key = x * 1000 + y;
            alike = 0;
        } else if (x * 1000 + y == key) {
            alike = 1;
        }
    }
    if (best >= 0 && from == to && key != 100100) return -1; /* a way to itself has to say so */
    return alike != 0 ? -2 : best;
}

/* ANI-075: every pair of a thousand sets of rules has the way that trying all of them gives: exact before longer before shorter before any, and the source decides first. */
TEST(convert_motion_ways_are_the_closest) {
    rng32 random = rng32_seed(77, 0);
    int refused = 0, ways = 0;
    for (int round = 0; round < 1000; round++) {
        int rules[RULES][2];
        char text[1000];
        size_t length = (size_t)snprintf(text, sizeof text, "skeleton robot\n");
        for (int i = 0; i < STATES; i++)
            length +=
                (size_t)snprintf(text + length, sizeof text - length, "state %s %c\n", names[i], 'a' + i);
        for (int i = 0; i < RULES; i++) {
            rules[i][0] = (int)rng_below(&random, 9);
            rules[i][1] = (int)rng_below(&random, 9);
            length += (size_t)snprintf(text + length, sizeof text - length, "%s -> %s fade=%d\n",
                                       patterns[rules[i][0]], patterns[rules[i][1]], i + 1);
        }
        bool is_ambiguous = false;
        for (int i = 0; i < STATES * STATES; i++)
            is_ambiguous = is_ambiguous || rule_by_force(rules, i / STATES, i % STATES) == -2;
        const bool ok = bench_convert(&b, text);
        CHECK_EQ(ok, !is_ambiguous);
        if (!ok) {
            int first = 0, second = 0;
            const char *at = strstr(b.error.text, "in line ");
            CHECK(sscanf(b.error.text, "it.motion:%d", &first) == 1 && at != NULL &&
                  sscanf(at + 8, "%d", &second) == 1);
            CHECK(first > 6 && second > 6 && first != second); /* both lines */
            refused++;
            bench_end(&b);
            continue;
        }
        b.set.machine = b.chunk.data;
        int found[STATES * STATES];
        for (int i = 0; i < STATES * STATES; i++) found[i] = -1;
        for (uint32_t i = 0; i < OX_MOTION_COUNT(&b.set, WAY); i++) {
            const uint8_t *way = OX_MOTION_ROW(&b.set, WAYS, WAY, i);
            found[rom_u16(way + ROM_MOTION_WAY_FROM) * STATES + rom_u16(way + ROM_MOTION_WAY_TO)] =
                (int)(rom_u32(way + ROM_MOTION_WAY_FADE) >> 16) - 1;
            ways++;
        }
        for (int i = 0; i < STATES * STATES; i++)
            CHECK_EQ(found[i], rule_by_force(rules, i / STATES, i % STATES));
        bench_end(&b);
    }
    TEST_INFO("%d ways, %d sets of rules refused", ways, refused);
    CHECK(refused > 50 && refused < 950 && ways > 1000);
}

/* ---- triangles ---- */

/* The least height of a triangle; and the triangle at a side, -1: none. */
static double height_of(const double *x, const double *y, const uint8_t *c) {
    double longest = 0;
    for (int k = 0; k < 3; k++)
        longest = fmax(longest, hypot(x[c[k]] - x[c[(k + 1) % 3]], y[c[k]] - y[c[(k + 1) % 3]]));
    return fabs((x[c[1]] - x[c[0]]) * (y[c[2]] - y[c[0]]) - (y[c[1]] - y[c[0]]) * (x[c[2]] - x[c[0]])) /
           longest;
}
static int beside_of(const uint8_t *row, int k) {
    const uint8_t beside = row[ROM_MOTION_TRIANGLE_BESIDE + k];
    return beside == OX_MOTION_NONE ? -1 : beside;
}

/* ANI-055: no point lies in the circle of a triangle, weights of both sides of a common edge agree, and every place of the hull is in some triangle. */
TEST(convert_motion_triangles_are_delaunays) {
    rng32 random = rng32_seed(91, 0);
    int edges = 0;
    for (int round = 0; round < 10; round++) {
        char text[1200];
        double x[12], y[12];
        size_t length =
            (size_t)snprintf(text, sizeof text, "skeleton robot\nnumber x\nnumber y\nstate go over=x,y");
        for (int i = 0; i < 12; i++) {
            x[i] = (double)(rng_below(&random, 2000)) / 100 - 10;
            y[i] = (double)(rng_below(&random, 2000)) / 100 - 10;
            length += (size_t)snprintf(text + length, sizeof text - length, " %c@%.2f,%.2f", 'a' + i % 8,
                                       x[i], y[i]);
        }
        snprintf(text + length, sizeof text - length, "\n");
        if (!bench_begin(&b, text, 60)) return;
        const uint32_t count = OX_MOTION_COUNT(&b.set, TRIANGLE);
        CHECK(count >= 10 && count <= 22);
        for (uint32_t t = 0; t < count; t++) {
            const uint8_t *row = OX_MOTION_ROW(&b.set, TRIANGLES, TRIANGLE, t);
            const uint8_t *c = row + ROM_MOTION_TRIANGLE_POINT;
            const double ax = x[c[0]], ay = y[c[0]], bx = x[c[1]] - ax, by = y[c[1]] - ay, cx = x[c[2]] - ax,
                         cy = y[c[2]] - ay, d = 2 * (bx * cy - by * cx),
                         ux = (cy * (bx * bx + by * by) - by * (cx * cx + cy * cy)) / d,
                         uy = (bx * (cx * cx + cy * cy) - cx * (bx * bx + by * by)) / d,
                         radius = sqrt(ux * ux + uy * uy);
            for (int i = 0; i < 12; i++)
                if (i != c[0] && i != c[1] && i != c[2])
                    CHECK(hypot(x[i] - ax - ux, y[i] - ay - uy) > radius - 0.001);
            for (int k = 0; k < 3; k++) {
                const int i = c[k], j = c[(k + 1) % 3], past = beside_of(row, k);
                const double length_of_side = hypot(x[j] - x[i], y[j] - y[i]);
                if (past < 0 || height_of(x, y, c) < 1.5 ||
                    height_of(x, y,
                              OX_MOTION_ROW(&b.set, TRIANGLES, TRIANGLE, past) + ROM_MOTION_TRIANGLE_POINT) <
                        1.5 ||
                    length_of_side < 1.5)
                    continue; /* in a sliver weights are steep */
                edges++;
                for (int n = 1; n < 8; n++) { /* one LSB to both sides of the edge */
                    ox_motion_mix mix[2];
                    for (int side = 0; side < 2; side++) {
                        b.run.value[0] = (fx)floor((x[i] + (x[j] - x[i]) * n / 8) * 65536) + side;
                        b.run.value[1] = (fx)floor((y[i] + (y[j] - y[i]) * n / 8) * 65536) + side;
                        ox_motion_mix_of(&b.set, 0, &b.run, &mix[side]);
                    }
                    uf16 weight[2][12] = {{0}, {0}};
                    for (int side = 0; side < 2; side++)
                        for (uint32_t p = 0; p < mix[side].count; p++)
                            weight[side][mix[side].point[p]] = mix[side].weight[p];
                    for (int p = 0; p < 12; p++) CHECK_NEAR((int)weight[0][p], (int)weight[1][p], 2);
                }
            }
        }
        bench_end(&b);
    }
    TEST_INFO("%d edges", edges);
    CHECK(edges > 100);
}

/* ---- clips ---- */

static converted_asset made;

/* Two joints a metre apart; what the channels say. */
static bool convert_rig(const char *channels, double seconds, const char *options) {
    static char text[20000];
    snprintf(text, sizeof text,
             "{\"oxcart_scene\": 1,\n \"nodes\": [{\"name\": \"low\"}, {\"name\": \"high\", \"parent\": 0, "
             "\"translation\": [0, 1, 0]}],\n"
             " \"skins\": [{\"name\": \"rig\", \"joints\": [0,1], \"inverse_bind\": "
             "[1,0,0,0,0,1,0,0,0,0,1,0,1,0,0,0,0,1,0,-1,0,0,1,0]}],\n"
             " \"clips\": [{\"name\": \"it\", \"duration\": %.6f, \"rate\": 30, \"channels\": [%s]}]}\n",
             seconds, channels);
    packed_folder folder;
    char path[300];
    CHECK(folder_make(&folder));
    folder_write(&folder, "it.oxs", text);
    snprintf(path, sizeof path, "%s/it.oxs", folder.path);
    const bool ok = convert_asset(&made, "clip", path, text, strlen(text), options);
    if (!ok) test_fail(__FILE__, __LINE__, made.error.text, 0, 1);
    folder_remove(&folder);
    return ok;
}

/* Samples of a channel, 31 to the second: angle about z or a place. */
static size_t put_channel(char *to, size_t room, int node, const char *path, int samples,
                          double (*value)(int i)) {
    size_t length = (size_t)snprintf(to, room, "{\"node\": %d, \"path\": \"%s\", \"times\": [", node, path);
    for (int i = 0; i < samples; i++)
        length += (size_t)snprintf(to + length, room - length, "%s%.9g", i == 0 ? "" : ",", i / 30.0);
    length += (size_t)snprintf(to + length, room - length, "], \"values\": [");
    for (int i = 0; i < samples; i++) {
        const double v = value(i);
        if (path[0] == 'r')
            length += (size_t)snprintf(to + length, room - length, "%s0,0,%.9g,%.9g", i == 0 ? "" : ",",
                                       sin(v / 2), cos(v / 2));
        else
            length += (size_t)snprintf(to + length, room - length, "%s0,%.9g,%.9g", i == 0 ? "" : ",",
                                       node == 0 ? 0.0 : 1.0, v);
    }
    return length + (size_t)snprintf(to + length, room - length, "]}");
}

static double swing(int i) { return 30 * sin(2 * 3.14159265358979 * i / 30) * 3.14159265358979 / 180; }
static double ramp(int i) { return i / 30.0; }
static double still(int i) {
    (void)i;
    return 0;
}

/* The keys of a joint's channel; 0: it has no track. *bytes: of the track. */
static uint32_t keys_of(uint32_t joint, uint32_t channel, uint32_t *bytes) {
    const uint8_t *d = made.chunk.data, *row = d + rom_u32(d + ROM_CLIP_TRACKS_AT);
    *bytes = 0;
    for (uint32_t i = 0; i < rom_u32(d + ROM_CLIP_TRACK_COUNT); i++, row += ROM_CLIP_TRACK_SIZE) {
        if (row[ROM_CLIP_TRACK_JOINT] != joint || row[ROM_CLIP_TRACK_CHANNEL] != channel) continue;
        *bytes = rom_u32(row + ROM_CLIP_TRACK_BYTES);
        return rom_u16(d + rom_u32(d + ROM_CLIP_DATA_AT) + rom_u32(row + ROM_CLIP_TRACK_OFFSET));
    }
    return 0;
}

/* ANI-034: a ramp keeps two keys, a swing as many as the greedy rule says; each sample that was left out is rebuilt within the bound. */
TEST(convert_clip_leaves_keys_out) {
    static const struct {
        double degrees;
        uint32_t keys;
    } rows[] = {{0.1, 30}, {0.25, 26}, {0.5, 18}, {1, 14}};
    static char channels[12000];
    uint32_t bytes;
    for (size_t r = 0; r < 4; r++) {
        char options[80];
        put_channel(channels, sizeof channels, 0, "rotation", 31, swing);
        /* half of the tolerance is for a joint's own turn, at the metre to the joint behind it */
        snprintf(options, sizeof options, "loop=off skeleton=it tolerance=%.9f",
                 2 * rows[r].degrees * 3.14159265358979 / 180);
        if (!convert_rig(channels, 1, options)) return;
        const uint32_t keys = keys_of(0, ROM_CLIP_ROTATION, &bytes);
        CHECK_NEAR(keys, rows[r].keys, 1);
        double worst = 0;
        for (int i = 0; i <= 30; i++) {
            rom_clip_joint joint;
            rom_clip_at(made.chunk.data, 0, i << 16, &joint);
            worst = fmax(worst, fabs(2 * asin(joint.rotation.z / 1073741824.0) - swing(i)) * 57.29577951);
        }
        TEST_INFO("%g degrees: %u keys, off by %.4f; %s", rows[r].degrees, (unsigned)keys, worst,
                  made.companions.notes->text);
        CHECK(worst <= rows[r].degrees + 0.008);
        converted_free(&made);
    }
    put_channel(channels, sizeof channels, 1, "translation", 31, ramp);
    if (!convert_rig(channels, 1, "loop=off skeleton=it")) return;
    CHECK_EQ(keys_of(1, ROM_CLIP_TRANSLATION, &bytes), 2);
    converted_free(&made);
}

/* ANI-032: a channel that stands takes one key, one that is nothing no track; the clip shrinks by just those bytes. ANI-033: both ends of a range come back. */
TEST(convert_clip_omits_channels) {
    static char channels[24000];
    uint32_t moving, constant, none;
    size_t length = put_channel(channels, sizeof channels, 0, "rotation", 31, swing);
    length += (size_t)snprintf(channels + length, sizeof channels - length, ",");
    put_channel(channels + length, sizeof channels - length, 1, "translation", 31, swing);
    if (!convert_rig(channels, 1, "loop=off skeleton=it")) return;
    CHECK(keys_of(1, ROM_CLIP_TRANSLATION, &moving) > 10);
    CHECK(keys_of(0, ROM_CLIP_SCALE, &none) == 0 && keys_of(1, ROM_CLIP_SCALE, &none) == 0);
    const size_t size = made.chunk.size;
    rom_clip_joint pose;
    double low = 1, high = -1;
    for (int i = 0; i <= 30; i++) {
        rom_clip_at(made.chunk.data, 1, i << 16, &pose);
        low = fmin(low, pose.translation[2] / 65536.0);
        high = fmax(high, pose.translation[2] / 65536.0);
    }
    CHECK(fabs(low - swing(22)) < 0.0006 && fabs(high - swing(8)) < 0.0006);
    converted_free(&made);
    put_channel(channels + length, sizeof channels - length, 1, "translation", 31, still);
    if (!convert_rig(channels, 1, "loop=off skeleton=it")) return;
    CHECK_EQ(keys_of(1, ROM_CLIP_TRANSLATION, &constant), 1);
    CHECK_EQ(size - made.chunk.size, moving - constant);
    for (int i = 0; i <= 30; i++) {
        rom_clip_at(made.chunk.data, 1, i << 16, &pose);
        CHECK_NEAR(pose.translation[1], 65536, 1);
        CHECK(pose.scale[0] == FX_ONE && pose.rotation.w == Q30_ONE);
    }
    converted_free(&made);
}

/* ANI-017: a second at 30 a second has 30 frames and 31 samples, a loop 30; the last blends into the first, with no larger step than others; ends that differ are told. */
TEST(convert_clip_samples_and_frames) {
    static char channels[12000];
    put_channel(channels, sizeof channels, 0, "rotation", 31, swing);
    if (!convert_rig(channels, 1, "loop=off skeleton=it tolerance=0")) return;
    CHECK(rom_u32(made.chunk.data + ROM_CLIP_FRAMES) == 30 &&
          rom_u32(made.chunk.data + ROM_CLIP_SAMPLES) == 31);
    CHECK_EQ(rom_u16(made.chunk.data + ROM_CLIP_RATE), 30 << 8);
    CHECK(strstr(made.companions.notes->text, "30 frames") != NULL);
    converted_free(&made);
    if (!convert_rig(channels, 1, "loop=on skeleton=it tolerance=0")) return;
    CHECK(rom_u32(made.chunk.data + ROM_CLIP_FRAMES) == 30 &&
          rom_u32(made.chunk.data + ROM_CLIP_SAMPLES) == 30);
    rom_clip_joint a, between, c;
    rom_clip_at(made.chunk.data, 0, 29 << 16, &a);
    rom_clip_at(made.chunk.data, 0, (29 << 16) + 32768, &between);
    rom_clip_at(made.chunk.data, 0, 30 << 16, &c);
    CHECK_EQ(c.rotation.z, 0);
    const quat half = q4_nlerp(a.rotation, c.rotation, 32768);
    CHECK_EQ(memcmp(&half, &between.rotation, sizeof half), 0);
    uint32_t most = 0;
    for (int i = 0; i < 29; i++) {
        rom_clip_at(made.chunk.data, 0, i << 16, &between);
        rom_clip_at(made.chunk.data, 0, (i + 1) << 16, &c);
        const uint32_t step = q4_angle(between.rotation, c.rotation);
        most = step > most ? step : most;
    }
    rom_clip_at(made.chunk.data, 0, 30 << 16, &c);
    CHECK(q4_angle(a.rotation, c.rotation) <= most + 65536);
    converted_free(&made);
    put_channel(channels, sizeof channels, 0, "rotation", 31, ramp);
    if (!convert_rig(channels, 1, "loop=on skeleton=it")) return;
    bool told = false;
    for (const pack_companion_text *note = made.companions.notes; note != NULL; note = note->next)
        told = told || (strstr(note->text, "joint `low` ends 57.3 degrees") != NULL);
    CHECK(told);
    converted_free(&made);
}

/* ANI-030: any moment decodes alike, whether joint by joint or in one walk, forwards or at random. */
TEST(convert_clip_decodes_at_random) {
    static char channels[24000];
    rng32 random = rng32_seed(5, 0);
    size_t length = put_channel(channels, sizeof channels, 0, "rotation", 31, swing);
    length += (size_t)snprintf(channels + length, sizeof channels - length, ",");
    put_channel(channels + length, sizeof channels - length, 1, "translation", 31, ramp);
    if (!convert_rig(channels, 1, "loop=off skeleton=it")) return;
    static rom_clip_joint all[31 * 16][2];
    for (int i = 0; i < 31 * 16; i++) {
        rom_clip_walk walk;
        rom_clip_begin(&walk, made.chunk.data, i * 4096);
        for (int k = 0; k < 2; k++) {
            memset(&all[i][k], 0, sizeof all[i][k]);
            CHECK(rom_clip_next(&walk, &all[i][k]));
        }
    }
    for (int n = 0; n < 5000; n++) {
        const int i = (int)rng_below(&random, 31 * 16), k = (int)rng_below(&random, 2);
        rom_clip_joint one;
        memset(&one, 0, sizeof one);
        rom_clip_at(made.chunk.data, (uint32_t)k, i * 4096, &one);
        CHECK_EQ(memcmp(&one, &all[i][k], sizeof one), 0);
    }
    converted_free(&made);
}

/* ---- travel ---- */

static double back_and_on(int i) { return -1.5 * i / 30; }

/* The travel of the clip from one phase to another. */
static vec3 travelled(double from, double to, ang16 *turned) {
    ox_motion_clip clip = {.clip = made.chunk.data, .hips = FX_ONE};
    const ox_motion_mix mix = {.count = 1, .weight = {UF16_ONE}, .clips = &clip};
    const ox_motion_set set = {.skeleton = made.chunk.data};
    vec3 moved;
    ox_motion_travel(&set, &mix, (int64_t)(from * 4294967296.0), (int64_t)(to * 4294967296.0), &moved,
                     turned);
    return moved;
}

/* ANI-088: what the root goes from frame 28 to 33 of a loop; a hundred rounds at any rate; backwards; and four rounds with a quarter turn each end where they began. */
TEST(convert_clip_travel_is_composed) {
    static char channels[24000];
    ang16 turned;
    put_channel(channels, sizeof channels, 0, "translation", 31, back_and_on);
    if (!convert_rig(channels, 1, "loop=on skeleton=it travel=z")) return;
    const vec3 over = travelled(28 / 30.0, 33 / 30.0, &turned);
    CHECK_NEAR(over.z, FX(-0.25), 8);
    CHECK(over.x == 0 && turned == 0);
    CHECK_NEAR(travelled(3 / 30.0, -2 / 30.0, &turned).z, FX(0.25), 8);
    rng32 random = rng32_seed(15, 0);
    int64_t way = 0;
    double at = 0, gone = 0;
    while (gone < 100) {
        double by = (double)rng_below(&random, 30000) / 10000;
        if (gone + by > 100) by = 100 - gone;
        way += travelled(at, at + by, &turned).z;
        gone += by;
        at = fmod(at + by, 1);
    }
    TEST_INFO("100 rounds: %.5f m", (double)way / 65536);
    CHECK_NEAR(way, -(int64_t)150 * 65536, 100);
    rom_clip_joint pose;
    rom_clip_at(made.chunk.data, 0, 20 << 16, &pose); /* the pose keeps nothing of it */
    CHECK_NEAR(pose.translation[2], 0, 4);
    converted_free(&made);
    /* a metre ahead and a quarter turn to the left each round */
    size_t length = put_channel(channels, sizeof channels, 0, "translation", 31, back_and_on);
    length += (size_t)snprintf(channels + length, sizeof channels - length,
                               ",{\"node\": 0, \"path\": \"rotation\", \"times\": [0,1], \"values\": "
                               "[0,0,0,1,0,0.70710678,0,0.70710678]}");
    CHECK(length < sizeof channels);
    if (!convert_rig(channels, 1, "loop=on skeleton=it travel=x,z,yaw")) return;
    vec3 place = V3_ZERO;
    ang16 yaw = 0;
    for (int i = 0; i < 4; i++) {
        const vec3 moved = travelled(0, 1, &turned);
        const fx sine = fx_sin(yaw), cosine = fx_cos(yaw);
        place.x += fx_mul(moved.x, cosine) + fx_mul(moved.z, sine);
        place.z += fx_mul(moved.z, cosine) - fx_mul(moved.x, sine);
        yaw = (ang16)(yaw + turned);
    }
    CHECK_NEAR((int16_t)yaw, 0, 4);
    CHECK_NEAR(place.x, 0, 8);
    CHECK_NEAR(place.z, 0, 8);
    converted_free(&made);
}
