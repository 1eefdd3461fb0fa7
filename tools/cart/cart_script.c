/* Statements about scripts: `scripts`, `fault`, and inside of a scene `behaviour` and the words of objects that scripts know. */
#include <stdio.h>
#include <string.h>

#include "tools/cart/cart_parser.h"

static bool take_count(cart_parser *p, const char *key, uint32_t *value) {
    double number = *value;
    if (!cart_number_option(p, key, 1, 33553408, &number)) return false;
    if (number != (double)(uint32_t)number) return cart_wrong(p, "%s=%g; write a whole number", key, number);
    *value = (uint32_t)number;
    return true;
}

/* scripts [tick=N] [activation=N] [draw=N]: instructions of all tasks in a step, of one handler, of all `on draw` in a picture. */
static bool read_scripts(cart_parser *p) {
    return take_count(p, "tick", &p->c->script_tick) &&
           take_count(p, "activation", &p->c->script_activation) &&
           take_count(p, "draw", &p->c->script_draw) && cart_end_of_line(p);
}

/* fault BEHAVIOUR then=stop|restart|STATE. */
static bool read_fault(cart_parser *p) {
    const char *name = cart_word(p, "the name of a behaviour");
    if (name == NULL) return false;
    cart_fault *fault = cart_add_fault(p->c);
    if (fault == NULL) return cart_wrong(p, "out of memory");
    fault->line = p->line;
    if (!cart_take_name(p, name, fault->behaviour) || !cart_name_option(p, "then", fault->then)) return false;
    for (uint32_t i = 0; i + 1 < p->c->fault_count; i++)
        if (strcmp(p->c->faults[i].behaviour, fault->behaviour) == 0)
            return cart_wrong(p, "what becomes of `%s` is said in line %lu already", name,
                              p->c->faults[i].line);
    if (fault->then[0] == 0)
        return cart_wrong(p, "what becomes of `%s` is missing; write then=stop, then=restart or then=STATE",
                          name);
    return cart_end_of_line(p);
}

/* behaviour NAME: a behaviour of the scene itself. */
static bool read_behaviour(cart_parser *p) {
    const char *name = cart_word(p, "the name of a behaviour");
    if (name == NULL) return false;
    cart_behaviour *behaviour = cart_add_behaviour(p->scene);
    if (behaviour == NULL) return cart_wrong(p, "out of memory");
    behaviour->line = p->line;
    return cart_take_name(p, name, behaviour->name) && cart_end_of_line(p);
}

static const cart_option_row script_options[] = {{"tick", "N", "instructions of all tasks in a step"},
                                                 {"activation", "N", "instructions of one handler"},
                                                 {"draw", "N", "instructions of all `on draw` in a picture"},
                                                 {.key = NULL}};

static const cart_option_row fault_options[] = {
    {"then", "stop|restart|STATE", "it ends, begins anew, or goes to a state of it"}, {.key = NULL}};

const cart_row cart_script_rows[] = {
    {.word = "scripts",
     .merge = CART_BY_WORD,
     .read = read_scripts,
     .form = "",
     .about = "how much scripts may do; the usual without it",
     .options = script_options},
    {.word = "fault",
     .often = CART_ONCE_A_NAME,
     .merge = CART_BY_NAME,
     .read = read_fault,
     .form = "BEHAVIOUR then=stop|restart|STATE",
     .about = "what becomes of a behaviour that did what it must not, such as dividing by 0",
     .options = fault_options},
    {.word = NULL}};

const cart_row cart_scene_script_rows[] = {{.word = "behaviour",
                                            .place = CART_IN_SCENE,
                                            .often = CART_ONCE_A_NAME,
                                            .merge = CART_BY_NAME,
                                            .read = read_behaviour,
                                            .form = "NAME",
                                            .about = "what a script does for the scene itself"},
                                           {.word = NULL}};
