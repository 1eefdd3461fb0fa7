/* Sprites on a console: sheets drawn as the pictures they were packed from, orders and layers, a camera that
 * follows, flip-books and their ends. Sprites are saved, taken back in time, reloaded and refused. */
#define _XOPEN_SOURCE 700
#include "fixedmath/random.h"
#include "kernel/behaviour/internal.h"
#include "kernel/sprites/module.h"
#include "kernel/type/name.h"
#include "tests/host/rom/carts/played_cart.h"

enum { SIDE = 64 };

#define HEAD "title \"Flat\"\nsize 64x64\nformat xrgb8888\nbudget 512K\nframe 64K\nstart one\n"
#define SCRIPT "script game game.goad\n"
#define SHEETS "sheet boxes boxes.sheet\n"
#define VIEW "scene one\n background #102030\n camera flat at=0,0\n"

static const char no_script[] = "behaviour Nobody { }\n";
static const char boxes[] =
    "frame red red.png\nframe green green.png\nframe blue blue.png\n"
    "animation turn red green blue rate=20\nanimation once red green blue rate=30 once\n";

static void add_pictures(packed_folder *f) {
    folder_write(f, "boxes.sheet", boxes);
    folder_picture(f, "red.png", 16, 0xC01010);
    folder_picture(f, "green.png", 16, 0x10C010);
    folder_picture(f, "blue.png", 16, 0x1010C0);
}

static void play(played *p, const char *text, const char *script) {
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    add_pictures(&p->folder);
    CHECK(folder_pack(&p->folder, &p->image));
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

static void refuse(const char *text, const char *says) {
    played p;
    tool_error error = {.text = ""};
    memset(&p, 0, sizeof p);
    write_texts(&p.folder, &(played_texts){text, no_script, NULL});
    add_pictures(&p.folder);
    CHECK(!folder_pack_told(&p.folder, &p.image, &error));
    CHECK(strstr(error.text, says) != NULL);
    TEST_INFO("%s", error.text);
    folder_remove(&p.folder);
}

/* The picture's pixels, which lie in one band. */
static uint32_t pixel(const played *p, int x, int y) {
    const uint8_t *row = p->console->bands.pixels + (size_t)y * (size_t)p->console->bands.stride;
    CHECK(p->console->bands.whole);
    return ((const uint32_t *)(const void *)row)[x] & 0xFFFFFFu;
}
static char letter(const played *p, int x, int y) {
    const uint32_t rgb = pixel(p, x, y);
    return rgb == 0x102030 ? '.' : (rgb >> 16 & 255u) > 150 ? 'r' : (rgb >> 8 & 255u) > 150 ? 'g' : 'b';
}

static ox_sprite *sprite_of(const played *p, ox_id name) {
    const ox_world *world = &p->console->world;
    const ox_object *object = ox_world_find(world, name);
    return object == NULL
               ? NULL
               : ox_component_get(world, object, (uint32_t)ox_world_component(world, OX_NAME("sprite")));
}

/* ---- drawing ---- */

/* R2D-016 and 017 in a picture: orders in a layer, layers over one another, and a hidden layer takes away just its own. */
TEST(console_sprites_orders_and_layers) {
    played p;
    play(&p,
         HEAD SCRIPT SHEETS
         "type box\ntype rules behaviour=Rules\n" VIEW " layer far\n layer near\n"
         " object box sprite=boxes/red layer=far order=100 at=0,0,0\n"
         " object box sprite=boxes/green layer=near at=0.5,0,0\n"
         " object box sprite=boxes/blue layer=far order=3 at=-0.5,0,0\n object rules\nend\n",
         "behaviour Rules { on Press(b) { show_layer('near', b != Button.A) } }\n");
    frames(p.console, 1);
    /* Pivots are in the middle of sprites 16 pixels wide: blue from 16, red from 24, green from 32. */
    CHECK_EQ(letter(&p, 20, 32), 'b');
    CHECK_EQ(letter(&p, 28, 32), 'r');
    CHECK_EQ(letter(&p, 34, 32), 'g');
    CHECK_EQ(letter(&p, 50, 32), '.');
    CHECK_EQ(letter(&p, 28, 20), '.');
    frame(p.console, PLAT_A);
    frames(p.console, 1);
    CHECK_EQ(letter(&p, 34, 32), 'r');
    CHECK_EQ(letter(&p, 42, 32), '.');
    frame(p.console, PLAT_B);
    frames(p.console, 1);
    CHECK_EQ(letter(&p, 42, 32), 'g');
    end(&p);
}

/* The view follows, layers follow it by their rates, and meshes stand where sprites stand. R2D-020, R2D-032. */
TEST(console_sprites_follow_and_scroll) {
    played p;
    play(&p,
         HEAD SCRIPT SHEETS
         "mesh square square.obj\ntype box sprite=boxes/red\ntype rules behaviour=Rules\n"
         "scene one\n background #102030\n ambient 1\n camera flat at=0,0 follow=hero\n"
         " layer sky scroll=1/4\n layer main\n"
         " object box name=hero at=0,0,0\n object box sprite=boxes/green layer=sky at=0,1.5,0\n"
         " object square scale=0.5 at=1,-1,0 shading=unlit\n object rules\nend\n",
         "behaviour Rules { on Press(b) { let hero = find('hero'); hero.pos = hero.pos + vec3(1.0, 0.0, 0.0) "
         "} }\n");
    frames(p.console, 1);
    CHECK_EQ(letter(&p, 32, 32), 'r');
    CHECK_EQ(letter(&p, 32, 8), 'g');
    for (int x = 40; x < 56; x++)
        CHECK(letter(&p, x, 48) != '.'); /* the mesh, 16 pixels wide about (1, -1) */
    CHECK_EQ(letter(&p, 39, 48), '.');
    CHECK_EQ(letter(&p, 56, 48), '.');
    frame(p.console, PLAT_A);
    frames(p.console, 1);
    CHECK_EQ(ox_view_of(&p.console->host)->at.x, FX_ONE);
    CHECK_EQ(letter(&p, 32, 32), 'r');
    CHECK_EQ(letter(&p, 19, 8), '.'); /* the view is 16 pixels further, the sky 4 */
    CHECK_EQ(letter(&p, 20, 8), letter(&p, 35, 8));
    for (int x = 24; x < 40; x++) CHECK(letter(&p, x, 48) != '.');
    CHECK_EQ(letter(&p, 23, 48), '.');
    end(&p);
}

/* R2D-019: effects of few sprites: blended corners, a picture for the back, blended pixels. Effects are saved
 * with the game and refused without room. */
TEST(console_sprites_have_effects_where_the_cart_says_so) {
    static const char script[] =
        "behaviour Rules { on start {\nlet wiped = find('wiped')\ncorner_alphas(wiped, 0, 255, 0, 255)\n"
        "corner_colours(wiped, #FFFFFF, #FF8080, #FFFFFF, #FF8080)\nback_frame(find('card'), 2)\n"
        "smooth_pixels(find('card'), true) }\non Press(b) { if b == Button.A { "
        "sprite_effects_end(find('wiped')) } "
        "else { "
        "corner_alphas(self, 0, 0, 0, 0) } } }\n";
    static const char scene[] =
        " object box name=wiped sprite=boxes/red at=0,1,0\n"
        " object box name=card sprite=boxes/green yaw=180 at=0,-1,0\n object rules\nend\n";
    for (int room = 0; room < 2; room++) {
        char text[1024];
        played p;
        snprintf(text, sizeof text, "%s%s%s", HEAD SCRIPT SHEETS,
                 room == 1 ? "capacity sprite-effects 2\n" : "",
                 "type box\ntype rules behaviour=Rules\n" VIEW);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s", scene);
        play(&p, text, script);
        frames(p.console, 2);
        CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->traps, room == 0 ? 1 : 0);
        if (room == 1) {
            const uint32_t left = pixel(&p, 25, 16) >> 16, right = pixel(&p, 38, 16) >> 16;
            CHECK(left < 0x28);                /* the left side shows nearly the ground alone */
            CHECK_EQ(letter(&p, 32, 48), 'b'); /* the sheet's third frame, seen from behind */
            const uint32_t hash = ox_console_state_hash(p.console);
            frame(p.console, PLAT_A);
            frames(p.console, 1);
            CHECK(pixel(&p, 25, 16) >> 16 > 0x50);
            CHECK(right <= pixel(&p, 38, 16) >> 16 && right * 10 > (pixel(&p, 38, 16) >> 16) * 9);
            CHECK(ox_console_state_hash(p.console) != hash);
            frame(p.console, PLAT_B);
            frames(p.console, 1);
            CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->traps,
                     0); /* there is room for two effects: the first sprite gave its own back */
        }
        end(&p);
    }
}

/* ---- sheets against the pictures that they were packed from ---- */

static uint32_t originals[100][16 * 16];

/* Writes pictures of 16 x 16 with random transparent borders. */
static void write_random_sheet(packed_folder *f) {
    static uint8_t pixels[160 * 160 * 4];
    rng32 random = rng32_seed(15, 100);
    tool_error error;
    char path[96];
    memset(pixels, 0, sizeof pixels);
    for (uint32_t i = 0; i < 100; i++) {
        const uint32_t left = rng_below(&random, 8), top = rng_below(&random, 8),
                       right = 9 + rng_below(&random, 8), bottom = 9 + rng_below(&random, 8);
        for (uint32_t y = 0; y < 16; y++)
            for (uint32_t x = 0; x < 16; x++) {
                const bool clear =
                    x < left || y < top || x >= right || y >= bottom || rng_below(&random, 6) == 0;
                originals[i][y * 16 + x] = clear ? 0x102030 : 0x404040u + (rng32_next(&random) & 0x3F3F3Fu);
                uint8_t *rgba = &pixels[((i / 10 * 16 + y) * 160 + i % 10 * 16 + x) * 4];
                for (uint32_t k = 0; k < 3 && !clear; k++)
                    rgba[k] = (uint8_t)(originals[i][y * 16 + x] >> (16 - 8 * k));
                rgba[3] = clear ? 0 : 255;
            }
    }
    import_png_picture picture = {.width = 160, .height = 160, .format = IMPORT_PNG_RGBA, .pixels = pixels};
    snprintf(path, sizeof path, "%s/many.png", f->path);
    CHECK(import_png_write(path, &picture, &error));
    snprintf(f->files[f->count++], sizeof f->files[0], "%s", path);
}

static uint32_t original(uint32_t frame, int x, int y) {
    return x < 0 || y < 0 || x > 15 || y > 15 ? 0x102030 : originals[frame][y * 16 + x];
}

/* R2D-015: 100 frames, trimmed and turned by the packer, are drawn as their originals, also mirrored and cut
 * by the picture's sides. */
TEST(console_sprites_trimmed_and_turned_frames_are_the_originals) {
    played p;
    memset(&p, 0, sizeof p);
    write_texts(&p.folder, &(played_texts){HEAD "sheet many many.png grid=16x16\ntype it sprite=many/0\n" VIEW
                                                " object it name=it\nend\n",
                                           no_script, NULL});
    write_random_sheet(&p.folder);
    CHECK(folder_pack(&p.folder, &p.image));
    boot_with(&p, NULL, 0);
    CHECK(p.console != NULL);
    ox_sprite *sprite = sprite_of(&p, OX_NAME("it"));
    ox_object_place *at =
        ox_object_place_of(&p.console->world, ox_world_find(&p.console->world, OX_NAME("it")));
    uint32_t wrong = 0, turned = 0, trimmed = 0;
    for (uint32_t i = 0; i < 100; i++) {
        ox_sheet_frame frame_row;
        CHECK(ox_sheet_frame_at(ox_sheet_of(&p.console->host, OX_NAME("many")), i, &frame_row));
        turned += frame_row.turned;
        trimmed += frame_row.width < 16 || frame_row.height < 16;
        for (uint32_t flips = 0; flips < 4; flips++) {
            const int dx = i % 3 == 1 ? 32 : i % 3 == 2 ? -35 : 0, dy = i % 5 == 1 ? -33 : 0;
            sprite->flip_x = (flips & 1u) != 0;
            sprite->flip_y = (flips & 2u) != 0;
            ox_sprite_show(sprite, (uint16_t)i);
            at->pos = (vec3){dx * FX_ONE / 16, -dy * FX_ONE / 16, 0};
            frames(p.console, 1);
            for (int y = 0; y < SIDE; y++)
                for (int x = 0; x < SIDE; x++) {
                    const int column = x - 24 - dx, row = y - 24 - dy;
                    wrong += pixel(&p, x, y) != original(i, sprite->flip_x ? 15 - column : column,
                                                         sprite->flip_y ? 15 - row : row);
                }
        }
    }
    CHECK_EQ(wrong, 0);
    TEST_INFO("of 100 frames %u are trimmed, %u lie turned", (unsigned)trimmed, (unsigned)turned);
    CHECK(trimmed > 50 && turned > 5);
    end(&p);
}

/* ---- flip-books and their end ---- */

static const char playing[] =
    "var ends = 0\nvar last = 'none'\n"
    "behaviour Rules { on Press(b) { let it = find('it')\n"
    " if b == Button.A { play(it, 'once') }\n if b == Button.B { animation_play(it, 'turn', 2) }\n"
    " if b == Button.X { it.play_rate = -1.0 }\n if b == Button.Y { show_frame(it, 1) } }\n"
    " on Played(who, animation) when who == find('it') { ends += 1; last = animation } }\n";
#define PLAYING                                                                                              \
    HEAD SCRIPT SHEETS "type box sprite=boxes/turn\ntype rules behaviour=Rules\n" VIEW                       \
                       " object box name=it\n object rules\nend\n"

TEST(console_sprites_play_and_tell_their_end) {
    played p;
    play(&p, PLAYING, playing);
    const int32_t *globals = ox_console_script(p.console, rom_id("script/game"))->globals;
    for (uint32_t i = 1; i <= 18; i++) { /* 20 pages a second: one in three steps */
        frames(p.console, 1);
        CHECK_EQ(letter(&p, 32, 32), "rgb"[i / 3 % 3]);
    }
    frame(p.console, PLAT_A);
    frames(p.console, 20);
    CHECK_EQ(letter(&p, 32, 32), 'b');
    CHECK_EQ(globals[0], 1);
    CHECK_EQ((uint32_t)globals[1], OX_NAME("once"));
    CHECK(sprite_of(&p, OX_NAME("it"))->played);
    frame(p.console, PLAT_Y);
    frames(p.console, 9);
    CHECK_EQ(letter(&p, 32, 32), 'g');
    frame(p.console, PLAT_B);
    CHECK_EQ(letter(&p, 32, 32), 'b');
    frame(p.console, PLAT_X);
    const uint16_t page = sprite_of(&p, OX_NAME("it"))->page;
    frames(p.console, 3);
    CHECK_EQ(sprite_of(&p, OX_NAME("it"))->page, (page + 2) % 3);
    end(&p);
}

/* ---- the state ---- */

#define MOVING                                                                                               \
    HEAD SCRIPT SHEETS "type box sprite=boxes/turn\ntype rules behaviour=Rules\ncapacity saves 1\n" VIEW     \
                       " layer sky scroll=1/3\n layer main sort=y\n object box name=it\n object box "        \
                       "at=1,1,0 layer=sky\n object rules\nend\n"
static const char moving[] =
    "behaviour Rules {\n on tick { let it = find('it'); it.pos = it.pos + vec3(0.03, 0.01, 0.0)\n"
    "  if now() % 7 == 0 { it.flip = not it.flip; it.order = now() % 5; it.alpha = 100 + now() % 100 }\n"
    "  if now() == 12 { camera_shake(0.5, 20t); camera_follow(it); move_layer('sky', vec2(0.25, 0.0)) }\n"
    "  if now() == 16 { camera_zoom(1.5); show_layer('sky', false) } }\n"
    " on Press(b) { if b == Button.A { save(1) }  if b == Button.B { load(1) } } }\n";

static uint32_t shown(played *p) {
    ox_frame_stats stats;
    ox_console_stats(p->console, &stats);
    return stats.hash;
}

TEST(console_sprites_state_is_kept) {
    played p, other;
    uint32_t hashes[40];
    play(&p, MOVING, moving);
    play(&other, MOVING, moving);
    for (uint32_t i = 0; i < 40; i++) {
        frames(p.console, 1);
        frames(other.console, 1);
        hashes[i] = shown(&p);
        CHECK_EQ(hashes[i], shown(&other));
        CHECK_EQ(ox_console_state_hash(p.console), ox_console_state_hash(other.console));
    }
    CHECK(hashes[20] != hashes[39]);
    /* The bytes of the whole state are restored in another console that is in another state. */
    ox_sim_part parts[OX_STATE_PARTS], other_parts[OX_STATE_PARTS];
    const ox_sim state = {parts, ox_console_list_state(p.console, parts)},
                 into = {other_parts, ox_console_list_state(other.console, other_parts)};
    static uint8_t bytes[65536];
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_sim_save(&state, &to);
    CHECK(to.used <= sizeof bytes);
    frames(other.console, 25);
    CHECK(ox_console_state_hash(p.console) != ox_console_state_hash(other.console));
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(ox_sim_restore(&into, &from), OX_OK);
    CHECK_EQ(ox_console_state_hash(p.console), ox_console_state_hash(other.console));
    for (uint32_t i = 0; i < 20; i++) {
        frames(p.console, 1);
        frames(other.console, 1);
        CHECK_EQ(shown(&p), shown(&other));
        CHECK_EQ(ox_console_state_hash(p.console), ox_console_state_hash(other.console));
    }
    end(&p);
    end(&other);
}

/* ---- reload ---- */

TEST(console_sprites_go_on_when_their_cart_changes) {
    played p;
    writer mod;
    play(&p, PLAYING, playing);
    frames(p.console, 4);
    CHECK_EQ(letter(&p, 32, 32), 'g');
    ox_view_of(&p.console->host)->at.x = FX_HALF;
    played next;
    memset(&next, 0, sizeof next);
    write_texts(&next.folder, &(played_texts){PLAYING, playing, NULL});
    add_pictures(&next.folder);
    folder_picture(&next.folder, "green.png", 16, 0xC0C010);
    CHECK(folder_pack(&next.folder, &next.image));
    rom_image was, is;
    tool_error error;
    uint32_t count = 0;
    memset(&mod, 0, sizeof mod);
    CHECK(rom_open(p.image.data, p.image.size, &was, NULL) == ROM_OK &&
          rom_open(next.image.data, next.image.size, &is, NULL) == ROM_OK);
    CHECK(overlay_make(&was, &is, "mod", NULL, &mod, &count, &error));
    CHECK(count > 0);
    CHECK_EQ(ox_console_replace(p.console, mod.data, (uint32_t)mod.size, &p.error), OX_OK);
    frames(p.console, 1);
    CHECK_EQ(ox_view_of(&p.console->host)->at.x, FX_HALF);
    CHECK_EQ(letter(&p, 24, 32), 'r'); /* the green picture is yellow now, which reads as red */
    end(&p);
    writer_free(&mod);
    writer_free(&next.image);
    folder_remove(&next.folder);
}

/* ---- bad input ---- */

TEST(console_sprites_missing_ones_are_checkered_and_told_once) {
    played p;
    play(&p, PLAYING, playing);
    ox_sprite *sprite = sprite_of(&p, OX_NAME("it"));
    sprite->sheet = OX_NAME("nothing");
    frames(p.console, 2);
    CHECK_EQ(pixel(&p, 28, 28), 0);
    CHECK_EQ(pixel(&p, 36, 28), 0xFF00FF);
    CHECK_EQ(pixel(&p, 36, 36), 0);
    CHECK(logged(p.console, "is missing; a checkered square"));
    sprite->sheet = OX_NAME("boxes");
    ox_sprite_show(sprite, 999);
    frames(p.console, 1);
    CHECK_EQ(pixel(&p, 36, 28), 0xFF00FF);
    ox_sprite_play(sprite, OX_NAME("dance"));
    frames(p.console, 1);
    CHECK(logged(p.console, "which its sheet"));
    end(&p);
}

TEST(console_sprites_beyond_their_room_are_counted_and_told_once) {
    played p;
    play(&p,
         HEAD SHEETS "capacity sprites 2\ntype box sprite=boxes/red\n" VIEW
                     " object box at=-1,0,0\n object box at=0,0,0\nend\n",
         no_script);
    ox_world *world = &p.console->world;
    const uint32_t type = (uint32_t)ox_world_component(world, OX_NAME("sprite"));
    ox_object *object = ox_world_create(world, OX_NAME("object"), NULL);
    if (object != NULL) CHECK(ox_component_add(world, object, type) == NULL);
    CHECK(world->components[type].refused > 0 || object == NULL);
    frames(p.console, 3);
    if (object != NULL) CHECK(logged(p.console, "more than 2 sprites at once"));
    CHECK_EQ(letter(&p, 16, 32), 'r');
    CHECK_EQ(letter(&p, 32, 32), 'r');
    end(&p);
}

TEST(console_sprites_mistakes_are_told_with_their_line) {
    refuse(HEAD SHEETS "type x\n" VIEW " object x sprite=boxs/red\nend\n",
           "cart.txt:12: there is no sheet `boxs`; did you mean `boxes`?");
    refuse(HEAD SHEETS "type x\n" VIEW " object x sprite=boxes/dance\nend\n",
           "no animation and no frame of that name");
    refuse(HEAD SHEETS "type x\n" VIEW " object x sprite=boxes/3\nend\n", "the sheet has frames 0 to 2");
    refuse(HEAD SHEETS "type x\n" VIEW " object x sprite=boxes/\nend\n", "write SHEET/ANIMATION");
    refuse(HEAD SHEETS "type x\n" VIEW " object x layer=main\nend\n", "write sprite=SHEET/ANIMATION too");
    refuse(HEAD SHEETS VIEW " layer a scroll=1/0\nend\n", "scroll=1/0");
    refuse(HEAD SHEETS VIEW " layer a\n layer a\nend\n", "the layer `a` is there already");
    refuse(HEAD SHEETS "scene one\n camera at=0,0,5 target=0,0,0\n layer a scroll=1/2\nend\n",
           "write `camera flat at=X,Y` above it");
    refuse(HEAD SHEETS "scene one\n camera flat at=0,0,5\nend\n", "is not two numbers");
    refuse(HEAD SHEETS "scene one\n camera flat at=0,0 bounds=1,1,0,0\nend\n", "to the right and above");
    refuse(HEAD SHEETS "scene one\n camera flat at=0,0\n camera at=1,0 flat\nend\n",
           "has a flat camera in line");
    refuse(HEAD SHEETS "scene one\n camera flat at=0,0 pixels=0\nend\n", "pixels=0");
}
