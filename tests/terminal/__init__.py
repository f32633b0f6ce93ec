"""The terminal: rules listing and `feldpost play`."""
