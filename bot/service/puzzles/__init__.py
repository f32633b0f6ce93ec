"""Puzzles: tried in a game of one's own beside that of the channel, judged, rated, and posted once a day where a channel wants that."""
