/* Lights and paints of objects in carts that a test spells out: what is seen of them, what clips, tweens and scripts make of them, what is kept. */
#define _XOPEN_SOURCE 700
#include "kernel/shading/module.h"

#include "raster/surface.h"
#include "tests/host/rom/carts/played_cart.h"

/* Four squares of colour, two beside two. */
static const char four[] =
    "/* XPM */\nstatic char *g[] = {\n\"8 8 4 1\",\n\"r c #F00000\",\n\"g c #00F000\",\n"
    "\"b c #0000F0\",\n\"w c #F0F0F0\",\n\"rrrrgggg\",\n\"rrrrgggg\",\n\"rrrrgggg\",\n"
    "\"rrrrgggg\",\n\"bbbbwwww\",\n\"bbbbwwww\",\n\"bbbbwwww\",\n\"bbbbwwww\"};\n";
static const char nobody[] = "behaviour Nobody { }\n";

/* A square of 2 metres that fills the middle of the picture, and what stands in `objects`. */
typedef struct scene_text {
    const char *format, *square, *objects, *script, *clip;
    double ambient;
} scene_text;

static void pack_scene(played *p, const scene_text *t) {
    char text[2048];
    snprintf(
        text, sizeof text,
        "title \"Shades\"\nsize 48x48\nformat %s\nbudget 320K\nframe 48K\nstart one\nscript game game.goad\n"
        "capacity lights 4\ncapacity paints 4\ncapacity sequences 1\ncapacity tweens 2\ntexture four "
        "four.xpm\nmaterial four "
        "texture=four shading=unlit\nmaterial white colour=#ffffff shading=gouraud\nmaterial red "
        "colour=#f00000 "
        "shading=unlit\nmaterial half colour=#800000 shading=unlit\nmesh sign square.obj material=four\nmesh "
        "plain "
        "square.obj material=white\nmesh red square.obj material=red\nmesh half square.obj "
        "material=half\nclip it "
        "it.clip\nscene one\n background #000000\n ambient %g\n camera at=0,0,2.4 target=0,0,0 fov=45 "
        "near=0.2\n object %s\n%send\n",
        t->format, t->ambient, t->square, t->objects == NULL ? "" : t->objects);
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, t->script == NULL ? nobody : t->script, NULL});
    folder_write(&p->folder, "four.xpm", four);
    folder_write(&p->folder, "it.clip", t->clip == NULL ? "track size 0:1\n" : t->clip);
    CHECK(folder_pack(&p->folder, &p->image));
}

static void play_scene(played *p, const scene_text *t) {
    pack_scene(p, t);
    boot_with(p, NULL, 0);
    if (p->console == NULL) test_fail(__FILE__, __LINE__, p->error.text, 0, 1);
}

static uint32_t colour_at(const played *p, int x, int y) {
    host_frame shown = {0};
    CHECK(host_last_frame(p->port, &shown));
    const uint8_t *row = (const uint8_t *)shown.pixels + (size_t)y * (size_t)shown.stride;
    if (shown.format == PLAT_PAL8) return shown.palette[row[x]];
    return ((const uint32_t *)(const void *)row)[x] & 0xFFFFFF;
}

static bool is_near(uint32_t a, uint32_t b, int32_t most) {
    for (int shift = 0; shift <= 16; shift += 8)
        if (abs((int32_t)(a >> shift & 255u) - (int32_t)(b >> shift & 255u)) > most) return false;
    return true;
}

static ox_object *named(const played *p, ox_id name) { return ox_world_find(&p->console->world, name); }
static void *part_of(const played *p, ox_id object, ox_id component) {
    const int type = ox_world_component(&p->console->world, component);
    return type < 0 ? NULL : ox_component_get(&p->console->world, named(p, object), (uint32_t)type);
}

/* ANI-027: a texture moves by parts of its width and height, and by whole pictures that lie in it: 2 x 2 pictures seen one after the other, never half of one. */
TEST(shading_moves_textures) {
    static const uint32_t at[4] = {0xF00000, 0x00F000, 0x0000F0, 0xF0F0F0};
    played p;
    play_scene(&p, &(scene_text){"xrgb8888", "sign name=it\n  with paint=own frames=2,2", .ambient = 1});
    ox_paint *s = part_of(&p, OX_NAME("it"), OX_NAME("paint"));
    for (uint32_t i = 0; i < 8; i++) {
        s->frame = (uint16_t)i;
        frame(p.console, 0);
        const uint32_t x = i % 2, y = i / 2 % 2;
        /* the four squares of the sign: the picture whose number is `frame` is at the top left now, the others follow round the edges */
        CHECK_EQ(colour_at(&p, 12, 12), at[y * 2 + x]);
        CHECK_EQ(colour_at(&p, 36, 12), at[y * 2 + (1 - x)]);
        CHECK_EQ(colour_at(&p, 12, 36), at[(1 - y) * 2 + x]);
    }
    s->frame = 0;
    s->u = FX_HALF;
    frame(p.console, 0);
    CHECK(colour_at(&p, 12, 12) == at[1] && colour_at(&p, 12, 36) == at[3]);
    s->u = -FX_HALF;
    s->v = 7 * FX_HALF;
    frame(p.console, 0);
    CHECK(colour_at(&p, 12, 12) == at[3] && colour_at(&p, 36, 36) == at[0]);
    s->u = FX_ONE / 4;
    s->v = 0;
    frame(p.console, 0);
    CHECK(colour_at(&p, 8, 12) == at[0] && colour_at(&p, 18, 12) == at[1] && colour_at(&p, 40, 12) == at[0]);
    end(&p);
}

/* A colour is multiplied with that of the material, as if the material had it, in each format; with a texture too, and of one object alone. */
TEST(shading_tints) {
    static const char *const formats[] = {"xrgb8888", "pal8"};
    for (int i = 0; i < 2; i++) {
        played p;
        play_scene(&p, &(scene_text){formats[i], "red name=it at=-0.6,0,0\n  with paint=own colour=#884422",
                                     " object red at=0.6,0,-0.1\n object half at=0,3,0\n", .ambient = 1});
        frame(p.console, 0);
        CHECK(is_near(colour_at(&p, 12, 24), 0x800000, 10));
        CHECK(is_near(colour_at(&p, 40, 24), 0xF00000, 10));
        end(&p);
    }
    played p;
    play_scene(&p, &(scene_text){"xrgb8888", "sign\n  with paint=own colour=#80ff40", .ambient = 1});
    frame(p.console, 0);
    CHECK(is_near(colour_at(&p, 12, 12), 0x780000, 2) && is_near(colour_at(&p, 36, 12), 0x00F000, 2));
    CHECK(is_near(colour_at(&p, 12, 36), 0x00003C, 2) && is_near(colour_at(&p, 36, 36), 0x78F03C, 2));
    end(&p);
}

/* Half clear lets half of what is behind through, also in 256 colours; without any alpha nothing is drawn. */
TEST(shading_is_clear) {
    static const char *const formats[] = {"xrgb8888", "pal8"};
    for (int i = 0; i < 2; i++) {
        played p;
        play_scene(&p, &(scene_text){formats[i], "red name=it\n  with paint=own alpha=0.5",
                                     " object half at=0,3,-1\n object plain name=back at=0,0,-0.5\n",
                                     .ambient = 1});
        frame(p.console, 0);
        CHECK(is_near(colour_at(&p, 24, 24), 0xF78080, i == 0 ? 4 : 40));
        ox_paint *s = part_of(&p, OX_NAME("it"), OX_NAME("paint"));
        s->alpha = 0;
        frame(p.console, 0);
        CHECK(is_near(colour_at(&p, 24, 24), 0xFFFFFF, 10));
        s->alpha = FX_ONE;
        frame(p.console, 0);
        CHECK(is_near(colour_at(&p, 24, 24), 0xF00000, 10));
        end(&p);
    }
}

/* A lamp lights what is near, a spot what is in its cone, a sun all that faces it; one that is hidden is out, and one that is carried shines where it is. */
TEST(shading_lights) {
    played p;
    play_scene(&p,
               &(scene_text){
                   "xrgb8888", "plain at=0,0,-0.5 scale=2",
                   " object sign name=lamp at=-0.5,0,1 scale=0.01\n  with light=spot range=8 cone=30 soft=0 "
                   "colour=#ff0000\n",
                   .ambient = 0});
    ox_light *l = part_of(&p, OX_NAME("lamp"), OX_NAME("light"));
    rs_light shone;
    ox_object *lamp = named(&p, OX_NAME("lamp"));
    frame(p.console, 0);
    CHECK(ox_light_shines(&p.console->scene, lamp, l, &shone));
    CHECK(shone.axis.z == -FX_ONE && shone.vector.x == FX(-0.5) && shone.rgb == 0xFF0000);
    CHECK_NEAR(shone.cos_outer, 15826, 2); /* cos 15 degrees */
    CHECK_EQ(shone.cos_inner, shone.cos_outer);
    l->kind = OX_NAME("lamp");
    l->range = FX(200);
    frame(p.console, 0);
    CHECK((colour_at(&p, 24, 24) & 0xFF0000) > 0x200000);
    ox_object_flag(&p.console->world, lamp, OX_OBJECT_VISIBLE, false);
    frame(p.console, 0);
    CHECK_EQ(colour_at(&p, 24, 24), 0);
    ox_object_flag(&p.console->world, lamp, OX_OBJECT_VISIBLE, true);
    l->strength = 0;
    frame(p.console, 0);
    CHECK_EQ(colour_at(&p, 24, 24), 0);
    l->strength = FX_ONE;
    l->kind = OX_NAME("sun");
    frame(p.console, 0);
    const uint32_t sunlit = colour_at(&p, 24, 24);
    CHECK((sunlit & 0xFF0000) > 0x400000);
    ox_object_place_of(&p.console->world, lamp)->angle = 32768; /* shines away */
    frame(p.console, 0);
    CHECK_EQ(colour_at(&p, 24, 24), 0);
    end(&p);
}

/* ANI-027: clips move each of them and hit the values of their keys; so do scripts and tweens by the members' names. */
TEST(shading_is_moved_by_clips_and_scripts) {
    played p;
    play_scene(&p,
               &(scene_text){"xrgb8888",
                             "plain name=it behaviour=It\n  with paint=own\n  with sequence=runs of=it\n  "
                             "with tween=paint_v to=2 time=1",
                             " object sign name=lamp\n  with light=lamp\n",
                             "behaviour It { on Press(b) { if b == Button.A { self.paint_colour = #102030\n"
                             "  find('lamp').light_range = 3.0 } } }\n",
                             "rate 60\ntrack paint.u 0:0 10:1\ntrack paint.frame 0:0 4:1 8:2 12:3\ntrack "
                             "paint_alpha 0:1 10:0.5\n"
                             "track paint.gloss 0:0 10:1\ntrack paint.colour 0:#000000 "
                             "10:#ff00ff\nobject lamp\ntrack light.range "
                             "0:4 10:14\ntrack light.cone 0:20 10:60\ntrack light.strength 0:0 10:1\ntrack "
                             "light.colour 0:#000000 10:#0a140a\n",
                             .ambient = 0});
    const ox_paint *s = part_of(&p, OX_NAME("it"), OX_NAME("paint"));
    const ox_light *l = part_of(&p, OX_NAME("lamp"), OX_NAME("light"));
    for (int i = 0; i <= 10; i++) {
        frame(p.console, 0);
        CHECK_NEAR(s->u, i * FX_ONE / 10, 2);
        CHECK_NEAR(s->alpha, FX_ONE - i * FX_ONE / 20, 2);
        CHECK_NEAR(s->gloss, i * FX_ONE / 10, 2);
        CHECK(is_near(s->colour, (uint32_t)(i * 255 / 10) * 0x10001u, 1));
        CHECK_NEAR(l->range, FX(4) + i * FX_ONE, 2);
        CHECK_NEAR(l->cone, FX(20) + i * FX(4), 2);
        CHECK_NEAR(l->strength, i * FX_ONE / 10, 2);
        CHECK(is_near(l->colour, (uint32_t)i * 0x010201u, 1));
    }
    frames(p.console, 60);
    CHECK_EQ(s->v, FX(2));
    frame(p.console, PLAT_A);
    CHECK(s->colour == 0x102030 && l->range == FX(3));
    end(&p);
}

/* State and changed texts: both come back, values that the text changes are taken. Without room for one more the log says which capacity. */
TEST(shading_is_kept_and_changed) {
    static uint8_t image[65536];
    played p, other;
    rom_image was, is;
    writer mod = {0};
    tool_error error = {.text = ""};
    ox_error refused = {.text = ""};
    uint32_t count = 0;
    const scene_text first = {"xrgb8888", "plain name=it\n  with paint=own u=0.25 alpha=0.5",
                              " object sign name=lamp\n  with light=lamp range=5\n", .ambient = 0},
                     second = {"xrgb8888", "plain name=it\n  with paint=own u=0.75 alpha=0.5",
                               " object sign name=lamp\n  with light=lamp range=9\n", .ambient = 0};
    play_scene(&p, &first);
    frames(p.console, 2);
    ox_paint *s = part_of(&p, OX_NAME("it"), OX_NAME("paint"));
    CHECK(s->u == FX(0.25) && s->alpha == FX_HALF);
    const ox_sim_part part = ox_console_world_part(p.console);
    ox_writer to = ox_writer_bytes(image, sizeof image);
    part.save(part.context, &to);
    s->alpha = FX_ONE;
    ox_reader from = ox_reader_bytes(image, to.used);
    CHECK_EQ(part.restore(part.context, &from), OX_OK);
    CHECK_EQ(((ox_paint *)part_of(&p, OX_NAME("it"), OX_NAME("paint")))->alpha, FX_HALF);
    pack_scene(&other, &second);
    CHECK(rom_open(p.image.data, p.image.size, &was, NULL) == ROM_OK &&
          rom_open(other.image.data, other.image.size, &is, NULL) == ROM_OK);
    CHECK(overlay_make(&was, &is, "mod", NULL, &mod, &count, &error));
    CHECK_EQ(ox_console_replace(p.console, mod.data, (uint32_t)mod.size, &refused), OX_OK);
    frame(p.console, 0);
    CHECK_EQ(((ox_paint *)part_of(&p, OX_NAME("it"), OX_NAME("paint")))->u, FX(0.75));
    CHECK_EQ(((ox_light *)part_of(&p, OX_NAME("lamp"), OX_NAME("light")))->range, FX(9));
    const int type = ox_world_component(&p.console->world, OX_NAME("light"));
    for (int i = 0; i < 5; i++) {
        ox_object *more = ox_scene_copy(&p.console->scene, named(&p, OX_NAME("lamp")), V3_ZERO);
        if (more != NULL) (void)ox_component_add(&p.console->world, more, (uint32_t)type);
    }
    frame(p.console, 0);
    CHECK(logged(p.console, "raise `capacity lights`"));
    end(&p);
    writer_free(&other.image);
    folder_remove(&other.folder);
    writer_free(&mod);
}
