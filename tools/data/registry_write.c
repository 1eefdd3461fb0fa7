/* Writes tables of exported functions, and compares them with the headers that they were made of. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/data/registry.h"

static void print_text(writer *out, const char *format, ...) IMPORT_PRINTF(2, 3);
static void print_text(writer *out, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length > 0) writer_bytes(out, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

/* The name of an adapter, such as call_fx_ox_handle_fx. */
static void adapter_name(const registry_function *f, char name[256]) {
    size_t length = (size_t)snprintf(name, 256, "call_%s", registry_types[f->result].word);
    for (int i = 0; i < f->count; i++)
        length += (size_t)snprintf(name + length, 256 - length, "_%s", registry_types[f->parameters[i]].word);
}

/* The type of a function pointer, such as "fx (*)(ox_handle, fx)". */
static void pointer_type(const registry_function *f, char type[256]) {
    size_t length = (size_t)snprintf(type, 256, "%s (*)(", registry_types[f->result].word);
    for (int i = 0; i < f->count; i++)
        length += (size_t)snprintf(type + length, 256 - length, "%s%s", i == 0 ? "" : ", ",
                                   registry_types[f->parameters[i]].word);
    snprintf(type + length, 256 - length, f->count == 0 ? "void)" : ")");
}

static bool same_signature(const registry_function *a, const registry_function *b) {
    return a->result == b->result && a->count == b->count &&
           memcmp(a->parameters, b->parameters, a->count) == 0;
}

static void put_adapter(writer *out, const registry_function *f) {
    char name[256], type[256];
    adapter_name(f, name);
    pointer_type(f, type);
    print_text(
        out,
        "static void %s(ox_export_function function, const ox_export_value *arguments, ox_export_value "
        "*result) {\n",
        name);
    if (f->count == 0) print_text(out, "    (void)arguments;\n");
    if (f->result == 0) {
        print_text(out, "    (void)result;\n    ");
    } else {
        print_text(out, "    result->as.%s = ", registry_types[f->result].member);
    }
    print_text(out, "((%s)function)(", type);
    for (int i = 0; i < f->count; i++)
        print_text(out, "%sarguments[%d].as.%s", i == 0 ? "" : ", ", i,
                   registry_types[f->parameters[i]].member);
    print_text(out, ");\n}\n\n");
}

static uint32_t sign_all(const registry *r) {
    uint32_t crc = 0;
    for (size_t i = 0; i < r->count; i++) {
        uint8_t bytes[4];
        for (int k = 0; k < 4; k++) bytes[k] = (uint8_t)(r->functions[i].signature >> (8 * k));
        crc = rom_crc32(crc, bytes, sizeof bytes);
    }
    return crc;
}

static void put_row(writer *out, const registry_function *f) {
    char name[256];
    adapter_name(f, name);
    print_text(out, "    {0x%08xu, 0x%08xu, (ox_export_function)%s, %s, %s, %u, {", (unsigned)f->id,
               (unsigned)f->signature, f->name, name, registry_types[f->result].constant, (unsigned)f->count);
    for (int i = 0; i < f->count; i++)
        print_text(out, "%s%s", i == 0 ? "" : ", ", registry_types[f->parameters[i]].constant);
    print_text(out, "%s}, EXPORT_NAME(\"%s\")},\n", f->count == 0 ? "0" : "", f->name);
}

void registry_write(const registry *r, const char *name, const char *const *headers, size_t header_count,
                    writer *out) {
    print_text(out, "/* Exported functions, written by oxcart registry: do not edit. */\n#include "
                    "\"kernel/export/export.h\"\n");
    for (size_t i = 0; i < header_count; i++) print_text(out, "#include \"%s\"\n", headers[i]);
    print_text(
        out,
        "\n#if OX_DEBUG\n#define EXPORT_NAME(text) text\n#else\n#define EXPORT_NAME(text) NULL\n#endif\n\n"
        "#define EXPORT_IS(function, type) \\\n"
        "    _Static_assert(_Generic(&function, type: 1, default: 0), #function \" changed; run oxcart "
        "registry again\")\n\n");
    for (size_t i = 0; i < r->count; i++) {
        char type[256];
        pointer_type(&r->functions[i], type);
        char *inner =
            strstr(type, "(*)"); /* commas inside of an argument want brackets: a name for the type */
        print_text(out, "typedef %.*s(*type_of_%s)%s;\nEXPORT_IS(%s, type_of_%s);\n", (int)(inner - type),
                   type, r->functions[i].name, inner + 3, r->functions[i].name, r->functions[i].name);
    }
    print_text(out, "\n");
    for (size_t i = 0; i < r->count; i++) {
        bool made = false;
        for (size_t k = 0; k < i && !made; k++) made = same_signature(&r->functions[k], &r->functions[i]);
        if (!made) put_adapter(out, &r->functions[i]);
    }
    if (r->count > 0) {
        print_text(out, "static const ox_export rows[] = {\n");
        for (size_t i = 0; i < r->count; i++) put_row(out, &r->functions[i]);
        print_text(out, "};\n\n");
    }
    print_text(out, "extern const ox_exports %s;\nconst ox_exports %s = {%s, %zu, 0x%08xu};\n", name, name,
               r->count > 0 ? "rows" : "NULL", r->count, (unsigned)sign_all(r));
}

/* The signature that the file gives an id, false when it has no such row. */
static bool find_row(const char *text, size_t size, uint32_t id, uint32_t *signature) {
    char wanted[32];
    size_t length = (size_t)snprintf(wanted, sizeof wanted, "\n    {0x%08xu, 0x", (unsigned)id);
    for (size_t at = 0; at + length + 8 <= size; at++) {
        if (text[at] != '\n' || memcmp(text + at, wanted, length) != 0) continue;
        *signature = 0;
        for (size_t i = 0; i < 8; i++) {
            const char *digits = "0123456789abcdef", *digit = strchr(digits, text[at + length + i]);
            if (digit == NULL || *digit == 0) return false;
            *signature = *signature << 4 | (uint32_t)(digit - digits);
        }
        return true;
    }
    return false;
}

bool registry_is_current(const registry *r, const char *file, const char *text, size_t size,
                         tool_error *error) {
    size_t rows = 0;
    for (size_t at = 0; at + 8 < size; at++) rows += memcmp(text + at, "\n    {0x", 8) == 0;
    for (size_t i = 0; i < r->count; i++) {
        const registry_function *f = &r->functions[i];
        uint32_t signature;
        bool there = find_row(text, size, f->id, &signature);
        if (there && signature == f->signature) continue;
        return import_error_line(error, f->file, f->line,
                                 "`%s` %s since %s was made; run oxcart registry again", f->name,
                                 there ? "has changed" : "has come", file);
    }
    return rows == r->count ||
           import_error_file(error, file,
                             "%zu functions that are not marked any more; run oxcart registry again",
                             rows - r->count);
}
