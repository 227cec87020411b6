// Boots a split Pyodide under Node and calls functions of its second half: node halves.mjs FOLDER CLIENT
//   prints Python's results, and how often the second half was downloaded.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, client] = process.argv.slice(2);
const { SecondHalf } = await import(pathToFileURL(`${client}/boot/second_half.js`).href);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const compiled = (name) => new WebAssembly.Module(readFileSync(`${folder}/${name}.wasm`));
let downloads = 0;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (code, imports) => {
  if (!imports?.["GOT.func"]) return instantiate(code, imports);
  const module = compiled("first");
  const instance = new WebAssembly.Instance(module, imports);
  new SecondHalf(instance, imports, {
    sync() {
      downloads += 1;
      return compiled("second");
    },
    onFailure() {},
  });
  return { module, instance };
};
const python = await loadPyodide({ indexURL: `${folder}/`, stdLibURL: `${folder}/python_stdlib.zip` });
console.log(
  python.runPython(`
import bz2, json, lzma, sqlite3, unicodedata

def recurse(depth):
    return recurse(depth + 1)

try:
    recurse(0)
    raised = ""
except RecursionError as error:
    raised = type(error).__name__
json.dumps([
    raised,
    sqlite3.connect(":memory:").execute("select 6 * 7").fetchone(),
    bz2.decompress(bz2.compress(lzma.decompress(lzma.compress(b"whole")))).decode(),
    unicodedata.name("\\N{SNOWMAN}"),
    "\\u68cb".encode("shift_jis").hex(),
    str(0.1 + 0.2),
])
`),
);
console.log(downloads);
