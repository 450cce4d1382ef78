"""The laboratory: what a rule does, asked of many rounds (docs/lab.md)."""
