/* Opens script modules: sizes, checksum, and every index in every record. */
#include "kernel/script/module.h"

#include <string.h>

#include "kernel/script/internal.h"

uint32_t ox_script_section_count_at(ox_script_section section) {
    static const uint8_t at[OX_SCRIPT_SECTIONS] = {
        ROM_SCRIPT_MODULE_NATIVE_COUNT,   ROM_SCRIPT_MODULE_CONSTANT_COUNT,
        ROM_SCRIPT_MODULE_GLOBAL_COUNT,   ROM_SCRIPT_MODULE_CONTAINER_COUNT,
        ROM_SCRIPT_MODULE_FUNCTION_COUNT, ROM_SCRIPT_MODULE_BEHAVIOUR_COUNT,
        ROM_SCRIPT_MODULE_STATE_COUNT,    ROM_SCRIPT_MODULE_HANDLER_COUNT,
        ROM_SCRIPT_MODULE_EVENT_COUNT,    ROM_SCRIPT_MODULE_ARGUMENT_COUNT,
        ROM_SCRIPT_MODULE_FIELD_COUNT,    ROM_SCRIPT_MODULE_TEXT_COUNT,
        ROM_SCRIPT_MODULE_METHOD_COUNT,   ROM_SCRIPT_MODULE_CODE_BYTES,
        ROM_SCRIPT_MODULE_NOTE_BYTES};
    return at[section];
}

/* ---- checks of records ---- */

static rom_status bad(checked *c, const uint8_t *at, const char *format, uint32_t a, uint32_t b) {
    return rom_fail(c->error, ROM_BAD_CHUNK, (uint32_t)(at - c->m->bytes), format, a, b);
}

/* Whether records `first` to first + count - 1 of a section exist. */
static bool spans(const checked *c, ox_script_section section, uint32_t first, uint32_t count) {
    return count <= c->m->count[section] && first <= c->m->count[section] - count;
}

/* Whether a function exists, has this shape, and may be called by code of `behaviour`. */
static bool function_fits(const checked *c, uint32_t function, uint32_t behaviour, uint32_t arguments,
                          uint32_t flags) {
    if (function >= c->m->count[OX_SCRIPT_SECTION_FUNCTIONS]) return false;
    const uint8_t *f = ox_script_record(c->m, OX_SCRIPT_SECTION_FUNCTIONS, function);
    return f[ROM_SCRIPT_FUNCTION_ARGUMENTS] == arguments && f[ROM_SCRIPT_FUNCTION_RESULTS] == 0 &&
           (f[ROM_SCRIPT_FUNCTION_FLAGS] & ~(uint32_t)ROM_SCRIPT_FUNCTION_DRAW) == flags &&
           script_may_call(c->m, behaviour, rom_half(f + ROM_SCRIPT_FUNCTION_BEHAVIOUR));
}

static rom_status check_containers(checked *c) {
    for (uint32_t i = 0; i < c->m->count[OX_SCRIPT_SECTION_CONTAINERS]; i++) {
        const uint8_t *at = ox_script_record(c->m, OX_SCRIPT_SECTION_CONTAINERS, i);
        uint32_t capacity = rom_half(at + ROM_SCRIPT_CONTAINER_CAPACITY),
                 values = at[ROM_SCRIPT_CONTAINER_VALUES];
        if (at[ROM_SCRIPT_CONTAINER_SPACE] > OX_SCRIPT_SPACE_MINE ||
            at[ROM_SCRIPT_CONTAINER_KIND] > ROM_SCRIPT_CONTAINER_MAP)
            return bad(c, at, "container %u has no such space or kind", i, 0);
        if (capacity == 0 || capacity > OX_SCRIPT_CAPACITY)
            return bad(c, at, "container %u holds %u elements; 1 to 4096 are possible", i, capacity);
        if (values == 0 || values > OX_SCRIPT_VALUES)
            return bad(c, at, "container %u has values of %u cells; 1 to 8 are possible", i, values);
        if (at[ROM_SCRIPT_CONTAINER_SPACE] == OX_SCRIPT_SPACE_GLOBALS &&
            !script_container_inside(at, c->m->count[OX_SCRIPT_SECTION_GLOBALS]))
            return bad(c, at, "container %u reaches beyond the globals", i, 0);
    }
    return ROM_OK;
}

static rom_status check_function(checked *c, uint32_t index, uint32_t *code) {
    const uint8_t *at = ox_script_record(c->m, OX_SCRIPT_SECTION_FUNCTIONS, index);
    uint32_t bytes = rom_half(at + ROM_SCRIPT_FUNCTION_BYTES), flags = at[ROM_SCRIPT_FUNCTION_FLAGS];
    uint32_t locals = at[ROM_SCRIPT_FUNCTION_LOCALS], arguments = at[ROM_SCRIPT_FUNCTION_ARGUMENTS];
    uint32_t behaviour = rom_half(at + ROM_SCRIPT_FUNCTION_BEHAVIOUR);
    if (rom_word(at + ROM_SCRIPT_FUNCTION_CODE) != *code)
        return bad(c, at, "function %u does not begin where the code of the one before ends, at %u", index,
                   *code);
    if (bytes == 0 || bytes > OX_SCRIPT_FUNCTION_BYTES || bytes > c->m->count[OX_SCRIPT_SECTION_CODE] - *code)
        return bad(c, at, "function %u has %u bytes of code; 1 to 4096 are possible, and they must be there",
                   index, bytes);
    if (arguments > OX_SCRIPT_ARGUMENTS || arguments > locals)
        return bad(c, at, "function %u has %u argument cells; 16 are possible, and they are locals", index,
                   arguments);
    if (at[ROM_SCRIPT_FUNCTION_RESULTS] > OX_SCRIPT_RESULTS)
        return bad(c, at, "function %u has %u result cells; 8 are possible", index,
                   at[ROM_SCRIPT_FUNCTION_RESULTS]);
    const uint32_t role = flags & ~(uint32_t)ROM_SCRIPT_FUNCTION_DRAW;
    if (role > ROM_SCRIPT_FUNCTION_HANDLER ||
        flags == (ROM_SCRIPT_FUNCTION_DRAW | ROM_SCRIPT_FUNCTION_LATENT) ||
        (role == ROM_SCRIPT_FUNCTION_HANDLER && at[ROM_SCRIPT_FUNCTION_RESULTS] != 0))
        return bad(c, at, "function %u has flags %u, which do not go together", index, flags);
    if (rom_half(at + ROM_SCRIPT_FUNCTION_NEED) < locals + OX_SCRIPT_LINK + at[ROM_SCRIPT_FUNCTION_OPERANDS])
        return bad(c, at, "function %u needs more than the %u cells that it says", index,
                   rom_half(at + ROM_SCRIPT_FUNCTION_NEED));
    if (behaviour != OX_SCRIPT_NONE && behaviour >= c->m->count[OX_SCRIPT_SECTION_BEHAVIOURS])
        return bad(c, at, "function %u belongs to behaviour %u, which is not there", index, behaviour);
    *code += bytes;
    return ROM_OK;
}

static rom_status check_functions(checked *c) {
    uint32_t code = 0, start = rom_half(c->m->bytes + ROM_SCRIPT_MODULE_START);
    for (uint32_t i = 0; i < c->m->count[OX_SCRIPT_SECTION_FUNCTIONS]; i++) {
        rom_status status = check_function(c, i, &code);
        if (status != ROM_OK) return status;
    }
    if (code != c->m->count[OX_SCRIPT_SECTION_CODE])
        return bad(c, c->m->bytes + ROM_SCRIPT_MODULE_CODE_BYTES,
                   "functions have %u bytes of the %u bytes of code", code,
                   c->m->count[OX_SCRIPT_SECTION_CODE]);
    if (start != OX_SCRIPT_NONE && !function_fits(c, start, OX_SCRIPT_NONE, 0, 0) &&
        !function_fits(c, start, OX_SCRIPT_NONE, 0, ROM_SCRIPT_FUNCTION_LATENT))
        return bad(c, c->m->bytes + ROM_SCRIPT_MODULE_START, "function %u cannot be the first to run", start,
                   0);
    return ROM_OK;
}

static rom_status check_events(checked *c) {
    for (uint32_t i = 0; i < c->m->count[OX_SCRIPT_SECTION_EVENTS]; i++) {
        const uint8_t *at = ox_script_record(c->m, OX_SCRIPT_SECTION_EVENTS, i);
        uint32_t cells = at[ROM_SCRIPT_EVENT_ARGUMENTS], row = rom_half(at + ROM_SCRIPT_EVENT_FIRST_ARGUMENT),
                 sum = 0;
        if (cells > OX_SCRIPT_EVENT_CELLS)
            return bad(c, at, "event %u has %u argument cells; 6 are possible", i, cells);
        for (; sum < cells && row < c->m->count[OX_SCRIPT_SECTION_ARGUMENTS]; row++) {
            const uint8_t *argument = ox_script_record(c->m, OX_SCRIPT_SECTION_ARGUMENTS, row);
            if (argument[ROM_SCRIPT_ARGUMENT_CELLS] == 0 ||
                argument[ROM_SCRIPT_ARGUMENT_KIND] > ROM_SCRIPT_FIELD_COMPOUND)
                return bad(c, argument, "argument %u has no cells or no such kind", row, 0);
            sum += argument[ROM_SCRIPT_ARGUMENT_CELLS];
        }
        if (sum != cells) return bad(c, at, "the arguments of event %u are not %u cells", i, cells);
    }
    return ROM_OK;
}

uint32_t script_variable_cells(const ox_script_module *m, uint32_t index, uint32_t space, uint32_t cell,
                               uint32_t *container) {
    const uint8_t *field = ox_script_record(m, OX_SCRIPT_SECTION_FIELDS, index);
    if (field[ROM_SCRIPT_FIELD_KIND] != ROM_SCRIPT_FIELD_CONTAINER) return script_field_cells(field);
    while (*container < m->count[OX_SCRIPT_SECTION_CONTAINERS]) {
        const uint8_t *at = ox_script_record(m, OX_SCRIPT_SECTION_CONTAINERS, (*container)++);
        if (at[ROM_SCRIPT_CONTAINER_SPACE] == space && rom_half(at + ROM_SCRIPT_CONTAINER_ADDRESS) == cell)
            return ox_script_container_cells(at);
    }
    return 0;
}

/* Fields `first` to first + count - 1 are the variables of cells `cell` to `end` of a space, one behind the other. */
typedef struct variable_run {
    uint32_t first, count, space, cell, end;
} variable_run;

static rom_status check_variables(checked *c, const variable_run *run, uint32_t *container) {
    uint32_t cell = run->cell;
    for (uint32_t i = run->first; i < run->first + run->count; i++) {
        const uint8_t *at = ox_script_record(c->m, OX_SCRIPT_SECTION_FIELDS, i);
        uint32_t cells = script_variable_cells(c->m, i, run->space, cell, container);
        if (cells == 0) return bad(c, at, "field %u is a container at cell %u, and there is none", i, cell);
        if (cells > run->end - cell)
            return bad(c, at, "field %u lies beyond the %u cells of its variables", i, run->end);
        cell += cells;
    }
    return ROM_OK;
}

static rom_status check_fields(checked *c) {
    uint32_t globals = 0, container = 0;
    for (uint32_t i = 0; i < c->m->count[OX_SCRIPT_SECTION_FIELDS]; i++) {
        const uint8_t *at = ox_script_record(c->m, OX_SCRIPT_SECTION_FIELDS, i);
        if (at[ROM_SCRIPT_FIELD_CELLS] > 16 || at[ROM_SCRIPT_FIELD_KIND] > ROM_SCRIPT_FIELD_CONTAINER ||
            (script_field_cells(at) == 0) != (at[ROM_SCRIPT_FIELD_KIND] == ROM_SCRIPT_FIELD_CONTAINER))
            return bad(c, at, "field %u has no such kind or number of cells", i, 0);
        if (rom_word(at + ROM_SCRIPT_FIELD_TYPE) == 0 && globals == i) globals++;
    }
    rom_status status = check_variables(
        c, &(variable_run){0, globals, OX_SCRIPT_SPACE_GLOBALS, 0, c->m->count[OX_SCRIPT_SECTION_GLOBALS]},
        &container);
    for (uint32_t i = 0; status == ROM_OK && i < c->m->count[OX_SCRIPT_SECTION_BEHAVIOURS]; i++) {
        const uint8_t *at = ox_script_record(c->m, OX_SCRIPT_SECTION_BEHAVIOURS, i),
                      *parent = script_behaviour(c->m, rom_half(at + ROM_SCRIPT_BEHAVIOUR_PARENT));
        status = check_variables(
            c,
            &(variable_run){rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIRST_FIELD),
                            rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIELDS), OX_SCRIPT_SPACE_MINE,
                            parent == NULL ? 0 : rom_half(parent + ROM_SCRIPT_BEHAVIOUR_CELLS),
                            rom_half(at + ROM_SCRIPT_BEHAVIOUR_CELLS)},
            &container);
    }
    return status;
}

static rom_status check_texts(checked *c) {
    uint32_t notes = c->m->count[OX_SCRIPT_SECTION_NOTES];
    for (uint32_t i = 0; i < c->m->count[OX_SCRIPT_SECTION_TEXTS]; i++) {
        const uint8_t *at = ox_script_record(c->m, OX_SCRIPT_SECTION_TEXTS, i);
        if (rom_word(at) >= OX_SCRIPT_NOTE_VALUE)
            return bad(c, at, "text %u has the key %x, which looks like a note", i, rom_word(at));
    }
    if (notes != 0 && c->m->bytes[c->m->at[OX_SCRIPT_SECTION_NOTES] + notes - 1] != 0)
        return bad(c, c->m->bytes + c->m->at[OX_SCRIPT_SECTION_NOTES], "the last note has no end", 0, 0);
    for (uint32_t i = 0; i < c->m->count[OX_SCRIPT_SECTION_METHODS]; i++) {
        const uint8_t *at = ox_script_record(c->m, OX_SCRIPT_SECTION_METHODS, i);
        if (rom_half(at) >= c->m->count[OX_SCRIPT_SECTION_FUNCTIONS])
            return bad(c, at, "method %u is function %u, which is not there", i, rom_half(at));
    }
    return ROM_OK;
}

/* ---- behaviours and their states ---- */

static rom_status check_handlers(checked *c, const uint8_t *owner, uint32_t behaviour, uint32_t first,
                                 uint32_t count) {
    uint32_t before = 0;
    if (count > OX_SCRIPT_HANDLERS || !spans(c, OX_SCRIPT_SECTION_HANDLERS, first, count))
        return bad(c, owner, "handlers from %u on are more than there are, or more than 255", first, 0);
    for (uint32_t i = first; i < first + count; i++) {
        const uint8_t *at = ox_script_record(c->m, OX_SCRIPT_SECTION_HANDLERS, i);
        uint32_t event = rom_half(at + ROM_SCRIPT_HANDLER_EVENT), arguments = 0;
        if (i > first && event <= before)
            return bad(c, at, "handler %u: event %u is not above the one before", i, event);
        if (event < c->m->count[OX_SCRIPT_SECTION_EVENTS]) {
            arguments = ox_script_record(c->m, OX_SCRIPT_SECTION_EVENTS, event)[ROM_SCRIPT_EVENT_ARGUMENTS];
        } else if ((event < ROM_SCRIPT_HANDLER_START || event > ROM_SCRIPT_HANDLER_TICK) &&
                   event != ROM_SCRIPT_HANDLER_DRAW) {
            return bad(c, at, "handler %u is for event %u, which is not there", i, event);
        }
        if (!function_fits(c, rom_half(at + ROM_SCRIPT_HANDLER_FUNCTION), behaviour, arguments,
                           ROM_SCRIPT_FUNCTION_HANDLER))
            return bad(c, at, "handler %u: function %u cannot handle the event", i,
                       rom_half(at + ROM_SCRIPT_HANDLER_FUNCTION));
        if (event == ROM_SCRIPT_HANDLER_DRAW &&
            !script_draws(script_function(c->m, rom_half(at + ROM_SCRIPT_HANDLER_FUNCTION))))
            return bad(c, at, "handler %u draws, and function %u does not say that it changes no state", i,
                       rom_half(at + ROM_SCRIPT_HANDLER_FUNCTION));
        before = event;
    }
    return ROM_OK;
}

/* Checks that the table of methods from `first` on has the shapes of the table from `model` on, and functions that the
 * behaviour may call. */
static rom_status check_methods(checked *c, const uint8_t *owner, uint32_t behaviour, uint32_t first,
                                uint32_t model, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *one = script_function(c->m, script_method(c->m, first + i)),
                      *other = script_function(c->m, script_method(c->m, model + i));
        if (one[ROM_SCRIPT_FUNCTION_ARGUMENTS] != other[ROM_SCRIPT_FUNCTION_ARGUMENTS] ||
            one[ROM_SCRIPT_FUNCTION_RESULTS] != other[ROM_SCRIPT_FUNCTION_RESULTS] ||
            ((one[ROM_SCRIPT_FUNCTION_FLAGS] ^ other[ROM_SCRIPT_FUNCTION_FLAGS]) &
             ROM_SCRIPT_FUNCTION_LATENT) != 0 ||
            (script_draws(other) && !script_draws(one)) ||
            !script_may_call(c->m, behaviour, rom_half(one + ROM_SCRIPT_FUNCTION_BEHAVIOUR)))
            return bad(c, owner, "method %u, function %u, has another shape than where it is inherited from",
                       i, script_method(c->m, first + i));
    }
    return ROM_OK;
}

static rom_status check_state(checked *c, uint32_t behaviour, const uint8_t *b, uint32_t index) {
    const uint8_t *at = ox_script_record(c->m, OX_SCRIPT_SECTION_STATES, index);
    uint32_t first = rom_half(b + ROM_SCRIPT_BEHAVIOUR_FIRST_STATE),
             parent = rom_half(at + ROM_SCRIPT_STATE_PARENT);
    uint32_t methods = rom_half(b + ROM_SCRIPT_BEHAVIOUR_METHODS), level = 1;
    for (uint32_t up = index, above = parent; above != OX_SCRIPT_NONE; level++) {
        if (above < first || above >= up || level == OX_SCRIPT_STATE_LEVELS)
            return bad(c, at,
                       "state %u has the parent %u, which is no earlier state of its behaviour, or more than "
                       "8 levels",
                       index, above);
        up = above;
        above = rom_half(ox_script_record(c->m, OX_SCRIPT_SECTION_STATES, up) + ROM_SCRIPT_STATE_PARENT);
    }
    static const uint8_t functions[3] = {ROM_SCRIPT_STATE_ENTER, ROM_SCRIPT_STATE_LEAVE,
                                         ROM_SCRIPT_STATE_BEGIN};
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t function = rom_half(at + functions[i]);
        if (function != OX_SCRIPT_NONE &&
            !function_fits(c, function, behaviour, 0,
                           i == 2 ? ROM_SCRIPT_FUNCTION_LATENT : ROM_SCRIPT_FUNCTION_HANDLER))
            return bad(c, at, "state %u: function %u cannot be its enter, leave or begin", index, function);
    }
    if (!spans(c, OX_SCRIPT_SECTION_METHODS, rom_half(at + ROM_SCRIPT_STATE_FIRST_METHOD), methods))
        return bad(c, at, "state %u has methods beyond those that are there", index, 0);
    rom_status status = check_methods(c, at, behaviour, rom_half(at + ROM_SCRIPT_STATE_FIRST_METHOD),
                                      rom_half(b + ROM_SCRIPT_BEHAVIOUR_FIRST_METHOD), methods);
    if (status != ROM_OK) return status;
    return check_handlers(c, at, behaviour, rom_half(at + ROM_SCRIPT_STATE_FIRST_HANDLER),
                          rom_half(at + ROM_SCRIPT_STATE_HANDLERS));
}

/* Checks a behaviour without its parent. */
static rom_status check_behaviour_alone(checked *c, uint32_t index, const uint8_t *at) {
    uint32_t parent = rom_half(at + ROM_SCRIPT_BEHAVIOUR_PARENT), level = 1;
    uint32_t states = rom_half(at + ROM_SCRIPT_BEHAVIOUR_STATES),
             first = rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIRST_STATE);
    uint32_t start = rom_half(at + ROM_SCRIPT_BEHAVIOUR_AUTO_STATE);
    for (uint32_t up = index; parent != OX_SCRIPT_NONE; level++) {
        if (parent >= up || level == OX_SCRIPT_BEHAVIOUR_LEVELS)
            return bad(c, at,
                       "behaviour %u has the parent %u, which is no earlier one, or more than 8 levels",
                       index, parent);
        up = parent;
        parent = rom_half(script_behaviour(c->m, up) + ROM_SCRIPT_BEHAVIOUR_PARENT);
    }
    if (rom_half(at + ROM_SCRIPT_BEHAVIOUR_CELLS) > OX_SCRIPT_INSTANCE_CELLS)
        return bad(c, at, "behaviour %u has %u cells; 1024 are possible", index,
                   rom_half(at + ROM_SCRIPT_BEHAVIOUR_CELLS));
    if (states > OX_SCRIPT_STATES || !spans(c, OX_SCRIPT_SECTION_STATES, first, states))
        return bad(c, at, "behaviour %u has %u states; 64 are possible, and they must be there", index,
                   states);
    if (start != OX_SCRIPT_NONE && (start < first || start - first >= states))
        return bad(c, at, "behaviour %u begins in state %u, which is none of its own", index, start);
    if (rom_half(at + ROM_SCRIPT_BEHAVIOUR_METHODS) > OX_SCRIPT_METHODS ||
        !spans(c, OX_SCRIPT_SECTION_METHODS, rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIRST_METHOD),
               rom_half(at + ROM_SCRIPT_BEHAVIOUR_METHODS)))
        return bad(c, at, "behaviour %u has methods beyond those that are there, or more than 255", index, 0);
    if (!spans(c, OX_SCRIPT_SECTION_FIELDS, rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIRST_FIELD),
               rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIELDS)))
        return bad(c, at, "behaviour %u has fields beyond those that are there", index, 0);
    return ROM_OK;
}

/* Checks that a derived behaviour begins as its parent: cells, states of the same names, methods of the same shapes. */
static rom_status check_parent(checked *c, uint32_t index, const uint8_t *at, const uint8_t *parent) {
    uint32_t states = rom_half(parent + ROM_SCRIPT_BEHAVIOUR_STATES),
             methods = rom_half(parent + ROM_SCRIPT_BEHAVIOUR_METHODS);
    if (rom_half(at + ROM_SCRIPT_BEHAVIOUR_CELLS) < rom_half(parent + ROM_SCRIPT_BEHAVIOUR_CELLS) ||
        rom_half(at + ROM_SCRIPT_BEHAVIOUR_STATES) < states ||
        rom_half(at + ROM_SCRIPT_BEHAVIOUR_METHODS) < methods)
        return bad(c, at, "behaviour %u has fewer cells, states or methods than its parent", index, 0);
    for (uint32_t i = 0; i < states; i++) {
        const uint8_t *one = script_state(c->m, rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIRST_STATE) + i);
        const uint8_t *other = script_state(c->m, rom_half(parent + ROM_SCRIPT_BEHAVIOUR_FIRST_STATE) + i);
        if (rom_word(one + ROM_SCRIPT_STATE_NAME) != rom_word(other + ROM_SCRIPT_STATE_NAME))
            return bad(c, at, "behaviour %u: its state %u has another name than its parent's", index, i);
    }
    return check_methods(c, at, index, rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIRST_METHOD),
                         rom_half(parent + ROM_SCRIPT_BEHAVIOUR_FIRST_METHOD), methods);
}

static rom_status check_behaviours(checked *c) {
    rom_status status = ROM_OK;
    uint32_t states = 0;
    for (uint32_t i = 0; i < c->m->count[OX_SCRIPT_SECTION_BEHAVIOURS] && status == ROM_OK; i++) {
        const uint8_t *at = ox_script_record(c->m, OX_SCRIPT_SECTION_BEHAVIOURS, i);
        status = check_behaviour_alone(c, i, at);
        if (status == ROM_OK && rom_half(at + ROM_SCRIPT_BEHAVIOUR_STATES) != 0) {
            if (rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIRST_STATE) < states)
                return bad(c, at, "behaviour %u has states of an earlier one", i, 0);
            states = (uint32_t)rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIRST_STATE) +
                     rom_half(at + ROM_SCRIPT_BEHAVIOUR_STATES);
        }
    }
    for (uint32_t i = 0; i < c->m->count[OX_SCRIPT_SECTION_BEHAVIOURS] && status == ROM_OK; i++) {
        const uint8_t *at = ox_script_record(c->m, OX_SCRIPT_SECTION_BEHAVIOURS, i),
                      *parent = script_behaviour(c->m, rom_half(at + ROM_SCRIPT_BEHAVIOUR_PARENT));
        uint32_t init = rom_half(at + ROM_SCRIPT_BEHAVIOUR_INIT),
                 first = rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIRST_STATE);
        uint32_t method = rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIRST_METHOD);
        if (init != OX_SCRIPT_NONE && !function_fits(c, init, i, 0, 0))
            return bad(c, at, "behaviour %u: function %u cannot fill its cells in", i, init);
        if (parent != NULL) status = check_parent(c, i, at, parent);
        if (status == ROM_OK)
            status = check_methods(c, at, i, method, method, rom_half(at + ROM_SCRIPT_BEHAVIOUR_METHODS));
        if (status == ROM_OK)
            status = check_handlers(c, at, i, rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIRST_HANDLER),
                                    rom_half(at + ROM_SCRIPT_BEHAVIOUR_HANDLERS));
        for (uint32_t k = 0; k < rom_half(at + ROM_SCRIPT_BEHAVIOUR_STATES) && status == ROM_OK; k++)
            status = check_state(c, i, at, first + k);
    }
    return status;
}

/* Checks a program that a player made: one free function, without globals and behaviours. */
static rom_status check_player(checked *c, uint32_t trust) {
    if (trust != OX_SCRIPT_TRUST_PLAYER) return ROM_OK;
    if (c->m->count[OX_SCRIPT_SECTION_FUNCTIONS] != 1 || c->m->count[OX_SCRIPT_SECTION_GLOBALS] != 0 ||
        c->m->count[OX_SCRIPT_SECTION_BEHAVIOURS] != 0 ||
        c->m->count[OX_SCRIPT_SECTION_CODE] > OX_SCRIPT_PLAYER_BYTES)
        return bad(c, c->m->bytes,
                   "a player's program is one function of at most 256 bytes without globals and behaviours",
                   0, 0);
    return ROM_OK;
}

/* ---- the whole ---- */

/* Places the sections. Every count is below 2^16 but the bytes of code and notes, which are compared with the size
 * first. */
static rom_status lay_out(ox_script_module *m, rom_error *error) {
    uint32_t at = ROM_SCRIPT_MODULE_SIZE;
    for (uint32_t i = 0; i < OX_SCRIPT_SECTIONS; i++) {
        const uint8_t *count = m->bytes + ox_script_section_count_at((ox_script_section)i);
        m->count[i] = i < OX_SCRIPT_SECTION_CODE ? rom_half(count) : rom_word(count);
        m->at[i] = at;
        if (m->count[i] > (m->size - at) / ox_script_section_record((ox_script_section)i))
            return rom_fail(error, ROM_BAD_SIZE, ox_script_section_count_at((ox_script_section)i),
                            "%u records of section %u do not fit the module", m->count[i], i);
        at = at + fx_align_up(m->count[i] * ox_script_section_record((ox_script_section)i), 4);
    }
    if (at != m->size)
        return rom_fail(error, ROM_BAD_SIZE, ROM_SCRIPT_MODULE_BYTES,
                        "the sections end at %u, the module at %u", at, m->size);
    return ROM_OK;
}

static rom_status open_head(ox_script_module *m, size_t size, uint32_t trust, rom_error *error) {
    const uint8_t *b = m->bytes;
    if (((uintptr_t)b & 3u) != 0)
        return rom_fail(error, ROM_MISALIGNED, 0, "a script module must lie at a multiple of 4", 0, 0);
    if (size < ROM_SCRIPT_MODULE_SIZE)
        return rom_fail(error, ROM_TRUNCATED, (uint32_t)size, "%u bytes are no script module", (uint32_t)size,
                        0);
    if (memcmp(b, "GOAD", 4) != 0) return rom_fail(error, ROM_BAD_MAGIC, 0, "no script module", 0, 0);
    if (rom_half(b + ROM_SCRIPT_MODULE_VERSION) != OX_SCRIPT_VERSION)
        return rom_fail(error, ROM_UNKNOWN_VERSION, ROM_SCRIPT_MODULE_VERSION,
                        "a script module of version %u; this console knows %u",
                        rom_half(b + ROM_SCRIPT_MODULE_VERSION), OX_SCRIPT_VERSION);
    m->size = rom_word(b + ROM_SCRIPT_MODULE_BYTES);
    if (m->size > size)
        return rom_fail(error, ROM_TRUNCATED, ROM_SCRIPT_MODULE_BYTES,
                        "the module has %u bytes, of which %u are there", m->size, (uint32_t)size);
    if (m->size < ROM_SCRIPT_MODULE_SIZE || m->size % 4 != 0)
        return rom_fail(error, ROM_BAD_SIZE, ROM_SCRIPT_MODULE_BYTES, "a module cannot have %u bytes",
                        m->size, 0);
    uint32_t crc = rom_crc32(0, b + ROM_SCRIPT_MODULE_INTERFACE, m->size - ROM_SCRIPT_MODULE_INTERFACE);
    if (crc != rom_word(b + ROM_SCRIPT_MODULE_CHECKSUM))
        return rom_fail(error, ROM_BAD_CONTENT_CRC, ROM_SCRIPT_MODULE_CHECKSUM,
                        "the checksum is %x, that of the bytes %x", rom_word(b + ROM_SCRIPT_MODULE_CHECKSUM),
                        crc);
    if (rom_half(b + ROM_SCRIPT_MODULE_FLAGS) !=
        (trust == OX_SCRIPT_TRUST_ADD_ON ? ROM_SCRIPT_MODULE_ADD_ON : 0u))
        return rom_fail(error, ROM_BAD_CHUNK, ROM_SCRIPT_MODULE_FLAGS,
                        "flags %u: an add-on's module says that it is one, and no other does",
                        rom_half(b + ROM_SCRIPT_MODULE_FLAGS), 0);
    if (rom_half(b + ROM_SCRIPT_MODULE_GLOBAL_COUNT) > OX_SCRIPT_GLOBALS)
        return rom_fail(error, ROM_BAD_CHUNK, ROM_SCRIPT_MODULE_GLOBAL_COUNT,
                        "%u cells of globals; 4096 are possible",
                        rom_half(b + ROM_SCRIPT_MODULE_GLOBAL_COUNT), 0);
    if (rom_word(b + ROM_SCRIPT_MODULE_SIZE - 8) != 0 || rom_word(b + ROM_SCRIPT_MODULE_SIZE - 4) != 0)
        return rom_fail(error, ROM_BAD_CHUNK, ROM_SCRIPT_MODULE_SIZE - 8, "8 bytes that must be 0 are not", 0,
                        0);
    return lay_out(m, error);
}

rom_status ox_script_module_open(ox_script_module *module, const void *bytes, size_t size, uint32_t trust,
                                 rom_error *error) {
    static rom_status (*const checks[])(checked *) = {check_containers, check_functions,  check_events,
                                                      check_texts,      check_behaviours, check_fields};
    checked c = {module, error};
    memset(module, 0, sizeof *module);
    module->bytes = bytes;
    rom_status status = open_head(module, size, trust, error);
    for (uint32_t i = 0; i < sizeof checks / sizeof checks[0] && status == ROM_OK; i++)
        status = checks[i](&c);
    if (status == ROM_OK) status = check_player(&c, trust);
    if (status != ROM_OK) memset(module, 0, sizeof *module);
    return status;
}

bool ox_script_native_allows(const ox_script_native *native, uint32_t trust) {
    const uint32_t given = native->trust == 0 ? (uint32_t)OX_SCRIPT_TRUST_CART : native->trust;
    const bool looks = (given & OX_SCRIPT_TRUST_ADD_ON) != 0 && native->class != OX_SCRIPT_SIM;
    return (given & trust) != 0 || (looks && (trust & OX_SCRIPT_TRUST_GUEST) != 0);
}

rom_status ox_script_module_bind(const ox_script_module *module, const ox_script_natives *natives,
                                 uint32_t trust, ox_script_import *imports, rom_error *error) {
    checked c = {module, error};
    for (uint32_t i = 0; i < module->count[OX_SCRIPT_SECTION_NATIVES]; i++) {
        const uint8_t *at = ox_script_record(module, OX_SCRIPT_SECTION_NATIVES, i);
        const ox_script_native *native = script_native(natives, rom_word(at + ROM_SCRIPT_NATIVE_NAME));
        if (native == NULL)
            return bad(&c, at, "native %u, with the id %x, is not known here", i,
                       rom_word(at + ROM_SCRIPT_NATIVE_NAME));
        if (ox_script_signature_hash(native->signature) != rom_word(at + ROM_SCRIPT_NATIVE_SIGNATURE) ||
            !ox_script_shape_of(native->signature, &imports[i].shape)) {
            bad(&c, at, "native %u has changed since the script was compiled: it is ", i, 0);
            return script_fail_text(error, native->signature);
        }
        if (!ox_script_native_allows(native, trust)) {
            bad(&c, at, "native %u is not for scripts of this kind: ", i, 0);
            return script_fail_text(error, native->signature);
        }
        imports[i].native = native;
        imports[i].cost = native->cost == 0 ? OX_SCRIPT_NATIVE_COST : native->cost;
    }
    return ROM_OK;
}

rom_status script_fail_text(rom_error *error, const char *text) {
    size_t used = 0;
    if (error == NULL) return ROM_BAD_CHUNK;
    while (error->text[used] != 0) used++;
    while (*text != 0 && used + 1 < sizeof error->text) error->text[used++] = *text++;
    error->text[used] = 0;
    return ROM_BAD_CHUNK;
}

/* ---- look-ups ---- */

static uint32_t find_name(const ox_script_module *module, ox_script_section section, uint32_t name) {
    for (uint32_t i = 0; i < module->count[section]; i++) {
        if (rom_word(ox_script_record(module, section, i)) == name)
            return i; /* names stand first in both records */
    }
    return OX_SCRIPT_NONE;
}

uint32_t ox_script_module_behaviour(const ox_script_module *module, uint32_t name) {
    return find_name(module, OX_SCRIPT_SECTION_BEHAVIOURS, name);
}
uint32_t ox_script_module_prop(const ox_script_module *module, uint32_t behaviour, uint32_t name) {
    for (const uint8_t *b = script_behaviour(module, behaviour); b != NULL;
         b = script_behaviour(module, rom_half(b + ROM_SCRIPT_BEHAVIOUR_PARENT))) {
        const uint32_t first = rom_half(b + ROM_SCRIPT_BEHAVIOUR_FIRST_FIELD);
        for (uint32_t i = first; i < first + rom_half(b + ROM_SCRIPT_BEHAVIOUR_FIELDS); i++) {
            const uint8_t *field = ox_script_record(module, OX_SCRIPT_SECTION_FIELDS, i);
            if (rom_word(field + ROM_SCRIPT_FIELD_FIELD) == name &&
                (rom_half(field + ROM_SCRIPT_FIELD_FLAGS) & ROM_SCRIPT_FIELD_PROPERTY) != 0)
                return i;
        }
    }
    return OX_SCRIPT_NONE;
}

uint32_t ox_script_module_event(const ox_script_module *module, uint32_t name) {
    return find_name(module, OX_SCRIPT_SECTION_EVENTS, name);
}

uint32_t ox_script_module_state(const ox_script_module *module, uint32_t behaviour, uint32_t name) {
    const uint8_t *b = script_behaviour(module, behaviour);
    uint32_t first = rom_half(b + ROM_SCRIPT_BEHAVIOUR_FIRST_STATE),
             count = rom_half(b + ROM_SCRIPT_BEHAVIOUR_STATES);
    for (uint32_t i = first; i < first + count; i++)
        if (rom_word(script_state(module, i) + ROM_SCRIPT_STATE_NAME) == name) return i;
    return OX_SCRIPT_NONE;
}

bool ox_script_module_derives(const ox_script_module *module, uint32_t behaviour, uint32_t base) {
    while (behaviour != base && behaviour != OX_SCRIPT_NONE)
        behaviour = rom_half(script_behaviour(module, behaviour) + ROM_SCRIPT_BEHAVIOUR_PARENT);
    return behaviour == base;
}

const char *ox_script_module_note(const ox_script_module *module, int32_t value) {
    uint32_t offset = (uint32_t)value - OX_SCRIPT_NOTE_VALUE;
    return offset < module->count[OX_SCRIPT_SECTION_NOTES]
               ? (const char *)module->bytes + module->at[OX_SCRIPT_SECTION_NOTES] + offset
               : NULL;
}
