/* Name ids as constant expressions: the same numbers as SID (kernel/names/id.h) gives, for tables that the compiler
 * lays out.
 *
 *     static const ox_field fields[] = {{.name = OX_NAME("health"), ...}};
 *
 * OX_NAME takes a literal of 1 to 24 characters, in small letters and without backslashes (ox_id_of folds letters and
 * backslashes, OX_NAME does not), and is a constant for initialisers, though not for switch labels. A CRC is a sum
 * (exclusive or) of parts, each of which depends on one letter and its distance from the end. The macros below are
 * these parts: OX_NAME_AT_d is the part of the letter d places before the last, OX_NAME_START the part of the length. A
 * debug build that is given descriptors compares them with the text (ox_type_check). */
#ifndef OXCART_KERNEL_TYPE_NAME_H
#define OXCART_KERNEL_TYPE_NAME_H

#include <stdint.h>

#define OX_NAME_LETTERS 24u

/* The letter `distance` places before the last, 0 in front of the first. */
#define OX_NAME_LETTER(text, distance)                                                                       \
    ((distance) + 1u < sizeof(text)                                                                          \
         ? (uint8_t)(text)[sizeof(text) - 2u - ((distance) + 1u < sizeof(text) ? (distance) : 0u)]           \
         : 0u)

#define OX_NAME_BITS(c, b0, b1, b2, b3, b4, b5, b6, b7)                                                      \
    (((c)&1u ? (b0) : 0u) ^ ((c)&2u ? (b1) : 0u) ^ ((c)&4u ? (b2) : 0u) ^ ((c)&8u ? (b3) : 0u) ^             \
     ((c)&16u ? (b4) : 0u) ^ ((c)&32u ? (b5) : 0u) ^ ((c)&64u ? (b6) : 0u) ^ ((c)&128u ? (b7) : 0u))
#define OX_NAME_AT_0(t)                                                                                      \
    OX_NAME_BITS(OX_NAME_LETTER(t, 0u), 0x77073096u, 0xEE0E612Cu, 0x076DC419u, 0x0EDB8832u, 0x1DB71064u,     \
                 0x3B6E20C8u, 0x76DC4190u, 0xEDB88320u)
#define OX_NAME_AT_1(t)                                                                                      \
    OX_NAME_BITS(OX_NAME_LETTER(t, 1u), 0x191B3141u, 0x32366282u, 0x646CC504u, 0xC8D98A08u, 0x4AC21251u,     \
                 0x958424A2u, 0xF0794F05u, 0x3B83984Bu)
#define OX_NAME_AT_2(t)                                                                                      \
    OX_NAME_BITS(OX_NAME_LETTER(t, 2u), 0x01C26A37u, 0x0384D46Eu, 0x0709A8DCu, 0x0E1351B8u, 0x1C26A370u,     \
                 0x384D46E0u, 0x709A8DC0u, 0xE1351B80u)
#define OX_NAME_AT_3(t)                                                                                      \
    OX_NAME_BITS(OX_NAME_LETTER(t, 3u), 0xB8BC6765u, 0xAA09C88Bu, 0x8F629757u, 0xC5B428EFu, 0x5019579Fu,     \
                 0xA032AF3Eu, 0x9B14583Du, 0xED59B63Bu)
#define OX_NAME_AT_4(t)                                                                                      \
    OX_NAME_BITS(OX_NAME_LETTER(t, 4u), 0x3D6029B0u, 0x7AC05360u, 0xF580A6C0u, 0x30704BC1u, 0x60E09782u,     \
                 0xC1C12F04u, 0x58F35849u, 0xB1E6B092u)
#define OX_NAME_AT_5(t)                                                                                      \
    OX_NAME_BITS(OX_NAME_LETTER(t, 5u), 0xCB5CD3A5u, 0x4DC8A10Bu, 0x9B914216u, 0xEC53826Du, 0x03D6029Bu,     \
                 0x07AC0536u, 0x0F580A6Cu, 0x1EB014D8u)
#define OX_NAME_AT_6(t)                                                                                      \
    OX_NAME_BITS(OX_NAME_LETTER(t, 6u), 0xA6770BB4u, 0x979F1129u, 0xF44F2413u, 0x33EF4E67u, 0x67DE9CCEu,     \
                 0xCFBD399Cu, 0x440B7579u, 0x8816EAF2u)
#define OX_NAME_AT_7(t)                                                                                      \
    OX_NAME_BITS(OX_NAME_LETTER(t, 7u), 0xCCAA009Eu, 0x4225077Du, 0x844A0EFAu, 0xD3E51BB5u, 0x7CBB312Bu,     \
                 0xF9766256u, 0x299DC2EDu, 0x533B85DAu)
#define OX_NAME_AT_8(t)                                                                                      \
    OX_NAME_BITS(OX_NAME_LETTER(t, 8u), 0x177B1443u, 0x2EF62886u, 0x5DEC510Cu, 0xBBD8A218u, 0xACC04271u,     \
                 0x82F182A3u, 0xDE920307u, 0x6655004Fu)
#define OX_NAME_AT_9(t)                                                                                      \
    OX_NAME_BITS(OX_NAME_LETTER(t, 9u), 0xEFC26B3Eu, 0x04F5D03Du, 0x09EBA07Au, 0x13D740F4u, 0x27AE81E8u,     \
                 0x4F5D03D0u, 0x9EBA07A0u, 0xE6050901u)
#define OX_NAME_AT_10(t)                                                                                     \
    OX_NAME_BITS(OX_NAME_LETTER(t, 10u), 0xC18EDFC0u, 0x586CB9C1u, 0xB0D97382u, 0xBAC3E145u, 0xAEF6C4CBu,    \
                 0x869C8FD7u, 0xD64819EFu, 0x77E1359Fu)
#define OX_NAME_AT_11(t)                                                                                     \
    OX_NAME_BITS(OX_NAME_LETTER(t, 11u), 0x9BA54C6Fu, 0xEC3B9E9Fu, 0x03063B7Fu, 0x060C76FEu, 0x0C18EDFCu,    \
                 0x1831DBF8u, 0x3063B7F0u, 0x60C76FE0u)
#define OX_NAME_AT_12(t)                                                                                     \
    OX_NAME_BITS(OX_NAME_LETTER(t, 12u), 0xDD96D985u, 0x605CB54Bu, 0xC0B96A96u, 0x5A03D36Du, 0xB407A6DAu,    \
                 0xB37E4BF5u, 0xBD8D91ABu, 0xA06A2517u)
#define OX_NAME_AT_13(t)                                                                                     \
    OX_NAME_BITS(OX_NAME_LETTER(t, 13u), 0x9D0FE176u, 0xE16EC4ADu, 0x19AC8F1Bu, 0x33591E36u, 0x66B23C6Cu,    \
                 0xCD6478D8u, 0x41B9F7F1u, 0x8373EFE2u)
#define OX_NAME_AT_14(t)                                                                                     \
    OX_NAME_BITS(OX_NAME_LETTER(t, 14u), 0xB9FBDBE8u, 0xA886B191u, 0x8A7C6563u, 0xCF89CC87u, 0x44629F4Fu,    \
                 0x88C53E9Eu, 0xCAFB7B7Du, 0x4E87F0BBu)
#define OX_NAME_AT_15(t)                                                                                     \
    OX_NAME_BITS(OX_NAME_LETTER(t, 15u), 0xAE689191u, 0x87A02563u, 0xD4314C87u, 0x73139F4Fu, 0xE6273E9Eu,    \
                 0x173F7B7Du, 0x2E7EF6FAu, 0x5CFDEDF4u)
#define OX_NAME_AT_16(t)                                                                                     \
    OX_NAME_BITS(OX_NAME_LETTER(t, 16u), 0x87A6CB43u, 0xD43C90C7u, 0x730827CFu, 0xE6104F9Eu, 0x1751997Du,    \
                 0x2EA332FAu, 0x5D4665F4u, 0xBA8CCBE8u)
#define OX_NAME_AT_17(t)                                                                                     \
    OX_NAME_BITS(OX_NAME_LETTER(t, 17u), 0xEF52B6E1u, 0x05D46B83u, 0x0BA8D706u, 0x1751AE0Cu, 0x2EA35C18u,    \
                 0x5D46B830u, 0xBA8D7060u, 0xAE6BE681u)
#define OX_NAME_AT_18(t)                                                                                     \
    OX_NAME_BITS(OX_NAME_LETTER(t, 18u), 0xD7E28058u, 0x74B406F1u, 0xE9680DE2u, 0x09A11D85u, 0x13423B0Au,    \
                 0x26847614u, 0x4D08EC28u, 0x9A11D850u)
#define OX_NAME_AT_19(t)                                                                                     \
    OX_NAME_BITS(OX_NAME_LETTER(t, 19u), 0x65673B46u, 0xCACE768Cu, 0x4EEDEB59u, 0x9DDBD6B2u, 0xE0C6AB25u,    \
                 0x1AFC500Bu, 0x35F8A016u, 0x6BF1402Cu)
#define OX_NAME_AT_20(t)                                                                                     \
    OX_NAME_BITS(OX_NAME_LETTER(t, 20u), 0x9FDA839Eu, 0xE4C4017Du, 0x12F904BBu, 0x25F20976u, 0x4BE412ECu,    \
                 0x97C825D8u, 0xF4E14DF1u, 0x32B39DA3u)
#define OX_NAME_AT_21(t)                                                                                     \
    OX_NAME_BITS(OX_NAME_LETTER(t, 21u), 0x172864C0u, 0x2E50C980u, 0x5CA19300u, 0xB9432600u, 0xA9F74A41u,    \
                 0x889F92C3u, 0xCA4E23C7u, 0x4FED41CFu)
#define OX_NAME_AT_22(t)                                                                                     \
    OX_NAME_BITS(OX_NAME_LETTER(t, 22u), 0x9B73EAD4u, 0xED96D3E9u, 0x005CA193u, 0x00B94326u, 0x0172864Cu,    \
                 0x02E50C98u, 0x05CA1930u, 0x0B943260u)
#define OX_NAME_AT_23(t)                                                                                     \
    OX_NAME_BITS(OX_NAME_LETTER(t, 23u), 0x81256527u, 0xD93BCC0Fu, 0x69069E5Fu, 0xD20D3CBEu, 0x7F6B7F3Du,    \
                 0xFED6FE7Au, 0x26DCFAB5u, 0x4DB9F56Au)

#define OX_NAME_START(n)                                                                                     \
    ((n) == 1    ? 0xD202EF8Du                                                                               \
     : (n) == 2  ? 0x41D912FFu                                                                               \
     : (n) == 3  ? 0xFF41D912u                                                                               \
     : (n) == 4  ? 0x2144DF1Cu                                                                               \
     : (n) == 5  ? 0xC622F71Du                                                                               \
     : (n) == 6  ? 0xB1C2A1A3u                                                                               \
     : (n) == 7  ? 0x9D6CDF7Eu                                                                               \
     : (n) == 8  ? 0x6522DF69u                                                                               \
     : (n) == 9  ? 0xE60914AEu                                                                               \
     : (n) == 10 ? 0xE38A6876u                                                                               \
     : (n) == 11 ? 0x6B87B1ECu                                                                               \
     : (n) == 12 ? 0x7BD5C66Fu                                                                               \
     : (n) == 13 ? 0x0F744682u                                                                               \
     : (n) == 14 ? 0xD1BB79C7u                                                                               \
     : (n) == 15 ? 0xD7D303E7u                                                                               \
     : (n) == 16 ? 0xECBB4B55u                                                                               \
     : (n) == 17 ? 0xC9EFF1BDu                                                                               \
     : (n) == 18 ? 0x671BCF4Du                                                                               \
     : (n) == 19 ? 0xDA08C96Fu                                                                               \
     : (n) == 20 ? 0x0FD59B8Du                                                                               \
     : (n) == 21 ? 0x4104C58Bu                                                                               \
     : (n) == 22 ? 0xA829B1E0u                                                                               \
     : (n) == 23 ? 0x72A02444u                                                                               \
     : (n) == 24 ? 0xA3C1CA20u                                                                               \
                 : 0u)

#define OX_NAME(t)                                                                                           \
    (OX_NAME_START(sizeof(t) - 1u + 0u * sizeof(char[sizeof(t) <= OX_NAME_LETTERS + 1u ? 1 : -1])) ^         \
     OX_NAME_AT_0(t) ^ OX_NAME_AT_1(t) ^ OX_NAME_AT_2(t) ^ OX_NAME_AT_3(t) ^ OX_NAME_AT_4(t) ^               \
     OX_NAME_AT_5(t) ^ OX_NAME_AT_6(t) ^ OX_NAME_AT_7(t) ^ OX_NAME_AT_8(t) ^ OX_NAME_AT_9(t) ^               \
     OX_NAME_AT_10(t) ^ OX_NAME_AT_11(t) ^ OX_NAME_AT_12(t) ^ OX_NAME_AT_13(t) ^ OX_NAME_AT_14(t) ^          \
     OX_NAME_AT_15(t) ^ OX_NAME_AT_16(t) ^ OX_NAME_AT_17(t) ^ OX_NAME_AT_18(t) ^ OX_NAME_AT_19(t) ^          \
     OX_NAME_AT_20(t) ^ OX_NAME_AT_21(t) ^ OX_NAME_AT_22(t) ^ OX_NAME_AT_23(t))

#endif
