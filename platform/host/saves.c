/* The names of files of saved games. */
#include "platform/host/saves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/chunks.h"

/* Gives one of the texts of the image's info; "" when there is none. */
static void info_text(const rom_image *image, uint32_t field, char text[HOST_SAVES_NAME]) {
    rom_chunk info;
    uint32_t used = 0;
    if (rom_find(image, rom_id("info"), ROM_TAG_INFO, &info)) {
        const uint8_t *from = info.data + rom_u32(info.data + field);
        used = rom_u32(info.data + field + 4);
        if (used > HOST_SAVES_NAME - 1) used = HOST_SAVES_NAME - 1;
        memcpy(text, from, used);
    }
    text[used] = '\0';
}

/* Letters and digits stay, anything else becomes a dash: the name of a file on every system. */
static void file_name(char *text) {
    for (; *text != '\0'; text++) {
        char c = *text;
        if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) continue;
        *text = '-';
    }
}

bool host_saves_path(const rom_image *image, char *path, size_t size) {
    char author[HOST_SAVES_NAME], title[HOST_SAVES_NAME];
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME"), *rest = "";
    info_text(image, ROM_INFO_AUTHOR, author);
    info_text(image, ROM_INFO_TITLE, title);
    file_name(author);
    file_name(title);
    if (data == NULL || data[0] != '/') {
        data = home;
        rest = "/.local/share";
    }
    if (data == NULL || data[0] != '/' || title[0] == '\0') return false;
    int length = snprintf(path, size, "%s%s/oxcart/%s%s%s.saves", data, rest, author,
                          author[0] != '\0' ? "_" : "", title);
    return length > 0 && (size_t)length < size;
}

void host_saves_title(const rom_image *image, char title[HOST_SAVES_NAME]) {
    info_text(image, ROM_INFO_TITLE, title);
}
