/* Tables of natives: signatures, look-ups. */
#include "kernel/script/native.h"

#include "kernel/script/module.h"

/* Cells of a type's letter; 0 is no type. */
static uint32_t letter_cells(char letter) {
    switch (letter) {
    case 'i':
    case 'f':
    case 'b':
    case 'a':
    case 'n':
    case 't':
    case 'o':
    case 'k':
    case 'c':
        return 1;
    case '2':
    case 'y':
        return 2;
    case '3':
        return 3;
    case 'q':
        return 4;
    default:
        return 0;
    }
}

bool ox_script_shape_of(const char *signature, ox_script_shape *shape) {
    uint32_t arguments = 0, results;
    const char *at = signature;
    *shape = (ox_script_shape){0, 0, false};
    while (*at != ':' && *at != 0) at++;
    if (at == signature || at[0] == 0 || at[1] == 0 || at[2] != '(') return false;
    results = letter_cells(at[1]);
    if (results == 0 && at[1] != 'v') return false;
    for (at += 3; *at != ')'; at++) {
        uint32_t cells = letter_cells(*at);
        arguments += cells;
        if (cells == 0 || arguments > OX_SCRIPT_ARGUMENTS) return false;
    }
    if (at[1] == 'L' ? at[2] != 0 : at[1] != 0) return false;
    *shape = (ox_script_shape){(uint8_t)arguments, (uint8_t)results, at[1] == 'L'};
    return true;
}

/* How many letters stand before `end` or the text's end. */
static size_t letters_before(const char *text, char end) {
    size_t length = 0;
    while (text[length] != 0 && text[length] != end) length++;
    return length;
}

uint32_t ox_script_signature_hash(const char *signature) {
    return rom_crc32(0, signature, letters_before(signature, 0));
}

const ox_script_native *ox_script_native_find(const ox_script_natives *natives, uint32_t name) {
    for (; natives != NULL; natives = natives->next)
        for (uint32_t i = 0; i < natives->count; i++)
            if (natives->rows[i].name == name) return &natives->rows[i];
    return NULL;
}

const ox_script_native *ox_script_native_at(const ox_script_natives *natives, uintptr_t address) {
    const ox_script_native *best = NULL;
    for (uint32_t i = 0; i < natives->count; i++) {
        const ox_script_native *row = &natives->rows[i];
        uintptr_t begins = (uintptr_t)row->call;
        if (begins <= address && (best == NULL || begins > (uintptr_t)best->call)) best = row;
    }
    return best;
}

uint32_t ox_script_natives_check(const ox_script_natives *natives) {
    for (uint32_t i = 0; i < natives->count; i++) {
        const ox_script_native *row = &natives->rows[i];
        ox_script_shape shape;
        if (ox_script_native_find(natives, row->name) != row || !ox_script_shape_of(row->signature, &shape) ||
            row->class > OX_SCRIPT_DRAW ||
            rom_id_of(row->signature, letters_before(row->signature, ':')) != row->name ||
            (row->class == OX_SCRIPT_SHOW && shape.results != 0))
            return i;
    }
    return natives->count;
}

/* Order of two texts by their bytes. */
static int compare_texts(const char *a, const char *b) {
    while (*a != 0 && *a == *b) a++, b++;
    return (int)(uint8_t)*a - (int)(uint8_t)*b;
}

uint32_t ox_script_natives_interface(const ox_script_natives *natives) {
    uint32_t crc = 0;
    const char *last = NULL;
    for (uint32_t k = 0; k < natives->count; k++) {
        const char *next = NULL;
        for (uint32_t i = 0; i < natives->count; i++) {
            const char *one = natives->rows[i].signature;
            if ((last == NULL || compare_texts(one, last) > 0) &&
                (next == NULL || compare_texts(one, next) < 0))
                next = one;
        }
        if (next == NULL) break;
        if (last != NULL) crc = rom_crc32(crc, "\n", 1);
        crc = rom_crc32(crc, next, letters_before(next, 0));
        last = next;
    }
    return crc;
}
