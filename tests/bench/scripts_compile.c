/* Compiles a script for the benchmark: scripts_compile FILE.goad writes the bytes of the module as C. */
#include <stdio.h>
#include <stdlib.h>

#include "tools/import/base/file.h"
#include "tools/script/script.h"

int main(int argc, char **argv) {
    uint8_t *data;
    size_t size;
    tool_error error;
    tool_report report = {.tell = report_print};
    script_options options = {0};
    writer image = {0};
    if (argc != 2 || !import_file_read(argv[1], &data, &size, &error)) return 1;
    script_source source = {argv[1], (const char *)data, size};
    bool made = script_compile(&source, 1, &options, &report, &image);
    if (made) printf("static const _Alignas(4) uint8_t bench_module[] = {");
    for (size_t i = 0; made && i < image.size; i++) printf("%u,", image.data[i]);
    if (made) printf("};\n");
    writer_free(&image);
    report_free(&report);
    free(data);
    return made ? 0 : 1;
}
