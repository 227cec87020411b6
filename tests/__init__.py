"""Tests of the rules, the formats, the page's Python and the build."""
