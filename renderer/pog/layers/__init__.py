"""One file per layer: functions from a view, a frame and the layout to draw commands."""
