"""Read-only views: panels and pictures, the log and history, rules, help, completions."""
