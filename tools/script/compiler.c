#include "tools/script/compiler.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/words.h"

/* ---- memory ---- */

enum { BLOCK = 1 << 16, ALIGNED = 16 };

void *script_take(script_compiler *c, size_t bytes) {
    size_t head = (sizeof(script_block) + ALIGNED - 1) / ALIGNED * ALIGNED,
           rounded = (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
    if (c->memory == NULL || c->memory->room - c->memory->used < rounded) {
        size_t room = rounded > BLOCK ? rounded : BLOCK;
        script_block *block = calloc(1, head + room);
        if (block == NULL) longjmp(c->no_memory, 1);
        *block = (script_block){.next = c->memory, .room = room};
        c->memory = block;
    }
    void *at = (uint8_t *)c->memory + head + c->memory->used;
    c->memory->used += rounded;
    return at;
}

void script_grow(script_compiler *c, void **array, size_t *room, size_t count, size_t element) {
    if (count <= *room) return;
    size_t more = *room < 8 ? 8 : *room * 2;
    if (more < count) more = count;
    void *grown = script_take(c, more * element);
    if (*room > 0) memcpy(grown, *array, *room * element);
    *array = grown;
    *room = more;
}

void script_add(script_compiler *c, script_list *list, script_symbol *symbol) {
    script_grow(c, (void **)&list->list, &list->room, list->count + 1, sizeof *list->list);
    list->list[list->count++] = symbol;
}

/* ---- names ---- */

uint32_t script_word(script_compiler *c, const char *text, size_t length) {
    uint32_t word = import_name_table_add(&c->names, text, length);
    if (word == IMPORT_INTERN_FAILED) longjmp(c->no_memory, 1);
    script_grow(c, (void **)&c->globals, &c->global_room, (size_t)word + 1, sizeof *c->globals);
    script_grow(c, (void **)&c->complained, &c->complained_room, (size_t)word + 1, 1);
    return word;
}

const char *script_text(const script_compiler *c, uint32_t word) { return c->names.names[word]; }
uint32_t script_id(const script_compiler *c, uint32_t word) { return rom_id(script_text(c, word)); }

uint32_t script_schema_id(const script_compiler *c, const script_symbol *schema) {
    char full[OX_SCRIPT_NAME_LETTERS + 8];
    if (!schema->library) return script_id(c, schema->word);
    snprintf(full, sizeof full, "data/%s", script_text(c, schema->word));
    return rom_id(full);
}

void script_mention_add(writer *mentions, const script_mention_row *row) {
    const uint32_t numbers[] = {row->what, row->value, row->source, row->line, row->column};
    if (mentions == NULL) return;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) writer_u32(mentions, numbers[i]);
    writer_bytes(mentions, row->name, strlen(row->name) + 1);
}

void script_mentions(script_compiler *c, script_mention what, script_place place, uint32_t value,
                     const char *name) {
    const script_mention_row row = {what, value, place.file, place.line, place.column, name};
    if (!c->in_library) script_mention_add(c->options.mentions, &row);
}

/* ---- mistakes ---- */

static void tell_mistake(script_compiler *c, report_severity severity, script_place place, const char *format,
                         va_list arguments) {
    char sentence[400];
    tool_error error;
    vsnprintf(sentence, sizeof sentence, format, arguments);
    import_error_at(&error, c->sources[place.file].name, place.line, place.column, "%s", sentence);
    report_add(c->report, severity, &error);
}

void script_wrong(script_compiler *c, script_place place, const char *format, ...) {
    c->failed = true;
    if (c->parsing && c->cut[place.file] != 0 && place.line >= c->cut[place.file]) return;
    if (c->file_errors[place.file]++ >= SCRIPT_ERRORS_MOST) return;
    va_list arguments;
    va_start(arguments, format);
    tell_mistake(c, REPORT_ERROR, place, format, arguments);
    va_end(arguments);
}

void script_warn(script_compiler *c, script_place place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell_mistake(c, REPORT_WARNING, place, format, arguments);
    va_end(arguments);
}

const char *script_foreign(const char *word) {
    static const struct {
        const char *word, *here;
    } words[] = {{"function", "`func`"},
                 {"def", "`func`"},
                 {"fn", "`func`"},
                 {"class", "`behaviour`"},
                 {"float", "`fx`"},
                 {"double", "`fx`"},
                 {"number", "`int` or `fx`"},
                 {"string", "`note`"},
                 {"str", "`note`"},
                 {"boolean", "`bool`"},
                 {"integer", "`int`"},
                 {"uint", "`int`"},
                 {"object", "`obj`"},
                 {"vector", "`vec3`"},
                 {"nil", "`null`"},
                 {"None", "`null`"},
                 {"NULL", "`null`"},
                 {"undefined", "`null`"},
                 {"True", "`true`"},
                 {"False", "`false`"},
                 {"this", "`self`"},
                 {"local", "`var`"},
                 {"elif", "`else if`"},
                 {"elseif", "`else if`"},
                 {"elsif", "`else if`"},
                 {"then", "`if x { ... }`, without `then` and `end`"},
                 {"switch", "`match`"},
                 {"foreach", "`for`"},
                 {"update", "`on tick`"},
                 {"red", "a colour as #FF0000"},
                 {"green", "a colour as #00FF00"},
                 {"blue", "a colour as #0000FF"},
                 {"white", "a colour as #FFFFFF"},
                 {"black", "a colour as #000000"},
                 {"yellow", "a colour as #FFFF00"},
                 {"RED", "a colour as #FF0000"},
                 {"WHITE", "a colour as #FFFFFF"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i].word, word) == 0) return words[i].here;
    return NULL;
}

/* Adds a word that could have been meant. */
static void add_candidate(script_compiler *c, const char ***words, size_t *count, size_t *room,
                          const char *word) {
    script_grow(c, (void **)words, room, *count + 2, sizeof **words);
    (*words)[(*count)++] = word;
}

static bool counts(const script_choices *choices, const script_symbol *s) {
    return (choices->kinds >> s->kind & 1u) != 0 && s->role == ROLE_PLAIN;
}

/* All words that the choices allow, words of the nearest scope first; NULL at the end. */
static const char **candidates(script_compiler *c, const script_choices *choices) {
    const char **words = NULL;
    size_t count = 0, room = 0;
    for (size_t i = choices->locals == NULL ? 0 : choices->locals->count; i > 0; i--)
        add_candidate(c, &words, &count, &room, script_text(c, choices->locals->list[i - 1]->word));
    const script_symbol *of = choices->of;
    for (uint32_t depth = 0; of != NULL && depth <= OX_SCRIPT_BEHAVIOUR_LEVELS;
         of = of->kind == SYMBOL_BEHAVIOUR || of->kind == SYMBOL_SCHEMA ? of->base : NULL, depth++)
        for (const script_symbol *m = of->members; m != NULL; m = m->next)
            if (counts(choices, m)) add_candidate(c, &words, &count, &room, script_text(c, m->word));
    for (size_t i = 0; choices->words != NULL && choices->words[i] != NULL; i++)
        add_candidate(c, &words, &count, &room, choices->words[i]);
    for (uint32_t word = 0; choices->globals && word < c->names.count; word++)
        if (c->globals[word] != NULL && counts(choices, c->globals[word]))
            add_candidate(c, &words, &count, &room, script_text(c, word));
    script_grow(c, (void **)&words, &room, count + 1, sizeof *words);
    words[count] = NULL;
    return words;
}

const script_choices script_events = {.kinds = 1u << SYMBOL_EVENT,
                                      .globals = true,
                                      .advice = ": write `event NAME(...)` outside of behaviours"};

void script_unknown(script_compiler *c, script_place place, uint32_t word, const char *what,
                    const script_choices *choices) {
    c->failed = true;
    if (c->complained[word]) return;
    c->complained[word] = 1;
    if (c->file_errors[place.file] >= SCRIPT_ERRORS_MOST) return;
    const char *text = script_text(c, word), *near = cart_suggest(text, candidates(c, choices));
    const char *here = script_foreign(text);
    if (here != NULL)
        script_wrong(c, place, "%s'%s' is not known: write %s", what, text, here);
    else if (near != NULL && strcmp(near, text) != 0 && strlen(text) > 1)
        script_wrong(c, place, "%s'%s' is not known, did you mean '%s'?", what, text, near);
    else
        script_wrong(c, place, "%s'%s' is not known%s", what, text,
                     choices->advice != NULL ? choices->advice : "");
}

/* ---- a run ---- */

static void add_library(script_compiler *c) {
    script_source *all = script_take(c, (c->source_count + 1) * sizeof *all);
    if (c->source_count > 0) memcpy(all, c->sources, c->source_count * sizeof *all);
    all[c->source_count].name = "library";
    all[c->source_count].text = script_library_text(c, &all[c->source_count].size);
    c->sources = all;
    c->source_count++;
}

static void begin_compiler(script_compiler *c) {
    if (c->options.library) add_library(c);
    c->file_errors = script_take(c, c->source_count * sizeof *c->file_errors + 1);
    c->cut = script_take(c, c->source_count * sizeof *c->cut + 1);
    c->word_done = script_word(c, "done", 4);
    c->word_main = script_word(c, "main", 4);
    c->word_tick = script_word(c, "tick", 4);
    c->word_draw = script_word(c, "draw", 4);
    c->word_enter = script_word(c, "enter", 5);
    c->word_leave = script_word(c, "leave", 5);
    c->word_again = script_word(c, "again", 5);
}

static void finish_compiler(script_compiler *c) {
    for (script_block *block = c->memory, *next; block != NULL; block = next) {
        next = block->next;
        free(block);
    }
    import_name_table_free(&c->names);
    writer_free(&c->code);
    writer_free(&c->notes);
}

static bool sources_fit(const script_source *sources, size_t count, tool_report *report) {
    tool_error error;
    if (count > SCRIPT_SOURCES_MOST) {
        import_error_file(&error, NULL, "%lu scripts, at most %d are allowed", (unsigned long)count,
                          SCRIPT_SOURCES_MOST);
        return report_error(report, &error);
    }
    for (size_t i = 0; i < count; i++) {
        if (sources[i].size <= SCRIPT_SOURCE_LIMIT) continue;
        import_error_file(&error, sources[i].name, "%lu bytes, at most %d are allowed",
                          (unsigned long)sources[i].size, SCRIPT_SOURCE_LIMIT);
        return report_error(report, &error);
    }
    return true;
}

bool script_with_compiler(const script_source *sources, size_t count, const script_options *options,
                          tool_report *report, void (*work)(script_compiler *c, void *context),
                          void *context) {
    if (!sources_fit(sources, count, report)) return false;
    script_compiler *c = calloc(1, sizeof *c);
    tool_error error;
    if (c == NULL) {
        import_error_memory(&error, NULL);
        return report_error(report, &error);
    }
    c->sources = sources;
    c->source_count = count;
    c->report = report;
    if (options != NULL) c->options = *options;
    if (c->options.rate <= 0) c->options.rate = 60;
    volatile bool good = false;
    if (setjmp(c->no_memory) == 0) {
        begin_compiler(c);
        work(c, context);
        good = !c->failed;
    } else {
        import_error_memory(&error, NULL);
        report_error(report, &error);
    }
    finish_compiler(c);
    free(c);
    return good;
}

/* Runs the passes. Each pass relies on the checks of those before. */
static void compile(script_compiler *c, void *context) {
    script_parse(c);
    script_check_declarations(c);
    script_check_behaviours(c);
    script_check_bodies(c);
    script_check_drawing(c);
    script_library_leave_out(c);
    if (!c->failed) script_emit_functions(c);
    if (!c->failed) script_needs(c);
    if (!c->failed) script_write_module(c, context);
}

bool script_compile(const script_source *sources, size_t count, const script_options *options,
                    tool_report *report, writer *image) {
    size_t before = image->size;
    bool good = script_with_compiler(sources, count, options, report, compile, image);
    if (image->failed) {
        tool_error error;
        import_error_memory(&error, NULL);
        return report_error(report, &error);
    }
    if (!good) image->size = before;
    return good;
}
