/* Names of keys. */
#include "platform/host/host_key_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "platform/platform.h"

enum { FIRST = PLAT_KEY_SPACE, LAST = PLAT_KEY_F1 - 1 };

static const char *const words[LAST - FIRST + 1] = {
    "SPACE",   "ENTER",       "TAB",          "BACKSPACE", "DELETE", "INSERT", "HOME",  "END",
    "PAGEUP",  "PAGEDOWN",    "UP",           "DOWN",      "LEFT",   "RIGHT",  "SHIFT", "RIGHTSHIFT",
    "CONTROL", "ALT",         "MINUS",        "EQUALS",    "COMMA",  "PERIOD", "SLASH", "SEMICOLON",
    "QUOTE",   "LEFTBRACKET", "RIGHTBRACKET", "BACKSLASH", "GRAVE"};

int host_key_of(const char *name) {
    const char c = name[0];
    for (int i = 0; i <= LAST - FIRST; i++)
        if (strcasecmp(name, words[i]) == 0) return FIRST + i;
    if (c != 0 && name[1] == 0) {
        if (c >= '0' && c <= '9') return PLAT_KEY_0 + c - '0';
        if (c >= 'a' && c <= 'z') return PLAT_KEY_A + c - 'a';
        if (c >= 'A' && c <= 'Z') return PLAT_KEY_A + c - 'A';
        return 0;
    }
    const int number = (c == 'F' || c == 'f') && name[1] != '0' ? atoi(name + 1) : 0;
    char text[16];
    return number >= 1 && number <= 12 && strcasecmp(host_key_name(PLAT_KEY_F1 + number - 1, text), name) == 0
               ? PLAT_KEY_F1 + number - 1
               : 0;
}

const char *host_key_name(int key, char text[16]) {
    text[0] = 0;
    if (key >= FIRST && key <= LAST) return words[key - FIRST];
    if (key >= PLAT_KEY_A && key < PLAT_KEY_A + 26) snprintf(text, 16, "%c", 'A' + key - PLAT_KEY_A);
    if (key >= PLAT_KEY_0 && key < PLAT_KEY_0 + 10) snprintf(text, 16, "%c", '0' + key - PLAT_KEY_0);
    if (key >= PLAT_KEY_F1 && key < PLAT_KEYS) snprintf(text, 16, "F%d", key - PLAT_KEY_F1 + 1);
    return text;
}
