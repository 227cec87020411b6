"""Tests of the rules, the formats, the engine and the build."""
