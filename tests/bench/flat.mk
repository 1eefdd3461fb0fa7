# Pictures of two dimensions, for tests/bench/flat.sh.
$(B)/flat_bench: $(B)/obj/tests/bench/flat.o $(filter $(B)/obj/raster/% $(B)/obj/fixedmath/% $(B)/obj/gen/%,$(CORE_OBJ))
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@ $(LDLIBS_HOST)

$(B)/flat_sheets: $(B)/obj/tests/bench/flat_sheets.o $(filter $(B)/obj/raster/% $(B)/obj/fixedmath/% $(B)/obj/gen/%,$(CORE_OBJ))
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@ $(LDLIBS_HOST)
