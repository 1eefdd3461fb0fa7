/* The debugger of scripts on a game that plays: stops, steps, conditions, variables, watches, counts; as a session, as
 * lines of text, and as the protocol of editors. */
#define _XOPEN_SOURCE 700
#include <glob.h>

#include "fixedmath/random.h"
#include "kernel/behaviour/module.h"
#include "tests/host/rom/carts/played_cart.h"
#include "tools/debug/adapter.h"
#include "tools/debug/terminal.h"
#include "tools/import/base/file.h"

static const char cart_text[] =
    "title \"Stops\"\nsize 64x48\nformat rgb565\nbudget 192K\nframe 16K\nstart one\n"
    "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\nscript game game.goad\n"
    "scene one\n camera at=0,0,6 target=0,0,0\n object sign name=hero at=0,0,0 behaviour=Hero\nend\n";

/* The lines are told by their numbers below. */
static const char script[] = "var total = 0\n"                                       /* 1 */
                             "var place = vec3(1.0, 2.0, 0.5)\n"                     /* 2 */
                             "var few: list[int, 4]\n"                               /* 3 */
                             "const LIMIT = 3\n"                                     /* 4 */
                             "func twice(n: int) -> int {\n"                         /* 5 */
                             "    let result = n * 2\n"                              /* 6 */
                             "    return result\n"                                   /* 7 */
                             "}\n"                                                   /* 8 */
                             "func change() -> int {\n"                              /* 9 */
                             "    total = 77\n"                                      /* 10 */
                             "    return 1\n"                                        /* 11 */
                             "}\n"                                                   /* 12 */
                             "behaviour Hero {\n"                                    /* 13 */
                             "    prop speed: fx = 0.25\n"                           /* 14 */
                             "    var steps = 0\n"                                   /* 15 */
                             "    on tick {\n"                                       /* 16 */
                             "        steps += 1\n"                                  /* 17 */
                             "        let more = twice(steps)\n"                     /* 18 */
                             "        total += more\n"                               /* 19 */
                             "        if steps > 100 {\n"                            /* 20 */
                             "            total = 0\n"                               /* 21 */
                             "        }\n"                                           /* 22 */
                             "        self.pos = self.pos + vec3(speed, 0.0, 0.0)\n" /* 23 */
                             "    }\n"                                               /* 24 */
                             "    auto state Go {\n"                                 /* 25 */
                             "        begin {\n"                                     /* 26 */
                             "            while true {\n"                            /* 27 */
                             "                wait 3t\n"                             /* 28 */
                             "                few.add(steps)\n"                      /* 29 */
                             "            }\n"                                       /* 30 */
                             "        }\n"                                           /* 31 */
                             "    }\n"                                               /* 32 */
                             "}\n";

enum { STOPS = 64 };

/* A front end that answers with what stands in a list, and notes the lines at which the game stood. */
typedef struct script_front {
    const ox_script_step *answers;
    uint32_t answer_count, stops;
    uint32_t lines[STOPS], steps[STOPS];
    ox_script_stop whys[STOPS];
    char told[4][DEBUG_WORDS];
    uint32_t told_count;
    void (*look)(debug_session *s, uint32_t stop); /* may be NULL */
} script_front;

static ox_script_step ask(void *context, debug_session *s) {
    script_front *f = context;
    const uint32_t n = f->stops++;
    if (n < STOPS) {
        f->lines[n] = debug_line_of(&s->stop.script->symbols, s->stop.what.at);
        f->steps[n] = s->stop.script->symbols.machine->now;
        f->whys[n] = s->stop.what.why;
    }
    if (f->look != NULL) f->look(s, n);
    return n < f->answer_count ? f->answers[n] : OX_SCRIPT_STEP_NONE;
}
static void tell(void *context, const char *line) {
    script_front *f = context;
    if (f->told_count < 4) snprintf(f->told[f->told_count++], DEBUG_WORDS, "%s", line);
}
static bool between(void *context, debug_session *s) { return (void)context, (void)s, true; }

static debug_session *begin(played *p, script_front *f) {
    const debug_front front = {.ask = ask, .tell = tell, .between = between, .context = f};
    play_texts(p, &(played_texts){cart_text, script, NULL});
    debug_session *s = debug_open(p->folder.path, &front);
    CHECK(s != NULL && debug_before_frame(s, p->console) && s->script_count == 1);
    CHECK(s->scripts[0].has_texts && s->scripts[0].texts.same);
    return s;
}
static void finish(played *p, debug_session *s) {
    end(p);
    debug_close(s);
}
static int break_at(debug_session *s, uint32_t line) {
    debug_break b = {.line = line};
    snprintf(b.file, sizeof b.file, "game.goad");
    const int number = debug_break_add(s, &b);
    CHECK(number >= 0 && s->breaks[number].bound);
    return number;
}

TEST(debug_steps_go_in_over_and_out) {
    static const ox_script_step answers[] = {OX_SCRIPT_STEP_INTO, OX_SCRIPT_STEP_OVER, OX_SCRIPT_STEP_OUT,
                                             OX_SCRIPT_STEP_OVER, OX_SCRIPT_STEP_OVER, OX_SCRIPT_STEP_NONE};
    static const uint32_t lines[] = {18, 6, 7, 19, 20, 23};
    played p;
    script_front f = {.answers = answers, .answer_count = 6};
    debug_session *s = begin(&p, &f);
    const int number = break_at(s, 18);
    frames(p.console, 1);
    CHECK_EQ(f.stops, 6);
    for (uint32_t i = 0; i < 6; i++) CHECK_EQ(f.lines[i], lines[i]);
    CHECK(f.whys[0] == OX_SCRIPT_STOP_BREAK && f.whys[1] == OX_SCRIPT_STOP_STEP);
    debug_break_remove(s, (uint32_t)number);
    /* over a call: the called function is not stopped in */
    static const ox_script_step over[] = {OX_SCRIPT_STEP_OVER};
    f.answers = over, f.answer_count = 1, f.stops = 0;
    break_at(s, 18);
    frames(p.console, 1);
    CHECK(f.stops == 2 && f.lines[0] == 18 && f.lines[1] == 19);
    finish(&p, s);
}

TEST(debug_a_step_through_a_wait_stops_in_the_later_tick) {
    static const ox_script_step answers[] = {OX_SCRIPT_STEP_OVER};
    played p;
    script_front f = {.answers = answers, .answer_count = 1};
    debug_session *s = begin(&p, &f);
    break_at(s, 28);
    frames(p.console, 8);
    CHECK(f.stops >= 3);
    CHECK(f.lines[0] == 28 && f.lines[1] == 29 && f.steps[1] == f.steps[0] + 3);
    finish(&p, s);
}

TEST(debug_a_game_that_stopped_is_as_one_that_did_not) {
    played plain, looked;
    static const ox_script_step into[] = {OX_SCRIPT_STEP_INTO, OX_SCRIPT_STEP_INTO, OX_SCRIPT_STEP_OUT,
                                          OX_SCRIPT_STEP_OVER, OX_SCRIPT_STEP_INTO};
    script_front f = {.answers = into, .answer_count = 5};
    play_texts(&plain, &(played_texts){cart_text, script, NULL});
    debug_session *s = begin(&looked, &f);
    break_at(s, 17);
    const int log = break_at(s, 19); /* a line instead of a stop */
    snprintf(s->breaks[log].log, sizeof s->breaks[log].log, "{more}");
    for (int i = 0; i < 30; i++) {
        frames(plain.console, 1);
        frames(looked.console, 1);
        CHECK_EQ(ox_console_scripts_hash(plain.console), ox_console_scripts_hash(looked.console));
    }
    CHECK(f.stops >= 30);
    end(&plain);
    finish(&looked, s);
}

TEST(debug_breakpoints_have_conditions_and_counts) {
    played p;
    script_front f = {.answers = NULL};
    debug_session *s = begin(&p, &f);
    const int number = break_at(s, 19);
    snprintf(s->breaks[number].condition, sizeof s->breaks[number].condition,
             "steps == LIMIT and twice(steps) == more");
    frames(p.console, 10);
    CHECK(f.stops == 1 && f.told_count == 0);
    const ox_script *m = s->scripts[0].symbols.machine;
    CHECK_EQ(f.steps[0] + 7, m->now); /* the third of ten steps */
    s->breaks[number].condition[0] = 0;
    s->breaks[number].hits = 0;
    s->breaks[number].from = 5;
    f.stops = 0;
    frames(p.console, 4);
    CHECK_EQ(f.stops, 0);
    frames(p.console, 1);
    CHECK_EQ(f.stops, 1); /* the fifth hit */
    debug_break_remove(s, (uint32_t)number);
    /* a line instead of a stop */
    const int log = break_at(s, 19);
    snprintf(s->breaks[log].log, sizeof s->breaks[log].log, "steps {steps}, speed {speed}");
    f.stops = 0;
    frames(p.console, 2);
    CHECK(f.stops == 0 && f.told_count == 2 && strcmp(f.told[0], "steps 16, speed 0.25") == 0);
    finish(&p, s);
}

TEST(debug_breakpoints_stop_at_each_third_hit) {
    played p;
    script_front f = {.answers = NULL};
    debug_session *s = begin(&p, &f);
    const int number = break_at(s, 19);
    s->breaks[number].every = 3;
    frames(p.console, 10);
    CHECK(f.stops == 3 && f.steps[1] == f.steps[0] + 3 && f.steps[2] == f.steps[1] + 3);
    CHECK_EQ(s->scripts[0].symbols.machine->now, f.steps[2] + 1); /* hits 3, 6 and 9 of ten */
    s->breaks[number].hits = 0;
    s->breaks[number].from = 2;
    f.stops = 0;
    frames(p.console, 6);
    CHECK(f.stops == 2 && f.steps[1] == f.steps[0] + 3); /* hits 2 and 5 */
    finish(&p, s);
}

/* A condition that would change the game is told and left out; one that takes too long does not hold. */
TEST(debug_conditions_that_change_something_are_refused) {
    played p, plain;
    script_front f = {.answers = NULL};
    debug_session *s = begin(&p, &f);
    const int number = break_at(s, 19);
    snprintf(s->breaks[number].condition, sizeof s->breaks[number].condition, "change() == 1");
    play_texts(&plain, &(played_texts){cart_text, script, NULL});
    frames(p.console, 3);
    frames(plain.console, 3);
    CHECK(f.stops == 3 && f.told_count == 1);
    CHECK(strstr(f.told[0], "`change() == 1` cannot be looked at") != NULL &&
          strstr(f.told[0], "'total' is changed, and who looks changes nothing") != NULL);
    CHECK_EQ(ox_console_scripts_hash(p.console), ox_console_scripts_hash(plain.console));
    end(&plain);
    finish(&p, s);
}

static char looked[12][DEBUG_WORDS];
static void look_around(debug_session *s, uint32_t stop) {
    static const char *const expressions[] = {"steps",  "more * 2 + LIMIT", "speed * 2.0", "place",
                                              "few",    "self.pos.x",       "total > 5",   "change()",
                                              "nobody", "place.y",          "result",      "while true { }"};
    debug_at at = debug_where(s, 0);
    for (uint32_t i = 0; stop == 0 && i < 12; i++)
        (void)debug_look_at(&at, expressions[i], looked[i], sizeof looked[i]);
    if (stop != 0) return;
    char text[DEBUG_WORDS];
    CHECK(debug_set(&at, "total", "more * 100", text, sizeof text) && strcmp(text, "200") == 0);
    CHECK(!debug_set(&at, "total", "1.5", text, sizeof text) &&
          strstr(text, "int expected, fx found") != NULL);
    CHECK(!debug_set(&at, "nothing", "1", text, sizeof text));
}

TEST(debug_expressions_look_and_change_nothing) {
    played p;
    script_front f = {.look = look_around};
    debug_session *s = begin(&p, &f);
    break_at(s, 19);
    frames(p.console, 1);
    CHECK_EQ(f.stops, 1);
    static const char *const expected[] = {"1", "7", "0.5", "(1.0, 2.0, 0.5)", "[]", "0.0", "false"};
    for (uint32_t i = 0; i < 7; i++) {
        if (strcmp(looked[i], expected[i]) != 0) TEST_INFO("%u: %s", (unsigned)i, looked[i]);
        CHECK(strcmp(looked[i], expected[i]) == 0);
    }
    CHECK(strstr(looked[7], "'total' is changed, and who looks changes nothing") != NULL);
    CHECK(strstr(looked[8], "'nobody' is not known") != NULL);
    CHECK(strcmp(looked[9], "2.0") == 0);
    CHECK(strstr(looked[10], "'result' is not known") != NULL); /* the local of a function that is over */
    CHECK(strstr(looked[11], "expected") != NULL);
    /* what was set counted at the next statement: total = 200, then += 2 */
    CHECK_EQ(*ox_script_variable(s->scripts[0].symbols.machine, (ox_handle){0}, rom_id("total"),
                                 &(uint32_t){0}, &(uint32_t){0}),
             202);
    finish(&p, s);
}

/* Expressions of any bytes are answered, and leave the game as it is. */
static void look_wildly(debug_session *s, uint32_t stop) {
    static const char seed[] =
        "twice(steps) * 2 + (total > LIMIT ? int(place.x) : few.count) - int(self.pos.y)";
    static const char often[] = "()[]{}.,:;'\"@#+-*/<>=!0123456789abcself \n";
    rng32 dice = rng32_from_state(51);
    const debug_at at = debug_where(s, 0);
    uint32_t answered = 0;
    for (uint32_t i = 0; stop == 0 && i < 400; i++) {
        char text[2 * sizeof seed], said[DEBUG_WORDS] = "";
        memcpy(text, seed, sizeof seed);
        for (uint32_t k = rng_below(&dice, 4); k > 0; k--)
            text[rng_below(&dice, sizeof seed - 1)] = rng_below(&dice, 4) == 0
                                                          ? (char)(uint8_t)(1 + rng_below(&dice, 255))
                                                          : often[rng_below(&dice, sizeof often - 1)];
        answered += debug_look_at(&at, text, said, sizeof said);
        CHECK(said[0] != 0);
    }
    CHECK(stop != 0 || (answered > 20 && answered < 400));
}

TEST(debug_expressions_of_any_bytes_are_answered) {
    played p, plain;
    script_front f = {.look = look_wildly};
    debug_session *s = begin(&p, &f);
    break_at(s, 19);
    play_texts(&plain, &(played_texts){cart_text, script, NULL});
    frames(p.console, 3);
    frames(plain.console, 3);
    CHECK(f.stops == 3 && ox_console_scripts_hash(p.console) == ox_console_scripts_hash(plain.console));
    end(&plain);
    finish(&p, s);
}

static void watch_total(debug_session *s, uint32_t stop) {
    char said[DEBUG_WORDS];
    if (stop == 0) CHECK_EQ(debug_watch(s, 0, "total", said, sizeof said), 0);
    if (stop == 0) CHECK_EQ(debug_watch(s, 0, "more", said, sizeof said), -1);
}

TEST(debug_a_watch_names_the_line_that_wrote) {
    played p;
    script_front f = {.look = watch_total};
    debug_session *s = begin(&p, &f);
    const int number = break_at(s, 17);
    frames(p.console, 1);
    debug_break_remove(s, (uint32_t)number);
    CHECK(f.stops == 2 && f.whys[1] == OX_SCRIPT_STOP_WATCH && f.lines[1] == 19);
    char why[2 * DEBUG_WORDS];
    debug_why(s, why, sizeof why);
    CHECK(strcmp(why, "total: 0 became 2 by game.goad:19 Hero on tick") == 0);
    finish(&p, s);
}

/* Lines that ran and lines that did not, and the sum of all counts. */
TEST(debug_coverage_tells_what_ran) {
    played p;
    script_front f = {.answers = NULL};
    debug_session *s = begin(&p, &f);
    char *text = NULL;
    size_t size = 0;
    frames(p.console, 10);
    FILE *out = open_memstream(&text, &size);
    debug_coverage(s, out);
    fclose(out);
    CHECK(strstr(text, "game.goad:17: 10 ") != NULL && strstr(text, "game.goad:21: 0 0\n") != NULL &&
          strstr(text, "game.goad:10: 0 0\n") != NULL);
    uint64_t sum = 0;
    for (char *at = text; at != NULL && *at != 0;
         at = strchr(at, '\n') == NULL ? NULL : strchr(at, '\n') + 1) {
        unsigned long line, times;
        unsigned long long cost;
        if (sscanf(at, "game.goad:%lu: %lu %llu", &line, &times, &cost) == 3) sum += cost;
    }
    CHECK_EQ((long long)sum, (long long)s->scripts[0].debugger.instructions);
    unsigned covered = 0, all = 0;
    CHECK(strstr(text, "covered ") != NULL &&
          sscanf(strstr(text, "covered "), "covered %u of %u lines", &covered, &all) == 2);
    TEST_INFO("%u of %u lines", covered, all);
    CHECK(covered < all && covered > 5);
    free(text);
    finish(&p, s);
}

/* A handler of an event in whatever behaviour, and a change of state. */
TEST(debug_stops_at_handlers_and_changes_of_state) {
    static const char other[] = "event Touch(n: int)\n"
                                "behaviour Hero {\n"
                                " on tick { emit Touch(1) }\n"
                                " auto state Calm { on Touch(n) { goto Wild } }\n"
                                " state Wild { on enter { log(\"wild\") }\n"
                                "  on Touch(n) {\n"
                                "   goto Calm } }\n"
                                "}\n";
    played p;
    script_front f = {.answers = NULL};
    const debug_front front = {.ask = ask, .tell = tell, .between = between, .context = &f};
    play_texts(&p, &(played_texts){cart_text, other, NULL});
    debug_session *s = debug_open(p.folder.path, &front);
    CHECK(debug_before_frame(s, p.console));
    debug_break b = {.function = "on Touch"};
    const int number = debug_break_add(s, &b);
    CHECK(number >= 0 && s->breaks[number].bound && s->scripts[0].debugger.break_count == 2);
    frames(p.console, 4);
    CHECK(f.stops == 3 && f.lines[0] == 4 && f.lines[1] == 7 && f.lines[2] == 4);
    debug_break_remove(s, (uint32_t)number);
    f.stops = 0;
    debug_stop_at_states(s, true);
    frames(p.console, 2);
    CHECK(f.stops == 2 && f.whys[0] == OX_SCRIPT_STOP_STATE);
    char why[2 * DEBUG_WORDS];
    debug_why(s, why, sizeof why);
    CHECK(strncmp(why, "state ", 6) == 0 && strstr(why, "Wild") != NULL && strstr(why, "Calm") != NULL);
    finish(&p, s);
}

/* ---- lines of text ---- */

/* What the terminal answers to commands that are typed before the first frame and at each stop. */
static char *answers_to(const char *commands, int frame_count) {
    played p;
    char *text = NULL;
    size_t size = 0;
    debug_terminal t = {.in = fmemopen((void *)(uintptr_t)commands, strlen(commands), "r"),
                        .out = open_memstream(&text, &size)};
    const debug_front front = debug_terminal_front(&t);
    play_texts(&p, &(played_texts){cart_text, script, NULL});
    debug_session *s = debug_open(p.folder.path, &front);
    for (int i = 0; i < frame_count && debug_before_frame(s, p.console); i++) frames(p.console, 1);
    CHECK(t.quits);
    fclose(t.out);
    fclose(t.in);
    finish(&p, s);
    return text;
}

TEST(debug_commands_are_answered_in_lines) {
    static const char commands[] =
        "break game.goad:19 if steps == 2\nbreak game.goad:900\nwhat\ncontinue\n"
        "stack\nvars\nglobals\neval more + total\nset total = 5\neval total\neval change()\n"
        "watch total\ntasks\nstates\nout\ndelete 1\nbreaks\ntrace 2\ncontinue\nquit\n";
    static const char expected[] =
        "= 1\n! no script has code there\n! what? `help` lists the commands\n"
        "* breakpoint 1 at game.goad:19 Hero on tick\n>0 game.goad:19 Hero on tick\n";
    char *text = answers_to(commands, 4);
    if (strncmp(text, expected, strlen(expected)) != 0) TEST_INFO("%s", text);
    CHECK(strncmp(text, expected, strlen(expected)) == 0);
    CHECK(strstr(text, "more: int = 4\nspeed: fx = 0.25\nsteps: int = 2\n=\n") != NULL);
    CHECK(strstr(text, "total: int = 2\nplace: vec3 = (1.0, 2.0, 0.5)\n") != NULL);
    CHECK(strstr(text, "= 6\n= 5\n= 5\n! ") != NULL);
    CHECK(strstr(text, "at game.goad:28 Hero.Go begin waits for tick ") != NULL &&
          strstr(text, "Hero of object ") != NULL && strstr(text, ": Go\n=\n") != NULL);
    CHECK(strstr(text, "* total: 5 became 9 by game.goad:19 Hero on tick") != NULL);
    free(text);
}

/* Expressions that every stop shows: marked at the stop at which they changed, gone where their names are out of sight. */
TEST(debug_shown_expressions_mark_their_changes) {
    static const char expected[] = "= 1\n"
                                   "* breakpoint 1 at game.goad:19 Hero on tick\n"
                                   "~ 1 more * 10 = 20\n= 1\n"
                                   "~ 2 total = 0\n= 2\n"
                                   "! 'nobody' is not known\n"
                                   "* step at game.goad:20 Hero on tick\n"
                                   "~ 1 more * 10 = 20\n~ 2 total = 2, was 0\n"
                                   "* step at game.goad:23 Hero on tick\n"
                                   "~ 1 more * 10 = 20\n~ 2 total = 2\n"
                                   "= 2\n"
                                   "* breakpoint 2 at game.goad:6 twice\n"
                                   "~ 1 more * 10 = gone, was 20\n~ 2 total = 2\n"
                                   "=\n! there is no such expression\n"
                                   "* breakpoint 1 at game.goad:19 Hero on tick\n"
                                   "~ 2 total = 2\n";
    char *text =
        answers_to("break game.goad:19\ncontinue\nshow more * 10\nshow total\nshow nobody\nnext\nnext\n"
                   "break twice\ncontinue\nhide 1\nhide 1\ncontinue\nquit\n",
                   3);
    if (strcmp(text, expected) != 0) TEST_INFO("%s", text);
    CHECK(strcmp(text, expected) == 0);
    free(text);
}

/* The variables of the statement that ran last and of the one that comes, each once. */
TEST(debug_variables_near_a_statement_are_listed) {
    static const char expected[] = "= 1\n"
                                   "* breakpoint 1 at game.goad:19 Hero on tick\n"
                                   "total: int = 0\nmore: int = 2\n=\n"
                                   "* step at game.goad:20 Hero on tick\n"
                                   "total: int = 2\nmore: int = 2\nsteps: int = 1\n=\n";
    char *text = answers_to("break game.goad:19\ncontinue\nnear\nnext\nnear\nquit\n", 3);
    if (strcmp(text, expected) != 0) TEST_INFO("%s", text);
    CHECK(strcmp(text, expected) == 0);
    free(text);
}

/* ---- the places of instructions ---- */

/* Whether a line of a text holds something that runs: neither blank nor nothing but a comment. */
static bool line_has_code(const char *text, uint32_t line) {
    while (line > 1 && text != NULL) {
        text = strchr(text, '\n');
        if (text != NULL) text++;
        line--;
    }
    if (text == NULL) return false;
    text += strspn(text, " \t");
    return *text != 0 && *text != '\n' && *text != '\r' && strncmp(text, "//", 2) != 0;
}

/* Checks the place of each byte of code of a packed script; how many there are. */
static uint32_t check_places(const char *folder, const uint8_t *chunk) {
    debug_symbols of;
    ox_script_module m;
    rom_error error;
    uint32_t count = 0;
    CHECK(debug_open_symbols(&of, chunk, NULL) && debug_has_symbols(&of));
    CHECK(ox_script_module_open(&m, chunk + rom_word(chunk + ROM_CODE_DATA_AT),
                                rom_word(chunk + ROM_CODE_DATA_BYTES), OX_SCRIPT_TRUST_CART,
                                &error) == ROM_OK);
    for (uint32_t f = 0; f < m.count[OX_SCRIPT_SECTION_FUNCTIONS]; f++) {
        const uint8_t *record = ox_script_record(&m, OX_SCRIPT_SECTION_FUNCTIONS, f);
        char name[DEBUG_WORDS], path[2 * DEBUG_WORDS];
        uint8_t *text = NULL;
        size_t size = 0;
        debug_file_of(&of, f, name, sizeof name);
        snprintf(path, sizeof path, "%s/%s", folder, name);
        CHECK(import_file_read(path, &text, &size, NULL));
        for (uint32_t byte = 0; byte < rom_half(record + ROM_SCRIPT_FUNCTION_BYTES) && text != NULL; byte++) {
            const uint32_t line = debug_line_of(&of, (ox_script_place){(uint16_t)f, (uint16_t)byte});
            const bool good = line > 0 && line_has_code((const char *)text, line);
            if (!good)
                TEST_INFO("%s:%u function %u byte %u", path, (unsigned)line, (unsigned)f, (unsigned)byte);
            CHECK(good);
            count++;
        }
        free(text);
    }
    return count;
}

TEST(debug_each_instruction_of_the_carts_has_its_line) {
    static const char *const patterns[] = {"rom/carts/*/cart.txt", "rom/carts/examples/*/cart.txt"};
    uint32_t carts = 0, bytes = 0, table = 0, modules = 0;
    for (uint32_t k = 0; k < 2; k++) {
        glob_t found;
        CHECK_EQ(glob(patterns[k], 0, NULL, &found), 0);
        for (size_t i = 0; i < found.gl_pathc; i++) {
            packed_folder folder = {.count = 0};
            writer image = {0};
            rom_image rom;
            rom_chunk chunk;
            snprintf(folder.path, sizeof folder.path, "%.*s",
                     (int)(strlen(found.gl_pathv[i]) - strlen("/cart.txt")), found.gl_pathv[i]);
            CHECK(folder_pack(&folder, &image) && rom_open(image.data, image.size, &rom, NULL) == ROM_OK);
            for (uint32_t n = 0; rom_entry(&rom, n, &chunk); n++) {
                if (chunk.type != ROM_TAG_CODE) continue;
                bytes += check_places(folder.path, chunk.data);
                table += rom_word(chunk.data + ROM_CODE_MAP_BYTES);
                modules += rom_word(chunk.data + ROM_CODE_DATA_BYTES);
                carts++;
            }
            writer_free(&image);
        }
        globfree(&found);
    }
    TEST_INFO("%u scripts, %u bytes of code, %u of modules, %u of maps", (unsigned)carts, (unsigned)bytes,
              (unsigned)modules, (unsigned)table);
    CHECK(carts > 20 && bytes > 20000);
    CHECK(table * 10 <= modules * 4);
}

/* ---- the protocol of editors ---- */

static void request(debug_adapter *a, debug_session *s, const char *command, const char *arguments) {
    static unsigned sequence;
    char body[1024], message[1200];
    snprintf(body, sizeof body, "{\"seq\":%u,\"type\":\"request\",\"command\":\"%s\",\"arguments\":%s}",
             ++sequence, command, arguments);
    snprintf(message, sizeof message, "Content-Length: %lu\r\n\r\n%s", (unsigned long)strlen(body), body);
    /* in two parts, as pipes give them */
    CHECK(debug_adapter_take(a, s, message, 10));
    CHECK(debug_adapter_take(a, s, message + 10, strlen(message) - 10));
}

typedef struct adapted {
    debug_adapter *a;
} adapted;

static ox_script_step ask_adapter(void *context, debug_session *s) {
    adapted *one = context;
    request(one->a, s, "stackTrace", "{\"threadId\":1}");
    request(one->a, s, "scopes", "{\"frameId\":1}");
    request(one->a, s, "variables", "{\"variablesReference\":2}");
    request(one->a, s, "evaluate", "{\"frameId\":1,\"expression\":\"steps + 40\"}");
    request(one->a, s, "evaluate", "{\"frameId\":1,\"expression\":\"change()\"}");
    request(one->a, s, "setVariable", "{\"variablesReference\":3,\"name\":\"total\",\"value\":\"12\"}");
    request(one->a, s, "dataBreakpointInfo", "{\"name\":\"total\"}");
    request(one->a, s, "continue", "{\"threadId\":1}");
    return OX_SCRIPT_STEP_NONE;
}

TEST(debug_adapter_speaks_with_editors) {
    played p;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    adapted one = {.a = debug_adapter_open(NULL, out)};
    const debug_front front = {.ask = ask_adapter, .tell = tell, .between = between, .context = &one};
    play_texts(&p, &(played_texts){cart_text, script, NULL});
    debug_session *s = debug_open(p.folder.path, &front);
    CHECK(debug_before_frame(s, p.console));
    request(one.a, s, "initialize", "{\"adapterID\":\"oxcart\"}");
    request(one.a, s, "launch", "{}");
    char breaks[400];
    snprintf(breaks, sizeof breaks,
             "{\"source\":{\"path\":\"%s/game.goad\"},\"breakpoints\":[{\"line\":19,\"condition\":\"steps == "
             "2\"},{\"line\":900}]}",
             p.folder.path);
    request(one.a, s, "setBreakpoints", breaks);
    request(one.a, s, "configurationDone", "{}");
    request(one.a, s, "nonsense", "{}");
    fflush(out);
    CHECK(strstr(text, "\"event\": \"initialized\"") != NULL && strstr(text, "\"verified\": true") != NULL &&
          strstr(text, "\"verified\": false") != NULL &&
          strstr(text, "this request is not known here") != NULL);
    frames(p.console, 3);
    fflush(out);
    CHECK(strstr(text, "\"name\": \"Hero on tick\"") != NULL && strstr(text, "\"line\": 19") != NULL);
    CHECK(strstr(text, "\"name\": \"steps\",") != NULL && strstr(text, "\"result\": \"42\"") != NULL);
    CHECK(strstr(text, "who looks changes nothing") != NULL && strstr(text, "\"dataId\": \"total\"") != NULL);
    CHECK_EQ(*ox_script_variable(s->scripts[0].symbols.machine, (ox_handle){0}, rom_id("total"),
                                 &(uint32_t){0}, &(uint32_t){0}),
             12 + 4 + 6);
    CHECK(!debug_adapter_take(one.a, s, "Content-Length: x\r\n\r\n", 21));
    debug_adapter_close(one.a, 0);
    fclose(out);
    CHECK(strstr(text, "\"event\": \"terminated\"") != NULL);
    free(text);
    finish(&p, s);
}
