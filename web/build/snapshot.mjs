// Start Python under Node with our wheels, import what the page needs, and save the memory:
//   node snapshot.mjs PYODIDE PYSCRIPT STANDARD_LIBRARY WHEELS_FOLDER_IN_PYTHON NAME OUTPUT OMISSIONS WHEEL…
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { findStrings, removeHashes, storeLinkDistances } from "./snapshot_strip.mjs";

// Node's own report would include the whole line of minified code that threw the error.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});

const [pyodide, pyscript, standardLibrary, folder, name, output, omissions, ...wheels] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(file).href);
const { loadPyodide } = await load(`${pyodide}/pyodide.mjs`);
const { default: library } = await load(`${pyscript}/src/stdlib/pyscript.js`);
const python = await loadPyodide({
  // By default Pyodide derives this from a stack trace, which fails for folders with parentheses in their name.
  indexURL: `${pyodide}/`,
  _makeSnapshot: true,
  // Tracebacks show lines, but no columns.
  env: { PYTHONNODEBUGRANGES: "1" },
  stdLibURL: standardLibrary,
  fsInit(FS) {
    FS.mkdirTree(folder);
    for (const wheel of wheels) FS.writeFile(`${folder}/${basename(wheel)}`, readFileSync(wheel));
  },
});
python.globals.set("paths", python.toPy(wheels.map((wheel) => `${folder}/${basename(wheel)}`)));
python.globals.set("name", name);
python.globals.set("library", python.toPy(library));
python.runPython(`
import sys
sys.path += paths
sys._qin_snapshot = name
`);
python.runPython(readFileSync(new URL("prewarm.py", import.meta.url), "utf-8"));
python.runPython(`
import gc, importlib
for variable in ("paths", "name", "library"):
    globals().pop(variable, None)
# The buffer of standard input is 128 kB of leftovers from the standard library.
sys.stdin = sys.__stdin__ = open(0, buffering=512, encoding="utf-8", closefd=False)
importlib.invalidate_caches()
gc.collect()
gc.freeze()
`);
clearFreeMemory(python._module);
const trackedObject = python.runPython("id(gc)");
const type = python.runPython("id(str)");
const snapshot = python.makeMemorySnapshot();
const [, head] = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2);
const words = new Uint32Array(snapshot.buffer, snapshot.byteOffset + head);
const { HEAPU8, _PyObject_Hash } = python._module;
const strings = findStrings(words, new Uint32Array(HEAPU8.buffer), type, _PyObject_Hash);
const omitted = { chain: storeLinkDistances(words, trackedObject), hashes: removeHashes(words, strings) };
writeFileSync(output, snapshot);
writeFileSync(omissions, JSON.stringify(omitted));

/** Overwrite free memory with zeros: otherwise the file would be a sixth larger. */
function clearFreeMemory(module) {
  const end = module.HEAPU8.length - 1_000_000;
  const blocks = [];
  for (const size of [65536, 16384, 4096, 1024, 256, 128, 64, 32, 16]) {
    for (;;) {
      const block = module._malloc(size);
      blocks.push(block);
      // Stop before an allocation makes the memory grow.
      if (!block || block + size > end) break;
      module.HEAPU8.fill(0, block, block + size);
    }
  }
  blocks.forEach((block) => module._free(block));
}
