/* Fuzz target: any bytes as a text of options, and as words of the command line, for a cart that has some. What is refused leaves nothing; what is
 * taken is in its range. */
#define _GNU_SOURCE /* memfd_create */
#include <stdbool.h>
#include <string.h>

#include "tests/fuzz/file.h"
#include "tools/command/command.h"
#include "tools/play/option_sources.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void tell(void *context, const tool_error *error) {
    (void)context;
    if (error->text[0] == 0) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static writer image;
    static rom_image opened;
    char word[200];
    fuzz_file file;
    option_sources sources;
    tool_error error = {.text = ""};
    if (image.size == 0 && (!command_make_image("rom/carts/examples/dials", true, &image, &error) ||
                            rom_open(image.data, image.size, &opened, NULL) != ROM_OK))
        abort();
    if (!fuzz_file_open(&file, data, size)) return 0;
    const size_t length = size < sizeof word - 1 ? size : sizeof word - 1;
    if (length > 0) memcpy(word, data, length);
    word[length] = 0;
    const char *const words[] = {word, NULL};
    const option_wishes wishes = {.files = file.path, .words = words};
    const bool ok = option_sources_read(&opened, &wishes, &sources, tell, NULL);
    if (!ok && sources.count != 0) abort();
    for (uint32_t i = 0; i < sources.count; i++) {
        ox_option option;
        if (!ox_option_find(option_sources_chunk(&opened), sources.list[i].name, &option) ||
            sources.list[i].value < option.least || sources.list[i].value > option.greatest)
            abort();
    }
    option_sources_free(&sources);
    fuzz_file_close(&file);
    return 0;
}
