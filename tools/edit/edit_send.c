/* The cart as it is in the editor, sent into a game that runs elsewhere. */
#include <stdlib.h>
#include <string.h>

#include "tools/apart.h"
#include "tools/edit/edit.h"
#include "tools/import/file.h"
#include "tools/link.h"
#include "tools/pack.h"

/* Packs what is in memory: texts that are not saved stand in for their files. */
static bool pack_unsaved(edit *e, writer *image, tool_error *error) {
    const pack_options options = {.names = true};
    pack_report report;
    size_t count = 0;
    import_stand_in *list = calloc((size_t)e->file_count, sizeof *list);
    memset(image, 0, sizeof *image);
    if (list == NULL) return import_error_memory(error, e->folder);
    for (int i = 0; i < e->file_count; i++) {
        const edit_file *f = &e->files[i];
        if (f->text != NULL && edit_file_is_changed(f)) list[count++] = (import_stand_in){f->path, f->text, f->size};
    }
    import_file_stand_in(list, count);
    bool ok = pack_cart(&e->c, &options, image, &report, error);
    import_file_stand_in(NULL, 0);
    free(list);
    return ok;
}

typedef struct sending {
    edit *e;
    uint16_t port;
    tool_error *error;
    bool ok;
} sending;

static void send_apart(void *context) {
    sending *s = context;
    writer image;
    s->ok = pack_unsaved(s->e, &image, s->error) && link_send(s->port, image.data, image.size, s->error);
    writer_free(&image);
}

bool edit_send_to(edit *e, uint16_t port, tool_error *error) {
    sending s = {e, port, error, false};
    apart(send_apart, &s);
    return s.ok;
}

bool edit_send(edit_words *w) {
    double number = w->e->port;
    if (w->count > 2) return edit_wrong(w, 2, "`send [PORT]` is wanted");
    if (w->count == 2 && (!cart_parse_number(w->words[1], &number) || number < LINK_PORT_LEAST || number > LINK_PORT_MOST || number != (double)(uint16_t)number))
        return edit_wrong(w, 1, "`%.40s` is no port from %d to %d", w->words[1], LINK_PORT_LEAST, LINK_PORT_MOST);
    if (number == 0) return edit_wrong(w, 0, "to which port? `send PORT`, or oxcart edit --connect PORT; the game is begun by oxcart run --listen PORT");
    if (w->e->dry) return true;
    if (!edit_send_to(w->e, (uint16_t)number, w->error)) return false;
    if (w->e->out != NULL) fprintf(w->e->out, "sent\n");
    return true;
}
