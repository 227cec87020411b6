"""Games by links: joining, reconciling and sending a match whose players have a screen each."""
