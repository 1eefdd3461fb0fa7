/* Carts whose scripts a test spells out, as those of console_scripts_test.c and console_scripts_reload_test.c play them. */
#ifndef OXCART_TESTS_HOST_SCRIPTS_PLAYED_H
#define OXCART_TESTS_HOST_SCRIPTS_PLAYED_H

#include "kernel/behaviour/internal.h"
#include "kernel/game/module.h"
#include "kernel/world/query.h"
#include "tests/host/rom/carts/played_cart.h"

static const char head[] =
    "title \"Scripts\"\nsize 64x48\nformat rgb565\nbudget 160K\nframe 16K\nstart one\n"
    "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\nscript game game.goad\n";
static const char scene_text[] = "scene one\n background #101010\n camera at=0,0,6 target=0,0,0\n object "
                                 "sign name=hero at=0,0,0 behaviour=Hero\n"
                                 " object sign name=wall at=3,0,0\n behaviour Rules\nend\nscene two\n camera "
                                 "at=0,0,6 target=0,0,0\n object sign name=other behaviour=Hero\nend\n";

static inline void pack(played *p, const char *more, const char *scenes, const char *script) {
    char text[2048];
    snprintf(text, sizeof text, "%s%s%s", head, more, scenes);
    pack_played(p, text, script);
}

static inline void play(played *p, const char *more, const char *script) {
    memset(p, 0, sizeof *p);
    pack(p, more, scene_text, script);
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

static inline ang16 angle(const ox_console *c, uint32_t slot) {
    return ox_object_place_of(&c->world, object_at(c, slot))->angle;
}

/* A mod: the same cart with other texts, as an overlay. */
static inline void make_mod_of(const played *base, const char *more, const char *script, writer *mod) {
    char text[2048];
    snprintf(text, sizeof text, "%s%s%s", head, more, scene_text);
    CHECK_EQ(make_overlay(base, text, script, mod), 1);
}

static inline void make_mod(const played *base, const char *script, writer *mod) {
    make_mod_of(base, "", script, mod);
}

/* Plays with as many script cells as the cart just has room for: builds differ in the bytes of their own
 * records. */
static inline void play_narrowly(played *p, char room[64], const char *script) {
    for (int cells = 32000;; cells -= 1000) {
        snprintf(room, 64, "capacity script-cells %d\n", cells);
        memset(p, 0, sizeof *p);
        pack(p, room, scene_text, script);
        boot_with(p, NULL, 0);
        if (p->console != NULL || cells == 1000) return;
        host_close(p->port);
        writer_free(&p->image);
        folder_remove(&p->folder);
    }
}

/* An overlay's script that needs more memory than the cart has is left out alone. */

#endif
