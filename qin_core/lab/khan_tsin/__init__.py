"""Measuring and mining for Khan Tsin."""
