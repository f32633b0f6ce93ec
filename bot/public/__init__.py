"""Read-only public pages and API of seasons and games, served only if the operator enables them."""
