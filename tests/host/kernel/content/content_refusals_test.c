/* What natives of tables, rows and topologies refuse: names that the cart has not, and places outside of a table. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"let f = table(no_table, 0.5)", "table 1"},
    {"let f = table_between(no_table, 0.5, 0.5)", "table_between 1"},
    {"let f = table_entry(no_table, 0, 0)", "table_entry 1"},
    {"let f = table_entry('curve', -1, 0)", "table_entry 2"},
    {"let f = table_entry('curve', 3, 0)", "table_entry 2"},
    {"let f = table_entry('curve', 0, -1)", "table_entry 3"},
    {"let f = table_entry('curve', 2, 2)", "table_entry 3"},
    {"let n = table_width(no_table)", "table_width 1"},
    {"let n = table_height(no_table)", "table_height 1"},
    {"let n = row_count(no_rows)", "row_count 1"},
    {"let n = row_find(no_rows, 'axe')", "row_find 1"},
    {"for row in every_row(no_rows) { found += 1 }", "every_row 2"},
    {"let n = ways(no_land, 'yard', 'cave')", "ways 1"},
    {"let n = ways('land', no_level, 'cave')", "ways 2"},
    {"let n = ways('land', 'yard', no_level)", "ways 3"},
    {"let n = toward('land', 'yard', no_level)", "toward 3"},
    {"let n = neighbour('land', no_level, 0)", "neighbour 2"},
    {"let n = level_at(no_land, vec3(0.0, 0.0, 0.0))", "level_at 1"},
    {"let b = locked('land', no_level, 'cave')", "locked 2"},
    {"let b = locked('land', 'yard', 'tower')", "locked 3"},
    {"lock('land', 'yard', no_level, true)", "lock 3"},
    {"lock('land', 'yard', 'tower', true)", "lock 3"},
};

static void write_tables(packed_folder *folder) {
    folder_write(folder, "curve.csv", "0,1,2\n3,4,5\n");
    folder_write(folder, "weapons.csv", "key,force:i32\naxe,3\n");
    folder_write(folder, "land.txt",
                 "form graph\nlevel yard low=0,0,0 high=9,9,9\nlevel cave\nlevel tower\n"
                 "link yard cave door at=1,2,3 radius=2\nlink cave tower door at=4,2,3 radius=2\n");
}

TEST(content_refusals_tell_which_argument) {
    const refused_cart played_one = {
        REFUSED_HEAD "table curve curve.csv kind=i16\ndata weapons weapons.csv\ntopology land land.txt\n"
                     "level yard yard.txt\nlevel cave yard.txt\nlevel tower yard.txt\n",
        REFUSED_VIEW, "level 1\nbounds -8,-1,-8 8,3,8\n",
        "var no_table: table\nvar no_rows: rows\nvar no_land: topology\nvar no_level: level\nvar found = 0\n",
        write_tables};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
