/* Fuzz target: any bytes as a ZIP archive, whose files are unpacked, and as a gzip file. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/zip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_zip zip;
    tool_error error = {.text = ""};
    uint8_t *out;
    size_t length;
    if (import_zip_open("fuzz.zip", data, size, &zip, &error)) {
        for (uint32_t i = 0; i < zip.count && i < 16; i++) {
            if (import_zip_read(&zip, i, 1 << 20, &out, &length, &error)) free(out);
        }
        import_zip_free(&zip);
    } else if (error.text[0] == '\0' || strchr(error.text, '\n') != NULL || zip.entries != NULL) {
        abort();
    }
    if (import_gzip_read("fuzz.gz", data, size, 1 << 20, &out, &length, &error)) free(out);
    return 0;
}
