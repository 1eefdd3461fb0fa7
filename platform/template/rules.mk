# The port that draws into memory, as a program of this machine: what a new port begins with (platform/PORTING.md).
TEMPLATE_OBJ := $(addprefix $(B)/obj/platform/template/,port.o main.o)
$(B)/template/player: $(TEMPLATE_OBJ) $(CORE_OBJ)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@
