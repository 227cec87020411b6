"""The page's own Python: what is done becomes a new model, and from the model follows the whole page.

| pure, and tested without a browser | |
|---|---|
| `game`, `model`, `update` | a game at this screen; what is shown of it; what an action does |
| `view`, `log`, `dialogs`, `endings`, `help`, `charts`, `pieces`, `html` | from the model to strings of HTML |
| `story`, `words`, `faults` | sentences in the reader's language |
| `keys`, `setup`, `saves`, `preferences`, `links` | keys, the form for a new game, what is kept, what links hold |
| `lesson_file`, `lessons`, `goals`, `trial` | lessons, what they ask for, and somebody's tries at one |
| `embedded`, `options` | a board in somebody's page, and its attributes |
| `thinker` | long thoughts in small pieces |
| `rooms`, `qin`, `khan_tsin` | the games, each with a package of its own |

| knows the browser | |
|---|---|
| `main`, `embed` | the game's page; the engine of all boards in somebody's page |
| `screen`, `inputs`, `gestures` | what stands in the page; what people do to it |
| `services`, `browser`, `thinking` | files, storage, sound; the worker in which the computer thinks |

`editing` is the editor, laid out in the same way.
"""
