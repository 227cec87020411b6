"""Correspondence: matches in which every turn is a link."""
