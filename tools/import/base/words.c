#include "tools/import/base/words.h"

#include <stdlib.h>
#include <string.h>

#include "tools/import/base/limit.h"
#include "tools/import/base/text.h"

int cart_choice(const char *word, const char *const *choices) {
    for (int i = 0; choices[i] != NULL; i++) {
        if (strcmp(word, choices[i]) == 0) return i;
    }
    return -1;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c; }

static int least(int a, int b) { return a < b ? a : b; }

/* Letters to insert, delete, replace or swap with a neighbour to make one word of the other (Damerau 1964).
 */
static int distance(const char *a, const char *b) {
    enum { LONGEST = 24 };
    int table[LONGEST + 1][LONGEST + 1];
    int n = (int)strlen(a), m = (int)strlen(b);
    if (n > LONGEST || m > LONGEST) return LONGEST;
    for (int i = 0; i <= n; i++) table[i][0] = i;
    for (int j = 0; j <= m; j++) table[0][j] = j;
    for (int i = 1; i <= n; i++) {
        for (int j = 1; j <= m; j++) {
            char x = lower(a[i - 1]), y = lower(b[j - 1]);
            int best = table[i - 1][j - 1] + (x != y);
            best = least(best, least(table[i - 1][j], table[i][j - 1]) + 1);
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && y == lower(a[i - 2])) {
                best = least(best, table[i - 2][j - 2] + 1);
            }
            table[i][j] = best;
        }
    }
    return table[n][m];
}

const char *cart_suggest(const char *word, const char *const *choices) {
    const char *found = NULL;
    int best = strlen(word) > 3 ? 3 : 2; /* a suggestion's distance must be below this */
    for (int i = 0; choices[i] != NULL; i++) {
        int d = distance(word, choices[i]);
        if (d < best) {
            best = d;
            found = choices[i];
        }
    }
    return found;
}

bool cart_parse_number(const char *word, double *value) {
    import_text text = import_text_open(word, strlen(word));
    return import_text_number(&text, value) && *text.at == 0;
}

static bool parse_whole(const char **at, uint32_t *value) {
    uint64_t sum = 0;
    const char *start = *at;
    while (**at >= '0' && **at <= '9' && sum <= UINT32_MAX) sum = sum * 10 + (uint64_t)(*(*at)++ - '0');
    *value = (uint32_t)sum;
    return *at != start && sum <= UINT32_MAX;
}

bool cart_parse_size(const char *word, int *width, int *height) {
    uint32_t w, h;
    if (!parse_whole(&word, &w) || (*word != 'x' && *word != 'X')) return false;
    word++;
    if (!parse_whole(&word, &h) || *word != 0 || w < 8 || w > 1024 || h < 8 || h > 1024) return false;
    *width = (int)w;
    *height = (int)h;
    return true;
}

bool cart_parse_bytes(const char *word, uint32_t *bytes) {
    uint32_t value, shift = 0;
    if (!parse_whole(&word, &value)) return false;
    if (*word == 'K' || *word == 'k') shift = 10;
    if (*word == 'M' || *word == 'm') shift = 20;
    if (shift != 0) word++;
    if (*word != 0 || value > UINT32_MAX >> shift) return false;
    *bytes = value << shift;
    return true;
}

bool cart_parse_colour(const char *word, uint32_t *rgb) {
    uint32_t value = 0;
    if (*word == '#') word++;
    if (strlen(word) != 6) return false;
    for (; *word != 0; word++) {
        char c = lower(*word);
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) return false;
        value = value << 4 | (uint32_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    *rgb = import_light_colour(value);
    return true;
}

bool cart_parse_switch(const char *word, uint32_t *on) {
    *on = strcmp(word, "yes") == 0 || strcmp(word, "true") == 0;
    return *on == 1 || strcmp(word, "no") == 0 || strcmp(word, "false") == 0;
}
