/* Numbers of cart.txt are changed where they stand, from outside and by the buttons of a running game. */
#define _XOPEN_SOURCE 700
#include <time.h>

#include "kernel/console/internal.h"
#include "tests/host/tools/build/live_game.h"
#include "tools/import/base/file.h"
#include "tools/tune/tune.h"

static const char cart_text[] = "# what it is called\n"
                                "title \"Tuned 7\"   # not a number: 7\n"
                                "size 64x48\r\n"
                                "format rgb565\nbudget 128K\nframe 16K\n"
                                "material red colour=#ff2020 shading=unlit specular=0.50\n"
                                "mesh sign square.obj material=red\n"
                                "scene one\n"
                                "  ambient .5   # words that are no plain decimals stay alone\n"
                                "  camera at=0,0,4 target=0,-0.5,0 fov=45   # the eye, 4 away\n"
                                "  object sign at=0,0,0\n"
                                "\tobject sign  at=1,2.25,0 yaw=-20   # the second one\n"
                                "end\n"
                                "# the end";

static bool begin(packed_folder *f, tune *t) {
    tool_error error = {.text = ""};
    if (!folder_make(f)) return false;
    folder_write(f, "cart.txt", cart_text);
    folder_write(f, "square.obj", "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\n");
    bool ok = tune_open(f->path, t, &error);
    if (!ok) TEST_INFO("%s", error.text);
    CHECK(ok);
    return ok;
}

/* Whether cart.txt is as it was, but for `words` in the place of `was`. */
static bool differs_only(const packed_folder *f, const char *was, const char *words) {
    char path[96], wanted[sizeof cart_text + 64];
    uint8_t *data = NULL;
    size_t size = 0;
    tool_error error;
    const char *at = strstr(cart_text, was);
    snprintf(path, sizeof path, "%s/cart.txt", f->path);
    snprintf(wanted, sizeof wanted, "%.*s%s%s", (int)(at - cart_text), cart_text, words, at + strlen(was));
    bool same = import_file_read(path, &data, &size, &error) && size == strlen(wanted) &&
                memcmp(data, wanted, size) == 0;
    free(data);
    return same;
}

TEST(tune_labels_are_their_numbers_alone) {
    static const char *const labels[] = {
        "material red.specular",        "scene one/camera.at.1",        "scene one/camera.at.2",
        "scene one/camera.at.3",        "scene one/camera.target.1",    "scene one/camera.target.2",
        "scene one/camera.target.3",    "scene one/camera.fov",         "scene one/object sign.at.1",
        "scene one/object sign.at.2",   "scene one/object sign.at.3",   "scene one/object sign#2.at.1",
        "scene one/object sign#2.at.2", "scene one/object sign#2.at.3", "scene one/object sign#2.yaw"};
    static const char *const words[] = {"0.50", "0", "0", "4", "0",    "-0.5", "0",  "45",
                                        "0",    "0", "0", "1", "2.25", "0",    "-20"};
    packed_folder f;
    tune t;
    if (!begin(&f, &t)) return;
    CHECK_EQ(t.numbers.count, sizeof labels / sizeof labels[0]);
    for (uint32_t i = 0; i < t.numbers.count && i < sizeof labels / sizeof labels[0]; i++) {
        bool same =
            strcmp(t.numbers.list[i].label, labels[i]) == 0 && strcmp(t.numbers.list[i].word, words[i]) == 0;
        if (!same) TEST_INFO("%s = %s", t.numbers.list[i].label, t.numbers.list[i].word);
        CHECK(same);
        CHECK_EQ(tune_find(&t, labels[i]), i);
        CHECK(strncmp(cart_text + t.numbers.list[i].at, words[i], strlen(words[i])) == 0);
    }
    CHECK(tune_fits(&t.numbers.list[12], "sign at") && tune_fits(&t.numbers.list[12], "") &&
          !tune_fits(&t.numbers.list[12], "sign yaw"));
    CHECK_EQ(tune_find(&t, "scene one/ambient.1"), TUNE_NONE);
    tune_close(&t);
    folder_remove(&f);
}

TEST(tune_changes_one_number_and_nothing_else) {
    packed_folder f;
    tune t;
    tool_error error = {.text = ""};
    if (!begin(&f, &t)) return;
    CHECK(tune_set(&t, tune_find(&t, "scene one/object sign#2.at.2"), "-12.125", &error));
    CHECK(differs_only(&f, "at=1,2.25,0", "at=1,-12.125,0"));
    CHECK(strcmp(t.numbers.list[tune_find(&t, "scene one/object sign#2.at.2")].word, "-12.125") == 0);
    CHECK(tune_set(&t, tune_find(&t, "scene one/object sign#2.at.2"), "2.25", &error));
    CHECK(differs_only(&f, "sign", "sign"));

    /* a number that the cart cannot take, and a word that is no number, are refused, and nothing is
     * written */
    CHECK(!tune_set(&t, tune_find(&t, "scene one/camera.fov"), "1000", &error));
    CHECK(strstr(error.text, "fov=1000") != NULL && error.line == 11);
    CHECK(!tune_set(&t, tune_find(&t, "scene one/camera.fov"), "wide", &error) &&
          strstr(error.text, "is no number") != NULL);
    CHECK(!tune_set(&t, tune_find(&t, "scene one/camera.fov"), "60 # yes", &error));
    CHECK(!tune_set(&t, tune_find(&t, "scene one/camera.fov"), "", &error));
    CHECK(differs_only(&f, "sign", "sign"));

    /* others edit the file meanwhile: lines above do no harm, a number that is gone does */
    char other[sizeof cart_text + 64];
    snprintf(other, sizeof other, "# more lines\n# above\n%s", cart_text);
    folder_write(&f, "cart.txt", other);
    CHECK(tune_set(&t, tune_find(&t, "scene one/camera.fov"), "60", &error));
    CHECK(tune_set(&t, tune_find(&t, "scene one/camera.fov"), "45", &error) &&
          t.numbers.list[tune_find(&t, "scene one/camera.fov")].line == 13);
    folder_write(&f, "cart.txt", "title \"Other\"\nscene one\n camera at=0,0,4 target=0,0,0\nend\n");
    CHECK(!tune_set(&t, tune_find(&t, "scene one/object sign.at.1"), "3", &error) ||
          strstr(error.text, "no longer") != NULL);
    tune_close(&t);
    folder_remove(&f);
}

TEST(tune_steps_the_last_digit) {
    static const struct {
        const char *word;
        int32_t steps;
        bool finer;
        const char *result;
    } cases[] = {{"2.5", 3, false, "2.8"},      {"2.5", 10, false, "3.5"},        {"2.5", 1, true, "2.51"},
                 {"0.05", -10, false, "-0.05"}, {"-0.5", 5, false, "0.0"},        {"45", 1, false, "46"},
                 {"45", -1, true, "44.9"},      {"0", -1, false, "-1"},           {"9.99", 1, false, "10.00"},
                 {"-1", 1, true, "-0.9"},       {"0.000001", 1, true, "0.000002"}};
    char result[TUNE_WORD];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool good = tune_step(cases[i].word, cases[i].steps, cases[i].finer, result) &&
                    strcmp(result, cases[i].result) == 0;
        if (!good) TEST_INFO("%s: %s", cases[i].word, result);
        CHECK(good);
    }
    CHECK(!tune_step("1000000000", 1, false, result) && !tune_step("", 1, false, result) &&
          !tune_step("1e5", 1, false, result));
    CHECK(!tune_step("123456789012345678", 1, false, result));
}

/* ---- in a running game ---- */

/* Select chooses, Left and Right write. The picture follows soon, and a new start begins with the written
 * number. */
TEST(tune_in_the_game_is_written_and_survives_a_restart) {
    static playing g;
    tune t;
    struct timespec from, to;
    memset(&g, 0, sizeof g);
    if (!begin(&g.folder, &t)) return;
    snprintf(t.filter, sizeof t.filter, "camera fov");
    ox_cart game = tune_cart(&t);
    bool good = start_game(&g, &game, "10 hold SELECT 12\n12 hold RIGHT+A 2\n");
    CHECK(good);
    if (!good) return;
    const uint32_t before = play_frames(&g, 9);
    CHECK(differs_only(&g.folder, "sign", "sign"));
    clock_gettime(CLOCK_MONOTONIC, &from);
    (void)play_frames(&g, 20);
    CHECK(differs_only(&g.folder, "fov=45", "fov=55"));
    uint32_t after = play_frames(&g, 150); /* the panel stays for 2 seconds */
    for (int i = 0; i < 5000 && (g.l.under_way != NULL || after == before); i++) {
        const struct timespec brief = {0, 1000000};
        (void)nanosleep(&brief, NULL);
        after = play_frames(&g, 1);
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    CHECK(after != before);
    CHECK((to.tv_sec - from.tv_sec) * 1000 + (to.tv_nsec - from.tv_nsec) / 1000000 < 5000);
    end_game(&g);

    good = start_game(&g, NULL, "# no keys\n");
    CHECK(good);
    if (!good) return;
    CHECK_EQ(play_frames(&g, 9), after);
    end_game(&g);
    tune_close(&t);
    folder_remove(&g.folder);
}

/* Starts a game whose camera sees as much as it may, with buttons for that number alone. */
static bool start_at_most(playing *g, tune *t, ox_cart *game, const char *keys) {
    tool_error error;
    memset(g, 0, sizeof *g);
    if (!begin(&g->folder, t)) return false;
    snprintf(t->filter, sizeof t->filter, "fov");
    CHECK(tune_set(t, tune_find(t, "scene one/camera.fov"), "179", &error));
    *game = tune_cart(t);
    bool good = start_game(g, game, keys);
    CHECK(good);
    return good;
}

static uint16_t pixel_of(const playing *g, int x, int y) {
    host_frame last = {.pixels = NULL};
    CHECK(host_last_frame(g->port, &last));
    if (y < 0) y += last.height;
    return last.pixels == NULL ? 0 : ((const uint16_t *)last.pixels)[y * (last.stride / 2) + x];
}

/* The panel stands at the lower edge, leaves the upper edge to the scene, and takes as many lines as a
 * refusal wants. */
TEST(tune_panel_stands_at_the_lower_edge) {
    static playing g;
    tune t;
    ox_cart game;
    if (!start_at_most(&g, &t, &game, "10 hold SELECT 6\n14 hold RIGHT 1\n")) return;
    (void)play_frames(&g, 9);
    const uint16_t before[4] = {pixel_of(&g, 0, 0), pixel_of(&g, 0, -1), pixel_of(&g, 0, -20),
                                pixel_of(&g, 0, -21)};
    (void)play_frames(&g, 3);
    CHECK(pixel_of(&g, 0, 0) == before[0] && pixel_of(&g, 0, -21) == before[3]);
    CHECK(pixel_of(&g, 0, -1) != before[1] && pixel_of(&g, 0, -20) != before[2]);
    (void)play_frames(&g, 4);
    CHECK(strstr(t.said, "out of range") != NULL && strstr(t.said, "cart.txt") == NULL);
    CHECK(pixel_of(&g, 0, -21) != before[3]); /* the lines of the refusal cover the scene, too */
    (void)play_frames(&g, 150);
    CHECK(pixel_of(&g, 0, -1) == before[1] && pixel_of(&g, 0, -21) == before[3]);
    end_game(&g);
    tune_close(&t);
    folder_remove(&g.folder);
}

/* A number that the cart refuses is not written, and the game goes on as before. */
TEST(tune_in_the_game_refuses_what_the_cart_cannot_take) {
    static playing g;
    tune t;
    ox_cart game;
    if (!start_at_most(&g, &t, &game, "10 hold SELECT 12\n12 hold RIGHT+A 2\n18 hold RIGHT 2\n")) return;
    const uint32_t before = play_frames(&g, 9);
    (void)play_frames(&g, 12);
    CHECK(differs_only(&g.folder, "fov=45", "fov=179"));
    CHECK(strstr(t.said, "out of range") != NULL);
    CHECK_EQ(play_frames(&g, 200), before);
    end_game(&g);
    tune_close(&t);
    folder_remove(&g.folder);
}
