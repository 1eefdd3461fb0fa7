/* The compiler of Goad, the language of scripts: texts in, one module image out (kernel/script reads it).
 *
 *     script_source sources[] = {{"door.goad", text, length}};
 *     writer image = {0};
 *     if (script_compile(sources, 1, &options, command_report(), &image)) ... image.data, image.size
 *     writer_free(&image);
 *
 * All sources share one flat name space; neither their order nor that of the declarations matters, except that natives, functions, behaviours
 * and events are numbered as they stand. The same sources give the same bytes. Mistakes go to the report as `file:line:column`, at most
 * SCRIPT_ERRORS_MOST of a file; no image is written when there is a mistake.
 *
 * The language in short (Aho, Lam, Sethi and Ullman 2006 for the passes; everything is checked before anything runs):
 *
 *     native func play(id: name, loud: int)            functions of the engine, by name and signature
 *     const LIMIT = 3 * 4                              tune.. enum.. struct.. event.. var.. likewise
 *     func fib(n: int) -> int limit 12 { if n < 2 { return n }
 *         return fib(n - 1) + fib(n - 2) }
 *     behaviour Door { var opened = 0
 *         auto state Closed { on Touch(who, force) when force > 2 { goto Open } }
 *         state Open { begin { wait 1s; goto Closed } } }
 *
 * A line end acts as `;` where a statement can end. Types are int, fx (16.16), bool, angle, name, text, note, obj, task, any, vec2, vec3, quat,
 * enums, structs, behaviours and `type`s as handles, ref T, [n]T, [a..b]T, list[T,n], map[K,V,n], set[K,n]. Nothing is converted without being
 * written (fx(i), int(f), round(f), x as T) but for whole constants to fx, handles to their base and null to handles.
 * Built in: int fx round abs min max clamp lerp sqrt sin cos atan2 length dot mod diff turn alive done resume assert vec2 vec3 quat.
 * Built-in functions and names of the library may be declared anew; the new declaration counts.
 * `func main()` outside of behaviours is the module's start function. */
#ifndef OXCART_TOOLS_SCRIPT_SCRIPT_H
#define OXCART_TOOLS_SCRIPT_SCRIPT_H

#include "tools/base/writer.h"
#include "tools/report/report.h"

enum {
    SCRIPT_ERRORS_MOST = 20,      /* errors told of one file */
    SCRIPT_SOURCES_MOST = 4096,   /* files of a cart */
    SCRIPT_SOURCE_LIMIT = 1 << 24 /* bytes of one file */
};

/* One text; `name` stands in its messages. The text need not end with zero. Name and text stay the caller's,
 * unchanged while compiling. */
typedef struct script_source {
    const char *name, *text;
    size_t size;
} script_source;

/* The map from code to places in the texts, for reports of faults. It is all zero before and freed with
 * script_map_free. */
typedef struct script_map {
    writer names,
        files; /* of each function: its name with a zero byte behind it, and the number of its source (u32) */
    writer lines; /* rows of script-line */
    writer variables,
        variable_words; /* rows of script-variable without words; name and type of each, with zero bytes */
    writer restarts;    /* names of behaviours that begin anew (u32) */
    uint32_t functions, line_count, variable_count, restart_count;
} script_map;
void script_map_free(script_map *map);

/* Appends the map as kernel/script/map.h has it, for a compiled module of that checksum; `files` are the names of its sources. */
void script_map_write(const script_map *map, uint32_t checksum, const char *const *files, size_t file_count,
                      writer *out);

/* Mentions: colours of a text written as #RRGGBB, and names that functions of the console take for scenes, objects,
 * types, sounds, songs, objectives, trophies and actions of the cart, for the packer. Rows: kind, the colour or the name's id,
 * source, line, column (u32 each), then the name with a zero byte. */
typedef enum script_mention {
    SCRIPT_COLOUR,
    SCRIPT_SCENE,
    SCRIPT_OBJECT,
    SCRIPT_TYPE,
    SCRIPT_SOUND,
    SCRIPT_MUSIC,
    SCRIPT_OBJECTIVE,
    SCRIPT_TROPHY,
    SCRIPT_ACTION,
    SCRIPT_OPTION,
    SCRIPT_OPTION_MADE /* by the script, while the game plays */
} script_mention;

typedef struct script_mention_row {
    uint32_t what; /* script_mention */
    uint32_t value, source, line, column;
    const char *name;
} script_mention_row;

/* Adds a row; does nothing for a list that is NULL. */
void script_mention_add(writer *mentions, const script_mention_row *row);

/* Options of a compilation. All zero: 60 ticks a second, with notes, optimised. */
typedef struct script_options {
    bool library;      /* the console's library is known (library.c): natives, Button, Press, Release */
    script_map *map;   /* is filled in, or NULL */
    writer *mentions;  /* is filled in, or NULL */
    int32_t rate;      /* ticks a second, 0: 60 */
    bool release;      /* notes and assertions are left out */
    bool plain;        /* without the peephole optimiser: for comparison */
    bool apart;        /* without fused instructions: the stack form of the reference */
    bool add_on;       /* marks the module as one of an add-on */
    const char *looks; /* name of a function that may change nothing, as `on draw` may not; NULL: none */
    const char *
        rows; /* `type` declarations of the cart's tables of data, which scripts read as `ref NAME`; NULL: none */
    /* Whether the cart has a member of a kind ("tag", "text", or "data/NAME" for rows of a table) by that name; if
     * not, `advice` gets what to write instead. NULL: names are not checked. */
    bool (*known)(const void *cart, const char *kind, const char *name, char *advice, size_t room);
    const void *cart;
} script_options;

/* Whether a name may stand in a text as a word: letters, digits and _, and no word of the language. */
bool script_is_word(const char *name);

/* Compiles the sources. False after at least one error in the report; `image` is appended to only on success. Time
 * grows with the size of the texts. */
bool script_compile(const script_source *sources, size_t count, const script_options *options,
                    tool_report *report, writer *image);

#endif
