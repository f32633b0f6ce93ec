"""Panels of Paths of Glory: offers, questions and pictures."""
