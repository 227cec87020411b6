"""The page's own Python: model, update and view know nothing of the browser; `main` binds them to it."""
