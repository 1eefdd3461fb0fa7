/* Every instruction: its results, and its traps. */
#include "tests/unit/kernel/script/script_world.h"

#define I(name) OX_SCRIPT_##name
#define P(n) I(P8), (uint8_t)(n)
#define P4(n)                                                                                                \
    I(P32), (uint8_t)(n), (uint8_t)((uint32_t)(n) >> 8), (uint8_t)((uint32_t)(n) >> 16),                     \
        (uint8_t)((uint32_t)(n) >> 24)
#define MIN32 (-2147483647 - 1)
#define MAX32 2147483647

/* Functions 1 to 6 of the module around the code under test, and other numbers of the module. */
enum {
    CODE_MOST = 64,
    RESULTS = 16,
    SUBTRACT = 1,
    GENERATOR,
    SLEEPER,
    METHOD,
    FACTORIAL,
    STARTER,
    INIT,
    DOUBLE
};

typedef struct trial {
    uint8_t under_test;
    uint8_t latent;
    uint8_t bytes, results;
    uint8_t code[CODE_MOST];
    int32_t expected[RESULTS];
    uint8_t trap;
    int32_t value; /* the value of the trap */
} trial;

#define CODE(...) .code = {__VA_ARGS__}, .bytes = sizeof((const uint8_t[]){__VA_ARGS__})
#define GIVES(...) .expected = {__VA_ARGS__}, .results = sizeof((const int32_t[]){__VA_ARGS__}) / 4
#define TRAPS(kind, of) .trap = OX_SCRIPT_TRAP_##kind, .value = (of)

static const trial trials[] = {
    {I(P8), 0, CODE(I(P8), 0x80), GIVES(-128)},
    {I(P16), 0, CODE(I(P16), 0x00, 0x80), GIVES(-32768)},
    {I(P32), 0, CODE(P4(0x12345678)), GIVES(0x12345678)},
    {I(K), 0, CODE(I(K), 0, 0), GIVES(1000000)},
    {I(P0), 0, CODE(I(P0)), GIVES(0)},
    {I(P1), 0, CODE(I(P1)), GIVES(1)},
    {I(PM1), 0, CODE(I(PM1)), GIVES(-1)},
    {I(HEAD), 0, CODE(I(HEAD), P(3)), GIVES(3)},
    {I(DUP), 0, CODE(P(3), I(DUP)), GIVES(3, 3)},
    {I(DUPN), 0, CODE(P(1), P(2), P(3), I(DUPN), 2), GIVES(1, 2, 3, 2, 3)},
    {I(DROP), 0, CODE(P(1), P(2), I(DROP)), GIVES(1)},
    {I(DROPN), 0, CODE(P(1), P(2), P(3), I(DROPN), 2), GIVES(1)},
    {I(SWAP), 0, CODE(P(1), P(2), I(SWAP)), GIVES(2, 1)},
    {I(PICK), 0, CODE(P(1), P(2), P(3), I(PICK), 2, I(PICK), 0), GIVES(1, 2, 3, 1, 1)},
    {I(TEXT), 0, CODE(I(TEXT), 1, 0, I(TEXT), 3, 0x80), GIVES(0x2222, (int32_t)0xFFFF0003u)},
    {I(LD), 0, CODE(P(9), I(ST) + 7, I(LD) + 7, I(LD) + 6), GIVES(9, 0)},
    {I(ST), 0, CODE(P(4), I(ST), P(5), I(ST) + 1, I(LD), I(LD) + 1), GIVES(4, 5)},
    {I(LDL), 0, CODE(P(6), I(STL), 11, I(LDL), 11, I(LDL), 10), GIVES(6, 0)},
    {I(STL), 0, CODE(P(6), I(STL), 2, I(LD) + 2), GIVES(6)},
    {I(LDG), 0, CODE(I(LDG), 30, 0), GIVES(130)},
    {I(STG), 0, CODE(P(7), I(STG), 31, 0, I(LDG), 31, 0), GIVES(7)},
    {I(LDI), 0, CODE(I(LDI), 1, 0), GIVES(11)},
    {I(STI), 0, CODE(P(8), I(STI), 1, 0, I(LDI), 1, 0), GIVES(8)},
    {I(LDN), 0, CODE(I(LDN), 1, 30, 0, 3, I(LDN), 3, 0, 0, 2, I(LDN), 2, 0, 0, 2),
     GIVES(130, 131, 132, 1000000, 5, 10, 11)},
    {I(STN), 0, CODE(P(1), P(2), P(3), I(STN), 0, 1, 0, 3, I(LD), I(LD) + 1, I(LD) + 2, I(LD) + 3),
     GIVES(0, 1, 2, 3)},
    {I(LDX), 0, CODE(P(2), I(LDX), 1, 30, 0, 3, 0, 2), GIVES(134, 135)},
    {I(LDX), 0, CODE(P(3), I(LDX), 1, 30, 0, 3, 0, 2, I(DROP)), GIVES(0), TRAPS(INDEX, 3)},
    {I(LDX), 0, CODE(I(PM1), I(LDX), 3, 0, 0, 2, 0, 1), GIVES(0), TRAPS(INDEX, -1)},
    {I(STX), 0, CODE(P(1), P(5), P(6), I(STX), 0, 0, 0, 3, 0, 2, I(LD) + 1, I(LD) + 2, I(LD) + 3, I(LD) + 4),
     GIVES(0, 5, 6, 0)},
    {I(STX), 0, CODE(P(3), P(5), I(STX), 0, 0, 0, 3, 0, 1, I(P0)), GIVES(0), TRAPS(INDEX, 3)},
    {I(INCL), 0, CODE(P4(MAX32), I(ST), I(INCL), 0, 1, I(INCL), 1, 0xFE, I(LD), I(LD) + 1), GIVES(MIN32, -2)},
    {I(ZERO), 0,
     CODE(P(1), I(DUP), I(DUP), I(ST), I(ST) + 1, I(ST) + 2, I(ZERO), 1, 2, I(LD), I(LD) + 1, I(LD) + 2),
     GIVES(1, 0, 0)},
    /* Instructions that do the work of several others. */
    {I(MOVE), 0, CODE(P(9), I(ST), I(MOVE), 2, 0, I(LD) + 2, I(LD)), GIVES(9, 9)},
    {I(SETL), 0, CODE(I(SETL), 3, 0x80, I(LD) + 3), GIVES(-128)},
    {I(INCI), 0, CODE(P4(MAX32), I(STI), 1, 0, I(INCI), 1, 0, 1, I(LDI), 1, 0, I(LDI), 0, 0),
     GIVES(MIN32, 10)},
    {I(INCG), 0, CODE(I(INCG), 30, 0, 0xFE, I(LDG), 30, 0, I(LDG), 31, 0), GIVES(128, 131)},
    {I(ADDI), 0, CODE(P(1), P4(MIN32), I(ADDI), 0xFF), GIVES(1, MAX32)},
    {I(MULI), 0, CODE(P(1), P4(MIN32), I(MULI), 0xFF, P(-7), I(MULI), 0x80), GIVES(1, MIN32, 896)},
    {I(DIVI), 0,
     CODE(P(7), I(DIVI), 0xFE, P4(MIN32), I(DIVI), 0xFF, P4(MIN32), I(DIVI), 1, P4(MAX32), I(DIVI), 0x80),
     GIVES(-3, MIN32, MIN32, -16777215)},
    {I(REMI), 0,
     CODE(P(-7), I(REMI), 3, P4(MIN32), I(REMI), 0xFF, P4(MAX32), I(REMI), 0x80, P4(MIN32), I(REMI), 127),
     GIVES(-1, 0, 127, -8)},
    {I(ANDI), 0, CODE(P4(0x12345678), I(ANDI), 0xF0, P(13), I(ANDI), 10), GIVES(0x12345670, 8)},
    {I(LDTWO), 0, CODE(P(4), I(ST), P(5), I(ST) + 1, P(1), I(LDTWO), 1, 0), GIVES(1, 5, 4)},
    {I(LDE), 0, CODE(P(2), I(ST), I(LDE), 0, 1, 30, 0, 3, 0, I(LDE), 0, 3, 0, 0, 3, 0), GIVES(132, 2)},
    {I(LDE), 0, CODE(P(3), I(ST), I(LDE), 0, 1, 30, 0, 3, 0), GIVES(0), TRAPS(INDEX, 3)},
    {I(LDE), 0, CODE(I(PM1), I(ST), I(LDE), 0, 0, 0, 0, 2, 0), GIVES(0), TRAPS(INDEX, -1)},
    {I(STE), 0, CODE(P(1), I(ST), P(8), P(9), I(STE), 0, 0, 2, 0, 3, 0, I(LD) + 2, I(LD) + 3, I(LD) + 4),
     GIVES(8, 0, 9, 0)},
    {I(STE), 0, CODE(P(1), I(ST), P(9), I(STE), 0, 2, 0, 0, 2, 0, I(LDI), 1, 0, I(LDI), 0, 0), GIVES(9, 10)},
    {I(STE), 0, CODE(P(3), I(ST), P(9), I(STE), 0, 1, 30, 0, 3, 0, I(P0)), GIVES(0), TRAPS(INDEX, 3)},
    {I(ADDTO), 0, CODE(P4(MAX32), I(ST), P(1), P(5), I(ADDTO), 0, I(LD)), GIVES(1, MIN32 + 4)},
    {I(SUBTO), 0, CODE(P4(MAX32), I(ST), P(1), P(5), I(SUBTO), 0, I(LD)), GIVES(1, MAX32 - 5)},
    {I(FADDTO), 0, CODE(P4(MAX32), I(ST), P(1), P(5), I(FADDTO), 0, I(LD)), GIVES(1, MAX32)},
    {I(FSUBTO), 0, CODE(P4(MAX32), I(ST), P(1), P(5), I(FSUBTO), 0, I(LD)), GIVES(1, MAX32 - 5)},
    {I(SUBTO), 0, CODE(P4(MIN32), I(ST), P(1), I(SUBTO), 0, I(LD)), GIVES(MAX32)},
    {I(FSUBTO), 0, CODE(P4(MIN32), I(ST), P(1), I(FSUBTO), 0, I(LD)), GIVES(MIN32)},
    {I(ADDLLL), 0,
     CODE(P(7), I(ST), P(9), I(ST) + 1, I(ADDLLL), 2, 0, 1, I(LD) + 2, P4(MAX32), I(ST), I(ADDLLL), 0, 0, 1,
          I(LD)),
     GIVES(16, MIN32 + 8)},
    {I(SUBLLL), 0,
     CODE(P(7), I(ST), P(9), I(ST) + 1, I(SUBLLL), 2, 0, 1, I(LD) + 2, P4(MIN32), I(ST), I(SUBLLL), 0, 0, 1,
          I(LD)),
     GIVES(-2, MAX32 - 8)},
    {I(ADDLLI), 0, CODE(P4(MIN32), I(ST), I(ADDLLI), 1, 0, 0x80, I(LD) + 1), GIVES(MAX32 - 127)},
    {I(JEQ), 0, CODE(P(3), I(ST), P(3), I(ST) + 1, P(5), I(JEQ), 0, 1, 2, 0, I(ADDI), 1), GIVES(5)},
    {I(JEQ), 0, CODE(P(3), I(ST), P(4), I(ST) + 1, P(5), I(JEQ), 0, 1, 2, 0, I(ADDI), 1), GIVES(6)},
    {I(JNE), 0, CODE(P(3), I(ST), P(4), I(ST) + 1, P(5), I(JNE), 0, 1, 2, 0, I(ADDI), 1), GIVES(5)},
    {I(JNE), 0, CODE(P(3), I(ST), P(3), I(ST) + 1, P(5), I(JNE), 0, 1, 2, 0, I(ADDI), 1), GIVES(6)},
    {I(JLT), 0, CODE(P(-3), I(ST), P(4), I(ST) + 1, P(5), I(JLT), 0, 1, 2, 0, I(ADDI), 1), GIVES(5)},
    {I(JLT), 0, CODE(P(4), I(ST), P(4), I(ST) + 1, P(5), I(JLT), 0, 1, 2, 0, I(ADDI), 1), GIVES(6)},
    {I(JLT), 0, CODE(P(5), I(ST), P(4), I(ST) + 1, P(5), I(JLT), 0, 1, 2, 0, I(ADDI), 1), GIVES(6)},
    {I(JLE), 0, CODE(P(4), I(ST), P(4), I(ST) + 1, P(5), I(JLE), 0, 1, 2, 0, I(ADDI), 1), GIVES(5)},
    {I(JLE), 0, CODE(P(5), I(ST), P(4), I(ST) + 1, P(5), I(JLE), 0, 1, 2, 0, I(ADDI), 1), GIVES(6)},
    {I(JEQI), 0, CODE(P(-3), I(ST), P(5), I(JEQI), 0, (uint8_t)-3, 2, 0, I(ADDI), 1), GIVES(5)},
    {I(JEQI), 0, CODE(P(3), I(ST), P(5), I(JEQI), 0, (uint8_t)4, 2, 0, I(ADDI), 1), GIVES(6)},
    {I(JNEI), 0, CODE(P(3), I(ST), P(5), I(JNEI), 0, (uint8_t)4, 2, 0, I(ADDI), 1), GIVES(5)},
    {I(JNEI), 0, CODE(P(-3), I(ST), P(5), I(JNEI), 0, (uint8_t)-3, 2, 0, I(ADDI), 1), GIVES(6)},
    {I(JLTI), 0, CODE(P(-4), I(ST), P(5), I(JLTI), 0, (uint8_t)-3, 2, 0, I(ADDI), 1), GIVES(5)},
    {I(JLTI), 0, CODE(P(4), I(ST), P(5), I(JLTI), 0, (uint8_t)4, 2, 0, I(ADDI), 1), GIVES(6)},
    {I(JGEI), 0, CODE(P(4), I(ST), P(5), I(JGEI), 0, (uint8_t)4, 2, 0, I(ADDI), 1), GIVES(5)},
    {I(JGEI), 0, CODE(P(-4), I(ST), P(5), I(JGEI), 0, (uint8_t)-3, 2, 0, I(ADDI), 1), GIVES(6)},
    {I(JEQT), 0, CODE(P(5), P(-3), I(JEQT), (uint8_t)-3, 2, 0, I(ADDI), 1), GIVES(5)},
    {I(JEQT), 0, CODE(P(5), P(3), I(JEQT), (uint8_t)4, 2, 0, I(ADDI), 1), GIVES(6)},
    {I(JNET), 0, CODE(P(5), P(3), I(JNET), (uint8_t)4, 2, 0, I(ADDI), 1), GIVES(5)},
    {I(JNET), 0, CODE(P(5), P(-3), I(JNET), (uint8_t)-3, 2, 0, I(ADDI), 1), GIVES(6)},
    {I(JLTT), 0, CODE(P(5), P(-4), I(JLTT), (uint8_t)-3, 2, 0, I(ADDI), 1), GIVES(5)},
    {I(JLTT), 0, CODE(P(5), P(4), I(JLTT), (uint8_t)4, 2, 0, I(ADDI), 1), GIVES(6)},
    {I(JGET), 0, CODE(P(5), P(4), I(JGET), (uint8_t)4, 2, 0, I(ADDI), 1), GIVES(5)},
    {I(JGET), 0, CODE(P(5), P(-4), I(JGET), (uint8_t)-3, 2, 0, I(ADDI), 1), GIVES(6)},
    {I(JLTI), 0, CODE(I(HEAD), I(INCL), 0, 2, I(JLTI), 0, 9, 0xF7, 0xFF, I(LD)), GIVES(10)},
    {I(JLT), 0, CODE(I(SETL), 1, 9, I(HEAD), I(INCL), 0, 2, I(JLT), 0, 1, 0xF7, 0xFF, I(LD)), GIVES(10)},
    {I(JNET), 0, CODE(I(HEAD), I(INCL), 0, 2, I(LD), I(JNET), 8, 0xF7, 0xFF, I(LD)), GIVES(8)},
    {I(LOOPLT), 0,
     CODE(I(SETL), 1, 7, I(HEAD), I(INCL), 2, 1, I(LOOPLT), 0, 2, 1, 0xF6, 0xFF, I(LD), I(LD) + 2),
     GIVES(8, 4)},
    {I(LOOPLT), 0,
     CODE(P4(MAX32), I(ST), P4(MIN32), I(ST) + 1, I(HEAD), I(LOOPLT), 0, 1, 1, 0xF9, 0xFF, I(LD)),
     GIVES(MIN32)},
    {I(LOOPNZ), 0,
     CODE(P(5), I(ST), I(HEAD), I(INCL), 0, 0xFF, I(INCL), 1, 2, I(LD), I(LOOPNZ), 0xF5, 0xFF, I(LD) + 1),
     GIVES(10)},
    {I(LOOPZ), 0, CODE(I(HEAD), I(INCL), 0, 2, I(LD), P(7), I(GT), I(LOOPZ), 0xF5, 0xFF, I(LD)), GIVES(8)},
    {I(RETL), 0, CODE(P(7), I(ST), I(LD), I(CALL), DOUBLE, 0), GIVES(14)},
    {I(ADDLL), 0, CODE(P4(MAX32), I(ST), P4(1), I(ST) + 1, P(3), I(ADDLL), 0, 1), GIVES(3, MIN32)},
    {I(ADDL), 0, CODE(P4(1), I(ST) + 1, P(3), P4(MAX32), I(ADDL), 1), GIVES(3, MIN32)},
    {I(SUBLL), 0, CODE(P4(MIN32), I(ST), P4(1), I(ST) + 1, P(3), I(SUBLL), 0, 1), GIVES(3, MAX32)},
    {I(SUBL), 0, CODE(P4(1), I(ST) + 1, P(3), P4(MIN32), I(SUBL), 1), GIVES(3, MAX32)},
    {I(MULLL), 0, CODE(P4(MIN32), I(ST), P4(-1), I(ST) + 1, P(3), I(MULLL), 0, 1), GIVES(3, MIN32)},
    {I(MULL), 0, CODE(P4(-1), I(ST) + 1, P(3), P4(MIN32), I(MULL), 1), GIVES(3, MIN32)},
    {I(FADDLL), 0, CODE(P4(MAX32), I(ST), P4(1), I(ST) + 1, P(3), I(FADDLL), 0, 1), GIVES(3, MAX32)},
    {I(FADDL), 0, CODE(P4(1), I(ST) + 1, P(3), P4(MAX32), I(FADDL), 1), GIVES(3, MAX32)},
    {I(FSUBLL), 0, CODE(P4(MIN32), I(ST), P4(1), I(ST) + 1, P(3), I(FSUBLL), 0, 1), GIVES(3, MIN32)},
    {I(FSUBL), 0, CODE(P4(1), I(ST) + 1, P(3), P4(MIN32), I(FSUBL), 1), GIVES(3, MIN32)},
    {I(FMULLL), 0, CODE(P4(98304), I(ST), P4(65536), I(ST) + 1, P(3), I(FMULLL), 0, 1), GIVES(3, 98304)},
    {I(FMULL), 0, CODE(P4(65536), I(ST) + 1, P(3), P4(98304), I(FMULL), 1), GIVES(3, 98304)},
    {I(ADDLI), 0, CODE(P4(MIN32), I(ST), P(3), I(ADDLI), 0, 0xFF), GIVES(3, MAX32)},
    {I(MULLI), 0, CODE(P4(MIN32), I(ST), P(3), I(MULLI), 0, 0xFF), GIVES(3, MIN32)},

    {I(SELF), 0, CODE(I(SELF)), GIVES(HERO)},
    {I(GETF), 0, CODE(P4(DOOR), I(GETF), 0, 0), GIVES(60)},
    {I(GETF), 0, CODE(I(SELF), I(GETF), 1, 0), GIVES(1, 2, 3)},
    {I(GETF), 0, CODE(P4(DEAD), I(GETF), 0, 0), GIVES(0), TRAPS(NULL, DEAD)},
    {I(GETF), 0, CODE(I(P0), I(GETF), 0, 0), GIVES(0), TRAPS(NULL, 0)},
    {I(GETF), 0, CODE(P4(DOOR), I(GETF), 1, 0, I(DROPN), 2), GIVES(0), TRAPS(TYPE, DOOR)},
    {I(SETF), 0, CODE(P4(DOOR), P(33), I(SETF), 0, 0, P4(DOOR), I(GETF), 0, 0), GIVES(33)},
    {I(SETF), 0, CODE(P4(DEAD), P(33), I(SETF), 0, 0, I(P0)), GIVES(0), TRAPS(NULL, DEAD)},
    {I(GETS), 0, CODE(I(GETS), 0, 0), GIVES(50)},
    {I(SETS), 0, CODE(P(7), P(8), P(9), I(SETS), 1, 0, I(GETS), 1, 0), GIVES(7, 8, 9)},
    {I(GETS), 0, CODE(I(GETS), 3, 0), GIVES(10)}, /* a variable of the behaviour itself */
    {I(GETF), 0, CODE(P4(DOOR), I(GETF), 3, 0), GIVES(0), TRAPS(TYPE, DOOR)},
    {I(GETF), 0, CODE(P4(DEAD), I(GETF), 3, 0), GIVES(0), TRAPS(NULL, DEAD)},
    {I(SETS), 0, CODE(P(13), I(SETS), 3, 0, I(LDI), 0, 0), GIVES(13)},
    {I(ISA), 0,
     CODE(I(SELF), I(ISA), 7, 0, P4(DOOR), I(ISA), 7, 0, P4(DEAD), I(ISA), 7, 0, I(P0), I(ISA), 7, 0),
     GIVES(HERO, 0, 0, 0)},
    {I(ISA), 0, CODE(I(SELF), I(ISA), 8, 0, P4(DOOR), I(ISA), 8, 0),
     GIVES(HERO, 0)}, /* the behaviour's name */
    {I(LIVE), 0, CODE(I(SELF), I(LIVE), P4(DEAD), I(LIVE), I(P0), I(LIVE)), GIVES(1, 0, 0)},
    {I(GETD), 0, CODE(P(2), I(GETD), 2, 0), GIVES(50)},
    {I(GETD), 0, CODE(I(P0), I(GETD), 2, 0), GIVES(0), TRAPS(NULL, 0)},
    {I(GETD), 0, CODE(P(3), I(GETD), 2, 0), GIVES(0), TRAPS(NULL, 3)},
    {I(BOX), 0, CODE(P(9), I(BOX), 2), GIVES(2, 9)},
    {I(UNBOX), 0, CODE(P(2), P(9), I(UNBOX), 2), GIVES(9)},
    {I(UNBOX), 0, CODE(P(1), P(9), I(UNBOX), 2), GIVES(0), TRAPS(TYPE, 1)},

    {I(ADD), 0, CODE(P4(MAX32), P(1), I(ADD)), GIVES(MIN32)},
    {I(SUB), 0, CODE(P4(MIN32), P(1), I(SUB)), GIVES(MAX32)},
    {I(MUL), 0, CODE(P4(MIN32), P(-1), I(MUL)), GIVES(MIN32)},
    {I(DIV), 0, CODE(P(7), P(-2), I(DIV), P4(MIN32), P(-1), I(DIV)), GIVES(-3, MIN32)},
    {I(DIV), 0, CODE(P(7), I(P0), I(DIV)), GIVES(0), TRAPS(DIV, 7)},
    {I(REM), 0, CODE(P(-7), P(3), I(REM), P4(MIN32), P(-1), I(REM)), GIVES(-1, 0)},
    {I(REM), 0, CODE(P(7), I(P0), I(REM)), GIVES(0), TRAPS(DIV, 7)},
    {I(NEG), 0, CODE(P(7), I(NEG), P4(MIN32), I(NEG)), GIVES(-7, MIN32)},
    {I(AND), 0, CODE(P(12), P(10), I(AND)), GIVES(8)},
    {I(OR), 0, CODE(P(12), P(10), I(OR)), GIVES(14)},
    {I(XOR), 0, CODE(P(12), P(10), I(XOR)), GIVES(6)},
    {I(INV), 0, CODE(P(5), I(INV)), GIVES(-6)},
    {I(SHL), 0, CODE(P(-3), P(33), I(SHL)), GIVES(-6)},
    {I(SHR), 0, CODE(P(-7), P(1), I(SHR)), GIVES(-4)},
    {I(USHR), 0, CODE(P(-1), P(60), I(USHR)), GIVES(15)},
    {I(MIN), 0, CODE(P(-1), P(1), I(MIN)), GIVES(-1)},
    {I(MAX), 0, CODE(P(-1), P(1), I(MAX)), GIVES(1)},
    {I(ABS), 0, CODE(P(-5), I(ABS), P4(MIN32), I(ABS)), GIVES(5, MAX32)},
    {I(FADD), 0, CODE(P4(20000 * 65536), P4(20000 * 65536), I(FADD)), GIVES(MAX32)},
    {I(FSUB), 0, CODE(P4(-20000 * 65536), P4(20000 * 65536), I(FSUB)), GIVES(MIN32)},
    {I(FMUL), 0, CODE(P4(98304), P4(3 * 65536), I(FMUL)), GIVES(294912)},
    {I(FDIV), 0, CODE(P4(65536), P4(3 * 65536), I(FDIV)), GIVES(21845)},
    {I(FDIV), 0, CODE(P(5), I(P0), I(FDIV)), GIVES(0), TRAPS(DIV, 5)},
    {I(FMOD), 0, CODE(P4(491520), P4(131072), I(FMOD), P4(-491520), P4(131072), I(FMOD)),
     GIVES(98304, 32768)},
    {I(FMOD), 0, CODE(P(5), I(P0), I(FMOD)), GIVES(0), TRAPS(DIV, 5)},
    {I(ITOF), 0, CODE(P(-3), I(ITOF), P4(40000), I(ITOF)), GIVES(-196608, MAX32)},
    {I(FTOI), 0, CODE(P4(-98304), I(FTOI)), GIVES(-2)},
    {I(FRND), 0, CODE(P4(98304), I(FRND), P4(-98304), I(FRND)), GIVES(2, -1)},
    {I(FSQRT), 0, CODE(P4(9 * 65536), I(FSQRT), P(-4), I(FSQRT)), GIVES(3 * 65536, 0)},
    {I(FSIN), 0, CODE(P4(16384), I(FSIN)), GIVES(65536)},
    {I(FCOS), 0, CODE(P4(32768), I(FCOS)), GIVES(-65536)},
    {I(FATAN), 0, CODE(P4(65536), P4(-65536), I(FATAN), P(-1), I(P0), I(FATAN)), GIVES(24576, 49152)},
    {I(FLERP), 0,
     CODE(P(0), P(100), P4(32768), I(FLERP), P(0), P(100), P(-5), I(FLERP), P(0), P(100), P4(99999),
          I(FLERP)),
     GIVES(50, 0, 100)},
    {I(ANORM), 0, CODE(P4(67357), I(ANORM), P(-1), I(ANORM)), GIVES(1821, 65535)},
    {I(ADIF), 0, CODE(P4(63716), P4(3641), I(ADIF)), GIVES(5461)},
    {I(ATURN), 0,
     CODE(P(0), P4(32768), P4(1820), I(ATURN), P(0), P4(100), P4(1820), I(ATURN), P(0), P4(100), P(-3),
          I(ATURN)),
     GIVES(1820, 100, 0)},
    {I(VADD), 0, CODE(P(1), P(2), P(3), P(10), P(20), P4(MAX32), I(VADD), 3), GIVES(11, 22, MAX32)},
    {I(VSUB), 0, CODE(P(1), P4(MIN32), P(10), P(20), I(VSUB), 2), GIVES(-9, MIN32)},
    {I(VMUL), 0, CODE(P4(65536), P4(-65536), P4(32768), P4(32768), I(VMUL), 3), GIVES(32768, -32768, 16384)},
    {I(VDOT), 0, CODE(P4(65536), P4(131072), P4(65536), P4(65536), P4(196608), P4(65536), I(VDOT), 3),
     GIVES(8 * 65536)},
    {I(VLEN), 0,
     CODE(P4(3 * 65536), P4(4 * 65536), I(VLEN), 2, P(0), P4(3 * 65536), P4(4 * 65536), I(VLEN), 3, P4(65536),
          P4(65536), P4(65536), P4(65536), I(VLEN), 4),
     GIVES(5 * 65536, 5 * 65536, 131072)},
    {I(VEQ), 0, CODE(P(1), P(2), P(1), P(2), I(VEQ), 2, P(1), P(2), P(1), P(3), I(VEQ), 2), GIVES(1, 0)},
    {I(CLAMP), 0, CODE(P(9), P(1), P(5), I(CLAMP), P(-9), P(1), P(5), I(CLAMP), P(3), P(5), P(1), I(CLAMP)),
     GIVES(5, 1, 5)},
    {I(MODI), 0, CODE(P(-7), P(3), I(MODI), P(7), P(-3), I(MODI), P4(MIN32), P(-1), I(MODI)),
     GIVES(2, -2, 0)},
    {I(MODI), 0, CODE(P(7), I(P0), I(MODI)), GIVES(0), TRAPS(DIV, 7)},
    {I(FMULI), 0, CODE(P4(98304), P(3), I(FMULI), P4(MAX32), P(2), I(FMULI)), GIVES(294912, MAX32)},
    {I(EQ), 0, CODE(P(1), P(1), I(EQ), P(1), P(2), I(EQ)), GIVES(1, 0)},
    {I(NE), 0, CODE(P(1), P(1), I(NE), P(1), P(2), I(NE)), GIVES(0, 1)},
    {I(LT), 0, CODE(P(-1), P(1), I(LT), P(1), P(1), I(LT)), GIVES(1, 0)},
    {I(LE), 0, CODE(P(1), P(1), I(LE), P(2), P(1), I(LE)), GIVES(1, 0)},
    {I(GT), 0, CODE(P(1), P(-1), I(GT), P(1), P(1), I(GT)), GIVES(1, 0)},
    {I(GE), 0, CODE(P(1), P(1), I(GE), P(-2), P(1), I(GE)), GIVES(1, 0)},
    {I(NOT), 0, CODE(P(0), I(NOT), P(5), I(NOT)), GIVES(1, 0)},

    {I(JMP), 0, CODE(I(P1), I(JZ), 5, 0, P(4), I(JMP), 2, 0, P(5), I(HEAD)), GIVES(4)},
    {I(JZ), 0, CODE(I(P0), I(JZ), 5, 0, P(4), I(JMP), 2, 0, P(5)), GIVES(5)},
    {I(JNZ), 0, CODE(I(P1), I(JNZ), 5, 0, P(4), I(JMP), 2, 0, P(5)), GIVES(5)},
    {I(JZK), 0, CODE(I(P0), I(JZK), 2, 0, P(4), P(3), I(JZK), 2, 0, P(4)), GIVES(0, 4)},
    {I(JNZK), 0, CODE(I(P0), I(JNZK), 2, 0, P(4), P(3), I(JNZK), 2, 0, P(4)), GIVES(4, 3)},
    {I(LOOP), 0, CODE(I(HEAD), I(LD), P(5), I(GE), I(JNZ), 6, 0, I(INCL), 0, 1, I(LOOP), 0xF2, 0xFF, I(LD)),
     GIVES(5)},
    {I(FOR), 0, CODE(P(3), I(ST) + 1, I(HEAD), I(INCL), 2, 10, I(FOR), 0, 1, 1, 0xF6, 0xFF, I(LD), I(LD) + 2),
     GIVES(3, 40)},
    {I(FOR), 0,
     CODE(P4(MAX32), I(DUP), I(ST) + 1, I(ST), I(HEAD), I(INCL), 2, 10, I(FOR), 0, 1, 1, 0xF6, 0xFF, I(LD),
          I(LD) + 2),
     GIVES(MAX32, 10)},
    {I(FOR), 0, CODE(P(3), I(ST), I(HEAD), I(INCL), 2, 1, I(FOR), 0, 1, 0xFF, 0xF6, 0xFF, I(LD), I(LD) + 2),
     GIVES(0, 4)},
    {I(CASE), 0, CODE(P(6), I(CASE), 1, 0, P(10), I(JMP), 7, 0, P(11), I(JMP), 2, 0, P(12)), GIVES(12)},
    {I(CASE), 0, CODE(P(5), I(CASE), 1, 0, P(10), I(JMP), 7, 0, P(11), I(JMP), 2, 0, P(12)), GIVES(11)},
    {I(CASE), 0, CODE(P(7), I(CASE), 1, 0, P(10), I(JMP), 7, 0, P(11), I(JMP), 2, 0, P(12)), GIVES(10)},
    {I(CASE), 0, CODE(P4(MIN32), I(CASE), 1, 0, P(10), I(JMP), 7, 0, P(11), I(JMP), 2, 0, P(12)), GIVES(10)},
    {I(CALL), 0, CODE(P(9), P(7), P(3), I(CALL), SUBTRACT, 0), GIVES(9, 4)},
    {I(CALL), 0, CODE(P(12), I(CALL), FACTORIAL, 0), GIVES(479001600)},
    {I(CALL), 0, CODE(P(14), I(CALL), FACTORIAL, 0), GIVES(0), TRAPS(STACK, FACTORIAL)},
    {I(CALLV), 0, CODE(I(CALLV), 0), GIVES(42)},
    {I(RET), 0, CODE(I(P1), I(JZ), 1, 0, I(RET), I(P0)), GIVES(99)},
    {I(RETN), 0, CODE(P(2), P(1), I(CALL), SUBTRACT, 0), GIVES(1)},

    {I(START), 0, CODE(I(START), SLEEPER, 0, I(P0), I(NE)), GIVES(1)},
    {I(CO), 0, CODE(P(5), I(CO), GENERATOR, 0, I(P0), I(NE)), GIVES(1)},
    {I(RESUME), 0,
     CODE(P(5), I(CO), GENERATOR, 0, I(ST), I(LD), I(RESUME), 1, I(LD), I(RESUME), 1, I(LD), I(RESUME), 1),
     GIVES(5, 0, 6, 0, 0, 1)},
    {I(RESUME), 0, CODE(I(P0), I(RESUME), 1), GIVES(0, 0), TRAPS(NULL, 0)},
    {I(RESUME), 0, CODE(P(5), I(CO), GENERATOR, 0, I(RESUME), 2), GIVES(0, 0, 0), TRAPS(TYPE, 0)},
    {I(RESUME), 0, CODE(I(START), SLEEPER, 0, I(RESUME), 0), GIVES(0), TRAPS(TYPE, 0x10000)},
    {I(YIELD), 1, CODE(P(3), I(YIELD), 1, P(4)), GIVES(4)},
    {I(STOP), 0, CODE(P(5), I(CO), GENERATOR, 0, I(DUP), I(STOP), I(N) + 4), GIVES(1)},
    {I(STOP), 1, CODE(I(START), SLEEPER, 0, I(DUP), I(STOP), I(N) + 4), GIVES(1)},
    {I(WAIT), 1, CODE(P(2), I(WAIT), I(P0), I(WAIT), I(PM1), I(WAIT), P(6)), GIVES(6)},
    {I(JOIN), 1, CODE(I(START), SLEEPER, 0, I(DUP), I(JOIN), I(N) + 4), GIVES(1)},
    {I(WAITE), 1, CODE(I(WAITE), 1, 0), GIVES(77, 78)},
    {I(GOTO), 0, CODE(I(GOTO), 1, 0, I(STATE)), GIVES(20)},
    {I(PASS), 0, CODE(I(PASS), I(P1)), GIVES(1)},
    {I(STATE), 0, CODE(I(STATE)), GIVES(20)},
    {I(EMIT), 0, CODE(P(4), P(5), P4(DOOR), P(30), I(EMIT), 1, 0, 5, I(P1)), GIVES(1)},

    {I(CNT), 0, CODE(I(CNT), 0, 0, P(5), P(6), I(LADD), 0, 0, I(CNT), 0, 0), GIVES(0, 1, 1)},
    {I(LADD), 0,
     CODE(P(1), P(2), I(LADD), 0, 0, P(3), P(4), I(LADD), 0, 0, P(5), P(6), I(LADD), 0, 0, P(7), P(8),
          I(LADD), 0, 0),
     GIVES(1, 1, 1, 0)},
    {I(LGET), 0, CODE(P(1), P(2), I(LADD), 0, 0, P(0), I(LGET), 0, 0), GIVES(1, 1, 2)},
    {I(LGET), 0, CODE(P(0), I(LGET), 0, 0, I(DROP)), GIVES(0), TRAPS(INDEX, 0)},
    {I(LSET), 0, CODE(P(1), P(2), I(LADD), 0, 0, P(0), P(8), P(9), I(LSET), 0, 0, P(0), I(LGET), 0, 0),
     GIVES(1, 8, 9)},
    {I(LSET), 0, CODE(P(0), P(8), P(9), I(LSET), 0, 0, I(P0)), GIVES(0), TRAPS(INDEX, 0)},
    {I(LPOP), 0, CODE(P(1), P(2), I(LADD), 0, 0, I(LPOP), 0, 0, I(CNT), 0, 0), GIVES(1, 1, 2, 0)},
    {I(LPOP), 0, CODE(I(LPOP), 0, 0, I(DROP)), GIVES(0), TRAPS(INDEX, 0)},
    {I(LINS), 0,
     CODE(P(0), P(1), P(2), I(LINS), 0, 0, P(0), P(3), P(4), I(LINS), 0, 0, P(0), I(LGET), 0, 0, P(1),
          I(LGET), 0, 0),
     GIVES(1, 1, 3, 4, 1, 2)},
    {I(LINS), 0, CODE(P(1), P(1), P(2), I(LINS), 0, 0), GIVES(0), TRAPS(INDEX, 1)},
    {I(LDEL), 0,
     CODE(P(1), P(2), I(LADD), 0, 0, P(3), P(4), I(LADD), 0, 0, P(0), I(LDEL), 0, 0, I(P0), I(LGET), 0, 0),
     GIVES(1, 1, 3, 4)},
    {I(LDEL), 0, CODE(P(0), I(LDEL), 0, 0, I(P0)), GIVES(0), TRAPS(INDEX, 0)},
    {I(CLR), 0, CODE(P(1), P(2), I(LADD), 0, 0, I(CLR), 0, 0, I(CNT), 0, 0), GIVES(1, 0)},
    {I(LFIND), 0,
     CODE(P(1), P(2), I(LADD), 0, 0, P(3), P(4), I(LADD), 0, 0, P(3), P(4), I(LFIND), 0, 0, P(3), P(5),
          I(LFIND), 0, 0),
     GIVES(1, 1, 1, -1)},
    {I(MSET), 0,
     CODE(P(-1), P(2), I(MSET), 1, 0, P(3), P(4), I(MSET), 1, 0, P(5), P(6), I(MSET), 1, 0, P(3), P(9),
          I(MSET), 1, 0, P(3), I(MGET), 1, 0),
     GIVES(1, 1, 0, 1, 9)},
    {I(MGET), 0, CODE(P(3), I(MGET), 1, 0), GIVES(0), TRAPS(KEY, 3)},
    {I(MDEL), 0, CODE(P(3), P(4), I(MSET), 1, 0, P(3), I(MDEL), 1, 0, P(3), I(MDEL), 1, 0, I(CNT), 1, 0),
     GIVES(1, 1, 0, 0)},
    {I(MHAS), 0, CODE(P(3), P(4), I(MSET), 1, 0, P(3), I(MHAS), 1, 0, P(4), I(MHAS), 1, 0), GIVES(1, 1, 0)},
    {I(MKEY), 0,
     CODE(P(-1), P(2), I(MSET), 1, 0, P(3), P(4), I(MSET), 1, 0, P(0), I(MKEY), 1, 0, P(1), I(MKEY), 1, 0),
     GIVES(1, 1, 3, -1)},
    {I(MKEY), 0, CODE(P(0), I(MKEY), 1, 0), GIVES(0), TRAPS(INDEX, 0)},
    {I(MVAL), 0, CODE(P(-1), P(2), I(MSET), 1, 0, P(3), P(4), I(MSET), 1, 0, P(0), I(MVAL), 1, 0),
     GIVES(1, 1, 4)},
    {I(MVAL), 0, CODE(P(-1), I(MVAL), 1, 0), GIVES(0), TRAPS(INDEX, -1)},
    {I(ASSERT), 0, CODE(P(5), I(ASSERT), 0, 0, I(P1)), GIVES(1)},
    {I(ASSERT), 0, CODE(P(0), I(ASSERT), 3, 0, I(P1)), GIVES(0),
     TRAPS(ASSERT, (int32_t)0xFFFF0003u)}, /* the note, in the form that TEXT pushes */
    {I(CALLN), 0, CODE(P(9), P(4), I(CALLN), 0, 0), GIVES(5)},
    {I(N), 0, CODE(P(9), P(4), I(N)), GIVES(5)},
    {I(N), 0, CODE(P(9), P(4), I(N) + 2, I(P0)), GIVES(0), TRAPS(NATIVE, 1)},
    {I(N), 1, CODE(P(9), I(N) + 3), GIVES(18)}, /* latent */
};
enum { TRIALS = sizeof trials / sizeof trials[0] };

static script_builder b;
static script_world w;

/* Wraps the code: stores of its results, and RET. */
static uint32_t with_stores(const trial *t, uint8_t *out) {
    uint32_t bytes = t->bytes;
    memcpy(out, t->code, bytes);
    for (uint32_t i = t->results; i > 0; i--) {
        out[bytes++] = I(STG);
        out[bytes++] = (uint8_t)(i - 1);
        out[bytes++] = 0;
    }
    out[bytes++] = I(RET);
    return bytes;
}

static void build(const trial *t) {
    uint8_t code[CODE_MOST + 3 * RESULTS + 1];
    uint32_t bytes = with_stores(t, code);
    memset(&b, 0, sizeof b);
    for (int32_t i = 0; i < 60; i++) sb_global(&b, i < RESULTS ? 99 : i < 40 ? 100 + i : 0);
    static const int32_t constants[9] = {1000000, 5, 2, 6, 11, 16, 0, TYPE_HERO, 900};
    for (uint32_t i = 0; i < 9; i++) sb_constant(&b, constants[i]);
    /* The targets of the CASE instruction: 4, 9 and 14 bytes behind the first two bytes. */
    if (t->under_test == I(CASE)) {
        uint32_t first = code[0] == I(P8) ? 5 : 8;
        sb_put32(b.data[OX_SCRIPT_SECTION_CONSTANTS] + 12, first);
        sb_put32(b.data[OX_SCRIPT_SECTION_CONSTANTS] + 16, first + 5);
        sb_put32(b.data[OX_SCRIPT_SECTION_CONSTANTS] + 20, first + 10);
    }
    sb_native(&b, "sub:i(ii)");
    sb_native(&b, "log:v(i)");
    sb_native(&b, "refuse:v(ii)");
    sb_native(&b, "later:i(i)L");
    sb_native(&b, "done:b(k)");
    sb_container(&b, OX_SCRIPT_SPACE_MINE, ROM_SCRIPT_CONTAINER_LIST, 2, 3, 2);
    sb_container(&b, OX_SCRIPT_SPACE_GLOBALS, ROM_SCRIPT_CONTAINER_MAP, 50, 2, 1);
    sb_field(&b, TYPE_HERO, FIELD_HEALTH, 1, ROM_SCRIPT_FIELD_INT);
    sb_field(&b, TYPE_HERO, FIELD_PLACE, 3, ROM_SCRIPT_FIELD_COMPOUND);
    sb_field(&b, DATA_SWORD, DATA_SWORD, 1, ROM_SCRIPT_FIELD_INT);
    sb_field(&b, 900, 901, 1, ROM_SCRIPT_FIELD_INT); /* the behaviour's cell 0 */
    sb_number(&b, OX_SCRIPT_SECTION_TEXTS, 0x1111);
    sb_number(&b, OX_SCRIPT_SECTION_TEXTS, 0x2222);
    memcpy(b.data[OX_SCRIPT_SECTION_NOTES], "no\0yes", 7);
    b.used[OX_SCRIPT_SECTION_NOTES] = 7;
    sb_event(&b, 1, 0);
    sb_event(&b, 2, 2);
    sb_function(&b,
                (sb_shape){.locals = 12,
                           .operands = 20,
                           .behaviour = 1,
                           .flags = t->latent ? ROM_SCRIPT_FUNCTION_LATENT : ROM_SCRIPT_FUNCTION_HANDLER},
                code, bytes);
    sb_function(&b, (sb_shape){.arguments = 2, .locals = 2, .results = 1, .operands = 2},
                SB_CODE(I(LD), I(LD) + 1, I(SUB), I(RETN), 1));
    sb_function(&b,
                (sb_shape){.arguments = 1, .locals = 1, .operands = 2, .flags = ROM_SCRIPT_FUNCTION_LATENT},
                SB_CODE(I(LD), I(YIELD), 1, I(LD), I(P1), I(ADD), I(YIELD), 1, I(RET)));
    sb_function(&b, (sb_shape){.operands = 1, .flags = ROM_SCRIPT_FUNCTION_LATENT},
                SB_CODE(I(P8), 2, I(WAIT), I(RET)));
    sb_function(&b, (sb_shape){.results = 1, .operands = 1, .behaviour = 1}, SB_CODE(I(P8), 42, I(RETN), 1));
    sb_function(&b, (sb_shape){.arguments = 1, .results = 1, .locals = 1, .operands = 3, .recursion = 13},
                SB_CODE(I(LD), I(P1), I(LE), I(JZ), 3, 0, I(P1), I(RETN), 1, I(LD), I(LD), I(P1), I(SUB),
                        I(CALL), FACTORIAL, 0, I(MUL), I(RETN), 1));
    sb_function(&b, (sb_shape){.operands = 1, .behaviour = 1, .flags = ROM_SCRIPT_FUNCTION_HANDLER},
                SB_CODE(I(START), t->latent ? 0 : SLEEPER, 0, I(DROP), I(RET)));
    uint32_t init = sb_function(&b, (sb_shape){.operands = 1, .behaviour = 1},
                                SB_CODE(P(10), I(STI), 0, 0, P(11), I(STI), 1, 0, I(RET)));
    sb_function(&b, (sb_shape){.arguments = 1, .locals = 1, .results = 1},
                SB_CODE(I(ADDLLL), 0, 0, 0, I(RETL), 0));
    sb_handler(&b, 0, t->latent ? STARTER : 0);
    uint8_t *behaviour = sb_behaviour(&b, 900, 10);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_HANDLERS, 1);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_STATES, 2);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_AUTO_STATE, 0);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_METHODS, 1);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_INIT, init);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_FIRST_FIELD, 3);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_FIELDS, 1);
    sb_state(&b, 20, NULL);
    sb_state(&b, 21, NULL);
    sb_number(&b, OX_SCRIPT_SECTION_METHODS, METHOD);
}

static const ox_script_plan plan = {.stack = 128,
                                    .tasks = 4,
                                    .generators = 2,
                                    .task_cells = 128,
                                    .instances = 2,
                                    .instance_cells = 32,
                                    .tick = 1000,
                                    .activation = 2000};

/* Runs the module, and helps waiting tasks along. */
static void run(const trial *t) {
    static const int32_t arguments[2] = {77, 78};
    ox_handle hero = ox_script_begin(&w.script, HERO, 0);
    (void)ox_script_event(&w.script, hero, 0, NULL);
    for (uint32_t tick = 0; t->latent && tick < 6; tick++) {
        sw_ticks(&w, 1);
        (void)ox_script_event(&w.script, hero, 1, arguments);
        if (w.waiting != 0)
            CHECK_EQ(ox_script_complete(&w.script, w.waiting, (const int32_t[]){2 * w.waiting_for}),
                     tick == 0);
    }
    if (t->latent) sw_ticks(&w, 1);
}

static void judge(uint32_t index) {
    const trial *t = &trials[index];
    build(t);
    bool open = sw_open(&w, &b, &plan);
    if (open) {
        w.health[0] = 50, w.health[1] = 60;
        w.place[0] = 1, w.place[1] = 2, w.place[2] = 3;
        run(t);
    }
    bool right = open && w.reports == (t->trap != 0) &&
                 (t->trap == 0 || (w.report.trap == (ox_script_trap)t->trap && w.report.value == t->value));
    for (uint32_t i = 0; i < t->results && open && t->trap == 0; i++)
        right = right && w.script.globals[i] == t->expected[i];
    if (right) return;
    CHECK(right);
    TEST_INFO("trial %u, of %02x: %u reports, trap %s value %d", (unsigned)index, t->under_test,
              (unsigned)w.reports, ox_script_trap_name(w.report.trap), (int)w.report.value);
    for (uint32_t i = 0; i < t->results && open; i++)
        TEST_INFO("  result %u is %d, wanted %d", (unsigned)i, (int)w.script.globals[i], (int)t->expected[i]);
}

TEST(script_instructions_do_what_the_table_says) {
    for (uint32_t i = 0; i < TRIALS; i++) judge(i);
}

TEST(script_instructions_are_all_tried) {
    uint32_t rows = 0, tried = 0;
    for (uint32_t code = 1; code < 256; code++) {
        const ox_script_instruction *row = ox_script_instruction_of(code);
        bool found = false;
        if (row == NULL || row->first != code) continue;
        rows++;
        for (uint32_t i = 0; i < TRIALS && !found; i++) found = trials[i].under_test == code;
        if (!found) TEST_INFO("%02x is not tried", (unsigned)code);
        tried += found;
    }
    CHECK_EQ(tried, rows);
    CHECK(rows > 110);
}
