"""The numbers of an arena: intervals, the statistics themselves, and how they are written."""
