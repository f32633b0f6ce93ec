"""The store against real Redis servers and real processes."""
