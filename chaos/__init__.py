"""
The chaos runner: an office of its own, people who work in it, faults, and a model that counts.

`script/chaos` starts it. Nothing of the product imports it, and but for `prepare`, which founds the
club, it shares no code with the product: what the books should say is computed in `books`.
"""
