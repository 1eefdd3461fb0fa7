/* The verifier: one pass over each function's code, which follows the depth of the stack. */
#include <string.h>

#include "kernel/script/internal.h"

/* The memory of a function's pass: targets of jumps ahead that were not reached yet, the farthest first, and heads of
 * loops, each with the depth of the stack at that place. */
typedef struct scratch {
    uint16_t target[OX_SCRIPT_JUMPS], head[OX_SCRIPT_JUMPS];
    uint8_t target_depth[OX_SCRIPT_JUMPS], head_depth[OX_SCRIPT_JUMPS];
    uint8_t targets, heads;
} scratch;
FX_STATIC_ASSERT(sizeof(scratch) <= 400, "the verifier's scratch is 400 bytes");

typedef struct verifier {
    const ox_script_module *m;
    const ox_script_import *imports;
    const uint8_t *function, *code;
    uint32_t index, bytes, at, next; /* of the function; of the instruction and the one behind it */
    uint32_t locals, behaviour, cells;
    bool latent, draws;
    uint32_t depth;
    uint32_t takes, gives; /* n and m of the instruction */
    ox_script_operands in;
    scratch *s;
    rom_error *error;
} verifier;

/* "offset N: function F byte B: what" */
static bool reject(verifier *v, const char *what) {
    uint32_t place =
        v->m->at[OX_SCRIPT_SECTION_CODE] + rom_word(v->function + ROM_SCRIPT_FUNCTION_CODE) + v->at;
    rom_fail(v->error, ROM_BAD_CHUNK, place, "function %u byte %u: ", v->index, v->at);
    script_fail_text(v->error, what);
    return false;
}

/* ---- jumps ---- */

static bool jump_ahead(verifier *v, uint32_t target, uint32_t depth) {
    scratch *s = v->s;
    uint32_t i = s->targets;
    if (target < v->next || target >= v->bytes)
        return reject(v, "a jump ahead leads backward or out of the function");
    while (i > 0 && s->target[i - 1] < target) i--;
    if (i > 0 && s->target[i - 1] == target)
        return s->target_depth[i - 1] == depth ||
               reject(v, "two jumps reach one place with different depths of stack");
    if (s->targets == OX_SCRIPT_JUMPS) return reject(v, "more than 64 jumps ahead are open");
    memmove(s->target + i + 1, s->target + i, (s->targets - i) * sizeof s->target[0]);
    memmove(s->target_depth + i + 1, s->target_depth + i, s->targets - i);
    s->target[i] = (uint16_t)target;
    s->target_depth[i] = (uint8_t)depth;
    s->targets++;
    return true;
}

static bool jump_back(verifier *v, int32_t by) {
    const scratch *s = v->s;
    int32_t target = (int32_t)v->next + by;
    for (uint32_t i = s->heads; i > 0; i--) {
        if (s->head[i - 1] == target)
            return s->head_depth[i - 1] == v->depth || reject(v, "a jump back changes the depth of stack");
    }
    return reject(v, "a jump back leads to no HEAD before it");
}

static bool jump_to(verifier *v, int32_t by) {
    return by < 0 ? jump_back(v, by) : jump_ahead(v, v->next + (uint32_t)by, v->depth);
}

/* Notes that the instruction at v->at is reached: from the instruction before it, unless `*ended`, or by jumps. */
static bool arrive(verifier *v, bool *ended) {
    scratch *s = v->s;
    if (s->targets > 0 && s->target[s->targets - 1] < v->at)
        return reject(v, "a jump leads into an instruction before this");
    if (s->targets > 0 && s->target[s->targets - 1] == v->at) {
        uint32_t depth = s->target_depth[--s->targets];
        if (!*ended && depth != v->depth) return reject(v, "a jump comes here with another depth of stack");
        v->depth = depth;
        *ended = false;
    }
    return !*ended || reject(v, "this is never reached");
}

/* ---- operands ---- */

static bool section_holds(verifier *v, ox_script_section section, int32_t index, const char *what) {
    return (uint32_t)index < v->m->count[section] || reject(v, what);
}

/* Whether `count` cells from `first` on lie in one of the four spaces. */
static bool space_holds(verifier *v, uint32_t space, uint32_t first, uint32_t count) {
    const uint32_t room[4] = {v->locals, v->m->count[OX_SCRIPT_SECTION_GLOBALS], v->cells,
                              v->m->count[OX_SCRIPT_SECTION_CONSTANTS]};
    if (space > OX_SCRIPT_SPACE_CONSTANTS) return reject(v, "there is no such space");
    return (count <= room[space] && first <= room[space] - count) || reject(v, "cells beyond their space");
}

/* Checks LDE and STE, which load and store elements of arrays. */
static bool elements_fit(verifier *v, uint32_t code) {
    const int32_t *in = v->in.values;
    if (code == OX_SCRIPT_STE && in[1] == OX_SCRIPT_SPACE_CONSTANTS)
        return reject(v, "constants cannot be stored");
    return (in[3] != 0 || reject(v, "no elements")) &&
           space_holds(v, (uint32_t)in[1], (uint32_t)in[2], (uint32_t)in[3]);
}

static bool cells_fit(verifier *v, uint32_t code) {
    const int32_t *in = v->in.values;
    bool indexed = code == OX_SCRIPT_LDX || code == OX_SCRIPT_STX,
         stores = code == OX_SCRIPT_STN || code == OX_SCRIPT_STX;
    uint32_t count = (uint32_t)in[indexed ? 3 : 2], elements = indexed ? (uint32_t)in[2] : 1;
    if (count == 0 || count > 16) return reject(v, "1 to 16 cells are possible");
    if (elements == 0) return reject(v, "no elements");
    if (stores && in[0] == OX_SCRIPT_SPACE_CONSTANTS) return reject(v, "constants cannot be stored");
    v->takes = v->gives = count;
    return space_holds(v, (uint32_t)in[0], (uint32_t)in[1], elements * count);
}

static bool counts_fit(verifier *v, uint32_t code) {
    uint32_t count = (uint32_t)v->in.values[code == OX_SCRIPT_ZERO ? 1 : 0], least = 1, most = 255;
    switch (code) {
    case OX_SCRIPT_DUPN:
    case OX_SCRIPT_RETN:
        most = 8;
        break;
    case OX_SCRIPT_YIELD:
        least = 0, most = 8;
        break;
    case OX_SCRIPT_RESUME:
        least = 0, most = 8;
        break;
    case OX_SCRIPT_VADD:
    case OX_SCRIPT_VSUB:
    case OX_SCRIPT_VMUL:
    case OX_SCRIPT_VDOT:
    case OX_SCRIPT_VLEN:
    case OX_SCRIPT_VEQ:
        least = 2, most = 4;
        break;
    default:
        break;
    }
    v->takes = v->gives = count;
    if (count < least || count > most) return reject(v, "so many cells are not possible here");
    return code != OX_SCRIPT_ZERO || space_holds(v, OX_SCRIPT_SPACE_LOCALS, (uint32_t)v->in.values[0], count);
}

static bool container_fits(verifier *v, uint32_t code, int32_t index) {
    if (!section_holds(v, OX_SCRIPT_SECTION_CONTAINERS, index, "there is no such container")) return false;
    const uint8_t *at = ox_script_record(v->m, OX_SCRIPT_SECTION_CONTAINERS, (uint32_t)index);
    bool map = code >= OX_SCRIPT_MGET, either = code == OX_SCRIPT_CNT || code == OX_SCRIPT_CLR;
    if (!either && map != (at[ROM_SCRIPT_CONTAINER_KIND] == ROM_SCRIPT_CONTAINER_MAP))
        return reject(v, "a list where a map is wanted, or the other way round");
    v->takes = v->gives = at[ROM_SCRIPT_CONTAINER_VALUES];
    return space_holds(v, at[ROM_SCRIPT_CONTAINER_SPACE], rom_half(at + ROM_SCRIPT_CONTAINER_ADDRESS),
                       ox_script_container_cells(at));
}

/* ---- calls ---- */

static bool callee_fits(verifier *v, uint32_t code, uint32_t function) {
    const uint8_t *f = script_function(v->m, function);
    bool latent = (f[ROM_SCRIPT_FUNCTION_FLAGS] & ROM_SCRIPT_FUNCTION_LATENT) != 0;
    v->takes = f[ROM_SCRIPT_FUNCTION_ARGUMENTS];
    v->gives = f[ROM_SCRIPT_FUNCTION_RESULTS];
    if (!script_may_call(v->m, v->behaviour, rom_half(f + ROM_SCRIPT_FUNCTION_BEHAVIOUR)))
        return reject(v, "the function belongs to another behaviour");
    if (v->draws && !script_draws(f))
        return reject(v, "a function that changes no state calls one that may change it");
    if (code == OX_SCRIPT_START || code == OX_SCRIPT_CO)
        return latent || reject(v, "only a latent function can be a task");
    return !latent || v->latent || reject(v, "only a latent function can call a latent one");
}

static bool native_fits(verifier *v, uint32_t index) {
    if (index >= v->m->count[OX_SCRIPT_SECTION_NATIVES]) return reject(v, "there is no such native");
    v->takes = v->imports[index].shape.arguments;
    v->gives = v->imports[index].shape.results;
    if (v->draws && v->imports[index].native->class == OX_SCRIPT_SIM)
        return reject(v, "a function that changes no state calls a native that may change it");
    return !v->imports[index].shape.latent || v->latent ||
           reject(v, "only a latent function can call a latent native");
}

static bool method_fits(verifier *v, int32_t slot) {
    const uint8_t *b = script_behaviour(v->m, v->behaviour);
    if (slot >= rom_half(b + ROM_SCRIPT_BEHAVIOUR_METHODS)) return reject(v, "there is no such method");
    return callee_fits(v, OX_SCRIPT_CALLV,
                       script_method(v->m, rom_half(b + ROM_SCRIPT_BEHAVIOUR_FIRST_METHOD) + (uint32_t)slot));
}

static bool state_fits(verifier *v, int32_t state) {
    const uint8_t *b = script_behaviour(v->m, v->behaviour);
    int32_t first = rom_half(b + ROM_SCRIPT_BEHAVIOUR_FIRST_STATE);
    return state == OX_SCRIPT_AGAIN ||
           (state >= first && state - first < rom_half(b + ROM_SCRIPT_BEHAVIOUR_STATES)) ||
           reject(v, "the state is none of this behaviour");
}

static bool event_fits(verifier *v, uint32_t code) {
    if (!section_holds(v, OX_SCRIPT_SECTION_EVENTS, v->in.values[0], "there is no such event")) return false;
    uint32_t cells = ox_script_record(v->m, OX_SCRIPT_SECTION_EVENTS,
                                      (uint32_t)v->in.values[0])[ROM_SCRIPT_EVENT_ARGUMENTS];
    v->takes = v->gives = cells;
    if (code != OX_SCRIPT_EMIT) return true;
    uint32_t flags = (uint32_t)v->in.values[1];
    if (flags > 7 || (flags & 3) == 3) return reject(v, "flags that exclude each other");
    v->takes += (flags & OX_SCRIPT_EMIT_TO ? 1u : 0u) + (flags & OX_SCRIPT_EMIT_NEAR ? 4u : 0u) +
                (flags & OX_SCRIPT_EMIT_AFTER ? 1u : 0u);
    return true;
}

static bool cases_fit(verifier *v, int32_t table) {
    uint32_t constants = v->m->count[OX_SCRIPT_SECTION_CONSTANTS], first = (uint32_t)table, count;
    if (constants < 3 || first > constants - 3)
        return reject(v, "the table of cases is not among the constants");
    count = (uint32_t)script_constant(v->m, first + 1);
    if (count == 0 || count > OX_SCRIPT_CASES || count > constants - first - 3)
        return reject(v, "a table of cases has 1 to 64, all among the constants");
    for (uint32_t i = 2; i < 3 + count; i++) {
        if (!jump_ahead(v, (uint32_t)script_constant(v->m, first + i), v->depth - 1)) return false;
    }
    return true;
}

/* ---- an instruction ---- */

static bool operand_fits(verifier *v, uint32_t code, ox_script_operand kind, int32_t value) {
    switch (kind) {
    case OX_OPERAND_COUNT:
        return code == OX_SCRIPT_LDN || code == OX_SCRIPT_STN || code == OX_SCRIPT_LDX ||
                       code == OX_SCRIPT_STX
                   ? cells_fit(v, code)
                   : counts_fit(v, code);
    case OX_OPERAND_DEPTH:
        return (uint32_t)value < v->depth || reject(v, "so deep is the stack not");
    case OX_OPERAND_LOCAL:
        return (uint32_t)value < v->locals || reject(v, "there is no such local");
    case OX_OPERAND_GLOBAL:
        return section_holds(v, OX_SCRIPT_SECTION_GLOBALS, value, "there is no such global");
    case OX_OPERAND_MINE:
        return (uint32_t)value < v->cells || reject(v, "instances have no such cell");
    case OX_OPERAND_ELEMENTS:
        return (code != OX_SCRIPT_LDE && code != OX_SCRIPT_STE) || elements_fit(v, code);
    case OX_OPERAND_CONSTANT:
        return section_holds(v, OX_SCRIPT_SECTION_CONSTANTS, value, "there is no such constant");
    case OX_OPERAND_TEXT:
        if (value < OX_SCRIPT_NOTES_FROM)
            return section_holds(v, OX_SCRIPT_SECTION_TEXTS, value, "there is no such text");
        return section_holds(v, OX_SCRIPT_SECTION_NOTES, value - OX_SCRIPT_NOTES_FROM,
                             "there is no such note");
    case OX_OPERAND_NOTE:
        return section_holds(v, OX_SCRIPT_SECTION_NOTES, value, "there is no such note");
    case OX_OPERAND_FIELD:
        if (!section_holds(v, OX_SCRIPT_SECTION_FIELDS, value, "there is no such field")) return false;
        v->takes = v->gives =
            ox_script_record(v->m, OX_SCRIPT_SECTION_FIELDS, (uint32_t)value)[ROM_SCRIPT_FIELD_CELLS];
        return v->takes != 0 || reject(v, "the field is a whole container or array");
    case OX_OPERAND_KIND:
        return value <= ROM_SCRIPT_FIELD_TEXT || reject(v, "there is no such kind of value");
    case OX_OPERAND_CONTAINER:
        return container_fits(v, code, value);
    case OX_OPERAND_FUNCTION:
        return section_holds(v, OX_SCRIPT_SECTION_FUNCTIONS, value, "there is no such function") &&
               callee_fits(v, code, (uint32_t)value);
    case OX_OPERAND_METHOD:
        return method_fits(v, value);
    case OX_OPERAND_NATIVE:
        return native_fits(v, (uint32_t)value);
    case OX_OPERAND_EVENT:
        return event_fits(v, code);
    case OX_OPERAND_STATE:
        return state_fits(v, value);
    case OX_OPERAND_STEP:
        return value != 0 || reject(v, "a step or divisor of 0");
    default:
        return true; /* numbers, jumps, and parts of what COUNT, EVENT and CASES look at */
    }
}

/* Checks of an instruction that depend on the depth of the stack behind its pops: jumps, returns, heads. */
static bool leave_code(verifier *v, uint32_t code) {
    uint32_t results = v->function[ROM_SCRIPT_FUNCTION_RESULTS];
    uint32_t ahead = v->next + (uint32_t)v->in.values[0]; /* target of jumps */
    switch (code) {
    case OX_SCRIPT_JMP:
    case OX_SCRIPT_JZ:
    case OX_SCRIPT_JNZ:
        return jump_ahead(v, ahead, v->depth);
    case OX_SCRIPT_JZK:
    case OX_SCRIPT_JNZK:
        return jump_ahead(v, ahead, v->depth + 1);
    case OX_SCRIPT_LOOP:
    case OX_SCRIPT_LOOPZ:
    case OX_SCRIPT_LOOPNZ:
        return jump_back(v, v->in.values[0]);
    case OX_SCRIPT_JEQT:
    case OX_SCRIPT_JNET:
    case OX_SCRIPT_JLTT:
    case OX_SCRIPT_JGET:
        return jump_to(v, v->in.values[1]);
    case OX_SCRIPT_JEQ:
    case OX_SCRIPT_JNE:
    case OX_SCRIPT_JLT:
    case OX_SCRIPT_JLE:
    case OX_SCRIPT_JEQI:
    case OX_SCRIPT_JNEI:
    case OX_SCRIPT_JLTI:
    case OX_SCRIPT_JGEI:
        return jump_to(v, v->in.values[2]);
    case OX_SCRIPT_FOR:
    case OX_SCRIPT_LOOPLT:
        return jump_back(v, v->in.values[3]);
    case OX_SCRIPT_RET:
        return (results == 0 && v->depth == 0) ||
               reject(v, "RET of a function with results, or with cells left on the stack");
    case OX_SCRIPT_RETN:
        return (results == v->takes && v->depth == 0) ||
               reject(v, "RETN gives other than the function's results, or leaves cells on the stack");
    case OX_SCRIPT_RETL:
        return (results == 1 && v->depth == 0) ||
               reject(v, "RETL of a function that has not one result, or with cells left on the stack");
    case OX_SCRIPT_HEAD:
        if (v->s->heads == OX_SCRIPT_JUMPS) return reject(v, "more than 64 heads of loops");
        v->s->head[v->s->heads] = (uint16_t)v->at;
        v->s->head_depth[v->s->heads++] = (uint8_t)v->depth;
        return true;
    default:
        return true;
    }
}

/* Whether a function that declares to change no state stores into its own locals alone. */
static bool stores_fit(verifier *v, const ox_script_instruction *row) {
    uint32_t space = OX_SCRIPT_SPACE_LOCALS;
    if ((row->rules & OX_SCRIPT_RULE_STORES) == 0) return true;
    for (uint32_t i = 0; i < OX_SCRIPT_OPERANDS; i++) {
        if (row->operands[i] == OX_OPERAND_SPACE) space = (uint32_t)v->in.values[i];
        if (row->operands[i] == OX_OPERAND_CONTAINER)
            space = ox_script_record(v->m, OX_SCRIPT_SECTION_CONTAINERS,
                                     (uint32_t)v->in.values[i])[ROM_SCRIPT_CONTAINER_SPACE];
    }
    return space == OX_SCRIPT_SPACE_LOCALS || reject(v, "a function that changes no state changes it");
}

static bool verify_instruction(verifier *v, bool *ended) {
    uint32_t code = v->code[v->at], first, takes;
    const ox_script_instruction *row = ox_script_instruction_of(code);
    if (row == NULL) return reject(v, "no such instruction");
    first = row->first;
    if (!ox_script_operands_read(row, v->code, v->bytes, v->at, &v->in))
        return reject(v, "the code ends within an instruction");
    v->next = v->at + v->in.bytes;
    v->takes = v->gives = 0;
    if ((row->rules & OX_SCRIPT_RULE_LATENT) != 0 && !v->latent)
        return reject(v, "only a latent function can wait");
    if ((row->rules & OX_SCRIPT_RULE_MEMBER) != 0 && v->behaviour == OX_SCRIPT_NONE)
        return reject(v, "only a behaviour's function has cells, states and methods");
    if (v->draws && (row->rules & OX_SCRIPT_RULE_STATE) != 0)
        return reject(v, "a function that changes no state changes it");
    for (uint32_t i = 0; i < OX_SCRIPT_OPERANDS; i++) {
        if (!operand_fits(v, first, (ox_script_operand)row->operands[i], v->in.values[i])) return false;
    }
    if (v->draws && !stores_fit(v, row)) return false;
    if ((first == OX_SCRIPT_LD || first == OX_SCRIPT_ST) && v->in.member >= v->locals)
        return reject(v, "there is no such local");
    if (first == OX_SCRIPT_N && !native_fits(v, v->in.member)) return false;
    takes = row->takes + row->takes_times * v->takes;
    if (takes > v->depth) return reject(v, "the stack does not hold as many cells");
    if (first == OX_SCRIPT_CASE && !cases_fit(v, v->in.values[0])) return false;
    v->depth -= takes;
    if (!leave_code(v, first)) return false;
    v->depth += row->gives + row->gives_times * v->gives;
    *ended = (row->rules & OX_SCRIPT_RULE_ENDS) != 0;
    return v->depth <= v->function[ROM_SCRIPT_FUNCTION_OPERANDS] ||
           reject(v, "more cells on the stack than the function says");
}

static void begin_function(verifier *v, uint32_t index) {
    v->function = script_function(v->m, index);
    v->index = index;
    v->code =
        v->m->bytes + v->m->at[OX_SCRIPT_SECTION_CODE] + rom_word(v->function + ROM_SCRIPT_FUNCTION_CODE);
    v->bytes = rom_half(v->function + ROM_SCRIPT_FUNCTION_BYTES);
    v->locals = v->function[ROM_SCRIPT_FUNCTION_LOCALS];
    v->latent = (v->function[ROM_SCRIPT_FUNCTION_FLAGS] & ROM_SCRIPT_FUNCTION_LATENT) != 0;
    v->draws = script_draws(v->function);
    v->behaviour = rom_half(v->function + ROM_SCRIPT_FUNCTION_BEHAVIOUR);
    v->cells = v->behaviour == OX_SCRIPT_NONE
                   ? 0
                   : rom_half(script_behaviour(v->m, v->behaviour) + ROM_SCRIPT_BEHAVIOUR_CELLS);
    v->depth = 0;
    v->s->targets = v->s->heads = 0;
}

static bool verify_function(verifier *v, uint32_t index) {
    bool ended = false;
    begin_function(v, index);
    for (v->at = 0; v->at < v->bytes; v->at = v->next) {
        if (!arrive(v, &ended) || !verify_instruction(v, &ended)) return false;
    }
    if (v->s->targets != 0) return reject(v, "a jump leads into the last instruction");
    return ended || reject(v, "the function has no end");
}

rom_status ox_script_module_verify(const ox_script_module *module, const ox_script_import *imports,
                                   rom_error *error) {
    scratch s;
    verifier v = {.m = module, .imports = imports, .s = &s, .error = error};
    for (uint32_t i = 0; i < module->count[OX_SCRIPT_SECTION_FUNCTIONS]; i++) {
        if (!verify_function(&v, i)) return ROM_BAD_CHUNK;
    }
    return ROM_OK;
}

int32_t script_depth_at(const ox_script_module *module, const ox_script_import *imports, uint32_t function,
                        uint32_t byte) {
    scratch s;
    verifier v = {.m = module, .imports = imports, .s = &s};
    bool ended = false;
    begin_function(&v, function);
    for (v.at = 0; v.at <= byte && v.at < v.bytes; v.at = v.next) {
        if (!arrive(&v, &ended)) return -1;
        if (v.at == byte) return (int32_t)v.depth;
        if (!verify_instruction(&v, &ended)) return -1;
    }
    return -1;
}
