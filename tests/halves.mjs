// Boots a divided Pyodide under Node and calls what its second half has: node halves.mjs FOLDER CLIENT
//   prints what Python answers, and how often the second half was asked for.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, client] = process.argv.slice(2);
const { SecondHalf } = await import(pathToFileURL(`${client}/boot/second_half.js`).href);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const compiled = (name) => new WebAssembly.Module(readFileSync(`${folder}/${name}.wasm`));
let asked = 0;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (code, imports) => {
  if (!imports?.["GOT.func"]) return instantiate(code, imports);
  const module = compiled("first");
  const instance = new WebAssembly.Instance(module, imports);
  new SecondHalf(instance, imports, {
    now() {
      asked += 1;
      return compiled("second");
    },
    failed() {},
  });
  return { module, instance };
};
const python = await loadPyodide({ indexURL: `${folder}/`, stdLibURL: `${folder}/python_stdlib.zip` });
console.log(
  python.runPython(`
import bz2, json, lzma, sqlite3, unicodedata

def deep(depth):
    return deep(depth + 1)

try:
    deep(0)
    found = ""
except RecursionError as error:
    found = type(error).__name__
json.dumps([
    found,
    sqlite3.connect(":memory:").execute("select 6 * 7").fetchone(),
    bz2.decompress(bz2.compress(lzma.decompress(lzma.compress(b"whole")))).decode(),
    unicodedata.name("\\N{SNOWMAN}"),
    "\\u68cb".encode("shift_jis").hex(),
    str(0.1 + 0.2),
])
`),
);
console.log(asked);
