"""What a panel of Paths of Glory offers, asks and shows."""
