/* Assets out of numbers: models as OBJ texts, seamless pictures as PNG files and sounds as WAV files, which are packed like any others.
 *
 *     generate_wishes w;
 *     generate_begin(&w, generate_find("brick"));
 *     if (!generate_set(&w, "rows=6", &error)) ...
 *     w.seed = 7;
 *     if (!generate_make(&w, "wall.png", &error)) ...
 *
 * All is reckoned in whole numbers (fixedmath), and every pixel, point and sample depends on the wishes alone, so the same wishes give
 * the same bytes on every machine. A generator's numbers are its version: another formula gets another name. Value and gradient noise
 * are those of fixedmath/noise.h (Perlin 1985, 2002), cells are Worley's (1996), ellipses of rotation the usual parametric ones. */
#ifndef OXCART_TOOLS_GENERATE_GENERATE_H
#define OXCART_TOOLS_GENERATE_GENERATE_H

#include "fixedmath/types.h"
#include "tools/base/error.h"
#include "tools/base/writer.h"

typedef enum generate_kind { GENERATE_MODEL, GENERATE_PICTURE, GENERATE_SOUND } generate_kind;

typedef enum generate_unit {
    GENERATE_COUNT,   /* a whole number */
    GENERATE_DECIMAL, /* in thousandths: metres, or parts of one */
    GENERATE_COLOUR   /* 0xRRGGBB */
} generate_unit;

typedef struct generate_parameter {
    const char *name, *what; /* NULL, NULL: no more */
    generate_unit unit;
    int32_t start, least, most;
} generate_parameter;

enum {
    GENERATE_PARAMETERS = 12,
    /* the first parameters of every picture */
    GENERATE_WIDTH = 0,
    GENERATE_HEIGHT,
    GENERATE_COLOURS,
    GENERATE_DARK,
    GENERATE_LIGHT,
    GENERATE_OWN, /* the generator's own parameters begin here */
    /* the first parameters of every sound; the generator's own follow */
    GENERATE_RATE = 0,
    GENERATE_TIME,
    GENERATE_VOLUME,
    GENERATE_SOUND_OWN
};

struct generate_wishes;
struct generate_model;

typedef struct generator {
    const char *name, *what;
    generate_kind kind;
    bool seeded; /* the seed makes a difference */
    generate_parameter parameters[GENERATE_PARAMETERS + 1];
    /* Pictures: the lightness of a pixel, 0 .. FX_ONE; values outside are held at the ends. Models: builds all
     * faces; false without memory. Sounds: fills in so many samples, two at least. */
    fx (*level)(const struct generate_wishes *w, int x, int y);
    bool (*build)(const struct generate_wishes *w, struct generate_model *m);
    void (*play)(const struct generate_wishes *w, int16_t *samples, int32_t count);
    const char *(*refuse)(
        const struct generate_wishes *w); /* the wishes that clash, as a sentence, or NULL; may be NULL */
} generator;

typedef struct generate_wishes {
    const generator *what;
    uint32_t seed;
    int32_t values[GENERATE_PARAMETERS];
} generate_wishes;

/* The generator behind `before` in the list: the first one for NULL, NULL behind the last one. */
const generator *generate_next(const generator *before);
const generator *generate_find(const char *name); /* NULL: unknown */

/* Begins with seed 1 and the start values of the parameters. */
void generate_begin(generate_wishes *w, const generator *what);

/* Takes a wish, KEY=VALUE. */
bool generate_set(generate_wishes *w, const char *word, tool_error *error);

/* Writes a value as a wish has it: `text` takes 24 bytes. */
void generate_value(const generate_parameter *parameter, int32_t value, char text[24]);

/* For people: "model", "picture", "sound"; and the ending of its files, with the point. */
const char *generate_kind_name(const generator *of);
const char *generate_ending(const generator *of);

/* Appends the file's bytes to `out`. */
bool generate_file(const generate_wishes *w, writer *out, tool_error *error);

/* Writes the file, whose ending has to be that of the kind: .obj, .png or .wav. Nothing is written on failure. */
bool generate_make(const generate_wishes *w, const char *path, tool_error *error);

/* The bytes of a file that a text asks for, `tone from=880 to=880 jump=5`: a generator's name, then KEY=VALUE words, `seed=N` among them, also on
 * further lines; # begins a remark. `path` stands in messages, with the line. A generator of another kind is refused. */
bool generate_text(const char *path, const char *text, generate_kind kind, writer *out, tool_error *error);

/* ---- between the parts ---- */

extern const generator generate_models[], generate_pictures[], generate_sounds[]; /* end with no name */

/* Writes the whole OBJ text; its first line ends with `remark`. */
bool generate_obj(const generate_wishes *w, const char *remark, writer *out, tool_error *error);

/* A decimal in thousandths as fx, rounded. */
static inline fx generate_fx(int32_t thousandths) {
    return (fx)(((int64_t)thousandths * 65536 + (thousandths < 0 ? -500 : 500)) / 1000);
}

#endif
