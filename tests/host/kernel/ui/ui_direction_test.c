/* Menus in languages that are written from right to left: the cart of signs, in English and in Hebrew. */
#define _XOPEN_SOURCE 700
#include <stdlib.h>

#include "tests/host/kernel/ui/ui_played.h"
#include "tools/import/base/file.h"

enum { WIDTH = 240 };

#define LANGUAGES                                                                                            \
    "language he \"\xD7\xA2\xD7\x91\xD7\xA8\xD7\x99\xD7\xAA\" direction=right\n"                             \
    "text words words.csv language=he column=de\nfont letters letters.bdf\n"

static const char screen[] =
    "style plain text=#FFFFFF font=letters\nstyle button text=#D8DCE8 text-focus=#182038 fill-focus=#F8D860 "
    "font=letters pad=6,1\nstyle slider like=button\nstyle choice like=button\nstyle switch like=button\n"
    "screen mirrored\n"
    "column at=left,12,-20 gap=2\nslider loud @easy bind=level range=0..10 size=120x0\n"
    "switch on @hard bind=on_ size=120x0\nchoice mood @score bind=mood options=easy,hard size=120x0\n"
    "row gap=4\nbutton a text=One\nbutton b text=Two\nend\nend\n"
    "label start text=\"\xD7\xA9 (12)\" at=top-right,-8,8 size=80x0 align=start\n";

/* The font of the cart of signs. */
static void pack_and_play(played *p) {
    uint8_t *font = NULL;
    size_t size = 0;
    tool_error error = {.text = ""};
    CHECK(import_file_read("rom/carts/examples/signs/letters.bdf", &font, &size, &error));
    play_screens_with(p, LANGUAGES,
                      (const char *const[]){"first", screen, "letters.bdf", (const char *)font, NULL});
    free(font);
}

static void mirror_of(const played *p, const char *name, ui_box before) {
    const ui_box now = box_of(p, name);
    TEST_INFO("%s: %d..%d, %d..%d", name, before.x, before.x + before.width, now.x, now.x + now.width);
    CHECK_EQ(now.x, WIDTH - before.x - before.width);
    CHECK(now.y == before.y && now.width == before.width && now.height == before.height);
}

/* UI-007: in a language from right to left a mirrored screen lies the other way round, whatever is in its elements too, and the pad's left and right lead
 * where they look. Other languages have it as it is written. */
TEST(ui_mirrored_menus_lie_the_other_way) {
    static const char *const names[] = {"loud", "on", "mood", "a", "b", "start"};
    ui_box before[6];
    played p;
    pack_and_play(&p);
    if (p.console == NULL) return;
    for (int i = 0; i < 6; i++) before[i] = box_of(&p, names[i]);
    CHECK(before[0].x == 12 && !ox_content_from_right(host_of(&p)));
    const uint32_t left = hash_of_picture(&p);
    CHECK_EQ(ox_content_choose(host_of(&p), rom_id("he")), OX_OK);
    frames(p.console, 3);
    CHECK(ox_content_from_right(host_of(&p)));
    for (int i = 0; i < 6; i++) mirror_of(&p, names[i], before[i]);
    const uint32_t right = hash_of_picture(&p);
    CHECK(right != left);
    CHECK_EQ(right, 1622761693u);
    const int32_t level = variable(&p, "level");
    press(&p, PLAT_LEFT); /* the slider is full from the right on */
    CHECK_EQ(variable(&p, "level"), level + 1);
    for (int i = 0; i < 3; i++) press(&p, PLAT_DOWN);
    CHECK_EQ(focus_of(&p), rom_id("a"));
    press(&p, PLAT_LEFT);
    CHECK_EQ(focus_of(&p), rom_id("b"));
    press(&p, PLAT_RIGHT);
    CHECK_EQ(focus_of(&p), rom_id("a"));
    CHECK_EQ(ox_content_choose(host_of(&p), rom_id("en")), OX_OK);
    frames(p.console, 3);
    for (int i = 0; i < 6; i++) CHECK_EQ(box_of(&p, names[i]).x, before[i].x);
    end(&p);
}
