"""What may be seen: rendering for viewers and spectators, history, replay, options."""
