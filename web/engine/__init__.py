"""The page's own Python: what is done becomes a new model, and from the model follows the whole page.

| package | what is in it |
|---|---|
| `engine` itself | a game at this screen, what is shown of it, what an action does; words, keys, links, thoughts |
| `rooms` | the games, each with a package of its own |
| `view` | from the model to strings of HTML |
| `page` | the game's page |
| `editor` | the editor's page |
| `lessons` | lessons, what they ask for, somebody's tries at one |
| `embedding` | boards in other people's pages |
"""
