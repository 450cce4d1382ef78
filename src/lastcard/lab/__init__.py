"""The laboratory: measures what a rule does, over many rounds (docs/lab.md)."""
