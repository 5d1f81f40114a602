"""What players read: each act, sheet and refusal as a short embed. Nothing here decides or stores anything."""
