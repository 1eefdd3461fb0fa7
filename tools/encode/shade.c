/* The compiler of the shading expression language: recursive descent, one register a name. */
#include "tools/encode/shade.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/text.h"

typedef enum type { TYPE_FLOAT, TYPE_VEC3, TYPE_COLOUR, TYPE_SAMPLER, TYPES } type;

static const char *const type_names[TYPES] = {"float", "vec3", "colour", "sampler"};

/* The value of an expression: a constant, or a register. */
typedef struct value {
    type type;
    bool constant;
    double number[4];
    uint32_t place; /* register, or a sampler's number */
} value;

typedef struct symbol {
    char name[32];
    value value;
} symbol;

enum { SYMBOLS = 64, FIRST_REGISTER = 2, REGISTERS = 15, NESTED = 64 };

typedef struct compiler {
    const char *at, *file;
    int line;
    char token[40]; /* the next token; "" at the end */
    double number;
    bool is_number, is_name, failed;
    symbol symbols[SYMBOLS];
    int symbol_count, depth;       /* depth: of brackets, signs and calls inside one another */
    uint32_t named, next_register; /* registers below `named` have names */
    shade_program *out;
    char *error;
    size_t error_size;
} compiler;

static void fail_program(compiler *c, const char *format, ...) {
    va_list arguments;
    int n;
    if (c->failed) return;
    c->failed = true;
    c->token[0] = '\0';
    n = snprintf(c->error, c->error_size, "%s:%d: ", c->file, c->line);
    if (n < 0 || (size_t)n >= c->error_size) return;
    va_start(arguments, format);
    vsnprintf(c->error + n, c->error_size - (size_t)n, format, arguments);
    va_end(arguments);
}

/* ---- tokens ---- */

static void skip_space(compiler *c) {
    for (;;) {
        if (*c->at == '\n') c->line++;
        if (*c->at != '\0' && isspace((unsigned char)*c->at)) {
            c->at++;
        } else if (c->at[0] == '/' && c->at[1] == '/') {
            while (*c->at != '\0' && *c->at != '\n') c->at++;
        } else {
            return;
        }
    }
}

static void advance_token(compiler *c) {
    size_t n = 0;
    if (c->failed) return;
    skip_space(c);
    c->is_name = c->is_number = false;
    if (isalpha((unsigned char)*c->at) || *c->at == '_') {
        while ((isalnum((unsigned char)c->at[n]) || c->at[n] == '_') && n < 31) n++;
        if (isalnum((unsigned char)c->at[n])) {
            fail_program(c, "names have at most 31 letters");
            return;
        }
        c->is_name = true;
    } else if (isdigit((unsigned char)*c->at) || *c->at == '.') {
        while ((isdigit((unsigned char)c->at[n]) || c->at[n] == '.') && n < 38) n++;
        c->is_number = true;
    } else if (*c->at != '\0') {
        if (strchr("+-*(),;:=", *c->at) == NULL) {
            fail_program(c, "the character %c means nothing here",
                         isprint((unsigned char)*c->at) ? *c->at : '?');
            return;
        }
        n = 1;
    }
    memcpy(c->token, c->at, n);
    c->token[n] = '\0';
    c->at += n;
    if (c->is_number) {
        import_text number = {c->token, c->token + n, 1};
        if (!import_text_number(&number, &c->number) || number.at < number.end || c->number > 32767)
            fail_program(c, "%s is not a number from 0 to 32767", c->token);
    }
}

static bool accept(compiler *c, const char *token) {
    if (c->failed || strcmp(c->token, token) != 0) return false;
    advance_token(c);
    return true;
}

static void expect(compiler *c, const char *token) {
    if (!c->failed && !accept(c, token))
        fail_program(c, "%s is expected before %s", token, c->token[0] == '\0' ? "the end" : c->token);
}

static symbol *find_symbol(compiler *c, const char *name) {
    for (int i = 0; i < c->symbol_count; i++) {
        if (strcmp(c->symbols[i].name, name) == 0) return &c->symbols[i];
    }
    return NULL;
}

static void define(compiler *c, const char *name, value v) {
    symbol *s = &c->symbols[c->symbol_count];
    if (c->failed) return;
    if (find_symbol(c, name) != NULL) {
        fail_program(c, "%s is defined already", name);
    } else if (c->symbol_count == SYMBOLS) {
        fail_program(c, "more than %d names", SYMBOLS);
    } else {
        snprintf(s->name, sizeof s->name, "%s", name);
        s->value = v;
        c->symbol_count++;
    }
}

/* ---- code ---- */

static fx fixed(double v) {
    return (fx)(v < -32768     ? -32768.0 * 65536
                : v > 32767.99 ? 32767.99 * 65536
                               : v * 65536 + (v < 0 ? -0.5 : 0.5));
}

/* The operand of a value: its register, or a constant's place. */
static uint32_t operand(compiler *c, const value *v) {
    vec4 k = {fixed(v->number[0]), fixed(v->number[1]), fixed(v->number[2]), fixed(v->number[3])};
    shade_program *p = c->out;
    if (!v->constant) return v->place;
    for (uint32_t i = 0; i < p->constant_count; i++) {
        if (memcmp(&p->constants[i], &k, sizeof k) == 0) return RS_REGISTERS + i;
    }
    if (p->constant_count == RS_PROGRAM_CONSTANTS) {
        fail_program(c, "more than %d constants", RS_PROGRAM_CONSTANTS);
        return 0;
    }
    p->constants[p->constant_count] = k;
    return RS_REGISTERS + p->constant_count++;
}

static uint32_t new_register(compiler *c) {
    if (c->next_register >= REGISTERS) {
        fail_program(c, "too many names and intermediate results: %d at a time are possible",
                     REGISTERS - FIRST_REGISTER);
        return FIRST_REGISTER;
    }
    return c->next_register++;
}

static void put_operation(compiler *c, rs_operation operation, uint32_t to, uint32_t a, uint32_t b,
                          uint32_t d) {
    if (c->failed) return;
    if (c->out->count >= RS_PROGRAM_MOST - 1) {
        fail_program(c, "more than %d instructions", RS_PROGRAM_MOST);
        return;
    }
    c->out->words[c->out->count++] = rs_instruction(operation, to, a, b, d);
}

static double clamp_double(double v) { return v < -32768 ? -32768 : v > 32767.99 ? 32767.99 : v; }

/* Emits an operation of up to three operands; an operation on constants is worked out here. */
static value emit_operation(compiler *c, rs_operation operation, type result, const value *v, int count) {
    value out = {.type = result, .constant = true};
    uint32_t place[3] = {0, 0, 0};
    for (int i = 0; i < count; i++) out.constant = out.constant && v[i].constant;
    if (out.constant && operation != RS_OP_NORMALIZE && operation != RS_OP_SAMPLE) {
        for (int i = 0; i < 4; i++) {
            double a = v[0].number[i], b = count > 1 ? v[1].number[i] : 0, d = count > 2 ? v[2].number[i] : 0,
                   r = 0;
            switch (operation) {
            case RS_OP_ADD:
                r = a + b;
                break;
            case RS_OP_SUBTRACT:
                r = a - b;
                break;
            case RS_OP_MULTIPLY:
                r = a * b;
                break;
            case RS_OP_MAD:
                r = a * b + d;
                break;
            case RS_OP_MIN:
                r = a < b ? a : b;
                break;
            case RS_OP_MAX:
                r = a > b ? a : b;
                break;
            case RS_OP_LERP:
                r = a + (b - a) * d;
                break;
            case RS_OP_SELECT:
                r = a > 0 ? b : d;
                break;
            case RS_OP_DOT:
                r = v[0].number[0] * v[1].number[0] + v[0].number[1] * v[1].number[1] +
                    v[0].number[2] * v[1].number[2];
                break;
            default:
                r = a;
                break;
            }
            out.number[i] = clamp_double(r);
        }
        return out;
    }
    out.constant = false;
    for (int i = 0; i < count; i++) place[i] = operand(c, &v[i]);
    /* An intermediate result gives its register to the next. */
    out.place = RS_REGISTERS;
    for (int i = 0; i < count; i++) {
        if (!v[i].constant && v[i].type != TYPE_SAMPLER && v[i].place >= c->named && v[i].place < out.place)
            out.place = v[i].place;
    }
    if (out.place == RS_REGISTERS) out.place = new_register(c);
    c->next_register = out.place + 1;
    put_operation(c, operation, out.place, place[0], place[1], place[2]);
    return out;
}

/* The type of an operation on two values: two equal types, or any type with a float. */
static type common(compiler *c, const value *a, const value *b) {
    if (a->type == TYPE_SAMPLER || b->type == TYPE_SAMPLER) fail_program(c, "a sampler can only be sampled");
    if (a->type == b->type || b->type == TYPE_FLOAT) return a->type;
    if (a->type == TYPE_FLOAT) return b->type;
    fail_program(c, "%s and %s do not go together", type_names[a->type], type_names[b->type]);
    return a->type;
}

/* ---- expressions ---- */

static value expression(compiler *c);

static value number_value(double n) {
    return (value){.type = TYPE_FLOAT, .constant = true, .number = {n, n, n, n}};
}

static int arguments_of(compiler *c, value *v, int most) {
    int count = 0;
    expect(c, "(");
    if (accept(c, ")")) return 0;
    do {
        value one = expression(c);
        if (count < most) v[count] = one;
        count++;
    } while (!c->failed && accept(c, ","));
    expect(c, ")");
    return count;
}

static void want(compiler *c, const char *name, int count, int wanted) {
    if (!c->failed && count != wanted)
        fail_program(c, "%s takes %d values, here are %d", name, wanted, count);
}

static void want_type(compiler *c, const char *name, const value *v, type wanted) {
    if (!c->failed && v->type != wanted)
        fail_program(c, "%s wants a %s, this is a %s", name, type_names[wanted], type_names[v->type]);
}

static value build_vector(compiler *c, const char *name, const value *v, int count, type result) {
    value out = {.type = result, .constant = true};
    if (result == TYPE_COLOUR && count == 1) {
        value whole = v[0];
        want_type(c, name, &v[0], TYPE_VEC3);
        whole.type = TYPE_COLOUR;
        return whole;
    }
    want(c, name, count, result == TYPE_VEC3 ? 3 : 4);
    for (int i = 0; i < count && i < 4; i++) {
        want_type(c, name, &v[i], TYPE_FLOAT);
        if (!c->failed && !v[i].constant) fail_program(c, "%s takes constants alone", name);
        out.number[i] = v[i].number[0];
    }
    if (result == TYPE_VEC3) out.number[3] = 1;
    return out;
}

static value power_of(compiler *c, const value *v) {
    value out = v[0];
    double exponent = v[1].number[0];
    int times = 0;
    if (!v[1].constant || v[1].type != TYPE_FLOAT) fail_program(c, "the exponent of power is a constant");
    while (times < 8 && exponent > 1) exponent /= 2, times++;
    if (exponent != 1 || times == 0 || times > 7)
        fail_program(c, "the exponent of power is 2, 4, 8, 16, 32, 64 or 128");
    for (int i = 0; i < times && !c->failed; i++) {
        value both[2] = {out, out};
        out = emit_operation(c, RS_OP_MULTIPLY, out.type, both, 2);
    }
    return out;
}

static value call_function(compiler *c, const char *name) {
    static const struct {
        const char *name;
        rs_operation operation;
        int count;
    } plain[] = {
        {"min", RS_OP_MIN, 2}, {"max", RS_OP_MAX, 2}, {"lerp", RS_OP_LERP, 3}, {"select", RS_OP_SELECT, 3}};
    value v[4] = {{TYPE_FLOAT, true, {0, 0, 0, 0}, 0}};
    int count = arguments_of(c, v, 4);
    for (size_t i = 0; i < sizeof plain / sizeof plain[0] && !c->failed; i++) {
        type t;
        if (strcmp(name, plain[i].name) != 0) continue;
        want(c, name, count, plain[i].count);
        if (c->failed) return v[0];
        t = common(c, &v[0], &v[1]);
        if (count == 3) {
            value both = v[0];
            both.type = t;
            t = common(c, &both, &v[2]);
        }
        return emit_operation(c, plain[i].operation, t, v, count);
    }
    if (c->failed) return v[0];
    if (strcmp(name, "dot") == 0) {
        want(c, name, count, 2);
        for (int i = 0; i < 2; i++) want_type(c, name, &v[i], TYPE_VEC3);
        return emit_operation(c, RS_OP_DOT, TYPE_FLOAT, v, 2);
    }
    if (strcmp(name, "normalize") == 0) {
        want(c, name, count, 1);
        want_type(c, name, &v[0], TYPE_VEC3);
        return emit_operation(c, RS_OP_NORMALIZE, TYPE_VEC3, v, 1);
    }
    if (strcmp(name, "clamp") == 0) {
        value low[2] = {v[0], v[1]}, high[2];
        want(c, name, count, 3);
        high[0] = emit_operation(c, RS_OP_MAX, common(c, &v[0], &v[1]), low, 2);
        high[1] = v[2];
        return emit_operation(c, RS_OP_MIN, common(c, &high[0], &v[2]), high, 2);
    }
    if (strcmp(name, "power") == 0) {
        want(c, name, count, 2);
        return power_of(c, v);
    }
    if (strcmp(name, "sample") == 0) {
        value at[2] = {v[1], v[0]};
        want(c, name, count, 2);
        want_type(c, name, &v[0], TYPE_SAMPLER);
        want_type(c, name, &v[1], TYPE_VEC3);
        return emit_operation(c, RS_OP_SAMPLE, TYPE_COLOUR, at, 2);
    }
    if (strcmp(name, "vec3") == 0) return build_vector(c, name, v, count, TYPE_VEC3);
    if (strcmp(name, "colour") == 0) return build_vector(c, name, v, count, TYPE_COLOUR);
    fail_program(c, "there is no function %s", name);
    return v[0];
}

static value primary(compiler *c);

static value nested(compiler *c) {
    value out = number_value(0);
    char name[40];
    if (c->is_number) {
        out = number_value(c->number);
        advance_token(c);
        return out;
    }
    if (accept(c, "-")) {
        value both[2] = {number_value(0), primary(c)};
        return emit_operation(c, RS_OP_SUBTRACT, both[1].type, both, 2);
    }
    if (accept(c, "(")) {
        out = expression(c);
        expect(c, ")");
        return out;
    }
    if (!c->is_name) {
        fail_program(c, "a value is expected before %s", c->token[0] == '\0' ? "the end" : c->token);
        return out;
    }
    snprintf(name, sizeof name, "%s", c->token);
    advance_token(c);
    if (!c->failed && strcmp(c->token, "(") == 0) return call_function(c, name);
    if (find_symbol(c, name) == NULL) {
        fail_program(c, "%s is not defined", name);
        return out;
    }
    return find_symbol(c, name)->value;
}

static value primary(compiler *c) {
    value out = number_value(0);
    if (c->failed) return out;
    if (++c->depth > NESTED)
        fail_program(c, "more than %d brackets inside one another", NESTED);
    else
        out = nested(c);
    c->depth--;
    return out;
}

static value product(compiler *c) {
    value left = primary(c);
    while (!c->failed && accept(c, "*")) {
        value both[2] = {left, primary(c)};
        if (!c->failed) left = emit_operation(c, RS_OP_MULTIPLY, common(c, &both[0], &both[1]), both, 2);
    }
    return left;
}

static value expression(compiler *c) {
    value left = product(c);
    while (!c->failed && (strcmp(c->token, "+") == 0 || strcmp(c->token, "-") == 0)) {
        rs_operation operation = c->token[0] == '+' ? RS_OP_ADD : RS_OP_SUBTRACT;
        value both[2];
        advance_token(c);
        both[0] = left;
        both[1] = product(c);
        if (!c->failed) left = emit_operation(c, operation, common(c, &both[0], &both[1]), both, 2);
    }
    return left;
}

/* ---- statements ---- */

static void take_name(compiler *c, char name[40]) {
    if (!c->failed && !c->is_name)
        fail_program(c, "a name is expected before %s", c->token[0] == '\0' ? "the end" : c->token);
    snprintf(name, 40, "%s", c->token);
    advance_token(c);
}

static type take_type(compiler *c) {
    for (int i = 0; i < TYPE_SAMPLER; i++) {
        if (accept(c, type_names[i])) return (type)i;
    }
    fail_program(c, "%s is not a type: float, vec3 or colour", c->token);
    return TYPE_FLOAT;
}

static void input_statement(compiler *c) {
    char name[40];
    type t = take_type(c);
    value v = {.type = t};
    take_name(c, name);
    expect(c, ":");
    if (c->failed) return;
    if (strcmp(c->token, "VECTOR") == 0) {
        if (t != TYPE_VEC3) fail_program(c, "VECTOR is a vec3");
    } else if (strcmp(c->token, "PRIMARY") == 0) {
        if (t != TYPE_COLOUR) fail_program(c, "PRIMARY is a colour");
        v.place = 1;
    } else {
        fail_program(c, "%s is not an input: VECTOR or PRIMARY", c->token);
    }
    advance_token(c);
    define(c, name, v);
}

static void sampler_statement(compiler *c) {
    char name[40];
    value v = {.type = TYPE_SAMPLER};
    take_name(c, name);
    expect(c, ":");
    if (!c->failed && (!c->is_number || c->number >= RS_PROGRAM_SAMPLERS || c->number != (int)c->number)) {
        fail_program(c, "samplers have the numbers 0 to %d", RS_PROGRAM_SAMPLERS - 1);
    }
    if (c->failed) return;
    v.place = (uint32_t)c->number;
    if (v.place + 1 > c->out->sampler_count) c->out->sampler_count = v.place + 1;
    advance_token(c);
    define(c, name, v);
}

static void value_statement(compiler *c, bool constant) {
    char name[40];
    type t = take_type(c);
    value v;
    take_name(c, name);
    expect(c, "=");
    v = expression(c);
    if (!c->failed && constant && !v.constant) fail_program(c, "%s is not constant", name);
    if (!c->failed && v.type == TYPE_FLOAT) v.type = t; /* the number counts in every component */
    if (!c->failed && v.type != t)
        fail_program(c, "%s is a %s, its value a %s", name, type_names[t], type_names[v.type]);
    if (c->failed) return;
    define(c, name, v);
    if (!v.constant && v.place >= c->named) c->named = v.place + 1;
    c->next_register = c->named;
}

static void output_statement(compiler *c) {
    value v = expression(c);
    if (!c->failed && v.type == TYPE_SAMPLER) fail_program(c, "a sampler is not a colour");
    if (!c->failed && v.type == TYPE_VEC3)
        fail_program(c, "the output is a colour, not a vec3: colour(...) makes one");
    if (c->failed) return;
    put_operation(c, RS_OP_MOVE, 15, operand(c, &v), 0, 0);
    expect(c, ";");
    if (!c->failed && c->token[0] != '\0') fail_program(c, "nothing stands behind the output");
    if (!c->failed) c->out->words[c->out->count++] = RS_OP_END;
}

bool shade_compile(const char *text, const char *file, shade_program *program, char *error,
                   size_t error_size) {
    compiler *c = calloc(1, sizeof *c);
    bool done = false, good;
    if (c == NULL) {
        snprintf(error, error_size, "%s: no memory", file);
        return false;
    }
    memset(program, 0, sizeof *program);
    c->at = text + import_text_mark(text, strlen(text));
    c->file = file;
    c->line = 1;
    c->named = c->next_register = FIRST_REGISTER;
    c->out = program;
    c->error = error;
    c->error_size = error_size;
    advance_token(c);
    while (!c->failed && !done && c->token[0] != '\0') {
        if (accept(c, "output")) {
            output_statement(c);
            done = true;
            break;
        }
        if (accept(c, "input")) {
            input_statement(c);
        } else if (accept(c, "sampler")) {
            sampler_statement(c);
        } else {
            value_statement(c, accept(c, "const"));
        }
        expect(c, ";");
    }
    if (!c->failed && !done) fail_program(c, "there is no output");
    good = !c->failed;
    free(c);
    return good;
}

/* ---- C ---- */

static void write_operand(char *out, size_t size, uint32_t place) {
    if (place == 0) {
        snprintf(out, size, "r.vector");
    } else if (place == 1) {
        snprintf(out, size, "r.colour");
    } else if (place == 15) {
        snprintf(out, size, "r.result");
    } else {
        snprintf(out, size, place < RS_REGISTERS ? "t[%u]" : "k[%u]",
                 (unsigned)(place < RS_REGISTERS ? place : place - RS_REGISTERS));
    }
}

typedef struct writer {
    char *out;
    size_t size, used;
} writer;

static void write_text(writer *w, const char *format, ...) {
    va_list arguments;
    int n;
    va_start(arguments, format);
    n = vsnprintf(w->used < w->size ? w->out + w->used : NULL, w->used < w->size ? w->size - w->used : 0,
                  format, arguments);
    va_end(arguments);
    if (n > 0) w->used += (size_t)n;
}

size_t shade_to_c(const shade_program *p, const char *name, char *out, size_t size) {
    static const char *const calls[RS_OPERATIONS] = {"",
                                                     "",
                                                     "rs_v4_add",
                                                     "rs_v4_subtract",
                                                     "rs_v4_multiply",
                                                     "rs_v4_mad",
                                                     "rs_v4_dot",
                                                     "rs_v4_min",
                                                     "rs_v4_max",
                                                     "rs_v4_lerp",
                                                     "rs_v4_select",
                                                     "rs_v4_normalize",
                                                     "rs_v4_sample"};
    static const int counts[RS_OPERATIONS] = {0, 1, 2, 2, 2, 3, 2, 2, 2, 3, 3, 1, 1};
    writer w = {out, size, 0};
    write_text(&w, "uint32_t %s(const void *samplers, const int32_t vector[3], uint32_t primary) {\n", name);
    write_text(&w, "    static const vec4 k[] = {{0, 0, 0, 0}");
    for (uint32_t i = 0; i < p->constant_count; i++) {
        const vec4 *k = &p->constants[i];
        write_text(&w, "%s{%d, %d, %d, %d}", ",\n        ", (int)k->x, (int)k->y, (int)k->z, (int)k->w);
    }
    write_text(
        &w,
        "};\n    const rs_sampler *s = samplers;\n    vec4 t[15] = {{0, 0, 0, 0}};\n    rs_registers r;\n");
    write_text(&w, "    rs_registers_load(&r, vector, primary);\n    (void)s, (void)t, (void)k;\n");
    for (uint32_t i = 0; i < p->count && (p->words[i] & 255u) != RS_OP_END; i++) {
        uint32_t word = p->words[i], operation = word & 255u;
        char to[16], a[3][16];
        write_operand(to, sizeof to, word >> 8 & 15u);
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t place = word >> (12 + 6 * k) & 63u;
            write_operand(a[k], sizeof a[k], place >= RS_REGISTERS ? place + 1 : place);
        }
        if (operation == RS_OP_MOVE) {
            write_text(&w, "    %s = %s;\n", to, a[0]);
        } else if (operation == RS_OP_SAMPLE) {
            write_text(&w, "    %s = rs_v4_sample(&s[%u], %s);\n", to, (unsigned)(word >> 18 & 63u), a[0]);
        } else {
            write_text(&w, "    %s = %s(%s", to, calls[operation], a[0]);
            for (int k = 1; k < counts[operation]; k++) write_text(&w, ", %s", a[k]);
            write_text(&w, ");\n");
        }
    }
    write_text(&w, "    return rs_registers_store(&r);\n}\n");
    return w.used;
}
