"""The page's Python: a message becomes a new app and effects, and the changed parts of the page follow from the app.

`docs/architecture.md` describes the packages and follows a click through them.
"""
