/* What natives of sprites, flat cameras and layers refuse: objects that are gone, numbers out of range, and layers that the scene has not got. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"play(null, 'turn')", "play 1"},
    {"animation_play(null, 'turn', 0)", "animation_play 1"},
    {"animation_play(find('box'), 'turn', -1)", "animation_play 3"},
    {"animation_play(find('box'), 'turn', 65536)", "animation_play 3"},
    {"show_frame(null, 0)", "show_frame 1"},
    {"show_frame(find('box'), -1)", "show_frame 2"},
    {"show_frame(find('box'), 65536)", "show_frame 2"},
    {"let b = played(null)", "played 1"},
    {"corner_colours(null, 1, 1, 1, 1)", "corner_colours 1"},
    {"corner_alphas(null, 1, 1, 1, 1)", "corner_alphas 1"},
    {"back_frame(find('box'), 65536)", "back_frame 2"},
    {"back_frame(null, 1)", "back_frame 1"},
    {"smooth_pixels(null, true)", "smooth_pixels 1"},
    {"sprite_effects_end(null)", "sprite_effects_end 1"},
    {"camera_zoom(0.0)", "camera_zoom 1"},
    {"camera_zoom(257.0)", "camera_zoom 1"},
    {"camera_shake(0.5, -1)", "camera_shake 2"},
    {"camera_shake(0.5, 65536)", "camera_shake 2"},
    {"show_layer('nowhere', true)", "show_layer 1"},
    {"move_layer('nowhere', vec2(1.0, 0.0))", "move_layer 1"},
};

static void write_sheet(packed_folder *folder) {
    folder_write(folder, "boxes.sheet",
                 "frame red red.png\nframe green green.png\nanimation turn red green rate=20\n");
    folder_picture(folder, "red.png", 16, 0xC01010);
    folder_picture(folder, "green.png", 16, 0x10C010);
}

TEST(sprites_refusals_tell_which_argument) {
    const refused_cart flat = {"title \"Refusals\"\nsize 64x64\nformat xrgb8888\nbudget 512K\nframe 64K\n"
                               "script game game.goad\nsheet boxes boxes.sheet\ncapacity sprite-effects 4\n"
                               "type crate sprite=boxes\n",
                               " background #102030\n camera flat at=0,0\n object crate name=box\n", NULL, "",
                               write_sheet};
    check_refusals(&flat, rows, sizeof rows / sizeof *rows);
}
