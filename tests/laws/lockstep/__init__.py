"""Both engines side by side: the kernel must do what the rules say, at every step."""
