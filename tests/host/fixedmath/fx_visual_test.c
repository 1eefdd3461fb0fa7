/* Pictures that show what fixed-point numbers do: a slowly turning sprite and a map of noise. The numbers
 * behind the pictures are judged here; with FX_PICTURES naming a folder the pictures are also written, for a
 * person to look at. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixedmath/matrix2.h"
#include "fixedmath/noise.h"
#include "tests/test.h"
#include "tools/import/image/png_write.h"

#define PI 3.14159265358979323846

static void write_picture(const char *name, const uint8_t *grey, int width, int height) {
    const char *folder = getenv("FX_PICTURES");
    char path[512];
    import_png_picture picture = {width, height, IMPORT_PNG_GREY, grey, 0, NULL, 0};
    tool_error fault;

    if (folder == NULL || snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) return;
    CHECK(import_png_write(path, &picture, &fault));
    TEST_INFO("%s", path);
}

/* --- the turning sprite ----------------------------------------------------------------------- */

#define SCREEN_W 640
#define SCREEN_H 480
#define SPRITE 560 /* fills the screen's height and more */
#define FRAMES 120

/* Checks with a border, looked up at sprite coordinates in pixels from its centre. */
static uint8_t sprite_texel(int x, int y) {
    int edge = SPRITE / 2 - 8;

    if (x < -SPRITE / 2 || x >= SPRITE / 2 || y < -SPRITE / 2 || y >= SPRITE / 2) return 0;
    if (x < -edge || x >= edge || y < -edge || y >= edge) return 255;
    return ((x >> 5) + (y >> 5)) % 2 != 0 ? 90 : 160;
}

/* The sprite at an angle, drawn by stepping numbers as a console does it, and by doubles. Returns differing
 * pixels. */
static long draw_sprite(ang16 angle, uint8_t *fixed, uint8_t *exact) {
    mat23 place = m23_translation(v2(FX(SCREEN_W / 2), FX(SCREEN_H / 2))), turn = m23_rotation(angle), map;
    m23_steps steps;
    double c = cos(angle * PI / 32768), s = sin(angle * PI / 32768);
    long differ = 0;

    map = m23_mul(&place, &turn);
    CHECK(m23_inverse_steps(&map, v2(FX_HALF, FX_HALF), &steps));
    for (int y = 0; y < SCREEN_H; y++) {
        vec2 at = v2_mad(steps.start, steps.step_y, y * FX_ONE);

        for (int x = 0; x < SCREEN_W; x++) {
            double dx = x + 0.5 - SCREEN_W / 2, dy = y + 0.5 - SCREEN_H / 2;
            size_t i = (size_t)(y * SCREEN_W + x);

            fixed[i] = sprite_texel(fx_to_int_floor(at.x), fx_to_int_floor(at.y));
            exact[i] = sprite_texel((int)floor(c * dx + s * dy), (int)floor(c * dy - s * dx));
            differ += fixed[i] != exact[i];
            at = v2_add(at, steps.step_x);
        }
    }
    return differ;
}

/* Jitter is a corner that leaves its circle's even motion, pulsing an edge that changes its length: both stay
 * far below a pixel at every one of the 65,536 angles, and drawn frames differ from exact ones in a few
 * pixels of an edge only. */
TEST(fx_visual_rotating_sprite) {
    static uint8_t fixed[SCREEN_W * SCREEN_H], exact[SCREEN_W * SCREEN_H], sheet[SCREEN_W * SCREEN_H];
    const double half = SPRITE / 2.0;
    double jitter = 0, pulse = 0, wobble = 0, last_x = 0, last_y = 0;
    long most = 0, sum = 0;

    for (int a = 0; a < 65536; a++) {
        mat23 turn = m23_rotation((ang16)a);
        vec2 p = m23_point(&turn, v2(FX(SPRITE / 2), FX(SPRITE / 2))),
             q = m23_point(&turn, v2(FX(-SPRITE / 2), FX(SPRITE / 2)));
        double t = a * PI / 32768, x = p.x / 65536.0 - half * (cos(t) - sin(t)),
               y = p.y / 65536.0 - half * (sin(t) + cos(t));

        jitter = fmax(jitter, hypot(x, y));
        if (a > 0) wobble = fmax(wobble, hypot(x - last_x, y - last_y)); /* from one angle to the next */
        last_x = x;
        last_y = y;
        pulse = fmax(pulse, fabs(hypot((p.x - q.x) / 65536.0, (p.y - q.y) / 65536.0) - SPRITE));
    }
    TEST_INFO("sprite of %d pixels: corner off by %.4f pixel, from angle to angle %.4f, edge longer or "
              "shorter by %.4f",
              SPRITE, jitter, wobble, pulse);
    CHECK(jitter < 1.0 / 16 && wobble < 1.0 / 16 && pulse < 1.0 / 16);
    memset(sheet, 0, sizeof sheet);
    for (int i = 0; i < FRAMES; i++) {
        long differ = draw_sprite((ang16)(i * 11), fixed, exact); /* 0.06 degree a frame */

        most = differ > most ? differ : most;
        sum += differ;
        for (int y = 0; y < 4;
             y++) /* four lines of every frame: edges must draw smooth slanted curves down the sheet */
            memcpy(sheet + (i * 4 + y) * SCREEN_W, fixed + (60 + y) * SCREEN_W, SCREEN_W);
    }
    TEST_INFO("%d frames of 640x480: %.1f of 307,200 pixels differ from exact ones, at most %ld", FRAMES,
              (double)sum / FRAMES, most);
    CHECK(most < 640);
    write_picture("sprite_first_to_last.png", sheet, SCREEN_W, SCREEN_H);
    (void)draw_sprite(11 * 97, fixed, exact);
    write_picture("sprite_turned.png", fixed, SCREEN_W, SCREEN_H);
}

/* --- noise ------------------------------------------------------------------------------------ */

/* The map whose checksum fx_noise_properties keeps, and its plain relatives: smooth, without grid lines,
 * tiling. */
TEST(fx_visual_noise_map) {
    static uint8_t picture[256 * 256 * 4];
    noise_field field = {42, 0, 0, 0}, tiled = {42, 4, 4, 0};
    int64_t sum[3] = {0, 0, 0};
    long step = 0;

    for (int y = 0; y < 256; y++) {
        for (int x = 0; x < 256; x++) {
            fx at_x = x * 1500,
               at_y = y * 1500; /* a quarter of the step of the 64 x 64 map, so 4 x its size */
            fx value[4] = {noise_fractal2(&field, at_x, at_y, 4, 32768), noise_value2(&field, at_x, at_y),
                           noise_gradient2(&field, at_x, at_y), noise_gradient2(&tiled, x * 2048, y * 2048)};

            for (int k = 0; k < 4; k++) {
                int at = (y + (k >> 1) * 256) * 512 + x + (k & 1) * 256;

                picture[at] = (uint8_t)(128 + fx_sra32(value[k] * 127, 16));
                if (x > 0 && labs((long)picture[at] - picture[at - 1]) > step)
                    step = labs((long)picture[at] - picture[at - 1]);
            }
        }
    }
    for (int i = 0; i < 100000; i++) { /* means over 100,000 places far apart */
        fx x = (fx)(hash1(1, i) >> 3) - (1 << 28), y = (fx)(hash1(2, i) >> 3) - (1 << 28);

        sum[0] += noise_value2(&field, x, y);
        sum[1] += noise_gradient2(&field, x, y);
        sum[2] += noise_gradient3(&field, x, y, x ^ y);
    }
    for (int k = 0; k < 3; k++) CHECK_NEAR(sum[k] / 100000, 0, 1310); /* 0.02 */
    CHECK(step <= 16);                                                /* no seams */
    for (int y = 0; y < 256; y++) { /* the tiled map goes on where it began: 4 cells are 128 pixels */
        for (int x = 0; x < 128; x++)
            CHECK_EQ(picture[(y + 256) * 512 + 256 + x], picture[(y + 256) * 512 + 384 + x]);
    }
    write_picture("noise.png", picture, 512, 512);
}
