/* Statements about what the game counts, asks for and passes through: `mechanic`, `objective`, `trophy`, `count`, `mode`, `way`. */
#include <stdio.h>
#include <string.h>

#include "kernel/input/input.h"
#include "tools/cart/cart_parser.h"

#include "rom/rom.h"

/* ---- options that the statements share ---- */

static bool take_text(cart_parser *p, char text[CART_TEXT_MAX]) {
    const char *word = cart_option(p, "text");
    if (word == NULL) return true;
    if (strlen(word) >= CART_TEXT_MAX) return cart_wrong(p, "a text has at most %d bytes", CART_TEXT_MAX - 1);
    strcpy(text, word);
    return true;
}

static bool take_whole(cart_parser *p, const char *key, double least, double most, uint32_t *value) {
    double number = *value;
    if (!cart_number_option(p, key, least, most, &number)) return false;
    if (number != (double)(uint32_t)number) return cart_wrong(p, "%s=%g; write a whole number", key, number);
    *value = (uint32_t)number;
    return true;
}

static bool read_amount(const char *word, int32_t *value) {
    double number;
    if (!cart_parse_number(word, &number) || number < INT32_MIN || number > INT32_MAX ||
        number != (double)(int32_t)number)
        return false;
    *value = (int32_t)number;
    return true;
}

/* The next word of a list with commas, cut out of *at; NULL behind the last. */
static char *next_of_list(char **at) {
    char *word = *at;
    if (word == NULL) return NULL;
    char *comma = strchr(word, ',');
    if (comma != NULL) *comma = 0;
    *at = comma == NULL ? NULL : comma + 1;
    return word;
}

/* KEY=NAME,NAME,...: at most `most` names. */
static bool take_names(cart_parser *p, const char *key, char (*names)[CART_NAME_MAX], uint32_t most) {
    char copy[256];
    const char *list = cart_option(p, key);
    if (list == NULL) return true;
    snprintf(copy, sizeof copy, "%s", list);
    char *at = copy;
    for (uint32_t i = 0; at != NULL; i++) {
        const char *word = next_of_list(&at);
        if (i == most) return cart_wrong(p, "%s= has more than %u names", key, (unsigned)most);
        if (!cart_take_name(p, word, names[i])) return false;
    }
    return true;
}

/* COUNTER>=N or COUNTER<=N. */
static bool take_condition(cart_parser *p, const char *key, char *word, cart_condition *condition) {
    char *sign = strpbrk(word, "<>");
    if (sign == NULL || sign[1] != '=' || !read_amount(sign + 2, &condition->value))
        return cart_wrong(p, "%s=%s; write a counter, >= or <=, and a whole number, such as %s=keys>=1", key,
                          word, key);
    condition->at_most = *sign == '<';
    *sign = 0;
    return cart_take_name(p, word, condition->counter);
}

static bool take_conditions(cart_parser *p, const char *key, uint8_t role, cart_condition *conditions,
                            uint32_t *count) {
    char copy[256];
    const char *list = cart_option(p, key);
    if (list == NULL) return true;
    snprintf(copy, sizeof copy, "%s", list);
    char *at = copy;
    for (uint32_t i = 0; at != NULL; i++) {
        char *word = next_of_list(&at);
        if (i == CART_CONDITIONS)
            return cart_wrong(p, "%s= has more than %d conditions", key, CART_CONDITIONS);
        conditions[*count].role = role;
        if (!take_condition(p, key, word, &conditions[(*count)++])) return false;
    }
    return true;
}

/* argument=N value=NUMBER|NAME: the value of an event's argument. */
static bool take_argument(cart_parser *p, cart_argument *argument) {
    int32_t number;
    if (!take_whole(p, "argument", 1, 6, &argument->number)) return false;
    const char *value = cart_option(p, "value");
    if ((value == NULL) != (argument->number == 0))
        return cart_wrong(p, "argument= and value= belong together; write both or none");
    if (value != NULL) argument->value = read_amount(value, &number) ? (uint32_t)number : rom_id(value);
    return true;
}

static bool is_new(cart_parser *p, const char *name, unsigned long earlier) {
    return earlier == 0 || cart_wrong(p, "%s `%s` is there already, in line %lu; give it another name",
                                      p->words[0], name, earlier);
}

/* ---- the statements ---- */

/* objective NAME [text="..."] [after=A,B] [any] [when=C>=N] [needs=C>=N,...] [fails=C<=N] [resets=C,...] [back=NAME] [lives=N]
 * [chapter=N] [branch=N] [optional] [hidden] */
static bool read_objective(cart_parser *p) {
    const bool any = cart_flag(p, "any"), optional = cart_flag(p, "optional"),
               hidden = cart_flag(p, "hidden");
    const char *name = cart_word(p, "a name");
    if (name == NULL) return false;
    cart_objective *o = cart_add_objective(p->c);
    if (o == NULL) return cart_wrong(p, "out of memory");
    o->line = p->line;
    o->any = any, o->optional = optional, o->hidden = hidden;
    for (uint32_t i = 0; i + 1 < p->c->game.objective_count; i++)
        if (rom_id(p->c->game.objectives[i].name) == rom_id(name))
            return is_new(p, name, p->c->game.objectives[i].line);
    return cart_take_name(p, name, o->name) && take_text(p, o->text) &&
           take_names(p, "after", o->after, CART_AFTER) && cart_name_option(p, "back", o->back) &&
           take_names(p, "resets", o->resets, CART_CONDITIONS) &&
           take_conditions(p, "when", ROM_GAME_CONDITION_WHEN, o->conditions, &o->condition_count) &&
           take_conditions(p, "needs", ROM_GAME_CONDITION_DONE, o->conditions, &o->condition_count) &&
           take_conditions(p, "fails", ROM_GAME_CONDITION_FAILED, o->conditions, &o->condition_count) &&
           take_whole(p, "lives", 0, 255, &o->lives) && take_whole(p, "chapter", 0, 255, &o->chapter) &&
           take_whole(p, "branch", 0, 255, &o->branch) && cart_end_of_line(p);
}

/* trophy NAME [text="..."] [needs=C>=N,...] [on=EVENT [argument=N value=V]] */
static bool read_trophy(cart_parser *p) {
    const char *name = cart_word(p, "a name");
    if (name == NULL) return false;
    cart_trophy *t = cart_add_trophy(p->c);
    if (t == NULL) return cart_wrong(p, "out of memory");
    t->line = p->line;
    for (uint32_t i = 0; i + 1 < p->c->game.trophy_count; i++)
        if (rom_id(p->c->game.trophies[i].name) == rom_id(name))
            return is_new(p, name, p->c->game.trophies[i].line);
    if (!cart_take_name(p, name, t->name) || !take_text(p, t->text) || !cart_name_option(p, "on", t->event) ||
        !take_conditions(p, "needs", ROM_GAME_CONDITION_DONE, t->conditions, &t->condition_count) ||
        !take_argument(p, &t->argument))
        return false;
    if (t->argument.number != 0 && t->event[0] == 0)
        return cart_wrong(p, "argument= is about an event; write on=EVENT too");
    return cart_end_of_line(p);
}

/* count EVENT COUNTER [by=N|to=N] [argument=N value=V] */
static bool read_count(cart_parser *p) {
    const char *event = cart_word(p, "the name of an event"),
               *counter = event == NULL ? NULL : cart_word(p, "the name of a counter");
    if (counter == NULL) return false;
    cart_count *count = cart_add_count(p->c);
    if (count == NULL) return cart_wrong(p, "out of memory");
    count->line = p->line;
    count->amount = 1;
    const char *by = cart_option(p, "by"), *to = cart_option(p, "to");
    count->sets = to != NULL;
    if (by != NULL && to != NULL) return cart_wrong(p, "by= adds and to= sets; take one out");
    if ((by != NULL && !read_amount(by, &count->amount)) || (to != NULL && !read_amount(to, &count->amount)))
        return cart_wrong(p, "`%s` is not a whole number", by != NULL ? by : to);
    return cart_take_name(p, event, count->event) && cart_take_name(p, counter, count->counter) &&
           take_argument(p, &count->argument) && cart_end_of_line(p);
}

/* mode NAME [scene=SCENE] [text="..."] [runs] [input=FILE] [seed=N] */
static bool read_mode(cart_parser *p) {
    const bool runs = cart_flag(p, "runs");
    const char *name = cart_word(p, "a name");
    if (name == NULL) return false;
    cart_mode *mode = cart_add_mode(p->c);
    if (mode == NULL) return cart_wrong(p, "out of memory");
    mode->line = p->line;
    mode->runs = runs;
    for (uint32_t i = 0; i + 1 < p->c->game.mode_count; i++)
        if (rom_id(p->c->game.modes[i].name) == rom_id(name))
            return is_new(p, name, p->c->game.modes[i].line);
    if (strcmp(name, "any") == 0 || strcmp(name, "back") == 0)
        return cart_wrong(p, "`%s` has a meaning in ways; take another name", name);
    const char *input = cart_option(p, "input");
    if (!cart_take_name(p, name, mode->name) || !take_text(p, mode->text) ||
        !cart_take_screen(p, mode->name) || !cart_name_option(p, "scene", mode->scene) ||
        (input != NULL && !cart_take_path(p, input, mode->input)) ||
        !take_whole(p, "seed", 0, 4294967295.0, &mode->seed))
        return false;
    if (mode->input[0] != 0 && mode->scene[0] == 0)
        return cart_wrong(p, "a demo plays in a scene; write scene=SCENE too");
    if (mode->runs && mode->scene[0] != 0)
        return cart_wrong(p, "`runs` is about what is below; a mode with a scene has nothing below it");
    return cart_end_of_line(p);
}

static bool takes_steps(cart_parser *p, const char *word, const char *start, uint32_t kind, cart_way *way) {
    int32_t steps;
    if (!read_amount(word + strlen(start), &steps) || steps < 1)
        return cart_wrong(p, "`%s`; write %s and a number of steps, such as %s900", word, start, start);
    way->kind = kind;
    way->number = (uint32_t)steps;
    return true;
}

/* The word of a way: press, press:BUTTON, idle:STEPS, after:STEPS, end, the name of an event, or any other word. */
static bool take_word(cart_parser *p, const char *word, cart_way *way) {
    enum { ALL = (1 << 12) - 1 };
    if (strncmp(word, "idle:", 5) == 0) return takes_steps(p, word, "idle:", ROM_GAME_WAY_IDLE, way);
    if (strncmp(word, "after:", 6) == 0) return takes_steps(p, word, "after:", ROM_GAME_WAY_AFTER, way);
    if (strcmp(word, "end") == 0) {
        way->kind = ROM_GAME_WAY_END;
        return true;
    }
    if (strcmp(word, "press") != 0 && strncmp(word, "press:", 6) != 0) return true;
    const int button = word[5] == 0 ? 0 : cart_choice(word + 6, cart_button_words);
    if (button < 0) return cart_wrong(p, "there is no button `%s`; write one such as press:start", word + 6);
    way->kind = ROM_GAME_WAY_PRESS;
    way->number = word[5] == 0 ? (uint32_t)ALL | OX_INPUT_POINTER : 1u << button;
    return true;
}

/* way FROM|any WORD TO|back */
static bool read_way(cart_parser *p) {
    const char *from = cart_word(p, "the mode that it leads from, or any"),
               *word = from == NULL ? NULL : cart_word(p, "what happens or is said"),
               *to = word == NULL ? NULL : cart_word(p, "the mode that it leads to, or back");
    if (to == NULL) return false;
    cart_way *way = cart_add_way(p->c);
    if (way == NULL) return cart_wrong(p, "out of memory");
    way->line = p->line;
    for (uint32_t i = 0; i + 1 < p->c->game.way_count; i++) {
        const cart_way *other = &p->c->game.ways[i];
        if (rom_id(other->word) == rom_id(word) &&
            rom_id(other->from[0] == 0 ? "any" : other->from) == rom_id(from))
            return cart_wrong(p, "line %lu says already where `%s` leads from `%s`", other->line, word, from);
    }
    return (strcmp(from, "any") == 0 || cart_take_name(p, from, way->from)) &&
           cart_take_name(p, word, way->word) && take_word(p, word, way) &&
           (strcmp(to, "back") == 0 || cart_take_name(p, to, way->to)) && cart_end_of_line(p);
}

/* ---- the sheet of mechanics ---- */

const char *const cart_mechanic_words[] = {"goal", "won", "lost", "can", "meets", "flow", "story", NULL};

static bool is_option(const char *word) { return strchr(word, '=') != NULL; }

/* mechanic KIND NAME ... */
static bool read_mechanic(cart_parser *p) {
    enum { MOST = 65535 };
    const char *word = cart_word(p, "goal, won, lost, can, meets, flow or story");
    if (word == NULL) return false;
    cart_mechanic *m = cart_add_mechanic(p->c);
    if (m == NULL) return cart_wrong(p, "out of memory");
    m->line = p->line;
    m->kind = cart_choice(word, cart_mechanic_words);
    if (m->kind < 0)
        return cart_wrong(p, "mechanic `%s`; possible are goal, won, lost, can, meets, flow and story", word);
    for (int i = 2; i < p->count && !is_option(p->words[i]); i++) {
        if (m->name_count == CART_MECHANIC_NAMES)
            return cart_wrong(p, "more than %d names; write a further line", CART_MECHANIC_NAMES);
        const char *name = cart_word(p, "a name");
        if (name == NULL || !cart_take_name(p, name, m->names[m->name_count++])) return false;
    }
    if (!take_text(p, m->text) || !cart_name_option(p, "in", m->in) ||
        !take_whole(p, "most", 1, MOST, &m->most))
        return false;
    if (m->kind == CART_MECHANIC_STORY ? m->text[0] == 0 : m->name_count == 0)
        return cart_wrong(p, "`mechanic %s` wants %s", word,
                          m->kind == CART_MECHANIC_STORY ? "text=\"...\"" : "names of what the cart has");
    return cart_end_of_line(p);
}

/* ---- the rows ---- */

static const cart_option_row mechanic_options[] = {
    {"text", "TEXT", "the line for people; of a story the story"},
    {"most", "N", "`meets`: how many there are at once. A type has so many objects in its fullest scene"},
    {"in", "CAPACITY|LIST", "where they are: that capacity, or list of a script, has room for just so many"},
    {.key = NULL}};

static const cart_option_row objective_options[] = {
    {"text", "TEXT", "what is asked for, for people"},
    {"needs", "COUNTER>=N,...",
     "done when it holds; COUNTER<=N as well. Without it: complete('NAME') in a script"},
    {"after", "NAME,NAME", "it begins when all of these are done"},
    {"any", NULL, "one of them is enough"},
    {"when", "COUNTER>=N,...", "it begins when this holds, too"},
    {"fails", "COUNTER<=N,...", "it has failed when this holds"},
    {"back", "NAME", "when it fails, the game goes back to that one"},
    {"resets", "COUNTER,COUNTER", "counters that are 0 then"},
    {"lives", "N", "how many go from the counter `lives` then"},
    {"branch", "N", "of those of one branch the first that is done closes the others"},
    {"chapter", "N", "what it belongs to"},
    {"optional", NULL, "the game is over without it"},
    {"hidden", NULL, "it is not told of before it is done"},
    {.key = NULL}};

static const cart_option_row trophy_options[] = {
    {"text", "TEXT", "what it is for, for people"},
    {"needs", "COUNTER>=N,...", "won when it holds. Without needs= and on=: award('NAME') in a script"},
    {"on", "EVENT", "won when that event comes"},
    {"argument", "N", "of the event: the first is 1"},
    {"value", "NUMBER|NAME", "what that argument has to be"},
    {.key = NULL}};

static const cart_option_row count_options[] = {{"by", "N", "how much is added (1)"},
                                                {"to", "N", "what the counter is set to"},
                                                {"argument", "N", "of the event: the first is 1"},
                                                {"value", "NUMBER|NAME", "what that argument has to be"},
                                                {.key = NULL}};

static const cart_option_row mode_options[] = {
    {"text", "TEXT", "what is shown, for people"},
    {"scene", "SCENE",
     "that scene plays; without it the mode stands over the one below, where the game rests"},
    {"screen", "SCREEN", "it is open while the mode is on"},
    {"runs", NULL, "the game below goes on"},
    {"input", "FILE", "a demo: an input script of buttons (oxcart run --input) with `STEP quit` at its end"},
    {"seed", "N", "of the demo's random numbers"},
    {.key = NULL}};

static const char mechanic_notes[] = "The lines `mechanic` are the sheet of a game, for people and for "
                                     "programs. The packer checks it: every name is that of a scene,\n"
                                     "mode, type, asset, action, button, tag, capacity, objective, trophy, "
                                     "counter, of a word of `way`, or of a behaviour, function,\n"
                                     "variable or event of a script. A sheet has lines goal, can, flow, and "
                                     "won or lost; `flow` names scenes and modes in the order in\n"
                                     "which players see them, each next one is reached by a `way` where "
                                     "there are any. Nothing of it is in the image.\n";

const cart_row cart_rule_rows[] = {{.word = "mechanic",
                                    .often = CART_MANY,
                                    .merge = CART_BY_NAME_AND_TEXT,
                                    .read = read_mechanic,
                                    .form = "goal|won|lost|can|meets|flow|story NAME...",
                                    .about = "what the game is about; it is compared with what the cart has",
                                    .options = mechanic_options,
                                    .notes = mechanic_notes},
                                   {.word = "objective",
                                    .often = CART_ONCE_A_NAME,
                                    .merge = CART_BY_NAME,
                                    .read = read_objective,
                                    .form = "NAME",
                                    .about = "what the game asks for (oxcart help rules)",
                                    .options = objective_options,
                                    .brief = 4},
                                   {.word = "trophy",
                                    .often = CART_ONCE_A_NAME,
                                    .merge = CART_BY_NAME,
                                    .read = read_trophy,
                                    .form = "NAME",
                                    .about = "won once, for good, and kept beside saved games",
                                    .options = trophy_options,
                                    .brief = 3},
                                   {.word = "count",
                                    .often = CART_MANY,
                                    .merge = CART_BY_NAME_AND_TEXT,
                                    .read = read_count,
                                    .form = "EVENT COUNTER",
                                    .about = "an event of a script or of the console changes a counter",
                                    .options = count_options},
                                   {.word = "mode",
                                    .often = CART_ONCE_A_NAME,
                                    .merge = CART_BY_NAME,
                                    .read = read_mode,
                                    .form = "NAME",
                                    .about = "a mode of the game besides its scenes: a pause, a demo",
                                    .options = mode_options},
                                   {.word = "way",
                                    .often = CART_ONCE_A_NAME,
                                    .merge = CART_BY_NAME_AND_TEXT,
                                    .read = read_way,
                                    .form = "FROM|any WORD TO|back",
                                    .about = "what leads from mode to mode: an event, what say('WORD') says, "
                                             "press:BUTTON, idle:STEPS, after:STEPS, end"},
                                   {.word = NULL}};
