/* Reads command lines. */
#include "tools/report/arguments.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tools/import/base/words.h"

int arguments_wrong(const char *verb, const char *format, ...) {
    va_list arguments;
    fprintf(stderr, "oxcart %s: ", verb);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "; see oxcart help %s\n", verb);
    return EXIT_USAGE;
}

static bool wrong_value(const char *verb, const argument_option *option, const char *value) {
    char expected[160] = "";
    switch (option->kind) {
    case ARGUMENT_NUMBER:
        snprintf(expected, sizeof expected, "a whole number from %d to %d", (int)option->least,
                 (int)option->most);
        break;
    case ARGUMENT_BYTES:
        snprintf(expected, sizeof expected, "bytes, K or M such as 192K");
        break;
    case ARGUMENT_SIZE:
        snprintf(expected, sizeof expected, "WIDTHxHEIGHT, each 8 to 1024, such as 240x160");
        break;
    default:
        snprintf(expected, sizeof expected, "one of");
        for (int i = 0; option->choices[i] != NULL; i++) {
            size_t used = strlen(expected);
            snprintf(expected + used, sizeof expected - used, "%s %s", i == 0 ? "" : ",", option->choices[i]);
        }
    }
    arguments_wrong(verb, "%s %s: %s is wanted", option->name, value, expected);
    return false;
}

static bool take_value(const char *verb, const argument_option *option, const char *value) {
    double number;
    switch (option->kind) {
    case ARGUMENT_TEXT:
        *(const char **)option->target = value;
        return true;
    case ARGUMENT_NUMBER:
        if (!cart_parse_number(value, &number) || number < option->least || number > option->most) break;
        *(int32_t *)option->target = (int32_t)number;
        if (number == (double)(int32_t)number) return true;
        break;
    case ARGUMENT_BYTES:
        if (cart_parse_bytes(value, option->target)) return true;
        break;
    case ARGUMENT_SIZE:
        if (cart_parse_size(value, (int *)option->target, (int *)option->target + 1)) return true;
        break;
    case ARGUMENT_LIST: {
        argument_list *list = option->target;
        if (list->count == ARGUMENT_LIST_MOST) {
            arguments_wrong(verb, "%s: at most %d are possible", option->name, ARGUMENT_LIST_MOST);
            return false;
        }
        list->items[list->count++] = value;
        return true;
    }
    case ARGUMENT_CHOICE: {
        int choice = cart_choice(value, option->choices);
        if (choice < 0) break;
        *(int *)option->target = choice;
        return true;
    }
    default:
        break;
    }
    return wrong_value(verb, option, value);
}

static const argument_option *find_option(const argument_option *options, const char *word) {
    size_t length = strcspn(word, "=");
    for (; options->kind != ARGUMENT_END; options++) {
        if (strlen(options->name) == length && strncmp(options->name, word, length) == 0) return options;
    }
    return NULL;
}

static bool unknown(const char *verb, const argument_option *options, const char *word) {
    const char *names[64];
    char key[64], possible[800] = "";
    int count = 0;
    size_t length = 0;
    for (; options->kind != ARGUMENT_END && count < 63; options++) {
        names[count++] = options->name;
        int more = snprintf(possible + length, sizeof possible - length, "%s%s", length > 0 ? ", " : "",
                            options->name);
        length = more > 0 && length + (size_t)more < sizeof possible ? length + (size_t)more : length;
        possible[length] = 0;
    }
    names[count] = NULL;
    snprintf(key, sizeof key, "%.*s", (int)strcspn(word, "="), word);
    const char *suggestion = cart_suggest(key, names);
    if (suggestion != NULL) {
        arguments_wrong(verb, "unknown option %s, did you mean %s? Possible are %s", key, suggestion,
                        possible);
    } else if (count > 0) {
        arguments_wrong(verb, "unknown option %s, possible are %s", key, possible);
    } else {
        arguments_wrong(verb, "unknown option %s, it has none", key);
    }
    return false;
}

bool arguments_parse(int argc, char **argv, const argument_option *options, const char **words, int wanted,
                     const char *what) {
    int count = 0;
    bool only_words = false;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (only_words || word[0] != '-' || word[1] == 0) {
            if (count == wanted) {
                arguments_wrong(argv[0], "one word too many: %s", word);
                return false;
            }
            words[count++] = word;
            continue;
        }
        if (strcmp(word, "--") == 0) {
            only_words = true;
            continue;
        }
        const argument_option *option = find_option(options, word);
        if (option == NULL) return unknown(argv[0], options, word);
        const char *value = strchr(word, '=');
        if (option->kind == ARGUMENT_FLAG) {
            *(bool *)option->target = true;
            continue;
        }
        value = value != NULL ? value + 1 : i + 1 < argc ? argv[++i] : NULL;
        if (value == NULL) {
            arguments_wrong(argv[0], "%s needs a value", option->name);
            return false;
        }
        if (!take_value(argv[0], option, value)) return false;
    }
    if (count == wanted) return true;
    arguments_wrong(argv[0], "%s is missing", what);
    return false;
}
