/* The statement `code`: C that is a module of the cart. It is compiled and loaded where it is read, since what it brings along (words, members,
 * capacities) may stand in the lines below. */
#include <stdlib.h>
#include <string.h>

#include "tools/base/known.h"
#include "tools/cart/cart_parser.h"
#include "tools/import/base/file.h"

static void add_input(void *context, const char *path) { (void)cart_add_source(context, path); }

/* The words of allow=A,B as bits. */
static bool take_allowances(cart_parser *p, uint32_t *allow) {
    const char *at = cart_option(p, "allow");
    *allow = 0;
    while (at != NULL && *at != 0) {
        const size_t length = strcspn(at, ",");
        uint32_t word = 0;
        while (code_allowances[word] != NULL &&
               (strlen(code_allowances[word]) != length || memcmp(code_allowances[word], at, length) != 0))
            word++;
        if (code_allowances[word] == NULL)
            return cart_wrong(p, "allow=%.*s; write float, heap, stdio or globals, with commas between",
                              (int)length, at);
        *allow |= 1u << word;
        at += length + (at[length] == ',');
    }
    return true;
}

/* Keeps what was built, for who plays and exports. */
static bool keep_code(cart_parser *p, const code_wish *wish, const code_built *built) {
    cart *c = p->c;
    for (uint32_t i = 0; i < c->code_count; i++) {
        if (rom_id(c->codes[i].built.name) == rom_id(built->name))
            return cart_wrong(p, "the module `%s` is there already, in line %lu", built->name,
                              c->codes[i].line);
        if (built->game != NULL && c->codes[i].built.game != NULL)
            return cart_wrong(p, "a game by a plan is there already, in line %lu", c->codes[i].line);
    }
    cart_code *grown = realloc(c->codes, (c->code_count + 1) * sizeof *grown);
    if (grown == NULL) return cart_wrong(p, "out of memory");
    c->codes = grown;
    grown[c->code_count++] =
        (cart_code){.line = p->line, .count = wish->count, .allow = wish->allow, .built = *built};
    memcpy(grown[c->code_count - 1].files, wish->files,
           wish->count * sizeof *wish->files); /* the cart's now */
    if (built->game != NULL) known_set_game(built->game);
    if (built->module == NULL || known_add(built->module)) return true;
    return cart_wrong(p, "more modules than a console takes; put several into one");
}

/* code FILE.c ... [allow=WORDS] */
static bool read_code(cart_parser *p) {
    char *files[CODE_FILES];
    code_wish wish = {.cart = p->path, .files = (const char *const *)files};
    code_built built;
    if (!take_allowances(p, &wish.allow)) return false;
    bool good = true;
    for (int i = 1; good && i < p->count; i++) {
        char path[CART_PATH_MAX];
        if (p->taken[i] || strchr(p->words[i], '=') != NULL) continue;
        p->taken[i] = true;
        cart_go_to_word(p, i);
        const size_t length = strlen(p->words[i]);
        if (length < 3 || strcmp(p->words[i] + length - 2, ".c") != 0) {
            good = cart_wrong(p, "`%s` is no C; write the names of files .c", p->words[i]);
        } else if (cart_take_path(p, p->words[i], path)) {
            files[wish.count] = import_file_resolve(p->path, path);
            good = files[wish.count++] != NULL || cart_wrong(p, "out of memory");
        } else {
            good = false;
        }
    }
    if (good && wish.count == 0) good = cart_wrong(p, "the name of a file .c is missing");
    good = good && cart_end_of_line(p);
    bool kept = false;
    if (good) {
        good = code_build(&wish, &built, &p->now);
        code_each_input(&wish, add_input,
                        p); /* also of what does not compile: who watches waits for its mending */
        p->c->code_failed = p->c->code_failed || !good;
        kept = good && keep_code(p, &wish, &built);
        good = kept;
    }
    for (uint32_t i = 0; !kept && i < wish.count; i++) free(files[i]);
    return good;
}

static const cart_option_row code_options[] = {
    {"allow", "WORDS",
     "what of float, heap, stdio, globals the C may use all the same; not every machine has it"},
    {.key = NULL}};

const cart_row cart_code_rows[] = {{.word = "code",
                                    .often = CART_MANY,
                                    .merge = CART_BY_TEXT,
                                    .read = read_code,
                                    .form = "FILE.c ...",
                                    .about = "C that is a module of the game: one OX_MODULE of oxcart.h; "
                                             "above the lines that use what it brings along",
                                    .options = code_options},
                                   {.word = NULL}};
