"""placeholder written next"""

from engine.pog.content.facts import Facts


def check_facts(facts: Facts) -> None:
    """Filled in the next commit."""
