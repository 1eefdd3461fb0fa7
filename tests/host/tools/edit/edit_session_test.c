/* Random sessions of the editor: whatever is done, undone and redone, the editor's texts are those of a model
 * that keeps every version. */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "tests/host/tools/pack/packed_cart.h"
#include "tests/test.h"
#include "tools/edit/edit.h"

static const char cart_text[] = "mesh crate crate.obj # a box\nmesh lamp lamp.obj\nlevel town "
                                "town.level\nscene main\n  camera at=0,1,4 target=0,0,0\nend\n";
static const char level_text[] =
    "level 1\r\n\n# things\nspawn orc at=1,2,3 name=bob   # the first\n  set health 4\n\tset mood \"not "
    "good\" # why?\ninstance crate at=0.50,0,-0 yaw=30 no-shadow\n"
    "spawn orc at=0,0,0 parent=bob\nlight l point vector=1,2,3 range=4\nelement e at=0,0,0 health=3 "
    "instance=0\n version threshold=0\n# the end";

static uint32_t draw(uint32_t *state, uint32_t below) {
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % below;
}

/* Makes a command, which may be wrong: numbers of objects that do not exist, unknown meshes, names given
 * twice. */
static void make_command(uint32_t *state, char *text, size_t room) {
    static const char *const forms[] = {"place crate at=%d,0,%d name=x",
                                        "place lamp at=%d,0.25,%d yaw=10",
                                        "place ghost at=%d,0,%d",
                                        "add spawn orc at=%d,0,%d later",
                                        "move %u %d,1,2",
                                        "move %u by 0.5,0,%d",
                                        "turn %u by %d",
                                        "scale %u %d",
                                        "set %u health %d",
                                        "unset %u health %d",
                                        "copy %u by=%d,0,0",
                                        "copy %u by=%d,0,1 name=twin",
                                        "delete %u",
                                        "rename %u n%d",
                                        "set %u yaw %d",
                                        "set %u near-only on",
                                        "set all yaw 5",
                                        "bounds -%u,0,0 9,%d,9",
                                        "unset %u mood"};
    uint32_t form = draw(state, sizeof forms / sizeof forms[0]);
    if (form < 4)
        snprintf(text, room, forms[form], (int)draw(state, 9) - 4, (int)draw(state, 9) - 4);
    else
        snprintf(text, room, forms[form], (unsigned)draw(state, 12) + 1, (int)draw(state, 9) - 2);
}

enum { STEPS = 300 };

/* The texts after each recorded step. */
typedef struct model {
    char *texts[STEPS + 1];
    uint32_t count, at; /* recorded steps; steps that are not undone */
} model;

static char *copy_of(const edit *e) {
    const edit_file *f = &e->files[e->file];
    char *text = malloc(f->size + 1);
    if (text != NULL) memcpy(text, f->text, f->size + 1);
    return text;
}

static void keep(model *m, const edit *e) {
    while (m->count > m->at + 1) free(m->texts[--m->count]);
    m->texts[m->count++] = copy_of(e);
    m->at = m->count - 1;
}

static bool same(const model *m, const edit *e) {
    return e->file != EDIT_NONE && strcmp(m->texts[m->at], e->files[e->file].text) == 0;
}

static bool one_step(uint32_t *state, model *m, edit *e) {
    char command[120];
    tool_error error = {.text = ""};
    uint32_t kind = draw(state, 10);
    if (kind < 2) {
        bool undone = edit_undo(e);
        if (undone != (m->at > 0)) return false;
        m->at -= undone;
    } else if (kind < 4) {
        bool again = edit_redo(e);
        if (again != (m->at + 1 < m->count)) return false;
        m->at += again;
    } else {
        make_command(state, command, sizeof command);
        bool done = edit_run(e, "test", command, strlen(command), &error);
        if (!done && (error.line != 1 || error.text[0] == 0)) return false;
        if (done && !same(m, e)) keep(m, e); /* a command may find nothing to change */
    }
    if (!same(m, e)) TEST_INFO("%s: %s", kind < 2 ? "undo" : kind < 4 ? "redo" : command, error.text);
    return same(m, e);
}

TEST(edit_random_sessions_are_those_of_a_model) {
    packed_folder f;
    tool_error error = {.text = ""};
    uint32_t made = 0;
    if (!folder_make(&f)) return;
    folder_write(&f, "cart.txt", cart_text);
    folder_write(&f, "town.level", level_text);
    for (uint32_t seed = 1; seed <= 4; seed++) {
        uint32_t state = seed, step = 0;
        model m = {.count = 0};
        edit *e = edit_open(f.path, &error);
        if (e == NULL || !edit_go(e, EDIT_LEVEL, "town", NULL, &error)) {
            TEST_INFO("%s", error.text);
            CHECK(e == NULL);
            break;
        }
        keep(&m, e);
        while (step < STEPS && one_step(&state, &m, e)) step++;
        if (step < STEPS)
            TEST_INFO("seed %u: %u of %u steps; the text is\n%s", (unsigned)seed, (unsigned)m.at,
                      (unsigned)m.count, e->files[e->file].text);
        CHECK_EQ(step, STEPS);
        made += m.count;
        while (edit_undo(e)) {
        }
        CHECK(!edit_is_changed(e) && strcmp(e->files[e->file].text, level_text) == 0);
        while (m.count > 0) free(m.texts[--m.count]);
        edit_close(e);
    }
    CHECK(made > 100);
    folder_remove(&f);
}

TEST(edit_history_forgets_its_oldest_steps) {
    packed_folder f;
    tool_error error = {.text = ""};
    if (!folder_make(&f)) return;
    folder_write(&f, "cart.txt", cart_text);
    folder_write(&f, "town.level", "level 1\ninstance crate at=0,0,0\n");
    edit *e = edit_open(f.path, &error);
    if (e != NULL && edit_go(e, EDIT_LEVEL, "town", NULL, &error)) {
        uint32_t undone = 0;
        char command[60];
        bool ok = true;
        for (int i = 0; i < EDIT_STEPS * 2 + 100 && ok; i++) {
            snprintf(command, sizeof command, "move 1 %d,0,0", i + 1);
            /* the expected splice of the one number, without reading the whole text anew */
            char text[16];
            int length = snprintf(text, sizeof text, "%d", i + 1);
            const char *at = strstr(e->files[e->file].text, "at=") + 3;
            size_t place = (size_t)(at - e->files[e->file].text);
            ok = i % 64 == 0
                     ? edit_run(e, "test", command, strlen(command), &error)
                     : edit_change(e, e->file, place, strcspn(at, ","), text, (size_t)length, &error) &&
                           edit_commit(e, &error);
        }
        CHECK(ok);
        CHECK(e->history.forgotten > 0 && e->block_count <= 2 * EDIT_STEPS);
        while (edit_undo(e)) undone++;
        CHECK(undone > 0 && undone <= EDIT_STEPS && edit_is_changed(e));
    } else {
        TEST_INFO("%s", error.text);
        CHECK(false);
    }
    if (e != NULL) edit_close(e);
    folder_remove(&f);
}
