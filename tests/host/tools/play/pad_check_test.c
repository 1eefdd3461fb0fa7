#define _XOPEN_SOURCE 700 /* mkdtemp */
/* INP-048: the list that pads are looked over by: a good pad passes, and faults are found and named. */
#include "tools/play/pad_check.h"

#include "tests/host/rom/carts/played_cart.h"

/* A motor that never stops. */
static void feel_stuck(void *of, int pad, int motor, uint32_t strength, uint32_t milliseconds) {
    if (strength != 0) pad_check_felt(of, pad, motor, strength, milliseconds);
}

/* Looks over a script's pad with a fault; gives the number of items. */
static int look_over(void (*fault)(plat_input *), bool stuck, pad_item *items) {
    char script[PAD_SCRIPT], said[200] = "";
    pad_check_script(2, script, sizeof script);
    CHECK(strlen(script) < sizeof script - 1);
    pad_motors motors = {.now = {0}};
    const host_options options = {.driver = HOST_DRIVER_HEADLESS,
                                  .quiet = true,
                                  .memory = 1 << 20,
                                  .threads = 1,
                                  .input_text = script,
                                  .on_rumble = stuck ? feel_stuck : pad_check_felt,
                                  .on_rumble_argument = &motors};
    plat *port = host_open(&options, said, sizeof said);
    if (port == NULL) TEST_INFO("%s", said);
    CHECK(port != NULL && plat_video_open(port, 32, 24, PLAT_XRGB8888));
    const int count =
        pad_check_controls(&(pad_check){.port = port, .place = 2, .fault = fault, .motors = &motors}, items);
    host_close(port);
    return count;
}

static uint32_t failures(const pad_item *items, int count) {
    uint32_t failed = 0;
    for (int i = 0; i < count; i++) failed += !items[i].passed;
    return failed;
}

static bool has_failed(const pad_item *items, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(items[i].name, name) == 0) return !items[i].passed;
    return false;
}

static void swap_buttons(plat_input *in) {
    const uint32_t a = in->buttons & PLAT_A, b = in->buttons & PLAT_B;
    in->buttons =
        (in->buttons & ~(uint32_t)(PLAT_A | PLAT_B)) | (a != 0 ? PLAT_B : 0) | (b != 0 ? PLAT_A : 0);
    in->change_count = 0;
}
static void turn_axis(plat_input *in) { in->stick_y = (int16_t)-in->stick_y; }
static void wear_stick(plat_input *in) { in->senses.right_x = (int16_t)(in->senses.right_x / 2 + 4000); }
static void stick_button(plat_input *in) { in->buttons |= PLAT_START; }
static void join_axes(plat_input *in) { in->senses.right_y = in->stick_x; }

TEST(pad_check_passes_a_good_pad_and_finds_faults) {
    pad_item items[PAD_ITEMS];
    int count = look_over(NULL, false, items);
    CHECK_EQ(count, 1 + 22 + 2 + 1);
    CHECK_EQ(failures(items, count), 0);
    count = look_over(NULL, true, items);
    CHECK(failures(items, count) == 1 && has_failed(items, count, "motors"));
    count = look_over(swap_buttons, false, items);
    CHECK(failures(items, count) == 2 && has_failed(items, count, "A") && has_failed(items, count, "B"));
    count = look_over(turn_axis, false, items);
    CHECK(failures(items, count) == 2 && has_failed(items, count, "left stick up") &&
          has_failed(items, count, "left stick down"));
    count = look_over(wear_stick, false, items); /* it rests beside the middle, and does not go far */
    CHECK(has_failed(items, count, "rest") && has_failed(items, count, "right stick right") &&
          has_failed(items, count, "right stick left") &&
          has_failed(items, count, "right stick at rest, for games"));
    count = look_over(stick_button, false, items);
    CHECK(has_failed(items, count, "rest") && has_failed(items, count, "A") &&
          !has_failed(items, count, "START"));
    count = look_over(join_axes, false, items);
    CHECK(has_failed(items, count, "left stick right") && !has_failed(items, count, "left stick up"));
}

TEST(pad_check_looks_what_a_game_does) {
    static const char text[] =
        "title \"Pads\"\nsize 64x48\nformat rgb565\nbudget 256K\nframe 16K\nstart yard\n"
        "mesh sign square.obj\nscript game game.goad\nscene yard\n"
        " camera at=0,0,6 target=0,0,0\n behaviour Rules\nend\n";
    packed_folder f;
    writer image;
    pad_item items[PAD_ITEMS];
    write_texts(
        &f, &(played_texts){
                text, "behaviour Rules { on tick { if pressed(Button.X) { pause(Button.X) } } }\n", NULL});
    CHECK(folder_pack(&f, &image));
    int count = pad_check_game(&image, items);
    for (int i = 0; i < count; i++)
        if (!items[i].passed) TEST_INFO("%s: %s", items[i].name, items[i].text);
    CHECK(count == 7 && failures(items, count) == 0);
    writer_free(&image);
    /* Of two players nobody waits for one: the list says so. */
    folder_write(&f, "cart.txt",
                 "title \"Pads\"\nsize 64x48\nformat rgb565\nbudget 256K\nframe 16K\nstart yard\n"
                 "capacity players 2\nmesh sign square.obj\nscript game game.goad\nscene yard\n"
                 " camera at=0,0,6 target=0,0,0\n behaviour Rules\nend\n");
    CHECK(folder_pack(&f, &image));
    count = pad_check_game(&image, items);
    CHECK(has_failed(items, count, "lost pad pauses") && !has_failed(items, count, "lost pad is still"));
    writer_free(&image);
    folder_remove(&f);
}
