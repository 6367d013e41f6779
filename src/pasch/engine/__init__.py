"""Compiled rules: everything that needs Numba or NumPy records."""
