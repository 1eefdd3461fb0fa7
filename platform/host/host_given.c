/* Values of options out of the environment and the command line. */
#include "platform/host/host_given.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/text/view.h"
#include "rom/types.h"

bool host_given_variable(const ox_option *option, char name[HOST_GIVEN_VARIABLE]) {
    static const char prefix[] = "OXCART_";
    const size_t before = sizeof prefix - 1;
    if (option->path.length == 0 || option->path.length + before >= HOST_GIVEN_VARIABLE) return false;
    memcpy(name, prefix, before);
    for (size_t i = 0; i < option->path.length; i++) {
        const char c = option->path.at[i];
        name[before + i] = c >= 'a' && c <= 'z' ? (char)(c - 32) : c >= '0' && c <= '9' ? c : '_';
    }
    name[before + option->path.length] = 0;
    return true;
}

static bool take_value(host_given *given, const ox_option *option, const char *value, ox_option_source source,
                       char *error, size_t size) {
    char range[200] = "";
    ox_text out = ox_text_begin(range, sizeof range);
    int32_t number;
    const int length = (int)option->path.length;
    if ((option->flags & (ROM_OPTION_CONSTANT | ROM_OPTION_FIXED)) != 0) {
        snprintf(error, size, "the game alone sets `%.*s`", length, option->path.at);
        return false;
    }
    if (!ox_option_read(option, ox_text_of(value), &number)) {
        ox_option_ask(option, &out);
        snprintf(error, size, "%.*s=%.40s: write %s", length, option->path.at, value, range);
        return false;
    }
    if (given->count == HOST_GIVEN_MOST) {
        snprintf(error, size, "more than %d options", (int)HOST_GIVEN_MOST);
        return false;
    }
    given->list[given->count++] = (ox_option_given){option->name, number, (uint8_t)source};
    return true;
}

bool host_given_read(const rom_image *image, const char *const *words, uint32_t word_count, host_given *given,
                     char *error, size_t size) {
    rom_view view;
    ox_option option;
    char variable[HOST_GIVEN_VARIABLE];
    given->count = 0;
    const bool has = rom_view_chunk(image, rom_id("options"), ROM_TAG_OPTIONS, &view, NULL) == ROM_OK;
    for (uint32_t i = 0; has && ox_option_at(view.data, i, &option); i++) {
        const char *value = host_given_variable(&option, variable) ? getenv(variable) : NULL;
        if (value != NULL && !take_value(given, &option, value, OX_OPTION_ENVIRONMENT, error, size))
            return false;
    }
    for (uint32_t i = 0; i < word_count; i++) {
        const size_t length = strcspn(words[i], "=");
        const ox_text_view path = {words[i], length};
        if (!has || !ox_option_find(view.data, ox_option_id(path), &option) || option.path.length == 0) {
            snprintf(error, size, "the game has no option `%.*s`", (int)length, words[i]);
            return false;
        }
        if (!take_value(given, &option, words[i][length] == 0 ? "" : words[i] + length + 1,
                        OX_OPTION_COMMAND_LINE, error, size))
            return false;
    }
    return true;
}
