"""Typed orders and pressed buttons become atomic choices of the engine, all or nothing."""
