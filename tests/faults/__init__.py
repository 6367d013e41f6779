"""Faults while people play (servers killed, disks full, cables cut), and what must still hold."""
