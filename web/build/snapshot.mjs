// Start Python under Node with our wheels, import what the page needs, and save the memory:
//   node snapshot.mjs PYODIDE PYSCRIPT STANDARD_LIBRARY WHEELS_FOLDER_IN_PYTHON NAME OUTPUT OMISSIONS COLD_CODE quick|small WHEEL…
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { findStrings, removeHashes, storeLinkDistances } from "./snapshot_strip.mjs";

// Node's own report would include the whole line of minified code that threw the error.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});

const [pyodide, pyscript, standardLibrary, folder, name, output, omissions, coldCode, mode, ...wheels] =
  process.argv.slice(2);
const load = (file) => import(pathToFileURL(file).href);
const { loadPyodide } = await load(`${pyodide}/pyodide.mjs`);
const { default: library } = await load(`${pyscript}/src/stdlib/pyscript.js`);
const ownFile = (file) => readFileSync(new URL(file, import.meta.url), "utf-8");

// A folder of Python's file system during the build.
const BUILD = "/build";
const CALLED = `${BUILD}/called`;
const CODES = `${BUILD}/codes`;

/** Start Python with our wheels; `early` runs before most of the standard library is imported. */
async function startPython(early, files) {
  const python = await loadPyodide({
    // By default Pyodide derives this from a stack trace, which fails for folders with parentheses in their name.
    indexURL: `${pyodide}/`,
    _makeSnapshot: true,
    // Tracebacks show lines, but no columns.
    env: { PYTHONNODEBUGRANGES: "1", PYTHONPATH: BUILD },
    stdLibURL: standardLibrary,
    fsInit(FS) {
      FS.mkdirTree(folder);
      for (const wheel of wheels) FS.writeFile(`${folder}/${basename(wheel)}`, readFileSync(wheel));
      FS.mkdirTree(BUILD);
      FS.writeFile(`${BUILD}/cold_code.py`, ownFile("cold_code.py"));
      FS.writeFile(`${BUILD}/sitecustomize.py`, `import cold_code\n${early}`);
      for (const [name, content] of Object.entries(files)) FS.writeFile(name, content);
    },
  });
  python.globals.set("paths", python.toPy(wheels.map((wheel) => `${folder}/${basename(wheel)}`)));
  python.globals.set("name", name);
  python.globals.set("library", python.toPy(library));
  python.runPython(`
import cold_code, os, sys
sys.path.remove("${BUILD}")
del os.environ["PYTHONPATH"], sys.modules["sitecustomize"]
sys.path += paths
sys._qin_snapshot = name
# The buffer of standard input is 128 kB of leftovers from the standard library.
sys.stdin = sys.__stdin__ = open(0, buffering=512, encoding="utf-8", closefd=False)
`);
  python.runPython(ownFile("prewarm.py"));
  return python;
}

const python = mode === "quick" ? await startWhole() : await startWithoutColdCode();
python.runPython(`
import gc, zipimport
for variable in ("inserter", "StubInserter", "record_calls", "called", "make_archive", "check_layout", "name_of", "_stub_of", "_stubs"):
    vars(cold_code).pop(variable, None)
for variable in ("paths", "name", "library", "cold_code", "os"):
    globals().pop(variable, None)
# Like importlib.invalidate_caches(), which imports a lot.
sys.path_importer_cache.clear()
zipimport._zip_directory_cache.clear()
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

/** Start Python with the code of all functions. */
async function startWhole() {
  const python = await startPython("", {});
  writeFileSync(coldCode, python.runPython("cold_code.marshal.dumps([])").toJs());
  return python;
}

/** Start Python without the code of functions that a rehearsal in another interpreter doesn't call. */
async function startWithoutColdCode() {
  const rehearsal = await startPython("cold_code.record_calls()", {});
  await rehearsal.runPythonAsync(`${ownFile("rehearsal.py")}\nawait rehearse()`);
  const called = rehearsal.runPython('"\\n".join(cold_code.called)');
  const python = await startPython(`cold_code.inserter = cold_code.StubInserter("${CALLED}", "${CODES}")`, {
    [CALLED]: called,
  });
  const numbers = python.runPython("cold_code.inserter.finish()").toJs();
  rehearsal.FS.writeFile(CODES, python.FS.readFile(CODES));
  writeFileSync(coldCode, rehearsal.runPython("cold_code.make_archive")(CODES, rehearsal.toPy(numbers)).toJs());
  rehearsal.runPython("cold_code.check_layout")(rehearsal._module.HEAPU32);
  return python;
}

/** Overwrite free memory with zeros: otherwise the file would be a sixth larger. */
function clearFreeMemory(module) {
  const end = module.HEAPU8.length - 1_000_000;
  const blocks = [];
  for (const size of [65536, 16384, 4096, 1024, 512, 256, 128, 96, 64, 48, 32, 16, 8]) {
    for (;;) {
      const block = module._malloc(size);
      blocks.push(block);
      // Stop before an allocation makes the memory grow.
      if (!block || block + size > end) break;
      // The allocator's header before a block holds its real size; the lowest bits are flags.
      const usable = (module.HEAPU32[block / 4 - 1] & ~7) - 4;
      module.HEAPU8.fill(0, block, block + usable);
    }
  }
  blocks.forEach((block) => module._free(block));
}
