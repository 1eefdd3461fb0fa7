/* Fuzz target: any bytes as a JSON text: read as a tree, printed, read again, printed the same; and as a
 * stream. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/text/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_json_document first, second;
    import_json_stream stream;
    tool_error error = {.text = ""};
    import_json_event event;
    import_json_open(&stream, "fuzz.json", (const char *)data, size, &error);
    do {
        event = import_json_next(&stream);
    } while (event != IMPORT_JSON_END && event != IMPORT_JSON_BROKEN);
    import_json_close(&stream);
    if (!import_json_parse("fuzz.json", (const char *)data, size, &first, &error)) {
        if (error.text[0] == '\0' || strchr(error.text, '\n') != NULL) abort();
        return 0;
    }
    if (event != IMPORT_JSON_END) abort();
    char *text = import_json_print(&first.root), *again;
    if (text == NULL || !import_json_parse("again.json", text, strlen(text), &second, &error)) abort();
    again = import_json_print(&second.root);
    if (again == NULL || strlen(again) + 64 < strlen(text)) abort();
    free(text);
    free(again);
    import_json_free(&first);
    import_json_free(&second);
    return 0;
}
