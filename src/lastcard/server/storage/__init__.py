"""The event log: its interface, SQLite, PostgreSQL, backups, retention."""
