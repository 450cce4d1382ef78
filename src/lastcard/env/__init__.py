"""Learning environments over the simulator (docs/environments.md): PettingZoo and Gymnasium, the extra `env`."""
