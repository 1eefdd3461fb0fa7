/* Compares texts piece by piece. */
#include "tools/import/text/text_difference.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"

/* ---- pieces ---- */

static bool is_blank(char c) { return c == ' ' || c == '\t'; }
static bool is_wordly(char c) { return isalnum((unsigned char)c) || c == '_' || (c & 0x80) != 0; }

/* Where the piece that begins at `at` ends. */
static size_t piece_end(const char *text, size_t size, size_t at, text_unit unit) {
    if (unit == TEXT_LINES) {
        const char *end = memchr(text + at, '\n', size - at);
        return end == NULL ? size : (size_t)(end - text) + 1;
    }
    size_t end = at + 1;
    if (is_blank(text[at])) {
        while (end < size && is_blank(text[end])) end++;
    } else if (is_wordly(text[at])) {
        while (end < size && is_wordly(text[end])) end++;
    }
    return end;
}

/* Cuts the text, and gives equal pieces equal numbers. */
static uint32_t *cut(const char *text, size_t size, text_unit unit, import_name_table *names,
                     text_pieces *pieces) {
    size_t count = 0;
    for (size_t at = 0; at < size; at = piece_end(text, size, at, unit)) count++;
    *pieces = (text_pieces){text, malloc((count + 1) * sizeof(size_t)), count};
    uint32_t *numbers = malloc((count + 1) * sizeof *numbers);
    size_t i = 0, at = 0;
    if (pieces->starts == NULL || numbers == NULL || count > INT32_MAX / 2) {
        free(numbers);
        return NULL;
    }
    for (; i < count; i++) {
        size_t end = piece_end(text, size, at, unit);
        pieces->starts[i] = at;
        numbers[i] = import_name_table_add(names, text + at, end - at);
        if (numbers[i] == IMPORT_INTERN_FAILED) {
            free(numbers);
            return NULL;
        }
        at = end;
    }
    pieces->starts[count] = size;
    return numbers;
}

/* ---- the longest common subsequence ---- */

typedef struct comparison {
    const uint32_t *a, *b;
    bool *gone, *came;           /* of each piece: not in the other text */
    int32_t *forward, *backward; /* furthest x on each diagonal, from both ends */
} comparison;

typedef struct stretch {
    int32_t a_low, a_high, b_low, b_high;
} stretch;

/* The furthest x that one more difference reaches on diagonal k of a rectangle n x m; beyond the border there
 * is nothing. */
static int32_t step(const int32_t *reach, int32_t d, int32_t k, int32_t n, int32_t m) {
    bool down = k == -d || k == -m || (k != d && k != n && reach[k - 1] < reach[k + 1]);
    int32_t x = down ? reach[k + 1] : reach[k - 1] + 1, end = n < m + k ? n : m + k;
    return x < end ? x : end;
}

/* A point that lies on a shortest path through the stretch: where the paths from both ends meet. */
static void find_middle(const comparison *c, const stretch *s, int32_t *x_out, int32_t *y_out) {
    const int32_t n = s->a_high - s->a_low, m = s->b_high - s->b_low, delta = n - m;
    const bool odd = (delta & 1) != 0;
    int32_t *forward = c->forward + m + 1, *backward = c->backward + m + 1; /* diagonals -m-1 .. n+1 */
    forward[1] = 0;
    backward[1] = 0;
    for (int32_t d = 0;; d++) {
        int32_t low = -d, high = d;
        if (low < -m) low += (-m - low + 1) & ~1; /* the parity of d stays */
        if (high > n) high -= (high - n + 1) & ~1;
        for (int32_t k = low; k <= high; k += 2) {
            int32_t x = step(forward, d, k, n, m), y = x - k, other = delta - k;
            while (x < n && y < m && c->a[s->a_low + x] == c->b[s->b_low + y]) x++, y++;
            forward[k] = x;
            if (odd && other > -d && other < d && x + backward[other] >= n) {
                *x_out = s->a_low + x;
                *y_out = s->b_low + y;
                return;
            }
        }
        for (int32_t k = low; k <= high; k += 2) {
            int32_t x = step(backward, d, k, n, m), y = x - k, other = delta - k;
            while (x < n && y < m && c->a[s->a_high - 1 - x] == c->b[s->b_high - 1 - y]) x++, y++;
            backward[k] = x;
            if (!odd && other >= -d && other <= d && x + forward[other] >= n) {
                *x_out = s->a_high - x;
                *y_out = s->b_high - y;
                return;
            }
        }
    }
}

/* Marks the pieces that are not common. Each step halves the number of differences, so the depth stays
 * below 32. */
static void compare(const comparison *c, stretch s) {
    while (s.a_low < s.a_high && s.b_low < s.b_high && c->a[s.a_low] == c->b[s.b_low]) s.a_low++, s.b_low++;
    while (s.a_low < s.a_high && s.b_low < s.b_high && c->a[s.a_high - 1] == c->b[s.b_high - 1])
        s.a_high--, s.b_high--;
    if (s.a_low == s.a_high || s.b_low == s.b_high) {
        for (int32_t i = s.a_low; i < s.a_high; i++) c->gone[i] = true;
        for (int32_t i = s.b_low; i < s.b_high; i++) c->came[i] = true;
        return;
    }
    int32_t x, y;
    find_middle(c, &s, &x, &y);
    compare(c, (stretch){s.a_low, x, s.b_low, y});
    compare(c, (stretch){x, s.a_high, y, s.b_high});
}

/* ---- from marks to changes ---- */

static bool gather(text_edits *edits, const bool *gone, const bool *came) {
    size_t i = 0, k = 0;
    while (i < edits->a.count || k < edits->b.count) {
        text_change change = {i, 0, k, 0};
        while (i < edits->a.count && gone[i]) i++, change.a_count++;
        while (k < edits->b.count && came[k]) k++, change.b_count++;
        if (change.a_count + change.b_count > 0) {
            void *array = edits->changes;
            if (!import_grow(&array, &edits->capacity, edits->count + 1, sizeof *edits->changes))
                return false;
            edits->changes = array;
            edits->changes[edits->count++] = change;
        } else {
            i++, k++;
        }
    }
    return true;
}

bool text_compare(const char *a, size_t a_size, const char *b, size_t b_size, text_unit unit,
                  text_edits *edits, tool_error *error) {
    import_name_table names = {0};
    if (a == NULL) a = "";
    if (b == NULL) b = "";
    memset(edits, 0, sizeof *edits);
    uint32_t *x = cut(a, a_size, unit, &names, &edits->a),
             *y = x == NULL ? NULL : cut(b, b_size, unit, &names, &edits->b);
    import_name_table_free(&names);
    size_t room = edits->a.count + edits->b.count + 4;
    comparison c = {x,
                    y,
                    calloc(room, sizeof(bool)),
                    calloc(room, sizeof(bool)),
                    malloc(room * sizeof(int32_t)),
                    malloc(room * sizeof(int32_t))};
    bool ok =
        x != NULL && y != NULL && c.gone != NULL && c.came != NULL && c.forward != NULL && c.backward != NULL;
    if (ok) {
        compare(&c, (stretch){0, (int32_t)edits->a.count, 0, (int32_t)edits->b.count});
        ok = gather(edits, c.gone, c.came);
    }
    free(x);
    free(y);
    free(c.gone);
    free(c.came);
    free(c.forward);
    free(c.backward);
    if (ok) return true;
    text_edits_free(edits);
    return import_error_memory(error, NULL);
}

void text_edits_free(text_edits *edits) {
    free(edits->a.starts);
    free(edits->b.starts);
    free(edits->changes);
    memset(edits, 0, sizeof *edits);
}

size_t text_edit_count(const text_edits *edits) {
    size_t sum = 0;
    for (size_t i = 0; i < edits->count; i++) sum += edits->changes[i].a_count + edits->changes[i].b_count;
    return sum;
}
