/* The rows of statements of levels: the converter reads every option that a row tells, and no other. */
#include "tests/host/tools/convert/converted_asset.h"
#include "tools/cart/cart_rows.h"

static const char *const everything[] = {
    "level 1",
    "bounds -9,-9,-9 9,9,9",
    "tag town",
    "neighbour yard",
    "layer near hidden inactive",
    "prepared",
    "streamed",
    "cell 8",
    "instance crate at=1,2,3 yaw=90 scale=2 tint=#102030 material=wood no-shadow near-only",
    "spawn guard at=1,0,0 name=captain",
    "spawn guard at=1,0,0 name=him yaw=45 scale=0.5 layer=near parent=captain later",
    "set health 3",
    "locator door exit at=1,0,0 yaw=90 radius=2",
    "volume yard trigger box at=0,1,0 half=1,1,1 yaw=45",
    "volume pond trigger sphere at=0,1,0 radius=2",
    "light lamp point vector=0,1,0 range=3 intensity=0.5 colour=#102030 layer=near",
    "path way straight 0,0,0 1,0,0 closed",
    "ledge from=0,0,0 to=1,0,0 facing=0,0,1 low left right",
    "cover from=0,0,0 to=1,0,0 facing=0,0,1 low left right",
    "solid box at=0,0,0 half=1,1,1 yaw=45 material=wood",
    "solid capsule from=0,0,0 to=1,0,0 radius=2",
    "solid wall normal=0,1,0 distance=0",
    "walk from=0,0,0 to=1,0,0 width=1",
    "element gate at=1,0,0 health=9 instance=0",
    "version threshold=9 mesh=gate collision=gate material=wood mass=2 sound=crack effect=dust",
    "waves raid now",
    "wave 60",
    "come 120 him at=1,0,0",
    "waves rain timer him every=60 sooner=2 least=30 boss=him boss-after=3 ends low=0,0,0 high=1,0,1",
    "refer mesh crate",
};
enum { LINES = sizeof everything / sizeof everything[0] };

/* Writes all lines, with `instead` in the place of line number `at`. */
static void write_lines(char text[4000], size_t at, const char *instead) {
    text[0] = 0;
    for (size_t i = 0; i < LINES; i++)
        snprintf(text + strlen(text), 4000 - strlen(text), "%s\n", i == at ? instead : everything[i]);
}

static bool begins_with_word(const char *line, const char *word) {
    const size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == 0);
}

/* The place of an option in a line, NULL without it. */
static const char *find_option(const char *line, const cart_option_row *option) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, " %s%s", option->key, option->value == NULL ? "" : "=");
    for (const char *at = strstr(line, wanted); at != NULL; at = strstr(at + 1, wanted)) {
        const char end = at[strlen(wanted)];
        if (option->value != NULL || end == ' ' || end == 0) return at + 1;
    }
    return NULL;
}

TEST(level_rows_are_read_as_they_are_told) {
    const cart_row *row;
    converted_asset a;
    char text[4000];
    write_lines(text, LINES, "");
    const bool taken = convert_asset_text(&a, "level", text, "");
    if (!taken) TEST_INFO("%s", a.error.text);
    CHECK(taken);
    converted_free(&a);
    for (uint32_t i = 0; (row = cart_row_at(i)) != NULL; i++) {
        if (!cart_row_stands_in(row, CART_IN_LEVEL)) continue;
        bool stands = false;
        for (size_t k = 0; k < LINES; k++) stands = stands || begins_with_word(everything[k], row->word);
        CHECK(stands);
        if (strcmp(row->word, "layer") == 0) continue; /* most of its options are a flat picture's */
        for (const cart_option_row *o = row->options; o != NULL && o->key != NULL; o++) {
            bool tried = o->key[0] == 0;
            for (size_t k = 0; k < LINES; k++)
                tried = tried ||
                        (begins_with_word(everything[k], row->word) && find_option(everything[k], o) != NULL);
            if (!tried) TEST_INFO("%s has %s", row->word, o->key);
            CHECK(tried);
        }
    }
}

/* Each word of these lines that is no plain word is an option of the row: the converter reads no other
 * options. */
TEST(level_rows_tell_what_is_read) {
    for (size_t k = 0; k < LINES; k++) {
        char line[200], *word;
        snprintf(line, sizeof line, "%s", everything[k]);
        const cart_row *row = cart_row_find(CART_IN_LEVEL, strtok(line, " "), NULL);
        CHECK(row != NULL);
        const int plain = row == NULL ? -1 : cart_row_plain_words(row);
        for (int i = 0; plain >= 0 && (word = strtok(NULL, " ")) != NULL; i++) {
            word[strcspn(word, "=")] = 0;
            const bool told = i < plain || cart_option_find(row->options, word) != NULL;
            if (!told) TEST_INFO("%s has no %s", row->word, word);
            CHECK(told);
        }
    }
}

TEST(level_rows_refuse_what_they_do_not_tell) {
    const cart_row *row;
    for (size_t k = 0; k < LINES; k++) {
        for (uint32_t i = 0; (row = cart_row_at(i)) != NULL; i++) {
            if (!cart_row_stands_in(row, CART_IN_LEVEL) || !begins_with_word(everything[k], row->word))
                continue;
            for (const cart_option_row *o = row->options; o != NULL && o->key != NULL; o++) {
                const char *at = o->key[0] == 0 ? NULL : find_option(everything[k], o);
                if (at == NULL) continue;
                char line[200], text[4000];
                converted_asset a;
                const size_t before = (size_t)(at - everything[k]) + strlen(o->key);
                snprintf(line, sizeof line, "%.*sx%s", (int)before, everything[k], everything[k] + before);
                write_lines(text, k, line);
                const bool refused = !convert_asset_text(&a, "level", text, "") && a.error.text[0] != 0;
                if (!refused) TEST_INFO("`%s`", line);
                CHECK(refused);
                converted_free(&a);
            }
        }
    }
}

TEST(level_statements_that_are_unknown_are_told_with_what_was_meant) {
    converted_asset a;
    CHECK(!convert_asset_text(&a, "level", "level 1\ninstanze crate at=0,0,0\n", ""));
    CHECK(strstr(a.error.text, "did you mean instance") != NULL);
    converted_free(&a);
    CHECK(!convert_asset_text(&a, "level", "level 1\nxyzzy\n", ""));
    CHECK(strstr(a.error.text, "oxcart help level") != NULL);
    converted_free(&a);
}
