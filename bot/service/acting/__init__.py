"""Game actions and their announcements: orders, sheets, standing orders, warnings, posts and the end of a game."""
