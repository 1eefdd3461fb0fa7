/* Tags of cart.txt, by which scripts, queries and C know objects. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "kernel/type/name.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Tags\"\nsize 64x48\nformat rgb565\nbudget 192K\nframe 16K\nstart one\n"                         \
    "mesh sign square.obj\nscript game game.goad\ncapacity script-copies 8\n"
#define TYPES "type bat mesh=sign tags=enemy,flying\ntype king bat tags=chief\ntype rules behaviour=Rules\n"
/* Slots: 0 the rules, 1 a bat, 2 a king, 3 a wall, 4 a bat that carries something. */
#define SCENE                                                                                                \
    "scene one\n camera at=0,0,6 target=0,0,0\n object rules\n object bat at=1,0,0\n object king at=2,0,0\n" \
    " object sign name=wall at=3,0,0\n object bat at=4,0,0 tags=laden\nend\n"

static const char script[] =
    "var found: [6]int\n"
    "behaviour Rules { on Press(b) {\n"
    " if b == Button.A { for e in every('enemy') { found[0] += 1 }\n for e in around('flying', vec3(0.0, "
    "0.0, 0.0), 2.5) { found[1] += 1 }\n"
    "  if nearest('enemy', vec3(3.0, 0.0, 0.0), 5.0) == find('king') { found[2] += 1 }\n"
    "  if find('laden').pos.x == 4.0 { found[3] += 1 }\n"
    "  for e in every('frozen') { found[4] += 1 }\n for e in every('chief') { if tagged(e, 'enemy') { "
    "found[5] += 1 } } }\n"
    " if b == Button.X { tag(find('wall'), 'frozen')\n untag(find('king'), 'enemy')\n create('bat', "
    "vec3(9.0, 0.0, 0.0)) } } }\n";

static void play(played *p, const char *text) { play_texts(p, &(played_texts){text, script, NULL}); }

static const int32_t *found(const played *p) {
    return ox_console_script(p->console, rom_id("script/game"))->globals;
}

static bool has(const ox_console *c, uint32_t slot, const char *tag) {
    const uint16_t bit = ox_world_tag(&c->world, rom_id(tag));
    return bit != 0 && (object_at(c, slot)->tags & bit) != 0;
}

TEST(tags_of_types_and_objects_are_found) {
    played p;
    play(&p, HEAD "tags frozen\n" TYPES SCENE);
    ox_console *c = p.console;
    frame(c, 0);
    CHECK(has(c, 1, "enemy") && has(c, 1, "flying") && !has(c, 1, "chief") && !has(c, 1, "laden"));
    CHECK(has(c, 2, "enemy") && has(c, 2, "flying") &&
          has(c, 2, "chief")); /* a type's own tags join those of the type it extends */
    CHECK_EQ(object_at(c, 3)->tags, 0);
    CHECK(has(c, 4, "enemy") && has(c, 4, "laden"));
    CHECK_EQ(ox_world_tag(&c->world, rom_id("nothing")), 0);
    frame(c, PLAT_A);
    CHECK(found(&p)[0] == 3 && found(&p)[1] == 2 && found(&p)[2] == 1 && found(&p)[3] == 1 &&
          found(&p)[4] == 0 && found(&p)[5] == 1);
    frame(c, PLAT_X);
    CHECK(has(c, 3, "frozen") && !has(c, 2, "enemy") && has(c, 2, "flying"));
    /* an object that is made of a type has the type's tags */
    CHECK(has(c, 5, "enemy") && has(c, 5, "flying"));
    frame(c, PLAT_A);
    CHECK(found(&p)[0] == 3 + 3 && found(&p)[4] == 1 && found(&p)[5] == 1);
    ox_handle out[8];
    ox_query q = {.out = out, .capacity = 8, .tags = ox_world_tag(&c->world, OX_NAME("enemy"))};
    CHECK_EQ(ox_query_all(&c->world, &q), 3); /* a query of C finds the same objects */
    CHECK_EQ(ox_console_script(c, rom_id("script/game"))->traps, 0);
    end(&p);
}

static void carry(ox_console *from, ox_console *to) {
    static uint8_t kept[32768];
    ox_sim_part parts[OX_STATE_PARTS], other[OX_STATE_PARTS];
    const ox_sim state = {parts, ox_console_list_state(from, parts)};
    ox_writer out = ox_writer_bytes(kept, sizeof kept);
    ox_sim_save(&state, &out);
    CHECK(!out.full);
    const ox_sim into = {other, ox_console_list_state(to, other)};
    ox_reader in = ox_reader_bytes(kept, out.used);
    CHECK_EQ(ox_sim_restore(&into, &in), OX_OK);
}

/* A saved state has tags by name. A build whose tags have other bits, or lack some, gives objects the tags of
 * the same names. */
TEST(tags_are_saved_by_name) {
    played p, q, other;
    play(&p, HEAD "tags frozen\n" TYPES SCENE);
    play(&q, HEAD "tags frozen\n" TYPES SCENE);
    play(&other, HEAD "tags one,chief\ntags flying,frozen\n" TYPES SCENE);
    frame(p.console, 0);
    frame(p.console, PLAT_X);
    carry(p.console, q.console);
    CHECK_EQ(ox_console_state_hash(q.console), ox_console_state_hash(p.console));
    frame(p.console, PLAT_A);
    frame(q.console, PLAT_A);
    CHECK_EQ(ox_console_state_hash(q.console), ox_console_state_hash(p.console));
    carry(p.console, other.console);
    CHECK(ox_world_tag(&other.console->world, OX_NAME("frozen")) !=
          ox_world_tag(&p.console->world, OX_NAME("frozen")));
    CHECK(has(other.console, 3, "frozen") && has(other.console, 2, "chief") &&
          !has(other.console, 2, "enemy") && has(other.console, 1, "enemy") &&
          has(other.console, 5, "flying"));
    end(&p);
    end(&q);
    end(&other);
}

/* Tags keep their names when cart.txt changes, and tags that the scene and the types say otherwise count. */
TEST(tags_change_while_they_play) {
    played p;
    writer mod;
    ox_error error;
    play(&p, HEAD "tags frozen\n" TYPES SCENE);
    ox_console *c = p.console;
    frame(c, 0);
    frame(c, PLAT_X);
    CHECK(make_overlay(&p,
                       HEAD
                       "tags new,frozen\ntype bat mesh=sign tags=flying,enemy,new\ntype king bat tags=chief\n"
                       "type rules behaviour=Rules\nscene one\n camera at=0,0,6 target=0,0,0\n object rules\n"
                       " object bat at=1,0,0\n object king at=2,0,0\n object sign name=wall at=3,0,0\n"
                       " object bat at=4,0,0\nend\n",
                       script, &mod) > 0);
    CHECK_EQ(ox_console_replace(c, mod.data, (uint32_t)mod.size, &error), OX_OK);
    CHECK(has(c, 3, "frozen"));
    CHECK(has(c, 5, "enemy") && has(c, 5, "new"));
    CHECK(has(c, 1, "new") && has(c, 1, "enemy") && has(c, 4, "enemy") && !has(c, 4, "laden"));
    CHECK(has(c, 2, "chief"));
    end(&p);
    writer_free(&mod);
}

TEST(tags_mistakes_are_told_with_their_line) {
    static const struct {
        const char *text, *script, *says;
    } mistakes[] = {
        {"type bat mesh=sign tags=a,b,c,d,e,f,g,h\ntags i,j,k,l,m,n,o,p,q\n", "",
         "cart.txt:11: the tag `q` is one too many: a cart has at most 16"},
        {"type bat mesh=sign tags=a,\n", "", "cart.txt:10: a comma without a tag behind it"},
        {"tags\n", "", "`tags` without names of tags"},
        {"tags a b\n", "", "means nothing to `tags`"},
        {"tags enemy\n", "behaviour B { on tick { tag(self, 'enmy') } }\n",
         "game.goad:1:35: the cart has no tag 'enmy', did you mean 'enemy'?"},
        {"tags enemy\n", "func f(o: obj) -> bool { return tagged(o, 'walls') }\n",
         "the cart has no tag 'walls'; write `tags walls` in cart.txt"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        char text[2048];
        snprintf(text, sizeof text, "%s%s%s", HEAD, mistakes[i].text,
                 "scene one\n camera at=0,0,6 target=0,0,0\n object sign\nend\n");
        refuse_texts(&(played_texts){text, mistakes[i].script, NULL}, mistakes[i].says);
    }
}

/* A computed tag name that the cart does not have is refused, and an object without tags is told as such. */
TEST(tags_that_the_cart_has_not_are_refused) {
    played p;
    memset(&p, 0, sizeof p);
    pack_played(&p, HEAD "tags frozen\n" TYPES SCENE,
                "var n = 0\nbehaviour Rules { on Press(b) { var name = 'frozen'\n if b == Button.B { name = "
                "'nothing' }\n"
                " n += 1\n if tagged(null, 'enemy') { n += 10 }\n tag(self, name)\n n += 1 } }\n");
    boot_with(&p, NULL, 0);
    frame(p.console, 0);
    frame(p.console, PLAT_A);
    CHECK_EQ(found(&p)[0], 2);
    frame(p.console, PLAT_B);
    CHECK_EQ(found(&p)[0], 3);
    CHECK(logged(p.console, "game.goad:6: Rules on Press: tag refuses its argument 2"));
    end(&p);
}
