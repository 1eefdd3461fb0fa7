/* The parser of Goad: recursive descent with one token of look-ahead and a second one in two places (Aho, Lam, Sethi and Ullman 2006, 4.4).
 *
 *     file      = { decl } .
 *     decl      = const | tune | enum | struct | event | native | func | var | behaviour | typedecl .
 *     const     = "const" ( func | ID [ ":" type ] "=" expr end ) .
 *     tune      = "tune" ID { "." ID } ":" type "=" expr [ "in" [ expr ] ".." [ expr ] ] end .
 *     enum      = "enum" ID "{" ID [ "=" expr ] { sep ID [ "=" expr ] } "}" .
 *     struct    = "struct" ID "{" { ID ":" type end } "}" .
 *     event     = "event" ID params { "priority" expr | "merge" ID } end .
 *     native    = "native" { "latent" | "pure" | "query" | "show" | "draw" } "func" ID params [ "->" type ] [ "cost" INT ] end .
 *     func      = { "latent" } "func" ID params [ "->" type ] [ "limit" expr ] block .
 *     params    = "(" [ param { "," param } ] ")" .            param = ID ":" type [ "=" expr ] .
 *     type      = ID [ "[" type [ "," type ] "," expr "]" ] | "[" expr [ ".." expr ] "]" type | "ref" ID .
 *     var       = "var" ID [ ":" type ] [ "=" expr ] { "temp" | "net" } end .
 *     behaviour = "behaviour" ID [ ":" ID ] "{" { member } "}" .
 *     member    = var | prop | func | on | state | "reload" "restart" end .
 *     prop      = "prop" ID ":" type [ "=" expr ] [ "in" [ expr ] ".." [ expr ] ] { attr } end .
 *     state     = [ "auto" ] "state" ID [ ":" ID ] "{" { func | on | "begin" block } "}" .
 *     on        = "on" ID [ "(" [ ID { "," ID } ] ")" ] [ "when" expr ] block .
 *     typedecl  = "type" ID [ ":" ID ] "{" { ID ":" type [ "=" expr ] [ "in" [ expr ] ".." [ expr ] ] { attr } end } "}" .
 *     block     = "{" { stmt } "}" .
 *     stmt      = block | var | "let" ID [ ":" type ] "=" expr end
 *               | "if" cond block [ "else" ( block | if-stmt ) ] | "while" expr block
 *               | "for" ID "in" expr [ ".." expr [ "step" expr ] ] block
 *               | "match" expr "{" { "case" expr { "," expr } block } [ "else" block ] "}"
 *               | "return" [ expr ] end | "break" end | "continue" end | "pass" end | "goto" ID end
 *               | "wait" ( expr | "until" expr | "for" ID [ "(" ID { "," ID } ")" ] ) end
 *               | "yield" [ expr ] end | "stop" expr end
 *               | "emit" ID "(" [ args ] ")" [ "to" expr | "near" expr "," expr ] [ "after" expr ] end
 *               | expr [ ( "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" ) expr ] end .
 *     cond      = "let" ID "=" expr | expr .
 *     expr      = or [ "?" expr ":" expr ] .
 *     or        = and { "or" and } .            and = not { "and" not } .          not = "not" not | cmp .
 *     cmp       = bor [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) bor ] .
 *     bor       = bxor { "|" bxor } .           bxor = band { "^" band } .         band = shift { "&" shift } .
 *     shift     = sum { ( "<<" | ">>" | ">>>" ) sum } .   sum = prod { ( "+" | "-" ) prod } .
 *     prod      = unary { ( "*" | "/" | "%" ) unary } .
 *     unary     = ( "-" | "~" ) unary | ( "start" | "co" ) postfix | postfix .
 *     postfix   = primary { "." ID | "[" expr "]" | "(" [ args ] ")" | "as" ID } .
 *     args      = [ ID ":" ] expr { "," [ ID ":" ] expr } .
 *     primary   = INT | FX | ANGLE | NAME | TEXT | NOTE | ID | "true" | "false" | "null" | "self" | "super"
 *               | "(" expr ")" | "[" [ expr [ ":" expr ] { "," expr [ ":" expr ] } ] "]" .
 *     end       = ";" or a line end; none is needed before "}"
 *
 * After a mistake the parser goes on behind the next end or before the next "}" at the same depth. */
#ifndef OXCART_TOOLS_SCRIPT_PARSE_H
#define OXCART_TOOLS_SCRIPT_PARSE_H

#include "tools/script/compiler.h"

typedef struct script_parser {
    script_compiler *c;
    const script_token *at;
    bool failed; /* no mistake is told until the next statement or declaration */
    bool broken; /* there was a mistake since this was cleared */
    bool many_tunes;
    uint32_t depth, braces;
} script_parser;

/* parse_expression.c */
script_node *script_parse_expression(script_parser *p);
script_node *script_parse_postfix(script_parser *p);
script_node *script_parse_arguments(script_parser *p);
script_node *script_parse_type(script_parser *p);
script_node *script_parse_node(script_parser *p, uint32_t kind, script_place place);
script_node *script_parse_join(script_parser *p, uint32_t kind, const script_token *sign, script_node *a,
                               script_node *b);
void script_parse_raise(script_node *n, const script_node *child); /* makes n's height exceed its child's */
/* True, after a mistake, when a tree or the nesting around the current token is too deep for recursion:
 * SCRIPT_HEIGHT_MOST. */
bool script_parse_deep(script_parser *p, const script_node *n);
bool script_parse_too_deep(script_parser *p, script_place place);

/* parse_statement.c */
script_node *script_parse_block(script_parser *p);
script_node *script_parse_variable(script_parser *p);

/* parse.c: steps through the tokens */
const script_token *script_parse_next(script_parser *p);
bool script_parse_take(script_parser *p, uint32_t kind);
bool script_parse_expect(script_parser *p, uint32_t kind);
uint32_t script_parse_name(script_parser *p, script_place *place);
void script_parse_end(script_parser *p);
void script_parse_wrong(script_parser *p, const char *expected);
/* Whether braces that opened at a place are never closed: the file ends, or a token that cannot stand inside shows
 * that a '}' is missing. The mistake is told once, and the rest of the file is not parsed. `code`: inside of a
 * function, where members cannot stand either. */
bool script_parse_unclosed(script_parser *p, script_place open, bool code);
void script_parse_recover(script_parser *p, uint32_t braces);
bool script_parse_is_word(const script_parser *p, const char *word); /* the token is an ID with this text */

#endif
