"""The real server in simulated time: schedules of people, networks, crashes and disk errors, each from a seed."""
