"""What deploy holds is checked as far as a machine without accounts and containers can."""
