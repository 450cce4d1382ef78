"""A table without a server, in the page itself."""
