/* Pictures and sounds out of chunks of every form, and differences between two chunks. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <unistd.h>

#include "tests/host/tools/convert/converted_asset.h"
#include "tests/host/tools/convert/picture_file.h"
#include "tools/image/assemble.h"
#include "tools/image/chunk.h"
#include "tools/inspect/chunk_decode.h"
#include "tools/inspect/dump.h"

static converted_asset made;
static tool_error error;

/* 32 x 16 of 15 colours, so that all forms hold it exactly: multiples of 0x88 keep through 5 and 6 bits. */
static void paint(import_image *image, int odd) {
    CHECK(import_image_allocate("t", 32, 16, false, image, &error));
    for (int i = 0; i < 32 * 16; i++) {
        static const uint8_t levels[3] = {0, 255, 132};
        int colour = (i / 3 + i / 32) % 15 + 1;
        image->rgba[4 * i] = levels[colour % 3];
        image->rgba[4 * i + 1] = colour / 3 % 2 ? 255 : 0;
        image->rgba[4 * i + 2] = levels[colour / 6 % 3];
        image->rgba[4 * i + 3] = 255;
    }
    if (odd > 0) image->rgba[4 * odd + 1] ^= 255;
}

static rom_chunk chunk_of(const converted_asset *a) {
    return (rom_chunk){.type = a->tag,
                       .data = a->chunk.data,
                       .stored = (uint32_t)a->chunk.size,
                       .size = (uint32_t)a->chunk.size};
}

TEST(media_pictures_of_every_form_come_out_of_chunks) {
    static const struct {
        const char *kind, *options;
        bool exact;
    } forms[] = {{"pixels", "format=index4", true},   {"pixels", "format=pal8 colours=16", true},
                 {"pixels", "format=rgb565", true},   {"pixels", "format=xrgb8888", true},
                 {"pixels", "format=argb8888", true}, {"pixels", "format=rgb888", true},
                 {"pixels", "format=bgr555", true},   {"haar", "", true},
                 {"block-texture", "", false}};
    import_image image, back;
    writer png = {0};
    picture_difference d;
    paint(&image, 0);
    picture_png(&image, &png);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        bool ok = convert_asset(&made, forms[i].kind, "it.png", png.data, png.size, forms[i].options);
        if (!ok) TEST_INFO("%s %s: %s", forms[i].kind, forms[i].options, made.error.text);
        CHECK(ok);
        rom_chunk chunk = chunk_of(&made);
        if (!ok) continue;
        CHECK(chunk_is_picture(chunk.type));
        CHECK(chunk_picture(NULL, &chunk, 0, "it", &back, &error));
        CHECK(back.width == 32 && back.height == 16 && picture_compare(&image, &back, &d, NULL, &error));
        if (forms[i].exact) CHECK_EQ(d.different, 0);
        if (!forms[i].exact) CHECK(d.psnr > 9); /* a form that keeps four colours a block */
        if (!forms[i].exact) TEST_INFO("%s: %.1f dB", forms[i].kind, d.psnr);
        if (forms[i].exact && d.different > 0)
            TEST_INFO("%s %s: %u differ by up to %d", forms[i].kind, forms[i].options, d.different,
                      d.largest);
        import_image_free(&back);
        converted_free(&made);
    }
    writer_free(&png);
    import_image_free(&image);
}

TEST(media_differences_of_pictures_and_sounds) {
    import_image a, b, shown;
    picture_difference d;
    paint(&a, 0);
    paint(&b, 100);
    CHECK(picture_compare(&a, &a, &d, NULL, &error) && d.different == 0 && isinf(d.psnr));
    CHECK(picture_compare(&a, &b, &d, &shown, &error));
    CHECK(d.different == 1 && d.largest == 255 && fabs(d.psnr - 10 * log10(3.0 * 512)) < 1e-9);
    for (int i = 0; i < 512; i++)
        CHECK(shown.rgba[4 * i + 1] == (i == 100 ? 255 : 0) && shown.rgba[4 * i] == (i == 100 ? 64 : 0));
    import_image_free(&a);
    import_image_free(&b);
    import_image_free(&shown);
    import_sound x, y;
    CHECK(import_sound_allocate("x", 8000, 1, 100, &x, &error) &&
          import_sound_allocate("y", 8000, 2, 90, &y, &error));
    for (int i = 0; i < 100; i++) x.samples[i] = i * 65536;
    for (int i = 0; i < 90; i++) y.samples[2 * i] = i * 65536;
    sound_difference s = sound_compare(&x, &y);
    CHECK(s.frames[0] == 100 && s.frames[1] == 90 && s.different == 0 && s.peak == 0);
    y.samples[2 * 70] -= 300 * 65536 + 1;
    y.samples[2 * 40 + 1] = 5 * 65536;
    s = sound_compare(&x, &y);
    CHECK(s.different == 2 && s.peak == 301 && s.first == 40);
    import_sound_free(&x);
    import_sound_free(&y);
}

/* Two images whose chunks `picture` and `sound` hold these bytes. */
static bool assemble_media(const converted_asset *picture, const converted_asset *sound, uint32_t rate,
                           writer *image) {
    assembly a = {.cart = 7, .cart_version = 1};
    writer *out = assemble_add(&a, "picture", picture->tag, 4);
    out->size = 0;
    writer_bytes(out, picture->chunk.data, picture->chunk.size);
    out = assemble_add(&a, "sound", sound->tag, 4);
    out->size = 0;
    writer_bytes(out, sound->chunk.data, sound->chunk.size);
    writer *budget = assemble_add(&a, "budget", ROM_TAG_BUDGET, ROM_BUDGET_SIZE);
    writer_put_u32(budget, ROM_BUDGET_MEMORY, 65536);
    writer_put_u16(budget, ROM_BUDGET_WIDTH, 64);
    writer_put_u16(budget, ROM_BUDGET_HEIGHT, 48);
    writer_put_u16(budget, ROM_BUDGET_RATE, rate);
    a.names = true;
    bool ok = assemble_finish(&a, "t", image, &error);
    if (!ok) TEST_INFO("%s", error.text);
    assemble_free(&a);
    return ok;
}

static void make_media(converted_asset *picture, converted_asset *sound, int odd, int step) {
    import_image image;
    import_sound wave;
    writer png = {0}, wav = {0};
    paint(&image, odd);
    picture_png(&image, &png);
    CHECK(convert_asset(picture, "pixels", "it.png", png.data, png.size, "format=rgb888"));
    CHECK(import_sound_allocate("x", 8000, 1, 100, &wave, &error));
    for (int i = 0; i < 100; i++) wave.samples[i] = (i * 7 % 50) * 16777216;
    wave.samples[33] += step * 65536;
    import_wav_write(&wave, &wav);
    CHECK(convert_asset(sound, "sound", "it.wav", wav.data, wav.size, ""));
    import_image_free(&image);
    import_sound_free(&wave);
    writer_free(&png);
    writer_free(&wav);
}

TEST(media_difference_of_images_shows_pixels_and_samples) {
    static converted_asset picture[2], sound[2];
    writer image[2] = {{0}, {0}};
    rom_image rom[2];
    char folder[100], path[140], *text = NULL;
    size_t length = 0;
    import_image shown;
    temporary_path(folder, sizeof folder, "shown");
    snprintf(path, sizeof path, "mkdir -p %s", folder);
    CHECK(system(path) == 0);
    for (int i = 0; i < 2; i++) {
        make_media(&picture[i], &sound[i], i * 77, i * 40);
        CHECK(assemble_media(&picture[i], &sound[i], i == 0 ? 60 : 50, &image[i]));
        CHECK_EQ(rom_open(image[i].data, image[i].size, &rom[i], NULL), ROM_OK);
    }
    FILE *out = open_memstream(&text, &length);
    CHECK_EQ(dump_difference(&rom[0], &rom[1], &(dump_comparison){.most = 20, .folder = folder}, out), 3);
    fclose(out);
    CHECK(strstr(text, "BUDG budget.rate: 60 -> 50\n") != NULL);
    CHECK(strstr(text, "PIXS picture: 1 of 512 pixels differ by up to 255, PSNR 31.9 dB\n") != NULL);
    CHECK(strstr(text, "SND_ sound: 100 -> 100 frames, 1 samples differ by up to 40 of 32768, the first in "
                       "frame 33\n") != NULL);
    TEST_INFO("%s", text);
    free(text);
    snprintf(path, sizeof path, "%s/picture.PIXS.png", folder);
    CHECK(import_image_load(path, &shown, &error));
    CHECK(shown.width == 32 && shown.rgba[4 * 77 + 1] == 255 && shown.rgba[4 * 78 + 1] == 0);
    import_image_free(&shown);
    unlink(path);
    rmdir(folder);
    out = open_memstream(&text, &length);
    CHECK_EQ(dump_difference(&rom[0], &rom[0], &(dump_comparison){.most = 20}, out), 0);
    fclose(out);
    CHECK_EQ(length, 0);
    free(text);
    for (int i = 0; i < 2; i++)
        converted_free(&picture[i]), converted_free(&sound[i]), writer_free(&image[i]);
}
