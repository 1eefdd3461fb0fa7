/* The cart that oxcart new --template 2d makes: a small world seen from the side. */
#include <stdio.h>
#include <string.h>

#include "tools/cart/template.h"
#include "tools/import/base/file.h"
#include "tools/import/image/png_write.h"

enum { SIDE = 32 };

static const char template_2d_cart[] =
    "# A cart seen from the side: flat pictures on squares, 16 pixels to the metre.\n"
    "# One statement a line; everything behind a # is a comment. `oxcart help cart` lists all statements.\n"
    "\n"
    "title \"My first cart\"\n"
    "author \"me\"\n"
    "version 1.0\n"
    "\n"
    "size 240x160        # 15 by 10 metres\n"
    "format pal8         # 256 colours, chosen from all that the cart shows\n"
    "budget 192K         # all the memory the console may use for this cart, on every machine\n"
    "\n"
    "# Pictures: PNG, GIF, JPEG, BMP or TGA; their sides are powers of two.\n"
    "texture ground ground.png\n"
    "texture face   face.png\n"
    "texture coin   coin.png\n"
    "\n"
    "# unlit: the colour or the picture as it is, without light.\n"
    "material ground texture=ground shading=unlit\n"
    "material face   texture=face shading=unlit\n"
    "material coin   texture=coin shading=unlit two-sided\n"
    "material coat   colour=#3058C0 shading=unlit\n"
    "material cloud  colour=#F4F8FF shading=unlit\n"
    "\n"
    "# Discs and squares of 2 metres about their middle, and a strip of ground.\n"
    "mesh face   disc.obj material=face\n"
    "mesh coin   disc.obj material=coin\n"
    "mesh puff   disc.obj material=cloud\n"
    "mesh coat   square.obj material=coat\n"
    "mesh ground ground.obj material=ground\n"
    "\n"
    "# The camera is far away and sees little, so that near and far have one size. What has a larger z lies "
    "in front.\n"
    "# Save this file while the cart runs, and see it change.\n"
    "scene main\n"
    "  background #70B0F0\n"
    "  ambient 1\n"
    "  camera at=0,0,60 target=0,0,0 fov=9.53 near=40 far=80\n"
    "  object ground at=0,-4,0\n"
    "  object puff at=-4,3,-2 scale=0.8 orbit=3,0.02,0\n"
    "  object puff at=-4.9,2.8,-2 scale=0.5 orbit=3,0.02,0\n"
    "  object puff at=-3.1,2.8,-2 scale=0.6 orbit=3,0.02,0\n"
    "  object puff at=4,3.6,-2 scale=0.5 orbit=3,0.015,180\n"
    "  object puff at=4.6,3.5,-2 scale=0.4 orbit=3,0.015,180\n"
    "  object coat at=-3,-2.5,1 scale=0.5 bob=0.4,1,0\n"
    "  object face at=-3,-1.4,2 scale=0.8 bob=0.4,1,0\n"
    "  object coin at=1,-1.5,1 scale=0.5 spin=180,0,0\n"
    "  object coin at=3,-1.5,1 scale=0.5 yaw=60 spin=180,0,0\n"
    "  object coin at=5,-1.5,1 scale=0.5 yaw=120 spin=180,0,0\n"
    "end\n";

static const char square_text[] = "# A square of 2 m that looks at the camera.\n"
                                  "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\n"
                                  "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
                                  "f 1/1 2/2 3/3 4/4\n";

static const char disc_text[] =
    "# A disc of 2 m across, of twelve corners, with the middle of a picture on it.\n"
    "v 1 0 0\nv 0.866 0.5 0\nv 0.5 0.866 0\nv 0 1 0\nv -0.5 0.866 0\nv -0.866 0.5 0\n"
    "v -1 0 0\nv -0.866 -0.5 0\nv -0.5 -0.866 0\nv 0 -1 0\nv 0.5 -0.866 0\nv 0.866 -0.5 0\n"
    "vt 0.98 0.5\nvt 0.916 0.74\nvt 0.74 0.916\nvt 0.5 0.98\nvt 0.26 0.916\nvt 0.084 0.74\n"
    "vt 0.02 0.5\nvt 0.084 0.26\nvt 0.26 0.084\nvt 0.5 0.02\nvt 0.74 0.084\nvt 0.916 0.26\n"
    "f 1/1 2/2 3/3 4/4 5/5 6/6 7/7 8/8 9/9 10/10 11/11 12/12\n";

static const char ground_text[] =
    "# Sixteen metres of ground, two deep; the picture repeats every two metres.\n"
    "v -8 -1 0\nv 0 -1 0\nv 8 -1 0\nv -8 1 0\nv 0 1 0\nv 8 1 0\n"
    "vt 0 0\nvt 4 0\nvt 8 0\nvt 0 1\nvt 4 1\nvt 8 1\n"
    "f 1/1 2/2 5/5 4/4\nf 2/2 3/3 6/6 5/5\n";

typedef void painter(int x, int y, uint8_t rgba[4]);

static void fill_pixel(uint8_t rgba[4], uint32_t colour) {
    rgba[0] = (uint8_t)(colour >> 16);
    rgba[1] = (uint8_t)(colour >> 8);
    rgba[2] = (uint8_t)colour;
    rgba[3] = 255;
}

/* Whether a pixel lies in a disc; in half pixels about the middle. */
static bool in_disc(int x, int y, int middle_x, int middle_y, int radius) {
    int dx = 2 * x + 1 - middle_x, dy = 2 * y + 1 - middle_y;
    return dx * dx + dy * dy <= radius * radius;
}

static void paint_ground(int x, int y, uint8_t rgba[4]) {
    int blade = 6 + (x * 7 + x * x * 3) % 4;
    bool stone = in_disc(x, y, 20, 40, 7) || in_disc(x, y, 46, 52, 5);
    fill_pixel(rgba, y < 3                       ? 0x78D048u
                     : y < blade                 ? 0x48A030u
                     : stone                     ? 0xA08868u
                     : (x * 5 + y * 3) % 11 == 0 ? 0x684828u
                                                 : 0x805830u);
}

static void paint_face(int x, int y, uint8_t rgba[4]) {
    bool eye = in_disc(x, y, 22, 34, 6) || in_disc(x, y, 42, 34, 6),
         mouth = in_disc(x, y, 32, 44, 10) && y >= 23;
    fill_pixel(rgba, y < 10   ? 0xD03830u
                     : y < 12 ? 0x902020u
                     : eye    ? 0x202028u
                     : mouth  ? 0xB04838u
                              : 0xF8C890u);
}

static void paint_coin(int x, int y, uint8_t rgba[4]) {
    bool bar = x >= 14 && x < 18 && y >= 9 && y < 23;
    fill_pixel(rgba, in_disc(x, y, 32, 32, 24) && !bar ? 0xF8D048u : 0xC08818u);
}

static bool write_picture(const char *folder, const char *name, painter *paint, tool_error *error) {
    char path[CART_PATH_MAX];
    uint8_t rgba[SIDE * SIDE * 4];
    memset(rgba, 0, sizeof rgba);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) paint(x, y, rgba + (y * SIDE + x) * 4);
    }
    snprintf(path, sizeof path, "%.1000s/%s", folder, name);
    const import_png_picture picture = {
        .width = SIDE, .height = SIDE, .format = IMPORT_PNG_RGBA, .pixels = rgba};
    return import_png_write(path, &picture, error);
}

bool template_2d_write(const char *folder, tool_error *error) {
    const struct {
        const char *name, *text;
    } texts[] = {{"cart.txt", template_2d_cart},
                 {"square.obj", square_text},
                 {"disc.obj", disc_text},
                 {"ground.obj", ground_text}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char path[CART_PATH_MAX];
        snprintf(path, sizeof path, "%.1000s/%s", folder, texts[i].name);
        if (!import_file_write(path, texts[i].text, strlen(texts[i].text), error)) return false;
    }
    return write_picture(folder, "ground.png", paint_ground, error) &&
           write_picture(folder, "face.png", paint_face, error) &&
           write_picture(folder, "coin.png", paint_coin, error);
}
