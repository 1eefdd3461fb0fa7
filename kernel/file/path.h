/* Paths of the console: `[device:]folder/folder/name.extension`, taken apart, put together and compared,
 * without a current directory and without memory of their own.
 *
 *     char line[OX_PATH_ROOM];
 *     ox_text path = ox_text_begin_plain(line, sizeof line);
 *     if (ox_failed(ox_path_absolute(&path, OX_TEXT("../gfx/pirate.png"), OX_TEXT("rom:levels/1")))) ...
 *     ... line is now "rom:levels/gfx/pirate.png"
 *
 * A path has at most OX_PATH_MAX bytes: ASCII letters, digits, `_`, `-`, `.`, UTF-8 above 0x7F, and `/` (or `\`,
 * which is the same) between its segments. A-Z count as a-z. Two spellings of one path have one id
 * (kernel/names/id.h). The device is the word before the first `:`; a path that names one, or begins with `/`, is
 * absolute, any other is relative to a directory that the caller gives. Canonical is the one form that all spellings
 * lead to: lower case, `/`, without empty segments, `.` and `..`.
 *
 * Functions that make a path do not append: they clear `out`, and leave it empty when they fail. OX_BAD_DATA: a
 * character that no path has; OX_FULL: longer than OX_PATH_MAX, or than the buffer; OX_NOT_FOUND: `..` would climb
 * above the root. `out` must not lie over the texts handed in. (GEA 5.4.2, 6.1.1.) */
#ifndef OXCART_KERNEL_FILE_PATH_H
#define OXCART_KERNEL_FILE_PATH_H

#include "kernel/text/buffer.h"

#define OX_PATH_MAX 120                /* bytes of a path */
#define OX_PATH_ROOM (OX_PATH_MAX + 1) /* bytes of a buffer for a path */
#define OX_PATH_DEVICE_MAX 7           /* letters of a device's name */

/* The four parts of a path, as views of it: name is "c" and extension "ext" of "rom:a/b/c.ext"; the directory keeps
 * its last slash ("a/b/"), the device is "rom". The extension is the text behind the last dot of the last segment,
 * unless that dot is its first letter. A part that is not there has `at` NULL: so "c." has an empty extension, and
 * "c" none. */
typedef struct ox_path_parts {
    ox_text_view device, directory, name, extension;
} ox_path_parts;

ox_path_parts ox_path_split(ox_text_view path);

/* Joins the parts of a path: gives exactly the path that was split. */
FX_MUST_CHECK ox_status ox_path_join(ox_text *out, const ox_path_parts *parts);

/* Checks letters and length of a path: OX_OK when ox_path_canonical would take them. */
FX_MUST_CHECK ox_status ox_path_check(ox_text_view path);

/* The one form of all spellings: "rom:A\./b//../C.PNG" becomes "rom:a/c.png", "/" at the start stays. */
FX_MUST_CHECK ox_status ox_path_canonical(ox_text *out, ox_text_view path);

bool ox_path_is_absolute(ox_text_view path);

/* Compares two paths: below 0, 0 or above 0, with letters folded and both slashes the same; `.` and `..` are not
 * resolved. */
int ox_path_compare(ox_text_view a, ox_text_view b);

/* The path with another extension; an empty extension takes the old one away with its dot. */
FX_MUST_CHECK ox_status ox_path_replace_extension(ox_text *out, ox_text_view path, ox_text_view extension);

/* Canonical path of `path` as seen from the directory `base`, which is absolute. An absolute path with a device
 * stays; a path that begins with `/` is on base's device. */
FX_MUST_CHECK ox_status ox_path_absolute(ox_text *out, ox_text_view path, ox_text_view base);

/* The relative path that leads from `base` to `path`, both absolute; "." when they are the same. For a path on
 * another device the result is its canonical path. So absolute(relative(p, base), base) is always the canonical p. */
FX_MUST_CHECK ox_status ox_path_relative(ox_text *out, ox_text_view path, ox_text_view base);

/* Whether a path fits a pattern: `*` stands for any run of characters without a slash, `?` for one character; letters
 * are folded. Takes at most the product of both lengths in steps. */
bool ox_path_match(ox_text_view path, ox_text_view pattern);

/* Names in three parts, package.folder.name, as editors write them:
 * "Locust_Boomer.PhysicalMaterials.Leather". The folder may be empty or itself contain dots. False when there
 * is no dot, or a part but the folder is empty. */
typedef struct ox_dotted_name {
    ox_text_view package, folder, resource;
} ox_dotted_name;
FX_MUST_CHECK bool ox_path_dotted(ox_text_view name, ox_dotted_name *parts);

/* The path that a dotted name stands for, whose id is the resource's: "Locust_Boomer/PhysicalMaterials/Leather"; the
 * dots of a nested folder become slashes, too. OX_BAD_ARGUMENT when the name is not dotted, OX_FULL when the path
 * does not fit; *out is empty then. */
FX_MUST_CHECK ox_status ox_path_of_dotted(ox_text *out, ox_text_view name);

#endif
