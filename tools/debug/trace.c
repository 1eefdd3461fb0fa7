/* The trace of a game's scripts as text, and its comparison with another. */
#include "tools/debug/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/debug/session.h"

enum { TRACE_LINE = 2 * DEBUG_WORDS };

struct debug_trace {
    FILE *out, *like; /* NULL: none */
    const char *out_name, *like_name;
    unsigned long lines; /* that are alike */
    bool parted;
    char here[TRACE_LINE], there[TRACE_LINE]; /* the first lines that differ */
};

debug_trace *debug_trace_begin(const char *path, const char *like, tool_error *error) {
    debug_trace *t = calloc(1, sizeof *t);
    if (t == NULL) return import_error_file(error, path != NULL ? path : like, "no memory"), NULL;
    t->out_name = path;
    t->like_name = like;
    if (like != NULL && (t->like = fopen(like, "r")) == NULL)
        import_error_file(error, like, "cannot be read");
    else if (path != NULL && (t->out = fopen(path, "w")) == NULL)
        import_error_file(error, path, "cannot be written");
    else
        return t;
    debug_trace_free(t);
    return NULL;
}

void debug_trace_free(debug_trace *t) {
    if (t == NULL) return;
    if (t->out != NULL) fclose(t->out);
    if (t->like != NULL) fclose(t->like);
    free(t);
}

void debug_trace_text(const debug_script *script, const ox_script_traced *row, char *text, size_t room) {
    char place[DEBUG_WORDS], before[DEBUG_WORD], now[DEBUG_WORD];
    debug_place_text(script, row->place, place, sizeof place);
    if (row->is_state) {
        debug_state_word(script, row->before, before, sizeof before);
        debug_state_word(script, row->now, now, sizeof now);
        snprintf(text, room, "%lu state %s became %s, instance %08lx%s%s", (unsigned long)row->tick, before,
                 now, (unsigned long)row->owner, row->run > 0 ? ", behind " : "", row->run > 0 ? place : "");
        return;
    }
    snprintf(text, room, "%lu %s byte %u depth %u top %ld object %08lx", (unsigned long)row->tick, place,
             (unsigned)row->place.byte, (unsigned)row->depth, (long)row->top, (unsigned long)row->owner);
}

/* The next line of the other run, without its end; false behind the last. */
static bool read_line(FILE *like, char *line) {
    if (fgets(line, TRACE_LINE, like) == NULL) {
        line[0] = '\0';
        return false;
    }
    line[strcspn(line, "\n")] = '\0';
    return true;
}

static void put_line(debug_trace *t, const char *line) {
    if (t->out != NULL) fprintf(t->out, "%s\n", line);
    if (t->like == NULL || t->parted) return;
    t->parted = !read_line(t->like, t->there) || strcmp(t->there, line) != 0;
    if (!t->parted) t->lines++;
    snprintf(t->here, sizeof t->here, "%s", line);
}

void debug_trace_frame(debug_session *s) {
    if (s->trace == NULL) return;
    for (uint32_t i = 0; i < s->script_count; i++) {
        debug_script *script = &s->scripts[i];
        const uint32_t made = script->debugger.traced - script->written,
                       there = made < script->debugger.trace_room ? made : script->debugger.trace_room;
        char line[TRACE_LINE];
        if (made > there) {
            snprintf(line, sizeof line, "%lu rows are lost", (unsigned long)(made - there));
            put_line(s->trace, line);
        }
        for (uint32_t back = there; back-- > 0;) {
            debug_trace_text(script, ox_script_trace_row(&script->debugger, back), line, sizeof line);
            put_line(s->trace, line);
        }
        script->written = script->debugger.traced;
    }
}

bool debug_trace_end(debug_trace *t, char *said, size_t room) {
    if (t->out != NULL) {
        bool good = ferror(t->out) == 0;
        good = fclose(t->out) == 0 && good;
        t->out = NULL;
        if (!good) {
            snprintf(said, room, "%s: error: cannot be written", t->out_name);
            return false;
        }
    }
    if (t->like == NULL) return true;
    if (!t->parted && !read_line(t->like, t->there)) return true;
    snprintf(said, room, "%s:%lu: error: the runs part here\n  then: %s\n   now: %s", t->like_name,
             t->lines + 1, t->there[0] != '\0' ? t->there : "(the end)", t->parted ? t->here : "(the end)");
    return false;
}
