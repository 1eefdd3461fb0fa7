/* Tests of reports: places, order, limits, severities, exit codes, JSON. */
#include <stdio.h>
#include <string.h>

#include "tests/test.h"
#include "tools/command/command.h"
#include "tools/import/text/json.h"
#include "tools/report/report.h"

static char told[4000];

static void keep(void *argument, report_severity severity, const tool_error *what) {
    char line[REPORT_LINE];
    (void)argument;
    report_line(severity, what, line);
    size_t length = strlen(told);
    snprintf(told + length, sizeof told - length, "%s\n", line);
}

TEST(report_lines_tell_the_place_as_editors_read_it) {
    tool_report r = {.tell = keep};
    tool_error e;
    told[0] = 0;
    CHECK(!import_error_line(&e, "a/cart.txt", 7, "no `%s`", "mesh") && !report_error(&r, &e));
    CHECK(strcmp(e.text, "a/cart.txt:7: no `mesh`") == 0 && e.line == 7 && e.column == 0);
    import_error_at(&e, "b.json", 3, 12, "a comma is missing");
    report_error(&r, &e);
    import_error_offset(&e, "c.png", 33, "wrong checksum");
    report_error(&r, &e);
    CHECK(strcmp(e.text, "c.png: offset 33: wrong checksum") == 0);
    import_error_file(&e, "d.obj", "cannot be read");
    report_error(&r, &e);
    import_error_file(&e, NULL, "out of room");
    report_error(&r, &e);
    import_error_line(&e, "f.txt", 2, "odd");
    CHECK(!import_error_column(&e, 5));
    report_error(&r, &e);
    report_warning(&r, "e.txt", 4, "%d things", 2);
    report_note(&r, NULL, 0, "as you like");
    CHECK(strcmp(told, "a/cart.txt:7: error: no `mesh`\nb.json:3:12: error: a comma is missing\nc.png@33: "
                       "error: wrong checksum\n"
                       "d.obj: error: cannot be read\noxcart: error: out of room\nf.txt:2:5: error: "
                       "odd\ne.txt:4: warning: 2 things\n"
                       "oxcart: note: as you like\n") == 0);
    CHECK(r.errors == 6 && r.warnings == 1 && r.notes == 1 && r.count == 8);
    report_free(&r);
}

TEST(report_tells_each_mistake_once_and_a_hundred_of_them) {
    tool_report r = {.tell = NULL};
    tool_error e;
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < 150; i++) {
            /* duplicates of errors that were not kept cannot be recognised */
            if (turn > 0 && i >= 100) continue;
            import_error_line(&e, "cart.txt", (unsigned long)i + 1, "odd");
            report_error(&r, &e);
        }
    }
    CHECK(r.errors == 150 && r.count == REPORT_ERRORS_MOST);
    report_warning(&r, "cart.txt", 1, "odd");
    CHECK(r.warnings == 1 && r.count == REPORT_ERRORS_MOST + 1);
    report_free(&r);
    report_error(NULL, &e); /* a report that nobody hears */
    r = (tool_report){.tell = keep, .strict = true};
    told[0] = 0;
    report_warning(&r, "cart.txt", 9, "faint");
    CHECK(r.errors == 1 && r.warnings == 0 && strcmp(told, "cart.txt:9: error: faint\n") == 0);
    report_free(&r);
    r = (tool_report){.tell = keep, .quiet = true};
    told[0] = 0;
    report_warning(&r, "cart.txt", 9, "faint");
    report_error(&r, &e);
    CHECK(r.warnings == 1 && r.errors == 1 && strstr(told, "faint") == NULL && strstr(told, "odd") != NULL);
    report_free(&r);
}

TEST(report_knows_a_mistake_of_the_program) {
    tool_error e = {.text = ""};
    tool_report r = {.tell = keep};
    CHECK(report_is_internal(&e));
    told[0] = 0;
    report_error(&r, &e);
    CHECK(strncmp(told, "oxcart: error: ", 15) == 0 && strstr(told, "mistake in oxcart") != NULL);
    CHECK(!import_error_internal(&e, "x.rom", "the sums differ") && report_is_internal(&e));
    import_error_file(&e, "x.rom", "cannot be read");
    CHECK(!report_is_internal(&e));
    report_free(&r);
}

TEST(report_prints_json_that_reads_back) {
    tool_report r = {.tell = NULL};
    tool_error e;
    json_writer out = {.depth = 0};
    import_json_document document;
    import_error_at(&e, "b \"q\".json", 3, 12, "a\\b \xFF");
    report_error(&r, &e);
    import_error_offset(&e, "c.png", 33, "wrong");
    report_error(&r, &e);
    report_warning(&r, NULL, 0, "faint");
    json_begin_object(&out, NULL);
    report_json(&r, &out);
    json_signed(&out, "least", INT64_MIN);
    json_double(&out, "half", 0.5);
    json_switch(&out, "good", true);
    json_id(&out, "id", 0x12ABu);
    json_begin_array(&out, "empty");
    json_end_array(&out);
    json_end_object(&out);
    CHECK(import_json_parse("out", (const char *)out.text.data, out.text.size, &document, &e));
    const import_json *root = &document.root, *messages = import_json_find(root, "messages");
    CHECK(messages != NULL && messages->count == 3 && import_json_find(root, "errors")->is.number == 2 &&
          import_json_find(root, "warnings")->is.number == 1);
    const import_json *first = &messages->is.items[0], *second = &messages->is.items[1],
                      *third = &messages->is.items[2];
    CHECK(strcmp(import_json_find(first, "file")->is.text, "b \"q\".json") == 0 &&
          import_json_find(first, "column")->is.number == 12 && import_json_find(first, "offset") == NULL);
    CHECK(strcmp(import_json_find(first, "text")->is.text, "a\\b ?") == 0);
    CHECK(import_json_find(second, "offset")->is.number == 33 && import_json_find(second, "line") == NULL);
    CHECK(strcmp(import_json_find(third, "severity")->is.text, "warning") == 0 &&
          import_json_find(third, "file") == NULL);
    CHECK(import_json_find(root, "half")->is.number == 0.5 && import_json_find(root, "good")->is.boolean &&
          strcmp(import_json_find(root, "id")->is.text, "000012ab") == 0 &&
          import_json_find(root, "empty")->count == 0);
    import_json_free(&document);
    writer_free(&out.text);
    report_free(&r);
}

TEST(report_decides_exit_codes) {
    tool_error e;
    tool_report *said = command_report();
    said->tell = NULL;
    import_error_file(&e, "x.rom", "cannot be read");
    CHECK_EQ(command_failed(&e), EXIT_BAD);
    /* an error in the report outweighs the verb's own code */
    CHECK_EQ(command_end("ls", EXIT_GOOD), EXIT_BAD);
    CHECK_EQ(command_end("ls", EXIT_USAGE), EXIT_USAGE);
    e.text[0] = 0;
    CHECK_EQ(command_failed(&e), EXIT_INTERNAL);
    CHECK_EQ(command_end("ls", EXIT_BAD), EXIT_INTERNAL);
}
