"""The table in a browser: pages, HTTP and one WebSocket per viewer. No rules live here."""
