"""Collects merged changes."""
print("nothing to collect")
