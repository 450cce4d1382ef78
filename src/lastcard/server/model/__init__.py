"""What a table is: its state, the events of its log, the tokens of its seats, and what is refused."""
