/* oxcart gen: models, pictures and sounds out of numbers and a seed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cart/cart.h"
#include "tools/command/command.h"
#include "tools/generate/generate.h"
#include "tools/report/arguments.h"

static int list_generators(void) {
    json_writer *json = command_json();
    if (json != NULL) json_begin_array(json, "generators");
    for (const generator *g = generate_next(NULL); g != NULL; g = generate_next(g)) {
        if (json == NULL) {
            printf("%-10s %-8s %s\n", g->name, generate_kind_name(g), g->what);
            continue;
        }
        json_begin_object(json, NULL);
        json_text(json, "name", g->name);
        json_text(json, "kind", generate_kind_name(g));
        json_text(json, "what", g->what);
        json_end_object(json);
    }
    if (json != NULL) json_end_array(json);
    return EXIT_GOOD;
}

static int show_generator(const generator *g) {
    json_writer *json = command_json();
    if (json == NULL) {
        printf("%s: %s (%s)%s\n", g->name, g->what, generate_kind_name(g),
               g->seeded ? "; other seeds give others" : "");
    } else {
        json_text(json, "name", g->name);
        json_text(json, "kind", generate_kind_name(g));
        json_text(json, "what", g->what);
        json_switch(json, "seeded", g->seeded);
        json_begin_array(json, "parameters");
    }
    for (const generate_parameter *p = g->parameters; p->name != NULL; p++) {
        char start[24], least[24], most[24];
        generate_value(p, p->start, start);
        generate_value(p, p->least, least);
        generate_value(p, p->most, most);
        if (json == NULL) {
            printf("  %-8s %-8s %s .. %-8s %s\n", p->name, start, least, most, p->what);
            continue;
        }
        json_begin_object(json, NULL);
        json_text(json, "name", p->name);
        json_text(json, "start", start);
        json_text(json, "least", least);
        json_text(json, "most", most);
        json_text(json, "what", p->what);
        json_end_object(json);
    }
    if (json != NULL) json_end_array(json);
    return EXIT_GOOD;
}

static int unknown(const char *word) {
    const char *names[64] = {NULL};
    int count = 0;
    for (const generator *g = generate_next(NULL); g != NULL && count < 63; g = generate_next(g))
        names[count++] = g->name;
    const char *suggestion = cart_suggest(word, names);
    if (suggestion != NULL)
        return arguments_wrong("gen", "no generator `%.60s`, did you mean %s?", word, suggestion);
    return arguments_wrong("gen", "no generator `%.60s`; see oxcart gen list", word);
}

/* Makes an asset; `words` are its settings KEY=VALUE ... */
static int make_asset(const generator *g, char **words, int count, const char *output, int32_t seed) {
    generate_wishes w;
    tool_error error = {.text = ""};
    json_writer *json = command_json();
    generate_begin(&w, g);
    w.seed = (uint32_t)seed;
    for (int i = 0; i < count; i++) {
        if (!generate_set(&w, words[i], &error)) return arguments_wrong("gen", "%s", error.text);
    }
    if (!generate_make(&w, output, &error)) return command_failed(&error);
    if (json == NULL) {
        printf("%s: %s, seed %u\n", output, g->name, (unsigned)w.seed);
    } else {
        json_text(json, "file", output);
        json_text(json, "generator", g->name);
        json_number(json, "seed", w.seed);
    }
    return EXIT_GOOD;
}

static int command_gen(int argc, char **argv) {
    const char *output = NULL;
    int32_t seed = 1;
    const argument_option options[] = {{"-o", ARGUMENT_TEXT, &output, 0, 0, NULL},
                                       {"--seed", ARGUMENT_NUMBER, &seed, 0, INT32_MAX, NULL},
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    char **words = calloc((size_t)argc + 1, sizeof *words);
    if (words == NULL) return command_no_memory();
    int count = command_sort_words(argc, argv, options, words), kept = 0;
    while (words[kept] != NULL) kept++;
    bool parsed = arguments_parse(kept, words, options, NULL, 0, "a command");
    free(words);
    if (!parsed) return EXIT_USAGE;
    const char *verb = count > 0 ? argv[1] : "";
    const generator *g = count > 1 ? generate_find(argv[2]) : NULL;
    if (strcmp(verb, "list") == 0 && count == 1) return list_generators();
    if (strcmp(verb, "show") != 0 && strcmp(verb, "make") != 0)
        return arguments_wrong("gen", "what to do? list, show NAME or make NAME -o FILE");
    if (count < 2) return arguments_wrong("gen", "%s which? see oxcart gen list", verb);
    if (g == NULL) return unknown(argv[2]);
    if (strcmp(verb, "show") == 0)
        return count == 2 ? show_generator(g) : arguments_wrong("gen", "show takes one name");
    if (output == NULL) return arguments_wrong("gen", "make wants -o FILE%s", generate_ending(g));
    return make_asset(g, argv + 3, count - 2, output, seed);
}

const command_verb verb_gen = {
    {"gen", "make models, textures and sounds out of numbers and a seed",
     "usage: oxcart gen list [--json]\n"
     "       oxcart gen show NAME [--json]\n"
     "       oxcart gen make NAME -o FILE.obj|FILE.png|FILE.wav [--seed N] [KEY=VALUE ...] [--json]\n"
     "list tells what can be made (boxes, spheres, cones, rocks, ground; bricks, wood, marble, stones; "
     "beeps, noise ...), show what can be asked of it,\n"
     "with the values that it starts with and their limits. make writes a file that a cart packs like any "
     "other: models with normals and\n"
     "texture coordinates, pictures in a ramp of colours that repeat without a seam, sounds of 8 bits. The "
     "same "
     "words give the same\n"
     "bytes on every machine; the first line of a model and the comment in a sound tell which they were.\n"
     "example: oxcart gen make rock -o rock.obj --seed 3 radius=0.8\n"
     "example: oxcart gen make brick -o wall.png width=128 dark=#402820 light=#C08060\n"
     "example: oxcart gen make tone -o coin.wav from=880 to=880 jump=5 time=0.25\n"},
    command_gen,
};
