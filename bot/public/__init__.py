"""The read-only public: pages and an API of seasons and games, for everybody, served only where the operator says so."""
