"""The platform-free use cases: lobby, play, looking, and delivery of what was said."""
