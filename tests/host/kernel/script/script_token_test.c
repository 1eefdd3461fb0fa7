/* The tokenizer of Goad. */
#include <string.h>

#include "tests/host/kernel/script/script_text.h"
#include "tools/script/compiler.h"

typedef struct run {
    script_tokens tokens;
    char shown[2000];
} run;

/* Tokens as "kind-or-text[:value] ...". */
static void show_all(script_compiler *c, void *context) {
    run *r = context;
    script_tokenize(c, 0, &r->tokens);
    for (size_t i = 0; i < r->tokens.count && r->tokens.list[i].kind != TOKEN_END; i++) {
        const script_token *t = &r->tokens.list[i];
        size_t at = strlen(r->shown), room = sizeof r->shown - at;
        const char *kind = t->kind == TOKEN_INT     ? "int"
                           : t->kind == TOKEN_FX    ? "fx"
                           : t->kind == TOKEN_ANGLE ? "angle"
                           : t->kind == TOKEN_NAME  ? "name"
                                                    : NULL;
        if (kind != NULL)
            snprintf(r->shown + at, room, "%s%s:%ld", i > 0 ? " " : "", kind, (long)t->value);
        else
            snprintf(r->shown + at, room, "%s%s%.*s", i > 0 ? " " : "", t->kind == TOKEN_ID ? "id:" : "",
                     t->line_end ? 2 : (int)t->length, t->line_end ? "\\n" : t->text);
    }
}

static bool tokens(const char *text, const char *expected) {
    static run r;
    script_source source = {"t.goad", text, strlen(text)};
    tool_report report = {.tell = keep_line};
    memset(&r, 0, sizeof r);
    said[0] = 0;
    bool good = script_with_compiler(&source, 1, NULL, &report, show_all, &r);
    report_free(&report);
    if (strcmp(r.shown, expected) == 0) return good;
    if (expected[0] != '!') TEST_INFO("%s: %s", text, r.shown);
    return !good && expected[0] == '!';
}

static bool fails(const char *text, const char *sentence) {
    if (tokens(text, "!"))
        return strcmp(said, sentence) == 0 ? true : (TEST_INFO("%s: %s", text, said), false);
    return false;
}

TEST(script_tokens_of_words_and_signs) {
    CHECK(tokens("int xyz = myFunction();", "id:int id:xyz = id:myFunction ( ) ;"));
    CHECK(tokens("int main(void) { return 0; }", "id:int id:main ( id:void ) { return int:0 ; }"));
    CHECK(tokens("newnew _new new_new _new_ new", "id:newnew id:_new id:new_new id:_new_ new"));
    CHECK(tokens("a>>>b>>=c<<=d<=e..f->g", "id:a >>> id:b >>= id:c <<= id:d <= id:e .. id:f -> id:g"));
    CHECK(tokens("a/*b/*c*/d*/e//f", "id:a id:e"));
}

TEST(script_tokens_of_numbers) {
    CHECK(tokens("1..5", "int:1 .. int:5"));
    CHECK(tokens("1.5..2", "fx:98304 .. int:2"));
    CHECK(tokens("0.5s 1s 250ms 30t", "int:30 int:60 int:15 int:30"));
    CHECK(tokens("90deg 0.0055deg 359.9973deg 22.5deg", "angle:16384 angle:1 angle:0 angle:4096"));
    CHECK(tokens("1.5 0.1 0.00001 0.0000076 32767.99999", "fx:98304 fx:6554 fx:1 fx:0 fx:2147483647"));
    CHECK(tokens("0xFFFFFFFF 0b101 1_000 #ff8000", "int:-1 int:5 int:1000 int:16744448"));
    CHECK(tokens("2147483647 2147483648", "int:2147483647 int:-2147483648"));
    CHECK(tokens("'pac_man' 'PAC_MAN' ''", "name:1773375241 name:1773375241 name:0"));
    CHECK(fails("40000.0", "1:1 fixed-point number out of range\n"));
    CHECK(fails("2147483649", "1:1 number out of range\n"));
    CHECK(fails("0x1FFFFFFFF", "1:1 number out of range\n"));
    CHECK(fails("12ab", "1:1 number ends in a letter\n"));
    CHECK(fails("#ff80", "1:1 colour is not #RRGGBB\n"));
}

TEST(script_tokens_end_lines) {
    CHECK(tokens("a\nb", "id:a \\n id:b"));
    CHECK(tokens("a +\nb", "id:a + id:b"));
    CHECK(tokens("f(a\n,b)\n", "id:f ( id:a , id:b ) \\n"));
    CHECK(tokens("break\r\n}\n{\n", "break \\n } \\n {"));
    CHECK(tokens("a /*\n*/ b", "id:a \\n id:b"));
}

TEST(script_tokens_tell_what_is_wrong) {
    CHECK(fails(" $", "1:2 unknown character\n"));
    CHECK(fails("!a", "1:1 unknown character, did you mean 'not'?\n"));
    CHECK(fails("a /* b", "1:3 comment is not closed\n"));
    CHECK(fails("x\n \"abc", "2:2 text has no closing quote\n"));
    CHECK(fails("\"\\q\"", "1:2 unknown escape in a text: \\n \\t \\\" \\\\ \\u{hex} are known\n"));
    CHECK(fails("'abc", "1:1 name has no closing quote\n"));
    CHECK(tokens("\"a\\n\\u{e9}\\\"\"", "a\n\xC3\xA9\""));
}

/* Every pair of signs without a blank splits by the longest match, as a search for the longest sign at each
 * place splits it. */
TEST(script_tokens_split_pairs_of_signs) {
    for (uint32_t a = TOKEN_UNSIGNED_SHIFT; a < TOKEN_KINDS; a++)
        for (uint32_t b = TOKEN_UNSIGNED_SHIFT; b < TOKEN_KINDS; b++) {
            char text[16], expected[64] = "";
            snprintf(text, sizeof text, "%s%s", script_token_text(a), script_token_text(b));
            if (strstr(text, "//") != NULL || strstr(text, "/*") != NULL) continue;
            for (const char *at = text; *at != 0;) {
                size_t best = 0;
                for (uint32_t k = TOKEN_UNSIGNED_SHIFT; k < TOKEN_KINDS; k++) {
                    size_t length = strlen(script_token_text(k));
                    if (length > best && strncmp(at, script_token_text(k), length) == 0) best = length;
                }
                snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%s%.*s",
                         expected[0] != 0 ? " " : "", (int)best, at);
                at += best;
            }
            CHECK(tokens(text, expected));
        }
}
