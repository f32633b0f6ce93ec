"""Breaking rules on purpose, to see that the suite notices."""
