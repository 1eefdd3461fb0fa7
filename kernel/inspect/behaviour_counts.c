/* What behaviours tell: the instructions that they use as counters of the profile, and their words. */
#include "kernel/behaviour/module.h"
#include "kernel/debug/format.h"
#include "kernel/inspect/internal.h"
#include "kernel/script/debug.h"
#include "kernel/script/machine.h"
#include "rom/chunks.h"

/* A name of a behaviour that stays: the profile keeps it by its pointer. NULL: there is no room for more. */
static const char *lasting_name(ox_inspect *s, uint32_t id) {
    uint32_t i = 0;
    while (i < s->script_count && s->scripts[i].id != id) i++;
    if (i == OX_INSPECT_SCRIPTS) return NULL;
    if (i < s->script_count) return s->scripts[i].name;
    char name[40];
    ox_text out = ox_text_begin_plain(s->scripts[i].name, sizeof s->scripts[i].name);
    ox_text_add(&out, "goad %s", id == 0 ? "tasks" : inspect_name(s, id, name));
    s->scripts[i].id = id;
    s->script_count++;
    return s->scripts[i].name;
}

void inspect_count_scripts(ox_inspect *s) {
    const ox_script *script;
    for (uint32_t number = 0; (script = ox_behaviours_machine(s->host, number)) != NULL; number++) {
        const ox_script_module *m = &script->module;
        const uint32_t count = m->count[OX_SCRIPT_SECTION_BEHAVIOURS];
        for (uint32_t i = 0; i <= count; i++) {
            const uint8_t *row =
                m->bytes + m->at[OX_SCRIPT_SECTION_BEHAVIOURS] + (size_t)i * ROM_SCRIPT_BEHAVIOUR_SIZE;
            const char *name = lasting_name(s, i == count ? 0 : rom_word(row + ROM_SCRIPT_BEHAVIOUR_NAME));
            if (name != NULL && (script->used[i] > 0 || i < count))
                ox_profile_count(s->profile, name, script->used[i]);
        }
    }
}

#if OX_PROFILED
static void hear_deed(void *inspect, const ox_behaviour_deed *deed) {
    ox_inspect *s = inspect;
    const ox_object *sender = ox_world_get(s->host->world, deed->sender);
    const bool is_state = deed->event == 0;
    inspect_hear(s,
                 &(ox_inspect_deed){.from = sender == NULL ? 0 : sender->name,
                                    .to = is_state ? deed->state : deed->event,
                                    .is_state = is_state},
                 deed->object);
}

void inspect_listen_to_objects(ox_inspect *s) {
    ox_behaviours_tell(s->host, s->life_count > 0 ? hear_deed : NULL, s);
}
#else
void inspect_listen_to_objects(ox_inspect *s) { (void)s; }
#endif

ox_id inspect_state_of(const ox_module_host *host, ox_handle object) {
    const ox_script *script;
    for (uint32_t number = 0; (script = ox_behaviours_machine(host, number)) != NULL; number++)
        for (uint32_t i = script->instances.first; i != OX_ROSTER_END;) {
            const ox_script_instance *instance = ox_roster_at(&script->instances, i);
            if (instance->slot.owner == object.bits && instance->state != OX_SCRIPT_NONE)
                return rom_word(ox_script_record(&script->module, OX_SCRIPT_SECTION_STATES, instance->state) +
                                ROM_SCRIPT_STATE_NAME);
            i = instance->slot.next;
        }
    return 0;
}

void inspect_write_running(const ox_module_host *host, ox_text *out) {
    enum { CALLS = 32 };
    const ox_script *m;
    char word[OX_BEHAVIOURS_WORD];
    for (uint32_t i = 0; (m = ox_behaviours_machine(host, i)) != NULL; i++) {
        ox_script_frame frames[CALLS];
        if (!m->running) continue;
        ox_text_add(out, "\nscript %u runs", (unsigned)i);
        if (m->self != NULL) {
            const ox_id id =
                rom_word(ox_script_record(&m->module, OX_SCRIPT_SECTION_BEHAVIOURS, m->self->behaviour) +
                         ROM_SCRIPT_BEHAVIOUR_NAME);
            if (!ox_behaviours_word(host, id, word)) ox_format(word, sizeof word, "#%08x", (unsigned)id);
            ox_text_add(out, " %s of @%u", word, (unsigned)(m->self->slot.owner & 0xFFFFu));
        }
        ox_text_string(out, "\n");
        const uint32_t count = ox_script_frames((ox_script *)(uintptr_t)m, frames, CALLS);
        for (uint32_t k = 0; k < count; k++)
            ox_text_add(out, "  function %u, byte %u\n", (unsigned)frames[k].place.function,
                        (unsigned)frames[k].place.byte);
    }
}

void inspect_word(const ox_inspect *s, uint32_t id, char word[OX_BEHAVIOURS_WORD]) {
    char known[40];
    if (!ox_behaviours_word(s->host, id, word))
        ox_format(word, OX_BEHAVIOURS_WORD, "%s", inspect_name(s, id, known));
}
