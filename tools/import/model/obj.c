/* The parser of OBJ files: fills the lists of obj_source line by line. */
#include "tools/import/model/obj.h"

#include "tools/import/base/file.h"
#include "tools/import/model/obj_source.h"
#include "tools/import/text/json.h"

#include <stdlib.h>
#include <string.h>

/* Coordinates beyond this limit are a fault of the exporter and would overflow later sums. */
static const double LARGEST_COORDINATE = 1e15;

typedef struct obj_reader {
    obj_source *source;
    import_text text;
} obj_reader;

static bool fault(const obj_reader *reader, const char *what) {
    return import_error_line(reader->source->error, reader->source->name, reader->text.line, "%s", what);
}

static bool out_of_memory(const obj_source *source) {
    return import_error_memory(source->error, source->name);
}

static bool word_is(const char *word, size_t length, const char *expected) {
    return strlen(expected) == length && memcmp(word, expected, length) == 0;
}

static bool more_on_line(obj_reader *reader) {
    import_text_skip_blanks(&reader->text);
    return !import_text_at_line_end(&reader->text) && *reader->text.at != '#';
}

/* Reads `least` to `most` numbers; numbers beyond `wanted` are read and forgotten. Missing optional numbers stay
 * as they were. */
static bool read_numbers(obj_reader *reader, float *values, int wanted, int least, int most) {
    for (int i = 0; i < most; i++) {
        double number;
        if (!more_on_line(reader)) {
            if (i >= least) {
                break;
            }
            return import_error_line(reader->source->error, reader->source->name, reader->text.line,
                                     "%d numbers are needed, but there are %d; export the file again", least,
                                     i);
        }
        if (!import_text_number(&reader->text, &number)) {
            return fault(reader, "this is no number; write digits with a decimal point, such as -1.25");
        }
        if (number > LARGEST_COORDINATE || number < -LARGEST_COORDINATE) {
            return fault(reader, "a number is beyond 1e15; check the scale of the export");
        }
        if (i < wanted) {
            values[i] =
                (float)number + 0.0f; /* a negative zero becomes a plain one, so that equal means equal */
        }
    }
    if (more_on_line(reader)) {
        return fault(reader, "there are more numbers than this statement takes; remove them");
    }
    return true;
}

/* Keeps the colour of the last position. Positions without a colour are white, once some position has one. */
static bool keep_colour(obj_source *source, const float *colour) {
    const size_t last = source->position_count - 1;
    if (source->colours == NULL && colour == NULL) return true;
    if (source->colours == NULL || source->colour_room < source->position_count) {
        const size_t before = source->colours == NULL ? 0 : source->colour_room;
        void *list = realloc(source->colours, source->position_room * sizeof *source->colours);
        if (list == NULL) return out_of_memory(source);
        source->colours = list;
        source->colour_room = source->position_room;
        for (size_t i = before; i < source->colour_room; i++)
            for (int k = 0; k < 3; k++) source->colours[i][k] = 1;
    }
    if (colour != NULL) memcpy(source->colours[last], colour, sizeof source->colours[last]);
    return true;
}

static bool read_position(obj_reader *reader) {
    obj_source *source = reader->source;
    void *list = source->positions;
    float numbers[6] = {0, 0, 0, -1, -1, -1};

    bool room =
        import_grow(&list, &source->position_room, source->position_count + 1, sizeof *source->positions);
    source->positions = list;
    if (!room) return out_of_memory(source);
    if (!read_numbers(reader, numbers, 6, 3, 8)) return false;
    memcpy(source->positions[source->position_count++], numbers, sizeof source->positions[0]);
    const bool coloured = numbers[3] >= 0 && numbers[4] >= 0 && numbers[5] >= 0;
    return keep_colour(source, coloured ? numbers + 3 : NULL);
}

static bool read_uv(obj_reader *reader) {
    obj_source *source = reader->source;
    void *list = source->uvs;

    bool room = import_grow(&list, &source->uv_room, source->uv_count + 1, sizeof *source->uvs);
    source->uvs = list;
    if (!room) {
        return out_of_memory(source);
    }
    float *uv = source->uvs[source->uv_count++];
    uv[0] = uv[1] = 0;
    return read_numbers(reader, uv, 2, 1, 3);
}

static bool read_normal(obj_reader *reader) {
    obj_source *source = reader->source;
    void *list = source->normals;

    bool room = import_grow(&list, &source->normal_room, source->normal_count + 1, sizeof *source->normals);
    source->normals = list;
    return room ? read_numbers(reader, source->normals[source->normal_count++], 3, 3, 3)
                : out_of_memory(source);
}

/* Reads one of the indices of a corner: from 1 on, or negative, counted back from the last element read so far. */
static bool read_index(obj_reader *reader, size_t count, uint32_t *index) {
    long long number;

    if (!import_text_integer(&reader->text, &number)) {
        return fault(reader, "a corner must look like 7, 7/3, 7//2 or 7/3/2; export the file again");
    }
    if (number < 0) {
        number += (long long)count + 1;
        if (number <= 0) {
            return fault(reader, "a negative index reaches before the first element; check the export");
        }
    }
    if (number == 0 || number >= (long long)OBJ_NONE) {
        return fault(reader, "an index is 0 or far too large; indices count from 1");
    }
    *index = (uint32_t)(number - 1);
    return true;
}

static bool read_corner(obj_reader *reader, obj_corner *corner) {
    obj_source *source = reader->source;
    const char **at = &reader->text.at;

    corner->uv = corner->normal = OBJ_NONE;
    if (!read_index(reader, source->position_count, &corner->position)) {
        return false;
    }
    if (**at == '/') {
        ++*at;
        bool empty = **at == '/' || **at == ' ' || **at == '\t' || import_text_at_line_end(&reader->text);
        if (!empty && !read_index(reader, source->uv_count, &corner->uv)) {
            return false;
        }
    }
    if (**at == '/') {
        ++*at;
        bool empty = **at == ' ' || **at == '\t' || import_text_at_line_end(&reader->text);
        if (!empty && !read_index(reader, source->normal_count, &corner->normal)) {
            return false;
        }
    }
    const char *behind = *at;
    if (more_on_line(reader) && *at == behind) {
        return fault(reader, "a corner must look like 7, 7/3, 7//2 or 7/3/2; export the file again");
    }
    return true;
}

/* Finds the number of the part that the names in force make together; looked up again only after one of the
 * names has changed. */
static bool find_part(obj_source *source) {
    obj_part part = {0, source->object, source->group};
    const char *material = source->material != NULL ? source->material : "";

    if (!source->part_changed) {
        return true;
    }
    part.material = import_name_table_add(&source->materials, material, strlen(material));
    source->part = import_record_set_add(&source->parts, &part);
    source->part_changed = false;
    return (part.material != IMPORT_INTERN_FAILED && source->part != IMPORT_INTERN_FAILED) ||
           out_of_memory(source);
}

static bool read_face(obj_reader *reader) {
    obj_source *source = reader->source;
    obj_face face = {source->corner_count, 0, 0, source->smoothing, (uint32_t)reader->text.line};

    if (!find_part(source)) {
        return false;
    }
    face.part = source->part;
    while (more_on_line(reader)) {
        void *corners = source->corners;
        bool room =
            import_grow(&corners, &source->corner_room, source->corner_count + 1, sizeof *source->corners);
        source->corners = corners;
        if (!room || face.corner_count == UINT32_MAX) {
            return out_of_memory(source);
        }
        if (!read_corner(reader, &source->corners[source->corner_count])) {
            return false;
        }
        source->corner_count++;
        face.corner_count++;
    }
    void *faces = source->faces;
    bool room = import_grow(&faces, &source->face_room, source->face_count + 1, sizeof *source->faces);
    source->faces = faces;
    if (!room) {
        return out_of_memory(source);
    }
    source->faces[source->face_count++] = face;
    return true;
}

/* Reads the name of an object or group. Names become names in the game, so they are turned into UTF-8. */
static bool read_name(obj_reader *reader, uint32_t *index) {
    size_t length;
    const char *name = import_text_rest(&reader->text, &length);
    char *copy = import_text_name(name, length);

    *index = copy != NULL ? import_name_table_add(&reader->source->names, copy, strlen(copy))
                          : IMPORT_INTERN_FAILED;
    free(copy);
    reader->source->part_changed = true;
    return *index != IMPORT_INTERN_FAILED || out_of_memory(reader->source);
}

static bool read_material_name(obj_reader *reader) {
    size_t length;
    const char *name = import_text_rest(&reader->text, &length);
    char *copy = import_text_name(name, length);

    free(reader->source->material);
    reader->source->material = copy;
    reader->source->part_changed = true;
    return copy != NULL || out_of_memory(reader->source);
}

static bool read_smoothing(obj_reader *reader) {
    size_t length;
    const char *word = import_text_word(&reader->text, &length);
    import_text number = {word, reader->text.end, reader->text.line};
    long long group = 0;

    if (word_is(word, length, "on")) {
        group = 1;
    } else if (!word_is(word, length, "off") &&
               (!import_text_integer(&number, &group) || group < 0 || group > (long long)UINT32_MAX)) {
        return fault(reader, "a smoothing group is a number from 0 or 'off'; correct it");
    }
    reader->source->smoothing = (uint32_t)group;
    reader->source->smoothing_seen = true;
    return true;
}

char *import_obj_path(const char *beside, const char *name, size_t length) {
    char *copy = import_copy_name(name, length);
    char *path = copy != NULL ? import_file_resolve(beside, copy) : NULL;

    if (path != NULL && !import_utf8_is_valid(name, length) && !import_file_exists(path)) {
        free(path);
        free(copy);
        copy = import_text_name(name, length);
        path = copy != NULL ? import_file_resolve(beside, copy) : NULL;
    }
    free(copy);
    return path;
}

/* Opens one material file. *found is false, without an error, when the file is not there. */
static bool read_library_file(obj_reader *reader, const char *name, size_t length, bool *found) {
    obj_source *source = reader->source;
    char *path = import_obj_path(source->name, name, length);
    uint8_t *text = NULL;
    size_t size = 0;
    bool ok = path != NULL || out_of_memory(source);
    uint32_t known = source->libraries.count;

    *found = ok && import_file_exists(path);
    if (*found && import_name_table_add(&source->libraries, path, strlen(path)) >= known) {
        ok = import_file_read(path, &text, &size, source->error) &&
             import_mtl_parse(source, path, (const char *)text, size);
    }
    free(text);
    free(path);
    return ok;
}

/* File names with spaces are more common than several files in one line, so the whole line is tried first. */
static bool read_library(obj_reader *reader) {
    obj_source *source = reader->source;
    size_t length;
    const char *names = import_text_rest(&reader->text, &length);
    bool found = false;

    if (!source->use_files) {
        const char *mtl = source->mtl;
        source->mtl = NULL;
        return mtl == NULL || import_mtl_parse(source, source->name, mtl, source->mtl_size);
    }
    if (length > 0 && !read_library_file(reader, names, length, &found)) {
        return false;
    }
    import_text words = {names, names + length, reader->text.line};
    while (!found && words.at < words.end) {
        size_t word_length;
        const char *word = import_text_word(&words, &word_length);
        bool word_found = false;
        if (word_length > 0 && !read_library_file(reader, word, word_length, &word_found)) {
            return false;
        }
        if (word_length > 0 && !word_found) {
            import_model_warn(
                source->model, "%s:%lu: the material file '%.*s' cannot be read; put it beside the model",
                source->name, reader->text.line, (int)(word_length < 200 ? word_length : 200), word);
        }
        import_text_skip_blanks(&words);
    }
    return true;
}

static bool skip_statement(obj_reader *reader, const char *word, size_t length) {
    obj_source *source = reader->source;
    uint32_t known = source->skipped.count;

    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)word[i] < 0x20 || (unsigned char)word[i] > 0x7E || length > 32) {
            return fault(reader, "no OBJ statement; is this an OBJ file? Export it again");
        }
    }
    if (known >= 32 || import_name_table_find(&source->skipped, word, length) != IMPORT_INTERN_FAILED) {
        return true;
    }
    if (import_name_table_add(&source->skipped, word, length) == IMPORT_INTERN_FAILED) {
        return out_of_memory(source);
    }
    import_model_warn(source->model, "%s:%lu: '%.*s' statements are not read; only polygons are used",
                      source->name, reader->text.line, (int)length, word);
    return true;
}

static bool read_statement(obj_reader *reader, const char *word, size_t length) {
    obj_source *source = reader->source;

    if (word_is(word, length, "v")) {
        return read_position(reader);
    }
    if (word_is(word, length, "vt")) {
        return read_uv(reader);
    }
    if (word_is(word, length, "vn")) {
        return read_normal(reader);
    }
    if (word_is(word, length, "f") || word_is(word, length, "fo")) {
        return read_face(reader);
    }
    if (word_is(word, length, "o")) {
        return read_name(reader, &source->object);
    }
    if (word_is(word, length, "g")) {
        return read_name(reader, &source->group);
    }
    if (word_is(word, length, "s")) {
        return read_smoothing(reader);
    }
    if (word_is(word, length, "usemtl")) {
        return read_material_name(reader);
    }
    return word_is(word, length, "mtllib") ? read_library(reader) : skip_statement(reader, word, length);
}

/* Positive indices may name elements that come later in the file, so indices are checked only behind its end. */
static bool check_indices(const obj_source *source) {
    for (size_t i = 0; i < source->face_count; i++) {
        const obj_face *face = &source->faces[i];
        for (uint32_t k = 0; k < face->corner_count; k++) {
            const obj_corner *corner = &source->corners[face->first_corner + k];
            const char *what = NULL;
            uint32_t index = 0;
            size_t count = 0;
            if (corner->position >= source->position_count) {
                what = "position";
                index = corner->position;
                count = source->position_count;
            } else if (corner->uv != OBJ_NONE && corner->uv >= source->uv_count) {
                what = "texture coordinate";
                index = corner->uv;
                count = source->uv_count;
            } else if (corner->normal != OBJ_NONE && corner->normal >= source->normal_count) {
                what = "normal";
                index = corner->normal;
                count = source->normal_count;
            }
            if (what != NULL) {
                return import_error_line(source->error, source->name, face->line,
                                         "corner %lu names %s %lu, but there are %zu; export the file again",
                                         (unsigned long)k + 1, what, (unsigned long)index + 1, count);
            }
        }
    }
    return true;
}

/* The sentence on a file that people name in the place of a model, by its beginning; NULL: unknown. */
static const char *what_else(const char *text, size_t size) {
    static const char sound[] =
        "is a sound, no model; name it in a cart, and oxcart view CART sound/NAME plays it";
    static const char picture[] =
        "is a picture, no model; name it in a cart, and oxcart view CART texture/NAME shows it";
    static const struct {
        const char *begins, *said;
    } known[] = {
        {"RIFF", sound},
        {"\x89PNG", picture},
        {"GIF8", picture},
        {"\xFF\xD8\xFF", picture},
        {"BM", picture},
        {"DDS ", picture},
        {"II*", picture},
        {"MM", picture},
        {"Extended Module", "is a song, no model; name it in a cart"},
        {"OXCT", "is a ROM image, no model; oxcart run plays it"},
        {"PK\3\4", "is an archive, no model; unpack it, or make a cart of it by oxcart export --tree"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const size_t length = strlen(known[i].begins);
        if (size >= length && memcmp(text, known[i].begins, length) == 0) return known[i].said;
    }
    return NULL;
}

bool import_obj_parse(obj_source *source, const char *text, size_t size) {
    obj_reader reader = {source, import_text_open(text, size)};

    if (memchr(text, 0, size) != NULL) {
        const char *said = what_else(text, size);
        if (said != NULL) return fault(&reader, said);
        return fault(&reader, "holds zero bytes, so it is no OBJ text; export it again as OBJ in plain text");
    }
    source->object = source->group = import_name_table_add(&source->names, "", 0);
    source->part_changed = true;
    if (source->object == IMPORT_INTERN_FAILED) {
        return out_of_memory(source);
    }
    do {
        size_t length;
        const char *word = import_text_word(&reader.text, &length);
        if (length > 0 && word[0] != '#' && !read_statement(&reader, word, length)) {
            return false;
        }
    } while (import_text_next_line(&reader.text));
    if (source->face_count == 0) {
        return fault(&reader, "no faces found; is this an OBJ file with polygons?");
    }
    return check_indices(source);
}

static void free_source(obj_source *source) {
    free(source->positions);
    free(source->colours);
    free(source->uvs);
    free(source->normals);
    free(source->corners);
    free(source->faces);
    free(source->material);
    import_name_table_free(&source->names);
    import_name_table_free(&source->materials);
    import_name_table_free(&source->skipped);
    import_name_table_free(&source->libraries);
    import_record_set_free(&source->parts);
    import_mtl_library_free(&source->library);
}

static void start_source(obj_source *source, const char *name, import_model *model, tool_error *error) {
    memset(source, 0, sizeof *source);
    memset(model, 0, sizeof *model);
    source->name = name;
    source->model = model;
    source->error = error;
    source->parts.record_size = sizeof(obj_part);
}

/* Takes the text over and frees it before the model is built, since both together are large. */
static bool import_text_model(obj_source *source, uint8_t *text, size_t size) {
    bool ok = import_obj_parse(source, (const char *)text, size);

    free(text);
    ok = ok && import_obj_build(source);
    if (!ok) {
        import_model_free(source->model);
    }
    free_source(source);
    return ok;
}

bool import_obj_load(const char *path, import_model *model, tool_error *error) {
    obj_source source;
    uint8_t *text = NULL;
    size_t size = 0;

    start_source(&source, path, model, error);
    source.use_files = true;
    return import_file_read(path, &text, &size, error) && import_text_model(&source, text, size);
}

static uint8_t *copy_text(const void *text, size_t size) {
    uint8_t *copy = malloc(size + 1);

    if (copy != NULL) {
        if (size > 0) {
            memcpy(copy, text, size);
        }
        copy[size] = 0;
    }
    return copy;
}

bool import_obj_from_memory(const char *name, const void *obj, size_t obj_size, const void *mtl,
                            size_t mtl_size, import_model *model, tool_error *error) {
    obj_source source;
    uint8_t *text = copy_text(obj, obj_size);
    uint8_t *mtl_text = mtl != NULL ? copy_text(mtl, mtl_size) : NULL;

    start_source(&source, name, model, error);
    if (text == NULL || (mtl != NULL && mtl_text == NULL)) {
        free(text);
        free(mtl_text);
        return import_error_memory(error, name);
    }
    source.mtl = (const char *)mtl_text;
    source.mtl_size = mtl_size;
    bool ok = import_text_model(&source, text, obj_size);
    free(mtl_text);
    return ok;
}
