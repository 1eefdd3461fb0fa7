/* The statement `option`: what players and developers may set. */
#include <string.h>

#include "kernel/game/option.h"
#include "rom/rom.h"
#include "tools/cart/cart_parser.h"

enum { NAME_MOST = 31, NUMBER_MOST = 32767 };

/* hero.speed: small letters, digits, - and _, with single dots between. */
static bool take_path(cart_parser *p, const char *word, char path[CART_NAME_MAX]) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_-.";
    const size_t length = strlen(word);
    if (!cart_take_name(p, word, path)) return false;
    if (length <= NAME_MOST && strspn(word, letters) == length && word[0] != '.' && word[length - 1] != '.' &&
        strstr(word, "..") == NULL)
        return true;
    return cart_wrong(
        p,
        "`%.60s` is no name of an option; write at most %d small letters, digits, - and _, with "
        "dots between, such as hero.speed",
        word, (int)NAME_MOST);
}

static bool is_new(cart_parser *p, const char *name) {
    ox_option own;
    const cart_game *g = &p->c->game;
    if (ox_option_find(NULL, rom_id(name), &own) || strcmp(name, "cheats") == 0 ||
        strcmp(name, "cheated") == 0)
        return cart_wrong(p, "every game has an option `%s` already; take another name", name);
    for (uint32_t i = 0; i + 1 < g->option_count; i++)
        if (rom_id(g->options[i].name) == rom_id(name))
            return cart_wrong(p, "option `%s` is there already, in line %lu; give it another name", name,
                              g->options[i].line);
    return true;
}

/* ---- values ---- */

static int32_t number_of(const cart_game_option *o, double value) {
    return (int32_t)(o->kind == ROM_OPTION_FX ? value * 65536 + (value < 0 ? -0.5 : 0.5) : value);
}

/* A number's range, step and usual value: with a point in one of them it is fx. */
static const char *const number_keys[] = {"usual", "least", "greatest", "step"};

static bool take_number(cart_parser *p, const char *const words[4], cart_game_option *o) {
    double values[4] = {0, 0, 0, 0};
    o->kind = ROM_OPTION_WHOLE;
    for (int i = 0; i < 4; i++) {
        const char *word = words[i];
        if (word == NULL && i < 3)
            return cart_wrong(p,
                              "%s= is missing; a number needs usual=, least= and greatest=", number_keys[i]);
        if (word != NULL && !cart_parse_number(word, &values[i]))
            return cart_wrong(
                p, "%s=%.40s is neither a number nor yes or no; words stand in words=", number_keys[i], word);
        if (word != NULL && strchr(word, '.') != NULL) o->kind = ROM_OPTION_FX;
    }
    for (int i = 0; i < 4; i++) {
        const double most = o->kind == ROM_OPTION_FX ? NUMBER_MOST : INT32_MAX;
        if (values[i] < -most || values[i] > most ||
            (o->kind == ROM_OPTION_WHOLE && values[i] != (double)(int32_t)values[i]))
            return cart_wrong(p, "%s=%g is no number from %g to %g", number_keys[i], values[i], -most, most);
    }
    if (values[3] == 0) values[3] = o->kind == ROM_OPTION_FX ? 0.0625 : 1;
    if (values[3] < 0) return cart_wrong(p, "step=%g; write a step above 0", values[3]);
    if (values[1] > values[2])
        return cart_wrong(p, "least=%g is above greatest=%g; turn them round", values[1], values[2]);
    if (values[0] < values[1] || values[0] > values[2])
        return cart_wrong(p, "usual=%g is not from %g to %g", values[0], values[1], values[2]);
    o->usual = number_of(o, values[0]);
    o->least = number_of(o, values[1]);
    o->greatest = number_of(o, values[2]);
    o->step = number_of(o, values[3]);
    return true;
}

/* words=easy,normal,hard usual=normal: the value is the number of the word. */
static bool take_choice(cart_parser *p, const char *words, const char *const numbers[4],
                        cart_game_option *o) {
    const char *usual = numbers[0];
    const ox_option row = {.kind = ROM_OPTION_CHOICE, .words = ox_text_of(words)};
    if (strlen(words) >= CART_TEXT_MAX)
        return cart_wrong(p, "words= has at most %d letters", CART_TEXT_MAX - 1);
    if (numbers[1] != NULL || numbers[2] != NULL || numbers[3] != NULL)
        return cart_wrong(p, "words= has no least=, greatest= and step=");
    strcpy(o->words, words);
    o->kind = ROM_OPTION_CHOICE;
    o->step = 1;
    o->greatest = -1;
    ox_text_view rest = row.words, word;
    while (ox_text_split(&rest, ',', &word)) {
        int32_t first;
        o->greatest++;
        if (word.length == 0 || !ox_option_read(&row, word, &first) || first != o->greatest)
            return cart_wrong(p, "words=%.80s has an empty word, or one twice", words);
    }
    if (o->greatest < 1)
        return cart_wrong(p, "words=%.80s; write two words or more, with commas between", words);
    return ox_option_read(&row, ox_text_of(usual), &o->usual) ||
           cart_wrong(p, "usual=%.40s; write one of %.120s", usual, words);
}

/* option NAME usual=V [least=A greatest=B step=S] [words=A,B] [text="..."] [developer] [cheat] [fixed] [later] [user] [passing] */
static bool read_option(cart_parser *p) {
    static const struct {
        const char *word;
        uint32_t flag;
    } flags[] = {{"developer", ROM_OPTION_DEVELOPER},
                 {"cheat", ROM_OPTION_CHEAT | ROM_OPTION_DEVELOPER},
                 {"fixed", ROM_OPTION_FIXED},
                 {"later", ROM_OPTION_LATER},
                 {"user", ROM_OPTION_USER}};
    uint32_t said = 0;
    for (uint32_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (cart_flag(p, flags[i].word)) said |= flags[i].flag;
    const bool passes = cart_flag(p, "passing");
    const char *name = cart_word(p, "a name such as hero.speed");
    if (name == NULL) return false;
    cart_game_option *o = cart_add_option(p->c);
    if (o == NULL) return cart_wrong(p, "out of memory");
    *o = (cart_game_option){.line = p->line, .flags = said, .greatest = 1, .step = 1};
    if (passes) o->flags |= ROM_OPTION_PASSING;
    if (!passes && (said & (ROM_OPTION_DEVELOPER | ROM_OPTION_FIXED)) == 0) o->flags |= ROM_OPTION_KEPT;
    if (!take_path(p, name, o->name) || !is_new(p, name)) return false;
    const char *words = cart_option(p, "words"), *text = cart_option(p, "text"), *numbers[4];
    for (int i = 0; i < 4; i++) numbers[i] = cart_option(p, number_keys[i]);
    const char *usual = numbers[0];
    if (usual == NULL)
        return cart_wrong(p, "usual= is missing; write the value that the option has at first");
    if (text != NULL && strlen(text) >= CART_TEXT_MAX)
        return cart_wrong(p, "a text has at most %d bytes", CART_TEXT_MAX - 1);
    if (text != NULL) strcpy(o->text, text);
    const ox_option turned = {.kind = ROM_OPTION_SWITCH};
    const bool is_switch = numbers[1] == NULL && ox_option_read(&turned, ox_text_of(usual), &o->usual);
    if (words == NULL && is_switch) o->kind = ROM_OPTION_SWITCH;
    return (words != NULL ? take_choice(p, words, numbers, o) : is_switch || take_number(p, numbers, o)) &&
           cart_end_of_line(p);
}

static const cart_option_row options[] = {
    {"usual", "V",
     "what it is at first: a number, yes, no, or a word. A point makes it a number with a point"},
    {"least", "A", "of a number"},
    {"greatest", "B", "of a number"},
    {"step", "S", "how far one press goes in menus (1, or 0.0625)"},
    {"words", "A,B,C", "it is one of these"},
    {"text", "TEXT", "what it is, for people"},
    {"developer", NULL, "for those who make the game: in a release it is a constant with its usual value"},
    {"cheat", NULL,
     "of developers, too: it is set while the option `cheats` is on, and then the option `cheated` is for "
     "good"},
    {"fixed", NULL, "the game alone sets it"},
    {"later", NULL, "what is set while the game plays counts from the next scene on"},
    {"user", NULL, "each user has an own value: option_user_set(1), oxcart run --user 1"},
    {"passing", NULL, "it is not kept for the next time, as options of players are else, nor in texts"},
    {.key = NULL}};

static const char notes[] =
    "Later ones win: usual=; what was kept; texts of `oxcart run --options A.ini,B.ini` ([hero] and speed=6, "
    "or hero.speed=6), of which the\n"
    "first is for all users; the environment (OXCART_HERO_SPEED=6); the command line (--option "
    "hero.speed=6); the game, its screens and the\n"
    "console of the inside view (set hero.speed 6) while it plays. Scripts read option('lives'), "
    "option_fx('hero.speed') and\n"
    "option_is('level', 'hard'), and hear `on OptionChanged(what)`; screens write bind=option:NAME.\n";

const cart_row cart_option_rows[] = {{.word = "option",
                                      .often = CART_ONCE_A_NAME,
                                      .merge = CART_BY_NAME,
                                      .read = read_option,
                                      .form = "NAME usual=V",
                                      .about = "what players, or developers, may set",
                                      .options = options,
                                      .brief = 7,
                                      .notes = notes},
                                     {.word = NULL}};
