/* The XML reader: trees, texts, references, places of faults, and refusals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/import/text/xml.h"

static import_xml_document document;
static tool_error error;

static bool parse(const char *text) {
    error.text[0] = 0;
    return import_xml_parse("t.xml", text, strlen(text), &document, &error);
}

/* Whether the text is refused with a sentence that begins with `place` and holds `part`. */
static bool refused(const char *text, const char *place, const char *part) {
    if (parse(text)) {
        import_xml_free(&document);
        TEST_INFO("accepted: %s", text);
        return false;
    }
    char begin[60];
    snprintf(begin, sizeof begin, "t.xml:%s: ", place);
    bool good = strncmp(error.text, begin, strlen(begin)) == 0 && strstr(error.text, part) != NULL &&
                document.root == NULL;
    if (!good) TEST_INFO("%s", error.text);
    return good;
}

TEST(xml_tree_texts_and_places) {
    CHECK(parse("\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<!-- a -- comment? -->\n"
                "<map version='1.0' a = \"x\ty\n&lt;&#65;&#x20AC;\">\r\n one<b/>two<![CDATA[<&>]]>\r\n  <b "
                "n='2'>&amp;</b >\n</map>\n"));
    const import_xml *root = document.root, *b = import_xml_child(root, "b");
    CHECK(strcmp(root->name, "map") == 0 && root->parent == NULL);
    CHECK_EQ(root->line, 3);
    CHECK_EQ(root->column, 1);
    CHECK(strcmp(import_xml_attribute_of(root, "version"), "1.0") == 0);
    CHECK(strcmp(import_xml_attribute_of(root, "a"), "x y <A\xE2\x82\xAC") == 0);
    CHECK(import_xml_attribute_of(root, "none") == NULL);
    CHECK(strcmp(root->text, "\n onetwo<&>\n  \n") == 0);
    CHECK(b != NULL && b->parent == root && b->text[0] == 0);
    CHECK_EQ(b->line, 5);
    CHECK_EQ(b->column, 5);
    b = import_xml_sibling(b, "b");
    CHECK(b != NULL && strcmp(b->text, "&") == 0 && import_xml_sibling(b, NULL) == NULL);
    CHECK_EQ(b->line, 6);
    import_xml_free(&document);
}

TEST(xml_sword_item_and_its_schema) {
    const char *text =
        "<items>\n <item name='sword'>\n  <damage least='50' most='55'/>\n  <freeze chance='0.2'/>\n"
        "  <kill chance='0.02'/>\n  <regeneration amount='2'/>\n </item>\n <item/>\n</items>";
    CHECK(parse(text));
    const import_xml *item = import_xml_child(document.root, "item");
    import_xml_reader reader = {&document, import_xml_child(item, "damage"), &error};
    int64_t whole = 0;
    double number = 0;
    CHECK(import_xml_whole(&reader, "least", true, 0, 100, &whole) && whole == 50);
    CHECK(import_xml_whole(&reader, "most", true, 0, 100, &whole) && whole == 55);
    CHECK(!import_xml_whole(&reader, "most", true, 0, 54, &whole) && whole == 55);
    CHECK(strcmp(error.text,
                 "t.xml:3:3: items/item/damage: most=\"55\": a whole number from 0 to 54 is wanted") == 0);
    reader.element = import_xml_child(item, "freeze");
    CHECK(import_xml_number(&reader, "chance", true, 0, 1, &number) && number == 0.2);
    reader.element = import_xml_child(item, "kill");
    CHECK(import_xml_number(&reader, "chance", true, 0, 1, &number) && number == 0.02);
    CHECK(!import_xml_number(&reader, "chance", true, 0.5, 1, &number) && number == 0.02);
    reader.element = import_xml_child(item, "regeneration");
    CHECK(import_xml_whole(&reader, "amount", true, 0, 9, &whole) && whole == 2);
    CHECK(import_xml_whole(&reader, "absent", false, 0, 9, &whole) && whole == 2);

    reader.element = import_xml_sibling(item, "item");
    const char *name = NULL;
    CHECK(!import_xml_text(&reader, "name", true, &name));
    CHECK(strcmp(error.text, "t.xml:8:2: items/item: the attribute `name` is missing") == 0);
    reader.element = item;
    CHECK(import_xml_text(&reader, "name", true, &name) && strcmp(name, "sword") == 0);
    static const char *const names[] = {"name", NULL}, *const none[] = {NULL};
    static const char *const children[] = {"damage", "freeze", "kill", "regeneration", NULL};
    CHECK(import_xml_only(&reader, names, children));
    CHECK(!import_xml_only(&reader, none, children) &&
          strstr(error.text, "unknown attribute `name`") != NULL);
    CHECK(!import_xml_only(&reader, names, children + 1) &&
          strstr(error.text, "3:3: items/item/damage") != NULL);
    CHECK(import_xml_count(&reader, "damage", 1, 1));
    CHECK(!import_xml_count(&reader, "shield", 1, 2) && strstr(error.text, "0 elements <shield>") != NULL);
    import_xml_free(&document);
}

TEST(xml_booleans_and_choices) {
    static const char *const words[] = {"orthogonal", "isometric", NULL};
    bool flag = true;
    int choice = -1;
    CHECK(parse("<a b='0' c='true' d='yes' o='isometric'/>"));
    import_xml_reader reader = {&document, document.root, &error};
    CHECK(import_xml_boolean(&reader, "b", true, &flag) && !flag);
    CHECK(import_xml_boolean(&reader, "c", true, &flag) && flag);
    CHECK(import_xml_boolean(&reader, "e", false, &flag) && flag);
    CHECK(!import_xml_boolean(&reader, "d", true, &flag) &&
          strstr(error.text, "one of false, true, 0, 1") != NULL);
    CHECK(import_xml_choice(&reader, "o", true, words, &choice) && choice == 1);
    CHECK(!import_xml_choice(&reader, "d", true, words, &choice) &&
          strstr(error.text, "orthogonal, isometric") != NULL);
    import_xml_free(&document);
}

TEST(xml_refuses_what_is_not_well_formed) {
    CHECK(refused("", "1:1", "no element"));
    CHECK(refused("  \n ", "2:2", "no element"));
    CHECK(refused("text", "1:1", "outside of the root"));
    CHECK(refused("<a>", "1:4", "<a> of line 1 is still open"));
    CHECK(refused("<a>\n<b></a>", "2:7", "</a> cannot close <b>"));
    CHECK(refused("<a/><b/>", "1:5", "second root"));
    CHECK(refused("<a/>x", "1:5", "outside"));
    CHECK(refused("</a>", "1:1", "nothing is open"));
    CHECK(refused("<1/>", "1:2", "a name"));
    CHECK(refused("<a b/>", "1:5", "`=`"));
    CHECK(refused("<a b=c/>", "1:6", "in quotes"));
    CHECK(refused("<a b='1'c='2'/>", "1:9", "a blank"));
    CHECK(refused("<a b='1' b='2'/>", "1:10", "twice"));
    CHECK(refused("<a b='1/>", "1:7", "never ends"));
    CHECK(refused("<a b='<'/>", "1:7", "&lt;"));
    CHECK(refused("<a b", "1:5", "`=`"));
    CHECK(refused("<a ", "1:4", "inside of <a"));
    CHECK(refused("<a>&nbsp;</a>", "1:4", "unknown reference"));
    CHECK(refused("<a>&#0;</a>", "1:4", "character reference"));
    CHECK(refused("<a>&#xD800;</a>", "1:4", "character reference"));
    CHECK(refused("<a>&#99999999999;</a>", "1:4", "character reference"));
    CHECK(refused("<a>&#;</a>", "1:4", "character reference"));
    CHECK(refused("<a>\x01</a>", "1:4", "0x01"));
    CHECK(refused("<?xml version='1.0'\x02?><a/>", "1:20", "0x02"));
    CHECK(refused("<a><!-- \n\x1B[31m --></a>", "2:1", "0x1B"));
    CHECK(refused("<?note \x07?><a/>", "1:8", "0x07"));
    CHECK(refused("<a>\n\xC3(</a>", "2:1", "UTF-8"));
    CHECK(refused("<a>]]></a>", "1:4", "]]&gt;"));
    CHECK(refused("<a><![CDATA[x]]</a>", "1:13", "never ends"));
    CHECK(refused("<a><!-- x</a>", "1:4", "comment"));
    CHECK(refused("<?xml version='1.0' encoding='ISO-8859-1'?><a/>", "1:1", "UTF-8"));
    CHECK(parse(
        "<?xml version='1.0'?>\n<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">\n<map/>"));
    import_xml_free(&document);
    CHECK(parse("<!DOCTYPE a PUBLIC '-//>[' \"b\" >\n<a/>"));
    import_xml_free(&document);
    CHECK(refused("<a/><!DOCTYPE a>", "1:5", "document types"));
    CHECK(refused("<!DOCTYPE a", "1:1", "document types"));
    CHECK(refused("<!DOCTYPE a SYSTEM 'b>", "1:1", "document types"));
    CHECK(refused("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "1:1", "document types"));
}

TEST(xml_entity_bomb_and_depth_are_refused) {
    CHECK(refused("<?xml version='1.0'?>\n<!DOCTYPE lolz [<!ENTITY lol 'lol'><!ENTITY l1 "
                  "'&lol;&lol;'>]><lolz>&l1;</lolz>",
                  "2:1", "document types"));
    char text[IMPORT_XML_DEPTH * 7 + 20] = "";
    for (int i = 0; i < IMPORT_XML_DEPTH; i++) strcat(text, "<a>");
    for (int i = 0; i < IMPORT_XML_DEPTH; i++) strcat(text, "</a>");
    CHECK(parse(text));
    import_xml_free(&document);
    text[0] = 0;
    for (int i = 0; i <= IMPORT_XML_DEPTH; i++) strcat(text, "<a>");
    CHECK(refused(text, "1:3073", "more than 1024"));
}

TEST(xml_attributes_are_limited_and_long_files_are_linear) {
    char text[4000] = "<a";
    for (int i = 0; i < 64; i++) sprintf(text + strlen(text), " a%d='%d'", i, i);
    size_t length = strlen(text);
    strcpy(text + length, "/>");
    CHECK(parse(text));
    CHECK_EQ(document.root->attribute_count, 64);
    import_xml_free(&document);
    strcpy(text + length, " z='1'/>");
    CHECK(!parse(text));
    CHECK(strstr(error.text, "at most 64") != NULL);

    enum { COUNT = 60000 };
    char *large = malloc((size_t)COUNT * 16 + 64);
    CHECK(large != NULL);
    strcpy(large, "<r>");
    for (int i = 0; i < COUNT; i++) sprintf(large + 3 + (size_t)i * 11, "<i>%04d</i>", i % 10000);
    strcat(large + 3 + (size_t)(COUNT - 1) * 11, "</r>");
    CHECK(parse(large));
    uint32_t count = 0;
    for (const import_xml *i = document.root->first; i != NULL; i = i->next) count++;
    CHECK_EQ(count, COUNT);
    import_xml_free(&document);
    free(large);
}
