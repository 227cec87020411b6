// Run a Python module under Node in the interpreter that the page loads:
//   node in_pyodide.mjs NODE_MODULES REPOSITORY FOLDER WHEEL MODULE [ARGUMENT…]
// Python sees the repository as /repository and the folder, which is on its path, as /folder; WHEEL may be empty.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [modules, repository, folder, wheel, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${modules}/pyodide/pyodide.mjs`).href);
// By default Pyodide finds its files through a stack trace, which loses parentheses in a folder's name.
const python = await loadPyodide({ indexURL: `${modules}/pyodide/` });
for (const [mountPoint, root] of [
  ["/repository", repository],
  ["/folder", folder],
]) {
  python.FS.mkdirTree(mountPoint);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, mountPoint);
}
if (wheel) {
  const extractDir = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir });
  // Import the wheel before the repository's sources are on the path.
  python.runPython('import qin_core; assert "site-packages" in qin_core.__file__, qin_core.__file__');
  // The wheel leaves out research code, which its tests import from the sources.
  python.runPython('qin_core.__path__.append("/repository/qin_core")');
}
python.globals.set("args", python.toPy(args));
const result = python.runPython(`
import os, runpy, sys
sys.path += ["/folder", "/repository"]
sys.dont_write_bytecode = True
os.chdir("/repository")
sys.argv = list(args)
try:
    runpy.run_module(args[0], run_name="__main__")
    result = 0
except SystemExit as error:
    result = int(error.code or 0)
result
`);
process.exit(result);
