/* Fuzz target: the small texts that have no target of their own. The first byte says which: programs and effects of
 * materials, input scripts, palettes, link maps, states of builds. Headers of registries are in fuzz_merge. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "platform/host/host_script.h"
#include "raster/program.h"
#include "tests/fuzz/file.h"
#include "tools/encode/effect.h"
#include "tools/encode/palette.h"
#include "tools/encode/shade.h"
#include "tools/inspect/size_report.h"
#include "tools/step/step_build.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must_say(const char *error) {
    if (error[0] == 0 || strchr(error, '\n') != NULL) abort();
}

static void program(const char *text) {
    static shade_program made;
    char error[300] = "", c[16384];
    if (shade_compile(text, "fuzz", &made, error, sizeof error)) {
        if (made.count > RS_PROGRAM_MOST || shade_to_c(&made, "fuzz", c, sizeof c) == 0) abort();
    } else {
        must_say(error);
    }
}

static void effects(const char *text) {
    static effect_table table;
    char error[300] = "";
    if (!effect_compile(text, "fuzz", &table, error, sizeof error)) must_say(error);
}

/* A frame of all devices of a script. */
static void use_script(host_script *made, uint32_t frame, plat_input *in) {
    plat_device device;
    plat_input one;
    (void)host_script_apply(made, frame, in);
    for (int place = -1; place <= PLAT_DEVICES; place++)
        if (host_script_device(made, frame, place, &device, &one) && (place < 1 || place >= PLAT_DEVICES))
            abort();
}

static void script(const char *text) {
    char error[300] = "";
    host_script *made = host_script_parse("fuzz", text, error, sizeof error);
    plat_input in = {0};
    if (made == NULL) must_say(error);
    for (uint32_t frame = 0; made != NULL && frame < 100; frame++) use_script(made, frame * 7, &in);
    host_script_free(made);
}

static void colours(const uint8_t *data, size_t size) {
    fuzz_file file;
    import_palette palette;
    tool_error error = {.text = ""};
    if (!fuzz_file_open(&file, data, size)) return;
    if (!palette_load(file.path, &palette, &error))
        must_say(error.text);
    else if (palette.count < 1 || palette.count > 256)
        abort();
    fuzz_file_close(&file);
}

static void map(const char *text, size_t size) {
    size_report report;
    tool_error error = {.text = ""};
    memset(&report, 0, sizeof report);
    if (!size_report_add_map(&report, "fuzz.map", text, size, 4096, &error)) must_say(error.text);
    size_report_free(&report);
}

/* Sets the checksum of a build's state right, so that its lines are looked at. */
static void state(const uint8_t *data, size_t size) {
    static const char head[] = "oxcart build 1\n", middle[] = "\nsum ";
    char sum[DIGEST_TEXT + 1];
    fuzz_file file;
    build_state read;
    tool_error error = {.text = ""};
    writer out = {0};
    writer_bytes(&out, head, sizeof head - 1);
    writer_bytes(&out, data, size);
    digest own = digest_of(out.data, out.size);
    digest_print(&own, sum);
    writer_bytes(&out, middle, sizeof middle - 1);
    writer_bytes(&out, sum, DIGEST_TEXT - 1);
    if (!out.failed && fuzz_file_open(&file, out.data, out.size)) {
        if (build_read_state(file.path, &read, &error))
            build_free_state(&read);
        else
            must_say(error.text);
        fuzz_file_close(&file);
    }
    writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    char *text = malloc(size); /* texts of files are read with a zero byte behind them */
    if (text == NULL) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    switch (data[0] % 6) {
    case 0:
        program(text);
        break;
    case 1:
        effects(text);
        break;
    case 2:
        script(text);
        break;
    case 3:
        colours(data + 1, size - 1);
        break;
    case 4:
        map(text, size - 1);
        break;
    default:
        state(data + 1, size - 1);
    }
    free(text);
    return 0;
}
