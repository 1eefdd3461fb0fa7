/* Fuzz target: any bytes as what an editor or a person says to the debugger. The first byte chooses: messages of the
 * Debug Adapter Protocol when it is odd, whose heads are written by the target when the second byte is odd, too; else lines of commands. */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "tools/debug/adapter.h"
#include "tools/debug/terminal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void tell_commands(debug_session *s, FILE *out, const char *text) {
    debug_terminal t = {.in = NULL, .out = out};
    ox_script_step how;
    char line[2 * DEBUG_LINE];
    while (*text != 0) {
        const size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        (void)debug_command(&t, s, line, &how);
        text += length + (text[length] == '\n');
    }
}

static void tell_messages(debug_session *s, FILE *out, const char *text, size_t size, bool heads) {
    debug_adapter *a = debug_adapter_open(NULL, out);
    if (a == NULL) return;
    if (heads) {
        char head[64];
        snprintf(head, sizeof head, "Content-Length: %lu\r\n\r\n", (unsigned long)size);
        (void)debug_adapter_take(a, s, head, strlen(head));
    }
    /* in parts, as they come through a pipe */
    for (size_t at = 0; at < size; at += 7)
        if (!debug_adapter_take(a, s, text + at, size - at < 7 ? size - at : 7)) break;
    debug_adapter_close(a, 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const debug_front front = {.context = NULL};
    if (size < 2) return 0;
    debug_session *s = debug_open("/nowhere", &front);
    FILE *out = fopen("/dev/null", "w");
    char *text = malloc(size);
    if (s != NULL && out != NULL && text != NULL) {
        memcpy(text, data + 2, size - 2);
        text[size - 2] = 0;
        if (data[0] % 2 == 0)
            tell_commands(s, out, text);
        else
            tell_messages(s, out, text, size - 2, data[1] % 2 != 0);
    }
    free(text);
    if (out != NULL) fclose(out);
    debug_close(s);
    return 0;
}
