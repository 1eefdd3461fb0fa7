/* Descriptions of tables of numbers, and the tables as text. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/text.h"
#include "tools/import/text/numeric.h"

enum { VALUES_MOST = 65536 };

typedef struct reader {
    const char *file;
    tool_error *error;
    import_numeric *table;
    import_text text;
    unsigned long expression_line;
    double *values; /* in place of an expression */
    uint32_t value_count;
    bool open, open_y, sorted, inverse, counted;
} reader;

static const char *const statements[] = {"expression", "domain", "domain-y", "count",
                                         "format",     "values", "sorted",   "inverse"};
enum { EXPRESSION, DOMAIN_X, DOMAIN_Y, COUNT, FORMAT, VALUES, SORTED, INVERSE, STATEMENTS };
static const char *const kinds[] = {"u8", "i16", "u16", "i32", "fx"};
static const double least_of[] = {0, -32768, 0, -2147483648.0, -2147483648.0},
                    most_of[] = {255, 32767, 65535, 2147483647.0, 2147483647.0};

static int statement_of(const char *word, size_t length) {
    for (int i = 0; i < STATEMENTS; i++) {
        if (strlen(statements[i]) == length && memcmp(statements[i], word, length) == 0) return i;
    }
    return -1;
}

bool import_numeric_is(const char *text, size_t size) {
    import_text t = import_text_open(text, size);
    do {
        size_t length;
        import_text_skip_blanks(&t);
        if (import_text_at_line_end(&t) || *t.at == '#') continue;
        const char *word = import_text_word(&t, &length);
        return statement_of(word, length) >= 0;
    } while (import_text_next_line(&t));
    return false;
}

static bool wrong(reader *r, const char *sentence) {
    return import_error_line(r->error, r->file, r->text.line, "%s", sentence);
}

static bool take_domain(reader *r, double *low, double *high, bool *open) {
    size_t length;
    if (!import_text_number(&r->text, low) || !import_text_number(&r->text, high) || !(*low < *high) ||
        *low < -32768 || *high > 32767)
        return wrong(r, "`domain LOW HIGH [open]` with LOW below HIGH, both from -32768 to 32767, is wanted");
    import_text_skip_blanks(&r->text);
    if (import_text_at_line_end(&r->text)) return true;
    const char *word = import_text_word(&r->text, &length);
    *open = length == 4 && memcmp(word, "open", 4) == 0;
    return *open || wrong(r, "only `open` may stand behind a domain");
}

static bool take_count(reader *r) {
    double width = 0, height = 1;
    bool ok = import_text_number(&r->text, &width);
    import_text_skip_blanks(&r->text);
    if (ok && !import_text_at_line_end(&r->text)) ok = import_text_number(&r->text, &height);
    if (!ok || width < 1 || height < 1 || width * height > IMPORT_NUMERIC_ENTRIES || width != floor(width) ||
        height != floor(height))
        return wrong(r, "`count WIDTH [HEIGHT]` with at most 1048576 entries is wanted");
    r->table->width = (uint32_t)width;
    r->table->height = (uint32_t)height;
    r->counted = true;
    return true;
}

static bool take_format(reader *r) {
    size_t length;
    double bits = 0;
    import_text_skip_blanks(&r->text);
    const char *word = import_text_word(&r->text, &length);
    int kind = 0;
    while (kind < 5 && (strlen(kinds[kind]) != length || memcmp(kinds[kind], word, length) != 0)) kind++;
    import_text_skip_blanks(&r->text);
    bool given = !import_text_at_line_end(&r->text);
    if (kind == 5 ||
        (given && (!import_text_number(&r->text, &bits) || bits < 0 || bits > 31 || bits != floor(bits))) ||
        (given && kind == IMPORT_NUMERIC_FX))
        return wrong(r, "`format u8|i16|u16|i32 [BITS]` or `format fx` is wanted");
    r->table->kind = (import_numeric_kind)kind;
    r->table->fraction = kind == IMPORT_NUMERIC_FX ? 16 : (int)bits;
    return true;
}

static bool take_values(reader *r) {
    double value;
    import_text_skip_blanks(&r->text);
    while (!import_text_at_line_end(&r->text)) {
        if (r->value_count == VALUES_MOST) return wrong(r, "more than 65536 values");
        if (!import_text_number(&r->text, &value)) return wrong(r, "numbers with blanks between are wanted");
        r->values[r->value_count++] = value;
        import_text_skip_blanks(&r->text);
    }
    return true;
}

static bool take_expression(reader *r) {
    size_t length;
    import_text_skip_blanks(&r->text);
    r->expression_line = r->text.line;
    const char *rest = import_text_rest(&r->text, &length);
    if (length == 0 || length >= sizeof r->table->expression)
        return wrong(r, "an expression of 1 to 255 characters is wanted");
    memcpy(r->table->expression, rest, length);
    r->table->expression[length] = 0;
    return true;
}

static bool take_statement(reader *r) {
    size_t length;
    import_text_skip_blanks(&r->text);
    if (import_text_at_line_end(&r->text) || *r->text.at == '#') return true;
    const char *word = import_text_word(&r->text, &length);
    switch (statement_of(word, length)) {
    case EXPRESSION:
        return take_expression(r);
    case DOMAIN_X:
        return take_domain(r, &r->table->low, &r->table->high, &r->open);
    case DOMAIN_Y:
        return take_domain(r, &r->table->low_y, &r->table->high_y, &r->open_y);
    case COUNT:
        return take_count(r);
    case FORMAT:
        return take_format(r);
    case INVERSE:
        r->inverse = true;
        return take_values(r);
    case VALUES:
        return take_values(r);
    case SORTED:
        r->sorted = true;
        return true;
    default:
        return wrong(
            r, "unknown; possible are expression, domain, domain-y, count, format, values, sorted, inverse");
    }
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Inverts a matrix by Gauss-Jordan elimination with the largest pivot; false for a matrix without an inverse. */
static bool invert(double *values, uint32_t side) {
    double m[4][8] = {{0}};
    for (uint32_t r = 0; r < side; r++) {
        for (uint32_t c = 0; c < side; c++) m[r][c] = values[r * side + c];
        m[r][side + r] = 1;
    }
    for (uint32_t c = 0; c < side; c++) {
        uint32_t pivot = c;
        for (uint32_t r = c + 1; r < side; r++) pivot = fabs(m[r][c]) > fabs(m[pivot][c]) ? r : pivot;
        if (fabs(m[pivot][c]) < 1e-12) return false;
        for (uint32_t k = 0; k < 2 * side; k++) {
            double swap = m[c][k];
            m[c][k] = m[pivot][k];
            m[pivot][k] = swap;
        }
        double by = m[c][c];
        for (uint32_t k = 0; k < 2 * side; k++) m[c][k] /= by;
        for (uint32_t r = 0; r < side; r++) {
            double part = m[r][c];
            for (uint32_t k = 0; k < 2 * side && r != c; k++) m[r][k] -= part * m[c][k];
        }
    }
    for (uint32_t i = 0; i < side * side; i++) values[i] = m[i / side][side + i % side];
    return true;
}

static bool settle_values(reader *r) {
    import_numeric *t = r->table;
    uint32_t side = 2;
    if (r->inverse) {
        while (side <= 4 && side * side != r->value_count) side++;
        if (side > 4 || !invert(r->values, side))
            return import_error_file(r->error, r->file,
                                     "`inverse` wants 4, 9 or 16 numbers of a matrix that has an inverse");
    }
    if (r->sorted) qsort(r->values, r->value_count, sizeof *r->values, by_value);
    if (!r->counted) {
        t->width = r->inverse ? side : r->value_count;
        t->height = r->inverse ? side : 1;
    }
    if (t->width * t->height == r->value_count) return true;
    return import_error_file(r->error, r->file, "%u values for a count of %u x %u; correct one",
                             (unsigned)r->value_count, (unsigned)t->width, (unsigned)t->height);
}

static double place_of(double low, double high, uint32_t i, uint32_t count, bool open) {
    uint32_t steps = open ? count : count - 1;
    return steps == 0 ? low : low + (high - low) * i / steps;
}

static bool fill(reader *r) {
    import_numeric *t = r->table;
    double scale = ldexp(1, t->fraction), sum = 0;
    t->entries = malloc((size_t)t->width * t->height * sizeof *t->entries);
    if (t->entries == NULL) return import_error_memory(r->error, r->file);
    for (uint32_t i = 0; i < t->width * t->height; i++) {
        double x = place_of(t->low, t->high, i % t->width, t->width, r->open),
               y = place_of(t->low_y, t->high_y, i / t->width, t->height, r->open_y), value;
        if (r->value_count > 0) {
            value = r->values[i];
        } else if (!import_numeric_value(r->file, r->expression_line, t->expression, x, y, i, &value,
                                         r->error)) {
            return false;
        }
        double scaled = value * scale, rounded = scaled < 0 ? ceil(scaled - 0.5) : floor(scaled + 0.5);
        if (!(rounded >= least_of[t->kind] && rounded <= most_of[t->kind]))
            return import_error_line(
                r->error, r->file, r->expression_line,
                "entry %u (x = %g, y = %g) is %g, which does not fit %s with %d bits behind the point",
                (unsigned)i, x, y, value, kinds[t->kind], t->fraction);
        t->entries[i] = (int64_t)rounded;
        double off = fabs(rounded / scale - value);
        if (off > t->worst) t->worst = off;
        sum += off;
    }
    t->mean = sum / ((double)t->width * t->height);
    if (r->open)
        t->high = place_of(t->low, t->high, t->width - 1, t->width, true); /* where the last entry lies */
    if (r->open_y) t->high_y = place_of(t->low_y, t->high_y, t->height - 1, t->height, true);
    return true;
}

bool import_numeric_parse(const char *file, const char *text, size_t size, import_numeric *table,
                          tool_error *error) {
    reader r = {.file = file, .error = error, .table = table, .text = import_text_open(text, size)};
    memset(table, 0, sizeof *table);
    *table = (import_numeric){.kind = IMPORT_NUMERIC_FX,
                              .fraction = 16,
                              .width = 256,
                              .height = 1,
                              .low = 0,
                              .high = 1,
                              .low_y = 0,
                              .high_y = 1};
    r.values = malloc(VALUES_MOST * sizeof *r.values);
    bool ok = r.values != NULL || import_error_memory(error, file);
    bool more = size > 0;
    while (ok && more) {
        ok = take_statement(&r);
        more = ok && import_text_next_line(&r.text);
    }
    if (ok && (table->expression[0] == 0) == (r.value_count == 0))
        ok = import_error_line(error, file, r.text.line, "an expression or values are wanted, one of them");
    ok = ok && (r.value_count == 0 || settle_values(&r)) && fill(&r);
    free(r.values);
    if (!ok) import_numeric_free(table);
    return ok;
}

void import_numeric_free(import_numeric *table) {
    free(table->entries);
    memset(table, 0, sizeof *table);
}

/* ---- as text ---- */

static void put(writer *out, const char *text) { writer_bytes(out, text, strlen(text)); }

void import_numeric_write_c(const import_numeric *t, const char *name, writer *out) {
    static const char *const types[] = {"uint8_t", "int16_t", "uint16_t", "int32_t", "int32_t"};
    static const int digits[] = {2, 4, 4, 8, 8};
    char line[512];
    uint32_t count = t->width * t->height;
    snprintf(
        line, sizeof line,
        "/* %s; x %g to %g, y %g to %g; %d bits behind the point; error %.3g at most, %.3g in the mean. */\n",
        t->expression[0] == 0 ? "values" : t->expression, t->low, t->high, t->low_y, t->high_y, t->fraction,
        t->worst, t->mean);
    put(out, line);
    snprintf(line, sizeof line, "const %s %s[%u] = {", types[t->kind], name, (unsigned)count);
    put(out, line);
    for (uint32_t i = 0; i < count; i++) {
        int64_t v = t->entries[i], magnitude = v < 0 ? -v : v;
        if (v == INT32_MIN) { /* C has no constant of this value */
            snprintf(line, sizeof line, "%s-0x7fffffff - 1,", i % 8 == 0 ? "\n    " : " ");
        } else {
            snprintf(line, sizeof line, "%s%s0x%0*llx,", i % 8 == 0 ? "\n    " : " ", v < 0 ? "-" : "",
                     digits[t->kind], (unsigned long long)magnitude);
        }
        put(out, line);
    }
    put(out, "\n};\n");
}

void import_numeric_write_csv(const import_numeric *t, writer *out) {
    for (uint32_t i = 0; i < t->width * t->height; i++) {
        char number[64];
        double value = t->kind == IMPORT_NUMERIC_FX ? (double)t->entries[i] / 65536 : (double)t->entries[i];
        snprintf(number, sizeof number, "%.17g%s", value, (i + 1) % t->width == 0 ? "\n" : ",");
        put(out, number);
    }
}
