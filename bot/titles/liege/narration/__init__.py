"""What happened in Liège 1914, told line by line, and the records that pictures of dice are drawn from."""
