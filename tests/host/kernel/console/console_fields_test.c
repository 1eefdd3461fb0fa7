/* Fields of components as members of objects in scripts: read, written, held to their ranges, and refused where an object has none. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Fields\"\nsize 64x48\nformat rgb565\nbudget 192K\nframe 16K\nstart one\n"                       \
    "mesh sign square.obj\nscript game game.goad\n"
#define TYPES "type rules behaviour=Rules\ntype own mesh=sign behaviour=Own\n"
/* Slots: 0 turns, 1 stands, 2 has a prop called size, 3 the rules. */
#define SCENE                                                                                                \
    "scene one\n camera at=0,0,6 target=0,0,0\n object sign name=top at=1,0,0 spin=2,0,0\n"                  \
    " object sign name=still at=2,0,0\n object own at=3,0,0\n object rules\nend\n"

static const char script[] =
    "var seen = 0\nvar was: fx = 0.0\nvar turned: angle = 0deg\n"
    "behaviour Own { prop size: int = 7 }\n"
    "behaviour Rules { on Press(b) { let top = find('top')\n let still = find('still')\n"
    " if b == Button.A { was = top.size\n top.size *= 2.0\n top.pitch = 30deg\n turned = top.spin\n"
    " top.spin = -5deg\n top.orbit = 1.5 }\n"
    " if b == Button.B { still.size = 0.0\n top.size = 30000.0 }\n"
    " if b == Button.X { seen = (find('own') as Own).size }\n"
    " if b == Button.Y { still.spin = 1deg } } }\n";

static const ox_object_place *place_at_slot(const played *p, uint32_t slot) {
    return ox_object_place_of(&p->console->world, object_at(p->console, slot));
}

static const int32_t *globals_of(const played *p) {
    return ox_console_script(p->console, rom_id("script/game"))->globals;
}

static const ox_motion *motion_at(const played *p, uint32_t slot) {
    const ox_world *world = &p->console->world;
    return ox_component_get(world, object_at(p->console, slot),
                            (uint32_t)ox_world_component(world, OX_NAME("drift")));
}

static void press(played *p, uint32_t button) {
    frame(p->console, button);
    frame(p->console, 0);
}

TEST(fields_are_read_and_written) {
    played p;
    play_texts(&p, &(played_texts){HEAD TYPES SCENE, script, NULL});
    frame(p.console, 0);
    const ang16 before = (ang16)motion_at(&p, 0)->spin[0];
    CHECK(before != 0 && motion_at(&p, 1) == NULL);
    press(&p, PLAT_A);
    CHECK_EQ(globals_of(&p)[1], FX_ONE);
    CHECK_EQ(globals_of(&p)[2], before);
    CHECK_EQ(place_at_slot(&p, 0)->size, 2 * FX_ONE);
    CHECK_EQ(place_at_slot(&p, 0)->pitch, 5461);
    CHECK_EQ(motion_at(&p, 0)->spin[0], -910);
    CHECK_EQ(motion_at(&p, 0)->orbit_radius, 3 * FX_ONE / 2);
    press(&p, PLAT_X); /* a behaviour's own prop hides the field of its name */
    CHECK_EQ(globals_of(&p)[0], 7);
    end(&p);
}

TEST(fields_keep_their_ranges_and_belong_to_components) {
    played p;
    play_texts(&p, &(played_texts){HEAD TYPES SCENE, script, NULL});
    frame(p.console, 0);
    press(&p, PLAT_B);
    CHECK_EQ(place_at_slot(&p, 1)->size, 1);
    CHECK_EQ(place_at_slot(&p, 0)->size, OX_SIZE_MOST);
    press(&p, PLAT_Y);
    CHECK(logged(p.console, "game.goad:16: Rules on Press: the object or value is of another type"));
    end(&p);
}

/* Values of components that a changed cart.txt says otherwise count in the running world. Values that scripts
 * made stay where cart.txt says the same as before. */
TEST(fields_change_while_they_play) {
    played p;
    writer mod, next;
    ox_error error;
    play_texts(&p, &(played_texts){HEAD TYPES SCENE, script, NULL});
    ox_console *c = p.console;
    frame(c, 0);
    press(&p, PLAT_A);
    const uint32_t top = handle_at(c, 0);
    CHECK(make_overlay(&p,
                       HEAD TYPES
                       "scene one\n camera at=0,0,7 target=0,0,0\n"
                       " object sign name=top at=1,0,0 spin=2,0,0\n"
                       " object sign name=still at=2,0,0 scale=3 bob=0.5,1,0\n object own at=3,0,0\n"
                       " object rules\nend\n",
                       script, &mod) > 0);
    CHECK_EQ(ox_console_replace(c, mod.data, (uint32_t)mod.size, &error), OX_OK);
    CHECK(handle_at(c, 0) == top && globals_of(&p)[1] == FX_ONE);
    CHECK_EQ(motion_at(&p, 0)->spin[0], -910); /* the spin that the script set stays */
    CHECK_EQ(motion_at(&p, 0)->orbit_radius, 3 * FX_ONE / 2);
    CHECK_EQ(place_at_slot(&p, 0)->size, 2 * FX_ONE);
    CHECK(motion_at(&p, 1) != NULL && motion_at(&p, 1)->bob_height == FX_HALF);
    CHECK_EQ(place_at_slot(&p, 1)->size, 3 * FX_ONE);
    CHECK(make_overlay(&p,
                       HEAD TYPES
                       "scene one\n camera at=0,0,7 target=0,0,0\n"
                       " object sign name=top at=1,0,0 spin=9,0,0\n"
                       " object sign name=still at=2,0,0\n object own at=3,0,0\n object rules\nend\n",
                       script, &next) > 0);
    CHECK_EQ(ox_console_replace(c, next.data, (uint32_t)next.size, &error), OX_OK);
    CHECK(handle_at(c, 0) == top && motion_at(&p, 0)->spin[0] > 0);
    CHECK_EQ(motion_at(&p, 0)->orbit_radius, 0); /* a motion is said as a whole */
    CHECK(motion_at(&p, 1) == NULL);             /* a motion that cart.txt no longer says is gone */
    end(&p);
    writer_free(&mod);
    writer_free(&next);
}

TEST(fields_mistakes_are_told_with_their_line) {
    static const struct {
        const char *script, *says;
    } mistakes[] = {
        {"behaviour B { on tick { self.siez = 1.0 } }\n", "field 'siez' is not known, did you mean 'size'?"},
        {"behaviour B { on tick { self.size = true } }\n", "fx expected, bool found"},
        {"behaviour B { on tick { self.tags = 1 } }\n", "this cannot be changed"},
        {"func f(o: obj) -> vec3 { return o.pitch }\n", "vec3 expected, angle found"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++)
        refuse_texts(&(played_texts){HEAD "scene one\n camera at=0,0,6 target=0,0,0\n object sign\nend\n",
                                     mistakes[i].script, NULL},
                     mistakes[i].says);
}

/* Fields that modules declare fit the records: each row's field is there, with as many values as its type
 * takes cells. */
TEST(fields_of_modules_fit_their_records) {
    uint32_t rows = 0;
    for (const ox_module *const *m = ox_preset_full; *m != NULL; m++)
        for (uint32_t i = 0; i < (*m)->field_count; i++, rows++) {
            const ox_script_field *row = &(*m)->fields[i];
            const ox_field *field = ox_type_field(row->record, row->field);
            const char *type = strchr(row->declaration, ':');
            CHECK(field != NULL && type != NULL);
            CHECK_EQ(row->name, rom_id_of(row->declaration, (size_t)(type - row->declaration)));
            if (field == NULL || type == NULL) continue;
            const bool angle = field->kind == OX_ANGLE || field->kind == OX_I16;
            CHECK_EQ(strcmp(type, ": angle") == 0, angle);
            if (strcmp(type, ": vec3") == 0) CHECK(field->kind == OX_FX && ox_field_count(field) == 3);
            if (strcmp(type, ": fx") == 0) CHECK(field->kind == OX_FX);
        }
    CHECK(rows >= OX_BEHAVIOUR_FIELDS);
}
