# Pictures of two dimensions, for tests/bench/flat.sh.
$(B)/flat_bench: $(B)/obj/tests/bench/flat.o $(CORE_OBJ)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@ $(LDLIBS_HOST)

$(B)/flat_sheets: $(B)/obj/tests/bench/flat_sheets.o $(CORE_OBJ)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@ $(LDLIBS_HOST)
