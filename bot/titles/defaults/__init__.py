"""What `TitleBase` answers for a title that says nothing else: each part may be replaced by one of the title's own."""
