"""Words for players: texts by language, names of things, events and refusals as sentences."""
