"""Lastcard plays UNO by every printed rule sheet and by house rules: library, table, simulator."""
