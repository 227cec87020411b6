// Runs a Python module beside the built wheel in the interpreter that people get:
//   node in_pyodide.mjs NODE_MODULES REPOSITORY LIBRARIES WHEEL MODULE [ARGUMENT…]
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [modules, repository, libraries, wheel, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${modules}/pyodide/pyodide.mjs`).href);
// Left to itself it reads its place from a stack trace, and loses parentheses in a folder's name.
const python = await loadPyodide({ indexURL: `${modules}/pyodide/` });
for (const [place, folder] of [["/repository", repository], ["/libraries", libraries]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}
const extractDir = python.runPython("import site; site.getsitepackages()[0]");
python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir });
python.globals.set("args", python.toPy(args));
const result = python.runPython(`
import os, runpy, sys
import qin_core
# What is run is the wheel, not the sources beside it.
assert "site-packages" in qin_core.__file__, qin_core.__file__
sys.path += ["/libraries", "/repository"]
sys.dont_write_bytecode = True
os.chdir("/repository")
sys.argv = list(args)
try:
    runpy.run_module(args[0], run_name="__main__")
    result = 0
except SystemExit as end:
    result = int(end.code or 0)
result
`);
process.exit(result);
