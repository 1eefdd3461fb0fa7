# The words of the kernel's records, for people who look inside: what stands in OX_NAME("...") and OX_FIELD(record, word, ...).
$(B)/gen/known_words_list.c: FORCE
	@mkdir -p $(@D)
	@cat $(wildcard kernel/*/*.c kernel/*/*.h) | sed -n -e 's/OX_NAME("\([^"]*\)")/\n@\1\n/g' -e 's/OX_FIELD([a-z0-9_]*, *\([a-z0-9_]*\)/\n@\1\n/g' \
		-e 's/OX_FIELD_IN([^"]*"\([^"]*\)"/\n@\1\n/g' -e p | sed -n 's/^@\([a-z][a-z0-9_-]*\)$$/"\1",/p' | LC_ALL=C sort -u | sed -e '1i #include "tools/play/known_words.h"\nconst char *const known_words_all[] = {' -e '$$a NULL};' >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
