"""Training, measuring and mining for Qin."""
