"""The steps that turn the core, the page and the runtimes into `dist/`; `build_wheel.py` at the top calls them."""
