/* The module image: sections one behind the other, as rom/records.txt tells. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/chunks.h"
#include "tools/record_writer.h"
#include "tools/script/emit.h"

/* ---- signatures ---- */

static const char *signature(script_compiler *c, const script_symbol *s) {
    if (s->path != NULL) return s->path;
    char letters[64];
    size_t count = 0;
    if (s->each) letters[count++] = script_type_letter(&(script_type){.kind = KIND_LIST});
    for (const script_symbol *p = s->members; p != NULL; p = p->next)
        letters[count++] = script_type_letter(p->type);
    size_t room = strlen(script_text(c, s->word)) + count + 8;
    char *text = script_take(c, room);
    snprintf(text, room, "%s:%c(%.*s)%s", script_text(c, s->word), script_type_letter(s->type), (int)count,
             letters, s->latent ? "L" : "");
    return text;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static uint32_t interface_hash(script_compiler *c) {
    size_t count = c->natives.count;
    const char **texts = script_take(c, (count + 1) * sizeof *texts);
    uint32_t hash = 0;
    for (size_t i = 0; i < count; i++) texts[i] = signature(c, c->natives.list[i]);
    qsort(texts, count, sizeof *texts, by_text);
    for (size_t i = 0; i < count; i++) {
        if (i > 0) hash = rom_crc32(hash, "\n", 1);
        hash = rom_crc32(hash, texts[i], strlen(texts[i]));
    }
    return hash;
}

/* ---- images of variables ---- */

static uint32_t value_at(const script_node *n, uint32_t i) { return (uint32_t)n->value[i]; }

static int by_key(const void *a, const void *b) {
    uint32_t x = value_at((*(const script_node *const *)a)->a, 0),
             y = value_at((*(const script_node *const *)b)->a, 0);
    return x < y ? -1 : x > y;
}

/* Writes the first cells of a map. Its keys are in order; of equal keys the last one counts. */
static void map_image(script_compiler *c, const script_symbol *s, uint32_t *cells) {
    size_t count = 0;
    const script_type *type = s->type;
    for (const script_node *entry = s->value->b; entry != NULL; entry = entry->next) count++;
    const script_node **sorted = script_take(c, (count + 1) * sizeof *sorted);
    count = 0;
    for (const script_node *entry = s->value->b; entry != NULL; entry = entry->next) {
        size_t i = 0;
        while (i < count && value_at(sorted[i]->a, 0) != value_at(entry->a, 0)) i++;
        sorted[i] = entry;
        if (i == count) count++;
    }
    qsort(sorted, count, sizeof *sorted, by_key);
    *cells++ = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        *cells++ = value_at(sorted[i]->a, 0);
        for (uint32_t k = 0; k < type->element->cells; k++)
            *cells++ = type->kind == KIND_SET ? 1 : k < 4 ? value_at(sorted[i]->b, k) : 0;
    }
}

static void variable_image(script_compiler *c, const script_symbol *s, uint32_t *cells) {
    const script_node *value = s->value;
    if (value == NULL) return;
    if (value->kind != NODE_LIST) {
        for (uint32_t i = 0; i < s->cells && i < 4; i++) cells[i] = value_at(value, i);
        return;
    }
    if (s->type->kind == KIND_MAP || s->type->kind == KIND_SET) {
        map_image(c, s, cells);
        return;
    }
    uint32_t *count = s->type->kind == KIND_LIST ? cells++ : NULL;
    for (const script_node *entry = value->b; entry != NULL; entry = entry->next) {
        for (uint32_t i = 0; i < s->type->element->cells && i < 4; i++) cells[i] = value_at(entry->a, i);
        cells += s->type->element->cells;
        if (count != NULL) ++*count;
    }
}

static void write_globals(script_compiler *c, writer *out) {
    uint32_t *cells = script_take(c, (c->global_cells + 1) * sizeof *cells);
    for (size_t i = 0; i < c->variables.count; i++)
        variable_image(c, c->variables.list[i], cells + c->variables.list[i]->address);
    for (uint32_t i = 0; i < c->global_cells; i++) writer_u32(out, cells[i]);
}

/* ---- records ---- */

static void write_container(writer *out, const script_symbol *s) {
    rom_script_container_record r = {0};
    r.space = (uint8_t)s->space;
    r.kind = s->type->kind == KIND_LIST ? ROM_SCRIPT_CONTAINER_LIST : ROM_SCRIPT_CONTAINER_MAP;
    r.address = (uint16_t)s->address;
    r.capacity = (uint16_t)s->type->count;
    r.values = (uint8_t)s->type->element->cells;
    record_add_script_container(out, &r);
}

static void write_function(writer *out, const script_symbol *f) {
    rom_script_function_record r = {0};
    bool handler = f->role >= ROLE_HANDLER && f->role <= ROLE_LEAVE;
    r.code = f->code_at;
    r.bytes = (uint16_t)f->code_bytes;
    r.arguments = (uint8_t)f->cells;
    r.results = (uint8_t)f->type->cells;
    r.locals = (uint8_t)f->locals;
    r.operands = (uint8_t)f->operands;
    r.flags =
        (uint8_t)((f->latent ? ROM_SCRIPT_FUNCTION_LATENT : 0) | (handler ? ROM_SCRIPT_FUNCTION_HANDLER : 0) |
                  (f->drawn_by != NULL ? ROM_SCRIPT_FUNCTION_DRAW : 0));
    r.recursion = (uint8_t)f->limit;
    r.need = (uint16_t)f->need;
    r.behaviour = (uint16_t)(f->owner != NULL ? f->owner->index : OX_SCRIPT_NONE);
    record_add_script_function(out, &r);
}

static void write_event(writer *out, const script_symbol *e, script_compiler *c, uint32_t first) {
    rom_script_event_record r = {0};
    r.name = script_id(c, e->word);
    r.arguments = (uint8_t)e->cells;
    r.first_argument = (uint16_t)first;
    record_add_script_event(out, &r);
}

static void write_argument(writer *out, const script_symbol *a, script_compiler *c) {
    rom_script_argument_record r = {0};
    r.name = script_id(c, a->word);
    r.kind = (uint8_t)script_type_box(a->type);
    r.cells = (uint8_t)a->cells;
    record_add_script_argument(out, &r);
}

static void write_field(writer *out, const script_field *f) {
    rom_script_field_record r = {0};
    r.type = f->type;
    r.field = f->field;
    r.cells = f->cells;
    r.kind = f->kind;
    r.flags = f->flags;
    record_add_script_field(out, &r);
}

/* ---- behaviours and states ---- */

typedef struct handler_row {
    uint32_t event, function;
} handler_row;

typedef struct tables {
    writer handlers, methods, states, behaviours;
    uint32_t handler_count, method_count, state_count;
    handler_row rows[OX_SCRIPT_HANDLERS + 1];
    uint32_t row_count;
} tables;

static int by_event(const void *a, const void *b) {
    uint32_t x = ((const handler_row *)a)->event, y = ((const handler_row *)b)->event;
    return x < y ? -1 : x > y;
}

static uint32_t function_number(const script_compiler *c, const script_symbol *f) {
    for (size_t i = 0; i < c->functions.count; i++)
        if (c->functions.list[i] == f) return (uint32_t)i;
    return OX_SCRIPT_NONE;
}

/* Adds the handlers of one declaration whose event no later declaration handles. */
static bool add_handlers(script_compiler *c, tables *t, const script_symbol *list) {
    for (const script_symbol *m = list->members; m != NULL; m = m->next) {
        if (m->kind != SYMBOL_FUNC || m->role != ROLE_HANDLER) continue;
        handler_row row = {m->base != NULL ? m->base->index : m->index, function_number(c, m)};
        bool known = false;
        for (uint32_t i = 0; i < t->row_count; i++) known = known || t->rows[i].event == row.event;
        if (known) continue;
        if (t->row_count > OX_SCRIPT_HANDLERS) return false;
        t->rows[t->row_count++] = row;
    }
    return true;
}

static void put_handlers(tables *t) {
    qsort(t->rows, t->row_count, sizeof t->rows[0], by_event);
    for (uint32_t i = 0; i < t->row_count; i++) {
        rom_script_handler_record r = {.event = (uint16_t)t->rows[i].event,
                                       .function = (uint16_t)t->rows[i].function};
        record_add_script_handler(&t->handlers, &r);
    }
    t->handler_count += t->row_count;
}

/* The function of a method slot: that of the state or of a parent, else that of the behaviour or a base. */
static uint32_t method(const script_compiler *c, const script_symbol *b, const script_state_row *row,
                       const script_symbol *root) {
    for (; row != NULL; row = row->parent == OX_SCRIPT_NONE ? NULL : &b->states[row->parent])
        for (uint32_t i = 0; i < row->declared_count; i++) {
            const script_symbol *f = script_member(row->declared[i], root->word, SYMBOL_FUNC);
            if (f != NULL) return function_number(c, f);
        }
    return function_number(c, script_member(b, root->word, SYMBOL_FUNC));
}

static void put_methods(script_compiler *c, tables *t, const script_symbol *b, const script_state_row *row) {
    uint16_t *slots = script_take(c, (b->slot_count + 1) * sizeof *slots);
    for (const script_symbol *at = b; at != NULL; at = at->base)
        for (const script_symbol *m = at->members; m != NULL; m = m->next)
            if (m->kind == SYMBOL_FUNC && m->role == ROLE_PLAIN && m->virtual && m->base == NULL)
                slots[m->slot] = (uint16_t)method(c, b, row, m);
    for (uint32_t i = 0; i < b->slot_count; i++) writer_u16(&t->methods, slots[i]);
    t->method_count += b->slot_count;
}

static uint32_t role_function(const script_compiler *c, const script_state_row *row, uint32_t role) {
    for (uint32_t i = 0; i < row->declared_count; i++)
        for (const script_symbol *m = row->declared[i]->members; m != NULL; m = m->next)
            if (m->role == role) return function_number(c, m);
    return OX_SCRIPT_NONE;
}

static void put_state(script_compiler *c, tables *t, const script_symbol *b, const script_state_row *row) {
    rom_script_state_record r = {0};
    t->row_count = 0;
    bool fits = true;
    for (uint32_t i = 0; i < row->declared_count; i++) fits = add_handlers(c, t, row->declared[i]) && fits;
    if (!fits || t->row_count > OX_SCRIPT_HANDLERS)
        script_wrong(c, row->state->place, "state '%s' has more than %d handlers with those of its bases",
                     script_text(c, row->word), OX_SCRIPT_HANDLERS);
    r.name = script_id(c, row->word);
    r.parent = (uint16_t)(row->parent == OX_SCRIPT_NONE ? OX_SCRIPT_NONE : b->first_state + row->parent);
    r.enter = (uint16_t)role_function(c, row, ROLE_ENTER);
    r.leave = (uint16_t)role_function(c, row, ROLE_LEAVE);
    r.begin = (uint16_t)role_function(c, row, ROLE_BEGIN);
    r.first_handler = (uint16_t)t->handler_count;
    r.handlers = (uint16_t)t->row_count;
    r.first_method = (uint16_t)t->method_count;
    put_handlers(t);
    put_methods(c, t, b, row);
    record_add_script_state(&t->states, &r);
    t->state_count++;
}

/* A hash that changes with every variable's name, type, order and size. */
static uint32_t layout_hash(script_compiler *c, const script_symbol *b, uint32_t hash) {
    char line[256];
    if (b->base != NULL) hash = layout_hash(c, b->base, hash);
    for (const script_symbol *m = b->members; m != NULL; m = m->next) {
        if (m->kind != SYMBOL_MINE) continue;
        int length =
            snprintf(line, sizeof line, "%s:%.160s\n", script_text(c, m->word), script_type_show(c, m->type));
        hash = rom_crc32(hash, line, (size_t)length);
    }
    return hash;
}

static void put_behaviour(script_compiler *c, tables *t, const script_symbol *b) {
    rom_script_behaviour_record r = {0};
    uint32_t own = 0, first = 0;
    for (const script_symbol *m = b->members; m != NULL; m = m->next) {
        if (m->kind != SYMBOL_MINE) continue;
        if (own++ == 0) first = m->index;
    }
    t->row_count = 0;
    add_handlers(c, t, b);
    r.name = script_id(c, b->word);
    r.parent = (uint16_t)(b->base != NULL ? b->base->index : OX_SCRIPT_NONE);
    r.cells = (uint16_t)b->cells;
    r.first_state = (uint16_t)t->state_count;
    r.states = (uint16_t)b->state_count;
    r.auto_state =
        (uint16_t)(b->auto_state == OX_SCRIPT_NONE ? OX_SCRIPT_NONE : b->first_state + b->auto_state);
    r.first_handler = (uint16_t)t->handler_count;
    r.handlers = (uint16_t)t->row_count;
    r.first_method = (uint16_t)t->method_count;
    r.methods = (uint16_t)b->slot_count;
    r.init = (uint16_t)(b->init != NULL ? b->init->index : OX_SCRIPT_NONE);
    r.first_field = (uint16_t)(own > 0 ? first : 0);
    r.fields = (uint16_t)own;
    r.layout = layout_hash(c, b, 0);
    put_handlers(t);
    put_methods(c, t, b, NULL);
    for (uint32_t i = 0; i < b->state_count; i++) put_state(c, t, b, &b->states[i]);
    record_add_script_behaviour(&t->behaviours, &r);
}

/* ---- all ---- */

static void append_part(writer *out, writer *part) {
    writer_bytes(out, part->data, part->size);
    writer_align(out, 4);
    out->failed = out->failed || part->failed;
    writer_free(part);
}

static void write_head(script_compiler *c, writer *out, size_t start, const tables *t, uint32_t arguments) {
    rom_script_module_record r = {0};
    const script_symbol *main = c->globals[c->word_main];
    r.magic = rom_word((const uint8_t *)"GOAD");
    r.version = OX_SCRIPT_VERSION;
    r.flags = c->options.add_on ? ROM_SCRIPT_MODULE_ADD_ON : 0;
    r.bytes = (uint32_t)(out->size - start);
    r.interface = interface_hash(c);
    r.native_count = (uint16_t)c->natives.count;
    r.constant_count = (uint16_t)c->constant_count;
    r.global_count = (uint16_t)c->global_cells;
    r.container_count = (uint16_t)c->containers.count;
    r.function_count = (uint16_t)c->functions.count;
    r.behaviour_count = (uint16_t)c->behaviours.count;
    r.state_count = (uint16_t)t->state_count;
    r.handler_count = (uint16_t)t->handler_count;
    r.event_count = (uint16_t)c->events.count;
    r.argument_count = (uint16_t)arguments;
    r.field_count = (uint16_t)c->field_count;
    r.text_count = (uint16_t)c->text_count;
    r.method_count = (uint16_t)t->method_count;
    r.start = (uint16_t)(main != NULL && main->kind == SYMBOL_FUNC ? main->index : OX_SCRIPT_NONE);
    r.code_bytes = (uint32_t)c->code.size;
    r.note_bytes = (uint32_t)c->notes.size;
    record_put_script_module(out, start, &r);
    writer_put_u32(out, start + ROM_SCRIPT_MODULE_CHECKSUM,
                   rom_crc32(0, out->data + start + 16, out->size - start - 16));
}

void script_write_module(script_compiler *c, writer *image) {
    tables t = {0};
    uint32_t arguments = 0;
    size_t start = writer_align(image, 4);
    writer_zeros(image, ROM_SCRIPT_MODULE_SIZE);
    for (size_t i = 0; i < c->natives.count; i++) {
        const char *text = signature(c, c->natives.list[i]);
        rom_script_native_record r = {.name = script_id(c, c->natives.list[i]->word),
                                      .signature = rom_crc32(0, text, strlen(text))};
        record_add_script_native(image, &r);
    }
    for (size_t i = 0; i < c->constant_count; i++) writer_u32(image, (uint32_t)c->constants[i]);
    write_globals(c, image);
    for (size_t i = 0; i < c->containers.count; i++) write_container(image, c->containers.list[i]);
    for (size_t i = 0; i < c->functions.count; i++) write_function(image, c->functions.list[i]);
    for (size_t i = 0; i < c->behaviours.count; i++) put_behaviour(c, &t, c->behaviours.list[i]);
    append_part(image, &t.behaviours);
    append_part(image, &t.states);
    append_part(image, &t.handlers);
    for (size_t i = 0; i < c->events.count; i++) {
        write_event(image, c->events.list[i], c, arguments);
        arguments += c->events.list[i]->count;
    }
    for (size_t i = 0; i < c->events.count; i++)
        for (const script_symbol *a = c->events.list[i]->members; a != NULL; a = a->next)
            write_argument(image, a, c);
    for (size_t i = 0; i < c->field_count; i++) write_field(image, &c->fields[i]);
    for (size_t i = 0; i < c->text_count; i++) writer_u32(image, c->texts[i]);
    append_part(image, &t.methods);
    writer_bytes(image, c->code.data, c->code.size);
    writer_align(image, 4);
    writer_bytes(image, c->notes.data, c->notes.size);
    writer_align(image, 4);
    if (image->failed) longjmp(c->no_memory, 1);
    if (t.handler_count > UINT16_MAX || t.method_count > UINT16_MAX) {
        script_place place = {.line = 1, .column = 1};
        script_wrong(c, place, "%lu handlers and %lu methods in all scripts, at most 65535 each are allowed",
                     (unsigned long)t.handler_count, (unsigned long)t.method_count);
        return;
    }
    write_head(c, image, start, &t, arguments);
}
