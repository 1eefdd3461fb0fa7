/* Statements about scripts: `scripts`, and inside of a scene `behaviour` and the words of objects that scripts know. */
#include <stdio.h>
#include <string.h>

#include "tools/cart_parser.h"

static bool take_count(cart_parser *p, const char *key, uint32_t *value) {
    double number = *value;
    if (!cart_number_option(p, key, 1, 33553408, &number)) return false;
    if (number != (double)(uint32_t)number) return cart_wrong(p, "%s=%g; write a whole number", key, number);
    *value = (uint32_t)number;
    return true;
}

/* scripts [tick=N] [activation=N]: instructions of all tasks in a step, and of one handler. */
bool cart_read_scripts(cart_parser *p) {
    static const char *const known[] = {"tick", "activation", NULL};
    return take_count(p, "tick", &p->c->script_tick) && take_count(p, "activation", &p->c->script_activation) && cart_end_of_line(p, known);
}

/* behaviour NAME: of the scene itself. */
bool cart_read_scene_behaviour(cart_parser *p) {
    static const char *const none[] = {NULL};
    const char *name = cart_word(p, "the name of a behaviour");
    if (name == NULL) return false;
    cart_behaviour *behaviour = cart_add_behaviour(p->scene);
    if (behaviour == NULL) return cart_wrong(p, "out of memory");
    behaviour->line = p->line;
    return cart_take_name(p, name, behaviour->name) && cart_end_of_line(p, none);
}
