"""The school: step-by-step lessons in games of their own, and everyone's progress."""
