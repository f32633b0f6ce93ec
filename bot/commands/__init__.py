"""Command vocabulary: every command is declared once for all platforms."""
