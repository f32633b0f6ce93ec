"""The public pages and their API."""
