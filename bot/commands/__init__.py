"""The one command vocabulary: every command declared once, whatever the platform."""
