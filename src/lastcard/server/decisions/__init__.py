"""What people ask for at a table, decided by pure functions: a state and a request in, events or a refusal out."""
