# The carts of tools/cart/templates as C texts, a line a string: what `oxcart new` writes.
TEMPLATE_FILES := $(sort $(wildcard tools/cart/templates/*/*))

$(B)/gen/tools/cart/templates.inc: $(TEMPLATE_FILES) tools/cart/rules.mk
	@mkdir -p $(@D)
	@for file in $(TEMPLATE_FILES); do \
		folder=$${file%/*}; \
		echo "{\"$${folder##*/}\", \"$${file##*/}\", (const char *const[]){"; \
		sed 's/[\\"]/\\&/g; s/^/"/; s/$$/\\n",/' $$file; \
		echo 'NULL}},'; \
	done >$@

$(B)/obj/tools/cart/template.o: $(B)/gen/tools/cart/templates.inc
