"""Several servers that share tables: the bus, ownership by lease, tables and viewers elsewhere."""
