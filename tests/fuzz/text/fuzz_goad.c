/* Fuzz target: any bytes as a script. A script that compiles is a module that opens and verifies, with and without
 * the optimiser, and runs without harm. */
#include <stdlib.h>
#include <string.h>

#include "kernel/script/machine.h"
#include "tools/script/script.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const ox_script_plan plan = {.stack = 8000,
                                    .tasks = 4,
                                    .generators = 4,
                                    .task_cells = 500,
                                    .instances = 4,
                                    .instance_cells = 4000,
                                    .tick = 500,
                                    .activation = 500};

/* Runs a module that calls built-in natives alone; a module with other natives is left to the verifier. */
static void run(const writer *image, bool natives) {
    static _Alignas(16) uint8_t memory[1 << 18];
    ox_script script = {0};
    ox_arena arena;
    rom_error error = {0};
    ox_script_natives none = {NULL, 0, NULL};
    ox_script_config config = {.module = image->data,
                               .size = image->size,
                               .trust = OX_SCRIPT_TRUST_CART,
                               .plan = &plan,
                               .natives = &none};
    ox_arena_init(&arena, memory, sizeof memory);
    ox_status status = ox_script_open(&script, &config, &arena, &error);
    if (status != OX_OK) {
        bool plan_is_small = status == OX_OUT_OF_MEMORY || strstr(error.text, "stack") != NULL;
        if (!natives && !plan_is_small && strstr(error.text, "field") == NULL) abort();
        return;
    }
    for (uint32_t tick = 0; tick < 3; tick++) {
        ox_script_tick(&script, tick);
        for (uint32_t i = 0; tick == 0 && i < 3; i++) (void)ox_script_begin(&script, i, i);
        for (uint32_t i = 0; i < 8; i++) {
            static const int32_t arguments[16] = {3, 65536, -1, 0, 7, 2};
            int32_t results[8];
            if (i < script.module.count[OX_SCRIPT_SECTION_FUNCTIONS])
                (void)!ox_script_call_function(&script, i, 0, arguments, results);
        }
        ox_script_run(&script);
    }
    ox_script_close(&script);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    script_source source = {"fuzz.goad", (const char *)data, size};
    for (int i = 0; i < 3; i++) {
        script_options options = {.plain = i == 1, .apart = i == 2};
        tool_report report = {0};
        writer image = {0}, again = {0};
        bool good = script_compile(&source, 1, &options, &report, &image);
        if (good != (report.errors == 0)) abort();
        report_free(&report);
        if (good) {
            if (!script_compile(&source, 1, &options, NULL, &again) || again.size != image.size ||
                memcmp(again.data, image.data, image.size) != 0)
                abort();
            run(&image, rom_u16(image.data + ROM_SCRIPT_MODULE_NATIVE_COUNT) > 0);
        }
        writer_free(&image);
        writer_free(&again);
    }
    return 0;
}
