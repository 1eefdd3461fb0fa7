/* Between the files of the inside view. */
#ifndef OXCART_KERNEL_INSPECT_INTERNAL_H
#define OXCART_KERNEL_INSPECT_INTERNAL_H

#include "kernel/game/option.h"
#include "kernel/inspect/inspect.h"
#include "kernel/text/view.h"

/* A command of the console: what its words do. False: refused, and said why. */
enum { INSPECT_WORDS = 8, INSPECT_WORD = 64 };
typedef struct inspect_given {
    char words[INSPECT_WORDS][INSPECT_WORD]; /* those behind its name */
    uint32_t count;
} inspect_given;
typedef bool inspect_command(ox_inspect *s, const inspect_given *a);
inspect_command inspect_do_scene, inspect_do_ambient, inspect_do_lens, inspect_do_move, inspect_do_show,
    inspect_do_forward, inspect_do_take_over;      /* services.c */
inspect_command inspect_do_values, inspect_do_put; /* values.c */
inspect_command inspect_do_adapt;                  /* inspect_resources.c */
bool inspect_refuse(ox_inspect *s, const char *what, const char *word);
bool inspect_refuse_status(ox_inspect *s, ox_status status);
bool inspect_read_whole(const char *word, int32_t least, int32_t most, int32_t *value);
bool inspect_read_path(ox_inspect *s, const char *word, ox_inspect_path *path);
static inline bool inspect_is_word(const char *word, const char *wanted) {
    return ox_text_equal(ox_text_of(word), ox_text_of(wanted));
}

/* The name of a file without its folders. */
static inline const char *inspect_file(const char *path) {
    const size_t slash = ox_text_find_last_char(ox_text_of(path), '/');
    return slash == OX_TEXT_NOWHERE ? path : path + slash + 1;
}

/* Writes rows of a page into the sheet, from one on, without buttons, and gives how many the page has; the page in sight is written anew with the next frame. */
int inspect_write_rows(ox_inspect *s, ox_inspect_page page, int from);

/* The object of a name or @SLOT; NULL: there is none. */
ox_object *inspect_object(const ox_inspect *s, ox_text_view text);

/* The view of the camera that looks around, from top to bottom; the camera is on then. */
void inspect_set_lens(ox_inspect *s, ang16 field);

/* The rows of the pages. */
typedef void inspect_write_page(ox_inspect *s);
void inspect_page_time(ox_inspect *s);
void inspect_page_profile(ox_inspect *s);
void inspect_page_memory(ox_inspect *s);
void inspect_page_objects(ox_inspect *s);
void inspect_page_watches(ox_inspect *s);
void inspect_page_log(ox_inspect *s);
void inspect_page_places(ox_inspect *s);
void inspect_page_events(ox_inspect *s);
void inspect_page_history(ox_inspect *s);
void inspect_page_draw(ox_inspect *s);
void inspect_page_camera(ox_inspect *s);
void inspect_page_game(ox_inspect *s);
void inspect_page_options(ox_inspect *s);
void inspect_page_menu(ox_inspect *s);
void inspect_page_resources(ox_inspect *s);
void inspect_page_console(ox_inspect *s);

/* The replay under way ends, and the players have the game. False: there is none. */
bool inspect_take_over(ox_inspect *s);

/* Scripts that run at this moment, with the behaviour, its object and the calls. */
void inspect_write_running(const ox_module_host *host, ox_text *out);

/* A scene begins: what clients of memory hold beyond what they held when the first one began is told as left behind. Memory as a text through the port, by `memory csv`. */
void inspect_begin_memory(ox_inspect *s);
inspect_command inspect_do_memory;

/* What resources came to; and the next step of the feedback, where it is on. */
void inspect_note_resources(ox_inspect *s);

/* The name of an id into a text of at least 40 bytes: as the game has it, else as the player knows it, else "#a1b2c3d4". */
const char *inspect_name(const ox_inspect *s, uint32_t id, char text[40]);
const char *inspect_names(const void *inspect, uint32_t id, uint32_t *length);

/* The record and type of an object's component by name, or of its own data (0); NULL: none. */
const ox_type *inspect_record(const ox_inspect *s, const ox_object *object, ox_id component, void **record);

/* Writes a row that goes on below, behind a blank, where it is wider than the page. */
void inspect_fold(ox_inspect *s, ox_sheet_ink ink, const char *line);

/* A line that the console says. */
void inspect_say(ox_inspect *s, const char *format, ...);

/* Draws a band in the way that was asked for; `inspect` is the view. */
void inspect_draw_band(void *inspect, const rs_frame *frame, int band, const rs_surface *surface,
                       uint16_t *depth);

/* The deliveries of the game's events go into the view's ring, if they go nowhere else. */
void inspect_trace_events(ox_inspect *s);

/* Watches are looked at again; a step has gone by. */
void inspect_look(ox_inspect *s);

/* A piece of the profile has run up to now: who changed what is watched? */
void inspect_edge(void *inspect, const char *name);
void inspect_tell_point(void *inspect, const ox_watchpoint_change *change);

/* Something befell an object (ox_behaviours_hear). The state that its behaviour is in, 0: none. */
void inspect_hear(ox_inspect *s, const ox_inspect_deed *deed, ox_handle object);
void inspect_listen_to_objects(ox_inspect *s);
ox_id inspect_state_of(const ox_module_host *host, ox_handle object);

/* The game's scene begins: a camera that is on flies on. A place and a direction for it. */
void inspect_fly_on(ox_inspect *s);
void inspect_fly_to(ox_inspect *s, vec3 eye);

/* Gives the port a text that `write` fills, under a name. False where the port cannot keep it, or no memory is left. */
bool inspect_keep_text(const ox_inspect *s, const char *name,
                       void (*write)(const ox_inspect *s, ox_text *out), size_t size);
bool inspect_keep_history(const ox_inspect *s);

/* A frame has ended: notes its time; and, if that is asked for, the place where it was. */
void inspect_note_frame(ox_inspect *s);
void inspect_note_place(ox_inspect *s, uint32_t microseconds);

/* Keeps the places as a text through the port: x,z,frames,mean,most, in metres and microseconds. False where the port cannot, or no memory is left for the text. */
bool inspect_keep_places(const ox_inspect *s);

/* The way back in time: a step is to come; begins anew. */
void inspect_note_step(ox_inspect *s);

/* The rest of a line of the console that waits goes on. */
void inspect_go_on(ox_inspect *s);

/* Counts what the last picture and the frame under way were made of, in the profile. */
void inspect_count_frame(ox_inspect *s);

/* Engine counters: numbers of the world are looked at from now on; the scene is let go; a step has ended. */
void inspect_begin_counters(ox_inspect *s);
void inspect_end_counters(ox_inspect *s);
void inspect_count_step(ox_inspect *s);

/* Counts the instructions that behaviours have used in the step. */
void inspect_count_scripts(ox_inspect *s);

/* A name of the scripts by its id, such as an event's, else as inspect_name. */
void inspect_word(const ox_inspect *s, uint32_t id, char word[64]);

/* Options for the console. Those of a name: false when there is none. Without a text the next value is set; *ok: it was. */
bool inspect_tell_option(ox_inspect *s, const char *path);
bool inspect_set_option(ox_inspect *s, const char *path, const char *text, bool *ok);
uint32_t inspect_list_options(ox_inspect *s, const char *path);
bool inspect_reset_options(ox_inspect *s, const char *path);
uint32_t inspect_complete_option(const ox_inspect *s, const char *line, char *completed, size_t size);

/* Whether a recording is written or played. */
bool inspect_is_taped(const ox_inspect *s);

#endif
