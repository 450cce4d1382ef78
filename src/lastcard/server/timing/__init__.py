"""What happens at a table in its time: races, lag, clocks, bots."""
