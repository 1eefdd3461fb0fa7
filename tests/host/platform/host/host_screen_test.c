/* A picture on a screen of more pixels: colours in any channels, whole factors, shrinking, and pointers. */
#include <string.h>

#include "platform/host/host_screen.h"
#include "tests/test.h"

static const host_form xrgb = {.bytes = 4, .red = {16, 8}, .green = {8, 8}, .blue = {0, 8}},
                       bgra = {.bytes = 4, .red = {8, 8}, .green = {16, 8}, .blue = {24, 8}, .always = 0xFF},
                       rgb565 = {.bytes = 2, .red = {11, 5}, .green = {5, 6}, .blue = {0, 5}},
                       bgr555 = {.bytes = 2, .red = {0, 5}, .green = {5, 5}, .blue = {10, 5}},
                       rgb888 = {.bytes = 3, .red = {16, 8}, .green = {8, 8}, .blue = {0, 8}},
                       deep = {.bytes = 4, .red = {20, 10}, .green = {10, 10}, .blue = {0, 10}};

TEST(host_screen_colours_lie_in_any_channels) {
    CHECK_EQ(host_form_pixel(&xrgb, 0x123456), 0x123456);
    CHECK_EQ(host_form_pixel(&bgra, 0x123456), 0x563412FF);
    CHECK_EQ(host_form_pixel(&rgb565, 0xFF8040), 0x1F << 11 | 0x20 << 5 | 8);
    CHECK_EQ(host_form_pixel(&bgr555, 0xFF8040), 0x1F | 0x10 << 5 | 8 << 10);
    CHECK_EQ(host_form_pixel(&deep, 0xFF0080), 0x3FF00000u | 0x202);
}

TEST(host_screen_forms_are_looked_at) {
    const host_form *const fine[] = {&xrgb, &bgra, &rgb565, &bgr555, &rgb888, &deep};
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) CHECK(host_form_is_sound(fine[i]));
    const host_form wrong[] = {{.bytes = 1, .red = {5, 3}, .green = {2, 3}, .blue = {0, 2}},
                               {.bytes = 5, .red = {16, 8}, .green = {8, 8}, .blue = {0, 8}},
                               {.bytes = 4, .red = {25, 8}, .green = {8, 8}, .blue = {0, 8}},
                               {.bytes = 2, .red = {11, 5}, .green = {5, 0}, .blue = {0, 5}},
                               {.bytes = 4, .red = {0, 8}, .green = {8, 8}, .blue = {0, 17}}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) CHECK(!host_form_is_sound(&wrong[i]));
}

TEST(host_screen_rows_widen_and_shrink) {
    const uint32_t colours[4] = {0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF};
    uint32_t wide[12];
    uint16_t half[2];
    uint8_t three[12];
    host_screen_row(&xrgb, colours, 4, 12, (uint8_t *)wide);
    for (int i = 0; i < 12; i++) CHECK_EQ(wide[i], colours[i / 3]);
    host_screen_row(&rgb565, colours, 4, 2, (uint8_t *)half);
    CHECK_EQ(half[0], 0xF800);
    CHECK_EQ(half[1], 0x001F);
    host_screen_row(&rgb888, colours, 4, 4, three);
    for (int i = 0; i < 4; i++)
        CHECK_EQ((uint32_t)three[3 * i] + three[3 * i + 1] + three[3 * i + 2], i == 3 ? 765 : 255);
}

TEST(host_screen_pictures_lie_in_the_middle) {
    const host_area large = host_area_place(1024, 768, 240, 160);
    CHECK_EQ(large.scale, 4);
    CHECK_EQ(large.left, 32);
    CHECK_EQ(large.top, 64);
    CHECK_EQ(large.across, 960);
    const host_area small = host_area_place(120, 120, 240, 160);
    CHECK_EQ(small.scale, 0);
    CHECK_EQ(small.across, 120);
    CHECK_EQ(small.down, 80);
    CHECK_EQ(small.top, 20);
}

TEST(host_screen_pointers_are_told_in_the_picture) {
    host_options options = {.driver = HOST_DRIVER_HEADLESS, .threads = 1, .memory = 64};
    char error[200];
    plat *p = host_open(&options, error, sizeof error);
    CHECK(p != NULL && plat_video_open(p, 240, 160, PLAT_XRGB8888));
    const host_area area = host_area_place(1024, 768, 240, 160);
    host_pointer pointer = {
        .x = 32 + 4 * 100 + 3, .y = 64 + 4 * 50, .moved_x = 9, .moved_y = -4, .wheel = 40000, .held = true};
    plat_input in = {0};
    host_screen_point(&area, &pointer, p, &in);
    CHECK_EQ(in.pointer_x, 100);
    CHECK_EQ(in.pointer_y, 50);
    CHECK_EQ(in.pointer_dx, 2);
    CHECK_EQ(pointer.moved_x, 1); /* waits for the next poll */
    CHECK_EQ(in.pointer_dy, -1);
    CHECK_EQ(in.wheel, 32767);
    CHECK(in.pointer_held && (in.senses.state & PLAT_POINTER_OUTSIDE) == 0);
    pointer.x = 5;
    host_screen_point(&area, &pointer, p, &in);
    CHECK_EQ(in.pointer_x, 0);
    CHECK((in.senses.state & PLAT_POINTER_OUTSIDE) != 0);
    plat_touch touch = {.id = 1};
    host_screen_touch(&area, p, 32 + 960 + 40, 64, &touch);
    CHECK_EQ(touch.x, 250);
    CHECK_EQ(touch.y, 0);
    CHECK(host_close(p));
}
