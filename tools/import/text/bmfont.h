/* Fonts of AngelCode's Bitmap Font Generator and its kin ("BMFont documentation", 2021): a description, as text or as bytes, and the pictures
 * that it names. */
#ifndef OXCART_TOOLS_IMPORT_TEXT_BMFONT_H
#define OXCART_TOOLS_IMPORT_TEXT_BMFONT_H

#include "tools/import/text/font.h"

bool import_bmfont_is(const void *data, size_t size);

/* Reads a picture that the description names; false after a sentence. */
typedef struct import_bmfont_pages {
    bool (*read)(void *context, const char *name, import_image *picture, tool_error *error);
    void *context;
} import_bmfont_pages;

/*
 * Reads the description (`text` is followed by a zero byte) in its text form or its binary form of version 3, and cuts the glyphs out of its
 * pages, at most IMPORT_BMFONT_PAGES. Coverage is the channel that a character names (chnl), else as import_font_cut takes it. Kept are
 * the characters with a code, the base line, the height of a line and the kernings. Refused: rectangles outside of their page, a code
 * twice, pages that are not there, the XML form.
 */
enum { IMPORT_BMFONT_PAGES = 64 };
bool import_bmfont_parse(const char *file, const char *text, size_t size, const import_bmfont_pages *pages,
                         import_font *font, tool_error *error);

/* The `read` of import_bmfont_pages for pages beside a file, whose path is the context. */
bool import_bmfont_page_beside(void *path, const char *name, import_image *picture, tool_error *error);

#endif
