/* oxcart view: turns one model on a turntable; a window to look at it, figures and hashes to measure with,
 * poses of its animations, and sheets of many of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "raster/mesh.h"
#include "tools/command/command.h"
#include "tools/command/help_play.h"
#include "tools/import/base/file.h"
#include "tools/import/mesh/condition.h"
#include "tools/play/play.h"
#include "tools/view/contact.h"
#include "tools/view/preview.h"
#include "tools/view/viewer.h"

enum { SHEET_COLUMNS = 8 };

typedef struct view_wishes {
    play_settings play;
    view_look look;
    pack_options packing;
    const char *output, *animation, *time, *contact;
    int32_t columns;
    int mode;
    bool list;
} view_wishes;

static bool parse_view(int argc, char **argv, view_wishes *wishes) {
    argument_option options[PLAY_OPTIONS + 16];
    int count = play_options(&wishes->play, options);
    int *size = wishes->play.size;
    wishes->play.format = PLAT_XRGB8888;
    wishes->look.shading = RS_GOURAUD;
    wishes->columns = SHEET_COLUMNS;
    options[count++] = (argument_option){"--texture", ARGUMENT_TEXT, &wishes->look.texture, 0, 0, NULL};
    options[count++] =
        (argument_option){"--shade", ARGUMENT_CHOICE, &wishes->look.shading, 0, 0, cart_shadings};
    options[count++] = (argument_option){"--quiet", ARGUMENT_FLAG, &wishes->play.quiet, 0, 0, NULL};
    options[count++] = (argument_option)COMMAND_JSON;
    options[count++] = (argument_option){"--axes", ARGUMENT_TEXT, &wishes->look.axes, 0, 0, NULL};
    options[count++] = (argument_option){"--animation", ARGUMENT_TEXT, &wishes->animation, 0, 0, NULL};
    options[count++] = (argument_option){"--time", ARGUMENT_TEXT, &wishes->time, 0, 0, NULL};
    options[count++] = (argument_option){"--contact", ARGUMENT_TEXT, &wishes->contact, 0, 0, NULL};
    options[count++] = (argument_option){"--columns", ARGUMENT_NUMBER, &wishes->columns, 1, 64, NULL};
    options[count++] = (argument_option){"--mode", ARGUMENT_CHOICE, &wishes->mode, 0, 0, preview_modes};
    options[count++] = (argument_option){"--list", ARGUMENT_FLAG, &wishes->list, 0, 0, NULL};
    options[count++] = (argument_option){"-o", ARGUMENT_TEXT, &wishes->output, 0, 0, NULL};
    options[count] = (argument_option){NULL, ARGUMENT_END, NULL, 0, 0, NULL};
    if (!arguments_parse(argc, argv, options, &wishes->look.file, 1,
                         "a model (.obj, .gltf, .glb, .dae, .iqm, .ply, .stl, .vox or .oxs)"))
        return false;
    if (size[0] == 0) {
        size[0] = wishes->contact != NULL ? 160 : 640;
        size[1] = wishes->contact != NULL ? 160 : 480;
    }
    wishes->look.width = size[0];
    wishes->look.height = size[1];
    wishes->look.format = wishes->play.format;
    wishes->packing = command_pack_options(wishes->play.quiet);
    wishes->look.packing = &wishes->packing;
    wishes->look.room = wishes->output == NULL && wishes->contact == NULL;
    return play_settle(argv[0], &wishes->play);
}

/* Whether the model is played: it is, unless only a file was wanted. */
static bool wants_to_play(const view_wishes *wishes) {
    const play_settings *s = &wishes->play;
    return wishes->output == NULL || s->headless || s->terminal || s->shot != NULL || s->hash || s->stats;
}

/* Finds the animation and the moment that the words ask for. */
static bool choose_pose(const view_wishes *wishes, const view_source *source,
                        const import_animation **animation, double *time, tool_error *error) {
    *animation = NULL;
    *time = 0;
    if (wishes->time != NULL && !(cart_parse_number(wishes->time, time) && *time >= 0))
        return import_error_file(error, "--time", "`%.40s` is no time in seconds; write a number such as 0.5",
                                 wishes->time);
    if (wishes->animation == NULL && wishes->time == NULL) return true;
    *animation = import_scene_animation(&source->scene, wishes->animation == NULL ? "0" : wishes->animation);
    if (*animation != NULL) return true;
    if (source->scene.animation_count == 0)
        return import_error_file(error, wishes->look.file,
                                 "has no animations; leave --animation and --time out");
    return import_error_file(error, wishes->look.file,
                             "has no animation `%.60s`; write 0 to %lu or a name, see --list",
                             wishes->animation, (unsigned long)source->scene.animation_count - 1);
}

/* Prints facts about a mesh: faults, use of a vertex cache, bytes in each encoding. */
static bool print_mesh(const view_wishes *wishes, view_source *source, tool_error *error) {
    static const char *const names[] = {"list", "indexed-list", "strip", "fan", "indexed-strip"};
    import_model model;
    import_mesh_check check;
    import_encoding best;
    size_t sizes[IMPORT_ENCODINGS];
    if (!view_pose(&wishes->look, source, NULL, 0, &model, error)) return false;
    bool ok = import_check_mesh(&model, &check, error);
    if (ok) import_check_warn(wishes->look.file, &model, &check);
    for (uint32_t i = 0; ok && i < model.warning_count; i++)
        report_warning(command_report(), NULL, 0, "%s", model.warnings[i]);
    uint64_t before = import_model_cache_misses(&model, 16);
    ok = ok && import_model_optimise_order(&model, 16, error) &&
         import_choose_encoding(model.indices, model.triangle_count, model.vertex_count, 16,
                                (1u << IMPORT_ENCODINGS) - 1, &best, sizes, error);
    json_writer *json = command_json();
    if (ok && json != NULL) {
        json_number(json, "vertices", model.vertex_count);
        json_number(json, "triangles", model.triangle_count);
        json_number(json, "materials", model.material_count);
        json_number(json, "pieces", check.pieces);
        json_switch(json, "closed", check.closed);
        json_number(json, "cache_misses", before);
        json_begin_object(json, "bytes");
        for (int i = 0; i < IMPORT_ENCODINGS; i++) json_number(json, names[i], sizes[i]);
        json_end_object(json);
        json_text(json, "best", names[best]);
    } else if (ok) {
        double triangles = (double)model.triangle_count;
        printf("vertices=%lu triangles=%lu materials=%lu pieces=%lu closed=%s misses=%.3f ordered=%.3f\n",
               (unsigned long)model.vertex_count, (unsigned long)model.triangle_count,
               (unsigned long)model.material_count, (unsigned long)check.pieces, check.closed ? "yes" : "no",
               (double)before / triangles, (double)import_model_cache_misses(&model, 16) / triangles);
        for (int i = 0; i < IMPORT_ENCODINGS; i++)
            printf("%s%s=%lu%s", i == 0 ? "bytes " : " ", names[i], (unsigned long)sizes[i],
                   (int)best == i ? "*" : "");
        printf("\n");
    }
    import_model_free(&model);
    return ok;
}

static bool print_list(const view_wishes *wishes, view_source *source, tool_error *error) {
    const import_scene *scene = &source->scene;
    json_writer *json = command_json();
    if (json != NULL) json_begin_array(json, "animations");
    for (uint32_t i = 0; json != NULL && i < scene->animation_count; i++) {
        json_begin_object(json, NULL);
        json_text(json, "name", scene->animations[i].name);
        json_double(json, "seconds", scene->animations[i].duration);
        json_number(json, "channels", scene->animations[i].channel_count);
        json_end_object(json);
    }
    if (json != NULL) {
        json_end_array(json);
        return print_mesh(wishes, source, error);
    }
    if (source->is_scene)
        printf("nodes=%lu meshes=%lu skins=%lu animations=%lu\n", (unsigned long)scene->node_count,
               (unsigned long)scene->mesh_count, (unsigned long)scene->skin_count,
               (unsigned long)scene->animation_count);
    for (uint32_t i = 0; i < scene->animation_count; i++)
        printf("animation=%lu name=%s seconds=%.3f channels=%lu\n", (unsigned long)i,
               scene->animations[i].name, scene->animations[i].duration,
               (unsigned long)scene->animations[i].channel_count);
    return print_mesh(wishes, source, error);
}

/* The viewer's buttons over the scene, which is drawn as it is packed while no other mode is chosen. */
static int play_model(view_wishes *wishes, const writer *image) {
    viewer v = {.file = wishes->look.file,
                .buttons = true,
                .alone = true,
                .look = {.mode = wishes->mode, .width = wishes->look.width, .height = wishes->look.height}};
    rom_image opened;
    rom_chunk scene;
    player *p = play_open(&wishes->play);
    if (p == NULL) return EXIT_BAD;
    if (rom_open(image->data, image->size, &opened, NULL) != ROM_OK ||
        !rom_find(&opened, rom_id("scene/view"), ROM_TAG_SCENE, &scene))
        return play_close(p, PLAY_REFUSED);
    v.image = &opened;
    v.keys = wishes->play.driver != HOST_DRIVER_HEADLESS && !wishes->play.hash && !wishes->play.stats &&
             wishes->play.shot == NULL;
    play_end end = PLAY_DONE;
    do {
        const ox_cart game = viewer_cart(&v);
        viewer_show(&v, &scene, ROM_OK);
        play_next(p, viewer_format(&v, wishes->play.format), 0, &game);
        end = play_image(p, wishes->look.file, image->data, image->size, NULL, NULL);
        viewer_end(&v);
    } while (end == PLAY_DONE && v.again);
    return play_close(p, end);
}

static int show_view(view_wishes *wishes, const writer *image, uint32_t memory) {
    tool_error error;
    if (wishes->output != NULL && !import_file_write(wishes->output, image->data, image->size, &error))
        return command_failed(&error);
    if (!wants_to_play(wishes)) return EXIT_GOOD;
    wishes->play.title = wishes->look.file;
    if (wishes->play.memory == 0 && memory > HOST_MEMORY_DEFAULT) wishes->play.memory = memory;
    return play_model(wishes, image);
}

/* Packs one pose as a cart of its own, and shows or writes it. */
static int view_one(view_wishes *wishes, view_source *source, const import_animation *animation,
                    double time) {
    import_model model;
    tool_error error;
    writer image = {.data = NULL};
    uint32_t memory;
    double scale, centre[3];
    import_placed_light *lights = NULL;
    wishes->look.turntable = wishes->play.frames > 0 ? (uint32_t)wishes->play.frames : 240;
    if (!view_pose(&wishes->look, source, animation, time, &model, &error)) return command_failed(&error);
    import_model_normalise_to_unit_sphere(&model, &scale, centre);
    bool ok =
        !source->is_scene || import_scene_place_lights(wishes->look.file, &source->scene, animation, time,
                                                       &lights, &wishes->look.light_count, &error);
    view_move_lights(lights, wishes->look.light_count, scale, centre);
    wishes->look.lights = lights;
    ok = ok && view_pack(&wishes->look, &model, &image, &memory, &error);
    int code = ok ? show_view(wishes, &image, memory) : command_failed(&error);
    wishes->look.lights = NULL;
    wishes->look.light_count = 0;
    free(lights);
    import_model_free(&model);
    writer_free(&image);
    return code;
}

static bool is_image(const char *path) {
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".rom") == 0;
}

/* Shows one asset of a cart or an image: `oxcart view CART NAME`, for a mesh with a clip that moves it. */
static int view_one_asset(int argc, char **argv) {
    const char *words[3] = {NULL, NULL, NULL};
    const bool moves = argc > 3 && argv[3][0] != '-';
    view_asset wishes = {.look = {.width = 320, .height = 240}};
    preview_look *look = &wishes.look;
    play_settings play = {.title = NULL};
    argument_option options[PLAY_OPTIONS + 16];
    int count = play_options(&play, options);
    static const char *const targets[] = {"cart", "gba", NULL};
    int32_t frame = 0, book = 0, weight = 8, detail = -1;
    const argument_option own[] = {{"--frame", ARGUMENT_NUMBER, &frame, 0, 36000, NULL},
                                   {"--book", ARGUMENT_NUMBER, &book, 0, 65535, NULL},
                                   {"--fields", ARGUMENT_FLAG, &look->fields, 0, 0, NULL},
                                   {"--mode", ARGUMENT_CHOICE, &look->mode, 0, 0, preview_modes},
                                   {"--fly", ARGUMENT_FLAG, &look->fly, 0, 0, NULL},
                                   {"--blend", ARGUMENT_TEXT, &wishes.blend, 0, 0, NULL},
                                   {"--weight", ARGUMENT_NUMBER, &weight, 0, 16, NULL},
                                   {"--detail", ARGUMENT_NUMBER, &detail, 0, 9, NULL},
                                   {"--rate", ARGUMENT_NUMBER, &wishes.rate, 1, 1000, NULL},
                                   {"--quiet", ARGUMENT_FLAG, &play.quiet, 0, 0, NULL},
                                   {"-o", ARGUMENT_TEXT, &wishes.output, 0, 0, NULL},
                                   {"--target", ARGUMENT_CHOICE, &wishes.target, 0, 0, targets},
                                   {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    tool_error error;
    memcpy(options + count, own, sizeof own);
    if (!arguments_parse(argc, argv, options, words, moves ? 3 : 2,
                         "a cart or a ROM image, and a name of it"))
        return EXIT_USAGE;
    wishes.word = words[1];
    wishes.clip = words[2];
    wishes.hash = play.hash;
    wishes.wav = play.wav; /* the sound of the asset itself, not of a viewer that is played */
    bool by_hand = (wishes.output == NULL && !play.hash && play.wav == NULL) || play.headless ||
                   play.terminal || play.driver != HOST_DRIVER_AUTO || play.input != NULL || play.frames > 0;
    if (by_hand && wishes.output != NULL)
        return arguments_wrong(
            "view", "-o writes one picture; use --shot OUT.png --at K with a viewer that is played");
    if (play.size[0] > 0) look->width = play.size[0], look->height = play.size[1];
    if (look->width < 64 || look->height < 48)
        return arguments_wrong("view", "--size %dx%d is too small; 64x48 is the least", look->width,
                               look->height);
    look->frame = (uint32_t)frame;
    look->book = (uint32_t)book;
    look->detail = (uint32_t)(detail + 1);
    look->weight = (uint32_t)weight * 4096;
    if (!by_hand) return command_view_asset(words[0], &wishes, &error) ? EXIT_GOOD : command_failed(&error);
    return play_settle("view", &play) ? command_view_by_hand(words[0], &wishes, &play) : EXIT_USAGE;
}

static int command_view(int argc, char **argv) {
    view_wishes wishes = {.output = NULL};
    view_source source;
    tool_error error;
    const import_animation *animation;
    double time;
    int code = EXIT_GOOD;
    if (argc > 2 && argv[2][0] != '-' && (command_is_folder(argv[1]) || is_image(argv[1])))
        return view_one_asset(argc, argv);
    if (!parse_view(argc, argv, &wishes)) return EXIT_USAGE;
    if (command_is_folder(wishes.look.file) || is_image(wishes.look.file)) {
        import_error_file(&error, wishes.look.file,
                          "is a %s, no model; play it with oxcart run, or name what of it is to be shown: "
                          "oxcart view CART mesh/hero",
                          command_is_folder(wishes.look.file) ? "cart" : "ROM image");
        return command_failed(&error);
    }
    if (!view_load(&wishes.look, &source, &error)) return command_failed(&error);
    /* A scene with known axes faces away from the camera at first; it is turned to look past the camera. */
    if (source.is_scene) wishes.look.yaw = wishes.contact != NULL ? 150 : 180;
    if (!choose_pose(&wishes, &source, &animation, &time, &error)) {
        code = command_failed(&error);
    } else if (wishes.list) {
        if (!print_list(&wishes, &source, &error)) code = command_failed(&error);
    } else if (wishes.contact != NULL) {
        wishes.look.turntable = (uint32_t)wishes.columns;
        if (!contact_sheet(&wishes.look, &source, animation, wishes.columns, wishes.contact, &error))
            code = command_failed(&error);
    } else {
        code = view_one(&wishes, &source, animation, time);
    }
    view_source_free(&source);
    return code;
}

const command_verb verb_view = {
    {"view", "look at a model on a turntable, or at any asset of a cart",
     "usage: oxcart view MODEL [--texture T.png] [--shade flat|gouraud|phong|unlit] [-o VIEWER.rom] "
     "[--animation N|NAME] [--time SECONDS] [--contact OUT.png [--columns N]] [--list [--json]] [--axes RUB] "
     "[--mode M] [options]\n"
     "       oxcart view CART|FILE.rom NAME [--mode M] [--frame N] [--book N] [--rate PERCENT] [--blend CLIP "
     "[--weight 0..16]] [--fly] [--detail N]\n"
     "       oxcart view CART|FILE.rom MESH CLIP [--frame N of the clip] [--blend CLIP [--weight 0..16]] ... "
     "   a mesh that a clip moves\n"
     "                   [--fields] [options, or only one picture: -o OUT.png and --hash]\n"
     "       oxcart view CART|FILE.rom NAME --wav OUT.wav [--target cart|gba] [-o OUT.png]\n"
     "MODEL is .obj, .gltf, .glb, .dae, .iqm, .ply, .stl, .vox or .oxs. --list prints what is in it: parts, "
     "materials, "
     "animations, checks, bytes.\n"
     "--animation and --time show one pose, --contact draws all animations as one sheet. --axes names what "
     "the\n"
     "file's x, y and z are: Right, Left, Up, Down, Front, Back.\n"
     "The model is scaled to the unit sphere and seen from 2.5 away through 45 degrees, by the lights of its "
     "file, if any.\n"
     "Frame i of N turns it by i/N of a turn. --texture checker is a built-in pattern. -o keeps the viewer\n"
     "as a ROM image (alone it plays nothing). Without --size and --format: 640x480 xrgb8888.\n" PLAY_HELP
     "The second form shows one chunk (see oxcart ls): meshes, materials, scenes and particles played by the "
     "console, frame N of them; clips\n"
     "at frame N, sheets frame N (with --book of a flip-book's steps), pictures their N-th size, lists page "
     "N; sounds as waves,\n"
     "levels from above or flown over (--fly: along the first path, else once round), whatever else there is "
     "(or with --fields) field\n"
     "by field. -o and --hash alone draw one picture; else it is played, with input scripts, shots and "
     "hashes as oxcart run.\n"
     "--mode, --blend, --detail and the keys: oxcart help viewer.\n"
     "--wav plays a sound, a bank or cues through the mixer, and tells peak and clipping;\n"
     "--target gba as a Game Boy Advance mixes, in 8 bits.\n"
     "example: oxcart view teapot.obj --shade phong\n"
     "example: oxcart view mygame mesh/hero --frame 10 -o hero.png\n"
     "example: oxcart view mygame bank/steps --wav steps.wav\n"
     "example: oxcart view teapot.obj --texture checker --headless --frames 60 --stats --shot teapot.png "
     "--at 0\n"},
    command_view,
};
