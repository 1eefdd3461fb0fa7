/* The port to browsers, tested in front of the page that tests/web/unit.js plays: notices, storage, pictures, the
 * clock. */
#include <stdlib.h>
#include <string.h>

#include "platform/web/web.h"
#include "tests/test.h"

/* The pixel that the tests' page shows at (x, y). */
WEB_PAGE("shown") uint32_t page_shown(int x, int y);

/* The C library owns the memory. */
void *web_reserve(size_t size) { return aligned_alloc(16, (size + 15) & ~(size_t)15); }

TEST(web_notices_come_in_order) {
    static plat port;
    CHECK_EQ(plat_notice(&port), PLAT_NOTHING);
    for (int round = 0; round < 3; round++) {
        web_notify(&port, PLAT_FOCUS_LOST);
        web_notify(&port, PLAT_FOCUS_GAINED);
        CHECK_EQ(plat_notice(&port), PLAT_FOCUS_LOST);
        web_notify(&port, PLAT_SUSPENDED);
        CHECK_EQ(plat_notice(&port), PLAT_FOCUS_GAINED);
        CHECK_EQ(plat_notice(&port), PLAT_SUSPENDED);
        CHECK_EQ(plat_notice(&port), PLAT_NOTHING);
    }
    for (int i = 0; i < 2 * WEB_NOTICES; i++) web_notify(&port, i < WEB_NOTICES ? PLAT_RESUMED : PLAT_QUIT);
    for (int i = 0; i < WEB_NOTICES; i++) CHECK_EQ(plat_notice(&port), PLAT_RESUMED);
    CHECK_EQ(plat_notice(&port), PLAT_NOTHING);
}

/* Bytes that were synchronized are there for the next program; other bytes are not. */
TEST(web_storage_is_what_was_synchronized) {
    static plat first, second, third;
    uint8_t bytes[4] = {1, 2, 255, 4}, read[6];
    plat_storage_info info;
    plat_storage(&first, &info);
    CHECK(info.size == WEB_STORAGE && info.sector == 1 && info.atomic);
    CHECK(plat_storage_erase(&first, 0, WEB_STORAGE) && plat_storage_write(&first, 100, bytes, 4) &&
          plat_storage_sync(&first));
    CHECK(plat_storage_write(&first, 102, bytes, 1));
    CHECK(plat_storage_read(&second, 99, read, 6));
    CHECK(read[0] == 255 && read[1] == 1 && read[2] == 2 && read[3] == 255 && read[4] == 4 && read[5] == 255);
    CHECK(!plat_storage_write(&second, WEB_STORAGE - 1, bytes, 2) &&
          !plat_storage_read(&second, UINT32_MAX, read, 2));
    CHECK(plat_storage_write(&second, WEB_STORAGE - 1, bytes, 1) && plat_storage_sync(&second));
    CHECK(plat_storage_read(&third, WEB_STORAGE - 1, read, 1) && read[0] == 1);
    CHECK(plat_storage_erase(&third, 0, WEB_STORAGE) && plat_storage_sync(&third));
}

TEST(web_shows_every_format) {
    static plat port;
    static const uint32_t colours[2] = {0x000000, 0x12B4FE};
    static const uint8_t indices[9] = {0, 255, 0, 0, 1, 0, 0, 0, 0};
    static const uint16_t red[1] = {0xF800}, low[1] = {0x001F};
    static const uint32_t wide[1] = {0x12345678};
    uint8_t ramp[256];
    CHECK(!plat_video_open(&port, 0, 8, PLAT_PAL8) && !plat_video_open(&port, 8, 1025, PLAT_PAL8) &&
          !plat_video_open(&port, 8, 8, PLAT_FORMATS));
    CHECK(plat_video_open(&port, 3, 2, PLAT_PAL8));
    plat_palette(&port, colours, 255, 2); /* the second colour lies beyond the palette */
    plat_palette(&port, colours, 0, 2);
    plat_band(&port, 0, 2, indices, 3);
    plat_palette(&port, colours + 1, 255, 1); /* changes the picture that was handed over before, too */
    plat_present(&port);
    CHECK_EQ(page_shown(0, 0), 0xFF000000);
    CHECK_EQ(page_shown(1, 0), 0xFFFEB412);
    CHECK_EQ(page_shown(1, 1), 0xFFFEB412);
    CHECK_EQ(page_shown(3, 0), 0);
    plat_band(&port, 1, 2, indices, 3); /* a line too many: no line is taken */
    plat_band(&port, -1, 1, indices, 3);
    plat_present(&port);
    CHECK_EQ(page_shown(1, 1), 0xFFFEB412);
    CHECK(plat_video_open(&port, 1, 1, PLAT_RGB565));
    plat_band(&port, 0, 1, red, 2);
    plat_present(&port);
    CHECK_EQ(page_shown(0, 0), 0xFF0000FF);
    CHECK(plat_video_open(&port, 1, 1, PLAT_BGR555));
    plat_band(&port, 0, 1, low, 2);
    plat_present(&port);
    CHECK_EQ(page_shown(0, 0), 0xFF0000FF);
    CHECK(plat_video_open(&port, 1, 1, PLAT_XRGB8888));
    plat_band(&port, 0, 1, wide, 4);
    plat_present(&port);
    CHECK_EQ(page_shown(0, 0), 0xFF785634);
    for (uint32_t i = 0; i < 256; i++) ramp[i] = (uint8_t)(255u - i);
    plat_ramp(&port, ramp, NULL);
    plat_present(&port);
    CHECK_EQ(page_shown(0, 0), 0xFF87A9CB);
    plat_ramp(&port, NULL, NULL);
    plat_present(&port);
    CHECK_EQ(page_shown(0, 0), 0xFF785634);
    plat_video_close(&port);
    plat_present(&port);
    CHECK(!plat_screenshot(&port));
}

TEST(web_input_movement_is_told_once) {
    static plat port;
    plat_input in;
    port.input = (plat_input){.buttons = PLAT_A,
                              .pointer_x = 5,
                              .pointer_dx = 3,
                              .pointer_dy = -2,
                              .wheel = 1,
                              .pointer_held = true};
    plat_poll(&port, &in);
    CHECK(in.buttons == PLAT_A && in.pointer_x == 5 && in.pointer_dx == 3 && in.pointer_dy == -2 &&
          in.wheel == 1 && in.pointer_held);
    plat_poll(&port, &in);
    CHECK(in.buttons == PLAT_A && in.pointer_x == 5 && in.pointer_dx == 0 && in.pointer_dy == 0 &&
          in.wheel == 0 && in.pointer_held);
}

TEST(web_waits_and_counts_blanks) {
    static plat port;
    uint64_t begun = plat_ticks(&port);
    plat_wait(&port, 30000);
    CHECK(plat_ticks(&port) - begun >= 30000);
    uint32_t blanks = plat_wait_blank(&port);
    for (int i = 0; i < 3; i++) {
        uint32_t next = plat_wait_blank(&port);
        CHECK(next > blanks && plat_ticks(&port) >= (uint64_t)next * 1000000 / 60);
        blanks = next;
    }
}

TEST(web_stack_is_measured) {
    static plat port;
    plat_block stack;
    plat_stack(&port, &stack);
    CHECK_EQ(stack.size, 1048576 - 16);
    CHECK((uintptr_t)__builtin_frame_address(0) > (uintptr_t)stack.base);
    CHECK((uintptr_t)__builtin_frame_address(0) < (uintptr_t)stack.base + stack.size);
}

/* The tests' page plays no sound until a pause has ended. */
TEST(web_sound_takes_what_has_room) {
    static plat port;
    static const int16_t frames[2 * 4000];
    plat_audio given, wanted = {.rate = 0};
    CHECK(plat_audio_space(&port) == 0 && plat_audio_queued(&port) == 0);
    plat_audio_write(&port, frames, 10);
    plat_audio_pause(&port, true);
    plat_audio_close(&port);
    CHECK(plat_audio_open(&port, &wanted, &given, NULL, NULL));
    CHECK(given.rate == 32000 && given.channels == 2 && given.bits == 16 && given.block == 0 && !given.calls);
    CHECK(!plat_audio_open(&port, &wanted, &given, NULL, NULL));
    CHECK_EQ(plat_audio_space(&port), 8000);
    for (int i = 0; i < 3; i++) plat_audio_write(&port, frames, 3000);
    CHECK(plat_audio_queued(&port) == 8000 && plat_audio_space(&port) == 0);
    CHECK_EQ(plat_audio_lost(&port) + 8000, 10 + 9000);
    plat_audio_pause(&port, true);
    CHECK_EQ(plat_audio_queued(&port), 8000);
    plat_audio_pause(&port, false);
    CHECK_EQ(plat_audio_queued(&port), 0);
    plat_audio_close(&port);
    wanted = (plat_audio){.rate = 18157, .channels = 1, .bits = 8};
    CHECK(plat_audio_open(&port, &wanted, &given, NULL, NULL) && given.rate == 18157 && given.channels == 1 &&
          given.bits == 16);
    plat_audio_close(&port);
    wanted.rate = 4000;
    CHECK(plat_audio_open(&port, &wanted, &given, NULL, NULL) && given.rate == 8000);
    plat_audio_close(&port);
}
