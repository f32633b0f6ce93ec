"""What operators see of a running bot: metrics, health, logs."""
