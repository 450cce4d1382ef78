"""Perft: how many sequences of lawful acts there are from fixed deals, counted by each engine for itself."""
