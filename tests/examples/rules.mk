# The examples are built where they lie.
include rom/carts/examples/examples.mk
