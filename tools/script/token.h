/* The tokenizer of Goad: cuts a text into words, signs and literals with their values. Written by hand, with one look
 * at each character; time is linear. */
#ifndef OXCART_TOOLS_SCRIPT_TOKEN_H
#define OXCART_TOOLS_SCRIPT_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A place in a source, from 1; columns count characters, a tab is one. */
typedef struct script_place {
    uint32_t line;
    uint16_t file, column;
} script_place;

typedef enum script_token_kind {
    TOKEN_END,   /* end of the text */
    TOKEN_WRONG, /* a token whose mistake was told */
    TOKEN_ID,    /* word: its number */
    TOKEN_INT,   /* value; 12, 0x1F, 0b101, #RRGGBB, and ticks: 0.5s 250ms 30t */
    TOKEN_FX,    /* value: 1.5 */
    TOKEN_ANGLE, /* value: 90deg */
    TOKEN_NAME,  /* value: id of 'name' */
    TOKEN_TEXT,  /* value: id of the key, @key */
    TOKEN_NOTE,  /* note, length: "..." without escapes */
    TOKEN_WORDS, /* a note with parts {...} begins: the tokens of each part, ended by TOKEN_PART, then its TOKEN_NOTE, in which OX_SCRIPT_PART marks each */
    TOKEN_PART,
#define SCRIPT_WORD(kind, text) TOKEN_##kind,
#define SCRIPT_SIGN(kind, text) TOKEN_##kind,
#include "tools/script/tokens.inc"
#undef SCRIPT_WORD
#undef SCRIPT_SIGN
    TOKEN_KINDS
} script_token_kind;

/* A token. In the note of TOKEN_WORDS the form of a part follows its OX_SCRIPT_PART (kernel/script/words.h). */
typedef struct script_token {
    uint8_t kind;
    bool line_end; /* a `;` that stands for a line end */
    bool minimum;  /* 2147483648: only behind a minus */
    script_place place;
    int32_t value;
    uint32_t word;
    const char *text; /* as written; of a note: without quotes and escapes */
    uint32_t length;
} script_token;

typedef struct script_tokens {
    script_token *list; /* ends with a TOKEN_END */
    size_t count, room;
} script_tokens;

struct script_compiler;

/* Reads source number `file`. Mistakes are reported; the text behind an open comment or note is `cut`, see
 * script_compiler. */
void script_tokenize(struct script_compiler *c, uint32_t file, script_tokens *out);

/* The text of a word or sign; "" for other kinds. */
const char *script_token_text(uint32_t kind);

/* Writes a token for a message: 'x', 'line end', 'end of file'. */
void script_token_show(const script_token *token, char *text, size_t room);

#endif
