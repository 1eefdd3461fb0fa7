/* The statement `screen` of scenes, and the option `screen` of modes. */
#include <string.h>

#include "tools/cart/cart_parser.h"

static bool add_screen(cart_parser *p, const char *screen, const char *scene, const char *mode) {
    cart_shown *shown = cart_add_shown(p->c);
    if (shown == NULL) return cart_wrong(p, "out of memory");
    shown->line = p->line;
    return cart_take_name(p, screen, shown->screen) &&
           (scene == NULL || cart_take_name(p, scene, shown->scene)) &&
           (mode == NULL || cart_take_name(p, mode, shown->mode));
}

bool cart_take_screen(cart_parser *p, const char *mode) {
    const char *screen = cart_option(p, "screen");
    return screen == NULL || add_screen(p, screen, NULL, mode);
}

/* screen NAME */
static bool read_screen(cart_parser *p) {
    const char *name = cart_word(p, "the name of a screen");
    if (name == NULL || !add_screen(p, name, p->scene->name, NULL)) return false;
    const cart_shown *shown = p->c->shown;
    for (uint32_t i = 0; i + 1 < p->c->shown_count; i++)
        if (strcmp(shown[i].scene, p->scene->name) == 0 && strcmp(shown[i].screen, name) == 0)
            return cart_wrong(p, "the screen `%s` is in this scene already, in line %lu", name,
                              shown[i].line);
    return cart_end_of_line(p);
}

const cart_row cart_scene_screen_rows[] = {{.word = "screen",
                                            .place = CART_IN_SCENE,
                                            .often = CART_ONCE_A_NAME,
                                            .merge = CART_BY_NAME,
                                            .read = read_screen,
                                            .form = "NAME",
                                            .about = "a screen that opens with the scene, over those above"},
                                           {.word = NULL}};
