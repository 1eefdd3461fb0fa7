# What scripts cost: the module of scripts.goad for the Game Boy Advance, the Cortex-M3 and this machine; see scripts.sh.
$(B)/scripts_compile: $(B)/obj/tests/bench/scripts_compile.o $(TOOL_OBJ) $(HOST_OBJ) $(CORE_OBJ)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@ $(SDL_LIBS) $(LDLIBS_HOST)

$(B)/gen/bench/scripts.inc: tests/bench/scripts.goad $(B)/scripts_compile
	@mkdir -p $(@D)
	$(B)/scripts_compile $< >$@.new && mv $@.new $@

SCRIPTS_BENCH := tests/bench/scripts_main.o tests/bench/scripts_machine.o
$(foreach port,obj gba/obj mps2/obj,$(B)/$(port)/tests/bench/scripts_machine.o): $(B)/gen/bench/scripts.inc

$(B)/gba/scripts_bench.elf: $(sort $(GBA_PORT_OBJ)) $(addprefix $(B)/gba/obj/tests/bench/,scripts_gba.o scripts_machine.o) $(GBA_CORE_OBJ)
$(B)/mps2/scripts_bench.elf: $(addprefix $(B)/mps2/obj/,$(SCRIPTS_BENCH) platform/mps2/mps2.o platform/mps2/counter.o) $(MPS2_CORE_OBJ)
	$(MPS2_CC) $(MPS2_LINK) -Wl,--gc-sections $^ -o $@
$(B)/scripts_bench: $(addprefix $(B)/obj/,$(SCRIPTS_BENCH)) $(HOST_OBJ) $(CORE_OBJ)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@ $(SDL_LIBS) $(LDLIBS_HOST)
