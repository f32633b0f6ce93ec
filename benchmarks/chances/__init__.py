"""What the computer says of who wins: fitted on games of its own, put right on others, measured on games that served neither."""
