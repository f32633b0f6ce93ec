"""Monitoring of a running bot: metrics, health, logs."""
