/* oxcart new: makes a small cart that packs and runs at once, with a cart.txt that explains itself. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/cart/template.h"
#include "tools/command/command.h"
#include "tools/import/base/file.h"
#include "tools/import/image/png_write.h"
#include "tools/report/arguments.h"

enum { SIDE = 64 }; /* pixels of the texture's side */

static const char cart_text[] =
    "# A cart: what the game is called, what it needs, what it is made of, and what is to be seen.\n"
    "# One statement a line; everything behind a # is a comment. `oxcart help cart` lists all statements.\n"
    "\n"
    "title \"My first cart\"\n"
    "author \"me\"\n"
    "version 1.0\n"
    "\n"
    "size 240x160        # pixels of the picture; windows scale it by whole factors\n"
    "format pal8         # 256 colours, chosen from all that the cart shows; or rgb565, bgr555, xrgb8888\n"
    "budget 192K         # all the memory the console may use for this cart, on every machine\n"
    "\n"
    "# Pictures: PNG, GIF, JPEG, BMP or TGA. On meshes their sides are powers of two.\n"
    "texture crate crate.png\n"
    "\n"
    "# How surfaces look: unlit, flat, gouraud or phong shading, with a colour or a texture.\n"
    "material crate  texture=crate shading=gouraud\n"
    "material grass  colour=#4C8C3C shading=flat\n"
    "material lamp   colour=#FFD860 shading=phong specular=0.8 shininess=32\n"
    "\n"
    "# Models: Wavefront OBJ. Without material= they bring the materials of their MTL file along.\n"
    "mesh crate   crate.obj material=crate\n"
    "mesh ground  ground.obj material=grass\n"
    "mesh lamp    lamp.obj material=lamp\n"
    "\n"
    "# +Y is up, distances are metres, angles are degrees; orbits go round `at`.\n"
    "# Save this file while the cart runs, and see it change.\n"
    "scene main\n"
    "  background #88B8E0\n"
    "  ambient 0.3\n"
    "  camera at=0,2.5,0 target=0,0.8,0 fov=45 orbit=5,0.05,60\n"
    "  light sun direction=-1,-2,-1\n"
    "  object ground\n"
    "  object crate at=0,0.5,0 yaw=20\n"
    "  object lamp at=0,1.5,0 scale=0.3 spin=90,0,0 orbit=1.2,0.25,0 bob=0.2,0.5,0\n"
    "end\n";

static const char ground_text[] =
    "# A square of 8 m, divided so that it can be clipped and lit piece by piece.\n"
    "v -4 0 4\nv 0 0 4\nv 4 0 4\n"
    "v -4 0 0\nv 0 0 0\nv 4 0 0\n"
    "v -4 0 -4\nv 0 0 -4\nv 4 0 -4\n"
    "vn 0 1 0\n"
    "f 1//1 2//1 5//1 4//1\nf 2//1 3//1 6//1 5//1\n"
    "f 4//1 5//1 8//1 7//1\nf 5//1 6//1 9//1 8//1\n";

static const char lamp_text[] = "# An octahedron, smooth all over.\n"
                                "v 1 0 0\nv -1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nv 0 0 -1\n"
                                "s 1\n"
                                "f 3 5 1\nf 3 1 6\nf 3 6 2\nf 3 2 5\n"
                                "f 4 1 5\nf 4 6 1\nf 4 2 6\nf 4 5 2\n";

static const char crate_text[] = "# A cube of 1 m with the whole picture on every face.\n"
                                 "v -0.5 -0.5 0.5\nv 0.5 -0.5 0.5\nv 0.5 0.5 0.5\nv -0.5 0.5 0.5\n"
                                 "v -0.5 -0.5 -0.5\nv 0.5 -0.5 -0.5\nv 0.5 0.5 -0.5\nv -0.5 0.5 -0.5\n"
                                 "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
                                 "s off\n"
                                 "f 1/1 2/2 3/3 4/4\nf 2/1 6/2 7/3 3/4\nf 6/1 5/2 8/3 7/4\n"
                                 "f 5/1 1/2 4/3 8/4\nf 4/1 3/2 7/3 8/4\nf 5/1 6/2 2/3 1/4\n";

/* Paints a crate: planks in a frame with two crossed boards, a little noise for the grain. */
static void paint_crate(uint8_t rgb[SIDE * SIDE * 3]) {
    uint32_t noise = 1;
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            bool border = x < 7 || y < 7 || x >= SIDE - 7 || y >= SIDE - 7;
            bool board = abs(x - y) < 6 || abs(x + y - (SIDE - 1)) < 6;
            bool gap =
                (!border && !board && x % 10 == 0) || x == 7 || y == 7 || x == SIDE - 8 || y == SIDE - 8;
            noise = noise * 1664525u + 1013904223u;
            int shade = (border ? 220 : board ? 200 : 165) + (int)(noise >> 28) - 8;
            if (gap) shade = 80;
            uint8_t *at = rgb + (y * SIDE + x) * 3;
            at[0] = (uint8_t)(shade * 220 / 256);
            at[1] = (uint8_t)(shade * 160 / 256);
            at[2] = (uint8_t)(shade * 90 / 256);
        }
    }
}

static bool is_empty_folder(const char *path) {
    DIR *folder = opendir(path);
    if (folder == NULL) return false;
    bool empty = true;
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) empty = false;
    }
    closedir(folder);
    return empty;
}

static bool make_folder(const char *path, tool_error *error) {
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && is_empty_folder(path))) return true;
    if (errno == EEXIST)
        return import_error_file(error, path,
                                 "is there already and not an empty folder; choose another name");
    return import_error_file(error, path, "cannot make the folder: %s", strerror(errno));
}

static bool write_files(const char *folder, bool script, tool_error *error) {
    const struct {
        const char *name, *text;
    } texts[] = {{"cart.txt", cart_text},
                 {"crate.obj", crate_text},
                 {"ground.obj", ground_text},
                 {"lamp.obj", lamp_text}};
    char path[CART_PATH_MAX];
    uint8_t rgb[SIDE * SIDE * 3];
    if (strlen(folder) + 16 > sizeof path)
        return import_error_file(error, folder, "the path is too long; use a shorter one");
    if (script && !template_script_write(folder, error)) return false;
    for (size_t i = script ? 1 : 0; i < sizeof texts / sizeof texts[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, texts[i].name);
        if (!import_file_write(path, texts[i].text, strlen(texts[i].text), error)) return false;
    }
    paint_crate(rgb);
    snprintf(path, sizeof path, "%s/crate.png", folder);
    const import_png_picture picture = {
        .width = SIDE, .height = SIDE, .format = IMPORT_PNG_RGB, .pixels = rgb};
    return import_png_write(path, &picture, error);
}

static int command_new(int argc, char **argv) {
    static const char *const templates[] = {"3d", "script", "2d", "topdown", "menu", "c", NULL};
    int chosen = 0;
    const argument_option options[] = {{"--template", ARGUMENT_CHOICE, &chosen, 0, 0, templates},
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    const char *folder = NULL;
    tool_error error;
    if (!arguments_parse(argc, argv, options, &folder, 1, "the name of a new folder")) return EXIT_USAGE;
    if (!make_folder(folder, &error) || !(chosen > 1 ? template_write(templates[chosen], folder, &error)
                                                     : write_files(folder, chosen == 1, &error)))
        return command_failed(&error);
    printf("%s: a small cart; play it with `oxcart run %s`, and look into %s/cart.txt\n", folder, folder,
           folder);
    return EXIT_GOOD;
}

const command_verb verb_new = {
    {"new", "make a small cart to begin with",
     "usage: oxcart new DIR [--template 3d|script|2d|topdown|menu|c]\n"
     "Makes the folder DIR with a cart.txt that explains itself. 3d is a scene with models and textures, "
     "script a "
     "game with them. 2d is a small\n"
     "platform game, topdown a garden seen from above in which somebody asks for something: with map, "
     "sprites, sounds, "
     "title and pause. menu has all\n"
     "screens of a game, from press start to credits, and no game. c is a small game in C, a module in one "
     "file that explains itself.\n"
     "example: oxcart new mygame --template 2d && oxcart run mygame\n"},
    command_new,
};
