/* Tests of calling exported functions by name: with right and with wrong arguments. */
#include "kernel/export/export.h"
#include "tests/test.h"

static int calls;

static fx twice(fx value) { return value * 2; }
static void count_up(int32_t by) { calls += by; }

static void call_fx_fx(ox_export_function function, const ox_export_value *arguments,
                       ox_export_value *result) {
    result->as.fixed = ((fx(*)(fx))function)(arguments[0].as.fixed);
}
static void call_void_int32_t(ox_export_function function, const ox_export_value *arguments,
                              ox_export_value *result) {
    (void)result;
    ((void (*)(int32_t))function)(arguments[0].as.number);
}

static const ox_export rows[] = {
    {7, 1, (ox_export_function)count_up, call_void_int32_t, OX_EXPORT_VOID, 1, {OX_EXPORT_INT}, NULL},
    {9, 2, (ox_export_function)twice, call_fx_fx, OX_EXPORT_FX, 1, {OX_EXPORT_FX}, NULL},
};
static const ox_exports table = {rows, 2, 3};

TEST(export_calls_by_id) {
    ox_export_value argument = ox_export_fx(FX_ONE), result;
    CHECK_EQ(ox_export_call(&table, 9, &argument, 1, &result), OX_OK);
    CHECK_EQ(result.type, OX_EXPORT_FX);
    CHECK_EQ(result.as.fixed, 2 * FX_ONE);
    argument = ox_export_int(3);
    calls = 0;
    CHECK_EQ(ox_export_call(&table, 7, &argument, 1, NULL), OX_OK);
    CHECK_EQ(calls, 3);
    CHECK(ox_export_find(&table, 7) == &rows[0] && ox_export_find(&table, 9) == &rows[1]);
    CHECK(ox_export_find(&table, 8) == NULL && ox_export_find(&table, 0) == NULL &&
          ox_export_find(&table, 10) == NULL);
}

TEST(export_refuses_wrong_calls) {
    ox_export_value arguments[2] = {ox_export_fx(1), ox_export_fx(2)}, result;
    const ox_exports none = {NULL, 0, 0};
    calls = 0;
    CHECK_EQ(ox_export_call(&table, 8, arguments, 1, &result), OX_NOT_FOUND);
    CHECK_EQ(ox_export_call(&none, 8, arguments, 1, &result), OX_NOT_FOUND);
    CHECK_EQ(ox_export_call(&table, 9, arguments, 2, &result), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_export_call(&table, 9, arguments, 0, &result), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_export_call(&table, 7, arguments, 1, &result),
             OX_BAD_ARGUMENT); /* fx where an int is wanted */
    CHECK_EQ(result.type, OX_EXPORT_VOID);
    CHECK_EQ(calls, 0);
}
