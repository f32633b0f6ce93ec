"""Who sits at a table and on what terms: lobby, bids, offers to the other side, substitutes, the master, seeds."""
