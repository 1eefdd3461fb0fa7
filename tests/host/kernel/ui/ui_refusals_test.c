/* What natives of screens refuse: screens and boxes that there are not, and more screens than may be open. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"screen_open(no_screen)", "screen_open 1"},
    {"screen_replace(no_screen)", "screen_replace 1"},
    {"loading_begin(no_screen, 10, 0)", "loading_begin 1"},
    {"box_write('nowhere', \"x\")", "box_write 1"},
    {"box_clear('nowhere')", "box_clear 1"},
    {"for i in 0..20 { screen_open('panel') }", "screen_open finds no room: too many screens are open"},
    {"for i in 0..1000 { element_show(names[i % 40], false) }",
     "element_show finds no room: too many elements are hidden or disabled"},
    {"for i in 0..1000 { element_enable(names[i % 40], false) }",
     "element_enable finds no room: too many elements are hidden or disabled"},
};

static void write_screen(packed_folder *folder) {
    folder_write(folder, "panel.screen", "panel at=centre\n  label \"x\"\nend\n");
}

TEST(ui_refusals_tell_which_argument) {
    const refused_cart played_one = {REFUSED_HEAD "screen panel panel.screen\n", REFUSED_VIEW, NULL,
                                     "var no_screen: screen\n"
                                     "var names: [40]name = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', "
                                     "'a9', 'a10', 'b1', 'b2', 'b3', 'b4', "
                                     "'b5', 'b6', 'b7', 'b8', 'b9', 'b10', 'c1', 'c2', 'c3', 'c4', 'c5', "
                                     "'c6', 'c7', 'c8', 'c9', 'c10', 'd1', "
                                     "'d2', 'd3', 'd4', 'd5', 'd6', 'd7', 'd8', 'd9', 'd10']\n",
                                     write_screen};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
