/* Levels and channels of the log by words, and its file. */
#include "tools/play/log_file.h"

#include <string.h>

/* LEVEL, CHANNEL=LEVEL, CHANNEL=on, CHANNEL=off. */
static bool do_word(const char *word, ox_log *log) {
    char channel[OX_LOG_CHANNEL];
    const char *equals = strchr(word, '='), *said = equals == NULL ? word : equals + 1;
    const size_t length = equals == NULL ? 0 : (size_t)(equals - word);
    int level = ox_log_level_of(said);
    if (equals == NULL) {
        if (level >= 0 && log != NULL) log->level = (plat_log_level)level;
        return level >= 0;
    }
    if (level < 0) level = strcmp(said, "on") == 0 ? OX_LOG_AS_ALL : OX_LOG_SILENT;
    if (level == OX_LOG_SILENT && strcmp(said, "off") != 0) return false;
    if (length == 0 || length >= sizeof channel) return false;
    memcpy(channel, word, length);
    channel[length] = '\0';
    return log == NULL || ox_log_set_level(log, channel, level);
}

bool log_words_do(const char *words, ox_log *log, const char **bad) {
    for (size_t length; *words != '\0'; words += length + (words[length] == ',')) {
        char word[2 * OX_LOG_CHANNEL];
        length = strcspn(words, ",");
        *bad = words;
        if (length >= sizeof word) return false;
        memcpy(word, words, length);
        word[length] = '\0';
        if (!do_word(word, log)) return false;
    }
    return true;
}

static bool write_line(void *context, const ox_log_note *note, const char *line) {
    FILE *file = context;
    fprintf(file, "%u %s %s: %s\n", (unsigned)note->frame, ox_log_level_name(note->level),
            note->channel == NULL ? "console" : note->channel, line);
    return fflush(file) == 0;
}

bool log_file_open(log_file *f, const char *path) {
    f->file = path == NULL ? NULL : fopen(path, "w");
    return path == NULL || f->file != NULL;
}

void log_file_join(log_file *f, ox_log *log) {
    if (f->file == NULL) return;
    f->sink = (ox_log_sink){.write = write_line, .context = f->file};
    ox_log_add_sink(log, &f->sink);
}

bool log_file_close(log_file *f) {
    const bool good = f->file == NULL || ferror(f->file) == 0;
    const bool closed = f->file == NULL || fclose(f->file) == 0;
    f->file = NULL;
    return good && closed;
}
