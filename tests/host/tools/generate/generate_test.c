/* oxcart gen's models and pictures: the same bytes everywhere, closed surfaces, no seams. */
#define _XOPEN_SOURCE 700
#include "tests/host/tools/pack/packed_cart.h"
#include "tools/generate/generate.h"
#include "tools/import/load/load.h"

static uint32_t checksum(const generate_wishes *w) {
    writer file = {0};
    tool_error error = {.text = ""};
    CHECK(generate_file(w, &file, &error));
    if (error.text[0] != 0) TEST_INFO("%s: %s", w->what->name, error.text);
    uint32_t sum = rom_crc32(0, file.data, file.size);
    writer_free(&file);
    return sum;
}

/* Checksums of files that a person looked at before they were recorded. */
TEST(generate_defaults_are_the_same_bytes_everywhere) {
    static const struct {
        const char *name;
        uint32_t sum;
    } known[] = {
        {"box", 0x3cb36a1c},     {"sphere", 0xcf9ada84},  {"torus", 0x4ad9c580},    {"cylinder", 0x344dd034},
        {"cone", 0x55aedbc4},    {"ground", 0x4d11c6d2},  {"rock", 0xa512b3a6},     {"noise", 0x95d3a0d0},
        {"checker", 0x4d9b8f0b}, {"stripes", 0x1f643d82}, {"brick", 0x6955f478},    {"tiles", 0x1b9d098d},
        {"wood", 0xd2cf7ff4},    {"marble", 0xef2552b9},  {"gradient", 0xe1cb8683}, {"cells", 0x0af6d732},
        {"tone", 0xf5d8e131},    {"hiss", 0xb105ea89},
    };
    uint32_t count = 0;
    generate_wishes w;
    for (const generator *g = generate_next(NULL); g != NULL; g = generate_next(g), count++) {
        if (count == sizeof known / sizeof known[0]) break;
        generate_begin(&w, g);
        uint32_t sum = checksum(&w);
        if (sum != known[count].sum || strcmp(g->name, known[count].name) != 0)
            TEST_INFO("{\"%s\", 0x%08x}", g->name, (unsigned)sum);
        CHECK_EQ(sum, known[count].sum);
        CHECK_EQ(checksum(&w), sum);
        w.seed = 2;
        CHECK((checksum(&w) != sum) == g->seeded);
    }
    CHECK_EQ(count, sizeof known / sizeof known[0]);
}

/* ---- sounds ---- */

/* Counts how often a wave of 8 bits rises through the middle. */
static int rises(const writer *file) {
    int count = 0;
    for (size_t i = file->size - 16000; i + 1 < file->size; i++)
        count += file->data[i] < 128 && file->data[i + 1] >= 128;
    return count;
}

TEST(generate_tones_have_their_pitch) {
    static const struct {
        const char *jump;
        int least, most;
    } cases[] = {{"jump=0", 438, 441}, {"jump=12", 657, 661}, {"jump=-12", 328, 332}};
    for (int shape = 0; shape < 4; shape++) {
        for (int i = 0; i < 3; i++) {
            char wave[16];
            generate_wishes w;
            writer file = {0};
            tool_error error = {.text = ""};
            snprintf(wave, sizeof wave, "wave=%d", shape);
            generate_begin(&w, generate_find("tone"));
            CHECK(generate_set(&w, "time=1", &error) && generate_set(&w, "at=0.5", &error));
            CHECK(generate_set(&w, "dying=0", &error) && generate_set(&w, cases[i].jump, &error));
            CHECK(generate_set(&w, wave, &error) && generate_file(&w, &file, &error));
            CHECK(rises(&file) >= cases[i].least && rises(&file) <= cases[i].most);
            CHECK_EQ(file.data[file.size - 16000], 128); /* the sound begins and ends in silence */
            CHECK_EQ(file.data[file.size - 1], 128);
            writer_free(&file);
        }
    }
}

/* ---- models ---- */

typedef struct solid {
    double volume, area,
        lean[3];      /* lean: the sum of all faces' normals, weighted by area: 0 when nothing is open */
    uint32_t against; /* corners whose normal looks away from their face */
} solid;

static solid measure(const import_model *m) {
    solid s = {.volume = 0};
    for (uint32_t t = 0; t < m->triangle_count; t++) {
        const import_vertex *v[3];
        double a[3], b[3], cross[3], length = 0, mixed = 0;
        for (int k = 0; k < 3; k++) v[k] = &m->vertices[m->indices[3 * t + (uint32_t)k]];
        for (int k = 0; k < 3; k++) {
            a[k] = (double)v[1]->position[k] - (double)v[0]->position[k];
            b[k] = (double)v[2]->position[k] - (double)v[0]->position[k];
        }
        for (int k = 0; k < 3; k++) {
            cross[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
            mixed += cross[k] * (double)v[0]->position[k];
            length += cross[k] * cross[k];
            s.lean[k] += cross[k];
        }
        for (int i = 0; i < 3; i++) {
            double along = 0;
            for (int k = 0; k < 3; k++) along += cross[k] * (double)v[i]->normal[k];
            s.against += along <= 0;
        }
        s.volume += mixed / 6;
        s.area += length;
    }
    return s;
}

static bool load(const packed_folder *f, const generate_wishes *w, import_model *m) {
    char path[96];
    tool_error error = {.text = ""};
    snprintf(path, sizeof path, "%s/model.obj", f->path);
    bool ok = generate_make(w, path, &error) && import_model_load(path, m, &error);
    if (!ok) TEST_INFO("%s: %s", w->what->name, error.text);
    remove(path);
    return ok;
}

/* Checks that a model is closed but for the ground, and faces outward, for any parameters. */
static void check_solid(const packed_folder *f, const generate_wishes *w) {
    import_model m;
    bool good = load(f, w, &m);
    CHECK(good);
    if (!good) return;
    const bool ground = strcmp(w->what->name, "ground") == 0;
    solid s = measure(&m);
    bool outwards = ground ? s.lean[1] > 0 : s.volume > 0;
    for (int k = 0; k < 3 && !ground; k++)
        outwards = outwards && s.lean[k] * s.lean[k] <= 1e-6 * s.area + 1e-12;
    if (!outwards)
        TEST_INFO("%s: volume %g, lean %g %g %g", w->what->name, s.volume, s.lean[0], s.lean[1], s.lean[2]);
    CHECK(outwards);
    CHECK(m.source_has_normals && m.source_has_uvs && m.warning_count == 0);
    import_model_free(&m);
}

TEST(generate_models_are_closed_and_face_outwards) {
    packed_folder f;
    generate_wishes w;
    if (!folder_make(&f)) return;
    for (const generator *g = generate_next(NULL); g != NULL && g->kind == GENERATE_MODEL;
         g = generate_next(g)) {
        import_model m;
        generate_begin(&w, g);
        check_solid(&f, &w);
        if (load(&f, &w, &m)) {
            solid s = measure(&m);
            CHECK(s.against <= (strcmp(g->name, "rock") == 0 ? m.triangle_count / 20 : 0));
            import_model_free(&m);
        }
        for (int i = 0; g->parameters[i].name != NULL; i++) {
            for (int end = 0; end < 2; end++) {
                generate_begin(&w, g);
                w.values[i] = end == 0 ? g->parameters[i].least : g->parameters[i].most;
                bool open = strcmp(g->parameters[i].name, "lids") == 0 && w.values[i] == 0;
                bool thin = g->parameters[i].unit == GENERATE_DECIMAL &&
                            w.values[i] <= 1; /* in millimetres nothing is left of the value */
                if ((g->refuse == NULL || g->refuse(&w) == NULL) && !open && !thin) check_solid(&f, &w);
            }
        }
    }
    folder_remove(&f);
}

/* ---- pictures ---- */

static int32_t away(fx a, fx b) { return a > b ? a - b : b - a; }

static fx level_at(const generate_wishes *w, int x, int y) {
    fx level = w->what->level(w, x, y);
    return level < 0 ? 0 : level > FX_ONE ? FX_ONE : level;
}

/* The mean step of light between column x (or row y) and the one before it. */
static int64_t step_over(const generate_wishes *w, int at, bool rows) {
    const int width = w->values[GENERATE_WIDTH], height = w->values[GENERATE_HEIGHT],
              count = rows ? width : height;
    int64_t sum = 0;
    for (int i = 0; i < count; i++) {
        int x = rows ? i : at, y = rows ? at : i;
        int before_x = rows ? x : (x + width - 1) % width, before_y = rows ? (y + height - 1) % height : y;
        sum += away(level_at(w, x, y), level_at(w, before_x, before_y));
    }
    return sum / count;
}

TEST(generate_pictures_repeat_without_a_seam) {
    generate_wishes w;
    for (const generator *g = generate_next(NULL); g != NULL; g = generate_next(g)) {
        if (g->kind != GENERATE_PICTURE || strcmp(g->name, "gradient") == 0) continue;
        generate_begin(&w, g);
        for (int rows = 0; rows < 2; rows++) {
            int64_t most = 0, seam = step_over(&w, 0, rows != 0);
            for (int at = 1; at < w.values[rows != 0 ? GENERATE_HEIGHT : GENERATE_WIDTH]; at++) {
                int64_t step = step_over(&w, at, rows != 0);
                if (step > most) most = step;
            }
            most += most / 4; /* chance decides which bricks meet at the seam */
            if (seam > most)
                TEST_INFO("%s: a step of %d at the seam, %d elsewhere", g->name, (int)seam, (int)most);
            CHECK(seam <= most);
        }
    }
    generate_begin(&w, generate_find("gradient")); /* a gradient has a seam */
    CHECK(step_over(&w, 0, true) > 8 * step_over(&w, 1, true));
}

TEST(generate_takes_every_value_within_its_limits) {
    generate_wishes w;
    for (const generator *g = generate_next(NULL); g != NULL; g = generate_next(g)) {
        if (g->kind != GENERATE_PICTURE) continue;
        for (int i = 0; g->parameters[i].name != NULL; i++) {
            for (int end = 0; end < 2; end++) {
                generate_begin(&w, g);
                w.values[GENERATE_WIDTH] = 16;
                w.values[GENERATE_HEIGHT] = 8;
                w.values[i] = end == 0 ? g->parameters[i].least : g->parameters[i].most;
                if (i != GENERATE_WIDTH && i != GENERATE_HEIGHT &&
                    (g->refuse == NULL || g->refuse(&w) == NULL))
                    (void)checksum(&w);
            }
        }
    }
    generate_begin(&w, generate_find("cells"));
    w.values[GENERATE_WIDTH] = 512;
    w.values[GENERATE_HEIGHT] = 8;
    (void)checksum(&w);
}

TEST(generate_wishes_are_checked) {
    static const struct {
        const char *word, *says;
    } wrong[] = {{"rows", "should be KEY=VALUE"},     {"=5", "should be KEY=VALUE"},
                 {"row=4", "did you mean rows"},      {"sparkle=4", "it has width, height"},
                 {"rows=4.5", "a whole number"},      {"rows=four", "a whole number"},
                 {"rows=65", "between 1 and 64"},     {"rows=0", "between 1 and 64"},
                 {"joint=0.6", "between 0 and 0.5"},  {"joint=nan", "is a number"},
                 {"dark=blue", "a colour"},           {"joint=1e300", "is a number"},
                 {"width=4096", "between 8 and 1024"}};
    generate_wishes w;
    tool_error error = {.text = ""};
    writer file = {0};
    char text[24];
    CHECK(generate_find("bricks") == NULL);
    generate_begin(&w, generate_find("brick"));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        bool taken = generate_set(&w, wrong[i].word, &error);
        if (taken || strstr(error.text, wrong[i].says) == NULL)
            TEST_INFO("%s: %s", wrong[i].word, error.text);
        CHECK(!taken && strstr(error.text, wrong[i].says) != NULL);
    }
    CHECK(generate_set(&w, "joint=0.0625", &error) &&
          w.values[GENERATE_OWN + 3] == 63); /* a half goes away from zero */
    generate_value(&w.what->parameters[GENERATE_OWN + 3], 63, text);
    CHECK(strcmp(text, "0.063") == 0);
    generate_value(&w.what->parameters[GENERATE_OWN + 3], -1500, text);
    CHECK(strcmp(text, "-1.5") == 0);
    CHECK(generate_set(&w, "dark=#102030", &error) && w.values[GENERATE_DARK] == 0x102030);
    CHECK(generate_set(&w, "rows=5", &error));
    CHECK(!generate_file(&w, &file, &error) && strstr(error.text, "`rows` is even") != NULL &&
          file.size == 0);
    generate_begin(&w, generate_find("torus"));
    CHECK(generate_set(&w, "tube=0.5", &error) && !generate_file(&w, &file, &error) &&
          strstr(error.text, "smaller than") != NULL);
    CHECK(!generate_make(&w, "torus.png", &error) && strstr(error.text, ".obj") != NULL);
}
