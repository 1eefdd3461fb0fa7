/* Tables of numbers from expressions: known values, exact round trips, and every refusal. */
#include <math.h>

#include "fixedmath/types.h"
#include "rom/records.h"
#include "rom/table.h"
#include "tests/host/tools/convert/converted_asset.h"
#include "tools/import/base/angle.h"
#include "tools/import/text/numeric.h"

static converted_asset made;
static tool_error error;

static double value_of(const char *expression) {
    double value = NAN;
    if (!import_numeric_value("t", 1, expression, 0.5, 2, 3, &value, &error))
        test_fail(__FILE__, __LINE__, error.text, 0, 1);
    return value;
}

static bool near(double a, double b, double within) { return fabs(a - b) <= within; }

TEST(numeric_expressions_and_constants) {
    static const int fib[8] = {0, 1, 1, 2, 3, 5, 8, 13};
    char text[40];
    for (int i = 0; i < 8; i++) {
        snprintf(text, sizeof text, "fibonacci(%d)", i);
        CHECK(value_of(text) == fib[i]);
    }
    CHECK(value_of("factorial(4)") == 24 && value_of("gcd(48, 36)") == 12);
    CHECK(near(value_of("sine(1.234, 10)"), 0.943818209374634, 1e-14));
    CHECK(value_of("lagrange(3, -1,4, 0,2, 1,4)") == 20); /* 2x^2 + 2 */
    CHECK(value_of("polynomial(3, 2, 0, 2)") == 20);
    CHECK(value_of("1 + 2 * 3 ^ 2 - -4") == 23 && value_of("2 ^ 3 ^ 2") == 512 && value_of("(1+2)*3") == 9 &&
          value_of("-7 % 4") == 1);
    CHECK(value_of("x + y * i") == 6.5 && value_of("1.5e2") == 150 && value_of("1e-2") == 0.01);
    CHECK(value_of("attenuation(0.5, 0.5)") == 0.5 && value_of("attenuation(1, 1)") == 0);
    CHECK(value_of("smooth(0.5)") == 0.5 && value_of("clamp(5, 0, 2)") == 2 && value_of("round(-2.5)") == -3);
    for (double v = 0.013; v < 400; v *= 1.37) { /* values against the C library's */
        struct {
            const char *form;
            double wanted;
        } cases[] = {{"sin(%.17g)", sin(v)},           {"cos(%.17g)", cos(v)},
                     {"exp(%.17g)", exp(v)},           {"log(%.17g)", log(v)},
                     {"pow(%.17g, 2.2)", pow(v, 2.2)}, {"gamma(%.17g, 2.2)", pow(v, 1 / 2.2)}};
        for (int i = 0; i < 6; i++) {
            char expression[80];
            snprintf(expression, sizeof expression,
                     i == 0   ? "sin(%.17g)"
                     : i == 1 ? "cos(%.17g)"
                     : i == 2 ? "exp(%.17g)"
                     : i == 3 ? "log(%.17g)"
                     : i == 4 ? "pow(%.17g, 2.2)"
                              : "gamma(%.17g, 2.2)",
                     v);
            CHECK(near(value_of(expression), cases[i].wanted, 1e-12 * (1 + fabs(cases[i].wanted))));
        }
    }
}

/* Natural logarithms and decibels against the C library's. */
TEST(numeric_logarithms_are_those_of_the_library) {
    double worst = 0, decibels = 0;
    for (int i = 1; i < 20000; i++) {
        double x = i < 10000 ? i / 7919.0 : ldexp(i, i % 200 - 100), exact = log(x);
        worst = fmax(worst, fabs(import_log(x) - exact) / fmax(1, fabs(exact)));
        decibels = fmax(decibels, fabs(import_decibels(x) - 10 * log10(x)) / fmax(1, fabs(exact)));
    }
    CHECK(worst < 1e-15);
    CHECK(decibels < 1e-14);
    CHECK(import_log(0) != import_log(0));
    CHECK(import_log(1) == 0);
}

TEST(numeric_fresnel_of_64_entries) {
    rom_table table;
    rom_error fault;
    static const struct {
        double cosine, wanted;
    } points[] = {{1, 0.0400}, {0.75, 0.0468}, {0.5, 0.0892}, {0.25, 0.2642}, {0, 1}};
    CHECK(convert_asset_text(&made, "table",
                             "expression fresnel(x, 1.5)\ndomain 0 1\ncount 64\nformat u16 15\n", ""));
    converted_check(&made);
    CHECK_EQ(
        rom_table_bind(made.chunk.data,
                       &(rom_table_shape){.kind = ROM_TABLE_U16, .dimensions = 1, .width = 64, .height = 1},
                       &table, &fault),
        ROM_OK);
    for (int i = 0; i < 5; i++)
        CHECK(near(rom_table_linear(&table, (fx)(points[i].cosine * 65536), 0) / 32768.0, points[i].wanted,
                   0.005));
    CHECK(strstr(made.companions.notes->text, "error of rounding 1."));
    converted_free(&made);
}

/* Tables that are written as values and packed again are the same to the bit, in every format. */
TEST(numeric_tables_written_and_read_are_the_same) {
    static const char *const forms[] = {"format u8", "format i16 4", "format u16", "format i32 12",
                                        "format fx"};
    static const char *const kinds[] = {"kind=u8", "kind=i16", "kind=u16", "kind=i32", "kind=fx"};
    for (int i = 0; i < 5; i++) {
        char text[200];
        import_numeric table;
        converted_asset again;
        writer out = {0};
        snprintf(text, sizeof text,
                 "# waves\nexpression 90 + 80 * sin(x * 2 * pi) * cos(y)\ndomain 0 1 open\ncount 32 "
                 "5\ndomain-y 0 3\n%s\n",
                 forms[i]);
        CHECK(convert_asset_text(&made, "table", text, ""));
        converted_check(&made);
        CHECK(import_numeric_parse("t", text, strlen(text), &table, &error));
        import_numeric_write_csv(&table, &out);
        CHECK(convert_asset(&again, "table", "t.csv", out.data, out.size, kinds[i]));
        CHECK_EQ(converted_u32(&made, ROM_TABLE_VALUE_BYTES), converted_u32(&again, ROM_TABLE_VALUE_BYTES));
        CHECK(memcmp(made.chunk.data + converted_u32(&made, ROM_TABLE_VALUES_AT),
                     again.chunk.data + converted_u32(&again, ROM_TABLE_VALUES_AT),
                     converted_u32(&made, ROM_TABLE_VALUE_BYTES)) == 0);
        CHECK_EQ(converted_u32(&made, ROM_TABLE_CHECKSUM), converted_u32(&again, ROM_TABLE_CHECKSUM));
        out.size = 0;
        import_numeric_write_c(&table, "waves", &out);
        writer_u8(&out, 0);
        CHECK(strstr((const char *)out.data, "waves[160] = {\n    0x") != NULL);
        const char *at = strchr((const char *)out.data, '{') + 1;
        for (uint32_t k = 0; k < 160; k++) { /* the numbers are read as a compiler reads them */
            char *end;
            CHECK(strtoll(at, &end, 16) == table.entries[k]);
            at = end + 1;
        }
        import_numeric_free(&table);
        converted_free(&again);
        converted_free(&made);
        writer_free(&out);
    }
}

TEST(numeric_values_sorted_and_inverse) {
    static const int32_t sorted[] = {-3, 1, 2, 10},
                         inverse[] = {39322, -45875, -13107, 26214}; /* 0.6 -0.7 -0.2 0.4 */
    CHECK(convert_asset_text(&made, "table", "values 10 1\nvalues -3 2\nsorted\nformat i32\n", ""));
    converted_check(&made);
    for (size_t i = 0; i < 4; i++)
        CHECK_EQ((int32_t)converted_u32(&made, converted_u32(&made, ROM_TABLE_VALUES_AT) + 4 * i), sorted[i]);
    converted_free(&made);
    CHECK(convert_asset_text(&made, "table", "inverse 4 7 2 6\n", ""));
    converted_check(&made);
    CHECK(converted_u32(&made, ROM_TABLE_WIDTH) == 2 && converted_u32(&made, ROM_TABLE_HEIGHT) == 2);
    for (size_t i = 0; i < 4; i++)
        CHECK_EQ((int32_t)converted_u32(&made, converted_u32(&made, ROM_TABLE_VALUES_AT) + 4 * i),
                 inverse[i]);
    converted_free(&made);
}

TEST(numeric_refusals_name_their_place) {
    static const struct {
        const char *text, *part;
    } wrong[] = {
        {"expression x * 1000\nformat u8\n", "it.txt:1: entry 66"},
        {"expression sqrt(0-1-x)\n", "it.txt:1: entry 0"},
        {"expression 1 / x\n", "it.txt:1: entry 0"},
        {"expression 1 +\n", "it.txt:1: column 4"},
        {"expression foo(x)\n", "it.txt:1: column 1"},
        {"expression sin(x, y)\n", "another number of arguments"},
        {"expression (x\n", "`)` is wanted"},
        {"expression x x\n", "an operator is wanted"},
        {"count 0\n", "it.txt:1: `count"},
        {"count 2000000\n", "it.txt:1: `count"},
        {"domain 1 0\n", "it.txt:1: `domain"},
        {"format i64\n", "it.txt:1: `format"},
        {"count 4\nexpression x\ncolour red\n", "it.txt:3: unknown"},
        {"count 4\n", "an expression or values"},
        {"values 1 2\ncount 3\n", "2 values for a count of 3"},
        {"inverse 1 2 2 4\n", "that has an inverse"},
        {"expression ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((x", "more than 64"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(!convert_asset_text(&made, "table", wrong[i].text, ""));
        if (strstr(made.error.text, wrong[i].part) == NULL)
            test_fail(__FILE__, __LINE__, made.error.text, (long long)i, 0);
        converted_free(&made);
    }
}

/* Unit coefficients of degree 10 in single precision: log2|x| below 12.7. */
TEST(numeric_domain_of_a_polynomial) {
    double a[11];
    for (int i = 0; i < 11; i++) a[i] = 1;
    double most = import_numeric_domain(a, 10, 127);
    CHECK(near(log2(most), 12.7, 1e-9) && most > 6600 && most < 6700);
    a[10] = 0;
    CHECK(import_numeric_domain(a, 10, 127) > most);
    a[0] = 1e40;
    CHECK(import_numeric_domain(a, 10, 127) == 0);
    CHECK(import_numeric_domain((const double[]){1}, 0, 15) == INFINITY);
}
