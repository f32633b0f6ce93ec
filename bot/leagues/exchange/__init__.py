"""What leaves and enters a league as files of other programs."""
