"""Puzzles: tried in a private game beside the channel's, judged, rated, and posted daily in channels that subscribe."""
