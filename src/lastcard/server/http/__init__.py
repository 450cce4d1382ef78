"""The HTTP routes, and what protects them."""
