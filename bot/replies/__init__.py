"""Answers as data: what to say, show and offer, before any platform renders it."""
