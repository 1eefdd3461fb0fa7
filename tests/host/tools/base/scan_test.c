/* Texts of a fixed form: numbers that fit, whole texts, nothing skipped. */
#include "tools/base/scan.h"

#include <stdint.h>

#include "tests/test.h"

TEST(scan_takes_whole_texts_alone) {
    uint32_t a = 0, b = 0;
    int32_t signed_one = 0;
    CHECK(scan_text("64x32", "%ux%u", &a, &b) && a == 64 && b == 32);
    CHECK(scan_text("cart14", "cart%u", &a) && a == 14);
    CHECK(scan_text("@7+ff", "@%u+%x", &a, &b) && a == 7 && b == 255);
    CHECK(scan_text("-5..9", "%d..%u", &signed_one, &a) && signed_one == -5 && a == 9);
    CHECK(!scan_text("64x32 ", "%ux%u", &a, &b) && !scan_text(" 64x32", "%ux%u", &a, &b) &&
          !scan_text("64 x32", "%ux%u", &a, &b));
    CHECK(!scan_text("64x", "%ux%u", &a, &b) && !scan_text("64", "%ux%u", &a, &b) &&
          !scan_text("", "%u", &a));
    CHECK(!scan_text("cart", "cart%u", &a) && !scan_text("car", "cart%u", &a) &&
          !scan_text("cart1zz", "cart%u", &a));
    CHECK(!scan_text("-1", "%u", &a) && !scan_text("+1", "%u", &a) && !scan_text("+1", "%d", &signed_one) &&
          !scan_text("--1", "%d", &signed_one));
    CHECK(!scan_text("FF", "%x", &a) && !scan_text("0x1", "%x", &a) && !scan_text("-", "%d", &signed_one));
}

TEST(scan_wraps_no_number) {
    uint32_t a = 0;
    int32_t b = 0;
    CHECK(scan_text("4294967295", "%u", &a) && a == UINT32_MAX);
    CHECK(scan_text("0000000000004294967295", "%u", &a) && a == UINT32_MAX);
    CHECK(!scan_text("4294967296", "%u", &a) && !scan_text("17777777774", "%u", &a) &&
          !scan_text("18446744073709551617", "%u", &a));
    CHECK(!scan_text("99999999999999999999999999999999", "%u", &a));
    CHECK(scan_text("ffffffff", "%x", &a) && a == UINT32_MAX && !scan_text("100000000", "%x", &a));
    CHECK(scan_text("2147483647", "%d", &b) && b == INT32_MAX && !scan_text("2147483648", "%d", &b));
    CHECK(scan_text("-2147483648", "%d", &b) && b == INT32_MIN && !scan_text("-2147483649", "%d", &b));
}

TEST(scan_moves_behind_a_front_that_fits) {
    const char *at = "copy@12.cart";
    uint32_t place = 0;
    CHECK(!scan_front(&at, "copy@%u/", &place) && at[0] == 'c');
    CHECK(scan_front(&at, "copy@%u.", &place) && place == 12 && at[0] == 'c' && at[1] == 'a' && at[4] == 0);
    CHECK(scan_hex_digit('9') == 9 && scan_hex_digit('f') == 15 && scan_hex_digit('F') == -1 &&
          scan_hex_digit('g') == -1);
}
