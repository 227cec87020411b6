// Runs the core's own test-suite in the interpreter that people get:
//   node pyodide_tests.mjs NODE_MODULES REPOSITORY LIBRARIES WHEEL [PYTEST_ARGUMENT…]
import { pathToFileURL } from "node:url";

const [modules, repository, libraries, wheel, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${modules}/pyodide/pyodide.mjs`).href);
const python = await loadPyodide();
for (const [place, folder] of [["/repository", repository], ["/libraries", libraries]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}
await python.loadPackage(pathToFileURL(wheel).href, { messageCallback() {} });
python.globals.set("args", python.toPy(args));
const result = python.runPython(`
import os, sys
import qin_core
# What is tested is the wheel, not the sources beside the tests.
assert "site-packages" in qin_core.__file__, qin_core.__file__
sys.path += ["/libraries", "/repository"]
sys.dont_write_bytecode = True
os.chdir("/repository")
import pytest
int(pytest.main(["-p", "no:cacheprovider", "-p", "no:xdist", *args]))
`);
process.exit(result);
