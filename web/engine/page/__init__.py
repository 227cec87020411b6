"""The page of the game: its windows, storage, address and inputs."""
