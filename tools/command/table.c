/* oxcart table: tables of numbers out of expressions, as C source or comma-separated values, and the domain
 * of a polynomial. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cart/cart.h"
#include "tools/command/command.h"
#include "tools/import/base/file.h"
#include "tools/import/text/numeric.h"
#include "tools/report/arguments.h"

/* Prints the largest |x| that keeps every term of a polynomial below 2^bits; `list` has coefficients with commas
 * between. */
static int print_domain(const char *list, int32_t bits) {
    double coefficients[32];
    int count = 0;
    while (*list != 0) {
        char word[64];
        size_t length = strcspn(list, ",");
        if (count == 32 || length == 0 || length >= sizeof word)
            return arguments_wrong("table", "--domain takes at most 32 numbers with commas between");
        memcpy(word, list, length);
        word[length] = 0;
        if (!cart_parse_number(word, &coefficients[count++]))
            return arguments_wrong("table", "`%s` is no number", word);
        list += length + (list[length] == ',');
    }
    if (count == 0) return arguments_wrong("table", "--domain takes coefficients, the constant first");
    double most = import_numeric_domain(coefficients, count - 1, bits);
    json_writer *json = command_json();
    if (json != NULL) {
        json_number(json, "bits", (uint64_t)bits);
        json_switch(json, "every", most == INFINITY);
        if (most != INFINITY) json_double(json, "most", most);
    } else if (most == INFINITY) {
        printf("every x keeps below 2^%d\n", (int)bits);
    } else {
        printf("|x| up to %.6g (log2 %.2f) keeps every term below 2^%d\n", most,
               most > 0 ? log2(most) : -INFINITY, (int)bits);
    }
    return EXIT_GOOD;
}

static int print_table(const char *path, const char *name, const char *out_path, bool values) {
    import_numeric table;
    tool_error error = {.text = ""};
    uint8_t *data;
    size_t size;
    writer out = {0};
    if (!import_file_read(path, &data, &size, &error)) return command_failed(&error);
    bool ok = import_numeric_parse(path, (const char *)data, size, &table, &error);
    free(data);
    if (!ok) return command_failed(&error);
    if (values) {
        import_numeric_write_csv(&table, &out);
    } else {
        import_numeric_write_c(&table, name, &out);
    }
    json_writer *json = command_json();
    if (json != NULL) {
        json_number(json, "width", table.width);
        json_number(json, "height", table.height);
        json_double(json, "worst", table.worst);
        json_double(json, "mean", table.mean);
        if (out_path == NULL) json_text_part(json, "text", (const char *)out.data, out.size);
    } else {
        fprintf(stderr, "%u x %u entries, error of rounding %.3g at most, %.3g in the mean\n",
                (unsigned)table.width, (unsigned)table.height, table.worst, table.mean);
    }
    import_numeric_free(&table);
    ok = !out.failed || import_error_memory(&error, path);
    if (ok && out_path != NULL) ok = import_file_write(out_path, out.data, out.size, &error);
    if (ok && out_path == NULL && json == NULL) fwrite(out.data, 1, out.size, stdout);
    writer_free(&out);
    return ok ? EXIT_GOOD : command_failed(&error);
}

static int command_table(int argc, char **argv) {
    const char *words[1] = {NULL}, *name = "table", *out = NULL, *domain = NULL;
    bool values = false;
    int32_t bits = 127;
    const argument_option options[] = {{"--name", ARGUMENT_TEXT, &name, 0, 0, NULL},
                                       {"-o", ARGUMENT_TEXT, &out, 0, 0, NULL},
                                       {"--csv", ARGUMENT_FLAG, &values, 0, 0, NULL},
                                       {"--domain", ARGUMENT_TEXT, &domain, 0, 0, NULL},
                                       {"--bits", ARGUMENT_NUMBER, &bits, 1, 1023, NULL},
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    bool alone = false;
    for (int i = 1; i < argc; i++) alone = alone || strncmp(argv[i], "--domain", 8) == 0;
    if (!arguments_parse(argc, argv, options, words, alone ? 0 : 1, "one file")) return EXIT_USAGE;
    return domain != NULL ? print_domain(domain, bits) : print_table(words[0], name, out, values);
}

const command_verb verb_table = {
    {"table", "make a table of numbers out of an expression",
     "usage: oxcart table FILE [--name NAME] [--csv] [-o FILE] [--json]\n"
     "       oxcart table --domain A0,A1,... [--bits 127] [--json]\n"
     "FILE says in lines what the table holds: expression fresnel(x, 1.5), domain 0 1 [open], count 64 "
     "[ROWS], format\n"
     "u8|i16|u16|i32 [BITS] or fx; or values, sorted, inverse. Prints C source in hexadecimal, or "
     "comma-separated values that\n"
     "read back to the same bits; the error of rounding goes to standard error. A cart's `table` takes the "
     "same file.\n"
     "--domain tells the largest |x| for which no term of a polynomial reaches 2^BITS.\n"
     "example: oxcart table fresnel.txt --name fresnel -o fresnel.c\n"},
    command_table,
};
