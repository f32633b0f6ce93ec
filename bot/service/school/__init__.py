"""The school: lessons in games of their own, step by step, and how far everybody is with them."""
