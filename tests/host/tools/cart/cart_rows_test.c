/* The rows of statements of cart.txt: each is complete, is told in help and completion, and is merged and
 * read as it says. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "tests/test.h"
#include "tools/cart/cart.h"
#include "tools/cart/cart_rows.h"
#include "tools/cart/statements.h"
#include "tools/command/help.h"
#include "tools/convert/pack_kinds.h"

static bool is_sentence(const char *about) {
    return about != NULL && about[0] != 0 && about[strlen(about) - 1] != '.' && strchr(about, '\n') == NULL;
}

static void check_options(const char *word, const cart_option_row *options) {
    for (const cart_option_row *o = options; o != NULL && o->key != NULL; o++) {
        bool whole = is_sentence(o->about) && (o->value == NULL || o->value[0] != 0) &&
                     (o->key[0] == 0 || cart_option_find(options, o->key) == o);
        if (!whole) TEST_INFO("%s: option %s", word, o->key);
        CHECK(whole);
    }
}

TEST(cart_rows_are_whole) {
    const cart_row *row;
    uint32_t count = 0;
    for (; (row = cart_row_at(count)) != NULL; count++) {
        bool whole = (row->read != NULL) == (row->place != CART_IN_LEVEL) &&
                     (row->place != CART_IN_LEVEL || row->read_level != NULL) && row->form != NULL &&
                     is_sentence(row->about) && cart_row_find(row->place, row->word, row->variant) == row &&
                     cart_row_number(row) == count && (row->often != CART_ONCE || row->merge == CART_BY_WORD);
        if (!whole) TEST_INFO("%s", row->word);
        CHECK(whole);
        check_options(row->word, row->options);
    }
    CHECK(count > 60 && count <= CART_ROWS_MOST);
    const pack_kind *kind;
    for (uint32_t i = 0; (kind = pack_kind_at(i)) != NULL; i++) {
        CHECK(is_sentence(kind->about) && strncmp(kind->form, "NAME ", 5) == 0);
        CHECK(cart_row_find(CART_OUTSIDE, kind->word, NULL) == NULL);
        check_options(kind->word, kind->options);
    }
}

/* ---- help and completion ---- */

static const char *page(const char *name) {
    for (int i = 0; help_topic_at(i) != NULL; i++)
        if (strcmp(help_topic_at(i)->name, name) == 0) return help_text(help_topic_at(i));
    return "";
}

/* Whether a line of the page begins with the word, behind so many blanks. */
static bool begins_line(const char *text, int blanks, const char *word, const char *form) {
    char line[400];
    snprintf(line, sizeof line, "\n%*s%s%s%s", blanks, "", word, form[0] == 0 ? "" : " ", form);
    return strstr(text, line) != NULL;
}

static bool tells_options(const char *text, const cart_option_row *options) {
    char line[300];
    bool all = true;
    for (const cart_option_row *o = options; o != NULL && o->key != NULL; o++) {
        if (o->key[0] == 0) continue;
        snprintf(line, sizeof line, "\n      %s%s%s", o->key, o->value == NULL ? "" : "=",
                 o->value == NULL ? "" : o->value);
        all = all && strstr(text, line) != NULL;
    }
    return all;
}

static char listed[8000], settings[4000];

static void list_word(const char *word, bool can_be_set) {
    snprintf(listed + strlen(listed), sizeof listed - strlen(listed), " %s ", word);
    if (can_be_set) snprintf(settings + strlen(settings), sizeof settings - strlen(settings), " %s ", word);
}

static bool is_listed(const char *list, const char *word) {
    char whole[64];
    snprintf(whole, sizeof whole, " %s ", word);
    return strstr(list, whole) != NULL;
}

TEST(cart_rows_are_told_in_help_and_completion) {
    const cart_row *row;
    listed[0] = settings[0] = 0;
    help_each_statement(list_word);
    for (uint32_t i = 0; (row = cart_row_at(i)) != NULL; i++) {
        const bool frame = strcmp(row->word, "end") == 0;
        const char *own = help_statement(row->word), *all = page("statements");
        bool told = (row->place == CART_IN_LEVEL ||
                     begins_line(page("cart"), row->place == CART_IN_SCENE && !frame ? 4 : 2, row->word,
                                 row->form)) &&
                    (row->read_level == NULL ||
                     begins_line(page("level"), row->below == NULL ? 2 : 4, row->word, row->form)) &&
                    begins_line(all, 2, row->word, row->form) && tells_options(all, row->options) &&
                    own != NULL && tells_options(own, row->options) && strstr(own, row->word) != NULL;
        if (!told) TEST_INFO("%s", row->word);
        CHECK(told);
        CHECK(is_listed(listed, row->word));
        const cart_row *outside =
            cart_row_find(CART_OUTSIDE, row->word, NULL); /* a scene may have a word of that name, too */
        CHECK_EQ(is_listed(settings, row->word), outside != NULL && cart_row_can_be_set(outside));
    }
    const pack_kind *kind;
    for (uint32_t i = 0; (kind = pack_kind_at(i)) != NULL; i++) {
        CHECK(begins_line(page("assets"), 2, kind->word, kind->form) && is_listed(listed, kind->word));
        CHECK(tells_options(page("statements"), kind->options) && help_statement(kind->word) != NULL);
    }
    CHECK(help_statement("no-such-word") == NULL);
}

/* ---- lines made of rows ---- */

/* A sample of the value that help calls `what`. */
static const char *sample(const char *word, const char *what, char out[64]) {
    static const struct {
        const char *word, *what, *sample;
    } known[] = {{"capacity", "NAME", "timers"},
                 {"code", "FILE.c", "n.c"},
                 {"code", "WORDS", "float"},
                 {"client", "NAME", "audio"},
                 {"importer", ".ogg", ".ogg"},
                 {"fault", "stop|restart|STATE", "stop"},
                 {"pool", "NAME", "objects"},
                 {"material", "none|linear|exp|exp2|range", "linear"},
                 {"option", "V", "1"},
                 {"option", "A", "0"},
                 {"option", "B", "9"},
                 {NULL, "KIND/OLD", "mesh/old"},
                 {NULL, "KIND/NEW", "mesh/new"},
                 {NULL, "PATTERN", "*.png"},
                 {NULL, "MACHINE", "gba"},
                 {NULL, "CONTROL", "A"},
                 {NULL, "CONTEXT", "n"},
                 {NULL, "PART", "0.5"},
                 {NULL, "#RRGGBB", "#102030"},
                 {NULL, "SCENE", "main"},
                 {NULL, "COUNTER>=N,...", "n>=1"},
                 {NULL, "COUNTER<=N,...", "n<=1"},
                 {NULL, "X,Y,Z", "1,2,3"},
                 {NULL, "X,Y", "1,1"},
                 {NULL, "WIDTH,HEIGHT", "2,1"},
                 {NULL, "X,Y,W,H", "0,0,8,8"},
                 {NULL, "FACTOR", "2"},
                 {NULL, "SECONDS", "1"},
                 {NULL, "SHEET/ANIMATION", "n/0"},
                 {NULL, "N/M|X,Y", "1/2"},
                 {NULL, "YAW,PITCH,ROLL", "1,2,3"},
                 {NULL, "RADIUS,TURNS,PHASE", "1,1,1"},
                 {NULL, "HEIGHT,TIMES,PHASE", "1,1,1"},
                 {NULL, "BYTES", "64K"},
                 {NULL, "LUF", "LUF"},
                 {NULL, "A,B,C", "1,2,3"},
                 {NULL, "HERTZ", "8000"},
                 {NULL, "FOLDER", "no_such_folder"},
                 {NULL, "KIND", "texture"},
                 {NULL, "FRAMES", "60"},
                 {NULL, "sound,pointer,keyboard,save,network,rumble", "save"}};
    static const char *const numbers[] = {"N",       "S",     "R",     "K",    "METRES",
                                          "DEGREES", "FRAME", "CODES", "SIZE", NULL};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if ((known[i].word == NULL || strcmp(known[i].word, word) == 0) && strcmp(known[i].what, what) == 0)
            return known[i].sample;
    if (cart_choice(what, numbers) >= 0) return strcmp(word, "camera") == 0 ? "50" : "1";
    const size_t length = strcspn(what, "|[.");
    snprintf(out, 64, "%.*s", (int)(length < 63 ? length : 63), what);
    if (isupper((unsigned char)out[0])) snprintf(out, 64, "n%s", strchr(what, ',') != NULL ? ",m" : "");
    return out;
}

/* Writes the words of a form as a person would write them. */
static void write_form(const cart_row *row, char line[300]) {
    char form[200], room[64];
    snprintf(form, sizeof form, "%s", row->form);
    snprintf(line, 300, "%s", row->word);
    for (char *word = strtok(form, " "); word != NULL; word = strtok(NULL, " ")) {
        const size_t used = strlen(line);
        char *equals = strchr(word, '=');
        if (word[0] == '[' || strcmp(word, "...") == 0) continue;
        if (strcmp(word, "KEY=VALUE") == 0) {
            snprintf(line + used, 300 - used, " kind=texture");
        } else if (equals != NULL) {
            snprintf(line + used, 300 - used, " %.*s%s", (int)(equals + 1 - word), word,
                     strncmp(word, "target=", 7) == 0 ? "0,0,0" : sample(row->word, equals + 1, room));
        } else {
            snprintf(line + used, 300 - used, " %s", sample(row->word, word, room));
        }
    }
}

static bool parse_line(const cart_row *row, const char *line, tool_error *error) {
    char text[900];
    cart c;
    if (strcmp(row->word, "scene") == 0)
        snprintf(text, sizeof text, "%s\ncamera at=0,0,1 target=0,0,0\nend\n", line);
    else if (strcmp(row->word, "end") == 0)
        snprintf(text, sizeof text, "scene main\ncamera at=0,0,1 target=0,0,0\n%s\n", line);
    else if (row->place == CART_IN_SCENE)
        snprintf(text, sizeof text,
                 "mesh n n.obj\nscene main\ncamera at=0,0,1 target=0,0,0\nobject n\n%s\nend\n", line);
    else if (strcmp(row->word, "add-on") == 0)
        snprintf(text, sizeof text, "%s\n", line);
    else
        snprintf(text, sizeof text, "%s\nscene main\ncamera at=0,0,1 target=0,0,0\nend\n", line);
    *error = (tool_error){.text = ""};
    if (!cart_parse("cart.txt", text, strlen(text), &c, error)) return false;
    cart_free(&c);
    return true;
}

/* Options that go with an option that means nothing alone. */
static const char *companions(const char *word, const char *key) {
    static const struct {
        const char *word, *key, *beside;
    } known[] = {{"mesh", "bones", "skeleton=n"},
                 {"mesh", "bind", "skeleton=n"},
                 {"mesh", "bends", "skeleton=n"},
                 {"material", "fog", "fog-end=9"},
                 {"material", "fog-colour", "fog=linear fog-end=9"},
                 {"material", "fog-start", "fog=linear fog-end=9"},
                 {"material", "fog-end", "fog=linear"},
                 {"material", "fog-density", "fog=exp fog-end=9"},
                 {"material", "alpha", "alpha-test=1"},
                 {"material", "address2", "texture2=n"},
                 {"material", "filter2", "texture2=n"},
                 {"material", "mip2", "texture2=n"},
                 {"material", "combine2", "texture2=n"},
                 {"material", "by2", "texture2=n"},
                 {"material", "constant2", "texture2=n"},
                 {"material", "coordinates2", "texture2=n"},
                 {"material", "constants", "pixel=n"},
                 {"material", "bump", "pixel=n"},
                 {"object", "blend", "clip=n"},
                 {"type", "blend", "clip=n"},
                 {"texture", "quality", "pyramid"},
                 {"action", "shape", "stick"},
                 {"action", "auto", "charge=1"},
                 {"action", "resets", "charge=1"},
                 {"level", "far", "near=1"},
                 {"level", "by", "near=1"},
                 {"trophy", "argument", "value=n on=n"},
                 {"trophy", "value", "argument=1 on=n"},
                 {"count", "argument", "value=n"},
                 {"count", "value", "argument=1"},
                 {"mode", "input", "scene=main"},
                 {"option", "least", "greatest=9"},
                 {"option", "greatest", "least=0"},
                 {"option", "step", "least=0 greatest=9"},
                 {"with", "instead", "material=n"},
                 {"with", "at", "particles=n"},
                 {"with", "seed", "particles=n"},
                 {"type", "layer", "sprite=n/0"},
                 {"type", "order", "sprite=n/0"},
                 {"type", "flip", "sprite=n/0"},
                 {"type", "alpha", "sprite=n/0"},
                 {"type", "tint", "sprite=n/0"},
                 {"type", "stretch", "sprite=n/0"},
                 {"type", "mode", "sprite=n/0"},
                 {"object", "layer", "sprite=n/0"},
                 {"object", "order", "sprite=n/0"},
                 {"object", "flip", "sprite=n/0"},
                 {"object", "alpha", "sprite=n/0"},
                 {"object", "tint", "sprite=n/0"},
                 {"object", "stretch", "sprite=n/0"},
                 {"object", "mode", "sprite=n/0"},
                 {"layer", "scroll", NULL},
                 {"layer", "sort", NULL},
                 {"layer", "window", NULL},
                 {"object", "mesh", NULL},
                 {"object", "parent", NULL}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].word, word) == 0 && strcmp(known[i].key, key) == 0) return known[i].beside;
    return "";
}

/* The C of a cart is compiled where its line is read: that there is no such file is told last. */
static bool is_read(const cart_row *row, bool ok, const tool_error *error) {
    return ok || strstr(error->text, "no_such_folder") != NULL ||
           (strcmp(row->word, "code") == 0 && strstr(error->text, "there is no such file") != NULL);
}

TEST(cart_rows_are_read_as_they_are_told) {
    const cart_row *row;
    tool_error error;
    for (uint32_t i = 0; (row = cart_row_at(i)) != NULL; i++) {
        char line[300], whole[500], room[64];
        if (row->place == CART_IN_LEVEL) continue; /* convert_level_rows_test.c reads them */
        write_form(row, line);
        const bool bare = strcmp(row->word, "with") == 0; /* `with` wants one of two options */
        bool ok = bare || is_read(row, parse_line(row, line, &error), &error);
        if (!ok) TEST_INFO("`%s`: %s", line, error.text);
        CHECK(ok);
        for (const cart_option_row *o = row->options;
             o != NULL && o->key != NULL && strcmp(row->word, "defaults") != 0; o++) {
            const char *beside = companions(row->word, o->key);
            char needed[64];
            snprintf(needed, sizeof needed, " %s=", o->key);
            if (o->key[0] == 0 || strstr(line, needed) != NULL) continue;
            snprintf(whole, sizeof whole, "%s %s%s%s %s", line, o->key, o->value == NULL ? "" : "=",
                     o->value == NULL ? "" : sample(row->word, o->value, room), beside == NULL ? "" : beside);
            ok = is_read(row, parse_line(row, whole, &error), &error);
            /* these options depend on other statements of the cart: a parent, a mesh, a flat camera */
            if (beside == NULL)
                ok = strcmp(o->key, "parent") == 0 ||
                     strstr(error.text, "`mesh` is given twice or not") != NULL ||
                     strstr(error.text, "write `camera flat at=X,Y` above it") != NULL;
            if (!ok) TEST_INFO("`%s`: %s", whole, error.text);
            CHECK(ok);
        }
    }
}

TEST(cart_rows_stand_as_often_as_they_say) {
    const cart_row *row;
    tool_error error;
    for (uint32_t i = 0; (row = cart_row_at(i)) != NULL; i++) {
        char line[300], twice[620];
        write_form(row, line);
        if (row->place == CART_IN_LEVEL || row->often == CART_ONCE_A_NAME || strcmp(row->word, "end") == 0 ||
            strcmp(row->word, "with") == 0 || strcmp(row->word, "search") == 0 ||
            strcmp(row->word, "code") == 0)
            continue;
        snprintf(twice, sizeof twice, "%s\n%s", line, line);
        bool ok = parse_line(row, twice, &error);
        if (ok != (row->often == CART_MANY)) TEST_INFO("`%s`: %s", line, error.text);
        CHECK_EQ(ok, row->often == CART_MANY);
        CHECK(ok || strstr(error.text, "is given twice") != NULL);
    }
}

TEST(cart_rows_are_merged_by_their_keys) {
    const cart_row *row;
    for (uint32_t i = 0; (row = cart_row_at(i)) != NULL; i++) {
        char line[300], text[400], key[200], first[100] = "";
        statements s;
        tool_error error;
        write_form(row, line);
        if (row->place == CART_IN_LEVEL) continue;
        const bool inside = row->place == CART_IN_SCENE;
        snprintf(text, sizeof text, "%s%s\n", inside ? "scene main\n" : "", line);
        if (!statements_read("cart.txt", text, strlen(text), STATEMENTS_CART, &s, &error)) {
            CHECK(false);
            continue;
        }
        const char *blank = strchr(line, ' ');
        if (blank != NULL) snprintf(first, sizeof first, " %.*s", (int)strcspn(blank + 1, " "), blank + 1);
        const bool named = row->merge == CART_BY_NAME || row->merge == CART_BY_NAME_AND_TEXT;
        snprintf(key, sizeof key, "%s%s%s", inside ? "scene main/" : "", row->word, named ? first : "");
        const statement *own = &s.list[s.count - 1];
        const bool same = strcmp(own->key, key) == 0 &&
                          own->unnamed == (row->merge == CART_BY_NAME_AND_TEXT || row->merge == CART_BY_TEXT);
        if (!same) TEST_INFO("%s is not %s", own->key, key);
        CHECK(same);
        statements_free(&s);
    }
}

TEST(cart_rows_can_be_set_from_outside) {
    static const char text[] = "scene main\ncamera at=0,0,1 target=0,0,0\nend\n";
    const cart_row *row;
    for (uint32_t i = 0; (row = cart_row_at(i)) != NULL; i++) {
        char line[300];
        cart c;
        tool_error error;
        write_form(row, line);
        char *blank = strchr(line, ' ');
        if (blank == NULL ||
            (row->place != CART_OUTSIDE && cart_row_find(CART_OUTSIDE, row->word, NULL) != NULL))
            continue;
        *blank = '=';
        const char *const set[] = {line, NULL};
        const cart_reading how = {.set = set};
        const bool ok = cart_parse_with("cart.txt", text, strlen(text), &how, &c, &error);
        if (ok) cart_free(&c);
        if (ok != cart_row_can_be_set(row)) TEST_INFO("--set %s: %s", line, error.text);
        CHECK_EQ(ok, cart_row_can_be_set(row));
        CHECK(strstr(error.text, "cannot be set") != NULL ||
              is_read(row, ok, &error)); /* `search` adds a folder */
    }
}
