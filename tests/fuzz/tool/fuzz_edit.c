/* Fuzz target: any bytes as a script of the editor's commands over a small cart, and those behind the first zero
 * byte as the text of the level that is edited. A mistake has one line with its place, commands behind a mistake
 * change nothing, and undo gives all bytes back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/edit/edit.h"
#include "tools/import/base/file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char cart_text[] = "mesh crate crate.obj\nmesh lamp lamp.obj\nlevel town town.level\n"
                                "script brain b.goad\ntype orc mesh=crate behaviour=Brain health=30\n"
                                "scene main\n camera at=0,1,4 target=0,0,0\n object crate at=0,1,0 # first\n "
                                "with material=m\n light sun direction=-1,-1,-1\nend\n"
                                "scene other\n camera at=0,1,4 target=0,0,0\nend\n";
static const char level_text[] =
    "level 1\r\n# things\nlayer day\ninstance crate at=1,0,1 yaw=30 no-shadow\nspawn orc at=1,2,3 name=bob\n "
    " set health 4 # weak\n"
    "\tset friend @bob\nspawn orc at=0,0,0 parent=bob\nlocator gate door at=1,1,1\nvolume v area sphere "
    "at=0,0,0 radius=2\n"
    "light l point vector=1,2,3 range=4\npath p straight 0,0,0 1,1,1\nelement e at=0,0,0 health=3 "
    "instance=0\nversion threshold=0\nsolid wall normal=0,1,0 distance=0";
static const char script_text[] =
    "behaviour Brain {\n prop health: int = 1\n prop friend: name = ''\n on tick { }\n}\n";

static void write_file(const char *path, const char *name, const char *text) {
    char file[300];
    snprintf(file, sizeof file, "%s/%s", path, name);
    if (!import_file_write(file, text, strlen(text), NULL)) abort();
}

static const char *folder(void) {
    static char path[256];
    if (path[0] != 0) return path;
    const char *temporary = getenv("TMPDIR");
    snprintf(path, sizeof path, "%.200s/oxcart_fuzz_edit", temporary == NULL ? "/tmp" : temporary);
    (void)mkdir(path, 0755);
    write_file(path, "cart.txt", cart_text);
    write_file(path, "b.goad", script_text);
    return path;
}

/* Puts a file into the cart, which is in memory alone. */
static void put_file(edit *e, const char *name, const char *text, size_t size) {
    edit_file *f = &e->files[e->file_count++];
    snprintf(f->path, sizeof f->path, "%s/%s", e->folder, name);
    f->room = size + 1;
    f->size = f->saved_size = size;
    f->text = calloc(size + 1, 1);
    f->saved = malloc(size + 1);
    if (f->text == NULL || f->saved == NULL) abort();
    memcpy(f->text, text, size);
    memcpy(f->saved, f->text, size + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tool_error error = {.text = ""};
    const uint8_t *zero = size == 0 ? NULL : memchr(data, 0, size);
    size_t script = zero == NULL ? size : (size_t)(zero - data);
    edit *e = edit_open(folder(), &error);
    if (e == NULL) abort();
    char *text = calloc(script + 1, 1); /* scripts are read with a zero byte behind them */
    e->dry = true;
    if (text == NULL) abort();
    if (script > 0) memcpy(text, data, script);
    if (zero == NULL)
        put_file(e, "town.level", level_text, sizeof level_text - 1);
    else
        put_file(e, "town.level", (const char *)zero + 1, size - script - 1);
    if (edit_go(e, EDIT_LEVEL, "town", NULL, &error)) {
        tool_error fault = {.text = ""};
        if (!edit_run(e, "script", text, script, &fault) &&
            (fault.text[0] == 0 || fault.line == 0 || strchr(fault.text, '\n') != NULL))
            abort();
        if (e->draft_count != 0 || e->failed || (e->history.done == 0 && e->file == EDIT_NONE)) abort();
        while (edit_undo(e)) {
        }
        if (e->history.forgotten == 0 && edit_is_changed(e)) abort();
        while (edit_redo(e)) {
        }
        if (e->failed) abort();
    } else if (error.text[0] == 0) {
        abort();
    }
    free(text);
    edit_close(e);
    return 0;
}
