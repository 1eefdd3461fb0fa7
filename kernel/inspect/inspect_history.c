/* What befell objects: the events that they handled and the states that they were in, a ring for each. */
#include "kernel/debug/format.h"
#include "kernel/inspect/internal.h"

static ox_inspect_life *find_life(ox_inspect *s, ox_handle object) {
    for (uint32_t i = 0; i < s->life_count; i++)
        if (ox_handle_same(s->lives[i].object, object)) return &s->lives[i];
    return NULL;
}

ox_status ox_inspect_follow(ox_inspect *s, ox_handle handle) {
    const ox_object *object = s->host == NULL ? NULL : ox_world_get(s->host->world, handle);
    if (object == NULL) return OX_NOT_FOUND;
    if (find_life(s, handle) != NULL) return OX_OK;
    if (s->life_count == OX_INSPECT_LIVES) return OX_FULL;
    s->lives[s->life_count++] =
        (ox_inspect_life){.object = handle, .name = object->name, .state = inspect_state_of(s->host, handle)};
    inspect_listen_to_objects(s);
    return OX_OK;
}

void inspect_hear(ox_inspect *s, const ox_inspect_deed *deed, ox_handle object) {
    ox_inspect_life *life = find_life(s, object);
    if (life == NULL || (deed->is_state && deed->to == 0 && life->state == 0)) return;
    ox_inspect_deed *kept = &life->deeds[life->count++ % OX_INSPECT_DEEDS];
    *kept = *deed;
    kept->tick = s->host->world->tick;
    kept->number = s->deed_count++;
    if (!deed->is_state) return;
    kept->from = life->state;
    life->state = deed->to;
}

const ox_inspect_deed *ox_inspect_deed_of(const ox_inspect *s, uint32_t number, bool is_newest,
                                          const ox_inspect_life **of) {
    const ox_inspect_deed *found = NULL;
    for (uint32_t i = 0; i < s->life_count; i++)
        for (uint32_t k = 0; k < s->lives[i].count && k < OX_INSPECT_DEEDS; k++) {
            const ox_inspect_deed *deed = &s->lives[i].deeds[k];
            if (is_newest ? deed->number >= number : deed->number < number) continue;
            if (found != NULL && (is_newest ? deed->number < found->number : deed->number > found->number))
                continue;
            found = deed;
            *of = &s->lives[i];
        }
    return found;
}

/* The name of a life's object, or its slot. */
static void name_life(const ox_inspect *s, const ox_inspect_life *life, char name[40]) {
    if (life->name != 0)
        (void)inspect_name(s, life->name, name);
    else
        ox_format(name, 40, "@%u", (unsigned)(life->object.bits & 0xFFFFu));
}

static void name_deed(const ox_inspect *s, const ox_inspect_deed *deed, char from[64], char to[64]) {
    ox_format(from, 64, "-");
    ox_format(to, 64, "-");
    if (deed->from != 0) inspect_word(s, deed->from, from);
    if (deed->to != 0) inspect_word(s, deed->to, to);
}

void inspect_page_history(ox_inspect *s) {
    const ox_inspect_life *life;
    const ox_inspect_deed *deed;
    char name[40], from[64], to[64];
    if (s->life_count == 0) ox_sheet_row(&s->sheet, OX_SHEET_DIM, "nobody is followed: history NAME");
    for (uint32_t i = 0; i < s->life_count; i++) {
        name_life(s, &s->lives[i], name);
        ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "%s: %u%s", name, (unsigned)s->lives[i].count,
                     ox_world_get(s->host->world, s->lives[i].object) == NULL ? ", gone" : "");
    }
    for (uint32_t number = UINT32_MAX; (deed = ox_inspect_deed_of(s, number, true, &life)) != NULL;
         number = deed->number) {
        name_life(s, life, name);
        name_deed(s, deed, from, to);
        ox_sheet_row(&s->sheet, deed->is_state ? OX_SHEET_LIVE : OX_SHEET_PLAIN, "%u %s %s%s%s",
                     (unsigned)deed->tick, name, deed->is_state ? from : to, deed->is_state ? " > " : " of ",
                     deed->is_state ? to : from);
    }
}

static void list_history(const ox_inspect *s, ox_text *out) {
    const ox_inspect_life *life;
    const ox_inspect_deed *deed;
    char name[40], from[64], to[64];
    ox_text_string(out, "tick,object,kind,from,to\n");
    for (uint32_t number = 0; (deed = ox_inspect_deed_of(s, number, false, &life)) != NULL;
         number = deed->number + 1) {
        name_life(s, life, name);
        name_deed(s, deed, from, to);
        ox_text_add(out, "%u,%s,%s,%s,%s\n", (unsigned)deed->tick, name, deed->is_state ? "state" : "event",
                    from, to);
    }
}

bool inspect_keep_history(const ox_inspect *s) {
    size_t deeds = 0;
    for (uint32_t i = 0; i < s->life_count; i++)
        deeds += s->lives[i].count < OX_INSPECT_DEEDS ? s->lives[i].count : OX_INSPECT_DEEDS;
    return inspect_keep_text(s, "history", list_history, (deeds + 1) * 128);
}
