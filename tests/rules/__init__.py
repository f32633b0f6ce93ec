"""Tests of the rules of Paths of Glory, named by paragraph."""
