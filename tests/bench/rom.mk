# Packing on this machine and unpacking on the Cortex-M3, for tests/bench/rom.sh.
$(B)/rom_pack: $(B)/obj/tests/bench/rom_pack.o $(TOOL_OBJ) $(HOST_OBJ) $(CORE_OBJ)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@ $(SDL_LIBS) $(LDLIBS_HOST)

$(B)/mps2/rom_codec.elf: $(addprefix $(B)/mps2/obj/,tests/bench/rom_codec.o rom/codec/codec.o rom/codec/codec_loops.o rom/codec/codec_lz.o rom/check/error.o \
	platform/mps2/mps2.o platform/mps2/counter.o)
	$(MPS2_CC) $(MPS2_LINK) $^ -o $@

# The same on the Game Boy Advance; the script puts the packed bytes behind the program.
$(B)/gba/codec_bench.elf: $(sort $(GBA_PORT_OBJ)) $(B)/gba/obj/tests/gba/codec_bench.o $(GBA_CORE_OBJ)
