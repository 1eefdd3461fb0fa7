/* Sends the edited cart to a game that runs in another process. */
#include <stdlib.h>
#include <string.h>

#include "tools/base/apart.h"
#include "tools/build/live.h"
#include "tools/edit/edit.h"
#include "tools/import/base/file.h"
#include "tools/pack/pack.h"
#include "tools/play/remote.h"

typedef struct packing {
    const cart *c;
    bool names;
    writer *image;
    tool_error *error;
    bool ok;
} packing;

static void pack_apart(void *context) {
    packing *p = context;
    const pack_options options = {.names = p->names};
    pack_report report;
    p->ok = pack_cart(p->c, &options, p->image, &report, p->error);
    if (!p->ok) writer_free(p->image);
}

bool edit_pack(edit *e, const cart *c, bool names, writer *image, tool_error *error) {
    size_t count = 0;
    packing p = {c, names, image, error, false};
    import_stand_in *list = calloc((size_t)e->file_count, sizeof *list);
    memset(image, 0, sizeof *image);
    if (list == NULL) return import_error_memory(error, e->folder);
    for (int i = 0; i < e->file_count; i++) {
        const edit_file *f = &e->files[i];
        if (f->text != NULL && edit_file_is_changed(f))
            list[count++] = (import_stand_in){f->path, f->text, f->size};
    }
    import_file_stand_in(list, count);
    apart(pack_apart, &p);
    import_file_stand_in(NULL, 0);
    free(list);
    return p.ok;
}

/* ---- sending in a thread ---- */

struct edit_sending {
    live_build *build; /* builds nothing: it sends the image */
    writer image;
    uint16_t port;
    tool_error error;
};

static bool send_image(void *context, writer *built, tool_error *error) {
    edit_sending *s = context;
    (void)error;
    memset(built, 0, sizeof *built);
    return remote_send(s->port, s->image.data, s->image.size, &s->error);
}

static void free_sending(edit_sending *s) {
    writer_free(&s->image);
    free(s);
}

edit_sending *edit_send_begin(edit *e, uint16_t port, tool_error *error) {
    edit_sending *s = calloc(1, sizeof *s);
    if (s == NULL) {
        import_error_memory(error, e->folder);
        return NULL;
    }
    s->port = port;
    if (edit_pack(e, &e->c, true, &s->image, error)) {
        const live_rebuild how = {.build = send_image, .context = s};
        s->build = live_build_begin(&how);
        if (s->build != NULL) return s;
        import_error_memory(error, e->folder);
    }
    free_sending(s);
    return NULL;
}

bool edit_send_is_done(const edit_sending *s) { return live_build_is_done(s->build); }

bool edit_send_end(edit_sending *s, tool_error *error) {
    writer nothing;
    bool ok = live_build_end(s->build, &nothing);
    *error = s->error;
    free_sending(s);
    return ok;
}

/* ---- the command ---- */

static bool send_now(edit *e, uint16_t port, tool_error *error) {
    writer image;
    if (!edit_pack(e, &e->c, true, &image, error)) return false;
    bool ok = remote_send(port, image.data, image.size, error);
    writer_free(&image);
    return ok;
}

bool edit_send(edit_words *w) {
    double number = w->e->port;
    if (w->count > 2) return edit_wrong(w, 2, "`send [PORT]` is wanted");
    if (w->count == 2 && (!cart_parse_number(w->words[1], &number) || number < REMOTE_PORT_LEAST ||
                          number > REMOTE_PORT_MOST || number != (double)(uint16_t)number))
        return edit_wrong(w, 1, "`%.40s` is no port from %d to %d", w->words[1], REMOTE_PORT_LEAST,
                          REMOTE_PORT_MOST);
    if (number == 0)
        return edit_wrong(w, 0,
                          "to which port? `send PORT`, or oxcart edit --connect PORT; the game is begun by "
                          "oxcart run --listen PORT");
    if (w->e->dry) return true;
    if (!send_now(w->e, (uint16_t)number, w->error)) return false;
    if (w->e->out != NULL) fprintf(w->e->out, "sent\n");
    return true;
}
