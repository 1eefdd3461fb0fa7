/* Disassembler and assembler: both read the table of instructions. */
#include "tools/script/listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/chunks.h"
#include "rom/rom.h"

static bool is_jump(ox_script_operand kind) {
    return kind == OX_OPERAND_AHEAD || kind == OX_OPERAND_TO || kind == OX_OPERAND_BACK;
}

/* ---- out ---- */

static void put_text(writer *out, const char *text) { writer_bytes(out, text, strlen(text)); }

static void put_instruction(const ox_script_instruction *row, const ox_script_operands *o, uint32_t at,
                            writer *out) {
    char text[80];
    snprintf(text, sizeof text, row->last == row->first ? "%04lu  %s" : "%04lu  %s%lu", (unsigned long)at,
             ox_script_instruction_name(row->first), (unsigned long)o->member);
    put_text(out, text);
    for (uint32_t i = 0; i < OX_SCRIPT_OPERANDS && row->operands[i] != OX_OPERAND_NONE; i++) {
        const bool jump = is_jump((ox_script_operand)row->operands[i]);
        const long value = (long)o->values[i] + (jump ? (long)(at + o->bytes) : 0);
        snprintf(text, sizeof text, jump ? " @%04ld" : " %ld", value);
        put_text(out, text);
    }
}

/* The line of the source where an instruction begins one; 0: it begins none. */
static uint32_t line_at(const script_listing_map *map, uint32_t function, uint32_t at) {
    for (uint32_t i = 0; map != NULL && map->lines != NULL && i < map->line_count; i++) {
        const uint8_t *row = map->lines + (size_t)i * ROM_SCRIPT_LINE_SIZE;
        if (rom_u16(row + ROM_SCRIPT_LINE_FUNCTION) == function && rom_u16(row + ROM_SCRIPT_LINE_BYTE) == at)
            return rom_word(row + ROM_SCRIPT_LINE_LINE);
    }
    return 0;
}

/* How many instructions a function can run at most: all of them once where it has no loop and calls no function; 0: that is not
 * known without running it. */
static uint32_t most_of(const uint8_t *code, uint32_t bytes) {
    uint32_t count = 0;
    for (uint32_t at = 0; at < bytes; count++) {
        ox_script_operands o;
        const ox_script_instruction *row = ox_script_instruction_of(code[at]);
        if (row == NULL || !ox_script_operands_read(row, code, bytes, at, &o) ||
            row->first == OX_SCRIPT_HEAD || row->first == OX_SCRIPT_CALL || row->first == OX_SCRIPT_CALLV)
            return 0;
        at += o.bytes;
    }
    return count;
}

void script_listing(const ox_script_module *m, uint32_t function, const ox_script_import *imports,
                    const script_listing_map *map, writer *out) {
    char text[160];
    const uint8_t *f = ox_script_record(m, OX_SCRIPT_SECTION_FUNCTIONS, function);
    const uint8_t *code = m->bytes + m->at[OX_SCRIPT_SECTION_CODE] + rom_word(f + ROM_SCRIPT_FUNCTION_CODE);
    const uint32_t bytes = rom_half(f + ROM_SCRIPT_FUNCTION_BYTES);
    const char *name = map == NULL ? NULL : map->names;
    for (uint32_t i = 0; name != NULL && i < function; i++) name += strlen(name) + 1;
    snprintf(text, sizeof text, "function %lu", (unsigned long)function);
    put_text(out, text);
    snprintf(text, sizeof text, " ; %s%.60s%lu bytes, %u arguments, %u results, %u locals, needs %u cells\n",
             name == NULL ? "" : name, name == NULL ? "" : ": ", (unsigned long)bytes,
             (unsigned)f[ROM_SCRIPT_FUNCTION_ARGUMENTS], (unsigned)f[ROM_SCRIPT_FUNCTION_RESULTS],
             (unsigned)f[ROM_SCRIPT_FUNCTION_LOCALS], (unsigned)rom_half(f + ROM_SCRIPT_FUNCTION_NEED));
    put_text(out, text);
    const uint32_t most = most_of(code, bytes);
    if (most > 0)
        snprintf(text, sizeof text, "; at most %lu instructions and what natives cost\n",
                 (unsigned long)most);
    if (most > 0) put_text(out, text);
    for (uint32_t at = 0; at < bytes;) {
        ox_script_operands o;
        const ox_script_instruction *row = ox_script_instruction_of(code[at]);
        if (row == NULL || !ox_script_operands_read(row, code, bytes, at, &o)) {
            snprintf(text, sizeof text, "%04lu  ? %u\n", (unsigned long)at, (unsigned)code[at]);
            put_text(out, text);
            return;
        }
        put_instruction(row, &o, at, out);
        const int32_t depth = imports == NULL ? -1 : ox_script_depth_at(m, imports, function, at);
        const uint32_t line = line_at(map, function, at);
        if (depth >= 0 || line != 0) put_text(out, " ;");
        if (depth >= 0) snprintf(text, sizeof text, " depth %ld", (long)depth), put_text(out, text);
        if (line != 0) snprintf(text, sizeof text, " line %lu", (unsigned long)line), put_text(out, text);
        put_text(out, "\n");
        at += o.bytes;
    }
}

/* ---- in ---- */

/* The row of a name, which ends in the number of the member where the row is a family; NULL: unknown. */
static const ox_script_instruction *row_of(const char *word, uint32_t *member) {
    for (uint32_t code = 0; code < 256; code++) {
        const ox_script_instruction *row = ox_script_instruction_of(code);
        const char *name = row == NULL || row->first != code ? NULL : ox_script_instruction_name(code);
        const size_t length = name == NULL ? 0 : strlen(name);
        if (name == NULL || strncmp(word, name, length) != 0) continue;
        *member = 0;
        if (row->first == row->last && word[length] == 0) return row;
        char *end;
        const unsigned long number = strtoul(word + length, &end, 10);
        if (row->first != row->last && word[length] != 0 && *end == 0 &&
            number <= (unsigned long)(row->last - row->first)) {
            *member = (uint32_t)number;
            return row;
        }
    }
    return NULL;
}

static bool refuse_line(tool_error *error, unsigned long line, const char *what, const char *word) {
    return import_error_line(error, "listing", line, "%s `%.40s`", what, word);
}

/* Reads the operands behind a name and writes the instruction. */
static bool assemble_one(const ox_script_instruction *row, uint32_t member, char *rest, uint32_t at,
                         writer *code, tool_error *error, unsigned long line) {
    uint32_t bytes = 1;
    for (uint32_t i = 0; i < OX_SCRIPT_OPERANDS && row->operands[i] != OX_OPERAND_NONE; i++)
        bytes += ox_script_operand_bytes((ox_script_operand)row->operands[i]);
    writer_u8(code, row->first + member);
    for (uint32_t i = 0; i < OX_SCRIPT_OPERANDS && row->operands[i] != OX_OPERAND_NONE; i++) {
        const ox_script_operand kind = (ox_script_operand)row->operands[i];
        const uint32_t size = ox_script_operand_bytes(kind);
        char *end;
        rest += strspn(rest, " ");
        if (is_jump(kind) != (*rest == '@'))
            return refuse_line(error, line, "an operand is missing, or of another form, at", rest);
        const int64_t number = strtoll(rest + (*rest == '@'), &end, 10);
        const int64_t value = number - (is_jump(kind) ? (int64_t)at + bytes : 0);
        const int64_t least = ox_script_operand_signed(kind) ? -((int64_t)1 << (8 * size - 1)) : 0,
                      most = ((int64_t)1 << (8 * size - (ox_script_operand_signed(kind) ? 1 : 0))) - 1;
        if (end == rest + (*rest == '@') || value < least || value > most)
            return refuse_line(error, line, "an operand is missing, or has no room, at", rest);
        for (uint32_t k = 0; k < size; k++) writer_u8(code, (uint32_t)((uint64_t)value >> 8 * k) & 0xFFu);
        rest = end;
    }
    rest += strspn(rest, " ");
    return *rest == 0 || refuse_line(error, line, "what is", rest);
}

static bool assemble_line(char *text, uint32_t *begins, writer *code, tool_error *error, unsigned long line) {
    char word[32];
    unsigned long at;
    int used = 0;
    char *note = strchr(text, ';');
    if (note != NULL) *note = 0;
    for (size_t end = strlen(text); end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\r'); end--)
        text[end - 1] = 0;
    text += strspn(text, " ");
    if (*text == 0) return true;
    if (sscanf(text, "function %lu%n", &at, &used) == 1 && text[used] == 0) {
        *begins = (uint32_t)code->size;
        return true;
    }
    if (sscanf(text, "%lu %31s%n", &at, word, &used) != 2)
        return refuse_line(error, line, "a byte and an instruction are wanted, not", text);
    if (at != code->size - *begins)
        return refuse_line(error, line, "the byte is another one than that of the instruction in", text);
    uint32_t member;
    const ox_script_instruction *row = row_of(word, &member);
    if (row == NULL) return refuse_line(error, line, "no instruction is called", word);
    return assemble_one(row, member, text + used, (uint32_t)at, code, error, line);
}

bool script_assemble(const char *text, writer *code, tool_error *error) {
    uint32_t begins = (uint32_t)code->size;
    unsigned long line = 0;
    while (*text != 0) {
        char copy[256];
        const size_t length = strcspn(text, "\n");
        line++;
        if (length >= sizeof copy) return refuse_line(error, line, "the line is too long:", "...");
        memcpy(copy, text, length);
        copy[length] = 0;
        if (!assemble_line(copy, &begins, code, error, line)) return false;
        text += length + (text[length] == '\n');
    }
    return true;
}
