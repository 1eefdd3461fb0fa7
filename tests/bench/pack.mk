# The large cart of tests/bench/pack.sh.
$(B)/large_cart: $(B)/obj/tests/bench/large_cart.o $(TOOL_OBJ) $(HOST_OBJ) $(CORE_OBJ)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@ $(SDL_LIBS) $(LDLIBS_HOST)
