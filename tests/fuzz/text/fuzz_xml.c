/* Fuzz target: any bytes as an XML file, walked whole. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/text/xml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_xml_document document;
    tool_error error = {.text = ""};
    if (!import_xml_parse("fuzz.xml", (const char *)data, size, &document, &error)) {
        if (error.text[0] == 0 || document.root != NULL) abort();
        return 0;
    }
    size_t length = 0;
    for (const import_xml *at = document.root; at != NULL;) {
        length += strlen(at->name) + strlen(at->text);
        for (uint32_t i = 0; i < at->attribute_count; i++) length += strlen(at->attributes[i].value);
        if (at->first != NULL) {
            at = at->first;
            continue;
        }
        while (at != NULL && at->next == NULL) at = at->parent;
        if (at != NULL) at = at->next;
    }
    if (length > size) abort(); /* resolving references only ever shrinks a text */
    import_xml_free(&document);
    return 0;
}
