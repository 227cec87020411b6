"""The editor: positions and maps set up by hand, checked as they grow, and taken away in many forms."""
