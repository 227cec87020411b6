"""Training, arena, calibration and puzzle finder for Qin."""
