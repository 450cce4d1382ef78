"""The messages of the wire and of HTTP as Pydantic models, their JSON, and the TypeScript made from them."""
