"""What can be looked at: panels and pictures, the log and the past, rules, help, suggestions while typing."""
