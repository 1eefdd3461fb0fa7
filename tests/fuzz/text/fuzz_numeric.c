/* Fuzz target: any bytes as a description of a table of numbers. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/text/numeric.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_numeric table;
    tool_error error = {.text = ""};
    if (size > 2000) return 0;
    char *text = malloc(size + 1); /* texts of files are read with a zero byte behind them */
    if (text == NULL) return 0;
    if (size > 0) memcpy(text, data, size);
    text[size] = 0;
    if (strstr(text, "count") != NULL && size > 200) { /* large tables of long expressions only take time */
        free(text);
        return 0;
    }
    if (import_numeric_parse("fuzz", text, size, &table, &error)) {
        int64_t most = table.kind == IMPORT_NUMERIC_U8    ? 255
                       : table.kind == IMPORT_NUMERIC_U16 ? 65535
                                                          : INT32_MAX;
        for (uint32_t i = 0; i < table.width * table.height; i++) {
            if (table.entries[i] > most || table.entries[i] < INT32_MIN) abort();
        }
        import_numeric_free(&table);
    } else if (error.text[0] == 0 || table.entries != NULL) {
        abort();
    }
    free(text);
    return 0;
}
