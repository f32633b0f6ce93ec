"""Map layers, one module each: functions from a view, a frame and the layout to draw commands."""
