/* The groups of statements, and how rows are found. */
#include "tools/cart/cart_rows.h"

#include <string.h>

#include "tools/cart/cart.h"
#include "tools/cart/pack_kind.h"

static const cart_group groups[] = {{"The game", cart_game_rows},
                                    {"Models and pictures", cart_model_rows},
                                    {"What things collide with", cart_collision_rows},
                                    {"Materials", cart_material_rows},
                                    {"Files that are found", cart_tree_rows},
                                    {"Types and tags", cart_type_rows},
                                    {"Sound", cart_audio_rows},
                                    {"Actions of players", cart_action_rows},
                                    {"Scripts", cart_script_rows},
                                    {"C of the game", cart_code_rows},
                                    {"What the game asks for and passes through", cart_rule_rows},
                                    {"Options of players and developers", cart_option_rows},
                                    {"Memory and room", cart_plan_rows},
                                    {"Releases", cart_release_rows},
                                    {"Scenes", cart_scene_rows},
                                    {"Maps of a scene", cart_scene_map_rows},
                                    {"Levels, and a scene's own", cart_scene_level_rows},
                                    {"Sound of a scene", cart_scene_sound_rows},
                                    {"Scripts of a scene", cart_scene_script_rows},
                                    {"Screens of a scene", cart_scene_screen_rows}};

const cart_group *cart_group_at(uint32_t index) {
    return index < sizeof groups / sizeof groups[0] ? &groups[index] : NULL;
}

/* The row of number *index or, when `wanted` is given, that row's number in *index. */
static const cart_row *walk_rows(const cart_row *wanted, uint32_t *index) {
    uint32_t number = 0;
    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
        for (const cart_row *row = groups[g].rows; row->word != NULL; row++, number++) {
            if (wanted == NULL ? number != *index : row != wanted) continue;
            *index = number;
            return row;
        }
    }
    return NULL;
}

const cart_row *cart_row_at(uint32_t index) { return walk_rows(NULL, &index); }

uint32_t cart_row_number(const cart_row *row) {
    uint32_t number = 0;
    walk_rows(row, &number);
    return number;
}

bool cart_row_stands_in(const cart_row *row, cart_place place) {
    return place == CART_IN_LEVEL ? row->read_level != NULL : row->place == place;
}

/* NAME is any word that is no option. */
static bool is_variant(const char *variant, const char *next) {
    return strcmp(variant, next) == 0 || (strcmp(variant, "NAME") == 0 && strchr(next, '=') == NULL);
}

const cart_row *cart_row_find(cart_place place, const char *word, const char *next) {
    const cart_row *found = NULL;
    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
        for (const cart_row *row = groups[g].rows; row->word != NULL; row++) {
            if (!cart_row_stands_in(row, place) || strcmp(row->word, word) != 0) continue;
            if (row->variant == NULL || (next != NULL && is_variant(row->variant, next))) return row;
            if (found == NULL) found = row;
        }
    }
    return found;
}

bool cart_row_can_be_set(const cart_row *row) {
    return row->place == CART_OUTSIDE && row->often == CART_ONCE;
}

bool cart_row_is_of_level(const char *word) {
    const cart_row *row = cart_row_find(CART_IN_LEVEL, word, NULL);
    return row != NULL && row->place == CART_IN_SCENE;
}

bool cart_row_is_above(const cart_row *row) {
    for (const cart_row *other = cart_scene_level_rows; other->word != NULL; other++)
        if (other->below != NULL && strcmp(other->below, row->word) == 0) return true;
    return false;
}

int cart_row_plain_words(const cart_row *row) {
    int count = 0;
    for (const char *at = row->form; *at != 0;) {
        const size_t length = strcspn(at, " ");
        if (length == 3 && memcmp(at, "...", 3) == 0) return -1;
        if (memchr(at, '=', length) == NULL && at[0] != '[') count++;
        at += length + (at[length] == ' ');
    }
    return count;
}

const char *cart_suggest_statement(cart_place place, const char *word) {
    const char *words[CART_ROWS_MOST + 64] = {NULL};
    size_t count = 0;
    const cart_row *row;
    const pack_kind *kind;
    for (uint32_t i = 0; (row = cart_row_at(i)) != NULL && count < CART_ROWS_MOST; i++)
        if (cart_row_stands_in(row, place)) words[count++] = row->word;
    for (uint32_t i = 0; place == CART_OUTSIDE && (kind = pack_kind_at(i)) != NULL && i < 63; i++)
        words[count++] = kind->word;
    return cart_suggest(word, words);
}

const cart_option_row *cart_option_find(const cart_option_row *options, const char *key) {
    for (; options != NULL && options->key != NULL; options++)
        if (options->key[0] != 0 && strcmp(options->key, key) == 0) return options;
    return NULL;
}

bool cart_row_has_flag(const char *statement, cart_place place, const char *key) {
    const cart_row *row = cart_row_find(place, statement, NULL);
    const cart_option_row *option = row == NULL ? NULL : cart_option_find(row->options, key);
    return option != NULL && option->value == NULL;
}

size_t cart_option_words(const cart_option_row *options, const char **words, size_t count, size_t room) {
    for (; options != NULL && options->key != NULL; options++)
        if (options->key[0] != 0 && count + 1 < room) words[count++] = options->key;
    words[count] = NULL;
    return count;
}
