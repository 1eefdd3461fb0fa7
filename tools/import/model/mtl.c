/* The parser of MTL material files. */
#include "tools/import/model/obj_source.h"

#include "tools/import/base/file.h"

#include <stdlib.h>
#include <string.h>

typedef struct mtl_reader {
    obj_source *source;
    const char *name;
    import_text text;
    mtl_material *current; /* NULL before the first newmtl */
    bool tr_is_opacity;    /* MeshLab wrote the file: Tr 1 is opaque */
} mtl_reader;

static mtl_material plain_material(void) {
    mtl_material material;

    memset(&material, 0, sizeof material);
    for (int k = 0; k < 3; k++) {
        material.values.diffuse[k] = 0.8f;
    }
    material.values.opacity = 1;
    material.uv_scale[0] = material.uv_scale[1] = 1;
    return material;
}

static bool fault(const mtl_reader *reader, const char *what) {
    return import_error_line(reader->source->error, reader->name, reader->text.line, "%s", what);
}

static bool word_is(const char *word, size_t length, const char *expected) {
    return strlen(expected) == length && memcmp(word, expected, length) == 0;
}

static bool read_number(mtl_reader *reader, double *value) {
    if (!import_text_number(&reader->text, value)) {
        return fault(reader, "a number is missing; write it with a decimal point, such as 0.5");
    }
    *value = *value < -1e6 ? -1e6 : *value > 1e6 ? 1e6 : *value;
    return true;
}

static bool more_on_line(mtl_reader *reader) {
    import_text_skip_blanks(&reader->text);
    return !import_text_at_line_end(&reader->text) && *reader->text.at != '#';
}

/* Reads a colour: one number stands for grey, three for red, green and blue. Spectral and CIE forms are skipped
 * with a warning. */
static bool read_colour(mtl_reader *reader, float colour[3]) {
    double values[3];

    import_text_skip_blanks(&reader->text);
    if (*reader->text.at == 's' || *reader->text.at == 'x') {
        import_model_warn(reader->source->model,
                          "%s:%lu: only red, green and blue are read; the colour is skipped", reader->name,
                          reader->text.line);
        return true;
    }
    if (!read_number(reader, &values[0])) {
        return false;
    }
    values[1] = values[2] = values[0];
    if (more_on_line(reader) && !(read_number(reader, &values[1]) && read_number(reader, &values[2]))) {
        return false;
    }
    for (int k = 0; k < 3; k++) {
        colour[k] = (float)(values[k] < 0 ? 0 : values[k]);
    }
    return true;
}

static bool read_single(mtl_reader *reader, float *value, float lowest, float highest) {
    double number;

    if (!read_number(reader, &number)) {
        return false;
    }
    *value = number < (double)lowest ? lowest : number > (double)highest ? highest : (float)number;
    return true;
}

/* Reads up to `most` numbers, as many as there are, since a file name follows. */
static bool read_option_numbers(mtl_reader *reader, float *values, int wanted, int most) {
    for (int i = 0; i < most; i++) {
        double number;
        if (!import_text_number(&reader->text, &number)) {
            return i > 0 ||
                   fault(reader, "a texture option lacks its number; write it or leave the option out");
        }
        if (i < wanted) {
            values[i] = (float)(number < -1e6 ? -1e6 : number > 1e6 ? 1e6 : number);
        }
    }
    return true;
}

static bool read_texture_option(mtl_reader *reader, const char *word, size_t length) {
    static const char *const one_word[] = {"-blendu", "-blendv", "-cc", "-imfchan", "-type"};
    static const char *const one_number[] = {"-boost", "-texres", "-bm"};
    float ignored[3] = {0, 0, 0};
    size_t value_length = 0;

    if (word_is(word, length, "-o") || word_is(word, length, "-s")) {
        float *values = word[1] == 'o' ? reader->current->uv_offset : reader->current->uv_scale;
        return read_option_numbers(reader, values, 2, 3);
    }
    if (word_is(word, length, "-t")) {
        return read_option_numbers(reader, ignored, 3, 3);
    }
    if (word_is(word, length, "-mm")) {
        return read_option_numbers(reader, ignored, 2, 2);
    }
    if (word_is(word, length, "-clamp")) {
        const char *value = import_text_word(&reader->text, &value_length);
        reader->current->values.texture_clamp = word_is(value, value_length, "on");
        return true;
    }
    for (size_t i = 0; i < sizeof one_number / sizeof one_number[0]; i++) {
        if (word_is(word, length, one_number[i])) {
            return read_option_numbers(reader, ignored, 1, 1);
        }
    }
    for (size_t i = 0; i < sizeof one_word / sizeof one_word[0]; i++) {
        if (word_is(word, length, one_word[i])) {
            import_text_word(&reader->text, &value_length);
            return true;
        }
    }
    return fault(reader, "an unknown texture option; leave it out");
}

/* Sets the path of the texture: as named, else (paths of another machine) its last part beside the material
 * file. */
static bool set_texture(mtl_reader *reader, const char *name, size_t length) {
    import_material *values = &reader->current->values;
    char *path = import_obj_path(reader->name, name, length);

    if (path != NULL && reader->source->use_files && !import_file_exists(path)) {
        const char *slash = strrchr(path, '/');
        char *beside = import_file_resolve(reader->name, slash != NULL ? slash + 1 : path);
        values->texture_missing = beside == NULL || !import_file_exists(beside);
        if (!values->texture_missing) {
            free(path);
            path = beside;
        } else {
            free(beside);
            char *wanted = import_text_name(name, length);
            import_model_warn(reader->source->model,
                              "%s:%lu: the texture '%s' cannot be read; put it there or correct the name",
                              reader->name, reader->text.line, wanted != NULL ? wanted : "");
            free(wanted);
        }
    }
    free(values->texture);
    values->texture = path;
    return path != NULL || import_error_memory(reader->source->error, reader->name);
}

static bool read_texture(mtl_reader *reader) {
    size_t length;

    reader->current->values.texture_missing = false;
    while (more_on_line(reader) && *reader->text.at == '-') {
        const char *option = import_text_word(&reader->text, &length);
        if (!read_texture_option(reader, option, length)) {
            return false;
        }
    }
    const char *name = import_text_rest(&reader->text, &length);
    if (length == 0) {
        return fault(reader, "map_Kd names no file; name one or leave the line out");
    }
    return set_texture(reader, name, length);
}

/* Reads the strength of a bump map, -bm; the map itself is not read. */
static bool read_bump(mtl_reader *reader) {
    size_t length;
    reader->current->values.bump_scale = 1;
    while (more_on_line(reader) && *reader->text.at == '-') {
        const char *option = import_text_word(&reader->text, &length);
        if (word_is(option, length, "-bm"))
            return read_single(reader, &reader->current->values.bump_scale, 0, 64);
    }
    return true;
}

/* Begins a material. A name that is defined twice counts as defined last. */
static bool new_material(mtl_reader *reader) {
    mtl_library *library = &reader->source->library;
    uint32_t count = library->names.count;
    size_t length;
    const char *name = import_text_rest(&reader->text, &length);
    void *materials = library->materials;

    char *copy = import_text_name(name, length);
    bool room = import_grow(&materials, &library->capacity, (size_t)count + 1, sizeof *library->materials);
    library->materials = materials;
    uint32_t index = room && copy != NULL ? import_name_table_add(&library->names, copy, strlen(copy))
                                          : IMPORT_INTERN_FAILED;
    free(copy);
    if (index == IMPORT_INTERN_FAILED) {
        return import_error_memory(reader->source->error, reader->name);
    }
    reader->current = &library->materials[index];
    if (index < count) {
        free(reader->current->values.texture);
    }
    *reader->current = plain_material();
    reader->current->values.defined = true;
    return true;
}

static bool read_statement(mtl_reader *reader, const char *word, size_t length) {
    float transparency;

    if (word_is(word, length, "newmtl")) {
        return new_material(reader);
    }
    if (reader->current == NULL) {
        return true;
    }
    import_material *values = &reader->current->values;
    if (word_is(word, length, "Kd")) {
        reader->current->has_diffuse = true;
        return read_colour(reader, values->diffuse);
    }
    if (word_is(word, length, "Ka")) {
        return read_colour(reader, values->ambient);
    }
    if (word_is(word, length, "Ks")) {
        return read_colour(reader, values->specular);
    }
    if (word_is(word, length, "Ke")) {
        return read_colour(reader, values->emissive);
    }
    if (word_is(word, length, "Ns")) {
        return read_single(reader, &values->shininess, 0, 1000);
    }
    if (word_is(word, length, "d")) {
        import_text_skip_blanks(&reader->text);
        if (strncmp(reader->text.at, "-halo", 5) == 0) {
            reader->text.at += 5;
        }
        reader->current->has_dissolve = true;
        return read_single(reader, &values->opacity, 0, 1);
    }
    if (word_is(word, length, "Tr") && !reader->current->has_dissolve) {
        if (!read_single(reader, &transparency, 0, 1)) {
            return false;
        }
        values->opacity = reader->tr_is_opacity ? transparency : 1 - transparency;
        return true;
    }
    if (word_is(word, length, "map_Bump") || word_is(word, length, "map_bump") ||
        word_is(word, length, "bump")) {
        return read_bump(reader);
    }
    return !word_is(word, length, "map_Kd") || read_texture(reader);
}

/* Whether a comment tells that MeshLab wrote the file ("Converted by Meshlab Group"). */
static bool is_of_meshlab(mtl_reader *reader) {
    size_t length;
    const char *comment = import_text_rest(&reader->text, &length);
    for (size_t i = 0; i + 7 <= length; i++) {
        if (memcmp(comment + i, "Meshlab", 7) == 0 || memcmp(comment + i, "MeshLab", 7) == 0) return true;
    }
    return false;
}

bool import_mtl_parse(obj_source *source, const char *name, const char *text, size_t size) {
    mtl_reader reader = {source, name, import_text_open(text, size), NULL, false};

    if (memchr(text, 0, size) != NULL) {
        return import_error_line(source->error, name, 1,
                                 "holds zero bytes, so it is no MTL text; export it again");
    }
    do {
        size_t length;
        const char *word = import_text_word(&reader.text, &length);
        if (length > 0 && word[0] == '#' && is_of_meshlab(&reader)) reader.tr_is_opacity = true;
        if (length > 0 && word[0] != '#' && !read_statement(&reader, word, length)) {
            return false;
        }
    } while (import_text_next_line(&reader.text));
    return true;
}

mtl_material import_mtl_find(const mtl_library *library, const char *name) {
    uint32_t index = import_name_table_find(&library->names, name, strlen(name));
    mtl_material material = index == IMPORT_INTERN_FAILED ? plain_material() : library->materials[index];

    if (material.values.texture != NULL && !material.has_diffuse) {
        material.values.diffuse[0] = material.values.diffuse[1] = material.values.diffuse[2] = 1;
    }
    return material;
}

void import_mtl_library_free(mtl_library *library) {
    for (uint32_t i = 0; i < library->names.count; i++) {
        free(library->materials[i].values.texture);
    }
    free(library->materials);
    import_name_table_free(&library->names);
    memset(library, 0, sizeof *library);
}
