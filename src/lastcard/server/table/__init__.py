"""A running table: its mailbox, the log that it writes, and what it remembers."""
