/* Linear light and the user's gamma from the cart's text to the pixels that are seen, in every format. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>

#include "kernel/console/console.h"
#include "platform/host/host.h"
#include "platform/pixel.h"
#include "raster/surface.h"
#include "tests/host/tools/pack/packed_cart.h"
#include "tests/port.h"
#include "tests/unit/kernel/console/console_rom.h"
#include "tools/image/chunk.h"
#include "tools/inspect/chunk_decode.h"

enum { SIDE = 64 };

static uint8_t seen[SIDE * SIDE * 4];

/* ---- the ramp on its way to the display ---- */

static _Alignas(16) uint8_t made[65536];

/* The code that is shown for a code of so many bits, by exact arithmetic. */
static uint32_t shown_code(uint32_t code, int bits, bool linear, int tenths) {
    const double top = (1 << bits) - 1, power = 10.0 / tenths / (linear ? 2.2 : 1.0);
    uint32_t shown = (uint32_t)floor(pow(code / top, power) * top + 0.5);
    return bits == 8 ? shown : bits == 6 ? plat_widen6(shown) : plat_widen5(shown);
}

static uint32_t shown_pixel(plat_format format, uint32_t p, const uint32_t *palette, bool linear,
                            int tenths) {
    uint32_t rgb = format == PLAT_PAL8 ? palette[p] : p;
    if (format == PLAT_RGB565)
        return shown_code(p >> 11, 5, linear, tenths) << 16 |
               shown_code(p >> 5 & 63, 6, linear, tenths) << 8 | shown_code(p & 31, 5, linear, tenths);
    if (format == PLAT_BGR555)
        return shown_code(p & 31, 5, linear, tenths) << 16 | shown_code(p >> 5 & 31, 5, linear, tenths) << 8 |
               shown_code(p >> 10 & 31, 5, linear, tenths);
    return shown_code(rgb >> 16, 8, linear, tenths) << 16 |
           shown_code(rgb >> 8 & 255, 8, linear, tenths) << 8 | shown_code(rgb & 255, 8, linear, tenths);
}

/* Counts pixels of the last frame that are not shown as they should be; -1 without a frame. */
static int wrong_pixels(const plat *p, const uint32_t *palette, bool linear, int tenths) {
    host_frame frame;
    int wrong = 0, other = 0;
    if (!host_last_frame(p, &frame) || !host_frame_rgba(p, seen)) return -1;
    for (int i = 0; i < frame.width * frame.height; i++) {
        const uint8_t *at = (const uint8_t *)frame.pixels + (size_t)(i / frame.width) * (size_t)frame.stride;
        uint32_t pixel = 0, expected;
        if (frame.format == PLAT_PAL8)
            pixel = at[i % frame.width];
        else if (frame.format == PLAT_XRGB8888)
            pixel = rom_u32(at + i % frame.width * 4);
        else
            pixel = rom_u16(at + i % frame.width * 2);
        expected = shown_pixel(frame.format, pixel, palette, linear, tenths);
        wrong += expected != ((uint32_t)seen[4 * i] << 16 | (uint32_t)seen[4 * i + 1] << 8 | seen[4 * i + 2]);
        other += pixel != 0;
    }
    return other == 0 ? -1 : wrong;
}

static uint32_t hash_of(const ox_console *console) {
    ox_frame_stats stats;
    ox_console_stats(console, &stats);
    return stats.hash;
}

TEST(console_colours_go_through_one_ramp) {
    uint32_t palette[256];
    for (uint32_t i = 0; i < 256; i++) palette[i] = build_colour((uint8_t)i);
    for (int format = 0; format < (int)PLAT_FORMATS; format++) {
        uint32_t hash = 0;
        for (int linear = 0; linear < 2; linear++) {
            char text[200] = "";
            host_options options = {.quiet = true, .memory = 1 << 20, .threads = 1};
            plat *p = test_port_open(&options, text, sizeof text);
            build_rom rom;
            uint32_t size = build_small_cart(&rom, made, sizeof made, 192 * 1024, PLAT_PAL8, 0, 0);
            ox_error error;
            CHECK(p != NULL && size > 0);
            if (p == NULL) return;
            if (linear != 0) {
                build_put32(made + ROM_AT_FLAGS, rom_u32(made + ROM_AT_FLAGS) | ROM_FLAG_LINEAR);
                build_put32(made + ROM_AT_HEADER_CRC, rom_crc32(0, made, ROM_AT_HEADER_CRC));
            }
            ox_boot_options boot = ox_boot_defaults(p, made, size);
            boot.deterministic = boot.log_hashes = true;
            boot.format = format;
            boot.gamma = 17;
            ox_console *console = ox_console_boot(&boot, &error);
            CHECK(console != NULL);
            if (console == NULL) return;
            ox_console_frame(console);
            CHECK_EQ(wrong_pixels(p, palette, linear != 0, 17), 0);
            if (linear == 0)
                hash = hash_of(console); /* drawing is the same, whatever the display makes of it */
            CHECK_EQ(hash_of(console), hash);
            CHECK(!ox_console_gamma(console, 9) && !ox_console_gamma(console, 31));
            CHECK(ox_console_gamma(console, 10));
            ox_console_frame(console);
            CHECK_EQ(wrong_pixels(p, palette, linear != 0, 10), 0);
            ox_console_close(console);
            host_close(p);
        }
    }
}

TEST(console_refuses_a_gamma_beyond_the_display) {
    char text[200] = "";
    host_options options = {.quiet = true, .memory = 1 << 20, .threads = 1};
    plat *p = test_port_open(&options, text, sizeof text);
    build_rom rom;
    ox_error error;
    CHECK(p != NULL);
    if (p == NULL) return;
    ox_boot_options boot =
        ox_boot_defaults(p, made, build_small_cart(&rom, made, sizeof made, 192 * 1024, PLAT_PAL8, 0, 0));
    boot.gamma = 31;
    CHECK(ox_console_boot(&boot, &error) == NULL);
    CHECK_EQ(error.status, OX_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "a gamma of 31 tenths: 10 to 30 are possible") == 0);
    host_close(p);
}

/* ---- carts ---- */

static void write_picture(packed_folder *f, const char *name, int side, uint32_t one, uint32_t other) {
    static uint32_t pixels[64 * 64];
    char path[96];
    tool_error error;
    for (int i = 0; i < side * side; i++) pixels[i] = ((i % side ^ i / side) & 1) != 0 ? other : one;
    import_png_picture picture = {
        .width = side, .height = side, .format = IMPORT_PNG_XRGB32, .pixels = pixels};
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    CHECK(import_png_write(path, &picture, &error));
    snprintf(f->files[f->count++], sizeof f->files[0], "%s", path);
}

static const char things[] =
    "texture grey grey.png\ntexture checker checker.png\n"
    "material grey texture=grey shading=unlit\n"
    "material far texture=checker shading=unlit mip=triangle\n"
    "material half colour=#FFFFFF shading=unlit opacity=0.5\n"
    "material white colour=#FFFFFF shading=flat\n"
    "material brown colour=#C08040 shading=unlit\n"
    "mesh grey square.obj material=grey\nmesh far square.obj material=far\n"
    "mesh half square.obj material=half\nmesh white square.obj material=white\nmesh brown square.obj "
    "material=brown\n"
    "scene main\n  background #0000BA\n  ambient 0\n  camera at=0,0,10 target=0,0,0 fov=45 near=0.5 far=40\n"
    "  light sun direction=0,0,-1 intensity=0.5\n"
    "  object grey at=-2,2,0\n  object white at=2,2,0\n  object brown at=-2,-2,0\n"
    "  object grey at=2,-2,-0.2 scale=0.9\nend\n"
    "scene mixed\n  background #000000\n  camera at=0,0,10 target=0,0,0 fov=45 near=0.5 far=40\n"
    "  object half at=-2,2,0\n  object far at=2,2,-20 scale=3\nend\n";

static bool pack_things(const char *format, const char *light, writer *image) {
    char text[3000];
    packed_folder f;
    snprintf(text, sizeof text, "title Light\nversion 1.0\nsize 64x64\nformat %s\nbudget 256K\n%s%s", format,
             light, things);
    CHECK(folder_make(&f));
    folder_write(&f, "cart.txt", text);
    folder_write(&f, "square.obj", folder_square);
    write_picture(&f, "grey.png", 8, 0xBA6040, 0xBA6040);
    write_picture(&f, "checker.png", 64, 0xFFFFFF, 0);
    bool ok = folder_pack(&f, image);
    folder_remove(&f);
    return ok;
}

/* Plays a frame of a scene. */
static bool see(const writer *image, const char *scene) {
    char text[200] = "";
    host_options options = {.quiet = true, .memory = 1 << 20, .threads = 1};
    plat *p = test_port_open(&options, text, sizeof text);
    ox_error error;
    if (p == NULL) return false;
    ox_boot_options boot = ox_boot_defaults(p, image->data, image->size);
    boot.deterministic = true;
    boot.scene = rom_id(scene);
    ox_console *console = ox_console_boot(&boot, &error);
    if (console == NULL) TEST_INFO("%s", error.text);
    if (console != NULL) ox_console_frame(console);
    bool ok = console != NULL && host_frame_rgba(p, seen);
    if (console != NULL) ox_console_close(console);
    host_close(p);
    return ok;
}

/* Whether the pixel has the colour, within so many steps a channel. */
static bool is_seen(int x, int y, uint32_t rgb, int within) {
    const uint8_t *at = seen + 4 * (y * SIDE + x);
    bool near = true;
    for (int k = 0; k < 3; k++) near = near && abs((int)at[k] - (int)(rgb >> (16 - 8 * k) & 255u)) <= within;
    if (!near) TEST_INFO("(%d, %d) is %02x%02x%02x, not %06x", x, y, at[0], at[1], at[2], (unsigned)rgb);
    return near;
}

TEST(console_linear_light_keeps_colours_and_halves_light) {
    static const struct {
        const char *name;
        int within;
    } formats[] = {{"pal8", 14}, {"rgb565", 13}, {"bgr555", 13}, {"xrgb8888", 2}};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        for (int linear = 0; linear < 2; linear++) {
            const int within = formats[i].within;
            writer image;
            if (!pack_things(formats[i].name, linear != 0 ? "linear-light on\n" : "", &image)) return;
            CHECK(see(&image, "scene/main"));
            /* Colours that take no part in lighting look as in their files: the background, a texture, a
             * plain colour. */
            CHECK(is_seen(32, 32, 0x0000BA, within));
            CHECK(is_seen(17, 17, 0xBA6040, within));
            CHECK(is_seen(17, 47, 0xC08040, within));
            /* Half of the light of white is half of the light that is seen, not half of the code. */
            CHECK(is_seen(47, 17, linear != 0 ? 0xBABABA : 0x808080, within));
            CHECK(see(&image, "scene/mixed"));
            CHECK(is_seen(17, 17, linear != 0 ? 0xBABABA : 0x808080, within));
            CHECK(is_seen(38, 26, linear != 0 ? 0xBABABA : 0x808080, within));
            writer_free(&image);
        }
    }
}

TEST(console_linear_images_say_so_and_are_extracted_as_shown) {
    writer image;
    rom_image opened;
    rom_chunk chunk;
    import_image picture;
    tool_error error;
    uint8_t *owned = NULL;
    if (!pack_things("xrgb8888", "linear-light on\n", &image)) return;
    CHECK_EQ(rom_open(image.data, image.size, &opened, NULL), ROM_OK);
    CHECK((opened.flags & ROM_FLAG_LINEAR) != 0);
    CHECK(rom_find(&opened, rom_id("texture/grey"), ROM_TAG_IMAGE, &chunk));
    CHECK_EQ(chunk_unpack(&chunk, &owned, NULL), ROM_OK);
    CHECK_EQ(rom_u32(chunk.data + rom_u32(chunk.data + ROM_IMAGE_PIXELS)),
             0x7F1E0C); /* (0xBA / 255)^2.2 * 255 and so on */
    CHECK(chunk_picture(&opened, &chunk, 0, "test", &picture, &error));
    CHECK(abs(picture.rgba[0] - 0xBA) <= 1 && abs(picture.rgba[1] - 0x60) <= 2 &&
          abs(picture.rgba[2] - 0x40) <= 2);
    import_image_free(&picture);
    free(owned);
    writer_free(&image);
    if (!pack_things("xrgb8888", "", &image)) return;
    CHECK_EQ(rom_open(image.data, image.size, &opened, NULL), ROM_OK);
    CHECK((opened.flags & ROM_FLAG_LINEAR) == 0);
    writer_free(&image);
}

/* Whether a cart is refused with this sentence. */
static bool is_refused(const char *format, const char *more, const char *sentence) {
    char text[600];
    packed_folder f;
    pack_report report;
    const pack_options options = {.names = true};
    tool_error error = {.text = ""};
    writer image;
    cart c;
    snprintf(text, sizeof text,
             "title L\nversion 1.0\nformat %s\nlinear-light on\n%sscene main\n  camera at=0,0,4 "
             "target=0,0,0\nend\n",
             format, more);
    CHECK(folder_make(&f));
    folder_write(&f, "cart.txt", text);
    bool packed = cart_load(f.path, &c, &error);
    if (packed) {
        packed = pack_cart(&c, &options, &image, &report, &error);
        if (packed) writer_free(&image);
        cart_free(&c);
    }
    folder_remove(&f);
    if (sentence == NULL) return !packed;
    if (strstr(error.text, sentence) == NULL) TEST_INFO("%s", error.text);
    return !packed && strstr(error.text, sentence) != NULL;
}

TEST(console_linear_light_refuses_to_dither_before_the_ramp) {
    CHECK(is_refused(
        "rgb565", "dither on\n",
        "cart.txt:5: `dither on` with linear-light and format rgb565: dithering would come before the ramp"));
    CHECK(is_refused("bgr555", "dither on\n", "cart.txt:5: `dither on` with linear-light and format bgr555"));
    CHECK(is_refused("rgb565", "material m dither=4x4\n",
                     "cart.txt:5: material `m`: `dither=` with linear-light and format rgb565"));
    CHECK(is_refused("pal8", "material m dither=2x2\n",
                     "cart.txt:5: material `m`: `dither=` with linear-light and format pal8"));
    CHECK(!is_refused("xrgb8888", "dither on\nmaterial m dither=4x4\n", NULL));
    /* dithering chooses among the colours that are shown */
    CHECK(!is_refused("pal8", "dither on\n", NULL));
    CHECK(!is_refused("rgb565", "dither off\nmaterial m dither=none\n", NULL));
    CHECK(is_refused("rgb565", "linear-light off\n", "cart.txt:5"));
}
