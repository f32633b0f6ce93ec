"""Tests of Liège 1914: its facts, its rules, the rulebook's examples, and which test proves which paragraph."""
