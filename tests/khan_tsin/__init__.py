"""Tests of Khan Tsin."""
