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

/* Cuts NAME,NAME,... into names; the result is their number, or -1 after an error. */
static int take_names(cart_parser *p, const char *text, char (*names)[CART_NAME_MAX], int most) {
    int count = 0;
    while (text != NULL) {
        char one[CART_NAME_MAX];
        const size_t length = strcspn(text, ",");
        if (count == most) return cart_wrong(p, "more than %d names", most) - 1;
        snprintf(one, sizeof one, "%.*s", (int)(length < sizeof one ? length : sizeof one - 1), text);
        if (!cart_take_name(p, one, names[count++])) return -1;
        text = text[length] == 0 ? NULL : text + length + 1;
    }
    return count;
}

static bool take_interface(cart_parser *p) {
    double number = 0;
    if (p->c->add_ons.interface != 0)
        return cart_wrong(p, "a cart takes add-ons or is one, which line %lu says", p->c->add_ons.line);
    if (!cart_number_option(p, "interface", 1, 65535, &number)) return false;
    if (number < 1 || number != (double)(uint32_t)number)
        return cart_wrong(
            p, "the interface is missing: a whole number that goes up when the game changes what add-ons "
               "rely on; write interface=1");
    p->c->add_ons.interface = (uint32_t)number;
    p->c->add_ons.line = p->line;
    return true;
}

/* add-ons interface=N [acts=NAME,...]: which add-ons of players the cart takes, and what they may ask it for. */
static bool read_add_ons(cart_parser *p) {
    char names[CART_ACTS][CART_NAME_MAX];
    if (!take_interface(p)) return false;
    const int count = take_names(p, cart_option(p, "acts"), names, CART_ACTS);
    for (int i = 0; i < count; i++) p->c->add_ons.acts[i] = rom_id(names[i]);
    p->c->add_ons.act_count = (uint32_t)(count < 0 ? 0 : count);
    return count >= 0 && cart_end_of_line(p);
}

/* add-on NAME interface=N [behaviour=NAME,...]: the folder is an add-on. */
static bool read_add_on(cart_parser *p) {
    cart_add_ons *add_ons = &p->c->add_ons;
    const char *name = cart_word(p, "the name of the add-on");
    if (name == NULL || !take_interface(p) || !cart_take_name(p, name, add_ons->name)) return false;
    const int count = take_names(p, cart_option(p, "behaviour"), add_ons->behaviours, CART_ADD_ON_BEHAVIOURS);
    add_ons->behaviour_count = (uint32_t)(count < 0 ? 0 : count);
    return count >= 0 && cart_end_of_line(p);
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

static const cart_option_row add_ons_options[] = {
    {"interface", "N", "goes up when the game changes what add-ons rely on"},
    {"acts", "NAME,...", "what add-ons may ask for, once for each press: on Act(what)"},
    {.key = NULL}};

static const cart_option_row add_on_options[] = {
    {"interface", "N", "of the game for which it is made"},
    {"behaviour", "NAME,...", "what of its scripts begins with each scene"},
    {.key = NULL}};

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
    {.word = "add-ons",
     .merge = CART_BY_WORD,
     .read = read_add_ons,
     .form = "interface=N [acts=NAME,...]",
     .about = "players may add screens and scripts of their own, which change nothing",
     .options = add_ons_options},
    {.word = "add-on",
     .often = CART_ONCE_A_NAME,
     .merge = CART_BY_NAME,
     .read = read_add_on,
     .form = "NAME interface=N [behaviour=NAME,...]",
     .about = "this is such an add-on, packed with `oxcart pack FOLDER --base GAME.rom -o NAME.rom`",
     .options = add_on_options},
    {.word = NULL}};

const cart_row cart_scene_script_rows[] = {{.word = "behaviour",
                                            .place = CART_IN_SCENE,
                                            .often = CART_ONCE_A_NAME,
                                            .merge = CART_BY_NAME,
                                            .read = read_behaviour,
                                            .form = "NAME",
                                            .about = "what a script does for the scene itself"},
                                           {.word = NULL}};
